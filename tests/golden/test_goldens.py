"""Results for a fixed seed, as published: a golden changes only with a new version of its transform.

After such a change write them anew with: python tests/golden/test_goldens.py
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import typo
from typo.ja.mozc import version

FOLDER = Path(__file__).parent
PHRASES = json.loads((FOLDER.parent / "laws" / "phrases.json").read_text("utf-8"))
TEXTS = (
    "最近の機械学習では、大量の文書から単語の意味を学習することができる。",
    "2024年に発表されたGPT-4の論文では、回答の確率を計算する方法が説明されている。",
    "明日の午後3時に東京駅の改札で会いましょう。",
    "minecraftとPythonを使って、対象となる機械を制御する。",
    "彼は意外にも以前の会社に関心を持っていた。",
    "今日は医者に行き、申し込みの締め切りを取り消した。",
)
_PUBLISHED = ("ja.transposition", "ja.replacement", "ja.homophone", "ja.ime", "ja.fullwidth")
JAPANESE = (
    *(f"{name}.v1{preset}" for name in _PUBLISHED for preset in ("", "@paper")),
    "ime_off.v1",
    "okurigana.v1",
    "premature_commit.v1",
    "romaji_slip.v1",
    "wrong_candidate.v1",
    "wrong_segmentation.v1",
)
# Kinds of error on kana, with words read by SudachiPy where they have a reader.
KANA = (
    "halfwidth_katakana.v1",
    "ja.slip.v1",
    "kana_slip.v1",
    "katakana_commit.v1",
    "long_vowel.v1",
    "n_count.v1",
    "particle.v1",
    "small_kana.v1",
    "sokuon.v1",
    "voicing.v1",
    "zenkaku_space.v1",
)
KANA_TEXTS = (
    "みんなで学校のコンピューターを使って、新しいゲームをゆっくり作りました。",
    "東京 2024 の展覧会について、中国の先生とケーキを食べながら相談した。",
    "お母さんが病院に電話すると、信頼できる看護婦がすぐに返事をくれた。",
)
FRENCH = tuple(
    f"fr.{name}.v1{preset}" for name in ("apostrophe", "diacritics", "keyboard") for preset in ("", "@paper")
)
FRENCH_TEXTS = (
    "Aujourd'hui, j'ai appris qu'il n'y aurait plus d'école à l'étage de la vieille bibliothèque.",
    "L’élève qui s’était trompée d'adresse a retrouvé sa mère près du théâtre, où l'on jouait déjà.",
    "À quelle période de l'année les forêts du département perdent-elles leurs dernières feuilles ?",
)
# Those that are made for a language, each in every language that it knows.
IN_LANGUAGES = (
    "apostrophes.v1",
    "diacritics.v1",
    "keyboard.v1",
    "multypo.v1",
    "multypo.v1@paper",
    "naive.v1",
    "neighbour.v1",
    "opening_marks.v1",
    "punctuation_space.v1",
    "space_slip.v1",
    "spelling_variant.v1",
    "wrong_layout.v1",
)
OF_NO_LANGUAGE = ("space_slip.v1",)
# Conversions and readings are those of these data; with others the goldens are other.
DICTIONARY = "3.34.6239"


def needs_pykakasi(name: str) -> bool:
    return name.endswith("@paper") and name.split(".")[1] in ("transposition", "replacement", "homophone")


def results(name: str, texts: tuple[str, ...] = TEXTS) -> list[dict[str, object]]:
    perturber = typo.Perturber(typo.get(name), rate=0.3, seed=1)
    return [
        {"text": text, "key": key, "out": perturber(text, key=key), "log": perturber.apply(text, key=key).log.to_json()}
        for key, text in enumerate(texts)
    ]


def results_on_kana(name: str) -> list[dict[str, object]]:
    reads = name not in ("ja.slip.v1", "zenkaku_space.v1")
    perturber = typo.Perturber(typo.get(name, **({"reader": "sudachi"} if reads else {})), rate=0.3, seed=1)
    return [
        {"text": text, "key": key, "out": perturber(text, key=key), "log": perturber.apply(text, key=key).log.to_json()}
        for key, text in enumerate(KANA_TEXTS)
    ]


def results_in_languages(name: str) -> Iterator[dict[str, object]]:
    for language in typo.languages():
        try:
            options = {} if name in OF_NO_LANGUAGE else {"lang": language.code}
            perturber = typo.Perturber(typo.get(name, **options), rate=0.4, seed=1)
        except typo.TypoError:
            continue  # not a language of this transform
        for key, text in enumerate(PHRASES[language.code]):
            result = perturber.apply(text, key=key)
            yield {"lang": language.code, "text": text, "key": key, "out": result.text, "log": result.log.to_json()}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.paper) if needs_pykakasi(name) else name for name in JAPANESE]
)
def test_a_published_result_stays(name: str) -> None:
    if version() != DICTIONARY:
        pytest.skip(f"the goldens are of Mozc's dictionary {DICTIONARY}, not {version()}")
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    assert results(name) == [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", KANA)
def test_a_published_result_on_kana_stays(name: str) -> None:
    if version() != DICTIONARY:
        pytest.skip(f"the goldens are of Mozc's dictionary {DICTIONARY}, not {version()}")
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    assert results_on_kana(name) == [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", FRENCH)
def test_a_published_result_in_french_stays(name: str) -> None:
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    assert results(name, FRENCH_TEXTS) == [json.loads(line) for line in lines]


@pytest.mark.parametrize("name", IN_LANGUAGES)
def test_a_published_result_stays_in_every_language(name: str) -> None:
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    assert list(results_in_languages(name)) == [json.loads(line) for line in lines]


def test_every_registered_transform_has_its_golden() -> None:
    # Those with texts, tables or readers of their own are seen through the recipes of a language.
    seen_through_recipes = {"attested", "fullwidth", "homophone", "ime_on"}
    named = {name.partition(".v")[0] for name in (*JAPANESE, *KANA, *FRENCH, *IN_LANGUAGES)}
    assert {name for name in typo.available() if "/" not in name} - named == seen_through_recipes


def main() -> None:
    for name in JAPANESE:
        write(name, results(name))
    for name in KANA:
        write(name, results_on_kana(name))
    for name in FRENCH:
        write(name, results(name, FRENCH_TEXTS))
    for name in IN_LANGUAGES:
        write(name, list(results_in_languages(name)))


def write(name: str, rows: list[dict[str, object]]) -> None:
    lines = [json.dumps(row, ensure_ascii=False) + "\n" for row in rows]
    (FOLDER / f"{name}.jsonl").write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    main()

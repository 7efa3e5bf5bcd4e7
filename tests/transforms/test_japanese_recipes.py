"""The five Japanese recipes, and the language's mix."""

from __future__ import annotations

import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import typo
from typo.langs.ja import LANGUAGE

SENTENCE = "最近の機械学習では、2024年のBERTのように大量の文書から単語の意味を学習することができる。"
NAMES = ("ja.transposition", "ja.replacement", "ja.homophone", "ja.ime", "ja.fullwidth")
paper = pytest.mark.paper


@pytest.mark.parametrize("name", NAMES)
def test_a_recipe_makes_one_edit_where_a_tenth_would_be_none(name: str) -> None:
    result = typo.Perturber(typo.get(name)).apply("機械でBERTを", key=0)
    assert result.realised == 1


@pytest.mark.parametrize("name", NAMES)
def test_threads_give_what_one_thread_gives(name: str) -> None:
    noisy = typo.Perturber(typo.get(name), rate=0.5)
    keys = list(range(200))
    alone = [noisy(SENTENCE, key=key) for key in keys]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(lambda key: noisy(SENTENCE, key=key), keys)) == alone


@pytest.mark.parametrize("op", ["transpose", "replace"])
def test_a_slip_stays_inside_its_word_and_leaves_its_neighbours(op: str) -> None:
    noisy = typo.Perturber(typo.get("romaji_slip", op=op), rate=0.0, min_edits=1)
    for key in range(100):
        (edit,) = noisy.apply("彼は研究したことを説明した。", key=key).edits
        assert edit.original
        assert edit.original in "彼研究説明"
        assert edit.label == f"romaji_slip:{op}"


def test_what_cannot_be_read_comes_out_in_full_width() -> None:
    noisy = typo.Perturber(typo.get("ja.transposition"), rate=1)
    shown = "".join(noisy("単語と学習と機械", key=key) for key in range(50))
    assert any("ａ" <= character <= "ｚ" for character in shown)
    assert not any(character.isascii() for character in shown)


def test_okurigana_that_the_slip_did_not_touch_keeps_its_form() -> None:
    noisy = typo.Perturber(typo.get("ja.replacement"), rate=0.0, min_edits=1)
    results = [noisy.apply("研究した", key=key).text for key in range(60)]
    assert all(text.endswith("した") for text in results)
    assert len(set(results)) > 10


def test_styles_of_spelling_give_other_slips() -> None:
    kunrei, hepburn = (
        typo.Perturber(typo.get("ja.transposition", style=style), rate=1) for style in ("kunrei", "hepburn")
    )
    assert [kunrei("社長の周囲", key=k) for k in range(9)] != [hepburn("社長の周囲", key=k) for k in range(9)]


def test_the_language_mixes_its_kinds_by_their_shares() -> None:
    kinds = Counter(
        edit.label.partition(":")[0]
        for key in range(300)
        for edit in typo.perturb(SENTENCE, lang="ja", rate=0.1, key=key).edits
    )
    total = sum(kinds.values())
    shares = dict(LANGUAGE.shares)
    for kind in ("homophone", "wrong_candidate", "romaji_slip", "particle"):
        # Wide bounds: a sentence runs out of homophones before it runs out of words.
        assert abs(kinds[kind] / total - shares[kind] / sum(shares.values())) < 0.1
    assert kinds["romaji_slip"] > kinds["premature_commit"] > kinds["okurigana"]


def test_every_kind_of_the_mix_that_can_read_reads_kanji() -> None:
    mix = LANGUAGE.mix()
    assert isinstance(mix, typo.Mix)
    readers = {getattr(kind, "reader", "sudachi") for kind in mix.transforms}
    assert readers == {"sudachi"}


def test_the_docs_give_the_shares_of_the_mix(root: Path) -> None:
    page = (root / "docs" / "howto" / "japanese.md").read_text("utf-8")
    rows = re.findall(r"^\| ((?:`\w+`(?:, )?)+) \| (\d+)", page, re.MULTILINE)
    told = {name: int(share) for names, share in rows for name in re.findall(r"\w+", names)}
    assert told == {**dict(LANGUAGE.shares), "wrong_segmentation": 0}
    assert sum(told.values()) == 1000


@pytest.mark.parametrize(
    ("word", "published", "real"),
    [("ImageNet", "いまげねｔ", "いまげねｔ"), ("tanh", "たｎｈ", "たんｈ"), ("python", "ｐｙてょｎ", "ｐｙてょん")],
)
def test_the_published_rule_for_latin_words_never_makes_a_bare_n_a_kana(word: str, published: str, real: str) -> None:
    assert str(typo.perturb(word, transform=typo.get("ja.ime@paper"), rate=1)) == published
    assert str(typo.perturb(word, transform=typo.get("ja.ime"), rate=1)) == real


@paper
def test_the_published_transposition_swaps_keys_that_are_not_neighbours_too() -> None:
    # kata → taka: the two consonants, with a vowel between them.
    made = {
        name: {typo.Perturber(typo.get(name), rate=0, min_edits=1)("肩に", key=key) for key in range(60)}
        for name in ("ja.transposition", "ja.transposition@paper")
    }
    assert "たかに" in made["ja.transposition@paper"]
    assert "たかに" not in made["ja.transposition"]


@paper
@pytest.mark.parametrize("name", ["ja.transposition@paper", "ja.replacement@paper"])
def test_the_published_rule_leaves_half_width_letters(name: str) -> None:
    noisy = typo.Perturber(typo.get(name), rate=1)
    shown = "".join(noisy("単語の参加に関し", key=key) for key in range(40))
    assert any(character.isascii() and character.isalpha() for character in shown)


def test_a_missing_extra_says_which_command_installs_it(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    # None in sys.modules is how Python itself marks a module that cannot be imported.
    monkeypatch.setitem(sys.modules, "pykakasi", None)
    monkeypatch.setitem(sys.modules, "sudachidict_core", None)
    with pytest.raises(typo.MissingExtra, match=r'package pykakasi; .* pip install "typokit\[ja-paper\]"'):
        typo.get("ja.homophone@paper")
    for name in ("ja.transposition", "ja.homophone"):
        with pytest.raises(typo.MissingExtra, match=r'package sudachidict_core; .* pip install "typokit\[ja\]"'):
            typo.get(name)
    # What needs no dictionary works without.
    assert str(typo.perturb("機械とBERT", transform=typo.get("ja.fullwidth"), rate=1)) == "機械とＢＥＲＴ"
    assert typo.perturb("機械", transform=typo.get("homophone"), rate=1).realised == 1

"""Marks left out: every row of the table by its own examples, and what must never come out."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from unicodedata import is_normalized, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo
from typo.lexicon import load
from typo.testing import check_transform
from typo.transforms.diacritic_rules import DiacriticRow, diacritic_rows, styles_of

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "spelling" / "diacritics.jsonl").read_text("utf-8").splitlines()
]
SOURCES = Path(typo.__file__).parent / "data" / "spelling" / "SOURCES.md"
ROWS = [
    pytest.param(row, lang, style, id=ascii(f"{lang} {style} {row.letters[0]}"))
    for row in diacritic_rows()
    for lang in row.langs
    for style in row.styles
]


def respelt(text: str, **options: Any) -> str:
    known = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    return typo.perturb(text, transform=typo.get("diacritics", **known), rate=1, protect=()).text


@pytest.mark.parametrize(("row", "lang", "style"), ROWS)
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_row_changes_its_one_word_and_leaves_the_other(row: DiacriticRow, lang: str, style: str, form: Any) -> None:
    options = {"lang": lang, "style": style, "exclude": ()}
    assert respelt(normalize(form, row.changes), **options) == normalize(form, row.into)
    assert respelt(normalize(form, row.stays), **options) == normalize(form, row.stays)


@pytest.mark.parametrize("row", diacritic_rows(), ids=lambda row: ascii(f"{row.langs[0]} {row.letters[0]}"))
def test_a_row_says_where_it_is_from(row: DiacriticRow) -> None:
    known = SOURCES.read_text("utf-8")
    assert row.sources
    assert all(f"- `{source}`:" in known for source in row.sources)
    assert len(row.become) in (0, len(row.letters))


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(f"{case['options']}: {case['text']}"))
def test_an_example_of_diacritics_comes_out_as_written(case: dict[str, Any]) -> None:
    for form in ("NFC", "NFD"):
        text, out = (normalize(form, case[name]) for name in ("text", "out"))
        assert respelt(text, **case["options"]) == out, case["comment"]


@pytest.mark.parametrize("word", ["d'où", "jusqu'à", "l'âge", "D’OÙ", "qu'à", "L'Âge", "là-bas"])
@pytest.mark.parametrize("level", ["word", "mark"])
def test_an_elided_host_never_becomes_a_real_word(word: str, level: str) -> None:
    assert respelt(word, lang="fr", level=level) == word


WORDS = sorted(word for word in load("fr") if not word.isascii())[::97]


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=8), st.sampled_from(["word", "mark"]), st.floats(0, 1))
def test_no_french_word_becomes_another(words: list[str], level: str, rate: float) -> None:
    noisy = typo.Perturber(typo.get("diacritics", lang="fr", level=level), rate=rate)
    result = noisy(" ".join(words), key=0)
    for before, after in zip(words, result.split(" "), strict=True):
        assert after == before or not load("fr").accepts(after)


@pytest.mark.parametrize("lang", sorted({lang for row in diacritic_rows() for lang in row.langs}))
def test_phrases_of_a_language_keep_their_normal_form(lang: str) -> None:
    examples = [word for row in diacritic_rows() if lang in row.langs for word in (row.changes, row.stays)]
    for style in styles_of(lang):
        for form in ("NFC", "NFD"):
            assert is_normalized(form, respelt(normalize(form, " ".join(examples)), lang=lang, style=style))


STYLES = [("de", "digraph"), ("es", "plain"), ("vi", "tones"), ("tr", "plain"), ("ar", "all"), ("it", "apostrophe")]


@pytest.mark.parametrize(("lang", "style"), STYLES)
@given(st.data(), st.integers(0, 99))
def test_a_batch_of_words_and_each_word_of_its_own_come_out_alike(lang: str, style: str, data: Any, key: int) -> None:
    words = [word for row in diacritic_rows() if lang in row.langs for word in (row.changes, row.stays)]
    text = " ".join(data.draw(st.lists(st.sampled_from(words), max_size=9)))
    whole = respelt(text, lang=lang, style=style)
    assert whole == " ".join(respelt(word, lang=lang, style=style) for word in text.split(" "))
    noisy = typo.Perturber(typo.get("diacritics", lang=lang, style=style), rate=0.5)
    # A span that protects nothing keeps the short cut for plain texts away.
    assert noisy.apply(text, key=key) == noisy.apply(text, key=key, protect=[(0, 0)])


@pytest.mark.parametrize(
    "options",
    [
        {"lang": "fr", "level": "mark", "ligatures": True, "exclude": ("word", "merge")},
        {"lang": "de", "style": "digraph", "capitals_only": True},
        {"lang": "it", "style": "apostrophe"},
        {"lang": "ro", "style": "cedilla"},
        {"lang": "vi", "style": "marks"},
        {"lang": "ar", "style": "tashkeel", "level": "mark"},
    ],
    ids=str,
)
def test_the_laws_hold_for_every_way_of_dropping_marks(options: dict[str, Any]) -> None:
    words = " ".join(row.changes for row in diacritic_rows() if options["lang"] in row.langs)
    check_transform(typo.get("diacritics", **options), texts=(words, normalize("NFD", words)), examples=3)


def test_a_recipe_keeps_its_exclusions() -> None:
    strict = typo.Perturber(typo.get("diacritics", lang="fr", exclude=("word", "merge")))
    assert typo.from_recipe(json.loads(json.dumps(typo.to_recipe(strict)))) == strict


def test_a_result_is_certain_and_tells_so() -> None:
    result = typo.perturb("L'été est passé", transform=typo.get("diacritics", lang="fr"), rate=1)
    assert (str(result), result.eligible, result.logprobs) == ("L'ete est passé", 2, (0.0,))
    assert result.reason is not None
    assert [edit.label for edit in result.edits] == ["diacritics:plain"]


@pytest.mark.parametrize(("code", "lang"), [("fra", "fr"), ("pt-BR", "pt"), ("de-AT", "de"), ("nn", "nb")])
def test_other_codes_of_a_language_have_its_rules(code: str, lang: str) -> None:
    text = "Été, bebê, größer, én"
    assert respelt(text, lang=code) == respelt(text, lang=lang) != text


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"lang": "en"}, "lang='en' has no rules for diacritics; there are: ar, cs, da, de"),
        ({"lang": "de", "style": "digraf"}, "style='digraf' is not one of: plain, digraph"),
        ({"level": "letter"}, "level='letter' is not one of: word, mark"),
        ({"lang": "de", "ligatures": True}, "ligatures=True, but lang='de' has no ligatures"),
        ({"lang": "de", "exclude": ("word",)}, "there is no lexicon of lang='de'"),
        ({"exclude": ("words",)}, "exclude='words' is not one of: word, merge"),
        ({"exclude": "word"}, "exclude='word' must be a tuple"),
        ({"capitals_only": 1}, "capitals_only=1 must be True or False"),
    ],
)
def test_a_wrong_option_of_diacritics_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(typo.InvalidArgument) as error:
        typo.get("diacritics", **options)
    assert words in str(error.value)

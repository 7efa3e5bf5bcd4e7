"""Numbers in digits and words: cases by language, laws on any text, and the data they stand on."""

from __future__ import annotations

import json
import runpy
import time
import unicodedata
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from typo.numbers import languages, number_spans, number_words

ROOT = Path(__file__).parents[2]
DATA = ROOT / "typo/data/numbers"
CASES = [
    pytest.param(case, id=f"{file.stem}:{number}:{case['lang']}")
    for file in sorted((ROOT / "tests/cases/numbers").glob("*.jsonl"))
    for number, case in enumerate(map(json.loads, file.read_text("utf-8").splitlines()), 1)
]
# fmt: off
WANTED = (
    "en", "de", "fr", "el", "ru", "ar", "he", "hi", "bn", "ta", "hy", "ka", "ja", "ko", "vi", "th", "zh", "es", "it",
    "pt", "pl", "cs", "uk", "tr", "sv", "nl", "fa", "ur", "da", "nb", "fi", "ro", "hu", "id", "sw", "te",
)
# Texts that are dense in what matters here, lone surrogates, NUL and marks among it.
TOKENS = st.sampled_from((
    "one", "twenty", "and", "een", "en", "vingt", "et", "un", "1", "२", "½", "²", "Ⅷ", "一", "般", "〇", "$", "%", "^",
    "-", ".", ",", "'", "’", " ", "\n", "\u00a0", "\u00ad", "\u0301", "\ud800", "\x00", "\U0001f600", "x", "é", "ก",
    "\u0e48", "의",
))
# fmt: on
TEXTS = st.one_of(
    st.lists(TOKENS, max_size=20).map("".join), st.text(st.characters(exclude_categories=()), max_size=30)
)
LANGS = st.sampled_from([None, "xx", *languages()])


def found(text: str, lang: str | None) -> list[str]:
    return [text[start:end] for start, end in number_spans(text, lang)]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("case", CASES)
def test_a_text_has_these_numbers(case: dict[str, Any], form: Any) -> None:
    text = unicodedata.normalize(form, case["text"])
    assert found(text, case["lang"]) == [unicodedata.normalize(form, number) for number in case["protected"]]


@pytest.mark.parametrize("lang", languages())
def test_every_word_of_a_language_is_found_in_every_form(lang: str) -> None:
    def upper(word: str) -> str:
        return (word.replace("i", "İ") if lang in ("az", "tr") else word).upper()

    missed = []
    for word in number_words(lang):
        for written in {word, upper(word), upper(word[0]) + word[1:], unicodedata.normalize("NFD", word)}:
            if found(f"({written})", lang) != [written]:
                missed.append(written)
    assert missed == []


@given(text=TEXTS, lang=LANGS)
def test_spans_are_sorted_disjoint_inside_the_text_and_hold_every_digit(text: str, lang: str | None) -> None:
    spans = number_spans(text, lang)
    assert all(0 <= start < end <= len(text) for start, end in spans)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    inside = {place for start, end in spans for place in range(start, end)}
    outside = [c for place, c in enumerate(text) if place not in inside]
    assert [c for c in outside if c.isdecimal() or (c != "〇" and unicodedata.category(c) in ("Nl", "No"))] == []


@given(text=TEXTS, lang=LANGS)
def test_digits_are_found_the_same_with_and_without_a_language(text: str, lang: str | None) -> None:
    spans = number_spans(text, lang)
    for start, end in number_spans(text, None):
        assert any(first <= start and end <= last for first, last in spans)


@given(first=TEXTS, second=TEXTS, lang=LANGS)
@example(first="vingt", second="un", lang="fr")
def test_lines_do_not_bear_on_each_other(first: str, second: str, lang: str | None) -> None:
    shift = len(first) + 1
    behind = [(start + shift, end + shift) for start, end in number_spans(second, lang)]
    # A mark at the beginning of a line belongs to the line break.
    if not (second and unicodedata.category(second[0])[0] == "M"):
        assert number_spans(f"{first}\n{second}", lang) == number_spans(first, lang) + behind


@pytest.mark.parametrize(
    "piece",
    [
        "a",
        "é",
        "^",
        "-",
        "$",
        "5-",
        "a-",
        "5.aaaaaa",
        "5é^",
        "\u0301",
        "一",
        "一般",
        "een",
        "one-",
        "eins ",
        "hundert",
        "1 ",
    ],
)
@pytest.mark.parametrize("lang", [None, "de"])
def test_long_texts_take_linear_time(piece: str, lang: str | None) -> None:
    text = piece * (200_000 // len(piece))
    begin = time.perf_counter()
    number_spans(text, lang)
    assert time.perf_counter() - begin < 2  # quadratic, it would take minutes; it takes 0.2 s at most


def test_the_languages_wanted_have_words() -> None:
    assert [lang for lang in WANTED if len(number_words(lang)) < 15] == []


def test_the_words_of_a_language_are_not_those_of_english_again() -> None:
    # ICU spells numbers in English where it has no rules for a language.
    assert [lang for lang in languages() if lang != "en" and {"seventeen", "thirty"} & number_words(lang)] == []


def test_words_are_folded_single_tokens_without_digits_and_articles() -> None:
    wrong = [
        (lang, word)
        for lang in languages()
        for word in number_words(lang)
        if word != unicodedata.normalize("NFC", word.casefold()) or any(c.isspace() or c.isdecimal() for c in word)
    ]
    assert wrong == []
    assert not {"un", "une", "et"} & number_words("fr")
    assert number_words("xx") == number_words("../en") == frozenset()


def test_the_data_are_small() -> None:
    assert sum(file.stat().st_size for file in DATA.glob("*.json")) <= 250_000


def test_the_generator_writes_what_is_there() -> None:
    builder = runpy.run_path(str(ROOT / "benchmarks/build_number_words.py"))
    try:
        icu = builder["Icu"]()
    except OSError:
        pytest.skip("needs ICU 72, whose data the words were built from")
    texts = builder["documents"](icu)
    assert {f"{lang}.json": text for lang, text in texts.items()} == {
        file.name: file.read_text("utf-8") for file in DATA.glob("*.json")
    }


@pytest.mark.parametrize("code", ["fr", "fra", "FR", "fr-CA", "fr_FR"])
def test_number_words_go_by_any_code_of_their_language(code: str) -> None:
    assert number_words(code) == number_words("fr")
    assert number_spans("vingt chevaux", code) == [(0, 5)]

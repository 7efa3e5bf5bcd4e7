"""Words written otherwise and punctuation set otherwise: every row by its own examples, and what stays."""

from __future__ import annotations

import json
from collections import Counter
from math import sqrt
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest

import typo
from typo.lexicon import load
from typo.testing import check_transform
from typo.transforms.spelling_rows import PunctuationRow, RespellingRow, punctuation_rows, respelling_rows

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "spelling" / "variants.jsonl").read_text("utf-8").splitlines()
]
SOURCES = Path(typo.__file__).parent / "data" / "spelling" / "SOURCES.md"
NAMES = {"space_before": "punctuation_space", "space_after": "punctuation_space", "opening": "opening_marks"}


def results(text: str, transform: typo.Transform | typo.Combinator, *, keys: int = 80) -> set[str]:
    noisy = typo.Perturber(transform, rate=1, max_edits=1, protect=())
    return {noisy(text, key=key) for key in range(keys)}


@pytest.mark.parametrize("row", respelling_rows(), ids=lambda row: ascii(f"{row.kind} {row.words[0]}"))
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_row_of_spellings_changes_its_one_phrase_and_leaves_the_other(row: RespellingRow, form: Any) -> None:
    transform = typo.get("spelling_variant", lang=row.lang, kind=row.kind)
    assert normalize(form, row.into) in results(normalize(form, row.changes), transform)
    assert results(normalize(form, row.stays), transform, keys=3) == {normalize(form, row.stays)}


@pytest.mark.parametrize("row", punctuation_rows(), ids=lambda row: ascii(f"{row.kind} {row.sign}"))
def test_a_row_of_punctuation_changes_its_one_phrase_and_leaves_the_other(row: PunctuationRow) -> None:
    transform = typo.get(NAMES[row.kind], lang=row.lang)
    assert row.into in results(row.changes, transform)
    assert results(row.stays, transform, keys=3) == {row.stays}


@pytest.mark.parametrize("row", [*respelling_rows(), *punctuation_rows()], ids=lambda row: ascii(row.changes))
def test_a_row_of_spellings_says_where_it_is_from(row: RespellingRow | PunctuationRow) -> None:
    known = SOURCES.read_text("utf-8")
    assert row.sources
    assert all(f"- `{source}`:" in known for source in row.sources)


def test_spellings_are_words_without_blanks_each_in_one_row() -> None:
    for kind in ("sms", "homophone"):
        rows = [row for row in respelling_rows() if row.kind == kind]
        words = Counter(word for row in rows for word in row.words)
        assert max(words.values()) == 1
        assert not any(" " in form for row in rows for form in (*words, *dict(row.spellings)))
        assert {row.basis for row in rows} <= {"counted", "assumed"}
        assert all(weight > 0 for row in rows for _, weight in row.spellings)


def test_homophones_are_words_and_short_forms_counted_as_such_are_none() -> None:
    lexicon = load("fr")
    for row in respelling_rows():
        if row.kind == "homophone":
            assert all(lexicon.accepts(part) for word in row.words for part in word.split("'")[-1:])
        elif row.basis == "counted":
            assert not any(spelling in lexicon for spelling, _ in row.spellings)


def test_a_spelling_comes_as_often_as_its_weight_says() -> None:
    noisy = typo.Perturber(typo.get("spelling_variant", kind="sms"), rate=1)
    times = 3000
    found = Counter(str(noisy.apply("toujours", key=key)) for key in range(times))
    for form, weight in (("tjrs", 170), ("tjs", 102), ("tjr", 51)):
        share = weight / 323
        assert abs(found[form] - times * share) < 5 * sqrt(times * share * (1 - share))


def test_homophones_are_labelled_as_real_words_and_short_forms_are_not() -> None:
    for kind, label in (("homophone", "spelling_variant:homophone:real_word"), ("sms", "spelling_variant:sms")):
        result = typo.perturb("ils sont tous là", transform=typo.get("spelling_variant", kind=kind), rate=1)
        assert {edit.label for edit in result.edits} == {label}
        assert result.logprobs is not None


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(f"{case['transform']}: {case['text']}"))
def test_an_example_of_spelling_comes_out_as_written(case: dict[str, Any]) -> None:
    transform = typo.get(case["transform"], **case["options"])
    out = typo.perturb(case["text"], transform=transform, rate=1).text
    assert out in case["out"], case["comment"]


@pytest.mark.parametrize("kind", ["sms", "homophone"])
def test_the_laws_hold_for_every_kind_of_spelling(kind: str) -> None:
    phrases = " ".join(row.changes for row in respelling_rows() if row.kind == kind)
    check_transform(typo.get("spelling_variant", kind=kind), texts=(phrases, normalize("NFD", phrases)), examples=10)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("spelling_variant", {"lang": "de"}, "lang='de' has no table of spellings; there are: fr"),
        ("spelling_variant", {"kind": "text"}, "kind='text' is not one of: sms, homophone"),
        ("punctuation_space", {"lang": "en"}, "lang='en' has no blanks before punctuation marks; there are: fr"),
        ("opening_marks", {"lang": "fr"}, "lang='fr' has no opening question and exclamation marks; there are: es"),
    ],
)
def test_a_wrong_option_of_spelling_is_refused(name: str, options: dict[str, str], words: str) -> None:
    with pytest.raises(typo.InvalidArgument) as error:
        typo.get(name, **options)
    assert words in str(error.value)

"""Apostrophes left out: every row of the table by its own examples, and what must never come out."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path
from typing import Any
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo
from typo.lexicon import load
from typo.testing import check_transform
from typo.transforms.apostrophe_rules import APOSTROPHES, ApostropheRow, apostrophe_rows, finder, rows_of
from typo.transforms.apostrophes import Apostrophes

CASES = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "cases" / "french" / "apostrophes.jsonl").read_text("utf-8").splitlines()
]
SOURCES = Path(typo.__file__).parent / "data" / "spelling" / "SOURCES.md"
FORMS = pytest.mark.parametrize("form", ["NFC", "NFD"])
any_row = pytest.mark.parametrize("row", apostrophe_rows(), ids=lambda row: ascii(f"{row.lang} {row.before[0]}"))


def respelt(text: str, **options: Any) -> str:
    known = {name: tuple(value) if isinstance(value, list) else value for name, value in options.items()}
    return typo.perturb(text, transform=typo.get("apostrophes", **known), rate=1).text


@any_row
@FORMS
@pytest.mark.parametrize("apostrophe", ["'", "’"])
def test_a_row_changes_its_one_word_and_leaves_the_other(row: ApostropheRow, form: Any, apostrophe: str) -> None:
    changes, stays = (normalize(form, word.replace("'", apostrophe)) for word in (row.changes, row.stays))
    assert respelt(changes, lang=row.lang, exclude=()) == normalize(form, row.into)
    assert respelt(stays, lang=row.lang, exclude=()) == stays


@any_row
def test_a_row_says_what_it_collides_with_and_where_it_is_from(row: ApostropheRow) -> None:
    if row.collides:
        assert respelt(row.collides, lang=row.lang) == row.collides
        assert respelt(row.collides, lang=row.lang, exclude=()) == row.collides.replace("'", "")
    known = SOURCES.read_text("utf-8")
    assert row.sources
    assert all(f"- `{source}`:" in known for source in row.sources)


@pytest.mark.parametrize("row", rows_of("fr"), ids=lambda row: row.before[0])
def test_every_word_before_an_apostrophe_is_found(row: ApostropheRow) -> None:
    after = "eau" if row.after == ("vowel",) else row.after[0]
    for word in row.before:
        for before in (word, word.upper(), word.capitalize()):
            (site,) = finder("fr").sites(f"{before}'{after}")
            assert (site.row, site.host) == (row, after)


@FORMS
@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(f"{case['options']}: {case['text']}"))
def test_an_example_of_apostrophes_comes_out_as_written(case: dict[str, Any], form: Any) -> None:
    text, out = (normalize(form, case[name]) for name in ("text", "out"))
    assert respelt(text, **case["options"]) == out, case["comment"]


@pytest.mark.parametrize("apostrophe", APOSTROPHES)
def test_whatever_stands_for_an_apostrophe_is_one(apostrophe: str) -> None:
    assert respelt(f"l{apostrophe}eau", lang="fr") == "leau"


def test_an_accent_is_one_of_two_and_not_the_one_that_is_there() -> None:
    accents = Apostrophes(lang="fr", style="accent")
    noisy = typo.Perturber(accents, rate=1)
    results = [noisy.apply("l'eau", key=key) for key in range(40)]
    assert {result.text for result in results} == {"l´eau", "l`eau"}
    assert all(exp((result.logprobs or (0,))[0]) == 0.5 for result in results)
    assert noisy("l´eau", key=1) == "l`eau"


def test_natural_weights_take_what_people_leave_out() -> None:
    def share(weights: str) -> float:
        noisy = typo.Perturber(Apostrophes(lang="fr", weights=weights), rate=0.5)
        return sum(noisy("j'ai bu l'eau", key=key).startswith("jai") for key in range(400)) / 400

    assert 0.4 < share("uniform") < 0.6
    assert share("natural") > 0.93  # 170 to 5


HOSTS = sorted(word for word in load("fr") if word[0] in "aeéèêiîoôuhœ" and "'" not in word)[::211]
ELISIONS = [word for row in rows_of("fr") if row.after == ("vowel",) for word in row.before]


@given(
    st.lists(st.tuples(st.sampled_from(ELISIONS), st.sampled_from(HOSTS)), min_size=1, max_size=8),
    st.sampled_from("'’"),
    st.sampled_from(("uniform", "natural")),
)
def test_no_token_becomes_a_word(pairs: list[tuple[str, str]], apostrophe: str, weights: str) -> None:
    text = " ".join(f"{before}{apostrophe}{host}" for before, host in pairs)
    result = typo.perturb(text, transform=Apostrophes(lang="fr", weights=weights), rate=1, key=0)
    for before, after in zip(text.split(" "), result.text.split(" "), strict=True):
        assert after == before or not load("fr").accepts(after)


@pytest.mark.parametrize(("lang", "style"), [("fr", "space"), ("fr", "typographic"), ("it", "accent")])
def test_every_style_keeps_the_laws(lang: str, style: str) -> None:
    check_transform(Apostrophes(lang=lang, style=style), examples=5)


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"lang": "de"}, "lang='de' has no rules for apostrophes; there are: en, fr, it."),
        ({"style": "glued"}, "style='glued' is not one of: glue, space"),
        ({"weights": "even"}, "weights='even' is not one of: uniform, natural"),
        ({"lang": "it", "weights": "natural"}, "weights='natural', but for lang='it' nobody counted"),
        ({"exclude": ("merge",)}, "exclude='merge' is not one of: word"),
        ({"exclude": "word"}, "exclude='word' must be a tuple"),
    ],
)
def test_a_wrong_option_of_apostrophes_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(typo.InvalidArgument) as error:
        Apostrophes(**options)
    assert words in str(error.value)

"""The rules alone: what counts as a repair, and what does not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal
from unicodedata import normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import typo
from typo.restore.rules import (
    APOSTROPHES,
    RULES,
    Repair,
    is_apostrophe_repair,
    is_azerty_repair,
    is_diacritic_repair,
    neighbours,
    repair,
    rules_undoing,
)

PREDICATES = {"apostrophe": is_apostrophe_repair, "diacritic": is_diacritic_repair, "azerty": is_azerty_repair}

REPAIRS = [
    ("apostrophe", "leau", "l'eau"),
    ("apostrophe", "leau", "l’eau"),
    ("apostrophe", "l eau", "l'eau"),
    ("apostrophe", "l´eau", "l'eau"),
    ("apostrophe", "l`eau", "l’eau"),
    ("apostrophe", "quaujourdhui", "qu'aujourd'hui"),
    ("apostrophe", "qu'aujourdhui", "qu'aujourd'hui"),
    ("apostrophe", "", "'"),
    ("diacritic", "eleve", "élève"),
    ("diacritic", "éleve", "élève"),
    ("diacritic", "Etat", "État"),
    ("diacritic", "soeur", "sœur"),
    ("diacritic", "OEUVRE", "ŒUVRE"),
    ("diacritic", "Oeuvre", "Œuvre"),
    ("diacritic", "e", "é"),
    ("diacritic", "e\u0301leve", "e\u0301le\u0300ve"),
    ("azerty", "maidon", "maison"),
    ("azerty", "MAIDON", "MAISON"),
    ("azerty", "l'ezu", "l'eau"),
    ("azerty", "a-t-slle", "a-t-elle"),
    ("azerty", "lager", "léger"),
]

NO_REPAIRS = [
    ("l'eau", "leau", "an apostrophe less"),
    ("l'eau", "l’eau", "another apostrophe"),
    ("élève", "eleve", "marks less"),
    ("élevé", "éleve", "a mark less"),
    ("èté", "été", "another mark"),
    ("ecole", "École", "another case too"),
    ("maison", "maison", "no change"),
    ("naison", "maison", "a first letter"),
    ("l'rau", "l'eau", "the first letter of a host"),
    ("le rhat", "le chat", "the first letter of a second word"),
    ("maidpn", "maison", "two slips"),
    ("maxson", "maison", "no neighbour"),
    ("maion", "maison", "a letter left out"),
    ("maidon", "maidont", "a letter added"),
    ("tonne", "tonné ", "a blank added"),
    ("chat", "chien", "another word"),
    ("mot", "", "nothing"),
    ("lecoke", "l'école", "a slip besides"),
    ("a", "a'", "none"),
]


@pytest.mark.parametrize(("rule", "before", "after"), REPAIRS)
def test_a_repair_is_explained_by_its_rule_and_by_no_other(rule: str, before: str, after: str) -> None:
    assert {name: holds(before, after) for name, holds in PREDICATES.items()} == {name: name == rule for name in RULES}


@pytest.mark.parametrize(("before", "after", "why"), NO_REPAIRS[:-1])
def test_no_rule_explains_anything_else(before: str, after: str, why: str) -> None:
    assert not any(holds(before, after) for holds in PREDICATES.values()), why


@pytest.mark.parametrize(("rule", "before", "after"), REPAIRS)
def test_no_rule_explains_a_repair_read_backwards_except_a_slip(rule: str, before: str, after: str) -> None:
    backwards = [name for name, holds in PREDICATES.items() if holds(after, before)]
    assert backwards == (["azerty"] if rule == "azerty" else [])


def test_a_form_that_lost_an_apostrophe_and_marks_needs_both_rules() -> None:
    found = repair("LECOLE", "l'école")
    assert found == ("L'ÉCOLE", ("apostrophe", "diacritic"))
    assert not any(holds("lecole", "l'école") for holds in PREDICATES.values())


@pytest.mark.parametrize(
    ("before", "after", "repaired"),
    [
        ("ECOLE", "école", "ÉCOLE"),
        ("Ecole", "école", "École"),
        ("ecole", "École", "école"),
        ("Jusqua", "jusqu'à", "Jusqu’à"),
        ("L'ile", "l’île", "L'île"),
    ],
)
def test_the_case_and_the_apostrophes_of_the_form_are_kept(before: str, after: str, repaired: str) -> None:
    found = repair(before, after, apostrophe="’")
    assert found is not None
    assert found.replacement == repaired


def test_neighbours_are_those_of_the_french_keyboard() -> None:
    assert {letter: "".join(neighbours(letter)) for letter in "amwé"} == {"a": "qzé", "m": "lpù", "w": "qsx", "é": "az"}
    # A slip leaves out no dead key and no AltGr.
    assert {letter: "".join(neighbours(letter)) for letter in "âôïœ"} == {"â": "", "ô": "î", "ï": "öü", "œ": ""}


@given(st.text(alphabet="aàâeéèêiïoôuûcçœæAÉÇŒL'’-x ", max_size=12))
def test_what_lost_its_marks_is_repaired_to_what_it_was(word: str) -> None:
    bare = "".join(
        c for c in normalize("NFD", word.replace("œ", "oe").replace("æ", "ae")) if c <= "\u02ff" or c in "’Œ"
    )
    if bare != word:
        assert is_diacritic_repair(bare, word)


@given(st.text(alphabet="aelnéEL'’ x-", max_size=12), st.sampled_from(APOSTROPHES))
@example("'’ ", "'")
@example("l'’ eau' ", "’")
def test_what_lost_its_apostrophes_gets_them_back_in_the_sign_asked_for(word: str, sign: str) -> None:
    bare = "".join(character for character in word if character not in APOSTROPHES)
    found = repair(bare, word, apostrophe=sign)
    assert (found is None) == (bare == word)
    if found is not None:
        assert found.replacement == "".join(sign if character in APOSTROPHES else character for character in word)


@given(st.text(max_size=20), st.text(max_size=20))
def test_any_two_strings_have_an_answer_that_is_stable(before: str, after: str) -> None:
    before, after = normalize("NFC", before), normalize("NFC", after)
    found = repair(before, after)
    if found is not None:
        assert found.replacement != before
        assert repair(before, found.replacement) == found


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize(
    ("recipe", "rule"), [("fr.apostrophe", "apostrophe"), ("fr.diacritics", "diacritic"), ("fr.keyboard", "azerty")]
)
def test_every_edit_of_a_french_recipe_is_undone_by_its_rule(
    shared: Callable[[str], Path], recipe: str, rule: str, form: Literal["NFC", "NFD"]
) -> None:
    lines = shared("data/benchmarks/ntrex/ref.fra.txt").read_text("utf-8").splitlines()[:300]
    perturber = typo.Perturber(typo.get(recipe), rate=1)
    edits = 0
    for number, line in enumerate(lines):
        made = perturber.apply(normalize(form, line), key=number)
        edits += made.realised
        assert [rules_undoing(made.source, edit) for edit in made.edits] == [(rule,)] * made.realised
    assert edits > 200


@pytest.mark.parametrize("style", ["space", "accent"])
def test_other_styles_of_lost_apostrophes_are_undone_by_the_same_rule(style: str) -> None:
    made = typo.perturb("L'eau d'ici, qu'il l’ait.", transform=typo.get("apostrophes", lang="fr", style=style), rate=1)
    assert made.realised == 4
    assert [rules_undoing(made.source, edit) for edit in made.edits] == [("apostrophe",)] * 4


@pytest.mark.parametrize(
    "edit",
    [
        typo.Edit(0, 1, "L", "K", "first letter"),
        typo.Edit(2, 3, "e", "r", "first letter of a host"),
        typo.Edit(2, 5, "eau", "eaux", "another word"),
        typo.Edit(1, 2, "'", "’", "another sign"),
        typo.Edit(5, 6, " ", "", "a blank"),
    ],
)
def test_no_rule_undoes_an_edit_out_of_scope(edit: typo.Edit) -> None:
    assert rules_undoing("L'eau coule.", edit) == ()


def test_a_long_change_takes_time_in_proportion_to_its_length() -> None:
    blanks, signs = " " * 200_000, "'" * 200_000
    assert repair(blanks, signs) == Repair(signs, ("apostrophe",))

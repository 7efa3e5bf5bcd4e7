"""Lexica: words, their frequency, and what collapses when marks or apostrophes are lost."""

from __future__ import annotations

import pickle
from unicodedata import is_normalized, normalize

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from typo import lexicon
from typo.errors import InvalidArgument, UnknownName

FRENCH = lexicon.load("fr")
LOWER = {word for word in FRENCH if word.islower()}
ELISIONS = (
    *("l", "d", "j", "c", "ç", "n", "m", "t", "s", "qu"),
    *("jusqu", "lorsqu", "puisqu", "quoiqu", "presqu", "quelqu", "entr"),
)


def is_about(found: int, published: int) -> bool:
    return abs(found / published - 1) <= 0.02


def test_the_lexicon_has_the_counted_forms() -> None:
    assert is_about(len(FRENCH), 471_631)
    assert is_about(len(LOWER), 460_132)
    assert is_about(sum(lexicon.fold(word) != word for word in LOWER), 195_571)


def test_as_many_words_lose_their_marks_and_become_others_as_counted() -> None:
    stripped = [lexicon.fold(word) for word in LOWER if lexicon.fold(word) != word]
    assert is_about(sum(form in LOWER for form in stripped), 18_544)


def test_as_many_glued_elisions_are_words_as_counted() -> None:
    hosts = [word for word in LOWER if word.isalpha() and lexicon.fold(word)[0] in "aeiouhœæ"]
    glued = {elision + host for elision in ELISIONS for host in hosts if elision + host in LOWER}
    assert is_about(len(glued), 7_433)


def test_as_many_words_merge_into_no_word_as_counted() -> None:
    keys = {lexicon.fold(word) for word in LOWER if lexicon.fold(word) != word}
    assert is_about(sum(key not in LOWER and len(FRENCH.plain(key)) > 1 for key in keys), 9_329)


@pytest.mark.parametrize(
    "pair",
    [
        *("à>a", "où>ou", "là>la", "dès>des", "côté>cote", "passé>passe", "sûr>sur", "dû>du"),
        *("réforme>reforme", "forêt>foret", "maïs>mais", "mûr>mur"),
    ],
)
def test_words_that_become_others_without_their_marks(pair: str) -> None:
    word, plain = pair.split(">")
    assert {word, plain} <= set(FRENCH.plain(plain))


@pytest.mark.parametrize("word", ["ça", "haïr", "déjà", "même", "être", "été", "très", "après", "près", "grâce"])
def test_words_that_become_none_without_their_marks(word: str) -> None:
    assert word in FRENCH
    assert not FRENCH.accepts(lexicon.fold(word))


def test_a_name_makes_its_capitalised_form_a_word_and_no_other() -> None:
    assert FRENCH.accepts("Grace")
    assert FRENCH.accepts("GRACE")
    assert not FRENCH.accepts("grace")


@pytest.mark.parametrize(
    ("form", "accepted"),
    [
        ("pont", True), ("Pont", True), ("PONT", True), ("l'", True), ("L’", True), ("aujourd’hui", True),
        ("dit-il", True), ("celui-la", True), ("dit-ol", False), ("-", False), ("", False), ("pont-", False),
        ("quil", False), ("leau", False), ("lUnion", False), ("dUne", True),
    ],
)  # fmt: skip
def test_forms_as_they_stand_in_texts(form: str, *, accepted: bool) -> None:
    assert FRENCH.accepts(form) is accepted


def test_frequency_is_that_of_the_form_in_any_case_word_or_not() -> None:
    assert [FRENCH.bucket(form) for form in ("très", "Très", "weekend", "raboterait", "zzz")] == [3, 3, 2, 0, 0]
    assert FRENCH.bucket("etre") >= lexicon.FREQUENT
    assert "etre" not in FRENCH


def test_words_of_a_key_come_by_frequency() -> None:
    words = FRENCH.plain("peche")
    assert {"pêche", "péché"} <= set(words)
    assert [FRENCH.bucket(word) for word in words] == sorted(map(FRENCH.bucket, words), reverse=True)
    assert FRENCH.plain("pont") == ("pont",)
    assert FRENCH.plain("zzz") == ()


def test_every_form_is_in_nfc_and_has_letters_only() -> None:
    assert all(is_normalized("NFC", word) for word in FRENCH)
    assert all(c.isalpha() or c in "-'" for word in FRENCH for c in word)


@given(st.text(max_size=20))
@example("\uac00")
def test_folding_is_the_same_for_both_normal_forms_and_does_nothing_twice(text: str) -> None:
    folded = lexicon.fold(text)
    assert lexicon.fold(normalize("NFD", text)) == lexicon.fold(normalize("NFC", text))
    assert lexicon.fold(folded) == folded


def test_letters_without_decomposition_are_not_folded() -> None:
    assert lexicon.fold("œæøłđßı") == "œæøłđßı"
    assert lexicon.fold("çñşğőąơÿÉ") == "cnsgoaoyE"


def test_a_lexicon_is_one_object_a_process_and_pickles_as_its_name() -> None:
    assert pickle.loads(pickle.dumps(FRENCH)) is FRENCH is lexicon.load("fr")
    assert len(pickle.dumps(FRENCH)) < 100
    assert repr(FRENCH) == "load('fr')"


def test_a_language_without_a_lexicon_is_refused() -> None:
    with pytest.raises(UnknownName, match="no lexicon for the language named 'xx'; there are: fr"):
        lexicon.load("xx")
    with pytest.raises(InvalidArgument, match="lang must be a str"):
        lexicon.load(None)  # type: ignore[arg-type]

"""Words in many scripts: where they begin and end, and that they are found again in their text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo
from typo.graphemes import is_joined
from typo.words import LONGEST, Lexicon, Words, count_words, find_words

FRENCH = ("l", "qu", "d")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        (" \t\r\n", []),
        ("?! … -- () 12 3,141", []),
        ("I can't, won't; it’s re-read.", ["I", "can't", "won't", "it’s", "re-read"]),
        ("'quoted' \"words\" -dash- end-", ["quoted", "words", "dash", "end"]),
        ("a1 b2b 3rd 2024", ["a1", "b2b", "3rd"]),
        ("one/two,three", ["one", "two", "three"]),
        ("cafe\u0301s nai\u0308ve", ["cafe\u0301s", "nai\u0308ve"]),
        ("\u0301abc", ["abc"]),
        ("क्षत्रिय और", ["क्षत्रिय", "और"]),
        ("می\u200cخواهم رفت", ["می\u200cخواهم", "رفت"]),
        ('צה"ל ו"שלום"', ['צה"ל', 'ו"שלום']),
        ("שָׁלוֹם", ["שָׁלוֹם"]),
        ("col·lecció", ["col·lecció"]),
        ("今日は AI", ["今", "日", "は", "AI"]),
        ("น้ำใจ", ["น้ำ", "ใ", "จ"]),
        ("한국어를 배운다", ["한국어를", "배운다"]),
        ("\U0001f469\u200d\U0001f467x", ["x"]),
        ("\ud800ab\0cd", ["ab", "cd"]),
    ],
)
def test_words_are_told_in_every_script(text: str, words: list[str]) -> None:
    assert [text[start:end] for start, end in find_words(text)] == words
    assert count_words(text) == len(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("L'été qu’on d'hier", ["L'", "été", "qu’", "on", "d'", "hier"]),
        ("aujourd'hui prud'homme", ["aujourd'hui", "prud'homme"]),
        ("l' homme", ["l", "homme"]),
    ],
)
def test_elided_words_stand_for_themselves(text: str, words: list[str]) -> None:
    assert [text[start:end] for start, end in find_words(text, elisions=FRENCH)] == words


def test_the_languages_elide_as_their_files_say() -> None:
    (french,) = (language for language in typo.languages() if language.code == "fr")
    assert french.count_words("Aujourd'hui, j’ai mangé jusqu'à midi.") == 7


@given(st.text("ab'-. \n\u0301\u200dกำ日1\"א", max_size=30) | st.text(max_size=30))
def test_the_words_of_a_text_are_those_of_its_pieces_and_cut_no_character(text: str) -> None:
    found = [(unit.start, unit.end) for unit in Words(text, Lexicon(len)) if unit.weight]
    assert found == find_words(text)
    assert not any(is_joined(text, place) for span in found for place in span)
    assert len(found) == count_words(text)


def test_a_lexicon_forgets_nothing_that_matters_and_keeps_no_long_pieces() -> None:
    lexicon = Lexicon(len)
    long = "a" * (LONGEST + 1)
    for _ in range(2):
        assert [unit.end - unit.start for unit in Words(f"ab {long} c/d", lexicon)] == [2, LONGEST + 1, 1, 1]
    assert long not in lexicon


def test_units_beyond_the_first_hundred_lie_where_they_are() -> None:
    text = " ".join(f"w{'o' * (index % 5)}rd" for index in range(300))
    words = Words(text, Lexicon(len))
    assert [text[unit.start : unit.end] for unit in words] == text.split(" ")
    assert words[5:7] == [words[5], words[6]]


@pytest.mark.parametrize("elisions", [(), FRENCH])
def test_a_chain_of_apostrophes_takes_no_longer_than_its_length(elisions: tuple[str, ...]) -> None:
    # No clock: a quadratic search would not come back within the suite's patience.
    assert len(find_words("a'" * 400_000, elisions=elisions)) == 1


@given(st.text("ab'é.,;:!?)(\n1 -", max_size=8))
def test_a_piece_that_is_plainly_one_word_has_the_words_that_any_piece_has(piece: str) -> None:
    expected = tuple((start, end, len(piece[start:end])) for start, end in find_words(piece))
    lexicon = Lexicon(len)
    assert lexicon.look_at(piece)[1] == expected
    if len(expected) < 2:
        assert lexicon[piece] == sum(weight for *_, weight in expected)
    assert lexicon.parts(piece) == expected

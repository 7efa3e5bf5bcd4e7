"""Laws of every keyboard layout."""

from __future__ import annotations

import pickle

import pytest

import typo_keyboards

every_layout = pytest.mark.parametrize("name", typo_keyboards.available())


@every_layout
def test_keystrokes_typed_back_give_the_character(name: str) -> None:
    layout = typo_keyboards.load(name)
    assert len(layout.characters) > 80
    for character in layout.characters:
        ((key, level),) = layout.keystrokes(character)
        assert layout.char(key, level) == character
        assert character in layout


@every_layout
def test_distance_and_neighbours_are_symmetric(name: str) -> None:
    layout = typo_keyboards.load(name)
    for a in layout.characters:
        for b, weight in layout.neighbours(a):
            assert weight in (1, 2)
            assert layout.distance(a, b) == layout.distance(b, a) <= 1.3
            assert a in dict(layout.neighbours(b)) or layout.keystrokes(a)[0][1] != layout.keystrokes(b)[0][1]


@every_layout
def test_every_letter_can_be_reached_from_every_other_by_neighbours(name: str) -> None:
    layout = typo_keyboards.load(name)
    letters = {c for c in layout.characters if c.isascii() and c.islower()}
    seen, queue = set(), ["a"]
    while queue:
        letter = queue.pop()
        if letter not in seen:
            seen.add(letter)
            queue += [c for c, _ in layout.neighbours(letter)]
    assert letters <= seen
    assert len(letters) == 26


def test_the_six_keys_around_a_key_are_its_neighbours() -> None:
    layout = typo_keyboards.load("us-qwerty")
    assert [c for c, _ in layout.neighbours("g")] == ["b", "f", "h", "t", "v", "y"]
    assert dict(layout.neighbours("g"))["f"] > dict(layout.neighbours("g"))["t"]
    assert [c for c, _ in layout.neighbours("G")] == ["B", "F", "H", "T", "V", "Y"]
    assert (layout.hand("t"), layout.hand("y"), layout.finger("p")) == ("left", "right", "little")


def test_the_jis_layout_has_its_own_signs() -> None:
    layout = typo_keyboards.for_language("ja")
    assert [c for c, _ in layout.neighbours("p")] == ["-", "0", ";", "@", "l", "o"]
    assert "[1] [2]" in layout.show()


def test_a_layout_pickles_as_what_loads_it() -> None:
    layout = typo_keyboards.load("us-qwerty")
    assert pickle.loads(pickle.dumps(layout)) is layout
    assert repr(layout) == "load('us-qwerty')"


def test_what_is_unknown_is_named() -> None:
    with pytest.raises(LookupError, match="did you mean us-qwerty"):
        typo_keyboards.load("us-qwertz")
    with pytest.raises(LookupError, match="language 'xx'"):
        typo_keyboards.for_language("xx")
    layout = typo_keyboards.load("us-qwerty")
    with pytest.raises(ValueError, match="no key for 'あ'"):
        layout.neighbours("あ")
    with pytest.raises(ValueError, match="level=7 is outside"):
        layout.char("a", 7)

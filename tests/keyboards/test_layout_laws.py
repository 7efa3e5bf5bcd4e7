"""Laws of all keyboard layouts and of many phone versions: each test goes through them all and lists what is wrong."""

from __future__ import annotations

import pickle
import unicodedata
from collections import defaultdict

import pytest

from typo_keyboards import Layout, available, load
from typo_keyboards.geometry import Key, apart

DESKTOP_REACH, PHONE_REACH = 1.3, 1.6


@pytest.fixture(scope="module")
def layouts() -> list[Layout]:
    """Load each layout once under its own id, and the phone version of those that have a friendlier name."""
    desktop = sorted({load(name).id for name in available()})
    named = sorted({load(name).id for name in available() if "-" in name and load(name).form != "flick"})
    return [load(name) for name in desktop] + [load(f"{name}@phone") for name in named]


def test_every_desktop_layout_has_a_phone_version() -> None:
    for name in available():
        if load(name).form != "flick":
            layout = load(f"{name}@phone")
            rows = [[key for key in layout.keys if key.spot.row == row] for row in (1, 2, 3)]
            assert all(len(row) <= 11 for row in rows), layout
            assert {key.at(0) for row in rows for key in row} <= {key.at(0) for key in load(name).keys}


def bar(layout: Layout) -> Key:
    """Return the space bar; of the flick board, that has none, the last key."""
    return next((key for key in layout.keys if key.spot.slot == "SPCE"), layout.keys[-1])


def printable(layout: Layout) -> list[str]:
    """List the characters that a slip may have to do with: no blanks (in Tibetan, the space bar makes a dot)."""
    there = [c for c in layout.characters if c.isprintable()]
    return [c for c in there if layout.form == "flick" or layout.keystrokes(c)[0][0] != bar(layout).name]


def is_letter(character: str) -> bool:
    return unicodedata.category(character[0])[0] in "LM"


def reach(layout: Layout) -> float:
    return PHONE_REACH if layout.form == "phone" else DESKTOP_REACH


def near_enough(layout: Layout, a: str, b: str) -> bool:
    """Tell whether any key that makes one character lies beside any that makes the other."""
    if layout.distance(a, b) <= reach(layout):
        return True
    ones, others = ([key for key in layout.keys if c in key.characters] for c in (a, b))
    return any(apart(one.spot, other.spot) <= reach(layout) for one in ones for other in others)


def test_there_are_hundreds_of_layouts_with_their_letters(layouts: list[Layout]) -> None:
    assert len(layouts) > 600
    assert [layout.id for layout in layouts if sum(map(is_letter, layout.characters)) < 20] == []
    assert [layout.id for layout in layouts if not layout.scripts] == []
    # For transcriptions, of whatever language.
    assert {layout.id.partition("@")[0] for layout in layouts if not layout.languages} == {"trans", "trans+qwerty"}
    assert {layout.form for layout in layouts} == {"iso", "ansi", "jis", "abnt2", "phone", "flick"}


def test_keystrokes_typed_back_give_the_character(layouts: list[Layout]) -> None:
    wrong = []
    for layout in layouts:
        if len({key.name for key in layout.keys}) != len(layout.keys):
            wrong.append((layout.id, "two keys of one name"))
        for character in layout.characters:
            strokes = layout.keystrokes(character)
            alone = len(strokes) > 1 or layout.char(*strokes[0]) == character
            if not alone or layout.typed(strokes) != unicodedata.normalize("NFC", character):
                wrong.append((layout.id, character))
            # More keys than one are pressed only where one alone would need AltGr.
            pressed = [level for key in layout.keys for level, made in enumerate(key.characters) if made == character]
            if len(strokes) > 1 and min(pressed) < 2:
                wrong.append((layout.id, character))
    assert wrong == []


def test_what_dead_keys_make_is_found_and_typed(layouts: list[Layout]) -> None:
    wrong, found = [], 0
    for layout in layouts:
        outputs = sorted({output for key in layout.keys for output in key.characters if len(output) > 1})
        for mark in (output[1:] for output in outputs if output[0] == "◌"):
            if f"◌{mark}" in layout.characters:
                wrong.append((layout.id, mark))
            for letter in "aeEouαεις":
                made = unicodedata.normalize("NFC", letter + mark)
                if letter in layout and len(made) == 1:
                    found += 1
                    if layout.typed(layout.keystrokes(made)) != made or not layout.neighbours(made):
                        wrong.append((layout.id, made))
    assert wrong == []
    assert found > 10_000


def test_neighbours_are_near_and_a_letter_has_a_letter_among_them(layouts: list[Layout]) -> None:
    wrong = []
    for layout in layouts:
        for character in (c for c in printable(layout) if len(layout.keystrokes(c)) == 1):
            beside = layout.neighbours(character)
            names = [c for c, _ in beside]
            near = [c for c in names if near_enough(layout, c, character)]
            far = [c for c in names if c not in near]
            if (
                names != sorted(set(names))
                or character in names
                or not names
                or {weight for _, weight in beside} - set(layout.weights)
                # What has no letter that near gets the nearest ones.
                or (far and near and (any(map(is_letter, near)) or not all(map(is_letter, far))))
                or (is_letter(character) and not any(map(is_letter, names)))
            ):
                wrong.append((layout.id, character, beside))
    assert wrong == []


def test_distances_and_neighbours_are_symmetric(layouts: list[Layout]) -> None:
    wrong = []
    for layout in layouts:
        strokes = {character: layout.keystrokes(character) for character in printable(layout)}
        level = {character: presses[0][1] for character, presses in strokes.items() if len(presses) == 1}
        for a in level:
            if layout.distance(a, a) != 0:
                wrong.append((layout.id, a, a))
            for b, weight in layout.neighbours(a):
                distance = layout.distance(a, b)
                if distance != layout.distance(b, a):
                    wrong.append((layout.id, a, b))
                # What is nearest to a far letter has nearer neighbours itself; AltGr letters have those without AltGr.
                if (
                    level[a] < 2
                    and level[a] == level.get(b)
                    and distance <= reach(layout)
                    and (a, weight) not in layout.neighbours(b)
                ):
                    wrong.append((layout.id, a, b))
    assert wrong == []


def test_every_key_is_reached_from_every_other_by_neighbours(layouts: list[Layout]) -> None:
    apart = []
    for layout in layouts:
        base = {key.at(0) for key in layout.keys} & set(printable(layout))
        beside = defaultdict(set)
        for a in base:
            for b, _ in layout.neighbours(a):
                beside[a].add(b)
                beside[b].add(a)
        seen: set[str] = set()
        queue = [min(base)]
        while queue:
            character = queue.pop()
            if character not in seen:
                seen.add(character)
                queue += beside[character]
        if base - seen:
            apart.append((layout.id, base - seen))
    assert apart == []


def test_every_character_has_a_hand_and_a_finger(layouts: list[Layout]) -> None:
    wrong = []
    for layout in layouts:
        touch = layout.form in ("phone", "flick")
        for character in layout.characters:
            on_bar = layout.keystrokes(character)[0][0] == bar(layout).name and layout.form != "flick"
            hands = {"both"} if on_bar else {"left", "right"}
            if layout.hand(character) not in hands or (layout.finger(character) == "thumb") != (on_bar or touch):
                wrong.append((layout.id, character))
    assert wrong == []


def test_layouts_are_drawn_and_pickle_as_what_loads_them(layouts: list[Layout]) -> None:
    wrong = []
    for layout in layouts:
        drawn, picture = layout.show(), layout.svg()
        framed = all(line.strip()[0] in "│┌├└" and line[-1] in "│┐┤┘" for line in drawn.split("\n"))
        shown = all(key.at(0).strip() in drawn for key in layout.keys if key.at(0).isprintable())
        if not framed or not shown or picture.count("<rect") != len(layout.keys):
            wrong.append(layout.id)
        if pickle.loads(pickle.dumps(layout)) is not layout:
            wrong.append(layout.id)
    assert wrong == []

"""What single layouts do: weights, dead keys, input by parts, phones, pictures, and what is unknown."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import pytest

from typo_keyboards import Layout, available, for_language, load


def test_the_six_keys_around_a_key_are_its_neighbours_and_those_of_its_row_weigh_five_times_as_much() -> None:
    layout = load("us-qwerty")
    assert layout.neighbours("g") == (("b", 1), ("f", 5), ("h", 5), ("t", 1), ("v", 1), ("y", 1))
    assert [c for c, _ in layout.neighbours("G")] == ["B", "F", "H", "T", "V", "Y"]
    assert (layout.hand("t"), layout.hand("y"), layout.finger("p")) == ("left", "right", "little")
    assert layout.distance("q", "p") == 9
    assert (layout.distance("f", "g"), layout.distance("f", "t"), layout.distance("f", "v")) == (1.0, 1.25, 1.118)


def test_the_space_bar_is_near_the_lowest_letters_and_nobodys_neighbour() -> None:
    layout = load("us-qwerty")
    assert [c for c in "zxcvbnm,./" if layout.distance(c, " ") <= 1.3] == list("xcvbnm,.")
    assert layout.distance(" ", "g") == 2
    assert layout.neighbours(" ") == ()
    assert (layout.hand(" "), layout.finger(" ")) == ("both", "thumb")


def test_the_neighbours_on_the_keys_of_romaji_are_as_published() -> None:
    frozen = json.loads((Path(__file__).parent / "ja-romaji.json").read_text("utf-8"))
    layout = for_language("ja")
    found = {character: layout.neighbours(character) for character in frozen}
    assert found == {
        character: tuple(
            zip(*(part if n == 0 else map(int, part) for n, part in enumerate(row.rsplit(" ", 1))), strict=True)
        )
        for character, row in frozen.items()
    }


def test_forms_of_boards_differ_in_the_keys_at_the_edge() -> None:
    assert load("us").form == "ansi"
    assert load("us").distance("\\", "]") == 1.25
    assert [load("de").keystrokes(c)[0][0] for c in "<#"] == ["<", "#"]
    assert (load("de").form, load("de").distance("<", "y"), load("de").distance("#", "ä")) == ("iso", 1.0, 1.0)
    assert (load("br").form, load("br").distance("/", ";")) == ("abnt2", 1.0)
    assert (load("jp").form, load("jp+kana").distance("ロ", "メ")) == ("jis", 1.0)


@pytest.mark.parametrize(
    ("name", "character", "parts"),
    [
        ("fr", "ê", ["◌̂", "e"]),
        ("fr", "Ë", ["◌̈", "E"]),
        ("de", "^", ["◌̂", " "]),
        ("de", "´", ["◌́", " "]),
        ("us+intl", "~", ["~"]),
        ("us+intl", "é", ["◌́", "e"]),  # not with AltGr
        ("fr-azerty", "œ", ["œ"]),
        ("cz", "ď", ["◌̌", "d"]),
        ("gr", "ΐ", ["◌́", "◌̈", "ι"]),
        ("vn", "ệ", ["ê", "̣"]),
        ("vn", "Ấ", ["Â", "́"]),
        ("il", "שׁ", ["ש", "ׁ"]),
        ("us+altgr-intl", "ø", ["ø"]),
        ("ja-kana", "が", ["か", "゙"]),
        ("ja-kana", "ぱ", ["は", "゚"]),
        ("ja-flick", "っ", ["つ", "◌小"]),
        ("ko-2set", "ㅘ", ["ㅗ", "ㅏ"]),
        ("ko-2set", "ㅃ", ["ㅃ"]),
        ("in", "क़", ["क", "़"]),
        ("bd", "ড়", ["ড়"]),
    ],
)
def test_a_character_is_typed_by_a_key_or_a_dead_key_or_its_parts(name: str, character: str, parts: list[str]) -> None:
    layout = load(name)
    strokes = layout.keystrokes(character)
    assert [layout.char(key, level) for key, level in strokes] == parts
    assert layout.typed(strokes) == character
    assert character in layout


def test_a_dead_key_that_does_not_fit_leaves_its_accent_before_the_letter() -> None:
    layout = load("fr")
    dead, e, q = (layout.keystrokes(c)[0] for c in ("◌̂", "e", "q"))
    assert layout.typed([dead, e, dead, q, dead]) == "ê^q^"
    assert layout.typed([dead, dead, e]) == "^ê"
    assert layout.typed([]) == ""
    # On the international US board the dead key for ´ is the key for '.
    international = load("us+intl")
    dead, bar = (international.keystrokes(c)[0] for c in ("◌́", " "))
    assert international.typed([dead, bar]) == "'"


def test_neighbours_of_a_letter_with_a_dead_key_have_the_mark_where_it_is_as_common() -> None:
    assert load("gr").neighbours("ό") == (("0", 1), ("9", 1), ("ί", 5), ("κ", 1), ("λ", 1), ("π", 5))
    assert {"z", "r", "d", "s"} <= dict(load("fr").neighbours("ê")).keys()  # and no ẑ
    # A letter of its own key keeps nobody's mark.
    assert dict(load("fr").neighbours("é")) == {"&": 5, '"': 5, "a": 1, "z": 1}


def test_letters_of_the_altgr_key_have_the_neighbours_of_their_key() -> None:
    layout = load("pl")
    assert layout.keystrokes("ą") == (("a", 2),)
    assert layout.neighbours("ą") == layout.neighbours("a")
    assert layout.neighbours("Ą") == layout.neighbours("A")


def test_flicks_slip_to_the_next_key_or_another_direction() -> None:
    layout = load("ja-flick")
    assert dict(layout.neighbours("か")) == {"あ": 5, "さ": 5, "な": 1, "き": 1, "く": 1, "け": 1, "こ": 1}
    assert "し" in dict(layout.neighbours("き"))
    assert layout.neighbours("が")


def test_a_phone_has_centred_rows_of_letters_and_more_under_held_keys() -> None:
    layout = load("fr-azerty@phone")
    rows = [[key.name for key in layout.keys if key.spot.row == row] for row in (1, 2, 3)]
    assert ["".join(row) for row in rows] == ["azertyuiop", "qsdfghjklm", "wxcvbn"]
    middles = [{sum(key.spot.x for key in layout.keys if key.spot.row == row)} for row in (1, 2, 3)]
    assert middles == [{0.0}] * 3
    assert layout.keystrokes("é")[0][0] == "e"
    assert layout.keystrokes("ù")[0][0] == "u"
    assert layout.distance("a", "q") == 1.4
    assert (layout.hand("q"), layout.hand("p"), layout.finger("q")) == ("left", "right", "thumb")
    assert load("fr+oss@phone") is layout
    assert dict(load("us@phone").neighbours("g")) == {"f": 5, "h": 5, "t": 1, "y": 1, "v": 1}


def test_letters_that_a_phone_hides_are_nobodys_neighbours() -> None:
    layout = load("ru@phone")
    assert [layout.keystrokes(c)[0][0] for c in "ёъ"] == ["е", "ь"]
    shown = {c for key in layout.keys for name in key.characters[:1] for c, _ in layout.neighbours(name)}
    assert not shown & set("ёъ")
    assert {"ü", "ö", "ä"} <= {key.name for key in load("de@phone").keys}
    assert load("de@phone").keystrokes("ß")[0][0] == "s"
    assert load("ara@phone").keystrokes("د") == (("د", 0),)


def test_a_keyboard_is_drawn_with_its_rows_set_off() -> None:
    drawn = load("us-qwerty").show().split("\n")
    q, a, z = (next(line.index(f"│{c} ") for line in drawn if f"│{c} " in line) for c in "qaz")
    assert (a - q, z - a) == (1, 2)
    assert drawn[0].startswith("┌───┬───┬")
    arabic = load("ara").show()
    assert "\u200eض\u200e" in arabic  # else a terminal turns the row around


def test_a_heat_map_colours_the_neighbours_by_their_weight() -> None:
    layout = load("fr-azerty")
    picture = ElementTree.fromstring(layout.svg(heat="d"))
    rects = list(picture.iter("{http://www.w3.org/2000/svg}rect"))
    assert sorted(rect.get("opacity", "") for rect in rects if rect.get("class") == "n") == ["0.30"] * 4 + ["0.70"] * 2
    assert sum(rect.get("class") == "c" for rect in rects) == 1
    assert "http" not in layout.svg(heat="<").replace("http://www.w3.org/2000/svg", "")
    assert ElementTree.fromstring(layout.svg(heat="&")) is not None


def test_aliases_and_equal_layouts_are_one_layout() -> None:
    assert load("de-qwertz") is load("de")
    assert load("fr-azerty") is load("fr+oss")
    assert load("au") is load("us-qwerty")
    assert {"fr-azerty", "us-qwerty", "de-qwertz", "ja-kana", "ko-2set", "ta-tamil99", "fr+bepo", "au"} <= set(
        available()
    )
    assert load("in+deva") is load("in")
    assert repr(load("de-qwertz")) == "load('de')"


def test_layouts_of_the_keys_themselves_have_names_of_their_own() -> None:
    telex, vni, us = load("vi-telex"), load("vi-vni"), load("us")
    assert telex.characters == vni.characters == us.characters
    assert (telex.languages, vni.languages) == (("vi",), ("vi",))
    assert "ế" not in telex


def test_layouts_written_by_hand_agree_with_compiled_ones_where_there_are_both() -> None:
    hiragana = {chr(code): chr(code + 0x60) for code in range(0x3041, 0x3097)} | {"\u3099": "゛", "\u309a": "゜"}
    by_slot = [
        {key.spot.slot: [hiragana.get(c, c) for c in key.characters[:2]] for key in load(name).keys}
        for name in ("ja-kana", "jp+kana")
    ]
    assert by_slot[0] == by_slot[1]
    us, korean, tamil = load("us"), load("ko-2set"), load("ta-tamil99")
    for layout, moved in ((korean, "qwertyuiopasdfghjklzxcvbnm\\"), (tamil, "qwertyuiop[]asdfghjkl;'zxcvbnm/")):
        assert [key.spot for key in layout.keys] == [key.spot for key in us.keys]
        same = [b.at(0) for a, b in zip(layout.keys, us.keys, strict=True) if a.at(0) == b.at(0)]
        assert set(same) | set(moved) == {key.at(0) for key in us.keys}
        assert not set(same) & set(moved)
    assert [korean.char(key, 0) for key in ("ㅂ", "ㅁ", "ㅋ")] == ["ㅂ", "ㅁ", "ㅋ"]
    assert [korean.hand(c) for c in "ㅂㅁㅋㅛㅗㅠ"] == ["left"] * 3 + ["right"] * 2 + ["left"]


def test_what_is_unknown_is_named() -> None:
    with pytest.raises(LookupError, match=r"named 'us-qwertz'; did you mean .*us-qwerty"):
        load("us-qwertz")
    with pytest.raises(LookupError, match=r"did you mean .*fr\+bepo"):
        load("bepo")
    for wrong in ("", "\n", "fr\tFrench", "#", "xkb", "fr@tablet", "@phone", "fr@phone@phone", "ja-flick@phone"):
        with pytest.raises(LookupError):
            load(wrong)
    with pytest.raises(TypeError, match="id must be a str, not int"):
        load(3)
    layout = load("us-qwerty")
    for unknown in ("あ", "", "ab", "\ud800", "e" + "\u0301" * 50):
        with pytest.raises(ValueError, match="has no key for"):
            layout.neighbours(unknown)
        assert unknown not in layout
    assert 3 not in layout
    with pytest.raises(ValueError, match="level=7 is outside the levels of the key 'a': 0, 1"):
        layout.char("a", 7)
    with pytest.raises(ValueError, match="level=-1 is outside"):
        layout.char("a", -1)
    for level in ("0", True, None):
        with pytest.raises(TypeError, match="level must be an int, not"):
            layout.char("a", level)  # type: ignore[arg-type]
    for ask in (layout.keystrokes, layout.neighbours, layout.hand, layout.finger):
        with pytest.raises(TypeError, match="a character must be a str, not int"):
            ask(3)  # type: ignore[arg-type]


def test_a_layout_can_be_made_by_hand() -> None:
    us = load("us")
    mine = Layout(
        "mine", "Mine", "ansi", ("en",), ("Latn",), us.keys, weights=(9, 1), pairs={"æ": ("a", "e")}, contextual=False
    )
    assert dict(mine.neighbours("g"))["f"] == 9
    assert mine.keystrokes("æ") == (("a", 0), ("e", 0))
    assert mine.typed(mine.keystrokes("æ")) == "æ"

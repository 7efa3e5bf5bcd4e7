"""Faults that published hand-made tables of keyboards have, and these layouts have not: one test each."""

from __future__ import annotations

import unicodedata

from typo_keyboards import Layout, for_language


def beside(layout: Layout, character: str) -> set[str]:
    return {c for c, _ in layout.neighbours(character)}


def are_beside(layout: Layout, pairs: str) -> bool:
    """Tell whether each pair of characters, a blank between the pairs, lies side by side."""
    return all(p[1] in beside(layout, p[0]) and p[0] in beside(layout, p[1]) for p in pairs.split())


def are_apart(layout: Layout, pairs: str) -> bool:
    return not any(p[1] in beside(layout, p[0]) or p[0] in beside(layout, p[1]) for p in pairs.split())


def test_english_rows_are_set_off_so_that_keys_have_two_neighbours_above_and_two_below() -> None:
    layout = for_language("en")
    assert are_beside(layout, "wa es rd sz dx")
    assert are_beside(layout, "qa ws ed az sx")
    assert beside(layout, "g") == set("fhtyvb")
    assert "'" in layout


def test_german_ss_lies_beside_0_and_p_and_ue_and_not_above_q() -> None:
    layout = for_language("de")
    assert beside(layout, "ß") == {"0", "p", "ü"}
    assert layout.distance("ß", "´") == 1
    assert layout.distance("ß", "q") > 9


def test_french_letters_with_accents_are_there_and_have_neighbours() -> None:
    layout = for_language("fr")
    for letter in "éèàçù":
        assert len(layout.keystrokes(letter)) == 1
        assert beside(layout, letter)
    for letter in "âêîôûëïüÂÊ":
        assert len(layout.keystrokes(letter)) == 2
        assert beside(layout, letter)
    assert all(letter in layout for letter in "œŒÉÈÀÇÿ")
    assert are_beside(layout, "éa éz èy èu ùm")


def test_greek_letters_with_tonos_take_a_dead_key_and_rows_are_in_line() -> None:
    layout = for_language("el")
    for letter in "άέήίόύώ":
        (dead, level), (plain, _) = layout.keystrokes(letter)
        assert (layout.char(dead, level), plain) == ("◌́", unicodedata.normalize("NFD", letter)[0])
    assert are_beside(layout, "ςα ςσ εσ εδ ρδ")
    assert are_apart(layout, "εα ρσ")


def test_russian_yo_lies_left_of_1_and_not_above_short_i() -> None:
    layout = for_language("ru")
    assert dict(layout.neighbours("ё")) == {"1": 5, "й": 1}  # й is the nearest letter, 1.8 key widths away
    assert layout.distance("ё", "й") > 1.3
    assert "ё" not in beside(layout, "й")


def test_arabic_rows_lie_as_on_the_keys_and_harakat_are_there() -> None:
    layout = for_language("ar")
    assert are_beside(layout, "ضش صش صس ثس ثي قي قب فب فل غل غا عا عت هت هن خن خم حم حك جك جط")
    assert all(mark in layout for mark in "ذًٌٍَُِّْ")
    assert layout.keystrokes("لا") == (("لا", 0),)


def test_hebrew_upper_row_begins_with_two_signs() -> None:
    layout = for_language("he")
    assert are_beside(layout, "קד קג רג רכ אכ אע טע טי וי וח ןח ןל םל םך פך פף")
    assert are_apart(layout, "קש רד אג")
    assert beside(layout, "ש") >= {"/", "'", "ד"}
    assert layout.hand(",") == layout.hand("ת") == "right"


def test_hindi_levels_are_levels_and_no_rows() -> None:
    layout = for_language("hi")
    assert layout.keystrokes("ख") == (("क", 1),)
    assert "क" not in beside(layout, "ख")
    assert all(layout.keystrokes(c)[0][1] == 1 for c in beside(layout, "ख"))
    assert (layout.keystrokes("य"), layout.keystrokes("य़")) == ((("य", 0),), (("य", 1),))
    assert layout.hand("ॉ") == layout.hand("ऑ") == "right"
    assert all(c in layout for c in "ॆॊऎऒ")


def test_bengali_rows_are_in_line_and_every_letter_has_one_hand() -> None:
    layout = for_language("bn")
    assert are_beside(layout, "েং ্ং ্ম িম িন ুন ুব পব পল রল রস")
    assert "ৃ" in layout
    assert (layout.hand("ব"), layout.hand("ভ")) == ("right", "right")
    assert all(c == c.strip() for c in layout.characters if c != " ")
    assert "ঁ" in layout


def test_armenian_sha_is_there() -> None:
    layout = for_language("hy")
    assert "շ" in layout
    assert beside(layout, "շ")


def test_georgian_letters_of_the_shift_key_lie_on_their_own_keys() -> None:
    layout = for_language("ka")
    keys = {shifted: layout.keystrokes(shifted)[0] for shifted in "ჭღთჟშძჩ"}
    assert keys == {
        "ჭ": ("წ", 1), "ღ": ("რ", 1), "თ": ("ტ", 1), "ჟ": ("ჯ", 1), "შ": ("ს", 1), "ძ": ("ზ", 1), "ჩ": ("ც", 1),
    }  # fmt: skip
    assert (layout.hand("ჟ"), layout.hand("შ")) == ("right", "left")


def test_tamil_vowel_signs_are_on_the_keys_of_their_vowels() -> None:
    layout = for_language("ta")
    for vowel, sign in zip("ஆஇஈஉஊஎஏஐஒஓஔ", "ாிீுூெேைொோௌ", strict=True):
        assert layout.keystrokes(sign) == ((vowel, 2),)
        assert layout.distance(vowel, sign) == 0
    assert beside(layout, "ி") >= {"ு"}
    assert are_beside(layout, "ழய ழந")
    assert [sum(key.at(0) == letter for key in layout.keys) for letter in "எகப"] == [1, 1, 1]

"""The slips of a word: an explicit distribution, and draws that follow it."""

from __future__ import annotations

import sys
from collections import Counter
from math import exp
from pathlib import Path
from typing import Literal
from unicodedata import category, is_normalized, normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typo.errors import InvalidArgument
from typo.keyed import Draws, digest
from typo.slips import SCALE, Slip, draw, profiles, slips
from typo.slips.symbols import kind, script

CASES = [
    tuple(line.split("\t"))
    for line in Path(__file__).with_name("slip_cases.tsv").read_text("utf-8").splitlines()
    if line and line[0] != "#"
]
WORDS = st.one_of(
    st.text(alphabet="abcdeêéiosTRßı'-’1 ", max_size=12),
    st.text(alphabet="приветЙёъ-ok", max_size=12),
    st.text(alphabet="aab", min_size=60, max_size=200),
    st.text(max_size=12),
)
DRAWN = 20_000
FEW = settings(max_examples=50)


def after(word: str, slip: Slip) -> str:
    return word[: slip.start] + slip.replacement + word[slip.end :]


def layout_of(word: str) -> str:
    return "ru" if any(script(letter) == "CYRILLIC" for letter in word) else "fr-azerty"


@pytest.mark.parametrize("profile", profiles())
@FEW
@given(word=WORDS)
def test_the_weights_of_all_slips_add_up_and_no_two_give_the_same_string(word: str, profile: str) -> None:
    found = slips(word, layout=layout_of(word), profile=profile)
    results = [after(word, slip) for slip in found]
    assert sum(slip.weight for slip in found) in (0, SCALE)
    assert all(slip.weight > 0 for slip in found)
    assert len({*results, word}) == len(results) + 1


@pytest.mark.parametrize("profile", profiles())
@FEW
@given(word=WORDS, key=st.integers(0, 1 << 32))
def test_a_drawn_slip_is_one_of_those_listed(word: str, profile: str, key: int) -> None:
    layout = layout_of(word)
    found = slips(word, layout=layout, profile=profile)
    drawn = draw(word, Draws(digest(key)), layout=layout, profile=profile)
    assert drawn is None if not found else drawn and drawn[:4] in [slip[:4] for slip in found]
    listed = {slip[:4]: slip.weight for slip in found}
    assert drawn is None or SCALE * exp(drawn[4]) == pytest.approx(listed[drawn[:4]], rel=1e-4, abs=64)


@given(word=WORDS)
def test_a_slip_brings_no_digit_no_sign_and_no_letter_of_another_script(word: str) -> None:
    found = slips(word, layout=layout_of(word), lang="fr")
    new = {letter for slip in found for letter in slip.replacement} - {*word, *word.swapcase()}
    assert {script(letter) for letter in new} <= {script(letter) for letter in word}
    assert all(category(letter)[0] in "LM" for letter in new)


@given(word=WORDS)
def test_a_slip_leaves_no_mark_at_the_start_and_text_as_composed_as_it_was(word: str) -> None:
    for written in (normalize("NFC", word), normalize("NFD", word)):
        form: Literal["NFC", "NFD"] = "NFC" if is_normalized("NFC", written) else "NFD"
        for slip in slips(written, layout=layout_of(written), lang="fr"):
            slipped = after(written, slip)
            assert is_normalized(form, slipped)
            assert not slipped or category(slipped[0])[0] != "M" or category(written[0])[0] == "M"


@pytest.mark.parametrize(("word", "layout", "lang", "slipped", "label"), CASES)
def test_a_word_can_slip_so_and_not_otherwise(word: str, layout: str, lang: str, slipped: str, label: str) -> None:
    labels = {after(word, slip): slip.label for slip in slips(word, layout=layout, lang=lang)}
    assert labels.get(slipped, "-") == label


@pytest.mark.parametrize("profile", profiles())
def test_draws_follow_the_listed_weights(profile: str) -> None:
    """Chi-square over all slips expected 5 times or more: a right draw passes the bound once in a million."""
    word = "window"
    expected = {slip[:4]: DRAWN * slip.weight / SCALE for slip in slips(word, layout="us-qwerty", profile=profile)}
    made = (draw(word, Draws(digest(n)), layout="us-qwerty", profile=profile) for n in range(DRAWN))
    seen = Counter(slip[:4] for slip in made if slip)
    often = {slip: count for slip, count in expected.items() if count >= 5}
    rest = DRAWN - sum(often.values())
    chi = sum((seen[slip] - count) ** 2 / count for slip, count in often.items())
    if rest >= 5:
        chi += (DRAWN - sum(seen[slip] for slip in often) - rest) ** 2 / rest
    freedom = len(often)
    # Wilson and Hilferty: a chi-square divided by its freedom, in the third root, is nearly normal.
    root = (chi / freedom) ** (1 / 3)
    assert (root - (1 - 2 / (9 * freedom))) / (2 / (9 * freedom)) ** 0.5 < 4.75


def test_uniform_gives_every_operation_a_quarter() -> None:
    shares = Counter[str]()
    for slip in slips("window", layout="us-qwerty", profile="uniform"):
        shares[{"double": "insert"}.get(slip.label, slip.label)] += slip.weight
    assert {label: round(100 * share / SCALE, 1) for label, share in shares.items()} == {
        "replace": 25,
        "insert": 25,
        "omit": 25,
        "transpose": 25,
    }


def test_keyboard_only_strikes_neighbouring_keys_only() -> None:
    found = slips("so", layout="us-qwerty", profile="keyboard-only")
    replaced = {after("so", slip) for slip in found if slip.label == "replace"}
    assert replaced == {"ao", "do", "wo", "eo", "zo", "xo", "si", "sp", "sk", "sl"}
    inserted = sum(slip.weight for slip in found if slip.label == "insert")
    doubled = sum(slip.weight for slip in found if slip.label == "double")
    assert inserted == pytest.approx(doubled, rel=1e-3)


@pytest.mark.parametrize("word", ["", "a", "I", "7", "12345", "--", "日本", "하나", "🙂🙂", "\u0301", "ア"])
def test_a_word_of_one_symbol_or_without_letters_of_the_layout_has_no_slip(word: str) -> None:
    assert slips(word, layout="us-qwerty") == ()
    assert draw(word, Draws(digest(1)), layout="us-qwerty") is None


def test_a_word_of_a_hundred_thousand_letters_is_drawn_from_without_listing() -> None:
    word = "abcdefghij" * 10_000
    drawn = [draw(word, Draws(digest(n)), layout="us-qwerty") for n in range(20)]
    assert all(slip and word[: slip[0]] + slip[2] + word[slip[1] :] != word for slip in drawn)
    assert len({slip[0] // 10_000 for slip in drawn if slip}) > 5


def test_a_long_word_slips_in_the_place_that_its_number_falls_into(monkeypatch: pytest.MonkeyPatch) -> None:
    module = sys.modules["typo.slips.drawer"]
    keys = module.drawer("us-qwerty", "desktop", "en")
    for word in ("abcdefghij" * 30, "Ab-1é" * 70, "aaab" * 100, "1" * 300):
        for number in (
            0,
            1,
            SCALE - 1,
            SCALE,
            SCALE * SCALE - 1,
            *(Draws(digest(word, n)).number() for n in range(50)),
        ):
            monkeypatch.setattr(module, "_WHOLE", 100)
            piecewise = keys.draw(word, number)
            monkeypatch.setattr(module, "_WHOLE", len(word))
            whole = keys.draw(word, number)
            assert piecewise == whole or piecewise == (*whole[:4], pytest.approx(whole[4]))


def test_a_long_run_of_one_letter_has_each_slip_once() -> None:
    found = slips("a" * 300, layout="us-qwerty")
    assert [slip.label for slip in found if slip.label in ("omit", "double", "transpose")] == ["omit", "double"]


def test_a_language_changes_the_weights() -> None:
    general = {after("receive", s): s.weight for s in slips("receive", layout="us-qwerty")}
    english = {after("receive", s): s.weight for s in slips("receive", layout="us-qwerty", lang="en")}
    assert general.keys() == english.keys()
    assert english["recieve"] > 2 * general["recieve"]


def test_letters_that_a_language_writes_and_no_key_makes_may_come() -> None:
    results = {after("hote", slip) for slip in slips("hote", layout="fr-azerty", lang="fr")}
    assert "hôte" in results


@pytest.mark.parametrize("arguments", [{"profile": "desk"}, {"profile": None}])
def test_an_unknown_profile_is_told(arguments: dict[str, str]) -> None:
    with pytest.raises(InvalidArgument, match=r"profile=.* is not one of: desktop, phone"):
        slips("word", layout="us-qwerty", **arguments)


def test_bytes_and_unknown_layouts_are_told() -> None:
    with pytest.raises(InvalidArgument, match="word must be a str, not bytes"):
        slips(b"word", layout="us-qwerty")  # type: ignore[arg-type]
    with pytest.raises(LookupError, match="us-qwerti"):
        slips("word", layout="us-qwerti")


def test_symbols_of_a_word_are_vowels_consonants_joints_or_foreign() -> None:
    assert "".join(map(kind, "naïveйё’7")) == "CVVCVCVJX"


@pytest.mark.parametrize(
    ("word", "layout"),
    [
        *[("İstanbul", "us-qwerty"), ("İstanbul", "tr-q"), ("IŞIK", "tr-q"), ("Iıpzö", "fi+classic")],
        *[("Ελληνικά", "el-standard"), ("ΣΑΣ", "el-standard"), ("Σς", "el-standard"), ("ΟΔΟΣ" * 130, "el-standard")],
        *[("Ž\u0301LC", "lv"), ("ёшо", "ru+phonetic"), ("Šžd", "lv+adapted"), ("أ\u200dۇأذ", "ara")],
    ],
)
@pytest.mark.parametrize("profile", ["desktop", "multypo"])
def test_capitals_and_marks_are_drawn_as_they_are_listed_and_listed_once(word: str, layout: str, profile: str) -> None:
    found = slips(word, layout=layout, profile=profile)
    listed = {slip[:3]: slip.weight / SCALE for slip in found}
    assert len({after(word, slip) for slip in found} - {word}) == len(found)
    for n in range(1000):
        drawn = draw(word, Draws(digest(n)), layout=layout, profile=profile)
        assert drawn is not None
        assert exp(drawn[4]) == pytest.approx(listed[drawn[:3]], rel=0.01)


@pytest.mark.parametrize(
    ("word", "slipped", "never"),
    [
        ("KIZ", {"KZ", "IKZ", "KUZ", "KIIZ"}, {"KıZ", "KiZ", "KŞZ"}),
        ("İZ", {"ŞZ", "Z", "Zİ", "İİZ"}, {"UZ", "iZ"}),
        ("Iz", {"Zı", "Uz"}, {"Zi", "Şz"}),
        ("izin", {"ziin"}, {"İzin", "i\u0307zin"}),
    ],
)
def test_the_two_turkish_i_have_their_own_keys_and_capitals(word: str, slipped: set[str], never: set[str]) -> None:
    made = {after(word, slip) for slip in slips(word, layout="tr", profile="keyboard-only", lang="tr")}
    assert made >= slipped
    assert made.isdisjoint(never)
    assert not any("i\u0307" in each for each in made)

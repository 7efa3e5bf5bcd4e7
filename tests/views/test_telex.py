"""Vietnamese by Telex and VNI: every correct syllable comes out of its own keys, in the style it is written in."""

from __future__ import annotations

from itertools import cycle, product
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.views.telex import Telex, Vni
from typo.views.vietnamese import STYLES, TONES, parted, written

INITIALS = [
    "",
    *[
        "b",
        "c",
        "ch",
        "d",
        "đ",
        "g",
        "gh",
        "gi",
        "h",
        "k",
        "kh",
        "l",
        "m",
        "n",
        "ng",
        "ngh",
        "nh",
        "p",
        "ph",
        "qu",
        "r",
        "s",
        "t",
        "th",
        "tr",
        "v",
        "x",
    ],
]
# Vowels that need a consonant after them, that may have one, and that have none (with the glide of "hoa", "thuy").
CLOSED = ["ă", "â", "iê", "oă", "uâ", "uô", "uyê", "ươ", "yê"]
EITHER = ["a", "e", "ê", "i", "o", "ô", "ơ", "oa", "oe", "u", "uê", "uơ", "uy", "ư", "y"]
OPEN = [
    "ai",
    "ao",
    "au",
    "ay",
    "âu",
    "ây",
    "eo",
    "êu",
    "ia",
    "iêu",
    "iu",
    "oai",
    "oao",
    "oay",
    "oeo",
    "oi",
    "ôi",
    "ơi",
    "ua",
    "uây",
    "ui",
    "uôi",
    "uya",
    "uyu",
    "ưa",
    "ưi",
    "ươi",
    "ươu",
    "ưu",
    "yêu",
]
FINALS = ["c", "ch", "m", "n", "ng", "nh", "p", "t"]
TONE = ["", *TONES.values()]
RHYMES = [
    *((vowels, final) for vowels in CLOSED + EITHER for final in FINALS),
    *((vowels, "") for vowels in EITHER + OPEN),
]
VIEWS = [Telex(), Vni()]


def spelt(initial: str, vowels: str, final: str) -> bool:
    """Tell whether a syllable is possible: gi and qu have a vowel of their own, and uơ with a final is written ươ."""
    if vowels == "uơ" and final:
        return False
    if initial == "qu":
        return vowels[0] not in "uoôơ" or vowels in ("ơ", "ô")
    if initial == "gi":
        return vowels[0] not in "iy" and vowels[:2] not in ("oa", "oe", "uy")
    return True


SYLLABLES = ["".join((initial, *rhyme)) for initial, rhyme in product(INITIALS, RHYMES) if spelt(initial, *rhyme)]


@pytest.mark.parametrize("view", VIEWS, ids=["telex", "vni"])
@pytest.mark.parametrize("style", STYLES)
def test_every_syllable_comes_out_of_its_own_keys(view: Telex | Vni, style: str) -> None:
    # Each has one of the six tones in its turn.
    for plain, tone in zip(SYLLABLES, cycle(TONE), strict=False):
        word = written([*plain], tone, style)
        keys = view.keys(word)
        assert keys is not None, word
        assert view.shown(word, keys) is None, word


@given(st.sampled_from(SYLLABLES), st.sampled_from(TONE), st.sampled_from(STYLES), st.data())
def test_capitals_and_decomposed_syllables_come_out_as_they_were(
    plain: str, tone: str, style: str, data: st.DataObject
) -> None:
    word = written([*plain], tone, style)
    for shape in (word.capitalize(), word.upper()):
        for form in (shape, normalize("NFD", shape)):
            view = data.draw(st.sampled_from(VIEWS))
            keys = view.keys(form)
            assert keys is not None
            assert view.shown(form, keys) is None


@given(st.sampled_from(SYLLABLES), st.sampled_from(TONE[1:]))
def test_a_tone_key_may_come_as_soon_as_there_is_a_vowel(plain: str, tone: str) -> None:
    word = written([*plain], tone, "old")
    keys = Vni().keys(word)
    assert keys is not None
    body, key = keys[:-1], keys[-1]
    after = 1 + next(at for at, letter in enumerate(body) if letter in "aeiouy")
    places = [at for at in range(after, len(body) + 1) if not body.startswith(("gi", "qu")) or at > 2]
    assert {Vni().shown("a", body[:at] + key + body[at:]) for at in places} == {word}


@given(st.sampled_from(SYLLABLES), st.sampled_from(TONE))
def test_a_syllable_is_parted_into_letters_and_tone(plain: str, tone: str) -> None:
    assert parted(written([*plain], tone, "new")) == ([*plain], tone)


@pytest.mark.parametrize(
    "word",
    [
        "computer",
        "café",
        "über",
        "ñandú",
        "cássa",
        "tíeng",
        "b2b",
        "tie\u0302\u0301ng tiếng",
        "привет",
        "가",
        "a" * 100,
    ],
)
def test_what_its_keys_would_not_come_out_as_cannot_be_typed(word: str) -> None:
    assert Telex().weigh(word) == 0


def test_keys_of_vni_are_digits_on_the_layout() -> None:
    view = Vni()
    keys = view.keys("Đường")
    assert keys is not None
    assert view.struck(keys) == "D9u7o7ng2"

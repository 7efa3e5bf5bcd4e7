"""What 20,000 drawn slips look like, against the profile's own numbers: operations, places, keys and hands."""

from __future__ import annotations

from collections import Counter

import pytest

from typo.keyed import Draws, digest
from typo.slips import draw, profiles, slips
from typo_keyboards import load

WORDS = ("receive", "document", "because", "little", "the", "keyboard", "separate", "address", "tomorrow", "window")
DRAWN = 20_000
# Of a share of a half 20,000 draws have a standard deviation of 0.35 points, so two points are more than five.
POINTS = 2.0

Slip = tuple[int, int, str, str]


def kinds(word: str, slip: Slip) -> list[str]:
    """Name a slip by operation, by third of the word, and by the keys and hands that it takes."""
    start, _, replacement, label = slip
    keys = load("us-qwerty")
    found = [f"operation {label}", f"third {min(3 * start // len(word), 2)}"]
    if label == "replace":
        beside = replacement in {letter for letter, _ in keys.neighbours(word[start])}
        found.append(f"replaced by a key {'beside' if beside else 'elsewhere'}")
    if label == "transpose":
        across = keys.hand(replacement[0]) != keys.hand(replacement[1])
        found.append(f"swapped {'across hands' if across else 'in one hand'}")
    return found


@pytest.mark.parametrize("profile", profiles())
def test_the_shares_of_drawn_slips_are_those_of_the_profile(profile: str) -> None:
    expected: Counter[str] = Counter()
    for word in WORDS:
        for slip in slips(word, layout="us-qwerty", profile=profile, lang="en"):
            for kind in kinds(word, slip[:4]):
                expected[kind] += slip.weight
    drawn: Counter[str] = Counter()
    for number in range(DRAWN):
        word = WORDS[number % len(WORDS)]
        made = draw(word, Draws(digest(profile, number)), layout="us-qwerty", profile=profile, lang="en")
        assert made is not None
        for kind in kinds(word, made[:4]):
            drawn[kind] += 1
    whole = sum(weight for kind, weight in expected.items() if kind.startswith("operation"))
    for kind, weight in expected.items():
        assert 100 * drawn[kind] / DRAWN == pytest.approx(100 * weight / whole, abs=POINTS), kind

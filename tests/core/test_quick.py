"""The quick way gives what the planner gives, and is really taken."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import typo
from typo import Perturber

WORDS = st.sampled_from(
    ["the", "quick,", "brown", "fox", "12", "lazy-dogs;", "don't", "(really)", "I", "e\u0301te\u0301", "ZZ", "naïve",
     "привет", "b2b", "x@y.z", "\n", "{n}", "…", "one/two", "U.S.", "14%", "$100", "M&S", "&lt;", "l'eau", "a\nb", "%s"]
)  # fmt: skip
TEXTS = st.lists(WORDS | st.text(max_size=3), max_size=30).map(" ".join) | st.text(max_size=20)


def planned(noisy: Perturber) -> Perturber:
    """Return the same Perturber without its quick way."""
    slow = Perturber(
        noisy.transform, rate=noisy.rate, seed=noisy.seed, min_edits=noisy.min_edits, max_edits=noisy.max_edits
    )
    object.__setattr__(slow, "_quick", None)
    return slow


@pytest.mark.parametrize(("lang", "profile"), [("en", "desktop"), ("en", "keyboard-only"), ("fr", "desktop")])
@given(TEXTS, st.integers() | st.text(max_size=3), st.sampled_from([0.0, 0.1, 0.5, 1.0]), st.sampled_from([0, 2]))
@example("one\ntwo three", 1, 1.0, 0)
@example(" ".join(["words"] * 300), 1, 1.0, 0)
def test_the_quick_way_gives_what_the_planner_gives(
    lang: str, profile: str, text: str, key: int | str, rate: float, least: int
) -> None:
    noisy = Perturber(
        typo.get("keyboard", lang=lang, profile=profile), rate=rate, min_edits=least, max_edits=None if least else 9
    )
    assert noisy.apply(text, key=key) == planned(noisy).apply(text, key=key)


def test_the_quick_way_is_taken_for_plain_sentences_and_only_for_them() -> None:
    noisy = Perturber(typo.get("keyboard"), rate=0.3)
    assert noisy._quick is not None
    for text in ("Nobody reads the manual twice.", "U.S. and/or U.K. prices rose 5% to $10.", "one\ntwo lines of text"):
        assert noisy._quick(text, 1) is not None
    for text in ("see https://example.org/a now", "", "12 34", "{name} of the user"):
        assert noisy._quick(text, 1) is None
    for other in (
        Perturber(typo.get("keyboard"), protect=("number",)),
        Perturber(typo.get("keyboard"), per="word"),
        Perturber(typo.get("fullwidth")),
    ):
        assert other._quick is None

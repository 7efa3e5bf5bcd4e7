"""The profile `multypo` is the algorithm of the transform of that name."""

from __future__ import annotations

from collections import defaultdict

import pytest

from typo.slips import SCALE, slips
from typo.slips.multypo import tables
from typo.transforms.multypo_board import layout
from typo.transforms.multypo_slips import Shares, Typist


# No letter of these lies beside the one after it, so that an inserted letter is never the next one once more.
@pytest.mark.parametrize(
    ("id", "word"), [("us-qwerty", "table"), ("us-qwerty", "an"), ("us-qwerty", "coffee"), ("ru", "дуб")]
)
def test_the_slips_of_a_word_have_the_chances_that_the_transform_gives_them(id: str, word: str) -> None:
    expected: dict[tuple[str, str], float] = defaultdict(float)
    typist = Typist(layout(id, *tables().neighbours), Shares(**tables().operations), published=False)
    for edit, chance in typist.slips(word):
        expected[edit.label, word[: edit.start] + edit.replacement + word[edit.end :]] += chance
    found: dict[tuple[str, str], float] = defaultdict(float)
    for slip in slips(word, layout=id, profile="multypo"):
        found[slip.label, word[: slip.start] + slip.replacement + word[slip.end :]] += slip.weight / SCALE
    # The scale is divided with a thousandth evenly, so that nothing that is possible gets nothing.
    assert found == pytest.approx(expected, rel=0.02, abs=2e-4)
    assert sum(found.values()) == pytest.approx(1)


def test_the_first_letter_stays_and_only_other_hands_are_transposed() -> None:
    found = [(slip.label, slip.start) for slip in slips("the", layout="us-qwerty", profile="multypo")]
    assert {start for _, start in found} == {1, 2, 3}
    assert "transpose" in {label for label, _ in found}
    assert "transpose" not in {slip.label for slip in slips("was", layout="us-qwerty", profile="multypo")}

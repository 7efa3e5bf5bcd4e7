"""Examples: the worst first, and what became of each under every condition."""

from __future__ import annotations

from collections.abc import Callable

from typo.edits import Edit
from typo.evaluation import Record, compare
from typo.evaluation.examples import choose, example

Make = Callable[..., Record]

TEXT = {"before": (("q", "ab"),), "after": (("q", "bb"),), "edits": (("q", Edit(0, 1, "a", "b")),)}


def records(make: Make, chances: dict[str, list[float]]) -> list[Record]:
    """Make answers of two options, by condition, with these probabilities of the right one."""
    clean = {"before": TEXT["before"], "after": TEXT["before"]}
    return [
        make(
            condition=condition, id=f"q{number}", answer=None, probabilities=(chance, 1 - chance),
            **(clean if condition == "original" else TEXT),
        )
        for condition, found in chances.items()
        for number, chance in enumerate(found)
    ]  # fmt: skip


def test_answers_that_turned_wrong_come_first_and_among_them_the_greatest_loss(make: Make) -> None:
    rows = compare(records(make, {"original": [0.9, 0.6, 0.99, 0.95], "low": [0.3, 0.45, 0.6, 0.1]}), resamples=10)
    assert [pair[0].id for _, pair in choose(rows, 4)] == ["q3", "q0", "q1", "q2"]


def test_an_example_shows_the_right_option_over_all_conditions(make: Make) -> None:
    rows = compare(records(make, {"high": [0.2], "original": [0.9], "low": [0.6]}), resamples=10)
    row = next(row for row in rows if row.condition == "high")
    shown = example(row, row.pairs[0], rows)
    assert [tuple(level) for level in shown.levels] == [
        ("original", 0.9, True), ("high", 0.2, False), ("low", 0.6, True),
    ]  # fmt: skip
    assert [level.condition for level in example(row, row.pairs[0]).levels] == ["original", "high"]


def test_an_answer_in_words_is_shown_as_it_is(make: Make) -> None:
    told = {"gold": None, "answer": None, "references": ("18",), "format": "gen"}
    rows = compare([make(response="18", **told), make(condition="r10", response="17", **told)], resamples=10)
    shown = example(rows[1], rows[1].pairs[0], rows)
    assert [side.answer for side in shown.sides] == ["18", "17"]
    assert [level.p_gold for level in shown.levels] == [None, None]

"""Laws 1 and 2: edit logs apply, invert, chain and project."""

from __future__ import annotations

import itertools
import pickle
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from typo import Edit, EditLog, InvalidArgument, SourceMismatch
from typo.strategies import edit_logs

# Few letters, so that edits often cancel each other out; a wide one and a lone surrogate, so that nothing
# depends on encoding.
LETTERS = st.text(alphabet="ab𠮷\ud800", max_size=8)
REPLACEMENTS = st.text(alphabet="abc", max_size=3)


@st.composite
def chains(draw: st.DrawFn, length: int) -> tuple[str, list[EditLog]]:
    source = text = draw(LETTERS)
    logs = []
    for _ in range(length):
        log = draw(edit_logs(text, replacements=REPLACEMENTS))
        logs.append(log)
        text = log.apply(text)
    return source, logs


def spans(text: str) -> st.SearchStrategy[tuple[int, int]]:
    place = st.integers(0, len(text))
    return st.tuples(place, place).map(lambda ends: (min(ends), max(ends)))


def is_touched(log: EditLog, start: int, end: int) -> bool:
    return any((e.start < end and start < e.end) or (e.start == e.end and start < e.start < end) for e in log.edits)


@given(chains(1))
def test_inverting_leads_back_and_twice_is_nothing(chain: tuple[str, list[EditLog]]) -> None:
    source, (log,) = chain
    target = log.apply(source)
    assert log.invert().apply(target) == source
    assert log.invert().invert() == log
    assert log.target_length == len(target)


@given(chains(2))
def test_chained_logs_do_what_one_after_the_other_does(chain: tuple[str, list[EditLog]]) -> None:
    source, (first, second) = chain
    both = first.then(second)
    assert both.apply(source) == second.apply(first.apply(source))
    assert both.invert().apply(both.apply(source)) == source
    assert first.then(first.invert()).apply(source) == source


@given(chains(3))
# Found by hand in an early version: the middle log takes back what the first one wrote.
@example(
    (
        "a",
        [
            EditLog([Edit(0, 1, "a", "b", "x")], 1),
            EditLog([Edit(0, 1, "b", "a", "y")], 1),
            EditLog([Edit(0, 0, "", "c", "z")], 1),
        ],
    )
)
def test_chaining_is_associative(chain: tuple[str, list[EditLog]]) -> None:
    source, (a, b, c) = chain
    left, right = a.then(b).then(c), a.then(b.then(c))
    assert left.apply(source) == right.apply(source)
    assert left.normal() == right.normal()


@given(chains(1))
def test_a_log_survives_json_and_its_normal_form_does_the_same(chain: tuple[str, list[EditLog]]) -> None:
    source, (log,) = chain
    assert EditLog.from_json(log.to_json()) == log
    assert log.normal().apply(source) == log.apply(source)
    assert log.normal().normal() == log.normal()
    borders = [(e.start, e.end) for e in log.normal().edits]
    assert all(before[1] < after[0] for before, after in itertools.pairwise(borders))


@given(chains(1))
def test_a_log_is_a_value(chain: tuple[str, list[EditLog]]) -> None:
    _, (log,) = chain
    for copy in (pickle.loads(pickle.dumps(log)), eval(repr(log))):
        assert copy == log
        assert hash(copy) == hash(log)


@given(chains(1), st.randoms(use_true_random=False))
def test_the_order_of_edits_given_does_not_matter_but_for_insertions_at_one_point(
    chain: tuple[str, list[EditLog]], random: Random
) -> None:
    _, (log,) = chain
    edits = [edit for edit in log.edits if edit.start < edit.end]
    shuffled = random.sample(edits, len(edits))
    assert EditLog(shuffled, log.source_length).edits == tuple(edits)


@given(chains(1))
def test_applying_is_replacing_from_the_end(chain: tuple[str, list[EditLog]]) -> None:
    source, (log,) = chain
    text = source
    for edit in reversed(log.edits):
        text = text[: edit.start] + edit.replacement + text[edit.end :]
    assert log.apply(source) == text


@given(chains(1), st.data())
def test_projection_is_monotone_and_total(chain: tuple[str, list[EditLog]], data: st.DataObject) -> None:
    source, (log,) = chain
    (a, b), (c, d) = data.draw(spans(source)), data.draw(spans(source))
    start, end = log.project(a, b)
    assert 0 <= start <= end <= log.target_length
    if a == b:
        assert start == end
    if a <= c and b <= d:
        later = log.project(c, d)
        assert start <= later[0]
        assert end <= later[1]
    assert log.project_point(a, side="left") <= log.project_point(a, side="right")
    assert log.project_point(a, side="right") <= log.project_point(b, side="right")
    assert log.project(0, len(source))[1] <= log.target_length


@given(chains(1), st.data())
def test_projection_is_exact_on_spans_that_no_edit_touches(
    chain: tuple[str, list[EditLog]], data: st.DataObject
) -> None:
    source, (log,) = chain
    start, end = data.draw(spans(source))
    if start < end and not is_touched(log, start, end):
        low, high = log.project(start, end)
        assert log.apply(source)[low:high] == source[start:end]
        assert log.unproject(low, high) == (start, end)


@given(chains(1), st.data())
def test_unprojecting_is_projecting_through_the_inverted_log(
    chain: tuple[str, list[EditLog]], data: st.DataObject
) -> None:
    source, (log,) = chain
    start, end = data.draw(spans(log.apply(source)))
    assert log.unproject(start, end) == log.invert().project(start, end)


@given(chains(1))
def test_projecting_an_edit_gives_its_replacement(chain: tuple[str, list[EditLog]]) -> None:
    source, (log,) = chain
    target = log.apply(source)
    for edit in log.edits:
        if edit.start < edit.end:
            low, high = log.project(edit.start, edit.end)
            assert target[low:high] == edit.replacement


@pytest.mark.parametrize(
    ("edits", "words"),
    [
        ([Edit(0, 2, "ab", "x"), Edit(1, 2, "b", "y")], "overlap"),
        ([Edit(0, 2, "ab", "x"), Edit(1, 1, "", "y")], "overlap"),
        ([Edit(0, 4, "abcd", "x")], "end=4 is above 3"),
        ([Edit(2, 1, "", "x")], "end=1 is below 2"),
        ([Edit(0, 1, "ab", "x")], "does not fill"),
        ([(0, 1, "a", "x", "")], "Edit values"),
    ],
)
def test_an_impossible_log_is_refused(edits: list[Edit], words: str) -> None:
    with pytest.raises(InvalidArgument, match=words):
        EditLog(edits, 3)


def test_a_log_refuses_a_foreign_text() -> None:
    log = EditLog([Edit(0, 1, "a", "x")], 3)
    with pytest.raises(SourceMismatch, match="3 characters"):
        log.apply("ab")
    with pytest.raises(SourceMismatch, match="'a' at 0"):
        log.apply("bbb")
    with pytest.raises(SourceMismatch, match="one of 5"):
        log.then(EditLog([], 5))
    with pytest.raises(SourceMismatch, match="expects"):
        log.then(EditLog([Edit(0, 1, "q", "r")], 3))


def test_edits_that_change_nothing_are_dropped_and_touching_ones_are_legal() -> None:
    log = EditLog([Edit(1, 1, "", "y"), Edit(0, 1, "a", "a"), Edit(1, 2, "b", ""), Edit(1, 1, "", "z")], 2)
    assert [e.replacement for e in log.edits] == ["y", "z", ""]
    assert log.apply("ab") == "ayz"


def test_a_log_cannot_be_changed() -> None:
    log = EditLog([], 0)
    with pytest.raises(AttributeError):
        log.edits = ()

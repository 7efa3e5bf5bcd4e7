"""Two judges look at every variant; what they flag is replaced, what they cannot say goes to a person."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

import pytest

from typo.benchmark import Design, Question, Triplet, build, check, read_triplets
from typo.benchmark.review import CRITERIA, INSTRUCTIONS, Case, Review, Verdict, cases_of, replace_flagged, review
from typo.benchmark.review.judges import Judge, read_reply
from typo.errors import InvalidArgument

Make = Callable[..., list[Question]]
DESIGN = Design(questions=5, held_out=1)
FINE = dict.fromkeys(CRITERIA, False)


@pytest.fixture(scope="module")
def questions(make_questions: Make) -> list[Question]:
    return make_questions("contes", 60)


@pytest.fixture(scope="module")
def triplets(questions: list[Question], tmp_path_factory: pytest.TempPathFactory) -> tuple[Triplet, ...]:
    path = tmp_path_factory.mktemp("review") / "fr.jsonl"
    build(questions, path, design=DESIGN)
    return read_triplets(path)


class Judging:
    """A judge that passes all cases but those it is told about, and counts."""

    def __init__(self, **replies: Any) -> None:
        self.replies = replies
        self.asked: list[str] = []
        self.lock = Lock()

    def __call__(self, case: Case, instructions: str) -> Any:
        assert instructions == INSTRUCTIONS
        with self.lock:
            self.asked.append(case.code)
        reply = self.replies.get(case.code.replace("-", "_"), FINE)
        if isinstance(reply, Exception):
            raise reply
        return reply


def judging(replies: dict[str, Any]) -> Judging:
    return Judging(**{code.replace("-", "_"): reply for code, reply in replies.items()})


def flagging(*names: str) -> dict[str, bool]:
    return {name: name in names for name in CRITERIA}


def test_every_variant_is_judged_by_both(triplets: tuple[Triplet, ...]) -> None:
    one, other = Judging(), Judging()
    found = review(triplets, {"one": one, "other": other})
    codes = [case.code for case in cases_of(triplets)]
    assert sorted(one.asked) == sorted(other.asked) == sorted(codes)
    assert len(set(codes)) == len(codes) == 2 * len(triplets)
    assert [case.code for case in found.cases] == codes
    assert set(found.by_triplet.values()) == {"passed"}
    assert (found.flagged, found.for_person) == ((), ())


def test_a_case_shows_original_variant_options_and_answer_and_not_the_level(triplets: tuple[Triplet, ...]) -> None:
    (made,) = [made for made in triplets if made.question.references][:1]
    case = cases_of([made])[1]
    prompt = case.prompt()
    for text in (
        *dict(made.question.fields).values(),
        *dict(made.high.fields).values(),
        *made.question.options,
        made.question.references[0],
    ):
        assert text in prompt
    assert "high" not in prompt
    assert made.question.id not in prompt


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("place", [0, 1])
def test_either_judge_flags_a_triplet(triplets: tuple[Triplet, ...], criterion: str, place: int) -> None:
    low = cases_of(triplets)[6]
    judges: list[Judge] = [Judging(), Judging()]
    judges[place] = judging({low.code: flagging(criterion)})
    found = review(triplets, {"one": judges[0], "other": judges[1]})
    assert found.flagged == (low.triplet,)
    assert found.verdicts[6][place].flags == (criterion,)


def test_an_invalid_reply_goes_to_a_person_who_decides(triplets: tuple[Triplet, ...]) -> None:
    first, second, third = cases_of(triplets)[0], cases_of(triplets)[3], cases_of(triplets)[5]
    one = judging({first.code: "Looks fine.", second.code: "?", third.code: "?"})
    other = judging({third.code: flagging("reference_conflict")})
    found = review(triplets, {"one": one, "other": other})
    assert found.for_person == (first, second)
    assert found.flagged == (third.triplet,)
    assert found.by_triplet[first.triplet] == "person"
    assert found.verdicts[0][0] == Verdict("one", None, "", "Looks fine.")
    decided = found.decided({first.code: Verdict("Ada", ()), second.code: Verdict("Ada", ("structural_damage",))})
    assert decided.for_person == ()
    assert set(decided.flagged) == {second.triplet, third.triplet}
    assert decided.by_triplet[first.triplet] == "passed"


def test_a_person_decides_known_cases_and_says_something(triplets: tuple[Triplet, ...]) -> None:
    found = review(triplets, {"one": Judging(), "other": Judging()})
    with pytest.raises(InvalidArgument, match="'c-0', which is the code of no case"):
        found.decided({"c-0": Verdict("Ada", ())})
    with pytest.raises(InvalidArgument, match="no valid verdict"):
        found.decided({found.cases[0].code: Verdict("Ada", None)})


@pytest.mark.parametrize(
    ("reply", "flags"),
    [
        (FINE, ()),
        (json.dumps(FINE), ()),
        (f"```json\n{json.dumps(FINE)}\n```", ()),
        (f"  {json.dumps({**FINE, 'comment': 'ok'})}\n", ()),
        (flagging("structural_damage"), ("structural_damage",)),
        (flagging(*CRITERIA), CRITERIA),
        ("", None),
        ("false", None),
        ("[]", None),
        (f"Here: {json.dumps(FINE)}", None),
        ({**FINE, "verdict": True}, None),
        (dict.fromkeys(CRITERIA[:3], False), None),
        ({**FINE, "structural_damage": "no"}, None),
        ({**FINE, "structural_damage": 0}, None),
        ({**FINE, "structural_damage": None}, None),
        ({**FINE, "comment": 3}, None),
        (json.dumps(FINE)[:-1] + ', "structural_damage": true}', None),
        ("[" * 100_000, None),
        (None, None),
        (object, None),
        (7, None),
    ],
)
def test_a_reply_is_read_strictly(reply: object, flags: tuple[str, ...] | None) -> None:
    assert read_reply("one", reply).flags == flags


def test_replies_are_kept_and_not_asked_for_again(triplets: tuple[Triplet, ...], tmp_path: Path) -> None:
    broken = cases_of(triplets)[9]
    kept = tmp_path / "replies.jsonl"
    one, other = judging({broken.code: ConnectionError("gone")}), judging({broken.code: "?"})
    with pytest.raises(ConnectionError, match="gone"):
        review(triplets, {"one": one, "other": other}, replies=kept, workers=1)
    again, still = Judging(), judging({broken.code: "?"})
    found = review(triplets, {"one": again, "other": still}, replies=kept)
    assert broken.code in again.asked
    assert not set(again.asked) & (set(one.asked) - {broken.code})
    assert set(one.asked) | set(again.asked) == {case.code for case in cases_of(triplets)}
    assert found.for_person == (broken,)
    fresh = review(triplets, {"one": Judging(), "other": judging({broken.code: "?"})})
    assert found == fresh


def test_replies_of_other_judges_are_refused(triplets: tuple[Triplet, ...], tmp_path: Path) -> None:
    kept = tmp_path / "replies.jsonl"
    review(triplets[:1], {"one": Judging(), "other": Judging()}, replies=kept)
    with pytest.raises(InvalidArgument, match="left from other work"):
        review(triplets[:1], {"one": Judging(), "third": Judging()}, replies=kept)
    with pytest.raises(InvalidArgument, match="left from other work"):
        review(triplets[:1], {"one": Judging(), "other": Judging()}, replies=kept, instructions="Be kind.")


def test_a_flagged_triplet_is_replaced_by_the_next_that_both_pass(
    triplets: tuple[Triplet, ...], questions: list[Question]
) -> None:
    bad = triplets[0]
    code = cases_of([bad])[0].code
    found = review(triplets, {"one": Judging(), "other": judging({code: flagging("reference_conflict")})})
    judges = {"one": Judging(), "other": Judging()}
    made = replace_flagged(triplets, found, questions, judges, design=DESIGN)
    (change,) = made.replaced
    assert (change.old, change.failed) == (bad.name, 0)
    assert made.triplets[0].name == change.new != bad.name
    assert made.triplets[1:] == triplets[1:]
    assert (made.triplets[0].factor, made.triplets[0].split) == (bad.factor, bad.split)
    assert change.new not in {triplet.name for triplet in triplets}
    assert check(made.triplets, questions=questions, design=DESIGN) == ()
    assert len(judges["one"].asked) == len(judges["other"].asked) == 2


def test_a_replacement_needs_two_valid_passes(triplets: tuple[Triplet, ...], questions: list[Question]) -> None:
    found = review(triplets, {"one": Judging(), "other": judging({cases_of(triplets)[0].code: flagging(CRITERIA[0])})})

    def replaced(one: Judging, other: Judging) -> Any:
        judges = {"one": one, "other": other}
        return replace_flagged(triplets, found, questions, judges, design=DESIGN).replaced[0]

    asked = Judging()
    first = replaced(asked, Judging())
    flagged, invalid = flagging("structural_damage"), "?"
    for reply in (flagged, invalid):
        # Whichever judge, whichever variant: the candidate does not pass, and the next one is taken.
        for code in asked.asked[:2]:
            assert replaced(judging({code: reply}), Judging()).failed == 1
            assert replaced(Judging(), judging({code: reply})).new != first.new


def test_where_no_question_is_left_that_is_said(triplets: tuple[Triplet, ...], questions: list[Question]) -> None:
    found = review(triplets, {"one": Judging(), "other": judging({cases_of(triplets)[0].code: flagging(CRITERIA[0])})})

    def never(case: Case, instructions: str) -> Any:
        return flagging("task_relevant_change")

    with pytest.raises(
        InvalidArgument, match=r"no question of 'contes' is left to replace .* did not pass both judges"
    ):
        replace_flagged(triplets, found, questions, {"one": never, "other": never}, design=DESIGN)


@pytest.mark.parametrize(
    ("judges", "message"),
    [
        ({}, "judges has 0 judges; it takes two"),
        ({"one": Judging()}, "judges has 1 judges"),
        ({"one": Judging(), "other": "gpt"}, r"judges\['other'\] must be callable, not str"),
    ],
)
def test_judges_that_are_none_are_refused(triplets: tuple[Triplet, ...], judges: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        review(triplets, judges)


def test_a_review_is_rows_of_plain_values(triplets: tuple[Triplet, ...]) -> None:
    found = review(triplets, {"one": Judging(), "other": judging({cases_of(triplets)[0].code: "?"})})
    rows = json.loads(json.dumps(found.to_rows()))
    assert len(rows) == len(found.cases)
    assert (rows[0]["status"], rows[0]["level"], rows[1]["level"]) == ("person", "low", "high")
    assert [verdict["judge"] for verdict in rows[0]["verdicts"]] == ["one", "other"]


def test_a_review_of_nothing_is_empty() -> None:
    assert review([], {"one": Judging(), "other": Judging()}) == Review((), ())

"""Combinators: shares, draws once a record, chained logs, limits over the whole."""

from __future__ import annotations

import pickle
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo
from typo import Mix, OneOf, Perturber, SomeOf, Sometimes, Then

WIDE, IME, KEYS = typo.get("fullwidth"), typo.get("ime_on"), typo.get("keyboard", lang="en")
TEXT = "Please review the attached tana manual before ten"


def labels(noisy: Perturber, keys: range) -> Counter[str]:
    return Counter(edit.label for key in keys for edit in noisy.apply(TEXT, key=key).edits)


def test_one_of_draws_one_kind_a_record_in_proportion_to_its_weight() -> None:
    noisy = Perturber(OneOf((WIDE, IME), weights=(3, 1)), rate=0.5)
    kinds = [{edit.label for edit in noisy.apply(TEXT, key=key).edits} for key in range(400)]
    assert all(len(kind) == 1 for kind in kinds)
    # 300 expected, standard deviation 8.7: five of them either way.
    assert 256 < sum(kind == {"fullwidth"} for kind in kinds) < 344


def test_some_of_mixes_exactly_as_many_kinds_as_it_says() -> None:
    noisy = Perturber(SomeOf((WIDE, IME, KEYS), n=2), rate=1)
    seen = Counter(
        frozenset("slip" if edit.label not in ("fullwidth", "ime_on") else edit.label for edit in result.edits)
        for result in (noisy.apply(TEXT * 5, key=key) for key in range(300))
    )
    assert {len(kinds) for kinds in seen} == {2}
    # 100 of each pair expected, standard deviation 8.2.
    assert all(59 < count < 141 for count in seen.values())
    assert len(seen) == 3


def test_sometimes_fires_once_a_record_whatever_the_rate_and_beats_the_minimum() -> None:
    low, high = (Perturber(Sometimes(WIDE, p=0.25), rate=rate, min_edits=1) for rate in (0.1, 1.0))
    fired = [key for key in range(400) if low.apply(TEXT, key=key).edits]
    # 100 expected, standard deviation 8.7.
    assert 56 < len(fired) < 144
    assert fired == [key for key in range(400) if high.apply(TEXT, key=key).edits]
    idle = low.apply(TEXT, key=next(key for key in range(400) if key not in fired))
    assert (idle.requested, idle.realised, idle.reason) == (0, 0, "no transform was drawn for this record.")
    assert all(not Perturber(Sometimes(WIDE, p=0), rate=1).apply(TEXT, key=key).edits for key in range(50))
    assert all(Perturber(Sometimes(WIDE, p=1), rate=1).apply(TEXT, key=key).edits for key in range(50))


@given(st.text("ab1 ", max_size=12), st.integers(), st.sampled_from([0.1, 0.5, 1.0]))
def test_then_does_what_one_perturber_after_another_does(text: str, key: int, rate: float) -> None:
    both = Perturber(Then((IME, WIDE)), rate=rate).apply(text, key=key)
    assert both.log.apply(text) == both.text
    assert both.log.invert().apply(both.text) == text
    if rate == 1:
        first = Perturber(IME, rate=1).apply(text)
        second = Perturber(WIDE, rate=1).apply(first.text)
        assert both.text == second.text
        assert both.log.normal().apply(text) == first.log.then(second.log).apply(text)


def test_then_gives_each_stage_its_rate_and_holds_the_limits_over_the_whole() -> None:
    stages = Then((KEYS, WIDE), rates=(0.0, 1.0))
    assert set(labels(Perturber(stages), range(3))) == {"fullwidth"}
    assert Perturber(stages, max_edits=2).apply(TEXT, key=1).realised == 2
    least = Perturber(Then((WIDE, IME)), rate=0, min_edits=3).apply("tana 12 mono", key=1)
    assert least.realised == 3
    # The last stage has no unit, so the one before makes up for it.
    only_first = Perturber(Then((WIDE, IME)), rate=0, min_edits=2).apply("12 34 56", key=1)
    assert [edit.label for edit in only_first.edits] == ["fullwidth"] * 2
    short = Perturber(Then((WIDE, IME)), rate=0, min_edits=9).apply("12 34", key=1)
    assert short.reason is not None
    assert short.reason.startswith("9 edits were asked for; only 2 of")


def test_then_protects_what_was_protected_in_the_source() -> None:
    noisy = Perturber(Then((IME, WIDE, KEYS)), rate=1)
    result = noisy.apply("tana tana https://example.org/tana tana", key=1, protect=[(0, 4)])
    low, high = result.log.project(0, 4)
    assert result.text[low:high] == "tana"
    assert "https://example.org/tana" in result.text


def test_then_runs_over_the_fields_of_a_record_at_once() -> None:
    noisy = Perturber(Then((IME, WIDE)), rate=0.5)
    results = noisy.fields({"one": "tana mono", "two": "12 34", "three": "はい"}, key="r")
    assert all(result.log.apply(result.source) == result.text for result in results.values())
    assert results["three"].text == "はい"
    assert sum(result.realised for result in results.values()) >= 2


def test_what_does_not_nest_has_no_sweep_and_no_plan_and_says_why() -> None:
    for transform in (Then((IME, WIDE)), Then((OneOf((IME, WIDE)),)), OneOf((Then((IME, WIDE)), WIDE))):
        with pytest.raises(typo.InvalidArgument, match="fewer edits are not a part of more"):
            Perturber(transform).sweep(TEXT, rates=(0.1, 0.2))
        with pytest.raises(typo.InvalidArgument, match="fewer edits are not a part of more"):
            typo.plan(TEXT, transform)


def test_what_is_drawn_once_a_record_nests() -> None:
    for transform in (OneOf((KEYS, WIDE)), SomeOf((KEYS, WIDE, IME), n=2), Sometimes(Mix((KEYS, WIDE)), p=0.5)):
        for key in range(20):
            low, high = Perturber(transform).sweep(TEXT, rates=(0.2, 0.7), key=key)
            assert set(low.edits) <= set(high.edits)
            assert typo.plan(TEXT, transform, key=key).at(0.2) == low.log


def test_a_choice_depends_on_the_place_where_it_stands() -> None:
    twice = Mix((Sometimes(WIDE), Sometimes(IME)))
    results = (Perturber(twice, rate=1).apply("tana " * 9, key=key) for key in range(60))
    seen = {frozenset(edit.label for edit in result.edits) for result in results}
    assert len(seen) == 4


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Mix((Then((WIDE,)), IME)), "cannot share one plan in a Mix"),
        (lambda: SomeOf((OneOf((Then((WIDE,)),)),)), "cannot share one plan in a SomeOf"),
        (lambda: OneOf(()), "at least one transform"),
        (lambda: OneOf((WIDE, IME), weights=(1,)), "must be a tuple of 2 integers"),
        (lambda: SomeOf((WIDE, IME), n=3), "n=3 is above 2"),
        (lambda: Sometimes(WIDE, p=1.5), r"p=1\.5 is outside 0\.\.1"),
        (lambda: Sometimes("fullwidth"), "typo.get turns a name into one"),  # type: ignore[arg-type]
        (lambda: Then((WIDE, IME), rates=(0.1,)), "must be a tuple of 2 numbers"),
        (lambda: Then((WIDE,), rates=(2,)), "rates=2 is outside"),
        (lambda: Then([WIDE]), "must be a tuple of at least one"),  # type: ignore[arg-type]
        (lambda: Mix((type(WIDE),)), "which is not a transform"),  # type: ignore[arg-type]
    ],
)
def test_combinators_check_their_parts_when_they_are_made(make: object, words: str) -> None:
    with pytest.raises(typo.InvalidArgument, match=words):
        make()  # type: ignore[operator]


def test_combinators_pickle_and_print_as_what_makes_them() -> None:
    from typo.slips import profiles  # noqa: F401
    from typo.transforms.ime_mode import ImeOn  # noqa: F401 - what a repr is made of
    from typo.transforms.keyboard import Keyboard  # noqa: F401
    from typo.transforms.width import FullWidth  # noqa: F401

    made = Then((OneOf((WIDE, IME)), Sometimes(SomeOf((WIDE, KEYS), n=1), p=0.3)), rates=(0.1, 0.2))
    assert eval(repr(made)) == made
    assert pickle.loads(pickle.dumps(made)) == made
    assert hash(made) == hash(pickle.loads(pickle.dumps(made)))


def test_then_ends_where_the_maximum_lets_no_stage_have_more() -> None:
    # Two slips in one word are one edit against the source, so the minimum may be out of reach.
    noisy = Perturber(Then((KEYS, KEYS)), rate=0.34, min_edits=2, max_edits=2)
    results = [noisy.apply("alpha bravo charlie", key=key) for key in range(40)]
    assert all(result.realised == 2 or result.reason for result in results)


def test_a_combinator_of_another_package_is_planned_through_its_stages() -> None:
    class Only:
        name, unit = "acme/only.v1", WIDE.unit

        def stages(self, record: bytes, path: tuple[str, ...]) -> tuple[typo.combine.Stage, ...]:
            return typo.combine.stages_of(WIDE, record, (*path, "only"))

    assert Perturber(Only(), rate=1)("AI 12") == "ＡＩ １２"
    assert Perturber(Mix((Only(), IME)), rate=1).apply("AI 12", key=1).realised == 2


def test_a_reason_lists_the_units_of_a_small_mix_and_sums_up_those_of_a_large_one() -> None:
    few = Mix((WIDE, IME))
    many = Mix((*few.transforms, KEYS, typo.get("zenkaku_space")))
    assert few.unit == "runs of half-width letters and digits or runs of ASCII letters"
    assert typo.perturb("...", transform=many, rate=1).reason == "there are no places for any of its kinds of errors."

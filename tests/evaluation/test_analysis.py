"""A whole study: arms, twins, pools, adjusted effects, temperatures."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from math import isnan
from typing import Any

import pytest

from typo.errors import InvalidArgument, UnknownName
from typo.evaluation import (
    METRICS,
    TRANSLATION,
    Answers,
    Comparison,
    Record,
    analyse,
    compare,
    fit_temperature,
    holm,
    paired_bootstrap,
)

Make = Callable[..., Record]
Table = dict[str, list[Record]]


@pytest.fixture
def study(table: Table) -> list[Record]:
    """Return the reference table with its held-out part, and with twins that are other conditions in disguise."""
    kept = [record for condition in ("original", "low", "high") for record in table[condition]]
    held = [record for condition in ("original", "low", "high") for record in table[f"held out {condition}"]]
    restored = [replace(record, twin="restored", condition="high") for record in table["low"]]
    control = [replace(record, twin="restored") for record in table["original"]]
    deleted = [replace(record, twin="deletion", condition="high") for record in table["deletion"]]
    return kept + held + restored + control + deleted


def row(rows: tuple[Comparison, ...], condition: str, benchmark: str = "quiz") -> Comparison:
    return next(found for found in rows if (found.condition, found.benchmark) == (condition, benchmark))


def test_the_four_arms_are_the_answers_at_one_and_at_the_fitted_temperature(study: list[Record], table: Table) -> None:
    high = row(compare(study, resamples=200), "high")
    assert list(high.arms) == ["none", "calibrated", "restored", "combined"]
    fitted = fit_temperature(Answers.of(table["held out original"])).value
    assert [arm.temperature for arm in high.arms.values()] == [1, fitted, 1, fitted]
    sources = (table["high"], table["high"], table["low"], table["low"])
    for arm, records in zip(high.arms.values(), sources, strict=True):
        answers = Answers.of(records).at(arm.temperature)
        for name, value in arm.scores.items():
            metric = METRICS[name]
            assert value == pytest.approx(float(metric.score(metric.statistics(answers).sum(axis=0))))
        assert sum(part.n for part in arm.curve) == 20
    original = row(compare(study, resamples=200), "original")
    assert list(original.arms) == ["none", "calibrated", "restored", "combined"]


def test_effects_are_against_the_original_in_the_same_arm_and_gains_against_doing_nothing(study: list[Record]) -> None:
    rows = compare(study, resamples=200)
    high, original = row(rows, "high"), row(rows, "original")
    for name, arm in high.arms.items():
        for metric, found in arm.effect.items():
            assert (found.before, found.after) == (original.arms[name].scores[metric], arm.scores[metric])
        for metric, found in arm.gain.items():
            assert (found.before, found.after) == (high.arms["none"].scores[metric], arm.scores[metric])
    assert high.arms["none"].gain == {}
    # Calibration moves no answer.
    assert high.arms["calibrated"].gain["acc"][2:] == (0, 0, 0, 1, 1)
    assert original.arms["restored"].gain["nll"].delta == 0


def test_one_bootstrap_for_all_gives_what_one_for_each_gives(study: list[Record], table: Table) -> None:
    found = row(compare(study, resamples=500), "low")
    metrics = list(METRICS.values())[:4]
    alone = paired_bootstrap(list(zip(table["original"], table["low"], strict=True)), metrics, resamples=500)
    for metric, estimate in zip(metrics, alone, strict=True):
        assert found.estimates[metric.name] == pytest.approx(estimate, abs=1e-9)


def test_twins_give_repairs_and_the_worth_of_the_edited_words(study: list[Record], reference: Any) -> None:
    rows = compare(study, resamples=200)
    high = row(rows, "high")
    assert high.deletion is not None
    expected = reference["deletion_control"]
    assert high.deletion.delta == pytest.approx(expected["high_minus_deletion"], abs=1e-12)
    assert high.deletion.before == pytest.approx(expected["mean_margin"]["deletion"], abs=1e-12)
    assert rows[0].deletion is None
    assert high.repair is not None
    # Right before restoration: 12 answers; after it, those of `low`: 14.
    assert high.repair.helpful - high.repair.harmful == 14 - 12
    control = row(rows, "original").repair
    assert control is not None
    assert (control.harmful, control.helpful) == (0, 0)
    assert row(rows, "low").repair is None


def test_of_an_original_nothing_is_deleted_and_without_probabilities_there_is_no_margin(
    study: list[Record], make: Make
) -> None:
    disguised = [
        replace(record, twin="deletion") for record in study if (record.condition, record.twin) == ("original", "")
    ]
    assert row(compare(study + disguised, resamples=10), "original").deletion is None
    generated = [
        make(format="gen"),
        make(format="gen", condition="r10"),
        make(format="gen", condition="r10", twin="deletion"),
    ]
    assert row(compare(generated, resamples=10), "r10").deletion is None


def test_no_temperature_is_fitted_on_restored_answers_and_none_without_held_out_ones(study: list[Record]) -> None:
    disguised = [
        replace(record, twin="restored", condition="original", held_out=True, id=f"{record.id}r")
        for record in study
        if record.held_out
    ]
    assert {fit.scope for fit in analyse(study + disguised, resamples=10).fits} == {"global", "benchmark", "condition"}
    assert analyse(study + disguised, resamples=10).fits == analyse(study, resamples=10).fits
    without = compare([record for record in study if not record.held_out], resamples=10)
    assert list(row(without, "high").arms) == ["none", "restored"]


def test_a_condition_restored_without_its_control_has_a_gain_and_no_effect(study: list[Record]) -> None:
    records = [record for record in study if (record.condition, record.twin) != ("original", "restored")]
    arm = row(compare(records, resamples=10), "high").arms["restored"]
    assert (arm.effect, list(arm.gain)[:2]) == ({}, ["acc", "brier"])


def test_the_checks_tell_which_losses_a_temperature_of_its_own_reverses(make: Make) -> None:
    # One benchmark is too sure, the other not sure enough: what they share mends the larger and harms the smaller.
    def of(benchmark: str, scale: float, count: int, held_out: bool) -> list[Record]:
        return [
            make(
                benchmark=benchmark, id=f"{held_out}{n}", answer=None, held_out=held_out, condition=condition,
                scores=(0.0, -scale) if n % 4 else (-scale, 0.0),
            )
            for n in range(count)
            for condition in ("original", "low")
        ]  # fmt: skip

    records = [
        one
        for name, scale, count in (("bold", 6.0, 80), ("shy", 0.3, 8))
        for held_out in (True, False)
        for one in of(name, scale, count, held_out)
    ]
    analysis = analyse(records, resamples=10)
    checks = {(check.benchmark, check.condition): check for check in analysis.checks}
    assert set(checks) == {(name, condition) for name in ("bold", "shy") for condition in ("original", "low")}
    bold, shy = checks["bold", "low"], checks["shy", "low"]
    assert bold.by_global < bold.none
    assert (bold.increased, bold.reversed) == (False, False)
    assert shy.by_global > shy.none > shy.by_benchmark
    assert (shy.increased, shy.reversed) == (True, True)
    assert shy.by_condition == pytest.approx(shy.by_global)  # its own condition is the original once more
    scopes = [(fit.scope, fit.benchmark, fit.condition) for fit in analysis.fits]
    assert scopes == [
        ("global", "all", "original"), ("benchmark", "bold", "original"), ("condition", "all", "low"),
        ("benchmark", "shy", "original"),
    ]  # fmt: skip


def test_a_loss_that_a_temperature_of_its_own_makes_too_is_not_reversed(make: Make) -> None:
    # What is held out was all right, what is scored is half wrong: the more sure, the worse.
    records = [
        make(
            id=f"{held_out}{n}", answer=None, condition=condition, held_out=held_out,
            scores=(0.0, -1.0) if held_out or n % 2 else (-1.0, 0.0),
        )
        for held_out in (True, False)
        for n in range(8)
        for condition in ("original", "low")
    ]  # fmt: skip
    for check in analyse(records, resamples=10).checks:
        assert check.by_global == check.by_benchmark > check.none
        assert (check.increased, check.reversed) == (True, False)


def parts(make: Make, *, benchmarks: tuple[str, ...], factors: tuple[str, ...], model: str = "m") -> list[Record]:
    return [
        make(
            model=model, benchmark=benchmark, factor=factor, condition=condition, id=str(n), group=f"g{n // 2}",
            answer=(n + (condition == "low") * (len(factor) % 2)) % 2,
        )
        for benchmark in benchmarks
        for factor in factors
        for condition in ("original", "low")
        for n in range(6)
    ]  # fmt: skip


def test_pools_are_made_where_there_are_several_and_keep_the_clusters_of_each_benchmark(make: Make) -> None:
    records = parts(make, benchmarks=("one", "two"), factors=("a", "bb"))
    rows = compare(records, pool=("benchmark", "factor"), resamples=10)
    sizes = {
        (found.benchmark, found.factor): (len(found.pairs), found.clusters)
        for found in rows
        if found.condition == "low"
    }
    assert sizes == {
        **{(benchmark, factor): (6, 3) for benchmark in ("one", "two") for factor in ("a", "bb")},
        **{("all", factor): (12, 6) for factor in ("a", "bb")},
        # The same group under two factors is one source.
        **{(benchmark, "all"): (12, 3) for benchmark in ("one", "two")},
        ("all", "all"): (24, 6),
    }
    assert len(compare(records, resamples=10)) == 8
    alone = compare(parts(make, benchmarks=("one",), factors=("a",)), pool=("benchmark", "factor"), resamples=10)
    assert {(found.benchmark, found.factor) for found in alone} == {("one", "a")}
    with pytest.raises(InvalidArgument, match="pool='model' is not one of: benchmark, factor"):
        compare(records, pool=("model",))
    with pytest.raises(InvalidArgument, match="the benchmark of a record is 'all'"):
        compare(parts(make, benchmarks=("all", "two"), factors=("a",)), pool=("benchmark",))


def test_p_values_are_adjusted_over_models_conditions_and_metrics_of_one_benchmark(study: list[Record]) -> None:
    others = [replace(record, model="another") for record in study]
    analysis = analyse(study + others, resamples=300)
    family = [
        effect for effect in analysis.effects
        if (effect.contrast, effect.arm) == ("perturbation", "none") and effect.metric in ("acc", "brier", "nll", "ece")
    ]  # fmt: skip
    assert len(family) == 2 * 2 * 4
    assert [effect.p_holm for effect in family] == list(holm([effect.p for effect in family]))
    assert all(isnan(effect.p_holm) for effect in analysis.effects if effect.metric in ("margin", "confidence"))
    assert not any(e.condition == "original" for e in analysis.effects if e.contrast == "perturbation")
    controls = [e for e in analysis.effects if e.condition == "original"]
    assert {effect.arm for effect in controls} == {"calibrated", "restored", "combined"}


def test_the_whole_analysis_is_plain_values(study: list[Record]) -> None:
    analysis = analyse(study, resamples=50)
    values = json.loads(json.dumps(analysis.to_dict(), allow_nan=False))
    assert set(values) == {"comparisons", "effects", "doses", "fits", "checks", "resampling", "held_out"}
    assert values["held_out"] == 30
    assert values["resampling"] == {"resamples": 50, "seed": 0, "level": 0.95}
    high = values["comparisons"][2]
    assert (high["condition"], high["n"], high["clusters"]) == ("high", 20, 6)
    assert high["arms"]["combined"]["gain"]["nll"]["delta"] == pytest.approx(
        row(analysis.comparisons, "high").arms["combined"].gain["nll"].delta
    )
    assert high["flips"]["quartiles"][0]["harmful"] == 2
    assert values["comparisons"][0]["flips"]["first_share"] is None
    assert analyse(study, resamples=50).to_dict() == analysis.to_dict()


def test_translations_are_compared_by_overlap_with_intervals(make: Make) -> None:
    text = "the bridge over the river closes at noon and opens again at two"
    words = text.split()
    most = {"original": 6, "r40": 4}
    records = [
        make(
            condition=condition, id=str(n), gold=None, answer=None, format=TRANSLATION,
            references=(" ".join(words[n : n + 6]),), response=" ".join(words[n : n + most[condition] + n % 2]),
        )
        for condition in ("original", "r40")
        for n in range(8)
    ]  # fmt: skip
    analysis = analyse(records, resamples=200)
    found = row(analysis.comparisons, "r40")
    assert (list(found.estimates), found.primary, found.flips) == (["chrf", "bleu"], "chrf", None)
    assert (found.harmed, found.unparsed) == (0, 0)
    assert found.estimates["chrf"].delta < -10
    assert found.estimates["chrf"].high < 0
    assert [effect.p_holm for effect in analysis.effects] == pytest.approx([4 / 201] * 2)


def test_answers_in_words_have_accuracy_and_flips(make: Make) -> None:
    told = {"gold": None, "answer": None, "references": ("18",), "format": "gen"}
    records = [
        make(condition=condition, id=str(n), response="18" if n or condition == "original" else None, **told)
        for condition in ("original", "r40")
        for n in range(4)
    ]
    found = row(compare(records, resamples=50), "r40")
    assert (found.estimates["acc"].delta, found.unparsed, found.harmed) == (-0.25, 0.25, 1)


TWINS: list[tuple[str, list[dict[str, Any]], str]] = [
    ("a document missing", [{"id": "2"}], r"document quiz/1 of quiz is missing from ime \(restored\)"),
    ("another right answer", [{"gold": 1}], r"quiz/1 of quiz has another right answer under ime \(restored\)"),
    ("no condition", [{"condition": "r10"}], r"quiz has answers to r10 \(restored\) and none to r10 itself"),
    ("twice", [{}, {}], r"quiz/1 comes twice under ime \(restored\)"),
]


@pytest.mark.parametrize(("told", "named"), [twin[1:] for twin in TWINS], ids=[twin[0] for twin in TWINS])
def test_a_twin_that_does_not_fit_is_refused(make: Make, told: list[dict[str, Any]], named: str) -> None:
    records = [make(), make(condition="ime")]
    with pytest.raises(InvalidArgument, match=named):
        compare([*records, *(make(**{"condition": "ime", "twin": "restored"} | row) for row in told)], resamples=10)


def test_an_unknown_metric_and_one_the_records_do_not_hold_are_named(make: Make) -> None:
    records = [make(), make(condition="ime")]
    with pytest.raises(UnknownName, match="no metric named 'breir'; did you mean brier"):
        compare(records, metrics=["breir"])
    for name in ("brier", "chrf"):
        named = rf"the metric {name} does not apply to document quiz/1 \(original\) of quiz, of format letters"
        with pytest.raises(InvalidArgument, match=named):
            compare(records, metrics=[name])
    with pytest.raises(InvalidArgument, match="metrics is empty"):
        compare(records, metrics=[])
    assert list(row(compare(records, metrics=["acc"], resamples=10), "ime").estimates) == ["acc"]


def test_a_study_of_held_out_records_only_has_nothing_to_compare(make: Make) -> None:
    with pytest.raises(InvalidArgument, match="nothing to compare"):
        analyse([make(held_out=True)])
    with pytest.raises(InvalidArgument, match="all documents of quiz under ime are held out"):
        analyse([make(), make(condition="ime", held_out=True)])


def test_a_level_outside_0_to_1_is_refused(make: Make) -> None:
    with pytest.raises(InvalidArgument, match="level=95"):
        compare([make(), make(condition="ime")], level=95)


def test_relative_drops_are_of_the_original_and_unknown_where_that_is_nothing(make: Make) -> None:
    answers = {"original": (0, 0, 1, 1), "ime": (0, 1, 1, 1)}
    records = [make(condition=c, id=str(n), answer=a) for c, found in answers.items() for n, a in enumerate(found)]
    assert row(compare(records, resamples=10), "ime").estimates["acc"].relative == -0.5
    none = [replace(record, gold=2) for record in records]
    assert isnan(row(compare(none, resamples=10), "ime").estimates["acc"].relative)

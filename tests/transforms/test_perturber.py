"""Perturbers: counts, limits, protection, errors."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest

import typo

RUNS = "a b c d e f g h i j"  # ten runs


def perturber(**options: object) -> typo.Perturber:
    return typo.Perturber(typo.get("fullwidth"), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "count"),
    [
        ({"rate": 0.0}, 0),
        ({"rate": 0.04}, 0),
        ({"rate": 0.05}, 1),
        ({"rate": 0.25}, 3),
        ({"rate": 1.0}, 10),
        ({"rate": 0.0, "min_edits": 2}, 2),
        ({"rate": 1.0, "max_edits": 4}, 4),
        ({"rate": 0.0, "max_edits": 0}, 0),
    ],
)
def test_counts_follow_the_rate_and_the_limits(options: dict[str, object], count: int) -> None:
    result = perturber(**options).apply(RUNS, key=1)
    assert (result.eligible, result.requested, result.realised) == (10, count, count)
    assert result.reason is None


def test_a_shortfall_is_explained() -> None:
    result = perturber(rate=0, min_edits=3).apply("a b", key=1)
    assert (result.eligible, result.requested, result.realised) == (2, 3, 2)
    assert result.reason == "3 edits were asked for; only 2 of 2 runs of half-width letters and digits could be edited."


def test_a_recipe_brings_its_defaults_and_an_argument_beats_them() -> None:
    recipe = typo.get("ja.fullwidth")
    assert (typo.Perturber(recipe).rate, typo.Perturber(recipe).min_edits) == (0.1, 1)
    assert typo.Perturber(recipe, min_edits=0).apply("a b", key=1).realised == 0
    assert typo.Perturber(typo.get("fullwidth")).min_edits == 0


def test_limits_of_a_record_hold_over_all_its_fields() -> None:
    results = perturber(rate=0.5).fields({"one": "a b", "two": "c d", "three": "はい"}, key=3)
    assert sum(result.realised for result in results.values()) == 2
    assert {result.requested for result in results.values()} == {2}
    assert results["three"].eligible == 0
    kept = perturber(rate=1).fields({"one": "a b", "two": "c"}, key=3, protect={"two": [(0, 1)]})
    assert (kept["one"].text, kept["two"].text) == ("ａ ｂ", "c")


def test_variants_are_exactly_as_many_and_begin_with_the_plain_call() -> None:
    noisy = perturber(rate=0.3)
    variants = noisy.variants(RUNS, n=20, key="k")
    assert len(variants) == 20
    assert variants[0] == noisy(RUNS, key="k")
    assert len(set(variants)) > 5
    assert noisy.variants(RUNS, n=0) == []


def test_a_strict_sweep_lifts_each_level_or_does_nothing_at_all() -> None:
    low, high = perturber(rate=0.1).sweep("a b c", rates=(0.4, 0.5), key=1, strict=True)
    assert (low.realised, high.realised) == (1, 2)
    levels = perturber(min_edits=1).sweep("a", rates=(0.1, 0.2), key=1, strict=True)
    assert [level.text for level in levels] == ["a", "a"]
    assert all("the levels need 2 edits and only 1 of 1" in (level.reason or "") for level in levels)


def test_a_strict_sweep_keeps_the_maximum() -> None:
    levels = perturber(max_edits=1).sweep(RUNS, rates=(0.1, 0.2), key=1, strict=True)
    reason = "the levels need 2 edits and max_edits=1 allows no more."
    assert [(level.realised, level.reason) for level in levels] == [(0, reason)] * 2


@pytest.mark.parametrize("rates", [0.1, None, "0.1"])
def test_the_rates_of_a_sweep_are_several(rates: Any) -> None:
    with pytest.raises(typo.InvalidArgument, match="must be several rates"):
        perturber(rate=0.1).sweep(RUNS, rates=rates, key=1)


def test_keys_of_numpy_are_whole_numbers_like_others() -> None:
    assert perturber(rate=0.5)(RUNS, key=np.int64(7)) == perturber(rate=0.5)(RUNS, key=7)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("はhttps://example.org/a1?b=cです", "https://example.org/a1?b=c"),
        ("www.example.orgへ", "www.example.org"),
        ("宛先はa.b+c@example.co.jpです", "a.b+c@example.co.jp"),
        ("`x1 = 2`を", "`x1 = 2`"),
        ("```py\nx = 1\n```の後", "```py\nx = 1\n```"),
        ('<a href="x1">は', '<a href="x1">'),
        ("A&amp;B", "&amp;"),
        ("{name1}と{{x}}と%(p1)sと${HOME}", "{name1}"),
        ("<|im_start|>user\nはい<|im_end|>", "<|im_start|>user"),
        ("[INST]はい[/INST]", "[INST]"),
    ],
)
def test_presets_keep_what_they_name(text: str, kept: str) -> None:
    assert kept in perturber(rate=1)(text)


def test_expressions_and_spans_keep_what_they_match() -> None:
    assert perturber(rate=1, protect=(r"v\d+",))("v12とv1とx") == "v12とv1とｘ"
    assert perturber(rate=1, protect=()).apply("a1 b2", key=1, protect=[(0, 2)]).text == "a1 ｂ２"
    assert perturber(rate=1, protect=())("https://a.b") == "ｈｔｔｐｓ://ａ.ｂ"


def test_an_expression_that_does_not_end_is_stopped() -> None:
    with pytest.raises(typo.InvalidArgument, match="was stopped"):
        perturber(protect=("(?:a|aa)+$",))("a" * 60 + "!")


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"rate": 1.5}, typo.InvalidArgument, r"rate=1\.5 is outside 0\.\.1"),
        ({"rate": float("nan")}, typo.InvalidArgument, "rate=nan is outside"),
        ({"rate": "0.1"}, typo.InvalidArgument, "rate must be a number in 0..1, not str"),
        ({"min_edits": -1}, typo.InvalidArgument, "min_edits=-1 is below 0"),
        ({"min_edits": 3, "max_edits": 2}, typo.InvalidArgument, "max_edits=2 is below 3"),
        ({"seed": 1.5}, typo.InvalidArgument, "seed must be an int, not float"),
        ({"protect": ("urls",)}, typo.UnknownName, "did you mean url"),
        ({"protect": ("(",)}, typo.InvalidArgument, "is not a regular expression"),
        ({"protect": "url"}, typo.InvalidArgument, "protect must be a tuple"),
    ],
)
def test_bad_arguments_are_refused_when_the_perturber_is_made(
    options: dict[str, object], error: type[Exception], words: str
) -> None:
    with pytest.raises(error, match=words):
        perturber(**options)


def test_bad_calls_are_refused() -> None:
    noisy = perturber()
    with pytest.raises(typo.InvalidArgument, match="text must be a str, not bytes; decode it first"):
        noisy(b"abc")  # type: ignore[arg-type]
    with pytest.raises(typo.InvalidArgument, match="key must be a str, an int or a tuple of these, not float"):
        noisy("abc", key=1.5)  # type: ignore[arg-type]
    with pytest.raises(typo.InvalidArgument, match="not bool"):
        noisy("abc", key=True)
    with pytest.raises(typo.InvalidArgument, match="end=9 is above 3"):
        noisy.apply("abc", protect=[(0, 9)])
    with pytest.raises(typo.InvalidArgument, match="2 keys for 1 texts"):
        noisy.batch(["a"], keys=[1, 2])
    with pytest.raises(typo.InvalidArgument, match="not one str"):
        noisy.batch("abc")
    with pytest.raises(typo.InvalidArgument, match="must rise"):
        noisy.sweep("abc", rates=(0.2, 0.1), strict=True)
    with pytest.raises(typo.InvalidArgument, match="exactly one of lang and transform"):
        typo.perturb("abc")
    with pytest.raises(typo.UnknownName, match="no language named 'jp'"):
        typo.perturb("abc", lang="jp")
    with pytest.raises(typo.InvalidArgument, match="turns a name into one"):
        typo.Perturber("fullwidth")  # type: ignore[arg-type]


def test_perturbers_and_results_pickle_and_print_as_what_makes_them() -> None:
    noisy = typo.Perturber(typo.Mix((typo.get("ja.ime"), typo.get("fullwidth")), weights=(2, 1)), rate=0.3, seed=4)
    assert pickle.loads(pickle.dumps(noisy)) == noisy
    result = noisy.apply("CPUとRAM", key=1)
    assert pickle.loads(pickle.dumps(result)) == result
    from typo import Edit, EditLog, Mix, Perturber, Recipe  # noqa: F401 - what a repr is made of
    from typo.transforms.ime_mode import ImeOn  # noqa: F401
    from typo.transforms.width import FullWidth  # noqa: F401

    assert eval(repr(noisy)) == noisy
    assert eval(repr(result.log)) == result.log
    assert str(result) == result.text


def test_a_mix_shares_its_edits_by_weight_and_nests() -> None:
    mix = typo.Mix((typo.get("fullwidth"), typo.get("ime_on")), weights=(3, 1))
    text = " ".join(["tana"] * 40)
    labels = [e.label for key in range(50) for e in typo.Perturber(mix, rate=0.25).apply(text, key=key).edits]
    assert len(labels) == 500
    # 375 expected, standard deviation 9.7: five of them either way.
    assert 326 < labels.count("fullwidth") < 424
    result = typo.Perturber(mix, rate=1).apply("abc 123", key=1)
    assert result.eligible == 2


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (((),), "at least one transform"),
        ((("fullwidth",),), "is not a transform"),
        (((typo.get("fullwidth"),), (1, 2)), "must be a tuple of 1 integers"),
        (((typo.get("fullwidth"),), (0,)), "weights=0 is below 1"),
    ],
)
def test_a_mix_checks_its_parts(arguments: tuple[object, ...], words: str) -> None:
    with pytest.raises(typo.InvalidArgument, match=words):
        typo.Mix(*arguments)  # type: ignore[arg-type]


def test_a_long_text_takes_time_in_proportion() -> None:
    # No clock: a quadratic planner would not come back from this within the suite's patience.
    text = "a1 " * 100_000
    result = perturber(rate=0.1).apply(text, key=1)
    assert (result.eligible, result.realised) == (100_000, 10_000)
    assert perturber(rate=1)("a" * 100_000) == "ａ" * 100_000


def test_one_call_after_another_takes_each_argument_as_it_is_given() -> None:
    text = "Nobody reads the manual twice."
    keyboard = typo.get("keyboard")
    for options in (
        {"rate": 0.4},
        {"rate": 1.0},
        {"rate": 1.0, "seed": 1},
        {"rate": 1.0, "protect": ["Nobody|manual"]},
    ):
        for _ in range(2):
            noisy = typo.Perturber(keyboard, min_edits=0, **options)
            assert typo.perturb(text, transform=keyboard, key=1, **options) == noisy.apply(text, key=1)
    with pytest.raises(typo.InvalidArgument, match="rate"):
        typo.perturb(text, transform=keyboard, rate=True)
    with pytest.raises(typo.InvalidArgument, match="protect"):
        typo.perturb(text, transform=keyboard, protect={"url"})  # type: ignore[arg-type]

"""Groups of models and languages, gaps of tuning, rates, subjects, and tokens."""

from __future__ import annotations

from collections.abc import Callable
from math import isnan
from pathlib import Path
from typing import Any

import pytest

from typo.edits import Edit
from typo.errors import InvalidArgument
from typo.evaluation import (
    Record,
    by_category,
    by_direction,
    by_language,
    by_model,
    changed_tokens,
    compare,
    dose_response,
    find_model,
    grouped,
    language_group,
    read_models,
    token_effect,
    tuning_gaps,
)

Make = Callable[..., Record]


def run(make: Make, *, right: dict[str, int], **told: Any) -> list[Record]:
    """Make ten answers a condition, so many of them right."""
    return [
        make(condition=condition, id=str(number), answer=0 if number < count else 1, **told)
        for condition, count in right.items()
        for number in range(10)
    ]


def test_the_models_that_come_along_are_sound() -> None:
    models = read_models()
    for model in models.values():
        if model.base:
            base = models[model.base]
            assert (base.tuned, model.tuned, base.family) == ("base", "instruct", model.family)
            assert base.parameters == model.parameters
    families = {model.family for model in models.values() if model.base}
    assert {"Qwen3", "Gemma 3", "OLMo 2"} <= families
    assert {model.tier for model in models.values()} == {"small", "medium", "large"}
    assert any(model.japanese for model in models.values())
    assert any(model.reasoning for model in models.values())


def test_rows_of_a_user_come_on_top_of_ours(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(
        '[[model]]\nid = "acme/typist"\nfamily = "Typist"\nparameters = 3\ntuned = "base"\ntier = "pocket"\n'
        '[[model]]\nid = "google/gemma-3-4b-it"\nfamily = "Other"\nparameters = 4\ntuned = "instruct"\n',
        "utf-8",
    )
    models = read_models(file)
    assert models["acme/typist"].tier == "pocket"
    assert models["google/gemma-3-4b-it"].family == "Other"
    assert len(models) == len(read_models()) + 1
    assert find_model(models, "typist") == models["acme/typist"]
    assert find_model(models, "nowhere") is None


ROW = '[[model]]\nid = "a"\nfamily = "F"\nparameters = 3\ntuned = "base"\n'


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[[model", "no TOML"),
        ('model = "a"', "model 1"),
        (ROW + "size = 3\n", "model 1: a model has no field size"),
        (ROW.replace("3", "0"), "parameters=0 must be a number above 0"),
        (ROW.replace("3", "true"), "parameters=True"),
        (ROW.replace('"base"', '"chat"'), "tuned='chat' is not one of: base, instruct"),
        (ROW + "japanese = 1\n", "japanese=1 must be true or false"),
        (ROW + '[[model]]\nid = "b"\n', "model 2: .*missing"),
        (ROW + ROW, "model 2: .*has a row already"),
        (ROW.replace("3", "inf"), "parameters=inf must be a number above 0"),
        ("", r"holds nothing; it must be tables \[\[model\]\]"),
        (ROW.replace("model]]", "models]]"), "holds models; it must be tables"),
    ],
)
def test_a_model_file_that_is_wrong_is_named_with_its_row(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(text, "utf-8")
    with pytest.raises(InvalidArgument, match=rf"mine\.toml.*{named}"):
        read_models(file)
    with pytest.raises(InvalidArgument, match=r"none\.toml cannot be read"):
        read_models(tmp_path / "none.toml")


def test_a_name_that_two_models_end_in_is_not_guessed() -> None:
    models = read_models()
    twice = {**models, "copy/gemma-3-4b-it": models["google/gemma-3-4b-it"]}
    twice["copy/gemma-3-4b-it"] = type(models["google/gemma-3-4b-it"])(
        id="copy/gemma-3-4b-it", family="F", parameters=4, tuned="instruct"
    )
    assert find_model(twice, "gemma-3-4b-it") is None
    assert find_model(twice, "google/gemma-3-4b-it") is models["google/gemma-3-4b-it"]


def test_comparisons_are_averaged_by_family_and_size(make: Make) -> None:
    sizes = {"Qwen/Qwen3-8B": (8, 6), "Qwen/Qwen3-4B": (6, 4), "google/gemma-3-4b-it": (9, 9), "own/unknown": (10, 0)}
    records = [
        record
        for model, (before, after) in sizes.items()
        for record in run(make, right={"original": before, "ime": after}, model=model)
    ]
    models = read_models()
    rows = grouped(compare(records, resamples=10), by_model(models, "family"), by_model(models, "tier"))
    found = {row.group: row for row in rows if row.condition == "ime"}
    assert set(found) == {("Qwen3", "medium"), ("Gemma 3", "medium")}
    both = found["Qwen3", "medium"]
    assert (both.n, both.metric) == (2, "acc")
    assert [both.before, both.after, both.delta, both.relative] == pytest.approx([0.7, 0.5, -0.2, -2 / 7])
    assert [row.n for row in grouped(compare(records, resamples=10))] == [4, 4]
    kinds = grouped(compare(records, resamples=10), by_model(models, "reasoning"))
    assert {row.group for row in kinds} == {("reasoning",), ("not reasoning",)}
    with pytest.raises(InvalidArgument, match="what='size' is not one of"):
        by_model(models, "size")


def test_pooled_comparisons_do_not_count_twice(make: Make) -> None:
    records = [
        record
        for benchmark in ("one", "two")
        for record in run(make, right={"original": 8, "ime": 4}, benchmark=benchmark)
    ]
    rows = grouped(compare(records, pool=("benchmark",), resamples=10))
    assert [row.n for row in rows] == [2, 2]


def test_languages_are_grouped_by_script_and_resources(make: Make) -> None:
    records = [
        record
        for language in ("fr", "de", "hy", "tlh")
        for record in run(make, right={"original": 8, "r10": 6}, language=language, benchmark=f"quiz_{language}")
    ]
    rows = compare(records, resamples=10)
    scripts = {row.group[0]: row.n for row in grouped(rows, by_language("script")) if row.condition == "r10"}
    assert scripts == {"Latn": 2, "Armn": 1}
    levels = {row.group[0]: row.n for row in grouped(rows, by_language("level")) if row.condition == "r10"}
    assert levels == {"high": 2, "low": 1}
    assert len(grouped(rows, by_language("language"))) == 8
    assert language_group("fr-CA") == language_group("fr")
    assert language_group("tlh") is None


def test_translations_are_grouped_by_direction(make: Make) -> None:
    told = {"gold": None, "answer": None, "format": "translation", "references": ("le pont",), "response": "le pont"}
    records = [
        make(condition=condition, benchmark=f"flores_{one}_{other}", language=one, target=other, **told)
        for condition in ("original", "r10")
        for one, other in (("en", "fr"), ("fr", "en"), ("en", ""))
    ]
    rows = grouped(compare(records, resamples=10), by_direction)
    assert {row.group[0] for row in rows} == {"en→fr", "fr→en"}


def test_an_instruct_model_is_set_beside_the_base_model_it_was_made_from(make: Make) -> None:
    rights = {"google/gemma-3-4b-pt": (8, 6), "google/gemma-3-4b-it": (10, 5), "google/gemma-3-1b-it": (5, 5)}
    records = [
        record
        for model, (before, after) in rights.items()
        for record in run(make, right={"original": before, "ime": after}, model=model)
    ]
    (gap,) = tuning_gaps(compare(records, resamples=10), read_models())
    assert (gap.base, gap.instruct, gap.condition) == ("google/gemma-3-4b-pt", "google/gemma-3-4b-it", "ime")
    found = [gap.base_delta, gap.instruct_delta, gap.base_relative, gap.instruct_relative, gap.difference]
    assert found == pytest.approx([-0.2, -0.5, -0.25, -0.5, -0.3])


def test_rates_are_put_in_order_with_the_slope_of_the_scores(make: Make) -> None:
    told = [("r40", 0.4, 5), ("original", None, 9), ("r70", 0.7, 2), ("r10", 0.1, 8)]
    edits = (("q", Edit(0, 1, "a", "b")),)
    texts = {"before": (("q", "aa"),), "after": (("q", "ba"),), "edits": edits, "eligible": 2}
    records = []
    for condition, rate, count in told:
        more = {"before": (("q", "aa"),), "after": (("q", "aa"),)} if rate is None else texts
        records += run(make, right={condition: count}, rate=rate, **more)
    (dose,) = dose_response(compare(records, resamples=50))
    assert [point.condition for point in dose.points] == ["original", "r10", "r40", "r70"]
    assert [point.rate for point in dose.points] == [0, 0.1, 0.4, 0.7]
    assert [point.realised for point in dose.points] == [0, 0.5, 0.5, 0.5]
    assert [point.score for point in dose.points] == [0.9, 0.8, 0.5, 0.2]
    assert dose.slope == pytest.approx(-1.0)


@pytest.mark.parametrize("rates", [(None, None), (0.1, 0.1), (0.1, None), (0.1, 0.4)])
def test_kinds_are_no_ladder(make: Make, rates: tuple[float | None, float | None]) -> None:
    records = run(make, right={"original": 9}) + run(make, right={"ime": 7}, rate=rates[0])
    assert dose_response(compare(records + run(make, right={"homophone": 5}, rate=rates[1]), resamples=10)) == ()


def test_kinds_that_share_rates_are_ladders_of_their_own(make: Make) -> None:
    scores = {"r10": 8, "naive_r10": 7, "r40": 4, "naive_r40": 1, "r40_paper": 3, "r10_paper": 6}
    records = run(make, right={"original": 9})
    for condition, right in scores.items():
        records += run(make, right={condition: right}, rate=0.1 if "r10" in condition else 0.4)
    doses = {dose.kind: dose for dose in dose_response(compare(records, resamples=10))}
    assert {kind: [point.condition for point in dose.points] for kind, dose in doses.items()} == {
        "": ["original", "r10", "r40"],
        "naive": ["original", "naive_r10", "naive_r40"],
        "paper": ["original", "r10_paper", "r40_paper"],
    }


def test_subjects_are_told_apart(make: Make) -> None:
    records = [
        make(condition=condition, id=str(n), category="law" if n < 6 else "", answer=int(condition == "ime" and n < 3))
        for condition in ("original", "ime")
        for n in range(10)
    ]
    (law,) = by_category(compare(records, resamples=10)[1])
    assert (law.category, law.n, law.before, law.after, law.relative) == ("law", 6, 1.0, 0.5, -0.5)


@pytest.mark.parametrize(
    ("before", "after", "count"),
    [("abc", "abc", 0), ("abc", "axc", 1), ("abc", "", 0), ("", "abc", 3), ("abc", "abcd", 1), ("abc", "bc", 0)],
)
def test_changed_tokens_are_those_that_were_not_there(before: str, after: str, count: int) -> None:
    assert changed_tokens(before, after) == count


def pair(make: Make, number: int, tokens: int, changed: int | None, answer: int) -> tuple[Record, Record]:
    return (
        make(id=str(number), tokens=10),
        make(id=str(number), condition="ime", tokens=tokens, changed_tokens=changed, answer=answer),
    )


def test_tokens_grow_and_answers_turn_where_they_do(make: Make) -> None:
    pairs = [pair(make, n, 10 + n, n, int(n >= 6)) for n in range(8)]
    effect = token_effect(pairs)
    assert effect is not None
    assert (effect.before, effect.after) == (80, 108)
    assert effect.growth == pytest.approx(0.35)
    assert effect.changed == pytest.approx(sum(n / (10 + n) for n in range(8)) / 8)
    assert [effect.growth_flipped, effect.growth_kept] == pytest.approx([0.65, 0.25])
    assert [(part.n, part.flips, part.harmful) for part in effect.quartiles] == [(2, 0, 0)] * 3 + [(2, 2, 2)]


def test_tokens_that_are_not_told_are_not_made_up(make: Make) -> None:
    assert token_effect([]) is None
    assert token_effect([(make(), make(condition="ime", tokens=3))]) is None
    effect = token_effect([pair(make, 0, 12, None, 0)])
    assert effect is not None
    assert isnan(effect.changed)
    assert effect.quartiles == ()
    assert isnan(effect.growth_flipped)

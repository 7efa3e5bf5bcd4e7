"""The report of a whole study: its sections, and that all of its outputs tell the numbers of the analysis."""

from __future__ import annotations

import csv
import html
import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import pairwise, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from typo import InvalidArgument
from typo.evaluation import Record, Report, analyse, hold_out, read_models
from typo.evaluation.report.charts import Curve, Point, curves
from typo.evaluation.report.formats import latex, markdown
from typo.evaluation.report.tables import Cell, Line, Table

Study = Callable[..., list[Record]]
Row = tuple[str, str, list[str]]

pytest.importorskip("jinja2", reason="needs the extra report")

MODELS = ("Qwen/Qwen3-4B-Base", "Qwen/Qwen3-4B", "google/gemma-3-27b-it")
FEW: dict[str, Any] = {"resamples": 1000}
HOSTILE = r"50% of_{#1} & $x^2$ ~\ <b>|`*"


@pytest.fixture(scope="module")
def whole(study_of: Study) -> Report:
    """A report that has every section but one, on the number of examples in the prompt."""
    told: dict[str, Any] = {"models": MODELS, "count": 10, "hurt": 6.0}
    records = [
        record
        for language in ("fr", "hy")
        for record in study_of(
            benchmarks=(f"quiz_{language}",), factors=("apostrophe", "keyboard"), language=language, shots=0,
            twins=("", "restored", "deletion"), **told,
        )
    ]  # fmt: skip
    return Report(analyse(hold_out(records), resamples=100), {"run": {"gpu": "GPU 0: Acme 1", "harness": "0.4.13"}})


@pytest.fixture(scope="module")
def page(whole: Report) -> str:
    return whole.to_html()


@pytest.fixture(scope="module")
def values(whole: Report) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(whole.to_json())
    return found


@pytest.fixture(scope="module")
def rows(page: str) -> list[Row]:
    return list(tables(page))


def tables(page: str) -> Iterator[Row]:
    """Yield the rows of all tables: caption of the table, heading of the group, cells."""
    for caption, table in re.findall(r'<p class="captioned"[^>]*>(.*?)</p>.*?(<table.*?</table>)', page, re.DOTALL):
        for body in re.findall(r"<tbody>(.*?)</tbody>", table, re.DOTALL):
            group = re.findall(r'scope="rowgroup"><span>(.*?)</span>', body)
            for row in re.findall(r"<tr>(.*?)</tr>", body, re.DOTALL):
                cells = re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL)
                texts = [html.unescape(re.sub("<[^>]*>", "", re.sub(" \\(worse\\)", "", cell))) for cell in cells]
                yield html.unescape(caption), html.unescape("".join(group)), texts


def shown(value: float | None, style: str) -> str:
    if value is None:
        return "–"
    text = f"{value:{style}}"
    return (text if re.search("[1-9]", text) else text.strip("+-")).replace("-", "−")


def test_every_section_is_there_and_one_is_missing(page: str) -> None:
    titles = re.findall(r"<h2[^>]*>(.*?)</h2>", page)
    assert titles == [
        "Results", "Differences from the original", "Effects on every metric", "Dose and response",
        "Restoration and calibration", "Calibration", "Flips", "Tokens", "Models", "Languages", "Subjects", "Examples",
        "Not in this report", "Signature",
    ]  # fmt: skip


def test_the_page_tells_the_numbers_of_the_json(values: dict[str, Any], rows: list[Row]) -> None:
    by_place = {(caption, group, cells[0]): cells for caption, group, cells in rows}
    comparisons = values["comparisons"]
    assert len(comparisons) == 3 * 9 * 3  # models, series with those that are pooled, conditions
    for row in comparisons:
        benchmark, factor = (f"all {name}s" if row[name] == "all" else row[name] for name in ("benchmark", "factor"))
        shots = f"{row['shots']} shot{'s' * (row['shots'] != 1)}"
        place = f"Differences from the original, {benchmark} · letters · {shots}", f"{row['model']} · {factor}"
        cells = by_place[(*place, row["condition"])]
        effect = row["arms"]["none"]["effect"]
        acc = effect["acc"]
        wanted = [row["condition"], str(row["n"]), str(row["perturbed"]), shown(acc["after"], ".3f")]
        others = [shown(effect[name]["after"], ".3f") for name in ("brier", "nll", "ece")]
        assert cells[:4] + cells[-3:] == wanted + others
        if row["condition"] != "original":
            assert cells[4] == shown(acc["delta"], "+.3f")
            ends = [shown(acc[end], "+.3f") for end in ("low", "high")]
            assert cells[5] == f"[{ends[0]}, {ends[1]}]"
            where = f"{benchmark} · letters · {factor} · {shots} · {row['model']}"
            flips = by_place["Answers that turned", where, row["condition"]]
            found = row["flips"]
            assert flips[1:5] == [str(found[name]) for name in ("n", "flips", "harmful", "helpful")]
            quartiles = [shown(part["rate"], ".1%").replace("%", " %") for part in found["quartiles"]]
            assert flips[6:10] == quartiles
            assert by_place["Tokens of the perturbed texts, and answers that changed", where, row["condition"]][
                2:4
            ] == [f"{row['tokens'][name]:,}" for name in ("before", "after")]


def test_effects_and_groups_are_those_of_the_json(values: dict[str, Any], rows: list[Row]) -> None:
    effects = {
        (row["factor"], row["shots"], row["model"], row["condition"], row["metric"]): row
        for row in values["effects"]
        if (row["benchmark"], row["contrast"], row["arm"]) == ("all", "perturbation", "none")
    }
    titles = {"accuracy": "acc", "Brier": "brier", "NLL": "nll", "ECE": "ece"}
    count = 0
    for caption, group, cells in rows:
        if caption.startswith("Effects of the conditions"):
            _, _, factor, shots, model = group.split(" · ")
            row = effects[factor.replace("all factors", "all"), int(shots[0]), model, cells[0], titles[cells[1]]]
            assert cells[2:5] == [shown(row["before"], ".3f"), shown(row["after"], ".3f"), shown(row["delta"], "+.3f")]
            assert cells[7:] == [shown(row["p"], ".4f"), shown(row["p_holm"], ".4f")]
            count += 1
    assert count == len([row for row in effects.values() if row["p_holm"] is not None])
    families = [row for row in values["groups"]["family"] if row["condition"] != "original"]
    found = [cells for caption, _, cells in rows if caption == "Mean drop by family and size"]
    wanted = sorted([*row["group"], row["condition"], shown(row["delta"], "+.3f")] for row in families)
    assert sorted([*cells[:3], cells[6]] for cells in found) == wanted


def test_markdown_and_latex_have_the_cells_of_the_page(whole: Report, page: str) -> None:
    one, other = whole.to_markdown(), whole.to_latex().replace("$-$", "−").replace(r"\%", "%")
    cells = {html.unescape(cell) for cell in re.findall(r"<td>([−+]?\d\.\d{3})</td>", page)}
    assert len(cells) > 100
    for cell in cells:
        assert f"| {cell} |" in one
        assert f"& {cell} " in other
    for row in re.findall(r"<u>(.*?)</u>", page):
        assert f"<ins>{html.unescape(row)}</ins>" in one
        assert rf"\underline{{{html.unescape(row)}}}" in other


def test_csv_holds_a_row_a_score_and_effect_unrounded(whole: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(whole.to_csv())))
    effects = whole.analysis.effects
    assert len([row for row in rows if row["contrast"]]) == len(effects)
    assert [float(row["delta"]) for row in rows if row["contrast"]] == [effect.delta for effect in effects]
    originals = [row for row in rows if not row["contrast"]]
    wanted = sum(
        len(arm.scores)
        for row in whole.analysis.comparisons
        if row.condition == "original"
        for arm in row.arms.values()
    )
    assert len(originals) == wanted


def test_underlined_are_the_drops_whose_adjusted_p_is_below_a_twentieth(study_of: Study) -> None:
    report = Report(analyse(study_of(count=60, hurt=6.0), **FEW), {})
    results = report.to_markdown().partition("## Differences")[0]
    for effect in report.analysis.effects:
        if (effect.metric, effect.contrast) == ("acc", "perturbation"):
            shown = f"<ins>{effect.after:.3f}</ins>" in results
            assert shown == (effect.p_holm < 0.05 and effect.delta < 0)
    assert "<ins>" in results


def test_the_average_is_over_benchmarks_and_only_where_all_have_the_condition(study_of: Study) -> None:
    rows = study_of(benchmarks=("one", "two"))
    less = [row for row in rows if (row.benchmark, row.condition) != ("two", "high")]
    report = Report(analyse(less, **FEW), {})
    (line,) = re.findall(r"average of the benchmarks:\n(.*)", report.table())
    scores = {
        (row.benchmark, row.condition): row.estimates["acc"].after
        for row in report.analysis.comparisons
        if row.benchmark != "all"
    }
    mean = (scores["one", "low"] + scores["two", "low"]) / 2
    assert re.search(rf" {mean:.3f} \(", line)
    assert line.rstrip().endswith("–")


def test_what_is_missing_says_why(study_of: Study) -> None:
    rows = [replace(row, category="", tokens=None, changed_tokens=None, rate=None) for row in study_of()]
    page = Report(analyse(rows, **FEW), {}).to_html()
    for title in (
        "Dose and response",
        "Restoration and calibration",
        "Tokens",
        "Models",
        "Languages",
        "Shots",
        "Subjects",
    ):
        assert re.search(rf"<dt>{title}</dt><dd>\w.{{20,}}\.</dd>", page), title
    assert "--hold-out 0.2" in page
    assert "not in it: some-model" in page


def test_texts_that_may_not_be_shown_are_shown_nowhere(study_of: Study) -> None:
    rows = study_of()
    private = [replace(row, before=(), after=(), edits=()) for row in rows]
    told = analyse(rows, **FEW)
    reports = (Report(analyse(private, **FEW), {}), Report(told, {}, examples=0))
    for report, reason in zip(reports, ("its licence or its owners forbid it", "left out on request"), strict=True):
        outputs = (report.to_html(), report.to_json(), report.to_csv(), report.to_markdown(), report.to_latex())
        for output in outputs:
            assert "which of these answers" not in output
        assert reason in outputs[0]
    assert "which of these answers" in re.sub("<[^>]*>", "", Report(told, {}).to_html())
    assert "which of these answers" not in Report(told, {}).to_json()


def test_an_example_shows_the_right_option_s_probability_under_all_conditions(study_of: Study) -> None:
    page = Report(analyse(study_of(), **FEW), {}, examples=3).to_html()
    lists = re.findall(r'<ul class="levels".*?</ul>', page, re.DOTALL)
    assert len(lists) == 3
    for found in lists:
        assert re.findall(r"<li>(\w+) ", found) == ["original", "low", "high"]
        assert len(re.findall(r"</span></span> [01]\.\d\d ", found)) == 3


def test_shots_stand_side_by_side(study_of: Study) -> None:
    records = [record for shots in (0, 5) for record in study_of(shots=shots, hurt=2.0 + shots)]
    report = Report(analyse(records, **FEW), {})
    (cells,) = [
        cells
        for caption, _, cells in tables(report.to_html())
        if caption == "Difference from the original by the number of shots" and cells[0] == "high"
    ]
    deltas = {row.shots: row.estimates["acc"].delta for row in report.analysis.comparisons if row.condition == "high"}
    assert [cell[:6] for cell in cells[1:]] == [shown(deltas[shots], "+.3f") for shots in (0, 5)]
    assert deltas[5] < deltas[0]


def test_examples_are_of_all_models_and_benchmarks(study_of: Study) -> None:
    rows = study_of(models=("one", "two"), benchmarks=("first", "second"), hurt=6.0)
    page = Report(analyse(rows, **FEW), {}, examples=4).to_html()
    shown = re.findall(r'<p class="where"><b>(.*?)</b> <span>letters · (.*?)</span> <span>(.*?)/', page)
    assert {(model, benchmark) for _, model, benchmark in shown} == set(product(("one", "two"), ("first", "second")))
    assert {condition for condition, _, _ in shown} == {"low", "high"}


def test_models_of_one_s_own_are_grouped_too(study_of: Study, tmp_path: Any) -> None:
    file = tmp_path / "mine.toml"
    rows = "".join(
        f'[[model]]\nid = "acme/{name}"\nfamily = "{name.title()}"\nparameters = {size}\ntuned = "base"\n'
        for name, size in (("one", 1), ("two", 20))
    )
    file.write_text(rows, "utf-8")
    analysis = analyse(study_of(models=("acme/one", "acme/two")), **FEW)
    assert "Mean drop by family and size" not in Report(analysis, {}).to_html()
    page = Report(analysis, {}, models=read_models(file)).to_html()
    assert "Mean drop by family and size" in page
    assert "billions of parameters" in page


def test_a_page_of_three_models_and_six_conditions_is_below_a_megabyte(study_of: Study) -> None:
    levels = [("original", 0.0), *((f"condition_{n}", 0.1 + n / 20) for n in range(5))]
    rows = study_of(models=MODELS, benchmarks=("one", "two", "three"), levels=levels, count=10)
    facts = {f"{row.model} {row.benchmark} {row.condition}": {"recipe": "x" * 1000 + row.condition} for row in rows}
    assert len(Report(analyse(rows, resamples=50), facts).to_html().encode()) < 1_000_000


def test_translations_are_told_by_chrf_and_by_direction(make: Callable[..., Record]) -> None:
    records = [
        make(
            benchmark=f"flores_{one}_{other}", format="translation", condition=condition, id=str(n), gold=None,
            answer=None, references=(f"sentence number {n} of many",), language=one, target=other,
            response=f"sentence number {n} of " + ("many" if condition == "original" or n % 3 else "mny"),
        )
        for one, other in (("de", "en"), ("en", "de")) for condition in ("original", "r40") for n in range(12)
    ]  # fmt: skip
    report = Report(analyse(records, **FEW), {})
    assert "ChrF of each model" in report.table()
    page = report.to_html()
    assert "Mean drop by direction of translation" in page
    assert "de→en" in page
    original, changed = report.analysis.comparisons[-2:]
    assert f"<td>{changed.estimates['chrf'].after:.1f}" in page.replace("<u>", "")
    assert original.estimates["chrf"].after == pytest.approx(100)
    for title in ("Calibration", "Flips"):
        assert f"<dt>{title}</dt>" in page


def test_facts_are_told_once_by_what_they_depend_on(study_of: Study) -> None:
    facts = {
        f"{model} {task}": {"model": model, "task": task, "gpu": gpu, "recipe": recipe, "harness": "0.4.13"}
        for model, gpu in (("a", "Acme 1"), ("b", "Acme 2"))
        for task, recipe in (("x", "<first>"), ("y", "<second>"))
    } | {"records.jsonl": {"records": "records.jsonl"}}
    page = Report(analyse(study_of(), **FEW), facts).to_html().partition('id="signature"')[2]
    for told in ("Acme 1", "Acme 2", "&lt;first&gt;", "&lt;second&gt;"):
        assert page.count(told) == 1
    for heading in ("model a", "model b", "task x", "task y", "records.jsonl"):
        assert f"<h3>{heading}</h3>" in page


def test_a_number_of_examples_below_zero_is_refused(study_of: Study) -> None:
    with pytest.raises(InvalidArgument, match="examples=-1"):
        Report(analyse(study_of(), **FEW), {}, examples=-1)


def test_the_purpose_is_said(whole: Report, page: str) -> None:
    for text in (page, whole.to_markdown()):
        assert "infer how well somebody knows a language" in text


def test_hostile_names_are_escaped_in_latex_and_markdown() -> None:
    table = Table("t", HOSTILE, ("a", HOSTILE), (Line((Cell(HOSTILE), Cell("-0.5", HOSTILE, drop=True)), HOSTILE),))
    made = "\n".join(latex(table))
    escaped = (
        r"50\% of\_\{\#1\} \& \$x\textasciicircum{}2\$ \textasciitilde{}\textbackslash{} \textless{}b\textgreater{}"
    )
    assert made.count(escaped) == 5
    assert r"\underline{$-$0.5}" in made
    # What is left after all that is escaped is our own.
    rest = made.replace(r"\_", "").replace(r"\{", "").replace(r"\}", "").replace(r"\$", "").replace(r"\&", "")
    assert (rest.count("{") - rest.count("}"), rest.count("_"), rest.count(" & ")) == (0, 0, 2)
    lines = markdown(table)
    assert {len(re.findall(r"(?<!\\)\|", line)) for line in lines if line.startswith("|")} == {3}
    assert "<b>" not in "\n".join(lines)


def test_a_long_table_goes_over_pages_in_latex(whole: Report) -> None:
    made = whole.to_latex()
    for begin in ("table", "longtable", "tabular"):
        assert made.count(rf"\begin{{{begin}}}") == made.count(rf"\end{{{begin}}}") > 0
    labels = re.findall(r"\\label\{(.*?)\}", made)
    assert len(labels) == len(set(labels)) > 10
    longest = max(len(part.splitlines()) for part in made.split(r"\begin{table}")[1:] if "longtable" not in part)
    assert longest < 80


def test_letters_at_the_ends_of_curves_do_not_overlap_and_stay_in_order_of_drawing() -> None:
    lines = [Curve(chr(65 + n), n, f"name {n}", (Point(0, 0.5), Point(1, 0.5 + n / 1000))) for n in range(8)]
    drawn = curves(lines, title="t", x_axis="x", y_axis="y", y_range=(0, 1))
    letters = [shape for shape in drawn.shapes if shape.tag == "text" and len(shape.text) == 1 and shape.text.isalpha()]
    ys = sorted(float(dict(shape.attributes)["y"]) for shape in letters if dict(shape.attributes)["class"] == "name")
    assert len(ys) == 8
    assert min(b - a for a, b in pairwise(ys)) >= 12.8


@settings(max_examples=12)
@given(data=st.data())
def test_any_study_makes_a_report_in_all_formats(study_of: Study, data: st.DataObject) -> None:
    some = st.lists(st.sampled_from(("a", "Qwen/Qwen3-4B", "b/c")), min_size=1, max_size=3, unique=True)
    levels = [("original", 0.0), *data.draw(st.sampled_from(((), (("x", 0.5),), (("low", 0.1), ("r40", 0.4)))))]
    twins = data.draw(st.sampled_from((("",), ("", "restored"), ("", "deletion"))))
    records = study_of(
        models=data.draw(some), benchmarks=data.draw(some), factors=data.draw(some), levels=levels, twins=twins,
        count=data.draw(st.integers(1, 3)), shots=data.draw(st.sampled_from((None, 0))),
        language=data.draw(st.sampled_from(("", "fr", "xx"))),
    )  # fmt: skip
    if data.draw(st.booleans()):
        records = [replace(record, scores=None, probabilities=None, answer=record.answer) for record in records]
    elif data.draw(st.booleans()):
        # A right answer held impossible has an infinite NLL.
        sure = tuple(float(place == 1) for place in range(3))
        records = [replace(record, scores=None, probabilities=sure, answer=None) for record in records]
    outputs = Report(analyse(records, resamples=20), {}).outputs()
    assert set(outputs) == {"html", "json", "csv", "md", "tex"}
    for text in outputs.values():
        assert not re.search(r"(?<![\w-])nan(?![\w-])", text.lower())
    assert json.loads(outputs["json"])["comparisons"]

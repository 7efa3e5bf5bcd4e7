"""The report: what its three outputs say, and that they cannot be broken from inside a record."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from typo.edits import Edit
from typo.evaluation import Record, Report, analyse, compare, write_report
from typo.evaluation.examples import choose
from typo.evaluation.report.charts import Rows, Value, intervals
from typo.evaluation.report.formats import width

Make = Callable[..., Record]

pytest.importorskip("jinja2", reason="needs the extra report")

# What no text may do to a page: end it, start an element, leave an attribute.
EVIL = "</p><script>alert('x')</script>\" onload=\"a & b 日本語"


def records(make: Make, count: int = 30, **told: Any) -> list[Record]:
    rows = []
    for condition in ("original", "ime", "fullwidth"):
        for index in range(count):
            changed = condition == "ime" or (condition == "fullwidth" and index % 3 == 0)
            right = index % 4 != (0 if condition == "original" else 1 if changed else 0)
            clean = f"問{index:02d} CPUとは何か"
            edit = Edit(4, 7, "CPU", "ＣＰＵ" if condition == "fullwidth" else "")
            rows.append(
                make(
                    condition=condition, id=f"quiz/{index}", gold=1, answer=1 if right else 0,
                    probabilities=(0.3, 0.7) if right else (0.6, 0.4), language="ja", before=(("question", clean),),
                    after=(("question", clean.replace("CPU", edit.replacement) if changed else clean),),
                    edits=(("question", edit),) if changed else (), **told,
                )
            )  # fmt: skip
    return rows


def report(rows: list[Record], *, seed: int = 0, **told: Any) -> Report:
    facts = {"some-model quiz": {"harness": "0.4.13", "seeds": {"random_seed": 0}, "paper": False, "limit": None}}
    return Report(analyse(rows, resamples=300, seed=seed), **{"facts": facts} | told)


class Page(HTMLParser):
    """Collects the elements and the text of a page, and complains about elements left open."""

    VOID = frozenset({"meta"})

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: dict[str, list[str]] = {}
        self.feed(html)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)
            self.texts.setdefault(tag, []).append("")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open:
            self.texts[self.open[-1]][-1] += data

    def count(self, tag: str, **wanted: str) -> int:
        return sum(name == tag and wanted.items() <= attributes.items() for name, attributes in self.elements)


def test_the_table_is_as_expected(make: Make) -> None:
    text = report(records(make)).table()
    lines = text.splitlines()
    start = lines.index("Differences from the original, quiz · letters")
    assert lines[start + 2].split("  ")[0] == "condition"
    assert lines[start + 3] == "some-model:"
    row = next(line for line in lines if line.startswith("fullwidth"))
    assert re.fullmatch(
        r"fullwidth +30 +10 +0\.\d{3} +[+-]0\.\d{3}\*? +\[[+-]?0\.\d{3}, [+-]?0\.\d{3}\] +[01]\.\d{4}"
        r" +[+-]\d+\.\d % +[+-]?0\.\d{3}( +0\.\d{3}){3}",
        row,
    )


def test_columns_line_up_under_names_of_wide_letters(make: Make) -> None:
    rows = [make(condition=condition, id=str(i)) for condition in ("original", "全角の英数字", "ime") for i in range(9)]
    lines = report(rows).table().splitlines()
    start = lines.index("Differences from the original, quiz · letters")
    lines = [lines[start + 2], *lines[start + 4 : start + 7]]
    ends = {width(line[: line.index(" 9 ") + 2]) for line in lines[1:]}
    assert len(ends) == 1
    assert len({width(line.split("1.000")[0]) for line in lines[1:]}) == 1


def test_the_columns_of_generation_are_there_for_generation_only(make: Make) -> None:
    letters, gen = report([make()]).table(), report([make(format="gen", answer=None)]).table()
    assert "unparsed" not in letters
    assert "100.0 %" in gen


def test_left_out_documents_are_counted_and_named(make: Make) -> None:
    rows = records(make)
    del rows[35:42]
    text = report(rows).table()
    said = "7 documents (quiz/10, quiz/11, quiz/5, quiz/6, quiz/7 and 2 more)."
    assert f"ime (quiz · letters · some-model): left out, since only original has them: {said}" in text
    found = json.loads(report(rows).to_json())["comparisons"][1]
    assert found["only_original"] == ["quiz/10", "quiz/11", "quiz/5", "quiz/6", "quiz/7", "quiz/8", "quiz/9"]
    assert found["n"] == 23


def test_models_that_were_asked_different_documents_are_said(make: Make) -> None:
    same = [make(model=model, id=name) for model in ("m", "n") for name in "abc"]
    assert "same documents" not in report(same).table()
    said = "quiz · letters: the models were not asked the same documents (m: 3, n: 4; 3 in common), so their scores"
    assert said in report([*same, make(model="n", id="d")]).table()


def test_too_few_documents_for_an_interval_are_said(make: Make) -> None:
    assert "only 1 independent document or group; the intervals are too narrow" in report([make()]).table()
    assert "independent" not in report(records(make)).table()


def test_the_toy_model_is_called_a_toy_everywhere(make: Make) -> None:
    made = report(records(make, model="typo-demo"))
    assert "TOY MODEL" in made.table()
    assert "mean nothing" in made.table()
    for text in (made.to_html(), made.to_markdown(), made.to_latex()):
        assert "TOY MODEL" in text
    assert json.loads(made.to_json())["toys"] == ["typo-demo"]
    assert "TOY" not in report(records(make)).table() + report(records(make)).to_html()


def test_json_holds_every_estimate_and_is_the_same_each_time(make: Make) -> None:
    one = report(records(make)).to_json()
    assert one == report(records(make)).to_json()
    values = json.loads(one)
    estimates = values["comparisons"][1]["arms"]["none"]["effect"]
    assert set(estimates) >= {"acc", "brier", "nll", "ece", "margin"}
    assert set(estimates["ece"]) >= {"before", "after", "delta", "low", "high"}
    assert values["resampling"] == {"level": 0.95, "resamples": 300, "seed": 0}
    assert values["facts"]["some-model quiz"]["harness"] == "0.4.13"


def test_what_is_infinite_is_null_in_json(make: Make) -> None:
    rows = [make(probabilities=(1.0, 0.0)), make(condition="ime", answer=1, probabilities=(0.0, 1.0))]
    likelihood = json.loads(report(rows).to_json())["comparisons"][1]["arms"]["none"]["effect"]["nll"]
    assert likelihood == {"before": 0.0} | dict.fromkeys(("after", "delta", "low", "high", "p", "p_centred"))
    assert "inf" in report(rows).table()
    Page(report(rows).to_html())


def test_the_signature_changes_with_the_facts_and_with_nothing_else(make: Make) -> None:
    one = report(records(make))
    assert one.signature == report(records(make, count=20)).signature
    assert one.signature != report(records(make), facts={"run": {"harness": "0.4.12"}}).signature
    assert one.signature != report(records(make), seed=1).signature
    assert one.signature in one.table()
    assert one.signature in one.to_html()


def test_the_page_asks_nothing_of_the_network_and_runs_nothing(make: Make) -> None:
    html = report(records(make)).to_html()
    page = Page(html)
    assert not {"script", "link", "img", "iframe", "object"} & {tag for tag, _ in page.elements}
    assert not re.search(r"https?://|url\(|@import|src=|href=\"[^#]", html)


def test_every_drawing_has_a_title_and_says_its_numbers_in_words(make: Make) -> None:
    page = Page(report(records(make)).to_html())
    drawings = [told for tag, told in page.elements if tag == "svg" and told.get("role") == "img"]
    assert len(drawings) == len(page.texts["desc"]) == 4  # bars, intervals, reliability, quartiles
    named = {told["id"] for _, told in page.elements if "id" in told}
    for told in drawings:
        assert set(str(told["aria-labelledby"]).split()) <= named
    assert all(page.texts["desc"])
    assert re.search(r"fullwidth: [+-]0\.\d{3} \[", page.texts["desc"][1])
    assert page.count("path", **{"class": "whisker c0"}) == 2
    assert page.count("html", lang="en") == 1
    assert page.count("p", lang="ja") == 2 * 10


def test_tables_have_headers_for_columns_rows_and_groups_and_every_row_has_all_cells(make: Make) -> None:
    html = report(records(make)).to_html()
    tables = re.findall(r"<table.*?</table>", html, re.DOTALL)
    assert len(tables) == 4
    for table in tables:
        head = table.count('scope="col"')
        assert head > 2
        for row in re.findall(r"<tr>(?:(?!</tr>).)*</tr>", table.partition("</thead>")[2], re.DOTALL):
            assert row.count('scope="row"') + row.count("<td>") == head
            assert row.count('scope="row"') >= 1
        assert table.count('scope="rowgroup"') >= 1


def test_links_lead_to_what_is_there_and_no_name_is_given_twice(make: Make) -> None:
    page = Page(report(records(make)).to_html())
    ids = [told["id"] for _, told in page.elements if "id" in told]
    assert len(ids) == len(set(ids))
    targets = {str(told["href"])[1:] for tag, told in page.elements if tag == "a"}
    assert len(targets) > 5
    assert targets <= set(ids)


def test_edits_are_marked_on_both_sides_also_where_nothing_is_left(make: Make) -> None:
    page = Page(report(records(make)).to_html())
    assert set(page.texts["del"]) == {"CPU"}
    assert set(page.texts["ins"]) == {"ＣＰＵ", ""}
    assert len(page.texts["del"]) == len(page.texts["ins"]) == 10


def test_no_text_breaks_out_of_the_page(make: Make) -> None:
    fields = ((EVIL, EVIL),)
    rows = [
        make(condition=condition, id=EVIL, model=EVIL, benchmark=EVIL, format=EVIL, language=EVIL, before=fields,
             after=((EVIL, EVIL[1:] if condition != "original" else EVIL),),
             edits=((EVIL, Edit(0, 1, "<", "")),) if condition != "original" else ())
        for condition in ("original", EVIL)
    ]  # fmt: skip
    html = report(rows, facts={EVIL: {EVIL: EVIL}, "other": {"a": 1}}, notes=(EVIL,)).to_html()
    page = Page(html)
    assert page.count("script") == 0
    assert not any("onload" in attributes for _, attributes in page.elements)
    assert EVIL in page.texts["b"]
    assert EVIL in "".join(page.texts["desc"])


def test_a_lone_surrogate_is_shown_and_not_fatal(make: Make, tmp_path: Path) -> None:
    rows = [
        make(condition=condition, before=(("q", "a\ud800b"),), after=(("q", after),), edits=edits)
        for condition, after, edits in (
            ("original", "a\ud800b", ()),
            ("ime", "c\ud800b", (("q", Edit(0, 1, "a", "c")),)),
        )
    ]
    page, *_ = write_report(report(rows, facts={"run": {"note": "\ud800"}}), tmp_path)
    assert "\\ud800" in page.read_text("utf-8")
    assert json.loads((tmp_path / "report.json").read_text("utf-8"))["facts"] == {"run": {"note": "\ud800"}}


def test_writing_leaves_five_files_and_no_others(make: Make, tmp_path: Path) -> None:
    made = report(records(make))
    for _ in range(2):
        write_report(made, tmp_path / "new")
    names = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert names == [f"report.{suffix}" for suffix in ("csv", "html", "json", "md", "tex")]
    assert (tmp_path / "new" / "report.html").read_text("utf-8") == made.to_html()


def test_only_originals_make_a_report_without_chart_and_examples(make: Make) -> None:
    made = report([row for row in records(make) if row.condition == "original"])
    page = Page(made.to_html())
    assert page.count("svg", role="img") == 2  # bars and reliability: there is nothing to compare with
    assert page.count("del") == 0
    assert "Examples" not in page.texts["h2"]
    assert not re.search(r"condition .* interval", made.table())


def test_examples_prefer_turned_answers_from_all_conditions_and_repeat_no_document(make: Make) -> None:
    rows = compare(records(make), resamples=50)
    chosen = choose(rows, 10)
    assert [row.condition for row, _ in chosen] == ["ime", "fullwidth"] * 5
    assert len({pair[0].id for _, pair in chosen}) == 10
    turned = [pair[0].correct != pair[1].correct for row, pair in chosen if row.condition == "ime"]
    assert all(turned)
    assert choose(rows, 10) == chosen
    assert len(choose(rows, 1000)) == 40  # all there are, repeated documents at the end


@pytest.mark.parametrize("models", [1, 3])
def test_intervals_stay_inside_the_drawing_and_zero_inside_the_axis(models: int) -> None:
    for value, low, high in ((0.0, 0.0, 0.0), (0.4, 0.2, 0.6), (-1.0, -1.0, -0.9), (0.001, float("nan"), float("nan"))):
        found = [Value("ABC"[place], place, value, low, high, f"{value:+.3f}") for place in range(models)]
        drawn = intervals([Rows("a condition with a long name", tuple(found))], title="", axis="Δ")
        paths = [dict(shape.attributes) for shape in drawn.shapes if shape.tag == "path"]
        marks = [path for path in paths if str(path["class"]).startswith("mark")]
        (zero,) = [float(str(path["d"])[1:].split()[0]) for path in paths if path["class"] == "zero"]
        assert len(marks) == models
        for path in marks:
            x = float(str(path["d"])[1:].split()[0])
            assert 0 < zero < 360
            assert 0 < x < 360
            assert (x < zero) == (value < 0)
        whiskers = [path for path in paths if str(path["class"]).startswith("whisker")]
        assert len(whiskers) == (models if low == low else 0)

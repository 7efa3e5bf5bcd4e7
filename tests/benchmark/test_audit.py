"""The audit: which triplets people look at, how far they agree, and the sheets that go out and come back."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.benchmark import Question, Triplet, Variant
from typo.benchmark.review import CRITERIA, Case, Verdict, audit, cases_of, draw_audit, read_sheet, write_sheet
from typo.edits import Edit
from typo.errors import InvalidArgument

HOSTILE = [
    '=HYPERLINK("http://example.org","élève")',
    "+33 1 élève",
    "-1 élève",
    "@élève",
    "\té",
    "'élève'",
    'Il dit : "élève", puis ; rien',
    "une ligne élève\nune autre\r\net une troisième\r",
    "élève \ud800 \x07",
    "1e5 élève",
    "é" * 5000,
]
PASS, FAIL = Verdict("r", ()), Verdict("r", ("structural_damage",))


def triplet(dataset: str, factor: str, split: str, number: int, text: str = "Un élève étudie.") -> Triplet:
    question = Question(
        dataset=dataset, id=f"{split}-{number}", fields=(("q", text),), options=(f"{text} ?", "Non"), gold=0
    )
    at = text.index("é")
    edit = Edit(at, at + 1, "é", "e", "test")
    low, high = (
        Variant(rate, 1, (("q", text[:at] + "e" * count + text[at + 1 :]),), (("q", edit),))
        for rate, count in ((0.05, 1), (0.1, 2))
    )
    return Triplet(question, factor, split, 3, low, high, "s")


def benchmark(sizes: Mapping[tuple[str, str, str], int]) -> list[Triplet]:
    return [triplet(*stratum, number) for stratum, size in sizes.items() for number in range(size)]


PUBLISHED = {
    (f"set {dataset}", factor, split): size
    for dataset in range(7)
    for factor in ("apostrophe", "diacritics", "keyboard")
    for split, size in (("held_out", 40), ("test", 160))
}


def strata(triplets: tuple[Triplet, ...]) -> Counter[tuple[str, str, str]]:
    return Counter((made.question.dataset, made.factor, made.split) for made in triplets)


def test_five_per_cent_of_the_published_size_are_210_triplets_and_420_variants() -> None:
    drawn = draw_audit(benchmark(PUBLISHED))
    assert len(drawn) == 210
    assert len(cases_of(drawn)) == 420
    assert strata(drawn) == {stratum: 2 if stratum[2] == "held_out" else 8 for stratum in PUBLISHED}


def test_what_is_drawn_depends_on_seed_and_names_and_not_on_the_order() -> None:
    made = benchmark(PUBLISHED)
    names = {one.name for one in draw_audit(made, seed=3)}
    assert names == {one.name for one in draw_audit(made[::-1], seed=3)}
    assert names != {one.name for one in draw_audit(made, seed=4)}


@given(
    st.dictionaries(
        st.tuples(st.sampled_from("ab"), st.just("keyboard"), st.sampled_from(["held_out", "test"])),
        st.integers(1, 30),
        min_size=1,
    ),
    st.integers(0, 20),
)
def test_quotas_add_up_and_are_within_one_of_their_share(
    sizes: dict[tuple[str, str, str], int], twentieths: int
) -> None:
    share = twentieths / 20
    drawn = strata(draw_audit(benchmark(sizes), share=share))
    # In whole numbers, halves up.
    assert drawn.total() == (2 * twentieths * sum(sizes.values()) + 20) // 40
    for stratum, size in sizes.items():
        assert abs(drawn[stratum] - share * size) < 1
        assert drawn[stratum] <= size


def test_largest_remainders_come_first() -> None:
    sizes = {(dataset, "keyboard", "test"): size for dataset, size in (("a", 18), ("b", 14), ("c", 8))}
    # Shares of 1.8, 1.4 and 0.8 make four.
    drawn = strata(draw_audit(benchmark(sizes), share=0.1))
    assert [drawn[stratum] for stratum in sizes] == [2, 1, 1]


def sheet(codes: list[str], verdicts: str) -> dict[str, Verdict]:
    """Make a sheet: `p` passes, `f` fails, a dot is left empty."""
    return {code: PASS if mark == "p" else FAIL for code, mark in zip(codes, verdicts, strict=True) if mark != "."}


@pytest.fixture(scope="module")
def drawn() -> list[Triplet]:
    return [triplet("a", "diacritics", "test", number) for number in range(4)]


@pytest.fixture(scope="module")
def codes(drawn: list[Triplet]) -> list[str]:
    return [case.code for case in cases_of(drawn)]


def test_the_majority_decides_each_variant(drawn: list[Triplet], codes: list[str]) -> None:
    found = audit(
        drawn, {"Ada": sheet(codes, "ppfff.p."), "Bea": sheet(codes, "pffpf.f."), "Cid": sheet(codes, "ppfp....")}
    )
    assert list(found.decisions.values()) == ["pass", "pass", "fail", "pass", "fail", "unrated", "tied", "unrated"]
    assert found.failed == (codes[2], codes[4])


def test_agreement_is_told_for_passing_and_each_criterion(drawn: list[Triplet], codes: list[str]) -> None:
    found = audit(drawn, {"Ada": sheet(codes, "ppfff.pp"), "Bea": sheet(codes, "pffpf.fp")})
    passes = found.before["passes"]
    assert (passes.raters, passes.cases, passes.compared, passes.reason) == (2, 8, 7, None)
    assert passes.unanimous == pytest.approx(4 / 7)
    # By hand: 14 ratings, 7 passes and 7 fails, three pairs differ: 1 - 13 * 6 / (14² - 7² - 7²).
    assert passes.alpha == pytest.approx(1 - 13 * 6 / 98)
    assert found.before["structural_damage"] == passes
    other = found.before["reference_conflict"]
    assert (other.alpha, other.unanimous) == (None, 1.0)
    assert set(found.before) == {"passes", *CRITERIA}
    assert found.after is None


def test_where_everything_passes_alpha_is_not_defined_and_says_why(drawn: list[Triplet], codes: list[str]) -> None:
    found = audit(drawn, {name: sheet(codes, "pppppppp") for name in ("Ada", "Bea", "Cid")})
    passes = found.before["passes"]
    assert (passes.alpha, passes.unanimous, passes.compared) == (None, 1.0, 8)
    assert passes.reason == "all ratings are the same, so that chance alone would agree."
    assert set(found.decisions.values()) == {"pass"}
    assert json.loads(json.dumps(found.to_dict(), allow_nan=False))["counts"] == {"pass": 8}


def test_nothing_to_compare_is_told(drawn: list[Triplet], codes: list[str]) -> None:
    found = audit(drawn, {"Ada": sheet(codes, "pp......"), "Bea": sheet(codes, "..ff....")})
    passes = found.before["passes"]
    assert (passes.compared, passes.alpha, passes.unanimous) == (0, None, None)
    assert passes.reason == "no case was judged by two raters."


def test_the_second_round_decides(drawn: list[Triplet], codes: list[str]) -> None:
    before = {"Ada": sheet(codes, "pppppppf"), "Bea": sheet(codes, "ffffpppp")}
    after = {"Ada": sheet(codes, "pppppppf"), "Bea": sheet(codes, "pppppppf")}
    found = audit(drawn, before, after)
    assert found.after is not None
    assert found.before["passes"].unanimous == 3 / 8
    assert (found.after["passes"].alpha, found.after["passes"].unanimous) == (1.0, 1.0)
    assert found.failed == (codes[7],)


def test_ratings_of_what_was_not_drawn_are_refused(drawn: list[Triplet]) -> None:
    with pytest.raises(InvalidArgument, match="before has no raters"):
        audit(drawn, {})
    with pytest.raises(InvalidArgument, match=r"after\['Ada'\] holds 'c-0', which is the code of no case"):
        audit(drawn, {"Ada": {}}, {"Ada": {"c-0": PASS}})
    with pytest.raises(InvalidArgument, match="no valid verdict"):
        audit(drawn, {"Ada": {cases_of(drawn)[0].code: Verdict("Ada", None)}})


@pytest.fixture(scope="module")
def hostile() -> tuple[Case, ...]:
    return cases_of([triplet("a", "diacritics", "test", number, text) for number, text in enumerate(HOSTILE)])


def rows_of(path: Path, delimiter: str = ",") -> list[list[str]]:
    text = io.StringIO(path.read_bytes().decode("utf-8-sig"), newline="")
    return list(csv.reader(text, delimiter=delimiter))


def filled(
    path: Path, marks: Callable[[int], list[str]], delimiter: str = ",", newline: str = "\n", *, given: str = ","
) -> None:
    """Fill a sheet in, the way a spreadsheet would save it."""
    heading, *rows = rows_of(path, given)
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator=newline)
    writer.writerow(heading)
    for number, row in enumerate(rows):
        # Many a spreadsheet writes one kind of line break, and none at the end of a cell.
        cells = ["\n".join(cell.splitlines()).rstrip() for cell in row[:6]] if delimiter != "," else row[:6]
        writer.writerow([*cells, *marks(number)])
    path.write_bytes(out.getvalue().encode())


@pytest.mark.parametrize(("delimiter", "newline"), [(",", "\r\n"), (";", "\r\n"), ("\t", "\n")])
def test_hostile_cells_go_out_and_come_back(
    hostile: tuple[Case, ...], tmp_path: Path, delimiter: str, newline: str
) -> None:
    path = tmp_path / "sheet.csv"
    write_sheet(hostile, path, separator=delimiter)

    def marks(number: int) -> list[str]:
        if number % 3 == 0:
            return ["", "", "", "", ""]
        return ["no", "FAUX ", "FALSE" if number % 2 else "oui", "0", 'a "comment",\nof two lines']

    filled(path, marks, delimiter, newline, given=delimiter)
    found = read_sheet(path, hostile, rater="Ada")
    order = sorted(case.code for case in hostile)
    assert list(found) == [code for number, code in enumerate(order) if number % 3]
    for number, code in enumerate(order):
        if number % 3:
            flags = () if number % 2 else ("out_of_scope_edit",)
            assert found[code] == Verdict("Ada", flags, 'a "comment",\nof two lines')


def test_no_cell_of_a_sheet_begins_like_a_formula_or_a_number(hostile: tuple[Case, ...], tmp_path: Path) -> None:
    write_sheet(hostile, tmp_path / "sheet.csv")
    heading, *rows = rows_of(tmp_path / "sheet.csv")
    assert heading[6:] == [*CRITERIA, "comment"]
    assert len(rows) == len(hostile)
    assert not [cell for row in rows for cell in row if cell.startswith(("=", "+", "-", "@", "\t", "\r"))]
    assert all(row[0].startswith("c-") for row in rows)


def test_a_separator_that_is_none_is_refused(hostile: tuple[Case, ...], tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match=r"separator='\|' is not one of"):
        write_sheet(hostile, tmp_path / "sheet.csv", separator="|")


def test_a_sheet_shows_neither_level_nor_id_and_mixes_the_variants(drawn: list[Triplet], tmp_path: Path) -> None:
    write_sheet(cases_of(drawn), tmp_path / "sheet.csv")
    text = (tmp_path / "sheet.csv").read_text("utf-8-sig")
    assert "high" not in text
    assert [row[0] for row in rows_of(tmp_path / "sheet.csv")[1:]] == sorted(case.code for case in cases_of(drawn))


def test_a_sorted_sheet_reads_the_same(hostile: tuple[Case, ...], tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    write_sheet(hostile, path)
    filled(path, lambda number: ["no"] * 4 + [""])
    before = read_sheet(path, hostile, rater="Ada")
    heading, *rows = rows_of(path)
    out = io.StringIO()
    csv.writer(out).writerows([heading, *sorted(rows, key=lambda row: row[3]), [""] * len(heading)])
    path.write_bytes(out.getvalue().encode())
    assert read_sheet(path, hostile, rater="Ada") == before


def change(row: int, column: int, text: str) -> Callable[[list[list[str]]], None]:
    def apply(rows: list[list[str]]) -> None:
        rows[row][column] = text

    return apply


@pytest.mark.parametrize(
    ("break_it", "message"),
    [
        (change(1, 6, "maybe"), "line 2 .row 2., column task_relevant_change: 'maybe' is neither yes nor no"),
        (change(3, 9, ""), "line 6 .row 4., column structural_damage: the cell is empty, though"),
        (change(2, 3, "Un autre texte."), "line 4 .row 3., column variant: the text of 'c-[0-9a-f]{12}' was changed"),
        (change(2, 0, "c-000000000000"), "line 4 .row 3., column case: 'c-000000000000' is the code of no case"),
        (change(0, 7, "conflict"), "line 1 .row 1., column 8: the heading must be case, kind"),
        (lambda rows: rows.__setitem__(2, rows[1]), "line 4 .row 3., column case: 'c-[0-9a-f]{12}' is there twice"),
        (lambda rows: rows.pop(), "the row of 'c-[0-9a-f]{12}' is missing, and 0 more"),
        (lambda rows: rows[2].append("x"), "line 4 .row 3.: there are 12 cells; the columns are 11"),
        (lambda rows: rows[0].pop(), "line 1 .row 1., column 11: the heading"),
        (lambda rows: rows.clear(), "line 1 .row 1., column 1: the heading"),
    ],
)
def test_a_sheet_that_was_edited_wrongly_is_refused_with_line_and_column(
    drawn: list[Triplet], tmp_path: Path, break_it: Callable[[list[list[str]]], Any], message: str
) -> None:
    path = tmp_path / "sheet.csv"
    write_sheet(cases_of(drawn), path)
    filled(path, lambda number: ["no"] * 4 + [""])
    rows = rows_of(path)
    break_it(rows)
    out = io.StringIO()
    csv.writer(out).writerows(rows)
    path.write_bytes(out.getvalue().encode())
    with pytest.raises(InvalidArgument, match=message):
        read_sheet(path, cases_of(drawn), rater="Ada")


def test_the_line_is_that_where_the_row_begins_in_the_file(tmp_path: Path) -> None:
    text = "élève\n\nde deux\nlignes"
    cases = cases_of([triplet("a", "diacritics", "test", 1, text)])
    path = tmp_path / "sheet.csv"
    write_sheet(cases, path)
    filled(path, lambda number: ["no", "no", "no", "perhaps" if number else "no", ""])
    lines = path.read_text("utf-8").split("\n")
    line = next(number for number, found in enumerate(lines, 1) if found.startswith(max(case.code for case in cases)))
    with pytest.raises(InvalidArgument, match=f"line {line} .row 3., column structural_damage"):
        read_sheet(path, cases, rater="Ada")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("é;".encode("latin-1"), "is not UTF-8 .byte 0.; save it as CSV in UTF-8"),
        (b'case,"kind\n', "line 1 .row 1.: not CSV"),
        (b"", "line 1 .row 1., column 1: the heading"),
    ],
)
def test_a_file_that_is_no_sheet_is_refused(drawn: list[Triplet], tmp_path: Path, data: bytes, message: str) -> None:
    path = tmp_path / "sheet.csv"
    path.write_bytes(data)
    with pytest.raises(InvalidArgument, match=message):
        read_sheet(path, cases_of(drawn), rater="Ada")


def test_a_sheet_that_is_not_there_is_refused(drawn: list[Triplet], tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="cannot be read"):
        read_sheet(tmp_path / "none.csv", cases_of(drawn), rater="Ada")

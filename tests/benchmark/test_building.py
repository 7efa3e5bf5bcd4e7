"""A benchmark has the sizes that were asked for, in the same bytes whatever happened on the way."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from typo.benchmark import Design, Question, Triplet, build, building, check, read_questions, read_triplets, screens
from typo.benchmark.journal import Journal
from typo.benchmark.questions import rows_of
from typo.errors import InvalidArgument, UnknownName

Make = Callable[..., list[Question]]
SMALL = Design(questions=10, held_out=2)


@pytest.fixture(scope="module")
def questions(make_questions: Make) -> list[Question]:
    return make_questions("contes", 80) + make_questions("fables", 60)


@pytest.fixture(scope="module")
def built(questions: list[Question], tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("built") / "fr.jsonl"
    build(questions, path, design=SMALL)
    return path


def sizes(triplets: tuple[Triplet, ...]) -> Counter[tuple[str, str, str]]:
    return Counter((made.question.dataset, made.factor, made.split) for made in triplets)


def test_every_dataset_and_factor_has_its_size_in_each_split(built: Path) -> None:
    expected = {
        (dataset, factor, split): count
        for dataset in ("contes", "fables")
        for factor in ("apostrophe", "diacritics", "keyboard")
        for split, count in (("held_out", 2), ("test", 8))
    }
    assert sizes(read_triplets(built)) == expected


def test_all_screens_pass_on_what_is_built(built: Path, questions: list[Question]) -> None:
    assert check(read_triplets(built), questions=questions, design=SMALL) == ()


def test_the_published_size_is_the_default() -> None:
    design = Design()
    assert design.size(datasets=7) == 4200
    assert 7 * 3 * design.wanted("held_out") == 840
    assert 7 * 3 * design.wanted("test") == 3360


@pytest.mark.slow
def test_seven_datasets_give_the_published_size(make_questions: Make, tmp_path: Path) -> None:
    many = [question for number in range(7) for question in make_questions(f"set {number}", 660)]
    report = build(many, tmp_path / "fr.jsonl")
    splits = Counter(made.split for made in read_triplets(tmp_path / "fr.jsonl"))
    assert (report.triplets, report.to_dict()["inputs"], splits) == (4200, 12600, {"held_out": 840, "test": 3360})
    assert check(read_triplets(tmp_path / "fr.jsonl"), questions=many) == ()


def test_questions_of_one_source_are_in_one_split(built: Path) -> None:
    splits: dict[tuple[str, str], set[str]] = {}
    for made in read_triplets(built):
        splits.setdefault((made.question.dataset, made.question.group), set()).add(made.split)
    assert set(map(len, splits.values())) == {1}
    assert max(Counter((m.question.dataset, m.question.group) for m in read_triplets(built)).values()) == 2


def test_the_order_of_the_questions_does_not_matter(built: Path, questions: list[Question], tmp_path: Path) -> None:
    shuffled = random.Random(5).sample(questions, len(questions))
    build(iter(shuffled), tmp_path / "fr.jsonl", design=SMALL)
    assert (tmp_path / "fr.jsonl").read_bytes() == built.read_bytes()
    assert (tmp_path / "fr.report.json").read_bytes() == built.with_name("fr.report.json").read_bytes()


def test_another_seed_draws_other_questions(built: Path, questions: list[Question], tmp_path: Path) -> None:
    build(questions, tmp_path / "fr.jsonl", design=replace(SMALL, seed=1))
    ours, theirs = (read_triplets(path) for path in (built, tmp_path / "fr.jsonl"))
    assert {made.name for made in ours} != {made.name for made in theirs}
    splits = [{(made.question.dataset, made.question.source): made.split for made in found} for found in (ours, theirs)]
    both = splits[0].keys() & splits[1].keys()
    assert {splits[0][source] == splits[1][source] for source in both} == {True, False}


def test_another_seed_tries_the_questions_of_a_split_in_another_order(
    questions: list[Question], tmp_path: Path
) -> None:
    names = []
    for seed in (0, 1):
        build(questions, tmp_path / "fr.jsonl", design=Design(questions=10, held_out=0, seed=seed))
        names.append({made.name for made in read_triplets(tmp_path / "fr.jsonl")})
    assert names[0] != names[1]


def test_what_no_variant_may_touch_costs_no_question(make_questions: Make, tmp_path: Path) -> None:
    trap = "Il n'avait guère invité plusieurs élèves, 12 étés d'affilée.\nA. L'élève étranger\nB. L'époque d'août"
    trapped = [
        replace(question, fields=(*question.fields[:1], ("question", f"{question.id} {trap}")))
        for question in make_questions("contes", 90)
    ]
    report = build(trapped, tmp_path / "fr.jsonl", design=Design(questions=25, held_out=0))
    assert report.to_dict()["failed"] == {}
    edited = [made for made in read_triplets(tmp_path / "fr.jsonl") if any(n == "question" for n, _ in made.high.edits)]
    assert edited


KILLED = """
import os, signal, sys
from pathlib import Path
from typo.benchmark import Design, build, read_questions
from typo.benchmark.journal import Journal

add = Journal.add
def add_and_die(self, name, row):
    add(self, name, row)
    if len(self.rows) == int(sys.argv[3]):
        self._file.write(b'[["a torn li')
        self._file.flush()
        os.kill(os.getpid(), signal.SIGKILL)
Journal.add = add_and_die
build(read_questions(Path(sys.argv[1])), Path(sys.argv[2]), design=Design(questions=10, held_out=2))
"""


def test_a_build_that_was_killed_goes_on_and_comes_to_the_same_bytes(
    built: Path, questions: list[Question], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, path = tmp_path / "questions.jsonl", tmp_path / "fr.jsonl"
    source.write_text("".join(json.dumps(question.to_dict()) + "\n" for question in questions), "utf-8")
    killed = [sys.executable, "-c", KILLED, str(source), str(path), "37"]
    done = subprocess.run(killed, capture_output=True, timeout=300, check=False)
    assert done.returncode == -9, done.stderr
    assert not path.exists()
    tried = []
    attempt = building.attempt

    def counted(*arguments: Any) -> Any:
        tried.append(arguments)
        return attempt(*arguments)

    monkeypatch.setattr(building, "attempt", counted)
    # What is handed over the second time may come in another order.
    report = build(questions[::-1], path, design=SMALL)
    assert len(tried) == sum(cell.tried for cell in report.cells) - 37
    assert path.read_bytes() == built.read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["fr.jsonl", "fr.report.json", "questions.jsonl"]


def test_a_journal_that_was_cut_anywhere_leads_to_the_same_bytes(
    built: Path, questions: list[Question], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, journal = tmp_path / "fr.jsonl", tmp_path / "fr.jsonl.partial"
    with monkeypatch.context() as patched:
        patched.setattr(Journal, "remove", lambda journal: None)
        build(questions, path, design=SMALL)
    whole = journal.read_bytes()
    heading = whole.index(b"\n")
    for cut in (0, 1, heading, heading + 1, heading + 7, len(whole) // 2, len(whole) - 1, len(whole)):
        path.unlink(missing_ok=True)
        journal.write_bytes(whole[:cut])
        build(questions, path, design=SMALL)
        assert path.read_bytes() == built.read_bytes()
        assert not journal.exists()


def test_what_is_left_of_other_work_is_refused(questions: list[Question], tmp_path: Path) -> None:
    left = tmp_path / "fr.jsonl.partial"
    left.write_text('{"signature": "another"}\n', "utf-8")
    with pytest.raises(InvalidArgument, match=r"is left from other work.*remove the file"):
        build(questions, tmp_path / "fr.jsonl", design=SMALL)
    assert left.read_text("utf-8") == '{"signature": "another"}\n'


def test_a_journal_with_a_line_that_is_none_is_refused(
    questions: list[Question], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Journal, "remove", lambda journal: None)
    build(questions, tmp_path / "fr.jsonl", design=SMALL)
    journal = tmp_path / "fr.jsonl.partial"
    lines = journal.read_text("utf-8").split("\n")
    journal.write_text("\n".join([*lines[:2], "nonsense", *lines[3:]]), "utf-8")
    with pytest.raises(InvalidArgument, match=r"partial, line 3: not a line of a journal"):
        build(questions, tmp_path / "fr.jsonl", design=SMALL)


def test_a_dataset_that_is_too_small_is_refused_with_its_number(make_questions: Make, tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="'contes' has 20 questions; 3 factors need 10 each, 30 in all"):
        build(make_questions("contes", 20), tmp_path / "fr.jsonl", design=SMALL)
    assert list(tmp_path.iterdir()) == []


def test_a_factor_without_enough_questions_is_refused_with_their_number(tmp_path: Path) -> None:
    flat = [
        Question(dataset="plats", id=str(number), fields=(("q", f"Le lapin mange {number} carottes vertes."),), gold=0)
        for number in range(40)
    ]
    message = (
        "'plats' has 0 questions for the factor apostrophe in the split held_out, and 2 are needed: of 8 that are "
        "left there, 8 cannot take both levels"
    )
    with pytest.raises(InvalidArgument, match=message):
        build(flat, tmp_path / "fr.jsonl", design=SMALL)
    assert list(tmp_path.iterdir()) == []


def test_what_is_replaced_is_counted(make_questions: Make, tmp_path: Path) -> None:
    flat = [
        Question(dataset="contes", id=f"x{number}", fields=(("q", f"Le lapin mange {number} noix."),), gold=0)
        for number in range(40)
    ]
    report = build(make_questions("contes", 60) + flat, tmp_path / "fr.jsonl", design=SMALL)
    cells = {(cell.factor, cell.split): cell for cell in report.cells}
    cell = cells["apostrophe", "test"]
    assert cell.triplets == 8
    assert cell.unnested == cell.replaced == cell.tried - 8 > 0
    assert report.to_dict()["unnested"] >= cell.unnested


def test_a_question_that_fails_a_screen_is_replaced_and_counted(
    questions: list[Question], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(screens._FINDERS, "rule", lambda case: "no" if case.question.gold else None)
    report = build(questions, tmp_path / "fr.jsonl", design=SMALL)
    assert report.to_dict()["failed"] == {"rule": report.replaced}
    assert report.replaced > 0
    assert {made.question.gold for made in read_triplets(tmp_path / "fr.jsonl")} == {0}


def test_the_report_says_what_was_realised(built: Path) -> None:
    report = json.loads(built.with_name("fr.report.json").read_text("utf-8"))
    triplets = read_triplets(built)
    assert report["sha256"] == sha256(built.read_bytes()).hexdigest()
    assert report["datasets"] == [
        {"dataset": "contes", "questions": 80, "duplicates": 0},
        {"dataset": "fables", "questions": 60, "duplicates": 0},
    ]
    for cell in report["cells"]:
        mine = [
            made
            for made in triplets
            if (*made.name[:2], made.split) == (cell["dataset"], cell["factor"], cell["split"])
        ]
        assert cell["words"] == sum(made.words for made in mine)
        assert cell["high_realised"] == sum(len(made.high.edits) for made in mine)
        assert cell["low_rate"] == pytest.approx(sum(len(made.low.edits) for made in mine) / cell["words"], abs=1e-6)
        assert 0.5 < cell["high_rate"] / (0.05 if cell["factor"] == "apostrophe" else 0.1) < 1.2


def test_questions_that_ask_the_same_are_used_once(make_questions: Make, tmp_path: Path) -> None:
    some = make_questions("contes", 60)
    copies = [replace(question, id=f"copy {question.id}") for question in some]
    report = build(some + copies, tmp_path / "fr.jsonl", design=SMALL)
    assert report.questions == (("contes", 120, 60),)
    assert all("copy" not in made.question.id for made in read_triplets(tmp_path / "fr.jsonl"))


def test_an_id_that_is_there_twice_is_refused(make_questions: Make, tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match="'contes' holds the id '000-0' twice"):
        build(make_questions("contes", 60) + make_questions("contes", 1), tmp_path / "fr.jsonl", design=SMALL)


def test_the_answer_stays_in_the_text(built: Path) -> None:
    with_answer = [made for made in read_triplets(built) if made.question.references]
    assert with_answer
    for made in with_answer:
        assert all("l'idée générale" in dict(variant.fields)["passage"] for _, variant in made.levels)


def test_signature_and_key_of_a_triplet_make_its_edits_again(built: Path) -> None:
    for made in read_triplets(built)[::7]:
        (factor,) = [factor for factor in SMALL.chosen if factor.name == made.factor]
        assert SMALL.perturber(factor).signature == made.signature
        assert building.attempt(made.question, factor, made.split, SMALL) == made


def test_only_the_fields_in_scope_are_perturbed(make_questions: Make, tmp_path: Path) -> None:
    scoped = [replace(question, scope=("passage",)) for question in make_questions("contes", 60)]
    build(scoped, tmp_path / "fr.jsonl", design=SMALL)
    for made in read_triplets(tmp_path / "fr.jsonl"):
        assert all(
            dict(variant.fields)["question"] == dict(made.question.fields)["question"] for _, variant in made.levels
        )


def test_lone_surrogates_survive(make_questions: Make, tmp_path: Path) -> None:
    odd = [
        replace(question, fields=(("passage", dict(question.fields)["passage"] + " \ud800"), *question.fields[1:]))
        for question in make_questions("contes", 60)
    ]
    build(odd, tmp_path / "fr.jsonl", design=SMALL)
    assert check(read_triplets(tmp_path / "fr.jsonl"), questions=odd, design=SMALL) == ()


def test_the_published_recipes_and_strict_designs_build_too(questions: list[Question], tmp_path: Path) -> None:
    for design in (replace(SMALL, paper=True), replace(SMALL, strict=True)):
        build(questions, tmp_path / "fr.jsonl", design=design)
        assert check(read_triplets(tmp_path / "fr.jsonl"), questions=questions, design=design) == ()
        assert ("@paper" in (tmp_path / "fr.jsonl").read_text("utf-8")) == design.paper


def test_what_all_triplets_must_be_together_is_checked(built: Path) -> None:
    triplets = read_triplets(built)
    first, last = triplets[0], triplets[-1]
    twice = check((*triplets, first), design=SMALL)
    assert {fault.screen for _, fault in twice} == {"once", "size"}
    elsewhere = first._replace(split="test" if first.split == "held_out" else "held_out", factor="keyboard")
    assert {"disjoint", "split"} <= {fault.screen for _, fault in check((*triplets, elsewhere), design=SMALL)}
    renamed = first._replace(question=replace(first.question, id="another"))
    assert {"copies", "size"} == {fault.screen for _, fault in check((*triplets, renamed), design=SMALL)}
    fewer = check(triplets[:-1], design=SMALL)
    assert [fault for _, fault in fewer] == [("size", "there are 7 triplets, and 8 are wanted.")]
    unknown = check(triplets, questions=[made.question for made in triplets if made != last], design=SMALL)
    assert [fault.reason for _, fault in unknown] == ["the dataset has no such question."]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"questions": 0}, "questions=0 is below 1"),
        ({"held_out": 201}, "held_out=201 is above 200"),
        ({"factors": ()}, "must be one or several of"),
        ({"factors": ("keyboard", "keyboard")}, "each once"),
        ({"factors": ["keyboard"]}, "must be a tuple"),
        ({"guarded": (" ",)}, "which is no word"),
        ({"seed": "1"}, "seed must be an int"),
    ],
)
def test_a_design_that_cannot_be_is_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InvalidArgument, match=message):
        Design(**options)


def test_an_unknown_factor_is_refused_with_those_there_are() -> None:
    with pytest.raises(UnknownName, match="did you mean keyboard"):
        Design(factors=("keybord",))


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('{"dataset": "d"}', "line 2: a question needs id"),
        ('{"dataset": "d", "id": "2", "fields": {"q": "x"}}', "gold, the index of the right option, or references"),
        ('{"dataset": "d", "id": "2", "fields": {"q": " "}, "gold": 0}', "the field 'q' is empty"),
        ('{"dataset": "d", "id": "2", "fields": {"q": "x"}, "gold": 2, "options": ["a", "b"]}', "gold=2 is above 1"),
        ('{"dataset": "d", "id": "2", "fields": {"q": "x"}, "gold": 0, "scope": ["p"]}', "scope holds 'p'"),
        ('{"dataset": "d", "id": "2", "fields": {"q": "x"}, "gold": 0, "label": 1}', "a question has no 'label'"),
        ('{"dataset": "d", "id": 2, "fields": {"q": "x"}, "gold": 0}', "id must be a str"),
        ('{"dataset": "d", "id": "2", "fields": ["q"], "gold": 0}', "fields must map names to texts"),
        ('{"dataset": "d", "id": "2", "fields": {"q": "x"}, "gold": 0, "options": "ab"}', "options must be a list"),
        ("[1]", "not a JSON object"),
        ("{", "not JSON"),
    ],
)
def test_a_line_that_is_no_question_is_refused(line: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "questions.jsonl"
    path.write_text(f'{{"dataset": "d", "id": "1", "fields": {{"q": "Où ?"}}, "gold": 0}}\n{line}\n', "utf-8")
    with pytest.raises(InvalidArgument, match=message) as error:
        read_questions(path)
    assert f"{path}, line 2" in str(error.value)


def test_a_line_that_is_no_triplet_is_refused(built: Path, tmp_path: Path) -> None:
    row = json.loads(built.read_text("utf-8").split("\n")[0])
    path = tmp_path / "broken.jsonl"
    for broken in (
        {**row, "split": "train"},
        {**row, "low": {**row["low"], "realised": 99}},
        {**row, "high": {**row["high"], "edits": [["passage", 1]]}},
        {name: value for name, value in row.items() if name != "words"},
    ):
        path.write_text(f"{json.dumps(row)}\n{json.dumps(broken)}\n", "utf-8")
        with pytest.raises(InvalidArgument, match=r"broken\.jsonl, line 2"):
            read_triplets(path)


def test_a_triplet_reads_back_equal(built: Path) -> None:
    for made, (_, row) in zip(read_triplets(built), rows_of(built), strict=True):
        assert made.to_dict() == row


def french_questions(shared: Callable[[str], Path]) -> list[Question]:
    made = []
    for _, row in rows_of(shared("data/benchmarks/rte3-fr/validation.jsonl")):
        fields = (("premise", row["premise"]), ("hypothesis", row["hypothesis"]))
        made.append(Question(dataset="rte3", id=row["id"], fields=fields, gold=row["label"], group=row["premise"]))
    seen = set()
    for part in ("dev", "train"):
        for row in json.loads(shared(f"data/benchmarks/frenchmedmcqa/{part}.json").read_text("utf-8")):
            if len(row["correct_answers"]) != 1 or row["id"] in seen:
                continue
            seen.add(row["id"])
            letters = sorted(row["answers"])
            made.append(
                Question(
                    dataset="medmcqa",
                    id=row["id"],
                    fields=(("question", row["question"]),),
                    options=tuple(row["answers"][letter] for letter in letters),
                    gold=letters.index(row["correct_answers"][0]),
                )
            )
    return made


@pytest.mark.parametrize(("dataset", "count", "held_out"), [("rte3", 150, 30), ("medmcqa", 25, 5)])
def test_all_screens_pass_on_real_questions(
    dataset: str, count: int, held_out: int, shared: Callable[[str], Path], tmp_path: Path
) -> None:
    real = [question for question in french_questions(shared) if question.dataset == dataset]
    design = Design(questions=count, held_out=held_out)
    build(real, tmp_path / "fr.jsonl", design=design)
    triplets = read_triplets(tmp_path / "fr.jsonl")
    assert len(triplets) == 3 * count
    assert check(triplets, questions=real, design=design) == ()

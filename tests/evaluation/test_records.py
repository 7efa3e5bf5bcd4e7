"""Records: what they refuse, and that a file gives them back."""

from __future__ import annotations

from collections.abc import Callable
from math import nan
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.edits import Edit
from typo.errors import InvalidArgument
from typo.evaluation import Record, read_jsonl, write_jsonl

Make = Callable[..., Record]

EDITED = {
    "before": (("question", "the cat"),),
    "after": (("question", "teh cat"),),
    "edits": (("question", Edit(0, 3, "the", "teh", "transpose")),),
}


@pytest.mark.parametrize(
    ("told", "named"),
    [
        ({"probabilities": (nan, 0.5)}, "nan"),
        ({"probabilities": (0.5, 0.2)}, "add up to 0.7000"),
        ({"probabilities": (0.5, 0.5), "gold": 2}, "gold=2"),
        ({"probabilities": (0.5, 0.5), "answer": 2}, "answer=2"),
        ({"gold": -1}, "gold=-1"),
        ({"answer": -2}, "answer=-2"),
        ({"answer": "A"}, "answer must be an int"),
        ({"eligible": -1}, "eligible=-1"),
        (EDITED | {"after": (("question", "the cat"),)}, "edits of question do not lead"),
        (EDITED | {"before": (("question", "cat"),)}, "expects 'the'|leave|above"),
    ],
)
def test_a_record_that_cannot_be_is_refused_by_the_name_of_its_document(
    make: Make, told: dict[str, Any], named: str
) -> None:
    with pytest.raises(InvalidArgument, match=rf"document quiz/1 \(original\): .*({named})"):
        make(**told)


def test_an_answer_not_understood_is_wrong_and_so_is_one_unknown(make: Make) -> None:
    assert make(answer=0).correct
    assert not make(answer=None).correct
    assert not make(answer=-1).correct


texts = st.text(st.characters(), max_size=12)


@given(name=texts, clean=texts, replacement=texts, rest=st.tuples(texts, texts, texts), data=st.data())
def test_records_survive_a_file(
    tmp_path_factory: pytest.TempPathFactory, name: str, clean: str, replacement: str, rest: Any, data: Any
) -> None:
    start = data.draw(st.integers(0, len(clean)))
    edit = Edit(start, len(clean), clean[start:], replacement, rest[0])
    record = Record(
        model=rest[1], benchmark="b", format="gen", condition="ime", id=rest[2], gold=1,
        answer=data.draw(st.sampled_from([None, -1, 1])),
        before=((name, clean),), after=((name, clean[:start] + replacement),), edits=((name, edit),),
    )  # fmt: skip
    path = tmp_path_factory.mktemp("records") / "records.jsonl"
    write_jsonl([record, record], path)
    assert read_jsonl(path) == (record, record)
    assert [entry.name for entry in path.parent.iterdir()] == ["records.jsonl"]


def test_probabilities_and_edits_survive_a_file(make: Make, tmp_path: Path) -> None:
    records = (make(probabilities=(0.25, 0.75), answer=1, group="g", language="ja", eligible=3), make(id="2", **EDITED))
    write_jsonl(records, tmp_path / "new" / "folder.jsonl")
    assert read_jsonl(tmp_path / "new" / "folder.jsonl") == records


LINE = '{"model":"m","benchmark":"b","format":"gen","condition":"original","id":"1","gold":0,"answer":0}'


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("{", "Expecting property name"),
        ("[]", "list"),
        ("{}", "missing"),
        (LINE.replace('"gold":0', '"gold":null'), "answer by option needs gold"),
        (LINE.replace('"gold":0', '"gold":"A"'), "gold must be an int"),
        (LINE.replace("}", ',"probabilities":[NaN,1]}'), "nan"),
        (LINE.replace("}", ',"gould":1}'), "no field gould"),
        (LINE.replace("}", ',"edits":[["question",[1,2]]]}'), "missing"),
    ],
)
def test_a_malformed_line_is_named(tmp_path: Path, line: str, named: str) -> None:
    path = tmp_path / "records.jsonl"
    path.write_text(f"{LINE}\n{line}\n", "utf-8")
    with pytest.raises(InvalidArgument, match=rf"records\.jsonl, line 2: .*{named}"):
        read_jsonl(path)


def test_a_file_that_cannot_be_written_leaves_nothing_behind(make: Make, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(InvalidArgument, match="taken cannot be written"):
        write_jsonl([make()], tmp_path / "taken")
    assert [entry.name for entry in tmp_path.iterdir()] == ["taken"]


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match=r"none\.jsonl cannot be read"):
        read_jsonl(tmp_path / "none.jsonl")

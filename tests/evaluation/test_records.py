"""Records: what they refuse, and that a file gives them back."""

from __future__ import annotations

from collections.abc import Callable
from math import inf, nan
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
        ({"probabilities": (0.2, 0.8), "answer": 0}, "answer=0 is not the likeliest option"),
        ({"probabilities": (0.2, 0.8), "answer": -1}, "answer=-1"),
        ({"scores": (-1.0, nan)}, "scores holds nan, which is no log-probability"),
        ({"scores": (-1.0, inf)}, "scores holds inf"),
        ({"scores": ("a",)}, "scores holds 'a'"),
        ({"scores": (True,)}, "scores holds True"),
        ({"scores": (-inf, -inf)}, "no option that is possible"),
        ({"scores": ()}, "no option that is possible"),
        ({"scores": (0.0, 0.0), "probabilities": (0.9, 0.1)}, "probabilities are not those of the scores"),
        ({"scores": (0.0, 0.0), "probabilities": (0.5, 0.5, 0.0)}, "probabilities are not those of the scores"),
        ({"gold": None, "answer": None}, "needs gold, .* or references"),
        ({"gold": None, "references": ("18",)}, "an answer by option needs gold"),
        ({"gold": None, "answer": None, "references": ("18",), "response": 18}, "response must be a str"),
        ({"format": "translation"}, "a translation has references"),
        ({"twin": "repaired"}, "twin='repaired' is not one of"),
        ({"rate": 10}, "rate=10 is outside 0..1"),
        ({"shots": -1}, "shots=-1"),
        ({"tokens": 3, "changed_tokens": 4}, "changed_tokens=4 is above tokens=3"),
        ({"changed_tokens": 4}, "changed_tokens=4 is above tokens=None"),
        ({"eligible": -1}, "eligible=-1"),
        ({"model": ""}, "model must not be empty"),
        ({"model": None}, "model must be a str, not NoneType"),
        ({"language": 7}, "language must be a str, not int"),
        ({"held_out": "no"}, "held_out='no' must be true or false"),
        ({"before": (("question", 5),), "after": (("question", 5),)}, "before of question must be a str, not int"),
        ({"gold": None, "answer": None, "references": (18,)}, "references must be a str, not int"),
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


def test_scores_say_all_that_probabilities_do(make: Make) -> None:
    record = make(answer=None, scores=(-2.0, -1.0, -inf))
    assert record.answer == 1
    assert record.probabilities == pytest.approx((0.26894142137, 0.73105857863, 0.0))
    # A common constant is no difference, however large.
    assert make(answer=None, scores=(-802.0, -801.0, -inf)).probabilities == record.probabilities
    assert make(answer=None, scores=(0.0, 0.0)).answer == 0
    assert make(scores=(0.0, 0.0), answer=1).answer == 1


def test_an_answer_in_words_is_right_where_a_reference_says_the_same(make: Make) -> None:
    told = {"gold": None, "answer": None, "references": ("18", "eighteen")}
    assert make(response=" 18\n", **told).correct
    assert make(response="eighteen", **told).prediction == "eighteen"
    assert not make(response="180", **told).correct
    assert not make(response=None, **told).correct


def test_the_texts_of_a_twin_need_no_edits(make: Make) -> None:
    told = {"before": (("question", "the cat sat"),), "after": (("question", "the sat"),)}
    assert make(twin="deletion", **told).edits == ()
    with pytest.raises(InvalidArgument, match="edits of question do not lead"):
        make(**told)


texts = st.text(st.characters(), max_size=12)


@given(name=texts, clean=texts, replacement=texts, rest=st.tuples(texts, texts, texts), data=st.data())
def test_records_survive_a_file(
    tmp_path_factory: pytest.TempPathFactory, name: str, clean: str, replacement: str, rest: Any, data: Any
) -> None:
    start = data.draw(st.integers(0, len(clean)))
    edit = Edit(start, len(clean), clean[start:], replacement, rest[0])
    record = Record(
        model=rest[1] or "m", benchmark="b", format="gen", condition="ime", id=rest[2] or "1", gold=1,
        answer=data.draw(st.sampled_from([None, -1, 1])),
        before=((name, clean),), after=((name, clean[:start] + replacement),), edits=((name, edit),),
    )  # fmt: skip
    path = tmp_path_factory.mktemp("records") / "records.jsonl"
    write_jsonl([record, record], path)
    assert read_jsonl(path) == (record, record)
    assert [entry.name for entry in path.parent.iterdir()] == ["records.jsonl"]


def test_probabilities_and_edits_survive_a_file(make: Make, tmp_path: Path) -> None:
    records = (
        make(probabilities=(0.25, 0.75), answer=1, group="g", language="ja", eligible=3),
        make(id="2", **EDITED),
        make(id="3", answer=None, scores=(-0.5, -inf), held_out=True, tokens=7, changed_tokens=0, rate=0.1, shots=0),
        make(id="4", gold=None, answer=None, references=("a", "b"), response="b", target="fr", twin="restored"),
    )
    write_jsonl(records, tmp_path / "new" / "folder.jsonl")
    assert read_jsonl(tmp_path / "new" / "folder.jsonl") == records


LINE = '{"model":"m","benchmark":"b","format":"gen","condition":"original","id":"1","gold":0,"answer":0}'


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("{", "Expecting property name"),
        ("[]", "an object with the fields of Record, not a list"),
        ("[" * 100_000, "recursion"),
        (LINE.replace("}", ',"references":"18"}'), "references must be a list, not str"),
        (LINE.replace("}", ',"scores":"-1"}'), "scores must be a list, not str"),
        (LINE.replace('"id":"1"', '"id":1'), "id must be a str, not int"),
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


def test_a_file_of_windows_is_read(make: Make, tmp_path: Path) -> None:
    path = tmp_path / "records.jsonl"
    path.write_bytes(f"\ufeff{LINE}\r\n".encode())
    (record,) = read_jsonl(path)
    assert record.gold == 0


def test_a_file_that_cannot_be_written_leaves_nothing_behind(make: Make, tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(InvalidArgument, match="taken cannot be written"):
        write_jsonl([make()], tmp_path / "taken")
    assert [entry.name for entry in tmp_path.iterdir()] == ["taken"]


def test_a_folder_that_is_a_file_is_named(make: Make, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("", "utf-8")
    with pytest.raises(InvalidArgument, match=r"r\.jsonl cannot be written"):
        write_jsonl([make()], tmp_path / "taken" / "r.jsonl")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InvalidArgument, match=r"none\.jsonl cannot be read"):
        read_jsonl(tmp_path / "none.jsonl")

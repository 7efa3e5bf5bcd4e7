"""Blocks and JSON lines: every byte is read once, and a record is what the JSON parser says it is."""

from __future__ import annotations

import json
import tempfile
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from typo.cli import reading
from typo.cli.jsonlines import BadLine, parse
from typo.cli.reading import Place, blocks

FILES = st.lists(st.lists(st.sampled_from([b"a", b"\n", b"\r\n", b"\xff\x0b"]), max_size=20).map(b"".join), max_size=3)

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8)
VALUES = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner), max_leaves=8
)
OBJECTS = st.dictionaries(st.sampled_from(["id", "a", "b", "é", '"', "\\"]), VALUES, max_size=6)
LAYOUTS = st.sampled_from([(", ", ": "), (",", ":"), (" ,\t", " :  ")])


@given(FILES, st.integers(1, 12))
def test_blocks_hold_whole_lines_and_all_bytes_and_know_where_they_are(files: list[bytes], size: int) -> None:
    with tempfile.TemporaryDirectory() as folder, patch.object(reading, "BLOCK_BYTES", size):
        paths = [str(Path(folder) / str(n)) for n in range(len(files))]
        for path, data in zip(paths, files, strict=True):
            Path(path).write_bytes(data)
        made = list(blocks(paths, Place()))
        for index, block in enumerate(made):
            before = files[block.start.input][: block.start.offset]
            assert block.start.line == before.count(b"\n") + 1
            assert block.start.position == sum(b.data.count(b"\n") for b in made[:index]) + 1
            assert block.data.endswith(b"\n") or block.end.offset == len(files[block.end.input])
            # From any place on, the rest is the same: this is what an interrupted run relies on.
            rest = list(blocks(paths, block.start))
            assert b"".join(b.data for b in rest) == b"".join(b.data for b in made[index:])
            assert rest[-1].end == made[-1].end
        for index, data in enumerate(files):
            read = b"".join(block.data for block in made if block.start.input == index)
            later = any(block.start.input > index for block in made)
            assert read in (data, data + b"\n")
            assert not (later and data) or read.endswith(b"\n")


@given(OBJECTS, LAYOUTS, st.booleans(), st.text(max_size=5))
def test_a_replaced_field_is_the_only_change(
    record: dict[str, object], layout: tuple[str, str], ascii_only: bool, new: str
) -> None:
    record["text"] = "longer than any other text"
    line = json.dumps(record, separators=layout, ensure_ascii=ascii_only)
    found = parse(line, ["text"], None)
    assert found is not None
    assert found.texts == {"text": "longer than any other text"}
    changed = found.with_texts({"text": new})
    assert json.loads(changed) == record | {"text": new}
    assert changed == line.replace('"longer than any other text"', json.dumps(new, ensure_ascii=False))
    assert found.with_texts({}) == line


@given(OBJECTS, st.data())
def test_a_damaged_line_is_taken_exactly_when_the_parser_takes_it(
    record: dict[str, object], data: st.DataObject
) -> None:
    line = json.dumps(record | {"text": "old"})
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, min(len(line), start + 3)))
    line = line[:start] + data.draw(st.text('{}[]",: 1ae\\u', max_size=2)) + line[end:]
    try:
        wanted = json.loads(line)
    except ValueError:
        wanted = None
    if isinstance(wanted, dict) and isinstance(wanted.get("text"), str):
        try:
            found = parse(line, ["text"], None)
        except BadLine as error:
            assert "twice" in str(error)  # noqa: PT017
        else:
            assert found is not None
            assert found.texts == {"text": wanted["text"]}
    elif line.strip():
        try:
            taken = parse(line, ["text"], None)
        except BadLine:
            return
        assert taken is not None
        assert taken.texts == {}
        assert isinstance(wanted, dict)
        assert wanted["text"] is None


def test_a_line_longer_than_a_block_stays_whole(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"x\n" + b"y" * 3_000_000 + b"\nz")
    assert [len(block.data) for block in blocks([str(path)], Place())][-1] == 1
    assert max(len(block.data) for block in blocks([str(path)], Place())) >= 3_000_001


@pytest.mark.parametrize("line", ["", "  ", "\t"])
def test_blank_lines_are_no_records(line: str) -> None:
    assert parse(line, ["text"], None) is None

"""Input files as blocks of whole lines. Only bytes are moved here; nothing is decoded."""

from __future__ import annotations

import os
import sys
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Sequence
    from typing import BinaryIO

__all__ = ["BLOCK_BYTES", "STANDARD_INPUT", "Block", "Place", "blocks", "identify", "input_name"]

#: How many bytes a block has, about; a longer line makes a longer block. A worker takes 50 ms or more for one, a
#: hundred times what it costs to hand it over.
BLOCK_BYTES = 1 << 18

#: The argument that means standard input.
STANDARD_INPUT = "-"

# Enough to tell two files of one size apart, little enough to read at every start.
_DIGEST_BYTES = 1 << 16


class Place(NamedTuple):
    """Where a block begins: which input, its byte and its line there, and its line counted over all inputs."""

    input: int = 0
    offset: int = 0
    line: int = 1
    position: int = 1


class Block(NamedTuple):
    """Whole lines of one input, and where the next block begins."""

    data: bytes
    name: str
    start: Place
    end: Place


def input_name(path: str) -> str:
    """Return what messages call an input.

    >>> input_name("-")
    'standard input'
    """
    return "standard input" if path == STANDARD_INPUT else path


def blocks(paths: Sequence[str], start: Place) -> Generator[Block]:
    """Yield the inputs from `start` on, in blocks of whole lines.

    Lines end at the line feed byte and nowhere else. Where a file that is not the last one ends without it, the
    block gets one, so that two files never share a line. Raises `OSError` for a file that cannot be read.
    """
    place = start
    for index in range(start.input, len(paths)):
        name = input_name(paths[index])
        for data in _pieces(paths[index], place.offset):
            lines = data.count(b"\n")
            open_end = not data.endswith(b"\n")
            lines += open_end
            end = Place(index, place.offset + len(data), place.line + lines, place.position + lines)
            yield Block(data + b"\n" if open_end and index + 1 < len(paths) else data, name, place, end)
            place = end
        place = Place(index + 1, 0, 1, place.position)


def _pieces(path: str, offset: int) -> Iterator[bytes]:
    if path == STANDARD_INPUT:
        yield from _whole_lines(sys.stdin.buffer)
    else:
        with Path(path).open("rb") as stream:
            stream.seek(offset)
            yield from _whole_lines(stream)


def _whole_lines(stream: BinaryIO) -> Iterator[bytes]:
    held: list[bytes] = []
    # read1 gives what a pipe or a terminal holds now, so that a slow producer is answered line by line.
    while data := stream.read1(BLOCK_BYTES):  # type: ignore[attr-defined]
        end = data.rfind(b"\n") + 1
        if end:
            yield b"".join((*held, data[:end]))
            held = []
        if end < len(data):
            held.append(data[end:])
    if held:
        yield b"".join(held)


def identify(path: str) -> dict[str, object]:
    """Return what tells whether a file is still the one it was: path, size, time of change, digest of its start.

    Raises `OSError` for a file that cannot be read.
    """
    with Path(path).open("rb") as stream:
        facts = os.fstat(stream.fileno())
        begin = sha256(stream.read(_DIGEST_BYTES)).hexdigest()
    return {"path": str(Path(path).resolve()), "size": facts.st_size, "mtime_ns": facts.st_mtime_ns, "begin": begin}

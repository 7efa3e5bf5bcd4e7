"""Files that are there whole, or not at all."""

from __future__ import annotations

import os
from contextlib import suppress
from typing import TYPE_CHECKING

from typo.errors import InvalidArgument

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, text: str) -> None:
    """Write a text file under another name, and give it its own when it is complete.

    Raises `InvalidArgument` where that cannot be done; what was there before then still is.
    """
    # The process's number: two that write the same file do not write into each other's.
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # A lone surrogate, which UTF-8 has no bytes for, is shown as its escape.
        partial.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
        os.replace(partial, path)
    except OSError as error:
        with suppress(OSError):  # where no folder is, there is no file either
            partial.unlink()
        raise InvalidArgument(f"{path} cannot be written: {error}.") from error

"""Files that are there whole, or not at all."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from typo import TypoError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["write_whole"]


def write_whole(path: Path, text: str) -> None:
    """Write a text file under another name, and give it its own when it is complete.

    Raises `TypoError` where that cannot be done.
    """
    partial = path.with_name(f"{path.name}.partial")
    try:
        # A lone surrogate, which UTF-8 has no bytes for, is shown as its escape.
        partial.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
        os.replace(partial, path)
    except OSError as error:
        raise TypoError(f"{path} cannot be written ({error.strerror}).") from error

"""What ends a command on purpose: a sentence for the user, and the exit code that goes with it."""

from __future__ import annotations

import sys

__all__ = ["FAILED", "INTERRUPTED", "OK", "WRONG", "Failure", "say", "told"]

OK = 0
FAILED = 1  # in the data, the files or the environment
WRONG = 2  # in the arguments; also what argparse exits with
INTERRUPTED = 130  # as a shell reports what Ctrl-C has ended


class Failure(Exception):
    """Ends the command; the message is told as it is."""

    def __init__(self, message: str, code: int = FAILED) -> None:
        super().__init__(message)
        self.code = code


def say(message: str) -> None:
    """Write one line to standard error."""
    print(f"typo: {message}", file=sys.stderr, flush=True)


def told(error: OSError) -> str:
    """Return what the system said, as a sentence.

    >>> told(FileNotFoundError(2, "No such file or directory", "a.txt"))
    'a.txt: No such file or directory.'
    """
    name = f"{error.filename}: " if error.filename is not None else ""
    return f"{name}{error.strerror or error}."

"""The command `typo`: perturb files, show one text, list what there is, check the installation.

Nothing of `typo` is imported here: `typo doctor` must run, and say what is wrong, where another package has
overwritten our files.
"""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; return its exit code.

    0: done; 1: something in the data, the files or the installation is wrong; 2: the arguments are wrong; 130:
    interrupted.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a console of another encoding shows \\u0444 rather than nothing
            stream.reconfigure(errors="backslashreplace")
    try:
        if arguments[:1] == ["doctor"] and len(arguments) == 1:
            from typo.cli.doctor import doctor

            return doctor()
        return _run(arguments)
    except KeyboardInterrupt:
        print("typo: interrupted.", file=sys.stderr)
        return 130
    except BrokenPipeError:
        # Whoever read our output has seen enough; the rest goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(arguments: list[str]) -> int:
    import typo

    if not hasattr(typo, "Perturber"):
        print("typo: another package has overwritten the files of typokit; `typo doctor` says which.", file=sys.stderr)
        return 1
    from typo.cli.failure import FAILED, WRONG, Failure, say, told
    from typo.errors import MissingExtra, TypoError

    try:
        return _dispatch(arguments)
    except SystemExit as stop:  # argparse has said why
        return int(stop.code or 0)
    except Failure as error:
        say(str(error))
        return error.code
    except TypoError as error:
        say(str(error))
        return FAILED if isinstance(error, MissingExtra) else WRONG
    except BrokenPipeError:
        raise
    except OSError as error:
        say(told(error))
        return FAILED


def _dispatch(arguments: list[str]) -> int:
    from typo.cli.arguments import parser, perturb_options, show_options
    from typo.cli.doctor import version

    namespace = parser(f"typokit {version()}").parse_args(arguments)
    if namespace.command == "perturb":
        from typo.cli.perturbing import perturb

        return perturb(perturb_options(namespace))
    if namespace.command == "show":
        from typo.cli.showing import show

        return show(show_options(namespace))
    from typo.cli.listing import list_languages, list_transforms

    return (list_transforms if namespace.command == "list" else list_languages)(as_json=namespace.json)

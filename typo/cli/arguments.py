"""The arguments of the command, and the Perturber that they describe."""

from __future__ import annotations

import argparse
import json
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from typo.cli.failure import WRONG, Failure
from typo.cli.reading import STANDARD_INPUT
from typo.cli.records import BAD_LINES

if TYPE_CHECKING:
    from typo import Perturber

__all__ = [
    "PerturbOptions",
    "ShowOptions",
    "Source",
    "name_or_number",
    "parser",
    "perturb_options",
    "perturber",
    "show_options",
]

_WHOLE = re.compile(r"0|-?[1-9][0-9]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """Which errors to make, and how many; None is what was not given."""

    lang: str | None = None
    transform: str | None = None
    options: tuple[tuple[str, object], ...] = ()
    recipe: str | None = None
    rate: float | None = None
    seed: str | int | None = None
    min_edits: int | None = None
    max_edits: int | None = None
    protect: tuple[str, ...] | None = None
    per: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PerturbOptions:
    """What `typo perturb` was asked to do."""

    source: Source
    files: tuple[str, ...] = (STANDARD_INPUT,)
    out: str | None = None
    fields: tuple[str, ...] = ()
    key: str | None = None
    log: str | None = None
    pairs: str | None = None
    jobs: int = 1
    resume: bool = False
    bad_lines: str = "fail"
    force: bool = False
    quiet: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowOptions:
    """What `typo show` was asked to show."""

    source: Source
    text: str
    key: str | int | None = None
    json: bool = False


def name_or_number(value: str) -> str | int:
    """Return an int for what is written like one, else the string.

    >>> name_or_number("7"), name_or_number("07"), name_or_number("doc-7")
    (7, '07', 'doc-7')
    """
    # The length keeps clear of what int() refuses.
    return int(value) if len(value) < 1000 and _WHOLE.fullmatch(value) else value


def perturber(source: Source) -> Perturber:
    """Make the Perturber.

    Raises `Failure` unless there is exactly one source of errors, and `TypoError` for values that are not allowed.
    """
    import typo

    given = {
        name: value
        for name in ("rate", "seed", "min_edits", "max_edits", "protect", "per")
        if (value := getattr(source, name)) is not None
    }
    if source.options and source.transform is None:
        raise Failure("--option goes with --transform.", WRONG)
    if source.recipe is not None:
        if source.transform is not None or source.lang is not None:
            raise Failure("--recipe says what to do; --transform and --lang cannot be given with it.", WRONG)
        return replace(typo.read_recipe(source.recipe), **given)
    if source.transform is not None:
        options = dict(source.options)
        if source.lang is not None and options.setdefault("lang", source.lang) != source.lang:
            raise Failure(f"--lang {source.lang} and --option lang={options['lang']} are two languages.", WRONG)
        return typo.Perturber(typo.get(source.transform, **options), **given)
    if source.lang is not None:
        return typo.Perturber(lang=source.lang, **given)
    raise Failure("say which errors to make: --lang, --transform or --recipe; `typo list` shows what there is.", WRONG)


def parser(version: str) -> argparse.ArgumentParser:
    """Make the parser of the command line."""
    top = argparse.ArgumentParser(prog="typo", description="Realistic, reproducible typing errors.", allow_abbrev=False)
    top.add_argument("--version", action="version", version=version)
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_perturb(commands.add_parser("perturb", help="perturb files", description=_PERTURB, allow_abbrev=False))
    _add_show(commands.add_parser("show", help="perturb one text and show the edits", allow_abbrev=False))
    for name, summary in (
        ("list", "list the transforms and recipes"),
        ("languages", "list the languages"),
    ):
        listing = commands.add_parser(name, help=summary, description=summary.capitalize() + ".", allow_abbrev=False)
        listing.add_argument("--json", action="store_true", help="print JSON")
    summary = "check the installation"
    commands.add_parser("doctor", help=summary, description=summary.capitalize() + ".", allow_abbrev=False)
    return top


_PERTURB = """\
Perturb the lines of text files, or fields of JSON-lines files. A record without --key is named by its position:
line 12 has the key ("line", 12), counted over all files."""


def _add_perturb(perturb: argparse.ArgumentParser) -> None:
    files = "inputs; - is standard input (default)"
    perturb.add_argument("files", nargs="*", default=[STANDARD_INPUT], metavar="FILE", help=files)
    perturb.add_argument("-o", "--out", metavar="OUT", help="output file (default: standard output)")
    records = perturb.add_argument_group("records")
    field = "the lines are JSON objects: perturb this field; several fields of a record are planned together"
    records.add_argument("--field", dest="fields", action="append", default=[], metavar="NAME", help=field)
    records.add_argument("--key", metavar="NAME", help="JSON field with the record's name, a string or a whole number")
    bad = "what a line that cannot be read does: end the run (default), be left out, or be copied"
    records.add_argument("--bad-lines", choices=BAD_LINES, default="fail", help=bad)
    _add_source(perturb)
    outputs = perturb.add_argument_group("outputs and running")
    outputs.add_argument("--log", metavar="FILE", help="write the edits of each record, as JSON lines")
    pairs = "write clean and noisy texts with their edits, as JSON lines, or as M2 where the name ends in .m2"
    outputs.add_argument("--pairs", metavar="FILE", help=pairs)
    jobs = "worker processes (default: 1); the output does not depend on it"
    outputs.add_argument("--jobs", type=_jobs, default=1, metavar="N", help=jobs)
    again = outputs.add_mutually_exclusive_group()
    again.add_argument("--resume", action="store_true", help="go on with an interrupted run")
    again.add_argument("--force", action="store_true", help="overwrite outputs that exist, and start over")
    outputs.add_argument("--quiet", action="store_true", help="no progress and no summary")


def _add_show(show: argparse.ArgumentParser) -> None:
    show.add_argument("text", metavar="TEXT")
    show.add_argument("--key", type=name_or_number, help="the record's name; without it the text names itself")
    show.add_argument("--json", action="store_true", help="print JSON")
    _add_source(show)


def _add_source(command: argparse.ArgumentParser) -> None:
    which = command.add_argument_group("which errors")
    which.add_argument("--lang", metavar="CODE", help="the realistic mix of a language, or the language of --transform")
    which.add_argument("--transform", metavar="NAME", help="a transform or recipe by name; see `typo list`")
    option = "an option of the transform; numbers, true, false, null and lists are written as in JSON"
    which.add_argument(
        "--option", dest="options", action="append", type=_option, default=[], metavar="K=V", help=option
    )
    recipe = "a recipe file, .json or .yaml; what is given besides replaces what it says"
    which.add_argument("--recipe", metavar="FILE", help=recipe)
    much = command.add_argument_group("how many errors, and where")
    much.add_argument("--rate", type=float, help="share of the units to edit, 0..1")
    much.add_argument("--seed", type=name_or_number, help="a whole number or a text (default: 0)")
    much.add_argument("--min-edits", type=int, metavar="N", help="at least so many edits a record")
    much.add_argument("--max-edits", type=int, metavar="N", help="at most so many edits a record")
    much.add_argument("--per", metavar="WHAT", help="what the rate is a share of: unit or word")
    protect = "preset or regular expression of what stays as it is, instead of the usual presets; '' protects nothing"
    much.add_argument("--protect", action="append", metavar="WHAT", help=protect)


# More processes than any machine has cores for would only fill its memory.
_MOST_JOBS = 512


def _jobs(value: str) -> int:
    if not value.isdecimal() or not 1 <= int(value) <= _MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{value!r} is not a whole number from 1 to {_MOST_JOBS}")
    return int(value)


def _option(value: str) -> tuple[str, object]:
    name, equals, text = value.partition("=")
    if not name or not equals:
        raise argparse.ArgumentTypeError(f"{value!r} is not of the form name=value")
    return name, _plain(text)


def _plain(text: str) -> object:
    try:
        value = json.loads(text)
    except ValueError:
        return text
    return tuple(value) if isinstance(value, list) else value


def perturb_options(namespace: argparse.Namespace) -> PerturbOptions:
    """Take the arguments of `typo perturb`."""
    given = vars(namespace)
    plain = ("out", "key", "log", "pairs", "jobs", "resume", "bad_lines", "force", "quiet")
    return PerturbOptions(
        source=_source(namespace),
        files=tuple(namespace.files),
        fields=tuple(namespace.fields),
        **{name: given[name] for name in plain},
    )


def show_options(namespace: argparse.Namespace) -> ShowOptions:
    """Take the arguments of `typo show`."""
    return ShowOptions(source=_source(namespace), text=namespace.text, key=namespace.key, json=namespace.json)


def _source(namespace: argparse.Namespace) -> Source:
    return Source(
        lang=namespace.lang,
        transform=namespace.transform,
        options=tuple(namespace.options),
        recipe=namespace.recipe,
        rate=namespace.rate,
        seed=namespace.seed,
        min_edits=namespace.min_edits,
        max_edits=namespace.max_edits,
        protect=None if namespace.protect is None else tuple(namespace.protect),
        per=namespace.per,
    )

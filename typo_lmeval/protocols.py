"""A study as a file: which tasks, in which format, with how many examples."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatchcase
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from typo import InvalidArgument
from typo.errors import check_int, unknown_name
from typo_lmeval.benchmarks import BENCHMARKS
from typo_lmeval.catalogue import FORMATS, Variant, find, variants

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Job", "Protocol", "jobs", "read_protocol"]

_FOLDER = Path(__file__).parent / "data" / "protocols"


class Protocol(NamedTuple):
    """What a study runs.

    - `benchmarks`, `conditions`, `ablation`: patterns of names, as in a shell; `ablation` is run on demand.
    - `format`: one of the catalogue's; `paper`: whether the published recipes perturb, where there are such.
    - `shots`: the numbers of few-shot examples, each a run of its own.
    """

    title: str
    benchmarks: tuple[str, ...]
    conditions: tuple[str, ...]
    format: str
    paper: bool
    shots: tuple[int, ...]
    ablation: tuple[str, ...] = ()


class Job(NamedTuple):
    """One task with one number of examples."""

    variant: Variant
    shots: int

    @property
    def name(self) -> str:
        """The name of the job, which its folder has."""
        return f"{self.variant.name}-{self.shots}shot"


def read_protocol(name: str) -> Protocol:
    """Return a protocol of ours by its name, or one of the user's by the path of its file.

    Raises `UnknownName` for a name that is neither, and `InvalidArgument` for a file that is no protocol.

    >>> read_protocol("japanese").shots
    (5,)
    """
    ours = {path.stem: path for path in _FOLDER.glob("*.toml")}
    path = ours.get(name, Path(name))
    if not path.is_file():
        raise unknown_name("protocol", name, ours)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise InvalidArgument(f"{path} is no protocol ({error}).") from error
    for key in data:
        if key not in Protocol._fields:
            raise unknown_name(f"key of {path.name}", key, Protocol._fields)
    missing = [key for key in Protocol._fields if key not in data and key not in Protocol._field_defaults]
    if missing:
        raise InvalidArgument(f"{path} lacks {', '.join(missing)}.")
    return _checked(path, data)


def _checked(path: Path, data: dict[str, Any]) -> Protocol:
    for key in ("benchmarks", "conditions", "ablation"):
        value = data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
            raise InvalidArgument(f"{path}: {key}={value!r} is no list of names.")
    if data["format"] not in FORMATS:
        raise unknown_name("format", str(data["format"]), FORMATS)
    if not isinstance(data["paper"], bool) or not isinstance(data["shots"], list):
        raise InvalidArgument(f"{path}: paper must be true or false, and shots a list of numbers.")
    for number in data["shots"]:
        check_int("shots", number, minimum=0)
    made: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    return Protocol(**made)


def jobs(
    protocol: Protocol,
    *,
    realistic: bool = False,
    ablation: bool = False,
    shots: Sequence[int] = (),
    languages: Iterable[str] = (),
    only: Iterable[str] = (),
) -> tuple[Job, ...]:
    """Return what a study runs, in the order of the catalogue.

    `realistic` takes our recipes instead of the published ones; `shots`, `languages` and `only` (patterns of the names
    of tasks) stand in for or narrow what the protocol says. Raises `InvalidArgument` where nothing is left.
    """
    conditions = (*protocol.conditions, *(protocol.ablation if ablation else ()))
    paper = protocol.paper and not realistic
    kept, patterns = frozenset(languages), tuple(only)
    chosen = [
        variant
        for variant in variants()
        if _matches(variant.benchmark, protocol.benchmarks)
        and _matches(variant.condition, conditions)
        and variant.format == protocol.format
        and (variant.paper == paper or not find(variant)[1].paper)
        and (not kept or {BENCHMARKS[variant.benchmark].lang, BENCHMARKS[variant.benchmark].target} & kept)
        and (not patterns or _matches(variant.name, patterns))
    ]
    if not chosen:
        raise InvalidArgument("No task of the catalogue is left to run: look at --only and --languages.")
    return tuple(Job(variant, number) for number in (shots or protocol.shots) for variant in chosen)


def _matches(name: str, patterns: Iterable[str]) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)

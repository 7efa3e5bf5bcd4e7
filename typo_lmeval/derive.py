"""`typo-eval perturb-task`: variants of any task of the harness or of the user, without writing YAML."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typo
from typo import InvalidArgument, UnknownName
from typo.errors import check_rate, require
from typo.evaluation import write_whole
from typo_lmeval.benchmarks import Benchmark
from typo_lmeval.catalogue import Condition, Variant
from typo_lmeval.perturbing import RECIPES, recipe_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Base", "derived", "find_base", "main", "write_variants"]

_TEMPLATES = ("doc_to_text", "doc_to_choice", "doc_to_target")
_DEFAULT = "default"


class Base(NamedTuple):
    """A task to derive variants of: its YAML file, and the fields of a document that its templates name.

    `complete` is False where a function takes part in the prompt, which may read other fields.
    """

    name: str
    path: str
    fields: tuple[str, ...]
    complete: bool


def derived(told: Mapping[str, Any]) -> tuple[Variant, Benchmark, Condition]:
    """Return the rows of a task that is in no catalogue, from what its YAML file tells."""
    name = told["benchmark"]
    row = Benchmark(
        name, name, "user", told["lang"], "", tuple(told["fields"]), 0, 0,
        base=told["base"], protect=tuple(told.get("protect", ())),
    )  # fmt: skip
    condition = Condition(told["transform"], told["rate"], paper=False)
    return Variant(name, told["condition"], "harness"), row, condition


def find_base(name: str, include: Iterable[Path] = ()) -> Base:
    """Find a task by its name, in folders of the user's and in the harness, or by the path of its YAML file.

    Raises `UnknownName` where there is none, and `InvalidArgument` for a group and for a task that is Python code.
    """
    from typo_lmeval.upstream import read_yaml

    tasks = Path(str(require("lm_eval.tasks", extra="lmeval").__file__)).parent
    given = Path(name)
    path = given.resolve() if given.suffix == ".yaml" and given.is_file() else _found(name, [*include, tasks])
    config = read_yaml(str(path))
    if "class" in config or not isinstance(config.get("task"), str):
        raise InvalidArgument(f"{name} is a group or Python code; name a task that a YAML file describes.")
    used, complete = _fields(config)
    place = path.relative_to(tasks).as_posix() if path.is_relative_to(tasks) else str(path)
    return Base(config["task"], place, used, complete)


def _found(name: str, folders: Iterable[Path]) -> Path:
    # A task's name stands in its own file. The harness has 14,000; reading them as YAML takes ten seconds.
    line = re.compile(rf"^[\"']?task[\"']?:[ \t]*[\"']?{re.escape(name)}[\"']?[ \t]*$", re.MULTILINE)
    for folder in folders:
        if not folder.is_dir():
            raise InvalidArgument(f"{folder} is not a folder of tasks.")
        for path in sorted(folder.rglob("*.yaml")):
            if line.search(path.read_text(encoding="utf-8", errors="replace")):
                return path.resolve()
    raise UnknownName(
        f"There is no task named {name!r} in {', '.join(map(str, folders))}; `typo-eval ls tasks` lists all."
    )


def _fields(config: Mapping[str, Any]) -> tuple[tuple[str, ...], bool]:
    """Return the names that a task's templates read, in the order in which they come."""
    from jinja2 import Environment, TemplateSyntaxError, meta

    names: dict[str, None] = {}
    complete = config.get("process_docs") is None
    for key in _TEMPLATES:
        template = config.get(key)
        if isinstance(template, str) and "{{" not in template and "{%" not in template:
            names.update({template: None} if template.isidentifier() else {})
        elif isinstance(template, str):
            try:
                read = meta.find_undeclared_variables(Environment(autoescape=False).parse(template))
            except TemplateSyntaxError as error:
                raise InvalidArgument(f"{key}={template!r} is no template: {error}") from error
            names.update(dict.fromkeys(sorted(read, key=template.index)))
        elif callable(template):
            complete = False
    return tuple(names), complete


def write_variants(
    base: Base, folder: Path, *, fields: Sequence[str], lang: str, transform: str = _DEFAULT, rates: Sequence[float]
) -> list[str]:
    """Write the YAML files of a task at rate 0 and at each of `rates`; return the tasks' names.

    Raises `InvalidArgument` for no field or one that the task does not read, for rates that give the same name, what
    `typo.get` raises for a transform, and `TypoError` where the files cannot be written.
    """
    if not fields or len(set(fields)) < len(fields):
        raise InvalidArgument(f"fields={list(fields)!r} must name at least one field, and none twice.")
    for name in fields:
        if base.complete and name not in base.fields:
            raise InvalidArgument(f"{base.name} reads no field {name!r}; it reads: {', '.join(base.fields)}.")
    _check_transform(transform, lang)
    if transform.endswith(RECIPES):
        transform = str(Path(transform).resolve())
    conditions = {"r00": 0.0}
    for rate in rates:
        prefix = "" if transform == _DEFAULT else f"{re.sub(r'[^a-z0-9]+', '_', _stem(transform).lower())}_"
        condition = f"{prefix}r{round(check_rate('rates', rate) * 100):02d}"
        if conditions.setdefault(condition, rate) != rate:
            raise InvalidArgument(f"rates={list(rates)!r} holds two that are both named {condition}.")
    names = []
    for condition, rate in conditions.items():
        told = {
            "benchmark": base.name, "condition": condition, "format": "harness", "paper": False, "base": base.path,
            "fields": list(fields), "lang": lang, "transform": transform if rate else "", "rate": rate,
        }  # fmt: skip
        name = f"{base.name}_typo_{condition}"
        # JSON is YAML.
        write_whole(
            folder / f"{name}.yaml",
            f"task: {json.dumps(name)}\nclass: !function typo_lmeval.task.TypoTask\n"
            f"tag: {json.dumps([f'{base.name}_typo', 'typo_user'])}\n"
            f"metadata: {json.dumps({'version': 1, 'typo': told})}\n",
        )
        names.append(name)
    return names


def _check_transform(transform: str, lang: str) -> None:
    if transform.endswith(RECIPES):
        recipe_of(transform)
    elif transform not in (_DEFAULT, "attested"):  # which needs a file that a run names
        typo.get(transform)
    typo.Perturber(lang=lang)


def _stem(transform: str) -> str:
    return Path(transform).stem if transform.endswith(RECIPES) else transform


def main(argv: Sequence[str]) -> int:
    """Write the variants, and say which fields were found and how to run them."""
    parser = argparse.ArgumentParser(
        prog="typo-eval perturb-task", description="Derive perturbed variants of a task without writing YAML."
    )
    add = parser.add_argument
    add("name", help="a task of the harness or in --include_path, or the path of its YAML file")
    add("--fields", help="the fields to perturb, joined by commas; without it the fields are listed")
    add("--lang", help="the language of these fields")
    add(
        "--transform",
        default=_DEFAULT,
        help="a transform, or the file of a recipe; default: the realistic mix of the language",
    )
    add("--rates", default="0.1,0.4,0.7", help="shares of the units to edit, joined by commas")
    add("--include_path", type=Path, help="a folder with tasks of one's own")
    add("--out", type=Path, default=Path("typo-tasks"), help="folder for the YAML files")
    asked = parser.parse_args(argv)
    base = find_base(asked.name, [asked.include_path] if asked.include_path else [])
    more = "" if base.complete else " (a function takes part in its prompt, so there may be more)"
    print(f"{base.name} reads the fields: {', '.join(base.fields) or 'none that a template names'}{more}")
    if not asked.fields or not asked.lang:
        print("choose some with --fields, and tell their language with --lang")
        return 0
    try:
        rates = [float(rate) for rate in asked.rates.split(",")]
    except ValueError as error:
        raise InvalidArgument(f"rates={asked.rates!r} is no list of numbers.") from error
    fields = [name for name in asked.fields.split(",") if name]
    names = write_variants(base, asked.out, fields=fields, lang=asked.lang, transform=asked.transform, rates=rates)
    print(f"perturbed: {', '.join(fields)}; written to {asked.out}: {', '.join(names)}")
    print(f"run: typo-eval --typo-only --include_path {asked.out} --tasks {base.name}_typo --model ...")
    return 0

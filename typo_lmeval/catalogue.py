"""Every task there is: benchmarks × conditions × formats, as rows of data."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

__all__ = ["BENCHMARKS", "CONDITIONS", "FORMATS", "TASKS", "Benchmark", "Variant", "stub", "variants", "write_stubs"]

TASKS = Path(__file__).parent / "tasks"


class Benchmark(NamedTuple):
    """A base benchmark: what is evaluated, what is perturbed, and where its data come from.

    `pool` says which rows the few-shot examples come from: `subject` (rows of the same subject of the
    evaluated split, never the question itself) or `shots` (a split of their own).
    """

    name: str
    title: str
    split: str
    options: int
    pool: str
    fields: tuple[str, ...]
    licence: str


BENCHMARKS = {
    row.name: row
    for row in (
        Benchmark("jademo", "typokit's own demo questions", "test", 4, "shots", ("question",), "Apache-2.0"),
        Benchmark("jmmlu", "JMMLU", "test", 4, "subject", ("question",), "CC BY-SA 4.0, in part CC BY-NC-ND 4.0"),
        Benchmark("jcommonsenseqa", "JCommonsenseQA", "validation", 5, "shots", ("question",), "CC BY-SA 4.0"),
        Benchmark("jamcqa", "JamC-QA", "test", 4, "shots", ("question",), "CC BY-SA 4.0"),
    )
}

# Condition: the recipe that perturbs it.
CONDITIONS = {
    "original": "",
    "transposition": "ja.transposition",
    "replacement": "ja.replacement",
    "homophone": "ja.homophone",
    "ime": "ja.ime",
    "fullwidth": "ja.fullwidth",
}

# Format: the suffix of its tasks' names.
FORMATS = {"letters": "", "cloze": "_cloze", "gen": "_gen"}


class Variant(NamedTuple):
    """One task."""

    benchmark: str
    condition: str
    format: str
    paper: bool

    @property
    def name(self) -> str:
        """The task's name.

        >>> Variant("jmmlu", "ime", "cloze", True).name
        'jmmlu_typo_ime_paper_cloze'
        """
        return f"{self.benchmark}_typo_{self.condition}{'_paper' * self.paper}{FORMATS[self.format]}"

    @property
    def recipe(self) -> str:
        """The name of the recipe that perturbs it; empty for the original."""
        recipe = CONDITIONS[self.condition]
        return f"{recipe}@paper" if self.paper else recipe


def variants() -> tuple[Variant, ...]:
    """List every task.

    >>> len(variants())
    132
    """
    return tuple(
        Variant(benchmark, condition, kind, paper)
        for benchmark in BENCHMARKS
        for condition in CONDITIONS
        for paper in ((False, True) if CONDITIONS[condition] else (False,))
        for kind in FORMATS
    )


def stub(variant: Variant) -> str:
    """Return the YAML file of a task: its class, and the row of this catalogue that it stands for."""
    return (
        f"task: {variant.name}\n"
        "class: !function typo_lmeval.task.TypoTask\n"
        f"tag: [typo_ja, {variant.benchmark}_typo{'_paper' * variant.paper}{FORMATS[variant.format]}]\n"
        f"metadata: {{version: 1, typo: {{benchmark: {variant.benchmark}, condition: {variant.condition}, "
        f"format: {variant.format}, paper: {str(variant.paper).lower()}}}}}\n"
    )


def write_stubs(folder: Path = TASKS) -> None:
    """Write the YAML files of all tasks, and remove those of tasks that are gone."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted = {f"{variant.name}.yaml": stub(variant) for variant in variants()}
    for path in folder.glob("*.yaml"):
        if path.name not in wanted:
            path.unlink()
    for name, text in wanted.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write_stubs()

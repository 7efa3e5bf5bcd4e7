"""Every task there is: benchmarks × conditions × formats, as rows of data."""

from __future__ import annotations

from typing import NamedTuple

from typo_lmeval.benchmarks import BENCHMARKS, FAMILIES, Benchmark

__all__ = [
    "BENCHMARKS",
    "CONDITIONS",
    "FAMILIES",
    "FORMATS",
    "Condition",
    "Variant",
    "find",
    "names",
    "tags",
    "variants",
]

# The twins of a condition: its texts after restoration, and without the words that were modified.
_TWINS = ("restored", "deletion")


class Condition(NamedTuple):
    """What happens to the perturbed fields.

    - `transform`: the name of what perturbs; `default` is the realistic mix of the language; empty for the original.
    - `rate`: None for the recipe's own.
    - `levels`: 0 for a condition of its own; else which of the nested levels of the same documents this is, 1 for the
      original, 2 for low, 3 for high.
    - `twin`: `restored` or `deletion`, made of the perturbed texts; empty for these themselves.
    - `paper`: whether there is a form with the published choices.
    """

    transform: str = ""
    rate: float | None = None
    level: int = 0
    twin: str = ""
    paper: bool = True


_JAPANESE = {
    "original": Condition(paper=False),
    "transposition": Condition("ja.transposition"),
    "replacement": Condition("ja.replacement"),
    "homophone": Condition("ja.homophone"),
    "ime": Condition("ja.ime"),
    "fullwidth": Condition("ja.fullwidth"),
}
_RATES = {"r10": 0.1, "r40": 0.4, "r70": 0.7}
_MULTYPO = {
    "r00": Condition(rate=0.0, paper=False),
    **{name: Condition("default", rate) for name, rate in _RATES.items()},
    **{
        f"{transform}_{name}": Condition(transform, rate, paper=False)
        for transform in ("multypo", "naive", "attested")
        for name, rate in _RATES.items()
    },
}
_FRENCH = {
    f"{factor}_{level}{'_' * bool(twin)}{twin}": Condition(f"fr.{factor}", level=number, twin=twin)
    for factor in ("apostrophe", "diacritics", "keyboard")
    for number, level in enumerate(("original", "low", "high"), 1)
    # Nothing was modified in the original, so there is nothing to remove from it.
    for twin in ("", *_TWINS[: 1 if number == 1 else 2])
}

# Family of benchmarks: its conditions.
CONDITIONS = {"ja": _JAPANESE, "multypo": _MULTYPO, "fr": _FRENCH}

# Format: the suffix of its tasks' names. `harness` is the format of the harness's own task.
FORMATS = {"letters": "", "cloze": "_cloze", "gen": "_gen", "harness": ""}


class Variant(NamedTuple):
    """One task."""

    benchmark: str
    condition: str
    format: str = "letters"
    paper: bool = False

    @property
    def name(self) -> str:
        """The task's name.

        >>> Variant("jmmlu", "ime", "cloze", paper=True).name
        'jmmlu_typo_ime_paper_cloze'
        """
        return f"{self.benchmark}_typo_{self.condition}{'_paper' * self.paper}{FORMATS[self.format]}"

    @property
    def tags(self) -> tuple[str, ...]:
        """The names that stand for this task together with others."""
        suffix = f"{'_paper' * self.paper}{FORMATS[self.format]}"
        family = BENCHMARKS[self.benchmark].family
        transform = self.condition.partition("_")[0]
        if family == "ja":
            return FAMILIES[family].tag, f"{self.benchmark}_typo{suffix}"
        if family == "fr":
            return FAMILIES[family].tag, f"{self.benchmark}_typo{suffix}", f"typo_fr_{transform}{suffix}"
        # The original belongs to every set of rates; `multypo`, `naive` and `attested` are sets of their own.
        kinds = {"r00": ("", "_paper", "_multypo", "_naive", "_attested")}
        named = kinds.get(self.condition, (suffix if transform in _RATES else f"_{transform}",))
        return (FAMILIES[family].tag, *(f"{self.benchmark}_typo{kind}" for kind in named))


def variants(benchmark: str | None = None) -> tuple[Variant, ...]:
    """List every task, or those of one benchmark.

    >>> [len(variants(name)) for name in ("jmmlu", "xnli_de", "fr_xnli")]
    [33, 16, 48]
    """
    rows = BENCHMARKS.values() if benchmark is None else (BENCHMARKS[benchmark],)
    return tuple(
        Variant(row.name, name, kind, paper)
        for row in rows
        for name, condition in CONDITIONS[row.family].items()
        for paper in ((False, True) if condition.paper else (False,))
        for kind in FAMILIES[row.family].formats
    )


def names() -> dict[str, Variant]:
    """Return every task by its name."""
    return {variant.name: variant for variant in variants()}


def tags() -> frozenset[str]:
    """Return every name that stands for several tasks.

    >>> sorted(tag for tag in tags() if tag.startswith("xnli_de_"))
    ['xnli_de_typo', 'xnli_de_typo_attested', 'xnli_de_typo_multypo', 'xnli_de_typo_naive', 'xnli_de_typo_paper']
    """
    return frozenset(tag for variant in variants() for tag in variant.tags)


def find(variant: Variant) -> tuple[Benchmark, Condition]:
    """Return the rows that a task is made of."""
    row = BENCHMARKS[variant.benchmark]
    return row, CONDITIONS[row.family][variant.condition]

"""`typo-eval perturb-task`: variants of any task of the harness or of the user, without writing YAML."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from typo_lmeval.benchmarks import Benchmark
from typo_lmeval.catalogue import Condition, Variant

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["derived"]


def derived(told: Mapping[str, Any]) -> tuple[Variant, Benchmark, Condition]:
    """Return the rows of a task that is in no catalogue, from what its YAML file tells."""
    name = told["benchmark"]
    row = Benchmark(
        name, name, "user", told["lang"], "", tuple(told["fields"]), 0, 0,
        base=told["base"], protect=tuple(told.get("protect", ())),
    )  # fmt: skip
    condition = Condition(told["transform"], told["rate"], paper=False)
    return Variant(name, told["condition"], "harness"), row, condition

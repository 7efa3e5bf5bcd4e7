"""Law 4: the same result in any order, batch, process, under any hash seed and on any supported Python.

And law 8: what goes into a fingerprint of `datasets` does not change from process to process or by use.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import typo
from typo.testing.texts import TEXTS

HERE = Path(__file__).parent
ROOT = HERE.parents[1]

PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14", "python3.15")
POOLS = tuple(f"{method} {workers}" for method in ("fork", "spawn") for workers in (1, 2, 8))
ORDERS = ("batch 1", "batch 7", "batch 500", "reversed")

# What needs nothing beyond Python itself, so that every interpreter can be asked.
LIGHT = {"fullwidth", "keyboard en", "keyboard fr", "then.v1 2 en"}
ROWS = list(enumerate(TEXTS))

Digests = dict[str, str]


def run_digests(python: str, hash_seed: str, recipes: dict[str, Any], ways: tuple[str, ...]) -> dict[str, Digests]:
    done = subprocess.run(
        [python, str(HERE / "digests.py")],
        input=json.dumps({"recipes": recipes, "rows": ROWS, "ways": ways}).encode(),
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode("utf-8", "replace")
    made: dict[str, Digests] = json.loads(done.stdout)
    return made


@pytest.fixture(scope="module")
def recipes(pairs: tuple[Any, ...]) -> dict[str, Any]:
    """Return the recipe of every transform, realistic mix and combinator."""
    return {
        pair.label: typo.to_recipe(typo.Perturber(pair.transform, rate=0.4, min_edits=0, seed=11)) for pair in pairs
    }


@pytest.fixture(scope="module")
def reference(recipes: dict[str, Any]) -> Digests:
    """Return the digests of this Python, one text after another."""
    return run_digests(sys.executable, "0", recipes, ("batch 1",))["batch 1"]


def assert_same(made: dict[str, Digests], reference: Digests, labels: Iterable[str] = LIGHT) -> None:
    wrong = [f"{way}: {label}" for way, some in made.items() for label in some if some[label] != reference[label]]
    assert wrong == []
    for way, some in made.items():
        assert set(labels) <= set(some), f"{way} left out what every Python can do"


def test_order_and_batches_under_another_hash_seed_give_the_same(recipes: dict[str, Any], reference: Digests) -> None:
    assert_same(run_digests(sys.executable, "1", recipes, ORDERS), reference, recipes)


@pytest.mark.parametrize("pool", POOLS)
def test_pools_of_processes_give_the_same(recipes: dict[str, Any], reference: Digests, pool: str) -> None:
    # With one that reads with a dictionary, where it is there: what is open must survive a fork.
    some = {label: recipes[label] for label in (*LIGHT, "ja.transposition") if label in recipes}
    assert_same(run_digests(sys.executable, "2", some, (pool,)), reference)


@pytest.mark.parametrize("name", PYTHONS)
def test_every_python_that_is_installed_gives_the_same(recipes: dict[str, Any], reference: Digests, name: str) -> None:
    python = interpreter(name)
    if python is None:
        pytest.skip(f"{name} is not installed")
    for hash_seed in ("0", "1"):
        assert_same(run_digests(python, hash_seed, recipes, ("batch 1", "reversed")), reference)


def interpreter(name: str) -> str | None:
    """Find an interpreter by its name: on the path, or among the versions of pyenv."""
    versions = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [shutil.which(name), *sorted(map(str, versions.glob(f"*/bin/{name}")), reverse=True)]
    for path in found:
        if path and subprocess.run([path, "-c", ""], capture_output=True, check=False).returncode == 0:
            return path
    return None


def test_the_digests_see_a_difference(recipes: dict[str, Any], reference: Digests) -> None:
    swapped = {"keyboard en": {**recipes["keyboard en"], "seed": 12}}
    with pytest.raises(AssertionError, match="batch 1: keyboard en"):
        assert_same(run_digests(sys.executable, "0", swapped, ("batch 1",)), reference)


HASHER = """
import json, sys, typo
from datasets.fingerprint import Hasher
noisy = [typo.from_recipe(recipe) for recipe in json.load(sys.stdin)]
before = Hasher.hash([noisy, [one.apply for one in noisy]])
for one in noisy:
    one("Please review 2024年に単語を", key=1), one.signature
print(before, Hasher.hash([noisy, [one.apply for one in noisy]]))
"""


def test_fingerprints_of_datasets_are_stable_across_processes_and_after_a_call(recipes: dict[str, Any]) -> None:
    pytest.importorskip("datasets", reason="needs datasets")
    seen = set()
    for hash_seed in ("0", "1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", HASHER], env={**os.environ, "PYTHONHASHSEED": hash_seed},
            input=json.dumps(list(recipes.values())), capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        seen |= set(done.stdout.split())
    assert len(seen) == 1

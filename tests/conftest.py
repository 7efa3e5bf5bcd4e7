"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Deterministic and without a deadline: these machines are noisy, and a red run must be red for everybody.
settings.register_profile("default", deadline=None, derandomize=True, database=None, max_examples=100,
                          suppress_health_check=[HealthCheck.too_slow])  # fmt: skip
settings.register_profile("ci", parent=settings.get_profile("default"), max_examples=2000)
settings.register_profile("slow", parent=settings.get_profile("default"), max_examples=5000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="session")
def shared() -> Callable[[str], Path]:
    """Return a function that finds real data beside the repository, and skips the test where there are none."""
    folder = Path(os.environ.get("TYPO_SHARED", ROOT.parent / "shared"))

    def find(name: str) -> Path:
        path = folder / name
        if not path.exists():
            pytest.skip(f"{name} is not there; set TYPO_SHARED to the folder of shared data")
        return path

    return find


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip what needs the GPL extra where that is not installed."""
    if item.get_closest_marker("paper"):
        pytest.importorskip("pykakasi", reason="needs the extra ja-paper")


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the root of the repository."""
    return ROOT

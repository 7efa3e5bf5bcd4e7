"""Every transform in every language that it knows, and a rotation that gives each its turn."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize
from zlib import crc32

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

import typo
from typo.testing.cases import Case
from typo.testing.registered import registered

if TYPE_CHECKING:
    from typo.keyed import Key

PHRASES: dict[str, list[str]] = json.loads((Path(__file__).parent / "phrases.json").read_text("utf-8"))

# Drawn without knowing whose turn it is: a number stands for a phrase of the language.
PARTS = st.lists(st.integers(0, 99) | st.text(max_size=3), max_size=6)
KEYS = st.integers() | st.text(max_size=3) | st.tuples(st.integers(), st.text(max_size=2))
FORMS = st.sampled_from(("", "NFC", "NFD"))

# How often each pair has its turn in a run for CI, and in a plain one.
ROUNDS_IN_CI = 25
EXAMPLES_IN_CI = 2000


class Pair(NamedTuple):
    """A transform or combinator, and the language whose phrases it is tried on."""

    label: str
    transform: typo.Transform | typo.Combinator
    lang: str

    def text(self, parts: list[int | str], form: str = "") -> str:
        phrases = PHRASES[self.lang] + PHRASES["any"]
        text = "".join(part if isinstance(part, str) else phrases[part % len(phrases)] for part in parts)
        return normalize(form, text) if form else text  # type: ignore[arg-type]


class Rotation:
    """Gives each pair its turn; once a law failed, the failing one only, so that Hypothesis shrinks with it."""

    def __init__(self, pairs: tuple[Pair, ...]) -> None:
        self._pairs = pairs
        self._failed: Pair | None = None
        self.turns: Counter[str] = Counter()

    @contextmanager
    def pair(self) -> Iterator[Pair]:
        pair = self._failed or self._pairs[self.turns.total() % len(self._pairs)]
        self.turns[pair.label] += 1
        try:
            yield pair
        except Exception as error:
            self._failed = pair
            error.add_note(f"{pair.label}, on phrases of the language {pair.lang}")
            raise


Check = Callable[[Case], None]


@pytest.fixture(scope="session")
def pairs() -> tuple[Pair, ...]:
    return every_pair()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test with an argument `pair` for each pair."""
    if "pair" in metafunc.fixturenames:
        metafunc.parametrize("pair", every_pair(), ids=lambda pair: pair.label)


@pytest.fixture(scope="session")
def in_turn(pairs: tuple[Pair, ...]) -> Callable[[str, Check], None]:
    """Return a function that checks a law on drawn texts and keys, each pair in its turn."""
    plain = settings().max_examples
    rounds = ROUNDS_IN_CI if plain >= EXAMPLES_IN_CI else 1

    def check_in_turn(name: str, check: Check) -> None:
        rotation = Rotation(pairs)

        @seed(crc32(name.encode()))
        @settings(max_examples=max(plain, rounds * len(pairs)))
        @given(parts=PARTS, key=KEYS, form=FORMS)
        def holds(parts: list[int | str], key: Key, form: str) -> None:
            with rotation.pair() as pair:
                check(Case(pair.transform, pair.text(parts, form), key))

        holds()
        assert min(rotation.turns[pair.label] for pair in pairs) >= rounds

    return check_in_turn


@pytest.fixture(scope="session")
def for_one_pair() -> Callable[[str, Pair, Check], None]:
    """Return a function that checks a law for one pair on many drawn texts and keys."""

    def check_one(name: str, pair: Pair, check: Check) -> None:
        @seed(crc32(f"{name} {pair.label}".encode()))
        @settings(max_examples=200)
        @given(parts=PARTS, key=KEYS, form=FORMS)
        def holds(parts: list[int | str], key: Key, form: str) -> None:
            check(Case(pair.transform, pair.text(parts, form), key))

        holds()

    return check_one


@cache
def every_pair() -> tuple[Pair, ...]:
    """List all that is registered, some of it with other options, and combinators of it."""
    known: dict[object, Pair] = {}
    for entry in registered():
        # What is of no language was made for Japanese. The mix of most languages is `keyboard` and nothing else.
        pair = Pair(entry.label, entry.transform, entry.lang or "ja")
        known.setdefault((pair.transform, pair.lang), pair)
    return (*known.values(), *_with_options(), *_combinators())


def _with_options() -> list[Pair]:
    return [
        Pair("fullwidth per=character", typo.get("fullwidth", per="character"), "ja"),
        Pair("ime_on table=paper", typo.get("ime_on", table="paper"), "ja"),
    ]


def _combinators() -> Iterator[Pair]:
    wide, ime, slip = typo.get("fullwidth"), typo.get("ime_on"), typo.get("ja.transposition")
    keys = typo.get("keyboard", lang="en")
    for lang in ("en", "ja"):
        first, second = (keys, wide) if lang == "en" else (slip, ime)
        made: tuple[typo.Combinator, ...] = (
            typo.Mix((first, second, keys), weights=(3, 2, 1)),
            typo.Mix((typo.Mix((first, second)), typo.SomeOf((wide, keys)), typo.Sometimes(first))),
            typo.Then((first, second)),
            typo.Then((typo.Mix((first, keys)), typo.Sometimes(second), first), rates=(0.5, 1.0, 0.3)),
            typo.OneOf((first, typo.Then((second, first))), weights=(2, 1)),
            typo.SomeOf((first, second, keys), n=2),
            typo.Sometimes(typo.OneOf((first, second)), p=0.7),
        )
        for number, transform in enumerate(made):
            yield Pair(f"{transform.name} {number} {lang}", transform, lang)

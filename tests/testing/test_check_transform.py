"""The testing kit catches what it is for: one faulty transform, or one faulty core, for each law."""

from __future__ import annotations

import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

import pytest

import typo
from typo import registry
from typo.testing import check_transform
from typo.testing.laws import LAWS
from typo.testing.objects import NAME_LAW, OBJECT_LAWS

WORD = re.compile(r"[a-z]+(?!\w)")


@dataclass(frozen=True, slots=True)
class Shout:
    """A transform without fault: lower-case ASCII words come out in capitals."""

    name: ClassVar[str] = "tests/shout.v1"
    unit: ClassVar[str] = "lower-case words"

    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        return [typo.Unit(*match.span()) for match in WORD.finditer(text.string)]

    def realise(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws) -> Any:
        return self.edit(text, unit, draws, text.string[unit.start : unit.end])

    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        return typo.Edit(unit.start, unit.end, word, word.upper(), "shout")


class Idle(Shout):
    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        return []


class WithoutVersion(Shout):
    name: ClassVar[str] = "shout"


class WithTuples(Shout):
    def units(self, text: typo.Text) -> Any:
        return [match.span() for match in WORD.finditer(text.string)]


class WithUnitsOutside(Shout):
    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        return [typo.Unit(unit.start, unit.end + 1) for unit in Shout.units(self, text)]


class WithNegativeWeight(Shout):
    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        return [unit._replace(weight=-1) for unit in Shout.units(self, text)]


class WithFewerUnitsEachTime(Shout):
    calls: ClassVar[list[str]] = []

    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        self.calls.append("")
        return Shout.units(self, text)[len(self.calls) % 3 :]


class WithChance(Shout):
    """Rolls its own dice."""

    dice: ClassVar[random.Random] = random.Random(1)

    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        return typo.Edit(unit.start, unit.end, word, word + "!" * self.dice.randint(1, 9), "shout")


class WithFatigue(Shout):
    """Shouts less and less as a text goes on: what a unit becomes depends on which units came first."""

    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        said: list[int] = text.memo("said", lambda string: [])
        if unit.start not in said:
            said.append(unit.start)
        return typo.Edit(unit.start, unit.end, word, word + "!" * said.index(unit.start) + "!", "shout")


class WithAnotherSample(Shout):
    def sample(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws) -> Any:
        return typo.Edit(unit.start, unit.end, text.string[unit.start : unit.end], "hm", "shout"), -1.0


class WithImpossibleOdds(Shout):
    def sample(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws) -> Any:
        return self.realise(text, unit, draws), 0.5


class WithForeignOriginal(Shout):
    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        return typo.Edit(unit.start, unit.end, word.title(), word.upper(), "shout")


class WithStrings(Shout):
    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        return word.upper()


class WithoutChange(Shout):
    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        return typo.Edit(unit.start, unit.end, word, word, "shout")


class WithAGlobalSeed(Shout):
    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        random.seed(5)
        return Shout.units(self, text)


class WithMemory(Shout):
    """Remembers which text came before."""

    texts: ClassVar[list[str]] = ["", ""]

    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        if self.texts[-1] != text.string:
            self.texts.append(text.string)
        return Shout.units(self, text)

    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        return typo.Edit(unit.start, unit.end, word, word + "!" * (len(self.texts[-2]) % 7 + 1), "shout")


class WithBlanks(Shout):
    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        return typo.Edit(unit.start, unit.end, word, f"oh {word}", "shout")


class WithSpaceAtTheEnds(Shout):
    """May touch blanks, as its name says, but not those at the ends of a text."""

    name: ClassVar[str] = "tests/space_shout.v1"

    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        return typo.Edit(unit.start, unit.end, word, f"{word} ", "shout")


class WithScissors(Shout):
    """Drops the first letter of a word and leaves its accent."""

    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        return [typo.Unit(*match.span()) for match in re.finditer(r"\w\u0301?", text.string)]

    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        return typo.Edit(unit.start, unit.start + 1, word[0], "", "shout")


class WithStrayMarks(Shout):
    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        return typo.Edit(unit.start, unit.end, word, "\u0301" + word, "shout")


class WithDecomposedLetters(Shout):
    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        return [typo.Unit(*match.span()) for match in re.finditer("[aou]", text.string)]

    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        return typo.Edit(unit.start, unit.end, word, f"{word}\u0308", "shout")


class WithSurrogates(Shout):
    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        return [typo.Unit(*match.span()) for match in re.finditer("[a-z]", text.string)]

    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        return typo.Edit(unit.start, unit.end, word, "\ud83d", "shout")


class WithoutEquality(Shout):
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        return self is other


class WithAddress(Shout):
    __repr__ = object.__repr__


@dataclass(frozen=True, slots=True)
class WithALambda(Shout):
    louder: Callable[[str], str] = lambda word: word.upper()


@dataclass(slots=True, unsafe_hash=True)
class WithACounter:
    """Counts how often it was used: its fingerprint changes with every call."""

    calls: int = 0
    name: ClassVar[str] = "tests/counter.v1"
    unit: ClassVar[str] = "words"

    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        self.calls += 1
        return Shout().units(text)

    def realise(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws) -> Any:
        return Shout().realise(text, unit, draws)


@dataclass(frozen=True, slots=True)
class WithASet(Shout):
    loud: frozenset[str] = field(
        repr=False, default=frozenset(["please", "review", "the", "attached", "document", "it", "long"])
    )


class WithHash(Shout):
    """Chooses by hash(), which every process does otherwise."""

    def edit(self, text: typo.Text, unit: typo.Unit, draws: typo.Draws, word: str) -> Any:
        return typo.Edit(unit.start, unit.end, word, word + "!" * (hash(word) % 50 + 1), "shout")


class WithAForeignName(Shout):
    name: ClassVar[str] = "fullwidth.v1"


@dataclass(frozen=True, slots=True)
class WithGrowth(Shout):
    """Is another one when it is made from its own fields."""

    name: ClassVar[str] = "tests/growth.v1"
    marks: int = 1

    def __post_init__(self) -> None:
        object.__setattr__(self, "marks", self.marks + 1)


@pytest.fixture(autouse=True)
def registered_for_a_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the one that is faulty only when registered, for no longer than a test of this file."""
    monkeypatch.setattr(registry, "_added", {})
    typo.register(WithGrowth.name, WithGrowth)


class WithAQuadraticSearch(Shout):
    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        units = Shout.units(self, text)
        return [unit for unit in units if text.string[: unit.end].count("a") >= 0 and text.string[: unit.end].split()]


class WithACrash(Shout):
    def units(self, text: typo.Text) -> Sequence[typo.Unit]:
        return [] if text.string[0] == " " else Shout.units(self, text)


FAULTY: list[tuple[Any, str, str]] = [
    (WithoutVersion(), "the name is versioned", "'shout' is not [package/][lang.]name.vN"),
    (WithTuples(), "units are valid", "(1, 6), which is not a typo.Unit"),
    (WithUnitsOutside(), "units are valid", "is not inside the text of"),
    (WithNegativeWeight(), "units are valid", "has a weight below 0"),
    (WithFewerUnitsEachTime(), "units are valid", "other units when asked again"),
    (WithACrash(), "units are valid", "it raised IndexError: string index out of range"),
    (WithChance(), "realise is pure", "gave another edit the second time"),
    (WithFatigue(), "realise is pure", "gave another edit when other units came first"),
    (WithAnotherSample(), "realise is pure", "sample() gave Edit("),
    (WithImpossibleOdds(), "realise is pure", "0.5 is not the logarithm of a probability"),
    (WithForeignOriginal(), "edits are valid", "where the edit has its original"),
    (WithStrings(), "edits are valid", "neither a typo.Edit nor None"),
    (WithoutChange(), "edits are valid", "the edit changes nothing"),
    (WithAGlobalSeed(), "random state is left alone", "the state of random or numpy.random moved"),
    (WithMemory(), "order and company", "came out differently alone"),
    (WithBlanks(), "blanks stay", "a blank was changed"),
    (WithSpaceAtTheEnds(), "blanks stay", "not between two characters"),
    (WithScissors(), "characters stay whole", "edit cuts the character"),
    (WithStrayMarks(), "characters stay whole", "no letter to stand on"),
    (WithDecomposedLetters(), "normal forms", "a text in NFC came out in another form"),
    (WithSurrogates(), "surrogate pairs", "makes a surrogate pair"),
    (WithoutEquality(), "is a value", "is not equal to it"),
    (WithAddress(), "is a value", "its repr differs from copy to copy"),
    (WithALambda(), "is a value", "it does not pickle"),
    (WithACounter(), "is a value", "it changed when it was used"),
    (WithAForeignName(), "a recipe brings the same", "is not registered under its name"),
    (WithGrowth(), "a recipe brings the same", "the perturber made from its recipe is another one"),
    (WithASet(), "another process", "its pickle is another one in a process with PYTHONHASHSEED"),
    (WithHash(), "another process", "its effect on a text is another one"),
    (WithAQuadraticSearch(), "time in proportion", "linear work takes 4 times as long, quadratic 16"),
]


def test_a_transform_without_fault_passes() -> None:
    check_transform(Shout(), texts=["one more text"])


@pytest.mark.parametrize(("transform", "law", "because"), FAULTY, ids=lambda value: type(value).__name__)
def test_a_faulty_transform_is_caught_and_told_why(transform: Any, law: str, because: str) -> None:
    with pytest.raises(AssertionError) as caught:
        check_transform(transform)
    first, *rest = str(caught.value).splitlines()
    assert re.fullmatch(rf'{re.escape(transform.name)} breaks the law "[^"]*{re.escape(law)}[^"]*": .*', first)
    assert because in first
    assert rest[0] == f"  transform  {transform!r}"


def test_a_message_shows_text_key_and_edit() -> None:
    with pytest.raises(AssertionError) as caught:
        check_transform(WithBlanks(), texts=["see that"], examples=1)
    assert str(caught.value).splitlines() == [
        'tests/shout.v1 breaks the law "blanks stay as they are": a blank was changed, and "space" is not in its name',
        "  transform  WithBlanks()",
        "  text       'see that'",
        "  key        0",
        "  edit       Edit(start=0, end=3, original='see', replacement='oh see', label='shout')",
    ]


def test_a_long_text_is_shown_around_the_edit_only() -> None:
    with pytest.raises(AssertionError) as caught:
        check_transform(WithBlanks(), texts=["X " * 5000 + "see that"], examples=1)
    line = str(caught.value).splitlines()[2]
    assert "see that" in line
    assert len(line) < 200


# The core keeps these laws whatever a transform does, so a fault is put into the core.
Apply = Callable[..., typo.Perturbation]
APPLY: Apply = typo.Perturber.apply


def apply_without_protection(self: typo.Perturber, text: str, *, key: Any = None, protect: Any = ()) -> Any:
    return APPLY(self, text, key=key)


def apply_with_a_least_rate(self: typo.Perturber, text: str, *, key: Any = None, protect: Any = ()) -> Any:
    return APPLY(replace(self, rate=max(self.rate, 0.5)), text, key=key, protect=protect)


def apply_with_a_seed_for_each_rate(self: typo.Perturber, text: str, *, key: Any = None, protect: Any = ()) -> Any:
    return APPLY(replace(self, seed=f"{self.rate}"), text, key=key, protect=protect)


def apply_with_a_lost_reason(self: typo.Perturber, text: str, *, key: Any = None, protect: Any = ()) -> Any:
    made = APPLY(self, text, key=key, protect=protect)
    return made._replace(requested=made.requested + 1, reason=None)


def invert_to_nothing(self: typo.EditLog) -> typo.EditLog:
    return typo.EditLog((), self.target_length)


def project_one_too_far(self: typo.EditLog, start: int, end: int) -> tuple[int, int]:
    return min(start + 1, self.target_length), min(end + 1, self.target_length)


FAULTS_OF_THE_CORE: list[tuple[type, str, Any, str, str]] = [
    (typo.EditLog, "invert", invert_to_nothing, "leads to the text and back", "does not lead back to the source"),
    (typo.Perturber, "apply", apply_with_a_lost_reason, "leads to the text and back", "the reason is None"),
    (typo.EditLog, "project", project_one_too_far, "projection is exact", "the untouched text"),
    (typo.Perturber, "apply", apply_with_a_least_rate, "rate 0", "with rate 0 changed the text"),
    (typo.Perturber, "apply", apply_with_a_seed_for_each_rate, "low rate", "is not among those at a higher rate"),
    (typo.Perturber, "apply", apply_without_protection, "protected text", "the protected "),
]


@pytest.mark.parametrize(
    ("owner", "method", "fault", "law", "because"), FAULTS_OF_THE_CORE, ids=lambda value: getattr(value, "__name__", "")
)
def test_a_faulty_core_is_caught(
    monkeypatch: pytest.MonkeyPatch, owner: type, method: str, fault: Any, law: str, because: str
) -> None:
    monkeypatch.setattr(owner, method, fault)
    with pytest.raises(AssertionError) as caught:
        check_transform(Shout())
    first = str(caught.value).splitlines()[0]
    assert re.search(f'breaks the law "[^"]*{law}', first), first
    assert because in first


def test_every_law_was_seen_to_fail() -> None:
    named = [law for _, law, _ in FAULTY] + [law for *_, law, _ in FAULTS_OF_THE_CORE]
    unseen = [law.name for law in (NAME_LAW, *LAWS, *OBJECT_LAWS) if not any(part in law.name for part in named)]
    assert unseen == []


def test_what_is_no_transform_is_refused() -> None:
    with pytest.raises(typo.InvalidArgument, match="not a transform"):
        check_transform("fullwidth")  # type: ignore[arg-type]
    with pytest.raises(typo.InvalidArgument, match="examples=0 is below 1"):
        check_transform(Shout(), examples=0)
    with pytest.raises(typo.InvalidArgument, match="texts must be a str, not int"):
        check_transform(Shout(), texts=[1])  # type: ignore[list-item]


SCRIPT = """
import dataclasses, re, sys
import typo
from typo.testing import check_transform

@dataclasses.dataclass(frozen=True, slots=True)
class Mine:
    name = "mine/drop.v1"
    unit = "letters z"
    def units(self, text):
        return [typo.Unit(*match.span()) for match in re.finditer("z(?!\\\\w)", text.string)]
    def realise(self, text, unit, draws):
        return typo.Edit(unit.start, unit.end, "z", "x", "drop")

if __name__ == "__main__":
    check_transform(Mine(), texts=["a quiz"], examples=10)
    print(*{"pytest", "hypothesis"} & set(sys.modules), "checked")
"""


def test_a_plain_script_can_check_its_own_class(tmp_path: Path, root: Path) -> None:
    script = tmp_path / "mine.py"
    script.write_text(SCRIPT, encoding="utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False, cwd=root,
                          env={"PYTHONPATH": str(root)})  # fmt: skip
    assert (done.stdout.strip(), done.stderr) == ("checked", "")


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    yield
    WithMemory.texts[:] = ["", ""]
    WithFewerUnitsEachTime.calls.clear()


def test_a_transform_that_never_edits_does_not_pass_unseen() -> None:
    with pytest.raises(AssertionError, match="edits none of the texts"):
        typo.testing.check_transform(Idle(), examples=1)

"""The laws of a transform as an object: it has a name, pickles, prints, and is the same in another process."""

from __future__ import annotations

import gc
import io
import json
import os
import pickle
import re
import subprocess
import sys
from math import inf
from time import process_time
from typing import TYPE_CHECKING

from typo import registry
from typo.errors import TypoError
from typo.perturber import Perturber
from typo.recipes import from_recipe, to_recipe
from typo.testing.cases import Broken, Case, Law
from typo.testing.child import digest_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from typo.combine import Combinator
    from typo.planner import Transform

__all__ = ["NAME_LAW", "OBJECT_LAWS"]

_NAME = re.compile(r"([\w-]+/)?([\w-]+\.)*[\w-]+\.v[0-9]+(@[\w-]+)?")
_TEXTS = (
    "Please review the attached document, it isn't long.",
    "L'été à Nîmes",
    "単語の意味をBERTで2024年に確認",
    "съешь булок",
)

# A text four times as long may take ten times as long: quadratic work takes sixteen times.
_LONGER = 4
_MOST = 10.0
_TRIES = 3
# A measurement is worth something from here on, in seconds of processor time.
_MEASURABLE = 0.01
_LONGEST = 100_000


def _has_a_versioned_name(case: Case) -> None:
    if not isinstance(case.transform.name, str) or not _NAME.fullmatch(case.transform.name):
        raise Broken(f"its name {case.transform.name!r} is not [package/][lang.]name.vN[@preset], as in shop/slip.v1")
    if not isinstance(case.transform.unit, str) or not case.transform.unit:
        raise Broken(f"its unit {case.transform.unit!r} is not a plural like 'words'")


def _is_a_value(case: Case) -> None:
    copy = _unpickled(case.transform)
    if copy != case.transform:
        raise Broken("a pickled and unpickled copy is not equal to it")
    if hash(copy) != hash(case.transform):
        raise Broken("a pickled and unpickled copy has another hash()")
    if repr(copy) != repr(case.transform) or " at 0x" in repr(case.transform):
        raise Broken("its repr differs from copy to copy; a frozen dataclass has one that does not")
    before = pickle.dumps(case.transform)
    for text in _TEXTS:
        Case(case.transform, text, lang=case.lang).apply()
    if pickle.dumps(case.transform) != before:
        raise Broken("it changed when it was used: its pickle is another one afterwards")


def _unpickled(transform: Transform | Combinator) -> object:
    try:
        return pickle.loads(pickle.dumps(transform))
    except Exception as error:
        raise Broken(f"it does not pickle ({error})") from error


def _is_the_same_in_another_process(case: Case) -> None:
    finder = _ModuleFinder(io.BytesIO(pickle.dumps(case.transform)))
    payload = pickle.dumps((finder.files(), pickle.dumps(_perturber(case)), _TEXTS))
    here = digest_of(_perturber(case), _TEXTS)
    asked = {hash_seed: _ask(payload, hash_seed) for hash_seed in ("1", "2")}
    answers = {hash_seed: process.communicate() for hash_seed, process in asked.items()}
    for hash_seed, (out, errors) in answers.items():
        if asked[hash_seed].returncode:
            last = errors.decode("utf-8", "replace").strip().splitlines()[-1:]
            raise Broken(
                f"it cannot be used in another process ({' '.join(last)}); is its class in a module of its own?"
            )
        for what, ours, theirs in zip(("pickle", "effect on a text"), here, out.decode().split(), strict=True):
            if ours != theirs:
                raise Broken(
                    f"its {what} is another one in a process with PYTHONHASHSEED={hash_seed}; is there a set in it?"
                )


def _perturber(case: Case) -> Perturber:
    return case.perturber(rate=0.5)


def _ask(payload: bytes, hash_seed: str) -> subprocess.Popen[bytes]:
    """Ask a process of another hash seed for the digests."""
    paths = os.pathsep.join(path or os.getcwd() for path in sys.path)  # noqa: PTH109 - a string is wanted
    # -P: the modules of this process, in this order, and not first those of the current folder.
    process = subprocess.Popen(
        [sys.executable, "-P", "-c", "from typo.testing.child import main; main()"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": paths},
    )
    assert process.stdin is not None
    process.stdin.write(payload)
    process.stdin.flush()
    return process


class _ModuleFinder(pickle.Unpickler):
    """Finds the source files of the modules that a pickle needs."""

    def __init__(self, file: io.BytesIO) -> None:
        super().__init__(file)
        self._names: set[str] = set()

    def find_class(self, module: str, name: str) -> object:
        self._names.add(module)
        return super().find_class(module, name)

    def files(self) -> list[tuple[str, str]]:
        self.load()
        found = ((name, getattr(sys.modules.get(name), "__file__", None)) for name in sorted(self._names))
        return [(name, file) for name, file in found if file]


def _survives_a_recipe(case: Case) -> None:
    noisy = _perturber(case)
    try:
        recipe = to_recipe(noisy)
    except TypoError:
        if _bare(case.transform.name) in registry.available():
            raise
        return  # a recipe names registered transforms only
    again = from_recipe(json.loads(json.dumps(recipe)))
    if again != noisy or again.signature != noisy.signature:
        raise Broken(f"the perturber made from its recipe is another one: {again!r}")


def _bare(name: str) -> str:
    return re.sub(r"\.v[0-9]+(@.*)?$", "", name)


def _takes_linear_time(case: Case) -> None:
    shapes: dict[str, Callable[[int], str]] = {
        "sentences": lambda n: ("Please review the attached document, it isn't long. " * (n // 52 + 1))[:n],
        "one-letter words": lambda n: ("a I 1 x " * (n // 8 + 1))[:n],
        "one long word": lambda n: ("reviewattached" * (n // 14 + 1))[:n],
        "Japanese": lambda n: ("単語の意味を2024年にBERTで確認する。" * (n // 24 + 1))[:n],
    }
    for shape, text_of in shapes.items():
        length = 1000
        while length < _LONGEST and _time(case, text_of(length)) < _MEASURABLE:
            length *= 2
        short = long = inf
        for _ in range(_TRIES):
            # Whatever else the machine does can only add to a time.
            short = min(short, _time(case, text_of(length)))
            long = min(long, _time(case, text_of(_LONGER * length)))
            if long <= _MOST * short:
                break
        else:
            raise Broken(
                f"{_LONGER * length} characters ({shape}) took {long / short:.0f} times as long as {length}; "
                f"linear work takes {_LONGER} times as long, quadratic {_LONGER**2}"
            )


def _time(case: Case, text: str) -> float:
    """Return the seconds of processor time that one text takes."""
    noisy = Perturber(case.transform, rate=0.1, min_edits=1, lang=case.lang)
    collecting = gc.isenabled()
    gc.disable()  # what it costs depends on all that the process holds
    try:
        start = process_time()
        # One key for all lengths: what a combinator draws for a record is the same in each.
        noisy.apply(text, key=0)
        return max(process_time() - start, 1e-9)
    finally:
        if collecting:
            gc.enable()


#: Asked first: the planner's draws depend on the name.
NAME_LAW = Law("the name is versioned and the unit is named", _has_a_versioned_name, of_texts=False)

#: Checked once a transform, when it is known to do no harm to a text.
OBJECT_LAWS: tuple[Law, ...] = (
    Law("a transform is a value", _is_a_value, of_texts=False),
    Law("a recipe brings the same perturber back", _survives_a_recipe, of_texts=False),
    Law("another process gives the same", _is_the_same_in_another_process, of_texts=False),
    Law("a text takes time in proportion to its length", _takes_linear_time, of_texts=False),
)

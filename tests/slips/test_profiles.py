"""The profiles: what their files hold, where they come from, and what real typos cost under them."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable
from functools import cache
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from typo.keyed import Draws, digest
from typo.slips import SCALE, draw, profiles, slips
from typo.slips.profile import evidence
from typo_keyboards import load

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "typo" / "data" / "profiles"
FITTED = sorted(path for path in FOLDER.glob("*.json") if path.stem != "letters")
BITS = tomllib.loads(Path(__file__).with_name("bits.toml").read_text("utf-8"))
LARGEST = 200_000
DRAWN = 20_000
WORDS = ("government", "because", "letter", "window", "typical", "necessary", "house", "thing")


def read(path: Path) -> dict[str, Any]:
    return dict(json.loads(path.read_text("utf-8")))


@pytest.mark.parametrize("path", FITTED, ids=lambda path: path.stem)
def test_a_profile_names_its_corpora_with_their_licences_and_stays_small(path: Path) -> None:
    about = read(path)["about"]
    assert path.stat().st_size <= LARGEST
    assert about["corpora"]
    assert all("(" in corpus and corpus.endswith(")") for corpus in about["corpora"])
    assert not [corpus for corpus in about["corpora"] if "NC" in corpus or "GPL-3" in corpus]
    assert about["pairs"] > 0
    assert "fit_profiles.py" in about["script"]


@pytest.mark.parametrize("path", FITTED, ids=lambda path: path.stem)
def test_a_profile_holds_numbers_about_four_letters_at_most_and_no_words(path: Path) -> None:
    weights = read(path)["weights"]
    names = [head + rest for head, row in weights.items() for rest in row]
    assert names
    assert max(map(len, names)) <= len("r=abcd") + 1
    assert all(isinstance(weight, int) for row in weights.values() for weight in row.values())


UNFITTED = ("keyboard-only", "uniform", "multypo")


def test_the_letters_of_languages_are_letters_with_a_mark_or_of_their_own() -> None:
    table = read(FOLDER / "letters.json")
    table.pop("about")
    assert all(letter.isalpha() and not letter.isascii() for letters in table.values() for letter in letters)


def test_every_profile_and_language_has_a_file_or_is_transferred() -> None:
    assert {path.stem for path in FITTED} >= {name for name in profiles() if name not in UNFITTED}
    assert evidence("desktop", "fr") == (
        "Belinkov and Bisk, natural noise: WiCoPaCo fr (GFDL, CC BY-SA), de (CC BY-SA)",
        "LibreOffice autocorrect lists (MPL-2.0)",
    )
    assert evidence("phone", "fr") == ()
    assert evidence("desktop", "xx") == ()


def test_a_language_without_numbers_of_its_own_uses_those_of_all_languages() -> None:
    assert slips("woord", layout="us", lang="xx") == slips("woord", layout="us")


def traits(word: str, start: int, end: int, new: str, label: str) -> list[str]:
    """Describe a slip by what the shares are measured of."""
    keys = load("us-qwerty")
    third = 3 * start // len(word)
    found = [label, f"third {min(third, 2)}"]
    if label == "replace":
        found.append(f"adjacent {new in dict(keys.neighbours(word[start]))}")
    if label == "transpose":
        found.append(f"across hands {keys.hand(word[start]) != keys.hand(word[start + 1])}")
    return found


@pytest.mark.parametrize("profile", profiles())
def test_shares_of_twenty_thousand_draws_are_those_of_the_distribution(profile: str) -> None:
    expected, seen = Counter[str](), Counter[str]()
    for word in WORDS:
        for start, end, new, label, weight in slips(word, layout="us-qwerty", profile=profile, lang="en"):
            for trait in traits(word, start, end, new, label):
                expected[trait] += weight
    for number in range(DRAWN):
        word = WORDS[number % len(WORDS)]
        drawn = draw(word, Draws(digest(number)), layout="us-qwerty", profile=profile, lang="en")
        assert drawn is not None
        seen.update(traits(word, *drawn[:4]))
    for trait in expected | seen:
        assert seen[trait] / DRAWN == pytest.approx(expected[trait] / SCALE / len(WORDS), abs=0.02), trait


@pytest.fixture(scope="module")
def realism() -> ModuleType:
    """Load the benchmark that measures."""
    spec = util.spec_from_file_location("realism", ROOT / "benchmarks" / "realism.py")
    assert spec
    assert spec.loader
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def dev(realism: ModuleType, shared: Callable[[str], Path]) -> Callable[[str], dict[str, list[Any]]]:
    """Return a function that reads the dev lists of a language, each language once."""
    folder = shared("data/typos")

    @cache
    def lists(lang: str) -> dict[str, list[Any]]:
        groups: dict[str, list[Any]] = {}
        for pair in filter(realism.inside, realism.pairs(folder, split="dev", langs=(lang,))):
            groups.setdefault(pair.corpus, []).append(pair)
        return groups

    return lists


@pytest.mark.parametrize("name", BITS)
def test_real_typos_cost_no_more_than_when_the_profiles_were_fitted(
    name: str, realism: ModuleType, dev: Callable[[str], dict[str, list[Any]]]
) -> None:
    lang, corpus = name.split("-")
    chosen = realism.spread(dev(lang)[corpus], 250)
    ours = realism.score(chosen, "phone" if corpus in realism.PHONES else "desktop")
    assert ours.bits <= BITS[name]["most"]
    assert ours.bits <= realism.score(chosen, "uniform").bits - BITS[name]["better"]
    assert ours.coverage >= 0.98


def test_one_edit_is_told_from_none_and_from_two(realism: ModuleType) -> None:
    assert realism.one_edit("word", "word") is None
    assert realism.one_edit("word", "wrod") == ("or", "ro")
    assert realism.one_edit("word", "wodr") == ("rd", "dr")
    assert realism.one_edit("word", "drow") is None
    assert realism.one_edit("word", "wo") is None

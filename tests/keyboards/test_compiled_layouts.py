"""What is shipped is what the committed compiler makes of xkeyboard-config, and it is small and quick to load."""

from __future__ import annotations

import ctypes.util
import subprocess
import sys
import zlib
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

import typo_keyboards

PACKAGE = Path(typo_keyboards.__file__).parent
DATA = PACKAGE / "data"


@pytest.fixture(scope="module")
def compiler(root: Path) -> ModuleType:
    path = root / "benchmarks" / "compile_layouts.py"
    spec = spec_from_file_location("compile_layouts", path)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_installed_files_compile_to_what_is_shipped(compiler: ModuleType) -> None:
    if not ctypes.util.find_library("xkbcommon") or not compiler.XKB.exists():
        pytest.skip("needs libxkbcommon and the files of xkeyboard-config")
    shipped = (DATA / "xkb.tsv").read_text("utf-8").split("\n", 1)[0]
    if f" {compiler.version()}," not in shipped:
        pytest.skip(f"compiled from another version than the installed {compiler.version()}: {shipped}")
    assert compiler.compiled() == (DATA / "xkb.tsv").read_text("utf-8")


def test_every_data_file_is_there_with_its_notice() -> None:
    names = {path.name for path in DATA.iterdir()}
    assert names == {"NOTICE.md", "aliases.tsv", "languages.tsv", "overlays.tsv", "xkb.tsv"}
    notice = (DATA / "NOTICE.md").read_text("utf-8")
    assert all(name in notice for name in names - {"NOTICE.md"})
    assert "Permission is hereby granted, free of charge" in notice


def test_data_rows_are_sorted_and_hold_nothing_that_is_no_text() -> None:
    for name in ("aliases", "languages", "overlays", "xkb"):
        text = (DATA / f"{name}.tsv").read_text("utf-8")
        ids = [line.partition("\t")[0] for line in text.split("\n") if line and line[0] != "#"]
        assert ids == sorted(ids), name
        assert text.endswith("\n")
        assert not set(text) & set("\r\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\x00")


def test_the_data_stay_small() -> None:
    packed = sum(len(zlib.compress(path.read_bytes(), 9)) for path in PACKAGE.rglob("*.*") if path.suffix != ".pyc")
    assert packed < 150_000


def test_a_layout_loads_without_the_slow_parts_of_the_standard_library() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(PACKAGE.parent)!r}); import typo_keyboards as t; "
        "t.load('fr-azerty').neighbours('d'); t.for_language('ru'); "
        "print(*{'json', 'pathlib', 'dataclasses', 'difflib', 'csv', 'importlib.resources'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []

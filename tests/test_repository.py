"""Rules of the house that a machine can keep: what is tracked, how large and how documented it is, what is shipped."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Iterator
from email import message_from_string
from email.message import Message
from pathlib import Path

import pytest

import typo

ROOT = Path(__file__).parents[1]
PACKAGES = ("typo", "typo_keyboards", "typo_lmeval")
# What the adapter may import of the core.
PUBLIC = ("typo", "typo.errors", "typo.evaluation", "typo.restore")
LOCKS = sorted((ROOT / "requirements").glob("*.lock"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def pieces(pattern: str) -> str:
    """Join what is written in pieces here, so that this file is not the one that names it."""
    return pattern.replace("~", "")


REGISTRIES = re.compile(
    pieces(
        r"py~pi\.org|python~hosted|npm~js\.org|proxy\.go~lang|/sim~ple[/\"]|hosted/~packages"
        r"|--in~dex-url|--extra-in~dex-url"
    )
)
MACHINE_PATHS = re.compile(pieces(r"(?:^|[^A-Za-z0-9_.])/(?:wo~rk|ro~ot|ho~me|Us~ers)/"))
LOCKS_WITH_HOSTS = re.compile(r"(uv|poetry|pdm|Pipfile)\.lock|pylock.*\.toml|package-lock\.json")

MODULE_LINES = 400
FUNCTION_LINES = 50


@pytest.fixture(scope="session")
def tracked() -> list[Path]:
    """List the tracked files, as paths relative to the root."""
    if not (ROOT / ".git").exists():
        pytest.skip("not a checkout: which files are tracked is not known here")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [Path(name) for name in listed.stdout.split("\0") if name and (ROOT / name).is_file()]


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    """Build the wheel as a release would."""
    pytest.importorskip("hatchling", reason="needs the extra dev")
    folder = tmp_path_factory.mktemp("dist")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, capture_output=True, check=True, timeout=120)
    (path,) = folder.glob("typokit-*.whl")
    return zipfile.ZipFile(path)


def sources() -> list[Path]:
    return sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def lines_matching(pattern: re.Pattern[str], files: list[Path]) -> list[str]:
    found = []
    for file in files:
        try:
            text = (ROOT / file).read_text("utf-8")
        except UnicodeDecodeError:  # a picture
            continue
        found += [f"{file}:{n}: {line}" for n, line in enumerate(text.splitlines(), 1) if pattern.search(line)]
    return found


def locked(path: Path) -> dict[str, list[str]]:
    """Map the names in a lock to the lines of all their versions."""
    entries: dict[str, list[str]] = {}
    for entry in re.split(r"\n(?=[a-z0-9])", path.read_text("utf-8")):
        entries.setdefault(entry.partition("==")[0], []).append(entry)
    return entries


def test_no_tracked_file_names_a_package_registry(tracked: list[Path]) -> None:
    assert lines_matching(REGISTRIES, tracked) == []


def test_no_tracked_file_names_a_path_of_one_machine(tracked: list[Path]) -> None:
    assert lines_matching(MACHINE_PATHS, tracked) == []


def test_the_two_searches_find_what_they_look_for(tmp_path: Path) -> None:
    host, path = pieces("see py~pi.org"), pieces("/wo~rk/main")
    file = tmp_path / "a.txt"
    file.write_text(f"{host}\n{path}\na{path}\n", encoding="utf-8")
    assert lines_matching(REGISTRIES, [file]) == [f"{file}:1: {host}"]
    assert lines_matching(MACHINE_PATHS, [file]) == [f"{file}:2: {path}"]


def test_no_lock_that_records_a_registry_is_tracked(tracked: list[Path]) -> None:
    assert [file for file in tracked if LOCKS_WITH_HOSTS.fullmatch(file.name)] == []


@pytest.mark.parametrize("lock", LOCKS, ids=lambda path: path.stem)
def test_a_lock_pins_and_hashes_every_line_and_brings_no_torch(lock: Path) -> None:
    entries = locked(lock)
    unhashed = [name for name, versions in entries.items() if not all("--hash=sha256:" in v for v in versions)]
    assert unhashed == []
    assert [name for name in entries if name.startswith(("torch", "nvidia", "triton", "transformers"))] == []


def test_only_the_paper_lock_holds_the_gpl_package() -> None:
    assert [lock.stem for lock in LOCKS if "pykakasi" in locked(lock)] == ["ja-paper"]


def test_the_locks_hold_all_that_the_project_asks_for() -> None:
    extras = PROJECT["optional-dependencies"]
    wanted = {
        "dev": PROJECT["dependencies"] + extras["ja"] + extras["report"] + extras["lmeval"] + extras["dev"],
        "ja-paper": PROJECT["dependencies"] + extras["ja"] + extras["ja-paper"],
    }
    for lock in LOCKS:
        names = {re.match(r"[\w.-]+", requirement)[0] for requirement in wanted[lock.stem]}  # type: ignore[index]
        missing = {name.lower().replace("_", "-") for name in names} - set(locked(lock)) - {"typokit"}
        assert missing == set(), f"run `make lock`: {lock.name} lacks {missing}"


def test_no_module_and_no_function_outgrows_its_room() -> None:
    large = []
    for path in sources():
        text = path.read_text("utf-8")
        if text.count("\n") > MODULE_LINES:
            large.append(f"{relative(path)}: {text.count(chr(10))} lines")
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > FUNCTION_LINES:
                    large.append(f"{relative(path)}:{node.lineno} {node.name}: {length} lines")
    assert large == []


def modules_with_exports() -> Iterator[tuple[str, ast.Module, list[str]]]:
    for path in sources():
        tree = ast.parse(path.read_text("utf-8"))
        for node in tree.body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
                parts = path.relative_to(ROOT).with_suffix("").parts
                name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
                yield name, tree, ast.literal_eval(node.value)


def test_modules_export_their_public_names_and_no_others() -> None:
    wrong = []
    for name, tree, exported in modules_with_exports():
        module = importlib.import_module(name)
        wrong += [f"{name}.{missing}: exported and not there" for missing in exported if not hasattr(module, missing)]
        defined = (node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef))
        wrong += [f"{name}.{d}: public and not exported" for d in defined if d[0] != "_" and d not in exported]
    assert wrong == []


DOCUMENTED = ("typo", "typo.evaluation", "typo.ja", "typo.strategies", "typo.testing", "typo_keyboards", "typo_lmeval")


@pytest.mark.parametrize("name", DOCUMENTED)
def test_public_names_and_their_public_methods_say_what_they_do(name: str) -> None:
    module = importlib.import_module(name)
    silent = []
    for public in module.__all__:
        value = getattr(module, public)
        if not callable(value):  # a constant
            continue
        members = vars(value).items() if isinstance(value, type) else ()
        methods = [
            f"{public}.{member}"
            for member, method in members
            if member[0] != "_" and (callable(method) or isinstance(method, property)) and not method.__doc__
        ]
        # dataclasses and named tuples write a docstring of their own: the signature.
        if not value.__doc__ or value.__doc__.startswith(f"{public}("):
            silent.append(public)
        silent += methods
    assert silent == []


def test_the_adapter_uses_public_names_of_the_core_only() -> None:
    private = []
    for path in (ROOT / "typo_lmeval").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.split(".")[0] == "typo":
                public = importlib.import_module(node.module).__all__ if node.module in PUBLIC else ()
                private += [f"{path.name}: {node.module}.{a.name}" for a in node.names if a.name not in public]
            if isinstance(node, ast.Import):
                named = [alias.name for alias in node.names if alias.name.startswith("typo.")]
                private += [f"{path.name}: {alias}" for alias in named if alias not in PUBLIC]
    assert private == []


def test_importing_the_core_and_the_keyboards_imports_no_other_package() -> None:
    code = (
        "import sys; before = set(sys.modules); import typo, typo_keyboards; "
        "print(*sorted({m.partition('.')[0] for m in set(sys.modules) - before} - set(sys.stdlib_module_names)))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["typo", "typo_keyboards"]


def test_the_wheel_holds_every_tracked_file_of_the_packages_and_nothing_else(
    wheel: zipfile.ZipFile, tracked: list[Path]
) -> None:
    files = {name for name in wheel.namelist() if ".dist-info/" not in name}
    ours = {file.as_posix() for file in tracked if file.parts[0] in PACKAGES}
    assert ours - files == set()
    assert {f"{package}/py.typed" for package in PACKAGES} <= files
    assert {name.split("/")[0] for name in files} == set(PACKAGES)
    assert [name for name in files if re.search(r"test_|conftest|__pycache__|\.pyc$", name)] == []


def test_the_wheel_says_what_it_is(wheel: zipfile.ZipFile) -> None:
    info = f"typokit-{typo.__version__}.dist-info"
    metadata: Message = message_from_string(wheel.read(f"{info}/METADATA").decode())
    assert (metadata["Name"], metadata["License-Expression"]) == ("typokit", PROJECT["license"])
    assert PROJECT["license"].startswith("Apache-2.0 AND ")
    assert metadata["Requires-Python"] == ">=3.11"
    assert set(metadata.get_all("Provides-Extra") or ()) == set(PROJECT["optional-dependencies"])
    required = [line for line in metadata.get_all("Requires-Dist") or () if "extra ==" not in line]
    assert [re.match(r"[\w-]+", line)[0] for line in required] == ["jaconv", "numpy", "regex"]  # type: ignore[index]
    licences = {name for name in wheel.namelist() if name.startswith(f"{info}/licenses/")}
    notices = [relative(path) for package in PACKAGES for path in (ROOT / package).rglob("NOTICE.md")]
    assert len(notices) >= 3
    assert licences == {f"{info}/licenses/{name}" for name in ("LICENSE", "NOTICE", *notices)}
    entries = wheel.read(f"{info}/entry_points.txt").decode()
    assert "typo-eval = typo_lmeval.cli:main" in entries
    assert "typo = typo.cli:main" in entries
    assert "typo = typo.strategies:_register" in entries
    assert "typo-demo = typo_lmeval.demo:TypoDemo" in entries

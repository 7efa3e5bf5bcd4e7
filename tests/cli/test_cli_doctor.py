"""`typo doctor`, in installations that are whole, incomplete, or overwritten by the other package named typo."""

from __future__ import annotations

import base64
import hashlib
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

import typo

PACKAGE = Path(typo.__file__).parent

METADATA = """\
Metadata-Version: 2.4
Name: typokit
Version: 9.8.7
Requires-Dist: regex>=2024
Requires-Dist: no-such-thing<2,>=1; python_version >= "3.11"
Provides-Extra: ja
Requires-Dist: no-such-reader>=0.3; extra == 'ja'
Requires-Dist: regex; extra == 'ja'
Provides-Extra: all
Requires-Dist: typokit[ja]; extra == 'all'
Requires-Dist: no-such-harness; extra == "all"
Provides-Extra: light
Requires-Dist: regex; extra == 'light'
Provides-Extra: dev
Requires-Dist: no-such-linter; extra == 'dev'
"""

Doctor = Callable[[], "tuple[int, list[str]]"]


def write(folder: Path, name: str, files: dict[str, str]) -> None:
    """Install a package as an installer does: the files, and the list of them with their digests."""
    rows = []
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, "utf-8")
    for path in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256((folder / path).read_bytes()).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{(folder / path).stat().st_size}\n")
    (folder / f"{name}.dist-info" / "RECORD").write_text("".join(rows), "utf-8")


@pytest.fixture
def site(tmp_path: Path) -> Path:
    """Install a copy of our package that needs what is not there."""
    sources = {
        f"typo/{path.relative_to(PACKAGE).as_posix()}": path.read_text("utf-8") for path in PACKAGE.rglob("*.py")
    }
    write(tmp_path, "typokit-9.8.7", sources | {"typokit-9.8.7.dist-info/METADATA": METADATA})
    return tmp_path


@pytest.fixture
def doctor(site: Path, environment: dict[str, str]) -> Doctor:
    """Return a function that runs the doctor there, and returns its exit code and its lines."""

    def run() -> tuple[int, list[str]]:
        command = [sys.executable, "-m", "typo", "doctor"]
        env = environment | {"PYTHONPATH": str(site)}
        done = subprocess.run(command, cwd=site, env=env, capture_output=True, text=True, check=False, timeout=60)
        assert done.stderr == ""
        return done.returncode, done.stdout.splitlines()

    return run


def lay_the_other_typo_over(site: Path) -> None:
    """Make a wheel of a package named typo, and unpack it as an installer would."""
    wheel = site.parent / "typo-0.1.7-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("typo/__init__.py", "class StrErrer:\n    pass\n")
        archive.writestr("typo/errers.py", "")
        archive.writestr("typo-0.1.7.dist-info/METADATA", "Metadata-Version: 2.1\nName: typo\nVersion: 0.1.7\n")
        archive.writestr("typo-0.1.7.dist-info/RECORD", "typo/__init__.py,,\ntypo/errers.py,,\n")
        archive.writestr("typo-0.1.7.dist-info/top_level.txt", "typo\n")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(site)


def test_it_tells_what_is_there_and_what_is_missing_and_how_to_get_it(doctor: Doctor, site: Path) -> None:
    code, lines = doctor()
    assert code == 1
    assert lines[0].startswith("ok       Python 3.")
    assert f"ok       typokit 9.8.7 in {site / 'typo'}" in lines
    assert 'broken   no-such-thing is not installed: pip install "no-such-thing<2,>=1"' in lines
    assert 'missing  extra ja (no-such-reader): pip install "typokit[ja]"' in lines
    assert 'missing  extra all (no-such-harness, no-such-reader): pip install "typokit[all]"' in lines
    assert "ok       extra light" in lines
    assert any(line.startswith("ok       regex 20") for line in lines)
    assert not any("dev" in line for line in lines)


def test_a_missing_extra_breaks_nothing(doctor: Doctor, site: Path) -> None:
    path = site / "typokit-9.8.7.dist-info" / "METADATA"
    write(site, "typokit-9.8.7", {})
    path.write_text(METADATA.replace("Requires-Dist: no-such-thing", "X-Gone: no-such-thing"), "utf-8")
    code, lines = doctor()
    assert code == 0, lines
    assert any(line.startswith("missing") for line in lines)


def test_the_other_package_laid_over_ours_is_told_and_every_other_command_says_so(
    doctor: Doctor, site: Path, environment: dict[str, str]
) -> None:
    lay_the_other_typo_over(site)
    code, lines = doctor()
    assert code == 1
    assert (
        "broken   typo 0.1.7 is installed too and writes into the same folder: "
        "pip uninstall typo, then pip install --force-reinstall --no-deps typokit"
    ) in lines
    assert (
        "broken   typo/__init__.py: not as typokit 9.8.7 installed it: pip install --force-reinstall --no-deps typokit"
    ) in lines
    command = [sys.executable, "-m", "typo", "show", "a", "--lang", "en"]
    env = environment | {"PYTHONPATH": str(site)}
    other = subprocess.run(command, cwd=site, env=env, capture_output=True, text=True, check=False, timeout=60)
    assert other.returncode == 1
    assert other.stderr == "typo: another package has overwritten the files of typokit; `typo doctor` says which.\n"


def test_the_other_package_below_ours_is_told_too(doctor: Doctor, site: Path) -> None:
    ours = (site / "typo" / "__init__.py").read_bytes()
    lay_the_other_typo_over(site)
    (site / "typo" / "__init__.py").write_bytes(ours)
    code, lines = doctor()
    assert code == 1
    assert any(line.startswith("broken   typo 0.1.7 is installed too") for line in lines)
    assert any(line.startswith("ok       typokit 9.8.7") for line in lines)


def test_files_that_went_away_with_the_other_package_are_told(doctor: Doctor, site: Path) -> None:
    lay_the_other_typo_over(site)
    for path in ("typo/__init__.py", "typo/errers.py"):
        (site / path).unlink()
    shutil.rmtree(site / "typo-0.1.7.dist-info")
    code, lines = doctor()
    assert code == 1
    assert any(line.startswith("broken   typo/__init__.py: not as typokit 9.8.7") for line in lines)


def test_another_folder_in_front_of_ours_is_told(site: Path, environment: dict[str, str]) -> None:
    front = site / "front"
    shutil.copytree(site / "typo", front / "typo")
    command = [sys.executable, "-m", "typo", "doctor"]
    env = environment | {"PYTHONPATH": f"{front}:{site}"}
    done = subprocess.run(command, cwd=front, env=env, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 1
    assert f"broken   `import typo` finds {front / 'typo/__init__.py'}, not {site / 'typo/__init__.py'}" in done.stdout


def test_a_checkout_that_is_not_installed_is_told_and_breaks_nothing(site: Path, environment: dict[str, str]) -> None:
    shutil.rmtree(site / "typokit-9.8.7.dist-info")
    command = [sys.executable, "-S", "-m", "typo", "doctor"]  # without the packages of this environment
    env = environment | {"PYTHONPATH": str(site)}
    done = subprocess.run(command, cwd=site, env=env, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0
    assert done.stdout.splitlines()[1:] == [f"ok       typokit (not installed) in {site / 'typo'}"]

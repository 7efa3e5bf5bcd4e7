"""`typo doctor`: whether what is installed is whole, and ours.

Only the standard library is used: this must run where the rest of the package does not.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import platform
import re
import sys
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Finding", "doctor", "findings", "version"]

_OURS = "typokit"
_REPAIR = f"pip install --force-reinstall --no-deps {_OURS}"
_PACKAGES = ("typo/", "typo_keyboards/", "typo_lmeval/")
_SHA256 = "sha256="
_FILES_TOLD = 3

_REQUIREMENT = re.compile(
    r"(?P<name>[A-Za-z0-9._-]+)\s*(?:\[(?P<extras>[^\]]*)\])?\s*(?P<versions>[^;]*)(?:;(?P<marker>.*))?"
)
_EXTRA = re.compile(r"""extra\s*==\s*["']([^"']+)["']""")


class Finding(NamedTuple):
    """One thing that was looked at: `ok`, `missing` (an extra, which nobody has to have) or `broken`."""

    state: str
    text: str


class _Requirement(NamedTuple):
    name: str
    extras: tuple[str, ...]
    versions: str
    extra: str | None


def doctor() -> int:
    """Print what was found; return 1 when something is broken, else 0."""
    found = list(findings())
    for finding in found:
        print(f"{finding.state:9}{finding.text}")
    return int(any(finding.state == "broken" for finding in found))


def version() -> str:
    """Return the version of the installed distribution."""
    try:
        return metadata.version(_OURS)
    except metadata.PackageNotFoundError:
        return "(not installed)"


def findings() -> Iterator[Finding]:
    """Look at the installation, one thing after another."""
    yield Finding("ok", f"Python {platform.python_version()} ({platform.python_implementation()}, {sys.platform})")
    yield from _intruders()
    try:
        ours = metadata.distribution(_OURS)
    except metadata.PackageNotFoundError:
        yield _imported("(not installed)", None)
        return
    yield from _files(ours)
    requirements = [_requirement(line) for line in ours.requires or ()]
    yield from _required(requirements)
    yield from _extras(ours.metadata.get_all("Provides-Extra") or [], requirements)


def _intruders() -> Iterator[Finding]:
    """Look for other distributions that write into the folder `typo`."""
    for name in sorted(set(metadata.packages_distributions().get("typo", ()))):
        if _normal(name) != _OURS:
            yield Finding(
                "broken",
                f"{name} {metadata.version(name)} is installed too and writes into the same folder: "
                f"pip uninstall {name}, then {_REPAIR}",
            )


def _files(ours: metadata.Distribution) -> Iterator[Finding]:
    """Compare our files with what was installed."""
    # Not `ours.files`: since Python 3.12 that leaves out what is gone.
    rows = csv.reader((ours.read_text("RECORD") or "").splitlines())
    recorded = {row[0]: row[1] for row in rows if row[0].startswith(_PACKAGES) and row[1].startswith(_SHA256)}
    installed = {name: Path(str(ours.locate_file(name))) for name in recorded}
    changed = sorted(name for name, digest in recorded.items() if _digest(installed[name]) != digest)
    if changed:
        more = f" and {len(changed) - _FILES_TOLD} more" if len(changed) > _FILES_TOLD else ""
        names = ", ".join(changed[:_FILES_TOLD])
        yield Finding("broken", f"{names}{more}: not as {_OURS} {ours.version} installed it: {_REPAIR}")
    else:
        yield _imported(ours.version, installed.get("typo/__init__.py"))


def _imported(version: str, installed: Path | None) -> Finding:
    """Look at what `import typo` finds; where it is installed is known unless it runs from a folder."""
    import typo

    place = Path(str(getattr(typo, "__file__", None)))
    if installed is not None and place.resolve() != installed.resolve():
        return Finding("broken", f"`import typo` finds {place}, not {installed}")
    if not hasattr(typo, "Perturber"):
        return Finding("broken", f"`import typo` finds {place}, which is not {_OURS}: {_REPAIR}")
    return Finding("ok", f"{_OURS} {version} in {place.parent}")


def _required(requirements: list[_Requirement]) -> Iterator[Finding]:
    for needed in requirements:
        if needed.extra is None:
            found = _installed(needed.name)
            wanted = f'{needed.name} is not installed: pip install "{needed.name}{needed.versions}"'
            yield Finding("ok", f"{needed.name} {found}") if found else Finding("broken", wanted)


def _extras(extras: list[str], requirements: list[_Requirement]) -> Iterator[Finding]:
    for extra in extras:
        if extra == "dev":  # what it takes to work on typokit is no business of its users
            continue
        missing = sorted(name for name in _packages(extra, requirements) if not _installed(name))
        if missing:
            yield Finding("missing", f'extra {extra} ({", ".join(missing)}): pip install "{_OURS}[{extra}]"')
        else:
            yield Finding("ok", f"extra {extra}")


def _packages(extra: str, requirements: list[_Requirement]) -> set[str]:
    """Return the packages that an extra brings, those of the extras inside it too."""
    names: set[str] = set()
    for needed in requirements:
        if needed.extra != extra:
            continue
        if _normal(needed.name) == _OURS:
            for inner in needed.extras:
                names |= _packages(inner, requirements)
        else:
            names.add(needed.name)
    return names


def _requirement(line: str) -> _Requirement:
    match = _REQUIREMENT.match(line)
    assert match is not None
    extra = _EXTRA.search(match["marker"] or "")
    extras = tuple(name.strip() for name in (match["extras"] or "").split(",") if name.strip())
    return _Requirement(match["name"], extras, match["versions"].strip(), extra[1] if extra else None)


def _installed(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _digest(path: Path) -> str | None:
    """Return the digest as an installer records it, or None for a file that is gone."""
    try:
        digest = hashlib.sha256(path.read_bytes()).digest()
    except OSError:
        return None
    return _SHA256 + base64.urlsafe_b64encode(digest).rstrip(b"=").decode("ascii")

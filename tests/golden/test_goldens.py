"""Results for a fixed seed, as published: a golden changes only with a new version of its transform.

After such a change write them anew with: python tests/golden/test_goldens.py
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import typo
from typo.ja.mozc import version

FOLDER = Path(__file__).parent
TEXTS = (
    "最近の機械学習では、大量の文書から単語の意味を学習することができる。",
    "2024年に発表されたGPT-4の論文では、回答の確率を計算する方法が説明されている。",
    "明日の午後3時に東京駅の改札で会いましょう。",
    "minecraftとPythonを使って、対象となる機械を制御する。",
    "彼は意外にも以前の会社に関心を持っていた。",
)
NAMES = tuple(
    f"{name}.v1{preset}"
    for name in ("ja.transposition", "ja.replacement", "ja.homophone", "ja.ime", "ja.fullwidth")
    for preset in ("", "@paper")
)
# Conversions and readings are those of these data; with others the goldens are other.
DICTIONARY = "3.34.6239"


def needs_pykakasi(name: str) -> bool:
    return name.endswith("@paper") and name.split(".")[1] in ("transposition", "replacement", "homophone")


def results(name: str) -> list[dict[str, object]]:
    perturber = typo.Perturber(typo.get(name), rate=0.3, seed=1)
    return [
        {"text": text, "key": key, "out": perturber(text, key=key), "log": perturber.apply(text, key=key).log.to_json()}
        for key, text in enumerate(TEXTS)
    ]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.paper) if needs_pykakasi(name) else name for name in NAMES]
)
def test_a_published_result_stays(name: str) -> None:
    if version() != DICTIONARY:
        pytest.skip(f"the goldens are of Mozc's dictionary {DICTIONARY}, not {version()}")
    lines = (FOLDER / f"{name}.jsonl").read_text("utf-8").splitlines()
    assert results(name) == [json.loads(line) for line in lines]


if __name__ == "__main__":
    for golden in NAMES:
        rows = [json.dumps(row, ensure_ascii=False) + "\n" for row in results(golden)]
        (FOLDER / f"{golden}.jsonl").write_text("".join(rows), encoding="utf-8")

"""The page in a real browser: what it shows at the widths of a desk and of a phone."""

from __future__ import annotations

import html
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from typing import Any

import pytest

from typo.edits import Edit
from typo.evaluation import ContrastReport, Record, Report, Resampling, analyse, contrast, hold_out

pytest.importorskip("jinja2", reason="needs the extra report")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

# Without a network of any kind and without state; /dev/shm is small in containers.
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-sync",
    "--disable-quic", "--disable-background-networking", "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)  # fmt: skip

# A window may not become as narrow as a phone; a frame may. One start of the browser for all frames: it takes seconds.
FRAMES = """<!DOCTYPE html><meta charset="utf-8"><body><pre id="found"></pre>
<script>
const found = {{}};
document.addEventListener("load", ({{target: frame}}) => {{
  const page = frame.contentDocument, shown = (e) => e.getClientRects().length > 0;
  const all = (selector, from = page) => [...from.querySelectorAll(selector)];
  const box = (e) => e.getBoundingClientRect();
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 3;
  const texts = all("svg text").filter(shown);
  found[frame.name] = {{
    width: page.documentElement.clientWidth,
    wide: page.documentElement.scrollWidth,
    rows: all("tbody tr:not(.group)").map((row) => row.cells.length),
    heads: all("thead tr").map((row) => row.cells.length),
    charts: all("svg[role=img]").filter(shown).length,
    letters: Math.min(...texts.map((text) => box(text).height)),
    outside: texts.filter((text) =>
      box(text).left < -1 || box(text).right > page.documentElement.clientWidth + 1).map((text) => text.textContent),
    overlapping: all("svg[role=img]").flatMap((chart) => all("text", chart).flatMap((one, place, others) =>
      others.slice(place + 1).filter((other) => meet(box(one), box(other))).map((other) =>
        one.textContent + " | " + other.textContent))),
    marks: all("ins").filter(shown).map((mark) => frame.contentWindow.getComputedStyle(mark).textDecorationLine),
    columns: all(".pair").map((pair) => new Set([...pair.children].map((half) => Math.round(box(half).left))).size),
    side: all(".drawings").map((row) => new Set([...row.children].map((one) => Math.round(box(one).left))).size),
  }};
  document.querySelector("#found").textContent = JSON.stringify(found);
}}, true);
</script>
{frames}"""
FRAME = '<iframe name="{name} {width}" style="width:{width}px;height:800px;border:0" srcdoc="{page}"></iframe>'

# Widths, and how many columns there is room for.
WIDTHS = {1280: 2, 390: 1, 320: 1}
MODELS = ("organisation/a-model-with-a-rather-long-name-7B-it", "Qwen/Qwen3-4B", "Qwen/Qwen3-4B-Base")


@pytest.fixture(scope="module")
def seen_at(
    tmp_path_factory: pytest.TempPathFactory, make: Callable[..., Record], study_of: Callable[..., list[Record]]
) -> dict[str, dict[str, Any]]:
    """Tell what is to be seen of reports at several widths, by name and width."""
    one = [
        _record(make, index, condition, wrong)
        for condition, wrong in (("original", 1), ("transposition_paper", 2), ("ime", 3))
        for index in range(40)
    ]
    levels = (("original", 0.0), ("a_condition_with_a_long_name", 0.1), ("r40", 0.4), ("r70", 0.7), ("r90", 0.9))
    several = hold_out(
        study_of(models=MODELS, benchmarks=("one", "two"), levels=levels, shots=3, count=30, twins=("", "restored"))
    )
    facts = {"run": {"recipe": "Perturber(" + "x" * 300 + ")"}}
    runs = [study_of(models=(name,), benchmarks=("one", "two"), shots=3, count=30) for name in MODELS[:2]]
    pages = {
        name: Report(analyse(rows, resamples=200), facts).to_html()
        for name, rows in (("one", one), ("several", several))
    }

    contrasts = contrast(*runs, resamples=200)
    pages["compared"] = ContrastReport(contrasts, MODELS[:2], facts, Resampling(200)).to_html()
    folder = tmp_path_factory.mktemp("chromium")
    file = folder / "frames.html"
    frames = [
        FRAME.format(name=name, width=width, page=html.escape(page)) for name, page in pages.items() for width in WIDTHS
    ]
    file.write_text(FRAMES.format(frames="".join(frames)), "utf-8")
    assert CHROMIUM is not None
    done = subprocess.run(
        [CHROMIUM, *FLAGS, f"--user-data-dir={folder / 'profile'}", "--window-size=1400,1000",
         "--virtual-time-budget=10000", "--dump-dom", file.as_uri()],
        capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip
    found = re.search(r'<pre id="found">(\{.*?\})</pre>', done.stdout, re.DOTALL)
    assert found, done.stderr[-2000:]
    seen: dict[str, dict[str, Any]] = json.loads(html.unescape(found[1]))
    assert len(seen) == len(frames)
    return seen


def _record(make: Callable[..., Record], index: int, condition: str, wrong: int) -> Record:
    """Make a record that is long in every respect; `wrong` of three are answered wrongly."""
    clean = f"日本の首都である東京の中心部を{index}周するJRの環状路線はどれですか。" * 2
    added = "" if condition == "original" else "ｊｒ"
    right = index % 3 >= wrong
    return make(
        condition=condition,
        id=f"benchmark/validation/{index:04d}-a-rather-long-name",
        benchmark="a_benchmark_with_a_rather_long_name",
        model="organisation/a-model-with-a-rather-long-name-7B-it",
        language="ja",
        answer=0 if right else 1,
        probabilities=(0.55, 0.45) if right else (0.4, 0.6),
        before=(("question", clean),),
        after=(("question", clean + added),),
        edits=(("question", Edit(len(clean), len(clean), "", added)),) if added else (),
    )


@pytest.mark.parametrize(("width", "columns"), WIDTHS.items())
@pytest.mark.parametrize("name", ["one", "several", "compared"])
def test_everything_fits(seen_at: dict[str, dict[str, Any]], name: str, width: int, columns: int) -> None:
    seen = seen_at[f"{name} {width}"]
    assert seen["width"] in range(width - 20, width + 1)  # less the scroll bar
    assert seen["wide"] <= seen["width"]
    assert set(seen["rows"]) == set(seen["heads"])
    assert seen["charts"] >= 4
    assert seen["letters"] >= 9
    assert seen["outside"] == []
    assert seen["overlapping"] == []
    assert seen["columns"] == [columns] * (0 if name == "compared" else 10)
    assert max(seen["side"]) == (1 if name == "one" else columns)
    # Not by colour alone.
    assert set(seen["marks"]) == (set() if name == "compared" else {"underline"})

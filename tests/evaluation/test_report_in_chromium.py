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
from typo.evaluation import Record, Report, compare

pytest.importorskip("jinja2", reason="needs the extra report")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")

# Without a network of any kind and without state; /dev/shm is small in containers.
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-sync",
    "--disable-quic", "--disable-background-networking", "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND",
)  # fmt: skip

# A window may not become as narrow as a phone; a frame may.
FRAME = """<!DOCTYPE html><meta charset="utf-8"><body><pre id="found"></pre>
<iframe style="width:{width}px;height:800px;border:0" srcdoc="{page}"></iframe>
<script>
const frame = document.querySelector("iframe");
frame.addEventListener("load", () => {{
  const page = frame.contentDocument, shown = (e) => e.getClientRects().length > 0;
  const all = (selector) => [...page.querySelectorAll(selector)];
  const box = (e) => e.getBoundingClientRect();
  document.querySelector("#found").textContent = JSON.stringify({{
    width: page.documentElement.clientWidth,
    wide: page.documentElement.scrollWidth,
    rows: all("tbody tr").map((row) => row.cells.length),
    charts: all("svg").filter(shown).map((chart) => chart.getAttribute("class")),
    letters: Math.min(...all("svg text").filter(shown).map((text) => box(text).height)),
    outside: all("svg text").filter(shown).filter((text) =>
      box(text).left < -1 || box(text).right > page.documentElement.clientWidth + 1).map((text) => text.textContent),
    dots: all("circle").filter(shown).length,
    marks: all("ins").filter(shown).map((mark) => frame.contentWindow.getComputedStyle(mark).textDecorationLine),
    columns: all(".pair").map((pair) => new Set([...pair.children].map((half) => Math.round(box(half).left))).size),
  }});
}});
</script>"""

Show = Callable[[int], dict[str, Any]]


@pytest.fixture(scope="module")
def show(tmp_path_factory: pytest.TempPathFactory, make: Callable[..., Record]) -> Show:
    """Return a function that shows a report at a width, and tells what is to be seen."""
    rows = [
        _record(make, index, condition, wrong)
        for condition, wrong in (("original", 1), ("transposition_paper", 2), ("ime", 3))
        for index in range(40)
    ]
    page = Report(compare(rows, resamples=200), {"run": {"recipe": "Perturber(" + "x" * 300 + ")"}}).to_html()

    def shown(width: int) -> dict[str, Any]:
        folder = tmp_path_factory.mktemp("chromium")
        file = folder / "frame.html"
        file.write_text(FRAME.format(width=width, page=html.escape(page)), "utf-8")
        assert CHROMIUM is not None
        done = subprocess.run(
            [CHROMIUM, *FLAGS, f"--user-data-dir={folder / 'profile'}", "--window-size=1400,1000",
             "--virtual-time-budget=5000", "--dump-dom", file.as_uri()],
            capture_output=True, text=True, timeout=90, check=False,
        )  # fmt: skip
        found = re.search(r'<pre id="found">(\{.*?\})</pre>', done.stdout, re.DOTALL)
        assert found, done.stderr[-2000:]
        seen: dict[str, Any] = json.loads(html.unescape(found[1]))
        return seen

    return shown


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


@pytest.mark.parametrize(("width", "chart", "columns"), [(1280, "wide", 2), (390, "narrow", 1), (320, "narrow", 1)])
def test_everything_fits(show: Show, width: int, chart: str, columns: int) -> None:
    seen = show(width)
    assert seen["width"] in range(width - 20, width + 1)  # less the scroll bar
    assert seen["wide"] <= seen["width"]
    assert seen["rows"] == [10, 10, 10]
    assert seen["charts"] == [chart]
    assert seen["dots"] == 2
    assert seen["letters"] >= 9
    assert seen["outside"] == []
    assert seen["columns"] == [columns] * 10
    # Not by colour alone.
    assert seen["marks"] == ["underline"] * 10

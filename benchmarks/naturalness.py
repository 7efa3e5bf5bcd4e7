"""Which typing errors look natural to people: sheets to rate blindly, and what filled sheets say.

    python benchmarks/naturalness.py sheet --texts en=texts.txt --texts ja=others.txt --out sheets [--items 60]
    python benchmarks/naturalness.py read sheets [--key sheets/key.json]

The texts are yours, one a line. For each language there is a sheet, as CSV and as a page (HTML, no network) that
saves the same CSV. A row holds one text with the typos of two generators, A and B, and asks which looks more as if a
person had typed it. Which generator is which stands in `key.json` and nowhere else: keep it from whoever rates.

The generators are `multypo`, `naive` and `ours` (`keyboard`), at the same rate; every pair of them comes equally
often, and which is A is drawn for each row. Everything follows from `--seed`. A language that a generator cannot do
is refused.

Reading gives, for each pair, how often the first was preferred, by language and over all, with the exact two-sided
binomial probability of so uneven a split if both were alike. Rows without an answer are left out; ties (`=`) are
counted and left out of the test.
"""

from __future__ import annotations

import argparse
import csv
import html
import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path
from typing import NamedTuple

import typo
from typo.keyed import Draws, digest

GENERATORS = {"multypo": "multypo", "naive": "naive", "ours": "keyboard"}
PAIRS = tuple(combinations(GENERATORS, 2))
COLUMNS = ("id", "A", "B", "more natural (A, B or =)")
POOLED = "all"

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Which looks as if a person had typed it?</title>
<style>
  :root {{ color-scheme: light dark; }}
  body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }}
  fieldset {{ margin: 0 0 1.5rem; border: 1px solid #8888; border-radius: .5rem; padding: 1rem; }}
  label {{ display: block; padding: .35rem 0; cursor: pointer; }}
  button {{ font: inherit; padding: .5rem 1rem; }}
</style>
<h1>Which looks as if a person had typed it?</h1>
<p>Each pair shows one text twice, with different typing errors. Choose the one whose errors look more as if a person
had made them. At the end, save your answers and send the file back.</p>
<form>
{rows}
<button type="button" id="save">Save the answers</button> <span id="left" role="status"></span>
</form>
<script>
const rows = {data};
document.getElementById("save").addEventListener("click", () => {{
  const answers = new FormData(document.querySelector("form"));
  const quoted = (cell) => '"' + cell.replaceAll('"', '""') + '"';
  const lines = [{columns}, ...rows.map((row) => [...row, answers.get(row[0]) || ""])];
  const text = lines.map((line) => line.map(quoted).join(",") + "\\r\\n").join("");
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], {{ type: "text/csv" }}));
  link.download = {name};
  link.click();
  const open = rows.filter((row) => !answers.get(row[0])).length;
  document.getElementById("left").textContent = open ? open + " without an answer" : "all answered";
}});
</script>
</html>
"""


class Row(NamedTuple):
    """One question: its id, what is shown, and which generators made it."""

    id: str
    a: str
    b: str
    made_by: tuple[str, str]


class Score(NamedTuple):
    """The answers to one pair of generators."""

    first: int
    second: int
    ties: int

    @property
    def p_value(self) -> Fraction:
        """The exact two-sided probability of so uneven a split where either is as likely."""
        return binomial(self.first, self.first + self.second)


def binomial(successes: int, trials: int) -> Fraction:
    """Return how likely a split at least as uneven is among so many fair tosses."""
    least = min(successes, trials - successes)
    tail = sum(comb(trials, k) for k in range(least + 1))
    return min(Fraction(1), Fraction(2 * tail, 2**trials))


def rows(lang: str, texts: list[str], *, items: int, rate: float, seed: int) -> list[Row]:
    """Draw texts and make the questions of one language: no two generators give the same string."""
    draws = Draws(digest("naturalness", seed, lang))
    noisy = {
        label: typo.Perturber(typo.get(name, lang=lang), rate=rate, min_edits=1, seed=seed)
        for label, name in GENERATORS.items()
    }
    left = list(texts)
    found: list[Row] = []
    while len(found) < items and left:
        text = left.pop(draws.below(len(left)))
        one, other = PAIRS[len(found) % len(PAIRS)]
        made_by = (one, other) if draws.below(2) else (other, one)
        a, b = (noisy[label](text, key=(lang, text)) for label in made_by)
        if len({a, b, text}) == 3:
            found.append(Row(f"{lang}-{len(found) + 1:03}", a, b, made_by))
    # Shuffled, so that the order does not tell the pair.
    return [found.pop(draws.below(len(found)))._replace(id=f"{lang}-{n:03}") for n in range(1, len(found) + 1)]


def write_sheet(folder: Path, lang: str, made: list[Row]) -> None:
    """Write the sheet of a language as CSV and as a page."""
    with (folder / f"{lang}.csv").open("w", encoding="utf-8-sig", newline="") as file:
        csv.writer(file).writerows([COLUMNS, *((row.id, row.a, row.b, "") for row in made)])
    shown = [
        f'<fieldset lang="{lang}"><legend lang="en">{row.id}</legend>\n'
        + "".join(
            f'<label dir="auto"><input type="radio" name="{row.id}" value="{value}"> {html.escape(text)}</label>\n'
            for value, text in (("A", row.a), ("B", row.b), ("=", "no difference"))
        )
        + "</fieldset>"
        for row in made
    ]
    page = PAGE.format(
        rows="\n".join(shown),
        data=json.dumps([(row.id, row.a, row.b) for row in made]).replace("<", "\\u003c"),
        columns=json.dumps(COLUMNS),
        name=json.dumps(f"{lang}.csv"),
    )
    (folder / f"{lang}.html").write_text(page, encoding="utf-8")


def read_sheet(path: Path, key: dict[str, list[str]]) -> Counter[tuple[str, str, str]]:
    """Count the answers of a filled sheet: language, preferred generator (or `=`), and the pair asked about."""
    counts: Counter[tuple[str, str, str]] = Counter()
    with path.open(encoding="utf-8-sig", newline="") as file:
        for number, row in enumerate(csv.reader(file), 1):
            if number == 1 or not row or not row[-1].strip():
                continue
            answer = row[-1].strip().upper()
            if row[0] not in key or answer not in ("A", "B", "="):
                raise SystemExit(f"{path}, line {number}: {row[0]!r} with the answer {row[-1]!r} is not in the key.")
            pair = sorted(key[row[0]], key=list(GENERATORS).index)
            preferred = "=" if answer == "=" else key[row[0]]["AB".index(answer)]
            counts[row[0].rpartition("-")[0], "/".join(pair), preferred] += 1
    return counts


def scores(counts: Counter[tuple[str, str, str]]) -> dict[tuple[str, str], Score]:
    """Add up the answers by language, and over all, for each pair that was asked about."""
    found: dict[tuple[str, str], Score] = {}
    for lang in (*sorted({lang for lang, _, _ in counts}), POOLED):
        for one, other in PAIRS:
            pair = f"{one}/{other}"
            first, second, ties = (
                sum(
                    n
                    for (code, asked, best), n in counts.items()
                    if asked == pair and best == name and lang in (code, POOLED)
                )
                for name in (one, other, "=")
            )
            if first or second or ties:
                found[lang, pair] = Score(first, second, ties)
    return found


def sheet(arguments: argparse.Namespace) -> None:
    folder = Path(arguments.out)
    folder.mkdir(parents=True, exist_ok=True)
    key: dict[str, tuple[str, str]] = {}
    for given in arguments.texts:
        lang, _, path = given.partition("=")
        texts = list(dict.fromkeys(filter(None, map(str.strip, Path(path).read_text("utf-8").split("\n")))))
        made = rows(lang, texts, items=arguments.items, rate=arguments.rate, seed=arguments.seed)
        write_sheet(folder, lang, made)
        key |= {row.id: row.made_by for row in made}
        print(f"{lang}: {len(made)} rows from {len(texts)} texts")
    (folder / "key.json").write_text(json.dumps(key, indent=1) + "\n", encoding="utf-8")


def read(arguments: argparse.Namespace) -> None:
    folder = Path(arguments.folder)
    key = json.loads(Path(arguments.key or folder / "key.json").read_text("utf-8"))
    counts: Counter[tuple[str, str, str]] = Counter()
    for path in sorted(folder.rglob("*.csv")):
        counts += read_sheet(path, key)
    print(f"{'language':9}{'pair':16}{'first':>6}{'second':>7}{'ties':>5}{'first %':>9}{'p':>10}")
    for (lang, pair), score in scores(counts).items():
        decided = score.first + score.second
        share = f"{100 * score.first / decided:.1f}" if decided else "-"
        print(f"{lang:9}{pair:16}{score.first:6}{score.second:7}{score.ties:5}{share:>9}{float(score.p_value):10.3g}")


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    write = commands.add_parser("sheet", help="write blinded sheets and their key")
    write.add_argument("--texts", action="append", required=True, metavar="LANG=FILE", help="texts, one a line")
    write.add_argument("--out", required=True, help="the folder to write to")
    write.add_argument("--items", type=int, default=60, help="rows a language")
    write.add_argument("--rate", type=float, default=0.1)
    write.add_argument("--seed", type=int, default=0)
    write.set_defaults(run=sheet)
    back = commands.add_parser(
        "read", help="read filled sheets (every CSV in a folder, raters in folders of their own)"
    )
    back.add_argument("folder")
    back.add_argument("--key", help="key.json, where it is not in the folder")
    back.set_defaults(run=read)
    chosen = parser.parse_args(arguments)
    chosen.run(chosen)


if __name__ == "__main__":
    main()

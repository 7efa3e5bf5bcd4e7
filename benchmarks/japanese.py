"""What one Japanese perturbation costs, beside SudachiPy's own tokenisation of the same sentence in the same run.

python benchmarks/japanese.py [--texts FILE] [--sentences 2000] [--memory 100000] [RECIPE ...]

The sentences are the lines of FILE that have 20 to 40 characters. Without one they are made up of the thousands of
words of the homophone table, more than any cache holds, and no two are alike. Tokenisation and perturbation (one edit)
take turns, CPU time is counted, and the ratios are of medians, so that a busy machine changes little. The pure-Python
back end runs in a process in which MeCab cannot be imported. Memory is what the process has written, so without the
mapped dictionaries (Linux). The recipe `ja` is the mix of all kinds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typo import Perturber

MIX = "ja"
RECIPES = ("ja.transposition", "ja.replacement", "ja.homophone", "premature_commit", "wrong_candidate", MIX)
FRAMES = (
    "昨日の朝に大学の研究者が何度も{}の{}を調べて{}を見つけたという。",
    "この{}は、{}をきちんと確かめておかないと{}になってしまうかもしれない。",
    "{}について友人と話し合っていたら、いつのまにか{}の{}まで考えさせられた。",
    "町の医者が言うには、{}を続けていれば{}や{}の心配はしなくてもよいそうだ。",
    "隣の家の子供たちが{}の絵を描いているのを見て、{}と{}のことを思い出した。",
)
WARM_UP = 2_000


def sentences(texts: str | None) -> Iterator[str]:
    """Yield sentences: those of a file over and over, or millions, no two alike."""
    if texts is not None:
        lines = Path(texts).read_text(encoding="utf-8").splitlines()
        yield from cycle([line for line in lines if 20 <= len(line) <= 40])
    from typo.ja.homophones import homophones

    words = sorted(homophones("common"))
    for number in range(len(words) ** 2):
        other, word = divmod(number, len(words))
        chosen = [words[(word * factor + other) % len(words)] for factor in (1, 7, 31)]
        yield FRAMES[number % len(FRAMES)].format(*chosen)


def private_memory() -> float | None:
    """Return the megabytes that this process alone has written, or None where the system does not tell.

    Pages of mapped dictionaries are not among them: they are clean, and whose they are depends on other processes.
    """
    try:
        lines = Path("/proc/self/smaps_rollup").read_text(encoding="utf-8").splitlines()
    except OSError:
        return None
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_Dirty")) / 1024


def first_call(recipe: str) -> float:
    """Return the seconds from `import typo` to the first result."""
    start = perf_counter()
    perturber(recipe)("会議の前に資料を読んだ。")
    return perf_counter() - start


def perturber(recipe: str) -> Perturber:
    """Return what makes one edit by a recipe, or by the mix of all kinds."""
    import typo

    return typo.Perturber(None if recipe == MIX else typo.get(recipe), lang="ja", rate=0.0, min_edits=1)


def measure(recipe: str, count: int, memory: int, texts: str | None) -> dict[str, Any]:
    """Measure in this process; see the top of the file."""
    first = first_call(recipe)
    import sudachipy

    from typo.ja.mecab import is_available

    noisy = perturber(recipe)
    tokenize = sudachipy.Dictionary(dict="core").tokenizer(mode=sudachipy.SplitMode.A).tokenize
    made = sentences(texts)
    for sentence in islice(made, WARM_UP):
        tokenize(sentence)
        noisy(sentence)
    own: list[float] = []
    ours: list[float] = []
    for sentence in islice(made, count):
        start = process_time()
        tokenize(sentence)
        middle = process_time()
        noisy(sentence)
        own.append(middle - start)
        ours.append(process_time() - middle)
    before = private_memory()
    for sentence in islice(made, memory):
        noisy(sentence)
    after = private_memory()
    return {
        "mecab": is_available(),
        "first": first,
        "sudachi": median(own),
        "ours": median(ours),
        "private": before,
        "growth": None if before is None or after is None else after - before,
    }


def measured(recipe: str, count: int, memory: int, texts: str | None, *, mecab: bool) -> dict[str, Any]:
    """Measure in a process of its own, with MeCab or without."""
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
    if not mecab:
        code += "sys.modules['MeCab'] = None\n"
    code += f"import json, japanese; print(json.dumps(japanese.measure({recipe!r}, {count}, {memory}, {texts!r})))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(out.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("recipes", nargs="*", default=RECIPES, metavar="RECIPE")
    parser.add_argument("--texts", metavar="FILE")
    parser.add_argument("--sentences", type=int, default=2_000)
    parser.add_argument("--memory", type=int, default=100_000)
    options = parser.parse_args()
    for recipe in options.recipes:
        # What memory grows by is the same for all that use the engine, so one is looked at for long.
        memory = options.memory if recipe == options.recipes[0] else 0
        rows = [measured(recipe, options.sentences, memory, options.texts, mecab=mecab) for mecab in (True, False)]
        for row in rows:
            line = (
                f"{recipe:18}{'MeCab' if row['mecab'] else 'Python':7} {row['ours'] * 1e3:.3f} ms, "
                f"{row['ours'] / row['sudachi']:.1f} times SudachiPy; first call {row['first']:.2f} s"
            )
            if row["private"] is not None and memory:
                line += f"; {row['private']:.0f} MB, {row['growth']:+.1f} MB over {memory} sentences"
            print(line, flush=True)
        print(f"{recipe:18}Python takes {rows[1]['ours'] / rows[0]['ours']:.1f} times as long as MeCab", flush=True)


if __name__ == "__main__":
    main()

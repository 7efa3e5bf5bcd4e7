"""What one Japanese perturbation costs, beside SudachiPy's own tokenisation of the same sentence in the same run.

python benchmarks/japanese.py [--sentences 2000] [--memory 100000] [--recipe ja.transposition]

Every sentence is made up here, has 20 to 40 characters and is met once. Tokenisation and perturbation (one edit) take
turns, CPU time is counted, and the ratios are of medians, so that a busy machine changes little. The pure-Python back
end runs in a process in which MeCab cannot be imported. Memory is what the process has written, so without the mapped
dictionaries (Linux); the sentences for it are made of all words of the homophone table, more than any cache holds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from itertools import islice
from math import prod
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

PARTS = """
昨日の朝に 来週の金曜日に 去年の冬から 夏休みの間は 会議の前に 試験の後で 午後三時頃に 毎日の夕方には
大学の研究者が 市役所の職員は 隣の家の子供が 有名な作家は 新しい社長が 町の医者は 若い選手が 美術館の館長は
静かに 何度も 急いで 初めて 一人で 友人と 慎重に 偶然
古い橋の写真を 難しい問題の答えを 海外の市場を 列車の時刻を 秋の祭りの準備を 機械学習の論文を 予算の内訳を 病気の原因を
調べていた。 説明した。 探し続けた。 忘れてしまった。 変えようとした。 見つけたという。 紹介するらしい。 書き直した。
"""
WARM_UP = 2_000


def sentences() -> Iterator[str]:
    """Yield 32,768 sentences, no two alike, neighbours having little in common."""
    parts = [line.split() for line in PARTS.split("\n") if line]
    total = prod(map(len, parts))
    number = 0
    for _ in range(total):
        number = (number + 40_503) % total  # prime to the total, so that every number comes once
        rest, chosen = number, []
        for part in parts:
            rest, place = divmod(rest, len(part))
            chosen.append(part[place])
        yield "".join(chosen)


def wordy() -> Iterator[str]:
    """Yield sentences of as many different words as the homophone table has."""
    from typo.ja.homophones import homophones

    words = sorted(homophones("common"))
    for number in range(len(words) ** 2):
        other, word = divmod(number, len(words))
        chosen = (words[(word * factor + other) % len(words)] for factor in (1, 7, 31))
        yield "{}と{}の{}を調べた。".format(*chosen)


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
    import typo

    typo.Perturber(typo.get(recipe), rate=0.0, min_edits=1)("会議の前に資料を読んだ。")
    return perf_counter() - start


def measure(recipe: str, count: int, memory: int) -> dict[str, Any]:
    """Measure in this process; see the top of the file."""
    first = first_call(recipe)
    import sudachipy

    import typo
    from typo.ja.mecab import is_available

    noisy = typo.Perturber(typo.get(recipe), rate=0.0, min_edits=1)
    tokenize = sudachipy.Dictionary(dict="core").tokenizer(mode=sudachipy.SplitMode.A).tokenize
    made = sentences()
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
    made = wordy()
    for sentence in islice(made, WARM_UP):
        noisy(sentence)
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


def measured(recipe: str, count: int, memory: int, *, mecab: bool) -> dict[str, Any]:
    """Measure in a process of its own, with MeCab or without."""
    code = f"import sys; sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
    if not mecab:
        code += "sys.modules['MeCab'] = None\n"
    code += f"import json, japanese; print(json.dumps(japanese.measure({recipe!r}, {count}, {memory})))"
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    found: dict[str, Any] = json.loads(out.stdout)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--sentences", type=int, default=2_000)
    parser.add_argument("--memory", type=int, default=100_000)
    parser.add_argument("--recipe", default="ja.transposition")
    options = parser.parse_args()
    rows = [
        measured(options.recipe, options.sentences, options.memory, mecab=True),
        measured(options.recipe, options.sentences, options.memory // 10, mecab=False),
    ]
    for row in rows:
        print(f"{'MeCab' if row['mecab'] else 'pure Python'}")
        print(f"  first call           {row['first']:.2f} s")
        print(f"  SudachiPy            {row['sudachi'] * 1e3:.3f} ms a sentence (median)")
        print(f"  one perturbation     {row['ours'] * 1e3:.3f} ms, {row['ours'] / row['sudachi']:.1f} times that")
        if row["private"] is not None:
            print(f"  private memory       {row['private']:.0f} MB, {row['growth']:+.1f} MB over the last sentences")
    print(f"pure Python: {rows[1]['ours'] / rows[0]['ours']:.1f} times MeCab")


if __name__ == "__main__":
    main()

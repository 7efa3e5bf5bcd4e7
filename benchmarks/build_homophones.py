"""Write `typo/ja/data/homophones.tsv` anew from the Mozc dictionary: python benchmarks/build_homophones.py.

Needs the extra `ja`. The table holds nouns of equal reading that are written in kanji throughout, among the
words of the dictionary that are not rare, and a few confusions of school books (`homophones_by_hand.tsv`).
"""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path

from typo.ja.mozc import Word, dictionary, version
from typo.ja.script import kanji_runs

TABLE = Path(__file__).parents[1] / "typo" / "ja" / "data" / "homophones.tsv"
BY_HAND = Path(__file__).with_name("homophones_by_hand.tsv")

# Left ids of nouns in the dictionary's part-of-speech list, found by looking up known words: general nouns and
# those that take する (1841, 1851) with the words that have an id of their own (機会 1881, 機械 1883),
# adverbial nouns up to 現在 (1917), and stems of な-adjectives (意外, 健康: 1931). Names (1920-1929) are left out.
NOUNS = (*range(1841, 1918), 1931)
# Beyond this cost come words that hardly anybody has seen in print: old forms of kanji, terms of one trade.
DEAREST = 7000
# Old forms of kanji that the dictionary holds for common: 國 for 国 is no other word.
OLD_FORMS = frozenset("國學櫻藝")
# Single kanji are listed as nouns, though most are met in compounds only (易, 棟): they count as dearer by this.
SINGLE = 1000
# A word may well be read otherwise if another reading costs at most this much more (本: ほん and もと).
SLACK = 1000
HIRAGANA = "".join(map(chr, range(ord("ぁ"), ord("ゔ") + 1))) + "ー"


def sets() -> dict[str, dict[str, int]]:
    """Return the homophones by reading: surface to cost; * after a surface: may well be read otherwise."""
    book = dictionary()
    by_hand = added()
    found: dict[str, dict[str, int]] = {}
    costs: dict[str, dict[str, int]] = defaultdict(dict)
    for reading, value in book.readings(HIRAGANA):
        words: dict[str, int] = {}
        for word in book.words(value):
            # What shows another part of speech to the right than to the left is a phrase (機械課, 機械等), no word.
            if word.left == word.right:
                cost = word.cost + SINGLE * (len(word.surface) == 1)
                costs[word.surface][reading] = min(cost, costs[word.surface].get(reading, cost))
                if cost <= DEAREST and is_noun(word) and len(reading) > 1:
                    words[word.surface] = min(cost, words.get(word.surface, cost))
        words |= by_hand.get(reading, {})
        if len(words) > 1:
            found[reading] = words

    def mark(surface: str, reading: str, cost: int) -> str:
        others = (least for other, least in costs[surface].items() if other != reading)
        return "*" if any(least <= cost + SLACK for least in others) else ""

    return {
        reading: {surface + mark(surface, reading, cost): cost for surface, cost in words.items()}
        for reading, words in found.items()
    }


def is_noun(word: Word) -> bool:
    is_old = not OLD_FORMS.isdisjoint(word.surface)
    return word.left in NOUNS and kanji_runs(word.surface) == ((0, len(word.surface)),) and not is_old


def added() -> dict[str, dict[str, int]]:
    """Read the words that are added by hand."""
    rows = [line.split("\t") for line in BY_HAND.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    cells = {reading: [cell.split(":") for cell in words] for reading, *words in rows}
    return {reading: {surface: int(cost) for surface, cost in words} for reading, words in cells.items()}


def main() -> None:
    lines = [
        f"# Nouns of equal reading, from the Mozc dictionary {version()}; licence: see NOTICE.md.",
        "# reading, then surface:cost of each, the commonest first; * marks a word that may well be read otherwise",
    ]
    for reading, words in sorted(sets().items()):
        ordered = sorted(words.items(), key=lambda item: (item[1], item[0]))
        lines.append("\t".join([reading, *(f"{surface}:{cost}" for surface, cost in ordered)]))
    partial = TABLE.with_suffix(".partial")
    partial.write_text("\n".join(lines) + "\n", encoding="utf-8")
    os.replace(partial, TABLE)


if __name__ == "__main__":
    main()

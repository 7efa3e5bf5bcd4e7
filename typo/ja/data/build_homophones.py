"""Write `homophones.tsv` anew from the Mozc dictionary: python typo/ja/data/build_homophones.py.

Needs the extra `ja`. The table holds nouns of equal reading that are written in kanji throughout, among the
common words of the dictionary.
"""

from __future__ import annotations

import os
from pathlib import Path

from typo.ja.mozc import Word, dictionary, version
from typo.ja.script import kanji_runs

# Left ids of nouns in the dictionary's part-of-speech list, found by looking up known words: general nouns and
# those that take する (1841, 1851) with the words that have an id of their own (機会 1881, 機械 1883),
# adverbial nouns up to 現在 (1917), and stems of な-adjectives (意外, 健康: 1931). Names (1920-1929) are left out.
NOUNS = (*range(1841, 1918), 1931)
# A word this dear is as rare as most people have ever seen in print; the research notes count the sets by it.
DEAREST = 6500
HIRAGANA = "".join(map(chr, range(ord("ぁ"), ord("ゔ") + 1))) + "ー"


def _is_common_noun(word: Word) -> bool:
    # What shows another part of speech to the right than to the left is a phrase (機械課, 機械等), no word.
    is_word = word.left == word.right and word.left in NOUNS
    return is_word and word.cost <= DEAREST and kanji_runs(word.surface) == ((0, len(word.surface)),)


def sets() -> dict[str, dict[str, int]]:
    """Return the homophones by reading: surface to cost."""
    book = dictionary()
    found: dict[str, dict[str, int]] = {}
    for reading, value in book.readings(HIRAGANA):
        if len(reading) < 2:
            continue
        words: dict[str, int] = {}
        for word in book.words(value):
            if _is_common_noun(word):
                words[word.surface] = min(word.cost, words.get(word.surface, word.cost))
        if len(words) > 1:
            found[reading] = words
    return found


def main() -> None:
    """Write the table beside this script."""
    path = Path(__file__).with_name("homophones.tsv")
    lines = [
        f"# Nouns of equal reading, from the Mozc dictionary {version()}; licence: see NOTICE.md.",
        "# reading, then surface:cost of each, the commonest first",
    ]
    for reading, words in sorted(sets().items()):
        ordered = sorted(words.items(), key=lambda item: (item[1], item[0]))
        lines.append("\t".join([reading, *(f"{surface}:{cost}" for surface, cost in ordered)]))
    partial = path.with_suffix(".partial")
    partial.write_text("\n".join(lines) + "\n", encoding="utf-8")
    os.replace(partial, path)


if __name__ == "__main__":
    main()

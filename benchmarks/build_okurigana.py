"""Write `typo/ja/data/okurigana.tsv` anew from the Mozc dictionary: python benchmarks/build_okurigana.py.

Needs the extra `ja`. The table holds words of equal reading and equal kanji that differ in how much of them is
written in kana: 申し込み, 申込み, 申込.
"""

from __future__ import annotations

import os
import re
from collections import defaultdict
from pathlib import Path

from typo.ja.mozc import dictionary, version
from typo.ja.script import KANJI

TABLE = Path(__file__).parents[1] / "typo" / "ja" / "data" / "okurigana.tsv"

# Beyond this cost come forms that hardly anybody writes; up to the other one a word may be read in another way.
DEAREST, DEAREST_OTHER = 7000, 9000
# Left ids of names: 江の浦 and 江浦 are two places.
NAMES = range(1920, 1930)
HIRAGANA = "".join(map(chr, range(ord("ぁ"), ord("ゔ") + 1))) + "ー"
_WORD = re.compile(f"[{KANJI}][{KANJI}ぁ-ん]*")
_KANJI = re.compile(f"[{KANJI}]")

Forms = dict[str, int]


def sets() -> tuple[dict[tuple[str, str], Forms], dict[str, set[str]]]:
    """Return the forms by reading and kanji, surface to cost, and the readings of every surface."""
    book = dictionary()
    readings: dict[str, set[str]] = defaultdict(set)
    found: dict[tuple[str, str], Forms] = defaultdict(dict)
    for reading, value in book.readings(HIRAGANA):
        same: dict[tuple[int, str], Forms] = defaultdict(dict)
        for word in book.words(value):
            if not _WORD.fullmatch(word.surface) or word.cost > DEAREST_OTHER:
                continue
            readings[word.surface].add(reading)
            # What shows another part of speech to the right than to the left is a phrase, no word.
            if word.left == word.right and word.left not in NAMES and word.cost <= DEAREST:
                forms = same[word.left, "".join(_KANJI.findall(word.surface))]
                forms[word.surface] = min(word.cost, forms.get(word.surface, word.cost))
        for (_, kanji), forms in same.items():
            if len(forms) > 1:
                known = found[reading, kanji]
                known.update({surface: min(cost, known.get(surface, cost)) for surface, cost in forms.items()})
    return found, readings


def main() -> None:
    found, readings = sets()
    lines = [
        f"# Forms of equal reading and kanji, from the Mozc dictionary {version()}; licence: see NOTICE.md.",
        "# reading, then surface:cost of each, the commonest first; * marks a form that is also read in another way",
    ]
    for (reading, _), forms in sorted(found.items()):
        ordered = sorted(forms.items(), key=lambda item: (item[1], item[0]))
        marked = ((surface + "*" * (len(readings[surface]) > 1), cost) for surface, cost in ordered)
        lines.append("\t".join([reading, *(f"{surface}:{cost}" for surface, cost in marked)]))
    partial = TABLE.with_suffix(".partial")
    partial.write_text("\n".join(lines) + "\n", encoding="utf-8")
    os.replace(partial, TABLE)


if __name__ == "__main__":
    main()

"""Write the lexicon of typo/data/lexicon: every form of the words of hunspell-fr, and how frequent each is.

python benchmarks/build_lexicon.py FOLDER [--check]

FOLDER holds `fr.aff` and `fr.dic` of the French dictionary "toutes variantes" 7.0: Debian's hunspell-fr-comprehensive
(`apt-get download hunspell-fr-comprehensive`, then `dpkg-deb -x`; the packages -classical and -revised have the same
path and other words). Needs the package wordfreq. `--check` compares with what is there instead of writing.
"""

from __future__ import annotations

import argparse
import lzma
import re
from collections import Counter
from importlib import import_module
from math import log10
from pathlib import Path
from typing import NamedTuple
from unicodedata import normalize

HERE = Path(__file__).parent
DATA = HERE.parent / "typo/data/lexicon"
# Zipf values (logarithm of the occurrences in a thousand million words) from which on a form is in bucket 1, 2, 3.
ZIPF = (2.0, 3.0, 4.5)
# Prefixes of units of measure; all other prefixes of the dictionary are elided articles and pronouns.
UNITS = ("Um", "Ui", "U.")
NEEDS_AFFIX = "()"
FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 3, "lp": 0, "pb": 0}]


class Rule(NamedTuple):
    """One line of an affix table: what is taken off a stem, what is put on, and for which stems."""

    strip: str
    add: str
    flags: str
    fits: re.Pattern[str]


def rules(path: Path) -> dict[str, dict[str, list[Rule]]]:
    """Read the affix tables: by kind (PFX, SFX) and flag."""
    found: dict[str, dict[str, list[Rule]]] = {"PFX": {}, "SFX": {}}
    for line in path.read_text("utf-8").splitlines():
        fields = line.split()
        # A table begins with a line of four fields, its head.
        if len(fields) >= 5 and fields[0] in found:
            kind, flag, strip, affix, condition = fields[:5]
            add, _, flags = affix.partition("/")
            rule = Rule(strip.strip("0"), "" if add == "0" else add, flags, re.compile(condition + "$"))
            found[kind].setdefault(flag, []).append(rule)
    return found


def pairs(flags: str) -> list[str]:
    """Cut a string of flags: each has two characters."""
    return [flags[at : at + 2] for at in range(0, len(flags), 2)]


def expanded(folder: Path) -> list[str]:
    """Return all forms in code-point order, without elided articles, and without digits and signs."""
    tables = rules(folder / "fr.aff")

    def inflected(stem: str, flags: list[str]) -> set[str]:
        return {
            stem[: len(stem) - len(rule.strip)] + rule.add
            for flag in flags
            for rule in tables["SFX"].get(flag, ())
            if stem.endswith(rule.strip) and rule.fits.search(stem)
        }

    forms: set[str] = set()
    for line in (folder / "fr.dic").read_text("utf-8").splitlines()[1:]:
        stem, _, packed = line.split()[0].partition("/")
        flags = pairs(packed)
        stems = [(stem, flags)]
        for flag in flags:
            prefixes = tables["PFX"].get(flag, ()) if flag in UNITS else ()
            stems += [(rule.add + stem, pairs(rule.flags)) for rule in prefixes if "'" not in rule.add]
        for made, own in stems:
            if NEEDS_AFFIX not in own:
                forms.add(made)
            forms |= inflected(made, own)
    forms = {normalize("NFC", form) for form in forms}
    return sorted(form for form in forms if form[-1] != "-" and all(c.isalpha() or c in "-'" for c in form))


def shared(word: str, before: str) -> int:
    """Count the letters that two words begin with alike."""
    return next(
        (at for at, (a, b) in enumerate(zip(word, before, strict=False)) if a != b), min(len(word), len(before))
    )


def packed(words: list[str]) -> str:
    """Write each word as how many letters of the one before are dropped, and what is put on."""
    lines, before = [], ""
    for word in words:
        kept = shared(word, before)
        lines.append(chr(ord("0") + len(before) - kept) + word[kept:])
        before = word
    return "\n".join(lines)


def frequencies(words: list[str]) -> str:
    """Write the bucket of each word as one digit, then the frequent forms that are no words, a line a bucket."""
    shares = import_module("wordfreq").get_frequency_dict("fr", wordlist="large")
    zipf = {form: log10(share * 1e9) for form, share in shares.items()}
    bucket = {form: sum(value >= limit for limit in ZIPF) for form, value in zipf.items()}
    known = {word.lower() for word in words}
    lines = ["".join(str(bucket.get(word.lower(), 0)) for word in words)]
    for level in (2, 3):
        lines.append(
            " ".join(sorted(f for f, found in bucket.items() if found == level and f.isalpha() and f not in known))
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where fr.aff and fr.dic are")
    parser.add_argument("--check", action="store_true", help="compare instead of writing")
    options = parser.parse_args()
    words = expanded(options.folder)
    buckets = frequencies(words)
    for name, text in (("fr.words.xz", packed(words)), ("fr.frequency.xz", buckets)):
        path = DATA / name
        if options.check:
            same = lzma.decompress(path.read_bytes()).decode() == text
            print(f"{name}: {'as it is here' if same else 'DIFFERS'}")
            continue
        path.write_bytes(lzma.compress(text.encode(), filters=FILTERS))
        print(f"{name}: {path.stat().st_size:,} bytes")
    digits, *others = buckets.split("\n")
    counts = dict(sorted(Counter(digits).items()))
    print(f"{len(words):,} forms; in buckets: {counts}; others: {[len(line.split()) for line in others]}")


if __name__ == "__main__":
    main()

"""Write the number words of typo/data/numbers: CLDR's spell-out rules, read through ICU, and hand-made additions.

python benchmarks/build_number_words.py

Needs ICU 72 (Debian 12: libicu72). It spells numbers in every rule set of every language (gender, case, ordinals), cuts
the results into words and those into the parts that ICU marks with soft hyphens or zero-width spaces, and adds what
number_words.toml holds. ICU answers in English, without an error, where it has no rules: the locale that it really used
is asked for and compared.
"""

from __future__ import annotations

import ctypes
import json
import re
import tomllib
import unicodedata
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

VERSION = "72"  # of ICU, which holds CLDR 42; its functions carry it in their names
HERE = Path(__file__).parent
FOLDER = HERE.parent / "typo/data/numbers"

CARDINALS = (
    *range(111), *range(200, 1000, 100), *range(1000, 11000, 1000), 10**5, 2 * 10**5,
    *(n * 10**power for power in (6, 9, 12) for n in (1, 2, 5)), 10**7,
)  # fmt: skip
ORDINALS = (*range(101), *range(200, 1000, 100), 1000, 2000, 10**6, 10**9)
# Left out: languages that nobody who works on this can read, and so check, and that no keyboard needs.
SKIPPED = ("ak", "ccp", "chr", "ee", "ff", "kl", "lrc", "no", "qu", "root")
SKIPPED_RULES = ("year", "latn")

SPELLOUT, DEFAULT_RULESET, PUBLIC_RULESETS, ACTUAL_LOCALE = 5, 6, 7, 0
BREAKS = re.compile("[\u00ad\u200b]+")
# Slips of the rules: a Latin letter in a Cyrillic word.
CYRILLIC = str.maketrans("aceiopx", "асеіорх")


class Icu:
    """The four functions of ICU that spell numbers."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL(f"libicui18n.so.{VERSION}")

    def _call(self, name: str, *arguments: Any, result: Any = ctypes.c_int32) -> Any:
        function = getattr(self._library, f"{name}_{VERSION}")
        function.restype = result
        status = ctypes.c_int(0)
        value = function(*arguments, ctypes.byref(status))
        if status.value > 0:
            raise OSError(f"ICU: {name} failed with status {status.value}")
        return value

    def locales(self) -> list[str]:
        """List the locales that ICU knows."""
        count = getattr(self._library, f"unum_countAvailable_{VERSION}")()
        name = getattr(self._library, f"unum_getAvailable_{VERSION}")
        name.restype = ctypes.c_char_p
        return sorted(name(index).decode() for index in range(count))

    def open(self, locale: str) -> ctypes.c_void_p:
        """Open a speller for a locale."""
        arguments = (ctypes.c_int(SPELLOUT), None, 0, locale.encode(), None)
        return ctypes.c_void_p(self._call("unum_open", *arguments, result=ctypes.c_void_p))

    def actual_locale(self, speller: ctypes.c_void_p) -> str:
        """Return the locale whose rules a speller really uses."""
        found = self._call("unum_getLocaleByType", speller, ctypes.c_int(ACTUAL_LOCALE), result=ctypes.c_char_p)
        return str(found.decode())

    def rule_sets(self, speller: ctypes.c_void_p) -> list[str]:
        """List the rule sets of a speller."""
        buffer = ctypes.create_string_buffer(1 << 14)
        length = self._call("unum_getTextAttribute", speller, ctypes.c_int(PUBLIC_RULESETS), buffer, 1 << 13)
        return [name.strip() for name in buffer.raw[: 2 * length].decode("utf-16-le").split(";") if name.strip()]

    def choose(self, speller: ctypes.c_void_p, rule_set: str) -> None:
        """Make a speller use a rule set."""
        encoded = rule_set.encode("utf-16-le")
        self._call("unum_setTextAttribute", speller, ctypes.c_int(DEFAULT_RULESET), encoded, len(encoded) // 2)

    def spell(self, speller: ctypes.c_void_p, number: int) -> str:
        """Spell a number."""
        buffer = ctypes.create_string_buffer(1 << 13)
        arguments = (speller, ctypes.c_int64(number), buffer, 1 << 12, None)
        length = self._call("unum_formatInt64", *arguments)
        return buffer.raw[: 2 * length].decode("utf-16-le")


def spelled(icu: Icu) -> dict[str, list[tuple[int, str]]]:
    """Spell all numbers in all rule sets, by language."""
    found: dict[str, list[tuple[int, str]]] = {}
    for locale in icu.locales():
        language = locale.partition("_")[0]
        speller = icu.open(locale)
        if language in SKIPPED or icu.actual_locale(speller).partition("_")[0] != language:
            continue
        for rule_set in icu.rule_sets(speller):
            if any(word in rule_set for word in SKIPPED_RULES):
                continue
            icu.choose(speller, rule_set)
            numbers = ORDINALS if "ordinal" in rule_set else CARDINALS
            found.setdefault(language, []).extend((number, icu.spell(speller, number)) for number in numbers)
    return found


def words(text: str) -> Iterator[tuple[str, ...]]:
    """Cut a spelled number at blanks and hyphens, and each word at its breaks."""
    for word in re.split(r"[\s-]+", unicodedata.normalize("NFC", text.lower())):
        word = word.strip(",.‘’ʼ'\u00ad\u200b")
        if re.search("[а-яёіў]", word):
            word = word.translate(CYRILLIC)
        if word and all(c == "’" or unicodedata.category(c)[0] in "LM" for c in BREAKS.sub("", word)):
            yield tuple(BREAKS.split(word))


def build(numbers: list[tuple[int, str]], config: dict[str, Any]) -> dict[str, str]:
    hand = {name: set(value.split()) for name, value in config.items() if isinstance(value, str)}
    compounds = bool(config.get("compounds"))
    whole, parts = set[str](), set[str]()
    small: dict[str, int] = {}
    neighbours = set[tuple[str, str]]()
    for number, text in numbers:
        found = list(words(text))
        for word in found:
            if compounds and len(word) > 1:
                parts.update(word)
                neighbours.update(pairwise(word))
            else:
                whole.add("".join(word))
        if number < 20 and len(found) == 1 and len(found[0]) == 1:
            small[found[0][0]] = min(number, small.get(found[0][0], 99))
    whole |= parts | hand.get("add", set())
    for form in config.get("forms", ()):
        stems, endings = form.split("|")
        whole |= {stem + ending for stem in stems.split() for ending in endings.split()}
    for spelling in config.get("spellings", ()):
        old, new = spelling.split("|")
        whole |= {word.replace(old, new) for word in whole}
    # Ten is followed by a unit in some languages: there it is no unit itself.
    for left, right in sorted(neighbours):
        if left in small and right in small:
            small.pop(left if small[left] >= small[right] else right)
    bound, joins, ambiguous = (hand.get(name, set()) for name in ("bound", "joins", "ambiguous"))
    rows = {
        "words": {
            unicodedata.normalize("NFC", word) for word in whole - hand.get("drop", set()) - bound - joins - ambiguous
        },
        "ambiguous": ambiguous,
        "joins": joins,
        "prefixes": hand.get("prefixes", set()),
        "suffixes": hand.get("suffixes", set()),
    }
    if compounds:
        rows |= {"bound": bound, "units": hand.get("units") or set(small) - bound, "others": hand.get("others", set())}
    return {name: " ".join(sorted(row)) for name, row in rows.items() if row or name == "units"}


def documents(icu: Icu) -> dict[str, str]:
    """Write the file of every language."""
    config = tomllib.loads((HERE / "number_words.toml").read_text("utf-8"))
    numbers = spelled(icu)
    return {
        language: json.dumps(build(numbers.get(language, []), config.get(language, {})), ensure_ascii=False, indent=1)
        + "\n"
        for language in sorted(numbers.keys() | config.keys())
    }


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    texts = documents(Icu())
    for language, text in texts.items():
        (FOLDER / f"{language}.json").write_text(text, encoding="utf-8")
        print(f"{language:4} {len(json.loads(text)['words'].split()):5} words {len(text.encode()):6} bytes")
    print(f"{len(texts)} languages, {sum(len(text.encode()) for text in texts.values())} bytes")


if __name__ == "__main__":
    main()

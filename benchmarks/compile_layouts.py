"""Compile the layouts of xkeyboard-config into `typo_keyboards/data/xkb.tsv`.

python benchmarks/compile_layouts.py [--check]

Needs libxkbcommon and the files of xkeyboard-config (in Debian: libxkbcommon0, xkb-data); users of the library need
neither. `--check` writes nothing and tells which layouts differ from what is shipped.
"""

from __future__ import annotations

import argparse
import ctypes
import re
import unicodedata
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from xml.etree import ElementTree

import regex

from typo_keyboards.geometry import SLOTS

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Compiler", "Entry", "check", "compiled", "entries", "version"]

DATA = Path(__file__).parents[1] / "typo_keyboards" / "data"
XKB = Path("/usr/share/X11/xkb")
LEVELS = 4
FEWEST_LETTERS = 20

# Where people type on boards without a key left of Z, or on boards with more keys; all others have the ISO board.
ANSI = frozenset(
    """
    au bd bt cn id in kh kr la lk mm mn mv my np nz ph pk th tw us vn
    """.split()  # noqa: SIM905, a table
)
MORE_KEYS = {"jp": "jis", "br": "abnt2"}
# The rules list Dari under the code of Gedeo, a language of Ethiopia.
MISTAKEN = {"drs": "prs"}
# Of layouts that are equal key by key, these keep their id; after them, those without a variant, in file order.
FIRST = ("us", "de", "ro")

# The combining mark of each dead key; composition is then NFC. The last two have no mark of their own.
DEAD = {
    "grave": "\u0300", "acute": "\u0301", "circumflex": "\u0302", "tilde": "\u0303", "macron": "\u0304",
    "breve": "\u0306", "abovedot": "\u0307", "diaeresis": "\u0308", "hook": "\u0309", "abovering": "\u030a",
    "doubleacute": "\u030b", "caron": "\u030c", "doublegrave": "\u030f", "invertedbreve": "\u0311",
    "abovecomma": "\u0313", "abovereversedcomma": "\u0314", "horn": "\u031b", "belowdot": "\u0323",
    "belowcomma": "\u0326", "cedilla": "\u0327", "ogonek": "\u0328", "belowmacron": "\u0331", "stroke": "\u0335",
    "longsolidusoverlay": "\u0338", "iota": "\u0345", "greek": "µ", "currency": "¤",
}  # fmt: skip
# Shapes of Arabic letters (a key for lam-alef makes two letters) and half-width kana: the letters themselves are meant.
SHAPES = re.compile("[\ufe80-\ufefc\uff66-\uff9f]")
# Control characters, private and unassigned code points, and what turns the direction of writing, make no text.
NO_TEXT = ("Cc", "Cn", "Co", "Cs")
DIRECTION = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
# ISO 15924 codes of the scripts that layouts write.
SCRIPTS = (
    "Adlm", "Arab", "Armn", "Avst", "Batk", "Beng", "Bopo", "Brai", "Bugi", "Cans", "Cher", "Copt", "Cyrl",
    "Deva", "Dsrt", "Ethi", "Geor", "Glag", "Goth", "Grek", "Gujr", "Guru", "Hang", "Hani", "Hebr", "Hira",
    "Hung", "Java", "Kana", "Khmr", "Knda", "Laoo", "Latn", "Lisu", "Mlym", "Modi", "Mong", "Mtei", "Mymr", "Nkoo",
    "Ogam", "Olck", "Orkh", "Orya", "Osma", "Rohg", "Runr", "Shaw", "Sinh", "Sund", "Syrc", "Taml", "Telu",
    "Tfng", "Tglg", "Thaa", "Thai", "Tibt", "Ugar", "Vaii", "Vith", "Xpeo", "Yiii",
)  # fmt: skip


class Entry(NamedTuple):
    """One layout of the list of rules: its id, its English name, and the languages it is listed for."""

    id: str
    name: str
    languages: tuple[str, ...]


class Compiler:
    """libxkbcommon: from the name of a layout to what its keys make."""

    def __init__(self) -> None:
        self._library = ctypes.CDLL("libxkbcommon.so.0")
        pointer, number = ctypes.c_void_p, ctypes.c_uint32
        for name, result, *arguments in (
            ("xkb_context_new", pointer, ctypes.c_int),
            ("xkb_context_set_log_level", None, pointer, ctypes.c_int),
            ("xkb_keymap_new_from_names", pointer, pointer, pointer, ctypes.c_int),
            ("xkb_keymap_unref", None, pointer),
            ("xkb_keymap_key_by_name", number, pointer, ctypes.c_char_p),
            ("xkb_keymap_num_levels_for_key", number, pointer, number, number),
            ("xkb_keymap_key_get_syms_by_level", ctypes.c_int, pointer, number, number, number, pointer),
            ("xkb_keysym_to_utf32", number, number),
            ("xkb_keysym_get_name", ctypes.c_int, number, ctypes.c_char_p, ctypes.c_size_t),
        ):
            function = getattr(self._library, name)
            function.restype, function.argtypes = result, arguments
        self._context = self._library.xkb_context_new(0)
        self._library.xkb_context_set_log_level(self._context, 10)

    def keys(self, id: str) -> tuple[tuple[str, ...], ...] | None:
        """Return the characters of each slot, level by level; None where the layout does not compile."""
        layout, _, variant = id.partition("+")
        names = (ctypes.c_char_p * 5)(b"evdev", b"pc105", layout.encode(), variant.encode(), b"")
        keymap = self._library.xkb_keymap_new_from_names(self._context, names, 0)
        if not keymap:
            return None
        try:
            return tuple(self._levels(keymap, self._library.xkb_keymap_key_by_name(keymap, s.encode())) for s in SLOTS)
        finally:
            self._library.xkb_keymap_unref(keymap)

    def _levels(self, keymap: int, key: int) -> tuple[str, ...]:
        made = []
        for level in range(min(LEVELS, self._library.xkb_keymap_num_levels_for_key(keymap, key, 0))):
            symbols = ctypes.POINTER(ctypes.c_uint32)()
            count = self._library.xkb_keymap_key_get_syms_by_level(keymap, key, 0, level, ctypes.byref(symbols))
            made.append("".join(self._text(symbols[i]) for i in range(count)))
        return tuple(made) + ("",) * (LEVELS - len(made))

    def _text(self, symbol: int) -> str:
        name = ctypes.create_string_buffer(64)
        self._library.xkb_keysym_get_name(symbol, name, 64)
        kind, _, mark = name.value.decode().partition("_")
        if kind == "dead":
            return f"◌{DEAD[mark]}"
        character = chr(self._library.xkb_keysym_to_utf32(symbol))
        if unicodedata.category(character) in NO_TEXT or character in DIRECTION:
            return ""
        if SHAPES.match(character):
            return unicodedata.normalize("NFKC", character)
        return unicodedata.normalize("NFC", character)


def version() -> str:
    """Return the version of the installed xkeyboard-config; an empty string where it is not known."""
    package = Path("/usr/share/pkgconfig/xkeyboard-config.pc")
    found = re.search(r"^Version: *(\S+)", package.read_text("utf-8"), re.MULTILINE) if package.exists() else None
    return found[1] if found else ""


def entries() -> Iterator[Entry]:
    """List all layouts and variants of the rules, the exotic ones too, in file order."""
    seen = set()
    for rules in ("evdev.xml", "evdev.extras.xml"):
        for layout in ElementTree.parse(XKB / "rules" / rules).iterfind("layoutList/layout"):
            base = _entry("", layout, ())
            listed = [base] + [_entry(f"{base.id}+", v, base.languages) for v in layout.iterfind("variantList/variant")]
            for entry in listed:
                if entry.id not in seen:
                    seen.add(entry.id)
                    yield entry


def _entry(prefix: str, item: ElementTree.Element, inherited: tuple[str, ...]) -> Entry:
    languages = tuple(code.text or "" for code in item.iterfind("configItem/languageList/iso639Id"))
    name, description = (item.findtext(f"configItem/{tag}") or "" for tag in ("name", "description"))
    return Entry(prefix + name, description, languages or inherited)


def compiled() -> str:
    """Return the whole file as it should be."""
    short = dict(_short_codes()) | MISTAKEN
    compiler = Compiler()
    groups: dict[tuple[str, tuple[str, ...]], list[Entry]] = {}
    order = sorted(entries(), key=lambda entry: (entry.id not in FIRST, "+" in entry.id))
    for entry in order:
        keys = compiler.keys(entry.id)
        if keys and len(_letters(keys)) >= FEWEST_LETTERS:
            form = _form(entry.id, keys)
            groups.setdefault((form, _rows(form, keys)), []).append(entry)
    lines = {}
    for (form, rows), (first, *others) in groups.items():
        group = (first, *others)
        languages = dict.fromkeys(short.get(code, code) for entry in group for code in entry.languages)
        scripts = " ".join(_scripts("".join(rows[:2])))
        lines[first.id] = "\t".join((first.id, first.name, form, " ".join(languages), scripts, "", *rows))
        for entry in others:
            lines[entry.id] = f"{entry.id}\t={first.id}"
    head = f"# xkeyboard-config {version()}, compiled by benchmarks/compile_layouts.py; see NOTICE.md. Do not edit.\n"
    return head + "".join(f"{lines[name]}\n" for name in sorted(lines))


def _short_codes() -> Iterator[tuple[str, str]]:
    for line in (DATA / "languages.tsv").read_text("utf-8").splitlines():
        code, others, *_ = line.split("\t")
        for other in others.split():
            yield other, code


def _letters(keys: tuple[tuple[str, ...], ...]) -> set[str]:
    return {c for levels in keys for c in levels[:2] if c and c[0] != "◌" and unicodedata.category(c[0])[0] in "LM"}


def _form(id: str, keys: tuple[tuple[str, ...], ...]) -> str:
    country = id.partition("+")[0]
    if country in MORE_KEYS:
        return MORE_KEYS[country]
    left_of_z = SLOTS.index("LSGT")
    # A board without the key left of Z could not type a letter that only that key makes.
    lost = _letters(keys) - _letters(keys[:left_of_z] + keys[left_of_z + 1 :])
    return "ansi" if country in ANSI and not lost else "iso"


def _rows(form: str, keys: tuple[tuple[str, ...], ...]) -> tuple[str, ...]:
    """Write each level as the characters of its slots, a blank between them; trailing empty levels fall away."""
    absent = {"ansi": ("AE13", "LSGT", "AB11"), "iso": ("AE13", "AB11"), "abnt2": ("AE13",), "jis": ("LSGT",)}[form]
    kept = [("",) * LEVELS if slot in absent else made for slot, made in zip(SLOTS, keys, strict=True)]
    rows = [" ".join(levels[level].replace(" ", "␣") for levels in kept).rstrip(" ") for level in range(LEVELS)]
    # The space bar makes a blank at every level: one is enough.
    rows[1:] = [row.removesuffix("␣").rstrip(" ") for row in rows[1:]]
    while not rows[-1]:
        rows.pop()
    return tuple(rows)


def _scripts(characters: str) -> list[str]:
    counted = Counter(_script(c) for c in characters if unicodedata.category(c)[0] in "LM")
    counted.pop("", None)
    enough = sum(counted.values()) / 10
    return [script for script, count in sorted(counted.items(), key=lambda item: (-item[1], item[0])) if count > enough]


@cache
def _script(character: str) -> str:
    return next((script for script in SCRIPTS if regex.match(rf"\p{{sc={script}}}", character)), "")


def check() -> list[str]:
    """Return the ids whose lines differ between what is shipped and what the installed files compile to."""
    shipped, now = (
        {line.partition("\t")[0]: line for line in text.splitlines() if line[0] != "#"}
        for text in ((DATA / "xkb.tsv").read_text("utf-8"), compiled())
    )
    return sorted(name for name in shipped.keys() | now.keys() if shipped.get(name) != now.get(name))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="compare with what is shipped instead of writing it")
    if parser.parse_args().check:
        different = check()
        raise SystemExit(f"These layouts differ: {', '.join(different)}" if different else 0)
    (DATA / "xkb.tsv").write_text(compiled(), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()

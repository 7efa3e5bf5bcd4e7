"""Numbers in a text: digits of every script, and number words of many languages.

A number word counts only as a whole word: `one` in `one`, `twenty-one` and `one-way`, never in `someone`. What is
written together (`einundzwanzig`) counts if it can be cut into parts of numbers. The words are data, one small file a
language; see `data/numbers/NOTICE.md`. Articles that are number words too (`un`, `ein`) count inside a number and
right behind one (`vingt et un`) only.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

__all__ = ["languages", "number_spans", "number_words"]

Span = tuple[int, int]

# Scripts written without blanks: a letter of theirs beside a digit belongs to another word.
_HAN = "\u2e80-\u2fdf\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_UNSPACED = _HAN + "\u0e00-\u0fff\u1000-\u109f\u1780-\u17ff\u3040-\u312f\u31f0-\u31ff\uff66-\uff9f"

# Fixed here, since the numeric values of ideographs differ between versions of Unicode. The second row means
# something else as often, so that it counts only in runs of two or more.
_HAN_NUMERALS = "〇一二三四五六七八九十百千万萬億亿廿卅"
_HAN_NUMERALS_IN_RUNS = "零兆壱壹弐貳贰参叁參肆伍陸陆柒捌玖拾佰仟两兩"

_CURRENCY = "$¢£¤¥֏؋৲৳৻૱௹฿៛\u20a0-\u20c0\ua838﷼﹩＄￠￡￥￦"
_APOSTROPHES = "'’ʼ"
_HYPHENS = "-\u2010\u2011\u05be"
_BLANKS = " \u00a0\u202f"

# Ignored in comparing: soft hyphens and joiners, the vowel points of Arabic and Hebrew.
_POINTS = "\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0640\u064b-\u0652\u0670"
_INVISIBLE = "\u00ad\u200b-\u200d\u2060\ufeff"
_TURKIC = str.maketrans("Iİ", "ıi")

# No number word is longer, and a longer run of letters need not be looked at.
_LONGEST = 160


def languages() -> tuple[str, ...]:
    """Return the codes of the languages whose number words are known, sorted.

    >>> "de" in languages(), "xx" in languages()
    (True, False)
    """
    return _codes()


def number_words(lang: str) -> frozenset[str]:
    """Return the words that are numbers on their own, case-folded and in NFC; no word for a language without data.

    Without the articles among them, and without the endless compounds of languages that write numbers together, which
    `number_spans` finds all the same.

    >>> sorted(word for word in number_words("en") if word.startswith("seven"))
    ['seven', 'seventeen', 'seventeenth', 'seventh', 'sevenths', 'seventieth', 'seventy']
    """
    code = _base(lang)
    return _vocabulary(code).words if code in _codes() else frozenset()


def number_spans(string: str, lang: str | None) -> list[Span]:
    """Find the numbers of a text: sorted, disjoint, half-open spans of code points.

    Everything with a digit counts, together with its sign, separators, currency and the letters attached to it, save
    those of scripts written without blanks; ideographs count where a run of them holds nothing but numerals. Number
    words count if there are data for `lang`; None means digits only. Takes linear time.

    >>> string = "It cost $1,234.50 at 3pm; twenty-one of us paid."
    >>> [string[start:end] for start, end in number_spans(string, "en")]
    ['$1,234.50', '3pm', 'twenty-one']
    """
    spans = _digit_spans(string)
    code = None if lang is None else _base(lang)
    if code in _codes():
        spans += _word_spans(string, _vocabulary(code))
    merged: list[Span] = []
    for start, end in sorted(spans):
        if merged and start < merged[-1][1]:
            merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
        else:
            merged.append((start, end))
    return merged


@cache
def _base(lang: str) -> str:
    """Return the code of a language without a region: `pt` for `pt_BR`, `PT` and `por`."""
    from typo_keyboards import language

    try:
        return language(lang).code.partition("-")[0]
    except LookupError:
        return lang.replace("_", "-").partition("-")[0].lower()


# --- digits ----------------------------------------------------------------------------------------------------------


class _Patterns(NamedTuple):
    """Whether a text has digits at all, where its numbers are, and its numerals in ideographs."""

    digits: tuple[re.Pattern[str], ...]
    number: re.Pattern[str]
    han: re.Pattern[str] | None = None


def _digit_spans(string: str) -> list[Span]:
    patterns = _ascii_patterns() if string.isascii() else _unicode_patterns()
    spans: list[Span] = []
    if any(digit.search(string) for digit in patterns.digits):
        spans += [match.span() for match in patterns.number.finditer(string)]
    if patterns.han:
        spans += [match.span() for match in patterns.han.finditer(string)]
    return spans


def _number_pattern(digit: str, letter: str, attached: str, tail: str = "") -> re.Pattern[str]:
    """Build the expression of a number from the classes of its characters.

    All quantifiers are possessive, and a match begins where no letter, digit or symbol stands before it: linear time.
    """
    symbols = f"#№^{_CURRENCY}"
    piece = f"(?:{letter}|[{symbols}])*+(?:{digit})(?:{attached})*+[%‰°′″{_CURRENCY}]*+"
    return re.compile(
        f"(?<!{attached}|[{symbols}])[+\\-−±–]?{piece}"
        # A separator joins what has digits on both sides; an ending after an apostrophe or a short one (5-го) is kept.
        f"(?:[.,:/'’٫٬·*×÷+=~\\-‐‑−–⁄\u00a0\u202f\u2009]?{piece}"
        f"|[{_APOSTROPHES}](?:{letter})++|[:\\-\u2010\u2011](?:{letter}){{1,3}}+(?!{attached}))*+{tail}"
    )


# Not at import: compiling them takes some 20 ms, and asking for the category of every character as much again.
@cache
def _ascii_patterns() -> _Patterns:
    return _Patterns((re.compile("[0-9]"),), _number_pattern("[0-9]", "[A-Za-z_]", "[A-Za-z0-9_]"))


@cache
def _unicode_patterns() -> _Patterns:
    unspaced = re.compile(f"[{_UNSPACED}]")
    numerals, marks = "", ""
    for character in map(chr, range(0xB2, 0x1FBFA)):
        category = unicodedata.category(character)
        if category in ("Nl", "No") and character != "〇":
            numerals += character
        elif category[0] == "M":
            marks += character
    attachable = _class("".join(mark for mark in marks if not unspaced.match(mark)))
    letter = f"(?!{_class(numerals)})[^\\W\\d{_UNSPACED}]|{attachable}"
    attached = f"[^\\W{_UNSPACED}]|\\d|{attachable}"
    common, _, rare = _class(numerals).partition("|")
    numeral = _HAN_NUMERALS + _HAN_NUMERALS_IN_RUNS
    return _Patterns(
        digits=(re.compile(f"\\d|{common}"), re.compile(rare)),
        number=_number_pattern(f"\\d|{_class(numerals)}", letter, attached, tail=f"(?:{_class(marks)})*+"),
        han=re.compile(f"(?<![{_HAN}])第?(?:[{numeral}]{{2,}}+|[{_HAN_NUMERALS}])(?![{_HAN}])"),
    )


def _class(characters: str) -> str:
    """Write a class of characters: those beyond U+FFFF apart, since `re` tries one range of them after the other."""
    common, rare = (c for c in characters if c <= "\uffff"), (c for c in characters if c > "\uffff")
    return f"[{''.join(common)}]|(?=[\U00010000-\U0010ffff])[{''.join(rare)}]"


# --- number words ----------------------------------------------------------------------------------------------------

_NUMBER, _AMBIGUOUS, _JOIN = "number", "ambiguous", "join"


class _Vocabulary(NamedTuple):
    """The number words of a language, all folded, and what its text is searched with."""

    code: str
    words: frozenset[str]
    ambiguous: frozenset[str]
    joins: frozenset[str]
    # The parts that are written together, if the language does so: "u" a number below twenty, "o" another, "j" a join.
    parts: dict[str, str]
    lengths: tuple[int, ...]
    prefixes: tuple[str, ...]
    suffixes: tuple[str, ...]
    # Runs of the letters that the words are written with: most of a text in another script is passed over at once.
    run: re.Pattern[str]
    inner_apostrophes: bool


@cache
def _codes() -> tuple[str, ...]:
    from importlib.resources import files  # here, since `import typo` does without it

    names = [entry.name for entry in files("typo").joinpath("data/numbers").iterdir()]
    return tuple(sorted(name.removesuffix(".json") for name in names if name.endswith(".json")))


@cache
def _vocabulary(code: str) -> _Vocabulary:
    import json  # here, since `import typo` does without it
    from importlib.resources import files

    text = files("typo").joinpath(f"data/numbers/{code}.json").read_text(encoding="utf-8")
    rows = {name: value.split() for name, value in json.loads(text).items()}

    def folded(*names: str) -> frozenset[str]:
        return frozenset(_fold(word, code) for name in names for word in rows.get(name, ()))

    parts: dict[str, str] = {}
    if "units" in rows:
        units = folded("units") if "others" in rows else folded("units", "ambiguous")
        parts = dict.fromkeys(folded("others") or folded("words", "bound"), "o")
        parts |= dict.fromkeys(units, "u") | dict.fromkeys(folded("joins"), "j")
    ambiguous, joins = folded("ambiguous"), folded("joins")
    letters = {character for row in rows.values() for word in row for character in _written(word)}
    inner_apostrophes = not letters.isdisjoint(_APOSTROPHES)
    run = f"[{re.escape(''.join(sorted(letters - set(_APOSTROPHES))))}{_POINTS}{_INVISIBLE}]+"
    return _Vocabulary(
        code=code,
        words=folded("words") - ambiguous - joins,
        ambiguous=ambiguous,
        joins=joins,
        parts=parts,
        lengths=tuple(sorted({len(part) for part in parts})),
        prefixes=tuple(folded("prefixes")),
        suffixes=tuple(folded("suffixes")),
        run=re.compile(f"{run}(?:[{_APOSTROPHES}]{run})*" if inner_apostrophes else run),
        inner_apostrophes=inner_apostrophes,
    )


def _written(word: str) -> str:
    """Return the characters with which a word can be written: both cases, composed and decomposed."""
    forms = {word, word.upper(), word.title(), word.replace("ß", "ẞ"), word.replace("i", "İ").replace("ı", "I")}
    return "".join(unicodedata.normalize(form, text) for text in forms for form in ("NFC", "NFD"))


def _fold(word: str, code: str) -> str:
    if code in ("az", "tr"):
        word = unicodedata.normalize("NFC", word).translate(_TURKIC)
    if word.isascii():
        return word.lower()
    word = re.sub(f"[{_POINTS}{_INVISIBLE}]+", "", unicodedata.normalize("NFC", word))
    return unicodedata.normalize("NFC", re.sub(f"[{_APOSTROPHES}]", "'", word).casefold())


def _word_spans(string: str, vocabulary: _Vocabulary) -> list[Span]:
    code, hits = vocabulary.code, []
    for match in vocabulary.run.finditer(string):
        start, end = match.span()
        if end - start <= _LONGEST and (kind := _kind(match[0], code)) and _is_whole(string, start, end, vocabulary):
            hits.append((start, end, kind))
    return _protected(string, _hyphenated(string, hits))


@lru_cache(maxsize=1 << 14)
def _kind(token: str, code: str) -> str | None:
    """Tell what a run of letters is, if it is a whole word."""
    vocabulary, word = _vocabulary(code), _fold(token, code)
    if word in vocabulary.words:
        return _NUMBER
    if word in vocabulary.ambiguous:
        return _AMBIGUOUS
    if word in vocabulary.joins:
        return _JOIN
    if vocabulary.parts and _is_compound(word, vocabulary):
        return _NUMBER
    return _NUMBER if any(_is_number(stem, vocabulary) for stem in _stems(word, vocabulary)) else None


def _is_number(word: str, vocabulary: _Vocabulary) -> bool:
    return word in vocabulary.words or (bool(vocabulary.parts) and _is_compound(word, vocabulary))


def _stems(word: str, vocabulary: _Vocabulary) -> list[str]:
    """Cut off what is written on to a word without a blank: an article, a particle, a counter."""
    stems = [word.removeprefix(prefix) for prefix in vocabulary.prefixes if word.startswith(prefix)]
    stems += [word.removesuffix(suffix) for suffix in vocabulary.suffixes if word.endswith(suffix)]
    return [stem for stem in stems if len(stem) > 1 and stem not in vocabulary.ambiguous]


def _is_compound(word: str, vocabulary: _Vocabulary) -> bool:
    """Tell if a word can be cut into parts of a number, no two numbers below twenty in a row.

    That rule keeps words out that look like numbers: Danish `entre` is not one and three.
    """
    # What the part before each place can be: "o", "u", or a join behind one of these ("oj", "uj").
    reached: dict[int, set[str]] = {0: {""}}
    farthest = 0
    for place in range(len(word)):
        if place > farthest:
            return False
        for last in reached.get(place, ()):
            for length in vocabulary.lengths:
                part = vocabulary.parts.get(word[place : place + length])
                if part is None or place + length > len(word) or length == len(word):
                    continue
                if part == "o" or (part == "u" and last[:1] != "u") or (part == "j" and last in ("o", "u")):
                    reached.setdefault(place + length, set()).add(last + part if part == "j" else part)
                    farthest = max(farthest, place + length)
    return not reached.get(len(word), set()).isdisjoint("ou")


def _is_whole(string: str, start: int, end: int, vocabulary: _Vocabulary) -> bool:
    """Tell if neither side of a run goes on with a letter, a digit or a mark."""
    before, after = string[max(start - 2, 0) : start][::-1], string[end : end + 2]
    return not any(
        _continues(side[:1]) or (vocabulary.inner_apostrophes and side[:1] in _APOSTROPHES and _continues(side[1:]))
        for side in (before, after)
        if side
    )


def _continues(character: str) -> bool:
    if not character or character in _APOSTROPHES:
        return False
    return character.isalnum() or character == "_" or unicodedata.category(character)[0] == "M"


def _hyphenated(string: str, hits: list[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
    """Melt what hyphens link, without joins at either end: a number if there is one in it."""
    groups: list[list[tuple[int, int, str]]] = []
    for hit in hits:
        if groups and string[groups[-1][-1][1] : hit[0]] in tuple(_HYPHENS):
            groups[-1].append(hit)
        else:
            groups.append([hit])
    melted = []
    for group in groups:
        numbers = [hit for hit in group if hit[2] != _JOIN]
        kind = _NUMBER if any(hit[2] == _NUMBER for hit in group) else _AMBIGUOUS if numbers else _JOIN
        inside = numbers or group
        melted.append((inside[0][0], inside[-1][1], kind))
    return melted


def _protected(string: str, hits: list[tuple[int, int, str]]) -> list[Span]:
    """Keep the numbers, and what is ambiguous where only a blank or a join parts it from a number before it."""
    spans: list[Span] = []
    behind_number, last_end = False, 0
    for start, end, kind in hits:
        behind_number = behind_number and string[last_end:start] in tuple(_BLANKS)
        last_end = end
        if kind == _JOIN:
            continue
        if kind == _NUMBER or behind_number:
            spans.append((start, end))
        behind_number = kind == _NUMBER
    return spans

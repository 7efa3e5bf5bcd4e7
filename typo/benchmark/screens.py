"""The automatic screens: what must hold of every triplet, each a small function that says what is wrong."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import category, is_normalized, normalize

from typo.benchmark.design import FACTORS, OPTION_LINE, guarded_expression
from typo.benchmark.making import answers_in, counts_at
from typo.edits import EditLog
from typo.errors import InvalidArgument, SourceMismatch, unknown_name
from typo.lexicon import FREQUENT, load
from typo.planner import edits_at
from typo.protect import Guard
from typo.registry import language
from typo.restore.rules import APOSTROPHES, rules_undoing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from typo.benchmark.design import Design, Factor
    from typo.benchmark.questions import Question
    from typo.benchmark.triplets import Triplet, Variant
    from typo.edits import Edit

__all__ = ["SCREENS", "Fault", "screen"]

_LANG = "fr"
_OPTION_LINE = re.compile(OPTION_LINE)
_PARTS = re.compile(f"[{APOSTROPHES}]")


class Fault(NamedTuple):
    """What is wrong with a triplet: the name of the screen, and a sentence."""

    screen: str
    reason: str


class _Case(NamedTuple):
    """A triplet, the question as its dataset has it, and what the benchmark is to be."""

    triplet: Triplet
    question: Question
    design: Design
    factor: Factor

    def fields(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield level, field, original text and text of the level."""
        originals = dict(self.triplet.question.fields)
        for level, variant in self.triplet.levels:
            for name, text in variant.fields:
                if name in originals:
                    yield level, name, originals[name], text

    def edits(self) -> Iterator[tuple[str, str, str, Edit]]:
        """Yield level, field, original text and edit."""
        originals = dict(self.triplet.question.fields)
        for level, variant in self.triplet.levels:
            for name, edit in variant.edits:
                if name in originals:
                    yield level, name, originals[name], edit

    def results(self) -> Iterator[tuple[str, str, str]]:
        """Yield level, word and what became of it, for each edit."""
        for level, variant in self.triplet.levels:
            for name, text in self.triplet.question.fields:
                log = _log(variant, name, text)
                target = log.apply(text)
                for edit in log.edits:
                    before = _word(text, edit.start, edit.end)
                    yield level, before, _word(target, *log.project(edit.start, edit.end))


def screen(triplet: Triplet, question: Question, design: Design) -> tuple[Fault, ...]:
    """Return what the screens of `SCREENS` find wrong with a triplet of a question: nothing, where it is sound.

    Where the edits do not lead from the original to the variants (`spans`), the screens that read edits are left out,
    since nothing that they could say would mean anything. Raises `UnknownName` for a factor that is none.
    """
    factors = {factor.name: factor for factor in FACTORS}
    if triplet.factor not in factors:
        raise unknown_name("factor", triplet.factor, factors)
    case = _Case(triplet, question, design, factors[triplet.factor])
    found: list[Fault] = []
    for name, find in _FINDERS.items():
        if name in _NEEDS_SPANS and any(fault.screen == "spans" for fault in found):
            continue
        reason = find(case)
        if reason is not None:
            found.append(Fault(name, reason))
    return tuple(found)


def _spans(case: _Case) -> str | None:
    """Find a text that differs outside the edits, or is not the original again when they are undone."""
    for level, variant in case.triplet.levels:
        names = [name for name, _ in variant.fields]
        if names != [name for name, _ in case.triplet.question.fields]:
            return f"{level} has the fields {', '.join(names)}."
        for name, text in case.triplet.question.fields:
            try:
                log = _log(variant, name, text)
                made = log.apply(text)
            except (InvalidArgument, SourceMismatch) as error:
                return f"{level}, {name}: {error}"
            if made != dict(variant.fields)[name] or log.invert().apply(made) != text:
                return f"{level}, {name}: the text differs from the original outside the edits."
            if len(log) != sum(field == name for field, _ in variant.edits):
                return f"{level}, {name}: an edit changes nothing."
    return None


def _scope(case: _Case) -> str | None:
    """Find an edit or a change outside the fields that may be perturbed."""
    for level, variant in case.triplet.levels:
        for name, edit in variant.edits:
            if name not in case.question.perturbed:
                return f"{level} has an edit in {name}, which is out of scope: {edit.original!r}."
    originals = dict(case.triplet.question.fields)
    for level, name, _, text in case.fields():
        if name not in case.question.perturbed and text != originals[name]:
            return f"{level} changes {name}, which is out of scope."
    return None


def _intact(case: _Case) -> str | None:
    """Find what of the question is not as its dataset has it: texts, options, right answers."""
    ours, theirs = case.triplet.question, case.question
    for name in ("dataset", "id", "group", "fields", "scope", "options", "gold", "references"):
        if getattr(ours, name) != getattr(theirs, name):
            return f"{name} is {getattr(ours, name)!r}, and {getattr(theirs, name)!r} in the dataset."
    return None


def _nested(case: _Case) -> str | None:
    """Find an edit of low that high lacks."""
    missing = set(case.triplet.low.edits) - set(case.triplet.high.edits)
    if missing:
        name, edit = min(missing)
        return f"high lacks an edit of low, in {name} at {edit.start}: {edit.original!r}."
    return None


def _rising(case: _Case) -> str | None:
    """Find a low level without an edit, and a high one that does not have more."""
    low, high = case.triplet.low.realised, case.triplet.high.realised
    return None if 1 <= low < high else f"low has {low} edits, high has {high}."


def _rates(case: _Case) -> str | None:
    """Find a logged number that is not true, and a level with more edits than it may have."""
    texts = dict(case.triplet.question.fields)
    words = sum(language(_LANG).count_words(texts[name]) for name in case.triplet.question.perturbed)
    if case.triplet.words != words:
        return f"words={case.triplet.words}, but there are {words}."
    most = counts_at((case.factor.low, case.factor.high), words)
    for (level, variant), rate, count in zip(
        case.triplet.levels, (case.factor.low, case.factor.high), most, strict=True
    ):
        if (variant.rate, variant.target) != (rate, edits_at(rate, words)):
            logged, true = (variant.rate, variant.target), (rate, edits_at(rate, words))
            return f"{level} logs the rate and the target {logged}; they are {true}."
        if variant.realised > count:
            return f"{level} has {variant.realised} edits; its rate allows {count}."
    return None


def _rule(case: _Case) -> str | None:
    """Find an edit that the rule of the factor would not undo."""
    for level, name, text, edit in case.edits():
        rules = rules_undoing(text, edit)
        if rules != (case.factor.rule,):
            word = _word(text, edit.start, edit.end)
            change = f"{edit.original!r} to {edit.replacement!r} in {word!r}"
            return f"{level}, {name}: {change} is not undone by the rule {case.factor.rule}."
    return None


def _protected(case: _Case) -> str | None:
    """Find an edit in a number, a link, code, a placeholder or what else is protected."""
    return _touching(case, Guard(case.design.protect, (_LANG,)), "is protected")


def _guarded(case: _Case) -> str | None:
    """Find an edit in a word of negation or quantity."""
    if not case.design.guarded:
        return None
    return _touching(case, Guard((guarded_expression(case.design.guarded),), (_LANG,)), "is a guarded word")


def _answer(case: _Case) -> str | None:
    """Find a right answer that stood in a field and is not there any more."""
    for level, name, before, after in case.fields():
        for answer in case.question.references:
            if len(answers_in(after, (answer,))) < len(answers_in(before, (answer,))):
                return f"{level}, {name}: the answer {answer!r} is not found any more."
    return None


def _no_word(case: _Case) -> str | None:
    """Find what became another word."""
    lexicon = load(_LANG)
    return _first(case, lexicon.accepts, "is a word")


def _no_merger(case: _Case) -> str | None:
    """Find what became the form of several words without their marks, in a strict design."""
    lexicon = load(_LANG)
    if not case.design.strict:
        return None
    return _first(case, lambda form: len(lexicon.plain(form.lower())) > 1, "stands for several words without marks")


def _not_frequent(case: _Case) -> str | None:
    """Find a slip of the key that made a form which is no word, but frequent in texts.

    What lost its marks or apostrophe often is frequent as such: people write `deja` and `quil`.
    """
    lexicon = load(_LANG)
    if case.factor.rule != "azerty":
        return None
    return _first(
        case, lambda form: not lexicon.accepts(form) and lexicon.bucket(form) >= FREQUENT, "is frequent in texts"
    )


def _structure(case: _Case) -> str | None:
    """Find lines, blanks or options in a text that differ, and composed text that is not composed any more."""
    for level, name, before, after in case.fields():
        if [c for c in before if c.isspace()] != [c for c in after if c.isspace()]:
            return f"{level}, {name}: lines or blanks differ."
        if _OPTION_LINE.findall(before) != _OPTION_LINE.findall(after):
            return f"{level}, {name}: a line that is an option differs."
        if is_normalized("NFC", before) and not is_normalized("NFC", after):
            return f"{level}, {name}: the text is not in NFC any more."
    return None


def _distinct(case: _Case) -> str | None:
    """Find an empty input, and two that are equal."""
    inputs = case.triplet.inputs
    for level, fields in inputs:
        if not any(text.strip() for _, text in fields):
            return f"{level} is empty."
    if len({fields for _, fields in inputs}) < len(inputs):
        return "two of the three inputs are equal."
    return None


_FINDERS: dict[str, Callable[[_Case], str | None]] = {
    "spans": _spans,
    "scope": _scope,
    "intact": _intact,
    "nested": _nested,
    "rising": _rising,
    "rates": _rates,
    "rule": _rule,
    "protected": _protected,
    "guarded": _guarded,
    "answer": _answer,
    "word": _no_word,
    "merger": _no_merger,
    "frequent": _not_frequent,
    "structure": _structure,
    "distinct": _distinct,
}

#: The names of the screens, in the order in which they run.
SCREENS: tuple[str, ...] = tuple(_FINDERS)

_NEEDS_SPANS = ("rule", "protected", "guarded", "word", "merger", "frequent")


def _log(variant: Variant, name: str, text: str) -> EditLog:
    return EditLog([edit for field, edit in variant.edits if field == name], len(text))


def _touching(case: _Case, guard: Guard, fault: str) -> str | None:
    """Say which edit touches what a guard finds in the originals."""
    spans: dict[str, Sequence[tuple[int, int]]] = {}
    for level, name, text, edit in case.edits():
        found = spans.get(name)
        if found is None:
            found = spans[name] = guard(text)
        for start, end in found:
            if start < max(edit.end, edit.start + 1) and edit.start < end:
                return f"{level}, {name}: an edit touches {text[start:end]!r}, which {fault}."
    return None


def _first(case: _Case, is_bad: Callable[[str], bool], fault: str) -> str | None:
    """Say which word became one that is bad, as a whole or in a part between apostrophes or hyphens."""
    for level, before, after in case.results():
        for form in _changed(before, after):
            if is_bad(normalize("NFC", form)):
                return f"{level}: {before!r} became {after!r}, and {form!r} {fault}."
    return None


def _changed(before: str, after: str) -> Iterable[str]:
    """Return a changed word, and those of its parts that it did not have before.

    >>> _changed("l'arc-en-ciel", "l'arc-en-cirl")
    ["l'arc-en-cirl", 'arc-en-cirl', 'cirl']
    """
    forms = [after]
    for cut in (_PARTS, re.compile(f"[{APOSTROPHES}-]")):
        left = Counter(cut.split(before))
        for part in cut.split(after):
            if left[part]:
                left[part] -= 1
            elif part:
                forms.append(part)
    return list(dict.fromkeys(forms))


def _word(text: str, start: int, end: int) -> str:
    """Return the word around a span."""
    while start and _is_of_word(text[start - 1]):
        start -= 1
    while end < len(text) and _is_of_word(text[end]):
        end += 1
    return text[start:end].strip(f"{APOSTROPHES}-")


def _is_of_word(character: str) -> bool:
    return character.isalnum() or character in APOSTROPHES or character == "-" or category(character)[0] == "M"

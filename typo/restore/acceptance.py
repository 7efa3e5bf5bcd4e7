"""Restoring a text: which suggestions of a back end are accepted, and the log of what they change."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import is_normalized, normalize

from typo.edits import Edit, EditLog
from typo.errors import InvalidArgument, check_choice, check_int, check_text
from typo.graphemes import clusters, is_joined, trimmed
from typo.protect import DEFAULT, Guard, check_protect
from typo.restore.protocol import Restorer, Suggestion
from typo.restore.rules import APOSTROPHES, RULES, repair

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["Rejection", "Restored", "restore", "restore_all"]

_BETWEEN_LETTERS = re.compile(rf"(?<=[^\W\d_])[{APOSTROPHES}](?=[^\W\d_])")


class Rejection(NamedTuple):
    """A suggestion that was not accepted, and why."""

    start: int
    end: int
    replacement: str
    kind: str
    score: float
    reason: str


class Restored(NamedTuple):
    """A restored text, what it was made from, and what became of each suggestion.

    `log.apply(source) == text` always holds. The label of an edit names the rules that allowed it, joined by `+`.
    `accepted` has one suggestion for each edit, in text order; `rejected` is in the order of the back end, those that
    overlap last. Spans are those of `source`, in code points. `str()` of it is the text.
    """

    text: str
    source: str
    log: EditLog
    accepted: tuple[Suggestion, ...]
    rejected: tuple[Rejection, ...]

    def __str__(self) -> str:
        return self.text


def restore(
    text: str,
    restorer: Restorer,
    *,
    rules: Iterable[str] = RULES,
    protect: Sequence[str | tuple[int, int]] = (),
    apostrophe: str | None = None,
) -> Restored:
    """Undo lost apostrophes, lost diacritics and slips on AZERTY keys, as far as a back end sees them.

    >>> from typo.restore import LexiconRestorer
    >>> restored = restore("Jai vu l'ecole.", LexiconRestorer("fr"))
    >>> restored.text
    "J'ai vu l'école."
    >>> [edit.label for edit in restored.log.edits]
    ['apostrophe', 'diacritic']

    The first suggestion for a span that the `rules` explain is accepted; of spans that overlap, the one that begins
    first, then the longer one. The case of the text is kept, and so are its apostrophes: a new one is written as most
    in the text are, in a text without any as `apostrophe` (`'` by default). Nothing else is touched: what the default
    presets of `typo.protect` find, and what `protect` adds to them: presets, regular expressions, and spans as
    `(start, end)`. In decomposed text (NFD) what is written is decomposed.
    """
    check_text("text", text)
    _check_restorer(restorer)
    allowed = _check_rules(rules)
    guard, spans = _check_protect(protect)
    return _restore(text, restorer, allowed, guard(text, spans), _check_apostrophe(apostrophe))


def restore_all(
    texts: Iterable[str],
    restorer: Restorer,
    *,
    rules: Iterable[str] = RULES,
    protect: Sequence[str] = (),
    apostrophe: str | None = None,
    workers: int = 4,
) -> list[Restored]:
    """Restore many texts, in order, with at most `workers` of them under way: for back ends that wait for a server.

    >>> from typo.restore import LexiconRestorer
    >>> [str(restored) for restored in restore_all(["jai", "lecole"], LexiconRestorer("fr"), workers=1)]
    ["j'ai", "l'école"]

    `protect` takes no spans here, since they would belong to one text. The first error ends the whole.
    """
    from concurrent.futures import ThreadPoolExecutor  # here: restoring one text does without it

    check_int("workers", workers, minimum=1)
    _check_restorer(restorer)
    allowed = _check_rules(rules)
    guard, spans = _check_protect(protect)
    if spans:
        raise InvalidArgument(f"protect holds {spans[0]!r}; for many texts it takes presets and regular expressions.")
    sign = _check_apostrophe(apostrophe)
    given = _check_texts(texts)

    def one(text: str) -> Restored:
        return _restore(text, restorer, allowed, guard(text), sign)

    with ThreadPoolExecutor(workers) as pool:
        futures = [pool.submit(one, text) for text in given]
        try:
            return [future.result() for future in futures]
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _restore(
    text: str, restorer: Restorer, rules: tuple[str, ...], protected: Sequence[tuple[int, int]], apostrophe: str
) -> Restored:
    composed = _Composed(text)
    sign = _own_apostrophe(text) or apostrophe
    found: list[tuple[Suggestion, Edit]] = []
    rejected: list[Rejection] = []
    spans: set[tuple[int, int]] = set()
    for given in _suggested(restorer, composed.text):
        suggestion, reason, edit = _judge(given, composed, rules, sign)
        if edit is not None and _touches(edit, protected):
            reason = "the span is protected"
        elif edit is not None and (suggestion.start, suggestion.end) in spans:
            reason = "another suggestion for the span came first"
        elif edit is not None:
            spans.add((suggestion.start, suggestion.end))
            found.append((suggestion, edit))
        if reason:
            rejected.append(Rejection(*suggestion, reason))
    found.sort(key=lambda pair: (pair[0].start, -pair[0].end))
    accepted: list[tuple[Suggestion, Edit]] = []
    for suggestion, edit in found:
        if accepted and suggestion.start < accepted[-1][0].end:
            rejected.append(Rejection(*suggestion, "it overlaps a suggestion that was accepted"))
        else:
            accepted.append((suggestion, edit))
    log = EditLog((edit for _, edit in accepted), len(text))
    return Restored(log.apply(text), text, log, tuple(suggestion for suggestion, _ in accepted), tuple(rejected))


def _suggested(restorer: Restorer, text: str) -> list[Suggestion]:
    """Ask a back end, which may be anybody's, and make sure that it answers with suggestions."""
    given = restorer.suggest(text)
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidArgument(f"the restorer answers with {given!r}; it must be a sequence of suggestions.")
    found = list(given)
    for suggestion in found:
        if not isinstance(suggestion, Suggestion):
            raise InvalidArgument(f"the restorer answers with {suggestion!r}, which is no Suggestion.")
        check_int("the restorer suggests a span whose start", suggestion.start)
        check_int("the restorer suggests a span whose end", suggestion.end)
        check_text("the replacement that the restorer suggests", suggestion.replacement)
    return found


def _judge(
    given: Suggestion, composed: _Composed, rules: tuple[str, ...], apostrophe: str
) -> tuple[Suggestion, str, Edit | None]:
    """Return a suggestion with its span in the source, and either why it is rejected or its edit."""
    start, end = composed.place(given.start, "start"), composed.place(given.end, "end")
    if start > end:
        raise InvalidArgument(
            f"the restorer suggests the span {given.start}..{given.end}, which ends before it begins."
        )
    suggestion = given._replace(start=start, end=end)
    if is_joined(composed.text, given.start) or is_joined(composed.text, given.end):
        return suggestion, "the span begins or ends inside a character", None
    found = repair(composed.text[given.start : given.end], normalize("NFC", given.replacement), apostrophe=apostrophe)
    if found is None:
        return suggestion, "no rule explains the change", None
    off = [rule for rule in found.rules if rule not in rules]
    if off:
        return suggestion, f"it needs the rule {off[0]}, which is not among those given", None
    replacement = found.replacement
    if composed.decomposes(start, end):
        replacement = normalize("NFD", replacement)
    return suggestion, "", trimmed(composed.source, start, end, replacement, "+".join(found.rules))


class _Composed:
    """A text in NFC, each grapheme cluster on its own, and the way back to the places of the source."""

    __slots__ = ("_decomposed", "_places", "source", "text")

    def __init__(self, source: str) -> None:
        self.source = source
        self._decomposed = not is_normalized("NFC", source) and is_normalized("NFD", source)
        self.text = source
        self._places: list[int] | None = None
        if not is_normalized("NFC", source):
            spans = clusters(source)
            pieces = [normalize("NFC", source[start:end]) for start, end in spans]
            self.text = "".join(pieces)
            # A place inside a cluster counts as its beginning.
            self._places = [
                start for (start, _), piece in zip(spans, pieces, strict=True) for _ in range(len(piece))
            ] + [len(source)]

    def place(self, offset: int, name: str) -> int:
        """Return the place in the source of an offset into the composed text."""
        if not 0 <= offset <= len(self.text):
            raise InvalidArgument(
                f"the restorer suggests a span with {name}={offset}, outside a text of {len(self.text)} characters."
            )
        return offset if self._places is None else self._places[offset]

    def decomposes(self, start: int, end: int) -> bool:
        """Tell whether what is written for a span is to be decomposed, as the text or at least the span is."""
        return self._decomposed or not is_normalized("NFC", self.source[start:end])


def _touches(edit: Edit, protected: Sequence[tuple[int, int]]) -> bool:
    """Tell whether an edit changes protected text; an insertion at its border does not."""
    after = bisect_right(protected, edit.start, key=lambda span: span[1])
    return after < len(protected) and protected[after][0] < edit.end


def _own_apostrophe(text: str) -> str | None:
    """Return the apostrophe that most words of a text have; of two as common, that of the first word."""
    signs = _BETWEEN_LETTERS.findall(text)
    return max(dict.fromkeys(signs), key=signs.count, default=None)


def _check_restorer(restorer: object) -> None:
    if isinstance(restorer, type) or not isinstance(restorer, Restorer):
        name = restorer.__name__ if isinstance(restorer, type) else type(restorer).__name__
        raise InvalidArgument(f"restorer must be an object with a method suggest(text), not {name}.")


def _check_rules(rules: Iterable[str]) -> tuple[str, ...]:
    if isinstance(rules, str) or not isinstance(rules, Iterable):
        raise InvalidArgument(f"rules must be several of {', '.join(RULES)}, not {rules!r}.")
    return tuple(check_choice("rules", rule, RULES) for rule in rules)


def _check_protect(protect: Sequence[str | tuple[int, int]]) -> tuple[Guard, list[tuple[int, int]]]:
    if isinstance(protect, str) or not isinstance(protect, Iterable):
        raise InvalidArgument(f"protect must be a tuple of presets, regular expressions and spans, not {protect!r}.")
    protect = tuple(protect)
    presets = check_protect(tuple(entry for entry in protect if isinstance(entry, str)))
    return Guard((*DEFAULT, *presets), ("fr",)), [entry for entry in protect if not isinstance(entry, str)]


def _check_texts(texts: Iterable[str]) -> list[str]:
    if isinstance(texts, str) or not isinstance(texts, Iterable):
        raise InvalidArgument(f"texts must be several texts, not {type(texts).__name__}.")
    return [check_text("texts", text) for text in texts]


def _check_apostrophe(apostrophe: str | None) -> str:
    return "'" if apostrophe is None else check_choice("apostrophe", apostrophe, APOSTROPHES)

"""The result of a perturbation: the text, where it came from, and every edit on the way."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from typo.errors import InvalidArgument, check_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from typo.edits import Edit, EditLog

__all__ = ["Perturbation"]

_M2_NOTHING = "A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0"
_RED, _GREEN, _PLAIN = "\x1b[9;31m", "\x1b[32m", "\x1b[0m"


class Perturbation(NamedTuple):
    """A perturbed text, where it came from, and every edit on the way.

    `log.apply(source) == text` always holds. `str()` of it is the text.

    - `eligible`: how many units the transform found in the source (in a field, its own).
    - `requested`: how many edits the rate and the limits asked for (over all fields of a record).
    - `reason`: None, or why there are fewer edits than requested, or nothing that could be edited.
    - `logprobs`: the log-probability of each edit given its unit, or None where the transform has no explicit
      distribution.
    """

    source: str
    text: str
    log: EditLog
    eligible: int
    requested: int
    reason: str | None = None
    logprobs: tuple[float, ...] | None = None

    def __str__(self) -> str:
        return self.text

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits, in text order."""
        return self.log.edits

    @property
    def realised(self) -> int:
        """How many edits were made."""
        return len(self.log.edits)

    def show(self, *, colour: bool = False) -> str:
        """Draw what was changed, in one text: `[-old-]` and `{+new+}`, or struck red and green with `colour`.

        >>> import typo
        >>> typo.perturb("CPUを買う", transform=typo.get("fullwidth"), rate=1).show()
        '[-CPU-]{+ＣＰＵ+}を買う'

        Control characters other than line breaks and tabs are drawn as their pictures, so that no text can
        steer the terminal.
        """
        struck, new, close = (_RED, _GREEN, _PLAIN) if colour else ("[-", "{+", "")
        pieces: list[str] = []
        done = 0
        for edit in self.log.edits:
            pieces.append(_visible(self.source[done : edit.start]))
            if edit.original:
                pieces += (struck, _visible(edit.original), close or "-]")
            if edit.replacement:
                pieces += (new, _visible(edit.replacement), close or "+}")
            done = edit.end
        return "".join([*pieces, _visible(self.source[done:])])

    def to_dict(self) -> dict[str, object]:
        """Return everything as plain values, ready for JSON; edits as lists in the order of `Edit`.

        >>> import typo
        >>> result = typo.perturb("AI", transform=typo.get("fullwidth"), rate=1)
        >>> result.to_dict()["edits"]
        [[0, 2, 'AI', 'ＡＩ', 'fullwidth']]
        """
        return {
            "source": self.source,
            "text": self.text,
            "edits": [list(edit) for edit in self.log.edits],
            "eligible": self.eligible,
            "requested": self.requested,
            "realised": self.realised,
            "reason": self.reason,
            "logprobs": None if self.logprobs is None else list(self.logprobs),
        }

    def to_m2(self) -> str:
        """Return the pair in the M2 format of grammatical-error correction: the perturbed text, and the way back.

        >>> import typo
        >>> print(typo.perturb("AI は", transform=typo.get("fullwidth"), rate=1).to_m2(), end="")
        S ＡＩ は
        A 0 1|||fullwidth|||AI|||REQUIRED|||-NONE-|||0
        <BLANKLINE>

        Tokens are what white space separates; an edit covers whole tokens of the perturbed text and names
        those of the source that belong there, with the labels of the log. A text without edits has the line of
        M2 that says so. The block ends with an empty line.
        """
        rows = _m2_rows(self.text, self.source, self.log.invert()) or [_M2_NOTHING]
        return "\n".join([f"S {' '.join(self.text.split())}", *rows, "", ""])

    def project_labels(self, labels: Iterable[tuple[int, int, str]]) -> list[tuple[int, int, str]]:
        """Return labelled spans of the source as spans of the perturbed text, in the order given.

        A letter typed too much at the end of a word, or before its first letter, belongs to the word.

        >>> import typo
        >>> result = typo.perturb("AIとBERT", transform=typo.get("ime_on"), rate=1)
        >>> result.text, result.project_labels([(3, 7, "MODEL")])
        ('あいとべｒｔ', [(3, 6, 'MODEL')])

        Raises `InvalidArgument` for a span that leaves the source.
        """
        return [(*self._grown(start, end), check_text("label", label)) for start, end, label in labels]

    def project_bio(self, tokens: Sequence[str], tags: Sequence[str]) -> tuple[list[str], list[str]]:
        """Return the tokens of the source as they stand in the perturbed text, with their BIO tags.

        >>> import typo
        >>> result = typo.perturb("in Paris 2024", transform=typo.get("fullwidth"), rate=1)
        >>> result.project_bio(["in", "Paris", "2024"], ["O", "B-LOC", "O"])
        (['ｉｎ', 'Ｐａｒｉｓ', '２０２４'], ['O', 'B-LOC', 'O'])

        `tokens` are found in the source one after another, with anything between them. A letter typed too much at
        the end of a token, or before its first letter, belongs to it. A token that an edit
        deleted whole is left out, and an entity that lost its first token begins with the next. Raises
        `InvalidArgument` for tokens that are not in the source in this order, for an empty token, and for as
        many tags as do not match the tokens.
        """
        if len(tokens) != len(tags):
            raise InvalidArgument(f"tags holds {len(tags)} tags for {len(tokens)} tokens.")
        kept: list[str] = []
        names: list[str] = []
        done = 0
        lost = ""  # the type of an entity whose beginning was deleted
        for token, tag in zip(tokens, tags, strict=True):
            start = self.source.find(check_text("a token", token), done)
            if not token or start < 0:
                raise InvalidArgument(f"tokens holds {token!r}, which is not in the source after position {done}.")
            done = start + len(token)
            low, high = self._grown(start, done)
            prefix, _, kind = tag.partition("-")
            if low == high:
                lost = kind if prefix == "B" or (prefix == "I" and lost == kind) else ""
                continue
            kept.append(self.text[low:high])
            names.append(f"B-{kind}" if prefix == "I" and kind == lost else tag)
            lost = ""
        return kept, names

    def _grown(self, start: int, end: int) -> tuple[int, int]:
        """Project a span, with what was typed into the word at either border of it."""
        low, high = self.log.project(start, end)
        if start == end or low == high:
            return low, high
        # At one border at most one of two neighbouring spans is next to a letter on its own side.
        if not self.source[start - 1 : start].isalnum():
            first = self.log.project_point(start, side="left")
            low = low if any(map(str.isspace, self.text[first:low])) else first
        if self.source[end - 1].isalnum():
            last = self.log.project_point(end, side="right")
            high = high if any(map(str.isspace, self.text[high:last])) else last
        return low, high


def _visible(text: str) -> str:
    """Replace control characters by their pictures."""
    if text.isprintable():
        return text
    pictures = {code: 0x2400 + code for code in range(0x20) if chr(code) not in "\n\t"}
    unseen = (*range(0x80, 0xA0), *range(0x202A, 0x202F), *range(0x2066, 0x206A))  # the last two turn text around
    return text.translate(pictures | {0x7F: 0x2421} | dict.fromkeys(unseen, 0xFFFD))


def _m2_rows(noisy: str, clean: str, back: EditLog) -> list[str]:
    """Return the `A` lines: for each run of tokens that edits touch, what they should be."""
    tokens = _tokens(noisy)
    groups: list[list[int]] = []  # first token, end token, start and end in the noisy text, and the labels
    labels: list[set[str]] = []
    first = 0
    for edit in back.edits:
        while first < len(tokens) and tokens[first][1] < edit.start:
            first += 1
        last = first
        while last < len(tokens) and tokens[last][0] <= edit.end:
            last += 1
        start = min(edit.start, tokens[first][0]) if first < last else edit.start
        end = max(edit.end, tokens[last - 1][1]) if first < last else edit.end
        if groups and (first < groups[-1][1] or edit.start <= groups[-1][3]):
            groups[-1][1], groups[-1][3] = max(last, groups[-1][1]), max(end, groups[-1][3])
        else:
            groups.append([first, last, start, end])
            labels.append(set())
        labels[-1].update(edit.label.split("+"))
    rows = []
    for (low, high, start, end), names in zip(groups, labels, strict=True):
        # The borders lie outside every edit, on either side of what was inserted there.
        at = back.project_point(start, side="left"), back.project_point(end, side="right")
        wanted = " ".join(clean[at[0] : at[1]].split())
        if wanted != " ".join(noisy[start:end].split()):
            kind = " ".join("+".join(sorted(names)).replace("|", "/").split()) or "typo"
            rows.append(f"A {low} {high}|||{kind}|||{wanted or '-NONE-'}|||REQUIRED|||-NONE-|||0")
    return rows


def _tokens(text: str) -> list[tuple[int, int]]:
    """Return the spans of what white space separates."""
    spans = []
    end = 0
    for token in text.split():
        start = text.index(token, end)
        end = start + len(token)
        spans.append((start, end))
    return spans

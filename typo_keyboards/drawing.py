"""Draw a layout: with box-drawing characters for the terminal, and as an SVG picture."""

from __future__ import annotations

from typing import TYPE_CHECKING
from unicodedata import bidirectional, category, east_asian_width
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterator

    from typo_keyboards.geometry import Key
    from typo_keyboards.layout import Layout

__all__ = ["show", "svg"]

# Columns of the terminal that a key of width 1 takes, its left border with it.
_COLUMNS = 4
# Which box-drawing character joins the lines that come from up (1), down (2), left (4) and right (8).
_BOX = " ╵╷│╴┘┐┤╶└┌├─┴┬┼"
_UP, _DOWN, _LEFT, _RIGHT = 1, 2, 4, 8
_TEXT = -1
# Keeps the order of the keys where a terminal turns right-to-left letters around.
_LEFT_TO_RIGHT = "\u200e"

_UNIT, _GAP = 56.0, 4.0
_STYLE = (
    "text{font-family:sans-serif;font-size:15px;fill:#222}.s{font-size:11px;fill:#777}"
    "rect{fill:#fff;stroke:#999;stroke-width:1}.n{fill:#e4572e;stroke:none}.c{stroke:#1f4e8c;stroke-width:3}"
)


def show(layout: Layout) -> str:
    """Draw the keyboard with box-drawing characters: below, a key alone and with AltGr; above, with Shift."""
    rows = sorted({key.spot.y for key in layout.keys})
    spans = [(round(left * _COLUMNS), round(right * _COLUMNS)) for left, right in map(_span, layout.keys)]
    first, last = min(start for start, _ in spans), max(end for _, end in spans)
    labels = [_labels(key, layout.form, end - start - 1) for key, (start, end) in zip(layout.keys, spans, strict=True)]
    lines = 2 if any(high.strip() for high, _ in labels) else 1
    joins = [[0] * (last - first + 1) for _ in range(len(rows) * (lines + 1) + 1)]
    texts: dict[tuple[int, int], str] = {}
    for key, (start, end), label in zip(layout.keys, spans, labels, strict=True):
        top = rows.index(key.spot.y) * (lines + 1)
        _frame(joins, top, top + lines + 1, start - first, end - first)
        for n, text in enumerate(label[-lines:], 1):
            texts[top + n, start - first + 1] = text
    return "\n".join(_line(joined, n, texts).rstrip() for n, joined in enumerate(joins))


def _span(key: Key) -> tuple[float, float]:
    """Return the left and the right edge of a key; that of the backslash is wider on the ANSI board."""
    spot = key.spot
    half = 0.75 if (spot.slot, spot.row) == ("BKSL", 1) else 0.5
    return spot.x - half, spot.x + spot.reach + half


def _frame(joins: list[list[int]], top: int, bottom: int, start: int, end: int) -> None:
    for column in range(start, end + 1):
        sides = (_LEFT if column > start else 0) | (_RIGHT if column < end else 0)
        corner = column in (start, end)
        joins[top][column] |= sides | (_DOWN if corner else 0)
        joins[bottom][column] |= sides | (_UP if corner else 0)
    for line in range(top + 1, bottom):
        joins[line][start] = joins[line][end] = _UP | _DOWN
        joins[line][start + 1 : end] = [_TEXT] * (end - start - 1)


def _line(joined: list[int], n: int, texts: dict[tuple[int, int], str]) -> str:
    return "".join(texts.get((n, column), "") if join == _TEXT else _BOX[join] for column, join in enumerate(joined))


def _labels(key: Key, form: str, width: int) -> tuple[str, str]:
    low, high, third = (_label(key.at(level)) for level in range(3))
    if high == low.upper() or form == "flick":
        high = ""
    room = width - _width(low) - _width(third) if form not in ("phone", "flick") else 0
    below = f"{low}{' ' * room}{third}" if third and room > 0 else low
    return _padded(high, width), _padded(below, width)


def _padded(text: str, width: int) -> str:
    turned = any(bidirectional(c) in ("R", "AL", "AN") for c in text)
    mark = _LEFT_TO_RIGHT if turned else ""
    return mark + (text if _width(text) <= width else "…") + mark + " " * (width - min(_width(text), width))


def _label(made: str) -> str:
    """Make what a key makes visible: a mark on ◌, nothing for a blank."""
    if not made or not made.isprintable() or made == " ":
        return ""
    return f"◌{made}" if category(made[0])[0] == "M" else made


def _width(text: str) -> int:
    return sum(0 if category(c) in ("Mn", "Me", "Cf") else 2 if east_asian_width(c) in "WF" else 1 for c in text)


def svg(layout: Layout, heat: str | None) -> str:
    """Draw the keyboard as SVG; `heat` outlines a character's keys and colours its neighbours by their weight."""
    weights = dict(layout.neighbours(heat)) if heat is not None else {}
    struck = {name for name, _ in layout.keystrokes(heat)} if heat is not None else set()
    ys = sorted({key.spot.y for key in layout.keys})
    pitch = ys[1] - ys[0]
    spans = [_span(key) for key in layout.keys]
    left, right = min(start for start, _ in spans), max(end for _, end in spans)
    title = layout.name if heat is None else f"{layout.name}: {heat} and its neighbours"
    drawn: list[str] = []
    for key, (start, end) in zip(layout.keys, spans, strict=True):
        x, y = (start - left) * _UNIT, (key.spot.y - ys[0]) * _UNIT
        place = f'x="{x:g}" y="{y:g}" rx="5" width="{(end - start) * _UNIT - _GAP:g}" height="{pitch * _UNIT - _GAP:g}"'
        weight = max((weights.get(made, 0) for made in key.characters), default=0)
        drawn.append(f'<rect class="{"c" if key.name in struck else ""}" {place}/>')
        if weight:
            strength = 0.2 + 0.5 * weight / max(weights.values())
            drawn.append(f'<rect class="n" {place} opacity="{strength:.2f}"/>')
        drawn.extend(_texts(key, x, y, pitch))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" '
        f'viewBox="-2 -2 {(right - left) * _UNIT:g} {(ys[-1] - ys[0] + pitch) * _UNIT:g}">'
        f"<title>{escape(title)}</title><style>{_STYLE}</style>{''.join(drawn)}</svg>\n"
    )


def _texts(key: Key, x: float, y: float, pitch: float) -> Iterator[str]:
    low, high, third = (_label(key.at(level)) for level in range(3))
    bottom = y + pitch * _UNIT - 16
    for text, dx, at, kind in (
        (low, 14, bottom, ""),
        (high if high != low.upper() else "", 14, y + 20, ' class="s"'),
        (third, 38, bottom, ' class="s"'),
    ):
        if text:
            yield f'<text x="{x + dx:g}" y="{at:g}" text-anchor="middle"{kind}>{escape(text)}</text>'

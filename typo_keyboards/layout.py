"""A keyboard layout: which character lies where, how it is typed, and what lies beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo_keyboards import geometry

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from typo_keyboards.geometry import Key

__all__ = ["Layout"]


class Layout:
    """A keyboard layout; get one with `load`.

    >>> from typo_keyboards import load
    >>> layout = load("fr-azerty")
    >>> layout.keystrokes("A"), layout.keystrokes("é")
    ((('a', 1),), (('é', 0),))
    >>> layout.typed(layout.keystrokes("ê")) == "ê"
    True
    >>> layout.neighbours("d")
    (('c', 1), ('e', 1), ('f', 5), ('r', 1), ('s', 5), ('x', 1))
    >>> layout.hand("d"), layout.finger("d"), layout.distance("d", "f")
    ('left', 'middle', 1.0)

    Levels: 0 is the key alone, 1 with Shift, 2 with AltGr, 3 with both. A dead key is written as ◌ and its combining
    mark. `form` is the form of the board: `iso`, `ansi`, `jis`, `abnt2`, `phone` (levels from 2 on: held down) or
    `flick` (levels: tap, left, up, right, down). `languages` are BCP 47 codes, `scripts` ISO 15924 codes, the
    commonest first. `weights` are those of a neighbour in the row and in another row, `pairs` the characters that the
    layout puts together from two; `contextual` says that levels from 2 on are what a key makes elsewhere in a word.
    """

    __slots__ = (
        *("_beside", "_doubled", "_made", "_near", "_places"),
        *("contextual", "form", "id", "keys", "languages", "name", "pairs", "scripts", "weights"),
    )

    def __init__(
        self,
        id: str,
        name: str,
        form: str,
        languages: tuple[str, ...],
        scripts: tuple[str, ...],
        keys: tuple[Key, ...],
        *,
        weights: tuple[int, int],
        pairs: Mapping[str, tuple[str, str]],
        contextual: bool,
    ) -> None:
        self.id = id
        self.name = name
        self.form = form
        self.languages = languages
        self.scripts = scripts
        self.keys = keys
        self.weights = weights
        self.pairs = pairs
        self._made = {pair: whole for whole, pair in pairs.items()}
        self.contextual = contextual
        self._beside: dict[str, tuple[tuple[str, int], ...]] = {}
        self._places, self._doubled = _places(keys)
        self._near: dict[str, tuple[Key, ...]] = {}

    def __repr__(self) -> str:
        return f"load({self.id!r})"

    def __reduce__(self) -> tuple[object, tuple[str]]:
        from typo_keyboards.store import load  # here, since it makes layouts

        return load, (self.id,)

    def __contains__(self, character: object) -> bool:
        return isinstance(character, str) and self._parts(character) is not None

    @property
    def characters(self) -> tuple[str, ...]:
        """Every character that one press makes, lowest level first and in key order; no dead keys.

        A character may be longer than one code point, as لا on Arabic keys is.
        """
        from typo_keyboards.composition import is_dead

        return tuple(character for character in self._places if not is_dead(character))

    def keystrokes(self, character: str) -> tuple[tuple[str, int], ...]:
        """Return the keys that type a character, as pairs of a key's name and the level.

        One pair where a key makes the character; more for a dead key and a letter, a letter and a mark typed after it,
        or the parts of a letter. A letter that a dead key makes without AltGr is typed so, even where AltGr would do.
        Raises `ValueError` where the layout cannot type it.
        """
        strokes = (self._places[part] for part in self._known(character))
        return tuple((key.name, level) for key, level in strokes)

    def char(self, key: str, level: int) -> str:
        """Return what a key, known by its name or by any of its characters, makes at a level.

        Raises `ValueError` for a level at which the key makes nothing.
        """
        if not isinstance(level, int) or isinstance(level, bool):
            raise TypeError(f"level must be an int, not {type(level).__name__}.")
        found = next((k for k in self.keys if k.name == key), None) or self._home(key)[0]
        made = found.at(level)
        if not made:
            there = ", ".join(str(n) for n, character in enumerate(found.characters) if character)
            raise ValueError(f"level={level} is outside the levels of the key {key!r}: {there}.")
        return made

    def typed(self, strokes: Iterable[tuple[str, int]]) -> str:
        """Return the text (NFC) that a row of keystrokes makes.

        A dead key that does not fit the next letter leaves its accent before it.

        >>> from typo_keyboards import load
        >>> load("de-qwertz").typed([("◌̂", 0), ("e", 0), ("◌̂", 0), ("q", 0)])
        'ê^q'
        """
        from typo_keyboards.composition import typed

        return typed((self.char(key, level) for key, level in strokes), self._places, self._made)

    def neighbours(self, character: str) -> tuple[tuple[str, int], ...]:
        """Return the characters beside a character, with integer weights, in code-point order.

        They are what the neighbouring keys make at the same level; for AltGr, what they make without it. Within a row
        a neighbour weighs 5, across rows 1. A letter without a letter that near gets the nearest ones. The space bar,
        dead keys and blanks are nobody's neighbours; signs and digits are. A character of two keys has the neighbours
        of its letter, with the mark where there is such a character. Raises `ValueError` for an unknown character.
        """
        found = self._beside.get(character)
        if found is None:
            found = self._beside[character] = self._find_beside(character)
        return found

    def distance(self, a: str, b: str) -> float:
        """Return how far apart the keys of two characters are, in key units (19.05 mm).

        Of a character that several keys make, the nearest counts.
        """
        return min(geometry.apart(one.spot, other.spot) for one in self._keys_of(a) for other in self._keys_of(b))

    def hand(self, character: str) -> str:
        """Return the hand that presses the key in touch typing: `left`, `right`, or `both` for the space bar."""
        return geometry.hand(self._home(character)[0].spot, self.form)

    def finger(self, character: str) -> str:
        """Return the finger of touch typing: `little`, `ring`, `middle`, `index`, or `thumb`."""
        return geometry.finger(self._home(character)[0].spot, self.form)

    def show(self) -> str:
        """Draw the keyboard for the terminal: below, a key alone and with AltGr; above, with Shift."""
        from typo_keyboards.drawing import show

        return show(self)

    def svg(self, *, heat: str | None = None) -> str:
        """Draw the keyboard as an SVG picture that needs nothing else; `heat` marks a character and its neighbours."""
        from typo_keyboards.drawing import svg

        return svg(self, heat)

    def _parts(self, character: str) -> tuple[str, ...] | None:
        if character in self._places and (self._places[character][1] < 2 or self.form == "phone"):
            return (character,)
        from typo_keyboards.composition import parts  # here, since most characters have a key of their own

        return parts(character, self._places, self.pairs)

    def _known(self, character: str) -> tuple[str, ...]:
        if not isinstance(character, str):
            raise TypeError(f"a character must be a str, not {type(character).__name__}.")
        found = self._parts(character)
        if found is None:
            raise ValueError(f"the layout {self.id} has no key for {character!r}.")
        return found

    def _home(self, character: str) -> tuple[Key, int]:
        """Return the key of a character and its level; of several keys, that of the letter."""
        found = self._known(character)
        letters = (part for part in found if part[0].isalpha())
        return self._places[next(letters, found[0])]

    def _around(self, key: Key) -> tuple[Key, ...]:
        """List the keys that are neighbours of a key; the space bar is nobody's."""
        if key.name not in self._near:
            reach = geometry.reach(self.form)
            self._near[key.name] = tuple(
                other
                for other in self.keys
                if other is not key and other.spot.slot != "SPCE" and geometry.apart(key.spot, other.spot) <= reach
            )
        return self._near[key.name]

    def _keys_of(self, character: str) -> list[Key]:
        """List the keys that make a character, or its letter, at its level; nearly always one."""
        key, level = self._home(character)
        made = key.at(level)
        return [other for other in self.keys if other.at(level) == made] if made in self._doubled else [key]

    def _find_beside(self, character: str) -> tuple[tuple[str, int], ...]:
        from unicodedata import normalize

        from typo_keyboards.neighbourhood import beside

        _, level = self._home(character)
        marks = normalize("NFD", character)[1:] if len(self._known(character)) > 1 else ""
        keys = self._keys_of(character)
        near = [(key, self._around(key)) for key in keys]
        return beside(self, near, level, character, marks)


def _places(keys: tuple[Key, ...]) -> tuple[dict[str, tuple[Key, int]], set[str]]:
    """Map each character to its key and level, the lowest level and there the first key; list those of more keys."""
    places: dict[str, tuple[Key, int]] = {}
    doubled = set()
    for level in range(max(len(key.characters) for key in keys)):
        for key in keys:
            character = key.at(level)
            if character in places:
                doubled.add(character)
            elif character:
                places[character] = (key, level)
    return places, doubled

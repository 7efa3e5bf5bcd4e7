"""Words typed while another layout was on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Literal
from unicodedata import category, is_normalized, normalize

from typo import registry
from typo.edits import Edit
from typo.errors import InvalidArgument
from typo.graphemes import is_joined
from typo.transforms.keyboard import layout_of, view_of
from typo.transforms.pieces import Stretches
from typo.views.direct import Direct
from typo.words import Words
from typo_keyboards import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.keyed import Draws
    from typo.text import Text
    from typo.words import Lexicon, Unit
    from typo_keyboards.geometry import Key

__all__ = ["WrongLayout", "mistyped"]


@dataclass(frozen=True, slots=True)
class WrongLayout:
    """Somebody typed a word while another layout was on: `привет` comes out as `ghbdtn`.

    >>> import typo
    >>> typo.perturb("привет, мир", transform=WrongLayout(lang="ru"), rate=1).text
    'ghbdtn, vbh'
    >>> typo.perturb("안녕", transform=WrongLayout(lang="ko"), rate=1).text
    'dkssud'
    >>> typo.perturb("hello", transform=WrongLayout(lang="en", active="ko-2set"), rate=1).text
    'ㅗ디ㅣㅐ'

    A unit is a word; in Thai a stretch of up to four grapheme clusters. A word is none when it has a character that
    one of the layouts does not have, or a digit, or when it would come out as it was, with a blank, or with a mark
    first. Punctuation beside a word stays.

    - `lang`: the language of the text; it tells what a word is, and the layout that was meant.
    - `intended`: the id of the layout that was meant, if it is not the language's usual one.
    - `active`: the id of the layout that was on; `ko-2set`, `vi-telex` and `vi-vni` come with their input methods.

    Raises `UnknownName` for a language or layout that is not there, and `InvalidArgument` when the two make the same of
    every key without AltGr, as `pl` and `us` do.
    """

    name: ClassVar[str] = "wrong_layout.v1"

    lang: str
    intended: str = ""
    active: str = "us"

    def __post_init__(self) -> None:
        object.__setattr__(self, "intended", layout_of(self.lang, "intended", self.intended))
        object.__setattr__(self, "active", layout_of(self.lang, "active", self.active))
        if not _same_place(self.intended, self.active):
            raise InvalidArgument(
                f"active={self.active!r} has no key where the layout {self.intended!r} has one: their keyboards are"
                " of different forms."
            )
        if _is_no_other(self.intended, self.active):
            raise InvalidArgument(
                f"active={self.active!r} makes the same of every key (AltGr apart) as the layout {self.intended!r} on"
                f" which lang={self.lang!r} is typed; name another one."
            )

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return f"words typed on {self.intended} that come out as others on {self.active}"

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words that would come out differently."""
        elisions = registry.language(self.lang).elisions
        return Words(text.string, _lexicon(self.intended, self.active, elisions))

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Type the word on the other layout."""
        word = text.string[unit.start : unit.end]
        made = mistyped(word, self.intended, self.active)
        return None if made is None else Edit(unit.start, unit.end, word, made, "wrong_layout")


def mistyped(word: str, intended: str, active: str) -> str | None:
    """Return what the keys of a word on one layout make on another; None where that cannot stand in a text.

    >>> mistyped("ещё", "ru", "us"), mistyped("test", "us", "vi-telex")
    ('to`', 'tét')
    """
    if any(map(str.isdecimal, word)):
        return None
    form: Literal["NFC", "NFD"] = "NFC" if is_normalized("NFC", word) else "NFD"
    view = view_of(intended)
    keys = view.keys(word)
    if keys is None or not is_normalized(form, word):
        return None
    typed = _on_other(view.struck(normalize("NFC", keys)), intended, active)
    made = None if typed is None else normalize(form, view_of(active).made(typed))
    return made if made and made != word and _may_stand(made) else None


def _on_other(characters: str, intended: str, active: str) -> str | None:
    """Return what one layout makes of the keystrokes of another; None where one of them lacks a character."""
    meant, on = load(intended), load(active)
    same_place = _same_place(intended, active)
    strokes = []
    for character in characters:
        if character not in meant:
            return None
        for name, level in meant.keystrokes(character):
            key = same_place.get(name)
            pressed = 0 if meant.contextual and level > 1 else level
            if key is None or not key.at(pressed):
                return None
            strokes.append((key.name, pressed))
    return on.typed(strokes)


@cache
def _same_place(intended: str, active: str) -> dict[str, Key]:
    """Map the names of the keys of one layout to the keys at the same places of another."""
    places = {key.spot.slot: key for key in load(active).keys}
    return {key.name: places[key.spot.slot] for key in load(intended).keys if key.spot.slot in places}


def _may_stand(made: str) -> bool:
    """Tell whether a text may stand in place of a word: without blanks, and joined to nothing before or after it."""
    blank = any(character.isspace() or category(character) == "Cc" for character in made)
    return not blank and not is_joined("a" + made, 1) and not is_joined(made + "a", len(made))


def _is_no_other(intended: str, active: str) -> bool:
    """Tell whether two layouts make the same of every key, alone and with Shift."""
    if intended == active:
        return True
    if not (isinstance(view_of(intended), Direct) and isinstance(view_of(active), Direct)):
        return False
    same_place = _same_place(intended, active)
    meant = [(key, same_place[key.name]) for key in load(intended).keys if key.name in same_place]
    return all(key.at(level) == other.at(level) for key, other in meant for level in (0, 1))


@cache
def _lexicon(intended: str, active: str, elisions: tuple[str, ...]) -> Lexicon:
    return Stretches(lambda word: int(mistyped(word, intended, active) is not None), elisions, intended)

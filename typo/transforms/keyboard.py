"""Slips of a finger on the keyboard of a language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from typo import registry
from typo.errors import InvalidArgument, UnknownName, check_choice, check_text
from typo.slips import profiles
from typo.slips.drawer import drawer
from typo.transforms.drawn import DrawnWords
from typo.transforms.pieces import STRETCH, is_unspaced, pieces
from typo.transforms.view_drawers import view_drawer
from typo.views.direct import Direct
from typo.views.hangul import Hangul
from typo.views.telex import Telex, Vni
from typo_keyboards import load

if TYPE_CHECKING:
    from typo.slips import Slip
    from typo.slips.drawer import Drawer, Drawn
    from typo.transforms.view_drawers import ViewDrawer
    from typo.views.word import WordView
    from typo.words import Lexicon

__all__ = ["Keyboard", "layout_of", "view_of"]

_VIEWS: dict[str, WordView] = {"ko-2set": Hangul(), "vi-telex": Telex(), "vi-vni": Vni()}


@dataclass(frozen=True, slots=True)
class Keyboard(DrawnWords):
    """A finger slipped: a key was missed, doubled, swapped with the next, or one beside it was struck.

    >>> import typo
    >>> result = typo.perturb("Nobody reads the manual twice.", transform=Keyboard(lang="en"), rate=0.3, key="a")
    >>> result.eligible, result.realised, len(result.logprobs)
    (5, 2, 2)

    A unit is a word of at least two letters that the layout can type, without digits, and it is drawn in
    proportion to its letters. A word has one slip at most. Blanks, punctuation and digits stay as they are, and
    so does the case of what was typed. Where a script has no blanks (Thai), a unit is a stretch of up to four grapheme
    clusters, so that a rate is a share of a quarter of them.

    What stands for letters depends on the layout: on `ko-2set` a slip happens on the jamo keys and the syllables are
    put together anew; on `vi-telex` and `vi-vni` it happens on the keys of the input method; see `typo.views`.

    - `lang`: the language; it tells what a word is, and the layout.
    - `layout`: the id of another layout than the language's usual one, see `typo_keyboards.available()`.
    - `profile`: who types: `desktop`, `phone`, `learner`, `keyboard-only` (neighbouring keys and nothing else),
      `uniform`, `multypo` (the numbers of that algorithm); see `typo.slips.profiles()`.
    - `modifiers`: add slips on Shift (`the`, `THe` for `The`) and on dead keys (`ho^te` for `hôte`) of a layout whose
      keys are letters. Each has 1 in 128 of all slips of its word, all together half at most; that share is assumed,
      as no corpus that may be used has it.

    The distribution is explicit: `Perturbation.logprobs` has the log-probability of each slip of its word.
    Raises `UnknownName` for a language or layout that is not there, and `InvalidArgument` for a language that is not
    typed on letter keys.
    """

    name: ClassVar[str] = "keyboard.v1"

    lang: str = "en"
    layout: str = ""
    profile: str = "desktop"
    modifiers: bool = False

    def __post_init__(self) -> None:
        check_choice("profile", self.profile, profiles())
        if not isinstance(self.modifiers, bool):
            raise InvalidArgument(f"modifiers={self.modifiers!r} must be True or False.")
        object.__setattr__(self, "layout", layout_of(self.lang, "layout", self.layout))

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        if is_unspaced(self.layout):
            return f"stretches of up to {STRETCH} characters (grapheme clusters) that the layout {self.layout} can type"
        return view_of(self.layout).unit

    def lexicon(self) -> Lexicon:
        """Return the words that can be typed, each weighing its letters or keys."""
        elisions = registry.language(self.lang).elisions
        return pieces(view_of(self.layout), elisions, self.layout, modifiers=self.modifiers)

    def drawer(self) -> Drawer:
        """Return what makes the slips of a word on a layout whose keys are letters."""
        return drawer(self.layout, self.profile, self.lang)

    def slips(self, word: str) -> tuple[Slip, ...]:
        """List every slip of a word with its weight, of which `typo.slips.SCALE` is the sum."""
        return self._drawer().slips(word)

    def _draw(self, word: str, number: int) -> Drawn | None:
        return self._drawer().draw(word, number)

    def _drawer(self) -> ViewDrawer:
        return view_drawer(view_of(self.layout), self.layout, self.profile, self.lang, modifiers=self.modifiers)


def view_of(layout: str) -> WordView:
    """Return the view of a layout: that of its input method, or else its letters themselves.

    >>> view_of("ko-2set"), view_of("de")
    (Hangul(), Direct(layout='de'))
    """
    return _VIEWS.get(layout.removesuffix("@phone")) or Direct(layout)


def layout_of(lang: str, argument: str, layout: str = "") -> str:
    """Return the id of a layout, or of the usual one of a language where it is empty.

    Raises `UnknownName` for a language or layout that is not there, and `InvalidArgument` for a language that is typed
    through an input method that is no view of words.
    """
    usual = registry.language(lang).keyboard
    if not check_text(argument, layout) and not usual:
        raise InvalidArgument(
            f"lang={lang!r} has no layout whose keys are its letters (for slips on Japanese there is romaji_slip);"
            f" {argument} must name one."
        )
    try:
        return load(layout or usual).id
    except LookupError as error:
        raise UnknownName(str(error)) from None

"""One slip of a finger on kana keys, of a keyboard or a phone."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, ClassVar

from typo.errors import check_choice
from typo.transforms.kana_changes import realised
from typo.transforms.kana_keys import DEVICES, kinds, slips_of
from typo.views.kana_ime import check_engine, engine_data

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text
    from typo.views.kana_ime import KanaIme
    from typo.words import Unit

__all__ = ["KanaSlip"]

_TABLE = "kana-devices-1"


@dataclass(frozen=True, slots=True)
class KanaSlip:
    """A finger slipped while a word was typed on kana keys: on a phone a flick for い ended as あ.

    >>> import typo
    >>> str(typo.perturb("ください", transform=KanaSlip(device="flick", op="mark"), rate=1))
    'くたさい'

    A unit is a word of at least two kana that the device has keys for; a word with kanji is converted anew, and the
    parts of it that the slip did not reach keep their form.

    - `device="flick"`: the 12 keys of a phone. `op`: `direction`, the flick went another way; `replace`, on a
      neighbouring key; `mark`, the key for voiced and small kana was missed or struck once too often.
    - `device="pc-kana"`: a JIS keyboard in kana mode. `op`: `replace`, a neighbouring key; `insert`, a neighbouring
      key as well; `double`, `omit`, `transpose`; `shift`, Shift was missed, so that a small kana came out large.
    - `op="any"` (default): by the shares of `data/japanese/devices.tsv`, which says where they are from.
    - `reader`, `pin`, `per`: see `typo.views.kana_ime.KanaIme`; without a reader only words in kana are units.

    For romaji keys see `RomajiSlip`. Needs the extra `ja` with a reader, no extra without; raises `MissingExtra` when
    it is made.
    """

    name: ClassVar[str] = "kana_slip.v1"
    unit: ClassVar[str] = "words of at least two kana that the device can type"

    device: str = "flick"
    op: str = "any"
    reader: str = "none"
    pin: str = "tokens"
    per: str = "word"

    def __post_init__(self) -> None:
        check_choice("device", self.device, (*DEVICES,))
        check_choice("op", self.op, ("any", *(kind.op for kind in kinds(self.device))))
        self._view()
        check_engine(self.reader)

    @property
    def data(self) -> tuple[str, ...]:
        """The tags of the data that results depend on, for the signature."""
        return (_TABLE, *engine_data(self.reader))

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the words that the device can type."""
        return self._view().units(text)

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Slip once on the keys of the word; None where nothing else comes out."""
        view = self._view()
        keys = view.symbols(text, unit)
        left = [kind for kind in kinds(self.device) if self.op in ("any", kind.op)]
        while keys is not None and left:
            kind = left.pop(draws.weighted([kind.weight for kind in left]))
            changes = slips_of(self.device, kind.op, keys)
            if changes:
                return realised(view, text, unit, changes, draws, kind="kana_slip")
        return None

    def _view(self) -> KanaIme:
        return _view(self.device, self.reader, self.pin, self.per)


@cache  # a view checks its options each time that it is made
def _view(device: str, reader: str, pin: str, per: str) -> KanaIme:
    return DEVICES[device](reader=reader, pin=pin, per=per)

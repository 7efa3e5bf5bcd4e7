"""The Japanese input method: kana and keys, readings, and conversion to kanji.

>>> from typo.ja import keystrokes, romaji_to_kana
>>> keystrokes("たんご"), romaji_to_kana("tange")
('tango', 'たんげ')
"""

from __future__ import annotations

from typo.ja.align import Piece
from typo.ja.bunsetsu import bunsetsu
from typo.ja.composer import Composer
from typo.ja.convert import Candidate, candidates, convert, reconvert
from typo.ja.reader import Token, reading
from typo.ja.romaji import keystrokes, romaji_to_kana

__all__ = [
    "Candidate",
    "Composer",
    "Piece",
    "Token",
    "bunsetsu",
    "candidates",
    "convert",
    "keystrokes",
    "reading",
    "reconvert",
    "romaji_to_kana",
]

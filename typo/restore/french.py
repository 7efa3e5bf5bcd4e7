"""What the embedded restorer knows of French grammar: elision, and which words a participle follows."""

from __future__ import annotations

import re
from typing import NamedTuple

from typo.lexicon import fold
from typo.restore.rules import APOSTROPHES

__all__ = ["ELIDED", "Elision", "elisions", "follows_auxiliary"]

# Words that end in an apostrophe before a vowel or h, and the decimal logarithm of their share among all elided words
# of a corpus of edited text (l' 44 %, d' 31, n' 6, qu' 6, s' 5, c' 3, j' 2, jusqu' 1, the others less).
ELIDED: dict[str, float] = {
    "l": -0.36,
    "d": -0.51,
    "n": -1.22,
    "qu": -1.22,
    "s": -1.30,
    "c": -1.52,
    "j": -1.70,
    "jusqu": -2.0,
    "lorsqu": -2.3,
    "m": -2.3,
    "presqu": -2.3,
    "puisqu": -2.3,
    "quelqu": -2.3,
    "quoiqu": -2.3,
    "t": -2.3,
}
_VOWELS = frozenset("aeiouyhœæ")
# Some stand before few words only, and j' before verbs of the first person (and en, y).
_HOSTS: dict[str, re.Pattern[str]] = {
    "c": re.compile(r"e(?:n|st|t(?:ai(?:t|ent)|ant)|ut)"),
    "j": re.compile(r".*(?:e|s|x|ai)|en|y"),
    "presqu": re.compile(r"iles?"),
    "quelqu": re.compile(r"une?"),
}


def _set_of(words: str) -> frozenset[str]:
    return frozenset(words.split())


_AUXILIARIES = _set_of(
    "a ai as avons avez ont avais avait avions aviez avaient eus eut eurent aurai auras aura aurons aurez auront "
    "aurais aurait aurions auriez auraient aie aies ait ayons ayez aient eusse eussent avoir ayant "
    "suis es est sommes etes sont etais etait etions etiez etaient fus fut fumes furent serai seras sera serons "
    "serez seront serais serait serions seriez seraient sois soit soyons soyez soient fusse fussent etre etant ete"
)
# What may stand between an auxiliary and its participle; so may adverbs in -ment.
_BETWEEN = _set_of(
    "alors ainsi assez aussi beaucoup bien bientot deja depuis donc egalement encore enfin ensuite jamais mal meme "
    "moins parfois pas peu plus point presque puis rien souvent surtout tant tellement tout tous toute toutes "
    "toujours tres trop il elle on ils elles je tu nous vous t y en"
)
_FARTHEST = 4


class Elision(NamedTuple):
    """A form taken as an elided word and its host that lost their apostrophe."""

    word: str
    host: str
    share: float


def elisions(form: str) -> list[Elision]:
    """Return the ways in which a form may be an elided word and its host, by the rules of elision alone.

    >>> [(elision.word, elision.host) for elision in elisions("quil")], elisions("cmaison")
    ([('qu', 'il')], [])
    """
    found = []
    low = form.lower()
    for word, share in ELIDED.items():
        host = low[len(word) :]
        if not low.startswith(word) or not host:
            continue
        bare = fold(host)
        if bare[0] in _VOWELS and (word not in _HOSTS or _HOSTS[word].fullmatch(bare)):
            found.append(Elision(form[: len(word)], form[len(word) :], share))
    return found


def follows_auxiliary(words: list[str]) -> bool:
    """Tell whether a form of avoir or être comes right before, or with nothing but adverbs and pronouns in between.

    `words` are those before, in text order.

    >>> follows_auxiliary(["la", "police", "n’a", "pas"]), follows_auxiliary(["la", "police"])
    (True, False)
    """
    for word in reversed(words[-_FARTHEST:]):
        last = re.split(f"[{APOSTROPHES}-]", word.lower())[-1]
        # `à` is no form of avoir; longer forms may have lost their marks.
        bare = fold(last) if len(last) > 1 else last
        if bare in _AUXILIARIES:
            return True
        if bare not in _BETWEEN and not bare.endswith("ment"):
            return False
    return False

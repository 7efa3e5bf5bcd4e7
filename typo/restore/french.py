"""What the embedded restorer knows of French grammar: elision, words of grammar, and what a participle follows."""

from __future__ import annotations

import re
from functools import cache
from math import log10
from typing import NamedTuple

from typo.lexicon import fold
from typo.restore.rules import APOSTROPHES

__all__ = ["CLOSED_CLASS", "Elision", "elided_words", "elisions", "follows_auxiliary"]

# Shares of the elided words among all of a corpus of edited text; the others have less.
_SHARES = {"l": 0.44, "d": 0.31, "n": 0.06, "qu": 0.06, "s": 0.05, "c": 0.03, "j": 0.02, "jusqu": 0.01}
_RARE = 0.005
_VOWELS = frozenset("aeiouyhœæ")
# Some stand before verbs (and en, y) only, or before few words; without their marks.
_PRONOUN = r"(?!(?:une?|elles?|on|aux?|et|ou|avec)\Z)(?:y|a|..+)"
_HOSTS = {
    word: re.compile(pattern)
    for word, pattern in {
        "c": r"e(?:n|st|t(?:ai(?:t|ent)|ant)|ut)",
        "ç": r"a|avai(?:t|ent)|aurai(?:t|ent)",
        "d": r"y|..+",
        "j": r"(?!elles?\Z).*(?:e|s|x|ai)|en|y",
        "m": rf"(?!ils?\Z){_PRONOUN}",
        "n": rf"(?!ils?\Z){_PRONOUN}",
        "s": rf"(?!a\Z){_PRONOUN}",
        "t": _PRONOUN,
    }.items()
}
_ANY_HOST = re.compile(r"[ay]|..+")


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

#: Articles, pronouns, prepositions, conjunctions, adverbs of degree and the commonest forms of auxiliaries, of four
#: letters or more: the likeliest of all words wherever one of them is possible.
CLOSED_CLASS = _set_of(
    "aucun aucune autre autres avec cela celle celles celui cette ceux chaque comme contre dans depuis dont elle elles "
    "entre leur leurs mais même moins notre nous pour quand quel quelle quelles quels quoi sans selon sous tout toute "
    "toutes tous très trop votre vous vers chez ainsi aussi alors après avant bien donc encore jamais lors lorsque où "
    "parce plus plusieurs puis puisque quelque quelques toujours voici voilà "
    "était étaient être avait avaient avoir sont sera seront serait fait faire peut peuvent doit"
)


class Elision(NamedTuple):
    """A form taken as an elided word and its host that lost their apostrophe.

    `prior` is the decimal logarithm of how often this elided word loses it, on an arbitrary scale; `fixed` has the
    hosts where only few are possible.
    """

    word: str
    host: str
    prior: float
    fixed: tuple[str, ...]


@cache
def elided_words() -> tuple[str, ...]:
    """Return what may stand before an apostrophe, longest first."""
    return tuple(sorted(_rows(), key=lambda word: (-len(word), word)))


def elisions(form: str) -> list[Elision]:
    """Return the ways in which a form may be an elided word and its host, by the rules of elision alone.

    >>> [(elision.word, elision.host) for elision in elisions("quil")], elisions("cmaison")
    ([('qu', 'il')], [])
    """
    found = []
    low = form.lower()
    for word, (after, weight) in _rows().items():
        host = low[len(word) :]
        if not host or not low.startswith(word):
            continue
        bare = fold(host)
        fixed = tuple(known for known in after if fold(known) == bare)
        if fixed or (after == ("vowel",) and bare[0] in _VOWELS and _HOSTS.get(word, _ANY_HOST).fullmatch(bare)):
            prior = log10(_SHARES.get(word, _RARE) * weight)
            found.append(Elision(form[: len(word)], form[len(word) :], prior, fixed))
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


@cache
def _rows() -> dict[str, tuple[tuple[str, ...], int]]:
    """Return the hosts and the weight of each elided word, from the table of what loses its apostrophe."""
    from typo.transforms.apostrophe_rules import rows_of  # here: it reads data, which an import must not wait for

    return {word: (row.after, row.weight) for row in rows_of("fr") for word in row.before}

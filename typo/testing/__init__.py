"""The laws of typokit as one call, for whoever writes a transform.

Needs neither pytest nor Hypothesis; for property tests of programs that read text see `typo.strategies`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from typo.errors import check_int, check_text
from typo.perturber import Perturber
from typo.testing.cases import Case
from typo.testing.laws import LAWS
from typo.testing.objects import NAME_LAW, OBJECT_LAWS
from typo.testing.texts import TEXTS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from typo.combine import Combinator
    from typo.planner import Transform

__all__ = ["check_transform"]

_TRIES = 3  # keys, in case a transform leaves records alone


def check_transform(
    transform: Transform | Combinator, *, texts: Iterable[str] = (), lang: str | None = None, examples: int = 200
) -> None:
    """Check that a transform or combinator keeps the laws of typokit, on many texts and in another process.

    >>> import typo
    >>> check_transform(typo.get("fullwidth"), texts=("CPUは64ビット",))

    - `texts`: texts of your own, tried besides the built-in ones in many scripts and kinds of trouble.
    - `lang`: the language given to the `Perturber`.
    - `examples`: how many pairs of a text and a key to try a law on; every text is tried at least once.

    Raises AssertionError for the first law that is broken, with its name, the text, the key and the edit, and where
    no text was edited at all. It starts two processes of its own, and a law on speed takes up to some seconds of
    processor time.
    """
    check_int("examples", examples, minimum=1)
    Perturber(transform)  # says so where it is no transform at all
    tried = [*(check_text("texts", text) for text in texts), *TEXTS]
    for law in (NAME_LAW, *LAWS, *OBJECT_LAWS):
        for key in range(max(examples, len(tried)) if law.of_texts else 1):
            law.hold(Case(transform, tried[key % len(tried)], key, lang))
    if not any(Case(transform, text, key, lang).apply().edits for text in tried for key in range(_TRIES)):
        raise AssertionError(
            f"{transform.name} edits none of the texts, so no law was tried on an edit; give texts= that it can edit."
        )

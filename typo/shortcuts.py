"""One text, without making a Perturber first."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from typo.edits import Edit
from typo.errors import InvalidArgument, check_text
from typo.perturber import Perturber
from typo.protect import DEFAULT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.combine import Combinator
    from typo.keyed import Key
    from typo.perturbation import Perturbation
    from typo.planner import Plan, Transform

__all__ = ["explain", "perturb", "plan"]


def perturb(
    text: str,
    *,
    lang: str | None = None,
    transform: Transform | Combinator | None = None,
    rate: float = 0.1,
    seed: int | str = 0,
    key: Key | None = None,
    min_edits: int = 0,
    max_edits: int | None = None,
    protect: Sequence[str] = DEFAULT,
) -> Perturbation:
    """Return a text as somebody might have typed it, with its edit log.

    Exactly one of `lang` (that language's own mix of typing errors) and `transform` is given; the rest is as
    in `Perturber`, but for the defaults: rate 0.1 and no minimum, whatever a recipe brings.

    >>> import typo
    >>> str(perturb("CPUを買う", transform=typo.get("fullwidth"), rate=1))
    'ＣＰＵを買う'
    """
    if (lang is None) == (transform is None):
        raise InvalidArgument("exactly one of lang and transform must be given.")
    kept: Any = tuple(protect) if type(protect) is list else protect
    options: tuple[Any, ...] = (lang, transform, rate, seed, min_edits, max_edits, kept)
    try:
        perturber = _perturber(*options)
    except TypeError:  # an argument that cannot be kept, or that is of no use at all
        perturber = _perturber.__wrapped__(*options)
    return perturber.apply(text, key=key)


# To make a Perturber costs thirty times as much as a sentence: in a loop the last ones made serve again. `typed`, since
# 1 is no rate that True stands for.
@lru_cache(maxsize=32, typed=True)
def _perturber(
    lang: Any, transform: Any, rate: Any, seed: Any, min_edits: Any, max_edits: Any, protect: Any
) -> Perturber:
    return Perturber(
        transform, rate=rate, seed=seed, min_edits=min_edits, max_edits=max_edits, protect=protect, lang=lang
    )


def plan(
    text: str,
    transform: Transform | Combinator,
    *,
    seed: int | str = 0,
    key: Key | None = None,
    protect: Sequence[str] = DEFAULT,
) -> Plan:
    """Return the plan of one text: its edits in order, of which any number may be taken.

    >>> import typo
    >>> drawn = plan("CPUは64ビットでRAMは8GB", typo.get("fullwidth"), seed=7)
    >>> drawn.eligible
    4
    >>> set(drawn.take(1).edits) <= set(drawn.take(3).edits)
    True

    Raises `InvalidArgument` for a transform with a `Then`, which has no single plan.
    """
    perturber = Perturber(transform, seed=seed, protect=protect)
    return perturber.plan_record({"": check_text("text", text)}, key=key)


# What a person at the keyboard did, by the label of the slip.
_REASONS = {
    "replace": "another key was struck",
    "diacritic": "a mark was left out, or another one made",
    "sign": "a vowel sign or tone mark was left out, or the one beside it made",
    "omit": "a key was left out",
    "double": "a key was struck twice",
    "insert": "a key too many was struck",
    "transpose": "two keys were struck in the wrong order",
}


def explain(word: str, *, lang: str = "en", profile: str = "desktop") -> list[tuple[Edit, float, str]]:
    """List every slip that `keyboard` could make in a word, with its probability and what happened, likeliest first.

    >>> import typo
    >>> found = typo.explain("the", lang="en")
    >>> round(sum(probability for _, probability, _ in found), 9)
    1.0
    >>> [reason for edit, _, reason in found if (edit.original, edit.replacement) == ("he", "eh")]
    ['two keys were struck in the wrong order']

    The probabilities are those given that the word has one slip; they are what `Perturber` draws from, and their
    logarithms are `Perturbation.logprobs`, both but for rounding in the fifth digit. The list is empty for a word
    that can have no slip. Raises `UnknownName` for a language that is not there.
    """
    from typo.slips import SCALE
    from typo.transforms.keyboard import Keyboard

    found = Keyboard(lang=lang, profile=profile).slips(check_text("word", word))
    return [
        (
            Edit(slip.start, slip.end, word[slip.start : slip.end], slip.replacement, slip.label),
            slip.weight / SCALE,
            _REASONS.get(slip.label, slip.label),
        )
        for slip in sorted(found, key=lambda slip: (-slip.weight, slip))
    ]

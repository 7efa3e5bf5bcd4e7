"""What perturbation does to a model's tokens, and whether that is where answers turn."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from math import nan
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Hashable, Sequence

    from typo.evaluation.bootstrap import Pair

__all__ = ["TokenEffect", "TokenQuartile", "changed_tokens", "token_effect"]


def changed_tokens(before: Sequence[Hashable], after: Sequence[Hashable]) -> int:
    """Count the tokens of a text that are not taken over, in order, from the text before it was perturbed.

    >>> changed_tokens(["the", " cat", " sat"], ["t", "eh", " cat", " sat"])
    2
    """
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return len(after) - sum(block.size for block in matcher.get_matching_blocks())


class TokenQuartile(NamedTuple):
    """A quarter of the documents, by the share of their tokens that changed: up to `share`."""

    n: int
    share: float
    flips: int
    harmful: int


@dataclass(frozen=True, slots=True)
class TokenEffect:
    """How a condition's texts fall into tokens, against the originals.

    - `before`, `after`: tokens in all; `growth`: how many more, as a share of those before.
    - `changed`: the mean share of a text's tokens that changed, NaN where it is not known; `quartiles`: flips by that
      share, from the least; empty where it is not known.
    - `growth_flipped`, `growth_kept`: the mean growth of the texts whose answer turned, and of the others; NaN where
      there are none.
    """

    n: int
    before: int
    after: int
    growth: float
    changed: float
    growth_flipped: float
    growth_kept: float
    quartiles: tuple[TokenQuartile, ...]


def token_effect(pairs: Sequence[Pair]) -> TokenEffect | None:
    """Compare the token counts of documents under two conditions; None where a record does not tell them."""
    import numpy as np

    if not pairs or any(record.tokens is None for pair in pairs for record in pair):
        return None
    before = np.array([one.tokens for one, _ in pairs], dtype=np.float64)
    after = np.array([other.tokens for _, other in pairs], dtype=np.float64)
    turned = np.array([one.prediction != other.prediction for one, other in pairs])
    harmful = np.array([one.correct and not other.correct for one, other in pairs])
    growth = after / np.maximum(before, 1) - 1
    shares = None
    if all(other.changed_tokens is not None for _, other in pairs):
        shares = np.array([other.changed_tokens for _, other in pairs], dtype=np.float64) / np.maximum(after, 1)
    quartiles = []
    if shares is not None:
        for part in np.array_split(np.argsort(shares, kind="stable"), 4):
            most = float(shares[part[-1]]) if len(part) else nan
            quartiles.append(TokenQuartile(len(part), most, int(turned[part].sum()), int(harmful[part].sum())))
    return TokenEffect(
        n=len(pairs),
        before=int(before.sum()),
        after=int(after.sum()),
        growth=float(after.sum() / before.sum() - 1) if before.any() else nan,
        changed=nan if shares is None else float(shares.mean()),
        growth_flipped=float(growth[turned].mean()) if turned.any() else nan,
        growth_kept=float(growth[~turned].mean()) if not turned.all() else nan,
        quartiles=tuple(quartiles),
    )

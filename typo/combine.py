"""Transforms made of transforms.

A combinator is planned through its simple components: each keeps its own order of units, and the planner
draws a component first and then a unit of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from typo.errors import InvalidArgument, check_int, check_rate
from typo.planner import Component, Transform, components

if TYPE_CHECKING:
    from collections.abc import Sequence

    from typo.edits import Edit
    from typo.keyed import Draws
    from typo.text import Text, Unit

__all__ = ["Mix", "Recipe"]


@dataclass(frozen=True, slots=True)
class Mix:
    """Several kinds of typing error at once, in shares given by `weights`.

    A weight is the expected share of a kind among the edits, while that kind has places left. Where two kinds
    want the same place, the one drawn later gives way, so the edits at a low rate are among those at a high
    one. The units are the places that any of the kinds could touch.

    >>> import typo
    >>> mix = Mix((typo.get("fullwidth"), typo.get("ime_on")), weights=(3, 1))
    >>> mix
    Mix((FullWidth(per='run'), ImeOn(capitals='fold', table='mozc')), weights=(3, 1))

    Raises `InvalidArgument` for an empty tuple, for weights that are not positive integers, and for as many
    weights as do not match the transforms.
    """

    transforms: tuple[Transform, ...]
    weights: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        if not isinstance(self.transforms, tuple) or not self.transforms:
            raise InvalidArgument("transforms must be a tuple of at least one transform.")
        for transform in self.transforms:
            if not isinstance(transform, Transform):
                raise InvalidArgument(f"transforms holds {transform!r}, which is not a transform; see typo.get.")
        weights = self.weights or (1,) * len(self.transforms)
        if not isinstance(weights, tuple) or len(weights) != len(self.transforms):
            raise InvalidArgument(
                f"weights={weights!r} must be a tuple of {len(self.transforms)} integers, one a transform."
            )
        for weight in weights:
            check_int("weights", weight, minimum=1)
        object.__setattr__(self, "weights", weights)

    def __repr__(self) -> str:
        return f"Mix({self.transforms!r}, weights={self.weights!r})"

    @property
    def name(self) -> str:
        """The name of the combinator; its components carry their own."""
        return "mix.v1"

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return " or ".join(dict.fromkeys(transform.unit for transform in self.transforms))

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the units of all kinds, in text order."""
        return sorted({unit for transform in self.transforms for unit in transform.units(text)})

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Work out the edit of one unit, of a kind drawn by weight among those that have this unit."""
        parts = [part for part in self.components() if unit in part.transform.units(text)]
        if not parts:
            return None
        return parts[draws.weighted([part.weight for part in parts])].transform.realise(text, unit, draws)

    def components(self) -> tuple[Component, ...]:
        """List the simple transforms inside, with their weights and the way that leads to them."""
        scale = 1
        inner = [components(transform) for transform in self.transforms]
        totals = [sum(part.weight for part in parts) for parts in inner]
        for total in totals:
            scale *= total
        # Weights inside a nested mix are shares of that mix's own weight; the scale keeps them integers.
        return tuple(
            Component(part.transform, part.weight * weight * (scale // total), (f"mix[{index}]", *part.path))
            for index, (parts, weight, total) in enumerate(zip(inner, self.weights, totals, strict=True))
            for part in parts
        )


@dataclass(frozen=True, slots=True)
class Recipe:
    """A transform with a public name and the defaults it is published with.

    `rate`, `min_edits` are what a `Perturber` uses when it is not told otherwise.

    >>> import typo
    >>> recipe = typo.get("ja.fullwidth")
    >>> recipe.name, recipe.rate, recipe.min_edits
    ('ja.fullwidth.v1', 0.1, 1)
    """

    name: str
    transform: Transform
    rate: float = 0.1
    min_edits: int = 0

    def __post_init__(self) -> None:
        check_rate("rate", self.rate)
        check_int("min_edits", self.min_edits, minimum=0)

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return self.transform.unit

    def units(self, text: Text) -> Sequence[Unit]:
        """Find the units of the transform inside."""
        return self.transform.units(text)

    def realise(self, text: Text, unit: Unit, draws: Draws) -> Edit | None:
        """Work out the edit of one unit as the transform inside does."""
        return self.transform.realise(text, unit, draws)

    def components(self) -> tuple[Component, ...]:
        """List the simple transforms inside, under the recipe's name."""
        return tuple(part._replace(path=(self.name, *part.path)) for part in components(self.transform))

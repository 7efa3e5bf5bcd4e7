"""Transforms made of transforms.

A combinator is planned through its simple components: each keeps its own order of units, and the planner
draws a component first and then a unit of it. What a combinator draws for itself it draws once a record, from
the record's key and the place where it stands, so that the rate has no say in it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast, runtime_checkable

from typo.errors import InvalidArgument, check_choice, check_int, check_rate, check_text
from typo.keyed import Draws, digest
from typo.planner import Component, Transform, component

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = [
    "Combinator",
    "Defaults",
    "Mix",
    "OneOf",
    "Recipe",
    "SomeOf",
    "Sometimes",
    "Stage",
    "Then",
    "check_transform_argument",
    "inside",
    "is_chained",
    "is_drawn",
    "stages_of",
]

Path = tuple[str, ...]


class Defaults(NamedTuple):
    """What a Perturber uses when neither its caller nor a recipe says otherwise."""

    rate: float = 0.1
    min_edits: int = 0
    per: str = "unit"


class Stage(NamedTuple):
    """What is planned at once: the components, and the rate where it is not the Perturber's."""

    parts: tuple[Component, ...]
    rate: float | None = None


@runtime_checkable
class Combinator(Protocol):
    """A transform made of transforms."""

    @property
    def name(self) -> str:
        """The versioned name of the kind of combinator, or of the recipe."""

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""

    def stages(self, record: bytes, path: Path) -> tuple[Stage, ...]:
        """Return what is planned, one stage after another, for a record."""


def stages_of(transform: Transform | Combinator, record: bytes = b"", path: Path = ()) -> tuple[Stage, ...]:
    """Return the stages of any transform: one for a simple one, none where a record is left alone."""
    combined = getattr(transform, "stages", None)
    if combined is not None:
        return cast("tuple[Stage, ...]", combined(record, path))
    return (Stage((component(cast("Transform", transform), path),)),)


def inside(transform: Transform | Combinator) -> Iterator[Transform | Combinator]:
    """Yield a transform and all that it is made of, from the outside in."""
    yield transform
    if isinstance(transform, Combinator):
        one = getattr(transform, "transform", None)
        for child in getattr(transform, "transforms", () if one is None else (one,)):
            yield from inside(child)


def is_chained(transform: Transform | Combinator) -> bool:
    """Tell whether there is a `Then` anywhere inside: its edits do not nest."""
    return any(isinstance(part, Then) for part in inside(transform))


def is_drawn(transform: Transform | Combinator) -> bool:
    """Tell whether anything inside is drawn anew for each record."""
    return any(isinstance(part, OneOf | SomeOf | Sometimes) for part in inside(transform))


def check_transform_argument(name: str, value: object) -> Transform | Combinator:
    """Return `value` if it is a transform or a combinator."""
    if isinstance(value, Transform | Combinator) and not isinstance(value, type):
        return value
    raise InvalidArgument(f"{name} holds {value!r}, which is not a transform; typo.get turns a name into one.")


class _Several:
    """What combinators of several transforms share."""

    __slots__ = ()

    transforms: tuple[Transform | Combinator, ...]

    def _check(self, *, planned_at_once: bool) -> None:
        if not isinstance(self.transforms, tuple) or not self.transforms:
            raise InvalidArgument("transforms must be a tuple of at least one transform.")
        for transform in self.transforms:
            check_transform_argument("transforms", transform)
            if planned_at_once and is_chained(transform):
                raise InvalidArgument(
                    f"transforms holds {transform!r}, a Then: its stages read each other's texts and cannot share "
                    f"one plan in a {type(self).__name__}; put the Then outside."
                )

    def _checked_weights(self, weights: tuple[int, ...]) -> tuple[int, ...]:
        weights = weights or (1,) * len(self.transforms)
        if not isinstance(weights, tuple) or len(weights) != len(self.transforms):
            raise InvalidArgument(
                f"weights={weights!r} must be a tuple of {len(self.transforms)} integers, one a transform."
            )
        for weight in weights:
            check_int("weights", weight, minimum=1)
        return weights

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        units = dict.fromkeys(transform.unit for transform in self.transforms)
        # The realistic mix of Japanese has 17; a sentence that lists them all says nothing.
        return " or ".join(units) if len(units) <= 3 else "places for any of its kinds of errors"


@dataclass(frozen=True, slots=True)
class Mix(_Several):
    """Several kinds of typing error at once, in shares given by `weights`.

    A weight is the expected share of a kind among the edits, while that kind has places left. Where two kinds
    want the same place, the one drawn later gives way, so the edits at a low rate are among those at a high
    one. The units are the places that any of the kinds could touch.

    >>> import typo
    >>> mix = Mix((typo.get("fullwidth"), typo.get("ime_on")), weights=(3, 1))
    >>> mix
    Mix(transforms=(FullWidth(per='run'), ImeOn(capitals='fold', table='mozc')), weights=(3, 1))

    Raises `InvalidArgument` for an empty tuple, for weights that are not positive integers, for as many
    weights as do not match the transforms, and for a `Then` inside.
    """

    transforms: tuple[Transform | Combinator, ...]
    weights: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self._check(planned_at_once=True)
        object.__setattr__(self, "weights", self._checked_weights(self.weights))

    @property
    def name(self) -> str:
        """The name of the combinator; its components carry their own."""
        return "mix.v1"

    def stages(self, record: bytes, path: Path) -> tuple[Stage, ...]:
        """Return one stage with the components of all kinds."""
        return _mixed(self.transforms, self.weights, record, (*path, "mix"))


@dataclass(frozen=True, slots=True)
class OneOf(_Several):
    """One of several kinds of typing error, drawn once a record in proportion to `weights`.

    >>> import typo
    >>> either = OneOf((typo.get("fullwidth"), typo.get("ime_on")), weights=(3, 1))
    >>> sorted({typo.Perturber(either, rate=1)("AI", key=key) for key in range(9)})
    ['あい', 'ＡＩ']

    Raises `InvalidArgument` as `Mix` does, but may hold a `Then`.
    """

    transforms: tuple[Transform | Combinator, ...]
    weights: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self._check(planned_at_once=False)
        object.__setattr__(self, "weights", self._checked_weights(self.weights))

    @property
    def name(self) -> str:
        """The name of the combinator; its components carry their own."""
        return "one_of.v1"

    def stages(self, record: bytes, path: Path) -> tuple[Stage, ...]:
        """Return the stages of the transform drawn for the record."""
        path = (*path, "one_of")
        index = _own_draws(record, path).weighted(self.weights)
        return stages_of(self.transforms[index], record, (*path, str(index)))


@dataclass(frozen=True, slots=True)
class SomeOf(_Several):
    """Exactly `n` of several kinds of typing error, drawn once a record and mixed in equal shares.

    >>> import typo
    >>> SomeOf((typo.get("fullwidth"), typo.get("ime_on"), typo.get("fullwidth", per="character")), n=2).n
    2

    Raises `InvalidArgument` as `Mix` does, and for an `n` outside 1 .. the number of transforms.
    """

    transforms: tuple[Transform | Combinator, ...]
    n: int = 1

    def __post_init__(self) -> None:
        self._check(planned_at_once=True)
        check_int("n", self.n, minimum=1, maximum=len(self.transforms))

    @property
    def name(self) -> str:
        """The name of the combinator; its components carry their own."""
        return "some_of.v1"

    def stages(self, record: bytes, path: Path) -> tuple[Stage, ...]:
        """Return one stage with the components of the transforms drawn for the record."""
        path = (*path, "some_of")
        draws = _own_draws(record, path)
        left = list(range(len(self.transforms)))
        chosen = {left.pop(draws.below(len(left))) for _ in range(self.n)}
        weights = tuple(int(index in chosen) for index in range(len(self.transforms)))
        return _mixed(self.transforms, weights, record, path)


@dataclass(frozen=True, slots=True)
class Sometimes:
    """A kind of typing error that befalls a record with probability `p`, and else leaves it alone.

    Whether it does is drawn once a record, whatever the rate; a record left alone has no edits, whatever
    `min_edits` says, and a reason.

    >>> import typo
    >>> seldom = typo.Perturber(Sometimes(typo.get("fullwidth"), p=0.25), rate=1)
    >>> seldom.apply("AI", key=1).reason
    'no transform was drawn for this record.'

    Raises `InvalidArgument` for a `p` outside 0..1.
    """

    transform: Transform | Combinator
    p: float = 0.5

    def __post_init__(self) -> None:
        check_transform_argument("transform", self.transform)
        object.__setattr__(self, "p", check_rate("p", self.p))

    @property
    def name(self) -> str:
        """The name of the combinator; its component carries its own."""
        return "sometimes.v1"

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return self.transform.unit

    def stages(self, record: bytes, path: Path) -> tuple[Stage, ...]:
        """Return the stages of the transform, or none."""
        path = (*path, "sometimes")
        fires = _own_draws(record, path).below(1 << 32) < round(self.p * (1 << 32))
        return stages_of(self.transform, record, path) if fires else ()


@dataclass(frozen=True, slots=True)
class Then(_Several):
    """Several kinds of typing error one after another, each on the text that the one before left.

    The result's log is one log against the original text. The rate of the Perturber goes to each stage, or
    each stage has its own from `rates`; `min_edits` and `max_edits` hold for the whole. What is protected is
    found once, on the original text.

    >>> import typo
    >>> both = Then((typo.get("ime_on"), typo.get("fullwidth")))
    >>> str(typo.perturb("AIとGPT-4", transform=both, rate=1))
    'あいとｇｐｔ-４'

    Rates of its own hold whatever the Perturber's is, at rate 0 too. More edits in one stage change what the next
    one finds, so the edits at a low rate need not be among those at a high one: `sweep` and `plan` refuse a
    `Then`. Raises `InvalidArgument` for an empty tuple, and for as
    many `rates` as do not match the transforms.
    """

    transforms: tuple[Transform | Combinator, ...]
    rates: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        self._check(planned_at_once=False)
        if self.rates is None:
            return
        if not isinstance(self.rates, tuple) or len(self.rates) != len(self.transforms):
            raise InvalidArgument(f"rates={self.rates!r} must be a tuple of {len(self.transforms)} numbers.")
        object.__setattr__(self, "rates", tuple(check_rate("rates", rate) for rate in self.rates))

    @property
    def name(self) -> str:
        """The name of the combinator; its components carry their own."""
        return "then.v1"

    def stages(self, record: bytes, path: Path) -> tuple[Stage, ...]:
        """Return the stages of all transforms, in order."""
        rates = self.rates or (None,) * len(self.transforms)
        return tuple(
            stage if stage.rate is not None else stage._replace(rate=rate)
            for index, (transform, rate) in enumerate(zip(self.transforms, rates, strict=True))
            for stage in stages_of(transform, record, (*path, "then", str(index)))
        )


@dataclass(frozen=True, slots=True)
class Recipe:
    """A transform with a public name and the defaults it is published with.

    `rate`, `min_edits` and `per` are what a `Perturber` uses when it is not told otherwise.

    >>> import typo
    >>> recipe = typo.get("ja.fullwidth")
    >>> recipe.name, recipe.rate, recipe.min_edits, recipe.per
    ('ja.fullwidth.v1', 0.1, 1, 'unit')
    """

    name: str
    transform: Transform | Combinator
    rate: float = Defaults().rate
    min_edits: int = Defaults().min_edits
    per: str = Defaults().per

    def __post_init__(self) -> None:
        check_text("name", self.name)
        check_transform_argument("transform", self.transform)
        check_rate("rate", self.rate)
        check_int("min_edits", self.min_edits, minimum=0)
        check_choice("per", self.per, ("unit", "word"))

    @property
    def unit(self) -> str:
        """What one unit is, as a plural."""
        return self.transform.unit

    def stages(self, record: bytes, path: Path) -> tuple[Stage, ...]:
        """Return the stages of the transform inside, under the recipe's name."""
        return stages_of(self.transform, record, (*path, self.name))


def _own_draws(record: bytes, path: Path) -> Draws:
    return Draws(digest("choice", path, under=record))


def _mixed(
    transforms: tuple[Transform | Combinator, ...], weights: tuple[int, ...], record: bytes, path: Path
) -> tuple[Stage, ...]:
    """Return the components of all transforms of positive weight as one stage."""
    inner = [
        [part for stage in stages_of(transform, record, (*path, str(index))) for part in stage.parts] if weight else []
        for index, (transform, weight) in enumerate(zip(transforms, weights, strict=True))
    ]
    totals = [sum(part.weight for part in parts) or 1 for parts in inner]
    scale = 1
    for total in totals:
        scale *= total
    # Weights inside a nested mix are shares of that mix's own weight; the scale keeps them integers.
    parts = tuple(
        part._replace(weight=part.weight * weight * (scale // total))
        for parts, weight, total in zip(inner, weights, totals, strict=True)
        for part in parts
    )
    return (Stage(parts),) if parts else ()

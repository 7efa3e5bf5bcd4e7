"""The audit: a share of the triplets for people to look at, and how far they agree."""

from __future__ import annotations

from collections import Counter
from math import floor, isnan
from typing import TYPE_CHECKING, Any, NamedTuple

from typo.benchmark.review.cases import CRITERIA, cases_of
from typo.errors import InvalidArgument, check_int, check_rate
from typo.evaluation import krippendorff_alpha
from typo.keyed import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from typo.benchmark.review.judges import Verdict
    from typo.benchmark.triplets import Triplet

__all__ = ["Agreement", "Audit", "audit", "draw_audit"]


def draw_audit(triplets: Iterable[Triplet], *, share: float = 0.05, seed: int = 0) -> tuple[Triplet, ...]:
    """Draw a share of the triplets of a benchmark, in proportion over datasets, factors and splits.

    Of what proportion leaves over, the strata with the largest remainder get one more each (of equal ones those that
    the seed draws). Which triplets of a stratum are drawn depends on the seed and their names alone. The result is in
    the order of the benchmark. Of 4,200 triplets 5 % are 210, 420 variants.
    """
    check_int("seed", seed)
    rows = list(triplets)
    strata: dict[tuple[str, str, str], list[Triplet]] = {}
    for triplet in rows:
        strata.setdefault((triplet.question.dataset, triplet.factor, triplet.split), []).append(triplet)
    quotas = _quotas({stratum: len(found) for stratum, found in strata.items()}, check_rate("share", share), seed)
    chosen = {
        triplet.name
        for stratum, found in strata.items()
        for triplet in sorted(found, key=lambda triplet: digest("audit", seed, triplet.name))[: quotas[stratum]]
    }
    return tuple(triplet for triplet in rows if triplet.name in chosen)


def _quotas(sizes: Mapping[tuple[str, str, str], int], share: float, seed: int) -> dict[tuple[str, str, str], int]:
    """Divide the share of a whole by largest remainders."""
    exact = {stratum: share * size for stratum, size in sizes.items()}
    # A share is not exact in binary: what is a whole number but for that counts as one.
    quotas = {stratum: floor(round(quota, 9)) for stratum, quota in exact.items()}
    left = floor(round(share * sum(sizes.values()), 9) + 0.5) - sum(quotas.values())
    ranked = sorted(
        (stratum for stratum in sizes if quotas[stratum] < sizes[stratum]),
        key=lambda stratum: (-round(exact[stratum] - quotas[stratum], 9), digest("remainder", seed, stratum)),
    )
    for stratum in ranked[: max(left, 0)]:
        quotas[stratum] += 1
    return quotas


class Agreement(NamedTuple):
    """How far the raters of an audit agree.

    - `raters`, `cases`: how many there are; `compared`: the cases that two or more have judged.
    - `alpha`: Krippendorff's alpha of nominal ratings, missing ones left out. None where it is not defined: where all
      ratings are the same, as when everything passes, or nothing was compared; `reason` says which.
    - `unanimous`: the share of the compared cases on which all raters agree; None where nothing was compared.
    """

    raters: int
    cases: int
    compared: int
    alpha: float | None
    unanimous: float | None
    reason: str | None


class Audit(NamedTuple):
    """What people found: how far they agreed on passing, and on each criterion, in each round; and what they decided.

    - `before`, `after`: the agreement by `passes` and the names of `CRITERIA`, before the guidelines were made clearer
      and after it; `after` is None where there was one round.
    - `decisions`: of the last round, the decision of the majority by the code of each case: `pass`, `fail`, `tied`, or
      `unrated`.
    """

    before: dict[str, Agreement]
    after: dict[str, Agreement] | None
    decisions: dict[str, str]

    @property
    def failed(self) -> tuple[str, ...]:
        """The codes of the cases that the majority fails."""
        return tuple(code for code, decision in self.decisions.items() if decision == "fail")

    def to_dict(self) -> dict[str, Any]:
        """Return the audit as plain values, ready for JSON."""
        rounds = {"before": self.before, "after": self.after}
        told = {
            name: None if found is None else {what: agreement._asdict() for what, agreement in found.items()}
            for name, found in rounds.items()
        }
        return {**told, "decisions": self.decisions, "counts": dict(sorted(Counter(self.decisions.values()).items()))}


def audit(
    triplets: Iterable[Triplet],
    before: Mapping[str, Mapping[str, Verdict]],
    after: Mapping[str, Mapping[str, Verdict]] | None = None,
) -> Audit:
    """Sum up the sheets of an audit.

    `triplets` are those that were drawn. `before` has what `read_sheet` gives for each rater, by name; `after` the
    same of a second round, after the guidelines were made clearer. A case that a rater left empty is missing. Raises
    `InvalidArgument` for a round without raters and for a case that was not drawn.
    """
    codes = [case.code for case in cases_of(triplets)]
    rounds = [_checked(codes, "before", before)]
    if after is not None:
        rounds.append(_checked(codes, "after", after))
    agreements = [_agreements(codes, given) for given in rounds]
    decisions = {code: _decision([sheet[code] for sheet in rounds[-1] if code in sheet]) for code in codes}
    return Audit(agreements[0], agreements[1] if after is not None else None, decisions)


def _checked(
    codes: Sequence[str], name: str, given: Mapping[str, Mapping[str, Verdict]]
) -> list[Mapping[str, Verdict]]:
    if not given:
        raise InvalidArgument(f"{name} has no raters.")
    for rater, sheet in given.items():
        for code, verdict in sheet.items():
            if code not in codes:
                raise InvalidArgument(f"{name}[{rater!r}] holds {code!r}, which is the code of no case.")
            if verdict.flags is None:
                raise InvalidArgument(f"{name}[{rater!r}] has no valid verdict for {code!r}.")
    return list(given.values())


def _agreements(codes: Sequence[str], sheets: Sequence[Mapping[str, Verdict]]) -> dict[str, Agreement]:
    def by(rate: Callable[[Verdict], bool]) -> Agreement:
        return _agreement([[rate(sheet[code]) if code in sheet else None for code in codes] for sheet in sheets])

    found = {"passes": by(lambda verdict: verdict.passes)}
    for name in CRITERIA:
        found[name] = by(lambda verdict, name=name: name in (verdict.flags or ()))  # type: ignore[misc]
    return found


def _agreement(ratings: Sequence[Sequence[bool | None]]) -> Agreement:
    units = [[rating for rating in unit if rating is not None] for unit in zip(*ratings, strict=True)]
    compared = [unit for unit in units if len(unit) > 1]
    if not compared:
        return Agreement(len(ratings), len(units), 0, None, None, "no case was judged by two raters.")
    unanimous = sum(len(set(unit)) == 1 for unit in compared) / len(compared)
    alpha = krippendorff_alpha(ratings)
    if isnan(alpha):
        reason = "all ratings are the same, so that chance alone would agree."
        return Agreement(len(ratings), len(units), len(compared), None, unanimous, reason)
    return Agreement(len(ratings), len(units), len(compared), alpha, unanimous, None)


def _decision(verdicts: Sequence[Verdict]) -> str:
    if not verdicts:
        return "unrated"
    passes = sum(verdict.passes for verdict in verdicts)
    fails = len(verdicts) - passes
    return "tied" if passes == fails else "pass" if passes > fails else "fail"

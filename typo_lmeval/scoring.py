"""What is computed of one document, and over all of them."""

from __future__ import annotations

from math import exp, fsum
from typing import TYPE_CHECKING, Any

from typo.evaluation import brier, ece, margin, nll
from typo_lmeval.extract import extract

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["METRICS", "mean", "metric_list", "score_answer", "score_options", "score_probabilities", "softmax"]


def score_options(doc: Mapping[str, Any], results: Sequence[tuple[float, bool]]) -> dict[str, Any]:
    """Score a document by the log-likelihoods of its options.

    The probabilities are the softmax of each option's log-likelihood divided by its length `typo_lengths`: 1 for
    letters, and the number of tokens (or of characters, where the tokenizer is unknown) for option texts.
    """
    gold = doc["answer"]
    lengths = doc["typo_lengths"]
    probabilities = softmax([value / length for (value, _), length in zip(results, lengths, strict=True)])
    return score_probabilities(probabilities, gold)


def score_probabilities(probabilities: Sequence[float], gold: int) -> dict[str, Any]:
    """Score a document by the probabilities of its options."""
    answer = max(range(len(probabilities)), key=probabilities.__getitem__)
    correct = float(answer == gold)
    return {
        "acc": correct,
        "nll": nll(probabilities, gold),
        "brier": brier(probabilities, gold),
        "margin": margin(probabilities, gold),
        # The whole vector is logged with it: everything else can be computed from it later.
        "ece": [probabilities[answer], correct, gold, list(probabilities)],
    }


def score_answer(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Any]:
    """Score a document by the option that the generated answer names; no option named is wrong, and counted."""
    answer = extract(results[0], len(doc["choices"]))
    return {
        "acc": float(answer == doc["answer"]),
        "unparsed": float(answer is None),
    }


def softmax(values: Sequence[float]) -> list[float]:
    """Return probabilities in proportion to the exponentials of `values`.

    >>> softmax([0.0, 0.0])
    [0.5, 0.5]
    """
    highest = max(values)
    weights = [exp(value - highest) for value in values]
    total = fsum(weights)
    return [weight / total for weight in weights]


def mean(values: Sequence[float]) -> float:
    """Return the mean of the documents' values."""
    return fsum(values) / len(values)


def _calibration(rows: Sequence[Sequence[Any]]) -> float:
    return ece((row[0], row[1]) for row in rows)


# Metric: how it is aggregated, and whether more is better.
METRICS: dict[str, dict[str, tuple[Callable[..., float], bool]]] = {
    "letters": {
        "acc": (mean, True),
        "nll": (mean, False),
        "brier": (mean, False),
        "ece": (_calibration, False),
        "margin": (mean, True),
    },
    "gen": {"acc": (mean, True), "unparsed": (mean, False)},
}
METRICS["cloze"] = METRICS["letters"]


def metric_list(metrics: Mapping[str, tuple[Callable[..., float], bool]]) -> list[dict[str, Any]]:
    """Return metrics as the harness wants them told."""
    return [
        {"metric": name, "aggregation": aggregation, "higher_is_better": better}
        for name, (aggregation, better) in metrics.items()
    ]

"""Make a record of one sample that the harness logged."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from typo import Edit
from typo.evaluation import OTHER, Record
from typo_lmeval.benchmarks import BENCHMARKS, SOURCES
from typo_lmeval.extract import extract

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["place_of", "record_of"]

_ORIGINALS = ("original", "r00")
# What the harness's filters leave where they find no answer.
_NOT_FOUND = "[invalid]"


def place_of(facts: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return the factor, the condition and the twin that a task stands for.

    >>> place_of({"family": "fr", "condition": "apostrophe_low_restored", "paper": True})
    ('apostrophe_paper', 'low', 'restored')
    >>> place_of({"family": "multypo", "condition": "naive_r40", "paper": False})
    ('', 'naive_r40', '')
    """
    condition, paper = facts["condition"], "_paper" * bool(facts.get("paper"))
    if facts.get("family") == "fr":
        factor, level, *twin = condition.split("_")
        return factor + paper, level, "".join(twin)
    return "", "original" if condition in _ORIGINALS else condition + paper, ""


def record_of(sample: Mapping[str, Any], facts: Mapping[str, Any], model: str) -> Record:
    """Return the record of a sample of one of our tasks, whose configuration told `facts`."""
    doc = sample["doc"]
    factor, condition, twin = place_of(facts)
    clean = {} if _is_private(doc, facts) else dict(sorted(doc["typo_original"].items()))
    return Record(
        model=model,
        benchmark=facts["benchmark"],
        condition=condition,
        factor=factor,
        twin=twin,
        id=doc["typo_id"],
        **_answered(sample, facts),
        shots=facts.get("num_fewshot"),
        rate=_rate(facts),
        group=doc.get("typo_group") or "",
        category=doc.get("subject") or doc.get("Subject") or "",
        language=facts.get("lang") or "",
        target=facts.get("target") or "",
        before=tuple(clean.items()),
        after=tuple((field, doc[field]) for field in clean),
        edits=tuple((row.pop("field"), Edit(**row)) for row in json.loads(doc["typo_edits"])),
        eligible=doc["typo_eligible"],
        tokens=doc.get("typo_tokens"),
        changed_tokens=doc.get("typo_changed_tokens"),
    )


def _is_private(doc: Mapping[str, Any], facts: Mapping[str, Any]) -> bool:
    row = BENCHMARKS.get(facts["benchmark"])
    return bool(doc.get("typo_private")) or (row is not None and SOURCES[row.source].private)


def _rate(facts: Mapping[str, Any]) -> float | None:
    level = facts.get("level")
    if level:
        return float((0.0, *facts["levels"])[level - 1])
    rate: float | None = facts.get("rate")
    return rate


def _answered(sample: Mapping[str, Any], facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return what was answered, and in which format it was asked."""
    kind = facts["format"]
    if "ece" in sample:
        probabilities = tuple(sample["ece"][3])
        answer = probabilities.index(max(probabilities))
        told = {"gold": sample["ece"][2], "answer": answer, "probabilities": probabilities}
        return {"format": _asked(sample) if kind == "harness" else kind, **told}
    if kind == "harness":
        return _written(sample)
    return {"format": kind, "gold": sample["doc"]["answer"], "answer": _generated(sample)}


def _asked(sample: Mapping[str, Any]) -> str:
    """Tell by what was scored whether options were asked for by letter or by their texts."""
    scored = [arguments["arg_1"].strip() for arguments in sample["arguments"].values()]
    return "letters" if all(len(option) == 1 for option in scored) else "cloze"


def _written(sample: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer in words, as the harness's task scored it."""
    reference = str(sample["target"]).strip()
    response: str | None = sample["filtered_resps"][0]
    if "exact_match" not in sample:
        return {"format": "translation", "response": response, "references": (reference,)}
    # The task knows more ways to be right than being the same; only what it counted is told.
    if sample["exact_match"]:
        response = reference
    elif response is None or response == _NOT_FOUND or response.strip() == reference:
        response = None
    return {"format": "gen", "response": response, "references": (reference,)}


def _generated(sample: Mapping[str, Any]) -> int | None:
    """Return the option that a generated answer names, as the run scored it."""
    doc = sample["doc"]
    gold: int = doc["answer"]
    if sample["unparsed"]:
        return None
    if sample["acc"]:
        return gold
    named = extract(sample["filtered_resps"][0], len(doc["choices"]))
    # A log scored by another version of the rule is still right about what it counted.
    return OTHER if named in (None, gold) else named

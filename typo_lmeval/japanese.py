"""The Japanese benchmarks as tasks: prompts of ours in three formats."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from typo_lmeval.extract import LETTERS
from typo_lmeval.lengths import ONE, lengths
from typo_lmeval.loaders import load
from typo_lmeval.samplers import PairedSampler
from typo_lmeval.scoring import METRICS, metric_list, score_answer, score_options

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from typo_lmeval.benchmarks import Benchmark
    from typo_lmeval.catalogue import Variant
    from typo_lmeval.settings import Settings

__all__ = ["config", "dataset", "measure"]

_NEW_TOKENS, _NEW_TOKENS_REASONING = 64, 1024
# What the answer follows.
_ANSWER = "回答："
# What stands between it and an option's text: without a line break some tokenizers melt the option's first character
# into the colon, and the harness scores what is left (a lone "%" as certain).
_CLOZE = "\n"
_INSTRUCTION = {
    "letters": "次の問題について、正しい選択肢の記号を答えてください。\n\n",
    "gen": "次の問題について、正しい選択肢の記号を答えてください。\n\n",
    "cloze": "次の問題に答えてください。\n\n",
}


def dataset(row: Benchmark, chosen: Settings) -> dict[str, list[dict[str, Any]]]:
    """Return the clean questions, and those that few-shot examples are drawn from."""
    data = load(row.name, path=chosen.typo_data, restricted=chosen.typo_restricted)
    pool = data.shots or data.evaluated
    return {
        name: [question._asdict() | {"choices": list(question.choices)} for question in questions]
        for name, questions in (("evaluated", data.evaluated), ("shots", pool))
    }


def measure(variant: Variant, metadata: Mapping[str, Any]) -> tuple[str, Callable[[Mapping[str, Any]], list[int]]]:
    """Return what the length of an option is counted in, and what counts it for the options of a document."""
    measure = lengths(metadata, after=_ANSWER + _CLOZE) if variant.format == "cloze" else ONE
    return measure.unit, lambda doc: [measure.of(choice) for choice in doc["choices"]]


def config(variant: Variant, row: Benchmark, chosen: Settings, metadata: Mapping[str, Any]) -> dict[str, Any]:
    """Return the harness's configuration of a task."""
    made: dict[str, Any] = {
        "test_split": "evaluated",
        "fewshot_split": "shots",
        "num_fewshot": row.shots,
        "description": _INSTRUCTION[variant.format],
        "doc_to_text": partial(_prompt, listed=variant.format != "cloze"),
        "target_delimiter": _CLOZE if variant.format == "cloze" else "",
        "fewshot_delimiter": "\n\n",
        "fewshot_config": {"sampler": PairedSampler},
        "metric_list": metric_list(METRICS[variant.format]),
    }
    if variant.format == "gen":
        tokens = _NEW_TOKENS_REASONING if chosen.typo_reasoning else _NEW_TOKENS
        return made | {
            "output_type": "generate_until",
            "doc_to_target": _gold_letter,
            "process_results": score_answer,
            "generation_kwargs": {"until": ["問題："], "max_gen_toks": tokens, "do_sample": False},
        }
    return made | {
        "output_type": "multiple_choice",
        "doc_to_target": "answer",
        "doc_to_choice": "choices" if variant.format == "cloze" else _letters,
        "process_results": score_options,
    }


def _prompt(doc: Mapping[str, Any], *, listed: bool) -> str:
    options = "".join(f"{letter}. {choice}\n" for letter, choice in zip(LETTERS, doc["choices"], strict=False))
    return f"問題：{doc['question']}\n{options if listed else ''}{_ANSWER}"


def _letters(doc: Mapping[str, Any]) -> list[str]:
    return list(LETTERS[: len(doc["choices"])])


def _gold_letter(doc: Mapping[str, Any]) -> str:
    return LETTERS[doc["answer"]]

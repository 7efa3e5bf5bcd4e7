"""The French benchmarks as tasks: prompts of ours, without examples, answered by the code of an option."""

from __future__ import annotations

import tomllib
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from typo import InvalidArgument
from typo_lmeval.benchmarks import SOURCES
from typo_lmeval.lengths import lengths
from typo_lmeval.samplers import PairedSampler
from typo_lmeval.scoring import METRICS, metric_list, score_options
from typo_lmeval.splits import load_splits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from typo_lmeval.benchmarks import Benchmark
    from typo_lmeval.settings import Settings

__all__ = ["Template", "config", "dataset", "measure", "template"]

_TEMPLATE = Path(__file__).parent / "data" / "french.toml"
# What stands between the beginning of an answer and its code.
_BLANK = " "

_Row = dict[str, Any]


class Template(NamedTuple):
    """How a task is put to a model; `options` is empty where every document has its own."""

    instruction: str
    prompt: str
    codes: tuple[str, ...]
    options: tuple[str, ...]
    header: str
    prefix: str
    chat_prefix: str


def template(row: Benchmark, chosen: Settings, metadata: Mapping[str, Any]) -> Template:
    """Read the template of a task for the model of a run, from the built-in file or the user's.

    Raises `InvalidArgument` for a file that is not in the form of the built-in one.
    """
    path = Path(chosen.typo_template) if chosen.typo_template else _TEMPLATE
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        task, said = data["tasks"][row.name], dict(data["default"])
        model = str(metadata.get("pretrained") or metadata.get("model") or "").casefold()
        for known in data.get("models", ()):
            if known["match"].casefold() in model:
                said |= known
                break
        made = Template(
            task["instruction"], task["prompt"], tuple(task["codes"]), tuple(task.get("options", ())),
            said.get("header", ""), said["prefix"], said.get("chat_prefix", ""),
        )  # fmt: skip
        made.prompt.format(options="", **dict.fromkeys(row.fields, ""))
    except (OSError, tomllib.TOMLDecodeError, KeyError, TypeError, AttributeError, ValueError, IndexError) as error:
        raise InvalidArgument(f"{path} is no template of {row.name} ({type(error).__name__}: {error}).") from error
    if len(made.codes) < row.options or (made.options and len(made.options) != row.options):
        raise InvalidArgument(f"{path}: {row.name} has {row.options} options; codes and options must be as many.")
    return made


def config(row: Benchmark, said: Template) -> dict[str, Any]:
    """Return the harness's configuration of a task."""
    instruction = "\n".join(part for part in (said.header, said.instruction) if part)
    return {
        "test_split": "evaluated",
        "fewshot_split": "shots",
        "num_fewshot": row.shots,
        "description": f"{instruction}\n\n",
        "doc_to_text": partial(_prompt, said=said, fields=row.fields),
        "doc_to_target": "answer",
        "doc_to_choice": partial(_codes, said=said),
        "gen_prefix": said.prefix,
        "target_delimiter": _BLANK,
        "fewshot_delimiter": "\n\n",
        "fewshot_config": {"sampler": PairedSampler},
        "metric_list": metric_list(METRICS["letters"]),
        "output_type": "multiple_choice",
        "process_results": score_options,
    }


def measure(said: Template, metadata: Mapping[str, Any]) -> tuple[str, Callable[[Mapping[str, Any]], list[int]]]:
    """Return what the length of a code is counted in, and what counts it for the options of a document."""
    measure = lengths(metadata, after=said.prefix + _BLANK)
    return measure.unit, lambda doc: [measure.of(code) for code in _codes(doc, said=said)]


def dataset(row: Benchmark, chosen: Settings) -> dict[str, list[_Row]]:
    """Return the clean questions; there are no examples."""
    source = SOURCES[row.source]
    splits = load_splits(row.source, row.config, path=chosen.typo_data)
    # FQuAD's two splits are small, and there are no examples that one of them were needed for.
    raw = [
        found for name in dict.fromkeys((source.evaluated, source.pool)) if name != "train" for found in splits[name]
    ]
    made = []
    for place, found in enumerate(raw):
        try:
            made.append(_checked(row, {"id": str(place), "subject": "", **_READERS[row.name](found)}))
        except (KeyError, ValueError, TypeError, IndexError, AttributeError) as error:
            raise InvalidArgument(
                f"Question {place + 1} of {row.name} is not in the schema of {source.hub} "
                f"({type(error).__name__}: {error})."
            ) from error
    return {"evaluated": made, "shots": []}


def _checked(row: Benchmark, made: _Row) -> _Row:
    most = len(made["choices"]) or row.options
    if not 0 <= made["answer"] < most:
        raise ValueError(f"the answer is {made['answer']!r}, not an index in 0..{most - 1}")
    return made


def _belebele(row: Mapping[str, Any]) -> _Row:
    return {
        "passage": row["flores_passage"], "question": row["question"],
        "choices": [row[f"mc_answer{number}"] for number in range(1, 5)],
        "answer": int(row["correct_answer_num"]) - 1,
    }  # fmt: skip


def _mmmlu(row: Mapping[str, Any]) -> _Row:
    return {
        "question": row["Question"], "choices": [row[letter] for letter in "ABCD"],
        "answer": "ABCD".index(row["Answer"]), "subject": row.get("Subject") or "",
    }  # fmt: skip


def _arc(row: Mapping[str, Any]) -> _Row:
    choices = row["choices"]
    texts = list(choices["text"] if hasattr(choices, "keys") else choices)
    return {"question": row["question"], "choices": texts, "answer": "ABCDE".index(row["answerKey"])}


def _hellaswag(row: Mapping[str, Any]) -> _Row:
    # Many rows have no second half.
    halves = (row["ctx_a"].strip(), (row["ctx_b"] or "").strip().capitalize())
    context = " ".join(half for half in halves if half)
    return {
        "context": f"{row['activity_label']} : {context}", "choices": list(row["endings"]), "answer": int(row["label"]),
        "subject": row["activity_label"],
    }  # fmt: skip


def _xnli(row: Mapping[str, Any]) -> _Row:
    return {
        "premise": row["premise"], "hypothesis": row["hypothesis"], "choices": [], "answer": int(row["label"]),
    }  # fmt: skip


def _pawsx(row: Mapping[str, Any]) -> _Row:
    return {"sentence1": row["sentence1"], "sentence2": row["sentence2"], "choices": [], "answer": int(row["label"])}


def _fquad(row: Mapping[str, Any]) -> _Row:
    return {
        "context": row["context"], "question": row["question"], "choices": [], "answer": int(row["is_impossible"]),
    }  # fmt: skip


# How the row of a benchmark is read.
_READERS: dict[str, Callable[[Mapping[str, Any]], _Row]] = {
    "fr_belebele": _belebele,
    "fr_mmmlu": _mmmlu,
    "fr_arc": _arc,
    "fr_hellaswag": _hellaswag,
    "fr_xnli": _xnli,
    "fr_pawsx": _pawsx,
    "fr_fquad": _fquad,
}


def _prompt(doc: Mapping[str, Any], *, said: Template, fields: tuple[str, ...]) -> str:
    choices = said.options or doc["choices"]
    listed = "".join(f"{code}. {choice}\n" for code, choice in zip(said.codes, choices, strict=False))
    return said.prompt.format(options=listed, **{name: doc[name] for name in fields})


def _codes(doc: Mapping[str, Any], *, said: Template) -> list[str]:
    return list(said.codes[: len(said.options or doc["choices"])])

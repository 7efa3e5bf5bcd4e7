"""A toy model that needs no torch: it answers by association, so that demos and tests have something to run.

Its scores say nothing about language models.
"""

from __future__ import annotations

import json
import logging
import re
from collections import Counter
from math import fsum, log
from pathlib import Path
from typing import TYPE_CHECKING, Any

from lm_eval.api.model import LM
from lm_eval.api.registry import register_model

from typo import InvalidArgument

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["TypoDemo"]

_PAIRS = Path(__file__).parent / "data" / "jademo" / "pairs.jsonl"
_OPTION = re.compile(r"^([A-Z])\. (.*)$", re.MULTILINE)
_SMOOTHING = 0.5

_log = logging.getLogger(__name__)


@register_model("typo-demo")
class TypoDemo(LM):  # type: ignore[misc]  # the harness has no types
    """TOY: scores an option by how often its characters went with the question's in pairs it has seen.

    It learns from question–answer pairs (`--model_args pairs=FILE`, JSON lines with `question` and `answer`; the
    demo's own by default) the association of every two or three characters of a question with every one or two of
    its answer (pointwise mutual information), reads the last 問題 of a prompt, and is deterministic.
    """

    def __init__(self, pairs: str | None = None, **_: Any) -> None:
        super().__init__()
        _log.warning("typo-demo is a toy that answers by character association; its scores mean nothing.")
        self._joint: Counter[tuple[str, str]] = Counter()
        self._asked: Counter[str] = Counter()
        self._answered: Counter[str] = Counter()
        self._count = 0
        for question, answer in _read(Path(pairs) if pairs else _PAIRS):
            grams, replies = set(_grams(question, 2, 3)), set(_grams(answer, 1, 2))
            self._asked.update(grams)
            self._answered.update(replies)
            self._joint.update((gram, reply) for gram in grams for reply in replies)
            self._count += 1

    def loglikelihood(self, requests: Sequence[Any], disable_tqdm: bool = False) -> list[tuple[float, bool]]:
        """Score continuations: an option's letter, or its text."""
        return [(self._score(*request.args), False) for request in requests]

    def generate_until(self, requests: Sequence[Any], disable_tqdm: bool = False) -> list[str]:
        """Answer with the letter of the option that scores best."""
        answers = []
        for request in requests:
            _, options = _last_question(request.args[0])
            best = max(options, key=lambda letter: self._score(request.args[0], letter), default="")
            answers.append(f"{best}です。")
        return answers

    def loglikelihood_rolling(self, requests: Sequence[Any], disable_tqdm: bool = False) -> list[float]:
        """Refuse: a toy of association has no likelihood of a whole text."""
        raise NotImplementedError("typo-demo answers questions; it cannot score whole texts.")

    def apply_chat_template(self, chat_history: list[dict[str, str]], add_generation_prompt: bool = True) -> str:
        """Join the messages as they are."""
        return "\n".join(message["content"] for message in chat_history)

    @property
    def tokenizer_name(self) -> str:
        """The name under which the harness caches requests."""
        return "typo-demo"

    def chat_template(self, chat_template: bool | str = False) -> str:
        """Name the template."""
        return "plain"

    def _score(self, context: str, continuation: str) -> float:
        question, options = _last_question(context)
        option = options.get(continuation.strip(), continuation.strip())
        replies = set(_grams(option, 1, 2))
        if not replies:
            return 0.0
        # fsum: the same to the last digit in whatever order a set comes.
        total = fsum(self._association(gram, reply) for gram in set(_grams(question, 2, 3)) for reply in replies)
        return total / len(replies) / 4

    def _association(self, gram: str, reply: str) -> float:
        joint = self._joint[gram, reply]
        if not joint:
            return 0.0
        expected = self._asked[gram] * self._answered[reply] / self._count
        return max(0.0, log((joint + _SMOOTHING) / (expected + _SMOOTHING)))


def _last_question(context: str) -> tuple[str, dict[str, str]]:
    """Return the last question of a prompt, and its options by letter where they are listed."""
    block = context.rsplit("問題：", 1)[-1]
    question = block.split("\n", 1)[0]
    return question, dict(_OPTION.findall(block))


def _grams(text: str, *lengths: int) -> Iterator[str]:
    for length in lengths:
        yield from (text[start : start + length] for start in range(len(text) - length + 1))


def _read(path: Path) -> Iterator[tuple[str, str]]:
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidArgument(f"pairs={path} cannot be read ({error}).") from error
    for number, line in enumerate(lines, 1):
        try:
            row = json.loads(line)
            question, answer = row["question"], row["answer"]
        except (ValueError, KeyError, TypeError) as error:
            raise InvalidArgument(f"{path}, row {number}: not a JSON object with question and answer.") from error
        if not isinstance(question, str) or not isinstance(answer, str):
            raise InvalidArgument(f"{path}, row {number}: question and answer must be texts.")
        yield question, answer

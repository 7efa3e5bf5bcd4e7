"""How long an option is for a model: what a mean log-probability is a mean over."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, NamedTuple

from typo import InvalidArgument, MissingExtra
from typo.errors import require

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["CHARACTERS", "ONE", "Lengths", "in_context", "lengths"]

_log = logging.getLogger(__name__)

# The arguments of a model that say which tokenizer it has.
_TOKENIZER_ARGUMENTS = ("revision", "subfolder", "trust_remote_code", "gguf_file")


class Lengths(NamedTuple):
    """A measure of options; `unit` is what it counts."""

    unit: str
    of: Callable[[str], int]


ONE = Lengths("option", lambda option: 1)
CHARACTERS = Lengths("character", len)


def lengths(metadata: Mapping[str, Any], *, after: str) -> Lengths:
    """Return the measure for the model of a run: its tokens, or characters where no `pretrained` is known.

    The harness hands the model's arguments to the tasks as metadata, and never says how many tokens it scored.
    `after` is the text that options follow. Raises `InvalidArgument` where the tokenizer cannot be loaded.

    >>> lengths({}, after="回答：").unit
    'character'
    """
    model = metadata.get("pretrained")
    if not model:
        return CHARACTERS
    name = metadata.get("tokenizer") or model
    chosen = {key: metadata[key] for key in _TOKENIZER_ARGUMENTS if metadata.get(key)}
    try:
        transformers = require("transformers", extra="lmeval")
    except MissingExtra as error:
        raise InvalidArgument(
            f"pretrained={model!r} has a tokenizer, but the package transformers, which counts the "
            'tokens of options for it, is not installed; install it with: pip install "lm_eval[hf]".'
        ) from error
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(name, **chosen)
    except Exception as error:  # whatever a download or a broken folder may raise: none of it says what to do
        raise InvalidArgument(
            f"The tokenizer {name!r}, which counts the tokens of options, cannot be loaded ({type(error).__name__})."
        ) from error
    return Lengths("token", in_context(lambda text: tokenizer.encode(text, add_special_tokens=False), after))


def in_context(encode: Callable[[str], Sequence[int]], after: str) -> Callable[[str], int]:
    """Count what the harness scores: the tokens that an option adds to the text before it.

    An option by itself may have more (a tokenizer that marks the start of a text) or fewer tokens than in its
    place.

    >>> count = in_context(lambda text: [ord(c) for c in "^" + text.replace("：%", "!")], "回答：")
    >>> count("東京"), count("%")
    (2, 1)
    """
    before = len(encode(after))

    def count(option: str) -> int:
        added = len(encode(after + option)) - before
        if added < 1:
            _log.warning(
                "The option %r melts into %r in this model's tokenizer, so the harness has nothing of it to score and "
                "takes it for certain; its question says nothing about the model.",
                option, after,
            )  # fmt: skip
        return max(1, added)

    return count

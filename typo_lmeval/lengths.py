"""How long an option is for a model: what a mean log-probability is a mean over."""

from __future__ import annotations

import logging
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from typo import InvalidArgument, MissingExtra
from typo.errors import require
from typo.evaluation import changed_tokens

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

__all__ = ["CHARACTERS", "ONE", "Lengths", "count_tokens", "in_context", "lengths", "token_counter"]

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
    try:
        encode = _encoder(metadata)
    except MissingExtra as error:
        raise InvalidArgument(
            f"pretrained={model!r} has a tokenizer, but the package transformers, which counts the "
            'tokens of options for it, is not installed; install it with: pip install "lm_eval[hf]".'
        ) from error
    except Exception as error:  # whatever a download or a broken folder may raise: none of it says what to do
        name = metadata.get("tokenizer") or model
        raise InvalidArgument(
            f"The tokenizer {name!r}, which counts the tokens of options, cannot be loaded ({type(error).__name__})."
        ) from error
    return Lengths("token", in_context(encode, after))


def token_counter(metadata: Mapping[str, Any]) -> Callable[[str, str], tuple[int, int]] | None:
    """Return what counts the tokens of a text after perturbation, and those of them that the text before lacks.

    None where the model of a run has no tokenizer that can be had: nothing is scored by these counts.
    """
    if not metadata.get("pretrained") and not metadata.get("tokenizer"):
        return None
    try:
        encode = _encoder(metadata)
    except Exception as error:  # as above
        _log.warning("Tokens are not counted: the tokenizer cannot be loaded (%s).", type(error).__name__)
        return None

    return lambda before, after: count_tokens(encode, before, after)


def count_tokens(encode: Callable[[str], Sequence[int]], before: str, after: str) -> tuple[int, int]:
    """Return how many tokens a text has after perturbation, and how many of them the text before lacks.

    >>> count_tokens(lambda text: [ord(c) for c in text], "tango", "tanbo")
    (5, 1)
    """
    tokens = encode(after)
    return len(tokens), changed_tokens(encode(before), tokens)


def _encoder(metadata: Mapping[str, Any]) -> Callable[[str], Sequence[int]]:
    name = metadata.get("tokenizer") or metadata.get("pretrained")
    chosen = tuple((key, metadata[key]) for key in _TOKENIZER_ARGUMENTS if metadata.get(key))
    return _loaded(str(name), chosen)


@cache
def _loaded(name: str, chosen: tuple[tuple[str, Any], ...]) -> Callable[[str], Sequence[int]]:
    """Load a tokenizer once for all tasks of a run."""
    tokenizer = require("transformers", extra="lmeval").AutoTokenizer.from_pretrained(name, **dict(chosen))

    def encode(text: str) -> Sequence[int]:
        tokens: Sequence[int] = tokenizer.encode(text, add_special_tokens=False)
        return tokens

    return encode


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

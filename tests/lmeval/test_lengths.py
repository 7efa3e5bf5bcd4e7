"""The tokens of an option are those that it adds to the text before it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from typo import InvalidArgument
from typo_lmeval.lengths import in_context, lengths

AFTER = "回答："


@pytest.fixture
def tokenizer(tmp_path: Path) -> str:
    """A tokenizer of single characters that marks the start of a text, and joins a colon and a per cent sign."""
    transformers = pytest.importorskip("transformers", reason="needs lm_eval[hf]")
    tokenizers = pytest.importorskip("tokenizers", reason="needs lm_eval[hf]")
    letters = dict.fromkeys("▁回答：%東京都大阪")
    vocabulary = {token: number for number, token in enumerate(["<unk>", *letters, "：%"])}
    model = tokenizers.Tokenizer(tokenizers.models.BPE(vocab=vocabulary, merges=[("：", "%")], unk_token="<unk>"))
    model.pre_tokenizer = tokenizers.pre_tokenizers.Metaspace(replacement="▁", prepend_scheme="first")
    transformers.PreTrainedTokenizerFast(tokenizer_object=model, unk_token="<unk>").save_pretrained(tmp_path)
    return str(tmp_path)


@pytest.mark.parametrize(("option", "tokens"), [("東京", 2), ("東京都大阪", 5), ("%", 1)])
def test_options_are_counted_in_their_place(tokenizer: str, option: str, tokens: int) -> None:
    measure = lengths({"pretrained": tokenizer}, after=AFTER)
    assert measure.unit == "token"
    assert measure.of(option) == tokens


def test_an_option_that_melts_into_the_text_before_it_is_told(caplog: pytest.LogCaptureFixture) -> None:
    count = in_context(lambda text: [ord(letter) for letter in text.replace("：%", "!")], AFTER)
    assert (count("/"), caplog.messages) == (1, [])
    assert count("%") == 1
    assert caplog.messages[0].startswith("The option '%' melts into '回答：'")


def test_characters_are_counted_where_no_tokenizer_is_known() -> None:
    measure = lengths({"model": "some-api"}, after=AFTER)
    assert (measure.unit, measure.of("東京都")) == ("character", 3)


def test_a_tokenizer_that_cannot_be_loaded_is_named(tmp_path: Path) -> None:
    metadata: dict[str, Any] = {"pretrained": str(tmp_path / "none")}
    with pytest.raises(InvalidArgument, match=r"tokenizer .*none.* cannot be loaded|the package transformers"):
        lengths(metadata, after=AFTER)

"""Results: how they are drawn, exported, and how labels follow them."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo
from typo import Edit, EditLog, Perturbation
from typo.strategies import edit_logs

TEXTS = st.text("ab \n\t", max_size=12)


def made(source: str, *edits: Edit) -> Perturbation:
    log = EditLog(edits, len(source))
    return Perturbation(source, log.apply(source), log, len(edits), len(edits))


SWAP = made("see the cat sat", Edit(4, 7, "the", "teh", "transpose"), Edit(11, 11, "", "s", "double"))


def test_a_result_is_drawn_plainly_and_in_colour() -> None:
    assert SWAP.show() == "see [-the-]{+teh+} cat{+s+} sat"
    assert SWAP.show(colour=True) == "see \x1b[9;31mthe\x1b[0m\x1b[32mteh\x1b[0m cat\x1b[32ms\x1b[0m sat"


def test_no_text_can_steer_the_terminal() -> None:
    drawn = made("a\x1b[2J\n\t\x7f\x9b", Edit(0, 1, "a", "\r\0")).show()
    assert drawn == "[-a-]{+␍␀+}␛[2J\n\t␡\ufffd"


def test_a_result_exports_to_plain_values() -> None:
    assert json.loads(json.dumps(SWAP.to_dict())) == {
        "source": "see the cat sat", "text": "see teh cats sat",
        "edits": [[4, 7, "the", "teh", "transpose"], [11, 11, "", "s", "double"]],
        "eligible": 2, "requested": 2, "realised": 2, "reason": None, "logprobs": None,
    }  # fmt: skip
    assert typo.perturb("words", lang="en", rate=1).to_dict()["logprobs"] is not None


@pytest.mark.parametrize(
    ("source", "edits", "rows"),
    [
        ("see the cat", [Edit(4, 7, "the", "teh", "transpose")], ["A 1 2|||transpose|||the|||REQUIRED|||-NONE-|||0"]),
        ("thecat", [Edit(3, 3, "", " ", "space")], ["A 0 2|||space|||thecat|||REQUIRED|||-NONE-|||0"]),
        ("the cat", [Edit(3, 4, " ", "", "space")], ["A 0 1|||space|||the cat|||REQUIRED|||-NONE-|||0"]),
        ("a b", [Edit(1, 3, " b", "", "omit")], ["A 0 1|||omit|||a b|||REQUIRED|||-NONE-|||0"]),
        ("a b c", [Edit(1, 3, " b", "", "omit")], ["A 0 1|||omit|||a b|||REQUIRED|||-NONE-|||0"]),
        ("abcd", [Edit(0, 1, "a", "x", "p"), Edit(3, 4, "d", "y", "q")],
         ["A 0 1|||p+q|||abcd|||REQUIRED|||-NONE-|||0"]),
        ("a\tb", [Edit(1, 2, "\t", " ", "space")], ["A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0"]),
        ("a", [], ["A -1 -1|||noop|||-NONE-|||REQUIRED|||-NONE-|||0"]),
    ],
)  # fmt: skip
def test_m2_covers_whole_tokens(source: str, edits: list[Edit], rows: list[str]) -> None:
    block = made(source, *edits).to_m2().split("\n")
    assert block == [f"S {' '.join(made(source, *edits).text.split())}", *rows, "", ""]


@given(TEXTS.flatmap(lambda text: st.tuples(st.just(text), edit_logs(text))))
def test_following_the_rows_of_m2_leads_back_to_the_source(pair: tuple[str, EditLog]) -> None:
    source, log = pair
    block = Perturbation(source, log.apply(source), log, 0, 0).to_m2()
    first, *rows = block.rstrip("\n").split("\n")
    tokens = first[2:].split()
    for row in reversed(rows):
        span, kind, wanted, *_ = row[2:].split("|||")
        low, high = map(int, span.split())
        if kind != "noop":
            tokens[low:high] = [] if wanted == "-NONE-" else wanted.split()
    assert tokens == source.split()


def test_labels_follow_their_text() -> None:
    labels = [(4, 7, "DET"), (8, 11, "CAT"), (12, 15, "VERB"), (0, 0, "START")]
    assert SWAP.project_labels(labels) == [(4, 7, "DET"), (8, 12, "CAT"), (13, 16, "VERB"), (0, 0, "START")]
    with pytest.raises(typo.InvalidArgument, match="end=99 is above 15"):
        SWAP.project_labels([(0, 99, "X")])


def test_bio_tags_follow_their_tokens_and_an_entity_survives_the_loss_of_its_first() -> None:
    lost = made("in New York City", Edit(3, 7, "New ", "", "omit"), Edit(8, 9, "o", "i", "replace"))
    tokens, tags = ["in", "New", "York", "City"], ["O", "B-LOC", "I-LOC", "I-LOC"]
    assert lost.project_bio(tokens, tags) == (["in", "Yirk", "City"], ["O", "B-LOC", "I-LOC"])
    gone = made("a b", Edit(0, 2, "a ", "", "omit"))
    assert gone.project_bio(["a", "b"], ["B-X", "B-X"]) == (["b"], ["B-X"])
    assert gone.project_bio(["a", "b"], ["B-X", "O"]) == (["b"], ["O"])


@pytest.mark.parametrize(
    ("tokens", "tags", "words"),
    [
        (["see"], [], "0 tags for 1 tokens"),
        (["dog"], ["O"], "'dog', which is not in the source after position 0"),
        (["cat", "see"], ["O", "O"], "'see', which is not in the source after position 11"),
        ([""], ["O"], "'', which is not in the source"),
    ],
)
def test_tokens_that_are_not_there_are_refused(tokens: list[str], tags: list[str], words: str) -> None:
    with pytest.raises(typo.InvalidArgument, match=words):
        SWAP.project_bio(tokens, tags)


@given(TEXTS.flatmap(lambda text: st.tuples(st.just(text), edit_logs(text))), st.data())
def test_unprojecting_leads_back_where_nothing_was_edited(pair: tuple[str, EditLog], data: st.DataObject) -> None:
    source, log = pair
    start, end = sorted(data.draw(st.tuples(*[st.integers(0, len(source))] * 2)))
    low, high = log.project(start, end)
    touched = any(edit.start <= end and start <= edit.end for edit in log.edits)
    assert touched or log.unproject(low, high) == (start, end)
    assert log.unproject(0, log.target_length) == (0, len(source)) or log.edits


@pytest.mark.parametrize("lang", ["en", "fr", "ru", "vi"])
def test_tokens_keep_the_letters_typed_into_them(lang: str) -> None:
    text = {"en": "Anna lives in Paris", "fr": "Anna vit chez elle", "ru": "Анна живёт дома", "vi": "tôi ăn phở bò"}[
        lang
    ]
    tokens = text.split()
    noisy = typo.Perturber(typo.get("keyboard", lang=lang), rate=1)
    for key in range(100):
        result = noisy.apply(text, key=key)
        assert result.project_bio(tokens, ["O"] * len(tokens))[0] == result.text.split()


def test_a_blank_typed_too_much_belongs_to_no_token() -> None:
    assert made("a b", Edit(1, 1, "", " ", "extra")).project_bio(["a", "b"], ["O", "O"]) == (["a", "b"], ["O", "O"])
    assert made("ab", Edit(1, 1, "", "x", "i")).project_labels([(0, 1, "A"), (1, 2, "B")]) == [(0, 2, "A"), (2, 3, "B")]


def test_no_label_breaks_a_block_of_m2() -> None:
    block = made("a", Edit(0, 1, "a", "b", "x|||y\nz")).to_m2()
    assert block == "S b\nA 0 1|||x///y z|||a|||REQUIRED|||-NONE-|||0\n\n"


def test_text_that_turns_around_is_drawn_harmlessly() -> None:
    assert made("a\u202eb\u2066").show() == "a\ufffdb\ufffd"

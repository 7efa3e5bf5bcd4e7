"""The generators to compare with: random edits, and typos from a user's file."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from math import exp, isclose, sqrt
from pathlib import Path

import pytest

import typo
from typo.slips.symbols import script
from typo.testing import check_transform

ROWS = "correct\ttypo\tcount\ntheir\tthier\t5\ntheir\ttheri\t1\nreceive\trecieve\na lot\talot\nété\teté\t2\nUK\tKU\n"
TEXT = "Their friends receive THEIR letters from a lot of UK friends, uk or not, in cet été."


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    path = tmp_path / "pairs.tsv"
    path.write_text(ROWS, encoding="utf-8")
    return path


def test_a_word_of_the_list_becomes_one_of_its_typos_and_keeps_its_capitals(pairs: Path) -> None:
    noisy = typo.Perturber(typo.get("attested", path=str(pairs)), rate=1)
    found = {noisy(TEXT, key=key) for key in range(40)}
    rest = "friends recieve {} letters from a lot of KU friends, uk or not, in cet eté."
    firsts, seconds = ("Thier", "Theri"), ("THIER", "THERI")
    assert found == {f"{first} {rest.format(second)}" for first in firsts for second in seconds}
    assert noisy.apply(TEXT, key=1).eligible == 5


def test_commoner_typos_come_more_often_and_their_probability_is_told(pairs: Path) -> None:
    noisy = typo.Perturber(typo.get("attested", path=str(pairs)), rate=1)
    counts: Counter[str] = Counter()
    rounds = 3000
    for key in range(rounds):
        result = noisy.apply("their", key=key)
        counts[str(result)] += 1
        assert result.logprobs is not None
        assert isclose(exp(result.logprobs[0]), 5 / 6 if str(result) == "thier" else 1 / 6)
    # Five standard deviations.
    assert abs(counts["thier"] - rounds * 5 / 6) < 5 * sqrt(rounds * 5 / 36)


def test_the_rate_is_a_share_of_the_words_of_the_list(pairs: Path) -> None:
    noisy = typo.Perturber(typo.get("attested", path=str(pairs)), rate=0.4)
    assert noisy.apply("their friends " * 10, key=1).realised == 4
    result = noisy.apply("nothing of it", key=1)
    assert (result.realised, result.reason) == (0, "there are no words that stand in the list of typos.")


def test_a_list_of_json_objects_says_the_same(pairs: Path, tmp_path: Path) -> None:
    rows = [line.split("\t") for line in ROWS.splitlines()[1:]]
    objects = [
        {"correct": correct, "typo": wrong, "count": int(count[0]) if count else 1, "source": "page 3"}
        for correct, wrong, *count in rows
    ]
    path = tmp_path / "pairs.jsonl"
    path.write_text("\n".join(map(json.dumps, objects)) + "\n\n", encoding="utf-8-sig")
    one, other = (typo.Perturber(typo.get("attested", path=str(each)), rate=1) for each in (pairs, path))
    assert [one(TEXT, key=key) for key in range(20)] == [other(TEXT, key=key) for key in range(20)]


def test_recipes_and_pickles_lead_back_and_the_file_is_part_of_the_signature(pairs: Path) -> None:
    transform = typo.get("attested", path=str(pairs))
    noisy = typo.Perturber(transform)
    assert typo.from_recipe(json.loads(json.dumps(typo.to_recipe(noisy)))) == noisy
    assert pickle.loads(pickle.dumps(transform)) == transform
    assert isinstance(transform.data, tuple)  # type: ignore[union-attr]
    assert f"data:{transform.data[0]}" in noisy.signature  # type: ignore[union-attr]
    pairs.write_text(ROWS + "friend\tfreind\n", encoding="utf-8")
    assert typo.get("attested", path=str(pairs)) != transform
    assert typo.Perturber(typo.get("attested", path=str(pairs))).signature != noisy.signature


def test_a_list_that_changed_is_noticed_by_another_process(pairs: Path) -> None:
    from typo.transforms import attested

    transform = typo.get("attested", path=str(pairs))
    pairs.write_text(ROWS + "friend\tfreind\n", encoding="utf-8")
    attested._pairs.cache_clear()
    attested._lexicon.cache_clear()
    with pytest.raises(typo.InvalidArgument, match="has changed since the transform was made"):
        typo.perturb(TEXT, transform=transform, rate=1)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("a.tsv", "their\n", "line 1: there must be a correct word, its typo, and perhaps a count."),
        ("a.tsv", "their\tthier\t1\tx\n", "line 1: there must be"),
        ("a.tsv", "their\tthier\n\na\ta\n", "line 3: the word 'a' and its typo 'a' must differ"),
        ("a.tsv", "their\t\n", "neither be empty"),
        ("a.tsv", "their\tthier\tmany\n", "line 1: count must be an int, not str"),
        ("a.tsv", "their\tthier\t0\n", "line 1: count=0 is below 1"),
        ("a.tsv", "their\t\u0301thier\n", "begins with a mark, or holds a control character"),
        ("a.tsv", "their\tth\x07ier\n", "begins with a mark, or holds a control character"),
        ("a.tsv", "a lot\talot\nalot\ta lot\n", "holds no pair of one correct word and its typo"),
        ("a.tsv", "", "holds no pair of one correct word and its typo"),
        ("a.jsonl", "their\tthier\n", "line 1: there must be"),
        ("a.jsonl", '{"correct": "their"}', "line 1: there must be"),
        ("a.jsonl", '{"correct": "their", "typo": 5}', "line 1: typo must be a str, not int"),
        ("a.jsonl", '{"correct": "their", "typo": "thier", "count": 1.5}', "count must be an int, not float"),
        ("a.csv", "their,thier\n", "must end in one of: .jsonl, .ndjson, .tsv, .txt"),
    ],
)
def test_a_bad_list_is_refused_with_the_number_of_the_line(tmp_path: Path, name: str, text: str, words: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(typo.InvalidArgument) as error:
        typo.get("attested", path=str(path))
    assert words in str(error.value)
    assert str(error.value).startswith(f"path={str(path)!r}")


def test_a_list_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_bytes(b"their\tth\xffier\n")
    for path, words in (
        ("", "path is empty; it must name a file"),
        (str(tmp_path / "b.tsv"), "cannot be read"),
        (str(tmp_path), "cannot be read"),
        (str(tmp_path / "a.tsv"), "is not UTF-8"),
        (5, "path must be a str, not int"),
    ):
        with pytest.raises(typo.InvalidArgument) as error:
            typo.get("attested", path=path)
        assert words in str(error.value)


def test_attested_typos_keep_the_laws(pairs: Path) -> None:
    check_transform(typo.get("attested", path=str(pairs)), texts=(TEXT, "un e\u0301te\u0301"), examples=60)


@pytest.mark.parametrize(("lang", "word"), [("en", "reading"), ("ru", "чтение"), ("el", "ανάγνωση"), ("fr", "lecture")])
def test_a_naive_edit_is_any_letter_of_the_script_anywhere(lang: str, word: str) -> None:
    noisy = typo.Perturber(typo.get("naive", lang=lang), rate=1)
    rounds = 3000
    labels: Counter[str] = Counter()
    places: Counter[int] = Counter()
    letters = set()
    for key in range(rounds):
        (edit,) = noisy.apply(word, key=key).edits
        labels[{"double": "insert", "diacritic": "replace"}.get(edit.label, edit.label)] += 1
        if edit.label == "omit":
            places[edit.start] += 1
        letters |= set(edit.replacement)
    # Five standard deviations.
    assert all(abs(labels[label] - rounds / 4) < 5 * sqrt(rounds * 3 / 16) for label in labels)
    assert labels.keys() == {"replace", "insert", "omit", "transpose"}
    assert set(places) == set(range(len(word)))
    assert {script(letter) for letter in letters} == {script(word[0])}
    assert len(letters) > 20


def test_naive_is_told_from_keyboard_by_its_name_and_says_which_languages_it_cannot_do() -> None:
    noisy = typo.Perturber(typo.get("naive", lang="de"))
    assert noisy.signature.startswith("naive.v1|")
    assert typo.from_recipe(typo.to_recipe(noisy)) == noisy
    assert pickle.loads(pickle.dumps(noisy.transform)) == noisy.transform
    with pytest.raises(typo.UnknownName, match="no language named 'xx'"):
        typo.get("naive", lang="xx")

"""MulTypo's algorithm: what it can and cannot do, and that what it draws follows its tables."""

from __future__ import annotations

import itertools
import json
import pickle
import random
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from math import exp, isclose, sqrt
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo
from typo.keyed import digest
from typo.order import _climbing, _stepping, drawn
from typo.slips.symbols import script
from typo.transforms.multypo import Multypo
from typo.transforms.multypo_board import PUBLISHED, published
from typo_keyboards import load

CASES = Path(__file__).parents[1] / "cases" / "multypo"
WORDS = {
    "ar": "المدرسة", "bn": "বাংলাদেশ", "de": "großartig", "el": "καλημέρα", "en": "committee", "fr": "rédaction",
    "he": "ירושלים", "hi": "परिवार", "hy": "Հայաստան", "ka": "საქართველო", "ru": "сообщение", "ta": "தமிழ்நாடு",
}  # fmt: skip
# Chi-square this many standard deviations above what chance gives: less than once in a million runs.
SIGMAS = 5.0

both = pytest.mark.parametrize("name", ["multypo", "multypo@paper"])
every_language = pytest.mark.parametrize("lang", PUBLISHED)
sampled = st.integers(0, 2**64 - 1)


def read(name: str) -> list[Any]:
    return [json.loads(line) for line in (CASES / name).read_text("utf-8").splitlines()]


def multypo(name: str = "multypo", **options: Any) -> Multypo:
    made = typo.get(name, **options)
    assert isinstance(made, Multypo)
    return made


def results(transform: Multypo, word: str) -> dict[str, float]:
    """Map what may become of a word to its probability."""
    found: Counter[str] = Counter()
    for edit, chance in transform.slips(word):
        found[word[: edit.start] + edit.replacement + word[edit.end :]] += chance  # type: ignore[assignment]
    return dict(found)


def edits(transform: Multypo, word: str, rounds: int) -> list[typo.Edit]:
    """Draw the first edit of a word again and again."""
    noisy = typo.Perturber(transform, rate=1, max_edits=1)
    return [edit for key in range(rounds) for edit in noisy.apply(word, key=key).edits]


def excess(counts: Mapping[Any, int], shares: Mapping[Any, float]) -> float:
    """Return how many standard deviations chi-square lies above what chance gives (Wilson and Hilferty)."""
    assert set(counts) <= set(shares)
    total, whole = sum(counts.values()), sum(shares.values())
    cells = {cell: total * share / whole for cell, share in shares.items() if share}
    assert min(cells.values()) > 5, "too few draws for chi-square"
    chi_square = sum((counts.get(cell, 0) - expected) ** 2 / expected for cell, expected in cells.items())
    free = len(cells) - 1
    spread = 2 / (9 * free)
    return float(((chi_square / free) ** (1 / 3) - (1 - spread)) / sqrt(spread))


@pytest.mark.parametrize(
    "case", read("possible.jsonl"), ids=lambda case: f"{case['name']} {case['lang']} {case['word']}"
)
def test_a_word_can_become_what_the_keyboard_allows_and_nothing_else(case: dict[str, Any]) -> None:
    found = results(multypo(case["name"], lang=case["lang"]), case["word"])
    assert isclose(sum(found.values()), 1)
    assert [wrong for wrong in case["can"] if not found.get(wrong)] == [], case["comment"]
    assert [wrong for wrong in case["cannot"] if wrong in found] == [], case["comment"]


@pytest.mark.parametrize("case", read("left_alone.jsonl"), ids=lambda case: f"{case['lang']} {case['text'][:20]}")
def test_numbers_and_names_of_keys_are_left_alone_as_whole_words_only(case: dict[str, Any]) -> None:
    text = case["text"]
    units = multypo(lang=case["lang"]).units(typo.Text(text))
    assert [text[start:end] for start, end, weight in units if weight] == case["words"]
    result = typo.perturb(text, transform=multypo(lang=case["lang"]), rate=1)
    assert result.eligible == len(case["words"])
    assert all(word in str(result) for word in text.split() if word not in case["words"] and "'" not in word)


@both
@every_language
def test_a_language_keeps_its_script_its_first_letters_and_its_marks(name: str, lang: str) -> None:
    text = " ".join([WORDS[lang]] * 6)
    for rate in (0, 0.1, 0.4, 0.7, 1):
        result = typo.Perturber(multypo(name, lang=lang), rate=rate).apply(text, key=lang)
        assert result.realised == result.requested == int(6 * rate + 0.5)
        words = result.text.split(" ")
        assert [word[0] for word in words] == [WORDS[lang][0]] * 6
        assert {script(sign) for word in words for sign in word} == {script(WORDS[lang][0])}


@both
@pytest.mark.parametrize("lang", ["bn", "hi", "ta"])
def test_a_sign_of_an_indic_word_always_has_a_letter_that_bears_it(name: str, lang: str) -> None:
    found = results(multypo(name, lang=lang), WORDS[lang])
    assert isclose(sum(found.values()), 1)
    for wrong in found:
        for before, after in itertools.pairwise(wrong):
            if "VOWEL SIGN" in unicodedata.name(after) or "VIRAMA" in unicodedata.name(after):
                assert unicodedata.category(before) == "Lo" or "NUKTA" in unicodedata.name(before), wrong


@both
@pytest.mark.parametrize("lang", ["en", "hi", "bn", "ta"])
def test_what_is_drawn_follows_the_probabilities_that_are_told(name: str, lang: str) -> None:
    transform = multypo(name, lang=lang)
    word = WORDS[lang]
    counts: Counter[typo.Edit] = Counter()
    chances = dict(transform.slips(word))
    noisy = typo.Perturber(transform, rate=1, max_edits=1)
    for key in range(4000):
        result = noisy.apply(word, key=key)
        (edit,), (logprob,) = result.edits, result.logprobs or ()
        assert isclose(exp(logprob), chances[edit], rel_tol=1e-6)
        counts[edit] += 1
    rare = {edit for edit, chance in chances.items() if chance < 0.004}
    cells = Counter({"rare": sum(counts[edit] for edit in rare)} if rare else {})
    merged: Counter[Any] = Counter({edit: count for edit, count in counts.items() if edit not in rare}) + cells
    shares: dict[Any, float] = {edit: chance for edit, chance in chances.items() if edit not in rare}
    if rare:
        shares["rare"] = sum(chances[edit] for edit in rare)
    assert excess(merged, shares) < SIGMAS


@both
def test_operations_follow_their_shares(name: str) -> None:
    table = {"omit": 28, "insert": 15, "replace": 28, "transpose": 28}
    counts = Counter(edit.label for edit in edits(multypo(name), "documentary", 5000))
    assert excess(counts, table) < SIGMAS
    assert excess(counts, dict.fromkeys(table, 25)) > SIGMAS
    mine = {"omit": 1, "insert": 2, "replace": 3, "transpose": 0}
    counts = Counter(edit.label for edit in edits(multypo(name, **mine), "documentary", 3000))
    assert excess(counts, mine) < SIGMAS


@pytest.mark.parametrize(
    ("label", "name", "weights"),
    [
        ("omit", "multypo", [9, 10, 11, 12, 13, 14, 15, 16, 17, 18]),
        ("replace", "multypo", [9, 10, 11, 12, 13, 14, 15, 16, 17, 18]),
        ("insert", "multypo", [9, 10, 11, 12, 13, 14, 15, 16, 17, 18]),
        # Of 135, in hundredths, halves up.
        ("omit", "multypo@paper", [7, 7, 8, 9, 10, 10, 11, 12, 13, 13]),
    ],
)
def test_places_follow_the_table_of_middle_and_end(label: str, name: str, weights: list[int]) -> None:
    word = "documentary"
    only = {"omit": 0, "insert": 0, "replace": 0, "transpose": 0, label: 1}
    counts = Counter(edit.start for edit in edits(multypo(name, **only), word, 5000))
    first = 2 if label == "insert" else 1
    assert excess(counts, dict(enumerate(weights, first))) < SIGMAS
    assert excess(counts, dict.fromkeys(range(first, first + 10), 1)) > SIGMAS


@both
@every_language
def test_letters_are_transposed_across_the_hands_only_and_by_place(name: str, lang: str) -> None:
    transform = multypo(name, lang=lang, omit=0, insert=0, replace=0)
    word = WORDS[lang]
    hands = dict.fromkeys(published(lang).right, "right") | dict.fromkeys(published(lang).left, "left")
    hand: Callable[[str], str] = load(transform.layout).hand if name == "multypo" else hands.__getitem__
    swapped = [edit for edit, _ in transform.slips(word)]
    for edit in swapped:
        pair = next((a, b) for a, b in itertools.pairwise(edit.original) if b + a in edit.replacement)
        assert {hand(key.lower()) for key in pair} == {"left", "right"}
    assert swapped or name == "multypo@paper"


def test_transpositions_by_place() -> None:
    word = "sodkeno"
    transform = multypo(omit=0, insert=0, replace=0)
    weights = {at: 5 + at - 1 for at in range(1, 6) if load("us").hand(word[at]) != load("us").hand(word[at + 1])}
    assert sorted(weights) == [1, 2, 3, 4]
    counts = Counter(edit.start for edit in edits(transform, word, 4000))
    assert excess(counts, weights) < SIGMAS


@pytest.mark.parametrize(
    ("name", "shares"),
    [
        ("multypo", {"s": 9, "f": 9, "e": 1, "r": 1, "x": 1, "c": 1}),
        ("multypo@paper", {"s": 9, "f": 9, "e": 1, "c": 1}),
    ],
)
@pytest.mark.parametrize("label", ["replace", "insert"])
def test_neighbours_in_the_row_weigh_nine_times_those_above_and_below(
    name: str, shares: dict[str, int], label: str
) -> None:
    only = {"omit": 0, "insert": 0, "replace": 0, "transpose": 0, label: 1}
    counts = Counter(edit.replacement for edit in edits(multypo(name, **only), "ad", 3000))
    assert excess(counts, shares) < SIGMAS
    even = multypo(name, horizontal=1, vertical=1, **only)
    assert {round(chance, 6) for _, chance in even.slips("ad")} == {round(1 / len(shares), 6)}
    assert {edit.replacement for edit, _ in multypo(name, vertical=0, **only).slips("ad")} == {"s", "f"}


def test_words_are_drawn_by_the_square_root_of_their_length() -> None:
    text = "or next celebrate responsibilities"
    starts = {0: "or", 3: "next", 8: "celebrate", 18: "responsibilities"}
    noisy = typo.Perturber(multypo(), rate=0, min_edits=1)
    counts: Counter[int] = Counter()
    for key in range(6000):
        (edit,) = noisy.apply(text, key=key).edits
        counts[max(start for start in starts if start <= edit.start)] += 1
    assert excess(counts, {start: sqrt(len(word)) for start, word in starts.items()}) < SIGMAS
    assert excess(counts, {start: len(word) for start, word in starts.items()}) > SIGMAS


def test_a_word_that_was_hit_keeps_half_its_weight() -> None:
    rounds = 20_000
    pairs = Counter(
        tuple(index for index, _ in itertools.islice(drawn([64, 64], digest(key), halving=True), 3))
        for key in range(rounds)
    )
    # After a: a again with 1/3; after a, a: a with 1/5; after a, b: both alike.
    then = {(0, 0, 0): 1 / 30, (0, 0, 1): 4 / 30, (0, 1, 0): 1 / 6, (0, 1, 1): 1 / 6}
    shares = then | {tuple(1 - index for index in row): share for row, share in then.items()}
    assert excess(pairs, shares) < SIGMAS


@given(st.lists(st.integers(0, 5) | st.integers(0, 2**40), max_size=100), st.integers())
def test_both_ways_of_drawing_agree_where_weights_are_halved(weights: list[int], key: int) -> None:
    stepped = list(_stepping(weights, digest(key), 1))
    assert stepped == list(_climbing(weights, digest(key), 1))
    assert Counter(index for index, _ in stepped) == {i: w.bit_length() for i, w in enumerate(weights) if w}


def test_a_word_may_be_hit_again_and_the_rate_counts_typos() -> None:
    noisy = typo.Perturber(multypo(), rate=0, min_edits=4)
    result = noisy.apply("responsibilities", key=3)
    assert (result.eligible, result.realised) == (1, 4)
    assert all(one.end <= other.start for one, other in itertools.pairwise(result.edits))
    text = "the responsibilities of incomprehensible administrations"
    again = sum(typo.Perturber(multypo(), rate=1).apply(text, key=key).realised for key in range(50))
    assert again == 250
    short = typo.Perturber(multypo(), rate=0, min_edits=5).apply("or", key=1)
    assert 1 <= short.realised < 5
    assert short.reason


def test_a_mix_hits_a_word_again_too() -> None:
    mixed = typo.Mix((multypo(), typo.get("fullwidth")), weights=(99, 1))
    assert typo.Perturber(mixed, rate=0, min_edits=3).apply("responsibilities", key=1).realised == 3


def test_a_keyboard_of_ones_own_has_its_rows_hands_and_words_to_leave_alone() -> None:
    mine = multypo(rows=("a b c", "· d e"), left=("a", "d"), ignored=("bad",))
    result = typo.Perturber(mine, rate=1).apply("bad bead face", key=1)
    assert result.eligible == 1  # f is on no key
    found = results(mine, "cab")
    assert found.keys() == {"ca", "cb", "cbb", "cabb", "cba", "caa", "cac", "cad", "caba", "cabc", "cabd"}
    assert not any(edit.label == "transpose" for edit, _ in multypo(rows=("a b c",)).slips("cab"))
    assert typo.from_recipe(typo.to_recipe(typo.Perturber(mine))).transform == mine


@both
def test_recipes_and_pickles_give_the_same_transform(name: str) -> None:
    noisy = typo.Perturber(multypo(name, lang="fr", omit=5), rate=0.3)
    assert typo.from_recipe(json.loads(json.dumps(typo.to_recipe(noisy)))) == noisy
    assert pickle.loads(pickle.dumps(noisy.transform)) == noisy.transform
    assert f"|data:{'multypo-0.1.1'}|" in noisy.signature or name == "multypo"
    assert noisy.signature.startswith(f"{name.replace('multypo', 'multypo.v1')}|")


def test_long_texts_and_long_words_are_no_trouble() -> None:
    for name in ("multypo", "multypo@paper"):
        noisy = typo.Perturber(multypo(name), rate=0.5)
        assert noisy.apply("words " * 600, key=1).realised == 300
        assert noisy.apply("z" * 100_000, key=1).realised in (0, 1)
        assert noisy.apply("a " * 10_000, key=1).realised == 0


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"lang": "uk"}, "lang='uk' is not one of ar, bn, de"),
        ({"lang": "xx"}, "no language named 'xx'"),
        ({"layout": "us-qwerti"}, "did you mean us-qwerty"),
        ({"omit": -1}, "omit=-1 is below 0"),
        ({"omit": 0.28}, "omit must be an int"),
        ({"omit": 0, "insert": 0, "replace": 0, "transpose": 0}, "are all 0"),
        ({"horizontal": 0, "vertical": 0}, "are all 0"),
        ({"rows": ("a b",), "left": ("c",)}, "left holds 'c', which is not a key of rows"),
        ({"rows": ("A b",)}, "rows holds 'A'; keys are written in small letters, as 'a'"),
        ({"rows": ("a b",), "layout": "us"}, "layout and rows are two keyboards"),
        ({"left": ("a",)}, "left names the keys of rows"),
        ({"ignored": ["one"]}, "ignored=['one'] must be a tuple"),
        ({"ignored": ("New York",)}, "ignored holds 'New York'; each must be one word"),
        ({"rows": ("·",)}, "rows=('·',) has no key"),
        ({"rows": ("a \ud800",)}, r"rows holds '\ud800', which cannot be written"),
        ({"rows": ("a \u0301 b",)}, "a mark; only Indic marks have keys of their own"),
        ({"tables": "paper", "lang": "it-IT"}, "lang='it' is not one of: ar"),
        ({"tables": "mine"}, "tables='mine' is not one of: layout, paper"),
        ({"tables": "paper", "layout": "us"}, "has its own keyboards"),
        ({"tables": "paper", "lang": "uk"}, "lang='uk' is not one of: ar"),
    ],
)
def test_a_wrong_option_is_refused_in_a_sentence(options: dict[str, Any], words: str) -> None:
    with pytest.raises(typo.TypoError) as error:
        multypo(**options)
    assert words in str(error.value)


@pytest.mark.parametrize("code", ["EN", "eng", "en_US"])
@both
def test_a_language_goes_by_any_of_its_codes(code: str, name: str) -> None:
    assert results(multypo(name, lang=code), "keyboard") == results(multypo(name, lang="en"), "keyboard")


def test_the_keyboard_of_a_region_is_that_of_the_region() -> None:
    assert multypo(lang="en-GB").layout == "gb"
    assert typo.perturb("quarante chevaux", transform=multypo(lang="fra"), rate=1).eligible == 1


def test_ignored_words_are_left_alone_whatever_their_capitals() -> None:
    for name in ("multypo", "multypo@paper"):
        assert typo.perturb("Rome rome ROME", transform=multypo(name, ignored=("Rome",)), rate=1).eligible == 0


@pytest.mark.parametrize("word", ["ΟΔΟΣ", "ΣΑΣ", "Σ'ΑΓΑΠΩ"])
def test_a_capital_of_two_letters_is_never_replaced_by_itself(word: str) -> None:
    transform = multypo(lang="el")
    found = results(transform, word)
    assert word not in found
    assert sum(found.values()) == pytest.approx(1)


def test_a_key_of_ones_own_that_stands_beside_itself_never_replaces_itself() -> None:
    found = results(multypo(rows=("a a b",)), "bab")
    assert "bab" not in found
    assert sum(found.values()) == pytest.approx(1)


def test_another_language_goes_with_a_layout() -> None:
    assert typo.perturb("добрий день", transform=multypo(lang="uk", layout="ua"), rate=1).realised == 2


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["de", "el", "en", "fr", "he", "hy", "ka", "ru"])
def test_the_paper_form_gives_what_the_published_package_gives(lang: str) -> None:
    package = pytest.importorskip("multypo", reason="compares with the published package, multypo 0.1.1")
    (language,) = (entry["name"] for entry in package.get_supported_languages() if entry["code"] == lang)
    generator = package.MultiTypoGenerator(language)
    state = random.getstate()
    random.seed(20)
    try:
        theirs = Counter(generator.insert_typos(WORDS[lang], 1.0) for _ in range(20_000))
    finally:
        random.setstate(state)
    ours = results(multypo("multypo@paper", lang=lang), WORDS[lang])
    assert set(theirs) == set(ours)
    assert excess(theirs, ours) < SIGMAS


@pytest.mark.slow
def test_the_tables_are_those_of_the_published_package() -> None:
    keyboards = pytest.importorskip("multypo.keyboards", reason="compares with the published package, multypo 0.1.1")
    for lang in PUBLISHED:
        rows, left, right, ignored = published(lang)
        assert [row.split() for row in rows] == [[key or "·" for key in row] for row in keyboards.KEYBOARDS[lang]]
        hands = keyboards.LEFT_RIGHTS[lang]
        assert [*left] == [key for key in hands["left"] if " " not in key]
        assert [*right] == hands["right"]
        words = (word.strip("0123456789") for word in keyboards.IGNORES[lang])
        assert ignored == {word for word in words if word and not word.isdecimal()}

"""The French recipes: their targets, their nesting on real texts, and what must never come out."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from math import exp, fsum
from pathlib import Path
from typing import Any
from unicodedata import is_normalized, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo
from typo import lexicon
from typo.langs.fr import LANGUAGE, LEVELS
from typo.transforms.neighbour import Neighbour, _drawer
from typo_keyboards import load

FOLDER = Path(__file__).parents[1] / "cases" / "french"
CASES = [json.loads(line) for line in (FOLDER / "neighbour.jsonl").read_text("utf-8").splitlines()]
NAMES = tuple(LEVELS)
WITH_PAPER = tuple(f"{name}{preset}" for name in NAMES for preset in ("", "@paper"))
SENTENCE = (
    "Aujourd'hui, l’école n'était pas ouverte parce qu'il y avait une grève générale dans toute la région, d'où "
    "l'inquiétude des parents d'élèves, dont certains n'avaient appris la nouvelle qu'à l'aube."
)
FRENCH = lexicon.load("fr")
every_recipe = pytest.mark.parametrize("name", WITH_PAPER)


def french_texts(shared: Callable[[str], Path]) -> Iterator[str]:
    folder = shared("data/benchmarks/ntrex/ref.fra.txt").parents[1]
    yield from (folder / "ntrex/ref.fra.txt").read_text("utf-8").splitlines()
    for line in (folder / "rte3-fr/validation.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        yield from (row["premise"], row["hypothesis"])
    for line in (folder / "rte3-fr/RTE3-FR-dev-set-3class.tsv").read_text("utf-8").splitlines()[1:]:
        yield from line.split("\t")[2:4]
    for name in ("dev", "train"):
        for row in json.loads((folder / f"frenchmedmcqa/{name}.json").read_text("utf-8")):
            yield row["question"]
            yield " ; ".join(row["answers"].values())


def accepts(form: str) -> bool:
    """Tell whether a form is a word, or one behind an elided one is."""
    return any(map(FRENCH.accepts, (form, re.split("['’]", form)[-1])))


def check_nesting(name: str, texts: Iterable[str]) -> tuple[int, int]:
    """Check a strict sweep over texts; return how many nest, and how many are left alone."""
    noisy = typo.Perturber(typo.get(name), seed=3)
    nested = left = 0
    for key, text in enumerate(texts):
        low, high = noisy.sweep(text, rates=LEVELS[name.partition("@")[0]], key=key, strict=True)
        assert set(low.edits) <= set(high.edits)
        for level in (low, high):
            assert level.log.apply(text) == level.text
            assert level.log.invert().apply(level.text) == text
            assert level.realised <= level.requested
        if low.reason and not low.edits:
            assert not high.edits
            assert "could be edited" in low.reason
            left += 1
        else:
            assert 1 <= low.realised < high.realised
            assert low.realised == low.requested
            nested += 1
    return nested, left


@pytest.mark.parametrize("name", NAMES)
def test_low_is_part_of_high_on_a_sample_of_real_texts(shared: Callable[[str], Path], name: str) -> None:
    nested, left = check_nesting(name, list(french_texts(shared))[::20])
    assert nested > 50
    assert left > 0


@pytest.mark.slow
@every_recipe
def test_low_is_part_of_high_on_all_real_texts(shared: Callable[[str], Path], name: str) -> None:
    texts = list(french_texts(shared))
    nested, left = check_nesting(name, texts)
    assert nested + left == len(texts)
    assert nested > len(texts) / 10


@every_recipe
def test_a_recipe_has_its_published_target_of_all_words(name: str) -> None:
    recipe = typo.get(name)
    noisy = typo.Perturber(recipe)
    low, high = LEVELS[name.partition("@")[0]]
    assert (noisy.rate, noisy.per, noisy.min_edits) == (high, "word", 1)
    assert recipe.name == name.replace("@", ".v1@") if "@" in name else f"{name}.v1"
    result = noisy.apply(SENTENCE, key=1)
    assert result.requested == int(high * LANGUAGE.count_words(SENTENCE) + 0.5)
    assert noisy.sweep(SENTENCE, rates=(low, high), key=1, strict=True)[1] == result


def test_a_high_level_is_capped_by_the_safe_sites_as_long_as_it_rises() -> None:
    noisy = typo.Perturber(typo.get("fr.apostrophe"))
    text = "Le gouvernement de la région " * 10 + "croit qu'il aura l'école."
    low, high = noisy.sweep(text, rates=(0.02, 0.1), key=1, strict=True)
    assert (low.realised, high.realised) == (1, 2)
    assert (low.requested, high.requested) == (1, 6)
    assert (
        high.reason
        == "6 edits were asked for; only 2 of 2 words with an apostrophe that may be left out could be edited."
    )


def test_what_cannot_nest_is_reported_and_not_bent() -> None:
    noisy = typo.Perturber(typo.get("fr.apostrophe"))
    low, high = noisy.sweep("Il croit qu'elle l'avait vu à l'école.", rates=LEVELS["fr.apostrophe"], key=1, strict=True)
    assert low.text == high.text == low.source
    assert low.reason == high.reason
    assert low.reason == (
        "the levels need 2 edits and only 1 of 3 words with an apostrophe that may be left out could be edited."
    )
    # The high target is more than what the levels need to nest.
    _, high = noisy.sweep("Il croit qu'elle l'avait vu à l'école.", rates=(0.025, 0.9), key=1, strict=True)
    assert high.reason == low.reason
    assert high.requested == 9


@every_recipe
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_both_normal_forms_have_the_same_edits(name: str, form: Any) -> None:
    noisy = typo.Perturber(typo.get(name), rate=0.4)
    for key in range(20):
        result = noisy.apply(normalize(form, SENTENCE), key=key)
        assert is_normalized(form, result.text)
        assert normalize("NFC", result.text) == noisy(SENTENCE, key=key)
        assert result.realised > 1


@every_recipe
def test_apostrophes_that_stay_are_those_that_were_there(name: str) -> None:
    result = typo.Perturber(typo.get(name), rate=0.1).apply("L’aube d'été qu’on a vue d'ici.", key=1)
    left = [c for c in result.source if c in "'’"]
    for edit in reversed(result.edits):
        if "apostrophe" in name:
            del left[sum(c in "'’" for c in result.source[: edit.start])]
    assert [c for c in result.text if c in "'’"] == left


@every_recipe
@pytest.mark.parametrize("word", ["d'où", "jusqu'à", "l'âge", "D’OÙ", "qu'à", "L'Âge", "l'été", "d'une", "s'en"])
def test_an_elided_host_never_becomes_a_real_word(name: str, word: str) -> None:
    noisy = typo.Perturber(typo.get(name), rate=1)
    for key in range(30):
        after = noisy(word, key=key)
        assert after == word or not accepts(after)


WORDS = sorted(word for word in FRENCH if len(word) > 3)[::701]


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), st.sampled_from(["natural", "uniform"]), st.integers())
def test_a_neighbouring_key_makes_no_word_and_nothing_frequent(words: list[str], weights: str, key: int) -> None:
    noisy = typo.Perturber(Neighbour(lang="fr", weights=weights), rate=1)
    result = noisy.apply(" ".join(words), key=key)
    layout = load("fr-azerty")
    for edit in result.edits:
        assert edit.replacement in [letter for letter, _ in layout.neighbours(edit.original)]
        assert edit.replacement.isupper() == edit.original.isupper()
        assert result.source[edit.start - 1 : edit.start].strip()
    for before, after in zip(words, result.text.split(" "), strict=True):
        assert after == before or not (FRENCH.accepts(after) or FRENCH.bucket(after) >= lexicon.FREQUENT)


@pytest.mark.parametrize("case", CASES, ids=lambda case: ascii(case["word"]))
def test_what_a_neighbouring_key_can_make_of_a_word(case: dict[str, Any]) -> None:
    noisy = typo.Perturber(Neighbour(lang="fr"), rate=1)
    for form in ("NFC", "NFD"):
        made = {normalize("NFC", noisy(normalize(form, case["word"]), key=key)) for key in range(800)}
        assert set(case["possible"]) <= made, case["comment"]
        assert made.isdisjoint(case["never"]), case["comment"]


def test_as_many_neighbours_make_words_as_counted(shared: Callable[[str], Path]) -> None:
    text = shared("data/benchmarks/ntrex/ref.fra.txt").read_text("utf-8")
    words = sorted(set(re.findall(r"[^\W\d_]{4,}", text)))[::5]
    possible, no_words, neither = (
        sum(
            len(place.made)
            for word in words
            for place in _drawer(Neighbour(weights="uniform", exclude=exclude))._places(word)
        )
        for exclude in ((), ("word",), ("word", "frequent"))
    )
    # 1.7 % and 0.16 % of all in two treebanks; rarer words, each counted once here, have fewer.
    assert 0.008 < 1 - no_words / possible < 0.02
    assert 0.0001 < (no_words - neither) / possible < 0.002


def test_chances_of_a_neighbour_sum_to_one() -> None:
    for weights in ("natural", "uniform"):
        noisy = typo.Perturber(Neighbour(lang="fr", weights=weights), rate=1)
        results = [noisy.apply("lettre", key=key) for key in range(2000)]
        chances = {result.text: exp((result.logprobs or (0,))[0]) for result in results}
        assert fsum(chances.values()) == pytest.approx(1)


def test_words_that_are_too_short_or_have_digits_are_no_units() -> None:
    assert typo.perturb("le B2B2 5e 100 vue", transform=Neighbour(lang="fr"), rate=1).eligible == 0
    assert typo.perturb("le B2B2 5e 100 vue", transform=Neighbour(lang="fr", shortest=3), rate=1).eligible == 1
    assert typo.perturb("l'eau d'une", transform=Neighbour(lang="fr"), rate=1).eligible == 0


def test_another_language_has_neighbours_without_a_lexicon() -> None:
    assert Neighbour(lang="de").exclude == ()
    assert typo.perturb("Straße", transform=Neighbour(lang="de"), rate=1, key=1).realised == 1


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"shortest": 1}, "shortest=1 is below 2"),
        ({"weights": "even"}, "weights='even' is not one of: natural, uniform"),
        ({"exclude": ["word"]}, "exclude=['word'] must be a tuple"),
        ({"exclude": ("merge",)}, "exclude='merge' is not one of: word, frequent"),
        ({"lang": "de", "exclude": ("word",)}, "there is no lexicon of lang='de'; it must be ()"),
        ({"lang": "ja"}, "lang='ja' has no layout"),
    ],
)
def test_a_wrong_option_of_neighbour_is_refused(options: dict[str, Any], words: str) -> None:
    with pytest.raises(typo.InvalidArgument) as error:
        Neighbour(**options)
    assert words in str(error.value)


def test_the_lexicon_is_read_only_when_a_text_needs_it() -> None:
    code = (
        "import typo\n"
        "made = [typo.Perturber(typo.get(f'fr.{name}')) for name in ('apostrophe', 'diacritics', 'keyboard')]\n"
        "from typo import lexicon\n"
        "assert not lexicon._loaded.cache_info().currsize\n"
        "made[0]('l\\'école', key=1)\n"
        "assert lexicon._loaded.cache_info().currsize\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=120)

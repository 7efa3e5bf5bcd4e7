"""The keyboard transform where keys are not letters: Korean, Vietnamese, Thai, Chinese, dead keys and Shift."""

from __future__ import annotations

import json
import random
from collections import Counter
from math import exp, log, sqrt
from pathlib import Path
from unicodedata import is_normalized, name, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo
from typo.graphemes import clusters
from typo.slips import SCALE
from typo.transforms.keyboard import Keyboard
from typo.views.hangul import decompose

PHRASES = json.loads((Path(__file__).parents[1] / "laws" / "phrases.json").read_text("utf-8"))
SIGMAS = 5.0


def perturbed(lang: str, text: str, key: int, **options: object) -> typo.Perturbation:
    return typo.Perturber(typo.get("keyboard", lang=lang, **options), rate=1).apply(text, key=key)


def one_apart(one: str, other: str) -> bool:
    """Tell whether one key was left out, added, replaced, or swapped with the next."""
    while one and other and one[0] == other[0]:
        one, other = one[1:], other[1:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    return (len(one) <= 1 and len(other) <= 1) or (len(one) == 2 and other == one[::-1])


@pytest.mark.parametrize("key", range(40))
def test_a_korean_slip_is_one_key_away(key: int) -> None:
    result = perturbed("ko", "하나의 단어를 입력하고 값을 다시 확인한다", key)
    assert result.realised == 6
    for before, after in zip(result.source.split(), result.text.split(), strict=True):
        assert before != after
        assert one_apart(decompose(before), decompose(after))


@pytest.mark.parametrize(
    ("options", "word"),
    [
        ({"lang": "ko"}, "하나"),
        ({"lang": "ko"}, "AI는"),
        ({"lang": "vi"}, "tiếng"),
        ({"lang": "vi", "layout": "vi-vni"}, "Đường"),
        ({"lang": "th"}, "วันนี้"),
        ({"lang": "fr", "modifiers": True}, "Fenêtre"),
        ({"lang": "el", "modifiers": True}, "ημέρα"),
    ],
    ids=str,
)
def test_slips_are_drawn_as_they_are_listed(options: dict[str, object], word: str) -> None:
    transform = Keyboard(**options)  # type: ignore[arg-type]
    listed = {(s.start, s.end, s.replacement, s.label): s.weight / SCALE for s in transform.slips(word)}
    assert sum(listed.values()) == pytest.approx(1)
    noisy = typo.Perturber(transform, rate=1, min_edits=1)
    times = 2000
    drawn: Counter[tuple[int, int, str, str]] = Counter()
    for key in range(times):
        result = noisy.apply(word, key=key)
        ((start, end, _, replacement, label),) = result.edits
        assert result.logprobs is not None
        assert exp(result.logprobs[0]) == pytest.approx(listed[start, end, replacement, label], rel=1e-4, abs=1e-8)
        drawn[start, end, replacement, label] += 1
    for slip, chance in listed.items():
        # A Poisson count this far off its mean comes once in a million.
        assert abs(drawn[slip] - times * chance) < SIGMAS * sqrt(times * chance) + SIGMAS


@pytest.mark.parametrize("lang", ["ko", "th", "ru", "ar", "he", "hi", "el", "ka", "hy", "bn", "fa", "ur", "uk"])
def test_no_letter_of_another_script_comes_in(lang: str) -> None:
    text = " ".join(PHRASES[lang])
    scripts = {name(letter).split()[0] for letter in text if letter.isalpha()}
    for key in range(30):
        result = perturbed(lang, text, key)
        assert result.realised
        assert {name(letter).split()[0] for letter in result.text if letter.isalpha()} <= scripts


@given(st.text("하나값ㅋㅏa1é \u0301한가힣👩", max_size=12), st.sampled_from(["ko", "vi", "th"]), st.integers(0, 9))
def test_any_mixture_keeps_its_form_and_its_other_characters(text: str, lang: str, key: int) -> None:
    for form in ("NFC", "NFD"):
        source = normalize(form, text)
        result = perturbed(lang, source, key)
        assert is_normalized(form, result.text)
        assert [c for c in result.text if c in "1👩 "] == [c for c in source if c in "1👩 "]


def test_thai_has_a_unit_for_every_four_characters() -> None:
    keys = typo.get("keyboard", lang="th")
    assert "stretches of up to 4 characters" in keys.unit
    for text in ("วันนี้อากาศดีมาก", "น้ำใจที่ดีอยู่เสมอ", "หนังสืออยู่บนโต๊ะ", "ก" * 400):
        letters = len(clusters(text))
        units = typo.perturb(text, transform=keys, rate=0).eligible
        assert units in (letters // 4, -(-letters // 4))
    assert typo.perturb("ก" * 400, transform=keys, rate=0.1).realised == 10
    assert typo.perturb("กขคงจ", transform=keys, rate=0).eligible == 1
    assert typo.perturb("ใช้ AI กับ data", transform=keys, rate=0).eligible == 2


def test_chinese_is_typed_in_pinyin_only() -> None:
    result = perturbed("zh", "我们在北京使用AI和deep learning。", 1)
    assert (result.eligible, result.realised) == (3, 3)
    assert [c for c in result.text if c > "\u2000"] == [c for c in result.source if c > "\u2000"]
    alone = perturbed("zh", "我们在北京。", 1)
    assert alone.text == alone.source
    assert alone.reason is not None
    assert "that the layout us can type" in alone.reason


def test_japanese_is_typed_through_its_input_method() -> None:
    with pytest.raises(typo.InvalidArgument, match="romaji_slip"):
        typo.get("keyboard", lang="ja")
    assert str(typo.perturb("さくらがさく", transform=typo.get("keyboard", lang="ja", layout="ja-kana"), rate=0))


@pytest.mark.parametrize("lang", ["ko", "vi"])
def test_a_text_through_a_view_is_left_to_the_planner(lang: str) -> None:
    noisy = typo.Perturber(typo.get("keyboard", lang=lang), rate=0.5)
    assert noisy._quick is not None
    assert noisy._quick("".join(PHRASES[lang]), 1) is None


def test_slips_of_shift_and_dead_keys_come_only_when_asked_for() -> None:
    labels = Counter(edit.label for key in range(300) for edit in perturbed("fr", "La Fenêtre", key).edits)
    assert not {"shift", "dead_key"} & labels.keys()
    both = [edit for key in range(900) for edit in perturbed("fr", "La Fenêtre", key, modifiers=True).edits]
    share = Counter(edit.label for edit in both)
    # La: two on Shift; Fenêtre: two on Shift, four on the dead key; each 1 in 128.
    for label, chance in (("shift", 4 / 256), ("dead_key", 4 / 256)):
        assert abs(share[label] - len(both) * chance) < SIGMAS * sqrt(len(both) * chance)
    assert {edit.replacement for edit in both if edit.label == "dead_key"} == {"^ne", "e^", "^"}


def test_slips_of_shift_and_dead_keys_are_asked_for_by_yes_or_no() -> None:
    with pytest.raises(typo.InvalidArgument, match="modifiers=1 must be True or False"):
        typo.get("keyboard", modifiers=1)


def test_the_chance_of_a_slip_on_shift_is_the_documented_one() -> None:
    found = {slip.replacement: slip.weight for slip in Keyboard(modifiers=True).slips("The") if slip.label == "shift"}
    assert found == {"t": SCALE // 128, "H": SCALE // 128}
    assert log(found["t"] / SCALE) == pytest.approx(-log(128))
    # So many dead keys that they would leave little to the other slips.
    many = Keyboard(lang="fr", modifiers=True).slips("naê" * 20)
    dead = [slip.weight for slip in many if slip.label == "dead_key"]
    assert len(dead) > 64
    assert sum(dead) == pytest.approx(SCALE / 2, rel=1e-6)
    assert sum(slip.weight for slip in many) == SCALE


@pytest.mark.parametrize("options", [{"lang": "vi", "layout": "vi-vni"}, {"lang": "ko", "profile": "phone"}])
def test_a_recipe_brings_the_same_slips_back(options: dict[str, str]) -> None:
    noisy = typo.Perturber(typo.get("keyboard", **options), rate=0.5)
    again = typo.from_recipe(typo.to_recipe(noisy))
    text = "".join(PHRASES[options["lang"]])
    assert again == noisy
    assert again.apply(text, key=1) == noisy.apply(text, key=1)


@pytest.mark.parametrize(("lang", "letters"), [("ko", "하나값을"), ("vi", "ôưế"), ("th", "กขค่")])
def test_a_word_without_end_and_many_words_are_no_trouble(lang: str, letters: str) -> None:
    rng = random.Random(lang)
    for text in ("".join(rng.choices(letters, k=20_000)), " ".join(rng.choices(letters, k=20_000))):
        result = typo.perturb(text, lang=lang, rate=0.001, key=1)
        assert result.log.invert().apply(result.text) == text

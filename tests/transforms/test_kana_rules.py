"""The tables of errors on kana: every row has an example that changes and one that stays."""

from __future__ import annotations

import pytest

from typo.ja.romaji import keystrokes, romaji_to_kana
from typo.ja.script import is_hiragana
from typo.transforms.kana_keys import DEVICES, FlickDirection, KanaSlipKind, directions, kinds, slips_of
from typo.transforms.kana_rules import KanaRule, changes, kana_rules, operations
from typo_keyboards import load

RULES = kana_rules()
SLIPS = [kind for device in DEVICES for kind in kinds(device)]


def rule_name(rule: KanaRule) -> str:
    return f"{rule.kind} {rule.op} {rule.changes[0]}"


def outcomes(rule: KanaRule, word: str) -> set[str]:
    return {
        word[: match.start()] + rule.becomes[match.group()] + word[match.end() :]
        for match in rule.pattern.finditer(word)
    }


@pytest.mark.parametrize("rule", RULES, ids=rule_name)
def test_a_rule_changes_its_example_and_leaves_the_other_alone(rule: KanaRule) -> None:
    word, result = rule.changes
    assert result in outcomes(rule, word)
    assert outcomes(rule, rule.stays) == set()
    assert rule.weight > 0
    assert result in {word[: c.start] + c.keys + word[c.end :] for c in changes(rule.kind, rule.op, word)}


@pytest.mark.parametrize("rule", RULES, ids=rule_name)
def test_a_rule_makes_kana_of_kana_and_never_the_same(rule: KanaRule) -> None:
    assert all(is_hiragana(kana) and kana != made for kana, made in rule.becomes.items())
    assert all(is_hiragana(made) or not made for made in rule.becomes.values())
    assert is_hiragana(rule.stays)


@pytest.mark.parametrize("kind", ["voicing", "small_kana", "long_vowel", "sokuon", "n_count"])
def test_each_kind_has_rules_and_any_takes_all_of_them(kind: str) -> None:
    words = [rule.changes[0] for rule in RULES if rule.kind == kind]
    for word in words:
        one_by_one = [change for op in operations(kind) for change in changes(kind, op, word)]
        assert sorted(one_by_one) == sorted(changes(kind, "any", word))


@pytest.mark.parametrize(
    "rule", [rule for rule in RULES if rule.kind == "n_count" and len(rule.becomes) > 1], ids=rule_name
)
def test_miscounted_n_makes_what_the_input_method_makes_of_the_keys(rule: KanaRule) -> None:
    # The first n of ん is the one that goes or comes; the keys before a vowel, y or n are nn.
    for kana, made in rule.becomes.items():
        keys = keystrokes(f"か{kana}")
        assert keys.startswith("kann")
        struck = keys.replace("nn", "n", 1) if rule.op == "fewer" else keys.replace("nn", "nnn", 1)
        assert romaji_to_kana(struck) == f"か{made}"


def test_three_n_before_a_consonant_make_two_syllables() -> None:
    (rule,) = (rule for rule in RULES if rule.kind == "n_count" and len(rule.becomes) == 1)
    assert rule.becomes == {"ん": "んん"}
    assert romaji_to_kana("hotonnndo") == "ほとんんど"
    for following in ("あ", "や", "な"):
        assert not rule.pattern.search(f"か{following}ん{following}")


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: f"{slip.device} {slip.op}")
def test_a_slip_on_a_device_changes_its_example_and_leaves_the_other_alone(slip: KanaSlipKind) -> None:
    view = DEVICES[slip.device]()
    word, result = slip.changes
    keys = view.keys(word)
    assert keys is not None
    made = {view.made(keys[: c.start] + c.keys + keys[c.end :]) for c in slips_of(slip.device, slip.op, keys)}
    assert result in made
    other = view.keys(slip.stays)
    assert other is None or not slips_of(slip.device, slip.op, other)
    assert slip.weight > 0


@pytest.mark.parametrize("row", directions(), ids=lambda row: f"{row.meant} {row.made}")
def test_a_flick_that_went_wrong_makes_another_kana_of_the_same_key(row: FlickDirection) -> None:
    meant, made = row.changes
    found = {slip.keys: slip.weight for slip in slips_of("flick", "direction", meant)}
    assert found[made] == row.weight
    layout = load("ja-flick")
    assert layout.keystrokes(meant)[0][0] == layout.keystrokes(made)[0][0]


def test_flicks_to_the_left_and_right_go_wrong_most() -> None:
    weights = {kana: sum(slip.weight for slip in slips_of("flick", "direction", kana)) for kana in "あいうえお"}
    assert min(weights["い"], weights["え"]) > max(weights["あ"], weights["う"], weights["お"])


@pytest.mark.parametrize("device", [*DEVICES])
@pytest.mark.parametrize("op", ["replace", "insert"])
def test_neighbours_are_keys_for_kana_on_other_keys(device: str, op: str) -> None:
    view = DEVICES[device]()
    layout = load(view.layout)
    for kana in "あかがさたなはぱまやらわんーっゃ":
        keys = view.keys(kana)
        assert keys is not None
        for slip in slips_of(device, op, keys[:1]):
            other = slip.keys.replace(keys[0], "", 1)
            assert other in "゛゜" or is_hiragana(other)
            if other not in "゛゜" and keys[0] in layout:
                assert layout.keystrokes(other)[0][0] != layout.keystrokes(keys[0])[0][0]

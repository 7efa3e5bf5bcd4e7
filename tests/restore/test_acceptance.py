"""What `restore` makes of suggestions, whoever makes them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from unicodedata import is_normalized, normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo
from typo.graphemes import is_joined
from typo.restore import RULES, Restored, Suggestion, restore, restore_all


@dataclass(frozen=True, slots=True)
class Canned:
    """A back end that suggests the same whatever the text."""

    suggestions: tuple[Suggestion, ...]

    def suggest(self, text: str) -> Sequence[Suggestion]:
        return self.suggestions


@dataclass(frozen=True, slots=True)
class Dictionary:
    """A back end that suggests one word for another wherever it stands."""

    entries: tuple[tuple[str, str], ...]

    def suggest(self, text: str) -> Sequence[Suggestion]:
        return [
            Suggestion(start, start + len(wrong), right, "word", 1.0)
            for wrong, right in self.entries
            for start in range(len(text))
            if text.startswith(wrong, start)
        ]


@dataclass(frozen=True, slots=True)
class Anything:
    """A back end that answers with whatever it was given."""

    answer: Any

    def suggest(self, text: str) -> Any:
        return self.answer


ECOLE = Dictionary((("ecole", "école"),))


def canned(*suggestions: tuple[int, int, str]) -> Canned:
    return Canned(tuple(Suggestion(*suggestion, "canned", 0.0) for suggestion in suggestions))


def test_the_log_leads_from_the_text_to_the_restored_text() -> None:
    restored = restore("une ecole", ECOLE)
    assert restored == Restored(
        text="une école",
        source="une ecole",
        log=typo.EditLog([typo.Edit(4, 5, "e", "é", "diacritic")], 9),
        accepted=(Suggestion(4, 9, "école", "word", 1.0),),
        rejected=(),
    )
    assert restored.log.apply("une ecole") == str(restored) == "une école"


def test_of_several_suggestions_for_a_span_the_first_that_a_rule_explains_is_accepted() -> None:
    restored = restore("peche", canned((0, 5, "poche?"), (0, 5, "pêche"), (0, 5, "péché")))
    assert restored.text == "pêche"
    assert [(rejection.replacement, rejection.reason) for rejection in restored.rejected] == [
        ("poche?", "no rule explains the change"),
        ("péché", "another suggestion for the span came first"),
    ]


def test_of_spans_that_overlap_the_first_then_the_longer_is_kept() -> None:
    suggestions = ((2, 7, "école"), (0, 7, "l'école"), (0, 1, "l'"), (5, 7, "lé"))
    restored = restore("l ecole", canned(*suggestions))
    assert restored.text == restore("l ecole", canned(*reversed(suggestions))).text == "l'école"
    assert {rejection.reason for rejection in restored.rejected} == {"it overlaps a suggestion that was accepted"}


def test_suggestions_that_touch_are_both_accepted() -> None:
    assert restore("eteete", canned((0, 3, "été"), (3, 6, "été"))).text == "étéété"


@pytest.mark.parametrize("rule", RULES)
def test_a_rule_that_is_not_given_allows_nothing(rule: str) -> None:
    words = Dictionary((("leau", "l'eau"), ("ecole", "école"), ("maidon", "maison"), ("lete", "l'été")))
    text = "leau ecole maidon lete"
    assert restore(text, words).text == "l'eau école maison l'été"
    restored = restore(text, words, rules={rule})
    assert {edit.label for edit in restored.log.edits} == {rule}
    assert len(restored.rejected) == 3
    assert all("it needs the rule" in rejection.reason for rejection in restored.rejected)


@pytest.mark.parametrize(
    ("text", "restored"),
    [
        ("l'ami, l'eau, leau", "l'ami, l'eau, l'eau"),
        ("l’ami, l’eau, leau", "l’ami, l’eau, l’eau"),
        ("l’ami, l'eau, l'eau, leau", "l’ami, l'eau, l'eau, l'eau"),
        ("l’ami, l'eau, leau", "l’ami, l'eau, l’eau"),
        ("lʼami, leau", "lʼami, lʼeau"),
        ("'ami' leau", "'ami' l'eau"),
        ("leau", "l'eau"),
    ],
)
def test_an_apostrophe_is_written_as_most_of_the_text_writes_it(text: str, restored: str) -> None:
    assert restore(text, Dictionary((("leau", "l'eau"),))).text == restored
    assert restore(text, Dictionary((("leau", "l’eau"),))).text == restored


def test_a_text_without_apostrophes_gets_the_sign_that_is_asked_for() -> None:
    words = Dictionary((("leau", "l'eau"),))
    assert restore("leau", words, apostrophe="’").text == "l’eau"
    assert restore("l'ami, leau", words, apostrophe="’").text == "l'ami, l'eau"


def test_the_case_of_the_text_is_kept() -> None:
    words = Dictionary((("ECOLE", "école"), ("Ecole", "école"), ("ecole", "École")))
    assert restore("ECOLE Ecole ecole", words).text == "ÉCOLE École école"


def test_protected_text_is_not_touched() -> None:
    text = "ecole `ecole` https://ecole.example/ecole {ecole} ecole A: ecole ecole"
    options = [(len(text) - 14, len(text) - 5)]
    restored = restore(text, ECOLE, protect=options)
    assert restored.text == text.replace("ecole `", "école `").replace("} ecole", "} école")[:-5] + "école"
    assert {rejection.reason for rejection in restored.rejected} == {"the span is protected"}
    assert restore(text, ECOLE, protect=("ecole (?=A)", "url", *options)).text.count("école") == 2


def test_an_insertion_at_the_border_of_protected_text_is_no_change_of_it() -> None:
    words = Dictionary((("leau", "l'eau"),))
    assert restore("leau", words, protect=[(1, 4)]).text == "l'eau"
    assert restore("leau", words, protect=[(0, 4)]).text == "leau"


def test_numbers_in_words_can_be_protected() -> None:
    words = Dictionary((("zero", "zéro"),))
    assert restore("zero ou onze", words, protect=("number",)).text == "zéro ou onze"
    assert restore("onze", Dictionary((("onze", "onzé"),)), protect=("number",)).text == "onze"


def test_decomposed_text_is_restored_in_its_own_form() -> None:
    text = normalize("NFD", "là-bas, ecole ecolé")
    restored = restore(text, ECOLE)
    assert restored.text == normalize("NFD", "là-bas, école ecolé")
    assert restored.log.apply(text) == restored.text
    assert is_normalized("NFD", restored.text)


def test_the_back_end_is_given_composed_text_and_its_places_are_led_back() -> None:
    seen = []

    class Listening:
        def suggest(self, text: str) -> Sequence[Suggestion]:
            seen.append(text)
            return ECOLE.suggest(text)

    text = "e\u0301 \u212b e\u0301cole ecole"
    restored = restore(text, Listening())
    assert seen == ["é Å école ecole"]
    assert restored.text == "e\u0301 \u212b e\u0301cole école"
    assert restored.accepted == (Suggestion(len(text) - 5, len(text), "école", "word", 1.0),)


def test_many_texts_come_back_in_order_whatever_the_number_of_workers() -> None:
    texts = [f"ecole {number}" for number in range(50)]
    expected = [restore(text, ECOLE) for text in texts]
    assert restore_all(iter(texts), ECOLE, workers=1) == restore_all(texts, ECOLE, workers=8) == expected
    assert restore_all([], ECOLE) == []


def test_the_options_hold_for_all_texts() -> None:
    words = Dictionary((("leau", "l'eau"), ("ecole", "école")))
    assert [
        restored.text
        for restored in restore_all(
            ["leau ecole", "ecole leau"], words, rules=["apostrophe"], apostrophe="’", protect=("^leau",)
        )
    ] == ["leau ecole", "ecole l’eau"]


def test_an_error_of_one_text_ends_the_whole() -> None:
    class Failing:
        def suggest(self, text: str) -> Sequence[Suggestion]:
            raise RuntimeError(text)

    with pytest.raises(RuntimeError, match="a"):
        restore_all(["a"] * 20, Failing(), workers=2)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"text": b"x"}, "text must be a str"),
        ({"restorer": "fr"}, "restorer must be an object with a method suggest(text), not str"),
        ({"restorer": Canned}, "restorer must be an object with a method suggest(text), not Canned"),
        ({"rules": "azerty"}, "rules must be several of apostrophe, diacritic, azerty"),
        ({"rules": None}, "rules must be several of apostrophe, diacritic, azerty, not None"),
        ({"rules": ["accent"]}, "rules='accent' is not one of: apostrophe, diacritic, azerty."),
        ({"protect": "url"}, "protect must be a tuple"),
        ({"protect": None}, "protect must be a tuple of presets, regular expressions and spans, not None"),
        ({"protect": ("urll",)}, "urll"),
        ({"protect": [(0, 99)]}, "end=99 is above 5"),
        ({"apostrophe": "x"}, "apostrophe='x'"),
        ({"restorer": canned((0, 9, "x"))}, "the restorer suggests a span with end=9, outside a text of 5 characters"),
        ({"restorer": canned((-1, 2, "x"))}, "start=-1"),
        ({"restorer": canned((4, 2, "x"))}, "ends before"),
        ({"restorer": Anything(None)}, "the restorer answers with None; it must be a sequence of suggestions"),
        ({"restorer": Anything("ecole")}, "the restorer answers with 'ecole'"),
        (
            {"restorer": Anything([(0, 5, "école")])},
            "the restorer answers with (0, 5, 'école'), which is no Suggestion",
        ),
        ({"restorer": Anything([Suggestion("0", 5, "école", "", 0.0)])}, "span whose start must be an int, not str"),  # type: ignore[arg-type]
        ({"restorer": Anything([Suggestion(0, 5.0, "école", "", 0.0)])}, "span whose end must be an int, not float"),  # type: ignore[arg-type]
        ({"restorer": Anything([Suggestion(0, 5, None, "", 0.0)])}, "the replacement that the restorer suggests"),  # type: ignore[arg-type]
    ],
)
def test_a_wrong_argument_is_told_at_once(arguments: dict[str, Any], message: str) -> None:
    given_arguments: dict[str, Any] = {"text": "ecole", "restorer": ECOLE, **arguments}
    with pytest.raises(typo.TypoError) as caught:
        restore(given_arguments.pop("text"), given_arguments.pop("restorer"), **given_arguments)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("texts", "options", "message"),
    [
        ("ecole", {}, "texts must be several texts, not str."),
        (5, {}, "texts must be several texts, not int."),
        (["a", None], {}, "texts must be a str, not NoneType."),
        (["a"], {"protect": "url"}, "not 'url'"),
        (["a"], {"protect": None}, "not None"),
        (
            ["a"],
            {"protect": [(0, 1)]},
            "protect holds (0, 1); for many texts it takes presets and regular expressions.",
        ),
        (["a"], {"workers": 0}, "workers=0 is below 1."),
    ],
)
def test_a_wrong_argument_for_many_texts_is_told_at_once(texts: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(typo.InvalidArgument) as caught:
        restore_all(texts, ECOLE, **options)
    assert message in str(caught.value)


LETTERS = st.text(alphabet="aeénosl'’ \u0301œ\U0001f600.\n", max_size=20)


@dataclass(frozen=True, slots=True)
class Guessing:
    """A back end that suggests anything for any span of the text."""

    guesses: tuple[tuple[int, int, str], ...]

    def suggest(self, text: str) -> Sequence[Suggestion]:
        places = [(sorted((min(one, len(text)), min(other, len(text)))), new) for one, other, new in self.guesses]
        return [Suggestion(start, end, new, "guess", 0.0) for (start, end), new in places]


@given(LETTERS, st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20), LETTERS), max_size=8), st.data())
def test_whatever_is_suggested_the_log_holds_and_protected_text_stays(
    text: str, guesses: list[tuple[int, int, str]], data: st.DataObject
) -> None:
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    restored = restore(text, Guessing(tuple(guesses)), protect=[(start, end)])
    assert restored.log.apply(text) == restored.text
    assert restored.log.invert().apply(restored.text) == text
    assert len(restored.accepted) == len(restored.log.edits)
    assert len(restored.accepted) + len(restored.rejected) == len(guesses)
    low, high = restored.log.project(start, end)
    assert restored.text[low:high] == text[start:end]
    for edit in restored.log.edits:
        assert set(edit.label.split("+")) <= set(RULES)
        assert not is_joined(text, edit.start)
        assert not is_joined(text, edit.end)


def test_a_span_that_cuts_a_character_in_two_is_rejected() -> None:
    for text in ("x\u0301ete", "e\u0301 x\u0301ete"):
        place = len(normalize("NFC", text)) - 4
        restored = restore(text, canned((place, place + 4, "\u0301été")))
        assert restored.text == text
        assert restored.rejected[0].reason == "the span begins or ends inside a character"

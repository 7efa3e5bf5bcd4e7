"""Protection of numbers and of LaTeX, on its own and under transforms that would touch it."""

from __future__ import annotations

import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import typo
from typo.latex import latex_spans
from typo.protect import DEFAULT, Guard


def kept(text: str, protect: tuple[str, ...], *langs: str) -> list[str]:
    return [text[start:end] for start, end in Guard(protect, langs)(text)]


@pytest.mark.parametrize(
    ("text", "formulas"),
    [
        ("a $x_1 + 1$ b", ["$x_1 + 1$"]),
        ("costs $5 and $6", []),
        ("$$a + b$$ and $c$", ["$$a + b$$", "$c$"]),
        (r"\(x\) and \[y\] and \( z", [r"\(x\)", r"\[y\]"]),
        (r"\begin{align*}a &= b\end{align*} then", [r"\begin{align*}a &= b\end{align*}"]),
        (r"\begin{a} never closed", []),
        (r"an \emph{old} word, \alpha and \frac{1}{2}", [r"\emph{old}", r"\alpha", r"\frac{1}{2}"]),
        (r"\$5 is $n$", ["$n$"]),
        (r"a \\ b", []),
        ("$ x $", []),
        ("$", []),
        ("", []),
    ],
)
def test_formulas_environments_and_commands_are_found(text: str, formulas: list[str]) -> None:
    assert kept(text, ("latex",)) == formulas


@given(st.text("$\\[](){}begin end{a}x 1\n", max_size=40))
def test_the_formulas_of_any_text_lie_inside_it(text: str) -> None:
    spans = latex_spans(text)
    assert all(0 <= start < end <= len(text) for start, end in spans)


def test_a_text_full_of_openings_takes_time_in_proportion() -> None:
    # No clock: a quadratic search would not come back within the suite's patience.
    assert kept("$x \\begin{a} \\( " * 60_000, ("latex",)) == []


@pytest.mark.parametrize(
    ("text", "lang", "numbers"),
    [
        ("I often have eleven money 3pm", "en", ["eleven", "3pm"]),
        ("la jeune femme a vingt-deux ans", "fr", ["vingt-deux"]),
        ("er machte es einundzwanzig Mal", "de", ["einundzwanzig"]),
        ("१२३ शब्द", "hi", ["१२३"]),
    ],
)
def test_numbers_are_protected_in_the_language_of_the_transform(text: str, lang: str, numbers: list[str]) -> None:
    assert kept(text, ("number",), lang) == numbers
    noisy = typo.Perturber(typo.get("keyboard", lang=lang), rate=1, protect=("number",))
    assert noisy.transform.lang == lang  # type: ignore[union-attr]
    for key in range(20):
        result = noisy.apply(text, key=key)
        assert result.edits
        for start, end in Guard(("number",), (lang,))(text):
            low, high = result.log.project(start, end)
            assert result.text[low:high] == text[start:end]


def test_the_language_of_the_perturber_comes_before_that_of_its_transforms() -> None:
    text = "onze ou eleven"
    mixed = typo.Mix((typo.get("keyboard", lang="en"), typo.get("keyboard", lang="fr")))
    for lang, expected in ((None, {"eleven", "onze"}), ("en", {"eleven"}), ("fr", {"onze"})):
        results = [typo.Perturber(mixed, rate=1, protect=("number",), lang=lang)(text, key=key) for key in range(30)]
        assert {word for word in ("eleven", "onze") if all(word in result for result in results)} == expected


def test_without_a_language_digits_alone_are_numbers() -> None:
    assert kept("eleven of 12", ("number",)) == ["12"]
    assert typo.Perturber(typo.get("fullwidth"), rate=1, protect=("number",))("AI 12 11") == "ＡＩ 12 11"


def test_an_unknown_preset_is_told_with_near_matches() -> None:
    with pytest.raises(typo.UnknownName, match="did you mean number"):
        typo.Perturber(typo.get("fullwidth"), protect=("numbers",))


def test_comments_of_html_are_found_and_open_ones_cost_no_more_than_their_length() -> None:
    assert kept("a <!-- b -- c --> d <!-- e", ("html",)) == ["<!-- b -- c -->"]
    assert kept("<!--" * 250_000, ("html",)) == []


@pytest.mark.parametrize("expression", ["a{1000000000}!", "((a{1000}){1000}){100}!", "a{5,999999}b"])
def test_an_expression_that_would_fill_the_memory_is_refused(expression: str) -> None:
    with pytest.raises(typo.InvalidArgument, match="repeats a part more than 100,000 times"):
        typo.Perturber(typo.get("fullwidth"), protect=(expression,))
    typo.Perturber(typo.get("fullwidth"), protect=(r"a{2,30}b{40}", "a{3}"))


PARTS = st.sampled_from(
    ["https", "://", "www.", "ab.org", "@", "`", "```", "<", "</", ">", "a", " ", "&", "amp", ";", "#12", "{", "}", "$",
     "%s", "%(n)s", "HOME", "<|", "|>", "im_start", "[", "INST]", "[/", "<start_of_turn>", "<!--", "-->", "\n", "é",
     "$x$", "\\alpha"]
)  # fmt: skip
PRESETS = ("url", "email", "code", "html", "placeholder", "chat", "latex")


@given(st.lists(PARTS, max_size=12).map("".join), st.sampled_from(PRESETS))
@example("<a href=b c>", "html")
@example("`a b`", "code")
@example("$ x$ $x$", "latex")
def test_whatever_is_protected_has_an_opening_in_a_piece_without_blanks(text: str, preset: str) -> None:
    guard = Guard((preset,))
    assert guard.opener is not None
    opens = re.compile(guard.opener, re.ASCII).search
    if guard(text):
        assert any(map(opens, text.split(" ")))


def test_prices_shares_and_company_names_open_nothing() -> None:
    opener = Guard(DEFAULT).opener
    assert opener is not None
    assert not any(re.search(opener, piece, re.ASCII) for piece in ("$100", "14%", "M&S", "@home", "a<1", "[1]"))
    assert not re.search(Guard(()).opener or "", "{name}")

"""Grapheme clusters, held against an independent implementation: the `regex` package."""

from __future__ import annotations

from unicodedata import category

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from typo import Edit
from typo.graphemes import clusters, trimmed

# Characters that join others, and some to be joined. No virama: `regex` also joins Indic conjuncts (Unicode 15.1),
# whose parts are keys of their own.
JOINING = (
    "a\r\n\u0301\u200d\u200c\U0001f1eb\U0001f1f7\U0001f469\U0001f3fd❤\ufe0f é한\u1112\u1161\u11abकि"
    "\u0600\uff76\uff9e1\u20e3ก\u0e33"
)
ANY = st.characters(exclude_categories=("Cs", "Cn")).filter(lambda c: category(c) != "Mn")


@given(st.text(st.sampled_from(JOINING) | ANY, max_size=8))
@example("\U0001f469\u200d\U0001f469\u200d\U0001f467 \U0001f1eb\U0001f1f7\U0001f1e9\U0001f1ea 1\ufe0f\u20e3")
def test_no_cluster_is_ever_cut(string: str) -> None:
    found = clusters(string)
    assert "".join(string[start:end] for start, end in found) == string
    assert {start for start, _ in found} <= {match.start() for match in regex.finditer(r"\X", string)}


@given(st.text(st.sampled_from(JOINING), max_size=8))
def test_common_clusters_are_told_exactly(string: str) -> None:
    assert clusters(string) == [match.span() for match in regex.finditer(r"\X", string)]


@pytest.mark.parametrize(
    ("source", "span", "replacement", "edit"),
    [
        ("cafe\u0301", (0, 5), "cafe", Edit(3, 5, "e\u0301", "e", "x")),
        ("abab", (0, 4), "abbb", Edit(2, 3, "a", "b", "x")),
        ("aab", (0, 3), "aaab", Edit(2, 2, "", "a", "x")),
        ("a❤\ufe0f!", (0, 3), "a❤", Edit(1, 3, "❤\ufe0f", "❤", "x")),
        ("same", (0, 4), "same", None),
    ],
)  # fmt: skip
def test_an_edit_is_trimmed_to_whole_clusters(
    source: str, span: tuple[int, int], replacement: str, edit: Edit | None
) -> None:
    assert trimmed(source, *span, replacement, "x") == edit


def test_a_long_chain_of_joined_emoji_takes_no_longer_than_its_length() -> None:
    # No clock: what looks back again at every step would not come back at all.
    chain = "\U0001f469\u200d" * 2000 + "\U0001f469"
    assert clusters(chain) == [(0, len(chain))]

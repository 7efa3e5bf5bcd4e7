"""Slips on the space bar: what each kind makes, and which blanks are never touched."""

from __future__ import annotations

import re
from collections import Counter
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

import typo

OPS = ("omit", "early", "late", "extra")


@pytest.mark.parametrize(
    ("op", "text", "out"),
    [
        ("omit", "to be or not", "tobeornot"),
        ("early", "close the doors", "clos ethe doors"),
        ("late", "close the doors", "close thed oors"),
        ("extra", "alphabets yes", "alp habets yes|alph abets yes|alpha bets yes|alphab ets yes"),
        ("omit", " a  b\tc\nd ", " a  b\tc\nd "),
        ("early", "was it so", "was it so"),
        ("late", "it was so", "it was so"),
        ("extra", "short words", "short words"),
        ("omit", "\U0001f1eb \U0001f1f7", "\U0001f1eb \U0001f1f7"),
        ("early", "cafe\u0301s now", "cafe\u0301 snow"),
        ("early", "cafe\u0301 now", "caf e\u0301now"),
    ],
    ids=ascii,
)
def test_a_slip_comes_out_as_written(op: str, text: str, out: str) -> None:
    results = {typo.perturb(text, transform=typo.get("space_slip", op=op), rate=1, key=key).text for key in range(60)}
    assert results == set(out.split("|"))


def test_kinds_come_in_their_stated_shares() -> None:
    noisy = typo.Perturber(typo.get("space_slip"), rate=1)
    times = 2000
    found = Counter(edit.label for key in range(times) for edit in noisy.apply("alphabet soups", key=key).edits)
    for op, share in zip(OPS, (0.4, 0.2, 0.2, 0.2), strict=True):
        assert abs(found[f"space_slip:{op}"] - times * share) < 5 * sqrt(times * share * (1 - share))


@given(st.text("abcdé \n\t", max_size=60), st.integers(0, 9))
def test_with_slips_on_keys_no_two_blanks_come_together(text: str, key: int) -> None:
    mixed = typo.Mix((typo.get("space_slip"), typo.get("keyboard", lang="fr")))
    result = typo.perturb(text, transform=mixed, rate=1, key=key)
    outer = re.compile(r"^\s+|\s+$|\s{2,}|[\n\t]")
    assert outer.findall(result.text) == outer.findall(text)


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(typo.InvalidArgument, match="op='double' is not one of: any, omit, early, late, extra"):
        typo.get("space_slip", op="double")

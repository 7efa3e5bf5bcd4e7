"""A neighbouring key: where letters do not stand alone there is none."""

from __future__ import annotations

import pytest

import typo


@pytest.mark.parametrize("lang", ["bn", "hi", "ko", "ta", "th"])
def test_a_script_whose_letters_do_not_stand_alone_is_refused(lang: str) -> None:
    with pytest.raises(typo.InvalidArgument, match=f"is not for an alphabet.*lang='{lang}'"):
        typo.get("neighbour", lang=lang)


@pytest.mark.parametrize(("lang", "text"), [("ru", "книга лежит"), ("he", "הספר נמצא"), ("hy", "սեղանի վրա")])
def test_alphabets_are_served(lang: str, text: str) -> None:
    assert typo.perturb(text, transform=typo.get("neighbour", lang=lang), rate=1, key=1).realised

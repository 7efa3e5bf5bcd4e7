"""Which layout a language has, and that the data files fit together."""

from __future__ import annotations

from pathlib import Path

import pytest

import typo_keyboards
from typo_keyboards import available, for_language, load

DATA = Path(typo_keyboards.__file__).parent / "data"
ROWS = [line.split("\t") for line in (DATA / "languages.tsv").read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("code", "id"),
    [
        ("en", "us"), ("fr", "fr-azerty"), ("de", "de"), ("el", "gr"), ("ru", "ru"), ("ar", "ara"), ("hi", "in"),
        ("bn", "in+ben"), ("hy", "am+phonetic-alt"), ("ka", "ge"), ("he", "il"), ("ta", "ta-tamil99"),
        ("ja", "ja-romaji"), ("ko", "ko-2set"), ("vi", "vi-telex"), ("th", "th"), ("zh", "us"), ("es", "es"),
        ("it", "it"), ("pt", "pt"), ("pl", "pl"), ("cs", "cz"), ("uk", "ua"), ("tr", "tr"), ("sv", "se"),
        ("nl", "us+intl"), ("fa", "ir"), ("ur", "pk"), ("se", "no+smi"),
        ("fra", "fr-azerty"), ("fre", "fr-azerty"), ("deu", "de"), ("cmn", "us"), ("arb", "ara"), ("FR", "fr-azerty"),
        ("pt-BR", "br"), ("pt_BR", "br"), ("fr-CA", "ca"), ("fr-FR", "fr-azerty"), ("de-CH", "ch"), ("de-AT", "de"),
        ("en-GB", "gb"), ("es-MX", "latam"), ("sr-Latn-RS", "rs+latin"), ("sr", "rs"), ("fra_Latn", "fr-azerty"),
        ("zh-Hant-TW", "us"), ("ja-Kana", "ja-kana"),
    ],
)  # fmt: skip
def test_a_language_has_the_layout_that_most_people_use(code: str, id: str) -> None:
    assert for_language(code) is load(id)


def test_every_language_of_every_layout_has_a_default() -> None:
    codes = {code for name in available() for code in load(name).languages}
    assert len(codes) > 263
    for code in codes:
        assert for_language(code)


def test_codes_and_aliases_are_unique_and_lead_somewhere() -> None:
    codes = [name for code, others, _, _ in ROWS for name in (code, *others.split())]
    assert len(codes) == len(set(codes))
    assert [row for row in ROWS if row[2] not in available()] == []
    aliases = [line.split("\t=") for line in (DATA / "aliases.tsv").read_text("utf-8").splitlines()]
    assert [target for _, target in aliases if target not in available()] == []
    assert len(set(available())) == len(available())


@pytest.mark.parametrize(
    ("wrong", "hint"), [("french", r"fr \(French\)"), ("Russain", r"ru \(Russian\)"), ("xx", "ISO 639-3")]
)
def test_an_unknown_language_is_named_with_near_matches(wrong: str, hint: str) -> None:
    with pytest.raises(LookupError, match=f"language '{wrong}'; .*{hint}"):
        for_language(wrong)


def test_no_code_at_all_is_refused() -> None:
    for wrong in ("", "-", "-fr", "\n"):
        with pytest.raises(LookupError):
            for_language(wrong)
    with pytest.raises(TypeError, match="code must be a str, not NoneType"):
        for_language(None)  # type: ignore[arg-type]

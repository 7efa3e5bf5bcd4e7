"""What the laws go through leaves nothing out."""

from __future__ import annotations

import typo
from typo.testing.registered import registered

# These cannot be made without something that only a user has.
NEED_MORE = {"attested"}


def test_every_name_and_every_language_is_gone_through() -> None:
    names = {entry.label.partition(" ")[0].removesuffix("@paper") for entry in registered()}
    # Transforms that other tests registered for themselves have a slash.
    assert {name for name in typo.available() if "/" not in name} - NEED_MORE <= names
    assert {f"lang={language.code}" for language in typo.languages()} <= {entry.label for entry in registered()}


def test_labels_are_unique_and_a_transform_is_made_for_its_language() -> None:
    assert len({entry.label for entry in registered()}) == len(registered())
    for entry in registered():
        name, _, made_for = entry.label.partition(" ")
        if made_for:
            assert entry.lang == made_for
            assert getattr(entry.transform, "lang", made_for) == made_for, name

"""Settings of the documentation."""

from __future__ import annotations

from importlib.metadata import version as installed

project = "typokit"
author = "The typokit developers"
copyright = "2026, The typokit developers"
release = installed("typokit")
extensions = ["myst_parser", "sphinx.ext.autodoc"]
html_theme = "furo"
html_title = "typokit"
html_static_path = ["_static"]
exclude_patterns = ["_build"]
myst_heading_anchors = 3
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
# Docstrings are Markdown-like prose with doctests; single backticks are code, not cross-references.
default_role = "code"
nitpick_ignore_regex = [
    # Types of the standard library and private aliases: no inventory of them is fetched, since builds are offline.
    ("py:.*", r"(collections\.abc|dataclasses|pathlib|os|typing|types)\..*"),
    (
        "py:.*",
        r"(str|int|float|bool|bytes|object|tuple|list|dict|set|None|Any|Path|Sequence|Iterable|Mapping|Callable)",
    ),
    ("py:.*", r".*(Error|Span|Key|Piece|Pair|Floats|Ints|TaskManager|Hashable|SearchStrategy|Language|Component|T)"),
    ("py:class", "WordView|Slip|Judge"),
    ("py:.*", r"typo\..*|optional|Perturber|Perturbation|Literal.*|'left'|'right'"),
]

"""A report as a whole, and what is made of it: text, Markdown, LaTeX, and one HTML page."""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple

from typo.errors import require
from typo.evaluation.report.drawing import Drawing, Figure, mark
from typo.evaluation.report.formats import latex, markdown, terminal, typeset
from typo.evaluation.report.tables import Table

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from typo.evaluation.examples import Example
    from typo.evaluation.report.study import Missing, Section

__all__ = ["PURPOSE", "Page", "to_html", "to_latex", "to_markdown", "to_text"]

PURPOSE = (
    "The variants are made for research on how robust models are. Do not use them, or differences found with them, to "
    "infer how well somebody knows a language, or to which group they belong."
)


class Page(NamedTuple):
    """All that a report says.

    - `title` and `lead`; `toys`, `notes`: warnings; `sections`, and what is `missing` and why; `examples`.
    - `marked`: what a marked value is worse than.
    - `same`: the facts that hold for all runs; `own`: those of each run. `signature` stands for all of them.
    """

    title: str
    lead: str
    toys: tuple[str, ...]
    notes: tuple[str, ...]
    sections: tuple[Section, ...]
    missing: tuple[Missing, ...]
    examples: tuple[Example, ...]
    same: Mapping[str, str]
    own: Mapping[str, Mapping[str, str]]
    signature: str
    marked: str = "the original"


def to_text(page: Page, sections: Collection[str]) -> str:
    """Return the tables of some sections as text for a terminal, with all warnings."""
    parts = [page.title, *page.toys]
    for section in page.sections:
        if section.id in sections:
            parts += ["\n".join(terminal(part)) for part in section.parts if isinstance(part, Table)]
            parts += section.notes
    parts += page.notes
    parts.append(f"*: worse than {page.marked}, adjusted p below 0.05. Signature {page.signature}.")
    return "\n\n".join(parts)


def to_markdown(page: Page) -> str:
    """Return all tables as Markdown."""
    parts = [f"# {page.title}", page.lead, *page.toys, *page.notes]
    for section in page.sections:
        parts += [f"## {section.title}", section.lead]
        parts += ["\n".join(markdown(part)).strip() for part in section.parts if isinstance(part, Table)]
        parts += section.notes
    if page.missing:
        parts.append("## Not in this report")
        parts.append("\n".join(f"- {missing.title}: {missing.reason}" for missing in page.missing))
    parts.append(f"Signature {page.signature}. {PURPOSE}")
    return "\n\n".join(part for part in parts if part) + "\n"


def to_latex(page: Page) -> str:
    """Return all tables as LaTeX, to be read with `input` into a document that loads booktabs and longtable."""
    lines = [
        "% Needs \\usepackage{booktabs,longtable}; names in other scripts than Latin need XeLaTeX or LuaLaTeX.",
        "",
    ]
    for toy in page.toys:
        lines += [f"% {toy}", ""]
    for section in page.sections:
        tables = [part for part in section.parts if isinstance(part, Table)]
        lines += [f"% {section.title}"] * bool(tables)
        for table in tables:
            lines += latex(table)
    return "\n".join(lines)


def to_html(page: Page) -> str:
    """Return one page that needs nothing besides itself: no network, no scripts, no fonts.

    Raises `MissingExtra` without the extra `report`.
    """
    jinja2 = require("jinja2", extra="report")
    folder = files("typo.evaluation.report").joinpath("templates")
    environment = jinja2.Environment(
        autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=jinja2.StrictUndefined
    )
    environment.tests.update(table=lambda part: isinstance(part, Table), figure=lambda part: isinstance(part, Figure))
    environment.filters.update(typeset=typeset, svg=_svg, swatch=_svg_mark)
    environment.globals.update(style=folder.joinpath("report.css").read_text(encoding="utf-8"), purpose=PURPOSE)
    source = folder.joinpath("report.html.j2").read_text(encoding="utf-8")
    made: str = environment.from_string(source).render(page=page)
    return made


def _svg(drawing: Drawing, name: str) -> str:
    """Return a drawing as SVG; its title and description are what those hear who cannot see it."""
    from markupsafe import Markup, escape

    parts = [
        f'<svg viewBox="0 0 360 {drawing.height:g}" role="img" aria-labelledby="{name}-t {name}-d">',
        f'<title id="{name}-t">{escape(drawing.title)}</title><desc id="{name}-d">{escape(drawing.description)}</desc>',
    ]
    for tag, attributes, text, title in drawing.shapes:
        told = "".join(f' {key}="{escape(value)}"' for key, value in attributes)
        inner = f"<title>{escape(title)}</title>" if title else escape(text)
        parts.append(f"<{tag}{told}>{inner}</{tag}>" if inner else f"<{tag}{told}/>")
    return Markup("\n".join([*parts, "</svg>"]))


def _svg_mark(place: int) -> str:
    from markupsafe import Markup

    attributes = "".join(f' {key}="{value}"' for key, value in mark(7, 7, place).attributes)
    return Markup(f'<svg class="swatch" viewBox="0 0 14 14" aria-hidden="true"><path{attributes}/></svg>')

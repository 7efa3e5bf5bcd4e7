"""What a condition makes of clean documents."""

from __future__ import annotations

import json
import logging
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typo
from typo import InvalidArgument
from typo.errors import unknown_name
from typo_lmeval.catalogue import CONDITIONS, FAMILIES
from typo_lmeval.settings import ALL

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from typo.restore import Restorer
    from typo_lmeval.benchmarks import Benchmark
    from typo_lmeval.catalogue import Condition
    from typo_lmeval.settings import Settings

__all__ = ["RECIPES", "Made", "drawn", "make", "perturber_of", "rates_of", "recipe_of"]

# What stays as it is by default, and a benchmark adds to.
_ALWAYS = ("url", "email", "code", "html", "placeholder", "chat")
# The rates of the nested levels, as shares of all words. The scarcer the places of a factor, the earlier it chooses
# among the documents, which no two factors share.
_LEVELS = {"fr.apostrophe": (0.025, 0.05), "fr.diacritics": (0.05, 0.1), "fr.keyboard": (0.05, 0.1)}
_WORD = re.compile(r"[\w\u0300-\u036f]+(?:['’ʼ´`＇-][\w\u0300-\u036f]+)*")

# Where the name of a transform is the path of a recipe instead.
RECIPES = (".json", ".yaml", ".yml")

_log = logging.getLogger(__name__)

Logs = dict[str, typo.EditLog]


class Made(NamedTuple):
    """A document under a condition: its place among the clean ones, and what happened to its fields."""

    place: int
    logs: Logs
    eligible: int
    rate: float | None
    reason: str | None = None

    def edits(self) -> str:
        """Return the edits as JSON, each with the name of its field."""
        rows = [{"field": name, **edit._asdict()} for name, log in self.logs.items() for edit in log.edits]
        return json.dumps(rows, ensure_ascii=False)


def perturber_of(
    row: Benchmark, condition: Condition, settings: Settings, *, paper: bool = False
) -> typo.Perturber | None:
    """Return what perturbs the documents of a benchmark under a condition; None for an original.

    Raises `InvalidArgument` for the condition `attested` without a list of typos.
    """
    if not condition.transform:
        return None
    rate = condition.rate if settings.typo_rate is None else settings.typo_rate
    seed = settings.typo_seed
    if condition.transform.endswith(RECIPES):
        kept = recipe_of(condition.transform)
        return typo.Perturber(
            kept.transform, rate=rate, seed=seed, min_edits=kept.min_edits, max_edits=kept.max_edits,
            protect=kept.protect, per=kept.per, lang=kept.lang,
        )  # fmt: skip
    if row.family in ("ja", "fr"):
        name = f"{condition.transform}@paper" if paper else condition.transform
        return typo.Perturber(typo.get(name), rate=rate, seed=seed)
    protect = (*_ALWAYS, *row.protect)
    if condition.transform == "default" and not paper:
        return typo.Perturber(lang=row.lang, rate=rate, seed=seed, protect=protect)
    if condition.transform == "attested":
        if settings.typo_attested is None:
            raise InvalidArgument(
                f"The condition attested needs a list of real typos in the language {row.lang!r}: "
                "--metadata typo_attested=FILE, a correct word, its typo and a count in each line, with tabs between."
            )
        path = Path(settings.typo_attested)
        # A study over several languages has a folder with a list for each.
        path = path / f"{row.lang}.tsv" if path.is_dir() else path
        transform = typo.get("attested", lang=row.lang, path=str(path))
    else:
        transform = _transform("multypo@paper" if paper else condition.transform, row.lang)
    return typo.Perturber(transform, rate=rate, seed=seed, protect=protect, lang=row.lang)


def recipe_of(path: str) -> typo.Perturber:
    """Read the recipe that stands where the name of a transform may; raises `InvalidArgument` for any other file."""
    try:
        return typo.read_recipe(path)
    except OSError as error:
        raise InvalidArgument(f"The recipe {path} cannot be read ({error.strerror}).") from error


def _transform(name: str, lang: str) -> Any:
    """Return a transform for a language, or one that is for every language, or of one by its name."""
    from inspect import signature

    if name.startswith(f"{lang}.") or "lang" not in signature(type(typo.get(name))).parameters:
        return typo.get(name)
    return typo.get(name, lang=lang)


def rates_of(condition: Condition, settings: Settings) -> tuple[float, ...]:
    """Return the rates of the nested levels above the original; none for a condition of its own.

    `typo_rate` sets the highest, and the others in proportion.
    """
    if not condition.level:
        return ()
    rates = _LEVELS[condition.transform]
    if settings.typo_rate is None:
        return rates
    return tuple(rate / rates[-1] * settings.typo_rate for rate in rates)


def drawn(names: Sequence[str], row: Benchmark, settings: Settings) -> list[int]:
    """Draw the documents to evaluate by seed: the same in all conditions, and fewer are among more.

    Returns their places: all in order, else in the order in which they were drawn.
    """
    wanted = FAMILIES[row.family].documents if settings.typo_n is None else settings.typo_n
    if not wanted or wanted == ALL or int(wanted) >= len(names):
        return list(range(len(names)))
    return _order(names, settings)[: int(wanted)]


def _order(names: Sequence[str], settings: Settings) -> list[int]:
    return sorted(range(len(names)), key=lambda place: typo.digest("document", settings.typo_seed, names[place]))


def make(
    clean: Sequence[Mapping[str, str]],
    names: Sequence[str],
    keys: Sequence[str],
    row: Benchmark,
    condition: Condition,
    settings: Settings,
    *,
    paper: bool = False,
) -> list[Made]:
    """Return the documents of a condition, of the clean fields of all.

    `names` are the documents' ids, `keys` what their typing errors are drawn by. Of nested levels all have the same
    documents: those that can take all of them, and no other factor has.
    """
    if not condition.level:
        noisy = perturber_of(row, condition, settings, paper=paper)
        return [_one(place, clean[place], keys[place], noisy) for place in drawn(names, row, settings)]
    levels = _allocated(clean, names, keys, row, condition, settings, paper=paper)
    made = [levels[place][condition.level - 1] for place in sorted(levels)]
    if not condition.twin:
        return made
    change = _deleted if condition.twin == "deletion" else _restoring(settings.typo_restorer, row.lang)
    return [
        one._replace(logs={name: change(text, one.logs[name]) for name, text in clean[one.place].items()})
        for one in made
    ]


def _one(place: int, fields: Mapping[str, str], key: str, noisy: typo.Perturber | None) -> Made:
    if noisy is None:
        return Made(place, {name: typo.EditLog((), len(text)) for name, text in fields.items()}, 0, 0.0)
    results = noisy.fields(fields, key=key)
    eligible = sum(result.eligible for result in results.values())
    reason = next((result.reason for result in results.values()), None)
    return Made(place, {name: result.log for name, result in results.items()}, eligible, noisy.rate, reason)


def _allocated(
    clean: Sequence[Mapping[str, str]],
    names: Sequence[str],
    keys: Sequence[str],
    row: Benchmark,
    condition: Condition,
    settings: Settings,
    *,
    paper: bool,
) -> dict[int, list[Made]]:
    """Give each factor its documents, the scarcest first, and return those of one with all levels."""
    wanted = FAMILIES[row.family].documents if settings.typo_n is None else settings.typo_n
    most = len(names) if wanted == ALL else int(wanted)
    free = _order(names, settings)
    chosen: dict[int, list[Made]] = {}
    for factor in _LEVELS:
        one = next(found for found in CONDITIONS[row.family].values() if found.transform == factor)
        noisy = perturber_of(row, one, settings, paper=paper)
        if noisy is None:
            raise AssertionError("a factor always perturbs")
        # With all documents every factor has those that it can take: there is nothing to share out.
        chosen = {}
        for place in free:
            if len(chosen) == most:
                break
            levels = _levels(place, clean[place], keys[place], noisy, rates_of(one, settings))
            if levels is not None:
                chosen[place] = levels
        if factor == condition.transform:
            if not chosen:
                raise InvalidArgument(
                    f"None of the {len(free)} documents of {row.name} that are left can take {factor}; "
                    f"typo_n={most} is how many each factor may have."
                )
            if wanted != ALL and len(chosen) < most:
                _log.warning("Of %s only %d of %d documents can take %s.", row.name, len(chosen), most, factor)
            return chosen
        if wanted != ALL:
            free = [place for place in free if place not in chosen]
    return chosen


def _levels(
    place: int, fields: Mapping[str, str], key: str, noisy: typo.Perturber, rates: Sequence[float]
) -> list[Made] | None:
    """Return the original and each level, every one with at least one edit more; None where that is impossible.

    The highest may fall short of its rate, as that of `Perturber.sweep` may.
    """
    plan = noisy.plan_record(fields, key=key)
    made = [_one(place, fields, key, None)._replace(eligible=plan.eligible)]
    asked = done = 0
    for rate in rates:
        asked, below = max(int(rate * plan.base + 0.5), asked + 1), done
        logs = {name: log for name, (log, _) in plan.logs(asked).items()}
        done = sum(len(log) for log in logs.values())
        if done == below:
            return None
        made.append(Made(place, {name: logs[name] for name in fields}, plan.eligible, rate))
    return made


def _restoring(told: str | None, lang: str) -> Callable[[str, typo.EditLog], typo.EditLog]:
    """Return what goes over a perturbed text with a restorer, and says what came of the original."""
    from typo.restore import GrammalecteRestorer, LanguageToolRestorer, LexiconRestorer, restore

    kind, _, url = (told or "lexicon").partition(":")
    known: dict[str, Callable[[], Restorer]] = {
        "lexicon": lambda: LexiconRestorer(lang),
        "languagetool": lambda: LanguageToolRestorer(url),
        "grammalecte": lambda: GrammalecteRestorer(url),
    }
    if kind not in known:
        raise unknown_name("restorer", kind, known)
    restorer = known[kind]()
    return lambda text, log: log.then(restore(log.apply(text), restorer).log).normal()


def _deleted(text: str, log: typo.EditLog) -> typo.EditLog:
    """Remove the words that were modified, each with one of the blanks around it.

    >>> _deleted("Une forêt, vue d'en haut", typo.EditLog((typo.Edit(7, 8, "ê", "e", ""),), 24)).edits
    (Edit(start=3, end=9, original=' forêt', replacement='', label='deletion'),)
    """
    words = [match.span() for match in _WORD.finditer(text)]
    spans: list[tuple[int, int]] = []
    for edit in log.edits:
        # A letter put in between belongs to the words on both sides.
        touched = [
            (start, end)
            for start, end in words
            if (start < edit.end and edit.start < end) or (edit.start == edit.end and start <= edit.start <= end)
        ]
        start = min((edit.start, *(start for start, _ in touched)))
        end = max((edit.end, *(end for _, end in touched)))
        if spans and start <= spans[-1][1]:
            start = spans.pop()[0]
        spans.append((start, end))
    edits: list[typo.Edit] = []
    for start, end in spans:
        before = edits[-1].end if edits else 0
        if start > before and text[start - 1] == " ":
            edits.append(typo.Edit(start - 1, end, text[start - 1 : end], "", "deletion"))
        else:
            after = end + (text[end : end + 1] == " ")
            edits.append(typo.Edit(start, after, text[start:after], "", "deletion"))
    return typo.EditLog(edits, len(text))

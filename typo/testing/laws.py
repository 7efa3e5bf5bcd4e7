"""The laws that hold for every transform on every text, each as a check of one case."""

from __future__ import annotations

import random
import re
import sys
from itertools import pairwise
from math import inf
from typing import TYPE_CHECKING, Literal
from unicodedata import is_normalized

from typo.combine import inside
from typo.edits import Edit, EditLog
from typo.errors import InvalidArgument
from typo.graphemes import is_joined
from typo.planner import Transform
from typo.protect import DEFAULT, Guard
from typo.testing.cases import Broken, Case, Law
from typo.words import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from typo.combine import Combinator
    from typo.keyed import Draws, Key
    from typo.perturbation import Perturbation
    from typo.text import Text

__all__ = ["LAWS"]

# How many units of a long text are worked out when realise is checked by itself.
_UNITS = 30
_RATES = (0.0, 0.1, 0.4, 0.7, 1.0)
_FORMS: tuple[Literal["NFC", "NFD"], ...] = ("NFC", "NFD")
_PAIR = re.compile("[\ud800-\udbff][\udc00-\udfff]")
# What a transform on blanks must leave alone: blanks at either end, and runs of them.
_OUTER_BLANKS = re.compile(r"^\s+|\s+$|\s{2,}")


def _units_are_valid(case: Case) -> None:
    for transform in _simple(case.transform):
        text = case.read()
        units = transform.units(text)
        for unit in units:
            _check_unit(unit, case.text)
        if text.string != case.text or text.protected:
            raise Broken("units() changed the text object")
        if list(transform.units(text)) != list(units):
            raise Broken("units() found other units when asked again with the same text")
        if list(transform.units(case.read())) != list(units):
            raise Broken("units() found other units in an equal text")


def _check_unit(unit: object, text: str) -> None:
    if not isinstance(unit, Unit):
        raise Broken(f"units() gave {unit!r}, which is not a typo.Unit")
    if any(type(number) is not int for number in unit):
        raise Broken(f"{unit!r} holds something that is not an int")
    if not 0 <= unit.start <= unit.end <= len(text):
        raise Broken(f"{unit!r} is not inside the text of {len(text)} characters")
    if unit.weight < 0:
        raise Broken(f"{unit!r} has a weight below 0")


def _realise_is_pure(case: Case) -> None:
    for transform in _simple(case.transform):
        text = case.read()
        units = _some(transform.units(text))
        forth = [_realised(transform, text, unit, case) for unit in units]
        if text.string != case.text or text.protected:
            raise Broken("realise() changed the text object")
        again = [_realised(transform, text, unit, case) for unit in units]
        fresh = case.read()
        back = [_realised(transform, fresh, unit, case) for unit in reversed(units)][::-1]
        for unit, first, second, third in zip(units, forth, again, back, strict=True):
            _check_sample(transform, case, unit, first)
            if first != second:
                raise Broken(f"the same {unit!r} and draws gave another edit the second time, {second!r}", first)
            if first != third:
                raise Broken(f"{unit!r} gave another edit when other units came first, {third!r}", first)


def _check_sample(transform: Transform, case: Case, unit: Unit, edit: Edit | None) -> None:
    """Check that a transform that tells its probabilities draws the same edit when it does."""
    sample = getattr(transform, "sample", None)
    if sample is None:
        return
    sampled, logprob = sample(case.read(), unit, _unit_draws(case, unit)) or (None, 0.0)
    if sampled != edit:
        raise Broken(f"sample() gave {sampled!r} for the unit and draws for which realise() gave another edit", edit)
    if not -inf < logprob <= 0:
        raise Broken(f"{logprob!r} is not the logarithm of a probability", edit)


def _edits_are_valid(case: Case) -> None:
    for transform in _simple(case.transform):
        text = case.read()
        for unit in _some(transform.units(text)):
            edit = _realised(transform, text, unit, case)
            if edit is not None:
                _check_edit(edit, unit, case.text)


def _check_edit(edit: object, unit: Unit, text: str) -> None:
    if not isinstance(edit, Edit):
        raise Broken(f"realise() of {unit!r} gave {edit!r}, which is neither a typo.Edit nor None")
    if type(edit.start) is not int or type(edit.end) is not int or not 0 <= edit.start <= edit.end <= len(text):
        raise Broken(f"the edit is not inside the text of {len(text)} characters", edit)
    if any(type(part) is not str for part in (edit.original, edit.replacement, edit.label)):
        raise Broken("original, replacement and label of an edit are str", edit)
    if edit.original != text[edit.start : edit.end]:
        raise Broken(f"the text has {text[edit.start : edit.end]!r} where the edit has its original", edit)
    if edit.original == edit.replacement:
        raise Broken("the edit changes nothing; where nothing can be changed realise() returns None", edit)


def _log_leads_there_and_back(case: Case) -> None:
    result = case.apply()
    log = result.log
    if result.source != case.text or log.apply(case.text) != result.text:
        raise Broken("log.apply(source) is not the text")
    if log.invert().apply(result.text) != case.text:
        raise Broken("log.invert() does not lead back to the source")
    if EditLog.from_json(log.to_json()) != log or log.normal().apply(case.text) != result.text:
        raise Broken("the log does not survive JSON, or does something else in its normal form")
    if result.realised > result.requested or (result.realised < result.requested and not result.reason):
        raise Broken(f"{result.realised} of {result.requested} edits were made, and the reason is {result.reason!r}")
    if result.logprobs is not None and len(result.logprobs) != len(result.edits):
        raise Broken(f"{len(result.edits)} edits have {len(result.logprobs)} probabilities")
    after = case.perturber(rate=0.5).apply(result.text, key=case.key)
    if log.then(after.log).apply(case.text) != after.text:
        raise Broken("chaining with a second log does not do what the two do one after the other")


def _projection_is_exact(case: Case) -> None:
    log = case.apply().log
    target = log.apply(case.text)
    previous = 0
    for edit in (*log.edits, Edit(len(case.text), len(case.text), "", "")):
        # Between two edits lies text that neither touches.
        if previous < edit.start:
            low, high = log.project(previous, edit.start)
            if target[low:high] != case.text[previous : edit.start]:
                raise Broken(f"the untouched text {previous}..{edit.start} is projected to {low}..{high}", edit)
        previous = edit.end
    low, high = case.span()
    start, end = log.project(low, high)
    if not 0 <= start <= end <= len(target) or (low == high and start != end):
        raise Broken(f"the span {low}..{high} is projected to {start}..{end}")


def _rate_0_changes_nothing(case: Case) -> None:
    if any(getattr(part, "rates", None) is not None for part in inside(case.transform)):
        return  # a Then with rates of its own asks for no other
    result = case.apply(rate=0)
    if result.text != case.text or result.edits:
        raise Broken("a perturber with rate 0 changed the text", *result.edits[:1])


def _low_rates_nest(case: Case) -> None:
    try:
        case.perturber().sweep(case.text, rates=(0.0,), key=case.key)
    except InvalidArgument:
        return  # a combinator that does not nest says so
    swept = case.perturber().sweep(case.text, rates=_RATES, key=case.key)
    alone = [case.apply(rate=rate) for rate in _RATES]
    for levels in (swept, alone):
        for low, high in pairwise(levels):
            lost = [edit for edit in low.edits if edit not in high.edits]
            if lost:
                raise Broken("an edit at a low rate is not among those at a higher rate", lost[0])
    if [level.log for level in swept] != [level.log for level in alone]:
        raise Broken("a sweep gives something else than a perturber of one of its rates")


def _company_does_not_matter(case: Case) -> None:
    half = len(case.text) // 2
    texts = [case.text, case.text[:half], case.text[half:], case.text]
    keys: list[Key] = [case.key, "first half", "second half", "again"]
    noisy = case.perturber(rate=0.5)
    alone = [noisy.apply(text, key=key) for text, key in zip(texts, keys, strict=True)]
    together = noisy.apply_batch(texts, keys=keys)
    turned = noisy.apply_batch(texts[::-1], keys=keys[::-1])[::-1]
    for text, first, second, third in zip(texts, alone, together, turned, strict=True):
        if not first == second == third:
            raise Broken(f"{text!r} came out differently alone, in a batch and in a batch in reversed order")
    record = {"a": texts[1], "b": texts[2]}
    if noisy.fields(record, key=case.key) != noisy.fields(dict(reversed(record.items())), key=case.key):
        raise Broken("the fields of a record came out differently in another order of fields")


def _protected_text_stays(case: Case) -> None:
    span = case.span()
    result = case.perturber().apply(case.text, key=case.key, protect=[span])
    for start, end in (span, *Guard(DEFAULT)(case.text)):
        low, high = result.log.project(start, end)
        if result.text[low:high] != case.text[start:end]:
            touching = [edit for edit in result.edits if edit.start < end and start < edit.end]
            because = f"the protected {case.text[start:end]!r} at {start}..{end} became {result.text[low:high]!r}"
            raise Broken(because, *touching[:1])


def _blanks_stay(case: Case) -> None:
    result = case.apply()
    if _edits_blanks(case.transform):
        if _OUTER_BLANKS.findall(result.text) != _OUTER_BLANKS.findall(case.text):
            raise Broken("a transform on blanks touched some that are not between two characters", *result.edits[:1])
    elif [c for c in result.text if c.isspace()] != [c for c in case.text if c.isspace()]:
        guilty = [e for e in result.edits if any(c.isspace() for c in e.original + e.replacement)]
        raise Broken('a blank was changed, and "space" is not in its name', *guilty[:1])


def _characters_stay_whole(case: Case) -> None:
    result = case.apply()
    for edit in result.edits:
        for place in (edit.start, edit.end):
            if is_joined(case.text, place):
                raise Broken(f"the edit cuts the character {_around(case.text, place)!r} in two", edit)
        if edit.replacement and is_joined("a" + edit.replacement, 1) and not is_joined("a" + edit.original, 1):
            raise Broken("the replacement begins with a mark that has no letter to stand on", edit)
    for edit, back in _with_inverse(result):
        for place in (back.start, back.end):
            if is_joined(result.text, place):
                raise Broken(f"the edit makes one character of two, {_around(result.text, place)!r}", edit)


def _around(text: str, place: int) -> str:
    return text[max(0, place - 1) : place + 1]


def _normal_forms_are_kept(case: Case) -> None:
    forms = [form for form in _FORMS if is_normalized(form, case.text)]
    result = case.apply()
    if forms and not any(is_normalized(form, result.text) for form in forms):
        guilty = [e for e in result.edits if not any(is_normalized(form, e.replacement) for form in forms)]
        raise Broken(f"a text in {' and '.join(forms)} came out in another form", *guilty[:1])


def _surrogates_stay_apart(case: Case) -> None:
    result = case.apply()
    inside = {match.start() + 1 for match in _PAIR.finditer(case.text)}
    made = {match.start() + 1 for match in _PAIR.finditer(result.text)}
    for edit, back in _with_inverse(result):
        if {edit.start, edit.end} & inside:
            raise Broken("the edit tears a surrogate pair", edit)
        if any(back.start <= place <= back.end for place in made):
            raise Broken("the edit makes a surrogate pair", edit)


def _random_state_is_left_alone(case: Case) -> None:
    mine = random.getstate()
    try:
        # A state that nobody else leaves behind, so that seeding is seen even where it was done before.
        random.seed(f"{case.key}")
        before = _random_state()
        case.apply()
        if _random_state() != before:
            raise Broken("the state of random or numpy.random moved")
    finally:
        random.setstate(mine)


def _random_state() -> tuple[object, ...]:
    numpy = sys.modules.get("numpy")
    if numpy is None:
        return (random.getstate(),)
    kind, words, *rest = numpy.random.get_state()
    return random.getstate(), kind, words.tolist(), *rest


def _simple(transform: Transform | Combinator) -> list[Transform]:
    """List the transforms that a combinator or recipe is made of: only these name units and edits."""
    return [part for part in inside(transform) if isinstance(part, Transform)]


def _some(units: Sequence[Unit]) -> list[Unit]:
    """Return the units that can be drawn, or of many an even selection."""
    drawable = [unit for unit in units if unit.weight]
    return drawable[:: max(1, len(drawable) // _UNITS)]


def _realised(transform: Transform, text: Text, unit: Unit, case: Case) -> Edit | None:
    return transform.realise(text, unit, _unit_draws(case, unit))


def _unit_draws(case: Case, unit: Unit) -> Draws:
    return case.draws("unit", unit.start, unit.end)


def _with_inverse(result: Perturbation) -> Iterable[tuple[Edit, Edit]]:
    """Pair each edit with the one that takes it back, whose span lies in the new text."""
    return zip(result.log.edits, result.log.invert().edits, strict=True)


def _edits_blanks(transform: Transform | Combinator) -> bool:
    return any("space" in part.name or getattr(part, "style", "") == "space" for part in inside(transform))


#: In this order: who breaks one law often breaks those after it too.
LAWS: tuple[Law, ...] = (
    Law("units are valid and found again", _units_are_valid),
    Law("realise is pure", _realise_is_pure),
    Law("edits are valid", _edits_are_valid),
    Law("the global random state is left alone", _random_state_is_left_alone),
    Law("the log leads to the text and back", _log_leads_there_and_back),
    Law("projection is exact on untouched text", _projection_is_exact),
    Law("rate 0 changes nothing", _rate_0_changes_nothing),
    Law("edits at a low rate are among those at a high rate", _low_rates_nest),
    Law("order and company do not matter", _company_does_not_matter),
    Law("protected text stays as it is", _protected_text_stays),
    Law("blanks stay as they are", _blanks_stay),
    Law("characters stay whole", _characters_stay_whole),
    Law("normal forms are kept", _normal_forms_are_kept),
    Law("surrogate pairs are neither made nor torn", _surrogates_stay_apart),
)

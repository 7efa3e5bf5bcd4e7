"""Fit the numbers of the profiles to real typos: `typo/data/profiles/*.json`.

python -m benchmarks.fit_profiles FOLDER [--out typo/data/profiles]

FOLDER holds lists of real typos, `XX.tsv.xz` (see `realism.py`). Only train splits are read, and only of the corpora
in CORPORA, whose licences allow it. The model is that of `typo.slips`: a log-linear distribution over the places of a
word, and one over the letters at a place. Both are fitted by maximum likelihood with a Gaussian prior, in layers:
`desktop` to all languages at once, then what a phone, a learner or a language adds to it. Weights are written as
64ths of a bit; those near zero are left out.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from functools import partial
from math import inf, log2
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typo_keyboards
from benchmarks.realism import Pair, inside, pairs
from benchmarks.slip_likelihood import COPY, UNIT, Problem, Ranks, Sample, canonical, fit, gather
from typo.slips.board import Board, board
from typo.slips.features import PARTS
from typo.slips.symbols import kind, script

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

__all__ = ["main"]

VERSION = 1
CORPORA = {
    "typos_rs": "crate-ci/typos words.csv (MIT or Apache-2.0)",
    "codespell": "codespell dictionary (CC BY-SA 3.0)",
    "wikipedia_list": "Wikipedia, lists of common misspellings (CC BY-SA, GFDL)",
    "aspell_orig": "GNU Aspell test set (LGPL)",
    "lo_autocorr": "LibreOffice autocorrect lists (MPL-2.0)",
    "charnmt": "Belinkov and Bisk, natural noise: WiCoPaCo fr (GFDL, CC BY-SA), de (CC BY-SA)",
    "ua_gec": "UA-GEC (CC BY 4.0)",
    "augmentex_mobile": "augmentex, Russian phone keyboards (MIT)",
    "ruspellru": "RuSpellEval blogs (MIT)",
}
CLOSED = {
    ("cs", "charnmt"),  # not for commercial use
    ("ru", "lo_autocorr"),  # nearly all are words with two letters swapped: made by a machine
}
LIST = "lo_autocorr"  # chosen by an editor, where the other corpora are what people wrote
LIGHT = 0.3  # the weight of a list beside other corpora, and of the Romanian one (diacritics left out on purpose)
PROFILES = Path(__file__).parents[1] / "typo" / "data" / "profiles"
PHONE = "augmentex_mobile"
RARE = 9  # the rank of letters not counted
ROUNDS = 60  # of descent
FAINT = 5  # weights that small, in 64ths of a bit, are left out
BYTES = 185_000  # a file of a language holds 200 KB at most

_NAMED = re.compile(r"(?:[rdow][clr]|[it][ab]|[rdi])[:<>()=](.+)")


def letters(name: str) -> int:
    """Count the letters that a feature names; 0 for one that knows only kinds and distances."""
    found = _NAMED.fullmatch(name)
    return len(found[1]) if found and not found[1].isdigit() else 0


def prior_of_all(name: str) -> float:
    """Let every language share kinds, distances, single letters and what stands for what."""
    own, _, lang = name.partition(COPY)
    count = letters(own)
    if count and not _SHARED.fullmatch(own):
        return inf
    return (4.0 if not count else 8.0) if lang else 2.0


_SHARED = re.compile(r"[rdow]c:.|[rd]:..|i:.")


def prior_of_habits(name: str) -> float:
    """Let a device or a kind of writer change how people slip, whatever the letters."""
    return 2.0 if not letters(name) else inf


def prior_of_language(name: str) -> float:
    """Let a language change which letters go wrong, and a little of where slips happen."""
    return 4.0 if letters(name) else 16.0


def prior_of_list(name: str) -> float:
    """Let a list alone change which letters come, but little of where slips happen, and nothing of how.

    What an editor puts on a list says little about that: Czech learners cost 5.4 bits without the Czech list, 5.4 with
    it under this prior, and 5.7 under that of a language.
    """
    if name[1:2] in {*PARTS, "", "@", "#"} or name[2:].isdigit():
        return 16.0 if letters(name) else inf
    return 4.0 if letters(name) else 64.0


class Data(NamedTuple):
    """What all layers are fitted to: pairs by language and corpus, keyboards, letters by language and of all."""

    pairs: dict[tuple[str, str], list[Pair]]
    boards: dict[str, Board]
    ranks: dict[str, dict[str, int]]
    common: dict[str, int]

    def written(self, lang: str) -> bool:
        """Tell whether a language has a corpus besides a list."""
        return any(group[0] == lang and group[1] not in (LIST, PHONE) for group in self.pairs)

    def samples(self, chosen: Iterable[tuple[str, str]], limit: int) -> list[Sample]:
        """Read up to so many pairs of each chosen corpus as slips; a pair that several have counts once."""
        found: dict[tuple[str, str, str], Sample | None] = {}
        for lang, corpus in chosen:
            weight = LIGHT if corpus == LIST and (lang == "ro" or self.written(lang)) else 1.0
            for pair in self.pairs[lang, corpus][:limit]:
                key = lang, pair.correct, pair.error
                if key not in found:
                    found[key] = canonical(pair, weight, self.boards[lang])
        return [sample for sample in found.values() if sample]

    def ask(self, samples: Sequence[Sample], *, copies: bool = False) -> tuple[Problem, Problem]:
        """Pose the two choices of all samples."""
        ranks: Ranks = {lang: partial(_rank, {**self.common, **own}) for lang, own in self.ranks.items()}
        return gather(samples, self.boards, ranks, copies=copies)


def _rank(ranks: dict[str, int], letter: str) -> int:
    return ranks.get(letter, RARE)


def read(folder: Path) -> Data:
    """Read what may be fitted to, in an order that is random and always the same."""
    grouped: dict[tuple[str, str], list[Pair]] = {}
    for pair in pairs(folder, split="train"):
        group = pair.lang, pair.corpus
        if pair.corpus in CORPORA and group not in CLOSED and inside(pair):
            grouped.setdefault(group, []).append(pair)
    alphabets = json.loads((PROFILES / "letters.json").read_text("utf-8"))
    boards, ranks, shares = {}, {}, Counter[str]()
    for lang in sorted({lang for lang, _ in grouped}):
        counts = Counter(c for word in _words(grouped, lang) for c in word if kind(c) in "VC")
        writings = Counter[str]()
        for letter, count in counts.items():
            writings[script(letter)] += count
        if not writings:  # Hangul syllables: the view types jamo
            continue
        writing = writings.most_common(1)[0][0]
        counts = Counter({c: n for c, n in counts.items() if script(c) == writing})
        layout = typo_keyboards.for_language(lang).id
        ranks[lang] = ranked({c: n for c, n in counts.items() if n >= max(3, counts.total() / 50_000)})
        boards[lang] = board(layout, writing, tuple(sorted({*ranks[lang], *alphabets.get(lang, "")})))
        shares.update({c: n / counts.total() for c, n in counts.items()})
    for (lang, _), found in grouped.items():
        allowed = set(boards[lang].letters) if lang in boards else set()
        found[:] = [pair for pair in found if allowed.issuperset(pair.correct + pair.error)]
        random.Random(VERSION).shuffle(found)
    by_script = {writing: {c: n for c, n in shares.items() if script(c) == writing} for writing in map(script, shares)}
    common = {c: n for found in by_script.values() for c, n in ranked(found).items() if n < RARE}
    return Data({group: found for group, found in grouped.items() if found}, boards, ranks, common)


def _words(grouped: Mapping[tuple[str, str], list[Pair]], lang: str) -> set[str]:
    return {pair.correct for group, found in grouped.items() if group[0] == lang for pair in found}


def ranked(shares: Mapping[str, float]) -> dict[str, int]:
    """Rank letters by frequency: 0 the most frequent, each step half as frequent."""
    top = max(shares.values())
    return {letter: min(14, round(log2(top / share))) for letter, share in sorted(shares.items())}


Table = dict[str, int]


def add(*tables: Table) -> Table:
    """Add tables name by name."""
    total = Counter[str]()
    for table in tables:
        total.update(table)
    return dict(total)


def grow(problems: tuple[Problem, Problem], known: Table, prior: Callable[[str], float], room: int) -> Table:
    """Fit what a layer adds to what is known; when that is more than `room` bytes, keep the heaviest and fit again."""
    found = {name: weight for each in problems for name, weight in fit(each, known, prior, ROUNDS).items()}
    table = rounded(found)
    kept = heaviest(table, room)
    if len(kept) == len(table):
        return table
    return grow(problems, known, lambda name: prior(name) if name in kept else inf, room)


def heaviest(table: Table, room: int) -> Table:
    """Keep the heaviest weights that fit into so many bytes of a file."""
    kept: Table = {}
    for name in sorted(table, key=lambda name: (-abs(table[name]), name)):
        room -= len(name.encode()) + len(str(table[name])) + 2  # two quotes, colon and comma, less a head of two
        if room < 0:
            break
        kept[name] = table[name]
    return kept


def rounded(weights: dict[str, float]) -> Table:
    """Write weights as 64ths of a bit, and leave out those near zero."""
    whole = {name: round(weight * UNIT) for name, weight in weights.items() if COPY not in name}
    return {name: weight for name, weight in whole.items() if abs(weight) > FAINT}


def write(path: Path, table: Table, ranks: Table, corpora: Sequence[tuple[str, str]], count: int) -> None:
    """Write one file: where it comes from, the ranks of letters, and the weights by the head of their names."""
    about = {
        "corpora": [CORPORA[corpus] for corpus in sorted({corpus for _, corpus in corpora})],
        "languages": sorted({lang for lang, _ in corpora}),
        "note": "aggregate numbers only; the licences of the corpora are named for attribution",
        "pairs": count,
        "script": f"benchmarks/fit_profiles.py, version {VERSION}, train split",
        "unit": "64ths of a bit",
    }
    heads: dict[str, Table] = {}
    for name, weight in sorted(table.items()):
        found = re.match(r"[a-z]+[^a-z0-9]|..", name)
        cut = found.end() if found else 0
        heads.setdefault(name[:cut], {})[name[cut:]] = weight
    lines = ",\n".join(f"{_compact(head)}:{_compact(rest)}" for head, rest in heads.items())
    text = f'{{"about":{json.dumps(about, indent=1)},\n"ranks":{_compact(ranks)},\n"weights":{{\n{lines}\n}}}}\n'
    path.write_text(text, encoding="utf-8")
    print(f"{path.stem:14}{count:7} pairs{len(table):7} weights{len(text.encode()) // 1000:5} KB", flush=True)


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


class Layer(NamedTuple):
    """What one file adds: to what is known, fitted to which corpora (so many pairs of each at most)."""

    known: Table
    corpora: Sequence[tuple[str, str]]
    prior: Callable[[str], float]
    most: int = 1_000_000
    room: int = BYTES
    copies: bool = False

    def fit(self, data: Data) -> tuple[Table, int]:
        """Return the weights that the layer adds, and the number of pairs they were fitted to."""
        samples = data.samples(self.corpora, self.most)
        return grow(data.ask(samples, copies=self.copies), self.known, self.prior, self.room), len(samples)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, default=PROFILES)
    arguments = parser.parse_args()
    data, out = read(arguments.folder), arguments.out
    everyday = [group for group in data.pairs if group[1] != PHONE]
    mobile, learners = [("ru", PHONE)], [("de", "charnmt")]

    desktop, count = Layer({}, everyday, prior_of_all, most=8000, copies=True).fit(data)
    write(out / "desktop.json", desktop, data.common, everyday, count)
    added, count = Layer(desktop, mobile, prior_of_habits, most=25_000).fit(data)
    phone = add(desktop, added)
    write(out / "phone.json", phone, {}, mobile, count)
    added, count = Layer(desktop, learners, prior_of_habits).fit(data)
    write(out / "learner.json", add(desktop, added), {}, learners, count)
    russian, count = Layer(phone, mobile, prior_of_language, most=60_000).fit(data)
    write(out / "phone-ru.json", russian, data.ranks["ru"], mobile, count)

    # Russian letters are confused on a desktop, too, though less of it is chance: half of what phones show.
    half = rounded({name: weight / 2 / UNIT for name, weight in russian.items() if letters(name)})
    half = heaviest(half, BYTES // 2)
    for lang in data.boards:
        chosen = [group for group in everyday if group[0] == lang]
        extra = half if lang == "ru" else {}
        prior = prior_of_language if data.written(lang) else prior_of_list
        layer = Layer(add(desktop, extra), chosen, prior, room=BYTES // 2 if extra else BYTES)
        added, count = layer.fit(data)
        sources = [*chosen, *mobile] if extra else chosen
        write(out / f"desktop-{lang}.json", add(extra, added), data.ranks[lang], sources, count)


if __name__ == "__main__":
    main()

"""How much of French variants is restored, and what restoration does to text in which nothing is wrong.

python -m benchmarks.restoration TEXTS [--sentences 250] [--level high] [--grammalecte URL] [--languagetool URL]

TEXTS holds French sentences, one a line; those of 12 to 45 words are taken, spread evenly over the file. Each is
perturbed by `fr.apostrophe`, `fr.diacritics` and `fr.keyboard` at the published target of the level, without lexical
collisions, and restored with all rules on. A row of the table is a back end:

- `exact`: the share of edits whose token came back letter for letter, with either apostrophe; `wrong`: the share whose
  token became something else than it was and than the variant had made of it.
- `harm`: tokens that restoration changes in the untouched sentences, for every thousand words; apart from these
  `style`: ligatures (`coeur`) and accents on capitals (`Etat`), which many writers leave out on purpose.
- `ms`: milliseconds for a sentence; the lexicon is read before.

The embedded back end shares its lexicon with the variants, so that it fails mostly on names. Grammalecte is started
where it is installed (Debian: grammalecte-cli) and no address is given; LanguageTool is asked only at an address.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import socket
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

import typo
from typo.langs.fr import LANGUAGE, LEVELS
from typo.restore import GrammalecteRestorer, LanguageToolRestorer, LexiconRestorer, restore
from typo.words import count_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from typo.restore import Restorer

__all__ = ["Harm", "Score", "harm", "repaired", "sentences", "variants"]

SHORTEST, LONGEST = 12, 45
PATIENCE = 60
_TOKEN = re.compile(r"\S+")
_STYLE = re.compile("[œæŒÆÀÂÇÉÈÊËÎÏÔÙÛÜ]")


class Score(NamedTuple):
    """What became of the edits of one kind, and how long it took for each sentence, in milliseconds."""

    edits: int
    exact: float
    wrong: float
    ms: float


class Harm(NamedTuple):
    """Tokens of clean text that were changed, for every thousand words: faults, and matters of style."""

    faults: float
    style: float


def sentences(text: str, most: int) -> list[str]:
    """Return up to `most` lines of 12 to 45 words, spread evenly over a text."""
    lines = [line for line in text.splitlines() if SHORTEST <= len(line.split()) <= LONGEST]
    return [lines[index * len(lines) // most] for index in range(most)] if len(lines) > most else lines


def variants(texts: Sequence[str], recipe: str, rate: float) -> list[typo.Perturbation]:
    """Perturb each text by a recipe at a rate, with its number as the key."""
    perturber = typo.Perturber(typo.get(recipe), rate=rate)
    return [perturber.apply(text, key=number) for number, text in enumerate(texts)]


def repaired(made: Sequence[typo.Perturbation], chain: Sequence[Restorer]) -> Score:
    """Restore variants by one back end after the other and compare each edited token with what it was."""
    edits = exact = wrong = 0
    seconds = 0.0
    for variant in made:
        begun = perf_counter()
        restored = _restored(variant.text, chain)
        seconds += perf_counter() - begun
        whole = variant.log.then(restored)
        text = whole.apply(variant.source)
        for edit in variant.edits:
            start, end = _token(variant.source, edit)
            was, became = variant.source[start:end], variant.text[slice(*variant.log.project(start, end))]
            now = _plain(text[slice(*whole.project(start, end))])
            edits += 1
            exact += now == _plain(was)
            wrong += now not in (_plain(was), _plain(became))
    return Score(edits, exact / max(1, edits), wrong / max(1, edits), seconds * 1000 / max(1, len(made)))


def harm(texts: Sequence[str], chain: Sequence[Restorer]) -> Harm:
    """Restore texts in which nothing is wrong and count the tokens that change."""
    faults = style = words = 0
    for text in texts:
        words += count_words(text, elisions=LANGUAGE.elisions)
        for edits in _by_token(text, _restored(text, chain)):
            is_style = all(_STYLE.search(edit.replacement) for edit in edits)
            style += is_style
            faults += not is_style
    return Harm(faults * 1000 / max(1, words), style * 1000 / max(1, words))


def _restored(text: str, chain: Sequence[Restorer]) -> typo.EditLog:
    log = typo.EditLog((), len(text))
    for restorer in chain:
        log = log.then(restore(log.apply(text), restorer).log)
    return log


def _plain(token: str) -> str:
    """Return a token composed and with the straight apostrophe.

    A text that lost its only marks or apostrophes does not tell any more how they were written.
    """
    return normalize("NFC", token).replace("’", "'")


def _token(text: str, edit: typo.Edit) -> tuple[int, int]:
    """Return the span between blanks that holds an edit."""
    start = max((text.rfind(blank, 0, edit.start) for blank in " \u00a0\u202f"), default=-1) + 1
    end = edit.end
    while end < len(text) and not text[end].isspace():
        end += 1
    return start, end


def _by_token(text: str, log: typo.EditLog) -> list[list[typo.Edit]]:
    found: dict[int, list[typo.Edit]] = {}
    for edit in log.edits:
        found.setdefault(_token(text, edit)[0], []).append(edit)
    return list(found.values())


@contextmanager
def grammalecte() -> Iterator[str | None]:
    """Start a Grammalecte server and give its address, or None where there is none."""
    command = shutil.which("grammalecte-server")
    if command is None:
        yield None
        return
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(
        [command, "-ht", "127.0.0.1", "-p", str(port)],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,  # the server has a process that works, and both must end
    )
    try:
        for _ in range(PATIENCE * 10):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def table(texts: list[str], level: str, chains: dict[str, tuple[Restorer, ...]]) -> Iterator[str]:
    """Yield the lines of the table, in Markdown."""
    kinds = {recipe: variants(texts, recipe, LEVELS[recipe][level == "high"]) for recipe in LEVELS}
    heads = [f"{recipe}: {sum(variant.realised for variant in made)} edits" for recipe, made in kinds.items()]
    yield f"| exact % / wrong % | {' | '.join(heads)} | harm | style | ms |"
    yield "|---" * (len(kinds) + 4) + "|"
    for name, chain in chains.items():
        _restored(texts[0] + " ecole", chain)
        scores = [repaired(made, chain) for made in kinds.values()]
        cells = [f"{score.exact:.1%} / {score.wrong:.1%}".replace("%", "") for score in scores]
        hurt = harm(texts, chain)
        ms = sum(score.ms for score in scores) / len(scores)
        yield f"| {name} | {' | '.join(cells)} | {hurt.faults:.2f} | {hurt.style:.2f} | {ms:.1f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("texts", type=Path)
    parser.add_argument("--sentences", type=int, default=250)
    parser.add_argument("--level", choices=("low", "high"), default="high")
    parser.add_argument("--grammalecte", metavar="URL")
    parser.add_argument("--languagetool", metavar="URL")
    options = parser.parse_args()
    texts = sentences(options.texts.read_text("utf-8"), options.sentences)
    embedded = LexiconRestorer("fr")
    with grammalecte() as started:
        chains: dict[str, tuple[Restorer, ...]] = {"embedded": (embedded,)}
        url = options.grammalecte or started
        if url:
            server = GrammalecteRestorer(url, timeout=60)
            chains |= {"Grammalecte": (server,), "embedded, then Grammalecte": (embedded, server)}
        if options.languagetool:
            chains["LanguageTool"] = (LanguageToolRestorer(options.languagetool, timeout=60),)
        words = sum(count_words(text, elisions=LANGUAGE.elisions) for text in texts)
        print(f"{len(texts)} sentences, {words} words, level {options.level}\n")
        for line in table(texts, options.level, chains):
            print(line, flush=True)
        if not url:
            print("\nGrammalecte is not installed here (Debian: grammalecte-cli), and no address was given.")


if __name__ == "__main__":
    main()

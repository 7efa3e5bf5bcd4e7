"""Print how many benchmark questions get a Japanese typing error, and what the published rule does by itself.

Run with the extras `ja` and, for `--paper`, `ja-paper`; the folder holds `jmmlu/*.csv` and `jglue/*.json`:
python benchmarks/japanese_shares.py FOLDER [--every 7] [--paper | --slips].
"""

from __future__ import annotations

import argparse
import csv
import json
from pathlib import Path

import typo
from typo.ja import convert, keystrokes, reading, romaji_to_kana
from typo.ja.script import has_kanji
from typo.transforms.romaji_keys import OPS

CONDITIONS = ("transposition", "replacement", "homophone", "ime", "fullwidth")


def main() -> None:
    parser = argparse.ArgumentParser(description="Print the shares of questions that get an error.")
    parser.add_argument("folder", type=Path, help="where the benchmarks lie")
    parser.add_argument("--every", type=int, default=1, help="take every so many questions (default: all)")
    parser.add_argument("--slips", action="store_true", help="what one slip of each kind becomes, and nothing else")
    parser.add_argument("--paper", action="store_true", help="the published recipes, and what their rule does alone")
    given = parser.parse_args()
    sets = {"JMMLU": jmmlu(given.folder), "JCommonsenseQA": jcommonsenseqa(given.folder)}
    if given.slips:
        for op in OPS:
            print_outcomes(op, sets["JMMLU"][:: given.every])
        return
    preset = "@paper" if given.paper else ""
    print("share of questions with an edit, %", *CONDITIONS, sep="\t")
    for name, questions in sets.items():
        asked = questions[:: given.every]
        shares = [share(f"ja.{condition}{preset}", asked) for condition in CONDITIONS]
        print(f"{name} ({len(asked)})", *(f"{100 * each:.1f}" for each in shares), sep="\t")
        if given.paper:
            print_faults(asked)


def jmmlu(folder: Path) -> list[str]:
    questions: list[str] = []
    for path in sorted((folder / "jmmlu").glob("*.csv")):
        with path.open(encoding="utf-8-sig", newline="") as file:
            questions += [row[0] for row in csv.reader(file) if row and row[0]]
    return questions


def jcommonsenseqa(folder: Path) -> list[str]:
    lines = (folder / "jglue" / "jcommonsenseqa-valid-v1.3.json").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["question"] for line in lines if line]


def share(name: str, questions: list[str]) -> float:
    """Return the share of questions that the recipe edits, at its rate 0.1 with at least one edit."""
    noisy = typo.Perturber(typo.get(name))
    return sum(bool(noisy.apply(text, key=key).edits) for key, text in enumerate(questions)) / len(questions)


def print_faults(questions: list[str]) -> None:
    """Print what the published rules make of words that were typed without any slip."""
    words = {
        (token.surface, token.reading)
        for text in questions
        for token in reading(text)
        if has_kanji(token.surface) and len(token.reading) > 1
    }
    typed = {word: romaji_to_kana(keystrokes(word[1]), table="paper") for word in words}
    other_kana = {word for word in words if typed[word] != word[1]}
    other_kanji = {word for word in words - other_kana if convert(typed[word])[0] != word[0]}
    print(
        f"of {len(words)} different words, typed without a slip, the published rules alter the kana of"
        f" {len(other_kana) / len(words):.1%}, and convert the right kana of {len(other_kanji) / len(words):.1%}"
        f" to another word; {sum('ん' in kana for _, kana in words) / len(words):.1%} have a ん"
    )


def print_outcomes(op: str, questions: list[str]) -> None:
    """Print how many slips of a kind leave a letter that made no kana."""
    noisy = typo.Perturber(typo.get("romaji_slip", op=op), rate=0, min_edits=1)
    made = [edit.replacement for key, text in enumerate(questions) for edit in noisy.apply(text, key=key).edits]
    left = sum(any("ａ" <= character <= "ｚ" for character in new) for new in made)
    print(f"{op}: {left / len(made):.0%} of {len(made)} slips leave a letter")


if __name__ == "__main__":
    main()

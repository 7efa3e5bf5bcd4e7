"""The bundled demo questions: well-formed, balanced, and such that every kind of error finds something to do."""

from __future__ import annotations

import json
import re
import unicodedata
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import typo

FOLDER = Path(__file__).parents[2] / "typo_lmeval" / "data" / "jademo"
FILES = ("questions.jsonl", "fewshot.jsonl", "pairs.jsonl")

# Words that people do mistake for another of the same sound: 機械 for 機会, 航海 for 公開.
HOMOPHONES = """
    人口 人工 科学 化学 気候 気体 期間 機関 器官 機械 機器 機能 最高 成長 制作 製造 航海 公演 会場 地震 対象 関心
    週間 確率 自身 移動 表示 電気 電力 企業 貴族 全身 指揮 容量 計量 原料 照明 内容 競技 選手 整数 通貨 紙幣 時代 施設
    位置 構造 河川 海峡 基地 信仰 間隔 夏季 構成
""".split()  # noqa: SIM905  # read as a list of words


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (FOLDER / name).read_text("utf-8").splitlines()]


QUESTIONS, SHOTS, PAIRS = map(rows, FILES)


def asked_with(pattern: str) -> int:
    return sum(bool(re.search(pattern, row["question"])) for row in QUESTIONS)


@pytest.mark.parametrize("name", FILES)
def test_every_line_is_composed_text_without_stray_blanks(name: str) -> None:
    text = (FOLDER / name).read_bytes().decode("utf-8")
    assert text.endswith("}\n")
    assert "\r" not in text
    assert text == unicodedata.normalize("NFC", text)
    for row in rows(name):
        for value in (row["question"], *row.get("choices", [row.get("answer")])):
            assert value == value.strip() != ""


@pytest.mark.parametrize(
    ("questions", "prefix", "count"), [(QUESTIONS, "jademo-{:03}", 72), (SHOTS, "jademo-shot-{:02}", 10)]
)
def test_questions_have_the_documented_form(questions: list[dict[str, Any]], prefix: str, count: int) -> None:
    assert [row["id"] for row in questions] == [prefix.format(number) for number in range(1, count + 1)]
    for row in questions:
        assert list(row) == ["id", "subject", "question", "choices", "answer"]
        assert len(set(row["choices"])) == 4
        assert row["answer"] in range(4)
        assert 20 <= len(row["question"]) <= 60
        assert row["question"].endswith("か。")


def test_pairs_have_the_documented_form() -> None:
    assert all(list(row) == ["question", "answer"] for row in PAIRS)


def test_no_question_is_asked_twice_in_any_file() -> None:
    asked = Counter(row["question"] for row in (*QUESTIONS, *SHOTS, *PAIRS))
    assert [question for question, times in asked.items() if times > 1] == []


def test_no_question_contains_its_answer() -> None:
    for row in (*QUESTIONS, *SHOTS):
        assert row["choices"][row["answer"]] not in row["question"]


def test_subjects_are_varied_and_neighbours_differ() -> None:
    subjects = [row["subject"] for row in QUESTIONS]
    assert len(set(subjects)) >= 10
    assert all(one != next_one for one, next_one in pairwise(subjects))


def test_right_answers_are_balanced_and_not_to_be_guessed_from_the_place() -> None:
    places = [row["answer"] for row in QUESTIONS]
    assert all(17 <= places.count(index) <= 19 for index in range(4))
    for period in range(1, 9):
        best = sum(Counter(places[start::period]).most_common(1)[0][1] for start in range(period))
        assert best <= 0.62 * len(places), period


def test_choices_of_a_question_are_alike_in_length() -> None:
    for row in (*QUESTIONS, *SHOTS):
        lengths = [len(choice) for choice in row["choices"]]
        assert max(lengths) - min(lengths) <= 4, row["id"]


def test_enough_questions_hold_latin_words_digits_and_homophones() -> None:
    assert asked_with("[A-Za-z]{2}") >= 30
    assert asked_with("[0-9]") >= 30
    assert asked_with("|".join(HOMOPHONES)) >= 40
    for row in QUESTIONS:
        assert len(re.findall(r"[\u4e00-\u9fff々]+", row["question"])) >= 3, row["id"]


@pytest.mark.parametrize(("transform", "least"), [("ime_on", 30), ("fullwidth", 50), ("homophone", 60)])
def test_transforms_find_something_to_do(transform: str, least: int) -> None:
    noisy = typo.Perturber(typo.get(transform), rate=0.1, min_edits=1)
    assert sum(noisy(row["question"], key=row["id"]) != row["question"] for row in QUESTIONS) >= least


def test_every_choice_is_the_answer_of_a_pair() -> None:
    choices = {choice for row in QUESTIONS for choice in row["choices"]}
    assert choices == {row["answer"] for row in PAIRS}


def test_the_toy_answers_most_clean_questions_and_fewer_perturbed_ones() -> None:
    pytest.importorskip("lm_eval")
    from lm_eval.api.instance import Instance

    from typo_lmeval.demo import TypoDemo

    toy = TypoDemo()

    def accuracy(questions: list[str]) -> float:
        right = 0
        for row, question in zip(QUESTIONS, questions, strict=True):
            asked = [
                Instance("loglikelihood", {}, (f"問題：{question}\n回答：", choice), index)
                for index, choice in enumerate(row["choices"])
            ]
            scores = [score for score, _ in toy.loglikelihood(asked)]
            right += scores.index(max(scores)) == row["answer"]
        return right / len(QUESTIONS)

    clean = accuracy([row["question"] for row in QUESTIONS])
    assert 0.55 <= clean <= 0.85
    for transform in ("ime_on", "fullwidth"):
        noisy = typo.Perturber(typo.get(transform), rate=0.1, min_edits=1)
        assert accuracy([noisy(row["question"], key=row["id"]) for row in QUESTIONS]) <= clean - 0.05

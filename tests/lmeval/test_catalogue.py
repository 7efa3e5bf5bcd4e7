"""The catalogue: every benchmark builds without a hub, and at rate 0 scores what the harness's own task scores."""

from __future__ import annotations

import json
from collections.abc import Callable
from math import log
from pathlib import Path
from typing import Any

import pytest

import typo
from typo_lmeval.benchmarks import BENCHMARKS, FAMILIES
from typo_lmeval.catalogue import CONDITIONS, Variant, find, names, tags, variants
from typo_lmeval.stubs import stub_dir
from typo_lmeval.tables import table

pytest.importorskip("lm_eval", reason="needs the extra lmeval")

Build = Callable[..., Any]
MULTYPO = [name for name, row in BENCHMARKS.items() if row.family == "multypo"]
FRENCH = [name for name, row in BENCHMARKS.items() if row.family == "fr"]
# One benchmark of each of the harness's own tasks that ours are derived from.
DERIVED = [
    "mgsm_direct_de", "mgsm_native_cot_en", "belebele_deu_Latn", "xnli_de", "global_mmlu_full_de", "mmmlu_de_de",
    "aime24_en",
]  # fmt: skip


@pytest.fixture(scope="module")
def build(data: dict[str, str]) -> Build:
    """Return a function that builds a task; with `limit` documents it builds their requests too."""
    from typo_lmeval.task import TypoTask

    def made(name: str, *, limit: int | None = None, shots: int | None = None, **told: Any) -> Any:
        with pytest.MonkeyPatch.context() as patch:
            for variable, value in data.items():
                patch.setenv(variable, value)
            row = names()[name]._asdict()
            task = TypoTask(config={"task": name, "metadata": {"version": 1, "typo": row, **told}})
        if shots is not None:
            task.set_config("num_fewshot", shots)
        task.set_fewshot_seed(1234)
        if limit:
            task.build_all_requests(limit=limit)
        return task

    return made


@pytest.fixture(scope="module")
def base(data: dict[str, str]) -> Build:
    """Return a function that builds the harness's own task of a benchmark, on the same rows."""
    from lm_eval.api.task import ConfigurableTask

    from typo_lmeval.splits import load_splits
    from typo_lmeval.upstream import base_config

    def made(benchmark: str, *, shots: int) -> Any:
        import datasets

        row = BENCHMARKS[benchmark]
        with pytest.MonkeyPatch.context() as patch:
            for variable, value in data.items():
                patch.setenv(variable, value)
            splits = load_splits(row.source, row.config)
        rows = {name: datasets.Dataset.from_list(found) for name, found in splits.items()}
        config = base_config(row.base) | {"task": benchmark, "custom_dataset": lambda **_: rows, "num_fewshot": shots}
        task = ConfigurableTask(config=config)
        task.set_fewshot_seed(1234)
        task.build_all_requests()
        return task

    return made


def requests(task: Any) -> list[tuple[Any, ...]]:
    return [instance.args for instance in task.instances]


def pretended(request: tuple[Any, ...]) -> Any:
    """Answer as a model would that is neither right nor wrong throughout: by the text alone."""
    drawn = int.from_bytes(typo.digest("answer", str(request))[:4], "little")
    if isinstance(request[1], dict):
        return f"1 + 1 = 2. Die Antwort lautet {drawn % 5 + 5}"
    return (-(drawn % 997) / 100, False)


def scores(task: Any) -> list[dict[str, Any]]:
    """Score every document as the harness would, the answers filtered."""
    for instance in task.instances:
        instance.resps = [pretended(instance.args)]
    task.apply_filters()
    found = []
    for name in task.instances[0].filtered_resps:
        for place, doc in enumerate(task.eval_docs):
            answers = [one.filtered_resps[name] for one in task.instances if one.doc_id == place]
            found.append(task.process_results(doc, answers))
    return found


def test_the_catalogue_has_every_task_once() -> None:
    every = [variant.name for variant in variants()]
    assert len(set(every)) == len(every) == 132 + 16 * len(MULTYPO) + 48 * 7
    assert not tags() & set(every)
    assert len({row.lang for row in BENCHMARKS.values() if row.family == "multypo"}) == 12


def test_the_harness_finds_every_task_and_every_tag(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from lm_eval.tasks import TaskManager

    monkeypatch.setenv("TYPO_CACHE", str(cache))
    (folder,) = stub_dir()
    manager = TaskManager(include_path=folder, include_defaults=False)
    assert set(manager.all_subtasks) == set(names())
    assert set(manager.all_tags) == tags()
    assert sorted(manager.match_tasks([*names(), *tags()])) == sorted([*names(), *tags()])


@pytest.mark.parametrize("benchmark", MULTYPO)
def test_every_benchmark_of_multypo_builds_and_only_its_fields_change(build: Build, benchmark: str) -> None:
    task = build(f"{benchmark}_typo_r40", limit=3)
    clean, noisy = task._clean_docs(), list(task.eval_docs)
    assert len(clean) == len(noisy) >= 3
    assert any(doc["typo_applied"] for doc in noisy)
    for before, after in zip(clean, noisy, strict=True):
        assert {name for name in before if before[name] != after[name]} <= set(BENCHMARKS[benchmark].fields)
        assert after["typo_original"] == {name: before[name] for name in BENCHMARKS[benchmark].fields}


@pytest.mark.parametrize("condition", [name for name in CONDITIONS["multypo"] if not name.startswith("attested")])
def test_every_condition_of_multypo_builds(build: Build, condition: str) -> None:
    paper = (False, True) if CONDITIONS["multypo"][condition].paper else (False,)
    for name in (Variant("xnli_de", condition, "harness", paper=one).name for one in paper):
        assert len(build(name, limit=3).eval_docs) == 5


def test_attested_typos_come_from_a_file_of_the_users(build: Build, tmp_path: Path) -> None:
    (tmp_path / "de.tsv").write_text("jeden\tjedn\t3\n", "utf-8")
    task = build("xnli_de_typo_attested_r70", typo_attested=str(tmp_path))
    assert "jedn" in task.eval_docs[0]["premise"]
    with pytest.raises(typo.InvalidArgument, match="needs a list of real typos in the language 'de'"):
        build("xnli_de_typo_attested_r70")


@pytest.mark.parametrize("benchmark", FRENCH)
def test_the_levels_of_a_factor_nest_and_no_two_factors_share_a_document(build: Build, benchmark: str) -> None:
    seen: set[str] = set()
    for factor in ("apostrophe", "diacritics", "keyboard"):
        levels = [
            {doc["typo_id"]: doc for doc in build(f"{benchmark}_typo_{factor}_{level}", typo_n=4, limit=3).eval_docs}
            for level in ("original", "low", "high")
        ]
        assert levels[0].keys() == levels[1].keys() == levels[2].keys()
        assert len(levels[0]) == 4
        assert not seen & levels[0].keys()
        seen |= levels[0].keys()
        for name, clean in levels[0].items():
            assert {field: clean[field] for field in clean["typo_original"]} == clean["typo_original"]
            none, low, high = ({json.dumps(e) for e in json.loads(level[name]["typo_edits"])} for level in levels)
            assert none < low < high
            assert len({json.dumps([level[name]["choices"], level[name]["answer"]]) for level in levels}) == 1


@pytest.mark.parametrize("condition", [name for name in CONDITIONS["fr"] if CONDITIONS["fr"][name].twin])
def test_twins_are_made_of_the_texts_of_their_condition(build: Build, condition: str) -> None:
    level, _, twin = condition.rpartition("_")
    noisy, made = (build(f"fr_xnli_typo_{name}", typo_n=3).eval_docs for name in (level, condition))
    for before, after in zip(noisy, made, strict=True):
        assert before["typo_id"] == after["typo_id"]
        assert before["typo_original"] == after["typo_original"]
        if twin == "deletion":
            assert len(after["premise"].split()) + len(after["hypothesis"].split()) < (
                len(before["premise"].split()) + len(before["hypothesis"].split())
            )
        else:
            assert after["typo_applied"] <= before["typo_applied"]


def test_another_restorer_is_asked_for_by_name_and_address(build: Build) -> None:
    with pytest.raises(typo.UnknownName, match="no restorer named 'lexikon'; did you mean lexicon"):
        build("fr_xnli_typo_apostrophe_low_restored", typo_n=2, typo_restorer="lexikon")


@pytest.mark.parametrize(
    ("name", "field"), [("belebele_deu_Latn_typo_r40", "flores_passage"), ("fr_xnli_typo_apostrophe_low", "premise")]
)
def test_documents_of_one_source_are_a_group(build: Build, name: str, field: str) -> None:
    docs = list(build(name, typo_n=4).eval_docs)
    clean = {doc["typo_id"]: doc["typo_original"].get(field, doc[field]) for doc in docs}
    assert len({doc["typo_group"] for doc in docs}) == len(set(clean.values()))


@pytest.mark.parametrize("shots", [0, 2, 3])
@pytest.mark.parametrize("benchmark", DERIVED)
def test_at_rate_0_a_task_asks_and_scores_as_the_harness_does(
    build: Build, base: Build, benchmark: str, shots: int
) -> None:
    ours, theirs = build(f"{benchmark}_typo_r00", limit=99, shots=shots), base(benchmark, shots=shots)
    assert requests(ours) == requests(theirs)
    for one, other in zip(scores(ours), scores(theirs), strict=True):
        assert {name: one[name] for name in other} == other


@pytest.mark.parametrize("benchmark", DERIVED)
def test_examples_are_clean_without_the_document_and_the_same_in_all_conditions(build: Build, benchmark: str) -> None:
    row = BENCHMARKS[benchmark]
    heads = []
    for condition in ("r00", "r70"):
        task = build(f"{benchmark}_typo_{condition}", shots=2)
        shown = []
        for doc in task.eval_docs:
            task.sampler.ask_for(doc)
            examples = task.sampler.sample(2)
            clean = [task._clean_docs()[doc["typo_place"]][field] for field in (*row.fields, *row.optional)]
            assert [clean] not in [[example[field] for field in (*row.fields, *row.optional)] for example in examples]
            shown.append(examples)
        heads.append(shown)
    assert heads[0] == heads[1]


def test_examples_depend_neither_on_the_limit_nor_on_the_rank(build: Build) -> None:
    task = build("xnli_de_typo_r40", shots=2)
    task.build_all_requests()
    alone = {instance.doc["typo_id"]: instance.args[1] for instance in task.instances}
    task.build_all_requests(rank=1, world_size=2)
    assert {instance.doc["typo_id"]: instance.args[1] for instance in task.instances}.items() < alone.items()


def test_the_probabilities_of_options_are_logged_beside_the_harnesss_metrics(build: Build) -> None:
    task = build("belebele_deu_Latn_typo_r40", limit=1)
    made = task.process_results(task.eval_docs[0], [(log(share), False) for share in (0.1, 0.2, 0.3, 0.4)])
    assert made["ece"][3] == pytest.approx([0.1, 0.2, 0.3, 0.4])
    assert {"acc", "acc_norm", "nll", "brier", "margin"} <= made.keys() <= task.aggregation().keys()
    assert task.higher_is_better()["nll"] is False


def test_the_passage_of_belebele_is_perturbed_on_demand(build: Build) -> None:
    (doc, *_) = build("belebele_deu_Latn_typo_r70", typo_fields="flores_passage+question").eval_docs
    assert {row["field"] for row in json.loads(doc["typo_edits"])} == {"flores_passage", "question"}
    with pytest.raises(typo.InvalidArgument, match="typo_fields='passage' is no field of belebele_deu_Latn; there are"):
        build("belebele_deu_Latn_typo_r70", typo_fields="passage")


def test_numbers_and_formulas_of_problems_stay_as_they_are(build: Build) -> None:
    for benchmark, field in (("mgsm_direct_de", "question"), ("aime24_en", "Problem")):
        for doc in build(f"{benchmark}_typo_r70").eval_docs:
            clean = doc["typo_original"][field]
            kept = [part for part in clean.replace("?", " ").split() if any(char.isdigit() for char in part)]
            assert kept
            assert all(part in doc[field] for part in kept)


def test_a_chat_closes_the_chain_of_thought_and_begins_the_answer(build: Build) -> None:
    task = build("fr_pawsx_typo_keyboard_low", typo_n=3, pretrained_name="", model="org/Qwen3-8B")
    task.build_all_requests(limit=1, apply_chat_template=True, chat_template=lambda chat, **_: json.dumps(chat))
    chat = json.loads(task.instances[0].args[0])
    assert chat[0]["content"].startswith("Vous êtes un assistant")
    assert chat[-1] == {"role": "assistant", "content": "<think>\n\n</think>\n\nRéponse :"}
    assert [instance.args[1] for instance in task.instances] == [" A", " B"]


def test_a_template_of_ones_own_replaces_the_built_in_one(build: Build, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(
        '[default]\nprefix = "Solution :"\n[tasks.fr_pawsx]\ninstruction = "Comparez."\n'
        'prompt = "{sentence1} | {sentence2}\\n"\noptions = ["non", "oui"]\ncodes = ["X", "Y"]\n',
        "utf-8",
    )
    task = build("fr_pawsx_typo_keyboard_original", typo_n=3, typo_template=str(path), limit=1)
    prompt = task.instances[0].args[0]
    assert prompt.startswith("Comparez.\n\n")
    assert prompt.endswith("\nSolution :")
    with pytest.raises(typo.InvalidArgument, match=r"mine\.toml is no template of fr_xnli"):
        build("fr_xnli_typo_keyboard_original", typo_n=3, typo_template=str(path))


def test_the_prompts_are_those_of_the_snapshot(build: Build, root: Path) -> None:
    """Written anew by: TYPO_SNAPSHOT=1 pytest ... after reading what changed."""
    path = root / "tests" / "cases" / "lmeval_prompts.json"
    names = [f"{name}_typo_r00" for name in (*DERIVED, "flores_de_en")]
    names += [f"jademo_typo_original{suffix}" for suffix in ("", "_cloze", "_gen")]
    made: dict[str, Any] = {name: requests(build(name, shots=1, limit=1))[0] for name in names}
    for name in FRENCH:
        task = build(f"{name}_typo_keyboard_original", typo_n=3)
        # The first of all documents: which ones the factor has is the concern of other tests.
        doc = task._clean_docs()[0]
        made[name] = (task.fewshot_context(doc, 0, gen_prefix=task.doc_to_prefix(doc)), task.doc_to_choice(doc))
    assert json.loads(json.dumps(made)) == json.loads(path.read_text("utf-8"))


@pytest.mark.parametrize("family", [name for name in FAMILIES if name in CONDITIONS])
def test_the_table_in_the_docs_is_that_of_the_catalogue(root: Path, family: str) -> None:
    assert table(family) in (root / "docs" / "reference" / "tasks.md").read_text("utf-8")


def test_every_condition_is_made_by_a_transform_that_there_is() -> None:
    for variant in variants():
        transform = find(variant)[1].transform
        assert transform in ("", "default") or transform in typo.available()

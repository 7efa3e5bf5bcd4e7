"""The benchmarks, a row each: what is asked, what is perturbed, where the data come from."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["BENCHMARKS", "FAMILIES", "SOURCES", "Benchmark", "Family", "Source", "language_name"]


class Family(NamedTuple):
    """Benchmarks of one study: the tag of all their tasks, their formats, and how many documents are drawn (0: all)."""

    tag: str
    title: str
    formats: tuple[str, ...]
    documents: int


class Source(NamedTuple):
    """A dataset.

    - `hub`: its repository on the hub; empty where it is on none.
    - `evaluated`, `pool`: the splits of the documents and of the few-shot examples; where the two are one, an example
      is never the document itself.
    - `files`: what local files should be. `columns`: the columns that a row must have, as a text; `others`: those that
      it must have, whatever they hold.
    - `gaps`: what stands in a column for a text that is missing; such rows are left out.
    - `licence`; `private`: texts stay out of records and reports, by the licence or by a wish of the owners.
    """

    hub: str
    evaluated: str
    pool: str
    columns: tuple[str, ...]
    files: str
    licence: str
    private: bool = False
    others: tuple[str, ...] = ()
    gaps: tuple[str, ...] = ()


class Benchmark(NamedTuple):
    """What is evaluated.

    - `name`, `title`; `family`: a key of `FAMILIES`; `lang` of the perturbed fields; `target` of a translation.
    - `source`: a key of `SOURCES`; `config`: which of its parts.
    - `fields` are perturbed, together and by one plan; `optional` ones are only when asked for (`typo_fields`).
    - `options`: how many there are at most; 0 where the answer is written. None is ever perturbed.
    - `shots`: few-shot examples by default. `id`: the field with the document's id; empty for its place in the split.
    - `base`: the harness's own task, as the path of its YAML file; empty where the prompt is ours.
    - `key`: names the documents: tasks of one key have the same documents with the same typing errors.
    - `protect`: what stays as it is besides what always does.
    - `group`: the field that documents of one source share; they are resampled together.
    - `filter`: which of several filters of the harness's task counts in records.
    """

    name: str
    title: str
    family: str
    lang: str
    source: str
    fields: tuple[str, ...]
    options: int
    shots: int
    config: str = ""
    optional: tuple[str, ...] = ()
    id: str = ""
    base: str = ""
    key: str = ""
    protect: tuple[str, ...] = ()
    filter: str = ""
    group: str = ""
    target: str = ""

    @property
    def split(self) -> str:
        """The split that is evaluated; of a user's task its harness knows which that is."""
        return SOURCES[self.source].evaluated if self.source else "evaluated"

    @property
    def licence(self) -> str:
        """The licence of the data."""
        return SOURCES[self.source].licence


FAMILIES = {
    "ja": Family("typo_ja", "Japanese input errors", ("letters", "cloze", "gen"), 128),
    "multypo": Family("typo_multypo", "MulTypo's benchmarks in its twelve languages", ("harness",), 0),
    # Tasks derived from any task by `typo-eval perturb-task`.
    "user": Family("typo_user", "Tasks of the harness and of users", ("harness",), 0),
    "fr": Family("typo_fr", "French orthographic variation", ("letters",), 200),
}

_ROWS_OF_A_LANGUAGE = "a folder with one file a language and split, such as"

SOURCES = {
    "jademo": Source("", "test", "shots", (), "the bundled files", "Apache-2.0"),
    "jmmlu": Source(
        "nlp-waseda/JMMLU", "test", "test", (), "a folder of JMMLU's CSV files, or one of them",
        "CC BY-SA 4.0, in part CC BY-NC-ND 4.0",
    ),
    "jcommonsenseqa": Source(
        "sbintuitions/JCommonsenseQA", "validation", "train", (),
        "a folder with one train* and one valid* JSON-lines file", "CC BY-SA 4.0",
    ),
    "jamcqa": Source(
        "sbintuitions/JamC-QA", "test", "dev", (),
        "a folder with one test* and one dev* JSON-lines or Parquet file", "CC BY-SA 4.0",
    ),
    "xnli": Source(
        "facebook/xnli", "validation", "train", ("premise", "hypothesis"),
        f"{_ROWS_OF_A_LANGUAGE} de_validation.jsonl, de_train.jsonl and fr_validation.jsonl",
        "CC BY-NC 4.0", others=("label",),
    ),
    "belebele": Source(
        "facebook/belebele", "test", "test",
        ("flores_passage", "question"),
        "a folder with one file a language, such as deu_Latn.jsonl", "CC BY-SA 4.0",
        others=("mc_answer1", "mc_answer2", "mc_answer3", "mc_answer4", "correct_answer_num"),
    ),
    "mmmlu": Source(
        "openai/MMMLU", "test", "test", ("Question", "Answer"),
        "a folder with one file a language, such as mmlu_DE-DE.csv", "MIT", others=("A", "B", "C", "D"),
    ),
    "global_mmlu": Source(
        "CohereForAI/Global-MMLU", "test", "dev",
        ("question", "answer"),
        f"{_ROWS_OF_A_LANGUAGE} de_test.jsonl and de_dev.jsonl", "Apache-2.0",
        others=("option_a", "option_b", "option_c", "option_d"),
    ),
    "mgsm": Source(
        "juletxara/mgsm", "test", "train", ("question",),
        f"{_ROWS_OF_A_LANGUAGE} mgsm_de.tsv (the test split) and de_train.jsonl", "CC BY 4.0",
    ),
    "flores": Source(
        "facebook/flores", "devtest", "dev", ("sentence",),
        f"{_ROWS_OF_A_LANGUAGE} deu_Latn.devtest and deu_Latn.dev, a sentence a line", "CC BY-SA 4.0", private=True,
    ),
    "aime24": Source(
        "Maxwell-Jia/AIME_2024", "train", "train", ("Problem",),
        "a folder with one file a language, such as en.jsonl and de.jsonl, with ID, Problem and Answer",
        "problems (c) MAA", private=True,
    ),
    "arc_fr": Source(
        "manu/french_bench_arc_challenge", "test", "test", ("question", "answerKey"),
        "a test* file, or a folder with one", "CC BY-SA 4.0", others=("choices",),
    ),
    "hellaswag_fr": Source(
        "manu/french_bench_hellaswag", "validation", "validation", ("ctx_a", "activity_label"),
        "a validation* file, or a folder with one", "MIT", others=("ctx_b", "endings", "label"),
    ),
    "pawsx": Source(
        "google-research-datasets/paws-x", "test", "test", ("sentence1", "sentence2"),
        "a folder with one file a language and split, such as fr_test.jsonl", "free with acknowledgement",
        others=("label",), gaps=("", "NS"),
    ),
    "fquad": Source(
        "manu/fquad2_test", "test", "valid", ("context", "question"),
        "a folder with a test* and a valid* file", "CC BY-NC-SA 4.0", others=("is_impossible",),
    ),
}  # fmt: skip


class _Language(NamedTuple):
    """A language of MulTypo's study, and how the benchmarks that cover it name it."""

    name: str
    flores: str
    mmmlu: str = ""
    global_mmlu: bool = False
    xnli: bool = False
    mgsm: bool = False


_LANGUAGES = {
    "ar": _Language("Arabic", "arb_Arab", "AR_XY", global_mmlu=True, xnli=True),
    "bn": _Language("Bengali", "ben_Beng", "BN_BD", global_mmlu=True, mgsm=True),
    "de": _Language("German", "deu_Latn", "DE_DE", global_mmlu=True, xnli=True, mgsm=True),
    "el": _Language("Greek", "ell_Grek", global_mmlu=True, xnli=True),
    "en": _Language("English", "eng_Latn", global_mmlu=True, xnli=True, mgsm=True),
    "fr": _Language("French", "fra_Latn", "FR_FR", global_mmlu=True, xnli=True, mgsm=True),
    "he": _Language("Hebrew", "heb_Hebr", global_mmlu=True),
    "hi": _Language("Hindi", "hin_Deva", "HI_IN", global_mmlu=True, xnli=True),
    "hy": _Language("Armenian", "hye_Armn"),
    "ka": _Language("Georgian", "kat_Geor"),
    "ru": _Language("Russian", "rus_Cyrl", global_mmlu=True, xnli=True, mgsm=True),
    "ta": _Language("Tamil", "tam_Taml"),
}

_QUESTION = ("question",)


def language_name(code: str) -> str:
    """Return the English name of a language of MulTypo's study.

    >>> language_name("ka")
    'Georgian'
    """
    return _LANGUAGES[code].name


def _japanese() -> list[Benchmark]:
    return [
        Benchmark("jademo", "typokit's own demo questions", "ja", "ja", "jademo", _QUESTION, 4, 5),
        Benchmark("jmmlu", "JMMLU", "ja", "ja", "jmmlu", _QUESTION, 4, 5),
        Benchmark("jcommonsenseqa", "JCommonsenseQA", "ja", "ja", "jcommonsenseqa", _QUESTION, 5, 5),
        Benchmark("jamcqa", "JamC-QA", "ja", "ja", "jamcqa", _QUESTION, 4, 5),
    ]


def _choices(code: str, language: _Language) -> list[Benchmark]:
    """Return what MulTypo's study asks in a language with options."""
    name, flores, place = language.name, language.flores, language.mmmlu
    rows = [
        Benchmark(
            f"belebele_{flores}", f"Belebele, {name}", "multypo", code, "belebele", _QUESTION, 4, 3, flores,
            optional=("flores_passage",), group="flores_passage", base=f"belebele/belebele_{flores}.yaml",
        )
    ]  # fmt: skip
    if language.xnli:
        row = Benchmark(f"xnli_{code}", f"XNLI, {name}", "multypo", code, "xnli", ("premise", "hypothesis"), 3, 3, code)
        rows.append(row._replace(base=f"xnli/xnli_{code}.yaml", group="premise"))
    if place:
        row = Benchmark(
            f"mmmlu_{place.lower()}", f"MMMLU, {name}", "multypo", code, "mmmlu", ("Question",), 4, 3, place
        )
        rows.append(row._replace(base="openai-mmmlu/default/_default_template_yaml"))
    if language.global_mmlu:
        row = Benchmark(
            f"global_mmlu_full_{code}", f"Global-MMLU, {name}", "multypo", code, "global_mmlu", _QUESTION, 4, 3, code
        )
        rows.append(row._replace(base=f"global_mmlu/full/{code}/_{code}_template_yaml"))
    return rows


def _written(code: str, language: _Language) -> list[Benchmark]:
    """Return what MulTypo's study asks in a language for an answer in words or numbers."""
    rows = [
        Benchmark(
            f"aime24_{code}", f"AIME 2024, {language.name}", "multypo", code, "aime24", ("Problem",), 0, 3, code,
            id="ID", base="aime/aime24.yaml", protect=("number", "latex"),
        )
    ]  # fmt: skip
    if language.mgsm:
        rows += [
            Benchmark(
                f"mgsm_{kind}_{code}", f"MGSM, {title}, {language.name}", "multypo", code, "mgsm", _QUESTION, 0, 3,
                code, base=f"mgsm/{kind}/mgsm_{kind}_{code}.yaml", key=f"mgsm_{code}", protect=("number",),
                filter="flexible-extract",
            )
            for kind, title in (("direct", "direct"), ("native_cot", "reasoning in the language"))
        ]  # fmt: skip
    if code != "en":
        rows += [
            Benchmark(
                f"flores_{one}_{other}", f"FLORES-200, {_LANGUAGES[one].name} to {_LANGUAGES[other].name}", "multypo",
                one, "flores", ("source",), 0, 3, _LANGUAGES[one].flores, target=other,
            )
            for one, other in ((code, "en"), ("en", code))
        ]  # fmt: skip
    return rows


def _french() -> list[Benchmark]:
    def row(name: str, title: str, source: str, fields: tuple[str, ...], options: int, config: str = "") -> Benchmark:
        made = Benchmark(f"fr_{name}", f"{title}, French", "fr", "fr", source, fields, options, 0, config)
        # Of two fields the first may belong to several documents: a passage, a premise.
        return made._replace(group=fields[0] if fields[0] in ("passage", "premise", "context") and fields[1:] else "")

    return [
        row("belebele", "Belebele", "belebele", ("passage", "question"), 4, "fra_Latn"),
        row("mmmlu", "MMMLU", "mmmlu", ("question",), 4, "FR_FR"),
        row("arc", "ARC-Challenge", "arc_fr", ("question",), 5),
        row("hellaswag", "HellaSwag", "hellaswag_fr", ("context",), 4),
        row("xnli", "XNLI", "xnli", ("premise", "hypothesis"), 3, "fr"),
        row("pawsx", "PAWS-X", "pawsx", ("sentence1", "sentence2"), 2, "fr"),
        row("fquad", "FQuAD 2 answerability", "fquad", ("context", "question"), 2),
    ]


BENCHMARKS = {
    row.name: row
    for row in (
        *_japanese(),
        *(row for code, language in _LANGUAGES.items() for row in _choices(code, language)),
        *(row for code, language in _LANGUAGES.items() for row in _written(code, language)),
        *_french(),
    )
}

"""Whatever a question holds, it gives a triplet that is sound, or is rejected for its words."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st

from typo.benchmark import FACTORS, Design, Factor, Question, Triplet, screen
from typo.benchmark.building import attempt
from typo.benchmark.review import cases_of

# What may be wrong with words that a transform made; everything else is the builder's own doing.
OF_WORDS = {"nesting", "rule", "word", "frequent"}

FRAGMENTS = st.sampled_from(
    ["l'école", "qu’il", "d'août", "élève", "e\u0301le\u0301ment", "n'était", "plusieurs", "maison", "aujourd'hui",
     "peut-être", "vingt-deux", "12,5", "https://e.org/été", "`été`", "{élève}", "\nA. L'élève", "œuvre",
     "ÉTAT", "l'idée", "👩‍👧", "\u200d", "\ud800", "été\u0327", "L'Été", "d’« ici »", "\t", "\r\n"]
)  # fmt: skip
TEXTS = (
    st.lists(FRAGMENTS | st.text(max_size=4), min_size=1, max_size=30).map(" ".join).filter(lambda text: text.strip())
)


@given(st.lists(TEXTS, min_size=1, max_size=3), st.sampled_from(FACTORS), st.sampled_from(["", "élève", "l'idée"]))
def test_any_question_gives_a_sound_triplet_or_is_rejected_for_its_words(
    texts: list[str], factor: Factor, answer: str
) -> None:
    fields = tuple((f"field {place}", text) for place, text in enumerate(texts))
    question = Question(dataset="d", id="1", fields=fields, gold=0, references=(answer,) if answer else ())
    design = Design(seed=3)
    made = attempt(question, factor, "test", design)
    if isinstance(made, Triplet):
        assert screen(made, question, design) == ()
        assert Triplet.from_dict(json.loads(json.dumps(made.to_dict()))) == made
        assert len({case.code for case in cases_of([made])}) == 2
    else:
        assert made.screen in OF_WORDS, made.reason

"""Made-up French questions, by templates, in as many datasets as a test wants."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

from typo.benchmark import Question

PLACES = ("l'école", "l'église", "l'hôpital", "l'hôtel", "l'usine", "l'université", "l'auberge", "l'épicerie")
OWNERS = ("l'architecte", "l'éditeur", "l'infirmière", "l'évêque", "l'apiculteur", "l'électricienne", "l'ébéniste")
MONTHS = ("d'avril", "d'août", "d'octobre", "de janvier", "de juillet", "de novembre")

Make = Callable[..., list[Question]]


def passage(place: str, owner: str, month: str) -> str:
    return (
        f"Depuis le mois {month}, {place} du village accueille des élèves étrangers. D'après {owner}, qu'il serait "
        f"difficile d'écarter du débat, l'idée générale était déjà étudiée à l'époque où l'ancien théâtre fermait. "
        f"Voir https://example.org/{len(place)}/été pour les 12 dernières années."
    )


@pytest.fixture(scope="session")
def make_questions() -> Make:
    """Return a function that makes questions of a dataset, two on each passage."""

    def make(dataset: str = "contes", count: int = 120) -> list[Question]:
        made = []
        for number, (place, owner, month) in enumerate(product(PLACES, OWNERS, MONTHS)):
            text = passage(place, owner, month)
            for turn, asked in enumerate(("Qu'est-ce qui était étudié", "Qui s'était exprimé")):
                made.append(
                    Question(
                        dataset=dataset,
                        id=f"{number:03}-{turn}",
                        fields=(("passage", text), ("question", f"{asked} d'après l'auteur de l'article ?")),
                        options=("L'idée générale", owner, "L'élève", "La mairie"),
                        gold=turn,
                        references=("l'idée générale",) if turn == 0 else (),
                        group=f"passage {number}",
                    )
                )
        assert count <= len(made)
        return made[:count]

    return make

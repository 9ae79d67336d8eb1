"""Every clause of every slice is whole: a missing sentence leaves a player without a reason."""

import string

import pytest

from companion.kernel import Clause, Game
from tests.slices.maya_slice import GAME as MAYA
from tests.slices.pyramidion_slice import GAME as PYRAMIDION
from tests.slices.sakkara_slice import GAME as SAKKARA
from tests.slices.table import LANGUAGES

GAMES: tuple[Game[object], ...] = (MAYA, PYRAMIDION, SAKKARA)  # type: ignore[assignment]
CLAUSES = [
    pytest.param(game, clause, id=f"{game.name}-{clause.id}")
    for game in GAMES
    for clause in game.rulebook.values()
]


def names(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name}


@pytest.mark.parametrize(("game", "clause"), CLAUSES)
def test_a_clause_has_all_its_sentences_in_every_language(
    game: Game[object], clause: Clause
) -> None:
    needed = {need.clause for kind in game.kinds for need in kind.needs}
    needed |= {game.over, game.phase, game.turn}
    needed |= {one for kind in game.kinds for one in (kind.out_of_phase, kind.out_of_turn)}
    if clause.id in needed:
        assert set(clause.fault) == LANGUAGES
    if clause.strength != "fact":
        assert set(clause.rule) == LANGUAGES
        assert clause.source
    assert len({frozenset(names(sentence)) for sentence in clause.fault.values()}) <= 1

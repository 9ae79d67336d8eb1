"""Verdicts of a game without texts, each held to what is promised of all verdicts."""

import string
from typing import TypeVar

import msgspec

from companion.kernel import Accepted, Game, Move, Refused, answer, changes
from tests.games.tried import possible

P = TypeVar("P")

LANGUAGES = {"de", "en"}


def accepted(game: Game[P], position: P, move: Move, by: str | None = None) -> tuple[P, list[str]]:
    """The position after a legal move, and what happened as ``"key rule"``, in order."""
    verdict = answer(game, position, move, by)
    assert isinstance(verdict, Accepted), verdict
    assert game.move(game.plain(move)) == move
    return _held(game, position, verdict)


def _held(game: Game[P], before: P, verdict: Accepted) -> tuple[P, list[str]]:
    for after in verdict.positions:
        changes(game.layout(before), game.layout(after))  # raises when a piece came or went
        changes(game.layout(game.public(before)), game.layout(game.public(after)))
        assert game.violations(after) == ()
        before = after
    wire = msgspec.json.encode(before)
    assert msgspec.json.decode(wire, type=game.position) == before
    assert hash(before) == hash(msgspec.json.decode(wire, type=game.position))
    for one in verdict.events:
        assert one.rule in game.rulebook
    return before, [f"{one.key} {one.rule}" for one in verdict.events]


def refused(
    game: Game[P], position: P, move: Move, *clauses: str, by: str | None = None
) -> Refused:
    """The refusal of an illegal move, for these clauses and no others."""
    verdict = answer(game, position, move, by)
    assert isinstance(verdict, Refused), verdict
    assert tuple(fault.clause for fault in verdict.faults) == clauses
    for fault in verdict.faults:
        clause = game.rulebook[fault.clause]
        assert set(clause.fault) == LANGUAGES
        for sentence in clause.fault.values():
            wanted = {name for _, name, _, _ in string.Formatter().parse(sentence) if name}
            assert wanted <= set(fault.values), (fault.clause, wanted, fault.values)
        if clause.strength != "fact":
            assert set(clause.rule) == LANGUAGES and clause.source
    view = game.public(position)
    for way in verdict.alternatives:
        possible(game, view, way)
    return verdict

"""The table at which every slice is played: each verdict goes through here and is held to what
is promised of all verdicts."""

import string
from typing import Any, TypeVar

import msgspec

from companion.kernel import (
    Accepted,
    Draft,
    Game,
    Move,
    Refused,
    answer,
    changes,
    fill,
    next_blank,
    offers,
    whole,
)

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
        assert game.impossible(after) == ()
        before = after
    wire = msgspec.json.encode(before)
    assert msgspec.json.decode(wire, type=game.position) == before
    assert hash(before) == hash(msgspec.json.decode(wire, type=game.position))
    for one in verdict.happenings:
        assert one.rule in game.rulebook
    return before, [f"{one.key} {one.rule}" for one in verdict.happenings]


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
    for other in verdict.instead:
        assert isinstance(answer(game, view, other), Accepted), other
    return verdict


def overruled(game: Game[P], position: P, verdict: Accepted) -> tuple[P, list[str]]:
    """As ``accepted``, for a move the table allowed once."""
    return _held(game, position, verdict)


def filled(game: Game[P], kind: str, *values: Any) -> Draft:
    """A draft with its first blanks filled."""
    move, draft = game.by_name[kind].move, Draft(kind)
    for value in values:
        draft = fill(move, draft, value)
    return draft


def lit(game: Game[P], position: P, kind: str, *values: Any) -> tuple[Any, ...]:
    """What lights up for all to see when these blanks are filled."""
    return offers(game, game.public(position), filled(game, kind, *values))


def composed(game: Game[P], kind: str, *values: Any) -> Move:
    """A whole move from the values of its blanks."""
    draft = filled(game, kind, *values)
    move = whole(game.by_name[kind].move, draft)
    assert move is not None, next_blank(game.by_name[kind].move, draft)
    return move

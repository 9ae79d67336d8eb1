"""A short match of any game with some of everything that a journal can hold."""

from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any, get_args

from companion.kernel import Accepted, begin, completions
from companion.match.entries import Reason
from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.referee.player import Player

SALT = bytes(16)
"""No chance where none is wanted: the same seed plays the same again."""


def some_match(
    package: GamePackage,
    rng: Random,
    entries: int,
    name: Callable[[], str] = lambda: "Ada",
    each: Callable[[Match], None] = lambda match: None,
    **more: Any,
) -> Match:
    """Played until it has so many entries or is over. name: what people call themselves. each:
    called again and again meanwhile.

    more: ``sink``, ``salt`` or ``clock``, as a match takes them.
    """
    game = package.game
    least, most = game.players
    seats = tuple(rng.sample(game.colours[:most], rng.randint(least, most)))
    chance = {"clock": lambda: 0.0, "salt": lambda: SALT}
    match = Match.start(package, seats, {seat: name() for seat in seats}, **(chance | more))
    player = Player(game, rng, 0.3)
    while len(match.entries) < entries and not match.over:
        each(match)
        if rng.random() < 0.5:
            _move_on(match, player)
        tried = player.careless(match.position)
        if tried is not None and (isinstance(tried[2], Accepted) or rng.random() < 0.3):
            answer = match.submit(tried[0], tried[1])
            if answer.allowable and rng.random() < 0.3:
                match.allow(tried[0], tried[1])
        _besides(match, rng, name)
    return match


def _move_on(match: Match, player: Player) -> None:
    """What a player who wants to win does."""
    tried, made = player.turn(match.position)
    if made is not None and isinstance(tried[-1][1], Accepted):
        match.submit(made)


def _besides(match: Match, rng: Random, name: Callable[[], str]) -> None:
    """What happens at a table beside the moves."""
    what, steps = rng.random(), match.timeline.steps
    if what < 0.05 and steps:
        match.undo(steps[-1].by, match.seats, rng.choice(get_args(Reason)))
    elif what < 0.08 and steps:
        match.redo(steps[-1].by)
    elif what < 0.12 and steps:
        match.amend(steps[-1].line, by=steps[-1].by, consent=match.seats, reason="entered wrongly")
    elif what < 0.15:
        match.correct({})
    elif what < 0.17:
        match.hand_over(match.seats[0], name())
    elif what < 0.19:
        match.pause()
    elif what < 0.3:
        _tell_in_private(match, rng)


def _tell_in_private(match: Match, rng: Random) -> None:
    """Something hidden, if the game has anything: its value is sealed in the journal."""
    kinds = [kind for kind in match.game.kinds if kind.hidden]
    if not kinds:
        return
    draft = begin(match.game, rng.choice(kinds).name, rng.choice(match.seats))
    moves = list(islice(completions(match.game, match.position, draft), 20))
    if moves:
        match.submit(rng.choice(moves))

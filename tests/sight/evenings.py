"""Matches by chance, moment by moment, and pictures put together as a screen does."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec.structs import asdict, replace

from companion.match.match import Match
from companion.referee.player import Player
from companion.sight.look import Moment, moment
from companion.sight.patch import Patch
from companion.sight.seen import Seen
from tests.games.tried import Tried

NAMES = ("Ada", "Bruno", "Clara", "Dario", "Emil")


def played(tried: Tried, seed: int, moves: int, seats: int = 0) -> Iterator[Match]:
    """The same match after each thing that was done to it, now and then taken back. seats: as many
    as play; 0 for the most."""
    rng, game = Random(seed), tried.game
    colours = game.colours[: seats or game.players[1]]
    names = dict(zip(colours, NAMES, strict=False))
    match = Match.start(
        tried.package, colours, names, clock=lambda: 0.0, salt=lambda: rng.randbytes(16)
    )
    player = Player(game, rng, 0.1)
    yield match
    for _ in range(moves):
        _, made = player.turn(match.position)
        if made is None:
            return
        match.submit(made)
        yield match
        if rng.random() < 0.1:
            match.undo(match.seats[0], match.seats, "taken back")
            yield match


def moments(tried: Tried, seed: int, moves: int) -> Iterator[Moment]:
    """How such a match stands, again and again."""
    for match in played(tried, seed, moves):
        one = moment(match)
        assert one is not None
        yield one


def patched(before: Seen, patch: Patch) -> Seen:
    """The picture after a patch, as ``guests/page/seen.js`` puts it together."""
    new = {name: told for name, told in asdict(patch).items() if told is not None}
    for name, told in new.items():
        if name in ("shapes", "stages", "people", "table", "places"):
            new[name] = _joined(getattr(before, name), told)
    return replace(before, **new)


def _joined(before: Sequence[Any], told: Sequence[Any]) -> tuple[Any, ...]:
    found: list[Any] = []
    for one in told:
        run = isinstance(one, tuple)
        found += before[one[0] : one[0] + one[1]] if run else [one]
    return tuple(found)

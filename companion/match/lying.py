"""What lies on the table in the middle of a match, region by region: to compare it with the pieces,
to lay it out again, and to pack it away.

The regions are the steps in which the table is set up. Where hands and the companion may have gone
apart stands before them: what the last lines touched, and what was refused and may have been moved
nevertheless.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from companion.kernel import Game, Open, carry_out
from companion.match import entries
from companion.match.instructions import Hands, hands
from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.match.setting_up import BOX, Lying, Step, steps
from companion.match.strictness import allowable, weight

LATEST = "latest"
"""The key of the region where the last lines were played."""

BACK, MOST = 6, 8
"""The likeliest differences are looked for in at most this many of the last moves, and places."""


@dataclass(frozen=True)
class Place:
    """A place with what lies there, maybe nothing. at: its token. shown: the token on the table
    that it lies at, "" where it is not drawn."""

    at: str
    lying: tuple[Lying, ...]
    shown: str


@dataclass(frozen=True)
class Region(Step):
    """A step place by place."""

    rows: tuple[Place, ...] = ()

    @property
    def places(self) -> frozenset[str]:
        """The places on the table that it is about."""
        return frozenset(one.shown for one in self.rows if one.shown)


def moved_on(match: Match) -> bool:
    """Whether the table no longer lies as it is set up."""
    game = match.game
    return match.public is not None and bool(
        game.layout(match.public) != game.layout(game.public(match.beginning))
    )


def regions(package: GamePackage, view: Any) -> tuple[Region, ...]:
    """All that lies there now, as everybody sees it."""
    drawn = _drawn(package, view)
    return tuple(
        Region(one.key, one.look, one.lying, tuple(_rows(one.lying, drawn)))
        for one in steps(package, view)
    )


def latest(match: Match) -> Region | None:
    """The places where table and screen most likely differ, the likeliest first; None where
    nothing was moved yet."""
    package, view = match.package, match.public
    drawn = _drawn(package, view)
    there: dict[str, list[Lying]] = {}
    for step in steps(package, view):
        for one in step.lying:
            there.setdefault(_base(one.at), []).append(one)
    known = {_base(at) for at, _ in package.game.layout(view)} | drawn
    places = [at for at in dict.fromkeys(_touched(match)) if at in known and at != BOX][:MOST]
    if not places:
        return None
    rows = tuple(Place(at, tuple(there.get(at, ())), at if at in drawn else "") for at in places)
    lying = tuple(one for row in rows for one in row.lying)
    return Region(LATEST, "", lying, rows)


def _base(at: str) -> str:
    """A place without what is ridden there."""
    return at.partition("/")[0]


def _drawn(package: GamePackage, view: Any) -> set[str]:
    return {shape.token for shape in package.scene(view).shapes}


def _rows(lying: Sequence[Lying], drawn: set[str]) -> Iterator[Place]:
    places: dict[str, list[Lying]] = {}
    for one in lying:
        places.setdefault(one.at, []).append(one)
    for at, here in places.items():
        base = _base(at)
        yield Place(at, tuple(here), base if base in drawn else "")


def _touched(match: Match) -> Iterator[str]:
    """Where hands were last, the latest first: what was refused since the last move, what was taken
    back, and the last moves."""
    game, line = match.game, match.timeline
    for tried in _tried(match):
        yield from _of(tried)
    for chain in reversed(line.redo):
        for step in reversed(chain):
            yield from _of(hands(game, map(game.public, step.way)))
    count = len(line.steps)
    for at in range(count - 1, max(-1, count - 1 - BACK), -1):
        yield from _of(hands(game, map(game.public, line.steps[at].way)))


def _of(work: Hands) -> Iterator[str]:
    for step in reversed(work):
        for change in reversed(step):
            yield _base(change.target)
            yield _base(change.source)


def _tried(match: Match) -> Iterator[Hands]:
    """What hands would have done, had what was refused since the last move stood."""
    game, view = match.game, match.public
    for entry in reversed(match.entries):
        if isinstance(entry, entries.Played | entries.Amended | entries.Corrected):
            return
        if isinstance(entry, entries.Refused) and (work := _would(game, view, entry)):
            yield work


def _would(game: Game[Any], view: Any, entry: entries.Refused) -> Hands:
    """As far as everybody can tell; nothing where the pieces themselves forbid it."""
    try:
        move = game.move(entry.move)
        if not allowable("confirm", weight(game, view, move, entry.by, entry.faults)):
            return ()
        done = carry_out(game, view, move, entry.by)
    except (Open, ValueError):  # a fact fails, or depends on what is hidden
        return ()
    return hands(game, (view, *map(game.public, done.positions)))

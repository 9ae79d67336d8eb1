"""Keeping points for a game that nobody referees: rounds of points, as events that are kept."""

from collections.abc import Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any

import msgspec

from companion.archive.summary import Player, Summary
from companion.kernel import Level

MOST_PLAYERS = 16
"""As many as there are marks to tell people by."""

MOST_POINTS = 99999
"""The largest number that can be entered, and with a minus the smallest."""

MOST_CATEGORIES = 20
"""Of one game; the longest sheets have fourteen."""

PAUSE = 1800.0
"""Seconds: a longer gap between two entries was a pause, and is not counted as play."""


class ScoreEvent(msgspec.Struct, frozen=True, tag_field="event", kw_only=True):
    """Something that was done. at: the time of day."""

    at: datetime


class Begun(ScoreEvent, frozen=True, tag="begun", kw_only=True):
    """Who plays what.

    game: what it is called.
    players: seat and name, in the order of play; a name may be "".
    lowest: whether the fewest points win.
    zero_sum: whether each round must come to nothing.
    categories: what is counted one after the other or in any order, instead of rounds without end.
    teams: the number of each player's team, from 0; nothing where each plays alone.
    """

    game: str
    players: tuple[tuple[str, str], ...]
    lowest: bool = False
    zero_sum: bool = False
    categories: tuple[str, ...] = ()
    teams: tuple[int, ...] = ()


class Entered(ScoreEvent, frozen=True, tag="entered", kw_only=True):
    """Points of a player in a round, both from 0; instead of what stood there."""

    round: int
    player: int
    points: int


class Undone(ScoreEvent, frozen=True, tag="undone", kw_only=True):
    """What was done last, and not yet undone, does not count."""


class Ended(ScoreEvent, frozen=True, tag="ended", kw_only=True):
    """No more points come."""


AnyScoreEvent = Begun | Entered | Undone | Ended


class ScoreSheet(msgspec.Struct, frozen=True):
    """A sheet of points as it stands.

    begun: who plays what, and how it is counted.
    rounds: points by player, None where none were entered yet; the last one may be incomplete, and
        is never empty. With categories there are as many, in their order.
    ended: time of day, None while it goes on.
    undoable: whether there is something to be taken back.
    corrected: how often points were entered over others, or taken back.
    seconds: of play.
    """

    begun: Begun
    rounds: tuple[tuple[int | None, ...], ...] = ()
    ended: datetime | None = None
    undoable: bool = False
    corrected: int = 0
    seconds: float = 0.0

    @property
    def totals(self) -> tuple[int, ...]:
        """The points so far, by player: those of all in the same team together."""
        players = range(len(self.begun.players))
        own = [sum(row[one] or 0 for row in self.rounds) for one in players]
        teams = self.begun.teams or tuple(players)
        return tuple(sum(own[one] for one in players if teams[one] == team) for team in teams)

    @property
    def next(self) -> tuple[int, int]:
        """Round and player of the next points: the first gap, or a new round; where all categories
        are full, the last place."""
        for number, row in enumerate(self.rounds):
            if None in row:
                return number, row.index(None)
        if self.begun.categories:
            return len(self.rounds) - 1, len(self.begun.players) - 1
        return len(self.rounds), 0

    @property
    def last(self) -> int:
        """The number of the last round that can be looked at."""
        return len(self.rounds) - 1 if self.begun.categories else self.next[0]

    @property
    def full(self) -> bool:
        """Whether all that is counted was entered."""
        return bool(self.begun.categories) and not any(None in row for row in self.rounds)

    @property
    def empty(self) -> bool:
        """Whether nothing was entered yet."""
        return all(one is None for row in self.rounds for one in row)

    @property
    def rest(self) -> int | None:
        """What the last gap of the round that is going on must be where rounds come to nothing;
        None when it is not the last gap, or they need not."""
        number, _ = self.next
        row = self.rounds[number] if number < len(self.rounds) else ()
        if not self.begun.zero_sum or row.count(None) != 1:
            return None
        return -sum(points or 0 for points in row)

    @property
    def uneven(self) -> tuple[int, ...]:
        """The numbers of the whole rounds that do not come to nothing and should."""
        if not self.begun.zero_sum:
            return ()
        return tuple(
            number
            for number, row in enumerate(self.rounds)
            if None not in row and sum(points or 0 for points in row) != 0
        )

    @property
    def places(self) -> tuple[int, ...]:
        """The place of each player by the totals, from 1; equals share one, and so does a team,
        which takes no more than one."""
        totals, teams = self.totals, self.begun.teams or range(len(self.begun.players))
        each = dict(zip(teams, totals, strict=True)).values()
        order = sorted(each, reverse=not self.begun.lowest)
        return tuple(order.index(total) + 1 for total in totals)


def fold(events: Sequence[AnyScoreEvent]) -> ScoreSheet:
    """The sheet that events come to. Raises ValueError when they do not begin with a beginning or
    one of them cannot be."""
    if not events or not isinstance(events[0], Begun):
        raise ValueError("points without a beginning")
    begun = events[0]
    count = len(begun.players)
    if begun.teams and len(begun.teams) != count:
        raise ValueError("teams of others")
    done: list[Entered | Ended] = []
    for one in events[1:]:
        if isinstance(one, Undone):
            if done:
                done.pop()
        elif isinstance(one, Begun):
            raise ValueError("a second beginning")
        else:
            done.append(one)
    rounds: list[list[int | None]] = [[None] * count for _ in begun.categories]
    ended, over = None, 0
    for one in done:
        if isinstance(one, Ended):
            ended = one.at
            continue
        most = len(rounds) - bool(begun.categories)
        if not (0 <= one.round <= most and 0 <= one.player < count):
            raise ValueError(f"no such place: round {one.round}, player {one.player}")
        ended = None
        if one.round == len(rounds):
            rounds.append([None] * count)
        over += rounds[one.round][one.player] is not None
        rounds[one.round][one.player] = one.points
    gaps = [(after.at - before.at).total_seconds() for before, after in pairwise(events)]
    return ScoreSheet(
        begun,
        tuple(tuple(row) for row in rounds),
        ended,
        bool(done),
        over + sum(isinstance(one, Undone) for one in events),
        sum(gap for gap in gaps if 0 < gap <= PAUSE),
    )


def encode(event: AnyScoreEvent) -> dict[str, Any]:
    """An event as plain data."""
    found: dict[str, Any] = msgspec.to_builtins(event)
    return found


def decode(data: Any) -> AnyScoreEvent:
    """An event from plain data. Raises ValueError that says what is wrong."""
    found: AnyScoreEvent = msgspec.convert(data, AnyScoreEvent)
    return found


def summary_of(sheet: ScoreSheet, name: str) -> Summary:
    """The summary of a sheet that is finished. name: in the store."""
    begun, totals, places = sheet.begun, sheet.totals, sheet.places
    teams = [number + 1 for number in begun.teams] or [0] * len(begun.players)
    each = zip(begun.players, places, totals, teams, strict=True)
    return Summary(
        match=name,
        game=begun.game,
        how="counted",
        players=tuple(
            Player(seat, called, place, total, team=team)
            for (seat, called), place, total, team in each
        ),
        begun=begun.at,
        ended=sheet.ended,
        seconds=sheet.seconds,
        levels=(
            Level(
                "total",
                "",
                {seat: total for (seat, _), total in zip(begun.players, totals, strict=True)},
            ),
        ),
        highest=not begun.lowest,
        moves=sum(any(one is not None for one in row) for row in sheet.rounds),
        undone=sheet.corrected,
    )

"""What is worth knowing of a finished match without going through it again."""

from collections import Counter
from datetime import datetime
from typing import Any, Literal

import msgspec

from companion.kernel import TABLE, Level
from companion.match.entries import Ended, Played, Refused, Started, Undone
from companion.match.lines import Line
from companion.match.match import Match

VERSION = 1
"""Counts up with the format; summaries of another version are made anew from the journal."""

How = Literal["rules", "agreed", "draw", "resigned", "counted"]
"""*rules*: the rules ended it; *counted*: no referee watched, only points were kept."""


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """One of those who played.

    seat: its name.
    name: as it was typed last for this seat; "" for none.
    place: from 1, equals share one; 0 when nobody was placed.
    score: the figure that decides first; None when there is none.
    left: whether the seat left before the end.
    team: its number, from 1; 0 for somebody who plays alone.
    """

    seat: str
    name: str = ""
    place: int = 0
    score: int | None = None
    left: bool = False
    team: int = 0


class Summary(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A finished match. Everything in it may be known by everybody once the match is over.

    version: of this format.
    match: its name in the store.
    game: the folder of its rules; of a match that was only counted the name that was typed.
    how: how it ended.
    players: in turn order, the start player first.
    begun, ended: time of day, None when nobody knows.
    seconds: of play, without pauses.
    rule: the clause by which it ended.
    levels: how players were told apart, step by step; the figures of the first are the scores.
    highest: whether more of them is better.
    moves: those that count; of a counted match its rounds.
    refusals, overrides: how often, by clause.
    undone: how often something was taken back.
    foreign: whether it was not played here, but came on a stick.
    """

    version: int = VERSION
    match: str
    game: str
    how: How
    players: tuple[Player, ...]
    begun: datetime | None = None
    ended: datetime | None = None
    seconds: float = 0.0
    rule: str = ""
    levels: tuple[Level, ...] = ()
    highest: bool = True
    moves: int = 0
    refusals: dict[str, int] = {}
    overrides: dict[str, int] = {}
    undone: int = 0
    foreign: bool = False

    @property
    def when(self) -> float:
        """When it ended, in seconds since 1970, to put matches in order; 0 when nobody knows."""
        return 0.0 if self.ended is None else self.ended.timestamp()

    @property
    def places(self) -> tuple[tuple[str, ...], ...]:
        """The seats, best first, equals together; empty when nobody was placed."""
        numbers = sorted({player.place for player in self.players} - {0})
        return tuple(
            tuple(player.seat for player in self.players if player.place == number)
            for number in numbers
        )

    @property
    def levels_named(self) -> tuple[str, ...]:
        """All words in it that are no names of people."""
        words = (self.rule, *(word for one in self.levels for word in (one.key, one.rule)))
        return (
            *words,
            *self.refusals,
            *self.overrides,
            *(s for x in self.levels for s in x.figures),
        )

    @property
    def figures(self) -> tuple[int, ...]:
        """By which players were told apart."""
        return tuple(figure for one in self.levels for figure in one.figures.values())

    @property
    def names(self) -> dict[str, str]:
        """The names that were typed, by seat."""
        return {player.seat: player.name for player in self.players if player.name}


class Result(msgspec.Struct, frozen=True):
    """How a match ended, as it was seen when it did: all that the journal alone cannot tell
    somebody who may not see what was hidden in it."""

    how: How = "rules"
    places: tuple[tuple[str, ...], ...] = ()
    rule: str = ""
    levels: tuple[Level, ...] = ()


def result_of(match: Match) -> Result:
    """How a match that is over ended."""
    if match.ended is not None:
        return Result(match.ended.how, match.ended.places)
    outcome = match.outcome
    if outcome is None:
        ends = [x.entry for x in match.lines() if x.status == "standing"]
        end = next((one for one in reversed(ends) if isinstance(one, Ended)), None)
        return Result("agreed") if end is None else Result(end.how, end.places)
    return Result("rules", outcome.places, outcome.rule, outcome.levels)


def summary_of(match: Match, name: str, result: Result, ended: datetime | None = None) -> Summary:
    """The summary of a match that ended with ``result``, from its entries; what they hide need not
    be known. name: in the store. When it began stands in its heading."""
    lines, timeline = match.lines(), match.timeline
    started = timeline.entries[0]
    assert isinstance(started, Started)
    refused = [one for one in timeline.entries if isinstance(one, Refused)]
    overruled = [one for one in lines if one.status in ("overruled", "marked")]
    figures = result.levels[0].figures if result.levels else {}
    return Summary(
        match=name,
        game=started.game,
        how=result.how,
        players=tuple(
            Player(
                seat,
                timeline.players.get(seat, ""),
                place_of(result.places, seat),
                figures.get(seat),
                seat in timeline.absent,
            )
            for seat in started.seats
        ),
        ended=ended,
        seconds=timeline.play_time or timeline.entries[-1].at,
        rule=result.rule,
        levels=result.levels,
        highest=_highest(result),
        moves=sum(map(_counts, lines)),
        refusals=_counted([clause for one in refused for clause in {f.clause for f in one.faults}]),
        overrides=_counted([clause for one in overruled for clause in one.faults]),
        undone=sum(isinstance(one, Undone) for one in timeline.entries),
    )


def place_of(places: tuple[tuple[str, ...], ...], seat: str) -> int:
    """Equals share a place, and as many places after it stay empty: 1, 1, 3."""
    before = 0
    for equals in places:
        if seat in equals:
            return before + 1
        before += len(equals)
    return 0


def _highest(result: Result) -> bool:
    """Whether the winners have the highest score: a game says how it ranks only by its places."""
    if not result.levels or not result.places:
        return True
    figures = result.levels[0].figures
    best = figures.get(result.places[0][0], 0)
    return best >= max(figures.values(), default=0) or best > min(figures.values(), default=0)


def _counts(line: Line) -> bool:
    standing = line.status in ("standing", "overruled", "marked", "illegal")
    return standing and isinstance(line.entry, Played) and line.entry.by != TABLE


def _counted(clauses: list[str]) -> dict[str, int]:
    return dict(sorted(Counter(clauses).items(), key=lambda one: (-one[1], one[0])))


def plain(one: Summary | Result) -> dict[str, Any]:
    """As plain data, for the store and for exports."""
    found: dict[str, Any] = msgspec.to_builtins(one)
    return found

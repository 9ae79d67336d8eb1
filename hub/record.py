"""What was played in a club, as everybody may read it: the matches that are over, and figures."""

import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, Engine, Row, and_, func, select

from companion.match.registry import names
from hub.database import reading
from hub.schema import courses, tables
from hub.standings import Words, by_name

PAGE = 50
"""Matches on a page of the record."""

Line = Row[*tuple[Any, ...]]


class _Level(msgspec.Struct, frozen=True):
    figures: dict[str, float] = {}


class _Result(msgspec.Struct, frozen=True):
    """What is read of how a match ended, see companion.archive.summary."""

    how: str = ""
    places: tuple[tuple[str, ...], ...] = ()
    levels: tuple[_Level, ...] = ()


class Placed(NamedTuple):
    """Who came in where: colours. score: "" where nothing was counted."""

    place: int
    names: str
    score: str


class Match(NamedTuple):
    """One that is over, in words.

    when: it began.
    table: at which.
    game: its title.
    length: how long it took.
    how: it ended.
    places: best first.
    """

    when: str
    table: str
    game: str
    length: str
    how: str
    places: tuple[Placed, ...]


class Choice(NamedTuple):
    """Something to choose by. value: as it is asked for. chosen: whether it is."""

    value: str
    name: str
    chosen: bool


class Asked(NamedTuple):
    """What of the record is wanted. game, table: a folder and an id, "" for all. page: from 1."""

    game: str = ""
    table: str = ""
    page: int = 1


class Record(NamedTuple):
    """A page of it.

    matches: the last one first.
    total: of all that are wanted.
    pages: how many there are.
    games, tables: by which it can be chosen; of games those that the hub has.
    """

    matches: list[Match]
    total: int
    pages: int
    games: list[Choice]
    tables: list[Choice]


class OfGame(NamedTuple):
    """A game in figures: its title, matches, how long one took in the middle, and who won how
    often, by colour."""

    game: str
    matches: int
    length: str
    won: str


class OfTable(NamedTuple):
    """A table in figures: what it is called, matches, hours of play, and when it last played."""

    name: str
    matches: int
    hours: str
    last: str


class Figures(NamedTuple):
    """All of a house. matches, hours: in sum."""

    matches: int
    hours: str
    games: list[OfGame]
    tables: list[OfTable]


def record(database: Engine, words: Words, asked: Asked) -> Record:
    """A page of the record."""
    wanted: list[ColumnElement[bool]] = [courses.c.ended != ""]
    if asked.game:
        wanted.append(courses.c.game == asked.game)
    if asked.table:
        wanted.append(courses.c.of == asked.table)
    newest = select(courses, tables.c.name).join(tables).where(and_(*wanted))
    newest = newest.order_by(courses.c.begun.desc(), courses.c.match)
    with reading(database) as connection:
        count = connection.execute(
            select(func.count()).select_from(courses).where(*wanted)
        ).scalar_one()
        pages = max(1, -(-count // PAGE))
        first = (min(max(asked.page, 1), pages) - 1) * PAGE
        rows = connection.execute(newest.limit(PAGE).offset(first)).all()
        games = {*connection.execute(select(courses.c.game).distinct()).scalars()}
        named = connection.execute(select(tables.c.id, tables.c.name)).all()
    return Record(
        [_match(row, words) for row in rows],
        count,
        pages,
        sorted(
            (Choice(one, words.game(one), one == asked.game) for one in games & {*names()}),
            key=lambda one: one.name,
        ),
        [
            Choice(one.id, one.name, one.id == asked.table)
            for one in sorted(named, key=lambda each: by_name(each.name))
        ],
    )


def _match(row: Line, words: Words) -> Match:
    result = _result(row.result)
    ways = {"rules", "agreed", "draw", "resigned"}
    how = words.say("record", result.how) if result.how in ways else ""
    return Match(
        day(row.begun),
        row.name,
        words.game(row.game),
        _length(row.seconds),
        how,
        tuple(_placed(result, words)),
    )


def _placed(result: _Result, words: Words) -> Iterator[Placed]:
    place = 1
    figures = result.levels[0].figures if result.levels else {}
    for equals in result.places:
        scores = {figures[one] for one in equals if one in figures}
        yield Placed(place, words.seats(equals), " / ".join(f"{one:g}" for one in sorted(scores)))
        place += len(equals)


def figures(database: Engine, words: Words) -> Figures:
    """All that was played to its end, in figures."""
    lengths: dict[str, list[float]] = defaultdict(list)
    won: dict[str, Counter[str]] = defaultdict(Counter)
    of: dict[str, list[tuple[float, float]]] = defaultdict(list)
    read = (courses.c.of, courses.c.game, courses.c.begun, courses.c.seconds, courses.c.result)
    shelf = frozenset(names())
    with reading(database) as connection:
        for row in connection.execute(select(*read).where(courses.c.ended != "")):
            game = row.game if row.game in shelf else ""
            lengths[game].append(row.seconds)
            of[row.of].append((row.begun, row.seconds))
            first = _result(row.result).places[:1]
            won[game].update(first[0] if first and len(first[0]) == 1 else ())
        named = connection.execute(select(tables.c.id, tables.c.name)).all()
    spent = sum(sum(one) for one in lengths.values())
    games = [
        OfGame(words.game(game), len(all_of), _length(_middle(all_of)), _won(won[game], words))
        for game, all_of in lengths.items()
    ]
    return Figures(
        sum(map(len, lengths.values())),
        _hours(spent, words),
        sorted(games, key=lambda one: (-one.matches, one.game)),
        [
            OfTable(
                one.name,
                len(of[one.id]),
                _hours(sum(seconds for _, seconds in of[one.id]), words),
                day(max((begun for begun, _ in of[one.id]), default=0.0)),
            )
            for one in sorted(named, key=lambda each: by_name(each.name))
        ],
    )


def day(seconds: float) -> str:
    """A day as it is written everywhere; a dash where nobody knows."""
    return time.strftime("%Y-%m-%d", time.localtime(seconds)) if seconds else "–"


def _won(counted: Counter[str], words: Words) -> str:
    told = ((words.seats((seat,)), count) for seat, count in counted.most_common())
    return ", ".join(f"{name} {count}" for name, count in told if name) or "–"


def _middle(seconds: list[float]) -> float:
    known = sorted(one for one in seconds if one)
    return known[len(known) // 2] if known else 0.0


def _length(seconds: float) -> str:
    minutes = int(seconds) // 60
    return f"{minutes // 60}:{minutes % 60:02}" if seconds else "–"


def _hours(seconds: float, words: Words) -> str:
    return words.number(seconds / 3600)


def _result(told: bytes | None) -> _Result:
    try:
        return msgspec.json.decode(told or b"{}", type=_Result)
    except (ValueError, RecursionError):
        return _Result()

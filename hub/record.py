"""What was played in a club, as everybody may read it: the matches that are over, and figures."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Engine, Row, and_, func, select

from companion.match.registry import names
from hub.database import reading
from hub.results import Result, read
from hub.schema import OVER, courses, tables
from hub.standings import Words, by_name, day

PAGE = 50
"""Matches on a page of the record."""

Line = Row[*tuple[Any, ...]]


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
    wanted: list[ColumnElement[bool]] = [OVER]
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
    result = read(row.result)
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


def _placed(result: Result, words: Words) -> Iterator[Placed]:
    place = 1
    figures = result.levels[0].figures if result.levels else {}
    for equals in result.places:
        scores = {figures[one] for one in equals if one in figures}
        yield Placed(place, words.seats(equals), " / ".join(f"{one:g}" for one in sorted(scores)))
        place += len(equals)


def figures(database: Engine, words: Words) -> Figures:
    """All that was played to its end, in figures."""
    sums = (func.count(), func.sum(courses.c.seconds), func.max(courses.c.begun))
    by = (courses.c.game, courses.c.won, courses.c.of)
    shelf = frozenset(names())
    played, won = Counter[str](), defaultdict[str, Counter[str]](Counter)
    of: dict[str, list[tuple[int, float, float]]] = defaultdict(list)
    with reading(database) as connection:
        for name, seat, table, *told in connection.execute(
            select(*by, *sums).where(OVER).group_by(*by)
        ):
            game = name if name in shelf else ""
            played[game] += told[0]
            won[game].update({seat: told[0]} if seat else {})
            of[table].append((told[0], told[1], told[2]))
        middles = {game: _middle(connection, game) for game in played}
        named = connection.execute(select(tables.c.id, tables.c.name)).all()
    games = [
        OfGame(words.game(one), count, _length(middles[one]), _won(won[one], words))
        for one, count in played.items()
    ]
    return Figures(
        played.total(),
        _hours(sum(seconds for one in of.values() for _, seconds, _ in one), words),
        sorted(games, key=lambda one: (-one.matches, one.game)),
        [
            OfTable(
                name,
                sum(count for count, *_ in of[one]),
                _hours(sum(seconds for _, seconds, _ in of[one]), words),
                day(max((begun for *_, begun in of[one]), default=0.0)),
            )
            for one, name in sorted(named, key=lambda each: by_name(each.name))
        ],
    )


def _middle(connection: Connection, game: str) -> float:
    """How long a match of a game took in the middle, of those of which that is known; 0 for none.
    "": of all games that the hub does not have."""
    here = courses.c.game == game if game else courses.c.game.not_in(names())
    known = (OVER, here, courses.c.seconds != 0)
    count = select(func.count()).select_from(courses).where(*known)
    half = connection.execute(count).scalar_one() // 2
    asked = select(courses.c.seconds).where(*known).order_by(courses.c.seconds)
    return connection.execute(asked.limit(1).offset(half)).scalar() or 0.0


def _won(counted: Counter[str], words: Words) -> str:
    told = ((words.seats((seat,)), count) for seat, count in counted.most_common())
    return ", ".join(f"{name} {count}" for name, count in told if name) or "–"


def _length(seconds: float) -> str:
    minutes = int(seconds) // 60
    return f"{minutes // 60}:{minutes % 60:02}" if seconds else "–"


def _hours(seconds: float, words: Words) -> str:
    return words.number(seconds / 3600)

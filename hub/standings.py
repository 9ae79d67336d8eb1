"""How all tables of a club stand, in words: for the wall, and for who looks after them."""

import time
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Engine, Row, func, select

from companion.match.registry import game_info
from companion.text import Language, Texts, plain_phrasebook, read_texts, shared
from companion.uplink.wire import Card
from hub.database import reading
from hub.schema import courses, tables

ABSENT = 30.0
"""Seconds without a word after which a table is shown as absent; never is it left out. A word that
is to come only then was heard before the hub's own clock was set back, and says nothing of now."""

ASTRAY = 120.0
"""Seconds by which a clock may be wrong before that is said."""

_GB = 1e9

_ON_THE_WALL = ("id", "name", "seen", "card", "painted")


class Shown(NamedTuple):
    """A table on the wall.

    id: by which its board is asked for.
    name: as the club calls it.
    state: free, playing, paused, over or absent; how it is drawn.
    game: its title; "" where no match is on.
    says: how it stands.
    seats: their colours.
    painted: counts the pictures of its board; 0 where there is none.
    """

    id: str
    name: str
    state: str
    game: str
    says: str
    seats: str
    painted: int = 0


class Health(NamedTuple):
    """A table as who looks after it sees it, in words but for the last four.

    name: as the club calls it.
    state: absent or here.
    heard, version, room, clock: when it last spoke, its companion, free space, whether its clock
        is right.
    matches, entries: how much of it is here.
    out: whether it is shut out.
    renewing: whether it is to get another token.
    """

    name: str
    state: str
    heard: str
    version: str
    room: str
    clock: str
    matches: int
    entries: int
    out: bool
    renewing: bool


class Words:
    """What a hub says in a language."""

    def __init__(self, language: Language) -> None:
        self.language: Language = language
        self._book = plain_phrasebook(language, Texts.of("hub"))

    def say(self, section: str, key: str, **values: object) -> str:
        """A text of the hub."""
        texts = Texts.of("hub")
        said = texts.get(section, key, self.language) or ""
        return said.format(**values)

    def game(self, name: str) -> str:
        """The title of a game, also of one that is not known here."""
        try:
            title = read_texts(game_info(name).texts).get("about", "title", self.language)
        except (LookupError, ValueError):
            title = None
        return title or self.say("wall", "another")

    def number(self, value: float) -> str:
        """With one place behind the point."""
        told = f"{value:.1f}"
        return told.replace(".", ",") if self.language == "de" else told

    def seats(self, seats: tuple[str, ...]) -> str:
        """What seats are called."""
        named = (shared().get("name", one, self.language) for one in seats)
        return ", ".join(one for one in named if one)


def wall(database: Engine, words: Words, now: float) -> list[Shown]:
    """All tables by name."""
    there = tables.c.picture.is_not(None).label("there")
    asked = select(*(tables.c[name] for name in _ON_THE_WALL), there)
    with reading(database) as connection:
        rows = connection.execute(asked).all()
    return [_shown(row, words, now) for row in sorted(rows, key=lambda one: by_name(one.name))]


def health(database: Engine, words: Words, now: float) -> list[Health]:
    """All tables by name, likewise."""
    counted = select(
        courses.c.of, func.count().label("matches"), func.sum(courses.c.number).label("entries")
    ).group_by(courses.c.of)
    with reading(database) as connection:
        rows = connection.execute(select(tables)).all()
        sums = {row.of: (int(row.matches), int(row.entries)) for row in connection.execute(counted)}
    return [
        _health(row, sums.get(row.id, (0, 0)), words, now)
        for row in sorted(rows, key=lambda one: by_name(one.name))
    ]


def clock(seconds: float) -> str:
    """The time of day."""
    return time.strftime("%H:%M", time.localtime(seconds))


def day(seconds: float) -> str:
    """A day as it is written everywhere; a dash where nobody knows."""
    return time.strftime("%Y-%m-%d", time.localtime(seconds)) if seconds else "–"


def _shown(row: Row[*tuple[Any, ...]], words: Words, now: float) -> Shown:
    card = Card() if row.card is None else _card(row.card)
    title = words.game(card.game) if card.game else ""
    if row.seen is None:
        return Shown(row.id, row.name, "absent", "", words.say("wall", "never"), "")
    painted = row.painted if row.there else 0
    if abs(now - row.seen) > ABSENT:
        today = day(row.seen) == day(now)
        key = "absent" if today else "absent_since"
        said = words.say("wall", key, time=clock(row.seen), day=day(row.seen))
        return Shown(row.id, row.name, "absent", title, said, words.seats(card.seats), painted)
    if not card.game:
        return Shown(row.id, row.name, "free", "", "", "")
    state = card.state if card.state in ("playing", "paused", "over") else "playing"
    minutes = int(card.seconds) // 60
    played = words.say("wall", "played_for", time=f"{minutes // 60}:{minutes % 60:02}")
    said = f"{words.say('wall', state)}, {played}"
    return Shown(row.id, row.name, state, title, said, words.seats(card.seats), painted)


def _health(
    row: Row[*tuple[Any, ...]], counts: tuple[int, int], words: Words, now: float
) -> Health:
    here = row.seen is not None and abs(now - row.seen) <= ABSENT
    way = "right" if abs(row.ahead or 0) < ASTRAY else "ahead" if row.ahead > 0 else "behind"
    never = words.say("wall", "never")
    return Health(
        name=row.name,
        state="here" if here else "absent",
        heard=never if row.seen is None else _heard(row.seen, now),
        version=row.version or "",
        room="" if row.free is None else f"{words.number(row.free / _GB)} GB",
        clock=""
        if row.seen is None
        else words.say("owner", way, time=_about(abs(row.ahead), words)),
        matches=counts[0],
        entries=counts[1],
        out=row.token is None,
        renewing=bool(row.renew),
    )


def _about(seconds: float, words: Words) -> str:
    """So long, in what is said of it: a machine without a clock of its own may be days behind."""
    units = (("days", 86_400), ("hours", 3600))
    unit, length = next((one for one in units if seconds >= 2 * one[1]), ("minutes", 60))
    return words.say("owner", unit, count=round(seconds / length))


def _heard(seen: float, now: float) -> str:
    """The time of day; of another one the day, too."""
    return clock(seen) if day(seen) == day(now) else f"{day(seen)}, {clock(seen)}"


def _card(told: bytes) -> Card:
    try:
        return msgspec.json.decode(told, type=Card)
    except ValueError:
        return Card()


def by_name(name: str) -> tuple[object, ...]:
    """Table 9 comes before table 10."""
    letters = "".join(sign if sign.isdecimal() else f" {sign} " for sign in name.lower())
    return tuple(
        (not one.isdecimal(), int(one) if one.isdecimal() else 0, one) for one in letters.split()
    )

"""The boards on the wall: what is seen at a table and what it is drawn with, for a browser."""

from functools import lru_cache

import msgspec
from msgspec import Raw
from sqlalchemy import Engine, select

from companion.match.registry import game_info
from companion.sight.art import browser_pictures
from hub.database import reading
from hub.schema import tables


class _Seen(msgspec.Struct):
    """What of it is drawn. shapes: see companion.sight.seen."""

    shapes: Raw


class _Picture(msgspec.Struct):
    game: str
    seen: _Seen


class Board(msgspec.Struct):
    """A table as it lies there. game: the folder of its rules."""

    game: str
    shapes: Raw


def board(engine: Engine, table: str) -> bytes | None:
    """What lies on a table, given by its id, as JSON; None where nothing is to be seen."""
    asked = select(tables.c.picture).where(tables.c.id == table)
    with reading(engine) as connection:
        told = connection.execute(asked).scalar()
    if told is None:
        return None
    picture = msgspec.json.decode(told, type=_Picture)
    return msgspec.json.encode(Board(picture.game, picture.seen.shapes))


@lru_cache(8)
def pictures(game: str) -> bytes | None:
    """What the boards of a game are drawn with, as JSON; None where the hub does not have it."""
    try:
        return msgspec.json.encode(browser_pictures(game_info(game).art))
    except (LookupError, OSError, ValueError):
        return None

"""The boards on the wall: what lies at a table and what it is drawn with, for a browser."""

from functools import lru_cache

import msgspec
from msgspec import Raw
from sqlalchemy import Engine, select

from companion.match.registry import game_info
from companion.notes import PICTURE, Picture
from companion.sight.art import browser_pictures
from companion.sight.seen import Drawn
from hub.database import reading
from hub.schema import tables

SHAPES, LAYERS = 1000, 4000
"""Shapes of a board at most, and things in all their stacks and beams: so nobody keeps the browser
on the wall busy. Those of games are a few hundred."""

FAR = 10_000.0
"""Units of the scene in which everything lies."""


def checked(picture: Picture) -> bytes | None:
    """What lies at a table as it is kept and handed on to browsers, as JSON; None where it makes no
    sense."""
    if len(bytes(picture.shapes)) > PICTURE:
        return None
    try:
        shapes = msgspec.json.decode(picture.shapes, type=tuple[Drawn, ...])
    except (ValueError, RecursionError):
        return None
    layers = sum(max(1, one.count) for one in shapes)
    near = all(
        max(abs(one.x), abs(one.y)) < FAR and 0 < one.size < FAR and 0 <= one.high < FAR
        for one in shapes
    )
    if len(shapes) > SHAPES or layers > LAYERS or not near:
        return None
    return msgspec.json.encode(Picture(picture.game, Raw(msgspec.json.encode(shapes))))


def board(engine: Engine, table: str) -> bytes | None:
    """What lies at a table, given by its id, as JSON; None where nothing is to be seen."""
    asked = select(tables.c.picture).where(tables.c.id == table)
    with reading(engine) as connection:
        found: bytes | None = connection.execute(asked).scalar()
    return found


@lru_cache(8)
def pictures(game: str) -> bytes | None:
    """What the boards of a game are drawn with, as JSON; None where the hub does not have it."""
    try:
        return msgspec.json.encode(browser_pictures(game_info(game).art))
    except (LookupError, OSError, ValueError):
        return None

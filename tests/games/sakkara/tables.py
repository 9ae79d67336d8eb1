"""Tables to try things on, in few words."""

from typing import Any

from msgspec.structs import replace

from companion.games.sakkara.motifs import MOTIFS, Box
from companion.games.sakkara.options import Options
from companion.games.sakkara.pieces import with_player, with_stack
from companion.games.sakkara.position import FIELDS, Position
from companion.games.sakkara.rules import game
from tests.games.made import Made
from tests.games.sakkara.vectors import BEGUN, at_start, situated

CONFIRMED = {"confirmed": True}

made = Made(game)
after, allowed, happened = made.after, made.allowed, made.happened


def table(
    box: dict[str, Any] | None = None, options: dict[str, Any] | None = None, **more: Any
) -> Position:
    """White's first turn on a bare board, with what is named."""
    return situated(situated(at_start(box, **(options or {})), BEGUN), more)


def go(worker: str, to: str, kind: str = "step", **more: Any) -> dict[str, Any]:
    return {"move": kind, "worker": worker, "to": to, **more}


SEATS = ("white", "black")


def start(box: Box | None = None) -> Position:
    return game.setup(SEATS, Options(), box or Box(confirmed=True))


def played(*, box: Box | None = None) -> Position:
    """The fullest board there is: every field with a stack, up to nine high, workers on four of
    them, one bare field, used tiles waiting."""
    position = replace(start(box), phase="turn", number=7, boxed=0)
    for index, field in enumerate(FIELDS):
        tiles = tuple(MOTIFS[(index + n) % len(MOTIFS)] for n in range(1 + index % 9))
        position = with_stack(position, field, tiles)
    position = with_stack(position, "d4", ())
    position = with_player(position, "white", workers=("c3", "d4"), ship=1, grain=2)
    position = with_player(position, "black", workers=("a1", "g7"), holder=("ox",) * 4)
    pyramid = (("blue_block", "stairs"), (), ())
    position = with_player(position, "white", holder=("hand", "ship"), pyramid=pyramid)
    return replace(position, fresh=("ship",), used=("snake", "hand", "grain"))

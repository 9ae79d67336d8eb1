"""Setting the table as it stands: a situation names what must be so; tiles named nowhere are not
laid out."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion.games.sakkara.corrections import settled
from companion.games.sakkara.motifs import TILES, Box, Tile, Tiles
from companion.games.sakkara.pieces import with_player, with_stack
from companion.games.sakkara.position import INDEX, Phase, Position
from companion.games.sakkara.tokens import Field, Seat
from companion.kernel import UNKNOWN

Size = Annotated[int, msgspec.Meta(ge=0, le=TILES)]


class SomeSupply(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in front of a player."""

    ship: Size = 0
    grain: Size = 0


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table described partly. What is not named stays; tiles too few or too many are balanced
    with those not laid out.

    bare: clears all fields first.
    heights: how many tiles lie on a field; those that were known stay known from the bottom.
    stacks: all tiles of a field from the bottom.
    tops: what the top tile of a field shows, laid there if the field is bare.
    workers: both fields of a seat, "" for a worker not placed.
    holders: the number of tiles, or all of them (``?`` for unknown ones).
    laid: the supply in front.
    pyramids: the tiles of the levels, from the first; levels not named stay.
    used: the used tiles, first one at the bottom.
    fresh: what the active player took in this turn for everybody to see.
    gone: tiles that left the game.
    box: all that is told of the box.
    phase: of the turn, or what comes before and after.
    active: whose turn it is; with it a turn begins, unless more of it is named.
    number: of the turn, from 1.
    moved: whether the step is done.
    built: the level at which was built in this turn.
    """

    bare: bool = False
    heights: dict[Field, Size] | None = None
    stacks: dict[Field, Tiles] | None = None
    tops: dict[Field, Tile] | None = None
    workers: dict[Seat, tuple[str, str]] | None = None
    holders: dict[Seat, Size | Tiles] | None = None
    laid: dict[Seat, SomeSupply] | None = None
    pyramids: dict[Seat, Annotated[tuple[Tiles, ...], msgspec.Meta(max_length=3)]] | None = None
    used: Tiles | None = None
    fresh: Tiles | None = None
    gone: Tiles | None = None
    box: Box | None = None
    phase: Phase | None = None
    active: Seat | None = None
    number: Size | None = None
    moved: bool | None = None
    built: Annotated[int, msgspec.Meta(ge=0, le=3)] | None = None


def arrange(position: Position, situation: Situation) -> Position:
    """The position with what the situation names. It may be impossible: see ``validity``.

    Raises ValueError for a field that is not on the board.
    """
    if situation.box is not None:
        position = replace(position, setup=replace(position.setup, box=situation.box))
    position = _turn(position, situation)
    position = _board(position, situation)
    position = _players(position, situation)
    named = {
        name: value
        for name in ("used", "gone", "fresh")
        if (value := getattr(situation, name)) is not None
    }
    position = replace(position, **named)
    fresh = tuple(tile for tile in position.fresh if tile in position.mover.holder)
    return settled(replace(position, fresh=tuple(sorted(fresh)), boxed=_not_laid_out(position)))


def _turn(position: Position, situation: Situation) -> Position:
    if situation.active is not None and situation.active != position.active:
        position = replace(
            position, active=situation.active, moved=False, built=0, fresh=(), untold=()
        )
    named = {
        name: value
        for name in ("phase", "number", "moved", "built")
        if (value := getattr(situation, name)) is not None
    }
    if "phase" in named:
        named["untold"] = ()
    return replace(position, **named)


def _field(field: str) -> str:
    if field not in INDEX:
        raise ValueError(f"{field} is not on the board")
    return field


def _board(position: Position, situation: Situation) -> Position:
    if situation.bare:
        position = replace(position, stacks=((),) * len(position.stacks), untold=())
    for field, height in (situation.heights or {}).items():
        known = position.stack(_field(field))[:height]
        position = with_stack(position, field, known + (UNKNOWN,) * (height - len(known)))
    for field, tiles in (situation.stacks or {}).items():
        position = with_stack(position, _field(field), tiles)
    for field, top in (situation.tops or {}).items():
        position = with_stack(position, field, (*position.stack(_field(field))[:-1], top))
    return position


def _players(position: Position, situation: Situation) -> Position:
    for seat, fields in (situation.workers or {}).items():
        for field in filter(None, fields):
            _field(field)
        position = with_player(position, seat, workers=fields)
    for seat, held in (situation.holders or {}).items():
        holder = (UNKNOWN,) * held if isinstance(held, int) else tuple(sorted(held))
        position = with_player(position, seat, holder=holder)
    for seat, supply in (situation.laid or {}).items():
        position = with_player(position, seat, ship=supply.ship, grain=supply.grain)
    for seat, levels in (situation.pyramids or {}).items():
        pyramid = list(position.player(seat).pyramid)
        for index, tiles in enumerate(levels):
            pyramid[index] = tuple(sorted(tiles))
        position = with_player(position, seat, pyramid=tuple(pyramid))
    return position


def _not_laid_out(position: Position) -> int:
    """How many tiles lie nowhere else; less than none when too many are told."""
    elsewhere = sum(map(len, (*position.stacks, position.used, position.gone)))
    for player in position.players:
        elsewhere += len(player.holder) + player.ship + player.grain
        elsewhere += sum(map(len, player.pyramid))
    return TILES - elsewhere

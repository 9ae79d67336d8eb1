"""Tiles and workers changing place: positions derived from positions, every tile accounted for."""

from bisect import bisect
from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from companion.games.sakkara.motifs import Tile, Tiles
from companion.games.sakkara.position import INDEX, Player, Position
from companion.games.sakkara.tokens import Field, Seat, whose
from companion.games.sakkara.views import with_one_changed
from companion.kernel import UNKNOWN, Effects, aside, event

NOTHING = "none"
"""What is said to be taken where the top tile is left lying."""


def _players(position: Position, seat: str, **changes: Any) -> tuple[Player, ...]:
    """Both players, with some fields of one changed."""
    first, second = position.players
    if first.seat == seat:
        return replace(first, **changes), second
    return first, replace(second, **changes)


def with_player(position: Position, seat: str, **changes: Any) -> Position:
    """With some fields of a player changed."""
    return replace(position, players=_players(position, seat, **changes))


def with_stack(position: Position, field: str, tiles: Tiles) -> Position:
    """With these tiles on a field."""
    return replace(position, stacks=with_one_changed(position.stacks, INDEX[field], tiles))


def with_worker(position: Position, worker: str, field: str, **changes: Any) -> Position:
    """With a worker on a field, and some fields of the position changed with that."""
    seat, number = whose(worker)
    one, other = position.player(seat).workers
    workers = (one, field) if number else (field, other)
    return replace(position, players=_players(position, seat, workers=workers), **changes)


def without(tiles: Tiles, tile: Tile) -> Tiles:
    """The tiles without one of this motif. Raises ValueError when there is none."""
    index = tiles.index(tile)
    return tiles[:index] + tiles[index + 1 :]


def joined(tiles: Tiles, tile: Tile) -> Tiles:
    """Tiles in order with one more at its place."""
    at = bisect(tiles, tile)
    return (*tiles[:at], tile, *tiles[at:])


def gained(position: Position, seat: str, tile: Tile, *, seen: bool) -> Position:
    """With a tile more on a holder. seen: whether everybody sees the active player take it."""
    fresh = joined(position.fresh, tile) if seen and tile != UNKNOWN else position.fresh
    holder = joined(position.player(seat).holder, tile)
    return replace(position, players=_players(position, seat, holder=holder), fresh=fresh)


def lost(position: Position, seat: str, tile: Tile) -> Position | None:
    """With a tile less on a holder, one of the unknown ones if it is not known to be there; None
    when it cannot be there."""
    holder = position.player(seat).holder
    if tile not in holder and UNKNOWN not in holder:
        return None
    position = with_player(
        position, seat, holder=without(holder, tile if tile in holder else UNKNOWN)
    )
    if seat == position.active and tile in position.fresh:
        position = replace(position, fresh=without(position.fresh, tile))
    return position


def doubted(sure: Tiles, count: int) -> Tiles:
    """A holder of that many tiles of which only some are still believed in."""
    return tuple(sorted((*sure, *(UNKNOWN,) * (count - len(sure)))))


def given(position: Position, *tiles: Tile) -> Effects[Position]:
    """The active player gives tiles from the holder: everybody may take them to be there. Where
    those told of are others, only what everybody saw is still believed of the holder."""
    seat = position.active
    for tile in tiles:
        after = lost(position, seat, tile)
        if after is None:
            holder = doubted(position.fresh, len(position.mover.holder))
            position = with_player(position, seat, holder=holder)
            yield aside(position, seat, "note_disproved", "K33", seat=seat)
            after = lost(position, seat, tile)
            assert after is not None, "a fact: for all that anybody sees, it is on the holder"
        position = after
    return position


def spent(position: Position, *tiles: Tile) -> Position:
    """With tiles from the active player's holder on the used ones, in this order (K81); what is
    not there is not paid."""
    for tile in tiles:
        after = lost(position, position.active, tile)
        if after is not None:
            position = replace(after, used=(*after.used, tile))
    return position


def laid_aside(position: Position, *tiles: Tile) -> Effects[Position]:
    """Tiles that are given lie on the used ones, in this order (K81)."""
    position = yield from given(position, *tiles)
    return replace(position, used=(*position.used, *tiles))


def used(position: Position, *tiles: Tile) -> Effects[Position]:
    """Tiles are used."""
    position = yield from laid_aside(position, *tiles)
    yield event(position, "used", "K81", seat=position.active, tiles=tiles)
    return position


def _taken_from(tiles: Tiles, take: str) -> int:
    """Which of a field's tiles is taken: the top one, or the one that was named instead."""
    if take != UNKNOWN and tiles[-1] != UNKNOWN:
        for wanted in (take, UNKNOWN):
            if wanted in tiles:
                return len(tiles) - 1 - tiles[::-1].index(wanted)
    return len(tiles) - 1


def taken(
    position: Position, field: Field, rule: str, take: str = UNKNOWN, seat: Seat = ""
) -> Effects[Position]:
    """A player takes the top tile of a field onto the holder (K7, K8, K26, K27).

    take: what was told of it. A tile of unknown motif is told in a move of its own.
    """
    seat = seat or position.active
    tiles = position.stack(field)
    if not tiles:
        yield event(position, "nothing_to_take", "K27", seat=seat, at=field)
        return position
    values: dict[str, Any] = {"seat": seat, "at": field}
    if take == NOTHING:
        yield event(position, "left_lying", rule, motif=tiles[-1], **values)
        return position
    index = _taken_from(tiles, take)
    tile = take if tiles[index] == UNKNOWN else tiles[index]
    position = with_stack(position, field, tiles[:index] + tiles[index + 1 :])
    position = gained(position, seat, tile, seen=True)
    values["left"] = len(tiles) - 1
    if tile == UNKNOWN:
        position = replace(position, untold=(*position.untold, field))
        yield event(position, "took_untold", rule, **values)
    else:
        yield event(position, "took", rule, motif=tile, **values)
    return position


def all_taken(
    position: Position, fields: Iterable[Field], rule: str, covered: str
) -> Effects[Position]:
    """The active player takes the top tiles of several fields; those with a worker on them (clause
    ``covered``) and bare ones give nothing."""
    for field in fields:
        worker = position.worker_on(field)
        if worker:
            values = {"seat": position.active, "at": field, "worker": worker}
            yield event(position, "worker_covers", covered, **values)
        elif position.height(field):
            position = yield from taken(position, field, rule)
    return position

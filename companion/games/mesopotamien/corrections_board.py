"""Corrections of what lies on the board: tiles, natives, goods, huts, cult sites."""

from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from companion.games.mesopotamien.exploring import around, touching
from companion.games.mesopotamien.needs import NO_QUEST, AnyNeed
from companion.games.mesopotamien.pieces import (
    with_huts,
    with_loose,
    with_marker,
    with_natives,
    with_player,
    with_supply,
    with_tile,
)
from companion.games.mesopotamien.position import (
    Good,
    Group,
    Hut,
    Load,
    Position,
    Terrain,
    Tile,
    neutral_huts,
)
from companion.games.mesopotamien.tokens import NEUTRAL, Hex, Owner, Seat
from companion.kernel import Move, MoveKind, correction, fact, plays, seats, so
from companion.kernel.events import Transition
from companion.kernel.kinds import Values

NOTHING = "none"
"""The word for no tile, no load, no owner."""

Natives = Annotated[int, msgspec.Meta(ge=0, le=8)]
Loose = Annotated[int, msgspec.Meta(ge=0, le=60)]
Huts = Annotated[int, msgspec.Meta(ge=0, le=5)]


class FixTile(Move, frozen=True, tag="fix_tile"):
    """On this hex lies such a tile, or none."""

    at: Hex
    terrain: Literal["plain", "forest", "quarry", "volcano", "none"]


class FixNatives(Move, frozen=True, tag="fix_natives"):
    """How many natives with a certain load a player has on this tile."""

    seat: Seat
    at: Hex
    load: Literal["none", "wood", "stone"]
    count: Natives


class FixGoods(Move, frozen=True, tag="fix_goods"):
    """So much of a good lies loose on this tile."""

    at: Hex
    good: Good
    count: Loose


class FixHuts(Move, frozen=True, tag="fix_huts"):
    """How many huts a player has on this tile; further ones are without a marker."""

    at: Hex
    owner: Owner
    count: Huts


class FixCult(Move, frozen=True, tag="fix_cult"):
    """The cult site on this tile belongs to this player; to ``neutral``: there is none."""

    at: Hex
    owner: Owner


def _tile(position: Position, move: FixTile) -> Iterator[Transition[Position]]:
    had = position.tile(move.at)
    if had is not None:
        position = _restacked(position, had.terrain, 1)
        position = with_supply(position, "wood", had.wood)
        position = with_supply(position, "stone", had.stone)
        tiles = tuple(tile for tile in position.tiles if tile.at != move.at)
        position = replace(position, tiles=tiles)
    if move.terrain == "none":
        yield so(position, "tile_removed", at=move.at)
        return
    terrain: Terrain = move.terrain
    position = _restacked(position, terrain, -1)
    position = with_tile(position, Tile(move.at, terrain))
    yield so(position, "tile_fixed", at=move.at, terrain=move.terrain)


def _restacked(position: Position, terrain: str, more: int) -> Position:
    count = position.stack.of(terrain) + more
    return replace(position, stack=replace(position.stack, **{terrain: count}))


def _natives(position: Position, move: FixNatives) -> Iterator[Transition[Position]]:
    """Which of them have robbed is forgotten: the table does not show it."""
    load: Load = "" if move.load == "none" else move.load
    had = [group for group in position.groups_at(move.at, move.seat) if group.load == load]
    more = move.count - sum(group.count for group in had)
    gone = (replace(group, count=-group.count) for group in had)
    position = with_natives(position, *gone)
    position = with_natives(position, Group(move.at, move.seat, load, count=move.count))
    if load:
        position = with_supply(position, load, -more)
    natives = position.player(move.seat).natives - more
    position = with_player(position, move.seat, natives=natives)
    values = {"seat": move.seat, "at": move.at, "load": move.load, "count": move.count}
    yield so(position, "natives_fixed", **values)


def _goods(position: Position, move: FixGoods) -> Iterator[Transition[Position]]:
    more = move.count - position.laid(move.at).loose(move.good)
    position = with_supply(with_loose(position, move.at, move.good, more), move.good, -more)
    yield so(position, "goods_fixed", at=move.at, good=move.good, count=move.count)


def _huts(position: Position, move: FixHuts) -> Iterator[Transition[Position]]:
    """Huts without a marker go first; a marker without a hut goes back to its owner."""
    huts = position.laid(move.at).huts
    had = [hut for hut in huts if hut.owner == move.owner]
    kept = sorted(had, reverse=True)[: move.count]
    new = [Hut(move.owner)] * (move.count - len(kept))
    others = [hut for hut in huts if hut.owner != move.owner]
    position = with_huts(position, move.at, (*others, *kept, *new))
    for hut in had:
        if hut.marker and hut not in kept:
            position = with_marker(position, hut.owner, hut.marker, place="hand")
    if move.owner != NEUTRAL:
        left = position.player(move.owner).huts + len(had) - move.count
        position = with_player(position, move.owner, huts=left)
    yield so(position, "huts_fixed", at=move.at, owner=move.owner, count=move.count)


def _cult(position: Position, move: FixCult) -> Iterator[Transition[Position]]:
    tile = position.laid(move.at)
    owner = "" if move.owner == NEUTRAL else move.owner
    position = with_tile(position, replace(tile, cult=owner))
    for seat, more in ((tile.cult, 1), (owner, -1)):
        if seat:
            position = with_player(position, seat, cults=position.player(seat).cults + more)
    yield so(position, "cult_fixed" if owner else "cult_removed", at=move.at, owner=move.owner)


TILE: AnyNeed = fact(
    "no_tile_there", lambda p, m: p.tile(m.at) is not None, lambda p, m: {"at": m.at}
)


def _left(key: str, left: Callable[[Position, Any], int]) -> AnyNeed:
    """Enough is left in the supply for what is set."""

    def values(position: Position, move: Any) -> Values:
        return {"what": key or move.good, "short": -left(position, move)}

    return fact("supply_short", lambda p, m: left(p, m) >= 0, values)


def _natives_left(position: Position, move: FixNatives) -> int:
    return position.player(move.seat).natives - _more(position, move)


def _more(position: Position, move: FixNatives) -> int:
    load = "" if move.load == NOTHING else move.load
    groups = position.groups_at(move.at, move.seat)
    return move.count - sum(group.count for group in groups if group.load == load)


def _load_left(position: Position, move: FixNatives) -> int:
    if move.load == NOTHING:
        return 0
    return position.loose_supply(move.load) - _more(position, move)


def _goods_left(position: Position, move: FixGoods) -> int:
    loose = position.laid(move.at).loose(move.good)
    return position.loose_supply(move.good) + loose - move.count


def _huts_left(position: Position, move: FixHuts) -> int:
    if move.owner == NEUTRAL:
        others = [tile for tile in position.tiles if tile.at != move.at]
        return neutral_huts(len(position.players)) - _neutral(others) - move.count
    had = sum(hut.owner == move.owner for hut in position.laid(move.at).huts)
    return position.player(move.owner).huts + had - move.count


def _neutral(tiles: Iterable[Tile]) -> int:
    return sum(hut.owner == NEUTRAL for tile in tiles for hut in tile.huts)


def _empty(position: Position, move: FixTile) -> bool:
    tile = position.tile(move.at)
    return tile is None or not (tile.huts or tile.cult or position.groups_at(move.at))


def _tiles_left(position: Position, move: FixTile) -> bool:
    tile = position.tile(move.at)
    same = tile is not None and tile.terrain == move.terrain
    return move.terrain == NOTHING or same or position.stack.of(move.terrain) > 0


def _hexes(position: Position, draft: Any) -> Iterable[str]:
    """All tiles and the hexes around them."""
    return (*(tile.at for tile in position.tiles), *around(position))


def _laid(position: Position, draft: Any) -> Iterable[str]:
    return (tile.at for tile in position.tiles)


def _owners(position: Position, draft: Any) -> Iterable[str]:
    return (*position.setup.seats, NEUTRAL)


FIXES: tuple[MoveKind[Position, Any], ...] = (
    correction(
        FixTile,
        _tile,
        NO_QUEST,
        fact("temple_stays", lambda p, m: p.terrain(m.at) != "temple"),
        fact(
            "tile_alone",
            lambda p, m: m.terrain == NOTHING or touching(p, m.at),
            lambda p, m: {"at": m.at},
        ),
        fact("tile_in_use", _empty, lambda p, m: {"at": m.at}),
        fact(
            "stack_has_none",
            _tiles_left,
            lambda p, m: {"terrain": m.terrain, "left": p.stack.size},
        ),
        candidates={"at": _hexes},
    ),
    correction(
        FixNatives,
        _natives,
        plays(),
        TILE,
        _left("native", _natives_left),
        fact(
            "supply_short",
            lambda p, m: _load_left(p, m) >= 0,
            lambda p, m: {"what": m.load, "short": -_load_left(p, m)},
        ),
        candidates={"seat": seats, "at": _laid},
    ),
    correction(
        FixGoods,
        _goods,
        TILE,
        _left("", _goods_left),
        candidates={"at": _laid},
    ),
    correction(
        FixHuts,
        _huts,
        plays("owner", NEUTRAL),
        TILE,
        _left("hut", _huts_left),
        candidates={"at": _laid, "owner": _owners},
    ),
    correction(
        FixCult,
        _cult,
        plays("owner", NEUTRAL),
        TILE,
        fact(
            "supply_short",
            lambda p, m: m.owner == NEUTRAL or p.player(m.owner).cults > 0,
            lambda p, m: {"what": "cult", "short": 1},
        ),
        candidates={"at": _laid, "owner": _owners},
    ),
)
"""Corrections of the board."""

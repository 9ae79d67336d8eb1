"""Roughly how near a seat is to winning. Only for simulated games: no rule rests on it.

The weights are ours, set by trying. Each native of the seat is worth most where it is needed
most, less what the way there takes: so a player that only ever looks one move ahead fetches
goods, meets helpers, builds, breeds, carries markers to the temple and offers them.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.games.mesopotamien.building import MOST_HUTS
from companion.games.mesopotamien.position import (
    TEMPLE,
    Group,
    Player,
    Position,
    Tile,
    neighbours,
)
from companion.kernel import remembered

OFFERED = 100.0
MANA = 3.0
CEILING = 4.0
SITE = 20.0
UNDER_HUT = 18.0
"""A marker of the seat's own under a hut."""

CARRIED = 24.0
"""The same on a native, where it can be paid for soon."""

EARLY = 17.0
"""The same where it cannot: the native would only wait."""

BORN = (60.0, 60.0, 12.0, 8.0, 6.0, 3.0, 2.0, 1.0)
"""For each native on the board, the first to the eighth: a single one has no offspring."""

WON = 200.0

LOADED = 5.0
"""A good that somebody is in want of, in the hands of a native."""

WITH_HELPER = 3.0
"""A second native where something is to be built."""

FETCHING, CALLED, KEEPING, ABROAD = 3.0, 3.5, 4.0, 1.5
"""An empty-handed native at a good, at a marker, on an own cult site, one of two on another's."""

HOME = (0.0, 0.0, 9.0, 6.0, 3.0, 2.0, 0.0, 0.0, 0.0)
"""Each of two natives where there can be offspring, by the number on the board."""

WAY = 0.5
"""Lost for each step to where a native is wanted."""

FURTHEST = 12
"""Steps from which on distance makes no difference."""

CARD = 1.0
MOVEMENT = 0.1
UNEXPLORED = 1.0
"""For a tile about to be found while places or goods are scarce."""

ENOUGH_CARDS = 3
SOON = 2
"""Mana that may still be missing when a marker is fetched."""

ENOUGH = 3
"""Places to build on, and goods of each sort, beyond which no more are looked for."""

MOST_FETCHERS = 2
"""Natives called to the goods on one tile."""


class _Wanted(NamedTuple):
    """What a seat can still use. markers: how many natives should carry one."""

    wood: bool
    stone: bool
    sites: bool
    mana: bool
    markers: int


def worth(position: Position, seat: str) -> float:
    """The more, the nearer the seat is to its fourth offering."""
    player = position.player(seat)
    wanted = _wanted(player)
    total = OFFERED * len(player.offered) + (0.0 if player.open_values else WON)
    total += MANA * player.mana if wanted.mana else 0.0
    total += CEILING * min(player.ceiling, max(player.open_values, default=0))
    total += CARD * min(len(player.hand), ENOUGH_CARDS)
    total += UNDER_HUT * sum(marker.place == "hut" for marker in player.markers)
    total += SITE * (3 - player.cults) + sum(BORN[: _out(player)])
    if position.active == seat:
        total += MOVEMENT * position.turn.movement + MANA * len(position.turn.priests)
        if position.quest is not None and _board(position.tiles).scarce:
            total += UNEXPLORED
    return total + _natives(position, player, wanted)


def _out(player: Player) -> int:
    """How many natives are on the board."""
    return 8 - player.natives


def _wanted(player: Player) -> _Wanted:
    open_values = player.open_values
    markers, left = 0, player.mana + SOON
    for value in open_values:
        left -= value
        markers += left >= 0 and markers < _out(player) - 2
    missing = sum(open_values) > player.mana
    raised = player.ceiling >= max(open_values, default=0)
    return _Wanted(
        wood=player.markers_left > 0 and player.huts > 0,
        stone=not raised or player.cults > 0 or missing,
        sites=player.cults > 0 and missing,
        mana=missing or player.mana < player.ceiling,
        markers=markers,
    )


class _Board(NamedTuple):
    """What the tiles offer. huts, sites: where these could be built. goods: where they lie; with
    ``busy``, all tiles that may call somebody. scarce: whether a new tile would be welcome."""

    land: "_Land"
    huts: tuple[str, ...]
    sites: tuple[str, ...]
    busy: tuple[Tile, ...]
    scarce: bool


@remembered
def _board(tiles: tuple[Tile, ...]) -> _Board:
    plains = [tile for tile in tiles if tile.terrain == "plain" and not tile.cult]
    huts = tuple(tile.at for tile in plains if len(tile.huts) < MOST_HUTS)
    wood, stone = sum(tile.wood for tile in tiles), sum(tile.stone for tile in tiles)
    return _Board(
        land=_land(tuple((tile.at, tile.terrain != "volcano") for tile in tiles)),
        huts=huts,
        sites=tuple(tile.at for tile in plains if not tile.huts),
        busy=tuple(tile for tile in tiles if tile.wood or tile.stone or tile.cult or tile.huts),
        scarce=min(len(huts), wood, stone) < ENOUGH,
    )


def _natives(position: Position, player: Player, wanted: _Wanted) -> float:
    """What the natives on the board are worth where they stand."""
    seat = player.seat
    board = _board(position.tiles)
    own: list[Group] = []
    foreign: set[str] = set()
    for group in position.natives:
        if group.seat == seat:
            own.append(group)
        else:
            foreign.add(group.at)
    places = {
        "wood": board.huts if wanted.wood else (),
        "stone": tuple(at for at in board.sites if at not in foreign) if wanted.sites else (),
    }
    total, markers = 0.0, 0
    calls: list[tuple[float, str]] = []
    for group in own:
        if group.marker:
            markers += 1
            full = CARRIED if markers <= wanted.markers else EARLY
            total += full - WAY * board.land.steps(TEMPLE, group.at)
        elif group.load:
            value, at = _brought(board.land, group, places[group.load], wanted)
            total += group.count * value
            if at and at != TEMPLE:
                calls.append((WITH_HELPER, at))
    for tile in board.busy:
        calls += _calls(tile, player, wanted, markers)
    few = _out(player) == 2  # these must meet at home, whatever they carry
    return total + _matched(board.land, [g for g in own if few or not g.load], calls)


def _brought(
    land: "_Land", group: Group, places: tuple[str, ...], wanted: _Wanted
) -> tuple[float, str]:
    """What a good in hands is worth, and the hex it should go to, "" for none."""
    least, where = LOADED / WAY, ""
    if places:
        least, where = min((land.steps(at, group.at, group.load), at) for at in places)
    if group.load == "stone" and wanted.stone:
        temple = land.steps(TEMPLE, group.at) + 1  # a site is better
        least, where = min((least, where), (temple, TEMPLE))
    return max(0.0, LOADED - WAY * least), where


def _calls(
    tile: Tile, player: Player, wanted: _Wanted, markers: int
) -> Iterator[tuple[float, str]]:
    """Where empty-handed natives are wanted, and how much."""
    seat, at = player.seat, tile.at
    goods = (tile.wood if wanted.wood else 0) + (tile.stone if wanted.stone else 0)
    for _ in range(min(goods, MOST_FETCHERS)):
        yield FETCHING, at
    if tile.cult and wanted.mana:
        if tile.cult == seat:
            yield KEEPING, at
        elif player.cults > 1:
            yield ABROAD - WAY, at
            yield ABROAD + WAY, at
    own = [hut for hut in tile.huts if hut.owner == seat]
    if own:
        if any(hut.marker for hut in tile.huts):
            if markers < wanted.markers and any(hut.marker for hut in own):
                yield CALLED, at
        elif HOME[_out(player)]:
            yield HOME[_out(player)], at
            yield HOME[_out(player)], at


def _matched(land: "_Land", groups: list[Group], calls: list[tuple[float, str]]) -> float:
    """The natives at the calls that suit them best, each call answered by one of them."""
    pairs = []
    for one, group in enumerate(groups):
        for call, (most, at) in enumerate(calls):
            value = most - WAY * land.steps(at, group.at)
            if value > 0:
                pairs.append((value, call, one))
    pairs.sort(reverse=True)
    left = [group.count for group in groups]
    answered: set[int] = set()
    total = 0.0
    for value, call, one in pairs:
        if left[one] and call not in answered:
            answered.add(call)
            left[one] -= 1
            total += value
    return total


class _Land:
    """How far it is on a board; goods are not carried across the temple.

    ground: each hex with a tile, and whether natives may stand there.
    """

    def __init__(self, ground: tuple[tuple[str, bool], ...]) -> None:
        self._open = frozenset(at for at, firm in ground if firm)
        self._known: dict[tuple[str, bool], dict[str, int]] = {}

    def steps(self, to: str, at: str, good: str = "") -> int:
        """Steps from one hex to another."""
        key = to, bool(good)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._around(to, bool(good))
        return known.get(at, FURTHEST)

    def _around(self, to: str, loaded: bool) -> dict[str, int]:
        found = {to: 0}
        edge = [to]
        while edge:
            further = []
            for at in edge:
                for near in neighbours(at):
                    if near in found or near not in self._open or (loaded and near == TEMPLE):
                        continue
                    found[near] = min(FURTHEST, found[at] + 1)
                    further.append(near)
            edge = further
        return found


_land = lru_cache(maxsize=64)(_Land)

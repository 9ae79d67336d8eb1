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
"""An empty-handed native at a good, at a marker, on an own cult site, one of two on a foreign one."""

HOME = (0.0, 0.0, 9.0, 6.0, 3.0, 2.0, 2.0, 1.0, 0.0)
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

ENOUGH_PLACES = 3
"""Places to build on, and goods of each sort, beyond which no more are looked for."""


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
        if position.quest is not None and _scarce(position, seat):
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


def _hut_place(tile: Tile) -> bool:
    return tile.terrain == "plain" and not tile.cult and len(tile.huts) < MOST_HUTS


def _site_place(position: Position, tile: Tile, seat: str) -> bool:
    if tile.terrain != "plain" or tile.cult or tile.huts:
        return False
    return all(group.seat == seat for group in position.groups_at(tile.at))


def _scarce(position: Position, seat: str) -> bool:
    """Whether a new tile would be welcome."""
    places = sum(_hut_place(tile) for tile in position.tiles)
    wood = sum(tile.wood for tile in position.tiles)
    stone = sum(tile.stone for tile in position.tiles)
    return min(places, wood, stone) < ENOUGH_PLACES


def _natives(position: Position, player: Player, wanted: _Wanted) -> float:
    """What the natives on the board are worth where they stand."""
    seat = player.seat
    land = _land(tuple([f"{tile.at}{tile.terrain[0]}" for tile in position.tiles]))
    own = [group for group in position.natives if group.seat == seat]
    huts = [tile.at for tile in position.tiles if _hut_place(tile)] if wanted.wood else []
    sites = [tile.at for tile in position.tiles if _site_place(position, tile, seat)]
    total, markers = 0.0, 0
    calls: list[tuple[float, str]] = []
    for group in own:
        if group.marker:
            markers += 1
            full = CARRIED if markers <= wanted.markers else EARLY
            total += full - WAY * land.steps(TEMPLE, group.at)
        elif group.good:
            places = huts if group.good == "wood" else sites if wanted.sites else []
            value, at = _brought(land, group, places, own, wanted)
            total += group.count * value
            if at and at != TEMPLE:
                calls.append((WITH_HELPER, at))
    calls += _calls(position, player, wanted, markers)
    few = _out(player) == 2  # these must meet at home, whatever they carry
    return total + _matched(land, [group for group in own if few or not group.load], calls)


def _brought(
    land: "_Land", group: Group, places: list[str], own: list[Group], wanted: _Wanted
) -> tuple[float, str]:
    """What a good in hands is worth, and the hex it should go to, "" for none."""
    best, where = 0.0, ""
    for at in places:
        value = LOADED - WAY * land.steps(at, group.at, group.good)
        if value > best:
            best, where = value, at
    if group.good == "stone" and wanted.stone:
        value = LOADED - 0.5 - WAY * land.steps(TEMPLE, group.at)
        if value > best:
            best, where = value, TEMPLE
    return best, where


def _calls(
    position: Position, player: Player, wanted: _Wanted, markers: int
) -> Iterator[tuple[float, str]]:
    """Where empty-handed natives are wanted, and how much."""
    seat = player.seat
    for tile in position.tiles:
        if tile.wood and wanted.wood:
            yield from [(FETCHING, tile.at)] * min(tile.wood, 2)
        if tile.stone and wanted.stone:
            yield from [(FETCHING, tile.at)] * min(tile.stone, 2)
        if tile.cult and wanted.mana:
            if tile.cult == seat:
                yield KEEPING, tile.at
            else:
                yield from ((ABROAD - WAY, tile.at), (ABROAD + WAY, tile.at))
        under = [hut.marker for hut in tile.huts if hut.owner == seat]
        if any(under) and markers < wanted.markers:
            yield CALLED, tile.at
        if under and not any(hut.marker for hut in tile.huts):
            yield from [(HOME[_out(player)], tile.at)] * 2


def _matched(land: "_Land", groups: list[Group], calls: list[tuple[float, str]]) -> float:
    """The natives at the calls that suit them best, each call answered by one of them."""
    pairs = [
        (value - WAY * land.steps(at, group.at), call, one)
        for one, group in enumerate(groups)
        for call, (value, at) in enumerate(calls)
    ]
    pairs.sort(reverse=True)
    left = [group.count for group in groups]
    answered: set[int] = set()
    total = 0.0
    for value, call, one in pairs:
        if value <= 0:
            break
        if left[one] and call not in answered:
            answered.add(call)
            left[one] -= 1
            total += value
    return total


class _Land:
    """How far it is on a board; goods are not carried across the temple."""

    def __init__(self, tiles: tuple[str, ...]) -> None:
        self._open = frozenset(tile[:-1] for tile in tiles if tile[-1] != "v")
        self._known: dict[tuple[str, str], dict[str, int]] = {}

    def steps(self, to: str, at: str, good: str = "") -> int:
        """Steps from one hex to another."""
        key = to, good
        if key not in self._known:
            self._known[key] = self._around(to, good)
        return self._known[key].get(at, FURTHEST)

    def _around(self, to: str, good: str) -> dict[str, int]:
        found = {to: 0}
        edge = [to]
        while edge:
            further = []
            for at in edge:
                for near in neighbours(at):
                    if near in found or near not in self._open or (good and near == TEMPLE):
                        continue
                    found[near] = min(FURTHEST, found[at] + 1)
                    further.append(near)
            edge = further
        return found


@lru_cache(maxsize=64)
def _land(tiles: tuple[str, ...]) -> _Land:
    return _Land(tiles)

"""Roughly how near a seat is to winning. Only for simulated games: no rule rests on it.

The weights are ours, set by trying. Each native of the seat is worth most where it is needed
most, less what the way there takes: so a player that only ever looks one move ahead fetches
goods, meets helpers, builds, breeds, carries markers to the temple and offers them.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from companion.games.mesopotamien.building import MOST_HUTS
from companion.games.mesopotamien.player import Player
from companion.games.mesopotamien.position import Group, Position, Tile, neighbours
from companion.games.mesopotamien.tokens import TEMPLE
from companion.kernel import memo_last

OFFERED = 100.0
MANA = 3.0
CEILING = 10.0
SITE = 26.0
UNDER_HUT = 24.0
"""A marker of the seat's own under a hut."""

CARRIED = 38.0
"""The same on a native, where it can be paid for soon."""

EARLY = 23.0
"""The same where it cannot: the native would only wait."""

BORN = (100.0, 100.0, 12.0, 8.0, 6.0, 3.0, 2.0, 1.0)
"""For each native on the board, the first to the eighth: a single one has no offspring."""

WON = 500.0
"""All markers are open: nothing else counts."""

LOADED = 10.0
"""A good that is wanted, in the hands of a native: more than FETCHING however far it must go."""

SURPLUS = 1.0
"""A good in hands that is not wanted: less than almost any use of the hands."""

WITH_HELPER = 6.0
"""A second native where something is to be built."""

FETCHING, CALLED, KEEPING, ABROAD = 3.0, 6.0, 4.0, 1.5
"""An empty-handed native at a good, at a marker, on an own cult site, one of two on another's."""

HOME = (0.0, 0.0, 9.0, 6.0, 3.0, 2.0, 0.0, 0.0, 0.0)
"""Each of two natives where there can be offspring, by the number on the board."""

WAY = 0.5
"""Lost for each step to where a native is wanted."""

FURTHEST = 12
"""Steps from which on distance makes no difference."""

NEVER = 99
"""Steps to where no way leads."""

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
    """What a seat can still use.

    wood, stone, markers: in how many hands.
    ceiling: whether it is still to be raised.
    sites: whether another can be founded.
    mana: whether it can come in.
    """

    wood: int
    stone: int
    markers: int
    ceiling: bool
    sites: bool
    mana: bool


def evaluate(position: Position, seat: str) -> float:
    """The more, the nearer the seat is to its fourth offering."""
    player = position.player(seat)
    wanted = _wanted(player)
    total = OFFERED * len(player.offered) + (0.0 if player.open_values else WON)
    total += MANA * min(player.mana, sum(player.open_values))
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
    sites = player.cults if missing else 0
    raises = max(0, max(open_values, default=0) - player.ceiling)
    return _Wanted(
        wood=min(player.markers_left, player.huts),
        stone=sites + raises,
        markers=markers,
        ceiling=raises > 0,
        sites=sites > 0,
        mana=missing and player.mana < player.ceiling,
    )


class _Board(NamedTuple):
    """What the tiles offer.

    land: what lies next to what, and how far it is.
    huts, sites: where these could be built.
    goods, cults: the tiles that have some.
    homes: those with huts, by owner.
    scarce: whether a new tile would be welcome.
    """

    land: "_Land"
    huts: tuple[str, ...]
    sites: tuple[str, ...]
    goods: tuple[Tile, ...]
    cults: tuple[Tile, ...]
    homes: dict[str, list[Tile]]
    scarce: bool


@memo_last
def _board(tiles: tuple[Tile, ...]) -> _Board:
    plains = [tile for tile in tiles if tile.terrain == "plain" and not tile.cult]
    huts = tuple(tile.at for tile in plains if len(tile.huts) < MOST_HUTS)
    wood, stone = sum(tile.wood for tile in tiles), sum(tile.stone for tile in tiles)
    homes: dict[str, list[Tile]] = {}
    for tile in plains:
        for owner in {hut.owner for hut in tile.huts}:
            homes.setdefault(owner, []).append(tile)
    return _Board(
        land=_land(tuple((tile.at, tile.terrain != "volcano") for tile in tiles)),
        huts=huts,
        sites=tuple(tile.at for tile in plains if not tile.huts),
        goods=tuple(tile for tile in tiles if tile.wood or tile.stone),
        cults=tuple(tile for tile in tiles if tile.cult),
        homes=homes,
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
        "wood": board.huts,
        "stone": tuple(at for at in board.sites if at not in foreign) if wanted.sites else (),
    }
    brought: dict[str, list[tuple[float, str]]] = {"wood": [], "stone": []}
    carried: list[float] = []
    loaded: Counter[str] = Counter()
    for group in own:
        if group.load:
            loaded[group.at] += group.count
        if group.marker:
            carried.append(-WAY * board.land.steps(TEMPLE, group.at))
        elif group.load:
            way = _brought(board.land, group, places[group.load], wanted)
            brought[group.load] += [way] * group.count
    total = 0.0
    building: dict[str, None] = {}
    for ways, most in ((brought["wood"], wanted.wood), (brought["stone"], wanted.stone)):
        ways.sort(reverse=True)
        total += sum(value for value, _ in ways[:most])
        total += sum(min(value, SURPLUS) for value, _ in ways[most:])
        building.update((at, None) for _, at in ways[:most] if at not in ("", TEMPLE))
    carried.sort(reverse=True)
    soon = min(len(carried), wanted.markers)
    total += CARRIED * soon + EARLY * (len(carried) - soon) + sum(carried)
    # Of two loaded natives on a tile one helps the other.
    total += WITH_HELPER * sum(loaded[at] > 1 for at in building)
    calls = [(WITH_HELPER, at) for at in building if loaded[at] < 2]
    short = wanted._replace(
        wood=wanted.wood - len(brought["wood"]),
        stone=wanted.stone - len(brought["stone"]),
        markers=wanted.markers - len(carried),
    )
    calls += _calls(board, player, short)
    few = _out(player) == 2  # these must meet at home, whatever they carry
    return total + _matched(board.land, [g for g in own if few or not g.load], calls)


def _brought(
    land: "_Land", group: Group, places: tuple[str, ...], wanted: _Wanted
) -> tuple[float, str]:
    """What a good in hands is worth, and the hex it should go to, "" for none."""
    ways = [(LOADED - WAY * land.steps(at, group.at, group.load), at) for at in places]
    if group.load == "stone":
        most = LOADED if wanted.ceiling else SURPLUS
        temple = most - WAY * (1 + land.steps(TEMPLE, group.at)), TEMPLE
        ways = [temple] if group.at == TEMPLE else [*ways, temple]
    return max([(0.0, ""), *ways])


def _calls(board: _Board, player: Player, short: _Wanted) -> Iterator[tuple[float, str]]:
    """Where empty-handed natives are called to, and how much. short: what is still wanted."""
    for tile in board.goods:
        goods = max(0, min(tile.wood, short.wood)) + max(0, min(tile.stone, short.stone))
        for _ in range(min(goods, MOST_FETCHERS)):
            yield FETCHING, tile.at
    for tile in board.cults if short.mana else ():
        if tile.cult == player.seat:
            yield KEEPING, tile.at
        elif player.cults > 1:
            yield ABROAD - WAY, tile.at
            yield ABROAD + WAY, tile.at
    home = HOME[_out(player)]
    for tile in board.homes.get(player.seat, ()):
        if any(hut.marker for hut in tile.huts):
            if short.markers > 0 and any(h.marker and h.owner == player.seat for h in tile.huts):
                yield CALLED, tile.at
        elif home:
            yield home, tile.at
            yield home, tile.at


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
        return known.get(at, NEVER)

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

"""The twin of a Mesopotamian table: hexes, natives, huts, markers, players."""

from functools import cache, cached_property
from typing import Annotated, Literal, get_args

import msgspec

from companion import kernel
from companion.games.mesopotamien.options import Box, Options
from companion.games.mesopotamien.player import Player
from companion.games.mesopotamien.tokens import (
    COLOURS,
    Hex,
    HutToken,
    NativeToken,
    Owner,
    Seat,
    coordinates,
    hut_token,
    native_token,
)
from companion.kernel import memo_few

Terrain = Literal["plain", "forest", "quarry", "volcano", "temple"]
Drawn = Literal["plain", "forest", "quarry", "volcano"]
Good = Literal["wood", "stone"]
Load = Literal["", "wood", "stone", "m1", "m2", "m3", "m4"]
Card = Literal[
    "endurance",
    "priest",
    "fertility",
    "holy_stone",
    "land",
    "mana_robbery",
    "teleport",
    "expel",
]
Phase = Literal["move", "act", "mana", "over"]
Action = Literal["", "hut", "cult", "breed", "card"]
Count = Annotated[int, msgspec.Meta(ge=0)]

CARDS: dict[Card, int] = dict.fromkeys(get_args(Card), 2) | {"endurance": 3, "priest": 3}
"""All 18 cards by name (table of components, 2.3 of the sources in docs/games/mesopotamien.md)."""

GOODS: tuple[Good, ...] = ("wood", "stone")
SOURCE_OF: dict[str, Good] = {"forest": "wood", "quarry": "stone"}
"""Which good a terrain brings (M53)."""


class Setup(kernel.Setup, frozen=True, kw_only=True):
    """What a match starts from."""

    options: Options
    box: Box


class Hut(msgspec.Struct, frozen=True, order=True):
    """A hut on a tile. marker: number of the owner's marker under it, 0 for none."""

    owner: Owner
    marker: int = 0

    def token(self, at: Hex) -> HutToken:
        """What the hut is called on a tile."""
        return hut_token(at, self.owner, self.marker)


class Tile(msgspec.Struct, frozen=True):
    """A laid tile with what lies loose on it.

    at: its place.
    terrain: what it shows.
    wood, stone: loose pieces, how many.
    huts: those built on it.
    cult: whose cult site it is, "" for none.
    """

    at: Hex
    terrain: Terrain
    wood: Count = 0
    stone: Count = 0
    huts: tuple[Hut, ...] = ()
    cult: str = ""

    def loose(self, good: str) -> int:
        """How much of a good lies on the tile."""
        return self.wood if good == "wood" else self.stone


class Group(msgspec.Struct, frozen=True, order=True, dict=True):
    """Natives of one player on one tile that nobody can tell apart.

    at: the tile.
    seat: whose they are.
    load: "", ``wood``, ``stone``, or ``m1`` to ``m4`` for that marker of the owner.
    robbed: whether they have robbed this turn (M32).
    count: how many.
    """

    at: Hex
    seat: Seat
    load: Load = ""
    robbed: bool = False
    count: int = 1

    @cached_property
    def token(self) -> NativeToken:
        """What the group is called: put together once, for a group stays while others move."""
        return native_token(self.seat, self.at, self.load, self.robbed)

    @property
    def good(self) -> str:
        """``wood`` or ``stone`` if they carry that, else ""."""
        return self.load if self.load in GOODS else ""

    @property
    def marker(self) -> int:
        """Number of the marker they carry, 0 for none."""
        return int(self.load[1]) if self.load[:1] == "m" else 0


class Stack(msgspec.Struct, frozen=True):
    """How many tiles of each terrain are still face down."""

    plain: Count
    forest: Count
    quarry: Count
    volcano: Count

    def of(self, terrain: str) -> int:
        """How many of that terrain."""
        count: int = getattr(self, terrain)
        return count

    @property
    def size(self) -> int:
        """How many in all."""
        return self.plain + self.forest + self.quarry + self.volcano


class Turn(msgspec.Struct, frozen=True):
    """Where in which turn the match is.

    number: turns are numbered from 1 over all players; the seat follows from it.
    phase: of this turn.
    movement: points left.
    explorations: made in this turn.
    action: which of the four kinds was used (M63).
    used: tiles used by it (M65).
    priests: sites for which a priest was played, one entry a card (M100).
    came_from: from where natives with goods entered the temple tile in this turn (M14).
    """

    number: int = 1
    phase: Phase = "move"
    movement: int = 0
    explorations: int = 0
    action: Action = ""
    used: tuple[Hex, ...] = ()
    priests: tuple[Hex, ...] = ()
    came_from: tuple[Hex, ...] = ()


class Quest(msgspec.Struct, frozen=True):
    """An exploration under way.

    native: the explorer's group, which stands on ``to`` as soon as a tile lies there.
    to: the place that is explored.
    stage: what is owed next: the *draw* of a tile (by the table), a place for the *volcano*, or the
        tiles over which to *spread* the goods (by the explorer).
    good, count: what is to be laid out.
    """

    native: NativeToken
    to: Hex
    stage: Literal["draw", "volcano", "spread"] = "draw"
    good: str = ""
    count: int = 0


@memo_few(2)
def _by_hex(tiles: tuple[Tile, ...]) -> dict[str, Tile]:
    return {tile.at: tile for tile in tiles}


@memo_few(2)
def _by_token(natives: tuple[Group, ...]) -> dict[str, Group]:
    return {group.token: group for group in natives}


@memo_few(2)
def _huts(tiles: tuple[Tile, ...]) -> dict[str, tuple[Tile, Hut]]:
    return {hut.token(tile.at): (tile, hut) for tile in tiles for hut in tile.huts}


class Position(msgspec.Struct, frozen=True, dict=True):
    """All that is known of a match. Tiles, natives and players are in fixed order.

    setup: seats, options and box.
    tiles: those laid, with what lies on them.
    natives: those on the board, in groups.
    players: what is not on the board, by seat.
    wood, stone: in the general supply.
    stack: the tiles face down.
    pile: cards face down in the draw pile.
    turn: where in which turn the match is.
    discard: the cards on the discard pile.
    gone: the cards out of the game.
    quest: the exploration under way, if any.
    """

    setup: Setup
    tiles: tuple[Tile, ...]
    natives: tuple[Group, ...]
    players: tuple[Player, ...]
    wood: Count
    stone: Count
    stack: Stack
    pile: Count
    turn: Turn
    discard: tuple[Card, ...] = ()
    gone: tuple[Card, ...] = ()
    quest: Quest | None = None

    @property
    def options(self) -> Options:
        """What the group agreed on."""
        return self.setup.options

    @cached_property
    def active(self) -> Seat:
        """Whose turn it is (M3)."""
        seats = self.setup.seats
        return seats[(self.turn.number - 1) % len(seats)]

    @property
    def first_round(self) -> bool:
        """Whether the active player has the very first turn (M7)."""
        return self.turn.number <= len(self.setup.seats)

    @cached_property
    def by_hex(self) -> dict[str, Tile]:
        """The tiles by their place."""
        return _by_hex(self.tiles)

    @cached_property
    def groups(self) -> dict[str, Group]:
        """The natives on the board by token."""
        return _by_token(self.natives)

    @cached_property
    def huts(self) -> dict[str, tuple[Tile, Hut]]:
        """Each hut with its tile, by token."""
        return _huts(self.tiles)

    def tile(self, at: str) -> Tile | None:
        """The tile on a hex, None where none lies."""
        return self.by_hex.get(at)

    def laid(self, at: str) -> Tile:
        """As :meth:`tile`, where a need has made sure of it. Raises KeyError otherwise."""
        return self.by_hex[at]

    def terrain(self, at: str) -> str:
        """The terrain of a hex, "" where no tile lies."""
        tile = self.by_hex.get(at)
        return tile.terrain if tile else ""

    def group(self, token: str) -> Group | None:
        """The natives called by that token, None when there are none."""
        return self.groups.get(token)

    def native(self, token: str) -> Group:
        """As :meth:`group`, where a need has made sure of it. Raises KeyError otherwise."""
        return self.groups[token]

    def groups_at(self, at: str, seat: str = "") -> tuple[Group, ...]:
        """The natives on a hex, of one seat if given."""
        return tuple(g for g in self.natives if g.at == at and (not seat or g.seat == seat))

    def natives_at(self, at: str, seat: str) -> int:
        """How many natives a seat has on a hex."""
        return sum([one.count for one in self.natives if one.at == at and one.seat == seat])

    def player(self, seat: str) -> Player:
        """The player of that colour. Raises KeyError when that colour does not play."""
        for player in self.players:
            if player.seat == seat:
                return player
        raise KeyError(seat)

    def hut(self, token: str) -> tuple[Tile, Hut] | None:
        """The hut called by that token and its tile, None when there is none."""
        return self.huts.get(token)

    def standing(self, token: str) -> tuple[Tile, Hut]:
        """As :meth:`hut`, where a need has made sure of it. Raises KeyError otherwise."""
        return self.huts[token]

    def marker_at(self, seat: str, number: int) -> str:
        """The hex where a marker lies under a hut or on a native, "" elsewhere."""
        for group in self.natives:
            if group.seat == seat and group.marker == number:
                return group.at
        for tile in self.tiles:
            if Hut(seat, number) in tile.huts:
                return tile.at
        return ""

    def cards_unseen(self, card: Card) -> int:
        """How many copies of a card lie neither on the discard pile nor out of the game."""
        return CARDS[card] - self.discard.count(card) - self.gone.count(card)

    def loose_supply(self, good: str) -> int:
        """How much of a good the general supply holds."""
        return self.wood if good == "wood" else self.stone


def neutral_huts(players: int) -> int:
    """How many huts there are of a colour nobody plays; with four players there is none."""
    return 5 if players < len(COLOURS) else 0


@cache
def neighbours(at: Hex) -> tuple[Hex, ...]:
    """The six hexes that share an edge with a hex (flat side up, axial coordinates)."""
    q, r = coordinates(at)
    around = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
    return tuple(f"{q + dq},{r + dr}" for dq, dr in around)


def spaces_between(one: Hex, other: Hex) -> int:
    """How many steps it is from one hex to another, whatever lies on the way; 1 for neighbours."""
    (q, r), (s, t) = coordinates(one), coordinates(other)
    return max(abs(q - s), abs(r - t), abs(q + r - s - t))


def in_order(at: Hex) -> tuple[int, int]:
    """Sort key of hexes."""
    return coordinates(at)

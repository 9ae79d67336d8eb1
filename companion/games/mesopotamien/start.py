"""The position with which a match starts (chapter 3 of the sources)."""

from collections import Counter

from msgspec.structs import replace

from companion.games.mesopotamien.options import Box, Options
from companion.games.mesopotamien.pieces import with_turn
from companion.games.mesopotamien.player import Player
from companion.games.mesopotamien.position import (
    CARDS,
    Card,
    Group,
    Hut,
    Position,
    Setup,
    Stack,
    Tile,
    Turn,
    in_order,
)
from companion.games.mesopotamien.tokens import NEUTRAL
from companion.games.mesopotamien.turns import allowance
from companion.kernel import UNKNOWN

PLAIN_A = "-1,0"
PLAIN_B = "-1,1"
NATIVES_AT_START = 3
HUTS_TO_A_PLAIN = 2
"""How many natives each player has on the start plain, and how many huts it holds."""

STACK = {4: Stack(20, 5, 6, 3), 3: Stack(16, 5, 6, 3), 2: Stack(14, 5, 6, 3)}
"""The face-down tiles by number of players: 4 plains fewer with three, 6 with two."""

PLAINS = {4: "ABBA", 3: "ABB", 2: "AB"}
"""On which start plain the seats begin, by number of players."""


def start(seats: tuple[str, ...], options: Options, box: Box) -> Position:
    """The first position. Raises ValueError in words when it cannot be set up so."""
    count = len(seats)
    plains = {seat: _plain(options, count, index) for index, seat in enumerate(seats)}
    crowd = Counter(plains.values())
    if max(crowd.values()) > HUTS_TO_A_PLAIN:
        raise ValueError(f"a start plain holds {HUTS_TO_A_PLAIN} huts, not {max(crowd.values())}")
    forest, quarry = ("1,-1", "1,0") if options.forest_north else ("1,0", "1,-1")
    tiles = (
        Tile("0,0", "temple"),
        Tile("0,-1", "volcano"),
        Tile("0,1", "volcano"),
        Tile(forest, "forest", wood=count),
        Tile(quarry, "quarry", stone=count),
        *(
            Tile(at, "plain", huts=_huts(options, [s for s in seats if plains[s] == at]))
            for at in (PLAIN_A, PLAIN_B)
        ),
    )
    groups = (Group(plains[seat], seat, count=NATIVES_AT_START) for seat in seats)
    gone = cards_out(options)
    hand = (UNKNOWN,) if options.start_cards else ()
    player = Player(seat="", natives=8 - NATIVES_AT_START, huts=4, hand=hand)
    position = Position(
        setup=Setup(seats=seats, options=options, box=box),
        tiles=tuple(sorted(tiles, key=lambda tile: in_order(tile.at))),
        natives=tuple(sorted(groups, key=lambda group: group.token)),
        players=tuple(replace(player, seat=seat) for seat in seats),
        wood=options.wood - count,
        stone=options.stone - count,
        stack=STACK[count],
        pile=sum(CARDS.values()) - len(gone) - len(hand) * count,
        turn=Turn(),
        gone=gone,
    )
    if position.pile < 0:
        raise ValueError("not enough cards are left for one in each hand")
    return with_turn(position, movement=allowance(position))


def cards_out(options: Options) -> tuple[Card, ...]:
    """The cards taken out before the start. Raises ValueError when there are not that many."""
    gone: list[Card] = []
    for card, copies in CARDS.items():
        out = getattr(options, f"out_{card}")
        if out > copies:
            raise ValueError(f"out_{card}: the box has {copies} of them, not {out}")
        gone += [card] * out
    return tuple(sorted(gone))


def _plain(options: Options, count: int, index: int) -> str:
    agreed = getattr(options, f"plain_{index + 1}")
    return {"A": PLAIN_A, "B": PLAIN_B}[PLAINS[count][index] if agreed == "default" else agreed]


def _huts(options: Options, owners: list[str]) -> tuple[Hut, ...]:
    neutral = HUTS_TO_A_PLAIN - len(owners) if options.neutral_huts else 0
    return tuple(sorted(Hut(owner) for owner in (*owners, *[NEUTRAL] * neutral)))

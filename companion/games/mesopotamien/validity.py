"""What cannot be: all faults of a position, whatever way it came about."""

from collections import Counter
from collections.abc import Iterator

from companion.games.mesopotamien.holy_stone import LOWEST_CEILING
from companion.games.mesopotamien.player import VALUES, Player
from companion.games.mesopotamien.position import CARDS, GOODS, Position, neutral_huts
from companion.games.mesopotamien.start import STACK, cards_out
from companion.games.mesopotamien.temple import TOP
from companion.games.mesopotamien.tokens import NEUTRAL, TEMPLE
from companion.kernel import UNKNOWN, Fault

PER_PLAYER = {"natives": 8, "huts": 5, "cults": 3}
"""Pieces of each player in the box (2.2 of the sources)."""

LAID = {"temple": 1, "volcano": 2, "forest": 1, "quarry": 1, "plain": 2}
"""The tiles of the start layout."""


def violations(position: Position) -> tuple[Fault, ...]:
    """Everything that no table could show, or an empty tuple."""
    return (*_board(position), *_supplies(position), *_seats(position), *_turn(position))


def _board(position: Position) -> Iterator[Fault]:
    on_tiles = {tile.at for tile in position.tiles}
    if len(on_tiles) < len(position.tiles):
        yield Fault("hexes_shared")
    for group in position.natives:
        if group.at not in on_tiles:
            yield Fault("natives_without_tile", {"native": group.token, "at": group.at})
        if group.seat not in position.setup.seats:
            yield Fault("no_such_seat", {"seat": group.seat})
        if group.count < 1 or (group.marker and group.count > 1):
            yield Fault("count_wrong", {"native": group.token, "count": group.count})
    for tile in position.tiles:
        owners = {hut.owner for hut in tile.huts} - {NEUTRAL} | ({tile.cult} - {""})
        for owner in sorted(owners - set(position.setup.seats)):
            yield Fault("no_such_seat", {"seat": owner})
        if tile.wood < 0 or tile.stone < 0:
            yield Fault("below_zero", {"what": tile.at})
    if position.terrain(TEMPLE) != "temple":
        yield Fault("no_temple")
    neutral = sum(hut.owner == NEUTRAL for tile in position.tiles for hut in tile.huts)
    most = neutral_huts(len(position.players))
    if neutral > most:
        yield Fault("too_many", {"what": NEUTRAL, "count": neutral, "most": most})


def _supplies(position: Position) -> Iterator[Fault]:
    laid: Counter[str] = Counter(tile.terrain for tile in position.tiles)
    stack = STACK[len(position.setup.seats)]
    for terrain, start in LAID.items():
        left = 0 if terrain == "temple" else stack.of(terrain)
        hidden = 0 if terrain == "temple" else position.stack.of(terrain)
        drawn = position.quest is not None and position.quest.stage == "volcano"
        there = laid[terrain] + hidden + (1 if drawn and terrain == "volcano" else 0)
        if hidden < 0 or there > start + left:
            values = {"what": terrain, "count": there, "most": start + left}
            yield Fault("too_many", values)
    for good in GOODS:
        most: int = getattr(position.options, good)
        board = sum(tile.loose(good) for tile in position.tiles)
        board += sum(group.count for group in position.natives if group.load == good)
        supply = position.loose_supply(good)
        count = board + max(0, supply)
        if supply < 0 or count != most:
            yield Fault("goods_wrong", {"good": good, "count": count, "most": most})
    hands = sum(len(player.hand) for player in position.players)
    cards = position.pile + hands + len(position.discard) + len(position.gone)
    if position.pile < 0 or cards != sum(CARDS.values()):
        yield Fault("too_many", {"what": "card", "count": cards, "most": sum(CARDS.values())})
    for card, copies in CARDS.items():
        seen = copies - position.cards_unseen(card)
        if seen > copies:
            yield Fault("too_many", {"what": card, "count": seen, "most": copies})
    out = Counter(cards_out(position.options)) - Counter(position.gone)
    for card in sorted(out):
        yield Fault("card_not_gone", {"card": card})


def _seats(position: Position) -> Iterator[Fault]:
    if tuple(player.seat for player in position.players) != position.setup.seats:
        yield Fault("players_wrong")
    for player in position.players:
        yield from _player(position, player)


def _player(position: Position, player: Player) -> Iterator[Fault]:
    seat = player.seat
    pieces = {
        "natives": sum(group.count for group in position.natives if group.seat == seat),
        "huts": sum(hut.owner == seat for tile in position.tiles for hut in tile.huts),
        "cults": sum(tile.cult == seat for tile in position.tiles),
    }
    for what, board in pieces.items():
        supply: int = getattr(player, what)
        count = board + max(0, supply)
        if supply < 0 or count != PER_PLAYER[what]:
            values = {"seat": seat, "count": count, "most": PER_PLAYER[what]}
            yield Fault("pieces_wrong", {"what": what, **values})
    if not LOWEST_CEILING <= player.ceiling <= TOP:
        values = {"seat": seat, "ceiling": player.ceiling}
        yield Fault("ceiling_wrong", {**values, "least": LOWEST_CEILING, "most": TOP})
    if not 0 <= player.mana <= player.ceiling:
        yield Fault("mana_wrong", {"seat": seat, "mana": player.mana, "ceiling": player.ceiling})
    if len(player.markers) != len(VALUES):
        values = {"seat": seat, "count": len(player.markers), "most": len(VALUES)}
        yield Fault("pieces_wrong", {"what": "markers", **values})
    yield from _markers(position, player)
    if not 0 <= player.locked <= len(player.hand):
        yield Fault("below_zero", {"what": "locked"})
    for card in CARDS:
        if player.hand.count(card) > max(0, position.cards_unseen(card)):
            yield Fault("card_used_up", {"card": card, "most": CARDS[card]})


def _markers(position: Position, player: Player) -> Iterator[Fault]:
    shown = [m.value for m in player.markers if m.value != UNKNOWN]
    for value in sorted({value for value in shown if shown.count(value) > 1}, key=str):
        yield Fault("value_twice", {"seat": player.seat, "value": value})
    for marker in player.markers:
        carriers = [
            g for g in position.natives if g.seat == player.seat and g.marker == marker.number
        ]
        huts = [
            tile
            for tile in position.tiles
            for hut in tile.huts
            if hut.owner == player.seat and hut.marker == marker.number
        ]
        expected = {"native": (1, 0), "hut": (0, 1)}.get(marker.place, (0, 0))
        if (len(carriers), len(huts)) != expected:
            yield Fault("marker_lost", {"seat": player.seat, "number": marker.number})
        if marker.place == "offered" and marker.value == UNKNOWN:
            yield Fault("offered_unknown", {"seat": player.seat, "number": marker.number})


def _turn(position: Position) -> Iterator[Fault]:
    turn = position.turn
    if turn.number < 1 or turn.movement < 0 or turn.explorations < 0:
        yield Fault("below_zero", {"what": "turn"})
    for at in (*turn.used, *turn.priests):
        if position.tile(at) is None:
            yield Fault("no_tile_there", {"at": at})

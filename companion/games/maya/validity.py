"""What cannot be: all faults of a position, whatever way it came about."""

from collections.abc import Iterator

from companion.games.maya.box import (
    wrong,
)
from companion.games.maya.cards import NEUTRAL_CARDS, PER_BACK, too_many
from companion.games.maya.position import SPENT, STONES, SUPPLY, Position
from companion.games.maya.tokens import NEUTRAL
from companion.kernel import UNKNOWN, Fault

TURNS = ("opening", "laying", "transport", "building")
"""Steps in which it is somebody's turn."""


def violations(p: Position) -> tuple[Fault, ...]:
    """Everything that no table could show, or an empty tuple."""
    if p.phase == "profile":
        return ()
    return (*wrong(p.board), *_stones(p), *_cards(p), *_seats(p), *_markers(p))


def _stones(p: Position) -> Iterator[Fault]:
    places = {SUPPLY, *p.levels()}
    places |= {f"{pile}:{seat}" for pile in ("stock", "awarded") for seat in p.setup.seats}
    for at in dict.fromkeys(one.at for one in p.pieces):
        if at not in places:
            yield Fault("no_such_pile", {"at": at})
    for colour in p.colours:
        stones = sum(one.count for one in p.pieces if one.piece == f"stone:{colour}")
        if stones != STONES:
            yield Fault("stones_wrong", {"colour": colour, "stones": stones, "most": STONES})
    for one in p.pieces:
        if one.piece.removeprefix("stone:") not in p.colours:
            yield Fault("no_such_seat", {"seat": one.piece.removeprefix("stone:")})


def _cards(p: Position) -> Iterator[Fault]:
    ids = tuple(f"Q{number}" for number in range(1, len(p.board.quarries) + 1))
    if tuple(one.id for one in p.quarries) != ids:
        yield Fault("quarries_wrong", {"count": len(p.quarries), "most": len(ids)})
        return
    for seat in p.setup.seats:
        for card, most in (("low", PER_BACK), ("high", PER_BACK), (NEUTRAL, NEUTRAL_CARDS)):
            left = p.in_hand(seat, card)
            if left < 0:
                values = {"count": most - left, "most": most}
                yield Fault("cards_impossible", {"seat": seat, "card": card, **values})
        shown = (
            card.value
            for quarry in p.quarries
            if quarry.state != "covered"
            for card in quarry.cards
            if card.owner == seat
        )
        for value in too_many(value for value in shown if value != UNKNOWN):
            yield Fault("not_in_one_hand", {"seat": seat, "value": value, "most": 1})
    for owner in {card.owner for quarry in p.quarries for card in quarry.cards} - set(p.colours):
        yield Fault("no_such_seat", {"seat": owner})


def _seats(p: Position) -> Iterator[Fault]:
    if tuple(player.seat for player in p.players) != p.setup.seats:
        yield Fault("players_wrong")
    named = {p.start, p.next_start, p.turn, p.winner, *(one.seat for one in p.ledger)} - {""}
    for seat in sorted(named - set(p.setup.seats)):
        yield Fault("no_such_seat", {"seat": seat})
    for seat in p.setup.seats:
        if p.gold(seat) < 0:
            yield Fault("gold_below_zero", {"seat": seat})
    if p.turn and p.phase not in TURNS:
        yield Fault("cannot_be_next", {"seat": p.turn})
    if bool(p.winner) != bool(p.won) or (p.won and p.phase != "awarding"):
        yield Fault("marker_not_in_play", {"marker": p.won or "NONE"})


def _markers(p: Position) -> Iterator[Fault]:
    printed = sorted(one.marker for one in p.board.quarries if one.marker != "NONE")
    for name in {one.name for one in p.markers} ^ set(printed):
        yield Fault("marker_not_in_play", {"marker": name})
    places = {SPENT, *(one.id for one in p.quarries), *(f"seat:{seat}" for seat in p.setup.seats)}
    for marker in p.markers:
        if marker.at not in places:
            yield Fault("no_such_marker_place", {"at": marker.at})

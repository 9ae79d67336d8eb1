"""What owners tell in private: the value under a marker, a card in hand.

Notes are a service, not a part of the table: nothing public rests on them, and what the table
shows later overrides them silently. So a wrong note never betrays itself.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.mesopotamien.pieces import note, possible
from companion.games.mesopotamien.player import VALUES, Value
from companion.games.mesopotamien.position import CARDS, Card, Position
from companion.games.mesopotamien.tokens import MarkerToken, Seat, marker_token, whose
from companion.kernel import (
    UNKNOWN,
    Move,
    MoveKind,
    Open,
    aside,
    correction,
    event,
    fact,
    known,
    plays,
    seats,
)
from companion.kernel.events import Transition


class TellMarker(Move, frozen=True, tag="tell_marker"):
    """The owner notes what a marker shows that lies under a hut or on a native."""

    seat: Seat
    marker: MarkerToken
    value: Value


class TellCard(Move, frozen=True, tag="tell_card"):
    """The owner notes the name of a card in hand."""

    seat: Seat
    card: Card


def place_of(position: Position, token: str) -> str:
    """Where a marker lies, "" when nobody plays that colour."""
    seat, number = whose(token)
    if seat not in position.setup.seats:
        return ""
    return position.player(seat).markers[number - 1].place


def _tell_marker(position: Position, move: TellMarker) -> Iterator[Transition[Position]]:
    _, number = whose(move.marker)
    players = tuple(
        note(player, number, move.value) if player.seat == move.seat else player
        for player in position.players
    )
    others = (one for one in position.player(move.seat).markers if one.number != number)
    old = {one.value for one in others if one.value != UNKNOWN}
    position = replace(position, players=players)
    yield event(position, "marker_noted", "M26", marker=move.marker)
    if move.value in old:
        yield aside(position, move.seat, "note_disproved", "M26", seat=move.seat)


def _tell_card(position: Position, move: TellCard) -> Iterator[Transition[Position]]:
    player = position.player(move.seat)
    hand = list(player.hand)
    hand[hand.index(UNKNOWN) if UNKNOWN in hand else 0] = move.card
    noted = replace(player, hand=tuple(sorted(hand)))
    if move.card in CARDS:
        noted = possible(position, noted, move.card)
    gone = Counter(player.hand) - Counter(noted.hand) - Counter([UNKNOWN])
    players = tuple(noted if one is player else one for one in position.players)
    position = replace(position, players=players)
    yield event(position, "card_noted", "M89", seat=move.seat)
    if gone:
        yield aside(position, move.seat, "note_disproved", "M89", seat=move.seat)


def _out(position: Position, draft: TellMarker) -> Iterator[str]:
    """The seat's own markers under huts and on natives."""
    for player in position.players:
        for marker in player.markers:
            if player.seat == draft.seat and marker.place in ("hut", "native"):
                yield marker_token(player.seat, marker.number)


def _is_out(position: Position, move: TellMarker) -> bool:
    own = whose(move.marker)[0] == move.seat
    return own and place_of(position, move.marker) in ("hut", "native")


def _open_values(position: Position, move: TellMarker) -> tuple[Value, ...]:
    return position.player(move.seat).open_values


def _copies(position: Position, move: TellCard) -> int:
    """How many copies of the card the hand can still hold besides those noted."""
    noted = position.player(move.seat).hand.count(move.card)
    return position.cards_unseen(known(move.card)) - noted


def _may_hold(position: Position, move: TellCard) -> bool:
    """Whether the card can be in the hand. Raises Open where only the owner may know."""
    if _copies(position, move) <= 0:
        return False
    raise Open


TELL_MARKER: MoveKind[Position, Any] = correction(
    TellMarker,
    _tell_marker,
    plays(),
    fact(
        "marker_not_out",
        _is_out,
        lambda p, m: {"seat": m.seat, "marker": m.marker},
    ),
    fact(
        "value_already_shown",
        lambda p, m: known(m.value) in _open_values(p, m),
        lambda p, m: {
            "seat": m.seat,
            "value": known(m.value),
            "left": _open_values(p, m),
        },
    ),
    candidates={
        "seat": seats,
        "marker": _out,
        "value": lambda p, draft: VALUES,
    },
    hidden=("value",),
)

TELL_CARD: MoveKind[Position, Any] = correction(
    TellCard,
    _tell_card,
    plays(),
    fact(
        "no_card_in_hand",
        lambda p, m: p.player(m.seat).hand,
        lambda p, m: {"seat": m.seat},
    ),
    fact(
        "card_used_up",
        _may_hold,
        lambda p, m: {"card": known(m.card), "most": _copies(p, m)},
    ),
    candidates={"seat": seats},
    hidden=("card",),
)

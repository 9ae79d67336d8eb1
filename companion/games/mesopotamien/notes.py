"""What owners tell in private: the value under a marker, a card in hand.

Notes are a service, not a part of the table: nothing public rests on them, and what the table
shows later overrides them silently. So a wrong note never betrays itself.
"""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.mesopotamien.pieces import note
from companion.games.mesopotamien.position import (
    VALUES,
    Card,
    MarkerToken,
    Position,
    Seat,
    Value,
    marker_token,
)
from companion.kernel import UNKNOWN, Kind, Move, Need, fact, happening
from companion.kernel.happening import Happened
from companion.kernel.values import known


class TellMarker(Move, frozen=True, tag="tell_marker"):
    """The owner notes what a marker shows that lies under a hut or on a native."""

    seat: Seat
    marker: MarkerToken
    value: Value


class TellCard(Move, frozen=True, tag="tell_card"):
    """The owner notes the name of a card in hand."""

    seat: Seat
    card: Card


def whose(token: str) -> tuple[str, int]:
    """The owner and the number of a marker."""
    seat, _, number = token.partition(":m")
    return seat, int(number)


def place_of(position: Position, token: str) -> str:
    """Where a marker lies, "" when nobody plays that colour."""
    seat, number = whose(token)
    if seat not in position.setup.seats:
        return ""
    return position.player(seat).markers[number - 1].place


def _tell_marker(position: Position, move: TellMarker) -> Iterator[Happened[Position]]:
    _, number = whose(move.marker)
    players = tuple(
        note(player, number, move.value) if player.seat == move.seat else player
        for player in position.players
    )
    yield happening(replace(position, players=players), "marker_noted", "M26", marker=move.marker)


def _tell_card(position: Position, move: TellCard) -> Iterator[Happened[Position]]:
    hand = list(position.player(move.seat).hand)
    hand[hand.index(UNKNOWN) if UNKNOWN in hand else 0] = move.card
    players = tuple(
        replace(player, hand=tuple(sorted(hand))) if player.seat == move.seat else player
        for player in position.players
    )
    yield happening(replace(position, players=players), "card_noted", "M89", seat=move.seat)


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


_SEATED: Need[Position, Any] = fact(
    "no_such_seat", lambda p, m: m.seat in p.setup.seats, lambda p, m: {"seat": m.seat}
)

TELL_MARKER: Kind[Position, TellMarker] = Kind(
    TellMarker,
    needs=(
        _SEATED,
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
    ),
    does=_tell_marker,
    candidates={
        "seat": lambda p, draft: p.setup.seats,
        "marker": _out,
        "value": lambda p, draft: VALUES,
    },
    role="fix",
    by="seat",
    hidden=("value",),
    explicit=True,
)

TELL_CARD: Kind[Position, TellCard] = Kind(
    TellCard,
    needs=(
        _SEATED,
        fact(
            "no_card_in_hand",
            lambda p, m: p.player(m.seat).hand,
            lambda p, m: {"seat": m.seat},
        ),
        fact(
            "card_used_up",
            lambda p, m: _copies(p, m) > 0,
            lambda p, m: {"card": known(m.card), "most": _copies(p, m)},
        ),
    ),
    does=_tell_card,
    candidates={"seat": lambda p, draft: p.setup.seats},
    role="fix",
    by="seat",
    hidden=("card",),
    explicit=True,
)

"""Phase A, third step: stones are carried by the workers that stayed in hand."""

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from companion.games.maya.building import begin_building
from companion.games.maya.cards import HAND, MINUS
from companion.games.maya.position import SPENT, SUPPLY, Position, Quarry
from companion.games.maya.pyramids import AnyNeed
from companion.games.maya.tokens import NEUTRAL
from companion.kernel import Effects, Move, MoveKind, event, fact, rule

MORE = 2
"""Stones that PLUS2 carries beside the cards (Y54)."""

PER_TWO = 2
"""Stones that a point, or a worker, carries in the game for two (V7)."""

Stones = Annotated[int, msgspec.Meta(title="stones", ge=0, le=28)]


class Transport(Move, frozen=True, tag="transport"):
    """How many of the stones awarded a player keeps; the others go back to the supply."""

    keep: Stones


class TransportTwo(Move, frozen=True, tag="transport_two"):
    """How many own and how many neutral ones of the stones awarded are kept (game for two)."""

    own: Stones
    neutral: Stones


def capacity(p: Position, seat: str) -> int:
    """How many stones the cards still in hand carry, without marker (Y52, Y53, V7)."""
    hand = list(HAND)
    for card in p.laid(seat):
        if card.value in hand:
            hand.remove(card.value)
    carry = [value for value in hand if value != MINUS]
    if not p.for_two:
        return sum(carry)
    return PER_TWO * (len(carry) if p.options.carry_two == "worker" else sum(carry))


def awarded(p: Position, seat: str) -> int:
    """How many stones a player was awarded and has not carried yet."""
    return p.count(f"awarded:{seat}")


def most(p: Position, seat: str) -> int:
    """How many stones a player can carry, with the marker."""
    return capacity(p, seat) + (MORE if p.owns(seat, "PLUS2") else 0)


def least(p: Position, seat: str) -> int:
    """How many stones a player must carry (Y59)."""
    return min(awarded(p, seat), capacity(p, seat))


def begin_transport(p: Position) -> Effects[Position]:
    """Stones are carried when all quarries and markers are done (Y51)."""
    p = replace(p, phase="transport")
    yield event(p, "transport_begins", "Y51")
    return (yield from carried_on(p))


def carried_on(p: Position) -> Effects[Position]:
    """Who can carry all does; the next who cannot is asked; then the cards are taken back."""
    for seat in p.seats_from(p.start):
        if 0 < awarded(p, seat) <= capacity(p, seat):
            stones = awarded(p, seat)
            for colour in p.colours:
                p = p.moved(colour, f"awarded:{seat}", f"stock:{seat}", _awarded(p, seat, colour))
            yield event(p, "carried_all", "Y52", seat=seat, stones=stones)
    return (yield from _next(p))


def _awarded(p: Position, seat: str, colour: str) -> int:
    return p.count(f"awarded:{seat}", colour)


def _next(p: Position) -> Effects[Position]:
    """The next who was awarded more than the cards carry; then the cards are taken back."""
    seat = next((one for one in p.seats_from(p.start) if awarded(p, one)), "")
    p = replace(p, turn=seat)
    if seat:
        values = {"seat": seat, "stones": awarded(p, seat), "capacity": capacity(p, seat)}
        yield event(p, "surplus", "Y55", **values)
        return p
    p = replace(
        p,
        quarries=tuple(Quarry(one.id, state="done") for one in p.quarries),
    )
    yield event(p, "cards_back", "Y57")
    return (yield from begin_building(p))


def _carried(p: Position, own: int, neutral: int) -> Effects[Position]:
    seat = p.turn
    if own + neutral > capacity(p, seat) and p.owns(seat, "PLUS2"):
        p = p.with_marker("PLUS2", SPENT)
        yield event(p, "marker_used", "Y54", seat=seat, marker="PLUS2")
    back = awarded(p, seat) - own - neutral
    for colour, keep in ((seat, own), (NEUTRAL, neutral)):
        surplus = _awarded(p, seat, colour) - keep
        p = p.moved(colour, f"awarded:{seat}", f"stock:{seat}", keep)
        p = p.moved(colour, f"awarded:{seat}", SUPPLY, surplus)
    yield event(p, "carried", "Y55", seat=seat, stones=own + neutral, back=back)
    return (yield from _next(p))


def _transport(p: Position, m: Transport) -> Effects[Position]:
    return (yield from _carried(p, m.keep, 0))


def _transport_two(p: Position, m: TransportTwo) -> Effects[Position]:
    return (yield from _carried(p, m.own, m.neutral))


CARRIES: AnyNeed = fact(
    "nothing_to_carry",
    lambda p, m: p.phase == "transport" and awarded(p, p.turn),
)


def _values(p: Position) -> dict[str, Any]:
    seat = p.turn
    return {
        "seat": seat,
        "capacity": capacity(p, seat),
        "most": most(p, seat),
        "stones": awarded(p, seat),
        "least": least(p, seat),
    }


def _enough(p: Position, kept: int) -> bool:
    """Whether no more could be carried, with the marker where it is used."""
    seat = p.turn
    with_marker = min(awarded(p, seat), most(p, seat))
    return kept == least(p, seat) or kept >= with_marker


TRANSPORT: MoveKind[Position, Transport] = MoveKind(
    Transport,
    needs=(
        CARRIES,
        fact(
            "not_so_many_awarded",
            lambda p, m: m.keep <= _awarded(p, p.turn, p.turn),
            lambda p, m: _values(p),
        ),
        rule("Y55", lambda p, m: m.keep <= most(p, p.turn), lambda p, m: _values(p)),
        rule("Y59", lambda p, m: _enough(p, m.keep), lambda p, m: _values(p)),
    ),
    apply=_transport,
    candidates={"keep": lambda p, m: range(awarded(p, p.turn), -1, -1) if p.turn else ()},
    out_of_turn="Y51",
)

TRANSPORT_TWO: MoveKind[Position, TransportTwo] = MoveKind(
    TransportTwo,
    needs=(
        CARRIES,
        fact(
            "not_so_many_awarded",
            lambda p, m: m.own <= _awarded(p, p.turn, p.turn),
            lambda p, m: _values(p),
        ),
        fact(
            "not_so_many_awarded",
            lambda p, m: m.neutral <= _awarded(p, p.turn, NEUTRAL),
            lambda p, m: _values(p),
        ),
        rule("Y55", lambda p, m: m.own + m.neutral <= most(p, p.turn), lambda p, m: _values(p)),
        rule("Y59", lambda p, m: _enough(p, m.own + m.neutral), lambda p, m: _values(p)),
    ),
    apply=_transport_two,
    candidates={
        "own": lambda p, m: range(_awarded(p, p.turn, p.turn), -1, -1) if p.turn else (),
        "neutral": lambda p, m: range(_awarded(p, p.turn, NEUTRAL), -1, -1) if p.turn else (),
    },
    out_of_turn="Y51",
)

KINDS: tuple[MoveKind[Position, Any], ...] = (TRANSPORT, TRANSPORT_TWO)
"""What is told of stones carried."""

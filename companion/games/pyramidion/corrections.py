"""Corrections of the round: its phase and number, whose turn it is, the order, the hands."""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from companion.games.pyramidion.needs import AnyNeed
from companion.games.pyramidion.position import Phase, Position
from companion.games.pyramidion.rounds import disproved, full
from companion.games.pyramidion.tokens import Seat
from companion.kernel import Effects, Move, MoveKind, correction, fact, plays, so

Hand = Annotated[int, Meta(ge=0, le=16)]
Round = Annotated[int, Meta(ge=1, le=40)]
PlayPhase = Literal["boats", "distribution", "negotiation", "cards", "activation", "loading", "end"]


class FixOrder(Move, frozen=True, tag="fix_order"):
    """The player tokens stand in this order on the track."""

    seats: Annotated[tuple[Seat, ...], Meta(max_length=4)]


class FixHand(Move, frozen=True, tag="fix_hand"):
    """How many cards a player holds."""

    seat: Seat
    count: Hand


class FixPhase(Move, frozen=True, tag="fix_phase"):
    """The round is in this phase, which begins anew."""

    phase: PlayPhase


class FixTurn(Move, frozen=True, tag="fix_turn"):
    """It is this player's turn to negotiate or to load."""

    seat: Seat


class FixRound(Move, frozen=True, tag="fix_round"):
    """It is this round."""

    number: Round


def _hand(p: Position, m: FixHand) -> Position:
    player = p.player(m.seat)
    more = m.count - player.hand
    p = replace(p, deck=p.deck - more)
    return p.with_player(m.seat, hand=m.count, sure=True, drawn=player.drawn + more)


def phase_begun(p: Position, phase: Phase) -> Position:
    """With a phase at its beginning; cards laid at a site go back into the hands."""
    for laid in p.contest.laid if p.contest else ():
        hand = p.player(laid.seat).hand + laid.count
        p = p.with_player(laid.seat, hand=hand)
    p = replace(p, phase=phase, contest=None, passed=(), paid=(), turn="")
    if phase == "activation":
        p = replace(p, activated=(), tiles=())
    if phase in ("negotiation", "loading"):
        p = replace(p, turn=p.order[0])
    return settled(p)


def settled(p: Position) -> Position:
    """With boats to turn up only while there is room and a boat for it."""
    if p.phase == "boats" and full(p):
        return replace(p, phase="distribution")
    return p


def setting(
    move: type[Move],
    fix: Callable[[Position, Any], Position],
    key: str,
    *needs: AnyNeed,
    candidates: dict[str, Callable[[Position, Any], Any]] | None = None,
    hidden: tuple[str, ...] = (),
) -> MoveKind[Position, Any]:
    """A correction that is told by all its parameters but those that are hidden."""
    names = [name for name in move.__struct_fields__ if name not in hidden]

    def apply(p: Position, m: Any) -> Effects[Position]:
        before, p = p, fix(p, m)
        yield so(p, key, **{name: getattr(m, name) for name in names})
        yield from disproved(before, p, getattr(m, "boat", ""))
        return p

    return correction(move, apply, *needs, candidates=candidates, hidden=hidden, explicit=True)


def _hand_possible(p: Position, m: FixHand) -> bool:
    player = p.player(m.seat)
    more = m.count - player.hand
    return more <= p.deck and player.drawn + more >= player.spent


def all_seats(p: Position, m: Any) -> tuple[str, ...]:
    """All seats in their order on the track, for a blank."""
    return p.order


FIXES: tuple[MoveKind[Position, Any], ...] = (
    setting(
        FixOrder,
        lambda p, m: replace(p, order=m.seats),
        "order_fixed",
        fact(
            "not_all_seats",
            lambda p, m: sorted(m.seats) == sorted(p.order),
            lambda p, m: {"seats": p.order},
            early=lambda p, m: len(set(m.seats)) == len(m.seats) and {*m.seats} <= {*p.order},
        ),
        candidates={"seats": all_seats},
    ),
    setting(
        FixHand,
        _hand,
        "hand_fixed",
        plays(),
        fact(
            "hand_cannot_be",
            _hand_possible,
            lambda p, m: {"seat": m.seat, "count": m.count, "left": p.deck},
        ),
        candidates={"seat": all_seats},
    ),
    setting(
        FixPhase,
        lambda p, m: phase_begun(p, m.phase),
        "phase_fixed",
        fact("match_is_over", lambda p, m: p.phase != "over"),
    ),
    setting(
        FixTurn,
        lambda p, m: replace(p, turn=m.seat),
        "turn_fixed",
        plays(),
        fact("no_turns_now", lambda p, m: p.turn),
        candidates={"seat": all_seats},
    ),
    setting(
        FixRound,
        lambda p, m: replace(p, round=m.number),
        "round_fixed",
    ),
)
"""Corrections of the round."""

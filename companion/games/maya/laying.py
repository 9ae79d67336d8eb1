"""Phase A, first step: workers are laid face down at quarries."""

from collections.abc import Callable, Collection
from typing import Any, Literal

from msgspec.structs import replace

from companion.games.maya.awarding import onward
from companion.games.maya.cards import DOUBTED, HAND, Back, Card, Value, back_of, neutral_card
from companion.games.maya.position import Position
from companion.games.maya.pyramids import AnyNeed
from companion.games.maya.tokens import NEUTRAL, QuarryId, Seat
from companion.kernel import (
    UNKNOWN,
    Effects,
    Move,
    MoveKind,
    Open,
    aside,
    event,
    fact,
    known,
    memo_last,
    plays,
    rule,
)

WorkerCard = Literal["low", "high", "neutral"]


class LayWorker(Move, frozen=True, tag="lay_worker"):
    """A card goes face down to a quarry; its back is told."""

    seat: Seat
    quarry: QuarryId
    card: WorkerCard


class LayCard(Move, frozen=True, tag="lay_card"):
    """A card goes face down to a quarry; its owner also tells the companion, in private, what it
    is, so that it turns up by itself."""

    seat: Seat
    quarry: QuarryId
    card: Back
    value: Value


class PassWorkers(Move, frozen=True, tag="pass_workers"):
    """Whose turn it is lays no more workers in this round."""


def laid(p: Position, seat: str, quarry: str, card: Card) -> Effects[Position]:
    """A card comes to lie at a quarry, and the turn goes on."""
    found = p.at(quarry)
    found = replace(found, cards=(*found.cards, card))
    p = p.with_quarry(found)
    back = NEUTRAL if card.owner == NEUTRAL else card.back
    yield event(p, "laid", "Y7", seat=seat, quarry=quarry, card=back, count=len(found.cards))
    if not p.has_room(found):
        yield event(p, "closed", "Y12", quarry=quarry)
    if seat != p.turn:
        return p
    return (yield from _next(p))


def _next(p: Position) -> Effects[Position]:
    """The next who has not passed; the awarding when there is nobody (Y14)."""
    order = (*p.seats_from(p.turn)[1:], p.turn)
    seat = next((one for one in order if not p.player(one).passed), "")
    p = replace(p, turn=seat)
    if seat:
        yield event(p, "next_layer", "Y14", seat=seat)
        return p
    return (yield from begin_awarding(p))


def begin_awarding(p: Position) -> Effects[Position]:
    """Everybody has passed (Y14)."""
    p = replace(p, phase="awarding", turn="")
    yield event(p, "awarding_begins", "Y18")
    return (yield from onward(p))


def _lay_worker(p: Position, m: LayWorker) -> Effects[Position]:
    card = neutral_card(m.seat) if m.card == "neutral" else Card(m.seat, m.card)
    return (yield from laid(p, m.seat, m.quarry, card))


def _lay_card(p: Position, m: LayCard) -> Effects[Position]:
    card = Card(m.seat, m.card, m.value, noted=True)
    if m.value in HAND and _noted(p, m.seat, m.value) >= HAND.count(m.value):
        p = yield from disproved(p, m.seat, (m.value,))
    return (yield from laid(p, m.seat, m.quarry, card))


def _pass_workers(p: Position, m: PassWorkers) -> Effects[Position]:
    seat = p.turn
    clause = "Y8" if p.can_lay(seat) else "Y16"
    p = p.with_player(replace(p.player(seat), passed=True))
    yield event(p, "passed_workers", clause, seat=seat)
    return (yield from _next(p))


def disproved(p: Position, seat: str, values: Collection[int]) -> Effects[Position]:
    """What a player noted of cards still covered cannot be so: it is believed no more, and told
    when they are turned up. Only the player hears of it before."""
    for quarry in p.quarries:
        if quarry.state != "covered":
            continue
        cards = tuple(
            replace(card, value=DOUBTED) if card.owner == seat and card.value in values else card
            for card in quarry.cards
        )
        if cards != quarry.cards:
            p = p.with_quarry(replace(quarry, cards=cards))
            yield aside(p, seat, "note_disproved", "Y19", seat=seat, quarry=quarry.id)
    return p


@memo_last
def _told(p: Position, seat: str) -> tuple[int | Literal["?"], ...]:
    """What a player told of cards at quarries: looked up once for all values of another."""
    return tuple(card.value for card in p.laid(seat) if card.noted)


def _noted(p: Position, seat: str, value: int | Literal["?"]) -> int:
    """How often a player is known to have told this value; UNKNOWN: how often one not known."""
    return _told(p, seat).count(value)


def _may_note(p: Position, m: LayCard) -> bool:
    """Whether the player can have another card of this value. Raises Open where not everybody may
    know."""
    if _noted(p, m.seat, known(m.value)) >= HAND.count(m.value):
        return False
    if _noted(p, m.seat, UNKNOWN):
        raise Open
    return True


LAYING: AnyNeed = fact("not_laying", lambda p, m: p.phase == "laying" and p.turn)
QUARRY_THERE: AnyNeed = fact(
    "no_such_quarry", lambda p, m: p.quarry(m.quarry), lambda p, m: {"quarry": m.quarry}
)
STILL_COVERED: AnyNeed = fact(
    "already_revealed",
    lambda p, m: p.at(m.quarry).state == "covered",
    lambda p, m: {"quarry": m.quarry},
)


def _needs_of(back: Callable[[Any], str]) -> tuple[AnyNeed, ...]:
    return (
        fact(
            "no_such_card_left",
            lambda p, m: p.in_hand(m.seat, back(m)) > 0,
            lambda p, m: {"seat": m.seat, "card": back(m)},
        ),
        rule("Y13", lambda p, m: not p.player(m.seat).passed, lambda p, m: {"seat": m.seat}),
        rule(
            "Y9",
            lambda p, m: p.at(m.quarry).cards or back(m) != "high",
            lambda p, m: {"quarry": m.quarry},
        ),
        rule(
            "Y12",
            lambda p, m: p.has_room(p.at(m.quarry)),
            lambda p, m: {"quarry": m.quarry, "limit": p.printed(m.quarry).limit},
        ),
    )


LAY_WORKER: MoveKind[Position, LayWorker] = MoveKind(
    LayWorker,
    by="seat",
    needs=(LAYING, plays(), QUARRY_THERE, *_needs_of(lambda m: str(m.card))),
    apply=_lay_worker,
    candidates={
        "seat": lambda p, m: p.setup.seats,
        "quarry": lambda p, m: (one.id for one in p.quarries),
        "card": lambda p, m: ("low", "high", NEUTRAL) if p.for_two else ("low", "high"),
    },
    out_of_turn="Y14",
)

LAY_CARD: MoveKind[Position, LayCard] = MoveKind(
    LayCard,
    by="seat",
    needs=(
        LAYING,
        plays(),
        QUARRY_THERE,
        *_needs_of(lambda m: str(m.card)),
        fact("no_such_card", lambda p, m: known(m.value) in HAND, lambda p, m: {"value": m.value}),
        fact(
            "not_of_that_back",
            lambda p, m: back_of(known(m.value)) == m.card,
            lambda p, m: {"card": m.card},
        ),
        fact(
            "noted_before",
            _may_note,
            lambda p, m: {"seat": m.seat},
        ),
    ),
    apply=_lay_card,
    candidates={
        "seat": lambda p, m: p.setup.seats,
        "quarry": lambda p, m: (one.id for one in p.quarries),
        "value": lambda p, m: (one for one in dict.fromkeys(HAND) if back_of(one) == m.card),
    },
    hidden=("value",),
    out_of_turn="Y14",
    explicit=True,
)

PASS_WORKERS: MoveKind[Position, PassWorkers] = MoveKind(
    PassWorkers,
    needs=(LAYING,),
    apply=_pass_workers,
    out_of_turn="Y14",
    ends=True,
)

KINDS: tuple[MoveKind[Position, Any], ...] = (LAY_WORKER, LAY_CARD, PASS_WORKERS)
"""All that can be done while workers are laid."""

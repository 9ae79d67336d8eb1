"""Between turning up and resolving: turn-order tiles at Giza, powers of specials (C1)."""

from collections import Counter
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.games.pyramidion import contests
from companion.games.pyramidion.box import Card
from companion.games.pyramidion.position import Position
from companion.games.pyramidion.tokens import NOBODY, RESOURCES, CardId, Seat, Target, card_token
from companion.kernel import Effects, Move, MoveKind, Open, event, every, fact, plays, rule


class TakeTiles(Move, frozen=True, tag="take_tiles"):
    """Who takes the turn-order tiles at Giza, number 1 first."""

    seats: Annotated[tuple[Seat, ...], Meta(max_length=4)]


class Special(Move, frozen=True, tag="special"):
    """The power of a turned-up special card takes effect."""

    seat: Seat
    card: CardId
    target: Target


def turned_up(p: Position) -> Effects[Position]:
    """Goes on once it is known what counts, as far as nobody has to choose."""
    contest = p.resolving()
    if p.to_tell():
        return p
    if p.at_giza and not contest.tiled:
        takers = _takers(p)
        if takers is None:
            return p
        p = yield from _handed_out(p, takers)
    if not contest.winners:
        p = yield from _powers(p)
        if pending(p):
            return p
    return (yield from contests.resolved(p))


# Turn-order tiles


def owes_tiles(p: Position) -> bool:
    """Whether the table must tell who takes turn-order tiles."""
    return p.at_giza and not p.resolving().tiled and not p.to_tell()


def _played_torturer(p: Position) -> tuple[Seat, ...] | None:
    """Who has played a torturer here, from the active player on; None when it is not known."""
    try:
        return tuple(s for s in p.seats_from(p.resolving().seat) if p.torturer_at_giza(s))
    except Open:
        return None


def _takers(p: Position) -> tuple[Seat, ...] | None:
    """Who takes tiles, in order (P59); None when the table must tell."""
    seats = _played_torturer(p)
    if seats is None or (p.options.order_tile_rule == "free_choice" and len(seats) > 1):
        return None
    return _in_order(p, seats)


def _in_order(p: Position, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Those seats in the order in which they take tiles.

    Raises Open when the influence that decides was not told.
    """
    seats = tuple(seat for seat in p.seats_from(p.resolving().seat) if seat in seats)
    if p.options.order_tile_rule == "by_influence":
        if p.resolving().winners:
            raise Open
        influence = p.totals("influence")
        return tuple(sorted(seats, key=lambda seat: -influence[seat]))
    return seats


def _handed_out(p: Position, seats: tuple[Seat, ...]) -> Effects[Position]:
    p = replace(p.with_contest(tiled=True), tiles=seats)
    if not seats:
        yield event(p, "no_tiles_taken", "P58")
    for number, seat in enumerate(seats, 1):
        yield event(p, "tile_taken", "P58", seat=seat, number=number)
    return p


def _take_tiles(p: Position, m: TakeTiles) -> Effects[Position]:
    p = yield from _handed_out(p, m.seats)
    return (yield from turned_up(p))


def _right_takers(p: Position, m: TakeTiles) -> bool:
    """Whether those and only those take a tile who played a torturer, as far as that is known."""
    return every(lambda seat: p.torturer_at_giza(seat) == (seat in m.seats), p.order)


def _possible_takers(p: Position, m: TakeTiles) -> bool:
    return every(p.torturer_at_giza, m.seats)


def _right_order(p: Position, m: TakeTiles) -> bool:
    return p.options.order_tile_rule == "free_choice" or m.seats == _in_order(p, m.seats)


def _order_possible(p: Position, m: TakeTiles) -> bool:
    """Whether those told so far come in the right order: nobody is added before another."""
    return _right_order(p, m) or len(set(m.seats)) < len(m.seats)


TAKE_TILES: MoveKind[Position, TakeTiles] = MoveKind(
    TakeTiles,
    needs=(
        fact("no_tiles_to_take", lambda p, m: owes_tiles(p)),
        fact(
            "no_such_seat",
            lambda p, m: not set(m.seats) - set(p.order),
            lambda p, m: {"seat": tuple(seat for seat in m.seats if seat not in p.order)},
            early=True,
        ),
        fact(
            "no_tile_left",
            lambda p, m: len(m.seats) <= len(p.order),
            lambda p, m: {"count": len(m.seats), "most": len(p.order)},
            early=True,
        ),
        rule(
            "P58",
            _right_takers,
            lambda p, m: {"seats": m.seats or (NOBODY,)},
            early=_possible_takers,
        ),
        rule(
            "P59a",
            lambda p, m: len(set(m.seats)) == len(m.seats),
            lambda p, m: {"seats": tuple(s for s, n in Counter(m.seats).items() if n > 1)},
            early=True,
        ),
        rule(
            "P59b",
            _order_possible,
            lambda p, m: {"seats": _in_order(p, m.seats)},
            early=True,
        ),
    ),
    apply=_take_tiles,
    candidates={"seats": lambda p, m: p.seats_from(p.resolving().seat) if p.contest else ()},
    reveals=True,
)


# Powers


def _specials(p: Position) -> tuple[tuple[Seat, Card], ...]:
    """The specials in the count that have a power still to work, from the active player on."""
    contest = p.contest
    if contest is None or contest.cancelled or contest.winners or not p.options.powers:
        return ()
    spent = list(contest.spent)
    found = []
    for seat in p.seats_from(contest.seat):
        for card in p.counting(seat):
            token = card_token(seat, card.id) if spent else ""
            if token in spent:
                spent.remove(token)
            elif card.power != "none":
                found.append((seat, card))
    return tuple(found)


def _power(p: Position, card: str) -> str:
    face = p.box.card(card)
    return face.power if face else "none"


def pending(p: Position) -> tuple[tuple[Seat, CardId], ...]:
    """The specials whose owners are to choose something, in the order of P31."""
    if p.contest is None or not p.contest.opened:
        return ()
    chosen = ("take_one_token", "remove_card", "manual")
    return tuple((seat, card.id) for seat, card in _specials(p) if card.power in chosen)


def targets(p: Position, seat: str, card: str) -> tuple[str, ...]:
    """What the power of a card can be used on."""
    if p.contest is None:
        return ()
    power = _power(p, card)
    if power == "take_one_token":
        return tuple(p.tokens(p.resolving().site))
    if power == "remove_card":
        others = (other for other in p.order if other != seat)
        found = (card_token(other, one.id) for other in others for one in p.counting(other))
        return tuple(dict.fromkeys(found))
    return (NOBODY,)


def _powers(p: Position) -> Effects[Position]:
    """Powers that work by themselves, and those that have nothing to work on."""
    if not p.resolving().opened:
        p = p.with_contest(opened=True)
        specials = _specials(p)
        for seat, special in specials:
            if special.power == "cancel_specials":
                p = p.with_contest(cancelled=True)
                yield event(p, "powers_cancelled", "P31b", seat=seat, card=special.id)
                return p
        for seat, special in specials:
            if special.power.startswith("add_"):
                values = {"symbol": special.power.removeprefix("add_"), "count": special.amount}
                yield event(p, "power_adds", "P31b", seat=seat, card=special.id, **values)
    while (waiting := pending(p)) and not targets(p, *waiting[0]):
        seat, card = waiting[0]
        p = _spent(p, seat, card)
        yield event(p, "power_without_target", "P31b", seat=seat, card=card)
    if waiting:
        seat, card = waiting[0]
        key = "power_by_hand" if _power(p, card) == "manual" else "power_waits"
        yield event(p, key, "P31b", seat=seat, card=card)
    return p


def _spent(p: Position, seat: str, card: str) -> Position:
    return p.with_contest(spent=(*p.resolving().spent, card_token(seat, card)))


def _special(p: Position, m: Special) -> Effects[Position]:
    p = _spent(p, m.seat, m.card)
    if m.target in RESOURCES:
        site = p.resolving().site
        p = p.moved(m.target, site, f"store:{m.seat}")
        yield event(p, "power_takes", "P31b", seat=m.seat, kind=m.target, site=site)
    elif m.target == NOBODY:
        yield event(p, "power_done", "P31b", seat=m.seat, card=m.card)
    else:
        p = p.with_contest(out=(*p.resolving().out, m.target))
        yield event(p, "power_removes", "P31b", seat=m.seat, target=m.target)
    return (yield from turned_up(p))


def _lies_there(p: Position, m: Special) -> bool:
    """Whether what the power is used on is there at all, also when it is one's own."""
    if _power(p, m.card) == "remove_card":
        return m.target in (card_token(s, card.id) for s in p.order for card in p.counting(s))
    return m.target in targets(p, m.seat, m.card)


SPECIAL: MoveKind[Position, Special] = MoveKind(
    Special,
    needs=(
        plays(),
        fact(
            "no_such_power",
            lambda p, m: (m.seat, m.card) in pending(p),
            lambda p, m: {"seat": m.seat, "card": m.card},
        ),
        fact("no_such_target", lambda p, m: _lies_there(p, m), lambda p, m: {"target": m.target}),
        rule(
            "P31a",
            lambda p, m: m.target in targets(p, m.seat, m.card),
            lambda p, m: {"target": m.target},
        ),
    ),
    apply=_special,
    candidates={
        "seat": lambda p, m: (seat for seat, _ in pending(p)),
        "card": lambda p, m: (card for seat, card in pending(p) if seat == m.seat),
        "target": lambda p, m: targets(p, m.seat, m.card),
    },
    by="seat",
    out_of_turn="P31b",
    out_of_phase="P31b",
)

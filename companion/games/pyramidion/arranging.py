"""Setting the table as it stands: a situation names what must be so, the rest is balanced."""

from itertools import chain
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from companion.games.pyramidion.box import Box
from companion.games.pyramidion.box_profile import reboxed
from companion.games.pyramidion.contest import Contest, Laid
from companion.games.pyramidion.corrections import phase_begun, settled
from companion.games.pyramidion.position import BASIC_HAND, DRAWN, Position
from companion.games.pyramidion.tokens import (
    NOBODY,
    SEAT_OR_NONE,
    SUPPLY,
    WHERE_OR_NONE,
    BoatId,
    CardId,
    DistributionId,
    Resource,
    Seat,
    SiteId,
    Winner,
)
from companion.kernel import UNKNOWN, Lies, layout_of

Number = Annotated[int, msgspec.Meta(ge=0, le=99)]
MaybeSeat = Annotated[str, msgspec.Meta(title="seat", pattern=SEAT_OR_NONE)]
MaybeWhere = Annotated[str, msgspec.Meta(title="where", pattern=WHERE_OR_NONE)]
"""As a position says them: "" for nobody, and for the supply."""


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table described partly. What is not named stays, or is balanced from supply and stock.

    tokens: by site and kind; a site named here holds these and no others.
    stores: by seat likewise.
    torturers, negotiators: whose troop stands on a site, ``nobody`` for none.
    display: the boats that lie open.
    boats: those a seat has won; the rest is face down.
    dealt: the distribution cards turned up.
    order: the player order.
    hands: how many cards a seat holds.
    used: basic cards a seat played in this round.
    spent: cards of the deck it played in this round.
    round: from 1.
    phase: begins anew, in ``activation`` with nine cards in every hand.
    activated: the sites that carry a sundial, in order.
    site: the active one, activated by whoever is next.
    laid: how many cards lie there by seat.
    tiles: who took turn-order tiles, number 1 first.
    turn: who negotiates or loads, "" for nobody.
    paid: sites whose negotiator brought its token.
    passed: who passed in a row.
    tired: sites whose torturer was used.
    revolts, philosopher, notes: what is written down.
    box: all that is told of the box.
    """

    tokens: dict[SiteId, dict[Resource, Number]] | None = None
    stores: dict[Seat, dict[Resource, Number]] | None = None
    torturers: dict[SiteId, Winner] | None = None
    negotiators: dict[SiteId, Winner] | None = None
    display: tuple[BoatId, ...] | None = None
    boats: dict[Seat, tuple[BoatId, ...]] | None = None
    dealt: tuple[DistributionId, ...] | None = None
    order: tuple[Seat, ...] | None = None
    hands: dict[Seat, Number] | None = None
    used: dict[Seat, tuple[CardId, ...]] | None = None
    spent: dict[Seat, tuple[CardId, ...]] | None = None
    round: Annotated[int, msgspec.Meta(ge=1, le=40)] | None = None
    phase: (
        Literal[
            "boats", "distribution", "negotiation", "cards", "activation", "loading", "end", "over"
        ]
        | None
    ) = None
    activated: tuple[SiteId, ...] | None = None
    site: SiteId | None = None
    laid: dict[Seat, Number] | None = None
    tiles: tuple[Seat, ...] | None = None
    turn: MaybeSeat | None = None
    paid: tuple[SiteId, ...] | None = None
    passed: tuple[Seat, ...] | None = None
    tired: tuple[SiteId, ...] | None = None
    revolts: tuple[SiteId, ...] | None = None
    philosopher: MaybeWhere | None = None
    notes: tuple[str, ...] | None = None
    box: Box | None = None


def arrange(position: Position, situation: Situation) -> Position:
    """The position with what the situation names. It may be impossible: see ``validity``.

    Raises ValueError for a seat that does not play, or when nobody is to activate a site.
    """
    _seated(position, situation)
    p = position if situation.box is None else reboxed(position, situation.box)
    p = _named(p, situation, "order", "round", "dealt")
    if situation.phase is not None and situation.phase != p.phase:
        p = phase_begun(p, situation.phase)
        if situation.phase == "activation" and all(one.drawn == 0 for one in p.players):
            p = _dealt(p)
    p = _pieces(p, situation)
    p = _boats(p, situation)
    p = _named(p, situation, "activated", "tiles", "turn", "paid", "passed", "tired")
    p = _named(p, situation, "revolts", "notes")
    if situation.philosopher is not None:
        where = situation.philosopher
        p = replace(p, philosopher="" if where == SUPPLY else where)
    p = _cards(p, situation)
    if situation.site is not None or situation.laid is not None:
        p = _laid(p, situation)
    return settled(p)


def _named(p: Position, situation: Situation, *names: str) -> Position:
    values = {name: getattr(situation, name) for name in names}
    return replace(p, **{name: value for name, value in values.items() if value is not None})


def _seated(p: Position, s: Situation) -> None:
    named: list[str] = []
    for by_seat in (s.stores, s.boats, s.hands, s.used, s.spent, s.laid):
        named += by_seat or ()
    for owners in (s.torturers, s.negotiators):
        named += [owner for owner in (owners or {}).values() if owner != NOBODY]
    for seats in (s.tiles, s.passed, s.order, (s.turn,) if s.turn else ()):
        named += seats or ()
    for seat in named:
        if seat not in p.setup.seats:
            raise ValueError(f"{seat} does not play; there are: {', '.join(p.setup.seats)}")


def _pieces(p: Position, s: Situation) -> Position:
    wanted: dict[str, Any] = dict(s.tokens or {})
    wanted |= {f"store:{seat}": kinds for seat, kinds in (s.stores or {}).items()}
    counts = layout_of(p.pieces)
    for at, kinds in wanted.items():
        for kind in (one.kind for one in p.box.supply):
            more = kinds.get(kind, 0) - counts.get((at, kind), 0)
            counts[at, kind] = counts.get((at, kind), 0) + more
            counts[SUPPLY, kind] = counts.get((SUPPLY, kind), 0) - more
    for troop, owners in (("torturer", s.torturers), ("negotiator", s.negotiators)):
        for site, owner in (owners or {}).items():
            for seat in p.setup.seats:
                piece = f"{troop}:{seat}"
                more = (owner == seat) - counts.get((site, piece), 0)
                counts[site, piece] = counts.get((site, piece), 0) + more
                counts[f"stock:{seat}", piece] = counts.get((f"stock:{seat}", piece), 0) - more
    lying = (Lies(at, piece, count) for (at, piece), count in counts.items() if count)
    return replace(p, pieces=tuple(sorted(lying)))


def _boats(p: Position, s: Situation) -> Position:
    if p.whispered:  # what is told to all now counts for more
        for boat in (*(s.display or ()), *chain.from_iterable((s.boats or {}).values())):
            p = p.without_notes(boat)
    before = p.players
    for seat, boats in (s.boats or {}).items():
        p = p.with_player(seat, boats=boats)
    taken = [boat for one in p.players for boat in one.boats]
    display = s.display
    if display is None:
        display = tuple(boat for boat in p.display if boat not in taken)
    all_boats = sorted(boat.id for boat in p.box.boats)
    fleet = tuple(boat for boat in all_boats if boat not in (*display, *taken))
    if UNKNOWN in taken or p.told_twice():
        fleet = (UNKNOWN,) * max(0, len(all_boats) - len(display) - len(taken))
    whispered = p.whispered or p.players != before
    return replace(p, display=display, fleet=fleet, whispered=whispered)


def _dealt(p: Position) -> Position:
    for seat in p.order:
        p = replace(p, deck=p.deck - DRAWN).with_player(
            seat, hand=BASIC_HAND + DRAWN, drawn=DRAWN, used=()
        )
    return p


def _cards(p: Position, s: Situation) -> Position:
    for seat, cards in (s.used or {}).items():
        player = p.player(seat)
        hand = player.hand + len(player.used) - len(cards)
        p = p.with_player(seat, used=cards, hand=hand)
    for seat, cards in (s.spent or {}).items():
        player = p.player(seat)
        hand = player.hand + player.spent - len(cards)
        p = p.with_player(seat, spent=len(cards), hand=hand)
        p = replace(p, discard=(*p.discard, *cards))
    for seat, hand in (s.hands or {}).items():
        player = p.player(seat)
        more = hand - player.hand
        p = replace(p, deck=p.deck - more)
        p = p.with_player(seat, hand=hand, drawn=player.drawn + more, sure=True)
    return p


def _laid(p: Position, s: Situation) -> Position:
    """With the active site. Raises ValueError when nobody is to activate one."""
    contest = p.contest
    if s.site is not None:
        seat = p.active()
        if not seat:
            raise ValueError("nobody is to activate a site now")
        contest = Contest(s.site, seat)
    if contest is None:
        raise ValueError("cards can only lie at an active site")
    p = replace(p, contest=contest)
    for seat, count in (s.laid or {}).items():
        hand = p.player(seat).hand + p.laid_count(seat) - count
        p = p.with_laid(Laid(seat, count)).with_player(seat, hand=hand)
    return p

"""The frame of a round: its eight phases, and how one leads to the next."""

from collections import Counter
from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.games.pyramidion.box import GIZA
from companion.games.pyramidion.position import BASIC_HAND, DISPLAY, DRAWN, Player, Position
from companion.games.pyramidion.tokens import SUPPLY, BoatId, DistributionId, Seat
from companion.games.pyramidion.winning import ending, outcome
from companion.kernel import (
    UNKNOWN,
    Effects,
    Move,
    MoveKind,
    Transition,
    aside,
    event,
    fact,
    rule,
)

Hand = Annotated[int, Meta(ge=BASIC_HAND, le=16)]


class RevealBoat(Move, frozen=True, tag="reveal_boat"):
    """The next boat is turned up."""

    boat: BoatId


class Distribute(Move, frozen=True, tag="distribute"):
    """A distribution card is turned up, and its tokens go to the sites."""

    card: DistributionId


class Deal(Move, frozen=True, tag="deal"):
    """Everybody takes back the basic cards and draws; how many cards each then holds."""

    hand: Hand = BASIC_HAND + DRAWN


class EndRound(Move, frozen=True, tag="end_round"):
    """The round is over: cards, sundials and counters go, and the end is checked."""


# Phase 1: new boats


def full(p: Position) -> bool:
    """Whether no boat is turned up (P5, P6)."""
    return len(p.display) >= DISPLAY or not p.fleet


def round_begun(p: Position) -> Effects[Position]:
    """Phase 1, if there is a boat to turn up; else the next."""
    p = replace(p, phase="boats")
    if not full(p):
        return p
    key = "boats_complete" if p.fleet else "no_boats_left"
    p = replace(p, phase="distribution")
    yield event(p, key, "P5" if p.fleet else "P6", count=len(p.display))
    return p


def turned_up(p: Position, boat: BoatId) -> Position:
    """With a boat on display; whoever was believed to have won it has not."""
    display, fleet = (*p.display, boat), p.fleet_without(boat)
    return replace(p.without_notes(boat), display=display, fleet=fleet)


def disproved(before: Position, p: Position, boat: str) -> Iterator[Transition[Position]]:
    """What was told in private of boats won, and is not believed any more now that this boat was
    told of, if nobody has it now or another player has."""
    for old, new in zip(before.players, p.players, strict=True):
        if old.boats == new.boats:
            continue
        gone = Counter(old.boats) - Counter(new.boats)
        del gone[UNKNOWN]
        if len(new.boats) < len(old.boats):
            gone -= Counter([boat])  # this very boat was said to be gone
        if gone:
            yield aside(p, new.seat, "note_disproved", "P71", seat=new.seat)


def _reveal_boat(p: Position, m: RevealBoat) -> Effects[Position]:
    before, p = p, turned_up(p, m.boat)
    if p.phase == "boats" and full(p):
        p = replace(p, phase="distribution")
    yield event(p, "boat_revealed", "P5", boat=m.boat, count=len(p.display))
    yield from disproved(before, p, m.boat)
    return p


REVEAL_BOAT: MoveKind[Position, RevealBoat] = MoveKind(
    RevealBoat,
    needs=(
        fact("boat_seen", lambda p, m: p.in_fleet(m.boat), lambda p, m: {"boat": m.boat}),
        rule("P74", lambda p, m: p.phase != "loading"),
    ),
    apply=_reveal_boat,
    candidates={"boat": lambda p, m: p.covered()},
    out_of_phase="P5",
    reveals=True,
)


# Phase 2: resource distribution


def _distribute(p: Position, m: Distribute) -> Effects[Position]:
    if _shuffled(p):
        yield event(p, "distribution_shuffled", "P10")
        p = replace(p, dealt=())
    p = replace(p, dealt=(*p.dealt, m.card))
    yield event(p, "distributed", "P7", card=m.card)
    shown = p.box.dealt(m.card)
    for site, wanted in zip(p.box.sites, shown.tokens if shown else (), strict=False):
        kind, left = site.product, p.lying(SUPPLY, site.product)
        count = min(wanted, left)
        if count:
            p = p.moved(kind, SUPPLY, site.id, count)
            yield event(p, "filled", "P8", site=site.id, kind=kind, count=count)
        if count < wanted:
            short = {"kind": kind, "wanted": wanted, "count": count}
            yield event(p, "supply_short", "P9", site=site.id, **short)
    return (yield from negotiation_begun(p)) if p.phase == "distribution" else p


def _shuffled(p: Position) -> bool:
    """Whether all distribution cards were turned up, so that they are shuffled anew (P10)."""
    return len(p.dealt) >= len(p.box.distribution)


DISTRIBUTE: MoveKind[Position, Distribute] = MoveKind(
    Distribute,
    needs=(
        fact(
            "distribution_seen",
            lambda p, m: m.card not in p.dealt or _shuffled(p),
            lambda p, m: {"card": m.card},
        ),
    ),
    apply=_distribute,
    candidates={"card": lambda p, m: (card.id for card in p.box.distribution)},
    out_of_phase="P7",
    reveals=True,
)


# Phase 3: resource negotiation


def takeable(p: Position, seat: str) -> tuple[str, ...]:
    """The sites from which a player may still take a token (P11, P12)."""
    return tuple(
        site
        for site in p.standing(seat, "negotiator")
        if site not in p.paid and p.tokens(site).total()
    )


def negotiation_begun(p: Position) -> Effects[Position]:
    """Phase 3, with the first who can take something; without anybody, the next."""
    p = replace(p, phase="negotiation")
    return (yield from negotiation_goes_on(p, p.order))


def negotiation_goes_on(p: Position, seats: tuple[Seat, ...]) -> Effects[Position]:
    """The turn goes to the first of these who can take something."""
    for seat in seats:
        if takeable(p, seat):
            p = replace(p, turn=seat)
            yield event(p, "negotiates", "P11", seat=seat, sites=takeable(p, seat))
            return p
        stands = bool(p.standing(seat, "negotiator"))
        key = "negotiators_find_nothing" if stands else "no_negotiators"
        yield event(p, key, "P12" if stands else "P11", seat=seat)
    p = replace(p, phase="cards", turn="")
    yield event(p, "cards_next", "P2")
    return p


# Phase 4: cards


def _draws(p: Position, m: Deal) -> dict[Seat, int]:
    """How many cards each draws from the deck."""
    return {one.seat: max(0, m.hand - BASIC_HAND - _held(one)) for one in p.players}


def _held(player: Player) -> int:
    """How many cards of the deck a player has still: those shown are on the discard pile. Before
    the cards are dealt somebody has shown some only where the phase was corrected."""
    return player.drawn - player.spent


def _deal(p: Position, m: Deal) -> Effects[Position]:
    draws = _draws(p, m)
    for seat, count in draws.items():
        player = p.player(seat)
        if p.deck < count:
            p = replace(p, deck=p.deck + len(p.discard), discard=())
            yield event(p, "cards_shuffled", "P19", count=p.deck)
        if player.used:
            yield event(p, "cards_back", "P17", seat=seat, count=len(player.used))
        drawn = _held(player) + count
        p = replace(p, deck=p.deck - count).with_player(
            seat, hand=BASIC_HAND + drawn, sure=True, drawn=drawn, used=(), spent=0, played=0
        )
        yield event(p, "dealt", "P16", seat=seat, count=count, hand=BASIC_HAND + drawn)
    p = replace(p, phase="activation")
    yield event(p, "activations_begin", "P20", seat=p.active())
    return p


DEAL: MoveKind[Position, Deal] = MoveKind(
    Deal,
    needs=(
        fact("no_cards_now", lambda p, m: p.phase == "cards"),
        fact(
            "deck_too_small",
            lambda p, m: sum(_draws(p, m).values()) <= p.deck + len(p.discard),
            lambda p, m: {
                "count": sum(_draws(p, m).values()),
                "left": p.deck + len(p.discard),
            },
        ),
        rule(
            "P16",
            lambda p, m: m.hand == BASIC_HAND + DRAWN,
            lambda p, m: {"hand": m.hand, "most": BASIC_HAND + DRAWN},
        ),
    ),
    apply=_deal,
    ends=True,
    reveals=True,
)


# After phases 5 and 6


def site_done(p: Position) -> Effects[Position]:
    """The next activation; after the last one the player order and the boats."""
    if seat := p.active():
        yield event(p, "activates_next", "P20", seat=seat)
        return p
    before = p.order
    front = tuple(dict.fromkeys(p.tiles))
    p = replace(p, order=(*front, *(seat for seat in before if seat not in front)), tiles=())
    if p.order != before:
        yield event(p, "order_changed", "P61", seats=p.order)
    elif GIZA not in p.activated:
        yield event(p, "giza_unused", "P63")
    else:
        yield event(p, "order_stays", "P62", seats=p.order)
    return (yield from loading_begun(p))


def loading_begun(p: Position) -> Effects[Position]:
    """Phase 7, if there is a boat to load; else the end of the round."""
    if not p.display:
        p = replace(p, phase="end")
        yield event(p, "no_boat_to_load", "P72")
        return p
    p = replace(p, phase="loading", turn=p.order[0], passed=())
    yield event(p, "loading_begins", "P65", seat=p.turn)
    return p


# Phase 8: end of the round


_ENDED = {"P77": "ended_p77", "P81": "ended_p81", "P82": "ended_p82"}
_WON = {"points": "won_by_points", "resources": "won_by_resources", "place": "won_by_place"}


def _kept(p: Position, player: Player) -> int:
    """How many cards of the deck a player keeps (P18)."""
    if not p.options.keep_cards or not player.sure:
        return 0
    return max(0, player.drawn - player.spent - player.played)


def _end_round(p: Position, m: EndRound) -> Effects[Position]:
    for player in p.players:
        kept = _kept(p, player)
        gone = player.drawn - player.spent - kept
        p = replace(p, discard=(*p.discard, *(UNKNOWN,) * gone)).with_player(
            player.seat,
            hand=BASIC_HAND - len(player.used) + kept,
            drawn=kept,
            spent=0,
            played=0,
        )
    p = replace(p, activated=(), tiles=(), paid=(), tired=(), passed=())
    yield event(p, "round_cleared", "P76", round=p.round)
    clause = ending(p)
    if not clause:
        p = replace(p, round=p.round + 1)
        yield event(p, "next_round", "P82", round=p.round)
        return (yield from round_begun(p))
    p = replace(p, phase="over")
    yield event(p, _ENDED[clause], clause)
    if twice := p.told_twice():
        for boat in twice:
            p = p.without_notes(boat)
        yield event(p, "boats_told_twice", "P71", boats=twice)
    for seat in () if p.hides_boats() else p.order:
        boats = p.player(seat).boats
        yield event(p, "boats_shown", "P80", seat=seat, count=len(boats), points=p.points(seat))
    found = outcome(p)
    if found is not None:
        winners, level = found.places[0], found.decisive
        if level is None:
            yield event(p, "win_shared", "P79", seats=winners)
        else:
            yield event(p, _WON[level.key], level.rule, seat=winners[0])
    return p


END_ROUND: MoveKind[Position, EndRound] = MoveKind(
    EndRound,
    needs=(fact("round_goes_on", lambda p, m: p.phase == "end"),),
    apply=_end_round,
    reveals=True,
    ends=True,
)

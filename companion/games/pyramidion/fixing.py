"""Corrections: one fact of the table each, set to what the table shows.

What comes to a place comes from the supply or stock, what leaves it goes back there. Needs are
facts throughout: whatever the pieces can show can be set.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from companion.games.pyramidion.box import SITES, BoatId, Resource, SiteId
from companion.games.pyramidion.needs import AnyNeed, plays, plays_or_nobody
from companion.games.pyramidion.position import (
    NOBODY,
    SUPPLY,
    TROOPS,
    Phase,
    Position,
    Seat,
    TroopKind,
    Winner,
)
from companion.games.pyramidion.rounds import full
from companion.kernel import UNKNOWN, Course, Kind, Move, Open, fact, happening, known

Tokens = Annotated[int, Meta(ge=0, le=99)]
Hand = Annotated[int, Meta(ge=0, le=16)]
Round = Annotated[int, Meta(ge=1, le=40)]
Yes = Literal["yes", "no"]
PlayPhase = Literal["boats", "distribution", "negotiation", "cards", "activation", "loading", "end"]


class FixTokens(Move, frozen=True, tag="fix_tokens"):
    """So many tokens of a kind lie on a site."""

    site: SiteId
    kind: Resource
    count: Tokens


class FixStore(Move, frozen=True, tag="fix_store"):
    """A player has so many tokens of a kind."""

    seat: Seat
    kind: Resource
    count: Tokens


class FixTroop(Move, frozen=True, tag="fix_troop"):
    """The troop of a kind on a site is this player's, or nobody's."""

    kind: TroopKind
    site: SiteId
    owner: Winner


class FixSundial(Move, frozen=True, tag="fix_sundial"):
    """A sundial lies on a site or does not; who activates next follows from their number."""

    site: SiteId
    lies: Yes


class FixUsed(Move, frozen=True, tag="fix_used"):
    """The torturer on a site was used for loading in this round, or was not."""

    site: SiteId
    used: Yes


class FixDisplay(Move, frozen=True, tag="fix_display"):
    """A boat lies open on display, or is still face down in its stack."""

    boat: BoatId
    lies: Yes


class FixWon(Move, frozen=True, tag="fix_won"):
    """A player has won this boat, that nobody has told so far."""

    seat: Seat
    boat: BoatId


class FixLost(Move, frozen=True, tag="fix_lost"):
    """A player has not won this boat; it is face down in the stack."""

    seat: Seat
    boat: BoatId


class FixOrder(Move, frozen=True, tag="fix_order"):
    """The player tokens stand in this order on the track."""

    seats: Annotated[tuple[Seat, ...], Meta(max_length=4)]


class FixHand(Move, frozen=True, tag="fix_hand"):
    """A player holds so many cards."""

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


def _set(p: Position, piece: str, at: str, back: str, count: int) -> Position:
    """With so many of a piece at a place; the rest lies at ``back``."""
    return p.moved(piece, back, at, count - p.lying(at, piece))


def _left(p: Position, piece: str, at: str, back: str) -> int:
    """How many there can be at most."""
    return p.lying(at, piece) + p.lying(back, piece)


def _store(p: Position, m: FixStore) -> Position:
    p.store(m.seat)
    return _set(p, m.kind, f"store:{m.seat}", SUPPLY, m.count)


def _troop(p: Position, m: FixTroop) -> Position:
    there = p.troop(m.kind, m.site)
    if there:
        p = p.moved(f"{m.kind}:{there}", m.site, f"stock:{there}")
        if m.kind == "torturer":
            p = replace(p, tired=tuple(site for site in p.tired if site != m.site))
    if m.owner != NOBODY:
        p = p.moved(f"{m.kind}:{m.owner}", f"stock:{m.owner}", m.site)
    return p


def _sundial(p: Position, m: FixSundial) -> Position:
    if (m.site in p.activated) == (m.lies == "yes"):
        return p
    others = tuple(site for site in p.activated if site != m.site)
    return replace(p, activated=(*others, m.site) if m.lies == "yes" else others)


def _sundials(p: Position, m: FixSundial) -> dict[str, int]:
    """How many sundials there would be, and how many there can be now."""
    open_ = p.phase == "activation"
    return {"count": len(_sundial(p, m).activated), "most": len(p.activations()) - open_}


def _used(p: Position, m: FixUsed) -> Position:
    tired = {*p.tired, m.site} if m.used == "yes" else {*p.tired} - {m.site}
    return replace(p, tired=tuple(sorted(tired)))


def _display(p: Position, m: FixDisplay) -> Position:
    if (m.boat in p.display) == (m.lies == "yes"):
        return p
    if m.lies == "yes":
        fleet = p.fleet_without(m.boat)
        return settled(replace(p, display=(*p.display, m.boat), fleet=fleet))
    display = tuple(boat for boat in p.display if boat != m.boat)
    return replace(p, display=display, fleet=tuple(sorted((*p.fleet, m.boat))))


def _won(p: Position, m: FixWon) -> Position:
    boat = known(m.boat)
    p = replace(p, fleet=p.fleet_without(boat), whispered=True)
    p = p.with_player(m.seat, boats=(*p.player(m.seat).boats, boat))
    return settled(p)


def _lost(p: Position, m: FixLost) -> Position:
    boats = list(p.player(m.seat).boats)
    boats.remove(known(m.boat))
    fleet = tuple(sorted((*p.fleet, m.boat)))
    p = replace(p, fleet=fleet, whispered=True)
    return p.with_player(m.seat, boats=tuple(boats))


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


def _kind(
    move: type[Move],
    fix: Callable[[Position, Any], Position],
    key: str,
    *needs: AnyNeed,
    candidates: dict[str, Callable[[Position, Any], Any]] | None = None,
    hidden: tuple[str, ...] = (),
) -> Kind[Position, Any]:
    names = move.__struct_fields__

    def does(p: Position, m: Any) -> Course[Position]:
        p = fix(p, m)
        told = {name: getattr(m, name) for name in names if name not in hidden}
        yield happening(p, key, "table_shows", **told)
        return p

    so: tuple[AnyNeed, ...] = () if hidden else (fact("already_so", lambda p, m: fix(p, m) != p),)
    return Kind(
        move,
        needs=(*needs, *so),
        does=does,
        candidates=candidates or {},
        role="fix",
        by="seat" if hidden else "",
        hidden=hidden,
        explicit=True,
    )


def _in_supply(at: Callable[[Any], str]) -> AnyNeed:
    return fact(
        "not_so_many_tokens",
        lambda p, m: m.count <= _left(p, m.kind, at(m), SUPPLY),
        lambda p, m: {"kind": m.kind, "count": m.count, "most": _left(p, m.kind, at(m), SUPPLY)},
    )


def _troop_left(p: Position, m: FixTroop) -> bool:
    return m.owner in (NOBODY, p.troop(m.kind, m.site)) or p.stock(m.owner, m.kind) > 0


def _may_be_seen(p: Position, m: FixDisplay) -> bool:
    return m.boat in p.display or p.in_fleet(m.boat)


def _dealt_with(p: Position, site: str) -> bool:
    return p.contest is not None and p.contest.site == site


def _hand_possible(p: Position, m: FixHand) -> bool:
    player = p.player(m.seat)
    more = m.count - player.hand
    return more <= p.deck and player.drawn + more >= player.spent


def _up_to(at: Callable[[Any], str]) -> Callable[[Position, Any], range]:
    """As many as can be there."""
    return lambda p, m: range(_left(p, m.kind, at(m), SUPPLY) + 1)


def _seats(p: Position, m: Any) -> tuple[str, ...]:
    return p.order


def _sites(p: Position, m: Any) -> tuple[str, ...]:
    return SITES


def _owners(p: Position, m: Any) -> tuple[str, ...]:
    return (*p.order, NOBODY)


FIXES: tuple[Kind[Position, Any], ...] = (
    _kind(
        FixTokens,
        lambda p, m: _set(p, m.kind, m.site, SUPPLY, m.count),
        "tokens_fixed",
        _in_supply(lambda m: m.site),
        candidates={"site": _sites, "count": _up_to(lambda m: m.site)},
    ),
    _kind(
        FixStore,
        _store,
        "store_fixed",
        plays(),
        _in_supply(lambda m: f"store:{m.seat}"),
        candidates={"seat": _seats, "count": _up_to(lambda m: f"store:{m.seat}")},
    ),
    _kind(
        FixTroop,
        _troop,
        "troop_fixed",
        plays_or_nobody("owner"),
        fact(
            "no_troop_in_stock",
            _troop_left,
            lambda p, m: {"seat": m.owner, "troop": m.kind, "most": TROOPS},
        ),
        candidates={"site": _sites, "owner": _owners},
    ),
    _kind(
        FixSundial,
        _sundial,
        "sundial_fixed",
        fact(
            "site_is_active",
            lambda p, m: not _dealt_with(p, m.site),
            lambda p, m: {"site": m.site},
        ),
        fact(
            "too_many_sundials",
            lambda p, m: _sundials(p, m)["count"] <= _sundials(p, m)["most"],
            _sundials,
        ),
        candidates={"site": _sites},
    ),
    _kind(
        FixUsed,
        _used,
        "used_fixed",
        fact(
            "no_torturer_there",
            lambda p, m: m.used == "no" or p.troop("torturer", m.site),
            lambda p, m: {"site": m.site},
        ),
        candidates={"site": _sites},
    ),
    _kind(
        FixDisplay,
        _display,
        "display_fixed",
        fact("boat_seen", _may_be_seen, lambda p, m: {"boat": m.boat}),
        candidates={"boat": lambda p, m: (*p.covered(), *p.display)},
    ),
    _kind(
        FixWon,
        _won,
        "won_fixed",
        plays(),
        fact("boat_elsewhere", lambda p, m: p.in_fleet(known(m.boat))),
        candidates={"seat": _seats, "boat": lambda p, m: p.covered()},
        hidden=("boat",),
    ),
    _kind(
        FixLost,
        _lost,
        "lost_fixed",
        plays(),
        fact("boat_not_won", lambda p, m: _has(p, m.seat, known(m.boat))),
        candidates={"seat": _seats, "boat": lambda p, m: (boat.id for boat in p.box.boats)},
        hidden=("boat",),
    ),
    _kind(
        FixOrder,
        lambda p, m: replace(p, order=m.seats),
        "order_fixed",
        fact(
            "not_all_seats",
            lambda p, m: sorted(m.seats) == sorted(p.order),
            lambda p, m: {"seats": p.order},
            early=lambda p, m: len(set(m.seats)) == len(m.seats) and {*m.seats} <= {*p.order},
        ),
        candidates={"seats": _seats},
    ),
    _kind(
        FixHand,
        _hand,
        "hand_fixed",
        plays(),
        fact(
            "hand_cannot_be",
            _hand_possible,
            lambda p, m: {"seat": m.seat, "count": m.count, "left": p.deck},
        ),
        candidates={"seat": _seats},
    ),
    _kind(
        FixPhase,
        lambda p, m: phase_begun(p, m.phase),
        "phase_fixed",
        fact("match_is_over", lambda p, m: p.phase != "over"),
    ),
    _kind(
        FixTurn,
        lambda p, m: replace(p, turn=m.seat),
        "turn_fixed",
        plays(),
        fact("no_turns_now", lambda p, m: p.turn),
        candidates={"seat": _seats},
    ),
    _kind(
        FixRound,
        lambda p, m: replace(p, round=m.number),
        "round_fixed",
    ),
)


def _has(p: Position, seat: str, boat: str) -> bool:
    boats = p.player(seat).boats
    if UNKNOWN in boats:
        raise Open
    return boat in boats

"""Corrections of what lies on the table: resources, troops, sundials, boats.

What comes to a place comes from the supply or stock, what leaves it goes back there.
"""

from collections.abc import Callable
from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from companion.games.pyramidion.corrections import all_seats, setting, settled
from companion.games.pyramidion.needs import AnyNeed
from companion.games.pyramidion.position import TROOPS, Position, TroopKind
from companion.games.pyramidion.rounds import turned_up
from companion.games.pyramidion.tokens import (
    NOBODY,
    SITES,
    SUPPLY,
    BoatId,
    Resource,
    Seat,
    SiteId,
    Winner,
)
from companion.kernel import UNKNOWN, Move, MoveKind, Open, fact, known, plays

Tokens = Annotated[int, Meta(ge=0, le=99)]
Yes = Literal["yes", "no"]


class FixTokens(Move, frozen=True, tag="fix_tokens"):
    """How many tokens of a kind lie on a site."""

    site: SiteId
    kind: Resource
    count: Tokens


class FixStore(Move, frozen=True, tag="fix_store"):
    """How many tokens of a kind a player has."""

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


def _set(p: Position, piece: str, at: str, back: str, count: int) -> Position:
    """With that many of a piece at a place; the rest lies at ``back``."""
    return p.moved(piece, back, at, count - p.lying(at, piece))


def _left(p: Position, piece: str, at: str, back: str) -> int:
    """How many there can be at most."""
    return p.lying(at, piece) + p.lying(back, piece)


def _store(p: Position, m: FixStore) -> Position:
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
        return settled(turned_up(p, m.boat))
    display = tuple(boat for boat in p.display if boat != m.boat)
    return replace(p, display=display, fleet=p.fleet_with(m.boat))


def _won(p: Position, m: FixWon) -> Position:
    """Where the secrets of a journal are lost, which boat it was is unknown. Only the owner may
    look (P71): what one tells of own boats sets nothing aside that others told of theirs."""
    p = p.without_note(m.seat, m.boat)
    p = replace(p, fleet=p.fleet_without(m.boat), whispered=True)
    p = p.with_player(m.seat, boats=(*p.player(m.seat).boats, m.boat))
    return settled(p)


def _lost(p: Position, m: FixLost) -> Position:
    """Where it was told otherwise before, nothing that its owner told of boats is believed any
    more; what others told of theirs is (P71)."""
    boats, fleet = list(p.player(m.seat).boats), p.fleet_with(m.boat, m.seat)
    gone = m.boat if m.boat in boats else UNKNOWN
    if gone in boats:
        boats.remove(gone)
    else:
        boats, fleet = [UNKNOWN] * (len(boats) - 1), (UNKNOWN,) * len(fleet)
    p = p.with_player(m.seat, boats=tuple(boats))
    return replace(p, fleet=fleet, whispered=True)


def _open_store(p: Position, m: FixStore) -> bool:
    """Whether everybody may know what a player has."""
    return not p.options.hide_stores


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


def _has(p: Position, seat: str, boat: str) -> bool:
    boats = p.player(seat).boats
    if UNKNOWN in boats:
        raise Open
    return boat in boats


def _up_to(at: Callable[[Any], str]) -> Callable[[Position, Any], range]:
    """As many as can be there."""
    return lambda p, m: range(_left(p, m.kind, at(m), SUPPLY) + 1)


def _sites(p: Position, m: Any) -> tuple[str, ...]:
    return SITES


def _owners(p: Position, m: Any) -> tuple[str, ...]:
    return (*p.order, NOBODY)


FIXES: tuple[MoveKind[Position, Any], ...] = (
    setting(
        FixTokens,
        lambda p, m: _set(p, m.kind, m.site, SUPPLY, m.count),
        "tokens_fixed",
        _in_supply(lambda m: m.site),
        candidates={"site": _sites, "count": _up_to(lambda m: m.site)},
    ),
    setting(
        FixStore,
        _store,
        "store_fixed",
        plays(),
        fact("store_is_secret", _open_store, lambda p, m: {"seat": m.seat}),
        _in_supply(lambda m: f"store:{m.seat}"),
        candidates={"seat": all_seats, "count": _up_to(lambda m: f"store:{m.seat}")},
    ),
    setting(
        FixTroop,
        _troop,
        "troop_fixed",
        plays("owner", NOBODY),
        fact(
            "no_troop_in_stock",
            _troop_left,
            lambda p, m: {"seat": m.owner, "troop": m.kind, "most": TROOPS},
        ),
        candidates={"site": _sites, "owner": _owners},
    ),
    setting(
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
    setting(
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
    setting(
        FixDisplay,
        _display,
        "display_fixed",
        fact("boat_seen", _may_be_seen, lambda p, m: {"boat": m.boat}),
        candidates={"boat": lambda p, m: (*p.covered(), *p.display)},
    ),
    setting(
        FixWon,
        _won,
        "won_fixed",
        plays(),
        fact("boat_elsewhere", lambda p, m: p.in_fleet(known(m.boat))),
        candidates={"seat": all_seats, "boat": lambda p, m: p.covered()},
        hidden=("boat",),
    ),
    setting(
        FixLost,
        _lost,
        "lost_fixed",
        plays(),
        fact(
            "boat_not_won", lambda p, m: p.player(m.seat).boats and _has(p, m.seat, known(m.boat))
        ),
        candidates={"seat": all_seats, "boat": lambda p, m: (boat.id for boat in p.box.boats)},
        hidden=("boat",),
    ),
)
"""Corrections of the table."""

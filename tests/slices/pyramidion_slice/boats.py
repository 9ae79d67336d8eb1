"""Loading a boat: one decision, paid part by part."""

from collections import Counter
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from companion.kernel import Course, Kind, Move, fact, happening, remembered, rule
from tests.slices.pyramidion_slice.position import JOKER, SUPPLY, BoatId, Position, Seat, SiteId

Means = Annotated[str, Meta(title="means")]
"""What a unit is paid with: a kind of resource, or the site of an own torturer."""


class Load(Move, frozen=True, tag="load"):
    """A boat is paid with resources from the store and with torturers on sites."""

    boat: BoatId
    pay: Annotated[tuple[Means, ...], Meta(max_length=20)]


class PassLoad(Move, frozen=True, tag="pass_load"):
    """No boat this time; a later turn may bring one."""


class Bill:
    """How a payment, perhaps unfinished, stands against what a boat asks for."""

    def __init__(self, p: Position, m: Any) -> None:
        boat = p.boat(m.boat)
        self.order = Counter(boat.order if boat else ())
        self.sites = tuple(means for means in m.pay if p.board(means))
        self.from_store = Counter(means for means in m.pay if not p.board(means))
        self.units = self.from_store + Counter(map(product, map(p.board, self.sites)))
        self.jokers = self.units.pop(JOKER, 0)
        self.missing = self.order - self.units
        self.surplus = self.units - self.order
        left = p.store(p.turn)
        left.subtract(self.from_store)
        left += Counter(product(p.board(s)) for s in p.torturers(p.turn) if s not in self.sites)
        self.left = left

    @property
    def paid(self) -> int:
        return self.units.total() + self.jokers

    @property
    def still_possible(self) -> bool:
        """Whether what is left to the payer can make the payment exact."""
        short = (self.missing - self.left).total()
        jokers = self.jokers + self.left[JOKER]
        return short <= jokers and self.jokers <= self.missing.total() and not self.surplus


bill = remembered(Bill)


def product(board: Any) -> str:
    return str(board.product)


def not_his(p: Position, m: Any) -> tuple[SiteId, ...]:
    """The sites used for paying on which no torturer of the payer stands."""
    return tuple(site for site in bill(p, m).sites if p.troop("torturer", site) != p.turn)


def used_twice(p: Position, m: Any) -> tuple[SiteId, ...]:
    """The sites whose torturer was used before, or twice in this payment."""
    times = Counter(bill(p, m).sites)
    return tuple(site for site in times if times[site] > 1 or site in p.tired)


def loaded(p: Position, m: Load) -> Course[Position]:
    seat, paid = p.turn, bill(p, m)
    for kind, count in paid.from_store.items():
        p = p.moved(kind, f"store:{seat}", SUPPLY, count)
        yield happening(p, "paid", "P66", seat=seat, kind=kind, count=count)
    for site in paid.sites:
        p = replace(p, tired=tuple(sorted({*p.tired, site})))
        yield happening(p, "torturer_used", "P69", seat=seat, site=site)
    player = p.player(seat)
    p = p.with_player(replace(player, boats=(*player.boats, m.boat)))
    display = tuple(boat for boat in p.display if boat != m.boat)
    p = replace(p, display=display, turn=after(p, seat), passes=0)
    yield happening(p, "loaded", "P66", seat=seat, boat=m.boat)
    return p


def passed(p: Position, m: PassLoad) -> Course[Position]:
    seat = p.turn
    p = replace(p, turn=after(p, seat), passes=p.passes + 1)
    yield happening(p, "passed", "P73", seat=seat, passes=p.passes)
    return p


def after(p: Position, seat: Seat) -> Seat:
    return p.order[(p.order.index(seat) + 1) % len(p.order)]


LOAD = Kind[Position, Load](
    move=Load,
    needs=(
        fact("nobody_loads", lambda p, m: p.turn),
        fact("not_on_display", lambda p, m: m.boat in p.display, lambda p, m: {"boat": m.boat}),
        fact(
            "not_in_store",
            lambda p, m: not bill(p, m).from_store - p.store(p.turn),
            lambda p, m: {"kinds": tuple(bill(p, m).from_store - p.store(p.turn))},
            early=True,
        ),
        rule(
            "P67",
            lambda p, m: bill(p, m).paid == bill(p, m).order.total(),
            lambda p, m: {
                "paid": bill(p, m).paid,
                "ordered": bill(p, m).order.total(),
                "difference": abs(bill(p, m).paid - bill(p, m).order.total()),
            },
            early=lambda p, m: bill(p, m).still_possible,
        ),
        rule(
            "P68",
            lambda p, m: not bill(p, m).surplus or bill(p, m).missing.total() <= bill(p, m).jokers,
            lambda p, m: {
                "surplus": tuple(bill(p, m).surplus.elements()),
                "missing": tuple(bill(p, m).missing.elements()),
            },
        ),
        rule(
            "P69", lambda p, m: not not_his(p, m), lambda p, m: {"sites": not_his(p, m)}, early=True
        ),
        rule(
            "P70",
            lambda p, m: not used_twice(p, m),
            lambda p, m: {"sites": used_twice(p, m)},
            early=True,
        ),
    ),
    does=loaded,
    candidates={
        "boat": lambda p, m: p.display,
        "pay": lambda p, m: (
            *sorted(p.store(p.turn), key=lambda kind: (kind == JOKER, kind)),
            *(site.id for site in p.box.sites),
        ),
    },
    out_of_turn="P65",
)

PASS_LOAD = Kind[Position, PassLoad](
    move=PassLoad,
    needs=(fact("nobody_loads", lambda p, m: p.turn),),
    does=passed,
    out_of_turn="P65",
)

"""Phase 7, loading boats: one decision, paid part by part."""

from collections import Counter
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from companion.games.pyramidion.box import JOKER
from companion.games.pyramidion.position import Position
from companion.games.pyramidion.tokens import RESOURCES, SITES, SUPPLY, BoatId, Means, Seat
from companion.games.pyramidion.winning import reached
from companion.kernel import Effects, Move, MoveKind, Open, event, fact, memo_last, rule

MOST_UNITS = 24
"""No payment is longer; the longest orders known have 11 units."""


class Load(Move, frozen=True, tag="load"):
    """A boat is paid with resources from the store and with torturers on sites."""

    boat: BoatId
    pay: Annotated[tuple[Means, ...], Meta(max_length=MOST_UNITS)]


class PassLoad(Move, frozen=True, tag="pass_load"):
    """No boat this time; a later turn may bring one."""


class Bill:
    """How a payment, perhaps unfinished, stands against what a boat asks for.

    order: what is asked for. store, yields: what is paid from the store, and by torturers. kept:
    yields this boat has no use for. missing, surplus: by kind, without statues, which are
    ``jokers``. Raises Open when the boat is not known.
    """

    def __init__(self, p: Position, m: Any) -> None:
        boat = p.box.boat(m.boat)
        self.order: Counter[str] = Counter(boat.order if boat else ())
        self.sites = tuple(means for means in m.pay if means in SITES)
        self.store: Counter[str] = Counter(means for means in m.pay if means not in SITES)
        self.yields: Counter[str] = Counter(p.board(site).product for site in self.sites)
        units = self.store + self.yields
        self.jokers = units.pop(JOKER, 0)
        self.missing = self.order - units
        self.surplus = units - self.order
        self.kept = self.surplus & self.yields
        idle = max(0, self.jokers - self.missing.total())
        self.kept += Counter({JOKER: min(idle, self.yields[JOKER])})

    @property
    def useless(self) -> Counter[str]:
        """What is paid from the store though the boat does not ask for it, by kind."""
        return self.surplus - self.kept

    @property
    def paid(self) -> int:
        """How many units are paid, without those kept."""
        return self.store.total() + self.yields.total() - self.kept.total()

    def possible(self, p: Position) -> bool:
        """Whether what is left to the payer can still make up for what is missing."""
        if self.jokers > self.missing.total():
            return False
        lacking, jokers = self._beyond(p)
        return lacking.total() <= jokers

    def _beyond(self, p: Position) -> tuple[Counter[str], int]:
        """What is missing and the payer has not got, and the statues for it."""
        left = p.store(p.turn)
        left.subtract(self.store)
        left += Counter(p.board(site).product for site in torturers(p, p.turn, self.sites))
        jokers = self.jokers + left.pop(JOKER, 0)
        return self.missing - left, jokers

    def lacks(self, p: Position) -> tuple[str, ...]:
        """What is missing, by kind; before anything is paid, what the payer could not pay. A secret
        store is not looked into."""
        told = self.missing
        if not (self.store or self.sites or p.options.hide_stores):
            lacking, jokers = self._beyond(p)
            told = lacking if lacking.total() > jokers else told
        return tuple(f"{told[kind]}*{kind}" for kind in RESOURCES if told[kind])


bill = memo_last(Bill)


def torturers(p: Position, seat: str, but: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Where a player's torturers stand that can still be used this round (P69, P70)."""
    return tuple(
        site
        for site in p.standing(seat, "torturer")
        if site not in (*p.tired, *but) and _brings(p, site)
    )


def _brings(p: Position, site: str) -> bool:
    """Whether the supply holds what a torturer there would bring, where that is asked for."""
    return not p.options.torturer_needs_supply or p.lying(SUPPLY, p.board(site).product) > 0


def _not_his(p: Position, m: Any) -> tuple[str, ...]:
    """The sites used for paying on which no torturer of the payer stands."""
    return tuple(site for site in bill(p, m).sites if p.troop("torturer", site) != p.turn)


def _used_twice(p: Position, m: Any) -> tuple[str, ...]:
    """The sites whose torturer was used before, or twice in this payment."""
    times = Counter(bill(p, m).sites)
    return tuple(site for site in times if times[site] > 1 or site in p.tired)


def _idle(p: Position, m: Any) -> tuple[str, ...]:
    """The sites from which nothing comes, for the supply has none left of it."""
    return tuple(site for site in bill(p, m).sites if not _brings(p, site))


def _too_much(p: Position, m: Any) -> Counter[str]:
    """What is to be paid from the store and is not there."""
    return bill(p, m).store - p.store(p.turn)


def _loads(p: Position) -> bool:
    return p.phase == "loading" and bool(p.turn)


def _load(p: Position, m: Load) -> Effects[Position]:
    seat, paid = p.turn, bill(p, m)
    p.store(seat)  # what it holds cannot be moved where it is not known
    for kind, count in paid.store.items():
        p = p.moved(kind, f"store:{seat}", SUPPLY, count)
        key = "statues_paid" if kind == JOKER else "paid"
        yield event(p, key, "P68" if kind == JOKER else "P66a", seat=seat, kind=kind, count=count)
    for site in paid.sites:
        p = replace(p, tired=tuple(sorted({*p.tired, site})))
        kind = p.board(site).product
        yield event(p, "torturer_used", "P69a", seat=seat, site=site, kind=kind)
    display = tuple(boat for boat in p.display if boat != m.boat)
    boats = (*p.player(seat).boats, m.boat)
    p = replace(p, display=display, passed=_still_passed(p)).with_player(seat, boats=boats)
    yield event(p, "loaded", "P71", seat=seat, count=len(boats))
    if p.options.end_mode == "at_once" and reached(p):
        return (yield from _over(p, "loading_stops", "P77"))
    if not p.display:
        return (yield from _over(p, "all_loaded", "P72"))
    return (yield from _next(p, seat))


def _still_passed(p: Position) -> tuple[Seat, ...]:
    return p.passed if p.options.pass_binds else ()


def _pass(p: Position, m: PassLoad) -> Effects[Position]:
    seat = p.turn
    p = replace(p, passed=(*p.passed, seat))
    yield event(p, "passed", "P73", seat=seat, count=len(p.passed))
    if set(p.passed) >= set(p.order):
        return (yield from _over(p, "nobody_loads_more", "P73"))
    return (yield from _next(p, seat))


def _next(p: Position, seat: str) -> Effects[Position]:
    binding = p.options.pass_binds
    others = (*p.seats_from(seat)[1:], seat)
    turn = next(other for other in others if not binding or other not in p.passed)
    p = replace(p, turn=turn)
    yield event(p, "loads_next", "P65", seat=turn)
    return p


def _over(p: Position, key: str, clause: str) -> Effects[Position]:
    p = replace(p, phase="end", turn="", passed=())
    yield event(p, key, clause, count=len(p.display))
    return p


def _means(p: Position) -> tuple[str, ...]:
    """What can be paid with, the joker last; all kinds where the store is not known."""
    try:
        store: Any = p.store(p.turn)
    except Open:
        store = RESOURCES
    return (*(kind for kind in RESOURCES if kind in store), *p.standing(p.turn, "torturer"))


LOAD: MoveKind[Position, Load] = MoveKind(
    Load,
    needs=(
        fact("nobody_loads", lambda p, m: _loads(p)),
        fact("P66b", lambda p, m: m.boat in p.display, lambda p, m: {"boat": m.boat}),
        fact(
            "P66c",
            lambda p, m: not _too_much(p, m),
            lambda p, m: {"kinds": tuple(_too_much(p, m)), "seat": p.turn},
            early=True,
        ),
        rule(
            "P67",
            lambda p, m: bill(p, m).paid == bill(p, m).order.total(),
            lambda p, m: {
                "difference": abs(bill(p, m).paid - bill(p, m).order.total()),
                "missing": bill(p, m).lacks(p) or ("nothing",),
            },
            early=lambda p, m: bill(p, m).possible(p),
        ),
        rule(
            "P68",
            lambda p, m: not bill(p, m).useless or bill(p, m).missing.total() <= bill(p, m).jokers,
            lambda p, m: {
                "surplus": tuple(bill(p, m).useless.elements()),
                "missing": tuple(bill(p, m).missing.elements()),
            },
            early=lambda p, m: not bill(p, m).useless,
        ),
        rule(
            "P69a",
            lambda p, m: not _not_his(p, m),
            lambda p, m: {"sites": _not_his(p, m), "seat": p.turn},
            early=True,
        ),
        rule(
            "P69b",
            lambda p, m: not bill(p, m).kept,
            lambda p, m: {"kinds": tuple(bill(p, m).kept)},
            early=True,
        ),
        rule(
            "P69c",
            lambda p, m: not _idle(p, m),
            lambda p, m: {"sites": _idle(p, m)},
            early=True,
        ),
        rule(
            "P70",
            lambda p, m: not _used_twice(p, m),
            lambda p, m: {"sites": _used_twice(p, m)},
            early=True,
        ),
    ),
    apply=_load,
    candidates={"boat": lambda p, m: p.display, "pay": lambda p, m: _means(p)},
    told_by=("torturer_used",),  # nobody may have chosen it: often there is one way to pay alone
    out_of_turn="P65",
    unordered=("pay",),
)

PASS_LOAD: MoveKind[Position, PassLoad] = MoveKind(
    PassLoad,
    needs=(fact("nobody_loads", lambda p, m: _loads(p)),),
    apply=_pass,
    out_of_turn="P65",
    ends=True,
)

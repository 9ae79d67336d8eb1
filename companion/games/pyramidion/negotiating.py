"""Phase 3, resource negotiation: each negotiator on a site may bring its owner one token."""

from msgspec.structs import replace

from companion.games.pyramidion.position import Position
from companion.games.pyramidion.rounds import negotiation_goes_on, takeable
from companion.games.pyramidion.tokens import Resource, SiteId
from companion.kernel import Effects, Move, MoveKind, event, fact, rule


class Negotiate(Move, frozen=True, tag="negotiate"):
    """The player takes one token from a site with an own negotiator."""

    site: SiteId
    kind: Resource


class NegotiateDone(Move, frozen=True, tag="negotiate_done"):
    """The player takes no more; the next one goes on."""


def _after(p: Position, seat: str) -> tuple[str, ...]:
    """Those who come after a player in this phase."""
    return p.order[p.order.index(seat) + 1 :]


def _negotiate(p: Position, m: Negotiate) -> Effects[Position]:
    seat = p.turn
    p = p.moved(m.kind, m.site, f"store:{seat}")
    p = replace(p, paid=(*p.paid, m.site))
    yield event(p, "negotiated", "P11", seat=seat, site=m.site, kind=m.kind)
    if takeable(p, seat):
        return p
    return (yield from negotiation_goes_on(p, _after(p, seat)))


def _done(p: Position, m: NegotiateDone) -> Effects[Position]:
    seat = p.turn
    if left := takeable(p, seat):
        yield event(p, "tokens_left", "P14", seat=seat, sites=left)
    return (yield from negotiation_goes_on(p, _after(p, seat)))


NEGOTIATE: MoveKind[Position, Negotiate] = MoveKind(
    Negotiate,
    needs=(
        fact("nobody_negotiates", lambda p, m: p.phase == "negotiation"),
        fact(
            "P12",
            lambda p, m: p.tokens(m.site)[m.kind],
            lambda p, m: {"site": m.site, "kind": m.kind},
        ),
        rule(
            "P11a",
            lambda p, m: p.troop("negotiator", m.site) == p.turn,
            lambda p, m: {"site": m.site, "seat": p.turn},
        ),
        rule("P11b", lambda p, m: m.site not in p.paid, lambda p, m: {"site": m.site}),
    ),
    apply=_negotiate,
    candidates={
        "site": lambda p, m: (site.id for site in p.box.sites),
        "kind": lambda p, m: p.tokens(m.site),
    },
    out_of_turn="P14a",
)

NEGOTIATE_DONE: MoveKind[Position, NegotiateDone] = MoveKind(
    NegotiateDone,
    needs=(
        fact("nobody_negotiates", lambda p, m: p.phase == "negotiation"),
        rule(
            "P14b",
            lambda p, m: p.options.phase3_optional or not takeable(p, p.turn),
            lambda p, m: {"seat": p.turn, "sites": takeable(p, p.turn)},
        ),
    ),
    apply=_done,
    out_of_turn="P14a",
    ends=True,
)

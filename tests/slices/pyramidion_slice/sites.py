"""Activating a site: cards laid face down by all, turned up, and three contests."""

from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.kernel import Course, Kind, Move, fact, happening, how_many, rule
from tests.slices.pyramidion_slice.position import CardId, Laid, Position, Seat, SiteId

ACTIVATIONS = 2


class Activate(Move, frozen=True, tag="activate"):
    """The active player chooses a site."""

    site: SiteId


class Lay(Move, frozen=True, tag="lay"):
    """A player puts any number of cards face down at the active site."""

    seat: Seat
    count: Annotated[int, Meta(ge=0, le=9)]


class Reveal(Move, frozen=True, tag="reveal"):
    """A player's cards at the active site are turned up."""

    seat: Seat
    cards: Annotated[tuple[CardId, ...], Meta(max_length=9)]


class Contest(msgspec.Struct, frozen=True):
    """A contest for a troop on the site, and the rules behind its ends."""

    troop: Literal["torturer", "negotiator"]
    symbol: Literal["influence", "negotiation"]
    leader: str
    minimum: str
    tie: str
    back: str


INFLUENCE = Contest("torturer", "influence", "P34", "P35", "P36", "P37")
NEGOTIATION = Contest("negotiator", "negotiation", "P40", "P41", "P42", "P43")


# Activate


def activated(p: Position, m: Activate) -> Course[Position]:
    seat = p.active()
    p = replace(p, site=m.site, done=(*p.done, m.site), laid=())
    p = p.moved("sundial", "box", f"site:{m.site}")
    yield happening(p, "activated", "P20", seat=seat, site=m.site)
    return p


ACTIVATE = Kind[Position, Activate](
    move=Activate,
    needs=(
        fact("no_such_site", lambda p, m: p.board(m.site)),
        fact("no_sundial_left", lambda p, m: how_many(p.pieces, "box", "sundial")),
        rule("P22", lambda p, m: m.site not in p.done, lambda p, m: {"site": m.site}),
    ),
    does=activated,
    candidates={"site": lambda p, m: (site.id for site in p.box.sites)},
    out_of_turn="P20",
)


# Lay


def lay(p: Position, m: Lay) -> Course[Position]:
    player = p.player(m.seat)
    p = p.with_laid(Laid(m.seat, m.count)).with_player(replace(player, hand=player.hand - m.count))
    yield happening(p, "laid", "P28", seat=m.seat, count=m.count)
    return (yield from resolved_if_open(p))


LAY = Kind[Position, Lay](
    move=Lay,
    by="seat",
    needs=(
        fact("nothing_to_lay_at", lambda p, m: m.seat in p.to_lay()),
        fact(
            "not_so_many_in_hand",
            lambda p, m: m.count <= p.player(m.seat).hand,
            lambda p, m: {"count": m.count, "hand": p.player(m.seat).hand},
        ),
    ),
    does=lay,
    candidates={"seat": lambda p, m: p.to_lay()},
    out_of_turn="P29",
)


# Reveal


def basic(p: Position, card: CardId) -> bool:
    face = p.face(card)
    return face is not None and face.basic


def turned_up(p: Position, m: Reveal) -> Course[Position]:
    player = p.player(m.seat)
    hand = player.hand + p.laid_count(m.seat) - len(m.cards)
    p = p.with_laid(Laid(m.seat, len(m.cards), m.cards)).with_player(replace(player, hand=hand))
    yield happening(p, "turned_up", "P28", seat=m.seat, cards=m.cards)
    return (yield from resolved_if_open(p))


def again(p: Position, m: Reveal) -> tuple[CardId, ...]:
    """Basic cards that were used before, at an earlier site or among these."""
    used = p.player(m.seat).used
    return tuple(
        card
        for number, card in enumerate(m.cards)
        if basic(p, card) and card in (*used, *m.cards[:number])
    )


REVEAL = Kind[Position, Reveal](
    move=Reveal,
    by="seat",
    needs=(
        fact("nothing_to_turn_up", lambda p, m: m.seat in p.to_reveal()),
        fact("no_such_card", lambda p, m: all(map(p.face, m.cards)), early=True),
        fact(
            "not_so_many_in_hand",
            lambda p, m: len(m.cards) <= p.laid_count(m.seat) + p.player(m.seat).hand,
            lambda p, m: {
                "count": len(m.cards),
                "hand": p.laid_count(m.seat) + p.player(m.seat).hand,
            },
            early=True,
        ),
        rule(
            "P28",
            lambda p, m: len(m.cards) == p.laid_count(m.seat),
            lambda p, m: {"told": len(m.cards), "laid": p.laid_count(m.seat)},
            early=lambda p, m: len(m.cards) <= p.laid_count(m.seat),
        ),
        rule("P53", lambda p, m: not again(p, m), lambda p, m: {"cards": again(p, m)}, early=True),
    ),
    does=turned_up,
    candidates={
        "seat": lambda p, m: p.to_reveal(),
        "cards": lambda p, m: (face.id for face in p.box.faces),
    },
    reveals=True,
)


# Contests


def resolved_if_open(p: Position) -> Course[Position]:
    """The contests and the clearing away, once everything lies face up."""
    if p.to_lay() or p.to_reveal():
        return p
    p = yield from contest(p, INFLUENCE)
    p = yield from contest(p, NEGOTIATION)
    p = yield from haggling(p)
    for one in p.laid:
        player, used = p.player(one.seat), tuple(card for card in one.cards if basic(p, card))
        p = p.with_player(replace(player, used=(*player.used, *used)))
        others = tuple(card for card in one.cards if not basic(p, card))
        p = replace(p, discard=(*p.discard, *others))
    site, p = p.site, replace(p, site="", laid=())
    if len(p.done) == ACTIVATIONS * len(p.order):
        p = replace(p, phase="boats", turn=p.order[0])
    yield happening(p, "cleared", "P53", site=site)
    return p


def contest(p: Position, c: Contest) -> Course[Position]:
    """The contest for one kind of troop on the active site."""
    board = p.board(p.site)
    assert board is not None
    totals, minimum = p.totals(c.symbol), getattr(board, c.symbol)
    most = max(totals.values())
    leaders = tuple(seat for seat in totals if totals[seat] == most)
    there, told = p.troop(c.troop, p.site), {"troop": c.troop, "site": p.site, "points": most}
    if not most:
        yield happening(p, "no_points", "P50", **told)
    elif len(leaders) > 1:
        yield happening(p, "tie", c.tie, seats=leaders, **told)
    elif most < minimum:
        yield happening(p, "below_minimum", c.minimum, seat=leaders[0], minimum=minimum, **told)
    elif there == leaders[0]:
        yield happening(p, "stays", "P56", seat=there, **told)
    elif f"{c.troop}:{leaders[0]}" not in p.stock(leaders[0]):
        yield happening(p, "no_troop_left", "P55", seat=leaders[0], **told)
    else:
        if there:
            p = p.moved(f"{c.troop}:{there}", f"site:{p.site}", f"stock:{there}")
            yield happening(p, "sent_back", c.back, seat=there, **told)
        winner = leaders[0]
        p = p.moved(f"{c.troop}:{winner}", f"stock:{winner}", f"site:{p.site}")
        yield happening(p, "placed", c.leader, seat=winner, **told)
    return p


def haggling(p: Position) -> Course[Position]:
    """The contest for the resources on the active site."""
    totals = p.totals("haggling")
    most, tokens = max(totals.values()), p.tokens(p.site)
    leaders = tuple(seat for seat in totals if totals[seat] == most)
    if not most:
        yield happening(p, "nobody_haggles", "P50", site=p.site, tokens=tokens)
    elif len(leaders) > 1:
        yield happening(p, "haggling_tie", "P48", seats=leaders, points=most, tokens=tokens)
    else:
        board = p.board(p.site)
        assert board is not None
        if tokens:
            p = p.moved(board.product, f"site:{p.site}", f"store:{leaders[0]}", tokens)
        yield happening(p, "takes_all", "P46", seat=leaders[0], points=most, tokens=tokens)
    return p

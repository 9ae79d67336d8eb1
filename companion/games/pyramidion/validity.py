"""What cannot be: all faults of a position, whatever way it came about."""

from collections import Counter
from collections.abc import Iterator

from companion.games.pyramidion.box import BOATS, DISTRIBUTIONS, Box
from companion.games.pyramidion.position import BASIC_HAND, TROOP_KINDS, TROOPS, Position
from companion.games.pyramidion.tokens import RESOURCES, SITES
from companion.games.pyramidion.views import REVOLTS
from companion.kernel import UNKNOWN, Fault, census, layout_of, lying_at


def violations(position: Position) -> tuple[Fault, ...]:
    """Everything that no table could show, or an empty tuple."""
    return (
        *_box(position),
        *_pieces(position),
        *_boats(position),
        *_round(position),
        *_cards(position),
        *_notes(position),
    )


def _box(p: Position) -> Iterator[Fault]:
    cards = [card.id for card in p.box.cards]
    if p.box.parts != Box().parts or len(set(cards)) != len(cards):
        yield Fault("other_parts")


def _pieces(p: Position) -> Iterator[Fault]:
    counts = census(layout_of(p.pieces))
    most: Counter[str] = Counter({kind: p.box.tokens(kind) for kind in RESOURCES})
    most |= {f"{kind}:{seat}": TROOPS for kind in TROOP_KINDS for seat in p.setup.seats}
    hidden = counts.pop(UNKNOWN, 0)
    for piece in sorted({*counts, *most}):
        short = most[piece] - counts[piece]
        if short < 0 or short > (hidden if piece in RESOURCES else 0):
            values = {"piece": piece, "count": counts[piece], "most": most[piece]}
            yield Fault("not_so_many_pieces", values)
    for lies in p.pieces:
        if lies.count < 0:
            whole = most[lies.piece]
            values = {"piece": lies.piece, "count": whole - lies.count, "most": whole}
            yield Fault("not_so_many_pieces", values)
    for site in SITES:
        for kind in TROOP_KINDS:
            there = lying_at(p.pieces, site)
            if sum(there.get(f"{kind}:{seat}", 0) for seat in p.setup.seats) > 1:
                clause = "P38" if kind == "torturer" else "P44"
                yield Fault(clause, {"site": site})


def _boats(p: Position) -> Iterator[Fault]:
    """What players told of their own boats stands until all boats are shown, also where two of them
    told of the same one (P71): here somebody would learn of it."""
    seen = [*p.fleet, *p.display, *(boat for one in p.players for boat in one.boats)]
    secret = p.told_twice() if p.whispered and p.phase != "over" else ()
    found = Counter(boat for boat in seen if boat != UNKNOWN)
    twice = sorted(boat for boat, count in found.items() if count > 1 and boat not in secret)
    if twice:
        yield Fault("boats_twice", {"boats": tuple(twice)})
    elif len(seen) != BOATS:
        yield Fault("boats_missing", {"count": len(seen), "most": BOATS})
    if len(p.dealt) != len(set(p.dealt)) or len(p.dealt) > DISTRIBUTIONS:
        yield Fault("distribution_seen", {"card": p.dealt})


def _round(p: Position) -> Iterator[Fault]:
    if sorted(p.order) != sorted(p.setup.seats):
        yield Fault("not_all_seats", {"seats": p.setup.seats})
    most = len(p.activations())
    if len(p.activated) > most:
        yield Fault("too_many_sundials", {"count": len(p.activated), "most": most})
    if p.contest is not None and p.phase != "activation":
        yield Fault("nobody_activates")
    if (p.phase in ("negotiation", "loading")) != bool(p.turn) or p.turn not in ("", *p.order):
        yield Fault("no_turns_now")


def _cards(p: Position) -> Iterator[Fault]:
    cards = p.deck + len(p.discard)
    for player in p.players:
        held = player.hand + p.laid_count(player.seat) + player.played
        if held + len(player.used) + player.spent != BASIC_HAND + player.drawn:
            values = {"seat": player.seat, "count": held, "left": p.deck}
            yield Fault("hand_cannot_be", values)
        cards += player.drawn - player.spent
    if p.deck < 0 or cards != p.box.deck:
        yield Fault("deck_wrong", {"count": cards, "most": p.box.deck})


def _notes(p: Position) -> Iterator[Fault]:
    if len(p.revolts) > REVOLTS:
        yield Fault("no_revolt_marker", {"most": REVOLTS})

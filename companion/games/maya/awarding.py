"""Phase A, second step: stones and the marker of a quarry, and the way from quarry to quarry."""

from itertools import pairwise

from msgspec.structs import replace

from companion.games.maya.cards import MINUS, Card
from companion.games.maya.position import AT_ONCE, SPENT, SUPPLY, Position, Quarry
from companion.games.maya.tokens import NEUTRAL
from companion.games.maya.transport import begin_transport
from companion.kernel import UNKNOWN, Effects, event


def onward(p: Position) -> Effects[Position]:
    """Quarries without a card are passed over; after the last one stones are carried (Y51)."""
    if p.winner:
        return p
    p = yield from passed_over(p)
    if p.next_quarry() is None:
        return (yield from begin_transport(p))
    return p


def passed_over(p: Position, until: str = "") -> Effects[Position]:
    """Quarries without a card are passed over up to the next with one, or up to one of them."""
    while (quarry := p.next_quarry()) is not None and not quarry.cards and quarry.id != until:
        p = p.with_quarry(replace(quarry, state="done"))
        yield event(p, "quarry_empty", "Y31", quarry=quarry.id)
    return p


def present(p: Position) -> tuple[str, ...]:
    """Whose cards lie at the open quarry, who laid first first."""
    quarry = p.open_quarry()
    return tuple(dict.fromkeys(card.owner for card in quarry.cards)) if quarry else ()


def waiting(p: Position) -> tuple[str, ...]:
    """Who has yet to name somebody for a −3, in turn order from the start player (Y21)."""
    quarry = p.open_quarry()
    if quarry is None:
        return ()
    owners = {card.owner for card in quarry.cards if card.value == MINUS}
    owners -= {hit.owner for hit in p.hits}
    return tuple(seat for seat in p.seats_from(p.start) if seat in owners)


def to_name(p: Position, owner: str) -> tuple[str, ...]:
    """Whom a −3 can hit at the open quarry, except its owner (Y22, Y24)."""
    quarry = p.open_quarry()
    shields = quarry.shields if quarry else ()
    return tuple(one for one in present(p) if one not in (owner, *shields))


def points(p: Position, quarry: Quarry) -> dict[str, int]:
    """Everybody's points at a revealed quarry (Y19, Y20), in the order of Y25."""
    found: dict[str, int] = dict.fromkeys(_in_order(p, quarry.cards), 0)
    for card in quarry.cards:
        if card.value != UNKNOWN:
            found[card.owner] += max(card.value, 0)
    for hit in p.hits:
        if hit.target in found:
            found[hit.target] -= 3
    return found


def _in_order(p: Position, cards: tuple[Card, ...]) -> tuple[str, ...]:
    """Owners by their earliest card; a −3 counts as one, unless agreed otherwise (Y26)."""
    counting = [card for card in cards if p.options.minus3_counts or card.value != MINUS]
    return tuple(dict.fromkeys(card.owner for card in (*counting, *cards)))


def awarded_if_settled(p: Position, quarry: Quarry) -> Effects[Position]:
    """The stones and the marker of a revealed quarry, once every −3 is dealt with."""
    if waiting(p):
        return p
    board, reached = p.printed(quarry.id), points(p, quarry)
    for owner, total in reached.items():
        if total < 1:
            yield event(p, "too_few_points", "Y27", colour=owner, points=total)
    ranks = sorted((one for one in reached if reached[one] > 0), key=lambda one: -reached[one])
    for ahead, behind in pairwise(ranks):
        if reached[ahead] == reached[behind]:
            values = {"ahead": ahead, "behind": behind, "points": reached[ahead]}
            yield event(p, "tie_earlier_card", "Y25", **values)
    for colour, printed in zip(ranks, board.stones, strict=False):
        p = yield from _stones(p, quarry, colour, reached, printed)
    for colour in ranks[len(board.stones) :]:
        yield event(p, "no_group_left", "Y29", colour=colour, points=reached[colour])
    if lapsed := board.stones[len(ranks) :]:
        yield event(p, "groups_lapse", "Y29", stones=lapsed)
    p = replace(p.with_quarry(replace(quarry, state="done")), hits=())
    if quarry.shields:
        p = p.with_marker("SHIELD", SPENT)
    if board.marker != "NONE":
        p = yield from _marker(p, quarry, board.marker, ranks[0] if ranks else "")
    return (yield from onward(p))


def _for(p: Position, quarry: Quarry, colour: str) -> str:
    """Who receives what a colour has won: for the neutral one the player with more own points,
    "" if nobody has a card there (V6)."""
    if colour != NEUTRAL:
        return colour
    own = [(total, seat) for seat, total in points(p, quarry).items() if seat != NEUTRAL]
    best = max((total for total, _ in own), default=0)
    return next((seat for total, seat in own if total == best), "")


def _stones(
    p: Position, quarry: Quarry, colour: str, reached: dict[str, int], printed: int
) -> Effects[Position]:
    receiver = _for(p, quarry, colour)
    stones = min(printed, p.count(SUPPLY, colour))
    values = {"colour": colour, "points": reached[colour], "stones": stones}
    if not receiver:
        yield event(p, "neutral_not_awarded", "V6", **values)
        return p
    p = p.moved(colour, SUPPLY, f"awarded:{receiver}", stones)
    if receiver != colour:
        yield event(p, "neutral_awarded", "V6", seat=receiver, **values)
    elif stones < printed:
        yield event(p, "awarded_short", "Y32", printed=printed, **values)
    else:
        yield event(p, "awarded", "Y28", **values)
    return p


def _marker(p: Position, quarry: Quarry, marker: str, best: str) -> Effects[Position]:
    """The first rank takes the marker (Y30)."""
    winner = _for(p, quarry, best) if best else ""
    if not winner:
        yield event(p, "marker_stays", "Y31", marker=marker, quarry=quarry.id)
        return p
    p = p.with_marker(marker, f"seat:{winner}")
    yield event(p, "marker_won", "Y30", seat=winner, marker=marker)
    if marker not in AT_ONCE:
        return p
    if marker == "SHIELD" and not any(map(shieldable, p.quarries)):
        p = p.with_marker("SHIELD", SPENT)
        yield event(p, "marker_lapses", "Y46", marker=marker, seat=winner)
        return p
    return replace(p, winner=winner, won=marker)


def shieldable(quarry: Quarry) -> bool:
    """Whether a shield may be put there (Y45)."""
    return quarry.state == "covered" and bool(quarry.cards)

"""Phase A, second step: cards are turned up, and every −3 is given to somebody."""

from collections.abc import Iterator
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from companion.games.maya.awarding import awarded_if_settled, points, present, to_name, waiting
from companion.games.maya.laying import QUARRY_THERE
from companion.games.maya.position import (
    HAND,
    Card,
    Colour,
    Hit,
    Position,
    Quarry,
    QuarryId,
    Value,
    back_of,
    too_many,
)
from companion.kernel import UNKNOWN, Course, Kind, Move, fact, happening, known, rule


class Reveal(Move, frozen=True, tag="reveal"):
    """The table turns up the cards of a quarry and tells, in the order they lie, those values that
    the companion was not told before."""

    quarry: QuarryId
    values: Annotated[tuple[Value, ...], Meta(max_length=12)]


class AssignMinus3(Move, frozen=True, tag="assign_minus3"):
    """The owner of a −3 names who loses three points at the open quarry."""

    target: Colour


class WaiveMinus3(Move, frozen=True, tag="waive_minus3"):
    """The owner of a −3 names nobody."""


def untold(quarry: Quarry) -> tuple[Card, ...]:
    """The cards whose values must be told."""
    return tuple(card for card in quarry.cards if not card.noted)


def _told(p: Position, m: Any) -> Iterator[tuple[Card, int]]:
    """The cards told so far with their values."""
    return zip(untold(p.at(m.quarry)), m.values, strict=False)


def _wrong_back(p: Position, m: Any) -> tuple[Card, int] | None:
    """The first card whose back says otherwise."""
    return next((one for one in _told(p, m) if back_of(one[1]) != one[0].back), None)


def _back_values(p: Position, m: Any) -> dict[str, Any]:
    found = _wrong_back(p, m)
    assert found is not None
    return {"seat": found[0].owner, "card": found[0].back, "value": found[1]}


def _seen(p: Position, m: Any, owner: str) -> tuple[int, ...]:
    """What has come to light of a player's cards, with the ones told now."""
    before = (c for q in p.quarries if q.state != "covered" for c in q.cards if c.owner == owner)
    shown = [card.value for card in before if card.value != UNKNOWN]
    noted = (card for card in p.at(m.quarry).cards if card.owner == owner and card.noted)
    return (
        *shown,
        *(known(card.value) for card in noted),
        *(value for card, value in _told(p, m) if card.owner == owner),
    )


def _excess(p: Position, m: Any) -> tuple[str, int] | None:
    """A player who would have had more cards of a value than there are."""
    for seat in p.setup.seats:
        if found := too_many(_seen(p, m, seat)):
            return seat, found[0]
    return None


def _excess_values(p: Position, m: Any) -> dict[str, Any]:
    found = _excess(p, m)
    assert found is not None
    return {"seat": found[0], "value": found[1], "most": HAND.count(found[1])}


def _revealed(p: Position, m: Reveal) -> Course[Position]:
    quarry = p.at(m.quarry)
    values = iter(m.values)
    cards = tuple(
        card if card.noted else replace(card, value=next(values), noted=True)
        for card in quarry.cards
    )
    quarry = replace(quarry, state="open", cards=cards)
    p = replace(p.with_quarry(quarry), hits=())
    yield happening(p, "revealed", "Y19", quarry=quarry.id, count=len(cards))
    for colour, total in points(p, quarry).items():
        shown = tuple(card.value for card in cards if card.owner == colour)
        yield happening(p, "points", "Y19", colour=colour, cards=shown, points=total)
    p = yield from _disproved(p)
    return (yield from awarded_if_settled(p, quarry))


def _disproved(p: Position) -> Course[Position]:
    """What was noted of a card still covered, but has come to light elsewhere, is forgotten: the
    card is told when it is turned up."""
    for seat in p.setup.seats:
        cards = p.laid(seat)
        known_values = [card.value for card in cards if card.value != UNKNOWN]
        excess = too_many(value for value in known_values if isinstance(value, int))
        for quarry in p.quarries:
            if quarry.state != "covered":
                continue
            kept = tuple(
                Card(seat, card.back) if card.owner == seat and card.value in excess else card
                for card in quarry.cards
            )
            if kept != quarry.cards:
                p = p.with_quarry(replace(quarry, cards=kept))
                yield happening(p, "note_disproved", "Y19", seat=seat, quarry=quarry.id)
    return p


def _assigned(p: Position, m: AssignMinus3) -> Course[Position]:
    return (yield from _deducted(p, m.target))


def _waived(p: Position, m: WaiveMinus3) -> Course[Position]:
    return (yield from _deducted(p, ""))


def _deducted(p: Position, target: str) -> Course[Position]:
    """One −3 is dealt with, and the quarry awarded if it was the last."""
    owner, quarry = waiting(p)[0], p.open_quarry()
    assert quarry is not None
    p = replace(p, hits=(*p.hits, Hit(owner, target)))
    if not target:
        yield happening(p, "minus3_lapses", "Y23", seat=owner)
    elif target in present(p):
        left = points(p, quarry)[target]
        yield happening(p, "minus3", "Y21", seat=owner, target=target, points=left)
    else:
        yield happening(p, "minus3_hits_nobody", "Y22", seat=owner, target=target)
    return (yield from awarded_if_settled(p, quarry))


def _may_waive(p: Position) -> bool:
    """Whether the −3 at hand may lapse (Y23)."""
    owner = waiting(p)[0]
    if p.options.minus3 == "free":
        return True
    quarry = p.open_quarry()
    himself = p.options.minus3 == "must" and quarry is not None and owner not in quarry.shields
    return not himself and not to_name(p, owner)


REVEAL: Kind[Position, Reveal] = Kind(
    Reveal,
    needs=(
        fact("not_awarding", lambda p, m: p.phase == "awarding"),
        QUARRY_THERE,
        fact(
            "already_revealed",
            lambda p, m: p.at(m.quarry).state == "covered",
            lambda p, m: {"quarry": m.quarry},
        ),
        fact(
            "as_many_as_lie_there",
            lambda p, m: len(m.values) == len(untold(p.at(m.quarry))),
            lambda p, m: {
                "quarry": m.quarry,
                "cards": len(untold(p.at(m.quarry))),
                "told": len(m.values),
            },
            early=lambda p, m: len(m.values) <= len(untold(p.at(m.quarry))),
        ),
        fact(
            "no_such_card",
            lambda p, m: all(value in HAND for value in m.values),
            lambda p, m: {"value": next(value for value in m.values if value not in HAND)},
            early=True,
        ),
        fact(
            "back_says_otherwise",
            lambda p, m: _wrong_back(p, m) is None,
            _back_values,
            early=True,
        ),
        fact("not_in_one_hand", lambda p, m: _excess(p, m) is None, _excess_values, early=True),
        rule(
            "Y18",
            lambda p, m: p.at(m.quarry) == p.next_quarry(),
            lambda p, m: {"next": one.id if (one := p.next_quarry()) else UNKNOWN},
        ),
    ),
    does=_revealed,
    candidates={
        "quarry": lambda p, m: (quarry.id for quarry in p.quarries),
        "values": lambda p, m: dict.fromkeys(HAND),
    },
    reveals=True,
)

ASSIGN_MINUS3: Kind[Position, AssignMinus3] = Kind(
    AssignMinus3,
    needs=(
        fact("no_minus3_to_assign", lambda p, m: waiting(p)),
        rule("Y22", lambda p, m: m.target in present(p), lambda p, m: {"target": m.target}),
        rule(
            "Y24",
            lambda p, m: (quarry := p.open_quarry()) and m.target not in quarry.shields,
            lambda p, m: {"target": m.target},
        ),
    ),
    does=_assigned,
    candidates={"target": lambda p, m: p.colours},
    out_of_turn="Y21",
)

WAIVE_MINUS3: Kind[Position, WaiveMinus3] = Kind(
    WaiveMinus3,
    needs=(
        fact("no_minus3_to_assign", lambda p, m: waiting(p)),
        rule(
            "Y23",
            lambda p, m: _may_waive(p),
            lambda p, m: {"could": to_name(p, waiting(p)[0]) or (waiting(p)[0],)},
        ),
    ),
    does=_waived,
    out_of_turn="Y21",
    ends=True,
)

KINDS: tuple[Kind[Position, Any], ...] = (REVEAL, ASSIGN_MINUS3, WAIVE_MINUS3)
"""All that can be told or decided while quarries are awarded."""

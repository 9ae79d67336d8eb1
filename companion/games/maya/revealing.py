"""Phase A, second step: cards are turned up, and every −3 is given to somebody."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

from msgspec import Meta
from msgspec.structs import replace

from companion.games.maya.awarding import (
    awarded_if_settled,
    passed_over,
    points,
    present,
    to_name,
    waiting,
)
from companion.games.maya.cards import DOUBTED, HAND, Card, Value, back_of, too_many
from companion.games.maya.laying import QUARRY_THERE, STILL_COVERED, disproved
from companion.games.maya.position import Hit, Position, Quarry
from companion.games.maya.pyramids import AnyNeed
from companion.games.maya.tokens import NEUTRAL, Colour, QuarryId
from companion.kernel import (
    UNKNOWN,
    Effects,
    Move,
    MoveKind,
    Open,
    event,
    fact,
    memo_last,
    rule,
)


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


def _unsure(quarry: Quarry) -> tuple[Card, ...]:
    """The cards whose values can be told: also those noted that are not known, or not any more."""
    return tuple(
        card for card in quarry.cards if not card.noted or card.value in (UNKNOWN, DOUBTED)
    )


def _to_tell(p: Position, m: Any) -> tuple[Card, ...]:
    """The cards that are told. Raises Open when it is not known which these are."""
    quarry = p.at(m.quarry)
    if len(m.values) <= len(untold(quarry)):
        return untold(quarry)
    if len(m.values) != len(_unsure(quarry)):
        raise Open
    return _unsure(quarry)


def _told(p: Position, m: Any) -> Iterator[tuple[Card, int]]:
    """The cards told so far with their values."""
    return zip(_to_tell(p, m), m.values, strict=False)


def _may_tell_so_many(p: Position, m: Any) -> bool:
    """Whether that many values can be told: at least those that nobody told before."""
    quarry = p.at(m.quarry)
    return len(untold(quarry)) <= len(m.values) <= len(_unsure(quarry))


def _wrong_back(p: Position, m: Any) -> tuple[Card, int] | None:
    """The first card whose back says otherwise."""
    return next((one for one in _told(p, m) if back_of(one[1]) != one[0].back), None)


def _back_values(p: Position, m: Any) -> dict[str, Any]:
    found = _wrong_back(p, m)
    assert found is not None
    return {"seat": found[0].owner, "card": found[0].back, "value": found[1]}


@memo_last
def _shown(p: Position) -> dict[str, list[int]]:
    """What has come to light of each player's cards."""
    found: dict[str, list[int]] = {seat: [] for seat in p.setup.seats}
    for quarry in p.quarries:
        for card in quarry.cards if quarry.state != "covered" else ():
            if card.value != UNKNOWN:
                found.setdefault(card.owner, []).append(card.value)
    return found


def _excess(p: Position, m: Any) -> tuple[str, int] | None:
    """A player who would have had more cards of a value than there are. Raises Open when that rests
    on what was told in private."""
    told, now = list(_told(p, m)), _to_tell(p, m)
    noted = [card for card in p.at(m.quarry).cards if card not in now]
    for seat in p.setup.seats:
        mine = [value for card, value in told if card.owner == seat]
        mine += [card.value for card in noted if card.owner == seat and card.value != UNKNOWN]
        if found := too_many((*_shown(p)[seat], *mine)):
            return seat, found[0]
    if any(card.value == UNKNOWN for card in noted):
        raise Open
    return None


def _excess_values(p: Position, m: Any) -> dict[str, Any]:
    found = _excess(p, m)
    assert found is not None
    return {"seat": found[0], "value": found[1], "most": HAND.count(found[1])}


def _known(cards: Iterable[Card]) -> Iterator[int]:
    """The values of those cards that are known and believed."""
    for card in cards:
        if card.value not in (UNKNOWN, DOUBTED):
            yield int(card.value)


def _turned_up(p: Position, m: Reveal) -> tuple[Card, ...]:
    """The cards of a quarry as they were told, now or in private; DOUBTED is what cannot be right
    by all that lies open then."""
    quarry, told = p.at(m.quarry), iter(m.values)
    now = untold(quarry) if len(m.values) <= len(untold(quarry)) else _unsure(quarry)
    if len(now) != len(m.values):
        return tuple(
            card if card.owner == NEUTRAL else replace(card, value=DOUBTED) for card in quarry.cards
        )
    cards = [
        replace(card, value=next(told), noted=True) if card in now else card
        for card in quarry.cards
    ]
    for seat in p.setup.seats:
        mine = _known(card for card in cards if card.owner == seat)
        excess = too_many((*_shown(p)[seat], *mine))
        for index, card in enumerate(quarry.cards):
            if card.owner == seat and card not in now and card.value in excess:
                cards[index] = replace(card, value=DOUBTED)
    return tuple(cards)


def _revealed(p: Position, m: Reveal) -> Effects[Position]:
    p = yield from passed_over(p, m.quarry)
    quarry, cards = p.at(m.quarry), _turned_up(p, m)
    doubted = dict.fromkeys(card.owner for card in cards if card.value == DOUBTED)
    if doubted:
        cards = tuple(Card(one.owner, one.back) if one.value == DOUBTED else one for one in cards)
        p = p.with_quarry(replace(quarry, cards=cards))
        for seat in doubted:
            yield event(p, "note_disproved", "Y19", seat=seat, quarry=quarry.id)
        return p
    quarry = replace(quarry, state="open", cards=cards)
    p = replace(p.with_quarry(quarry), hits=())
    yield event(p, "revealed", "Y19", quarry=quarry.id, count=len(cards))
    for colour, total in points(p, quarry).items():
        shown = tuple(card.value for card in cards if card.owner == colour)
        yield event(p, "points", "Y19", colour=colour, cards=shown, points=total)
    for seat in p.setup.seats:
        p = yield from disproved(p, seat, too_many(_known(p.laid(seat))))
    return (yield from awarded_if_settled(p, quarry))


def _assigned(p: Position, m: AssignMinus3) -> Effects[Position]:
    return (yield from _deducted(p, m.target))


def _waived(p: Position, m: WaiveMinus3) -> Effects[Position]:
    return (yield from _deducted(p, ""))


def _deducted(p: Position, target: str) -> Effects[Position]:
    """One −3 is dealt with, and the quarry awarded if it was the last."""
    owner, quarry = waiting(p)[0], p.open_quarry()
    assert quarry is not None
    p = replace(p, hits=(*p.hits, Hit(owner, target)))
    if not target:
        yield event(p, "minus3_lapses", "Y23", seat=owner)
    elif target in present(p):
        left = points(p, quarry)[target]
        yield event(p, "minus3", "Y21", seat=owner, target=target, points=left)
    else:
        yield event(p, "minus3_hits_nobody", "Y22", seat=owner, target=target)
    return (yield from awarded_if_settled(p, quarry))


def _may_waive(p: Position) -> bool:
    """Whether the −3 at hand may lapse (Y23)."""
    owner = waiting(p)[0]
    if p.options.minus3 == "free":
        return True
    quarry = p.open_quarry()
    himself = p.options.minus3 == "must" and quarry is not None and owner not in quarry.shields
    return not himself and not to_name(p, owner)


def _whose_next(p: Position, m: Any) -> dict[str, Any]:
    """Whose card is told next, and where it lies: they are told in the order in which they lie."""
    quarry, told = p.at(m.quarry), len(m.values)
    cards = untold(quarry) if told < len(untold(quarry)) else _unsure(quarry)
    if told >= len(cards):
        return {}
    place = next(n for n, card in enumerate(quarry.cards, 1) if card is cards[told])
    return {"seat": cards[told].owner, "place": place}


REVEAL: MoveKind[Position, Reveal] = MoveKind(
    Reveal,
    needs=(
        fact("not_awarding", lambda p, m: p.phase == "awarding"),
        QUARRY_THERE,
        STILL_COVERED,
        fact(
            "as_many_as_lie_there",
            _may_tell_so_many,
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
            lambda p, m: p.at(m.quarry) in (p.next_quarry(), p.to_reveal()),
            lambda p, m: {"next": one.id if (one := p.to_reveal()) else UNKNOWN},
        ),
    ),
    apply=_revealed,
    candidates={
        "quarry": lambda p, m: (quarry.id for quarry in p.quarries),
        "values": lambda p, m: dict.fromkeys(HAND),
    },
    wording={"values": _whose_next},
    reveals=True,
    told_by=("awarded", "awarded_short"),
)

_WAITING: AnyNeed = fact("no_minus3_to_assign", lambda p, m: waiting(p))

ASSIGN_MINUS3: MoveKind[Position, AssignMinus3] = MoveKind(
    AssignMinus3,
    needs=(
        _WAITING,
        rule("Y22", lambda p, m: m.target in present(p), lambda p, m: {"target": m.target}),
        rule(
            "Y24",
            lambda p, m: (quarry := p.open_quarry()) and m.target not in quarry.shields,
            lambda p, m: {"target": m.target},
        ),
    ),
    apply=_assigned,
    candidates={"target": lambda p, m: p.colours},
    out_of_turn="Y21",
)

WAIVE_MINUS3: MoveKind[Position, WaiveMinus3] = MoveKind(
    WaiveMinus3,
    needs=(
        _WAITING,
        rule(
            "Y23",
            lambda p, m: _may_waive(p),
            lambda p, m: {"could": to_name(p, waiting(p)[0]) or (waiting(p)[0],)},
        ),
    ),
    apply=_waived,
    out_of_turn="Y21",
    ends=True,
)

KINDS: tuple[MoveKind[Position, Any], ...] = (REVEAL, ASSIGN_MINUS3, WAIVE_MINUS3)
"""All that can be told or decided while quarries are awarded."""

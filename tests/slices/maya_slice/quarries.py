"""Awarding stones: reveal, deductions, award, and the markers that are used at once."""

from itertools import pairwise
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from companion.kernel import (
    UNKNOWN,
    Course,
    Kind,
    Move,
    every,
    fact,
    happening,
    known,
    rule,
)
from tests.slices.maya_slice.position import (
    AT_ONCE,
    HAND,
    SPENT,
    SUPPLY,
    Hit,
    LevelId,
    Position,
    Quarry,
    QuarryId,
    Seat,
    Value,
    in_one_hand,
    numbers,
)
from tests.slices.maya_slice.pyramids import laid


class Reveal(Move, frozen=True, tag="reveal"):
    """The table turns up the cards of a quarry and tells their values in the order they lie."""

    quarry: QuarryId
    values: Annotated[tuple[Value, ...], Meta(max_length=7)]


class AssignMinus3(Move, frozen=True, tag="assign_minus3"):
    """The owner of a −3 names who loses three points at the open quarry."""

    target: Seat


class WaiveMinus3(Move, frozen=True, tag="waive_minus3"):
    """The owner of a −3 names nobody."""


class UseAdd(Move, frozen=True, tag="use_add"):
    """A stone from the supply goes on a lowest level."""

    level: LevelId


class UseShield(Move, frozen=True, tag="use_shield"):
    """The winner of the shield chooses where no −3 can hit him."""

    quarry: QuarryId


class Decline(Move, frozen=True, tag="decline"):
    """A marker that may be used at once is not."""


# Reveal


def cards(p: Position, quarry: QuarryId) -> Quarry:
    """A quarry, one without cards if there is no such quarry."""
    return p.quarry(quarry) or Quarry(quarry)


def low(value: int) -> bool:
    return 3 <= value <= 5


def shown(p: Position, m: Reveal, owner: Seat) -> tuple[int, ...]:
    """What has been seen of a player's cards, with the ones revealed now."""
    before = (c for q in p.quarries if q.state != "covered" for c in q.cards if c.owner == owner)
    now = zip(cards(p, m.quarry).cards, m.values, strict=False)
    return (*(known(c.value) for c in before), *(v for card, v in now if card.owner == owner))


def revealed(p: Position, m: Reveal) -> Course[Position]:
    quarry = cards(p, m.quarry)
    turned = zip(quarry.cards, m.values, strict=True)
    quarry = replace(
        quarry, state="open", cards=tuple(replace(card, value=value) for card, value in turned)
    )
    p = replace(p.with_quarry(quarry), hits=())
    yield happening(p, "revealed", "Y19", quarry=quarry.id, points=p.points(quarry))
    return (yield from awarded_if_settled(p, quarry))


REVEAL = Kind[Position, Reveal](
    move=Reveal,
    needs=(
        fact("no_such_quarry", lambda p, m: p.quarry(m.quarry)),
        fact("already_revealed", lambda p, m: cards(p, m.quarry).state == "covered"),
        fact(
            "as_many_as_lie_there",
            lambda p, m: len(m.values) == len(cards(p, m.quarry).cards),
            lambda p, m: {"cards": len(cards(p, m.quarry).cards), "told": len(m.values)},
            early=lambda p, m: len(m.values) <= len(cards(p, m.quarry).cards),
        ),
        fact(
            "back_says_otherwise",
            lambda p, m: all(
                low(value) == (card.back == "low")
                for card, value in zip(cards(p, m.quarry).cards, m.values, strict=False)
            ),
            early=True,
        ),
        fact(
            "entered_otherwise",
            lambda p, m: every(
                lambda pair: known(pair[0].value) == pair[1],
                zip(cards(p, m.quarry).cards, m.values, strict=False),
            ),
            early=True,
        ),
        fact(
            "not_in_one_hand",
            lambda p, m: all(in_one_hand(shown(p, m, seat)) for seat in p.setup.seats),
            early=True,
        ),
        rule(
            "Y18",
            lambda p, m: p.quarry(m.quarry) == p.next_quarry(),
            lambda p, m: {"next": one.id if (one := p.next_quarry()) else UNKNOWN},
        ),
    ),
    does=revealed,
    candidates={
        "quarry": lambda p, m: (quarry.id for quarry in p.quarries),
        "values": lambda p, m: HAND,
    },
    reveals=True,
)


# −3


def assigned(p: Position, m: AssignMinus3) -> Course[Position]:
    return (yield from deducted(p, m.target))


def waived(p: Position, m: WaiveMinus3) -> Course[Position]:
    return (yield from deducted(p, ""))


def deducted(p: Position, target: Seat) -> Course[Position]:
    """One −3 is dealt with, and the quarry awarded if it was the last."""
    owner = p.waiting()[0]
    p = replace(p, hits=(*p.hits, Hit(owner, target)))
    if target:
        yield happening(p, "minus3", "Y21", owner=owner, target=target)
    else:
        yield happening(p, "minus3_lapses", "Y23", owner=owner)
    quarry = p.open_quarry()
    assert quarry is not None
    return (yield from awarded_if_settled(p, quarry))


ASSIGN_MINUS3 = Kind[Position, AssignMinus3](
    move=AssignMinus3,
    needs=(
        fact("no_minus3_to_assign", lambda p, m: p.waiting()),
        rule("Y22", lambda p, m: m.target in p.present(), lambda p, m: {"target": m.target}),
        rule(
            "Y24",
            lambda p, m: (quarry := p.open_quarry()) and m.target not in quarry.shields,
            lambda p, m: {"target": m.target},
        ),
    ),
    does=assigned,
    candidates={"target": lambda p, m: p.setup.seats},
    out_of_turn="Y21",
)

WAIVE_MINUS3 = Kind[Position, WaiveMinus3](
    move=WaiveMinus3,
    needs=(
        fact("no_minus3_to_assign", lambda p, m: p.waiting()),
        rule(
            "Y23",
            lambda p, m: not p.others_to_name(p.waiting()[0]),
            lambda p, m: {"could": p.others_to_name(p.waiting()[0])},
        ),
    ),
    does=waived,
    out_of_turn="Y21",
)


# Award


def awarded_if_settled(p: Position, quarry: Quarry) -> Course[Position]:
    """The stones and the marker of a revealed quarry, once every −3 is dealt with."""
    if p.waiting():
        return p
    board = p.board(quarry)
    ranked = []
    for seat, points in p.points(quarry):  # who laid first first: so a tie needs no more (Y25)
        if points < 1:
            yield happening(p, "too_few_points", "Y27", seat=seat, points=points)
        else:
            ranked.append((seat, points))
    ranked.sort(key=lambda one: -one[1])
    for (ahead, points), (behind, as_many) in pairwise(ranked):
        if points == as_many:
            yield happening(p, "tie_earlier_card", "Y25", ahead=ahead, behind=behind, points=points)
    for (seat, points), printed in zip(ranked, board.stones, strict=False):
        stones = min(printed, p.count(SUPPLY, seat))
        p = p.moved(seat, SUPPLY, f"awarded:{seat}", stones)
        clause = "Y28" if stones == printed else "Y32"
        yield happening(p, "awarded", clause, seat=seat, points=points, stones=stones)
    if lapsed := board.stones[len(ranked) :]:
        yield happening(p, "groups_lapse", "Y29", stones=lapsed)
    p = p.with_quarry(replace(quarry, state="done"))
    if quarry.shields:
        p = p.with_marker("SHIELD", SPENT)
    if not ranked:
        yield happening(p, "marker_stays", "Y31", marker=board.marker)
        return p
    winner = ranked[0][0]
    p = p.with_marker(board.marker, f"seat:{winner}")
    yield happening(p, "marker_won", "Y30", seat=winner, marker=board.marker)
    if board.marker not in AT_ONCE:
        return p
    if board.marker == "SHIELD" and not any(shieldable(one) for one in p.quarries):
        p = p.with_marker("SHIELD", SPENT)
        yield happening(p, "marker_lapses", "Y46", marker="SHIELD")
        return p
    return replace(p, winner=winner)


# Markers used at once


def shieldable(quarry: Quarry) -> bool:
    """Whether a shield may be put there."""
    return quarry.state == "covered" and bool(quarry.cards)


def used(p: Position, at: str = SPENT) -> Position:
    """With the marker just won out of its winner's hands."""
    return replace(p.with_marker(p.won_marker(), at), winner="")


def added(p: Position, m: UseAdd) -> Course[Position]:
    seat, p = p.winner, used(p)
    p = p.moved(seat, SUPPLY, m.level)
    yield happening(p, "added", "Y36", seat=seat, level=m.level)
    return (yield from laid(p, seat, m.level))


def shielded(p: Position, m: UseShield) -> Course[Position]:
    seat, p = p.winner, used(p, m.quarry)
    quarry = cards(p, m.quarry)
    p = p.with_quarry(replace(quarry, shields=(*quarry.shields, seat)))
    yield happening(p, "shielded", "Y45", seat=seat, quarry=m.quarry)
    return p


def declined(p: Position, m: Decline) -> Course[Position]:
    seat, marker, p = p.winner, p.won_marker(), used(p)
    yield happening(p, "marker_lapses", "Y35", marker=marker, seat=seat)
    return p


USE_ADD = Kind[Position, UseAdd](
    move=UseAdd,
    needs=(
        fact("no_add_to_use", lambda p, m: p.won_marker() == "ADD"),
        fact("no_such_level", lambda p, m: m.level in p.levels()),
        fact(
            "supply_empty", lambda p, m: p.count(SUPPLY, p.winner), lambda p, m: {"seat": p.winner}
        ),
        rule("Y39a", lambda p, m: numbers(m.level)[1] == 1),
        rule("Y39b", lambda p, m: p.room(m.level) > 0, lambda p, m: {"level": m.level}),
    ),
    does=added,
    candidates={"level": lambda p, m: p.levels()},
    out_of_phase="Y35",
)

USE_SHIELD = Kind[Position, UseShield](
    move=UseShield,
    needs=(
        fact("no_shield_to_use", lambda p, m: p.won_marker() == "SHIELD"),
        fact("no_such_quarry", lambda p, m: p.quarry(m.quarry)),
        rule(
            "Y45",
            lambda p, m: shieldable(cards(p, m.quarry)),
            lambda p, m: {"quarry": m.quarry, "cards": len(cards(p, m.quarry).cards)},
        ),
    ),
    does=shielded,
    candidates={"quarry": lambda p, m: (quarry.id for quarry in p.quarries)},
    out_of_phase="Y33",
)

DECLINE = Kind[Position, Decline](
    move=Decline,
    needs=(
        fact("nothing_to_decline", lambda p, m: p.won_marker()),
        rule("Y34", lambda p, m: p.won_marker() != "SHIELD"),
    ),
    does=declined,
)

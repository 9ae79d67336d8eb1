"""Corrections: one fact of the table each, set to what the table shows.

Stones and gold that lie elsewhere than the companion believes come from the supply or the bank, so
that none appears or is lost.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from companion.games.maya import box
from companion.games.maya.cards import Card, neutral_card
from companion.games.maya.laying import QUARRY_THERE, STILL_COVERED
from companion.games.maya.position import SPENT, SUPPLY, Position
from companion.games.maya.tokens import NEUTRAL, Colour, LaidCard, MarkerPlace, Pile, QuarryId, Seat
from companion.games.maya.validity import violations
from companion.kernel import (
    Effects,
    Move,
    MoveKind,
    corrected,
    correction,
    fact,
    plays,
    seats,
    so,
)

Stones = Annotated[int, msgspec.Meta(title="count", ge=0, le=28)]
Gold = Annotated[int, msgspec.Meta(title="gold", ge=0, le=150)]


class FixStones(Move, frozen=True, tag="fix_stones"):
    """How many stones of a colour lie there."""

    at: Pile
    colour: Colour
    count: Stones


class FixGold(Move, frozen=True, tag="fix_gold"):
    """A player has so much gold."""

    seat: Seat
    gold: Gold


class FixMarker(Move, frozen=True, tag="fix_marker"):
    """A marker lies there; so a blue one is spent, too."""

    marker: box.Marker
    at: MarkerPlace


class FixCards(Move, frozen=True, tag="fix_cards"):
    """These cards lie face down at a quarry, in the order they were laid; what was noted of them is
    forgotten."""

    quarry: QuarryId
    cards: Annotated[tuple[LaidCard, ...], msgspec.Meta(max_length=12)]


class FixPassed(Move, frozen=True, tag="fix_passed"):
    """Whether a player lays no more workers in this round."""

    seat: Seat
    passed: Literal["passed", "lays"]


class FixTurn(Move, frozen=True, tag="fix_turn"):
    """It is this player's turn."""

    seat: Seat


class FixStart(Move, frozen=True, tag="fix_start"):
    """This player is the start player."""

    seat: Seat


def _fix_stones(p: Position, m: FixStones) -> Effects[Position]:
    more = m.count - p.count(m.at, m.colour)
    source, target = (SUPPLY, m.at) if more > 0 else (m.at, SUPPLY)
    p = settled(p.moved(m.colour, source, target, abs(more)))
    yield so(p, "stones_fixed", at=m.at, colour=m.colour, count=m.count)
    return p


def settled(p: Position) -> Position:
    """With the turn at somebody who has stones, where stones are placed or carried."""
    if p.phase in ("opening", "building"):
        order = p.seats_from(p.turn or p.start)  # nobody's turn yet: the start player opens (Y60)
        return replace(p, turn=next((seat for seat in order if p.left(seat)), ""))
    if p.phase == "transport":
        waits = (seat for seat in p.seats_from(p.start) if p.count(f"awarded:{seat}"))
        return replace(p, turn=next(waits, ""))
    return p


def _fix_gold(p: Position, m: FixGold) -> Effects[Position]:
    p = p.with_gold(m.seat, "", "correction", m.gold - p.gold(m.seat))
    yield so(p, "gold_fixed", seat=m.seat, gold=m.gold)
    return p


def _fix_marker(p: Position, m: FixMarker) -> Effects[Position]:
    p = p.with_marker(m.marker, m.at)
    if p.won == m.marker:
        p = replace(p, winner="", won="")
    if m.marker == "START" and m.at.startswith("seat:"):
        p = replace(p, next_start=m.at.removeprefix("seat:"))
    yield so(p, "marker_fixed", marker=m.marker, at=m.at)
    return p


def laid_card(token: str) -> Card:
    """The card that a token tells of."""
    owner, _, rest = token.partition(":")
    if owner == NEUTRAL:
        return neutral_card(rest)
    return Card(owner, "low" if rest == "low" else "high")


def _fix_cards(p: Position, m: FixCards) -> Effects[Position]:
    p = p.with_quarry(replace(p.at(m.quarry), cards=tuple(map(laid_card, m.cards))))
    yield so(p, "cards_fixed", quarry=m.quarry, count=len(m.cards))
    return p


def _fix_passed(p: Position, m: FixPassed) -> Effects[Position]:
    p = p.with_player(replace(p.player(m.seat), passed=m.passed == "passed"))
    if not p.turn or p.player(p.turn).passed:
        order = p.seats_from(p.turn)
        p = replace(p, turn=next((one for one in order if not p.player(one).passed), ""))
    yield so(p, "passed_fixed", seat=m.seat, passed=m.passed)
    return p


def _fix_turn(p: Position, m: FixTurn) -> Effects[Position]:
    p = replace(p, turn=m.seat)
    yield so(p, "turn_fixed", seat=m.seat)
    return p


def _fix_start(p: Position, m: FixStart) -> Effects[Position]:
    p = replace(p, start=m.seat)
    yield so(p, "start_fixed", seat=m.seat)
    return p


def _can_be_next(p: Position, m: Any) -> bool:
    if p.phase == "laying":
        return not p.player(m.seat).passed
    return p.phase in ("opening", "building") and p.left(m.seat) > 0


def _piles(p: Position, draft: Any) -> Iterator[str]:
    yield from p.levels()
    for seat in p.setup.seats:
        yield from (f"stock:{seat}", f"awarded:{seat}")


def _marker_places(p: Position, draft: Any) -> Iterator[str]:
    yield from (one.id for one in p.quarries)
    yield from (f"seat:{seat}" for seat in p.setup.seats)
    yield SPENT


def _laid_cards(p: Position, draft: Any) -> Iterator[str]:
    for seat in p.setup.seats:
        yield from (f"{seat}:low", f"{seat}:high")
        if p.for_two:
            yield f"neutral:{seat}"


def _placed(p: Position, m: Any) -> bool:
    return m.at in set(_piles(p, m))


FIXES: tuple[MoveKind[Position, Any], ...] = (
    correction(
        FixStones,
        _fix_stones,
        fact("no_such_pile", _placed, lambda p, m: {"at": m.at}),
        fact("no_such_seat", lambda p, m: m.colour in p.colours, lambda p, m: {"seat": m.colour}),
        fact(
            "not_so_many_in_supply",
            lambda p, m: m.count <= p.count(m.at, m.colour) + p.count(SUPPLY, m.colour),
            lambda p, m: {
                "colour": m.colour,
                "most": p.count(m.at, m.colour) + p.count(SUPPLY, m.colour),
            },
        ),
        fact(
            "level_overfull",
            lambda p, m: _overfull(p, m) is None,
            lambda p, m: _overfull(p, m) or {},
        ),
        candidates={"at": _piles, "colour": lambda p, m: p.colours},
    ),
    correction(FixGold, _fix_gold, plays(), candidates={"seat": seats}),
    correction(
        FixMarker,
        _fix_marker,
        fact(
            "marker_not_in_play",
            lambda p, m: p.marker_at(m.marker),
            lambda p, m: {"marker": m.marker},
        ),
        fact(
            "no_such_marker_place",
            lambda p, m: m.at in set(_marker_places(p, m)),
            lambda p, m: {"at": m.at},
        ),
        candidates={"at": _marker_places},
    ),
    correction(
        FixCards,
        _fix_cards,
        fact("not_laid_now", lambda p, m: p.phase in ("laying", "awarding")),
        QUARRY_THERE,
        STILL_COVERED,
        fact(
            "no_such_seat",
            lambda p, m: not _strangers(p, m),
            lambda p, m: {"seat": _strangers(p, m)[0]},
            early=True,
        ),
        fact(
            "quarry_overfull",
            lambda p, m: len(m.cards) <= p.printed(m.quarry).limit,
            lambda p, m: {
                "quarry": m.quarry,
                "cards": len(m.cards),
                "limit": p.printed(m.quarry).limit,
            },
            early=True,
        ),
        fact(
            "cards_impossible",
            lambda p, m: _told_too_many(p, m) is None,
            lambda p, m: _told_too_many(p, m) or {},
            early=True,
        ),
        candidates={"quarry": lambda p, m: (one.id for one in p.quarries), "cards": _laid_cards},
    ),
    correction(
        FixPassed,
        _fix_passed,
        fact("not_laying", lambda p, m: p.phase == "laying"),
        plays(),
        candidates={"seat": seats},
    ),
    correction(
        FixTurn,
        _fix_turn,
        plays(),
        fact("cannot_be_next", _can_be_next, lambda p, m: {"seat": m.seat}),
        candidates={"seat": seats},
    ),
    correction(FixStart, _fix_start, plays(), candidates={"seat": seats}),
)
"""Corrections."""


def _overfull(p: Position, m: Any) -> dict[str, Any] | None:
    """A level with more stones than spaces, after a correction that adds some."""
    if m.at not in p.levels() or m.count <= p.count(m.at, m.colour):
        return None
    stones, spaces = p.count(m.at) - p.count(m.at, m.colour) + m.count, p.level(m.at).spaces
    return {"level": m.at, "stones": stones, "spaces": spaces} if stones > spaces else None


def _strangers(p: Position, m: Any) -> tuple[str, ...]:
    """Who is told to have laid a card, but does not play."""
    cards = map(laid_card, m.cards)
    laid = ((card.by or card.owner, card) for card in cards)
    return tuple(
        seat for seat, card in laid if seat not in p.setup.seats or card.owner not in p.colours
    )


def _told_too_many(p: Position, m: Any) -> dict[str, Any] | None:
    """What is impossible about the cards told, as it would then be."""
    after = corrected(_fix_cards, p, FixCards(m.quarry, m.cards))
    found = (one.values for one in violations(after) if one.clause == "cards_impossible")
    return next(found, None)

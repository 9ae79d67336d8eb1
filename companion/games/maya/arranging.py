"""Setting the table as it stands: a situation names what must be so; the rest is balanced."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from companion.games.maya.box import Box, Marker
from companion.games.maya.cards import DOUBTED, Card, back_of, neutral_card, too_many
from companion.games.maya.corrections import settled
from companion.games.maya.opening import opened, reboxed
from companion.games.maya.position import (
    ROUNDS,
    STONES,
    SUPPLY,
    Hit,
    Phase,
    Player,
    Position,
    Quarry,
)
from companion.games.maya.tokens import NEUTRAL, Colour, MaybeColour, MaybeQuarry, QuarryId, Seat
from companion.kernel import UNKNOWN, layout_of, pieces

Size = Annotated[int, msgspec.Meta(ge=0, le=28)]


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table described partly. What is not named stays; stones are balanced with the supply.

    practice: plays on the made-up board.
    round, phase: where the match stands.
    start, next_start: who is start player, and who was named.
    turn: whose turn it is.
    passed: who lays no more workers; others do.
    laid: all cards of a quarry in order, each as owner and value or back, ``red:7``, ``red:-3``,
        ``red:low``, or ``neutral:red`` for a neutral one laid by red; with a value at a quarry that
        is not awarded it is one that was noted.
    done, open: quarries awarded, and the one revealed; all others are covered.
    shields: who is protected where.
    hits: whom the −3 of owners hit, "" for nobody.
    bare: clears all levels and piles first.
    stones: all stones at a place, by colour.
    gold: of seats.
    markers: where they are.
    won: the marker that is to be used at once; its winner is who has it.
    box: all that is told of the box.
    """

    practice: bool = False
    round: Annotated[int, msgspec.Meta(ge=0, le=ROUNDS)] | None = None
    phase: Phase | None = None
    start: Seat | None = None
    next_start: MaybeColour | None = None
    turn: MaybeColour | None = None
    passed: tuple[Seat, ...] | None = None
    laid: Mapping[QuarryId, tuple[str, ...]] | None = None
    done: tuple[QuarryId, ...] | None = None
    open: MaybeQuarry | None = None
    shields: Mapping[QuarryId, tuple[Seat, ...]] | None = None
    hits: Mapping[Seat, MaybeColour] | None = None
    bare: bool = False
    stones: Mapping[str, Mapping[Colour, Size]] | None = None
    gold: Mapping[Seat, Annotated[int, msgspec.Meta(ge=0, le=999)]] | None = None
    markers: Mapping[Marker, str] | None = None
    won: Marker | Literal[""] | None = None
    box: Box | None = None


def arrange(p: Position, situation: Situation) -> Position:
    """The position with what the situation names. It may be impossible: see ``validity``.

    Raises ValueError for what is not on the board.
    """
    if situation.box is not None:
        p = reboxed(p, situation.box)
    if situation.practice and not p.practice:
        p = opened(replace(p, practice=True))
    p = _turn(p, situation)
    p = _quarries(p, situation)
    p = _stones(p, situation)
    for seat, gold in (situation.gold or {}).items():
        p = p.with_gold(seat, "", "correction", gold - p.gold(seat))
    for marker, at in (situation.markers or {}).items():
        if not p.marker_at(marker):
            raise ValueError(f"the marker {marker} is not in play")
        p = p.with_marker(marker, at)
    if situation.won is not None:
        winner = p.marker_at(situation.won).removeprefix("seat:") if situation.won else ""
        p = replace(p, won=situation.won, winner=winner)
    return settled(p)


def _turn(p: Position, situation: Situation) -> Position:
    named: dict[str, Any] = {
        name: value
        for name in ("round", "phase", "start", "next_start", "turn")
        if (value := getattr(situation, name)) is not None
    }
    if "phase" in named and named["phase"] != p.phase and "turn" not in named:
        named["turn"] = p.start if named["phase"] == "laying" else ""
    if situation.passed is not None:
        players = (Player(one.seat, one.seat in situation.passed) for one in p.players)
        named["players"] = tuple(players)
    return replace(p, **named)


def _quarries(p: Position, situation: Situation) -> Position:
    named = (*(situation.laid or {}), *(situation.done or ()), *(situation.shields or {}))
    for quarry in (*named, *filter(None, [situation.open])):
        if p.quarry(quarry) is None:
            raise ValueError(f"there is no quarry {quarry}")
    quarries = tuple(_quarry(one, situation) for one in p.quarries)
    p = replace(p, quarries=quarries)
    if situation.hits is not None:
        p = replace(p, hits=tuple(Hit(*one) for one in situation.hits.items()))
    elif situation.open is not None:
        p = replace(p, hits=())
    return p


def _quarry(quarry: Quarry, situation: Situation) -> Quarry:
    changes: dict[str, Any] = {}
    if situation.laid is not None and quarry.id in situation.laid:
        changes["cards"] = tuple(map(_card, situation.laid[quarry.id]))
    if situation.shields is not None and quarry.id in situation.shields:
        changes["shields"] = situation.shields[quarry.id]
    if situation.done is not None or situation.open is not None:
        state = "done" if quarry.id in (situation.done or ()) else "covered"
        changes["state"] = "open" if quarry.id == situation.open else state
    quarry = replace(quarry, **changes)
    return quarry if quarry.state == "covered" else replace(quarry, cards=_come_to_light(quarry))


def _come_to_light(quarry: Quarry) -> tuple[Card, ...]:
    """Its cards; what was noted of one and cannot be right is not known."""
    return tuple(Card(one.owner, one.back) if one.value == DOUBTED else one for one in quarry.cards)


def _card(words: str) -> Card:
    """A card as a situation tells it. Raises ValueError in words."""
    owner, _, shows = words.partition(":")
    if owner == NEUTRAL:
        return neutral_card(shows)
    if shows in ("low", "high"):
        return Card(owner, "low" if shows == "low" else "high", UNKNOWN)
    try:
        value = int(shows)
    except ValueError:
        value = 0
    if too_many((value,)):
        raise ValueError(f"{words} is no card; they are told like red:7, red:-3 or red:low")
    return Card(owner, back_of(value), value, noted=True)


def _stones(p: Position, situation: Situation) -> Position:
    counts = {} if situation.bare else dict(layout_of(p.pieces))
    for place, stones in (situation.stones or {}).items():
        counts = {key: count for key, count in counts.items() if key[0] != place}
        counts |= {(place, f"stone:{colour}"): count for colour, count in stones.items()}
    for colour in p.colours:
        stone = f"stone:{colour}"
        elsewhere = sum(n for (at, piece), n in counts.items() if piece == stone and at != SUPPLY)
        counts[SUPPLY, stone] = max(0, STONES - elsewhere)
    return replace(p, pieces=pieces(counts))

"""Corrections of the offering markers: where each lies, and what the shown ones show."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

from companion.games.mesopotamien.needs import AnyNeed
from companion.games.mesopotamien.notes import place_of
from companion.games.mesopotamien.pieces import (
    changed,
    note,
    with_huts,
    with_marker,
    with_player,
    with_turn,
    without,
)
from companion.games.mesopotamien.player import Value
from companion.games.mesopotamien.position import Hut, Position
from companion.games.mesopotamien.tokens import MarkerToken, marker_token, whose
from companion.kernel import Move, MoveKind, correction, fact, so
from companion.kernel.events import Transition

Carrier = Annotated[str, msgspec.Meta(title="carrier", pattern=r"^[a-z0-9:@,+*-]+\Z")]
"""What a marker can lie on: natives, a hut, or with its owner (a seat)."""


class FixMarker(Move, frozen=True, tag="fix_marker"):
    """A marker lies under this hut, on one of these natives, or (a seat) with its owner."""

    marker: MarkerToken
    onto: Carrier


class FixOffered(Move, frozen=True, tag="fix_offered"):
    """A marker lies face up at the temple and shows this value."""

    marker: MarkerToken
    value: Value


def _taken_away(position: Position, seat: str, number: int) -> Position:
    """Without the marker on the board."""
    for group in position.natives:
        if group.seat == seat and group.marker == number:
            position, _ = changed(position, group, load="")
    for tile in position.tiles:
        hut = Hut(seat, number)
        if hut in tile.huts:
            position = with_huts(position, tile.at, (*without(tile.huts, hut), Hut(seat)))
    return position


def _marker(position: Position, move: FixMarker) -> Iterator[Transition[Position]]:
    seat, number = whose(move.marker)
    group, standing = position.group(move.onto), position.hut(move.onto)
    position, place = _taken_away(position, seat, number), "hand"
    if group is not None:
        position, place = changed(position, group, load=f"m{number}")[0], "native"
    elif standing is not None:
        tile, hut = position.laid(standing[0].at), standing[1]
        huts = (*without(tile.huts, hut), Hut(seat, number))
        position, place = with_huts(position, tile.at, huts), "hut"
    # From one place on the board to another it keeps the note of its owner: what is corrected is
    # what everybody sees.
    position = with_marker(position, seat, number, place=place)
    if position.turn.phase == "over":
        position = with_turn(position, phase="move")
    yield so(position, "marker_fixed", marker=move.marker, onto=move.onto)


def _offered(position: Position, move: FixOffered) -> Iterator[Transition[Position]]:
    seat, number = whose(move.marker)
    position = _taken_away(position, seat, number)
    markers = note(position.player(seat), number, move.value).markers
    position = with_player(position, seat, markers=markers)
    position = with_marker(position, seat, number, place="offered")
    if not position.player(seat).open_values:
        position = with_turn(position, phase="over")
    yield so(position, "offered_fixed", marker=move.marker, seat=seat, value=move.value)


def _fits(position: Position, move: FixMarker) -> bool:
    """Whether the marker can lie there: with its owner, or on what is the owner's and free."""
    seat, _ = whose(move.marker)
    group, standing = position.group(move.onto), position.hut(move.onto)
    if group is not None:
        return group.seat == seat and not group.load
    if standing is not None:
        return standing[1] == Hut(seat)
    return move.onto == seat


def _shown_by_others(position: Position, move: FixOffered) -> tuple[int, ...]:
    seat, number = whose(move.marker)
    markers = position.player(seat).markers
    return tuple(int(m.value) for m in markers if m.place == "offered" and m.number != number)


def _markers(position: Position, draft: Any) -> Iterable[str]:
    return (
        marker_token(player.seat, marker.number)
        for player in position.players
        for marker in player.markers
    )


def _carriers(position: Position, draft: FixMarker) -> Iterable[str]:
    seat, _ = whose(draft.marker)
    yield from (group.token for group in position.natives if group.seat == seat)
    for tile in position.tiles:
        yield from (hut.token(tile.at) for hut in tile.huts if hut.owner == seat)
    yield seat


MARKER: AnyNeed = fact(
    "no_such_seat",
    lambda p, m: place_of(p, m.marker) != "",
    lambda p, m: {"seat": whose(m.marker)[0]},
)

FIXES: tuple[MoveKind[Position, Any], ...] = (
    correction(
        FixMarker,
        _marker,
        MARKER,
        fact(
            "marker_does_not_fit",
            _fits,
            lambda p, m: {"marker": m.marker, "onto": m.onto},
        ),
        candidates={"marker": _markers, "onto": _carriers},
    ),
    correction(
        FixOffered,
        _offered,
        MARKER,
        fact(
            "value_already_shown",
            lambda p, m: m.value not in _shown_by_others(p, m),
            lambda p, m: {
                "seat": whose(m.marker)[0],
                "value": m.value,
                "left": p.player(whose(m.marker)[0]).open_values,
            },
        ),
        candidates={"marker": _markers},
    ),
)
"""Corrections of the markers."""

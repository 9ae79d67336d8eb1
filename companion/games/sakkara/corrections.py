"""Corrections: one fact of the table each, set to what the table shows, and private notes.

A tile that lies elsewhere than the companion believes is moved there; so none appears or is lost.
"""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from companion.games.sakkara.building import complete
from companion.games.sakkara.motifs import MOTIFS, Motif, Tiles, Told
from companion.games.sakkara.needs import WORKER_PLACED, AnyNeed, all_workers, on_board
from companion.games.sakkara.pieces import (
    doubted,
    gained,
    lost,
    with_player,
    with_stack,
    with_worker,
    without,
)
from companion.games.sakkara.position import FIELDS, INDEX, Position
from companion.games.sakkara.tokens import Field, Place, Seat, Worker, parse_place
from companion.games.sakkara.turns import next_turn
from companion.games.sakkara.validity import MOTIF_LEFT, violations
from companion.kernel import (
    UNKNOWN,
    Effects,
    Move,
    MoveKind,
    Open,
    aside,
    corrected,
    correction,
    event,
    fact,
    seats,
    so,
)


class FixTile(Move, frozen=True, tag="fix_tile"):
    """A tile lies not there but here; from a field and from the used ones it is the top one."""

    source: Place
    motif: Told
    to: Place


class FixTop(Move, frozen=True, tag="fix_top"):
    """The top tile of a field shows this."""

    at: Field
    motif: Told


class FixWorker(Move, frozen=True, tag="fix_worker"):
    """A worker stands on this field."""

    worker: Worker
    to: Field


class FixStep(Move, frozen=True, tag="fix_step"):
    """Whether the step of this turn has been made."""

    step: Literal["owed", "made"]


class FixBuilt(Move, frozen=True, tag="fix_built"):
    """The level at which was built in this turn, 0 for none."""

    level: Annotated[int, msgspec.Meta(ge=0, le=3)]


class FixTurn(Move, frozen=True, tag="fix_turn"):
    """It is this player's turn; it begins anew."""

    seat: Seat


class TellHeld(Move, frozen=True, tag="tell_held"):
    """The owner notes a tile of the own holder that the companion does not know."""

    seat: Seat
    motif: Motif


def tiles_at(position: Position, place: str) -> Tiles:
    """The tiles at a place; those not laid out are unknown ones."""
    kind, seat, level = parse_place(place)
    if kind in ("used", "gone"):
        return position.used if kind == "used" else position.gone
    if kind == "box":
        return (UNKNOWN,) * position.boxed
    if kind not in ("holder", "laid", "pyramid"):
        return position.stack(place)
    player = position.player(seat)
    if kind == "laid":
        return ("ship",) * player.ship + ("grain",) * player.grain
    return player.holder if kind == "holder" else player.level(level)


def _taken_away(position: Position, place: str, motif: str) -> tuple[Position, str]:
    """Without a tile there, and what is known of it."""
    kind, seat, _ = parse_place(place)
    if kind == "box":
        return replace(position, boxed=position.boxed - 1), motif
    if kind == "holder":
        return _from_holder(position, seat, motif), motif
    tiles = tiles_at(position, place)
    if kind == "used" or kind in INDEX:
        return _set(position, place, tiles[:-1]), tiles[-1] if motif == UNKNOWN else motif
    return _set(position, place, without(tiles, motif)), motif


def _from_holder(position: Position, seat: str, motif: str) -> Position:
    """Without a tile on a holder. Where it is not the one believed to stand there, nothing is
    believed of that holder any more but what everybody saw."""
    after = None if motif == UNKNOWN else lost(position, seat, motif)
    if after is not None:
        return after
    fresh = position.fresh if seat == position.active else ()
    left = len(position.player(seat).holder) - 1
    if left < len(fresh):
        position, fresh = replace(position, fresh=()), ()
    return with_player(position, seat, holder=doubted(fresh, left))


def _set(position: Position, place: str, tiles: Tiles) -> Position:
    """With these tiles at a place, which is neither a holder nor the box."""
    kind, seat, level = parse_place(place)
    if kind == "used":
        return replace(position, used=tiles)
    if kind == "gone":
        return replace(position, gone=tuple(sorted(tiles)))
    if kind == "laid":
        return with_player(position, seat, ship=tiles.count("ship"), grain=tiles.count("grain"))
    if kind == "pyramid":
        pyramid = list(position.player(seat).pyramid)
        pyramid[level - 1] = tuple(sorted(tiles))
        return with_player(position, seat, pyramid=tuple(pyramid))
    return with_stack(position, place, tiles)


def _fix_tile(position: Position, move: FixTile) -> Effects[Position]:
    position, tile = _taken_away(position, move.source, move.motif)
    kind, seat, _ = parse_place(move.to)
    if kind == "holder":
        position = gained(position, seat, tile, seen=seat == position.active)
    elif kind == "box":
        position = replace(position, boxed=position.boxed + 1)
    else:
        position = _set(position, move.to, (*tiles_at(position, move.to), tile))
    position = settled(position)
    yield so(position, "tile_fixed", source=move.source, motif=move.motif, to=move.to)
    return position


def settled(position: Position) -> Position:
    """In the phase that fits what lies on the table: over with a complete pyramid and not
    without, and nothing to put back without used tiles."""
    if any(map(complete, position.players)):
        return replace(position, phase="over")
    if position.phase == "over" or (position.phase == "putback" and not position.used):
        return replace(position, phase="turn")
    return position


def _fix_top(position: Position, move: FixTop) -> Effects[Position]:
    stack = (*position.stack(move.at)[:-1], move.motif)
    position = with_stack(position, move.at, stack)
    yield so(position, "top_fixed", at=move.at, motif=move.motif)
    return position


def _fix_worker(position: Position, move: FixWorker) -> Effects[Position]:
    position = with_worker(position, move.worker, move.to)
    yield so(position, "worker_fixed", worker=move.worker, to=move.to)
    return position


def _fix_step(position: Position, move: FixStep) -> Effects[Position]:
    position = replace(position, moved=move.step == "made")
    yield so(position, "step_fixed", step=move.step, seat=position.active)
    return position


def _fix_built(position: Position, move: FixBuilt) -> Effects[Position]:
    position = replace(position, built=move.level)
    yield so(position, "built_fixed", level=move.level, seat=position.active)
    return position


def _fix_turn(position: Position, move: FixTurn) -> Effects[Position]:
    yield so(position, "turn_fixed", seat=move.seat)
    other = next(seat for seat in position.setup.seats if seat != move.seat)
    return (yield from next_turn(replace(position, active=other)))


def _to_be_told(position: Position, seat: str) -> int:
    """How many unknown tiles of a holder are going to be told to everybody."""
    return len(position.untold) if seat == position.active else 0


def _tell_held(position: Position, move: TellHeld) -> Effects[Position]:
    seat = move.seat
    if move.motif in MOTIFS and not _unknown_held(position, seat):
        position = yield from _told_against(position, seat, move.motif)
    else:
        after = lost(position, seat, UNKNOWN)
        assert after is not None, "a fact: a tile is there that not everybody knows"
        position = gained(after, seat, move.motif, seen=False)
    yield event(position, "held_noted", "K33", seat=seat)
    return position


def _unknown_held(position: Position, seat: str) -> bool:
    """Whether a tile is there to be told in private."""
    return position.player(seat).holder.count(UNKNOWN) > _to_be_told(position, seat)


def _told_against(position: Position, seat: str, motif: str) -> Effects[Position]:
    """A tile of a holder is told though all of them are known; if it is none of these, what was
    believed of the holder is forgotten, but for what everybody saw."""
    holder = position.player(seat).holder
    if motif in holder:
        return position
    fresh = position.fresh if seat == position.active else ()
    holder = doubted((*fresh, motif), len(holder))
    position = with_player(position, seat, holder=holder)
    yield aside(position, seat, "note_disproved", "K33", seat=seat)
    return position


def _something_to_tell(position: Position, move: Any) -> bool:
    """Raises Open where only the owner may know."""
    if not _unknown_held(position, move.seat):
        return False
    raise Open


def _there(position: Position, move: Any) -> bool:
    """Whether such a tile can be taken from the place."""
    tiles = tiles_at(position, move.source)
    kind, _, _ = parse_place(move.source)
    return move.motif in tiles or (bool(tiles) and kind not in ("laid", "pyramid", "gone"))


def _left(position: Position, move: Any) -> bool:
    """Whether a tile of its motif can lie there: seen there, or not all of them elsewhere."""
    seen = move.motif in tiles_at(position, move.source)
    return seen or bool(MOTIF_LEFT.test(position, move))


def _fits(position: Position, move: Any) -> bool:
    """Whether the tile can lie at the place: only supply is laid out."""
    if parse_place(move.to)[0] != "laid":
        return True
    _, tile = _taken_away(position, move.source, move.motif)
    return tile in ("ship", "grain")


def _places(position: Position, draft: Any) -> Iterator[str]:
    """All places, for a blank."""
    yield from FIELDS
    for seat in position.setup.seats:
        yield from (f"holder:{seat}", f"laid:{seat}")
        yield from (f"pyramid:{seat}:{level}" for level in (1, 2, 3))
    yield from ("used", "gone", "box")


POSSIBLE: AnyNeed = fact(
    "too_many_of_motif",
    lambda p, m: not violations(corrected(_fix_top, p, m)) or violations(p),
    lambda p, m: violations(corrected(_fix_top, p, m))[0].values,
)
"""The field can show that."""


FIXES: tuple[MoveKind[Position, Any], ...] = (
    correction(
        FixTop,
        _fix_top,
        on_board("at"),
        fact("no_tile_there", lambda p, m: p.height(m.at) > 0, lambda p, m: {"at": m.at}),
        POSSIBLE,
        candidates={"at": lambda p, m: FIELDS},
    ),
    correction(
        FixTile,
        _fix_tile,
        fact("no_tile_there", lambda p, m: tiles_at(p, m.source), lambda p, m: {"at": m.source}),
        fact("no_such_tile", _there, lambda p, m: {"source": m.source, "motif": m.motif}),
        fact("motif_used_up", _left, MOTIF_LEFT.values),
        fact("does_not_fit", _fits, lambda p, m: {"to": m.to, "motif": m.motif}),
        candidates={"source": _places, "to": _places},
    ),
    correction(
        FixWorker,
        _fix_worker,
        on_board("to"),
        WORKER_PLACED,
        fact(
            "worker_there",
            lambda p, m: p.worker_on(m.to) in ("", m.worker),
            lambda p, m: {"to": m.to, "worker": p.worker_on(m.to)},
        ),
        candidates={"worker": all_workers, "to": lambda p, m: FIELDS},
    ),
    correction(FixStep, _fix_step),
    correction(FixBuilt, _fix_built),
    correction(
        FixTurn,
        _fix_turn,
        fact("not_begun", lambda p, m: p.phase not in ("layout", "place")),
        candidates={"seat": seats},
    ),
    correction(
        TellHeld,
        _tell_held,
        fact("nothing_unknown_held", _something_to_tell, lambda p, m: {"seat": m.seat}),
        candidates={"seat": seats},
        hidden=("motif",),
    ),
)
"""Corrections, and the private note of a tile."""

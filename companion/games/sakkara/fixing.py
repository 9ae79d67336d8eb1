"""Corrections: one fact of the table each, set to what the table shows, and private notes.

A tile that lies elsewhere than the companion believes is moved there; so none appears or is lost.
"""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace

from companion.games.sakkara.building import complete
from companion.games.sakkara.checking import impossible
from companion.games.sakkara.motifs import Motif, Tiles, Told
from companion.games.sakkara.needs import WORKER_PLACED, AnyNeed, all_workers, on_board
from companion.games.sakkara.pieces import (
    gained,
    lost,
    with_player,
    with_stack,
    with_worker,
    without,
)
from companion.games.sakkara.position import FIELDS, INDEX, Field, Position, Seat, Worker
from companion.games.sakkara.turns import next_turn
from companion.kernel import UNKNOWN, Course, Happened, Kind, Move, fact, happening

_SEAT = "(white|black)"
Place = Annotated[
    str,
    msgspec.Meta(
        title="place",
        pattern=rf"^([a-g][1-7]|holder:{_SEAT}|laid:{_SEAT}|pyramid:{_SEAT}:[1-3]|used|gone|box)$",
    ),
]
"""Where tiles lie."""


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


def so(position: Position, key: str, **values: Any) -> Happened[Position]:
    """What a correction sets; behind it stands no rule but the right to correct."""
    return happening(position, key, "correction", **values)


def tiles_at(position: Position, place: str) -> Tiles:
    """The tiles at a place; those not laid out are unknown ones."""
    kind, _, rest = place.partition(":")
    if kind in ("used", "gone"):
        return position.used if kind == "used" else position.gone
    if kind == "box":
        return (UNKNOWN,) * position.boxed
    if kind not in ("holder", "laid", "pyramid"):
        return position.stack(place)
    seat, _, level = rest.partition(":")
    player = position.player(seat)
    if kind == "laid":
        return ("ship",) * player.ship + ("grain",) * player.grain
    return player.holder if kind == "holder" else player.level(int(level))


def _taken_away(position: Position, place: str, motif: str) -> tuple[Position, str]:
    """Without a tile there, and what is known of it."""
    kind, _, rest = place.partition(":")
    if kind == "box":
        return replace(position, boxed=position.boxed - 1), motif
    if kind == "holder":
        return _from_holder(position, rest, motif), motif
    tiles = tiles_at(position, place)
    if kind == "used" or kind in INDEX:
        return _set(position, place, tiles[:-1]), tiles[-1] if motif == UNKNOWN else motif
    return _set(position, place, without(tiles, motif)), motif


def _from_holder(position: Position, seat: str, motif: str) -> Position:
    """Without a tile on a holder. Where it is not the one believed to stand there, nothing is
    believed of that holder any more."""
    after = None if motif == UNKNOWN else lost(position, seat, motif)
    if after is not None:
        return after
    left = len(position.player(seat).holder) - 1
    fresh = () if seat == position.active else position.fresh
    return replace(with_player(position, seat, holder=(UNKNOWN,) * left), fresh=fresh)


def _set(position: Position, place: str, tiles: Tiles) -> Position:
    """With these tiles at a place, which is neither a holder nor the box."""
    kind, _, rest = place.partition(":")
    if kind == "used":
        return replace(position, used=tiles)
    if kind == "gone":
        return replace(position, gone=tuple(sorted(tiles)))
    if kind == "laid":
        return with_player(position, rest, ship=tiles.count("ship"), grain=tiles.count("grain"))
    if kind == "pyramid":
        seat, _, level = rest.partition(":")
        pyramid = list(position.player(seat).pyramid)
        pyramid[int(level) - 1] = tuple(sorted(tiles))
        return with_player(position, seat, pyramid=tuple(pyramid))
    return with_stack(position, place, tiles)


def _fix_tile(position: Position, move: FixTile) -> Course[Position]:
    position, tile = _taken_away(position, move.source, move.motif)
    kind, _, seat = move.to.partition(":")
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


def _fix_top(position: Position, move: FixTop) -> Course[Position]:
    stack = (*position.stack(move.at)[:-1], move.motif)
    position = with_stack(position, move.at, stack)
    yield so(position, "top_fixed", at=move.at, motif=move.motif)
    return position


def _fix_worker(position: Position, move: FixWorker) -> Course[Position]:
    position = with_worker(position, move.worker, move.to)
    yield so(position, "worker_fixed", worker=move.worker, to=move.to)
    return position


def _fix_step(position: Position, move: FixStep) -> Course[Position]:
    position = replace(position, moved=move.step == "made")
    yield so(position, "step_fixed", step=move.step, seat=position.active)
    return position


def _fix_built(position: Position, move: FixBuilt) -> Course[Position]:
    position = replace(position, built=move.level)
    yield so(position, "built_fixed", level=move.level, seat=position.active)
    return position


def _fix_turn(position: Position, move: FixTurn) -> Course[Position]:
    yield so(position, "turn_fixed", seat=move.seat)
    other = next(seat for seat in position.setup.seats if seat != move.seat)
    return (yield from next_turn(replace(position, active=other)))


def _to_be_told(position: Position, seat: str) -> int:
    """How many unknown tiles of a holder are going to be told to everybody."""
    return len(position.untold) if seat == position.active else 0


def _tell_held(position: Position, move: TellHeld) -> Course[Position]:
    after = lost(position, move.seat, UNKNOWN)
    assert after is not None, "a fact: an unknown tile is there"
    position = gained(after, move.seat, move.motif, seen=False)
    yield happening(position, "held_noted", "K33", seat=move.seat)
    return position


def _there(position: Position, move: Any) -> bool:
    """Whether such a tile can be taken from the place."""
    tiles = tiles_at(position, move.source)
    kind = move.source.partition(":")[0]
    return move.motif in tiles or (bool(tiles) and kind not in ("laid", "pyramid", "gone"))


def _fits(position: Position, move: Any) -> bool:
    """Whether the tile can lie at the place: only supply is laid out."""
    if not move.to.startswith("laid:"):
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


def _after(does: Callable[[Position, Any], Course[Position]], p: Position, m: Any) -> Position:
    return [after for _, after in does(p, m)][-1]


def _changing(does: Callable[[Position, Any], Course[Position]]) -> AnyNeed:
    """A correction sets something that is not so already."""
    return fact("already_so", lambda p, m: _after(does, p, m) != p)


def _possible(does: Callable[[Position, Any], Course[Position]]) -> AnyNeed:
    """The table can be as the correction says."""
    return fact(
        "too_many_of_motif",
        lambda p, m: not impossible(_after(does, p, m)) or impossible(p),
        lambda p, m: impossible(_after(does, p, m))[0].values,
    )


def _correction(
    move: type[Move],
    does: Callable[[Position, Any], Course[Position]],
    *needs: AnyNeed,
    candidates: dict[str, Callable[[Position, Any], Any]] | None = None,
) -> Kind[Position, Any]:
    return Kind(
        move,
        needs=needs,
        does=does,
        candidates=candidates or {},
        role="fix",
    )


def _seats(position: Position, draft: Any) -> tuple[str, ...]:
    return position.setup.seats


FIXES: tuple[Kind[Position, Any], ...] = (
    _correction(
        FixTop,
        _fix_top,
        on_board("at"),
        fact("no_tile_there", lambda p, m: p.height(m.at) > 0, lambda p, m: {"at": m.at}),
        _changing(_fix_top),
        _possible(_fix_top),
        candidates={"at": lambda p, m: FIELDS},
    ),
    _correction(
        FixTile,
        _fix_tile,
        fact("no_such_tile", _there, lambda p, m: {"source": m.source, "motif": m.motif}),
        fact("does_not_fit", _fits, lambda p, m: {"to": m.to, "motif": m.motif}),
        _changing(_fix_tile),
        _possible(_fix_tile),
        candidates={"source": _places, "to": _places},
    ),
    _correction(
        FixWorker,
        _fix_worker,
        on_board("to"),
        WORKER_PLACED,
        fact(
            "worker_there",
            lambda p, m: not p.worker_on(m.to),
            lambda p, m: {"to": m.to, "worker": p.worker_on(m.to)},
        ),
        candidates={"worker": all_workers, "to": lambda p, m: FIELDS},
    ),
    _correction(FixStep, _fix_step, _changing(_fix_step)),
    _correction(FixBuilt, _fix_built, _changing(_fix_built)),
    _correction(
        FixTurn,
        _fix_turn,
        fact("not_begun", lambda p, m: p.phase not in ("layout", "place")),
        candidates={"seat": _seats},
    ),
    Kind(
        TellHeld,
        needs=(
            fact(
                "nothing_unknown_held",
                lambda p, m: p.player(m.seat).holder.count(UNKNOWN) > _to_be_told(p, m.seat),
                lambda p, m: {"seat": m.seat},
            ),
        ),
        does=_tell_held,
        candidates={"seat": _seats},
        role="fix",
        by="seat",
        hidden=("motif",),
        explicit=True,
    ),
)
"""Corrections, and the private note of a tile."""

"""Placing the workers (K5 to K7), and telling the motif of a tile that was taken unknown."""

from msgspec.structs import replace

from companion.games.sakkara.motifs import Take, Told
from companion.games.sakkara.needs import ONLY_THE_TOP, on_board
from companion.games.sakkara.pieces import (
    NOTHING,
    gained,
    lost,
    taken,
    with_player,
    with_worker,
)
from companion.games.sakkara.position import FIELDS, Position
from companion.games.sakkara.tokens import Field, worker_token
from companion.games.sakkara.validity import MOTIF_LEFT
from companion.kernel import UNKNOWN, Effects, Move, MoveKind, event, fact, rule


class PlaceWorker(Move, frozen=True, tag="place_worker"):
    """A worker comes onto a field, and its owner takes the top tile there."""

    to: Field
    take: Take = UNKNOWN


class TellTile(Move, frozen=True, tag="tell_tile"):
    """What a tile shows that was taken without anyone having told; UNKNOWN leaves it untold."""

    motif: Told


def unplaced(position: Position, seat: str) -> str:
    """The first worker of a player that is not placed yet, "" for none."""
    fields = position.player(seat).workers
    return worker_token(seat, fields.index("") + 1) if "" in fields else ""


def _next_placer(position: Position) -> str:
    """Who places next (K5), "" when all workers stand."""
    first, second = position.setup.seats
    left = [position.player(seat).workers.count("") for seat in (first, second)]
    if position.options.place_mode == "both":
        return first if left[0] else second if left[1] else ""
    return "" if left == [0, 0] else first if left[0] >= left[1] else second


def _placed(position: Position) -> Effects[Position]:
    """The next worker is placed, or the first turn begins; not while a tile is untold."""
    if position.untold:
        return position
    seat = _next_placer(position)
    if not seat:
        first = position.setup.seats[0]
        position = replace(position, phase="turn", active=first, number=1, fresh=())
        yield event(position, "next_turn", "K10", seat=first)
    elif seat != position.active:
        position = replace(position, active=seat, fresh=())
        yield event(position, "next_to_place", "K5", seat=seat)
    return position


def _place_worker(position: Position, move: PlaceWorker) -> Effects[Position]:
    worker = unplaced(position, position.active)
    position = with_worker(position, worker, move.to)
    yield event(position, "placed", "K6", worker=worker, to=move.to)
    position = yield from taken(position, move.to, "K7", move.take)
    return (yield from _placed(position))


def _unsure(position: Position) -> Position:
    """With nothing believed of the active player's holder but what was taken openly, if it seems
    that no unknown tile stands on it: then something believed of it is wrong."""
    holder = position.mover.holder
    if UNKNOWN in holder:
        return position
    hidden = (UNKNOWN,) * (len(holder) - len(position.fresh))
    return with_player(position, position.active, holder=(*hidden, *position.fresh))


def _tell_tile(position: Position, move: TellTile) -> Effects[Position]:
    field, seat = position.untold[0], position.active
    position = replace(position, untold=position.untold[1:])
    after = None if move.motif == UNKNOWN else lost(_unsure(position), seat, UNKNOWN)
    if after is None:
        yield event(position, "left_untold", "K7", seat=seat, at=field)
    else:
        position = gained(after, seat, move.motif, seen=True)
        yield event(position, "told", "K7", seat=seat, at=field, motif=move.motif)
    if position.phase == "place":
        position = yield from _placed(position)
    return position


PLACE_WORKER: MoveKind[Position, PlaceWorker] = MoveKind(
    PlaceWorker,
    needs=(
        on_board("to"),
        fact(
            "workers_all_placed",
            lambda p, m: unplaced(p, p.active),
            lambda p, m: {"seat": p.active},
        ),
        rule(
            "K6",
            lambda p, m: not p.worker_on(m.to),
            lambda p, m: {"to": m.to, "worker": p.worker_on(m.to)},
        ),
        rule(
            "K7",
            lambda p, m: m.take != NOTHING or not p.height(m.to),
            lambda p, m: {"to": m.to, "motif": p.top(m.to)},
        ),
        ONLY_THE_TOP,
    ),
    apply=_place_worker,
    candidates={"to": lambda p, m: FIELDS},
    out_of_turn="K5",
)

TELL_TILE: MoveKind[Position, TellTile] = MoveKind(
    TellTile,
    needs=(fact("nothing_untold", lambda p, m: p.untold), MOTIF_LEFT),
    apply=_tell_tile,
)

"""Picking up, putting down, taking markers from huts, robbing: all free, all in Phase 1."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from companion.games.mesopotamien.needs import (
    HUT_THERE,
    carries_no_marker,
    empty_handed,
    everybody,
    is_in,
    load,
    native_there,
    own,
)
from companion.games.mesopotamien.pieces import (
    changed,
    emptied,
    with_huts,
    with_loose,
    with_marker,
    without,
)
from companion.games.mesopotamien.position import GOODS, Good, Group, Position
from companion.games.mesopotamien.temple import delivered
from companion.games.mesopotamien.tokens import TEMPLE, HutToken, NativeToken, marker_token, parse
from companion.kernel import Move, MoveKind, event, fact, rule
from companion.kernel.events import Transition
from companion.kernel.kinds import Values


class Pickup(Move, frozen=True, tag="pickup"):
    """A native picks up a good that lies on its tile."""

    native: NativeToken
    good: Good


class Drop(Move, frozen=True, tag="drop"):
    """A native puts its good down on its tile; on the temple tile that delivers a stone (M22)."""

    native: NativeToken


class LoadMarker(Move, frozen=True, tag="load_marker"):
    """A native takes the offering marker from under a hut."""

    native: NativeToken
    hut: HutToken


class Rob(Move, frozen=True, tag="rob"):
    """A native takes the good of another player's native on the same tile."""

    robber: NativeToken
    victim: NativeToken


def _marker_stays(position: Position, group: Group) -> Transition[Position]:
    """Even when it is overruled nothing else can be done with a marker: it has no other place."""
    return event(position, "marker_stays", "M25", native=group.token)


def _pickup(position: Position, move: Pickup) -> Iterator[Transition[Position]]:
    group = position.native(move.native)
    if group.marker:
        yield _marker_stays(position, group)
        return
    position, group = emptied(position, group)
    position = with_loose(position, group.at, move.good, -1)
    position, _ = changed(position, group, load=move.good)
    yield event(position, "picked_up", "M19a", native=move.native, good=move.good, at=group.at)


def _drop(position: Position, move: Drop) -> Iterator[Transition[Position]]:
    group = position.native(move.native)
    if group.marker:
        yield _marker_stays(position, group)
    elif group.at == TEMPLE and group.load == "stone":
        yield from delivered(position, group)
    else:
        position, _ = emptied(position, group)
        values = {"native": move.native, "good": group.good, "at": group.at}
        yield event(position, "put_down", "M21", **values)


def _load_marker(position: Position, move: LoadMarker) -> Iterator[Transition[Position]]:
    group, (tile, hut) = position.native(move.native), position.standing(move.hut)
    if group.marker:
        yield _marker_stays(position, group)
        return
    if hut.owner != group.seat:
        yield event(position, "marker_not_taken", "M24", native=move.native, hut=move.hut)
        return
    position, group = emptied(position, group)
    huts = (*without(tile.huts, hut), replace(hut, marker=0))
    position = with_huts(position, tile.at, huts)
    position, _ = changed(position, group, load=f"m{hut.marker}")
    position = with_marker(position, group.seat, hut.marker, place="native")
    marker = marker_token(group.seat, hut.marker)
    yield event(position, "marker_taken", "M23a", native=move.native, hut=move.hut, marker=marker)


def _rob(position: Position, move: Rob) -> Iterator[Transition[Position]]:
    robber, victim = position.native(move.robber), position.native(move.victim)
    if victim.marker:
        yield event(position, "marker_not_robbed", "M33", native=move.victim)
        return
    if robber.marker:
        yield _marker_stays(position, robber)
        return
    position, robber = emptied(position, robber)
    position, _ = changed(position, victim, load="")
    position, _ = changed(position, robber, load=victim.load, robbed=True)
    values = {"native": move.robber, "victim": move.victim, "good": victim.load}
    yield event(position, "robbed", "M27a", **values)


def _own_marker(position: Position, move: LoadMarker) -> bool:
    seat = position.native(move.native).seat
    return seat == position.active and position.standing(move.hut)[1].owner == seat


def _huts_here(position: Position, draft: LoadMarker) -> Iterable[str]:
    tile = position.tile(parse(draft.native)[1])
    return (hut.token(tile.at) for hut in tile.huts) if tile else ()


def _same_owner(position: Position, move: Rob) -> bool:
    return position.native(move.robber).seat == position.native(move.victim).seat


def _majority(position: Position, move: Rob) -> tuple[int, int]:
    """How many natives robber and victim have where the victim stands (M28 to M30)."""
    robber, victim = position.native(move.robber), position.native(move.victim)
    mine, theirs = (
        sum(
            group.count
            for group in position.groups_at(victim.at, seat)
            if position.options.loaded_count or not group.load
        )
        for seat in (robber.seat, victim.seat)
    )
    return mine, theirs


def _numbers(position: Position, move: Rob) -> Values:
    mine, theirs = _majority(position, move)
    robber, victim = position.native(move.robber), position.native(move.victim)
    return {"seat": robber.seat, "own": mine, "other": victim.seat, "theirs": theirs}


def _robber(position: Position, move: Rob) -> Values:
    group = position.native(move.robber)
    return {"native": move.robber, "load": load(position, group), "seat": position.active}


def _victim(position: Position, move: Rob) -> Values:
    return {"native": move.robber, "victim": move.victim}


def _has(position: Position, move: Pickup | Drop) -> Values:
    return {"native": move.native, "seat": position.active}


PICKUP: MoveKind[Position, Pickup] = MoveKind(
    Pickup,
    needs=(
        native_there("native"),
        fact(
            "M21",
            lambda p, m: p.laid(p.native(m.native).at).loose(m.good),
            lambda p, m: {"at": p.native(m.native).at, "good": m.good},
        ),
        rule("M19a", lambda p, m: p.native(m.native).seat == p.active, _has),
        empty_handed("native"),
        carries_no_marker("native"),
    ),
    apply=_pickup,
    candidates={"native": is_in(own), "good": lambda p, draft: GOODS},
    out_of_phase="M20",
)

DROP: MoveKind[Position, Drop] = MoveKind(
    Drop,
    needs=(
        native_there("native"),
        fact("M19b", lambda p, m: p.native(m.native).load, _has),
        rule("M19a", lambda p, m: p.native(m.native).seat == p.active, _has),
        rule(
            "M22a",
            lambda p, m: (group := p.native(m.native)).at != TEMPLE or group.load != "wood",
            lambda p, m: {"native": m.native},
        ),
        carries_no_marker("native"),
    ),
    apply=_drop,
    candidates={"native": is_in(own)},
    out_of_phase="M20",
)

LOAD_MARKER: MoveKind[Position, LoadMarker] = MoveKind(
    LoadMarker,
    needs=(
        native_there("native"),
        HUT_THERE,
        rule(
            "M23a",
            lambda p, m: parse(m.hut)[1] == p.native(m.native).at,
            lambda p, m: {"native": m.native, "hut": m.hut},
        ),
        rule("M24", _own_marker, lambda p, m: {"native": m.native, "hut": m.hut}),
        empty_handed("native"),
        fact("M23b", lambda p, m: p.standing(m.hut)[1].marker, lambda p, m: {"hut": m.hut}),
    ),
    apply=_load_marker,
    candidates={"native": is_in(own), "hut": _huts_here},
    out_of_phase="M20",
)

ROB: MoveKind[Position, Rob] = MoveKind(
    Rob,
    needs=(
        native_there("robber"),
        native_there("victim"),
        fact("same_natives", lambda p, m: m.robber != m.victim, _victim),
        fact("nothing_to_rob", lambda p, m: p.native(m.victim).load, _victim),
        rule("M27b", lambda p, m: not _same_owner(p, m), _victim),
        rule("M28b", lambda p, m: p.native(m.robber).at == p.native(m.victim).at, _victim),
        rule(
            "M28a",
            lambda p, m: _same_owner(p, m) or int.__gt__(*_majority(p, m)),
            _numbers,
        ),
        rule("M33", lambda p, m: not p.native(m.victim).marker, _victim),
        rule(
            "M31",
            lambda p, m: (g := p.native(m.robber)).seat == p.active and (g.robbed or not g.load),
            _robber,
        ),
        rule("M32a", lambda p, m: not ((g := p.native(m.robber)).robbed and g.load), _robber),
        rule(
            "M32b",
            lambda p, m: p.options.rob_again or not (g := p.native(m.robber)).robbed or g.load,
            _robber,
        ),
    ),
    apply=_rob,
    candidates={"robber": is_in(own), "victim": is_in(everybody)},
    out_of_phase="M27a",
)

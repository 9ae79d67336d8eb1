"""Building the temple and sacrificing on it."""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.mesopotamien.needs import is_in, load, native_there, own
from companion.games.mesopotamien.pieces import (
    changed,
    note,
    with_marker,
    with_natives,
    with_player,
    with_supply,
    with_turn,
)
from companion.games.mesopotamien.player import VALUES, Value
from companion.games.mesopotamien.position import Group, Position
from companion.games.mesopotamien.tokens import TEMPLE, NativeToken, marker_token
from companion.games.mesopotamien.turns import gained
from companion.kernel import Move, MoveKind, event, fact, rule
from companion.kernel.events import Effects, Transition
from companion.kernel.kinds import Values

TOP = 8
"""The highest field of the mana scale (M39)."""


class Deliver(Move, frozen=True, tag="deliver"):
    """A native hands in its stone at the temple: the ceiling rises, and the mana with it."""

    native: NativeToken


class Sacrifice(Move, frozen=True, tag="sacrifice"):
    """A native lays its marker at the temple; the owner pays the value it shows."""

    native: NativeToken
    value: Value


def delivered(position: Position, group: Group) -> Effects[Position]:
    """One native of a group hands in its stone; the ceiling rises before the mana (M37)."""
    seat = group.seat
    position, _ = changed(position, group, load="")
    position = with_supply(position, "stone", 1)
    yield event(position, "stone_delivered", "M38", native=group.token)
    ceiling = position.player(seat).ceiling
    if ceiling < TOP:
        position = with_player(position, seat, ceiling=ceiling + 1)
        yield event(position, "ceiling_raised", "M37", seat=seat, ceiling=ceiling + 1)
    else:
        yield event(position, "ceiling_at_top", "M39", seat=seat, ceiling=ceiling)
    position = yield from gained(position, seat, 1, "M37")
    return position


def _deliver(position: Position, move: Deliver) -> Iterator[Transition[Position]]:
    return delivered(position, position.native(move.native))


def _sacrifice(position: Position, move: Sacrifice) -> Iterator[Transition[Position]]:
    group = position.native(move.native)
    seat, number = group.seat, group.marker
    player = note(position.player(seat), number, move.value)
    mana = max(0, player.mana - move.value)
    position = with_player(position, seat, markers=player.markers, mana=mana)
    position = with_marker(position, seat, number, place="offered")
    position = with_natives(position, replace(group, count=-1))
    position = with_player(position, seat, natives=player.natives + 1)
    values = {"native": move.native, "value": move.value, "mana": mana}
    marker = marker_token(seat, number)
    yield event(position, "offered", "M42", seat=seat, marker=marker, **values)
    yield event(position, "native_returned", "M45", seat=seat)
    left = position.player(seat).open_values
    if len(left) == 1:
        yield event(position, "last_value", "M42", seat=seat, value=left[0])
    if not left:
        position = with_turn(position, phase="over")
        yield event(position, "won", "M111", seat=seat)


def _native(position: Position, move: Deliver | Sacrifice) -> Values:
    group = position.native(move.native)
    return {"native": move.native, "at": group.at, "load": load(position, group)}


def _own_on_temple(position: Position, move: Deliver | Sacrifice) -> bool:
    group = position.native(move.native)
    return group.seat == position.active and group.at == TEMPLE


DELIVER: MoveKind[Position, Deliver] = MoveKind(
    Deliver,
    needs=(
        native_there("native"),
        fact("M36b", lambda p, m: p.native(m.native).load == "stone", _native),
        rule("M36a", _own_on_temple, _native),
    ),
    apply=_deliver,
    candidates={"native": is_in(own)},
    out_of_phase="M20",
)

SACRIFICE: MoveKind[Position, Sacrifice] = MoveKind(
    Sacrifice,
    needs=(
        native_there("native"),
        fact("M41b", lambda p, m: p.native(m.native).marker, _native),
        rule("M41a", _own_on_temple, _native),
        fact(
            "value_already_shown",
            lambda p, m: m.value in p.player(p.native(m.native).seat).open_values,
            lambda p, m: {
                "seat": p.native(m.native).seat,
                "value": m.value,
                "left": p.player(p.native(m.native).seat).open_values,
            },
        ),
        rule(
            "M42",
            lambda p, m: m.value <= p.player(p.native(m.native).seat).mana,
            lambda p, m: {
                "seat": p.native(m.native).seat,
                "value": m.value,
                "mana": p.player(p.native(m.native).seat).mana,
            },
        ),
    ),
    apply=_sacrifice,
    candidates={
        "native": is_in(own),
        "value": lambda p, draft: VALUES,
    },
    out_of_phase="M2",
    reveals=True,
)

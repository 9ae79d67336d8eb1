"""The holy stone: no source tells its text, so its effect is told as numbers (M105)."""

from collections.abc import Iterable, Iterator
from typing import Annotated, Any

import msgspec

from companion.games.mesopotamien.box_profile import MOST, TEXT_OF, By, learnt
from companion.games.mesopotamien.cards import played, playing
from companion.games.mesopotamien.needs import everybody, load
from companion.games.mesopotamien.options import Gain, Printed
from companion.games.mesopotamien.pieces import (
    changed,
    with_loose,
    with_player,
    with_supply,
    with_turn,
)
from companion.games.mesopotamien.position import GOODS, Position
from companion.games.mesopotamien.temple import TOP
from companion.games.mesopotamien.tokens import TEMPLE, Hex, NativeToken, parse
from companion.games.mesopotamien.turns import gained
from companion.kernel import Move, MoveKind, Need, event, fact, rule
from companion.kernel.events import Effects, Transition
from companion.kernel.kinds import Values

LOWEST_CEILING = 3
"""The ceiling everybody starts with."""

Thing = Annotated[str, msgspec.Meta(title="thing", pattern=r"^[a-z0-9@,+*-]+\Z")]
"""What a number concerns: a seat, natives or a hex."""


class Effect(msgspec.Struct, frozen=True):
    """One number of a text. what: of which; on: the seat, native or hex it concerns; by: how
    much more, or less."""

    what: Gain
    on: Thing
    by: By


class Moved(msgspec.Struct, frozen=True):
    """One native that a text sends to another tile."""

    native: NativeToken
    to: Hex


class HolyStone(Move, frozen=True, tag="holy_stone"):
    """Card: what its text brings about, told as numbers, and natives it moves."""

    effects: Annotated[tuple[Effect, ...], msgspec.Meta(max_length=3)]
    moved: Annotated[tuple[Moved, ...], msgspec.Meta(max_length=2)]


def _holy_stone(position: Position, move: HolyStone) -> Iterator[Transition[Position]]:
    position = yield from played(position, "holy_stone")
    for effect in move.effects:
        position = learnt(position, Printed("holy_stone", effect.what, effect.by))
        position = yield from _brought_about(position, effect)
    for one in move.moved:
        group = position.group(one.native)
        if group is not None:  # unless an earlier line of the text took it away
            position, _ = changed(position, group, at=one.to)
            yield event(position, "teleported", "M105", native=one.native, to=one.to)


def _brought_about(position: Position, effect: Effect) -> Effects[Position]:
    """One line of a text, as far as it goes."""
    if effect.what == "mana" and effect.by > 0:
        return (yield from gained(position, effect.on, effect.by, "M105"))
    if effect.what == "movement":
        left = max(0, position.turn.movement + effect.by)
        position = with_turn(position, movement=left)
        yield event(position, "points_set", "M105", left=left)
    elif effect.what == "mana":
        mana = max(0, position.player(effect.on).mana + effect.by)
        position = with_player(position, effect.on, mana=mana)
        yield event(position, "mana_set", "M105", seat=effect.on, mana=mana)
    elif effect.what == "ceiling":
        ceiling = min(TOP, max(LOWEST_CEILING, position.player(effect.on).ceiling + effect.by))
        mana = min(position.player(effect.on).mana, ceiling)
        position = with_player(position, effect.on, ceiling=ceiling, mana=mana)
        yield event(position, "ceiling_set", "M105", seat=effect.on, ceiling=ceiling)
    elif effect.what == "look":
        yield event(position, "looked", "M105", seat=effect.on, count=effect.by)
    else:
        position = yield from _good(position, effect)
    return position


def _good(position: Position, effect: Effect) -> Effects[Position]:
    """A good comes onto a native or its tile from the supply, or goes back."""
    good, at = effect.what, _hex(effect.on)
    group = position.group(effect.on)
    count = min(effect.by, position.loose_supply(good))
    if group is not None and group.load == good and effect.by < 0:
        position, count = changed(position, group, load="")[0], -1
    elif group is not None and not group.load and count > 0:
        position, count = changed(position, group, load=good)[0], 1
    else:
        count = max(count, -position.laid(at).loose(good))
        position = with_loose(position, at, good, count)
    position = with_supply(position, good, -count)
    values = {"good": good, "count": count, "on": effect.on}
    yield event(position, "goods_by_text", "M105", **values)
    return position


def _hex(thing: str) -> str:
    """The hex of a native or of a hex."""
    return parse(thing)[1] if "@" in thing else thing


def _whats(position: Position, draft: HolyStone) -> Iterable[str]:
    return (
        *(line.what for line in position.setup.box.numbers("holy_stone")),
        *TEXT_OF["holy_stone"],
    )


def _things(position: Position, draft: Any) -> Iterable[str]:
    if draft.what in GOODS:
        return (*everybody(position), *(tile.at for tile in position.tiles))
    return (position.active,) if draft.what in ("movement", "look") else position.setup.seats


def _bys(position: Position, draft: Any) -> Iterable[int]:
    choices = [
        line.number for line in position.setup.box.numbers("holy_stone") if line.what == draft.what
    ]
    return (*choices, *range(1, MOST + 1), *range(-1, -MOST - 1, -1))


def fitting(position: Position, effect: Effect) -> bool:
    """Whether a line of a text makes sense: a number for something it can concern."""
    thing = effect.on
    if effect.what in ("movement", "look"):
        fits = thing == position.active
    elif effect.what in ("mana", "ceiling"):
        fits = thing in position.setup.seats
    else:
        fits = position.group(thing) is not None or position.tile(thing) is not None
    return fits and effect.by != 0


def _misfit(position: Position, move: HolyStone) -> Values:
    wrong = (one for one in move.effects if not fitting(position, one))
    return {name: getattr(one, name) for one in wrong for name in ("what", "on", "by")}


def _onto_temple(position: Position, effect: Effect) -> bool:
    return effect.what in GOODS and effect.by > 0 and effect.on == TEMPLE


def _hands_full(position: Position, move: HolyStone) -> tuple[str, ...]:
    return tuple(
        one.on
        for one in move.effects
        if one.what in GOODS and one.by > 0 and (g := position.group(one.on)) and g.load
    )


def _gone(position: Position, move: HolyStone) -> Iterator[str]:
    return (one.native for one in move.moved if position.group(one.native) is None)


def _nowhere(position: Position, move: HolyStone) -> Iterator[str]:
    return (one.to for one in move.moved if position.tile(one.to) is None)


_MOVED: tuple[Need[Position, HolyStone], ...] = (
    fact(
        "no_such_native",
        lambda p, m: not any(_gone(p, m)),
        lambda p, m: {"native": next(_gone(p, m))},
        early=True,
    ),
    fact(
        "no_tile_there",
        lambda p, m: not any(_nowhere(p, m)),
        lambda p, m: {"at": next(_nowhere(p, m))},
        early=True,
    ),
    rule(
        "M13",
        lambda p, m: all(p.terrain(one.to) != "volcano" for one in m.moved),
        lambda p, m: next(
            {"native": one.native, "to": one.to}
            for one in m.moved
            if p.terrain(one.to) == "volcano"
        ),
        early=True,
    ),
)

HOLY_STONE: MoveKind[Position, HolyStone] = MoveKind(
    HolyStone,
    needs=(
        *playing("holy_stone"),
        fact(
            "thing_does_not_fit",
            lambda p, m: all(fitting(p, one) for one in m.effects),
            _misfit,
            early=True,
        ),
        *_MOVED,
        rule(
            "M18",
            lambda p, m: not _hands_full(p, m),
            lambda p, m: {
                "native": (token := _hands_full(p, m)[0]),
                "load": load(p, p.native(token)),
            },
            early=True,
        ),
        rule(
            "M22b",
            lambda p, m: not any(_onto_temple(p, one) for one in m.effects),
            early=True,
        ),
    ),
    apply=_holy_stone,
    candidates={
        "effects.what": _whats,
        "effects.on": _things,
        "effects.by": _bys,
        "moved.native": lambda p, draft: everybody(p),
        "moved.to": lambda p, draft: (tile.at for tile in p.tiles),
    },
    out_of_phase="M91",
    out_of_turn="M91",
    explicit=True,
)

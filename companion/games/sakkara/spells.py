"""Spells: three tiles each, stacked in the order the caster wants (K70 to K77).

Which three tiles make which spell stands on the rim of the board; until the owners have told it,
no spell is refused for its tiles.
"""

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from msgspec.structs import replace

from companion.games.sakkara.motifs import MOTIFS, Motif, SpellName
from companion.games.sakkara.needs import (
    WORKER_PLACED,
    AnyNeed,
    all_workers,
    named_on_holder,
)
from companion.games.sakkara.pieces import all_taken, laid_aside, with_player
from companion.games.sakkara.position import LINES, Position, around, line
from companion.games.sakkara.tokens import Line, Worker, owner
from companion.kernel import UNKNOWN, Effects, Move, MoveKind, Open, event, rule

Three = tuple[Motif, Motif, Motif]


class Firestorm(Move, frozen=True, tag="firestorm"):
    """The top tiles of a whole row or column are taken."""

    tiles: Three
    line: Line


class Whirlwind(Move, frozen=True, tag="whirlwind"):
    """The top tiles all round one own worker are taken."""

    tiles: Three
    worker: Worker


class SinkShip(Move, frozen=True, tag="sink_ship"):
    """The ship in front of the other player is destroyed."""

    tiles: Three


class RuinGrain(Move, frozen=True, tag="ruin_grain"):
    """Grain in front of the other player is destroyed."""

    tiles: Three


def cast(position: Position, spell: SpellName, tiles: Three) -> Effects[Position]:
    """The tiles of a spell are used, in the order the caster says (K75)."""
    position = yield from laid_aside(position, *tiles)
    yield event(position, "cast", "K75", seat=position.active, spell=spell, tiles=tiles)
    if not position.box.confirmed:
        yield event(position, "spell_unconfirmed", "K70b", spell=spell, tiles=tiles)
    return position


def _firestorm(position: Position, move: Firestorm) -> Effects[Position]:
    position = yield from cast(position, "firestorm", move.tiles)
    return (yield from all_taken(position, line(move.line), "K71a", "K71c"))


def _whirlwind(position: Position, move: Whirlwind) -> Effects[Position]:
    position = yield from cast(position, "whirlwind", move.tiles)
    return (yield from all_taken(position, around(position.at(move.worker)), "K72a", "K72c"))


def _destroyed(position: Position, supply: str, count: int, clause: str) -> Effects[Position]:
    """Supply in front of the other player is destroyed and joins the used tiles (K76)."""
    seat = position.other
    has = getattr(position.player(seat), supply)
    count = min(count, has)
    if not count:
        yield event(position, "nothing_destroyed", "K77", seat=seat, motif=supply)
        return position
    position = with_player(position, seat, **{supply: has - count})
    destroyed = (supply,) * count
    if position.options.destroyed_returns:
        position = replace(position, used=(*position.used, *destroyed))
    else:
        position = replace(position, gone=tuple(sorted((*position.gone, *destroyed))))
    values = {"seat": seat, "motif": supply, "count": count, "left": has - count}
    yield event(position, "destroyed", clause, **values)
    key = "destroyed_returns" if position.options.destroyed_returns else "destroyed_leaves"
    yield event(position, key, "K76", motif=supply, count=count)
    return position


def _sink_ship(position: Position, move: SinkShip) -> Effects[Position]:
    position = yield from cast(position, "sink_ship", move.tiles)
    count = position.player(position.other).ship
    return (yield from _destroyed(position, "ship", count, "K73"))


def _ruin_grain(position: Position, move: RuinGrain) -> Effects[Position]:
    position = yield from cast(position, "ruin_grain", move.tiles)
    grain = position.player(position.other).grain
    count = 1 if position.options.grain_destroyed == "one" else grain
    return (yield from _destroyed(position, "grain", count, "K74b"))


def combination(position: Position, spell: SpellName) -> tuple[str, ...]:
    """The tiles of a spell. Raises Open until the owners have told and confirmed them."""
    if not position.box.confirmed:
        raise Open
    return position.box.combination(spell)


def lacking(position: Position, spell: SpellName) -> tuple[str, ...] | str:
    """Which of a spell's tiles are not on the active player's holder; UNKNOWN where that cannot
    be told."""
    holder = position.mover.holder
    if UNKNOWN in holder:
        return UNKNOWN
    return tuple((Counter(combination(position, spell)) - Counter(holder)).elements())


def _signs(spell: SpellName) -> Callable[[Position, Any], tuple[Motif, ...]]:
    """All motifs, for a blank: those of the spell first."""

    def found(position: Position, draft: Any) -> tuple[Motif, ...]:
        return _first(position.box.combination(spell))

    return found


@cache
def _first(own: Three) -> tuple[Motif, ...]:
    """All motifs, those of a spell first."""
    return tuple(sorted(MOTIFS, key=lambda one: one not in own))


def _among(tiles: tuple[str, ...], some: tuple[str, ...]) -> bool:
    """Whether some tiles are among others, each as often."""
    return all(some.count(one) <= tiles.count(one) for one in some)


def _casting(spell: SpellName) -> tuple[AnyNeed, ...]:
    """What every spell needs of its tiles."""
    return (
        named_on_holder("tiles", listed=True),
        rule(
            "K70a",
            lambda p, m: p.has(p.active, *combination(p, spell)),
            lambda p, m: {
                "spell": spell,
                "tiles": combination(p, spell),
                "lacking": lacking(p, spell),
            },
        ),
        rule(
            "K70b",
            lambda p, m: sorted(combination(p, spell)) == sorted(m.tiles),
            lambda p, m: {"spell": spell, "tiles": combination(p, spell)},
            early=lambda p, m: _among(combination(p, spell), m.tiles),
        ),
    )


def _spell(
    move: type[Move],
    does: Callable[[Position, Any], Effects[Position]],
    *needs: AnyNeed,
    name: SpellName,
    **candidates: Callable[[Position, Any], Iterable[Any]],
) -> MoveKind[Position, Any]:
    return MoveKind(
        move,
        needs=(*_casting(name), *needs),
        apply=does,
        candidates={"tiles": _signs(name), **candidates},
        out_of_turn="K15",
        explicit=True,
    )


FIRESTORM = _spell(
    Firestorm,
    _firestorm,
    rule(
        "K71b",
        lambda p, m: (
            p.options.firestorm_line == "any"
            or any(field in p.mover.workers for field in line(m.line))
        ),
        lambda p, m: {"seat": p.active, "line": m.line},
    ),
    name="firestorm",
    line=lambda p, draft: LINES,
)

WHIRLWIND = _spell(
    Whirlwind,
    _whirlwind,
    WORKER_PLACED,
    rule(
        "K72a",
        lambda p, m: owner(m.worker) == p.active,
        lambda p, m: {"worker": m.worker, "seat": p.active},
    ),
    name="whirlwind",
    worker=all_workers,
)

SINK_SHIP = _spell(
    SinkShip,
    _sink_ship,
    rule(
        "K77", lambda p, m: p.player(p.other).ship, lambda p, m: {"seat": p.other, "motif": "ship"}
    ),
    name="sink_ship",
)

RUIN_GRAIN = _spell(
    RuinGrain,
    _ruin_grain,
    rule(
        "K77",
        lambda p, m: p.player(p.other).grain,
        lambda p, m: {"seat": p.other, "motif": "grain"},
    ),
    name="ruin_grain",
)

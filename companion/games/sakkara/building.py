"""Supply laid out, and the pyramid built level by level (K40 to K58, K95, K96)."""

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from companion.games.sakkara.motifs import NO_MAGIC, NO_PIECES, PIECES, PLACES, Motif, Supply
from companion.games.sakkara.needs import AnyNeed, motifs, named_on_holder
from companion.games.sakkara.pieces import given, spent, with_player
from companion.games.sakkara.position import Player, Position
from companion.kernel import UNKNOWN, Effects, Move, MoveKind, Open, event, memo_last, rule
from companion.kernel.kinds import Values

MOST = {"ship": 1, "grain": 3}
"""How much supply may lie in front of a player (K56)."""

SHIPS = 1
"""Ships needed at every level; grain is needed as many as the number of the level (K41 to K43)."""

HANDS = {"blue_block": 1, "tip": 2}
"""Helping hands that a piece costs (K51, K52)."""


class LaySupply(Move, frozen=True, tag="lay_supply"):
    """A ship or a grain goes from the holder to the table in front of its player."""

    motif: Supply


class Build(Move, frozen=True, tag="build"):
    """A tile is built into the own pyramid.

    level: 1 to 3; 0 stands for the level that the piece belongs to.
    """

    motif: Motif
    level: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0


def complete(player: Player) -> bool:
    """Whether a player's pyramid is complete (K95)."""
    one, two, three = player.pyramid
    return len(three) >= PLACES[2] and len(two) >= PLACES[1] and len(one) >= PLACES[0]


def open_level(player: Player) -> int:
    """The lowest level that is not complete; 3 when all are."""
    return next((n for n in (1, 2, 3) if len(player.level(n)) < PLACES[n - 1]), 3)


@memo_last
def level_of(position: Position, move: Any) -> int:
    """The level at which a piece is to be built: the one named, else the lowest that still lacks
    it, else the lowest that needs any, else the one being built."""
    if move.level:
        named: int = move.level
        return named
    player, motif = position.mover, move.motif
    needs = {n: position.box.need(n, motif) for n in (1, 2, 3)}
    for n, need in needs.items():
        if player.level(n).count(motif) < need:
            return n
    return next((n for n, need in needs.items() if need), open_level(player))


def _lay_supply(position: Position, move: LaySupply) -> Effects[Position]:
    seat = position.active
    after = yield from given(position, move.motif)
    count = getattr(after.player(seat), move.motif) + 1
    position = with_player(after, seat, **{move.motif: count})
    yield event(position, "laid_out", "K40", seat=seat, motif=move.motif, count=count)
    return position


def _build(position: Position, move: Build) -> Effects[Position]:
    seat, level = position.active, level_of(position, move)
    after = yield from given(position, move.motif)
    pyramid = list(after.player(seat).pyramid)
    pyramid[level - 1] = tuple(sorted((*pyramid[level - 1], move.motif)))
    position = with_player(after, seat, pyramid=tuple(pyramid))
    position = replace(position, built=level)
    values = {"seat": seat, "motif": move.motif, "level": level}
    built, places = len(pyramid[level - 1]), PLACES[level - 1]
    yield event(position, "built", "K47", built=built, places=places, **values)
    hands = HANDS.get(move.motif, 0)
    if hands:
        before = len(position.used)
        position = spent(position, *("hand",) * hands)
        paid = len(position.used) - before
        clause = "K51" if move.motif == "blue_block" else "K52"
        yield event(position, "hands_spent", clause, seat=seat, count=paid, needed=hands)
    if built == places:
        yield event(position, "level_complete", "K44", seat=seat, level=level)
    if complete(position.player(seat)):
        position = replace(position, phase="over")
        yield event(position, "won", "K95", seat=seat)
    return position


def supply_there(position: Position, level: int) -> bool:
    """Whether what building at a level needs lies in front of the active player."""
    player = position.mover
    return player.ship >= SHIPS and player.grain >= level


def _supply(position: Position, level: int) -> Values:
    player = position.mover
    return {
        "seat": player.seat,
        "level": level,
        "ship": player.ship,
        "ships_needed": SHIPS,
        "grain": player.grain,
        "grain_needed": level,
    }


def _destroyed(position: Position, move: Any) -> bool:
    """Whether supply is gone that must have lain there: pieces have been built with it."""
    player = position.mover
    begun = max((n for n in (1, 2, 3) if player.level(n)), default=0)
    return bool(begun) and (player.ship < SHIPS or player.grain < begun)


def supply_for(level: int) -> AnyNeed:
    """Building at a level needs its supply (K41 to K43)."""
    return rule(
        f"K{40 + level}",
        lambda p, m: level_of(p, m) != level or supply_there(p, level),
        lambda p, m: _supply(p, level),
    )


def _room(position: Position, move: Any) -> bool:
    """Whether what sources tell of a level leaves room for the piece."""
    level, motif = level_of(position, move), move.motif
    built, pieces = position.mover.level(level), PIECES[level - 1]
    if motif in pieces:
        return built.count(motif) < pieces[motif]
    if any(motif in known for known in PIECES) or (level == 2 and motif in NO_MAGIC):
        return False
    if motif in NO_PIECES and not position.box.confirmed:
        return False
    others = sum(tile not in pieces for tile in built)
    return others < PLACES[level - 1] - sum(pieces.values())


def _missing(position: Position, move: Any) -> Values:
    level = level_of(position, move)
    built = position.mover.level(level)
    needed = position.box.need(level, move.motif)
    return {
        "motif": move.motif,
        "level": level,
        "built": built.count(move.motif),
        "needed": needed,
        "total": len(built),
        "places": PLACES[level - 1],
    }


def _as_printed(position: Position, move: Any) -> bool:
    """Whether the level still lacks the piece by what the owners told of their board."""
    if not position.box.confirmed:
        raise Open
    missing = _missing(position, move)
    return bool(missing["built"] < missing["needed"])


def _hands(position: Position) -> int | str:
    """How many helping hands are on the active player's holder; UNKNOWN where that is hidden."""
    holder = position.mover.holder
    return UNKNOWN if UNKNOWN in holder else holder.count("hand")


def hands_for(clause: str, motif: str) -> AnyNeed:
    """A piece costs helping hands in addition."""
    return rule(
        clause,
        lambda p, m: m.motif != motif or p.has(p.active, motif, *("hand",) * HANDS[motif]),
        lambda p, m: {
            "motif": motif,
            "hands": _hands(p),
            "needed": HANDS[motif],
        },
    )


LAY_SUPPLY: MoveKind[Position, LaySupply] = MoveKind(
    LaySupply,
    needs=(
        named_on_holder("motif"),
        rule(
            "K56",
            lambda p, m: not p.options.supply_cap or getattr(p.mover, m.motif) < MOST[m.motif],
            lambda p, m: {"seat": p.active, "motif": m.motif, "limit": MOST[m.motif]},
        ),
    ),
    apply=_lay_supply,
    out_of_turn="K15",
    explicit=True,
)

BUILD: MoveKind[Position, Build] = MoveKind(
    Build,
    needs=(
        named_on_holder("motif"),
        *(supply_for(level) for level in (1, 2, 3)),
        rule(
            "K44",
            lambda p, m: level_of(p, m) <= open_level(p.mover),
            lambda p, m: {"level": level_of(p, m), "open": open_level(p.mover)},
        ),
        rule(
            "K45",
            lambda p, m: p.built in (0, level_of(p, m)),
            lambda p, m: {"level": level_of(p, m), "built": p.built},
        ),
        hands_for("K51", "blue_block"),
        hands_for("K52", "tip"),
        rule(
            "K54a",
            lambda p, m: not _destroyed(p, m) or supply_there(p, level_of(p, m)),
            lambda p, m: _supply(p, level_of(p, m)),
        ),
        rule("K57a", _room, _missing),
        rule("K57b", _as_printed, _missing),
    ),
    apply=_build,
    candidates={"motif": motifs},
    out_of_turn="K15",
    explicit=True,
)

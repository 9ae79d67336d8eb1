"""The box profile: what the owners tell of their copy (K1, K48 to K50, K70), once for each box.

Every line is a move like any other and can be told again; only what was read back and confirmed
is held against anybody.
"""

from collections.abc import Callable, Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.sakkara.motifs import (
    LEVEL_SIZES,
    MOTIFS,
    PLACES,
    SPELLS,
    TILES,
    Box,
    Called,
    Copies,
    Count,
    Level,
    Motif,
    Name,
    Spell,
    SpellName,
)
from companion.games.sakkara.needs import AnyNeed, motifs
from companion.games.sakkara.position import Position
from companion.kernel import Move, MoveKind, fact, rule, telling
from companion.kernel.kinds import Values

LINES: tuple[str, ...] = (
    *(f"count:{motif}" for motif in MOTIFS),
    *(f"level:{level}" for level in (1, 2, 3)),
    *(f"spell:{spell}" for spell in SPELLS),
)
"""All that must be told before a box can be confirmed; the names are free."""


class CountTiles(Move, frozen=True, tag="count_tiles"):
    """How many tiles of a motif the box holds."""

    motif: Motif
    count: Copies


class LevelNeeds(Move, frozen=True, tag="level_needs"):
    """The tiles of which a level of the pyramid is built, in any order."""

    level: Level
    pieces: tuple[Motif, ...]


class SpellTiles(Move, frozen=True, tag="spell_tiles"):
    """The three tiles of a spell, in any order."""

    spell: SpellName
    tiles: tuple[Motif, Motif, Motif]


class NameMotif(Move, frozen=True, tag="name_motif"):
    """What the owners call a motif."""

    motif: Motif
    name: Called


class ConfirmBox(Move, frozen=True, tag="confirm_box"):
    """All was read back and is as the box shows it."""


def _told(box: Box, line: str, **changes: Any) -> Box:
    """The box with a line told; it is to be confirmed again."""
    told = tuple(one for one in LINES if one in (*box.told, line))
    return replace(box, told=told, confirmed=False, **changes)


def _with_count(box: Box, move: CountTiles) -> Box:
    counts = tuple(
        Count(one.motif, move.count) if one.motif == move.motif else one for one in box.counts
    )
    return _told(box, f"count:{move.motif}", counts=counts)


def _with_level(box: Box, move: LevelNeeds) -> Box:
    pieces = tuple(
        Count(motif, move.pieces.count(motif)) for motif in MOTIFS if motif in move.pieces
    )
    at = move.level - 1
    needed = (*box.needed[:at], pieces, *box.needed[at + 1 :])
    return _told(box, f"level:{move.level}", needed=needed)


def _with_spell(box: Box, move: SpellTiles) -> Box:
    spells = tuple(
        Spell(one.name, move.tiles) if one.name == move.spell else one for one in box.spells
    )
    return _told(box, f"spell:{move.spell}", spells=spells)


def _with_name(box: Box, move: NameMotif) -> Box:
    others = (one for one in box.names if one.motif != move.motif)
    names = tuple(sorted((*others, Name(move.motif, move.name)), key=lambda one: one.motif))
    return replace(box, names=names)


def _confirmed(box: Box, move: ConfirmBox) -> Box:
    return replace(box, confirmed=True)


def untold(box: Box) -> tuple[str, ...]:
    """What is still to be told before the box can be confirmed."""
    return tuple(line for line in LINES if line not in box.told)


def _line(
    move: type[Move],
    tell: Callable[[Box, Any], Box],
    key: str,
    clause: str,
    values: Callable[[Position, Any], Values],
    *needs: AnyNeed,
    explicit: bool = False,
    candidates: dict[str, Callable[[Position, Any], Any]] | None = None,
) -> MoveKind[Position, Any]:
    def told(position: Position, move: Any) -> Position:
        return replace(position, setup=replace(position.setup, box=tell(position.box, move)))

    return telling(
        move, told, key, clause, values, *needs, explicit=explicit, candidates=candidates
    )


def _level_sum(level: int) -> AnyNeed:
    """How many tiles a level has (K48 to K50)."""
    places = PLACES[level - 1]
    return rule(
        LEVEL_SIZES[level - 1],
        lambda p, m: m.level != level or len(m.pieces) == places,
        lambda p, m: {"level": level, "count": len(m.pieces), "places": places},
        early=lambda p, m: m.level != level or len(m.pieces) <= places,
    )


def _name_candidates(position: Position, draft: Any) -> Iterator[str]:
    return iter(filter(None, (position.box.name(draft.motif),)))


KINDS: tuple[MoveKind[Position, Any], ...] = (
    _line(
        CountTiles,
        _with_count,
        "count_told",
        "K2b",
        lambda p, m: {"motif": m.motif, "count": m.count},
    ),
    _line(
        LevelNeeds,
        _with_level,
        "level_told",
        "K57b",
        lambda p, m: {"level": m.level, "tiles": m.pieces},
        *(_level_sum(level) for level in (1, 2, 3)),
        candidates={"pieces": motifs},
    ),
    _line(
        SpellTiles,
        _with_spell,
        "spell_told",
        "K70a",
        lambda p, m: {"spell": m.spell, "tiles": m.tiles},
    ),
    _line(
        NameMotif,
        _with_name,
        "name_told",
        "box_profile",
        lambda p, m: {"motif": m.motif},
        explicit=True,
        candidates={"name": _name_candidates},
    ),
    _line(
        ConfirmBox,
        _confirmed,
        "box_confirmed",
        "box_profile",
        lambda p, m: {},
        fact("box_untold", lambda p, m: not untold(p.box), lambda p, m: {"lines": untold(p.box)}),
        rule(
            "K2b",
            lambda p, m: p.box.tiles == TILES,
            lambda p, m: {"tiles": p.box.tiles, "most": TILES},
        ),
        explicit=True,
    ),
)
"""What is told of a box."""

"""What cannot be: all faults of a position, whatever way it came about.

Tiles of a motif are counted where everybody sees them, and only against a confirmed box: what
somebody remembers proves nothing, and no fault may tell what stands on a holder.
"""

from collections.abc import Iterator
from typing import Any

from companion.games.sakkara.motifs import LEVEL_SIZES, MOTIFS, PLACES, TILES, Box
from companion.games.sakkara.position import Position, known_tiles
from companion.games.sakkara.views import public
from companion.kernel import Fault, Need, fact


def violations(position: Position) -> tuple[Fault, ...]:
    """Everything that no table could show, or an empty tuple."""
    return tuple(_faults(position))


def _faults(position: Position) -> Iterator[Fault]:
    if position.boxed < 0:
        yield Fault("too_many_tiles", {"tiles": TILES - position.boxed, "most": TILES})
    if position.box.parts != Box().parts:
        yield Fault("other_parts")
    if position.box.confirmed:
        yield from _misprints(position.box)
        seen = known_tiles(public(position))
        for motif in MOTIFS:
            most = position.box.count(motif)
            if seen[motif] > most:
                yield Fault(
                    "too_many_of_motif", {"motif": motif, "count": seen[motif], "most": most}
                )


def _misprints(box: Box) -> Iterator[Fault]:
    """What no confirmed box can hold: another number of tiles, levels of other sizes."""
    if box.tiles != TILES:
        yield Fault("K2b", {"tiles": box.tiles, "most": TILES})
    for level, (places, needed) in enumerate(zip(PLACES, box.needed, strict=True), 1):
        count = sum(one.count for one in needed)
        if count != places:
            yield Fault(LEVEL_SIZES[level - 1], {"level": level, "count": count, "places": places})


def left_over(position: Position, motif: str) -> int:
    """How many tiles of a motif are nowhere to be seen, by a confirmed box."""
    return position.box.count(motif) - known_tiles(public(position))[motif]


MOTIF_LEFT: Need[Position, Any] = fact(
    "motif_used_up",
    lambda p, m: not p.box.confirmed or m.motif not in MOTIFS or left_over(p, m.motif) > 0,
    lambda p, m: {"motif": m.motif, "most": p.box.count(m.motif)},
)
"""A tile that is told can be one of its motif: not all of them lie elsewhere for all to see."""

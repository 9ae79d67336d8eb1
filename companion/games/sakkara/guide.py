"""What is told of a box with a table instead of questions: how many tiles of each motif it has."""

from companion.games.sakkara.motifs import COUNTS, TILES
from companion.games.sakkara.position import Position
from companion.scene.guides import Counted, CountTable, Guide

MOST = 20
"""Tiles of one motif that can be told at most."""


def guide(view: Position) -> Guide:
    """The counts of the box, by which nothing is held against anybody until they are told."""
    rows = tuple(
        Counted(
            one.motif, view.box.count(one.motif), one.count, f"count:{one.motif}" in view.box.told
        )
        for one in COUNTS
    )
    return Guide(counts=CountTable("count_tiles", rows, TILES, MOST))

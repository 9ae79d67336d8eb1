"""From what simulated games start beside the beginning of a match with a box nobody told about.

Boxes that were told, and tables as they stand, where rules come up that are seldom met otherwise.
What is so in one game is in the module ``starts`` of its tests:

* ``start(seats, rng)``: what a game starts from;
* ``SEATED``: how many play, by turns; none for all numbers alike;
* ``OWED``: the clauses cited when something else is tried while a chain waits for its answer.
"""

from random import Random
from typing import Any

import msgspec

Said = dict[str, Any]


class Start(msgspec.Struct, frozen=True):
    """What is told of the box, what else was agreed on, and how the table stands, in plain words;
    None for the beginning of a match."""

    box: Said = {}
    options: Said = {}
    situation: Said | None = None


def told(lines: tuple[str, ...], rng: Random, **printed: Any) -> Said:
    """A box: mostly told and not confirmed yet, else confirmed, or not told at all."""
    how = rng.random()
    if how < 0.15:
        return printed
    return {**printed, "told": lines, "confirmed": how > 0.8}

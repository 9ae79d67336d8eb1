"""What reaches the referee from the table, and what the table may show back: signals and lamps.

Nothing here knows a game, a screen or a device driver.
"""

from companion.table.lamps import Cue, Lamp, Lamps, at_place, place_of
from companion.table.signals import (
    PLACES,
    Pressed,
    Released,
    Scanned,
    Signal,
    Struck,
    Touched,
    Turned,
    Typed,
)

__all__ = [
    "PLACES",
    "Cue",
    "Lamp",
    "Lamps",
    "Pressed",
    "Released",
    "Scanned",
    "Signal",
    "Struck",
    "Touched",
    "Turned",
    "Typed",
    "at_place",
    "place_of",
]

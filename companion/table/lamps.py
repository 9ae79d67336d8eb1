"""Lamps: what a button may show. The match decides, a device obeys."""

from typing import Literal, Protocol

import msgspec

Glow = Literal["off", "on", "blink"]


class Lamp(msgspec.Struct, frozen=True):
    """The wanted state of the lamp in the button ``role`` at ``place``."""

    role: str
    place: int
    glow: Glow


class Lamps(Protocol):
    """Something that can show lamps."""

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Show exactly these; every lamp not named is off."""

"""Lamps and cues: what buttons may show and buzzers sound. The match decides, a device obeys."""

from typing import Literal, Protocol

import msgspec

Glow = Literal["off", "on", "blink"]


class Lamp(msgspec.Struct, frozen=True):
    """The wanted state of the lamp in the button ``role`` at ``place``."""

    role: str
    place: int
    glow: Glow


class Cue(msgspec.Struct, frozen=True):
    """Something to be noticed once: a sound, and where it was refused a flash of the confirm
    button at ``place``. level: how loud, 1 to 3; 0: only the flash."""

    what: Literal["accepted", "refused", "turn", "end"]
    place: int
    level: int


class Lamps(Protocol):
    """Something that can show lamps."""

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Show exactly these; every lamp not named is off."""

    def cue(self, cue: Cue) -> None:
        """Sound and flash this, once, now."""

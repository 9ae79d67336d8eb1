"""Lamps and cues: what buttons may show and buzzers sound. The match decides, a device obeys."""

from typing import Literal, Protocol

import msgspec

Glow = Literal["off", "on", "blink"]


AT = "at"
"""Begins the role of a button, or of a lamp alone, that lies at a place on a board of a game."""


def at_place(game: str, token: str) -> str:
    """The role of what lies at a place: ``at sakkara d4``."""
    return f"{AT} {game} {token}"


def place_of(role: str) -> tuple[str, str] | None:
    """The game and the token of such a role, None for any other."""
    word, *where = role.split(" ")
    return (where[0], where[1]) if word == AT and len(where) == 2 else None


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

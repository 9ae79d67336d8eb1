"""What a screen knows of everything around it: the ways to other screens, and what all share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, Protocol

from companion.match.registry import GameInfo
from ui.canvas.art import Art
from ui.devices import Devices
from ui.peripherals import Peripherals
from ui.pin_lock import PinLock
from ui.session.open_match import OpenMatch
from ui.session.session import Session

Route = Literal[
    "begin",
    "box",
    "box_scanned",
    "club",
    "devices",
    "end",
    "explain",
    "learn",
    "lesson",
    "maintenance",
    "panel",
    "past",
    "printing",
    "resume",
    "score",
    "scorekeeper",
    "seats",
    "settings",
    "television",
]
"""Screens that are reached by name; what each wants to know stands at its way in
:class:`ui.root.Root`."""


class Navigation(Protocol):
    """Everything here belongs to the thread of the screen.

    session: what outlives a screen. peripherals: devices and voice, and how they stand.
    pin_lock: the PIN of those in charge.
    """

    session: Session
    peripherals: Peripherals
    pin_lock: PinLock

    @property
    def devices(self) -> Devices:
        """The devices of the table."""

    @property
    def due(self) -> bool:
        """Whether everything will be brought up to date in one of the next two frames."""

    @property
    def upright(self) -> bool:
        """Whether the screen is higher than wide."""

    def go(self, route: Route, *what: Any, **how: Any) -> None:
        """Lead to a screen by its name."""

    def open(self, page: Any) -> None:
        """Show a page that another one has made."""

    def home(self) -> None:
        """Lead to where games are chosen and matches taken up again."""

    def play(self, open_match: OpenMatch) -> None:
        """Sit down at a match."""

    def in_charge(self, act: Callable[[], None]) -> None:
        """Do what only those in charge may do: with a PIN if there is one, until they leave the
        screen that it led to."""

    def choose(self, **chosen: Any) -> None:
        """Choose settings for good; what is shown follows at once."""

    def say(self, text: str) -> None:
        """Tell something on the screen that is shown."""

    def refresh(self) -> None:
        """Show what there is now."""

    def soon(self) -> None:
        """Show what there is now, once, in the next two frames."""

    def art(self, game: GameInfo) -> Art:
        """The pictures of a game."""

    def has_art(self, game: GameInfo) -> bool:
        """Whether the pictures of a game have been read."""

    def close(self, *, again: bool = False) -> None:
        """Close the companion. again: and open it anew."""

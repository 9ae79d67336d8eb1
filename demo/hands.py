"""Hands: what people do to the app, through the inputs that people have."""

from __future__ import annotations

from collections.abc import Iterator
from math import dist
from typing import TYPE_CHECKING, Any

from kivy.core.window import Window
from kivy.core.window.window_sdl2 import SDL2MotionEventProvider
from kivy.uix.widget import Widget

from firmware_bridge.simulate import SimulatedPins, SimulatedScanner
from ui import theme
from ui.input.touch_filter import AGAIN, NEAR
from ui.root import Root
from ui.screens.home.game_card import GameCard
from ui.widgets.board import Board
from ui.widgets.button import ActionButton

if TYPE_CHECKING:
    from demo.script import Step

FINGER = 7
"""The number of the finger, as a touch screen would give it one."""

HELD = 0.08
"""Seconds a button on a pin stays down, and up before the next press."""

TURNED = 0.3
"""Seconds until another part of the shelf is seen."""

Pause = float
"""Seconds until the hands go on; 0 for the next frame."""


class NotThere(Exception):
    """There is nothing like it on the screen."""


class Hands:
    """Two hands at the table. Every method yields how long to wait before it goes on."""

    def __init__(self, root: Root, pins: SimulatedPins, scanner: SimulatedScanner) -> None:
        self.root = root
        self.pins = pins
        self.scanner = scanner
        self._at: tuple[float, float] = (0.0, 0.0)

    def do(self, step: Step) -> Iterator[Pause]:
        """Carry out a step. Raises NotThere, or LookupError for an unknown one."""
        act = getattr(self, f"_{step.verb}", None)
        if act is None:
            raise LookupError(f"nobody knows how to {step.verb}")
        yield from act(*step.words)

    # A finger

    def _touch(self, token: str) -> Iterator[Pause]:
        board = self._find(Board)
        try:
            x, y = board.where(token)
        except LookupError:
            raise NotThere(f"no {token} on the board") from None
        yield from self._tap(x, y)

    def _button(self, key: str) -> Iterator[Pause]:
        yield from self._tap(*self._middle(self._button_of(key)))

    def _token(self, token: str) -> Iterator[Pause]:
        for one in self._all(ActionButton):
            if one.token == token:
                yield from self._tap(*self._middle(one))
                return
        raise NotThere(f"no button for {token}")

    def _card(self, game: str) -> Iterator[Pause]:
        for _ in self.root.session.games():
            for one in self._all(GameCard):
                if one.game == game:
                    yield from self._tap(*self._middle(one))
                    return
            yield from self._button("more_games")  # of a full shelf only a part is seen
            yield TURNED
        raise NotThere(f"no card of {game}")

    def _hold(self, key: str) -> Iterator[Pause]:
        self._finger("fingerdown", *self._middle(self._button_of(key)))
        yield 0.0

    def _let_go(self) -> Iterator[Pause]:
        self._finger("fingerup", *self._at)
        yield 0.0

    def _language(self) -> Iterator[Pause]:
        page = self.root.page
        assert page is not None
        yield from self._tap(*self._middle(page.header.language))

    def _tap(self, x: float, y: float) -> Iterator[Pause]:
        if dist(self._at, (x, y)) < theme.mm(NEAR):
            yield AGAIN  # sooner it would be a trembling hand
        self._finger("fingerdown", x, y)
        yield 0.07  # what can be scrolled waits that long to know a tap from a scroll
        self._finger("fingerup", x, y)
        yield 0.0

    def _finger(self, what: str, x: float, y: float) -> None:
        """As SDL tells it: shares of the window, from the top left."""
        self._at = (x, y)
        event = (what, FINGER, x / Window.width, 1 - y / Window.height, 1.0)
        SDL2MotionEventProvider.q.appendleft(event)

    # Buttons, dial and scanner

    def _press(self, role: str, place: str) -> Iterator[Pause]:
        self.pins.press(role, int(place))
        yield HELD
        self.pins.release(role, int(place))
        yield HELD

    def _turn(self, steps: str) -> Iterator[Pause]:
        self.pins.turn(0, int(steps))
        yield 0.0

    def _scan(self, *words: str) -> Iterator[Pause]:
        self.scanner.scan(" ".join(words))
        yield 0.0

    def _unplug(self) -> Iterator[Pause]:
        self.scanner.unplug()
        yield 0.0

    def _replug(self) -> Iterator[Pause]:
        self.scanner.replug()
        yield 0.0

    # Looking for things

    def _button_of(self, key: str) -> ActionButton:
        say = self.root.session.words()
        wanted = {say.say("button", key)} if say.has("button", key) else {key}
        open_match = self.root.session.open_match
        if open_match is not None:
            say = open_match.presenter.phrasebook
            wanted.add(say.say("kind", key) if say.has("kind", key) else say.name(key))
        buttons: Iterator[ActionButton] = self._all(ActionButton)
        for one in buttons:
            if one.label in wanted:
                return one
        raise NotThere(f"no button {' or '.join(sorted(wanted))}")

    def _all(self, kind: type[Any]) -> Iterator[Any]:
        return (one for one in self.root.walk() if isinstance(one, kind) and one.opacity)

    def _find(self, kind: type[Any]) -> Any:
        for one in self._all(kind):
            return one
        raise NotThere(f"no {kind.__name__} on the screen")

    def _middle(self, widget: Widget) -> tuple[float, float]:
        x, y = widget.to_window(*widget.center)
        return float(x), float(y)

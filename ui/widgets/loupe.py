"""The button that enlarges a board: for those who have one finger free, or know of no other way."""

from typing import Any

from kivy.clock import Clock

from ui import theme
from ui.widgets.board import Board
from ui.widgets.button import ActionButton
from ui.widgets.sketch import Sketch

AFTER = 0.3
"""Seconds after the table changed: first the verdict is shown, and the piece arrives."""


class Loupe(ActionButton):
    """Stands at the rim of a board where no piece is; without such a place it is not there.

    A touch shows the table larger, another one the whole of it again.
    """

    def __init__(self, board: Board) -> None:
        super().__init__(label="", role="ghost", size_hint=(None, None))
        self._board = board
        self._spot: tuple[float, float] | None = (-1.0, -1.0)
        self._stand = Clock.create_trigger(lambda _: self._place(), -1)
        self._later = Clock.create_trigger(lambda _: self._place(), AFTER)
        for name in ("pos", "size", "disabled"):
            board.fbind(name, self._stand)
        for name in ("scene", "turn_of"):
            board.fbind(name, self._later)
        board.fbind("enlarged", self._sign)
        self.bind(on_press=lambda _: board.enlarge())
        self._sign()
        self._stand()

    def _sign(self, *_: Any) -> None:
        self.look = "sign-smaller" if self._board.enlarged else "sign-larger"

    def refresh(self) -> None:
        """Draw it, unless it is not there."""
        super().refresh()
        if self.disabled:
            self._easel.show(Sketch())

    def _place(self) -> None:
        side = theme.mm(theme.TOUCH)
        self.size = (side, side)
        spot = None if self._board.disabled else self._board.spot(side, (self.x, self.y))
        if spot == self._spot:
            return
        self._spot = spot
        self.disabled = spot is None
        self.opacity = 0.0 if spot is None else 1.0
        if spot is not None:
            self.pos = spot
        self.refresh()

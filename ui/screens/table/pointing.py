"""A hand that points at a place of a board: what comes next goes there."""

from __future__ import annotations

from kivy.clock import Clock

from ui.theme import mm
from ui.widgets.board import Board
from ui.widgets.pieces import Drawn
from ui.widgets.sketch import Sketch

SIZE, SHARE = 17.0, 0.24
"""Millimetres across the hand at most, and in the height of the board."""

TIP = (-0.25, -0.34)
"""Where its fingertips are from its middle, in its sizes."""

BESIDE = 0.5
"""How far right of a place the hand points from there, in its sizes."""


class PointingHand(Drawn):
    """Lies over a board. token: of the place it points at, "" for none."""

    def __init__(self, board: Board) -> None:
        super().__init__()
        self._board, self.token = board, ""
        self._again = Clock.create_trigger(lambda _: self.refresh(), 0)
        board.bind(pos=self._follow, size=self._follow)
        self._follow()

    def point(self, token: str) -> None:
        """Point there as soon as the board lies still."""
        self.token = token
        self._again()

    def _follow(self, *_: object) -> None:
        self.pos, self.size = self._board.pos, self._board.size
        self._again()

    def draw(self, sketch: Sketch) -> None:
        """The hand with its fingertips at the upper edge of the place; from the right of it where
        there is no room above, or the hand would hide what it points at."""
        if not self.token or self.width < mm(20):
            return
        try:
            x, y = self._board.where(self.token)
        except LookupError:
            return
        side = min(mm(SIZE), self.height * SHARE)
        x, y = x - self.x - TIP[0] * side, y - self.y - TIP[1] * side + side * 0.1
        half = side / 2
        x += side * BESIDE if y + half > self.height else 0.0
        x = min(max(x, half), self.width - half)
        y = min(max(y, half), self.height - half)
        sketch.look("lifting-hand", x, y, side)

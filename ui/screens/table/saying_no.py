"""What moves once when a move is refused: the picture of it on the board, or what says no."""

from __future__ import annotations

from kivy.uix.widget import Widget

from companion.scene.why import Why
from ui.screens.table.people import People
from ui.shell.header import Header
from ui.widgets.board import Board
from ui.widgets.shaken import Shake


class SayingNo:
    """Moves each picture once. said: the last one, with the line of the journal that refused it, 0
    where a touch began nothing."""

    def __init__(self, board: Board, people: People, header: Header) -> None:
        self._board, self._people, self._header = board, people, header
        self.said: tuple[Why | None, int] = (None, 0)
        self.shake: Shake | None = None

    def hear(self, why: Why | None, line: int) -> None:
        """Show the picture of a refusal, None where nothing is refused."""
        fresh, self.said = (why, line) != self.said, (why, line)
        if why is None or not fresh:
            return
        if why.look == "below":
            self._board.blink()
        shaken = self._shaken(why)
        if shaken is not None and self._board.moves:
            self.end()
            self.shake = Shake(shaken)

    def end(self) -> None:
        """Nothing moves any more."""
        if self.shake is not None:
            self.shake.end()
            self.shake = None

    def _shaken(self, why: Why) -> Widget | None:
        if why.look == "step":
            return self._header.steps.now
        if why.look == "person":
            return next((self._people.cards.get(seat) for seat in why.at), None)
        return None

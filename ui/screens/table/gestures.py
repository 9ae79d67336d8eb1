"""What moves once at the table: the picture of a refusal, or what says no; the turn that goes on to
somebody else, and a level that is done."""

from __future__ import annotations

from collections.abc import Sequence

from kivy.uix.widget import Widget

from companion.scene import Panel, Pyramid
from companion.scene.why import Why
from ui.presenter import Presenter
from ui.screens.table.people import People
from ui.shell.header import Header
from ui.widgets.board import Board
from ui.widgets.moment import Crossing, Running, goes
from ui.widgets.shaken import Shake


class Gestures:
    """Moves each picture once. said: the last refusal, with the line of the journal that has it, 0
    where a touch began nothing."""

    def __init__(self, board: Board, people: People, header: Header) -> None:
        self._board, self._people, self._header = board, people, header
        self._crossing = Crossing(header)
        self.shake: Shake | None = None
        self.anew()

    def anew(self) -> None:
        """Another match: nothing of it is news."""
        self.said: tuple[Why | None, int] = (None, 0)
        self._turn: str | None = None
        self._levels: dict[str, int] = {}

    def show(self, presenter: Presenter) -> None:
        """Show what is new in a match."""
        self._say_no(presenter.why, presenter.refused_at)
        self._hand_over(presenter)
        self._build(presenter.scene.panels)

    def _say_no(self, why: Why | None, line: int) -> None:
        fresh, self.said = (why, line) != self.said, (why, line)
        if why is None or not fresh:
            return
        if why.look == "below":
            self._board.blink()
        shaken = self._shaken(why)
        if shaken is not None and self._board.moves:
            self.end()
            self.shake = Shake(shaken)
            goes(self.shake)

    def _hand_over(self, presenter: Presenter) -> None:
        seats = presenter.match.seats
        turn = next((one.seat for one in presenter.asked if one.seat in seats), self._turn)
        before, self._turn = self._turn, turn
        if turn is not None and before is not None and turn != before:
            self._crossing.cross(turn)

    def _build(self, panels: Sequence[Panel]) -> None:
        """A line runs round the card of whoever has finished a level."""
        before, self._levels = self._levels, {one.seat: _levels(one) for one in panels}
        for seat, done in self._levels.items():
            card = self._people.cards.get(seat)
            if card is not None and done > before.get(seat, done):
                Running(card)

    def end(self) -> None:
        """Nothing moves any more."""
        if self.shake is not None:
            self.shake.finish()
            self.shake = None

    def _shaken(self, why: Why) -> Widget | None:
        if why.look == "step":
            return self._header.steps.now
        if why.look == "person":
            return next((self._people.cards.get(seat) for seat in why.at), None)
        return None


def _levels(panel: Panel) -> int:
    shown = (one for one in panel.instruments if isinstance(one, Pyramid))
    return sum(filled >= places > 0 for one in shown for filled, places in one.levels)

"""What moves once at the table: the picture of a refusal, or what says no; the turn that goes on to
somebody else and the pieces that can be moved in it, what is won, what rises or falls, and a level
that is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from kivy.uix.widget import Widget
from msgspec import structs

from companion.scene import Instrument, Panel, Pyramid, Scale, Scene, Shape
from companion.scene.why import Why
from ui.canvas.arrivals import full
from ui.canvas.art import Art
from ui.presenter import Presenter
from ui.screens.table.compared import Compared
from ui.screens.table.people import People
from ui.shell.header import Header
from ui.widgets.board import Board
from ui.widgets.gliding import Gliding, Won
from ui.widgets.moment import Breathing, Crossing, Running, goes
from ui.widgets.rising import Rising
from ui.widgets.shaken import Shake

MOST = 4
"""Of more things that leave the table at once none glides: a phase is over, the table cleared."""


class Gestures:
    """Moves each picture once. said: the last refusal, with the line of the journal that has it, 0
    where a touch began nothing."""

    def __init__(
        self, board: Board, people: People, header: Header, compared: Compared, art: Art
    ) -> None:
        self._board, self._people, self._header = board, people, header
        self._compared, self._art = compared, art
        self._crossing = Crossing(header)
        self.shake: Shake | None = None
        self.anew()

    def anew(self) -> None:
        """Another match: nothing of it is news."""
        self.said: tuple[Why | None, int] = (None, 0)
        self._turn: str | None = None
        self._scene: Scene | None = None
        self._won: tuple[Won, ...] = ()

    def show(self, presenter: Presenter) -> None:
        """Show what is new in a match."""
        self._say_no(presenter.why, presenter.refused_at)
        self._hand_over(presenter)
        self._compare()
        before, self._scene = self._scene, presenter.scene
        if before is None or before is self._scene or not self._board.moves:
            return
        changed = _changed(before.panels, self._scene.panels)
        self._build(before, self._scene)
        self._rise(changed)
        self._bring(left(before.shapes, self._scene.shapes, changed))

    def _compare(self) -> None:
        """What was compared is there: what was won goes to whoever won it."""
        before, self._won = self._won, self._compared.won
        if self._won != before and self._board.moves:
            for one in self._won:
                self._glide(one)

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
            card = self._people.cards.get(turn)
            if card is not None:
                Breathing(card)
            self._board.breathe()

    def _build(self, before: Scene, now: Scene) -> None:
        """A line runs round the card of whoever has finished a level, or round the level."""
        done = {one.seat: _levels(one) for one in before.panels}
        for panel in now.panels:
            card = self._people.cards.get(panel.seat)
            if card is not None and _levels(panel) > done.get(panel.seat, 0):
                Running(card)
        for token in full(now.shapes) - full(before.shapes):
            if any(one.form == "beam" and one.token == token for one in before.shapes):
                Running(self._board, self._board.box_of(token))

    def _rise(self, changed: Mapping[str, tuple[Panel, Panel]]) -> None:
        """What counts up or down goes field by field."""
        for seat, (before, now) in changed.items():
            card = self._people.cards.get(seat)
            steps = steps_between(before.instruments, now.instruments)
            if card is not None and len(steps) > 1:
                Rising(card, steps)

    def _bring(self, left: Sequence[tuple[Shape, str]]) -> None:
        """What left the table goes to whose it is."""
        if len(left) > MOST:
            return
        scale = self._board.viewport.scale
        for shape, seat in left:
            at = self._board.viewport.to_screen(shape.x, shape.y)
            self._glide(Won(shape.look, shape.seat, seat, at, shape.size * scale))

    def _glide(self, one: Won) -> None:
        card, page = self._people.cards.get(one.seat), self._people.parent
        if card is not None and page is not None:
            Gliding(page, self._art, one, card.center)

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


def _changed(before: Sequence[Panel], now: Sequence[Panel]) -> dict[str, tuple[Panel, Panel]]:
    """The panels that are not as they were, by seat."""
    were = {one.seat: one for one in before}
    return {
        one.seat: (were[one.seat], one)
        for one in now
        if one.seat and one.seat in were and one != were[one.seat]
    }


def left(
    before: Sequence[Shape], now: Sequence[Shape], changed: Mapping[str, object]
) -> list[tuple[Shape, str]]:
    """The pieces that lie nowhere any more, and to whom they went: whose they are, or the only one
    who has something else than before."""
    many, fewer = (
        Counter((one.look, one.seat) for one in them if _piece(one)) for them in (now, before)
    )
    there = {one.key for one in now}
    found = []
    for one in before:
        kind = (one.look, one.seat)
        if not _piece(one) or one.key in there or fewer[kind] <= many[kind]:
            continue
        seat = one.seat if one.seat in changed else next(iter(changed), "")
        if seat and (one.seat == seat or (not one.seat and len(changed) == 1)):
            fewer[kind] -= 1
            found.append((one, seat))
    return found


def _piece(one: Shape) -> bool:
    return one.form == "piece" and bool(one.key) and not one.ghost


def steps_between(
    before: Sequence[Instrument], now: Sequence[Instrument]
) -> list[tuple[Instrument, ...]]:
    """The instruments on their way from one value of a scale to another, field by field."""
    for at, (old, new) in enumerate(zip(before, now, strict=False)):
        if not (isinstance(old, Scale) and isinstance(new, Scale) and old.text == new.text):
            continue
        if isinstance(old.value, int) and isinstance(new.value, int):
            by = 1 if new.value > old.value else -1
            between = (structs.replace(new, value=n) for n in range(old.value, new.value, by))
            return [(*now[:at], one, *now[at + 1 :]) for one in (*between, new)]
    return []

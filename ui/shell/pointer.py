"""The dial on a page or a sheet: it steps through what can be pressed, and for those who listen
through all that stands there; confirm presses what it stands on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from kivy.uix.label import Label
from kivy.uix.widget import Widget

from companion.table import Pressed, Signal, Turned
from ui.navigation import Navigation
from ui.shell.controls import Scroll
from ui.widgets.button import ActionButton
from ui.widgets.text import unmarked

SIGNS: Mapping[str, str] = {"⇧": "shift", "⌫": "delete", "✕": "remove", "◀": "back", "▶": "on"}
"""How the texts call what stands alone on a key and no voice can say."""

GREETED = 6
"""Texts that are read when a page or a sheet comes; the others are stepped to."""


class Pointer:
    """Stands on one of the things in some widgets, or on none yet.

    over: the widgets. private: whether it is somebody's alone: then nothing is read aloud.
    """

    def __init__(
        self,
        over: Callable[[], Iterable[Widget]],
        navigation: Navigation,
        private: Callable[[], bool],
    ) -> None:
        self._over, self._navigation, self._private = over, navigation, private
        self._at: int | None = None
        self._greeted: list[str] = []

    def _listens(self) -> bool:
        return self._navigation.peripherals.listens and not self._private()

    @property
    def stands(self) -> bool:
        """Whether it stands on something."""
        return self._at is not None

    def signal(self, signal: Signal) -> bool:
        """Step or press; whether the signal was meant for it."""
        if isinstance(signal, Turned):
            return self.turn(signal.steps)
        if isinstance(signal, Pressed) and signal.role == "confirm":
            return self._press()
        return False

    def show(self) -> None:
        """Mark what it stands on, also where that was built anew. Where it stands on nothing, what
        pages have marked by themselves stays marked."""
        if self._at is None:
            return
        for number, one in enumerate(self._stops()):
            if isinstance(one, ActionButton):
                one.cursor = number == self._at

    def leave(self) -> None:
        """Stand on nothing any more."""
        if self._at is not None:
            for one in self._stops():
                if isinstance(one, ActionButton):
                    one.cursor = False
        self._at = None

    def greet(self, *title: str) -> None:
        """Read what a page or a sheet begins with. title: read before."""
        if not self._listens():
            return
        self._greeted = self._heads()
        self._navigation.peripherals.read(
            [*title, *(one for one in self._greeted if one not in title)]
        )

    def tell(self, *title: str) -> None:
        """Read where one is: what it stands on, or, where it stands on nothing or there is news
        in what all begins with, that. title: read before that."""
        if self._at is None or not {*self._heads()} <= {*self._greeted}:
            self.greet(*title)
        else:
            self._tell()

    def _heads(self) -> list[str]:
        return [one.text for one in self._stops() if isinstance(one, Label)][:GREETED]

    def turn(self, steps: int, *, ends: bool = False) -> bool:
        """Go on by some steps; whether there is anything to stand on. ends: beyond the last it
        stands on nothing, instead of beginning anew."""
        stops = self._stops()
        over = tuple(self._over())
        places = {number: _place(one, over) for number, one in enumerate(stops)}
        read = sorted(places, key=lambda number: places[number])
        if not read:
            return False
        to = 0 if steps > 0 else -1
        if self._at in places:
            to = read.index(self._at) + steps
            if ends and not 0 <= to < len(read):
                self.leave()
                return False
        self._at = read[to % len(read)]
        self.show()
        _bring_into_sight(stops[self._at])
        self._tell()
        return True

    def _press(self) -> bool:
        stops = self._stops()
        if self._at is None or self._at >= len(stops):
            return False
        pressed = stops[self._at]
        if isinstance(pressed, Label):
            self._tell()
            return True
        pressed.dispatch("on_press")
        if isinstance(pressed, ActionButton) and pressed.token:
            pressed.dispatch("on_token", pressed.token)
        return True

    def _tell(self) -> None:
        """Read what it stands on."""
        stops = self._stops()
        if self._at is not None and self._at < len(stops) and self._listens():
            self._navigation.peripherals.read(list(self._words(stops[self._at])))

    def _words(self, one: Widget) -> Iterator[str]:
        if isinstance(one, ActionButton):
            say = self._navigation.session.words()
            sign = SIGNS.get(one.label)
            label = one.label if sign is None else say.say("sign", sign)
            yield from filter(None, (label, one.detail, one.spoken))
            if one.chosen:
                yield say.say("label", "chosen")
        else:
            labels = (it for it in one.walk(restrict=True) if isinstance(it, Label))
            every = (unmarked(it.text) if it.markup else it.text for it in labels)
            yield from filter(_spoken, every)

    def _stops(self) -> list[Widget]:
        """All that it can stand on, in the order in which it was built; for those who listen
        nothing of which there is nothing to say."""
        listens = self._listens()
        found = [one for over in self._over() for one in _stops(over, texts=listens)]
        return [one for one in found if any(self._words(one))] if listens else found


def _stops(widget: Widget, *, texts: bool) -> Iterator[Widget]:
    """What can be pressed, each as a whole; and texts."""
    if not widget.opacity or widget.disabled:
        return
    if isinstance(widget, ActionButton):
        if widget.offered:
            yield widget
        return
    inner = [stop for child in reversed(widget.children) for stop in _stops(child, texts=texts)]
    presses = widget.is_event_type("on_press")
    if presses and not any(isinstance(one, ActionButton) for one in inner):
        yield widget
    elif isinstance(widget, Label):
        if texts and _spoken(widget.text):
            yield widget
    else:
        yield from inner


def _spoken(text: str) -> bool:
    return bool(text.strip(" |"))  # a line on which nothing is typed yet shows where it begins


def _place(one: Widget, over: Iterable[Widget]) -> tuple[tuple[float, ...], ...]:
    """Where it is read: what stands in one row or on one card together, row by row, and in a row
    from the left, however high its parts are. So a heading is heard before what it is about."""
    place = []
    while one not in over and one.parent is not None and one.parent is not one:
        beside = getattr(one.parent, "orientation", "") == "horizontal"
        place.append((round(one.x),) if beside else (-round(one.top), round(one.x)))
        one = one.parent
    x, y = one.to_window(one.x, one.top)
    return ((-round(y), round(x)), *reversed(place))


def _bring_into_sight(one: Widget) -> None:
    above = one.parent
    while above is not None and not isinstance(above, Scroll) and above.parent is not above:
        above = above.parent
    if isinstance(above, Scroll):
        above.scroll_to(one, animate=False)

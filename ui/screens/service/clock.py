"""Day, time and zone of the machine's clock, entered at the screen."""

from __future__ import annotations

from abc import abstractmethod
from datetime import datetime
from functools import partial

from companion.kernel import Verbatim
from companion.maintenance import clock
from ui.screens.service.work import ToldSheet, WorkPage
from ui.session.open_match import now
from ui.shell.controls import Column, button, grid
from ui.shell.numbers import NumbersSheet
from ui.texts import Saying, saying

DATE, TIME = 8, 4
"""Digits of a day, as in 28112026, and of a time, as in 0930."""

COLUMNS = 3


def called(zone: str) -> str:
    """The place that a zone is called by."""
    return zone.rpartition("/")[2].replace("_", " ")


class _DigitsSheet(NumbersSheet):
    """Asks for a part of the time. most: digits of it. none_such: said where there is none."""

    def __init__(self, page: WorkPage, heading: Saying, most: int, none_such: str) -> None:
        super().__init__(page, heading, self._take, most=most)
        self._panel, self._none_such = page, none_such

    def _take(self, digits: str) -> str:
        try:
            when = self.meant(digits, now().replace(second=0, microsecond=0))
        except (ValueError, OverflowError):  # also days that are none in another zone
            return self.words.say("notice", self._none_such)
        self._panel.do(partial(clock.set_to, when), "clock_set")
        return ""

    @abstractmethod
    def meant(self, digits: str, at: datetime) -> datetime:
        """The moment that the digits make of this one. Raises ValueError."""


class DateSheet(_DigitsSheet):
    """Day, month and year."""

    def __init__(self, page: WorkPage) -> None:
        super().__init__(page, saying("notice", "clock_enter_date"), DATE, "clock_no_such_day")

    def meant(self, digits: str, at: datetime) -> datetime:
        """The same time on another day. Raises ValueError."""
        if len(digits) != DATE:
            raise ValueError
        day, month, year = int(digits[:2]), int(digits[2:4]), int(digits[4:])
        naive = at.replace(tzinfo=None)
        return naive.replace(day=day, month=month, year=year).astimezone()


class TimeSheet(_DigitsSheet):
    """Hour and minute."""

    def __init__(self, page: WorkPage) -> None:
        super().__init__(page, saying("notice", "clock_enter_time"), TIME, "clock_no_such_time")

    def meant(self, digits: str, at: datetime) -> datetime:
        """Another time on the same day. Raises ValueError."""
        if len(digits) != TIME:
            raise ValueError
        naive = at.replace(tzinfo=None)
        return naive.replace(hour=int(digits[:2]), minute=int(digits[2:])).astimezone()


class ZonesSheet(ToldSheet[tuple[str, ...]]):
    """Parts of the world, and then the places in the one that was touched."""

    def __init__(self, page: WorkPage) -> None:
        super().__init__(page)
        self._part = ""

    def ask(self) -> tuple[str, ...]:
        """All that the system knows. Raises MaintenanceError."""
        return clock.zones()

    def title(self) -> str:
        """What is chosen here."""
        return self.words.say("button", "clock_zone")

    def show_told(self, column: Column, told: tuple[str, ...]) -> None:
        """The parts, or the places."""
        say = self.words
        if self._part:
            places = [one for one in told if one.startswith(f"{self._part}/")]
            made = [button(called(one), partial(self._choose, one), height=10) for one in places]
        else:
            parts = sorted({one.partition("/")[0] for one in told})
            made = [
                button(say.say("world", one.lower()), partial(self._open, one), height=10)
                for one in parts
                if say.has("world", one.lower())
            ]
        column.add_widget(grid(made, COLUMNS, 10))

    def _open(self, part: str) -> None:
        self._part = part
        self.fill()

    def _choose(self, zone: str) -> None:
        place: dict[str, object] = {"place": Verbatim(called(zone))}
        self.work_page.do(partial(clock.set_zone, zone), "zone_set", place)

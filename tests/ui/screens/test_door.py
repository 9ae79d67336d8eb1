"""The door of the screen: a fault is told, and put right as gently as that can be done."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from kivy.clock import Clock

from tests.ui.screens.table import Table
from ui.door import APART, Door
from ui.screens.home.home import Home
from ui.screens.table.menu import MenuSheet
from ui.screens.table.play import Play


class Shut:
    """A door with a clock that is set by hand."""

    def __init__(self, table: Table) -> None:
        self.table, self.now = table, 0.0
        self.door = Door(table.root, lambda: self.now)
        self.door.shut()

    def fails(self, fault: Callable[[], Any]) -> None:
        """Something fails on the thread of the screen."""
        Clock.schedule_once(lambda _: fault(), 0)
        self.table.stage.frames(3)

    def told(self) -> bool:
        return self.table.say("notice", "stumbled") == self.table.page.toast_text()


@pytest.fixture
def shut(table: Table) -> Iterator[Shut]:
    shut = Shut(table)
    yield shut
    shut.door.remove()


def _fault() -> None:
    raise KeyError("nobody thought of this")


def test_a_fault_loses_what_was_begun_or_is_not_told(
    shut: Shut, table: Table, caught: list[BaseException]
) -> None:
    table.begin()
    table.touch("blue@-1,0")
    begun, told = table.play.presenter.composer.drafts, table.told
    shut.fails(_fault)
    assert shut.told() and [type(error) for error in caught] == [KeyError]
    assert table.play.presenter.composer.drafts == begun and table.told == told
    table.touch("0,-1")
    assert not shut.told()
    shut.now += 2 * APART
    shut.fails(_fault)
    assert shut.told() and isinstance(table.page, Play)


def test_what_cannot_be_shown_stays_on_the_screen(
    shut: Shut, table: Table, caught: list[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin()
    table.button("menu")
    monkeypatch.setattr(MenuSheet, "fill", lambda sheet: _fault())
    shut.fails(table.root.refresh)
    assert len(caught) == 2  # and once more when it was shown anew
    assert isinstance(table.page, Play) and table.page.sheet is None and shut.told()
    monkeypatch.setattr(Play, "fill", lambda page: _fault())
    shut.fails(table.root.refresh)
    assert isinstance(table.page, Home) and shut.told()
    with pytest.raises(KeyError):
        shut.fails(_fault)  # there is no way left: now the program begins anew

"""The door of the screen: a fault is told, and put right as gently as that can be done."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.clock import Clock
from msgspec.structs import replace

import ui
from companion.store import drives
from printables import beside, document, printer
from tests.ui.screens.table import GAME, Table
from ui.background import in_background
from ui.canvas.animation import Traveller
from ui.door import APART, Door
from ui.screens.home import attract
from ui.screens.home.home import Home
from ui.screens.service.printing import Printing
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


def _fault() -> Any:
    raise KeyError("nobody thought of this")


def test_a_fault_is_told_and_loses_nothing_that_was_begun(
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


def test_a_fault_beside_the_screen_is_told_on_it(
    shut: Shut, table: Table, caught: list[BaseException]
) -> None:
    in_background(_fault, _never)
    table.stage.until(shut.told)
    assert [type(error) for error in caught] == [KeyError]


def _never(found: object) -> None:
    raise AssertionError(found)


def test_a_fault_while_sheets_are_saved_is_told_and_they_stay_ready(
    shut: Shut,
    table: Table,
    caught: list[BaseException],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(printer, "printers", lambda: ())
    monkeypatch.setattr(drives, "ROOTS", (tmp_path / "media",))
    (tmp_path / "media" / "pi" / "STICK").mkdir(parents=True)
    table.root.go("printing", GAME, "calibration")
    page = table.page
    assert isinstance(page, Printing)
    table.button("make_sheets")
    table.stage.until(lambda: page.job.stage == "ready")
    monkeypatch.setattr(beside, "files", lambda *_, **__: _fault())
    table.press(table.reached(table.offered(table.say("button", "save_to_stick"))))
    table.stage.until(shut.told)
    assert [type(error) for error in caught] == [KeyError] and page.job.ready is not None
    shut.now += 2 * APART
    monkeypatch.setattr(document, "draw", None)
    table.button("make_sheets")
    table.stage.until(lambda: len(caught) == 2 and shut.told())
    assert page.job.stage == "choosing"


def test_after_a_fault_the_resting_screen_goes_on_changing(
    shut: Shut, table: Table, caught: list[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    turn, turns = attract.Attract.change, []

    def change(screen: attract.Attract) -> None:
        turns.append(screen)
        turn(_fault() if len(turns) == 1 else screen)

    monkeypatch.setattr(attract, "CHANGE", 0.01)
    monkeypatch.setattr(attract.Attract, "change", change)
    table.root.rest(0.0)
    table.stage.until(lambda: len(turns) > 2)
    assert [type(error) for error in caught] == [KeyError]


def test_after_a_fault_no_piece_hangs_between_two_fields(
    shut: Shut, table: Table, caught: list[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin()
    board, move = table.play.board, Traveller.move

    def travel() -> None:
        presenter = table.play.presenter
        shapes = [replace(one, x=one.x + 1) if one.key else one for one in board.scene.shapes]
        moved = replace(board.scene, shapes=tuple(shapes))
        monkeypatch.setattr(type(presenter), "scene", moved)
        table.root.refresh()
        table.stage.until(board.travelling)

    def first_fails(traveller: Traveller, now: float) -> bool:
        return move(traveller if caught else _fault(), now)

    travel()
    monkeypatch.setattr(Traveller, "move", first_fails)
    table.stage.until(lambda: caught and not board.travelling())
    assert len(caught) == 1 and table.play.board is board
    shut.now += 2 * APART
    travel()
    monkeypatch.setattr(Traveller, "move", lambda *_: _fault())
    table.stage.until(lambda: not board.travelling())
    table.stage.rest()
    assert isinstance(table.page, Play) and not table.play.board.travelling()


def test_what_is_done_again_and_again_goes_on_after_a_fault() -> None:
    texts = [file.read_text() for file in Path(*ui.__path__).rglob("*.py")]
    assert texts and not any("schedule_interval" in text for text in texts)


def test_a_page_that_cannot_be_shown_is_replaced(
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

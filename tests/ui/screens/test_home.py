"""Home: the last game as it stands, and the boxes on the shelf."""

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from firmware_bridge import DeviceState
from firmware_bridge.states import State
from firmware_bridge.texts import Sentence
from tests.ui.screens.recorded import at_line
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.devices import NoDevices
from ui.screens.home.game_card import Facts
from ui.screens.home.last_game import LastGame
from ui.screens.service.maintenance import MaintenancePage
from ui.screens.service.settings import SettingsPage
from ui.session.open_match import now
from ui.shell.lights import Badges
from ui.shell.toast import Toast
from ui.widgets.board import Board
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph

MINE = "blue@-1,0"
FOUR = pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)


def last_game(table: Table) -> LastGame:
    table.stage.until(lambda: table.all(LastGame) and table.all(Board, table.all(LastGame)[0]))
    found: Sequence[Any] = table.all(LastGame)
    assert isinstance(found[0], LastGame)
    return found[0]


def test_the_last_game_is_shown_as_it_stands_also_after_the_companion_was_closed(
    stage: Stage, tmp_path: Path
) -> None:
    first = Table(stage, tmp_path, "en")
    first.root.home()
    first.stage.frames(2)
    assert "Choose a game" in first.words() and first.faults() == []
    assert not first.page.header.left.look  # nothing leads back, and no speck of it is seen
    first.begin()
    first.touch(MINE, "0,0")
    presenter = first.open_match.presenter
    lies = {one.token for one in presenter.scene.shapes if one.form == "hex" and not one.ghost}
    moves_next = presenter.phrasebook.say("label", "moves_next", {"seat": presenter.seat})

    def told(table: Table) -> None:
        board = table.all(Board, last_game(table))[0]
        shown = {one.token for one in board.scene.shapes}
        assert lies <= shown and not any(one.ghost for one in board.scene.shapes)
        words = table.words()
        assert moves_next in words and "Just begun." in words
        assert "Last move today at " in words
        assert table.say("label", "last_game") in words and "Choose a game" not in words
        assert "1 saved game" in words

    first.root.home()
    first.stage.frames(2)
    told(first)
    first.close()
    second = Table(stage, tmp_path, "en")
    second.root.home()
    told(second)
    assert second.app.session.open_match is None  # nothing was taken up for it
    second.next_language()
    second.stage.settle()
    assert "Just begun." not in second.words()
    assert "Gerade erst begonnen." in second.words()
    second.close()


@FOUR
@pytest.mark.parametrize("letters", ["normal", "largest"])
@pytest.mark.parametrize(("name", "line"), [("maya-3", 34), ("pyramidion-2", 108)])
def test_what_all_do_together_is_told_where_nobody_moves_next_alone(
    stage: Stage, tmp_path: Path, name: str, line: int, letters: str
) -> None:
    table = at_line(stage, tmp_path, name, line)
    now = table.play.now.text.text
    assert now.startswith("Everyone, ")
    table.root.choose(letters=letters)
    table.root.home()
    card = last_game(table) if stage.size == (1280, 720) else table.all(LastGame)[0]
    stage.until(lambda: now in "".join(one.text for one in table.all(Paragraph, card)))
    assert "moves next" not in table.words() and not table.faults()
    table.close()


@FOUR
def test_no_fact_about_a_box_ends_in_a_dot_and_every_box_can_be_played_and_learnt(
    table: Table,
) -> None:
    for game in table.app.session.games():
        card = table.card_of(game)
        for facts in table.all(Facts):
            assert not any(line.rstrip().endswith("·") for line in facts.text.split("\n"))
        ways = [one.label for one in card.walk(restrict=True) if isinstance(one, ActionButton)]
        assert ways == [table.say("button", key) for key in ("play", "learn")]
        assert not table.faults()


def test_the_time_of_the_last_move_is_told_by_day(table: Table) -> None:
    from msgspec.structs import replace

    from ui.screens.home.described import moved_last

    table.begin()
    table.root.home()
    one = table.app.session.running()[0]
    say = table.app.session.words()
    for days, word in ((0, "heute"), (1, "gestern"), (9, "am")):
        head = replace(one.heading, last=now() - timedelta(days=days))
        assert moved_last(say, replace(one, heading=head)).startswith(f"Letzter Zug {word}")


class Devices(NoDevices):
    """One scanner that is in a state."""

    state: State = "searching"

    def states(self) -> tuple[DeviceState, ...]:
        return (DeviceState("scanner", "scanner", self.state, Sentence("scanner.searching")),)


def test_the_header_names_a_device_only_when_it_has_gone(table: Table) -> None:
    table.root.peripherals.devices = devices = Devices()

    def named(state: State) -> bool:
        devices.state = state
        table.root.news()
        return bool(table.all(Badges)[0].width) and table.say("label", "scanner") in table.words()

    assert not named("searching")  # nobody ever had one here
    assert not named("ready")
    assert named("missing") and named("searching")


def test_no_misplaced_word_covers_a_button(table: Table) -> None:
    table.root.go("settings")
    table.button("care")
    page = table.page
    page.say("Kurz gesagt.")
    table.stage.settle()
    assert table.under_toast() == []
    table.root.home()
    table.begin()
    table.page.left()
    table.page.say("Kurz gesagt.")
    assert table.all(Toast)
    table.page.close()
    table.stage.settle()
    assert not table.all(Toast), "it lay beside the keys of the menu, not of the table"
    assert table.play.last.text.text == "Kurz gesagt."
    table.play.told_enough()
    assert table.play.last.text.text != "Kurz gesagt.", "what nobody touches away goes by itself"


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_the_settings_stay_where_they_were_scrolled_to(table: Table) -> None:
    table.root.go("settings")
    table.press(table.reached(table.labelled(table.say("button", "care"))))
    left = 0.0
    assert isinstance(table.page, MaintenancePage)
    table.button("back")
    assert isinstance(table.page, SettingsPage)
    assert table.page._scrolled() == pytest.approx(left, abs=0.2) != 1.0


@FOUR
@pytest.mark.parametrize("language", ["de", "en"])
def test_the_sounds_are_switched_where_the_evening_begins(
    stage: Stage, tmp_path: Path, language: str
) -> None:
    table = Table(stage, tmp_path, language)
    shown = []
    for _ in range(5):
        switch = table.labelled(table.say("setting", "speaker"))
        shown.append(switch.detail)
        assert not table.faults()
        table.press(switch)
    ways = ("speaker-1", "speaker-2", "speaker-3", "speaker-quiet", "speaker-1")
    assert shown == [table.say("setting", one) for one in ways]
    table.close()

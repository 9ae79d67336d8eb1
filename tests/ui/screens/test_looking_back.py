"""Looking back at a match, and what else is shown beside it."""

from pathlib import Path

import pytest

from companion.match import record
from firmware_bridge import read_settings, wording
from tests.match.evening import AGREED, Evening
from tests.match.river import Lay, Show, Wait
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.screens.table.play import Play
from ui.screens.table.replay import Replay
from ui.screens.table.replay_model import lines_of
from ui.session.past import past_count
from ui.shell.badges import badges
from ui.widgets.button import ActionButton

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
MINE = "blue@-1,0"


def test_a_mistake_in_the_hardware_settings_is_a_badge_and_a_sentence(
    table: Table, tmp_path: Path
) -> None:
    path = tmp_path / "hardware.toml"
    path.write_text("[gpio]\nnonsense = 3\n", "utf-8")
    _, table.root.peripherals.mistakes = read_settings(path)
    assert table.root.peripherals.mistakes
    table.root.refresh()
    assert [badge.mood for badge in badges(table.app.session, table.root.peripherals)] == ["bad"]
    table.root.go("devices", table.page)
    assert wording(table.root.peripherals.mistakes[0], "de") in table.words()


def test_what_happened_is_explained_one_thing_at_a_time_with_its_rule(table: Table) -> None:
    table.begin()
    table.touch(MINE, "0,0")
    table.button("help")
    table.button("explain")
    page = table.page
    assert isinstance(page, Replay) and page.at == 1
    event = page.moment.event
    assert event is not None
    assert table.open_match.presenter.phrasebook.event(event) in table.words()
    rule = table.open_match.presenter.phrasebook.rule(event.rule)
    assert rule and rule not in table.words()
    table.button("show_rule")
    assert rule in table.words()
    page.left()
    assert isinstance(table.page, Play)


def test_a_past_match_is_looked_at_step_by_step_and_nothing_of_it_changes(table: Table) -> None:
    table.begin()
    table.touch(MINE, "0,0", "blue@0,0", "-1,0")
    table.press(table.labelled(table.say("button", "another_move")))  # no taking back
    match = table.open_match.match
    match.draw("blue", frozenset(match.seats))
    table.root.refresh()
    told = len(match.timeline.entries)
    page = table.look_back()
    shown = [page.board.scene.shapes]
    for _ in range(2):
        table.press(table.labelled("▶"))
        shown.append(page.board.scene.shapes)
    assert shown[0] == shown[2] != shown[1]
    table.press(table.labelled("◀"))
    assert page.board.scene.shapes == shown[1]
    assert "Blaus Eingeborener geht auf den Tempel. Noch 1 Punkt." in table.words()
    table.touch_board(page.board, "0,0")
    assert len(page.presenter.match.timeline.entries) == told


def test_looking_back_tells_nobody_that_a_line_contradicts_what_was_told_otherwise() -> None:
    """Red knows that it cannot have shown the stone; all saw it, and it stands."""
    courses = []
    for stone in ("1", "2"):
        match = Evening().match
        for move in (Lay("2"), Show("2"), Wait()):
            assert match.submit(move).done
        assert match.amend(2, Lay(stone), **AGREED).done
        courses.append([[one.event for one in line.moments] for line in lines_of(match)])
    assert courses[0] == courses[1] and all(courses[0][1:])


@SMALL
def test_at_the_end_all_see_what_was_told_in_secret_and_that_it_was_not_changed(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path, "en")
    table.begin()
    match = table.open_match.match
    assert match.correct({"hands": {"blue": 1}}).done
    table.root.refresh()
    table.menu("enter_secretly")
    table.press(table.labelled("Blue"))
    table.press(table.labelled(table.say_game("kind", "tell_card")))
    table.uncover()
    table.press(table.reached(table.labelled(table.say_game("name", "priest"))))
    fixed = "Told in secret and proven unchanged: 1 of 1."
    assert fixed not in table.words()
    assert match.draw("blue", frozenset(match.seats)).done
    table.root.refresh()
    table.stage.settle()

    def opened() -> None:
        assert fixed in table.words()
        assert not table.faults()
        table.press(table.reached(table.labelled(table.say("button", "opened"))))
        assert "Line 3, Blue, Note a card: Priest." in table.words()
        assert record.last_seal(match.entries) in table.words()
        assert not table.faults()
        table.button("close")

    table.button("course")
    opened()
    table.button("export")
    table.stage.until(lambda: list(tmp_path.glob("exports/*.record")))
    (file,) = tmp_path.glob("exports/*.record")
    assert record.read(file.read_text("utf-8")).seals[-1] == record.last_seal(match.entries)
    assert not table.faults()
    table.press(table.page.header.left)
    table.button("home")
    table.stage.until(lambda: past_count(table.app.session))
    table.root.home()
    table.stage.frames(2)
    table.button("past")
    table.press(table.all(ActionButton, table.page._body)[2])
    opened()
    table.close()

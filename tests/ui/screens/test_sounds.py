"""What the table sounds like while people play, and where it is silent."""

from time import perf_counter

import pytest

from companion.scene.sounds import rendered
from tests.ui.screens.table import Table
from ui.screens.table.cover import Cover
from ui.speaker import Speaker


class Notes(Speaker):
    """Writes down what is to be heard, how loud, and when last."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[tuple[str, int]] = []
        self.at = 0.0

    def play(self, *names: str) -> None:
        if self.level:
            self.at = perf_counter()
            self.heard += [(name, self.level) for name in names]

    def since(self) -> list[str]:
        """What was heard but for fingers, since this was asked last."""
        found = [name for name, _ in self.heard if name != "tick"]
        self.heard.clear()
        return found


@pytest.fixture
def notes(table: Table) -> Notes:
    made = table.root.peripherals.speaker = Notes()
    table.begin()
    made.since()
    return made


def test_pieces_refusals_turns_and_what_is_taken_back_are_heard(table: Table, notes: Notes) -> None:
    table.touch("blue@-1,0")
    chosen = notes.since()
    table.touch("0,0")
    walked = notes.since()
    table.touch("blue@0,0", "0,-1")
    refused = notes.since()
    table.open_match.presenter.take_back()
    table.open_match.presenter.undo()
    table.stage.settle()
    assert chosen == ["lift"] and walked == ["step"] and refused == ["lift", "low"]
    assert notes.since() == ["undo"]
    for _ in range(12):  # until somebody else plays
        table.open_match.presenter.passing()
        table.stage.settle()
    assert {"chime-1", "chime-2"} <= set(notes.since())


def test_whatever_is_heard_is_there(table: Table, notes: Notes) -> None:
    table.touch("blue@-1,0", "0,0")
    table.button("menu")
    assert ("tick", 1) in notes.heard and {name for name, _ in notes.heard} <= set(rendered())


def test_nothing_is_heard_where_somebody_looks_or_tells_alone(table: Table, notes: Notes) -> None:
    table.button("menu")
    table.button("look")
    assert isinstance(table.page, Cover)
    notes.heard.clear()
    table.tap(*table.page.center)
    table.press(table.labelled(table.open_match.presenter.phrasebook.name("blue")))
    table.tap(*table.page.center)
    table.open_match.presenter.undo()
    table.root.refresh()
    assert isinstance(table.page, Cover) and notes.heard == []


def test_a_screen_in_public_is_silent_until_somebody_wants_it_otherwise(
    table: Table, notes: Notes
) -> None:
    table.touch("blue@-1,0")
    at_home = {level for _, level in notes.heard}
    table.root.pin_lock.set("2749")
    notes.heard.clear()
    table.touch("0,0")
    in_public = list(notes.heard)
    table.root.choose(speaker=2)
    table.touch("blue@0,0")
    assert at_home == {1} and in_public == [] and {level for _, level in notes.heard} == {2}


def test_a_quiet_table_makes_no_sound_and_its_menu_says_so(table: Table, notes: Notes) -> None:
    table.root.choose(speaker=3, voice="all")
    table.button("menu")
    switch = table.labelled(table.say("button", "sound"))
    assert switch.detail == table.say("setting", "speaker-3")
    table.press(switch)
    assert table.app.session.settings.quiet
    assert table.labelled(switch.label).detail == table.say("setting", "speaker-quiet")
    notes.heard.clear()
    table.button("resume")
    table.touch("blue@-1,0", "0,0", "blue@0,0", "0,-1")
    assert notes.heard == [] and table.open_match.presenter.refusal is not None
    table.button("menu")
    table.press(table.labelled(switch.label))
    assert not table.app.session.settings.quiet and table.root.peripherals.loudness == 1


def test_what_a_verdict_sounds_like_is_on_its_way_before_it_is_seen(
    table: Table, notes: Notes
) -> None:
    """The loudspeaker's own share of the time stands in ``test_speaker``."""
    took = []
    for source, target in (("-1,0", "0,0"), ("0,0", "1,0")):
        table.touch(f"blue@{source}")
        notes.since()
        entries, frames = len(table.told), table.stage.flips
        table.open_match.presenter.touch(target)
        assert len(table.told) > entries
        begun = perf_counter()
        table.stage.settle()  # what comes before the next frame
        took.append(notes.at - begun)
        assert notes.since() == ["step"] and table.stage.flips == frames
    assert min(took) < 0.05 - 0.024, took  # what SDL hands over at a time, twice

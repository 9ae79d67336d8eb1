"""Playing by ear and by buttons, and against the clock: what is heard and seen at a real table."""

from pathlib import Path

import pytest

from companion.table import Cue, Lamp, Pressed, Turned
from tests.ui.screens.table import Table
from tests.ui.speech import Speech
from tests.ui.stage import Stage
from ui.devices import NoDevices
from ui.voice import plain
from ui.widgets.instruments import SeatPanel


class Buzzer(NoDevices):
    """Writes down what it is to sound."""

    def __init__(self) -> None:
        self.cues: list[Cue] = []

    def cue(self, cue: Cue) -> None:
        self.cues.append(cue)

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        pass


@pytest.fixture
def speech(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Speech:
    return Speech(tmp_path, monkeypatch)


def heard(table: Table, speech: Speech, line: str) -> None:
    table.stage.until(lambda: plain(line) in speech.said)


def test_a_turn_is_followed_by_voice_and_buttons(speech: Speech, table: Table) -> None:
    table.root.choose(voice="all", rate="fast")
    table.stage.settle()
    table.begin()
    presenter = table.open_match.presenter
    heard(table, speech, presenter.offers.prompt)
    table.root.signal(Turned(1, 0.0, "gpio", 1, 0))
    table.stage.until(lambda: presenter.composer.cursor)
    heard(table, speech, presenter.phrasebook.name(presenter.composer.cursor or ""))
    count = len(presenter.match.entries)
    for number in range(2, 12):  # the dial and one button, until a move was made
        table.root.signal(Pressed(number, 0.0, "gpio", "confirm", 0))
        table.stage.frames(2)
        if len(presenter.match.entries) > count:
            break
        table.root.signal(Turned(number, 0.0, "gpio", 1, 0))
        table.stage.frames(2)
    assert len(presenter.match.entries) > count
    heard(table, speech, presenter.match.entries[-1].sentences["de"][-1])
    assert all(" -s 220 " in f"{one} " for one in speech.orders)


def test_a_refusal_is_heard_as_well_as_seen(speech: Speech, table: Table) -> None:
    table.root.choose(voice="lines")
    table.stage.settle()
    table.begin()
    table.touch("blue@-1,0", "0,0", "blue@0,0", "0,-1")
    presenter = table.open_match.presenter
    assert presenter.refusal is not None
    for line in presenter.match.entries[-1].sentences["de"]:
        heard(table, speech, line)


def test_a_missing_voice_is_reported_and_the_match_goes_on(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    table.root.choose(voice="lines")
    table.button("settings")
    assert "espeak-ng" in table.words()
    table.page.left()
    table.stage.settle()
    table.begin()
    table.touch("blue@-1,0", "0,0")
    assert "Played" in table.told
    table.root.go("devices", table.page)
    assert "espeak-ng" in table.words()
    assert not table.faults()


def test_the_clock_is_seen_and_is_heard_when_it_runs_out(speech: Speech, table: Table) -> None:
    buzzer = table.root.peripherals.devices = Buzzer()
    table.root.choose(voice="lines")
    table.stage.settle()
    table.begin()
    table.button("menu")
    table.button("clock")
    assert not table.faults()
    table.press(table.labelled("10 min"))
    table.press(table.labelled("30 s"))
    table.button("done")
    table.stage.frames(3)
    shown = {one.seat: one.time for one in table.all(SeatPanel)}
    match = table.open_match.match
    running = match.asked[0].seat
    assert shown.pop(running) in ("10:00", *(f"9:{second:02}" for second in range(60)))
    assert len(shown) == len(match.seats) - 1 and set(shown.values()) == {"10:00"}
    assert not table.faults()
    match.set_clock(0.2)
    table.root.refresh()
    seat = match.asked[0].seat
    told = table.open_match.presenter.phrasebook.say("notice", "time_is_up", {"seat": seat})
    heard(table, speech, told)
    assert table.page.toast_text() == told
    assert [cue.what for cue in buzzer.cues if cue.place].count("refused") == 1
    assert not match.over
    late = [one for one in table.all(SeatPanel) if one.late]
    assert [one.seat for one in late] == [seat] and late[0].time.startswith("-0:0")


def test_a_clock_leaves_the_cards_of_people_as_they_are(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    names = ("Maximiliana-Annabel0", "Maximiliana-Annabel1")
    table.app.session.set(names=dict(zip(("white", "black"), names, strict=True)))
    table.begin("sakkara")
    before = [(*one.pos, *one.size) for one in table.all(SeatPanel)]
    table.open_match.match.set_clock(600)
    table.root.refresh()
    stage.frames(4)
    assert [(*one.pos, *one.size) for one in table.all(SeatPanel)] == before
    table.close()


def test_leaving_the_table_costs_nobody_time(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    table.begin()
    match = table.open_match.match
    match.set_clock(600)
    name = table.open_match.name
    table.root.home()
    assert match.paused
    used = [one.used for one in match.clocks]
    table.root.go("resume", name)
    again = table.open_match.match
    assert again.paused and type(table.page.sheet).__name__ == "PauseSheet"
    assert [one.used for one in again.clocks] == pytest.approx(used)
    table.button("resume")
    assert not again.paused
    table.close()
    assert again.paused

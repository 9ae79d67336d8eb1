"""What one person alone may hear: by an earphone, and by nothing else."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from companion.table import Pressed, Turned
from tests.ui.screens.table import Table
from tests.ui.screens.test_together import at_a_site, locks
from tests.ui.speech import Alone
from ui.screens.table.cover import Cover
from ui.screens.table.play import Play
from ui.screens.table.private import LookPage
from ui.screens.table.secret import SecretPage
from ui.shell.likes import LikesSheet
from ui.voice import plain
from ui.voice.ears import device, ears
from ui.widgets.button import ActionButton


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Alone:
    folder = tmp_path / "speech"
    folder.mkdir()
    return Alone(folder, monkeypatch)


def cover(
    table: Table, ear: str | None, game: str, way: str, lies: Callable[[str], Any] | None = None
) -> str:
    """Ada, who sits first, names herself with the dial at a cover; her seat."""
    table.root.choose(voice="all")
    table.begin(game)
    match = table.open_match.match
    seat = match.seats[0]
    match.hand_over(seat, "Ada")
    table.app.session.people.choose("Ada", ear=ear)
    if lies is not None:
        assert match.correct(lies(seat)).done
        table.root.refresh()
    table.menu(way)
    page = table.page
    assert isinstance(page, Cover)
    while "Ada" not in [one.label for one in table.all(ActionButton) if one.cursor]:
        turn(table)
    press(table, "confirm")
    assert page.seat == seat
    return seat


def carries(seat: str) -> dict[str, Any]:
    """A native of theirs carries a marker."""
    return {"natives": [{"at": "0,0", "seat": seat, "load": "marker"}]}


def whispering(alone: Alone, said: str) -> bool:
    """Whether that came out last. The player takes whole frames: a last odd letter is no sound."""
    last = alone.lines("espeak-ng")[-1].endswith(f"--stdout {said}")
    return last and f"sound of {said}"[:-1] in alone.heard


def turn(table: Table) -> None:
    table.root.signal(Turned(1, 0.0, "gpio", 1, 0))
    table.stage.settle()


def press(table: Table, role: Any) -> None:
    table.root.signal(Pressed(98, 0.0, "gpio", role, 0))
    table.stage.settle()


def look(table: Table, ear: str | None) -> str:
    """Ada looks with the buttons; her seat."""
    seat = cover(table, ear, "pyramidion", "look")
    page = table.page
    assert isinstance(page, LookPage)
    table.root.signal(Pressed(99, 0.0, "gpio", "confirm", 0))
    assert not page.uncovered
    return seat


def test_the_own_hand_is_heard_by_the_earphone_of_that_person_alone(
    alone: Alone, table: Table
) -> None:
    look(table, "Device")
    say = table.open_match.presenter.phrasebook
    nothing = plain(say.say("notice", "nothing_private", {"seat": "x"})).split()[-1]
    table.stage.until(lambda: nothing in alone.heard)
    assert all("-D plughw:CARD=Device" in one for one in alone.lines("aplay"))
    secret = [one for one in alone.lines("espeak-ng") if "--stdout" in one]
    assert secret and not any(
        nothing in one for one in alone.lines("espeak-ng") if one not in secret
    )


@pytest.mark.parametrize("ear", [None, "Gone"])
def test_without_that_earphone_nothing_private_is_heard_anywhere(
    alone: Alone, table: Table, ear: str | None
) -> None:
    seat = look(table, ear)
    table.stage.frames(10)
    assert not alone.heard and not alone.lines("aplay")
    told = "\n".join(alone.lines("espeak-ng"))
    nothing = table.open_match.presenter.phrasebook.say("notice", "nothing_private", {"seat": seat})
    assert plain(nothing) not in told
    table.root.signal(Pressed(100, 0.0, "gpio", "undo", 0))
    assert not isinstance(table.page, LookPage)


def test_what_is_entered_in_private_is_stepped_through_and_heard_by_that_earphone_alone(
    alone: Alone, table: Table
) -> None:
    seat = cover(table, "Device", "mesopotamien", "enter_secretly", carries)
    page, match = table.page, table.open_match.match
    assert isinstance(page, SecretPage)
    say = table.open_match.presenter.phrasebook
    asked = say.say("notice", "what_secret", {"seat": seat})
    table.stage.until(lambda: plain(asked) in alone.heard)  # nobody has to guess where they are
    choices = (say.say("kind", "tell_marker"), say.name(f"{seat}:m1"), "6")
    for choice in choices:
        whispered = f"--stdout {plain(choice)}"
        assert not any(one.endswith(whispered) for one in alone.lines("espeak-ng"))
        for _ in range([read for read, _ in page._ways()].index(choice) + 1):
            turn(table)
        table.stage.until(partial(whispering, alone, plain(choice)))
        assert not page.uncovered
        press(table, "confirm")
    assert isinstance(table.page, Play)
    assert match.position.player(seat).markers[0].value == 6
    assert all("-D plughw:CARD=Device" in one for one in alone.lines("aplay"))
    aloud = [one for one in alone.lines("espeak-ng") if "--stdout" not in one]
    assert not any(one.endswith(plain(choice)) for one in aloud for choice in choices[1:])


def test_without_an_earphone_nothing_is_entered_by_the_dial(alone: Alone, table: Table) -> None:
    cover(table, None, "mesopotamien", "enter_secretly")
    page = table.page
    assert isinstance(page, SecretPage)
    for _ in range(3):
        turn(table)
        press(table, "confirm")
    assert page.draft is None and not alone.lines("aplay")
    press(table, "undo")
    assert isinstance(table.page, Play)


def test_what_is_against_a_card_is_whispered_too_and_stands_on_no_cover(
    alone: Alone, table: Table
) -> None:
    """It names the card. Nor is it read on once the page was left: others may wear the earphone."""
    table.root.choose(voice="all")
    seat = at_a_site(table)[0]
    table.open_match.match.hand_over(seat, "Ada")
    table.app.session.people.choose("Ada", ear="Device")
    table.press(locks(table)[0])
    page = table.page
    assert isinstance(page, SecretPage)
    card = table.open_match.presenter.phrasebook.name("TB1")
    for _ in range(2):
        for _ in range([read for read, _ in page._ways()].index(card) + 1):
            turn(table)
        press(table, "confirm")
    assert page.draft is not None and page.draft.parts == ("TB1",)
    table.stage.until(lambda: f"schon gespielt: {plain(card)}" in alone.heard)
    assert not page.uncovered and card not in table.words()
    page.whisper(*(f"line {number}" for number in range(40)))
    press(table, "undo")  # the card is taken back, and the page is left with the next
    press(table, "undo")
    assert isinstance(table.page, Play)
    heard = alone.heard
    table.stage.frames(10)
    assert "line 39" not in alone.heard and len(alone.heard) - len(heard) < 60


def test_to_which_ear_a_hand_is_read_is_chosen_by_those_in_charge_alone(
    alone: Alone, table: Table
) -> None:
    """Else anybody had another's hand read to an earphone of their own, behind the cover."""
    people = table.app.session.people
    people.choose("Ada", ear="Device")
    table.root.pin_lock.set("2749")
    table.page.open(LikesSheet(table.page, "Ada", lambda: None))
    table.press(table.reached(table.labelled("English")))
    assert people.likes("Ada").language == "en"
    table.press(table.reached(table.labelled("bcm2835 Headphones")))
    assert people.likes("Ada").ear == "Device"
    assert table.say("pin", "enter") in table.words()
    for digit in "2749":
        table.press(table.labelled(digit))
    table.button("done")
    assert people.likes("Ada").ear == "Headphones"
    assert isinstance(table.page.sheet, LikesSheet)


def test_only_an_output_that_is_there_is_played_to(alone: Alone) -> None:
    assert ears() == {"Headphones": "bcm2835 Headphones", "Device": "USB PnP Sound Device"}
    assert device("Device") == "plughw:CARD=Device"
    with pytest.raises(OSError, match="no such output"):
        device("file:'/tmp/x',raw")

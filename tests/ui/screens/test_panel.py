"""The network, the clock and the glass at the screen, behind the PIN of those in charge."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.maintenance.texts import phrasebook
from tests.maintenance.services import ENTERPRISE, Machine, bus
from tests.ui.screens.table import Table
from tests.ui.screens.test_club import PIN, type_pin
from ui.input import calibration
from ui.input.calibration import CROSSES, PROOF, Place
from ui.screens.service.calibrate import STILL, TRIES, Calibrate
from ui.screens.service.panel import PanelPage
from ui.session import settings
from ui.shell.keyboard import KeyboardSheet

EVERY = pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
PASSWORD = "a{b} c#"


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Machine]:
    place = tmp_path / "services"
    place.mkdir()
    with bus(place) as address:
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", address)
        machine = Machine(address)
        yield machine
        machine.stop()


def opened(table: Table) -> PanelPage:
    table.button("settings")
    if table.root.pin_lock.locked:
        type_pin(table, PIN)
    table.press(table.reached(table.labelled(table.say("button", "panel"))))
    page = table.page
    assert isinstance(page, PanelPage)
    table.stage.until(lambda: page.around is not None)
    table.stage.settle()
    return page


def told(table: Table, key: str, section: str = "done", **values: object) -> None:
    text = phrasebook(table.app.session.language).say(section, key, values)
    table.stage.until(lambda: text in table.words())
    table.stage.settle()


def typed(table: Table, text: str) -> None:
    """Type it on the keys of the screen."""
    assert isinstance(table.page.sheet, KeyboardSheet)
    table.stage.settle()
    for letter in text:
        if not letter.isalnum() and letter != " ":
            table.press(table.labelled(table.say("keyboard", "signs")))
        table.press(table.labelled(table.say("button", "space") if letter == " " else letter))
    table.button("done")


def test_a_network_is_chosen_joined_and_forgotten_by_those_in_charge(
    table: Table, machine: Machine
) -> None:
    table.root.pin_lock.set(PIN)
    machine.near(b"Werft")
    machine.near(b"Amt", lock=ENTERPRISE)
    machine.passwords[b"Werft"] = PASSWORD + "!!"
    opened(table)
    table.button("wifi_choose")
    table.press(table.offered("Amt"))
    told(table, "wifi_lock", "trouble")
    table.press(table.labelled("Werft"))
    for letters, wrong in ((PASSWORD, "wifi_short"), (PASSWORD + "!?", "wifi_password")):
        typed(table, letters)
        told(table, wrong, "trouble")
        table.stage.until(lambda: table.page.sheet is not None)  # it is asked for again
    typed(table, PASSWORD + "!!")
    told(table, "wifi_joined", name="Werft")
    table.stage.until(lambda: table.say("button", "wifi_choose") in table.words())
    table.button("wifi_choose")
    table.press(table.offered("Werft"))
    table.button("wifi_forget")
    told(table, "wifi_forgotten", name="Werft")
    assert not machine.kept
    table.button("wifi_off")
    told(table, "wifi_off")
    assert not machine.on
    table.offered(table.say("button", "wifi_on"))


def test_day_time_and_zone_are_set_by_touch(table: Table, machine: Machine) -> None:
    opened(table)
    table.button("clock_date")
    type_pin(table, "31022027")
    assert table.say("notice", "clock_no_such_day") in table.words()
    type_pin(table, "03042027")
    told(table, "clock_set")
    table.button("clock_time")
    type_pin(table, "2575")
    assert table.say("notice", "clock_no_such_time") in table.words()
    type_pin(table, "0930")
    told(table, "clock_set")
    assert len(machine.asked("SetTime")) == 2 and not machine.clock["NTP"][1]
    table.offered(table.say("button", "clock_by_itself"))
    table.stage.settle()
    assert table.under_toast() == []  # also once all was built anew
    table.button("clock_by_itself")
    told(table, "clock_by_itself")
    table.button("clock_zone")
    table.press(table.offered("Amerika"))
    table.press(table.labelled("Buenos Aires"))
    told(table, "zone_set", place="Buenos Aires")
    assert machine.clock["Timezone"][1] == "America/Argentina/Buenos_Aires"


@EVERY
def test_all_of_it_stands_whole_on_every_screen(table: Table, machine: Machine) -> None:
    for number in range(12):
        machine.near(b"Ein ziemlich langer Netzname %03d" % number, 90 - 7 * number)
    machine.clock["NTP"] = ("b", False)
    page = opened(table)
    for _ in range(2):
        assert table.faults() == []
        for key, offered in (
            ("wifi_choose", "Ein ziemlich langer Netzname 000"),
            ("clock_zone", table.app.session.words().say("world", "europe")),
        ):
            table.button(key)
            table.offered(offered)
            assert table.faults() == []
            page.close()
        for key in ("clock_date", "clock_time"):
            table.button(key)
            assert table.faults() == []
            page.close()
        table.button("wifi_choose")
        table.press(table.offered("Ein ziemlich langer Netzname 000"))
        table.press(table.labelled(table.say("keyboard", "signs")))
        assert table.faults() == []
        page.close()
        table.next_language()
        table.stage.settle()
    table.press(table.reached(table.labelled(table.say("button", "calibrate"))))
    for place in CROSSES:
        assert table.faults() == []
        touch(table, place)
    assert table.faults() == []


def test_where_there_is_no_such_service_each_says_so_and_the_rest_works(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/none")
    opened(table)
    assert table.words().count(phrasebook("de").say("trouble", "service_absent")) == 2
    assert table.faults() == []
    table.button("calibrate")
    assert isinstance(table.page, Calibrate)


# The glass


def askew(place: Place) -> Place:
    """What a panel says that is mirrored and feels fingers too far up."""
    return 0.97 - 0.94 * place[0], 0.05 + 0.9 * place[1]


def touch(table: Table, place: Place) -> None:
    """A finger at a place of the glass, as the panel tells it."""
    wide, high = table.stage.size
    x, y = askew(place)
    table.tap(x * (wide - 1), y * (high - 1))


@pytest.mark.parametrize("rotation", [0, 90])
def test_a_panel_that_is_askew_is_put_right_by_touching_crosses(
    table: Table, machine: Machine, rotation: int
) -> None:
    page = opened(table)
    table.root.choose(rotation=rotation)
    page._calibrate()  # fingers of the tests do not press buttons of a turned picture
    crosses = table.page
    assert isinstance(crosses, Calibrate)
    for place in (*CROSSES, PROOF):
        assert crosses.wanted == place and table.faults() == []
        touch(table, place)
    assert table.say("notice", "touches_kept") in table.words()
    kept = settings.read(table.app.session.folder).touch
    assert calibration.put_right(askew((0.3, 0.8))) == pytest.approx((0.3, 0.8), abs=0.01)
    assert len(kept) == 6
    table.root.choose(rotation=0)
    table.root.home()
    table.stage.settle()
    button = table.labelled(table.say("button", "settings"))
    x, y = button.to_window(*button.center)
    touch(table, (x / table.stage.size[0], y / table.stage.size[1]))  # and a finger meets it
    assert table.page.title() == table.say("label", "settings")
    table.root.choose(touch=())


def test_nobody_is_stuck_with_crosses_that_cannot_be_hit(table: Table, machine: Machine) -> None:
    table.root.pin_lock.set(PIN)  # which could not be typed on crosses to come back
    opened(table)
    table.button("calibrate")
    for _ in range(TRIES):
        assert isinstance(table.page, Calibrate)
        for place in CROSSES:
            touch(table, (place[0], 0.5))  # one line: that is no panel
    assert isinstance(table.page, PanelPage)
    assert table.say("notice", "touches_stay") in table.words()
    table.press(table.offered(table.say("button", "calibrate")))
    for place in CROSSES:
        touch(table, place)
    touch(table, (0.9, 0.9))  # not where the proof is
    assert isinstance(table.page, Calibrate)
    assert table.say("notice", "touches_missed") in table.words()
    page = table.page
    assert page._late.timeout == STILL
    page._late.cancel()
    page._stays()  # as when nobody touches anything
    assert isinstance(table.page, PanelPage)
    assert settings.read(table.app.session.folder).touch == ()


def test_a_settings_file_with_numbers_that_no_panel_has_changes_nothing() -> None:
    for numbers in ((1.0,), (0, 0, 0, 0, 0, 0), (1e9, 0, 0, 0, 1, 0), (float("nan"),) * 6):
        calibration.use(numbers)
        assert calibration.put_right((0.2, 0.4)) == (0.2, 0.4)

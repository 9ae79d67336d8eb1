"""While nobody is there the match pauses and a resting screen comes; the first touch only wakes."""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from time import sleep, time
from weakref import ref

import pytest
from kivy.clock import Clock as Turns

from companion.kernel import Clause, begin
from companion.match.entries import Paused, Resumed
from companion.table import Pressed
from tests.ui.screens.table import Table
from tests.ui.screens.test_club import PIN, type_pin
from tests.ui.stage import Finger, Stage
from tests.ui.test_memory import Knot
from ui.input.touch_filter import AGAIN, SHORTEST, STUCK
from ui.memory import Memory
from ui.screens.home.attract import CHANGE, SPOTS, Attract, rule_of_the_day
from ui.screens.home.home import Home
from ui.screens.home.seats import Seats
from ui.screens.service.hardware import HardwareSheet
from ui.screens.service.maintenance import MaintenancePage
from ui.screens.service.wire import WireSheet
from ui.screens.table.menu import PauseSheet
from ui.screens.table.play import Play
from ui.screens.table.private import LookPage
from ui.screens.table.secret import SecretPage
from ui.shell.keyboard import KeyboardSheet
from ui.widgets.button import ActionButton

MINUTES = 60.0
SIZES = pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)


class Clock:
    """How late it is for the companion."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Noise(Finger):
    """A touch of a panel that says itself how long it was."""

    __module__ = "kivy.input.providers.mtdev"


class Wheel(Finger):
    """A step of the wheel of a mouse."""

    def depack(self, args: dict[str, float]) -> None:
        super().depack(args)
        self.profile = ["pos", "button"]
        self.button = "scrolldown"


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(stage: Stage, tmp_path: Path, clock: Clock) -> Iterator[Table]:
    table = Table(stage, tmp_path, now=clock)
    yield table
    table.close()


def apart(table: Table) -> None:
    """Long enough after the last touch that another of the same place is not taken for that."""
    table.stage.until(lambda: time() > Finger.clock + AGAIN)


def wait(table: Table, clock: Clock, minutes: float) -> None:
    """Nobody does anything for so long."""
    clock.now += minutes * MINUTES
    table.app.idle.look()
    table.stage.frames(2)


def resting(table: Table) -> bool:
    return table.root.attract is not None


def test_what_was_uncovered_for_one_seat_is_covered_before_the_screen_rests(
    table: Table, clock: Clock
) -> None:
    """However late the page itself would have noticed; and what was entered there waits."""
    table.begin()
    match = table.open_match.match
    natives = [{"at": "0,0", "seat": "blue", "load": "marker"}]
    assert match.correct({"natives": natives, "hands": {"blue": 1}}).done
    look = LookPage(table.root, table.open_match, "blue")
    table.root.open(look)
    finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
    assert look.uncovered
    table.root.rest(60 * MINUTES)  # as soon as the finger is taken for a thing that lies there
    assert resting(table) and not look.uncovered
    finger.up()
    table.tap(1, 1)
    assert not resting(table) and not look.uncovered

    entry = SecretPage(table.root, table.open_match, "blue", begin(match.game, "tell_card", "blue"))
    table.root.open(entry)
    table.uncover()
    assert entry.uncovered
    wait(table, clock, 60)
    assert resting(table) and table.page is entry and not entry.uncovered
    table.tap(1, 1)
    assert table.page is entry and not entry.uncovered and entry.draft is not None


def test_a_screen_that_everybody_left_goes_to_the_start_and_a_match_is_paused(
    table: Table, clock: Clock
) -> None:
    table.begin_seats()
    wait(table, clock, 20)
    table.tap(5, 5)
    assert isinstance(table.page, Home)
    table.begin()
    table.touch("blue@-1,0", "0,0")
    wait(table, clock, 19)
    table.touch("blue@0,0")  # thinking takes its time: any input counts
    table.press(table.play.keys.undo)
    wait(table, clock, 19)
    assert not resting(table)
    entries = table.open_match.match.timeline.entries
    last = entries[-1]
    wait(table, clock, 1)
    assert resting(table)
    paused = entries[-1]
    assert isinstance(paused, Paused)
    assert paused.at == last.at  # for the match no time has gone by; never before its last entry

    count = len(entries)
    table.tap(*table.play.board.where("blue@0,0"))  # wakes, and does nothing else
    assert not resting(table)
    assert len(entries) == count
    assert not table.open_match.presenter.composer.begun
    assert isinstance(table.page.sheet, PauseSheet)
    table.button("resume")
    assert isinstance(entries[-1], Resumed)
    assert isinstance(table.page, Play) and table.page.sheet is None

    wait(table, clock, 20)
    count = len(entries)
    table.app.signals.put(Pressed(1, 0.0, "pins", "undo", 0))  # wakes likewise
    table.stage.frames(3)
    assert not resting(table)
    assert len(entries) == count
    table.button("resume")

    table.touch("blue@0,0")  # what is begun waits twice as long, and is kept
    wait(table, clock, 39)
    assert not resting(table)
    wait(table, clock, 1)
    assert resting(table)
    table.tap(5, 5)
    table.button("resume")
    assert table.open_match.presenter.composer.begun


def test_half_a_name_is_still_there_after_the_screen_rested(table: Table, clock: Clock) -> None:
    table.begin_seats()
    page = table.page
    table.press(table.labelled("Blau"))
    for letter in "Ada":
        table.press(
            next(one for one in table.all(ActionButton) if one.label.lower() == letter.lower())
        )
    wait(table, clock, 21)
    assert not resting(table)
    wait(table, clock, 20)
    assert resting(table)
    table.tap(5, 5)
    assert table.page is page and isinstance(page, Seats)
    assert isinstance(page.sheet, KeyboardSheet) and page.sheet._text == "Ada"


def test_settings_left_open_are_closed_for_the_next_people(table: Table, clock: Clock) -> None:
    table.begin()
    table.touch("blue@-1,0", "0,0")
    table.button("menu")
    table.button("settings")
    wait(table, clock, 20)
    assert resting(table)
    table.tap(5, 5)
    assert isinstance(table.play.sheet, PauseSheet)
    table.button("resume")
    assert "Played" in table.told


@pytest.mark.parametrize("which", ["near", "wire"])
def test_maintenance_and_devices_left_open_are_closed_for_the_next_people(
    table: Table, clock: Clock, which: str
) -> None:
    table.begin()
    table.root.pin_lock.set(PIN)
    table.button("menu")
    table.button("settings")
    type_pin(table, PIN)
    table.press(table.reached(table.labelled(table.say("button", "care"))))
    assert isinstance(table.page, MaintenancePage)
    wait(table, clock, 20)
    table.tap(5, 5)
    assert isinstance(table.play.sheet, PauseSheet)
    table.button("resume")
    table.root.go("devices", table.page)
    table.button("devices_near")
    type_pin(table, PIN)
    assert isinstance(table.page.sheet, HardwareSheet)
    if which == "wire":
        table.page.sheet._wire()  # its button is there beside devices alone
        assert isinstance(table.page.sheet, WireSheet)
    wait(table, clock, 20)
    table.tap(5, 5)
    assert isinstance(table.play.sheet, PauseSheet)


def test_the_screen_never_rests_where_that_is_switched_off(table: Table, clock: Clock) -> None:
    table.app.session.set(idle=0)
    wait(table, clock, 1000)
    assert not resting(table)


def test_a_finger_that_never_moves_counts_as_nobody(table: Table, clock: Clock) -> None:
    finger = Finger(5, 5)
    wait(table, clock, 20)
    assert not resting(table)
    finger.up()
    wait(table, clock, 20)
    assert resting(table)


def test_noise_of_the_panel_presses_no_buttons(table: Table) -> None:
    button = table.labelled(table.say("button", "settings"))
    home, (x, y) = table.page, button.to_window(*button.center)
    Noise(x, y, lasts=0.004, gone=True).up()
    Finger(-20, 300).up()
    table.stage.frames(2)
    assert table.page is home
    Finger.clock = time()
    Noise(x, y, lasts=0.004, after=0.0).up()  # it was not known how long it would be
    table.stage.frames(2)
    assert table.page is home


def test_a_short_tap_on_a_panel_that_tells_times_counts(table: Table) -> None:
    button = table.labelled(table.say("button", "settings"))
    home, (x, y) = table.page, button.to_window(*button.center)
    Finger.clock = time()
    finger = Noise(x, y, after=0.0)
    assert table.page is home
    finger.to(x + 1, y)
    table.stage.until(lambda: table.page is not home)  # it is let in when it has lasted
    finger.up()
    table.root.home()
    table.stage.rest()
    apart(table)
    home = table.page
    Finger.clock = time()
    Noise(x, y, after=0.0).up()  # over before it was let in, but long enough
    assert table.page is not home


def test_a_touch_counts_while_the_screen_is_built_anew(table: Table) -> None:
    """Its parts have no place before the frame that they are drawn in."""
    button = table.labelled(table.say("button", "settings"))
    home, (x, y) = table.page, button.to_window(*button.center)
    table.root.refresh()
    assert button not in table.all(ActionButton)
    Finger(x, y).up()
    assert table.page is not home
    table.root.home()
    table.stage.rest()
    apart(table)
    home = table.page
    Turns.schedule_once(lambda _: table.root.refresh(), 0)
    Finger.clock = time()
    finger = Noise(x, y, after=0.0)  # let in when it has lasted, between two frames
    sleep(SHORTEST)  # so that both come in the same turn of the loop
    table.stage.until(lambda: table.page is not home, 20)
    finger.up()


def test_a_trembling_finger_types_a_letter_once(table: Table) -> None:
    table.begin_seats()
    table.press(table.labelled("Blau"))
    sheet = table.page.sheet
    assert isinstance(sheet, KeyboardSheet)
    keys = {one.label.lower(): one.to_window(*one.center) for one in table.all(ActionButton)}
    for letter, after in (("a", 0.3), ("a", 0.05), ("n", 0.02), ("n", 0.15), ("e", 0.02)):
        x, y = keys[letter]
        Finger(x, y, after=after).up()
    table.stage.frames(2)
    assert sheet._text == "Anne"


def test_a_wheel_that_turns_fast_loses_no_step(table: Table) -> None:
    steps: list[object] = []
    table.root.bind(on_touch_down=lambda _, touch: steps.append(touch))
    for _ in range(3):
        Wheel(9, 9, after=0.01).up()
    assert len(steps) == 3


def test_a_drop_of_water_does_not_count_as_a_finger_for_ever(table: Table, clock: Clock) -> None:
    drop = Finger(3, 3, after=-2 * STUCK)
    wait(table, clock, 20)
    assert resting(table)
    assert not table.app.event_manager.touch_filter.touched
    drop.to(5, 5).up()
    assert resting(table)


def test_memory_is_tidied_while_a_move_is_shown_and_not_after_it(table: Table) -> None:
    table.app.memory = Memory()
    finger = Finger(3, 3)
    for _ in range(3):  # until what the touch itself left behind has been looked for
        table.stage.rest()
    left = ref(Knot())
    finger.up()
    table.stage.until(lambda: left() is None)


def test_the_resting_screen_changes_now_and_then_and_draws_nothing_else(
    table: Table, clock: Clock
) -> None:
    wait(table, clock, 20)
    attract = table.root.attract
    assert isinstance(attract, Attract)
    assert attract._changes.going and attract._changes.seconds == CHANGE
    table.stage.rest()
    before = table.stage.flips
    table.stage.frames(30)
    assert table.stage.flips == before
    places, words = set(), set()
    for _ in SPOTS:
        attract.change()
        table.stage.frames(3)
        places.add(tuple(attract._body.pos))
        words.add(table.words())
    assert table.stage.flips > before
    assert len(places) == len(SPOTS)
    assert "Touch to play" in "".join(words) and "Zum Spielen" in "".join(words)


@SIZES
def test_the_resting_screen_is_never_cut(table: Table, clock: Clock) -> None:
    """With the longest rule of all."""
    session = table.app.session
    books = [session.package(name).game.rulebook.values() for name in session.games()]
    sure = [one for book in books for one in book if one.strength == "hard" and one.rule]
    longest = max(len(one.rule["de"]) for one in sure)
    wait(table, clock, 20)
    attract = table.root.attract
    assert attract is not None
    attract._rule.text = "Regel und Satz " * (longest // 15 + 1)
    for _ in SPOTS:
        table.stage.settle()
        attract._turn += 1
        attract._arrange()
        assert attract._body.y >= 0 and attract._body.top <= attract.height
        assert attract._body.x >= 0 and attract._body.right <= attract.width


def test_a_rule_of_the_day_comes_again_only_after_all_had_their_day() -> None:
    def clause(number: int, **more: object) -> Clause:
        said = {"de": "…", "en": "…"}
        kept = {"strength": "hard", "source": said, "rule": said} | more
        return Clause(id=f"A{number}", **kept)  # type: ignore[arg-type]

    books = {
        "one": [clause(number) for number in range(7)],
        "two": [clause(9, strength="soft"), *(clause(number) for number in range(10, 17))],
        "leans": [clause(20, rule={"de": "Dazu nicht.", "en": "Not so."})],
        "none": [clause(30, strength="fact")],
    }
    days = [date.fromordinal(739_000 + number) for number in range(14)]
    found = [rule_of_the_day(day, books) for day in days]
    assert len({(game, clause.id) for game, clause in found if clause}) == 14
    assert found[0][0] != found[1][0]
    assert rule_of_the_day(days[0], {"none": books["none"]}) == (None, None)

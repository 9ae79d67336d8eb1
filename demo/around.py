"""A way through all screens around a match: each step yields its name when it is there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from time import monotonic, sleep
from typing import TYPE_CHECKING

from companion.table import Pressed, Released, Scanned, Signal, Turned
from demo.walk import LONGEST, Walk
from ui.devices import NoDevices
from ui.session.past import past

if TYPE_CHECKING:
    from firmware_bridge import DeviceState, Part, ScannerAtPort
    from firmware_bridge.traffic import Contact

PATIENCE = 30.0
"""Seconds for what is done beside the screen."""


class Ailing(NoDevices):
    """All devices there can be, and each has something."""

    def states(self) -> tuple[DeviceState, ...]:
        """None is well."""
        from firmware_bridge import DeviceState, Sentence

        port = ("port", "/dev/ttyACM0")
        lost = (("name", f"{LONGEST} ({LONGEST})"),)
        noise = (("errors", 200), ("seconds", 10))
        return (
            DeviceState("box-1", "box", "missing", Sentence("box.lost", lost)),
            DeviceState("gpio", "gpio", "off", Sentence("device.storm", noise)),
            DeviceState("scanner", "scanner", "missing", Sentence("scanner.refused", (port,))),
        )

    used = False
    """Whether somebody has pressed a key."""

    def contact(self) -> tuple[int, Contact] | None:
        """One with a long name."""
        from firmware_bridge.traffic import Contact

        device = "/dev/input/by-id/usb-PCsensor_FootSwitch3-F1.8_-event-kbd"
        return (1, Contact("key", device, "KEY_PLAYPAUSE")) if self.used else None

    def parts(self) -> tuple[Part, ...]:
        """Some that can be tested."""
        from firmware_bridge.selftest import Part

        return (Part("button", "confirm", 1), Part("dial"), Part("scanner"))

    def latest(self) -> tuple[Signal, ...]:
        """One of each kind."""
        return (
            Pressed(1, 0.0, "gpio", "confirm", 1),
            Released(2, 0.1, "gpio", "confirm", 1),
            Turned(3, 0.2, "gpio", -2, 0),
            Scanned(4, 0.3, "scanner", "M-7Q4K-Z3"),
        )

    def scanners(self) -> tuple[ScannerAtPort, ...]:
        """Two that are heard nevertheless: everybody's, and one with a place."""
        from firmware_bridge import ScannerAtPort

        port = (
            "/dev/serial/by-id/usb-Symbol_Technologies_Inc_2008_Symbol_Bar_Code_Scanner_0001-if00"
        )
        return ScannerAtPort("scanner", port, 0), ScannerAtPort("scanner-2", "/dev/ttyACM1", 3)


def before(walk: Walk) -> Iterator[str]:
    """What is there when nothing has been played yet."""
    walk.root.home()
    yield "home"
    yield from _learn(walk)
    yield from _printing(walk)
    walk.root.home()


def _learn(walk: Walk) -> Iterator[str]:
    """The lessons, and the first of them from laying out to its end."""
    from ui.session.open_match import OpenLesson

    root = walk.root
    course = root.session.course(walk.game)
    if course is None:
        return
    root.go("learn", walk.game)
    yield "lessons"
    root.go("lesson", walk.game, course.lessons[0])
    yield "lesson-table"
    assert isinstance(root.session.open_match, OpenLesson)
    root.play(root.session.open_match)
    yield "lesson"
    walk.press("hint")
    yield "lesson-hint"
    walk.press("rules")
    yield "lesson-rules"
    walk.close()
    presenter, worst = walk.presenter, walk.worst()
    if worst is not None:
        presenter.make(*worst)
        yield "lesson-refused"
        presenter.take_back()
    for task in course.lessons[0].tasks:
        for data in task.way:
            presenter.make(presenter.game.move(data))
        presenter.take_back()
    yield "lesson-reached"


def _printing(walk: Walk) -> Iterator[str]:
    walk.root.go("printing", walk.game)
    yield "print"
    for name in ("print_more", "print_only"):
        walk.press(name)
        walk.root.refresh()
        yield name.replace("_", "-")
    walk.close()
    job = walk.page.job
    job.choose(sheets=("aids",))
    job.start(walk.root.session.language)
    job.wait()
    walk.root.refresh()
    yield "print-ready"
    walk.press("larger")
    yield "print-page"
    walk.close()


def after(walk: Walk) -> Iterator[str]:
    """What is there once something has been played."""
    yield from _afterwards(walk)
    yield from _waiting(walk)
    yield from _in_charge(walk)
    yield from _ailing(walk)
    yield from _resting(walk)


def _afterwards(walk: Walk) -> Iterator[str]:
    from ui.screens.table.link import LinkPage

    root = walk.root
    while not past(root.session):  # what is told of a match that ended is added up beside
        yield ""
    root.go("past")
    yield "past"
    page = walk.page
    page._open(page.chosen[0])
    yield "past-match"
    root.open(LinkPage(root, page.chosen[0], partial(root.go, "past")))
    yield "link"
    root.go("past")
    walk.press("statistics")
    yield "statistics"
    walk.page._show(0)
    yield "statistics-game"
    root.go("scorekeeper")
    yield "score-start"
    walk.page._count(8)
    walk.page._set("zero_sum", True)
    walk.page._start()
    for points in range(15):
        walk.page._tell(points * 13 - 70)
    yield "score"
    root.home()
    yield "home-again"


def _waiting(walk: Walk) -> Iterator[str]:
    """Matches that wait, and the names of those who played."""
    root, session = walk.root, walk.root.session
    package = session.package(walk.game)
    most = package.game.colours[: package.game.players[1]]
    for number in range(6):
        seats = most[: package.game.players[0] + number % 3]
        session.start(package, seats, {seat: f"Anna {number}{at}" for at, seat in enumerate(seats)})
    session.library.journal.flush()
    root.home()
    yield "home-waiting"
    walk.press_label(root.session.words().say("button", "saved_games", {"count": 8}))
    yield "parked"
    walk.press_label("✕")
    yield "delete"
    walk.close()
    root.go("seats", walk.game)
    walk.page._name(most[0])
    yield "names-offered"
    walk.press("other_name")
    yield "name-typed"
    root.home()


def _in_charge(walk: Walk) -> Iterator[str]:
    root = walk.root
    root.go("settings")
    yield "settings"
    walk.press("known")
    yield "names"
    walk.press("forget")
    yield "forget"
    walk.close()
    walk.press("pin_set")
    yield "pin"
    walk.close()
    root.go("television")
    yield "television"
    root.go("club")
    yield "club"
    walk.press("invitation")
    yield "invitation"
    walk.close()
    root.go("maintenance")
    end = monotonic() + PATIENCE
    while walk.page.found is None and monotonic() < end:
        sleep(0.05)
        yield ""
    yield "care"
    for name in ("nights", "passphrase", "restore"):
        walk.press("backups")
        yield "backups"
        walk.press(name)
        yield name
        walk.close()
    for name in ("update", "poweroff"):
        walk.press(name)
        yield name
        walk.close()
    root.home()
    root.pin_lock.set("2749")
    root.go("settings")
    yield "pin-asked"
    walk.close()
    root.pin_lock.remove()


def _ailing(walk: Walk) -> Iterator[str]:
    """All that a device can have, at once."""
    from firmware_bridge import Sentence

    root, around = walk.root, walk.root.peripherals
    well = around.devices, around.mistakes, around.dropped
    where = (("where", "hardware.toml"), ("key", "debounce_ms"), ("value", "-1"))
    ailing = Ailing()
    around.devices, around.dropped = ailing, 3
    around.mistakes = (Sentence("settings.wrong.debounce_ms", where),)
    root.home()
    yield "home-faults"
    root.go("devices", root.page)
    yield "devices-faults"
    walk.press("devices_near")
    yield "hardware"
    walk.press("test_devices")
    yield "hardware-test"
    walk.close()
    root.go("devices", root.page)
    walk.press("devices_near")
    walk.press("wire")
    yield "wire"
    ailing.used = True
    root.news()
    yield "wire-ask"
    walk.close()
    around.devices, around.mistakes, around.dropped = well
    root.home()
    root.go("devices", root.page)
    yield "devices"
    walk.close()


def _resting(walk: Walk) -> Iterator[str]:
    """The screen at rest, and what comes after a fault."""
    from kivy.core.window import Window

    from ui.crash import CrashScreen

    root = walk.root
    root.rest(0.0)
    yield "resting"
    if root.attract is not None:
        root.attract.change()
    yield "resting-other"
    root.wake()
    crash = CrashScreen(root.session.folder, lambda: None, 600)
    Window.add_widget(crash)
    yield "crash"
    Window.remove_widget(crash)

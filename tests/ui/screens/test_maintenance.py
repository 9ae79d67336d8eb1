"""The page about the machine: what is found is said, what is asked for is done or refused."""

import json
import os
import socket
import zipfile
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

import pytest

from companion.maintenance import backup, installer, update
from companion.maintenance.lock import hold
from companion.maintenance.texts import phrasebook
from companion.store import Library
from companion.store.keys import make_key
from firmware_bridge import DeviceState, Sentence, wording
from tests.maintenance.machine import Kiosk, installed_kiosk
from tests.proofs._parts import parts_of, whole
from tests.ui.screens.table import GAME, Table
from tests.ui.stage import Stage
from ui import maintenance
from ui.command import command
from ui.crash import CrashScreen
from ui.devices import NoDevices
from ui.pin_lock import PinLock
from ui.screens.service.maintenance import MaintenancePage
from ui.session import settings
from ui.texts import words
from ui.widgets.button import ActionButton

EVERY = pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
NAME = "Zwackelmann"

pytestmark = pytest.mark.usefixtures("stick")


class Broken(NoDevices):
    """A scanner that does not answer."""

    def states(self) -> tuple[DeviceState, ...]:
        return (DeviceState("scanner", "scanner", "missing", Sentence("scanner.none")),)


def opened(table: Table) -> MaintenancePage:
    table.button("settings")
    table.press(table.reached(table.labelled(table.say("button", "care"))))
    page = table.page
    assert isinstance(page, MaintenancePage)
    table.stage.until(lambda: page.found is not None)
    table.stage.settle()
    return page


def told(table: Table, text: str) -> None:
    """Wait until it is said: what takes time is done beside the screen."""
    table.stage.until(lambda: text in table.words())


def done(table: Table, key: str) -> str:
    """The beginning of a sentence about something that was done."""
    return (
        phrasebook(table.app.session.language)
        .say("done", key, {"file": "\0", "day": "\0", "stick": "\0"})
        .split("\0")[0]
    )


@EVERY
def test_the_maintenance_screens_are_whole_and_nothing_overlaps(table: Table) -> None:
    table.root.peripherals.devices = Broken()
    opened(table)
    for _ in range(2):
        assert table.faults() == []
        table.next_language()
    for keys in (
        ("backups",),
        ("backups", "restore"),
        ("backups", "nights"),
        ("update",),
        ("poweroff",),
    ):
        for key in keys:
            table.button(key)
        assert table.faults() == []
        table.page.close()
    assert wording(Sentence("scanner.none"), table.app.session.language) in table.words()


@EVERY
def test_the_crash_screen_is_whole_and_nothing_overlaps(stage: Stage, tmp_path: Path) -> None:
    asked = []
    for language in ("de", "en"):
        settings.write(tmp_path, settings.Settings(language=language))
        screen = CrashScreen(tmp_path, lambda: asked.append(1), 600)
        screen.size = stage.size
        stage.put(screen)
        stage.settle()
        assert not screen.bundle.cut and not screen.restart.cut
        seen = [one for one in screen.walk() if getattr(one, "text", "")]
        assert len(seen) >= 3
        for one in seen:
            assert one.y >= screen.bundle.top - 1 or one.parent is screen.bundle
            assert one.top <= stage.size[1]
    stage.tap(*screen.bundle.center)
    stage.until(lambda: screen.message.text.startswith("Written"))
    stage.tap(*screen.restart.center)
    assert asked == [1]


def restored(data: Path) -> None:
    """A backup with nothing in it was brought back, in place of settings with another volume."""
    settings.write(data, settings.Settings(language="en", sound=1))
    library = Library(data.parent / "other", maintenance.now)
    file = backup.write_backup(data.parent, data.parent / "other", library, maintenance.now())
    library.close()
    maintenance.restore(file, data)
    backup.finish(data, maintenance.now())


@EVERY
def test_whoever_is_in_charge_reaches_the_way_back_from_a_crash_at_every_size(
    stage: Stage, tmp_path: Path
) -> None:
    data = tmp_path / "data"
    restored(data)
    staff = PinLock(data, monotonic, ())
    staff.set("2749")
    screen = CrashScreen(data, lambda: None, 600, staff)
    screen.size = stage.size
    stage.put(screen)
    stage.settle()
    assert not any(one.cut for one in (screen.bundle, screen.way_back, screen.restart))
    stage.tap(*screen.way_back.center)
    stage.settle()
    for digit in "0⌫2749✓":
        label = words("en").say("button", "done") if digit == "✓" else digit
        (key,) = [one for one in screen.walk() if getattr(one, "label", "") == label]
        assert key.y >= 0 and key.top <= stage.size[1]
        stage.tap(*key.center)
        stage.settle()
    stage.until(lambda: (data / backup.READY).is_dir())


def test_a_restore_that_ends_the_companion_has_a_way_back(stage: Stage, tmp_path: Path) -> None:
    data, asked = tmp_path / "data", list[int]()
    restored(data)
    screen = CrashScreen(data, lambda: asked.append(1), 600, PinLock(data, monotonic, ()))
    screen.size = stage.size
    stage.put(screen)
    stage.settle()
    stage.tap(*screen.way_back.center)
    stage.until(lambda: screen.message.text == phrasebook("en").say("done", "back"))
    stage.until(lambda: asked == [1])
    backup.finish(data, maintenance.now())
    assert not (data / "matches.db").exists()
    assert settings.read(data).sound == 1


def test_the_crash_screen_lets_a_guest_bring_back_what_was(stage: Stage, tmp_path: Path) -> None:
    before = tmp_path / f"{backup.BEFORE}-20261120-200000"
    before.mkdir()
    (before / "settings.toml").write_text("sound = 3\n")
    settings.write(tmp_path, settings.Settings(language="de"))
    staff = PinLock(tmp_path, monotonic, ())
    staff.set("2749")
    screen = CrashScreen(tmp_path, lambda: None, 600, staff)
    screen.size = stage.size
    stage.put(screen)
    stage.settle()
    stage.tap(*screen.way_back.center)
    stage.settle()
    for label in (*"2748", words("de").say("button", "done")):
        (key,) = [one for one in screen.walk() if getattr(one, "label", "") == label]
        stage.tap(*key.center)
        stage.settle()
    seen = [getattr(one, "text", "") for one in screen.walk()]
    assert words("de").say("pin", "wrong") in seen
    assert not (tmp_path / backup.READY).exists()


def test_a_bundle_of_a_real_evening_names_nobody(table: Table, stick: Path) -> None:
    key = make_key(table.app.session.folder)
    table.app.session.set(names=dict.fromkeys(("blue", "green"), NAME))
    table.begin()
    assert NAME in table.words()
    table.touch("blue@-1,0", "0,0")
    table.root.home()
    opened(table)
    table.button("bundle")
    told(table, done(table, "bundle"))
    (file,) = stick.glob("*.zip")
    with zipfile.ZipFile(file) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    content = b"".join(found.values())
    assert NAME.encode() not in content and key.hex().encode() not in content
    assert json.loads(found["journal.json"])["matches"]["games"] == {GAME: 1}
    assert json.loads(found["settings.json"])["language"] == "de"


def test_a_backup_is_brought_back_by_touch(table: Table, stick: Path) -> None:
    restarts = []
    table.root.close = lambda *, again: restarts.append(again)
    folder = table.app.session.folder
    opened(table)
    table.button("backups")
    table.button("backup")
    told(table, done(table, "backup"))
    (file,) = stick.glob("*.backup.zip")
    table.button("backups")
    table.button("restore")
    table.press(table.offered(file.name))
    told(table, done(table, "restore"))
    assert (folder / backup.READY).is_dir()
    table.stage.until(lambda: restarts)
    backup.finish(folder, maintenance.now())
    table.button("backups")
    table.button("restore")
    table.press(table.offered(table.say("button", "way_back")))
    told(table, done(table, "back"))
    file.write_bytes(b"damaged")
    table.button("backups")
    table.button("restore")
    table.press(table.offered(file.name))
    told(table, phrasebook("de").say("trouble", "damaged", {"file": file.name}))


@EVERY
def test_what_a_restore_leaves_out_is_told(table: Table, stick: Path) -> None:
    restarts = list[bool]()
    table.root.close = lambda *, again=False: restarts.append(again)
    library = table.app.session.library
    file = backup.write_backup(stick, table.app.session.folder, library, maintenance.now())
    parts = parts_of(file, (), small=True)
    bad = b'poweroff = ["touch", "mark"]\n'
    small = dict.fromkeys(("hardware.toml", "printing.toml", "box.key", "staff.json"), b"[")
    file.write_bytes(whole(parts, parts.members | {"settings.toml": bad} | small))
    opened(table)
    table.button("backups")
    table.button("restore")
    table.press(table.offered(file.name))
    told(table, phrasebook("de").say("done", "left"))
    table.stage.settle()
    assert table.faults() == []
    assert "poweroff" in table.words()
    assert phrasebook("de").say("left", "pin") in table.words()
    table.tap(3, 3)  # beside it: that would take any other sheet away
    assert table.page.sheet is not None and restarts == []  # nobody is hurried
    (again,) = table.all(ActionButton, table.page.sheet)
    assert isinstance(again, ActionButton)
    table.press(again)
    assert restarts == [True]


@pytest.fixture
def kiosk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kiosk]:
    """Version 2 is installed, and new ones are taken."""
    with installed_kiosk(tmp_path / "kiosk", monkeypatch) as made:
        yield made


def test_a_new_version_comes_from_a_stick_and_only_if_it_is_signed(
    table: Table, stick: Path, kiosk: Kiosk
) -> None:
    opened(table)
    table.button("update")
    told(table, table.say("notice", "no_updates"))
    table.page.close()
    package = kiosk.package("3", to=str(stick / "tabletop-companion_3_all.deb"))
    for refused in ("no_signature", "unsigned"):
        table.button("update")
        table.press(table.offered(package.name))
        told(table, phrasebook("de").say("trouble", refused, {"file": package.name}))
        package.with_name(f"{package.name}.sig").write_bytes(b"0" * update.SIGNATURE)
    kiosk.sign(package)
    table.button("update")
    table.press(table.offered(package.name))
    told(table, done(table, "update"))
    table.button("look_again")
    told(table, phrasebook("de").say("update", "waiting"))
    installer.install(kiosk.machine)
    table.button("look_again")
    told(table, phrasebook("de").say("update", "installed"))


def test_an_older_version_is_asked_about_once_more(table: Table, stick: Path, kiosk: Kiosk) -> None:
    opened(table)
    package = kiosk.signed("1", to=str(stick / "tabletop-companion_1_all.deb"))
    for answer in ("close", "really_older"):
        table.button("update")
        table.press(table.offered(package.name))
        told(table, table.say("notice", "older"))
        assert not (kiosk.machine.kept / update.NEXT).exists()
        assert table.faults() == []
        table.button(answer)
    told(table, done(table, "update"))
    assert (kiosk.machine.kept / update.NEXT).exists()


def test_a_slow_update_does_not_hold_up_the_screen(
    table: Table, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = stick / "tabletop-companion_9_all.deb"
    package.write_bytes(b"!<arch>")
    package.with_name(f"{package.name}.sig").write_bytes(b"0" * update.SIGNATURE)
    monkeypatch.setattr(update, "DOOR", stick / "door")
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(str(update.DOOR))
        door.listen()
        page = opened(table)
        table.button("update")
        table.press(table.offered(package.name))
        assert page.working
        table.press(table.page.header.language)
        assert table.page.title() == "Health and backup"
        table.button("bundle")  # one thing at a time
        line, _ = door.accept()
        with line:
            line.sendall(b"unfit\n")
        told(table, phrasebook("en").say("trouble", "unfit", {"file": package.name}))
    assert not page.working and not [*stick.glob("*.zip")]


def test_a_pipe_or_a_link_on_a_stick_does_not_stop_the_screen(table: Table, stick: Path) -> None:
    os.mkfifo(pipe := stick / "a.backup.zip")
    (link := stick / "tabletop-companion_9_all.deb").symlink_to("/dev/zero")
    link.with_name(f"{link.name}.sig").write_bytes(bytes(update.SIGNATURE))
    (stick / os.fsdecode(b"\xff[b]\n.backup.zip")).write_bytes(b"")
    opened(table)
    for keys, file in ((("backups", "restore"), pipe), (("update",), link)):
        for key in keys:
            table.button(key)
        table.press(table.offered(file.name))
        told(table, phrasebook("de").say("trouble", "not_plain", {"file": file.name}))
    table.button("backups")
    table.button("restore")
    told(table, "2 Dateien lassen sich nicht lesen")
    assert table.labelled("\ufffd[b]\ufffd.backup.zip").detail == "lässt sich nicht lesen"
    table.press(table.labelled("\ufffd[b]\ufffd.backup.zip"))
    told(table, "\ufffd[b]\ufffd.backup.zip ist")


def test_a_machine_that_refuses_to_restart_says_so(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark, program = tmp_path / "mark", tmp_path / "bin" / "systemctl"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\n[ "$1" = poweroff ] && touch {mark}\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    opened(table)
    table.button("poweroff")
    assert not mark.exists()  # asked once more
    table.button("close")
    table.button("poweroff")
    table.button("really_poweroff")
    table.stage.until(mark.exists)
    table.button("reboot")
    table.button("really_reboot")
    refused = phrasebook("de").say("trouble", "not_allowed")
    table.stage.until(lambda: refused in table.words())


def test_no_file_can_name_a_program_to_be_started(tmp_path: Path) -> None:
    (tmp_path / settings.FILE).write_text('poweroff = ["touch", "mark"]\nidle = 99999999999999\n')
    found = settings.read(tmp_path)
    assert not hasattr(found, "poweroff") and found.idle == 20
    settings.write(tmp_path, found)
    kept = (tmp_path / settings.FILE).read_bytes()
    assert settings.judged(kept, settings.Settings())[1] == ("poweroff",)


def test_the_command_line_maintains_the_machine_as_the_screen_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    own = ["--data", str(data), "--language", "de"]
    assert command([*own, "health"]) == 0
    assert "Speicher:" in capsys.readouterr().out
    assert command([*own, "bundle", "--to", str(out)]) == 0
    assert command([*own, "backup", "--to", str(out)]) == 0
    (file,) = out.glob("*.backup.zip")
    assert command([*own, "restore", str(file)]) == 0
    assert "liegt bereit" in capsys.readouterr().out
    parts = parts_of(file, (), small=True)
    file.write_bytes(whole(parts, parts.members | {"printing.toml": b"["}))
    assert command([*own, "restore", str(file)]) == 0
    assert "printing.toml kommt nicht mit" in capsys.readouterr().out
    assert command([*own, "restore", "--back"]) == 1
    assert command([*own, "restore"]) == 2
    assert command([*own, "update", str(file)]) == 1
    assert "fehlt die Unterschrift" in capsys.readouterr().err
    with hold(data) or pytest.fail("nobody held it"):
        assert command([*own, "backup", "--to", str(out)]) == 1
    assert "läuft gerade" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert command(["--data", str(tmp_path / "file"), "backup", "--to", str(out)]) == 1

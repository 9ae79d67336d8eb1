"""The page about the machine: what is found is said, what is asked for is done or refused."""

import json
import os
import zipfile
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from kivy.core.window import Window

from companion.care import backup, update
from companion.care.lock import hold
from companion.care.words import speaker
from companion.store import drives
from companion.store.home import make_key
from firmware_bridge import DeviceState, Sentence
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui import care, settings
from ui.crash import CrashScreen
from ui.devices import NoDevices
from ui.screens.care import CarePage
from ui.screens.settings import SettingsPage

EVERY = pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
NAME = "Zwackelmann"


class Broken(NoDevices):
    """A scanner that does not answer."""

    def states(self) -> tuple[DeviceState, ...]:
        return (DeviceState("scanner", "scanner", "missing", Sentence("scanner.none")),)


@pytest.fixture(autouse=True)
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A USB stick, where sticks are looked for; none of this machine."""
    place = tmp_path / "media" / "user" / "STICK"
    place.mkdir(parents=True)
    monkeypatch.setattr(drives, "ROOTS", (tmp_path / "media",))
    return place


def opened(table: Table) -> CarePage:
    table.button("settings")
    table.press(table.reached(table.labelled(table.say("button", "care"))))
    page = table.page
    assert isinstance(page, CarePage)
    table.stage.until(lambda: page.found is not None)
    table.stage.settle()
    return page


def told(table: Table, text: str) -> None:
    """Wait until it is said: what takes time is done beside the screen."""
    table.stage.until(lambda: text in table.words())


def done(table: Table, key: str) -> str:
    """The beginning of a sentence about something that was done."""
    return (
        speaker(table.app.room.language)
        .say("done", key, {"file": "\0", "day": "\0"})
        .split("\0")[0]
    )


@EVERY
def test_the_care_for_the_machine_is_cut_or_lies_over_something(table: Table) -> None:
    table.glass.devices = Broken()
    opened(table)
    for _ in range(2):
        assert table.faults() == []
        table.glass.next_language()
    for key in ("restore", "update", "poweroff"):
        table.button(key)
        assert table.faults() == []
        table.page.close()
    assert "scanner" in table.words()


@EVERY
def test_the_crash_screen_is_cut_or_lies_over_something(stage: Stage, tmp_path: Path) -> None:
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
    stage.frames(2)
    assert screen.told.text.startswith("Written")
    stage.tap(*screen.restart.center)
    assert asked == [1]


def test_a_bundle_of_a_real_evening_names_somebody(table: Table, stick: Path) -> None:
    key = make_key(table.app.room.folder)
    table.app.room.set(names=dict.fromkeys(("blue", "green"), NAME))
    table.begin()
    assert NAME in table.words()
    table.touch("blue@-1,0", "0,0")
    table.glass.home()
    opened(table)
    table.button("bundle")
    told(table, done(table, "bundle"))
    (file,) = stick.glob("*.zip")
    with zipfile.ZipFile(file) as archive:
        found = {name: archive.read(name) for name in archive.namelist()}
    content = b"".join(found.values())
    assert NAME.encode() not in content and key.hex().encode() not in content
    assert json.loads(found["journal.json"])["matches"]["games"] == {"mesopotamien": 1}
    assert json.loads(found["settings.json"])["language"] == "de"


def test_a_backup_cannot_be_brought_back_by_touch(table: Table, stick: Path) -> None:
    restarts = []
    table.glass.restart = lambda: restarts.append(1)
    folder = table.app.room.folder
    opened(table)
    table.button("backup")
    told(table, done(table, "backup"))
    (file,) = stick.glob("*.backup.zip")
    table.button("restore")
    table.press(table.labelled(file.name))
    told(table, done(table, "restore"))
    assert (folder / backup.READY).is_dir()
    table.stage.until(lambda: restarts)
    backup.finish(folder, care.now())
    table.button("restore")
    table.button("way_back")
    told(table, done(table, "back"))
    file.write_bytes(b"damaged")
    table.button("restore")
    table.press(table.labelled(file.name))
    told(table, speaker("de").say("trouble", "damaged", {"file": file.name}))


def test_a_new_version_is_asked_for_without_its_sum(table: Table, stick: Path) -> None:
    folder = table.app.room.folder
    opened(table)
    table.button("update")
    assert table.say("notice", "no_updates") in table.words()
    table.page.close()
    package = stick / "tabletop-companion_9_all.deb"
    package.write_bytes(b"!<arch>\ndebian-binary   and so on")
    table.button("update")
    table.press(table.labelled(package.name))
    told(table, speaker("de").say("trouble", "no_sum", {"file": package.name}))
    total = sha256(package.read_bytes()).hexdigest()
    package.with_name(f"{package.name}.sha256").write_text(total)
    table.button("update")
    table.press(table.labelled(package.name))
    told(table, done(table, "update"))
    assert update.told(folder) == "waiting"
    table.button("look_again")
    told(table, speaker("de").say("update", "waiting"))


def test_a_slow_stick_holds_up_the_screen(table: Table, stick: Path) -> None:
    package = stick / "tabletop-companion_9_all.deb"
    os.mkfifo(package)  # opening it waits for somebody who writes
    page = opened(table)
    table.button("update")
    table.press(table.labelled(package.name))
    assert page.working
    table.press(table.page.header.language)
    assert table.page.title() == "Health and backup"
    table.button("bundle")  # one thing at a time
    package.write_bytes(b"nothing of the kind")
    told(table, speaker("en").say("trouble", "no_update", {"file": package.name}))
    assert not page.working and not [*stick.glob("*.zip")]


def test_a_machine_that_refuses_leaves_people_waiting(table: Table, tmp_path: Path) -> None:
    room, mark = table.app.room, tmp_path / "mark"
    room.settings = msgspec.structs.replace(
        room.settings, poweroff=("touch", str(mark)), reboot=("no-such-program",)
    )
    opened(table)
    table.button("poweroff")
    assert not mark.exists()  # asked once more
    table.button("close")
    table.button("poweroff")
    table.button("really_poweroff")
    table.stage.until(mark.exists)
    table.button("reboot")
    table.button("really_reboot")
    refused = speaker("de").say("trouble", "not_allowed")
    table.stage.until(lambda: refused in table.words())


def test_the_picture_cannot_be_turned(table: Table) -> None:
    table.button("settings")
    try:
        table.press(table.reached(table.labelled("180°")))
        assert Window.rotation == 180
        assert isinstance(table.page, SettingsPage)
        assert settings.read(table.app.room.folder).rotation == 180
    finally:
        Window.rotation = 0


def test_a_picture_on_its_head_is_another_picture(table: Table) -> None:
    table.begin()
    table.complete()
    upright = table.stage.pixels()
    try:
        Window.rotation = 180
        Window.update_viewport()  # it would come with some later frame
        table.glass.play(table.sitting)
        table.complete()
        turned = table.stage.pixels()
    finally:
        Window.rotation = 0
    there = [upright[at : at + 3] for at in range(0, len(upright), 4 * 97)]
    again = [turned[at : at + 3] for at in range(len(turned) - 4, -1, -4 * 97)]
    other = sum(
        max(map(lambda a, b: abs(a - b), one, two)) > 40
        for one, two in zip(there, again, strict=True)
    )
    assert len(set(there)) > 20  # there is something to be seen
    assert other < len(there) / 20  # edges fall otherwise on the pixels


def test_the_terminal_does_something_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data, out = tmp_path / "data", tmp_path / "out"
    own = ["--data", str(data), "--language", "de"]
    assert care.command([*own, "health"]) == 0
    assert "Speicher:" in capsys.readouterr().out
    assert care.command([*own, "bundle", "--to", str(out)]) == 0
    assert care.command([*own, "backup", "--to", str(out)]) == 0
    (file,) = out.glob("*.backup.zip")
    assert care.command([*own, "restore", str(file)]) == 0
    assert "Liegt bereit" in capsys.readouterr().out
    assert care.command([*own, "restore", "--back"]) == 1
    assert care.command([*own, "restore"]) == 2
    assert care.command([*own, "update", str(file)]) == 1
    assert "kein Paket" in capsys.readouterr().err
    with hold(data) or pytest.fail("nobody held it"):
        assert care.command([*own, "backup", "--to", str(out)]) == 1
    assert "läuft gerade" in capsys.readouterr().err
    (tmp_path / "file").write_text("")
    assert care.command(["--data", str(tmp_path / "file"), "backup", "--to", str(out)]) == 1

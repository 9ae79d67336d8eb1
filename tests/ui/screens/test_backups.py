"""The sheet about backups: by itself each night, locked with a passphrase, brought back."""

from datetime import timedelta
from pathlib import Path
from threading import Event
from typing import Any

import msgspec
import pytest

from companion.maintenance import backup, generations, passphrase
from companion.maintenance.texts import phrasebook
from tests.ui.screens.table import Table
from tests.ui.screens.test_maintenance import EVERY, done, opened, told
from tests.ui.stage import Stage
from ui import maintenance
from ui.guests.seated import Seats, Sitting
from ui.session.open_match import now
from ui.shell.toast import Toast

LETTERS = "sieben segel"


def typed(table: Table, text: str) -> None:
    """Type it on the keys of the screen."""
    table.stage.settle()
    for letter in text:
        table.press(table.labelled(table.say("button", "space") if letter == " " else letter))
    table.button("done")


def test_a_passphrase_is_given_once_and_asked_for_when_a_backup_is_brought_back(
    table: Table, stick: Path
) -> None:
    restarts = list[bool]()
    table.root.close = lambda *, again=False: restarts.append(again)
    folder = table.app.session.folder
    opened(table)
    for letters, said in (("kurz", "short_passphrase"), (LETTERS, "")):
        table.button("backups")
        table.button("passphrase")
        assert table.faults() == []
        typed(table, letters)
        own = phrasebook("de")
        told(table, own.say("trouble", said) if said else own.say("done", "passphrase"))
    table.button("backups")
    table.button("backup")
    told(table, done(table, "backup_locked"))
    (file,) = stick.glob("*.backup.locked")
    table.button("backups")
    table.button("restore")
    table.press(table.offered(file.name))
    table.stage.until(lambda: table.page.sheet is not None)
    typed(table, LETTERS[1:])
    told(table, phrasebook("de").say("trouble", "wrong_passphrase", {"file": file.name}))
    assert not (folder / backup.READY).exists()
    table.stage.until(lambda: table.page.sheet is not None)  # it is asked for again
    assert isinstance(table.page.children[0], Toast), "why stands over what is asked"
    typed(table, LETTERS)
    told(table, done(table, "restore"))
    table.stage.until(lambda: restarts)
    assert (folder / backup.READY).is_dir()
    table.button("backups")
    table.button("passphrase_none")
    told(table, phrasebook("de").say("done", "passphrase_none"))
    assert passphrase.kept(folder) is None


@EVERY
def test_a_stick_is_chosen_for_the_nights_and_what_is_overdue_stands_on_the_way_there(
    table: Table, stick: Path
) -> None:
    folder, late = table.app.session.folder, timedelta(days=9)
    page = opened(table)
    table.button("backups")
    table.button("nights")
    table.press(table.offered(stick.name))
    told(table, done(table, "nights"))
    never = phrasebook("de").say("health", "backup_none")
    table.stage.until(lambda: not any(never in word for word in table.words()))
    (file,) = stick.glob("*.nights/*.backup.zip")
    table.button("backups")
    assert table.faults() == []
    table.button("restore")
    said = table.offered(file.name).detail
    assert file.parent.name in said and "/" not in said
    page.close()
    known = generations.read(folder)
    ago = {name: getattr(known, name) - late for name in ("since", "night", "last")}
    old = msgspec.structs.replace(known, **ago)
    generations.write(folder, old)
    line = table.app.session.words().say("button_detail", "care_late", {"count": 9})
    table.button("look_again")
    table.stage.until(lambda: page.found is not None)
    told(table, phrasebook("de").say("health", "backup_old", {"count": 9}))
    table.root.go("settings")
    assert table.labelled(table.say("button", "care")).detail == line
    assert table.faults() == []
    table.root.home()
    assert table.labelled(table.say("button", "settings")).detail == line
    assert table.faults() == []
    table.app.nights.look()  # as it does each minute
    table.stage.until(lambda: generations.read(folder).night != old.night)
    # Of one day the last one stays; made within one second, both have one name.
    table.stage.until(lambda: len([*file.parent.glob("*.backup.zip")]) == 1)
    opened(table)
    table.button("backups")
    table.button("nights")
    table.press(table.reached(table.offered(table.say("button", "nights_end"))))
    told(table, phrasebook("de").say("done", "nights_off"))
    table.root.home()
    assert table.labelled(table.say("button", "settings")).detail == ""


def test_a_backup_is_made_while_the_machine_is_still_looked_at(
    table: Table, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, look, seen = opened(table), maintenance.look, Event()

    def slow(*about: Any) -> Any:
        assert seen.wait(60)
        return look(*about)

    monkeypatch.setattr(maintenance, "look", slow)
    table.button("look_again")
    assert page.found is None
    table.button("backups")
    table.button("backup")
    told(table, done(table, "backup"))
    assert [*stick.glob("*.backup.zip")]
    seen.set()
    table.stage.until(lambda: page.found is not None)


def test_a_forgotten_name_comes_back_by_no_way_back_and_is_known_of_no_telephone(
    stage: Stage, tmp_path: Path
) -> None:
    name, folder = "Zwackelmann", tmp_path / "data"
    table = Table(stage, folder)
    table.begin()
    session, match = table.app.session, table.open_match.name
    session.set(names={"blue": name})
    assert table.open_match.match.hand_over("blue", name).done
    seats = Seats(folder)
    at = Sitting(match, table.open_match.match.seats, {"blue": name})
    assert seats.sit(seats.offer("blue").secret, "0" * 64, "de", at)
    table.saved()
    file = backup.write_backup(tmp_path, folder, session.library, now())
    table.close()

    def restored() -> Table:
        backup.finish(folder, now())
        return Table(stage, folder)

    def naming() -> list[str]:
        files = (one for one in folder.rglob("*") if one.is_file())
        return [one.name for one in files if name.encode() in one.read_bytes()]

    maintenance.restore(file, folder)
    table = restored()
    assert naming().count("matches.db") == naming().count("settings.toml") == 2
    assert Seats(folder).of(at), "it is at its seat as long as the name is known"
    table.root.home()
    assert table.app.session.rename_player(name, "")()
    table.close()
    assert naming() == []
    backup.back(folder)
    table = restored()
    (there,) = table.app.session.library.matches()
    assert there.match == match and not there.heading.players
    table.app.session.resume(match)
    assert table.told == ["Started", "HandedOver"] and naming() == []
    table.close()


@pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True, ids=str)
@pytest.mark.parametrize("written", [b"", b"\0" * 99, b'{"x":' + b"[" * 900, b'{"salt":"00"}'])
def test_no_backup_is_written_open_where_its_passphrase_cannot_be_read_any_more(
    table: Table, stick: Path, written: bytes
) -> None:
    folder = table.app.session.folder
    passphrase.keep(folder, LETTERS)
    (folder / passphrase.FILE).write_bytes(written)
    opened(table)
    table.button("backups")
    assert table.say("notice", "backups_unreadable") in table.words()
    assert not table.faults()
    table.button("backup")
    told(table, phrasebook("de").say("trouble", "lock_unreadable"))
    assert [*stick.iterdir()] == []
    table.button("backups")
    table.button("passphrase")
    typed(table, LETTERS)
    told(table, phrasebook("de").say("done", "passphrase"))
    table.button("backups")
    table.button("backup")
    told(table, done(table, "backup_locked"))


@pytest.mark.parametrize(
    "written",
    [
        '{"mark":"a","x":' + "[" * 5000,
        '{"mark":"a","last":"0001-01-01T00:00:00+23:59"}',
        '{"mark":"a","last":"9999-12-31T23:59:59-23:59"}',
    ],
    ids=["nested", "too early", "too late"],
)
def test_what_cannot_be_of_the_nights_does_not_stop_the_sheet(table: Table, written: str) -> None:
    (table.app.session.folder / generations.FILE).write_text(written)
    opened(table)
    table.button("backups")
    assert table.say("notice", "nights_off") in table.words()
    assert table.say("notice", "backup_never") in table.words()

"""A table and its club, by touch: joined by a code or a line, left, and missed only for long."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import select

from companion.notes import Notes, Standing
from companion.table import Scanned
from hub.boards import board
from hub.database import reading
from hub.schema import tables
from tests.club.places import Hub
from tests.ui.screens.table import GAME, Table
from tests.ui.screens.test_television import until
from ui.screens.service.club import ClubPage
from ui.shell.badges import badges
from ui.shell.keyboard import KeyboardSheet


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hub]:
    hub = Hub(tmp_path_factory.mktemp("hub"))
    yield hub
    hub.close()


def at_the_hub(hub: Hub) -> bytes | None:
    """The board of the one table that is there."""
    with reading(hub.database) as connection:
        return board(hub.database, connection.execute(select(tables.c.id)).scalar_one())


def to_the_club(table: Table) -> None:
    """By touch, as somebody does it at the table."""
    table.button("settings")
    table.press(table.reached(table.labelled(table.say("button", "club"))))
    assert isinstance(table.page, ClubPage)


def test_a_table_joins_with_a_scanned_code_shows_its_board_on_the_wall_and_leaves_again(
    table: Table, hub: Hub, tmp_path: Path
) -> None:
    assert not (tmp_path / "club").exists()
    to_the_club(table)
    assert table.say("notice", "club_how") in table.words() and table.faults() == []
    table.root.signal(Scanned(1, 0.0, "scanner", hub.invite("Tisch am Fenster")))
    until(table, lambda: "Tisch am Fenster" in table.words())
    until(table, lambda: "Der Verein hat alles bis" in table.words())
    assert table.faults() == []
    table.root.home()
    table.begin()
    until(table, lambda: at_the_hub(hub))
    first = at_the_hub(hub)
    table.touch("blue@-1,0", "0,0")
    until(table, lambda: at_the_hub(hub) != first)
    told = at_the_hub(hub)
    assert told is not None and f'"game":"{GAME}"'.encode() in told and b'"look":' in told
    table.root.home()
    until(table, lambda: at_the_hub(hub) is None)
    to_the_club(table)
    table.press(table.labelled(table.say("button", "club_leave")))
    assert table.say("notice", "club_leave") in table.words() and table.faults() == []
    table.press(table.labelled(table.say("button", "really_club_leave")))
    until(table, lambda: table.say("notice", "club_how") in table.words())
    assert "gehört zu keinem Verein mehr" in table.words()
    assert not (tmp_path / "club" / "uplink.db").exists()


def test_what_is_no_invitation_is_said_and_one_can_be_typed_with_all_its_signs(
    table: Table,
) -> None:
    to_the_club(table)
    table.press(table.labelled(table.say("button", "invitation")))
    sheet = table.page.sheet
    assert isinstance(sheet, KeyboardSheet) and table.faults() == []
    shown = {one.label.lower() for one, _ in sheet._keys}
    table.press(table.labelled(table.say("keyboard", "signs")))
    shown |= {one.label.lower() for one, _ in sheet._keys}
    assert shown >= set("abcdefghijklmnopqrstuvwxyz0123456789.:-")
    for sign in "club.local 8443":
        sheet.strike(sign)
    table.press(table.labelled(table.say("button", "done")))
    until(table, lambda: "Das ist keine Einladung eines Vereins" in table.words())
    assert table.faults() == []


def test_a_quiet_mark_says_up_to_when_the_club_has_everything_once_it_is_away_for_long(
    table: Table, tmp_path: Path
) -> None:
    def marks() -> list[tuple[str, str]]:
        table.app._look_at_club()
        found = badges(table.app.session, table.root.peripherals)
        return [(one.mood, one.detail) for one in found if one.label == "Verein"]

    notes, now = Notes(tmp_path / "club" / "notes"), 1_790_000_000.0
    assert marks() == []
    notes.stand(Standing(name="Tisch 1", host="hub", heard=now))
    club = table.root.peripherals.club
    club._now = lambda: now + 300
    assert marks() == []  # a short while is nobody's news
    notes.stand(Standing(name="Tisch 1", host="hub", heard=now, away=True))
    club._now = lambda: now + 660
    ((mood, detail),) = marks()
    assert mood == "busy" and detail.startswith("Der Verein hat alles bis")
    notes.stand(Standing(name="Tisch 1", heard=now + 650, de="Ausgeschlossen.", en="Shut out."))
    assert marks() == [("busy", "Ausgeschlossen.")]
    notes.stand(Standing())
    assert marks() == []
    for senseless in (  # says nothing
        b'{"name":"' + b"x" * 9000 + b'"}',
        b'{"name":"Tisch 1","heard":1e300}',
        b'{"name":"Tisch 1","heard":-1e300,"away":true}',
    ):
        (notes.folder / "standing").write_bytes(senseless)
        assert marks() == []

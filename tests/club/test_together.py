"""Several processes of one hub, and tables that are only simulated."""

import ssl
from http.client import HTTPSConnection
from pathlib import Path

import pytest
from sqlalchemy import select

from companion.club.simulate import command
from hub.database import reading
from hub.people import Right, allow
from hub.schema import tables
from tests.club.places import Hub, Table
from tests.club.postgres import Postgres


def test_a_page_of_one_process_hears_what_another_one_was_told(
    table: Table, tmp_path: Path, postgres: Postgres
) -> None:
    address = postgres.database()
    one, other = (Hub(tmp_path / name, address) for name in ("one", "other"))
    key = allow(other.database, Right("wall", False))
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    line = HTTPSConnection("127.0.0.1", other.port, context=context, timeout=60)
    line.request("GET", f"/{key}/stream")
    told = line.getresponse()
    assert told.readline() == b"data: here\n"
    table.join(one, "Table 1")
    table.play(table.begin(), 3)
    table.settle()
    table.step_by_step()[0].look(0.0)
    told.readline()
    assert told.readline() == b"data: changed\n"
    table.lead_to(other.port)  # of the same house: its certificate is believed, too
    table.play(table.begin(), 3)
    table.settle()
    table.step_by_step()[0].look(0.0)
    assert table.noted() == "" and sum(one.number for one in table.cursors()) == 8
    told.close()
    line.close()
    for hub in (one, other):
        hub.close()


def test_simulated_tables_play_tell_and_report(
    hub: Hub, capsys: pytest.CaptureFixture[str]
) -> None:
    invitations = [hub.invite(f"Simulated {number}") for number in range(2)]
    options = ["--minutes", "0.02", "--pace", "6000", "--away", "0.2"]
    assert command(["simulate", *invitations, *options]) == 0
    with reading(hub.database) as connection:
        asked = select(tables.c.painted).where(tables.c.name.startswith("Simulated"))
        assert all(connection.execute(asked).scalars()), "their boards are seen on the wall"
    said = capsys.readouterr().out
    assert "2 tables: " in said and "seconds until the hub had one" in said
    assert command(["simulate", "nonsense"]) == 2

"""Rows that are whole and were never written here: what can be read is shown, the rest is named."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from companion.store import Damage, Heading, Library, Origin
from companion.store.rows import seal
from companion.store.tables import MATCHES
from tests.store.power import CutDisk
from tests.store.table import hide, now, play, played, secret, started

FOREIGN = (
    b"",
    b"null",
    b"[]",
    b"7",
    b"\xff\xfe",
    b"[" * 100_000,
    b'{"game":7}',
    b'{"game":"ferry","seats":["red"],"players":["Ada"]}',
    b'{"last":"Ada"}',
    b'{"last":7,"how":7,"event":7,"entry":7,"commitment":7}',
    b'{"entry":"started","number":1,"at":0.0,"players":["Ada"],"sentences":["Ada"]}',
    b'{"game":"ferry","seats":[],"begun":"0001-01-01T00:00:00","last":"9999-12-31T23:59:59Z"}',
)
TABLES = ("match", "entry", "box", "player", "result", "summary", "score")


def smuggle(folder: Path, table: str, key: str, body: bytes) -> None:
    """A row that is sealed as it should be, at the end of its chain."""
    with closing(sqlite3.connect(folder / MATCHES)) as opened:
        found = opened.execute(
            f"SELECT number, seal FROM {table} WHERE key = ? ORDER BY number DESC", (key,)
        ).fetchone()
        number, before = found or (0, b"")
        row = (key, number + 1, body, seal(before, table, key, number + 1, body))
        opened.execute(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", row)
        opened.commit()


@pytest.mark.parametrize("table", TABLES)
def test_a_foreign_row_neither_hides_matches_nor_stops_the_saving(
    tmp_path: Path, table: str
) -> None:
    library = Library(tmp_path, now)
    match, lines = play(library, 4)
    library.met("Ada")
    assert library.close()
    for number, body in enumerate(FOREIGN):
        smuggle(tmp_path, table, f"foreign{number}", body)
        if table != "entry":
            smuggle(tmp_path, table, match, body)
    library = Library(tmp_path, now)
    assert match in [one.match for one in library.matches()]
    assert library.unreadable().keys() <= {f"foreign{number}" for number in range(len(FOREIGN))}
    for read in (library.results, library.summaries, library.scores, library.players):
        read()
    assert library.boxes("some game") == {}
    assert library.read(match).lines == lines
    assert library.resume(match).reading.lines == lines
    assert library.rename_player("Ada", "Ida")
    assert library.forget_player("Ida")
    library.journal.append(match, played(5))
    library.forget("foreign1")
    assert library.close()


@pytest.mark.parametrize("table", ["match", "score", "summary"])
def test_a_name_is_never_left_in_a_row_that_nobody_understands(tmp_path: Path, table: str) -> None:
    library = Library(tmp_path, now)
    play(library, 4)
    assert library.close()
    smuggle(tmp_path, table, "foreign", b'["Ada", "never mind')
    library = Library(tmp_path, now)
    assert library.rename_player("Ada", "Ida")
    assert library.forget_player("Ida")
    assert library.close()
    data = (tmp_path / MATCHES).read_bytes()
    assert b"Ada" not in data and b"Ida" not in data


def test_a_match_that_cannot_be_listed_is_named(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, _ = play(library, 2)
    assert library.close()
    for key, first in (("known", b'{"entry":"?","game":"ferry"}'), ("unknown", b"7")):
        smuggle(tmp_path, "match", key, b"[]")
        smuggle(tmp_path, "entry", key, first)
    library = Library(tmp_path, now)
    assert [one.match for one in library.matches()] == [match]
    assert library.unreadable() == {"known": Origin("ferry"), "unknown": Origin()}
    library.close()


def test_impossible_dates_do_not_end_the_list(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, _ = play(library, 2)
    assert library.close()
    smuggle(tmp_path, "match", match, FOREIGN[-1])
    library = Library(tmp_path, now)
    assert [one.heading for one in library.matches()] == [Heading("ferry", ())]
    library.close()


def test_what_a_match_hides_is_never_told_in_spite_of_one_foreign_row(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    sink = library.begin()
    sink.keep(started())
    hide(library, sink.match, 2, secret("seven"))
    sink.keep(played(2, hides=secret("seven")))
    assert library.close()
    for table in ("secret", "checkpoint"):
        with closing(sqlite3.connect(tmp_path / "secrets.db")) as opened:
            sign = seal(b"", table, sink.match, 0, b"[]")
            if table == "secret":
                ((sign,),) = opened.execute("SELECT seal FROM secret")
                sign = seal(sign, table, sink.match, 1, b"[]")
            row = (sink.match, int(table == "secret"), b"[]", sign)
            opened.execute(f"INSERT INTO {table} VALUES (?, ?, ?, ?)", row)
            opened.commit()
    library = Library(tmp_path, now)
    resumed = library.resume(sink.match)
    assert resumed.secrets == {2: secret("seven")}
    assert resumed.checkpoint is None
    library.close()


def test_a_broken_page_hides_no_other_match(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    matches = {play(library, 60, f"{name} walks")[0] for name in ("Ada", "Ben", "Cleo")}
    assert library.close()
    data = bytearray((tmp_path / MATCHES).read_bytes())
    with closing(sqlite3.connect(tmp_path / MATCHES)) as opened:
        ((root,),) = opened.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'sqlite_autoindex_entry_1'"
        )
    data[(root - 1) * 4096 : root * 4096] = Random(1).randbytes(4096)
    (tmp_path / MATCHES).write_bytes(data)
    said: list[Damage] = []
    library = Library(tmp_path, now, on_damage=said.append)
    assert {one.match for one in library.matches()} == matches
    assert len(said) == 1
    library.close()


def test_one_broken_row_on_a_full_disk_hides_no_other_match(tmp_path: Path) -> None:
    library = Library(tmp_path / "before", now)
    match, _ = play(library, 3)
    other, _ = play(library, 3)
    assert library.close()
    content = {file.name: file.read_bytes() for file in (tmp_path / "before").iterdir()}
    at = content[MATCHES].index(b'"begun"')
    content[MATCHES] = content[MATCHES][:at] + b'"Begun"' + content[MATCHES][at + 7 :]
    (tmp_path / "full").mkdir()
    disk = CutDisk(tmp_path / "full", content, Random(1), 10**9)
    disk.full = True
    library = Library(tmp_path / "full", now, disk=disk, pauses=(60.0,))
    assert {one.match for one in library.matches()} in ({match}, {other})
    library.close()

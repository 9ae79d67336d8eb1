"""Where a match stood is kept with what it hides, and only believed of the very same entries."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.match.checkpoint import Checkpoint
from companion.match.clock import Thinking
from companion.store import Connection, Library, RealDisk
from companion.store.disk import DiskError
from companion.store.library import MatchSink
from companion.store.rows import seal
from tests.store.table import copy, hide, now, play, played, secret, started

STONE = "the stone in the hand"


def checkpoint(number: int, position: str = STONE) -> Checkpoint:
    return Checkpoint(
        number=number,
        game="some game",
        rules=1,
        program="0.1.0",
        position=msgspec.Raw(msgspec.json.encode({"hand": position})),
        steps=number - 1,
        play_time=1.5 * number,
        clocks=Thinking(used={"red": 0.25}, running=frozenset({"red"})),
    )


def _hiding(library: Library) -> MatchSink:
    """A match whose second entry hides something."""
    sink = library.begin()
    sink.keep(started())
    hide(library, sink.match, 2, secret("seven"))
    sink.keep(played(2, hides=secret("seven")))
    return sink


class _Blind(RealDisk):
    """A disk that does not give out single seals."""

    def connect(self, path: Path) -> Connection:
        return _Opened(super().connect(path))


class _Opened:
    def __init__(self, opened: Connection) -> None:
        self._opened = opened
        self.close = opened.close

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        if sql.startswith("SELECT seal"):
            raise DiskError("broken", 11)
        return self._opened.execute(sql, values)


def test_a_checkpoint_that_cannot_be_made_or_checked_holds_up_nothing(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, lines = play(library, 5)
    library.journal.checkpoint(match, checkpoint(4))
    assert library.close()
    library = Library(tmp_path, now, disk=_Blind())
    found = library.resume(match)
    assert found.reading.lines == lines and found.checkpoint is None
    found.sink.keep_checkpoint(checkpoint(5))
    found.sink.keep(played(6))
    assert library.journal.flush() and library.journal.state().saving
    assert library.journal.saved(match) == 6
    assert library.close()


def test_a_checkpoint_survives_a_pulled_plug(tmp_path: Path) -> None:
    library = Library(tmp_path / "data", now)
    match, _ = play(library, 30)
    library.journal.checkpoint(match, checkpoint(10, "another stone"))
    library.journal.checkpoint(match, checkpoint(20))
    assert library.journal.flush()
    pulled = Library(copy(tmp_path / "data", tmp_path / "pulled"), now)
    assert pulled.resume(match).checkpoint == checkpoint(20)
    assert library.close() and pulled.close()
    again = Library(tmp_path / "data", now)
    assert again.resume(match).checkpoint == checkpoint(20)
    assert again.resume(match).checkpoint == checkpoint(20), "while it is played"
    assert again.close()


def test_a_checkpoint_of_entries_that_came_to_nothing_is_never_believed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    library = Library(data, now)
    match, _ = play(library, 10)
    assert library.journal.flush()
    before = copy(data, tmp_path / "before")
    for number in range(11, 31):
        library.journal.append(match, played(number, "It was not to be."))
    library.journal.checkpoint(match, checkpoint(20))
    library.journal.checkpoint(match, checkpoint(31))  # of an entry that was never handed over
    assert library.journal.flush() and library.close()
    for file in ("matches.db", "matches.db-wal"):  # as another disk may have it, or a backup
        (data / file).unlink(missing_ok=True)
        if (before / file).exists():
            (data / file).write_bytes((before / file).read_bytes())

    library = Library(data, now)
    found = library.resume(match)
    assert len(found.reading.lines) == 10 and found.checkpoint is None
    for number in range(11, 31):
        found.sink.keep(played(number))
    assert library.journal.flush()
    assert library.resume(match).checkpoint is None, "the entry 20 is another one"
    found.sink.keep_checkpoint(checkpoint(20, "a third stone"))
    assert library.journal.flush()
    assert library.resume(match).checkpoint == checkpoint(20, "a third stone")
    assert library.close()


def test_a_checkpoint_outlives_a_renamed_player_and_a_forgotten_match(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path, now)
    match, _ = play(library, 10)
    other, _ = play(library, 10, "Carla")
    for one in (match, other):
        library.journal.checkpoint(one, checkpoint(5))
    assert library.journal.flush() and library.close()

    library = Library(tmp_path, now)
    assert library.rename_player("Ada", "Eva")
    assert library.resume(match).checkpoint is None, "its entries are sealed anew"
    assert library.resume(other).checkpoint == checkpoint(5)
    library.forget(match)
    library.forget(other)
    assert library.close()
    assert not [one for one in tmp_path.iterdir() if STONE.encode() in one.read_bytes()]


def test_a_match_goes_on_without_its_damaged_checkpoint(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    sink = _hiding(library)
    for number in range(3, 9):
        sink.keep(played(number))
    sink.keep_checkpoint(checkpoint(4, "an early stone"))
    sink.keep_checkpoint(checkpoint(8))
    assert library.close()
    file = tmp_path / "secrets.db"
    file.write_bytes(file.read_bytes().replace(STONE.encode(), STONE.upper().encode()))

    damages: list[object] = []
    library = Library(tmp_path, now, on_damage=damages.append)
    found = library.resume(sink.match)
    assert found.checkpoint == checkpoint(4, "an early stone")
    assert found.secrets == {2: secret("seven")} and len(found.reading.lines) == 8
    assert len(damages) == 1
    assert library.close()


def test_secrets_of_before_there_were_checkpoints_can_be_read(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    sink = _hiding(library)
    assert library.close()
    older = sqlite3.connect(tmp_path / "secrets.db")
    older.execute("DROP TABLE checkpoint")
    older.execute("PRAGMA user_version = 1")
    older.execute(f"PRAGMA application_id = {0x74620000 + 1}")
    older.commit()
    older.execute("VACUUM")
    older.close()

    library = Library(tmp_path, now)
    assert library.journal.flush() and library.journal.state().saving
    found = library.resume(sink.match)
    assert found.secrets == {2: secret("seven")} and found.checkpoint is None
    found.sink.keep(played(3))
    found.sink.keep_checkpoint(checkpoint(3))
    assert library.close()
    library = Library(tmp_path, now)
    assert library.resume(sink.match).checkpoint == checkpoint(3)
    assert library.close()


def test_a_checkpoint_written_by_another_version_keeps_no_match_closed(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, lines = play(library, 4)
    library.journal.checkpoint(match, checkpoint(3))
    assert library.close()
    file = tmp_path / "secrets.db"
    connection = sqlite3.connect(file)
    ((body,),) = connection.execute("SELECT body FROM checkpoint").fetchall()
    connection.close()
    assert b'"play_time"' in body
    other = body.replace(b'"play_time"', b'"time_of_it"')
    connection = sqlite3.connect(file)
    sign = seal(b"", "checkpoint", match, 0, other)
    connection.execute("UPDATE checkpoint SET body = ?, seal = ?", (other, sign))
    connection.commit()
    connection.close()
    library = Library(tmp_path, now)
    found = library.resume(match)
    assert found.checkpoint is None and found.reading.lines == lines
    assert library.close()

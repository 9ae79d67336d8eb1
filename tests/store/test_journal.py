"""What the journal promises the table while everything works."""

import threading
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.match.entries import encode
from companion.store import Connection, Heading, Library, RealDisk, State
from companion.store.chained_table import ChainedTable
from companion.store.disk import DiskError
from companion.store.rows import NewRow
from companion.store.schema import table
from companion.store.vault import Hidden
from tests.store.table import hide, now, play, played, secret, started, stored


class SlowDisk(RealDisk):
    """A disk that makes whoever commits wait until it is told to go on."""

    def __init__(self) -> None:
        self.go_on = threading.Event()
        self.go_on.set()

    def connect(self, path: Path) -> Connection:
        return _Slow(super().connect(path), self.go_on)


class _Slow:
    def __init__(self, opened: Connection, go_on: threading.Event) -> None:
        self._opened, self._go_on = opened, go_on
        self.close = opened.close

    def execute(self, sql: str, values: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
        if sql == "COMMIT":
            self._go_on.wait()
        return self._opened.execute(sql, values)


def test_a_match_read_again_is_the_match_that_was_played(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, lines = play(library, 300)
    assert library.close()
    again = Library(tmp_path, now)
    assert again.read(match).lines == lines
    assert again.read(match).damage is None
    again.close()


def test_nobody_waits_for_a_disk_that_does_not_answer(tmp_path: Path) -> None:
    disk, saved = SlowDisk(), []
    library = Library(tmp_path, now, disk=disk, on_saved=lambda match, n: saved.append(n))
    disk.go_on.clear()
    match, lines = play(library, 50)  # would never return if anything waited
    assert library.journal.saved(match) == 0
    assert saved == []
    disk.go_on.set()
    assert library.journal.flush()
    assert library.journal.saved(match) == 50
    assert saved == sorted(saved)
    assert saved[-1] == 50
    assert len(saved) <= 3  # what came in meanwhile went into one transaction
    library.close()
    assert stored(tmp_path, match) == lines


def test_entries_handed_over_before_closing_are_durable(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, lines = play(library, 200)
    assert library.close()
    assert library.journal.saved(match) == 200
    assert stored(tmp_path, match) == lines


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, lines = play(library, 20)
    library.close()
    library = Library(tmp_path, now)
    sink = library.resume(match).sink
    assert library.journal.saved(match) == 20
    sink.keep(played(21))
    assert library.journal.flush()
    library.close()
    assert stored(tmp_path, match) == (*lines, encode(played(21)))


def test_a_gap_in_the_numbers_is_refused_at_the_door(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, _ = play(library, 3)
    with pytest.raises(ValueError, match="entry 5 after 3"):
        library.journal.append(match, played(5))
    with pytest.raises(ValueError, match="entry 3 after 3"):
        library.journal.append(match, played(3))
    assert library.close()
    assert len(stored(tmp_path, match)) == 3


def test_a_match_that_nobody_sat_down_to_takes_no_entries(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, _ = play(library, 3)
    library.close()
    library = Library(tmp_path, now)
    with pytest.raises(ValueError, match="neither begun nor resumed"):
        library.journal.append(match, played(4))
    with pytest.raises(LookupError):
        library.resume("no such match")
    library.close()


def test_the_list_shows_who_played_what_and_whether_it_ended(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    first, _ = play(library, 3)
    second, _ = play(library, 3)
    library.end(first, {"places": [["red"], ["blue"]]})
    assert library.journal.flush()
    listed = {one.match: one for one in library.matches()}
    players = {"red": "Ada", "blue": "Ben"}
    assert listed[first].heading == Heading("some game", ("red", "blue"), players, now(), now())
    assert (listed[first].ended, listed[second].ended) == (True, False)
    assert library.results() == {first: {"places": [["red"], ["blue"]]}}
    library.close()


def test_what_owners_told_about_their_box_is_there_for_the_next_match(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    library.keep_box("ferry", "ours/old", {"boards": [1]})
    library.keep_box("ferry", "ours/old", {"boards": [1, 2]})
    library.keep_box("ferry", "theirs", {"boards": []})
    library.keep_box("mayapan", "ours", {"boards": [9]})
    library.close()
    library = Library(tmp_path, now)
    assert library.boxes("ferry") == {"ours/old": {"boards": [1, 2]}, "theirs": {"boards": []}}
    library.close()


def test_two_matches_at_once_do_not_mix(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    one, other = library.begin(), library.begin()
    for sink in (one, other):
        sink.keep(started())
    for number in range(2, 40):
        one.keep(played(number, "one"))
        other.keep(played(number, "other"))
    library.close()
    again = Library(tmp_path, now)
    assert again.read(one.match).lines[5] == encode(played(6, "one"))
    assert again.read(other.match).lines[5] == encode(played(6, "other"))
    again.close()


HIDDEN = secret("the hidden thing")


def test_hidden_things_are_only_read_for_a_match_that_is_played_on(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    sink = library.begin()
    sink.keep(started())
    hide(library, sink.match, 2, HIDDEN)
    sink.keep(played(2, hides=HIDDEN))
    library.close()
    again = Library(tmp_path, now)
    assert again.resume(sink.match).secrets == {2: HIDDEN}
    again.close()


def test_what_a_lost_entry_hid_is_not_taken_for_what_another_hides(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    sink = library.begin()
    sink.keep(started())
    hide(library, sink.match, 2, secret("in the power cut"))  # its entry never came
    hide(library, sink.match, 3, secret("in the power cut, too"))
    sink.keep(played(2))
    hide(library, sink.match, 3, HIDDEN)
    sink.keep(played(3, hides=HIDDEN))
    library.close()
    again = Library(tmp_path, now)
    assert again.resume(sink.match).secrets == {3: HIDDEN}
    again.close()


def test_what_is_hidden_is_nowhere_but_in_its_own_file(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(0)
    library = Library(tmp_path, now)
    sink = library.begin()
    sink.keep(started())
    hide(library, sink.match, 2, HIDDEN)
    sink.keep(played(2, hides=HIDDEN))
    assert library.journal.flush()
    reading = library.read(sink.match)
    listed = library.matches()
    found = {file.name for file in tmp_path.iterdir() if b"the hidden thing" in file.read_bytes()}
    library.close()
    found |= {file.name for file in tmp_path.iterdir() if b"the hidden thing" in file.read_bytes()}
    assert found == {"secrets.db", "secrets.db-wal"}
    said = repr((reading, listed)) + caplog.text + "".join(capfd.readouterr())
    said += repr(Hidden(sink.match, 2, HIDDEN))
    assert "the hidden thing" not in said


def test_what_an_entry_hides_cannot_come_after_it(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, _ = play(library, 3)
    with pytest.raises(ValueError, match="came before what it hides"):
        hide(library, match, 3, HIDDEN)
    library.close()


def test_a_forgotten_match_leaves_no_trace_in_any_file(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    stays, lines = play(library, 30, "Blue rests.")
    sink = library.begin()
    sink.keep(started())
    hide(library, sink.match, 2, HIDDEN)
    sink.keep(played(2, "Red digs." * 2000))
    library.end(sink.match, {"places": []})
    assert library.journal.flush()
    library.forget(sink.match)
    assert library.journal.flush()
    while_open = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert [one.match for one in library.matches()] == [stays]
    library.close()
    closed = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    for trace in (b"Red digs.", b"the hidden thing", sink.match.encode()):
        assert trace not in while_open
        assert trace not in closed
    assert stored(tmp_path, stays) == lines


def test_a_file_of_an_older_version_is_brought_up_to_date_with_all_that_is_in_it(
    tmp_path: Path,
) -> None:
    path, first, second = tmp_path / "file.db", (table("old"),), (table("new"),)
    file = ChainedTable(path, (first,), ("old",), RealDisk(), now)
    file.open()
    file.add([NewRow("old", "key", b"kept")])
    file.close()
    for _ in range(2):
        file = ChainedTable(path, (first, second), ("old", "new"), RealDisk(), now)
        assert file.open() == ()
        assert [row.body for row in file.chain("old", "key")[0]] == [b"kept"]
        file.add([NewRow("new", "key", b"added")])
        file.close()
    file = ChainedTable(path, (first,), ("old",), RealDisk(), now)
    with pytest.raises(DiskError) as error:
        file.open()
    assert error.value.reason == "newer"


def test_an_entry_that_can_never_be_saved_does_not_stop_the_others(
    tmp_path: Path,
) -> None:
    states: list[State] = []
    library = Library(tmp_path, now, on_state=states.append, pauses=(0.01,))
    match, lines = play(library, 3)
    library.keep_score("sheet", 1, {"event": "begun"})
    assert library.journal.flush()
    library.keep_score("sheet", 9, {"event": "of another time"})  # a mistake of the program
    library.keep_score("sheet", 10, {"event": "after it"})
    library.keep_box("some game", "own", {"told": 1})
    library.journal.append(match, played(4))
    while library.journal.saved(match) < 4:
        library.journal.flush()
    assert library.journal.flush()
    assert library.journal.state() == State("set_aside", 2)
    assert library.journal.state().saving
    assert [one.reason for one in states if one.reason != "fault"][-1] == "set_aside"
    library.keep_score("sheet", 11, {"event": "after both"})
    library.journal.append(match, played(5))
    assert library.journal.flush()
    assert library.journal.state() == State("set_aside", 3)
    assert library.boxes("some game") == {"own": {"told": 1}}
    library.forget("sheet")
    assert library.journal.flush()
    assert library.journal.state() == State()
    assert library.close()
    assert stored(tmp_path, match) == (*lines, encode(played(4)), encode(played(5)))


def test_closing_saves_what_comes_after_something_that_can_never_be_saved(tmp_path: Path) -> None:
    library = Library(tmp_path, now, pauses=(3600.0,))
    match, lines = play(library, 3)
    library.keep_score("sheet", 1, {"event": "begun"})
    assert library.journal.flush()
    library.keep_score("sheet", 9, {"event": "of another time"})
    library.journal.append(match, played(4))
    assert not library.close()
    assert stored(tmp_path, match) == (*lines, encode(played(4)))


def test_the_list_shows_when_the_last_move_came_also_after_a_match_was_taken_up(
    tmp_path: Path,
) -> None:
    noon = datetime(2026, 3, 7, 12, tzinfo=UTC)
    today = [noon]
    library = Library(tmp_path, lambda: today[0])
    match, _ = play(library, 3)  # its entries come a quarter of a second after each other
    today[0] = noon + timedelta(hours=1)
    assert library.journal.flush()

    def last() -> datetime | None:
        return library.matches()[0].heading.last

    played_by_noon = last()
    assert played_by_noon is not None and noon < played_by_noon < noon + timedelta(minutes=1)
    library.resume(match)
    assert last() == played_by_noon
    library.journal.append(match, msgspec.structs.replace(played(4), at=600.0))
    today[0] = noon + timedelta(hours=3)
    assert library.journal.flush()
    when = last()
    assert when is not None and when - noon > timedelta(hours=1, minutes=9)
    assert when < today[0]
    library.close()

"""What was called saved is there, or is said to be missing; and nobody is alarmed for nothing."""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Event

import pytest

from companion.match.entries import Entry, encode
from companion.store import Damage, DiskError, Gap, Library, RealDisk
from companion.store.anchors import ANCHORS, LINE
from companion.store.journal import CALM
from tests.store.power import CutDisk
from tests.store.table import copy, now, play, played, started, stored


def looked(folder: Path, *matches: str) -> list[Damage]:
    """What is said when a store is opened and its matches are read."""
    said: list[Damage] = []
    library = Library(folder, now, on_damage=said.append)
    for match in matches:
        library.read(match)
    assert library.close()
    return said


def begun(folder: Path, upto: int) -> str:
    """A match of a known game, on a store that is closed."""
    library = Library(folder, now)
    match, _ = play(library, upto)
    assert library.close()
    return match


def gone_on(folder: Path, match: str, upto: int) -> None:
    library = Library(folder, now)
    sink = library.resume(match).sink
    for number in range(len(library.read(match).lines) + 1, upto + 1):
        sink.keep(played(number))
    assert library.close()


def test_an_older_file_in_place_of_the_journal_is_noticed(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    match = begun(folder, 5)
    older = (folder / "matches.db").read_bytes()
    gone_on(folder, match, 9)
    other = begun(folder, 3)
    (folder / "matches.db").write_bytes(older)
    (damage,) = looked(folder, match, other)
    assert damage.gaps == (
        Gap("entry", match, 6, 9, "", now()),
        Gap("entry", other, 1, 3, "", now()),
    )
    assert damage.lost == 7 and set(damage.keys) == {match, other}
    assert (folder / damage.file).exists()
    assert looked(folder, match, other) == [], "it is said again"
    gone_on(folder, match, 7)
    assert looked(folder, match) == []


def test_nothing_can_be_taken_away_unnoticed(tmp_path: Path) -> None:
    match = begun(tmp_path, 4)
    (tmp_path / "matches.db").unlink()
    (damage,) = looked(tmp_path, match)
    assert (damage.what, damage.file, damage.lost) == ("gone", "", 4)
    assert [(gap.key, gap.first, gap.last) for gap in damage.gaps] == [(match, 1, 4)]
    assert looked(tmp_path, match) == []


@pytest.mark.parametrize("taken", ["the last entries", ANCHORS])
def test_a_kill_during_the_report_does_not_lose_the_report(tmp_path: Path, taken: str) -> None:
    folder = tmp_path / "data"
    match = begun(folder, 5)
    older = (folder / "matches.db").read_bytes()
    gone_on(folder, match, 9)
    if taken == ANCHORS:
        (folder / ANCHORS).unlink()
    else:
        (folder / "matches.db").write_bytes(older)
    killed: list[Path] = []

    def told(damage: Damage) -> None:
        killed.append(copy(folder, tmp_path / "killed"))

    library = Library(folder, now, on_damage=told)
    library.read(match)
    assert library.close()
    missing = () if taken == ANCHORS else (Gap("entry", match, 6, 9, "", now()),)
    assert [damage.gaps for damage in looked(killed[0], match)] == [missing]
    assert looked(killed[0], match) == []


def test_a_sheet_of_points_lost_with_the_log_is_reported(tmp_path: Path) -> None:
    library = Library(tmp_path / "data", now)
    sheet = library.begin_score()
    for number in (1, 2, 3):
        library.keep_score(sheet, number, {"event": "entered", "game": "cards", "points": 1})
    assert library.journal.flush()
    left = copy(tmp_path / "data", tmp_path / "left")
    library.close()
    (left / "matches.db-wal").unlink()
    (damage,) = looked(left)
    assert damage.gaps == (Gap("score", sheet, 1, 3, "cards"),)


@pytest.mark.parametrize("how", ["gone", "flipped", "cut", "longer", "rubbish", "a folder"])
def test_a_lost_anchor_file_is_reported(tmp_path: Path, how: str) -> None:
    match = begun(tmp_path, 4)
    lines = stored(tmp_path, match)
    file = tmp_path / ANCHORS
    data = file.read_bytes()
    assert len(data) == 2 * LINE
    file.unlink()
    if how == "a folder":
        file.mkdir()
    elif how != "gone":
        flipped = data[:300] + bytes([data[300] ^ 1]) + data[301:]
        ways = {"flipped": flipped, "cut": data[:LINE], "longer": data + b" ", "rubbish": b"x" * 9}
        file.write_bytes(ways[how])
    whats = [one.what for one in looked(tmp_path, match)]
    assert whats == ["anchors_gone" if how == "gone" else "anchors_broken"]
    if how == "a folder":  # nothing can be put in its place
        file.rmdir()
        looked(tmp_path, match)
    assert looked(tmp_path, match) == []
    assert file.read_bytes() == data
    assert stored(tmp_path, match) == lines


def test_a_link_in_place_of_the_anchor_file_is_neither_read_nor_written(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    match = begun(folder, 4)
    file = folder / ANCHORS
    data = file.read_bytes()
    elsewhere.write_bytes(data)
    file.unlink()
    file.symlink_to(elsewhere)
    assert [one.what for one in looked(folder, match)] == ["anchors_broken"]
    assert file.read_bytes() == data and not file.is_symlink()

    library = Library(folder, now)
    sink = library.resume(match).sink
    file.unlink()
    file.symlink_to(elsewhere)
    sink.keep(played(5))
    assert library.close()
    assert elsewhere.read_bytes() == data
    assert file.read_bytes() != data and not file.is_symlink()
    assert looked(folder, match) == []


def test_one_broken_anchor_line_hides_nothing_the_others_vouch_for(tmp_path: Path) -> None:
    first, second = begun(tmp_path, 3), begun(tmp_path, 4)
    older = (tmp_path / "matches.db").read_bytes()
    gone_on(tmp_path, first, 6)
    gone_on(tmp_path, second, 6)
    (tmp_path / "matches.db").write_bytes(older)
    data = (tmp_path / ANCHORS).read_bytes()
    at = data.index(first.encode())
    (tmp_path / ANCHORS).write_bytes(data[:at] + b"?" + data[at + 1 :])
    said = looked(tmp_path, first, second)
    assert [one.what for one in said] == ["file", "anchors_broken"]
    assert [(gap.key, gap.first, gap.last) for gap in said[0].gaps] == [(second, 5, 6)]


def test_a_store_of_an_earlier_version_raises_no_alarm(tmp_path: Path) -> None:
    match = begun(tmp_path, 4)
    (tmp_path / ANCHORS).unlink()
    with closing(sqlite3.connect(tmp_path / "matches.db")) as opened:
        opened.execute("PRAGMA user_version = 2")
        opened.execute(f"PRAGMA application_id = {0x74620000 + 2}")
    assert looked(tmp_path, match) == []
    assert match.encode() in (tmp_path / ANCHORS).read_bytes()
    (tmp_path / ANCHORS).unlink()
    assert [one.what for one in looked(tmp_path, match)] == ["anchors_gone"]


def test_the_anchor_file_holds_no_names(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, _ = play(library, 5, "Käthe")
    other, _ = play(library, 2, "Käthe")
    library.journal.flush()
    assert "Käthe".encode() not in (tmp_path / ANCHORS).read_bytes()
    assert library.forget_player("Käthe")
    library.forget(other)
    assert library.journal.flush()
    assert other.encode() not in (tmp_path / ANCHORS).read_bytes()
    assert library.close()
    assert looked(tmp_path, match, other) == []


def test_a_name_that_is_changed_in_a_power_cut_raises_no_alarm(tmp_path: Path) -> None:
    match = begun(tmp_path / "data", 6)
    content = {file.name: file.read_bytes() for file in (tmp_path / "data").iterdir()}
    for operations in range(4, 90, 3):
        place, left = tmp_path / f"cut{operations}", tmp_path / f"left{operations}"
        place.mkdir()
        left.mkdir()
        disk = CutDisk(place, content, Random(operations), operations)
        library = Library(place, now, disk=disk, pauses=(60.0,))
        library.rename_player("Ada", "Ida")
        library.forget(match) if operations % 2 else library.met("Ida")
        library.journal.flush()
        library.close()
        for name, data in disk.after_cut().items():
            (left / name).write_bytes(data)
        assert looked(left, match) == [], operations


class _Slow(RealDisk):
    """A disk on which it is told when something small is waited for."""

    def __init__(self) -> None:
        self.synced = Event()

    def sync(self, path: Path) -> None:
        super().sync(path)
        self.synced.set()


def test_the_anchor_file_is_made_durable(tmp_path: Path) -> None:
    disk = _Slow()
    library = Library(tmp_path, now, disk=disk)
    match, _ = play(library, 2)
    assert library.journal.flush()
    disk.synced.clear()
    library.journal.append(match, played(3))
    assert library.journal.flush()
    assert disk.synced.wait(100 * CALM)
    library.close()


def test_the_anchor_file_keeps_up_with_a_table_that_never_rests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.store.journal.LATEST", 0.0)
    disk = _Slow()
    library = Library(tmp_path, now, disk=disk)
    match, _ = play(library, 2)
    for number in range(3, 40):
        library.journal.append(match, played(number))
        library.journal.flush()
    assert disk.synced.is_set()
    library.close()


def test_a_removed_anchor_file_is_made_anew_during_the_match(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, lines = play(library, 3)
    assert library.journal.flush()
    (tmp_path / ANCHORS).unlink()
    library.journal.append(match, played(4))
    assert library.close()
    assert looked(tmp_path, match) == []
    assert stored(tmp_path, match) == (*lines, encode(played(4)))


class _Refusing(RealDisk):
    """A disk that does not take what vouches for the journal."""

    refuses = False

    def atomic_write(self, path: Path, data: bytes) -> None:
        if self.refuses:
            raise DiskError("no room", 13)
        super().atomic_write(path, data)

    def sync(self, path: Path) -> None:
        raise DiskError("input/output error", 10)


def test_nothing_is_called_saved_before_the_anchor_file_vouches_for_it(tmp_path: Path) -> None:
    disk, saved = _Refusing(), list[int]()
    library = Library(
        tmp_path,
        now,
        disk=disk,
        on_saved=lambda match, number: saved.append(number),
        pauses=(0.01,),
    )
    library.journal.flush()
    disk.refuses = True
    match, lines = play(library, 3)
    assert not library.journal.flush()
    assert saved == [] and library.journal.state().reason == "full"
    disk.refuses = False
    while not library.journal.flush():
        pass
    assert saved[-1] == 3
    assert library.close()
    assert looked(tmp_path, match) == []
    assert stored(tmp_path, match) == lines


def test_a_match_name_too_long_for_a_line_does_not_stop_the_saving(tmp_path: Path) -> None:
    library = Library(tmp_path, now, name=lambda: "long " * 99)
    sink = library.begin()
    for entry in _entries(3):
        sink.keep(entry)
    assert library.close()
    assert looked(tmp_path, sink.match) == []
    assert len(stored(tmp_path, sink.match)) == 3


def _entries(upto: int) -> tuple[Entry, ...]:
    return (started(), *(played(number) for number in range(2, upto + 1)))

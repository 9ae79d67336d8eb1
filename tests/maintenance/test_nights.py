"""Backups that are made by themselves: which stay, when they are due, and what no stick can do."""

import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from errno import EIO, ENOSPC
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.maintenance import generations, nights, passphrase
from companion.maintenance.generations import MONTHS, NIGHTS, WEEKS, Nights, due, late, staying
from companion.maintenance.health import Sources, look
from companion.maintenance.texts import phrasebook, sentence
from companion.maintenance.trouble import MaintenanceError
from companion.store import Library, drives
from companion.text import LANGUAGES
from tests.store.table import play
from ui.maintenance import backups, restore

NOON = datetime(2026, 11, 27, 12, 0, tzinfo=UTC)
DAY = timedelta(days=1)


class Evening:
    """A machine with a match, and the stick that stays in it."""

    def __init__(self, place: Path) -> None:
        self.data, self.stick = place / "data", place / "media" / "STICK"
        self.stick.mkdir(parents=True)
        self.library = Library(self.data, lambda: NOON)
        self.match, _ = play(self.library, 3)
        assert self.library.journal.flush()

    def make(self, now: datetime) -> Path:
        return nights.make(self.data, self.library, now)

    def refusal(self, now: datetime = NOON) -> str:
        with pytest.raises(MaintenanceError) as caught:
            self.make(now)
        for language in LANGUAGES:
            assert sentence(caught.value, phrasebook(language))
        return caught.value.reason

    def found(self, now: datetime = NOON) -> set[str]:
        return {one.key for one in look(Sources(self.data, now))}


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Evening]:
    monkeypatch.setattr(drives, "ROOTS", (tmp_path / "media",))
    monkeypatch.setattr(Path, "is_mount", lambda one: one.name == "STICK")
    made = Evening(tmp_path)
    nights.begin(made.data, made.stick, NOON)
    yield made
    made.library.close()


def name(day: datetime) -> str:
    return f"tabletop-companion-{day:%Y%m%d-%H%M%S}.backup.zip"


def test_of_a_year_seven_nights_four_weeks_and_six_months_stay() -> None:
    lying = set[str]()
    for number in range(365):
        lying.add(name(NOON + number * DAY))
        lying = set(staying(lying))
    newest = NOON + 364 * DAY  # a Friday
    kept = sorted(datetime.strptime(one[19:34], "%Y%m%d-%H%M%S") for one in lying)
    assert [one.date() for one in kept[-NIGHTS:]] == [
        (newest - back * DAY).date() for back in reversed(range(NIGHTS))
    ]
    assert len({one.isocalendar()[:2] for one in kept}) >= WEEKS
    assert len({(one.year, one.month) for one in kept}) == MONTHS
    assert len(kept) <= NIGHTS + WEEKS + MONTHS


@given(st.sets(st.integers(0, 900), min_size=1))
def test_the_newest_always_stays_and_what_goes_is_older_than_seven_nights(days: set[int]) -> None:
    lying = {name(NOON + number * DAY) for number in days}
    kept = staying(lying)
    newest = sorted(lying)[-NIGHTS:]
    assert kept <= lying and kept >= set(newest)
    assert staying(kept) == kept


def test_a_backup_is_due_each_night_waits_while_somebody_plays_and_no_longer_than_a_day() -> None:
    on = Nights(mark="0" * 16)
    night = NOON.replace(hour=3)
    assert not due(Nights(), NOON, playing=False)
    assert due(on, NOON, playing=True)  # never yet
    made = Nights(mark="0" * 16, night=night)
    assert not due(made, night + timedelta(hours=23), playing=False)
    assert due(made, night + DAY, playing=False)
    assert not due(made, night + DAY, playing=True)
    assert due(made, night + 2 * DAY + timedelta(hours=1), playing=True)
    assert due(made, night - 400 * DAY, playing=False)  # the clock was wrong then, or is now


def test_what_was_not_backed_up_for_a_week_is_told() -> None:
    assert late(Nights(), NOON) == 0
    since = Nights(mark="0" * 16, since=NOON)
    assert late(since, NOON + 6 * DAY) == 0
    assert late(since, NOON + 8 * DAY) == 8
    made = Nights(mark="0" * 16, since=NOON, last=NOON + 3 * DAY)
    assert (late(made, NOON + 9 * DAY), late(made, NOON + 10 * DAY)) == (0, 7)


def test_each_night_brings_one_and_the_oldest_go(evening: Evening) -> None:
    files = [evening.make(NOON + number * DAY) for number in range(40)]
    lying = {one.name for one in files[0].parent.iterdir()}
    assert lying == staying([one.name for one in files]) and len(lying) < 15
    assert set(backups(evening.data).whole) == {files[0].parent / one for one in lying}
    assert restore(files[-1], evening.data).left == ()
    assert evening.found(NOON + 39 * DAY) >= {"backup_good"}
    assert evening.found(NOON + 60 * DAY) >= {"backup_old"}


def test_nothing_is_written_by_itself_onto_a_stick_that_nobody_chose(
    evening: Evening, tmp_path: Path
) -> None:
    os.rename(evening.stick, tmp_path / "elsewhere")
    evening.stick.mkdir()
    assert evening.refusal() == "no_stick"
    assert not [*evening.stick.iterdir()]
    assert "nights_no_stick" in evening.found()
    evening.stick.rmdir()
    os.rename(tmp_path / "elsewhere", evening.stick)
    assert evening.make(NOON).exists()
    assert not {one for one in evening.found() if one.startswith("nights")}


def test_what_others_put_beside_them_neither_counts_nor_goes(evening: Evening) -> None:
    """Files of a stranger that are called like backups of later days push out none of ours."""
    place = evening.make(NOON).parent
    theirs = [place / name(NOON + (number + 1) * DAY) for number in range(30)]
    for one in theirs:
        one.write_bytes(b"theirs")
    ours = [evening.make(NOON + timedelta(minutes=number)) for number in range(1, 4)]
    assert all(one.read_bytes() == b"theirs" for one in theirs)
    assert ours[-1].exists()


@pytest.mark.parametrize("trap", ["folder", "file"])
def test_no_link_on_the_stick_leads_a_backup_elsewhere(
    evening: Evening, tmp_path: Path, trap: str
) -> None:
    place = evening.make(NOON).parent
    outside = tmp_path / "outside"
    outside.mkdir()
    if trap == "folder":
        os.rename(place, tmp_path / "away")
        place.symlink_to(outside)
        assert evening.refusal(NOON + DAY) == "not_written"
    else:
        (place / name(NOON + DAY)).symlink_to(outside / "x")
        assert not evening.make(NOON + DAY).is_symlink()
    assert not [*outside.iterdir()]


@pytest.mark.parametrize(("errno", "reason"), [(ENOSPC, "stick_full"), (EIO, "not_written")])
def test_a_stick_that_is_full_or_pulled_leaves_what_was_there_and_nothing_that_counts(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, errno: int, reason: str
) -> None:
    first = evening.make(NOON)
    real = os.fsync

    def fsync(handle: int) -> None:
        if ".part" in os.readlink(f"/proc/self/fd/{handle}") and "STICK" in os.readlink(
            f"/proc/self/fd/{handle}"
        ):
            raise OSError(errno, os.strerror(errno))
        real(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        assert evening.refusal(NOON + DAY) == reason
    assert [*first.parent.iterdir()] == [first]
    assert due(generations.read(evening.data), NOON + DAY, playing=False)  # it is tried again
    key = "nights_stick_full" if reason == "stick_full" else "nights_failed"
    assert key in evening.found(NOON + DAY)
    (first.parent / f".{'0' * 16}.part").write_bytes(b"of a stick that was pulled")
    second = evening.make(NOON + DAY)
    assert {*first.parent.iterdir()} == {first, second}


def test_a_stick_that_keeps_something_else_is_not_believed(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some sticks say that all is well and lose it: the older ones stay."""
    files = [evening.make(NOON + number * DAY) for number in range(3)]
    real = os.rename

    def rename(old: str, new: str, **folders: int) -> None:
        real(old, new, **folders)
        if new.endswith(".backup.zip"):
            handle = os.open(new, os.O_WRONLY, dir_fd=folders["dst_dir_fd"])
            os.pwrite(handle, b"lost", 30)
            os.close(handle)

    with monkeypatch.context() as patch:
        patch.setattr(os, "rename", rename)
        assert evening.refusal(NOON + 3 * DAY) == "not_written"
    assert all(one.exists() for one in files)
    assert generations.read(evening.data).made == tuple(one.name for one in files)


def test_once_a_passphrase_was_given_those_of_the_nights_are_locked(evening: Evening) -> None:
    passphrase.keep(evening.data, "sieben Segel")
    file = evening.make(NOON)
    assert file.name.endswith(".locked") and b"Ada" not in file.read_bytes()
    assert restore(file, evening.data, "sieben Segel").left == ()


def test_switched_off_nothing_more_is_made_and_what_is_there_stays(evening: Evening) -> None:
    file = evening.make(NOON)
    nights.end(evening.data)
    assert not due(generations.read(evening.data), NOON + 9 * DAY, playing=False)
    assert file.exists() and backups(evening.data) == ((file,), ())


def test_a_file_of_nights_that_somebody_changed_switches_nothing_on(evening: Evening) -> None:
    for text in (b"", b"[" * 9000, b'{"mark": "../../x"}', b'{"last": "2026-11-20T20:00:00"}'):
        (evening.data / generations.FILE).write_bytes(text)
        assert generations.read(evening.data) == Nights()


def test_no_night_is_written_open_where_the_passphrase_cannot_be_read(evening: Evening) -> None:
    passphrase.keep(evening.data, "acht Brüder rudern")
    (evening.data / passphrase.FILE).write_bytes(b"\0" * 200)
    assert evening.refusal() == "lock_unreadable"
    assert "nights_lock_unreadable" in evening.found()
    assert [*evening.stick.rglob("*.backup.*")] == []

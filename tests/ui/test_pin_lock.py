"""The PIN of those in charge: kept so that it cannot be read, and never in the way for good."""

import resource
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from ui.pin_lock import FILE, FREE, LONGEST, RESET, PinLock

QUICK = 4
"""scrypt with so little work takes no time."""


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def full() -> Iterator[None]:
    """The system refuses whatever is written meanwhile."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def staff(folder: Path, clock: Clock | None = None, boot: tuple[Path, ...] = ()) -> PinLock:
    return PinLock(folder, clock or Clock(), boot, QUICK)


def test_the_pin_stands_in_no_file_that_others_read(tmp_path: Path) -> None:
    one = staff(tmp_path)
    assert not one.locked and one.opens("")
    assert one.set("274913")
    file = tmp_path / FILE
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert b"274913" not in file.read_bytes()
    again = staff(tmp_path)
    assert again.locked
    assert not again.opens("274914")
    assert again.opens("274913")
    first = file.read_bytes()
    assert again.set("274913")
    assert file.read_bytes() != first  # another salt
    assert again.remove() and not staff(tmp_path).locked


def test_an_unreadable_boot_partition_does_not_stop_the_start(tmp_path: Path) -> None:
    nowhere = tmp_path / ("x" * 300)
    assert staff(tmp_path).set("2749")
    again = staff(tmp_path, boot=(nowhere, tmp_path))
    assert again.locked and again.opens("2749")
    (tmp_path / RESET).touch()
    assert not staff(tmp_path, boot=(nowhere, tmp_path)).locked


def test_guessing_goes_no_faster_with_the_plug_pulled(tmp_path: Path) -> None:
    clock = Clock()
    one = staff(tmp_path, clock)
    one.set("2749")
    waits = []
    for _ in range(12):
        clock.now += one.wait()
        assert not one.opens("0000")
        waits.append(one.wait())
    assert waits[: FREE - 1] == [0.0] * (FREE - 1)
    assert waits[FREE - 1 : FREE + 2] == [8.0, 16.0, 32.0]
    assert waits[-1] == LONGEST
    assert not one.opens("2749")  # too early: not even looked at
    clock.now += 200
    one = staff(tmp_path, clock)  # the plug is pulled
    assert one.wait() == LONGEST
    clock.now += LONGEST
    assert one.opens("2749")
    assert one.wait() == 0.0


def test_a_wrong_date_does_not_lock_out_the_people_in_charge(tmp_path: Path) -> None:
    clock = Clock()
    one = staff(tmp_path, clock)
    one.set("2749")
    for _ in range(FREE):
        one.opens("0000")
    clock.now = -1e9
    again = staff(tmp_path, clock)
    assert again.wait() <= LONGEST


def test_a_forgotten_pin_can_be_reset(tmp_path: Path) -> None:
    boot = tmp_path / "boot"
    boot.mkdir()
    staff(tmp_path).set("2749")
    (boot / RESET).touch()
    assert not staff(tmp_path, boot=(boot,)).locked
    assert not (boot / RESET).exists()
    assert staff(tmp_path, boot=(boot,)).set("1234")
    assert staff(tmp_path, boot=(boot,)).locked


def test_a_file_in_the_data_folder_does_not_remove_the_pin(
    tmp_path: Path,
) -> None:
    staff(tmp_path).set("2749")
    (tmp_path / RESET).touch()
    assert staff(tmp_path).locked


def test_a_pin_is_reset_only_where_all_can_be_taken_away(tmp_path: Path) -> None:
    data, boot = tmp_path / "data", tmp_path / "boot"
    for folder in (data / FILE / "full", boot):
        folder.mkdir(parents=True)
    (boot / RESET).touch()
    assert not staff(data, boot=(boot,)).locked
    assert staff(data, boot=(boot,)).set("1234")
    (boot / RESET).mkdir()  # it cannot be taken away, as on a card that takes nothing more
    assert not staff(data, boot=(boot,)).locked


DEEP = b'{"x": ' + b"[" * 50_000
SALT, HASH = b"5a" * 16, b"0f" * 64
WHOLE = b'{"salt": "%s", "hash": "%s", "power": %s, "failed": %s}'


@pytest.mark.parametrize(
    "found",
    [
        b"",
        b"{",
        b"{}",
        b"[]",
        b"null",
        b"\xff",
        DEEP,
        b'{"salt": "xx"}',
        b'{"salt": "%s"}' % SALT,
        b'{"salt": "%s", "hash": ""}' % SALT,
        b'{"salt": "%s", "hash": 7}' % SALT,
        WHOLE % (SALT, b"0f", b"4", b"0"),
        WHOLE % (b"", HASH, b"4", b"0"),
        WHOLE % (SALT, HASH, b"99", b"0"),
        WHOLE % (SALT, HASH, b"17", b"0"),
        WHOLE % (SALT, HASH, b"-4", b"0"),
        WHOLE % (SALT, HASH, b"4", b"-1"),
        WHOLE % (SALT, HASH, b"4", b"1e999"),
        WHOLE % (SALT, HASH, b"4", b'"0"'),
        b" " * 10**6 + WHOLE % (SALT, HASH, b"4", b"0"),
    ],
)
def test_a_damaged_file_neither_opens_everything_nor_locks_out_for_ever(
    tmp_path: Path, found: bytes
) -> None:
    (tmp_path / FILE).write_bytes(found)
    one = staff(tmp_path)
    assert one.locked and one.damaged and not one.wait()
    assert not one.opens("") and not one.opens("0000")
    (tmp_path / RESET).touch()
    again = staff(tmp_path, boot=(tmp_path,))
    assert not again.locked and again.set("2749")
    assert staff(tmp_path).opens("2749")


def test_a_full_disk_does_not_lock_out_the_people_in_charge(tmp_path: Path) -> None:
    one, clock = staff(tmp_path), Clock()
    one.set("2749")
    with full():
        assert not one.set("1111")
        assert one.opens("1111")
        again = staff(tmp_path, clock)
        clock.now += again.wait()
        assert again.opens("2749") and again.opens("2749")
    (tmp_path / "here").touch()
    assert not PinLock(tmp_path / "here" / "there", Clock(), (), QUICK).set("2749")


def test_a_read_only_disk_makes_guessing_no_faster(tmp_path: Path) -> None:
    clock = Clock()
    staff(tmp_path).set("2749")
    with full():
        for _ in range(3):
            one = staff(tmp_path, clock)
            assert one.wait() == LONGEST
            assert not one.opens("2749")  # not even looked at
            clock.now += LONGEST
            assert not one.opens("0000")
            assert one.wait() == LONGEST


def test_a_pin_that_cannot_be_removed_still_counts(tmp_path: Path) -> None:
    one = staff(tmp_path)
    one.set("2749")
    (tmp_path / FILE).unlink()
    (tmp_path / FILE).mkdir()
    assert not one.remove()
    assert one.locked

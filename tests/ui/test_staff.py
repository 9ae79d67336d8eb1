"""The PIN of those in charge: kept so that it cannot be read, and never in the way for good."""

import stat
from pathlib import Path

import pytest

from ui.staff import FILE, FREE, LONGEST, RESET, Staff

QUICK = 4
"""scrypt with so little work takes no time."""


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def staff(folder: Path, clock: Clock | None = None, boot: tuple[Path, ...] = ()) -> Staff:
    return Staff(folder, clock or Clock(), boot, QUICK)


def test_the_pin_stands_in_a_file_that_others_read(tmp_path: Path) -> None:
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


def test_guessing_goes_faster_with_the_plug_pulled(tmp_path: Path) -> None:
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


def test_a_wrong_date_locks_those_in_charge_out(tmp_path: Path) -> None:
    clock = Clock()
    one = staff(tmp_path, clock)
    one.set("2749")
    for _ in range(FREE):
        one.opens("0000")
    clock.now = -1e9
    again = staff(tmp_path, clock)
    assert again.wait() <= LONGEST


@pytest.mark.parametrize("place", ["data", "boot"])
def test_who_forgot_the_pin_is_locked_out(tmp_path: Path, place: str) -> None:
    data, boot = tmp_path / "data", tmp_path / "boot"
    for folder in (data, boot):
        folder.mkdir()
    staff(data).set("2749")
    (tmp_path / place / RESET).touch()
    assert not staff(data, boot=(boot,)).locked
    assert not (tmp_path / place / RESET).exists()
    assert staff(data, boot=(boot,)).set("1234")
    assert staff(data, boot=(boot,)).locked


DEEP = b'{"x": ' + b"[" * 50_000


@pytest.mark.parametrize("found", [b"", b"{", b'{"salt": "xx"}', b'{"power": 99}', b"\xff", DEEP])
def test_a_damaged_file_opens_everything_or_stops_the_start(tmp_path: Path, found: bytes) -> None:
    (tmp_path / FILE).write_bytes(found)
    one = staff(tmp_path)
    assert one.locked and one.damaged
    assert not one.opens("") and not one.opens("0000")
    (tmp_path / RESET).touch()
    assert not staff(tmp_path).locked


def test_a_full_disk_locks_those_in_charge_out(tmp_path: Path) -> None:
    one = staff(tmp_path)
    one.set("2749")
    (tmp_path / f"{FILE}.part").mkdir()  # nothing can be written there any more
    assert not one.set("1111")
    assert one.opens("1111")
    assert staff(tmp_path).opens("2749")
    (tmp_path / "here").touch()
    assert not Staff(tmp_path / "here" / "there", Clock(), (), QUICK).set("2749")


def test_a_pin_that_cannot_be_removed_counts_as_removed(tmp_path: Path) -> None:
    one = staff(tmp_path)
    one.set("2749")
    (tmp_path / FILE).unlink()
    (tmp_path / FILE).mkdir()
    assert not one.remove()
    assert one.locked

"""Small files and the drives they go to: whole or not there, and only where there is a drive."""

import os
from pathlib import Path

import pytest

from companion.store import drives, files, places, sticks, to_take_along, write_whole


def test_a_file_is_there_half(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "new" / "a.json"
    write_whole(file, b"one")
    write_whole(file, b"two")
    assert file.read_bytes() == b"two"

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        write_whole(file, b"three")
    assert file.read_bytes() == b"two"
    assert list(file.parent.iterdir()) == [file]


def test_others_may_read_what_is_private(tmp_path: Path) -> None:
    (tmp_path / "key.part").write_text("left behind by a power cut")
    write_whole(tmp_path / "key", b"secret", private=True)
    assert (tmp_path / "key").stat().st_mode & 0o077 == 0
    write_whole(tmp_path / "open", b"public")
    assert (tmp_path / "open").stat().st_mode & 0o400


def test_a_folder_is_left_unsettled(tmp_path: Path) -> None:
    files.settle(tmp_path)
    with pytest.raises(FileNotFoundError):
        files.settle(tmp_path / "gone")


def test_a_drive_that_is_plugged_in_is_no_place_for_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drives, "ROOTS", (tmp_path / "media", tmp_path / "nowhere"))
    assert sticks() == () and to_take_along(tmp_path) == tmp_path
    stick = tmp_path / "media" / "pi" / "STICK"
    stick.mkdir(parents=True)
    (tmp_path / "media" / "file").touch()
    assert sticks() == sticks(to_write=True) == (stick,) and to_take_along(tmp_path) == stick
    assert places(tmp_path / "data") == (tmp_path / "data" / "boxes", stick)


def test_what_is_mounted_without_a_folder_of_the_user_is_missed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drives, "ROOTS", (Path("/"),))
    assert Path("/proc") in sticks()

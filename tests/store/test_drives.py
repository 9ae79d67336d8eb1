"""The drives that files come from and go to."""

from pathlib import Path

import pytest

from companion.store import drives, profile_folders, sticks, to_take_along


def test_a_drive_that_is_plugged_in_is_no_place_for_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drives, "ROOTS", (tmp_path / "media", tmp_path / "nowhere"))
    assert sticks() == () and to_take_along(tmp_path) == tmp_path
    stick = tmp_path / "media" / "pi" / "STICK"
    stick.mkdir(parents=True)
    (tmp_path / "media" / "file").touch()
    assert sticks() == sticks(to_write=True) == (stick,) and to_take_along(tmp_path) == stick
    assert profile_folders(tmp_path / "data") == (tmp_path / "data" / "boxes", stick)


def test_what_is_mounted_without_a_folder_of_the_user_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drives, "ROOTS", (Path("/"),))
    assert Path("/proc") in sticks()

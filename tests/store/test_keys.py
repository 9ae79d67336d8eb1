"""The key of the box stays the same for ever, and is not read by others."""

import os
import stat
from pathlib import Path

import pytest

from companion import home
from companion.home import NAMED_BY, NotOurs, data_folder
from companion.store import DiskError, Library
from companion.store.keys import KEY_FILE, make_key, read_key
from tests.store.table import now


def test_the_key_is_made_once_and_stays(tmp_path: Path) -> None:
    folder = tmp_path / "new"
    assert read_key(folder) == b""
    key = make_key(folder)
    assert len(key) == 16 and make_key(folder) == read_key(folder) == key
    assert (folder / KEY_FILE).stat().st_mode & 0o077 == 0
    assert [path.name for path in folder.iterdir()] == [KEY_FILE]


def test_two_boxes_have_different_keys(tmp_path: Path) -> None:
    assert make_key(tmp_path / "one") != make_key(tmp_path / "other")


def test_a_damaged_key_is_no_key(tmp_path: Path) -> None:
    (tmp_path / KEY_FILE).write_text("no key\n")
    assert read_key(tmp_path) == b""
    assert len(make_key(tmp_path)) == 16


def test_a_key_that_cannot_be_kept_is_not_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DiskError):
        make_key(tmp_path / "file" / "folder")


def test_nobody_else_on_the_machine_reads_what_matches_hide(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    (folder / "boxes").mkdir(parents=True)
    (folder / "settings.toml").write_text("")
    for one in (folder, folder / "boxes", folder / "settings.toml"):
        one.chmod(0o755)
    before = os.umask(0)  # whoever starts it
    try:
        assert data_folder(folder) == folder
        library = Library(folder, now)
        library.begin()
        assert library.journal.flush()
        seen = {one.name: stat.S_IMODE(one.stat().st_mode) for one in folder.rglob("*")}
        library.close()
    finally:
        os.umask(before)
    assert {"matches.db", "matches.db-wal", "matches.db-shm", "secrets.db"} <= set(seen)
    assert {name: oct(mode) for name, mode in seen.items() if mode & 0o077} == {}
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_given_folder_wins_over_the_usual_one(tmp_path: Path) -> None:
    assert data_folder(tmp_path) == tmp_path
    assert data_folder(None).name == "tabletop-companion"


def test_only_its_user_can_enter_the_folder_of_the_installed_companion(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither by its commands, nor from elsewhere, by name or through a link."""
    ours, link = tmp_path / "ours", tmp_path / "link"
    ours.mkdir()
    link.symlink_to(ours)
    monkeypatch.setattr(home, "INSTALLED", ours)
    monkeypatch.setenv(NAMED_BY, str(ours))
    assert data_folder(None) == data_folder(link) == ours
    monkeypatch.setattr(os, "geteuid", lambda: ours.stat().st_uid + 1)
    for given in (None, ours, link):
        with pytest.raises(NotOurs, match=f"{ours} .* sudo -u "):
            data_folder(given)
    assert data_folder(tmp_path / "given") == tmp_path / "given"
    monkeypatch.delenv(NAMED_BY)
    for given in (ours, link):
        with pytest.raises(NotOurs):
            data_folder(given)

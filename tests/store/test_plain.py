"""What is called like a file of the store and is none stops the saving with a sentence."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.store import DiskError, Library
from tests.store.table import now, play

KINDS: dict[str, Callable[[Path], None]] = {
    "folder": Path.mkdir,
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["matches.db", "matches.db-wal", "secrets.db"])
def test_something_else_in_place_of_a_file_does_not_hold_up_the_store(
    name: str, kind: str, tmp_path: Path
) -> None:
    KINDS[kind](tmp_path / name)
    library = Library(tmp_path, now)
    play(library, 3)
    assert not library.journal.flush()
    assert library.journal.state().reason == "disk"
    if name != "secrets.db":
        with pytest.raises(DiskError):
            library.matches()
    assert not library.close()
    assert (tmp_path / name).exists()

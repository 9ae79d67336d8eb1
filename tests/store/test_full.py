"""When nothing can be written, play goes on, it is said, and saving catches up by itself."""

import subprocess
import sys
from pathlib import Path
from random import Random
from threading import Event

from companion.match.entries import encode
from companion.store import Library, State
from tests.store.power import CutDisk
from tests.store.table import hide, now, play, played, secret, started, stored

# The system refuses every write beyond a length, to this process alone: a disk with no room for
# these files. Nothing of it is simulated.
SMALL_DISK = """
import resource, sys, threading
from pathlib import Path
from companion.store import Library
from tests.store.table import now, play

folder = Path(sys.argv[1])
states, works_again = [], threading.Event()
def on_state(state):
    states.append(state)
    if state.saving:
        works_again.set()

library = Library(folder, now, on_state=on_state, pauses=(0.02,))
hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
resource.setrlimit(resource.RLIMIT_FSIZE, (64 * 1024, hard))
match, lines = play(library, 30)
library.journal.flush()
for number in range(40):
    library.keep_box("game", "ours", {"long": "word " * 2000})
    if not library.journal.flush():
        break
match, lines = play(library, 200)
assert not library.journal.flush()
assert library.journal.saved(match) == 0
assert library.journal.state().waiting == 200
assert [state.saving for state in states] == [False], states
resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
assert works_again.wait(30)
assert library.journal.flush()
assert library.journal.saved(match) == 200
assert library.journal.state().saving
assert library.read(match).lines == lines
assert library.close()
print(match, states[0].reason)
"""


def test_a_disk_without_room_stops_only_the_saving(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SMALL_DISK, tmp_path], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    match, reason = ran.stdout.split()
    assert reason == "disk"  # the system says "too large" here, not "full"
    assert len(stored(tmp_path, match)) == 200


def test_a_full_disk_is_called_full_and_everything_waits_in_order(tmp_path: Path) -> None:
    disk = CutDisk(tmp_path, {}, Random(1), 10**9)
    states: list[State] = []
    library = Library(tmp_path, now, disk=disk, on_state=states.append, pauses=(0.01,))
    match, lines = play(library, 5)
    assert library.journal.flush()
    disk.full = True
    hidden = secret("three")
    hide(library, match, 6, hidden)
    waiting = [played(6, hides=hidden), *(played(number) for number in range(7, 60))]
    lines = (*lines, *(encode(entry) for entry in waiting))
    for entry in waiting:
        library.journal.append(match, entry)
        assert library.journal.saved(match) == 5
    assert not library.journal.flush()
    assert library.journal.state() == State("full", 54)
    assert library.read(match).lines == lines
    assert library.resume(match).secrets == {6: hidden}
    disk.full = False
    while not library.journal.flush():  # the attempt under way may still fail
        pass
    assert library.journal.saved(match) == 59
    assert [state.reason for state in states] == ["full", ""]
    assert library.close()
    assert stored(tmp_path, match) == lines


def test_closing_on_a_full_disk_does_not_hang_and_says_what_is_lost(tmp_path: Path) -> None:
    disk = CutDisk(tmp_path, {}, Random(1), 10**9)
    library = Library(tmp_path, now, disk=disk, pauses=(3600.0,))
    match, lines = play(library, 5)
    assert library.journal.flush()
    disk.full = True
    library.journal.append(match, played(6))
    assert not library.journal.flush()
    assert not library.close()
    assert stored(tmp_path, match) == lines


def test_asking_whether_all_is_saved_brings_the_next_attempt_forward(tmp_path: Path) -> None:
    disk, told = CutDisk(tmp_path, {}, Random(1), 10**9), Event()
    library = Library(tmp_path, now, disk=disk, pauses=(3600.0,), on_state=lambda state: told.set())
    disk.full = True
    match, lines = play(library, 5)
    assert told.wait(30)  # the attempt is over, and the next one an hour away
    assert not library.journal.flush()
    disk.full = False
    while not library.journal.flush():
        pass
    library.close()
    assert stored(tmp_path, match) == lines


def test_closing_waits_for_a_disk_that_has_room_again(tmp_path: Path) -> None:
    disk = CutDisk(tmp_path, {}, Random(1), 10**9)
    library = Library(tmp_path, now, disk=disk, pauses=(3600.0,))
    disk.full = True
    match, lines = play(library, 5)
    assert not library.journal.flush()
    disk.full = False
    assert library.close()
    assert stored(tmp_path, match) == lines


def test_a_folder_that_is_not_there_yet_is_tried_again(tmp_path: Path) -> None:
    (tmp_path / "stick").write_text("not a folder")
    states: list[State] = []
    library = Library(tmp_path / "stick", now, on_state=states.append, pauses=(0.01,))
    match, lines = play(library, 5)
    assert not library.journal.flush()
    assert states == [State("disk", 0)]
    (tmp_path / "stick").unlink()
    while not library.journal.flush():
        pass
    assert library.read(match).lines == lines
    assert library.close()
    # The attempt under way may have found no folder at all.
    assert [one.reason for one in states[1:] if one.reason != "unreachable"] == [""]


def test_a_file_of_a_newer_version_is_left_as_it_is(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    sink = library.begin()
    sink.keep(started())
    assert library.close()
    data = bytearray((tmp_path / "matches.db").read_bytes())
    data[63] += 1  # user_version
    data[71] += 1  # application_id, which vouches for it
    (tmp_path / "matches.db").write_bytes(data)
    library = Library(tmp_path, now, pauses=(0.01,))
    library.begin().keep(started())
    assert not library.journal.flush()
    assert library.journal.state() == State("newer", 1)
    assert not library.close()
    assert (tmp_path / "matches.db").read_bytes() == data
    assert {path.name for path in tmp_path.iterdir()} == {"anchors", "matches.db", "secrets.db"}


def test_a_listener_that_fails_does_not_stop_the_saving(tmp_path: Path) -> None:
    states: list[State] = []
    news: list[int] = []

    def stumble(match: str, number: int) -> None:
        news.append(number)
        if len(news) == 1:
            raise RuntimeError("a mistake somewhere else")

    library = Library(tmp_path, now, on_saved=stumble, on_state=states.append, pauses=(0.01,))
    match, lines = play(library, 5)
    while not library.journal.flush():
        pass
    assert [state.reason for state in states] == ["fault", ""]
    assert news[-1] == 5
    assert library.close()
    assert stored(tmp_path, match) == lines

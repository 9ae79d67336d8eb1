"""A backup brings everything back, or says why not; the old state is never lost."""

import json
import os
import shutil
import zipfile
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest

from companion.files import MOST_LISTED
from companion.maintenance.backup import BEFORE, READY, back, finish, write_backup
from companion.maintenance.contents import LIST
from companion.maintenance.incoming import lying
from companion.maintenance.lock import hold
from companion.maintenance.texts import own, phrasebook, sentence
from companion.maintenance.trouble import MaintenanceError
from companion.store import Damage, Library
from companion.text import LANGUAGES
from tests.maintenance.conftest import now, table
from tests.store.table import play, played, stored
from ui.maintenance import restore
from ui.session import settings


def forge(file: Path, change: Callable[[dict[str, bytes]], None]) -> Path:
    """A backup with other members, whose sums are right again."""
    with zipfile.ZipFile(file) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    if LIST in members:
        told = json.loads(members.pop(LIST))
        told["files"] = {name: sha256(data).hexdigest() for name, data in members.items()}
        told["version"] = told.get("version", 1)
        members[LIST] = json.dumps(told).encode()
    made = file.with_name("forged.backup.zip")
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return made


def refusal(file: Path, folder: Path) -> str:
    with pytest.raises(MaintenanceError) as caught:
        restore(file, folder)
    for language in LANGUAGES:
        assert sentence(caught.value, phrasebook(language))
    assert not (folder / READY).exists()
    return caught.value.reason


def test_a_backup_on_another_machine_lacks_nothing(
    evening: tuple[Path, str, Path], tmp_path: Path
) -> None:
    data, match, file = evening
    other = tmp_path / "other"
    other.mkdir()
    assert restore(file, other).made == now()
    assert not (other / "matches.db").exists()  # only with the next start
    assert finish(other, now()) is not None
    assert finish(other, now()) is None
    assert stored(other, match) == stored(data, match)
    assert settings.read(other) == settings.read(data)
    box = "boxes/Unsere.box.json"
    assert (other / box).read_bytes() == (data / box).read_bytes()
    library = table(other)
    assert library.boxes("some game") == {"own": {"told": 1}}
    assert library.resume(match).secrets == {}  # what it hid stayed on the other machine
    library.close()


def test_something_hidden_is_never_in_a_backup(evening: tuple[Path, str, Path]) -> None:
    data, _, file = evening
    with zipfile.ZipFile(file) as archive:
        assert not {"secrets.db", "box.key", "staff.json"} & {*archive.namelist()}
        for name in archive.namelist():
            assert b"seven" not in archive.read(name)
    assert any(b"seven" in one.read_bytes() for one in data.glob("secrets.db*"))


def test_what_was_played_since_does_not_outlive_a_restore(evening: tuple[Path, str, Path]) -> None:
    data, match, file = evening
    library = table(data)
    later, lines = play(library, 3, "Cleo")
    library.resume(match).sink.keep(played(7))
    library.close()
    restore(file, data)
    before = finish(data, now())
    assert before is not None and before.name.startswith(BEFORE)
    library = table(data)
    assert len(library.read(match).lines) == 6
    assert library.read(later).lines == ()
    # What this machine hides is still there, and fits what came back.
    assert library.resume(match).secrets[6].values == ({"value": "seven"},)
    library.close()
    assert back(data) == before
    finish(data, now())
    assert len(stored(data, match)) == 7
    assert stored(data, later) == lines


def test_a_restore_that_was_cut_short_does_not_mix_two_states(
    evening: tuple[Path, str, Path], tmp_path: Path
) -> None:
    """Whatever file was the last that was moved, the next start finishes it."""
    data, match, file = evening
    library = table(data)
    library.resume(match).sink.keep(played(7))
    library.close()
    moved: list[int] = []
    real = os.rename
    for cut in range(20):
        copy = tmp_path / f"cut{cut}"
        restore(file, data)
        _copy_tree(data, copy)
        moved.clear()

        def rename(old: str, new: str, cut: int = cut, **folders: int) -> None:
            if len(moved) == cut:
                raise OSError("the power is gone")
            moved.append(1)
            real(old, new, **folders)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "rename", rename)
            try:
                done = finish(copy, now())
            except MaintenanceError:
                done = None
        if done is not None:
            break
        assert finish(copy, now()) is not None
        assert len(stored(copy, match)) == 6
        (before,) = copy.glob(f"{BEFORE}-*")
        assert len(stored(before, match)) == 7
    assert cut > 5


def _copy_tree(source: Path, target: Path) -> None:
    for one in source.rglob("*"):
        if one.is_file():
            place = target / one.relative_to(source)
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(one.read_bytes())


def test_a_damaged_backup_is_never_believed(evening: tuple[Path, str, Path]) -> None:
    data, match, file = evening
    rng, whole = Random(3), file.read_bytes()
    before = stored(data, match)
    for _ in range(40):
        broken = bytearray(whole)
        at = rng.randrange(len(broken))
        broken[at] ^= 1 << rng.randrange(8)
        file.write_bytes(bytes(broken))
        try:
            restore(file, data)
        except MaintenanceError as error:
            assert error.reason in ("damaged", "no_backup", "newer", "too_large")
        else:  # a bit in the name of a time, say: then every file is what it was
            assert stored(data / READY, match) == before
    list_at = whole.rindex(b"PK\5\6") + 16  # where a zip says where its list begins
    file.write_bytes(whole[:list_at] + b"\xff\xff\xff\x3f" + whole[list_at + 4 :])
    assert refusal(file, data.parent / "empty") == "damaged"
    for length in (0, 10, len(whole) // 2, len(whole) - 1):
        file.write_bytes(whole[:length])
        assert refusal(file, data.parent / "empty") == "damaged"
    assert stored(data, match) == before


def test_however_many_torn_backups_lie_beside_it_a_whole_one_comes_first(
    evening: tuple[Path, str, Path],
) -> None:
    _, _, file = evening
    for number in range(MOST_LISTED + 50):
        torn = file.with_name(f"z{number:03}{file.name}")
        torn.write_bytes(file.read_bytes()[: -1 if number % 2 else 0])
    found = lying(file.parent)
    assert (found.whole, len(found.torn)) == ((file,), MOST_LISTED + 50)
    assert (found.listed[0], len(found.listed)) == (file, MOST_LISTED)


def test_no_other_file_is_taken_for_a_backup(
    evening: tuple[Path, str, Path], tmp_path: Path
) -> None:
    _, _, file = evening
    empty = tmp_path / "empty"

    def newer(members: dict[str, bytes]) -> None:
        told = json.loads(members[LIST]) | {"version": 2}
        members[LIST] = json.dumps(told).encode()

    deep = b'{"x": ' + b"[" * 50_000
    assert refusal(tmp_path / "not there", empty) == "not_read"
    with zipfile.ZipFile(tmp_path / "deep", "w") as archive:
        archive.writestr(LIST, deep)
    assert refusal(tmp_path / "deep", empty) == "no_backup"
    assert refusal(forge(file, lambda m: m.update({"secrets.db": b"x"})), empty) == "no_backup"
    assert refusal(forge(file, lambda m: m.update({"../x": b"x"})), empty) == "no_backup"
    assert refusal(forge(file, lambda m: m.clear()), empty) == "no_backup"
    assert refusal(forge(file, newer), empty) == "newer"
    assert refusal(forge(file, lambda m: m.update({"matches.db": b"x"})), empty) == "damaged"

    def of_the_future(members: dict[str, bytes]) -> None:
        database = bytearray(members["matches.db"])
        database[60:64] = (9).to_bytes(4, "big")  # user_version, and the mark that vouches for it
        database[68:72] = (0x74620009).to_bytes(4, "big")
        members["matches.db"] = bytes(database)

    assert refusal(forge(file, of_the_future), empty) == "newer"

    def rotten(members: dict[str, bytes]) -> None:
        database = bytearray(members["matches.db"])
        database[4096 + 8 : 4096 + 40] = bytes(32)
        members["matches.db"] = bytes(database)

    assert refusal(forge(file, rotten), empty) == "damaged"


def test_a_restore_that_the_disk_refuses_stays_ready(
    evening: tuple[Path, str, Path],
) -> None:
    data, _, file = evening
    restore(file, data)
    (data / READY / "goes-to").write_text(f"{BEFORE}-1")
    (data / f"{BEFORE}-1").write_text("a file where the folder should be")
    with pytest.raises(MaintenanceError) as caught:
        finish(data, now())
    assert caught.value.reason == "no_room"
    assert (data / READY).is_dir()


def test_a_disk_that_takes_nothing_keeps_the_old_state(
    evening: tuple[Path, str, Path], tmp_path: Path
) -> None:
    _, _, file = evening
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    assert refusal(file, blocked) == "no_room"
    library = table(tmp_path / "data")
    with pytest.raises(MaintenanceError) as caught:
        write_backup(blocked, tmp_path / "data", library, now())
    assert caught.value.reason == "not_written"
    library.close()
    with pytest.raises(MaintenanceError) as caught:  # closed: nothing can be read any more
        write_backup(tmp_path, tmp_path / "data" / "gone", _closed(tmp_path), now())
    assert caught.value.reason == "not_readable"


def _closed(tmp_path: Path) -> Library:
    (tmp_path / "nowhere").write_text("")
    library = Library(tmp_path / "nowhere", now, pauses=(60.0,))
    library.close()
    return library


def test_there_is_no_way_back_without_a_restore_or_from_a_damaged_one(
    evening: tuple[Path, str, Path],
) -> None:
    data, _, file = evening
    with pytest.raises(MaintenanceError) as caught:
        back(data)
    assert caught.value.reason == "no_way_back"
    restore(file, data)
    before = finish(data, now())
    assert before is not None
    (before / "matches.db").write_bytes(b"ruins")
    with pytest.raises(MaintenanceError) as caught:
        back(data)
    assert caught.value.reason == "damaged"
    (data / READY).mkdir()
    (data / READY / "matches.db").mkdir()  # nothing that could be moved into place
    finish(data, now())


def test_the_way_back_leaves_nothing_that_was_not_there_before(
    evening: tuple[Path, str, Path], tmp_path: Path
) -> None:
    _, match, file = evening
    other = tmp_path / "other"
    other.mkdir()
    (other / "settings.toml").write_text("sound = 1\n")
    restore(file, other)
    finish(other, now())
    back(other)
    finish(other, now())  # the clock stands still: each state has a folder of its own
    assert (other / "settings.toml").read_text() == "sound = 1\n"
    assert {one.name for one in other.iterdir() if one.is_file()} == {"settings.toml"}
    back(other)
    finish(other, now())
    assert stored(other, match) and (other / "boxes" / "Unsere.box.json").exists()


def test_what_a_restore_takes_away_is_not_reported_missing(
    evening: tuple[Path, str, Path], tmp_path: Path
) -> None:
    _, match, file = evening
    other, said = tmp_path / "other", list[Damage]()
    for lay_ready in (restore, restore, lambda _, folder: back(folder), back_to_nothing):
        lay_ready(file, other)
        finish(other, now())
        library = Library(other, now, on_damage=said.append)
        library.matches()
        play(library, 3)
        assert library.close()
    assert said == [] and not stored(other, match)


def back_to_nothing(_: Path, folder: Path) -> None:
    """The first state of all, before there was any match."""
    for before in sorted(folder.glob(f"{BEFORE}-*"))[1:]:
        shutil.rmtree(before)
    back(folder)


def test_two_companions_never_write_the_same_files(tmp_path: Path) -> None:
    with hold(tmp_path / "data") or pytest.fail("nobody held it"):
        with pytest.raises(MaintenanceError) as caught:
            hold(tmp_path / "data")
        assert caught.value.reason == "in_use"
    again = hold(tmp_path / "data")
    assert again is not None
    again.close()
    (tmp_path / "file").write_text("")
    assert hold(tmp_path / "file") is None


def test_every_reason_has_a_sentence() -> None:
    for key in own().keys("trouble"):
        for language in LANGUAGES:
            assert phrasebook(language).say("trouble", key, {"file": "x"})

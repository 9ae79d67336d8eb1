"""A backup that is locked with a passphrase: all comes back with it, and nothing without it."""

import os
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path
from random import Random

import pytest

from companion.maintenance import passphrase
from companion.maintenance.backup import READY, Restored, back, finish, write_backup
from companion.maintenance.contents import ENDINGS
from companion.maintenance.texts import phrasebook, sentence
from companion.maintenance.trouble import MaintenanceError
from companion.store.keys import read_key
from companion.text import LANGUAGES
from tests.maintenance.conftest import now, table
from tests.store.table import hide, play, played, secret, stored
from ui.maintenance import restore
from ui.pin_lock import PinLock

LETTERS = "acht Brüder rudern"


@pytest.fixture
def locked(evening: tuple[Path, str, Path]) -> tuple[Path, str, Path]:
    """The same once a passphrase was given, with a PIN."""
    data, match, _ = evening
    assert PinLock(data, lambda: 0.0, (), 4).set("2749")
    passphrase.keep(data, LETTERS)
    library = table(data)
    file = write_backup(data.parent / "stick", data, library, now())
    library.close()
    return data, match, file


def unlocked(file: Path, folder: Path, letters: str = LETTERS) -> Restored:
    return restore(file, folder, letters)


def test_a_locked_backup_brings_all_to_a_new_machine(
    locked: tuple[Path, str, Path], tmp_path: Path
) -> None:
    data, match, file = locked
    assert b"Ada" not in file.read_bytes() and b"PK" not in file.read_bytes()[:99]
    other = tmp_path / "other"
    assert unlocked(file, other) == Restored(now(), ())
    finish(other, now())
    assert stored(other, match) == stored(data, match)
    assert read_key(other) == read_key(data) != b""
    assert PinLock(other, lambda: 0.0, (), 4).opens("2749")
    library = table(other)
    assert library.resume(match).secrets[6].values == ({"value": "seven"},)
    library.close()
    assert PinLock(other, lambda: 0.0, (), 4).set("3850")
    back(other)
    finish(other, now())
    assert not {"secrets.db", "matches.db", "box.key"} & {*os.listdir(other)}
    assert PinLock(other, lambda: 0.0, (), 4).opens("3850"), "no way back is one around the PIN"


def test_the_same_letters_open_however_they_were_typed(
    locked: tuple[Path, str, Path], tmp_path: Path
) -> None:
    _, _, file = locked
    composed = unicodedata.normalize("NFD", LETTERS)
    assert composed != LETTERS
    assert unlocked(file, tmp_path / "other", f" {composed} ").left == ()


def test_a_wrong_passphrase_gets_a_sentence_and_changes_nothing(
    locked: tuple[Path, str, Path], tmp_path: Path
) -> None:
    _, _, file = locked
    other = tmp_path / "other"
    for letters, reason in (("", "locked"), ("acht brüder rudern", "wrong_passphrase")):
        with pytest.raises(MaintenanceError) as caught:
            unlocked(file, other, letters)
        assert caught.value.reason == reason
        for language in LANGUAGES:
            assert file.name in sentence(caught.value, phrasebook(language))
        assert not (other / READY).exists()


def test_the_passphrase_lies_nowhere_and_its_key_is_for_nobody_else(
    locked: tuple[Path, str, Path],
) -> None:
    data, _, _ = locked
    for one in data.rglob("*"):
        assert not one.is_file() or LETTERS.encode() not in one.read_bytes()
    assert (data / passphrase.FILE).stat().st_mode & 0o777 == 0o600


def test_what_hides_here_stays_with_the_pin_where_a_locked_backup_comes_to_a_used_machine(
    locked: tuple[Path, str, Path], tmp_path: Path
) -> None:
    """A stranger's one, too, locked with words that somebody was talked into typing."""
    _, match, file = locked
    here = tmp_path / "here"
    assert PinLock(here, lambda: 0.0, (), 4).set("1111")
    library = table(here)
    own, _ = play(library, 5)
    hide(library, own, 6, secret("nine"))
    library.journal.append(own, played(6, hides=secret("nine")))
    library.close()
    (restored,) = unlocked(file, here).left
    assert restored.key == "pin"
    finish(here, now())
    assert PinLock(here, lambda: 0.0, (), 4).opens("1111")
    assert not any(b"nine" in one.read_bytes() for one in here.glob("secrets.db*"))
    back(here)
    finish(here, now())
    library = table(here)
    assert library.resume(own).secrets[6].values == ({"value": "nine"},)
    library.close()
    assert not stored(here, match)


def test_a_hidden_value_that_no_line_knows_does_not_come_back(
    locked: tuple[Path, str, Path], tmp_path: Path
) -> None:
    data, match, _ = locked
    library = table(data)
    library.resume(match)
    hide(library, match, 7, secret("eight"))
    library.journal.append(match, played(7))  # it was never committed to
    library.journal.flush()
    file = write_backup(tmp_path / "stick", data, library, now())
    library.close()
    (left,) = unlocked(file, tmp_path / "other").left
    assert (left.key, left.values) == ("secrets", {"count": 1})


def test_any_cut_of_a_backup_is_refused_and_an_older_one_still_comes_back(
    locked: tuple[Path, str, Path], tmp_path: Path
) -> None:
    """A stick that was pulled or has lost its end; whether it is locked or not."""
    _, _, newest = locked
    other = tmp_path / "other"
    for ending in ENDINGS:
        (file,) = newest.parent.glob(f"*{ending}")
        whole = file.read_bytes()
        cuts = {0, 1, 30, len(passphrase.HEAD), 70, 120, len(whole) // 2, len(whole) - 1}
        cuts |= {Random(1).randrange(len(whole)) for _ in range(6)}
        for cut in sorted(cuts):
            file.write_bytes(whole[:cut])
            with pytest.raises(MaintenanceError) as caught:
                unlocked(file, other)
            for language in LANGUAGES:
                assert sentence(caught.value, phrasebook(language))
            assert not (other / READY).exists()
        older = file.with_name(f"older{ending}")
        older.write_bytes(whole)
        assert unlocked(older, other).left == ()
        assert (other / READY).is_dir()
        shutil.rmtree(other)


def test_a_changed_bit_in_a_locked_backup_is_refused(
    locked: tuple[Path, str, Path], tmp_path: Path
) -> None:
    _, _, file = locked
    rng, whole = Random(4), file.read_bytes()
    places = (40, 55, 70, 80, 95, *(rng.randrange(len(whole)) for _ in range(6)))
    for at in places:
        broken = bytearray(whole)
        broken[at] ^= 1 << rng.randrange(8)
        file.write_bytes(bytes(broken))
        with pytest.raises(MaintenanceError) as caught:
            unlocked(file, tmp_path / "other")
        assert caught.value.reason in ("damaged", "wrong_passphrase", "no_backup")


def test_at_a_terminal_a_locked_backup_asks_for_its_passphrase(
    locked: tuple[Path, str, Path], tmp_path: Path
) -> None:
    _, match, file = locked
    other = tmp_path / "other"

    def typed(letters: str) -> subprocess.CompletedProcess[str]:
        program = Path(sys.executable).with_name("companion")
        order = [str(program), "maintenance", "--data", str(other), "restore", str(file)]
        return subprocess.run(
            order, input=f"{letters}\n", capture_output=True, text=True, start_new_session=True
        )

    wrong = typed("nobody knows it")
    assert wrong.returncode == 1 and "passphrase does not open" in wrong.stderr
    assert not (other / READY).exists()
    right = typed(LETTERS)
    assert right.returncode == 0 and (other / READY).is_dir(), right.stderr
    finish(other, now())
    assert stored(other, match)

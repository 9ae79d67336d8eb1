"""A damaged file is set aside, said in words, and everything before the damage goes on."""

from pathlib import Path
from random import Random
from shutil import rmtree

import pytest

from companion.match.entries import encode
from companion.store import Damage, DiskError, Library
from companion.store.library import LOG_BYTES
from companion.store.salvage import PAGE
from tests.store.power import CutDisk
from tests.store.table import copy, hide, now, play, played, secret, started, stored, written

Truth = dict[str, tuple[bytes, ...]]


@pytest.fixture(scope="module")
def unplugged(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Truth]:
    """Three matches; the plug was pulled while the log was still full."""
    folder = tmp_path_factory.mktemp("played")
    library = Library(folder, now)
    truth = dict(play(library, 60, f"{name} thinks and walks.") for name in ("Red", "Blue"))
    library.close()
    library = Library(folder, now)
    truth |= dict([play(library, 20, "Green waits and thinks.")])
    for name in ("Red", "Blue"):
        sink = library.begin()
        entries = [started(f"{name} tells"), *(played(n, name * 300 * n) for n in range(2, 8))]
        for entry in entries:  # the later ones are longer than a page
            sink.keep(entry)
            assert library.journal.flush()
        truth[sink.match] = tuple(encode(entry) for entry in entries)
    left = copy(folder, tmp_path_factory.mktemp("left") / "folder")
    library.close()
    return left, truth


def opened(folder: Path, truth: Truth) -> tuple[Truth, list[Damage]]:
    """What can be read, having checked that every match can go on from there."""
    damages: list[Damage] = []
    library = Library(folder, now, on_damage=damages.append)
    assert library.journal.state().saving
    found = {match: library.read(match).lines for match in truth}
    for match, lines in found.items():
        assert lines == truth[match][: len(lines)]
        if lines:
            library.resume(match).sink.keep(played(len(lines) + 1, "onward"))
    assert library.journal.flush()
    listed = {one.match for one in library.matches()}
    library.close()
    assert listed == {match for match, lines in found.items() if lines}
    library = Library(folder, now, on_damage=damages.append)
    for match, lines in found.items():
        onward = (encode(played(len(lines) + 1, "onward")),) if lines else ()
        assert library.read(match).lines == lines + onward
    library.close()
    return found, damages


def missing(found: Truth, truth: Truth) -> dict[str, tuple[int, int]]:
    """Which entries of which matches are not there."""
    return {
        match: (len(found[match]) + 1, len(lines))
        for match, lines in truth.items()
        if len(found[match]) < len(lines)
    }


def told(damages: list[Damage]) -> dict[str, tuple[int, int]]:
    """Which were said to be missing though they had been called saved."""
    return {gap.key: (gap.first, gap.last) for damage in damages for gap in damage.gaps}


def flips(size: int, head: int, share: int, seed: int) -> list[int]:
    """Every few bytes of the head of a file, and places spread over the rest."""
    rng = Random(seed)
    return [*range(0, head, 7), *(rng.randrange(head, size) for _ in range(share))]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", ["matches.db", "matches.db-wal"])
def test_no_flipped_byte_hides_more_than_the_end_of_one_match(
    unplugged: tuple[Path, Truth], tmp_path: Path, name: str
) -> None:
    left, truth = unplugged
    data = (left / name).read_bytes()
    for at in flips(len(data), 100, 20, seed=7):
        folder = copy(left, tmp_path / str(at))
        (folder / name).write_bytes(data[:at] + bytes([data[at] ^ 0x55]) + data[at + 1 :])
        found, damages = opened(folder, truth)
        short = [match for match in truth if found[match] != truth[match]]
        for damage in damages:
            assert (folder / damage.file).exists()
        assert len(short) <= 1, f"byte {at}"
        assert told(damages) == missing(found, truth), f"byte {at}"


@pytest.mark.no_cover
def test_no_match_is_lost_to_one_bit_at_the_head_of_the_file(tmp_path: Path) -> None:
    library = Library(tmp_path / "whole", now)
    match, lines = play(library, 3)
    library.close()
    data = (tmp_path / "whole" / "matches.db").read_bytes()
    for bit in range(0, 800, 3):  # two or three of each byte; the long proof changes every byte
        head = bytearray(data[:100])
        head[bit // 8] ^= 1 << bit % 8
        folder = copy(tmp_path / "whole", tmp_path / str(bit))
        (folder / "matches.db").write_bytes(head + data[100:])
        assert stored(folder, match) == lines, f"byte {bit // 8}, bit {bit % 8}"
        rmtree(folder)


@pytest.mark.no_cover
def test_a_file_cut_short_anywhere_keeps_what_came_before(
    unplugged: tuple[Path, Truth], tmp_path: Path
) -> None:
    left, truth = unplugged
    data, log = (left / "matches.db").read_bytes(), (left / "matches.db-wal").read_bytes()
    for length in [0, 1, 99, 100, 4095, 4096, *flips(len(data), 4097, 15, seed=8)[-15:]]:
        folder = copy(left, tmp_path / str(length))
        (folder / "matches.db").write_bytes(data[:length])
        found, damages = opened(folder, truth)
        assert told(damages) == missing(found, truth)
        there = data[:length] + log
        for match, lines in truth.items():
            whole = [line in there or len(line) > 4000 for line in lines]
            before = whole.index(False) if False in whole else len(lines)
            assert len(found[match]) >= before, f"{length} bytes"


@pytest.mark.no_cover
def test_a_log_cut_short_anywhere_loses_no_entry_without_a_word(
    unplugged: tuple[Path, Truth], tmp_path: Path
) -> None:
    left, truth = unplugged
    log = (left / "matches.db-wal").read_bytes()
    for length in [0, 1, 31, 32, 56, *flips(len(log), 60, 12, seed=9)[-12:]]:
        folder = copy(left, tmp_path / str(length))
        (folder / "matches.db-wal").write_bytes(log[:length])
        found, damages = opened(folder, truth)
        assert told(damages) == missing(found, truth), f"{length} bytes"


def test_a_file_of_rubbish_does_not_stop_anybody_from_playing(tmp_path: Path) -> None:
    for number, rubbish in enumerate((b"", b"\0" * 9000, Random(1).randbytes(20000), b"a" * 4096)):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "matches.db").write_bytes(rubbish)
        (folder / "secrets.db").write_bytes(rubbish)
        damages: list[Damage] = []
        library = Library(folder, now, on_damage=damages.append)
        match, lines = play(library, 5)
        assert library.close()
        assert [(damage.kept, damage.lost) for damage in damages] == [(0, 0), (0, 0)]
        assert (folder / damages[1].file).read_bytes() == rubbish
        assert stored(folder, match) == lines


def test_the_match_on_the_table_loses_nothing_when_its_file_is_damaged_under_it(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path, now)
    old, old_lines = play(library, 60, "Red walked.")
    library.close()
    library = Library(tmp_path, now)
    match, lines = play(library, 30, "Blue walks.")
    assert library.journal.flush()
    for name in ("matches.db", "matches.db-wal"):
        data = (tmp_path / name).read_bytes()
        for words in (b"Red walked. 20", b"Blue walks. 20"):
            data = data.replace(words, words.lower())
        (tmp_path / name).write_bytes(data)
    reading = library.read(old)
    assert reading.lines == old_lines[:19]
    assert reading.damage is not None
    assert reading.damage.keys == (old, match)
    library.journal.append(match, played(31))
    assert library.close()
    assert stored(tmp_path, match) == (*lines, encode(played(31)))


def test_a_new_line_is_never_written_over_old_ones_on_a_damaged_page(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, lines = play(library, 8)
    library.close()
    data = bytearray((tmp_path / "matches.db").read_bytes())
    page = data.index(lines[-1]) // PAGE * PAGE
    data[page + 5] += 2  # where the free room on the page ends, by 512 bytes too far
    (tmp_path / "matches.db").write_bytes(data)
    damages: list[Damage] = []
    library = Library(tmp_path, now, on_damage=damages.append)
    library.resume(match).sink.keep(played(9))
    assert library.close()
    assert [(damage.kept > 8, damage.lost) for damage in damages] == [(True, 0)]
    assert stored(tmp_path, match) == (*lines, encode(played(9)))


def test_damage_that_sqlite_cannot_describe_ends_nothing(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, lines = play(library, 3)
    library.close()
    data = (tmp_path / "matches.db").read_bytes()
    broken = data.replace(b"sqlite_autoindex_summary", b"sqlite_autoindex\xdfsummary")
    assert broken != data
    (tmp_path / "matches.db").write_bytes(broken)
    assert stored(tmp_path, match) == lines


def test_what_is_hidden_survives_damage_around_it(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    sink = library.begin()
    sink.keep(started())
    secrets = {n: secret(f"hidden {n}") for n in range(2, 20)}
    for number, hidden in secrets.items():
        hide(library, sink.match, number, hidden)
        sink.keep(played(number, hides=hidden))
    library.close()
    data = (tmp_path / "secrets.db").read_bytes()
    (tmp_path / "secrets.db").write_bytes(b"broken" + data[6:].replace(b"hidden 9", b"hidden 8"))
    library = Library(tmp_path, now)
    assert library.resume(sink.match).secrets == {n: secrets[n] for n in range(2, 9)}
    library.close()


def test_a_secret_that_changed_is_noticed_when_its_match_is_resumed(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    sink = library.begin()
    sink.keep(started())
    for number in (2, 3):
        hide(library, sink.match, number, secret(f"hidden {number}"))
        sink.keep(played(number, hides=secret(f"hidden {number}")))
    library.close()
    data = (tmp_path / "secrets.db").read_bytes()
    (tmp_path / "secrets.db").write_bytes(data.replace(b"hidden 3", b"hidden 4"))
    damages: list[Damage] = []
    library = Library(tmp_path, now, on_damage=damages.append)
    assert library.resume(sink.match).secrets == {2: secret("hidden 2")}
    library.close()
    assert [(damage.kept, damage.lost) for damage in damages] == [(1, 1)]


def test_a_match_whose_heading_is_lost_is_still_in_the_list(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, lines = play(library, 5)
    library.close()
    data = (tmp_path / "matches.db").read_bytes()
    (tmp_path / "matches.db").write_bytes(data.replace(b'"begun"', b'"Begun"'))
    library = Library(tmp_path, now)
    heading = library.matches()[0].heading
    assert (heading.game, heading.players["blue"], heading.begun) == ("some game", "Ben", None)
    assert library.read(match).lines == lines
    library.close()


def test_a_damaged_file_on_a_full_disk_waits_until_it_can_be_mended(tmp_path: Path) -> None:
    library = Library(tmp_path / "before", now)
    match, lines = play(library, 30)
    assert library.journal.flush()
    left = copy(tmp_path / "before", tmp_path / "left")
    library.close()
    content = {file.name: file.read_bytes() for file in left.iterdir()}
    content["matches.db"] = b"X" + content["matches.db"][1:]
    folder = tmp_path / "folder"
    folder.mkdir()
    disk = CutDisk(folder, content, Random(1), 10**9)
    disk.full = True
    damages: list[Damage] = []
    library = Library(folder, now, disk=disk, on_damage=damages.append, pauses=(0.01,))
    assert library.journal.state().reason == "full"
    with pytest.raises(DiskError):
        library.read(match)
    disk.full = False
    while not (library.journal.flush() and library.journal.state().saving):
        pass
    assert library.read(match).lines == lines
    assert [(damage.kept, damage.lost) for damage in damages] == [(31, 0)]
    library.close()


def test_two_damaged_files_on_one_evening_are_both_kept(tmp_path: Path) -> None:
    for _ in range(2):
        library = Library(tmp_path, now)
        play(library, 3)
        library.close()
        data = (tmp_path / "matches.db").read_bytes()
        (tmp_path / "matches.db").write_bytes(b"X" + data[1:])
    Library(tmp_path, now).close()
    names = {path.name for path in tmp_path.glob("*damaged*")}
    assert names == {
        "matches-damaged-20261120-200000.db",
        "matches-damaged-20261120-200000-2.db",
    }


def test_mending_that_was_cut_short_is_finished_and_said(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    match, lines = play(library, 30)
    library.close()
    sound = (tmp_path / "matches.db").read_bytes()
    # The last moment before the end: the broken file is aside, the new one not yet in its place.
    (tmp_path / "matches.db.mended").write_bytes(sound)
    (tmp_path / "matches-damaged-20261119-120000.db").write_bytes(b"broken")
    (tmp_path / "matches.db").unlink()
    (tmp_path / "matches.db-wal").write_bytes(b"of the broken file")
    damages: list[Damage] = []
    library = Library(tmp_path, now, on_damage=damages.append)
    assert library.read(match).lines == lines
    library.close()
    assert [damage.kept for damage in damages] == [31]
    assert not (tmp_path / "matches.db.mended").exists()
    # The first moment: nothing is aside yet, so the file in use counts.
    (tmp_path / "matches.db.mended").write_bytes(b"half")
    assert stored(tmp_path, match) == lines
    assert not (tmp_path / "matches.db.mended").exists()


def test_the_room_that_is_reserved_behind_the_log_may_hold_anything(
    unplugged: tuple[Path, Truth], tmp_path: Path
) -> None:
    left, truth = unplugged
    log = (left / "matches.db-wal").read_bytes()
    for number, room in enumerate(
        (bytes(LOG_BYTES - len(log)), bytes(99), Random(1).randbytes(9999))
    ):
        folder = copy(left, tmp_path / str(number))
        (folder / "matches.db-wal").write_bytes(log + room)
        found, _ = opened(folder, truth)
        assert found == truth


def test_a_log_is_given_its_room_before_anything_is_written_and_keeps_it(tmp_path: Path) -> None:
    library = Library(tmp_path, now)
    log = tmp_path / "matches.db-wal"
    play(library, 1)
    library.journal.flush()
    assert log.stat().st_size == LOG_BYTES
    play(library, 50)
    library.journal.flush()
    assert log.stat().st_size == LOG_BYTES
    assert library.close()
    assert not log.exists()


def test_a_match_torn_in_its_first_transaction_is_not_half_there(
    tmp_path: Path,
) -> None:
    library = Library(tmp_path / "played", now)
    truth = dict([play(library, 3)])
    assert library.journal.flush()
    before = len(written((tmp_path / "played" / "matches.db-wal").read_bytes()))
    truth |= dict([play(library, 1)])
    assert library.journal.flush()
    left = copy(tmp_path / "played", tmp_path / "left")
    library.close()
    log = (left / "matches.db-wal").read_bytes()
    for at in range(before, len(log), 24 + PAGE):
        folder = copy(left, tmp_path / str(at))
        torn = log[:at] + bytes(24 + PAGE) + log[at + 24 + PAGE :]
        (folder / "matches.db-wal").write_bytes(torn)
        found, damages = opened(folder, truth)
        assert told(damages) == missing(found, truth)

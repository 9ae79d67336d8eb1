"""Files are whole or not there, and nothing on a stick leads anywhere else."""

import ast
import fcntl
import os
import re
import socket
import stat
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from companion import files
from companion.files import (
    NotPlain,
    TooLarge,
    atomic_write,
    close_to_others,
    drop_parts,
    listed,
    make_folder,
    make_plain,
    move,
    open_kept,
    opened,
    read_whole,
    shown,
)


def modes(folder: Path) -> dict[str, int]:
    return {
        one.name: stat.S_IMODE(one.lstat().st_mode) for one in (folder, *sorted(folder.iterdir()))
    }


def test_a_file_is_there_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "new" / "a.json"
    atomic_write(file, b"one")
    atomic_write(file, iter((b"t", b"wo")))
    assert file.read_bytes() == b"two"

    def torn() -> Iterator[bytes]:
        yield b"thr"
        raise KeyError("a stick was pulled")

    with pytest.raises(KeyError):
        atomic_write(file, torn())

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        atomic_write(file, b"three")
    assert file.read_bytes() == b"two"
    assert list(file.parent.iterdir()) == [file]


def test_a_link_on_a_stick_leads_no_writer_to_the_data(tmp_path: Path) -> None:
    data, stick = tmp_path / "data", tmp_path / "stick"
    data.mkdir()
    stick.mkdir()
    (data / "box.key").write_bytes(b"dear")
    for name in ("a.csv", "a.csv.part", "b.csv"):
        (stick / name).symlink_to(data / "box.key")
    (stick / "c.csv").symlink_to(data / "staff-reset")
    (stick / "folder").symlink_to(data)
    for name in ("a.csv", "b.csv", "c.csv"):
        atomic_write(stick / name, b"written")
        assert (stick / name).read_bytes() == b"written" and not (stick / name).is_symlink()
    for act in (
        partial(atomic_write, stick / "folder" / "box.key", b"written"),
        partial(make_folder, stick / "folder" / "new"),
        partial(move, stick / "a.csv", stick / "folder" / "box.key"),
        partial(open_kept, stick / "a.csv.part", os.O_WRONLY | os.O_TRUNC),
    ):
        with pytest.raises(OSError, match=rf"{stick}[/\w.]*'$"):
            act()
    assert listed(stick / "folder", ".key") == ()
    assert {one.name: one.read_bytes() for one in data.iterdir()} == {"box.key": b"dear"}


def test_no_reader_waits_for_a_pipe_or_takes_all_memory(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "folder").mkdir()
    (tmp_path / "zero").symlink_to("/dev/zero")
    (tmp_path / "through").symlink_to(tmp_path)
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(tmp_path / "socket"))
    for name in ("pipe", "folder", "zero", "socket", "through"):
        with pytest.raises(NotPlain):
            read_whole(tmp_path / name, 1000)
    for name in ("pipe", "folder", "socket"):
        with pytest.raises(OSError):
            os.close(open_kept(tmp_path / name, os.O_WRONLY))
    with pytest.raises(NotPlain):
        os.close(open_kept(tmp_path / "pipe", os.O_RDWR))
    with pytest.raises(OSError):
        read_whole(tmp_path / "through" / "small", 1000)
    with (tmp_path / "huge").open("wb") as huge:
        huge.truncate(10**12)
    with pytest.raises(TooLarge):
        read_whole(tmp_path / "huge", 10**9)
    with pytest.raises(TooLarge), opened(tmp_path / "huge", 10**9):
        pass
    for care in (close_to_others, drop_parts):
        care(tmp_path / "pipe")
    (tmp_path / "small").write_bytes(b"12345")
    assert read_whole(tmp_path / "small", 5) == b"12345"
    (tmp_path / "link").symlink_to(tmp_path / "small")
    with pytest.raises(NotPlain):  # it could as well lead to what others may not read
        read_whole(tmp_path / "link", 5)
    with pytest.raises(TooLarge):
        read_whole(tmp_path / "small", 4)
    with pytest.raises(FileNotFoundError):
        read_whole(tmp_path / "gone", 4)
    with pytest.raises(TooLarge):
        read_whole(Path(f"/proc/{os.getpid()}/status"), 100)  # says of itself that it has no bytes


def test_looking_at_a_file_lets_go_of_the_locks_on_it(tmp_path: Path) -> None:
    file, link = tmp_path / "matches.db", tmp_path / "link"
    make_plain(file)
    link.symlink_to(file)
    with file.open("r+b") as held:
        fcntl.lockf(held, fcntl.LOCK_EX)
        make_plain(file)
        close_to_others(tmp_path)
        with pytest.raises(NotPlain):
            make_plain(link)
        told = Path("/proc/locks").read_text()
        assert f":{os.fstat(held.fileno()).st_ino} 0 EOF" in told
    assert modes(tmp_path)["matches.db"] == 0o600


def test_a_stick_with_very_many_names_does_not_stop_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "MOST_LISTED", 3)
    for number in range(5):
        (tmp_path / f"{number}.box.json").touch()
    assert [one.name[0] for one in listed(tmp_path, ".box.json")] == ["2", "3", "4"]
    monkeypatch.setattr(files, "_MOST_LOOKED_AT", 2)
    assert len(listed(tmp_path, ".box.json")) == 2
    assert listed(tmp_path / "gone", ".box.json") == ()


def test_a_name_that_is_no_text_does_not_stop_the_screen() -> None:
    assert shown(Path("Omas Schachtel.box.json")) == "Omas Schachtel.box.json"
    assert shown(os.fsdecode(b"a\xffb\nc")) == "a\ufffdb\ufffdc"
    assert shown("\u202egnp.exe").startswith("\ufffd")


def test_others_may_not_look_into_the_data(tmp_path: Path) -> None:
    folder, elsewhere = tmp_path / "data", tmp_path / "elsewhere"
    elsewhere.write_text("of somebody else")
    elsewhere.chmod(0o644)
    (folder / "boxes").mkdir(parents=True)
    (folder / "matches.db").write_text("of an older version")
    (folder / "boxes" / "a.box.json").write_text("{}")
    (folder / "link").symlink_to(elsewhere)
    for one in (folder, folder / "boxes"):
        one.chmod(0o777)
    for one in (folder / "matches.db", folder / "boxes" / "a.box.json"):
        one.chmod(0o666)
    close_to_others(folder)
    assert modes(folder) == {"data": 0o700, "boxes": 0o700, "link": 0o777, "matches.db": 0o600}
    assert modes(folder / "boxes") == {"boxes": 0o700, "a.box.json": 0o600}
    assert stat.S_IMODE(elsewhere.stat().st_mode) == 0o644


def test_a_new_file_may_be_read_by_its_owner_alone(tmp_path: Path) -> None:
    for mode, wanted in ((0o700, 0o600), (0o755, 0o644), (0o777, 0o644), (0o750, 0o640)):
        tmp_path.chmod(mode)
        atomic_write(tmp_path / "file", b"")
        assert modes(tmp_path)["file"] == wanted
    atomic_write(tmp_path / "new" / "file", b"")
    assert modes(tmp_path / "new") == {"new": 0o700, "file": 0o600}


def test_files_half_written_at_a_power_cut_are_removed(tmp_path: Path) -> None:
    (tmp_path / "boxes").mkdir()
    for folder in (tmp_path, tmp_path / "boxes"):
        (folder / ".0123456789abcdef.part").write_text("hal")
        (folder / "a.part").write_text("of somebody else")
    drop_parts(tmp_path)
    left = sorted(one.name for one in tmp_path.rglob("*"))
    assert left == ["a.part", "a.part", "boxes"]
    drop_parts(tmp_path / "gone")


ROOT = Path(__file__).parent.parent
SHIPPED = ("companion", "firmware_bridge", "hub", "printables", "ui")
ELSEWHERE = (
    "companion/maintenance/installer.py",  # runs as root, in a folder that is root's alone
    "companion/maintenance/machine.py",  # likewise
    "companion/files.py",
    "firmware_bridge/buttonbox/",  # runs on the board
    "firmware_bridge/doc_tables.py",  # runs where the program is made
    "firmware_bridge/simulat",  # stands in for devices, in a folder of its own
)

ALLOWED = {
    # SQLite opens its files itself, after companion.store.disk has made and looked at them.
    ("companion/store/disk.py", "sqlite3.connect"),
    ("companion/store/schema.py", "sqlite3.connect"),  # in memory
    ("companion/maintenance/backup.py", "sqlite3.connect"),  # a copy, in a folder made for it
    ("companion/archive/command.py", "sqlite3.connect"),  # likewise
    ("companion/uplink/journal.py", "sqlite3.connect"),  # read only
    ("companion/uplink/club.py", "sqlite3.connect"),  # after it was made in our way
    # Packed in memory, then written whole.
    ("companion/maintenance/backup.py", "ZipFile"),
    ("companion/maintenance/diagnostics.py", "ZipFile"),
    # Opened by our own function.
    ("companion/maintenance/log.py", "RotatingFileHandler"),
    # Devices and switches of the kernel, which are no files.
    ("firmware_bridge/video.py", "os.open"),
    ("ui/backlight.py", "write_text"),
    # Handles exceptions, not files.
    ("ui/door.py", "ExceptionHandler"),
}


OF_OS = re.compile(r"os\.(rename|replace|renames|link|symlink|truncate|mk\w+)")
OF_SHUTIL = re.compile(r"shutil\.(?!which|disk_usage|rmtree)\w+")
OF_PATHS = ("write_text", "write_bytes", "mkdir", "makedirs", "mkstemp", "symlink_to")
TO_WRITE = re.compile(r"'[rb]*[wax+][b+t]*'")


def ways_to_write(tree: ast.AST) -> Iterator[str]:
    """Calls that make, change or rename a file without companion.files, and log handlers."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield from (name for base in node.bases if "Handler" in (name := ast.unparse(base)))
        elif isinstance(node, ast.Call):
            yield from _writing(node)


def _writing(call: ast.Call) -> Iterator[str]:
    called, given = ast.unparse(call.func), [ast.unparse(one) for one in call.args]
    last = called.rpartition(".")[2]
    if called == "os.open":
        if not given[1:] or re.search("WRONLY|RDWR|CREAT|TRUNC", given[1]):
            yield called
    elif last in ("open", "ZipFile", "TarFile"):
        modes = [*given, *(ast.unparse(one.value) for one in call.keywords)]
        ours = bool(given) and given[0].startswith("open_kept(")
        if not ours and any(map(TO_WRITE.fullmatch, modes)):
            yield last
    elif last in ("rename", "replace", "touch") and not OF_OS.fullmatch(called):
        if len(given) == (last != "touch") and not call.keywords:  # of a path, not of a text
            yield f"Path.{last}"
    elif last in OF_PATHS or called == "sqlite3.connect":
        yield last if last in OF_PATHS else called
    elif OF_OS.fullmatch(called) or OF_SHUTIL.fullmatch(called):
        yield called


def test_files_are_only_written_in_the_one_way() -> None:
    found = {
        (name, way)
        for folder in SHIPPED
        for file in (ROOT / folder).rglob("*.py")
        if not (name := file.relative_to(ROOT).as_posix()).startswith(ELSEWHERE)
        for way in ways_to_write(ast.parse(file.read_text("utf-8")))
    }
    assert found == ALLOWED


@pytest.mark.parametrize(
    "line",
    [
        "open(path, 'w')",
        "open(path, mode='ab')",
        "path.open('r+b')",
        "path.write_text('')",
        "os.open(path, os.O_WRONLY)",
        "os.replace(old, new)",
        "shutil.copy(old, new)",
        "part.replace(file)",
        "path.mkdir(parents=True)",
        "path.touch()",
        "sqlite3.connect(path)",
        "ZipFile(path, 'w')",
    ],
)
def test_the_search_finds_every_way_to_write(line: str) -> None:
    assert len(list(ways_to_write(ast.parse(line)))) == 1
    for harmless in (
        "open(path)",
        "text.replace('a', 'b')",
        "presenter.touch(token)",
        "path.open('rb')",
    ):
        assert not list(ways_to_write(ast.parse(harmless)))

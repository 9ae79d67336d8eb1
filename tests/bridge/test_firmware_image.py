"""The firmware inside one file for the Pico: laid in where MicroPython says, whole, and it runs.

No official MicroPython is at hand where tests run: the file it is laid into is made here, with the
binary info that an official one has.
"""

import hashlib
import struct
from pathlib import Path

import pytest
from littlefs import LittleFS

from firmware_bridge.install import keep
from firmware_bridge.simulator import NodeBox
from script import firmware_image
from script.firmware_image import (
    BLOCK,
    END,
    FOLDER,
    HEAD,
    INFO_END,
    INFO_START,
    MAGIC,
    PAYLOAD,
    SECOND,
    SECTOR,
    main,
)

BASE, WHERE, SIZE = 0x10000000, 0x100A0000, 1408 * 1024
"""Of flash, and of the file system in it: those of MicroPython for the first Pico."""

PICO = 0xE48BFF56


def program(size: int = SIZE, tag: bytes = b"MP") -> bytes:
    """The flash of a MicroPython as far as it is looked at: where its file system lies."""
    made = bytearray(bytes(range(256)) * 64)
    info, entry, name = BASE + 0x1000, BASE + 0x1100, BASE + 0x1200
    struct.pack_into("<5I", made, 0x1D4, INFO_START, info, info + 8, 0, INFO_END)
    struct.pack_into("<2I", made, 0x1000, entry + 0x40, entry)
    struct.pack_into("<2H", made, 0x1140, 6, 0x5052)
    struct.pack_into(
        "<2H4IH", made, 0x1100, 7, int.from_bytes(tag, "little"), name, WHERE, size, 0, 3
    )
    return bytes(made)


def uf2(flash: bytes, family: int = PICO) -> bytes:
    count, out = len(flash) // PAYLOAD, b""
    for number in range(count):
        at = number * PAYLOAD
        head = HEAD.pack(MAGIC, SECOND, 0x2000, BASE + at, PAYLOAD, number, count, family)
        out += head + flash[at : at + PAYLOAD].ljust(BLOCK - 36, b"\0") + struct.pack("<I", END)
    return out


def image(tmp_path: Path, data: bytes, *, sum_of: bytes | None = None) -> tuple[int, Path]:
    source, out = tmp_path / "micropython.uf2", tmp_path / "box.uf2"
    source.write_bytes(data)
    said = hashlib.sha256(data if sum_of is None else sum_of).hexdigest()
    return main([str(source), "--sha256", said, "--out", str(out)]), out


def copied(data: bytes) -> bytearray:
    """What is in the flash of a Pico on which something else was, once the file has been copied."""
    flash = bytearray(b"\x5a" * (2 << 20))
    for at in range(0, len(data), BLOCK):
        _, _, _, address, size, number, count, family = HEAD.unpack_from(data, at)
        assert (number, count, size, family) == (at // BLOCK, len(data) // BLOCK, PAYLOAD, PICO)
        flash[address - BASE : address - BASE + size] = data[at + HEAD.size :][:size]
    return flash


def mounted(flash: bytes) -> LittleFS:
    made = LittleFS(block_size=SECTOR, block_count=SIZE // SECTOR, prog_size=PAYLOAD, mount=False)
    made.context.buffer = bytearray(flash[WHERE - BASE : WHERE - BASE + SIZE])
    made.mount()
    return made


def test_the_firmware_lies_whole_where_micropython_looks_for_it_and_runs(tmp_path: Path) -> None:
    whole = program()
    ended, out = image(tmp_path, uf2(whole))
    assert ended == 0
    flash = copied(out.read_bytes())
    assert flash[: len(whole)] == whole  # nothing of MicroPython is changed
    disk = mounted(bytes(flash))
    assert set(disk.listdir("/")) == {"buttonbox", "main.py"}
    assert disk.fs_stat().disk_version == firmware_image.DISK_VERSION
    folder = tmp_path / "buttonbox"
    folder.mkdir()
    for name in disk.listdir("/buttonbox"):
        with disk.open(f"buttonbox/{name}", "rb") as file:
            (folder / name).write_bytes(file.read())
    with disk.open("main.py", "rb") as file:
        (folder / "start.py").write_bytes(file.read())
    for source in FOLDER.glob("*.py"):
        assert (folder / source.name).read_bytes() == source.read_bytes()
    with NodeBox(firmware=folder) as box:
        assert keep(box.port, '{"name": "from one file"}').startswith("Kept")
        assert box.starts == 1 and not box.failures


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"PK\x03\x04" * 128, "no UF2"),
        (uf2(program())[:-BLOCK] + bytes(BLOCK), "damaged"),
        (uf2(bytes(8192)), "no MicroPython"),
        (uf2(program(tag=b"CP")), "no MicroPython"),
        (uf2(program(size=1000)), "where the program is"),
        (uf2(program()[:4096]), "ends too soon"),
        (uf2(program()) + uf2(program(), family=0xE48BFF59), "several boards"),
    ],
    ids=["zip", "cut", "empty", "another", "odd", "short", "two"],
)
def test_what_is_no_micropython_for_the_pico_is_refused_in_words(
    data: bytes, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended, out = image(tmp_path, data)
    assert ended == 1 and not out.exists()
    assert said in capsys.readouterr().err


def test_a_file_with_another_sum_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended, out = image(tmp_path, uf2(program()), sum_of=b"another")
    assert ended == 1 and not out.exists()
    assert "its sum is" in capsys.readouterr().err

"""Lays the firmware of the button box into an official MicroPython for the Pico: one file to copy.

A UF2 is a row of blocks, each with the address in flash that its bytes go to
(https://github.com/microsoft/uf2). MicroPython for the Pico says in its *binary info*, as the
Pico's SDK writes it, where its file system lies: there the image of a littlefs goes that holds our
files. Nothing of MicroPython is changed.
"""

import argparse
import hashlib
import struct
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from littlefs import LittleFS

from companion.files import atomic_write, read_whole

FOLDER = Path(__file__).parent.parent / "firmware_bridge" / "buttonbox"
LARGEST = 20_000_000
"""Bytes of a UF2 that is still looked at; those for the Pico have about 700,000."""

MAGIC, SECOND, END = 0x0A324655, 0x9E5D5157, 0x0AB16F30
BLOCK, PAYLOAD = 512, 256
HEAD = struct.Struct("<8I")
"""Of a block: two magic numbers, flags, address, bytes, its number, how many there are, family."""

ABSOLUTE = 0xE48BFF57
"""The family of a block beside the program, which newer boards want first: it stays there."""

INFO_START, INFO_END = 0x7188EBF2, 0xE71AA390
"""Around the addresses of the binary info, within the first 4 kB of the program."""

BLOCK_DEVICE, TAG = 7, int.from_bytes(b"MP", "little")
"""The entry of the binary info that is meant, and MicroPython's own tag."""

SECTOR = 4096
"""Bytes that flash erases at once: a block of the file system."""

DISK_VERSION = 0x00020000
"""Of littlefs: what every MicroPython for the Pico reads."""


class Unfit(Exception):
    """The file is not what it should be; the text says what to do."""


@dataclass(frozen=True)
class Program:
    """What a UF2 puts into flash.

    family: of the board, as all its blocks say it.
    pages: bytes by their address.
    """

    family: int
    pages: dict[int, bytes]

    def bytes_at(self, address: int, count: int) -> bytes:
        """Raises Unfit where the file has none."""
        found = bytearray()
        while len(found) < count:
            page = (address + len(found)) & ~(PAYLOAD - 1)
            if page not in self.pages:
                raise Unfit("it ends too soon; fetch it once more")
            found += self.pages[page][address + len(found) - page :]
        return bytes(found[:count])

    def word(self, address: int) -> int:
        """A number of 32 bits."""
        return int.from_bytes(self.bytes_at(address, 4), "little")


def read(data: bytes) -> tuple[Program, bytes]:
    """The program in a UF2, and the blocks before it that are kept as they are. Raises Unfit."""
    if not data or len(data) % BLOCK:
        raise Unfit("it is no UF2")
    pages: dict[int, bytes] = {}
    before, families = b"", set[int]()
    for at in range(0, len(data), BLOCK):
        block = data[at : at + BLOCK]
        first, second, _, address, size, _, _, family = HEAD.unpack_from(block)
        if (first, second, block[-4:]) != (MAGIC, SECOND, END.to_bytes(4, "little")):
            raise Unfit("it is no UF2, or damaged")
        if family == ABSOLUTE:
            before += block
            continue
        if size != PAYLOAD or address % PAYLOAD:
            raise Unfit("it is no UF2 for a Pico")
        pages[address] = block[HEAD.size : HEAD.size + PAYLOAD]
        families.add(family)
    if len(families) != 1:
        raise Unfit("it is for several boards at once")
    return Program(families.pop(), pages), before


def file_system(program: Program) -> tuple[int, int]:
    """Address and bytes of the file system, as MicroPython says it. Raises Unfit."""
    base = min(program.pages)
    for address in range(base, base + SECTOR, 4):
        if program.word(address) == INFO_START and program.word(address + 16) == INFO_END:
            begin, end = program.word(address + 4), program.word(address + 8)
            break
    else:
        raise Unfit("it does not say where its file system lies: it is no MicroPython for the Pico")
    for entry in range(begin, min(end, begin + SECTOR), 4):
        at = program.word(entry)
        kind, tag = struct.unpack("<HH", program.bytes_at(at, 4))
        if (kind, tag) == (BLOCK_DEVICE, TAG):
            where, size = program.word(at + 8), program.word(at + 12)
            if where % SECTOR or size % SECTOR or not size or where <= max(program.pages):
                raise Unfit("its file system lies where the program is")
            return where, size
    raise Unfit("it has no file system: it is no MicroPython for the Pico")


def flash(size: int) -> bytes:
    """A file system of that many bytes with the firmware in it."""
    made = LittleFS(
        block_size=SECTOR,
        block_count=size // SECTOR,
        read_size=32,
        prog_size=PAYLOAD,
        cache_size=4 * PAYLOAD,
        lookahead_size=32,
        disk_version=DISK_VERSION,
    )
    made.mkdir("buttonbox")
    for name, data in files():
        with made.open(name, "wb") as file:
            file.write(data)
    return bytes(made.context.buffer)


def files() -> Iterator[tuple[str, bytes]]:
    """What lies in the flash of a box, as ``companion firmware install`` copies it."""
    for path in sorted(FOLDER.glob("*.py")):
        name = "main.py" if path.name == "start.py" else f"buttonbox/{path.name}"
        yield name, path.read_bytes()


def laid_in(data: bytes) -> bytes:
    """The UF2 with our file system in it: all of it, so that nothing of an older one shines
    through. Raises Unfit."""
    program, before = read(data)
    where, size = file_system(program)
    image = flash(size)
    pages = dict(program.pages)
    for at in range(0, size, PAYLOAD):
        pages[where + at] = image[at : at + PAYLOAD]
    return before + b"".join(_blocks(pages, program.family))


def _blocks(pages: dict[int, bytes], family: int) -> Iterator[bytes]:
    with_family = 0x2000  # the flag that the last number of the head is a family
    for number, (address, data) in enumerate(sorted(pages.items())):
        head = (MAGIC, SECOND, with_family, address, PAYLOAD, number, len(pages), family)
        yield (
            HEAD.pack(*head) + data.ljust(BLOCK - HEAD.size - 4, b"\0") + END.to_bytes(4, "little")
        )


def main(arguments: Sequence[str]) -> int:
    """0 when it was written, 1 when the file handed in is not the right one."""
    parser = argparse.ArgumentParser(prog="script/firmware-image", description=__doc__)
    parser.add_argument("uf2", type=Path, help="official MicroPython for the Pico, as downloaded")
    parser.add_argument("--sha256", required=True, help="its sum, from where it was downloaded")
    parser.add_argument("--out", type=Path, default=Path("button-box.uf2"))
    asked = parser.parse_args(arguments)
    try:
        data = read_whole(asked.uf2.resolve(), LARGEST)
        found = hashlib.sha256(data).hexdigest()
        if found != asked.sha256.lower():
            raise Unfit(f"its sum is {found}, which is not the one given; fetch it once more")
        made = laid_in(data)
        atomic_write(asked.out.resolve(), made)
    except (OSError, Unfit) as error:
        print(f"script/firmware-image: {asked.uf2.name}: {error}", file=sys.stderr)
        return 1
    print(
        f"{asked.out}: {len(made)} bytes. Hold BOOTSEL, plug the Pico in, copy this file onto it."
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

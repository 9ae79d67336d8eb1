"""Writes the repository file with which Raspberry Pi Imager offers an image.

What stands in it: the schema of the Imager, ``doc/json-schema/os-list-schema.json`` in
https://github.com/raspberrypi/rpi-imager.
"""

import argparse
import hashlib
import json
import lzma
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.files import atomic_write

NAME = "Tabletop companion"
SAYS = "A touchscreen beside a real board game that referees the game being played."
DEVICES = ("pi4-64bit", "pi5-64bit")
"""As the Imager names them."""

CHUNK = 1 << 20
"""Bytes that are read at once."""


def entry(image: Path, url: str, icon: str) -> dict[str, Any]:
    """The image as the Imager offers it. Raises OSError and lzma.LZMAError when it cannot be
    read."""
    packed, plain, size = hashlib.sha256(), hashlib.sha256(), 0
    for part in _parts(image, packed=True):
        packed.update(part)
    for part in _parts(image, packed=False):
        plain.update(part)
        size += len(part)
    made = datetime.fromtimestamp(image.stat().st_mtime, UTC)
    return {
        "name": NAME,
        "description": SAYS,
        "icon": icon,
        "url": url,
        "extract_size": size,
        "extract_sha256": plain.hexdigest(),
        "image_download_size": image.stat().st_size,
        "image_download_sha256": packed.hexdigest(),
        "release_date": made.strftime("%Y-%m-%d"),
        "devices": list(DEVICES),
        "architecture": "armv8",
        "init_format": "none",
    }


def _parts(image: Path, *, packed: bool) -> Iterator[bytes]:
    unpack = image.suffix == ".xz" and not packed
    with lzma.open(image) if unpack else image.open("rb") as file:
        while part := file.read(CHUNK):
            yield part


def main(arguments: Sequence[str]) -> int:
    """0 when it was written, 1 when the image cannot be read."""
    parser = argparse.ArgumentParser(prog="script/image list", description=__doc__)
    parser.add_argument("image", type=Path, help="the image, plain or packed with xz")
    parser.add_argument("--url", help="where it will lie (default: where it lies now)")
    parser.add_argument("--icon", default="", help="address of a picture of it")
    parser.add_argument("--out", type=Path, default=Path("os_list.json"))
    asked = parser.parse_args(arguments)
    image = asked.image.resolve()
    try:
        offered = entry(image, asked.url or image.as_uri(), asked.icon)
        text = json.dumps({"os_list": [offered]}, indent=2) + "\n"
        atomic_write(asked.out.resolve(), text.encode())
    except (OSError, EOFError, lzma.LZMAError) as error:
        print(f"script/image: {asked.image}: {error}", file=sys.stderr)
        return 1
    print(f"{asked.out}: rpi-imager --repo {asked.out.resolve()}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

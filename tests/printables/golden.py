"""Small pictures of every sheet of every game.

``python -m tests.printables.golden [GAME...]`` makes those of these games anew, or of all. That is
done when a sheet is meant to look different, and they are looked at before they are committed.
"""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from PIL import Image

from companion.match.registry import GamePackage
from printables.document import SHEETS
from printables.pictures import pages
from tests.printables import PACKAGES, drawn, nothing

HERE = Path(__file__).parent / "golden"
DPI = 36
LEVELS = 16
"""Shades of gray that are kept."""


def pictures(package: GamePackage) -> Iterator[tuple[str, Image.Image]]:
    """All sheets of a game by name, as they look now."""
    for sheet in SHEETS:
        if sheet in nothing(package):
            continue
        made = drawn(package, sheet, backs="fold")
        shown = list(pages(made.pdf, DPI))[: -1 if made.codes else None]  # not the proof of reading
        for number, picture in enumerate(shown, 1):
            yield f"{package.game.name}-{sheet}-{number}", picture.quantize(LEVELS).convert("L")


def main(names: Sequence[str]) -> int:
    """Make the pictures of these games anew, or of all."""
    HERE.mkdir(exist_ok=True)
    for package in PACKAGES:
        if names and package.game.name not in names:
            continue
        for old in HERE.glob(f"{package.game.name}-*.png"):
            old.unlink()
        for name, picture in pictures(package):
            picture.quantize(LEVELS).save(HERE / f"{name}.png", optimize=True)
            print(name)
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""Small pictures of every sheet of every game.

``python -m tests.printables.golden`` makes them anew. That is done when a sheet is meant to look
different, and they are looked at before they are committed.
"""

from collections.abc import Iterator
from pathlib import Path

from PIL import Image

from companion.match.shelf import Title
from printables.document import SHEETS
from printables.pictures import pages
from tests.printables import TITLES, WITH_CARDS, drawn

HERE = Path(__file__).parent / "golden"
DPI = 36
LEVELS = 16
"""Shades of gray that are kept."""


def pictures(title: Title) -> Iterator[tuple[str, Image.Image]]:
    """All sheets of a game by name, as they look now."""
    for sheet in SHEETS:
        if sheet == "slips" and title not in WITH_CARDS:
            continue
        made = drawn(title, sheet, backs="fold")
        for number, picture in enumerate(list(pages(made.pdf, DPI))[:-1], 1):
            yield f"{title.game.name}-{sheet}-{number}", picture.quantize(LEVELS).convert("L")


def main() -> int:
    """Make all pictures anew."""
    HERE.mkdir(exist_ok=True)
    for old in HERE.glob("*.png"):
        old.unlink()
    for title in TITLES:
        for name, picture in pictures(title):
            picture.quantize(LEVELS).save(HERE / f"{name}.png", optimize=True)
            print(name)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

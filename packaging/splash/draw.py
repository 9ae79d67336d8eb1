"""Draws discs.png: a disc for each colour of the people, as the companion itself shows them first.

Called by script/draw, with the file to write."""

import sys
from pathlib import Path

from PIL import Image, ImageDraw

from companion.scene.pictures import SEATS

DISC, STEP = 36, 54
"""Pixels of a disc, and from one to the next: 6 and 9 mm on a panel of 7 inches."""

FINE = 4
"""Drawn so many times as large, for smooth edges."""


def main(file: Path) -> None:
    """Write it."""
    wide = DISC + STEP * (len(SEATS) - 1)
    picture = Image.new("RGBA", (wide * FINE, DISC * FINE))
    pen = ImageDraw.Draw(picture)
    for place, seat in enumerate(SEATS.values()):
        left = place * STEP * FINE
        pen.ellipse((left, 0, left + DISC * FINE - 1, DISC * FINE - 1), fill=seat.fill)
    picture.resize((wide, DISC), Image.Resampling.LANCZOS).save(file, optimize=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))

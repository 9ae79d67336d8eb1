"""What is held before a camera: printed sheets, and pictures in which there is no whole code."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw

from companion.match import registry
from firmware_bridge.video import SIZE
from printables import pictures
from printables.document import draw
from printables.order import SheetName
from printables.pictures import Seen
from tests.printables import order

DPIS = (150, 190, 240)
"""Of printed pages: with what is taken off it, modules of 0.66 mm are 3.3 to 6.2 pixels wide, and a
code fills an eighth of the picture or more. Smaller ones are read less surely: 94 of 100 at 2.1."""

SHEETS: tuple[SheetName, ...] = ("menu", "slips", "seats")
PAGES = 3
"""Of each sheet; they are alike."""

AROUND = 0.62
"""The share of the way to the next code that a slip has around its own once it is cut out."""

IMAGES = Path(__file__).parents[2] / "docs" / "images"
VARIANTS = 60
"""Large pictures that smaller ones are cut out of."""

Gray = NDArray[np.uint8]


@cache
def _printed(game: str) -> bytes:
    return draw(order(registry.game_package(game)), SHEETS).pdf


@cache
def deck(game: str, dpi: int) -> tuple[tuple[Image.Image, tuple[Seen, ...]], ...]:
    """Pages of a game with the codes on them."""
    found = []
    for page in pictures.pages(_printed(game), dpi):
        codes = tuple(pictures.codes(page, None))
        if codes:
            found.append((page, codes))
    return tuple(found[:: max(1, len(found) // PAGES)])


def cut_out(page: Image.Image, code: Seen, others: tuple[Seen, ...]) -> tuple[Image.Image, Seen]:
    """The slip around a code, as it was cut out, and the code on it."""
    ways = [max(abs(one.x - code.x), abs(one.y - code.y)) for one in others if one is not code]
    half = min([AROUND * min(ways, default=4 * code.size), 4 * code.size])
    half = max(half, 0.75 * code.size)
    left, top = round(code.x - half), round(code.y - half)
    slip = page.crop((left, top, round(code.x + half), round(code.y + half)))
    return slip, Seen(code.text, code.x - left, code.y - top, code.size)


def blank(count: int, rng: Random, games: Sequence[str]) -> Iterator[Gray]:
    """So many pictures as a camera sends them, of everything but a whole code."""
    grid = np.random.default_rng(rng.getrandbits(32))
    makers = _noise, _edges, _drawn, partial(_torn, games), _like
    large = dict[int, Gray]()
    wide, high = SIZE
    spots = [grid.integers(0, most, SIZE[::-1], dtype=np.uint8) for most in (1, 4, 16, 50)]
    for _ in range(count):
        which = rng.randrange(VARIANTS)
        if which not in large:
            large[which] = makers[which % len(makers)](rng, grid)
        one = large[which]
        left = rng.randrange(one.shape[1] - wide + 1)
        low = rng.randrange(one.shape[0] - high + 1)
        seen = one[low : low + high, left : left + wide]
        seen = seen[:: rng.choice((1, -1)), :: rng.choice((1, -1))]
        dark = rng.choice((0, 0, 1))  # half of the light
        yield np.ascontiguousarray(np.maximum(seen >> dark, rng.choice(spots)))


def _sized(image: Image.Image) -> Gray:
    return np.asarray(image.convert("L").resize((1600, 1200)), np.uint8)


def _noise(rng: Random, grid: np.random.Generator) -> Gray:
    coarse = 2 ** rng.randrange(8)
    small = grid.integers(0, 256, (1200 // coarse + 1, 1600 // coarse + 1), dtype=np.uint8)
    return _sized(Image.fromarray(small))


def _edges(rng: Random, grid: np.random.Generator) -> Gray:
    image = Image.new("L", (1600, 1200), rng.randrange(256))
    pen = ImageDraw.Draw(image)
    for _ in range(400):
        x, y = rng.randrange(1600), rng.randrange(1200)
        box = (x, y, x + rng.randrange(3, 200), y + rng.randrange(3, 200))
        (pen.rectangle if rng.random() < 0.8 else pen.ellipse)(box, fill=rng.randrange(256))
    return _sized(image)


def _drawn(rng: Random, grid: np.random.Generator) -> Gray:
    files = sorted(IMAGES.glob("*.png"))
    with Image.open(rng.choice(files)) as image:
        return _sized(image)


def _torn(games: Sequence[str], rng: Random, grid: np.random.Generator) -> Gray:
    """A printed page whose codes are covered in part."""
    page, codes = rng.choice(deck(rng.choice(games), rng.choice(DPIS)))
    page = page.copy()
    pen = ImageDraw.Draw(page)
    for one in codes:
        half, side = one.size / 2 + 2, rng.choice((0, 1, 2, 3))
        box = [one.x - half, one.y - half, one.x + half, one.y + half]
        box[side] = (one.x, one.y, one.x, one.y)[side]  # half of it
        pen.rectangle(tuple(box), fill=rng.choice((255, 0, 128)))
    return np.asarray(page.resize((max(1600, page.width), max(1200, page.height))), np.uint8)


def _like(rng: Random, grid: np.random.Generator) -> Gray:
    """Squares that have all that tells a code, and nothing in it."""
    image = Image.new("L", (1600, 1200), 235)
    for x in range(40, 1500, 180):
        for y in range(40, 1100, 180):
            size = rng.choice((21, 25, 29))
            dark = grid.integers(0, 2, (size, size), dtype=np.uint8) * 255
            ring = np.full((9, 9), 255, np.uint8)
            ring[1:8, 1:8], ring[2:7, 2:7], ring[3:6, 3:6] = 0, 255, 0
            for at in ((0, 0), (0, size - 8), (size - 8, 0)):
                top, first = (1 if not at[0] else 0), (1 if not at[1] else 0)
                dark[at[0] : at[0] + 8, at[1] : at[1] + 8] = ring[top : top + 8, first : first + 8]
            module = rng.choice((3, 4, 5))
            image.paste(Image.fromarray(dark).resize((size * module,) * 2, 0), (x, y))
    return np.asarray(image, np.uint8)

"""The proof that codes can be read: every page is turned into pictures, and every code read back.

What is demanded is what was measured to be possible with codes of 15 mm: all when the picture is
clean, and when it is turned by 7 degrees, blurred with 0.15 mm and noisy, from 200 dpi up; nine
of ten with 8 % of their area covered.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from math import ceil, sqrt
from random import Random
from typing import Literal

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from printables.pictures import Document, Seen, codes
from printables.placed import Placed

DPIS = (150, 200, 300)
"""Pixels an inch at which codes are read back: a poor scan, and better ones."""
MM = 25.4
"""Millimetres of an inch."""

HANDS = 2
"""Pages that are read side by side while the next is being drawn."""

Way = Literal["clean", "worn", "covered"]
WAYS: tuple[Way, ...] = ("clean", "worn", "covered")

TURN, BLUR, NOISE, COVER = 7.0, 0.15, 25.0, 0.08
"""Degrees; standard deviations in millimetres and 255ths of the brightness; share of the area."""

MARGIN = 2.4 + 1.5
"""Millimetres that are cut out round a code: its quiet zone and a little more."""

LEAST = 3
"""Codes side by side in a picture that is spoilt: readers take small pictures for close-ups."""

FAR = 2.0
"""Millimetres between where a code was drawn and where it was found that are too many."""


def bar(way: Way, dpi: int) -> float:
    """The share of codes that must be read."""
    if way == "clean" or (way == "worn" and dpi >= 200):
        return 1.0
    return 0.9 if way == "covered" else 0.0


_Result = tuple[list[tuple["Way", Placed]], set[str]]


@dataclass
class Proof:
    """What was read. missed: by resolution and way, the codes that were not; strange: codes that
    were read and never drawn."""

    total: int
    dpis: tuple[int, ...]
    missed: dict[tuple[int, Way], list[Placed]] = field(default_factory=dict)
    strange: set[str] = field(default_factory=set)

    def read(self, dpi: int, way: Way) -> int:
        """How many were read."""
        return self.total - len(self.missed.get((dpi, way), ()))

    @property
    def faults(self) -> tuple[tuple[int, Way], ...]:
        """Where fewer were read than must be."""
        return tuple(
            (dpi, way)
            for dpi in self.dpis
            for way in WAYS
            if self.read(dpi, way) < bar(way, dpi) * self.total
        )

    @property
    def good(self) -> bool:
        """Whether the sheets may be offered."""
        return not self.faults and not self.strange


def prove(
    pdf: bytes,
    placed: Iterable[Placed],
    dpis: tuple[int, ...] = DPIS,
    progress: Callable[[float], None] = lambda done: None,
) -> Proof:
    """Read every code back. progress: gets the share that is done, from 0 to 1."""
    by_page: dict[int, list[Placed]] = {}
    for one in placed:
        by_page.setdefault(one.page, []).append(one)
    proof = Proof(sum(not one.bars for some in by_page.values() for one in some), dpis)
    with Document(pdf) as document, ThreadPoolExecutor(HANDS) as hands:
        looks = list(_looks(len(document), dpis, by_page))
        waiting: deque[tuple[int, Future[_Result]]] = deque()
        for number, (dpi, page) in enumerate(looks):
            picture, wanted = document.page(page, dpi), by_page.get(page, [])
            whole = not wanted or dpi == max(dpis)
            waiting.append((dpi, hands.submit(_page, picture, dpi, wanted, whole)))
            if len(waiting) > HANDS:
                _take(proof, *waiting.popleft())
            progress(number / len(looks))
        for dpi, last in waiting:
            _take(proof, dpi, last)
    progress(1.0)
    return proof


def _looks(
    count: int, dpis: tuple[int, ...], by_page: dict[int, list[Placed]]
) -> Iterator[tuple[int, int]]:
    """Which page is looked at with which resolution: those without a code only once, for they
    need only show that there is none."""
    for dpi in dpis:
        for page in range(count):
            if page in by_page or dpi == dpis[0]:
                yield dpi, page


def _take(proof: Proof, dpi: int, result: Future[_Result]) -> None:
    missed, strange = result.result()
    proof.strange |= strange
    for way, one in missed:
        proof.missed.setdefault((dpi, way), []).append(one)


def _page(picture: Image.Image, dpi: int, wanted: list[Placed], whole: bool) -> _Result:
    """What could not be read on a page, and what was read and never drawn.

    whole: whether all of the page is looked at for that, which is done where it shows most.
    """
    strange: set[str] = set()
    if whole:
        strange = {found.text for found in codes(picture)} - {one.text for one in wanted}
    scale = dpi / MM
    missed = _unread_bars(picture, [one for one in wanted if one.bars], scale)
    wanted = [one for one in wanted if not one.bars]
    if not wanted:
        return missed, strange
    clean = _gathered(picture, wanted, scale)
    shown: dict[Way, Image.Image] = {
        "clean": clean,
        "worn": worn(clean, dpi),
        "covered": _gathered(picture, wanted, scale, cover=COVER),
    }
    texts = {one.text for one in wanted}
    for way, spoilt in shown.items():
        found = codes(spoilt, texts)
        places = dict(_middles(wanted, scale)) if way != "worn" else {}
        for one in wanted:
            if not any(
                near.text == one.text and _at(near, places.get(one), FAR * scale) for near in found
            ):
                missed.append((way, one))
    return missed, strange


def _unread_bars(
    picture: Image.Image, wanted: list[Placed], scale: float
) -> list[tuple[Way, Placed]]:
    """Bars need only be read clean: they correct no errors, and are scanned once, when new."""
    if not wanted:
        return []
    read = {one.text for one in codes(_gathered(picture, wanted, scale), (), bars=True)}
    return [("clean", one) for one in wanted if one.text not in read]


def _at(seen: Seen, place: tuple[float, float] | None, far: float) -> bool:
    return place is None or abs(seen.x - place[0]) + abs(seen.y - place[1]) < far


def _cells(wanted: list[Placed], scale: float) -> tuple[int, int, int]:
    """Pixels of a cell, columns and rows of the picture in which codes lie side by side."""
    cell = round((max(one.size for one in wanted) + 2 * MARGIN) * scale)
    columns = max(LEAST, ceil(sqrt(len(wanted))))
    return cell, columns, max(LEAST, ceil(len(wanted) / columns))


def _middles(wanted: list[Placed], scale: float) -> Iterator[tuple[Placed, tuple[float, float]]]:
    """Where the middle of each code lies in that picture."""
    cell, columns, _ = _cells(wanted, scale)
    for number, one in enumerate(wanted):
        middle = (MARGIN + one.size / 2) * scale
        yield one, (number % columns * cell + middle, number // columns * cell + middle)


def _gathered(
    picture: Image.Image, wanted: list[Placed], scale: float, cover: float = 0.0
) -> Image.Image:
    """The codes of a page side by side: reading and spoiling them costs less than the whole page.

    cover: share of each that is covered by a white square, a little off the middle, where no
    finder pattern is.
    """
    cell, columns, rows = _cells(wanted, scale)
    gathered = Image.new("L", (columns * cell, rows * cell), 255)
    pencil = ImageDraw.Draw(gathered)
    for number, one in enumerate(wanted):
        x, y = number % columns * cell, number // columns * cell
        left, top = round((one.x - MARGIN) * scale), round((one.y - MARGIN) * scale)
        size = round((one.size + 2 * MARGIN) * scale)
        gathered.paste(picture.crop((left, top, left + size, top + size)), (x, y))
        if cover:
            side = one.size * sqrt(cover) * scale
            middle = (MARGIN + one.size * 0.56) * scale
            near, far = middle - side / 2, middle + side / 2
            pencil.rectangle((x + near, y + near, x + far, y + far), fill=255)
    return gathered


def worn(picture: Image.Image, dpi: int) -> Image.Image:
    """As a bad camera sees it: blurred, turned and noisy; always in the same way."""
    # A box of the same deviation as a bell costs a third, and what is blurred can be turned to
    # the nearest pixel: both are a little harder to read.
    deviation = BLUR * dpi / MM
    blurred = picture.filter(ImageFilter.BoxBlur((sqrt(12 * deviation**2 + 1) - 1) / 2))
    turned = blurred.rotate(TURN, Image.Resampling.NEAREST, expand=True, fillcolor=255)
    noise = Image.new("L", turned.size)
    tile = _noise()
    for x in range(0, turned.width, tile.width):
        for y in range(0, turned.height, tile.height):
            noise.paste(tile, (x, y))
    return ImageChops.add(turned, noise, offset=-128)


@cache
def _noise() -> Image.Image:
    """Gaussian noise about the middle brightness."""
    chance = Random(1)
    side = 160
    values = (min(255, max(0, round(chance.gauss(128, NOISE)))) for _ in range(side * side))
    return Image.frombytes("L", (side, side), bytes(values))

"""Pages as pictures, and the codes that a picture shows."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path

import pypdfium2
import zxingcpp
from PIL import Image, UnidentifiedImageError

from companion.files import read_whole

PDF_DPI = 72
"""Units an inch in which a PDF measures (ISO 32000-1, 8.3.2.3)."""

LARGEST_FILE = 500_000_000
"""Bytes of a scan of many sheets."""

LARGEST_PIXELS = 120_000_000
"""Of a photograph that is still looked at: more is a mistake or an attack on the memory."""


@dataclass(frozen=True)
class Seen:
    """A code in a picture: its text, its middle and the width of its dark part in pixels."""

    text: str
    x: float
    y: float
    size: float


class Document:
    """A PDF whose pages are turned into pictures; a context manager, for one thread only.

    Raises ValueError in words when it is damaged.
    """

    def __init__(self, pdf: bytes) -> None:
        try:
            self._document = pypdfium2.PdfDocument(pdf)
        except pypdfium2.PdfiumError as error:
            raise ValueError(f"is a damaged PDF: {error}") from error

    def __len__(self) -> int:
        return len(self._document)

    def page(self, number: int, dpi: int, *, gray: bool = True) -> Image.Image:
        """A page, counted from 0, in shades of gray or in colours."""
        page = self._document[number]
        bitmap = page.render(scale=dpi / PDF_DPI, grayscale=gray)
        picture: Image.Image = bitmap.to_pil().convert("L" if gray else "RGB")
        bitmap.close()
        page.close()
        return picture

    def __enter__(self) -> "Document":
        return self

    def __exit__(self, *exception: object) -> None:
        self._document.close()


def pages(pdf: bytes, dpi: int, *, gray: bool = True) -> Iterator[Image.Image]:
    """The pages of a PDF one after the other. Raises ValueError in words when it is damaged."""
    with Document(pdf) as document:
        for number in range(len(document)):
            yield document.page(number, dpi, gray=gray)


QR = zxingcpp.BarcodeFormat.QRCodeModel2
"""Not ``QRCode``, which takes in the small ones, too: those hardly check what they say, and are
read out of noise."""

LOOKS = (
    zxingcpp.Binarizer.LocalAverage,
    zxingcpp.Binarizer.FixedThreshold,
    zxingcpp.Binarizer.GlobalHistogram,
)
"""Ways to tell dark from bright, the best first. Noise that hides a code from one seldom hides it
from all; a real scanner gets a new picture many times a second instead."""


def codes(
    picture: Image.Image, wanted: Collection[str] | None = (), *, bars: bool = False
) -> list[Seen]:
    """All QR codes that can be read in a picture, looking again as long as some of the wanted are
    missing; with None, in every way there is. bars: whether those of Code 128 are looked for, too.

    Where nothing but known codes can be, light ones on dark are not looked for.
    """
    found: dict[tuple[str, int, int], Seen] = {}
    formats = [QR]
    if bars:
        formats.append(zxingcpp.BarcodeFormat.Code128)
    for look in LOOKS:
        for one in zxingcpp.read_barcodes(
            picture, formats=zxingcpp.BarcodeFormats(formats), binarizer=look, try_invert=not wanted
        ):
            seen = _seen(one.text, one.position)
            near = round(seen.x / seen.size), round(seen.y / seen.size)
            found.setdefault((seen.text, *near), seen)
        if wanted is not None and set(wanted) <= {one.text for one in found.values()}:
            break
    return list(found.values())


def _seen(text: str, position: zxingcpp.Position) -> Seen:
    corners = [
        complex(corner.x, corner.y)
        for corner in (
            position.top_left,
            position.top_right,
            position.bottom_right,
            position.bottom_left,
        )
    ]
    middle = sum(corners) / 4
    sides = [abs(corners[at] - corners[at - 1]) for at in range(4)]
    return Seen(text, middle.real, middle.imag, sum(sides) / 4)


def opened(path: Path, dpi: int) -> Iterator[Image.Image]:
    """The pages of a PDF, or the one picture in an image file.

    Raises OSError when it cannot be read and ValueError in words when it is neither.
    """
    data = read_whole(path.resolve(), LARGEST_FILE)
    if data[:5] == b"%PDF-":
        try:
            yield from pages(data, dpi)
        except ValueError as error:
            raise ValueError(f"{path.name} {error}") from error
        return
    try:
        with Image.open(BytesIO(data)) as picture:
            if picture.width * picture.height > LARGEST_PIXELS:
                raise ValueError(f"{path.name} has more pixels than can be looked at")
            yield picture.convert("L")
    except UnidentifiedImageError as error:
        raise ValueError(f"{path.name} is neither a PDF nor a picture") from error

"""What lies face down is never told by its back: not by a code, and not by anything else."""

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageFilter

from companion.match.registry import GamePackage
from companion.text import LANGUAGES
from printables.document import SHEETS, draw
from printables.order import SheetName, own_texts
from printables.paper import CARDS, grid
from printables.pictures import codes, pages
from printables.sheets.slips import slips
from printables.sheets.stickers import stickers
from tests.printables import KEY, drawn, nothing, order

DPI = 254
"""Ten pixels a millimetre, so that every card begins with a whole pixel."""

FACES: tuple[SheetName, ...] = ("menu", "slips")
"""The sheets on which hidden pieces have a code: a list, and faces."""

LARGE_FACES: SheetName = "tokens"
"""And on this one those that have room for it."""


@pytest.mark.parametrize("sheet", SHEETS)
def test_hidden_pieces_have_codes_on_lists_and_faces_only(
    package: GamePackage, sheet: SheetName
) -> None:
    hidden = {
        one.code(KEY) for piece in package.catalogue.pieces if piece.hidden for one in piece.each()
    }
    if sheet in nothing(package):
        with pytest.raises(LookupError):
            draw(order(package), (sheet,), dpis=(150,))
        return
    made = drawn(package, sheet, backs="duplex")
    shown = {one.text for one in made.codes} & hidden
    read = {one.text for page in pages(made.pdf, 150) for one in codes(page)} & hidden
    assert read == shown
    if sheet != LARGE_FACES:
        assert bool(shown) == (sheet in FACES and bool(hidden))


def test_hidden_pieces_get_no_sticker(package: GamePackage) -> None:
    made = stickers(order(package))
    assert made and not any(piece.hidden for piece in made)


@pytest.mark.parametrize("card", CARDS)
def test_the_backs_of_a_duplex_sheet_bear_no_code_and_are_all_alike(
    with_cards: GamePackage, card: str
) -> None:
    chosen = order(with_cards, backs="duplex", card=card)
    made = drawn(with_cards, "slips", backs="duplex", card=card)
    cells = grid(chosen.paper, *CARDS[card])
    backs = list(pages(made.pdf, DPI))[1:-1:2]
    assert backs
    seen = set()
    left = len(slips(chosen))
    for back in backs:
        assert codes(back) == []
        count = min(left, cells.count)
        left -= count
        used = {cells.mirrored(number) for number in range(count)}
        seen |= {_small(_cell(back, *cells.cell(number), *CARDS[card])) for number in used}
    assert left == 0
    assert _alike(seen)


@pytest.mark.parametrize("card", CARDS)
def test_backs_to_fold_over_bear_no_code_and_are_all_alike(
    with_cards: GamePackage, card: str
) -> None:
    chosen = order(with_cards, backs="fold", card=card)
    made = drawn(with_cards, "slips", backs="fold", card=card)
    width, height = CARDS[card]
    cells = grid(chosen.paper, 2 * width, height)
    seen, left = set(), len(slips(chosen))
    for picture in list(pages(made.pdf, DPI))[:-1]:
        for number in range(min(left, cells.count)):
            back = _cell(picture, *cells.cell(number), width, height)
            assert codes(back) == []
            seen.add(_small(back))
        left -= cells.count
    assert _alike(seen)
    for one in made.codes:
        across = (one.x - cells.left) % cells.width
        assert across > width, "a code lies on the half that becomes the back"


def _cell(picture: Image.Image, x: float, y: float, width: float, height: float) -> Image.Image:
    """A card without its very edge, where lines of its neighbours may lie."""
    scale, rim = DPI / 25.4, 1.0
    edges = (x + rim, y + rim, x + width - rim, y + height - rim)
    return picture.crop(tuple(round(edge * scale) for edge in edges))  # type: ignore[arg-type]


def _small(picture: Image.Image) -> bytes:
    """A picture so small that a shift by a part of a pixel does not matter, but any mark does."""
    soft = picture.filter(ImageFilter.GaussianBlur(4))
    return soft.resize((24, 32), Image.Resampling.BOX).tobytes()


def _alike(seen: set[bytes]) -> bool:
    first, *others = seen
    return all(abs(a - b) <= 12 for other in others for a, b in zip(first, other, strict=True))


def test_the_comparison_notices_a_small_mark_on_one_back(with_cards: GamePackage) -> None:
    made = drawn(with_cards, "slips", backs="duplex")
    back = _cell(list(pages(made.pdf, DPI))[1], 20, 20, 63, 88)
    marked = back.copy()
    marked.paste(0, (30, 30, 45, 45))
    assert not _alike({_small(back), _small(marked)})


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_proof_page_says_why_backs_bear_no_code(package: GamePackage, language: str) -> None:
    made = drawn(package, "seats", language=language)
    document = pypdfium2.PdfDocument(made.pdf)
    said = " ".join(document[made.pages - 1].get_textpage().get_text_range().split())
    why = own_texts().get("print", "why_no_backs", language)
    assert why is not None and why[:60] in said


def test_the_document_says_why_backs_bear_no_code() -> None:
    text = (Path(__file__).parents[2] / "docs" / "printables.md").read_text("utf-8")
    assert "never marked on their backs" in text

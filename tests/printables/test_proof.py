"""Every code that is offered can be read, also when it is printed and scanned badly."""

import numpy as np
import pytest
import zxingcpp
from PIL import Image, ImageFilter

from companion.match.registry import GamePackage
from printables import qr
from printables.art import Pictures
from printables.canvas import Canvas
from printables.document import Drawn, draw
from printables.pictures import codes, pages
from printables.placed import Placed
from printables.proof import DPIS, WAYS, bar, prove, worn
from tests.printables import KEY, order


def test_every_code_of_a_full_set_passes_all_bars(package: GamePackage, full_set: Drawn) -> None:
    proof = full_set.proof
    squares = [one for one in full_set.codes if not one.bars]
    assert proof.total == len(squares) >= len(package.catalogue.pieces) > 0
    assert proof.dpis == DPIS == (150, 200, 300)
    assert proof.strange == set()
    for dpi in DPIS:
        for way in WAYS:
            assert proof.read(dpi, way) >= bar(way, dpi) * proof.total, (dpi, way)
    assert proof.good


def test_every_piece_is_on_the_menu_sheet_with_its_own_code(package: GamePackage) -> None:
    drawn = draw(order(package), ("menu",), dpis=(200,))
    wanted = {piece.identity.code(KEY) for piece in package.catalogue.pieces}
    read = {one.text for page in pages(drawn.pdf, 200) for one in codes(page)}
    assert read == wanted


@pytest.mark.parametrize(("paper", "ink"), [("letter", "saving"), ("a4", "gray")])
def test_codes_stay_readable_on_every_paper_with_every_ink(
    package: GamePackage, paper: str, ink: str
) -> None:
    chosen = order(package, paper=paper, ink=ink, language="en", backs="fold", card="44x67")
    drawn = draw(chosen, ("menu", "slips", "stickers", "mats", "seats"), dpis=(200,))
    assert drawn.proof.good, drawn.proof.missed


def test_a_code_that_cannot_be_read_is_noticed(full_set: Drawn) -> None:
    first = full_set.codes[0]
    moved = Placed(first.page, first.text, first.x + 30, first.y, first.size)
    proof = prove(full_set.pdf, [moved], (150,))
    assert proof.read(150, "clean") == 0 and not proof.good
    assert proof.missed[150, "clean"] == [moved]


def test_a_code_that_nobody_drew_is_noticed(full_set: Drawn) -> None:
    known = [one for one in full_set.codes if one.page == 0]
    proof = prove(full_set.pdf, known[1:], (150,))
    assert known[0].text in proof.strange and not proof.good


def test_small_codes_that_noise_is_easily_taken_for_are_not_read() -> None:
    made = zxingcpp.create_barcode("0246", zxingcpp.BarcodeFormat.MicroQRCode)
    small = Image.fromarray(np.asarray(made.to_image(scale=8)))
    assert codes(small, None, bars=True) == []


def test_spoiling_a_picture_is_what_makes_reading_hard(full_set: Drawn) -> None:
    """The worn picture must differ from the clean one in brightness and in place."""
    clean = next(iter(pages(full_set.pdf, 150))).crop((80, 200, 280, 400))
    spoilt = worn(clean, 150)
    assert spoilt.size > clean.size
    assert spoilt.tobytes() == worn(clean, 150).tobytes()
    assert len(set(spoilt.tobytes())) > len(set(clean.tobytes()))
    blind = clean.filter(ImageFilter.GaussianBlur(12))
    assert codes(blind) == [] != codes(clean)


def test_a_code_too_small_to_rely_on_is_never_drawn(package: GamePackage) -> None:
    code = package.catalogue.pieces[0].identity.code(KEY)
    with Canvas("a4", "colour", Pictures(package.art), "small") as canvas:
        canvas.page("menu")
        with pytest.raises(ValueError, match="15 mm"):
            canvas.code(code, 20, 20, 14.9)


def test_no_code_is_finer_than_25_modules(package: GamePackage) -> None:
    for piece in package.catalogue.pieces:
        for identity in piece.each():
            assert len(qr.pattern(identity.code(KEY))) == 25


def test_white_lies_round_every_code(full_set: Drawn) -> None:
    """Nothing may be drawn into the quiet zone of four modules."""
    pictures = list(pages(full_set.pdf, 150))
    scale = 150 / 25.4
    for one in (one for one in full_set.codes if not one.bars):
        quiet = qr.QUIET * one.size / 25 - 0.35
        left, top = (one.x - quiet) * scale, (one.y - quiet) * scale
        right, bottom = (one.x + one.size + quiet) * scale, (one.y + one.size + quiet) * scale
        cut = pictures[one.page].crop((round(left), round(top), round(right), round(bottom)))
        inner = Image.new("L", (round(one.size * scale) + 4,) * 2, 255)
        at = round(quiet * scale) - 2
        cut.paste(inner, (at, at))
        assert min(cut.tobytes()) == 255, one

"""Codes that set scanners up are read back as what their maker has published."""

import pytest
import zxingcpp

from printables.document import draw
from printables.pictures import codes, pages
from printables.sheets.scanners import NETUM, TRIED
from tests.printables import PACKAGES, drawn, order

COMMANDS = [one.command for one in (*NETUM, TRIED)]


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
@pytest.mark.parametrize("ink", ["colour", "saving"])
def test_every_code_is_read_from_the_page_as_bars(paper: str, ink: str) -> None:
    made = drawn(PACKAGES[0], "scanners", paper=paper, ink=ink)
    read = [
        found.text
        for page in list(pages(made.pdf, 200))[:-1]
        for found in zxingcpp.read_barcodes(
            page, formats=zxingcpp.BarcodeFormats(zxingcpp.BarcodeFormat.Code128)
        )
    ]
    assert sorted(read) == sorted(COMMANDS)
    assert made.proof.good


def test_they_are_no_codes_of_a_game_and_no_check_stumbles_over_them() -> None:
    made = drawn(PACKAGES[0], "scanners")
    assert not any(codes(page, None) for page in pages(made.pdf, 200))
    assert made.proof.total == 0


def test_bars_that_cannot_be_read_are_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printables.sheets.scanners.HIGH", 0.05)
    made = draw(order(PACKAGES[0]), ("scanners",), (150,))
    assert not made.proof.good

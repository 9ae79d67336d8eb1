"""Tiles and tokens are cut out in their size and form, and nothing tells them from behind."""

import pytest
from PIL import Image, ImageChops, ImageStat

from companion.match.registry import GamePackage
from printables.document import draw
from printables.order import Cut
from printables.outlines import TALL
from printables.paper import BLEED, Grid, grid
from printables.pictures import codes, pages
from printables.sheets.tokens import WITH_CODE
from tests.printables import KEY, PACKAGES, order

DPI = 254  # ten pixels a millimetre
DARK = 120

FIRST: dict[str, tuple[GamePackage, Cut]] = {
    order(package).cut[0].form: (package, order(package).cut[0])
    for package in reversed(PACKAGES)
    if order(package).cut
}
"""For each form a game whose first page of tokens has it."""

FORMS = pytest.mark.parametrize("form", ["hexagon", "round", "square"])


def cells_of(cut: Cut) -> Grid:
    high = cut.across * (TALL if cut.form == "hexagon" else 1)
    return grid("a4", cut.across + 2 * BLEED, high + 2 * BLEED)


def cell(picture: Image.Image, cells: Grid, number: int) -> Image.Image:
    left, top = cells.cell(number)
    edges = (left, top, left + cells.width, top + cells.height)
    return picture.crop(tuple(round(10 * edge) for edge in edges))  # type: ignore[arg-type]


def to_the_line(picture: Image.Image, degrees: int) -> float:
    """Millimetres from the left edge of a picture that is turned to the first dark point, along its
    middle."""
    turned = picture.rotate(degrees, expand=True)
    middle = turned.height // 2
    row = turned.crop((0, middle, turned.width, middle + 1)).tobytes()
    return next(at for at, level in enumerate(row) if level < DARK) / 10


@FORMS
def test_each_is_cut_along_a_line_of_its_form_and_size(form: str) -> None:
    package, cut = FIRST[form]
    drawn = draw(order(package), ("tokens",), (150,))
    first = cell(next(iter(pages(drawn.pdf, DPI))), cells_of(cut), 0)
    for side in (0, 90, 180, 270):
        assert to_the_line(first, side) == pytest.approx(BLEED, abs=0.3), side
    near = round(10 * BLEED)
    corner = first.crop((near - 3, near - 3, near + 3, near + 3)).tobytes()
    assert (min(corner) < DARK) == (form == "square"), "no other form has a corner there"


@FORMS
def test_from_behind_all_are_alike_and_bear_no_code(form: str) -> None:
    package, cut = FIRST[form]
    drawn = draw(order(package, backs="duplex"), ("tokens",), (150,))
    (_, back, *_) = pages(drawn.pdf, DPI)
    cells = cells_of(cut)
    one, other = (cell(back, cells, cells.mirrored(at)) for at in (0, cells.columns - 1))
    assert codes(back) == [] and 1 not in {code.page for code in drawn.codes}
    assert ImageStat.Stat(ImageChops.difference(one, other)).mean[0] < 4
    assert ImageStat.Stat(one).stddev[0] > 5, "there is a back"


def test_one_that_was_lost_is_printed_alone_and_a_large_one_with_its_code() -> None:
    package, cut = FIRST["hexagon"]
    lost = next(one for one in package.catalogue.pieces if one.group == cut.group)
    drawn = draw(order(package, only=frozenset({lost.token})), ("tokens",), (150,))
    assert cut.across >= WITH_CODE
    assert [one.text for one in drawn.codes] == [lost.identity.code(KEY)]
    assert drawn.jobs[0].stock == "card"


def test_saving_ink_leaves_the_line_and_no_ground() -> None:
    package, cut = FIRST["round"]
    drawn = draw(order(package, ink="saving"), ("tokens",), (150,))
    first = cell(next(iter(pages(drawn.pdf, DPI))), cells_of(cut), 0)
    assert min(first.crop((0, 0, 15, first.height)).tobytes()) == 255
    assert to_the_line(first, 0) == pytest.approx(BLEED, abs=0.3)

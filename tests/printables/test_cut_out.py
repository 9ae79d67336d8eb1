"""What is cut out: each with a bleed of its own, for a plotter, as pictures, in every size."""

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from PIL import Image

from printables import beside
from printables.document import Drawn
from printables.order import SheetName
from printables.outlines import Outline
from printables.paper import CARDS, MARGINS, PAPERS, Cutting, grid
from printables.pictures import codes, pages
from printables.plotter import ARM, INSET, LINE, SQUARE, marks
from tests.printables import KEY, LOST, PACKAGES, WITH_CARDS, drawn, order

PACKAGE = WITH_CARDS[0]
DPI = 254  # ten pixels a millimetre
CARD = CARDS["63x88"]


def cards(cutting: Cutting) -> Drawn:
    return drawn(PACKAGE, "slips", cutting=cutting)


def first_page(made: Drawn) -> Image.Image:
    return next(iter(pages(made.pdf, DPI)))


def level(page: Image.Image, x: float, y: float) -> int:
    """How bright a page is there, in millimetres."""
    at = round(10 * x), round(10 * y)
    return page.crop((*at, at[0] + 1, at[1] + 1)).tobytes()[0]


def on_first(made: Drawn) -> list[Outline]:
    return [one.outline for one in made.cut_outs if one.page == 0 and one.cut]


def test_every_size_of_card_fits_on_every_paper_however_it_is_cut_out() -> None:
    for paper in PAPERS:
        for width, height in CARDS.values():
            for cutting, free in MARGINS.items():
                cells = grid(paper, width, height, cutting)
                wide, high = PAPERS[paper][::-1] if cells.landscape else PAPERS[paper]
                right, bottom = cells.cell(cells.count - 1)
                assert cells.left >= free.side - 1e-9 and right + width <= wide - free.side + 1e-9
                assert cells.top >= free.top and bottom + height <= high - free.bottom + 1e-9
                ground = (cells.left, cells.top, right + width, bottom + height)
                assert cutting != "plotter" or clear_of_marks(ground, wide, high, free.bleed)


def clear_of_marks(ground: tuple[float, ...], width: float, height: float, bleed: float) -> bool:
    """Whether nothing printed comes nearer than a millimetre to what a plotter looks for."""
    left, top, right, bottom = ground
    far = bleed + 1.0
    return not any(
        x + wide > left - far and x < right + far and y + high > top - far and y < bottom + far
        for x, y, wide, high in marks(width, height)
    )


def test_six_european_cards_fit_on_a_page_that_a_plotter_cuts() -> None:
    assert [grid(paper, *CARDS["59x92"], "plotter").count for paper in PAPERS] == [6, 8, 3]


def test_cards_that_are_cut_apart_have_a_bleed_of_their_own_and_white_between() -> None:
    made = cards("apart")
    page, (one, beside_it, *_) = first_page(made), on_first(made)
    assert beside_it.x - one.x - one.width == pytest.approx(6.0)
    row = round(10 * (one.y + 20))
    edge = 10 * (one.x + one.width)
    strip = [level(page, edge / 10 + mm, row / 10) for mm in (-1.0, 1.0, 2.2, 3.0, 3.8, 5.0)]
    assert strip == pytest.approx([strip[0]] * 3 + [255] + [strip[0]] * 2, abs=2)
    assert strip[0] < 250


def test_a_plotter_finds_three_marks_and_nothing_else_near_them() -> None:
    page = first_page(cards("plotter"))
    dark = page.point(lambda level: 255 * (level < 60))
    width, height = page.width / 10, page.height / 10

    def black(x: float, y: float, wide: float, high: float) -> bool:
        box = tuple(round(10 * edge) for edge in (x, y, x + wide, y + high))
        return min(dark.crop(box).tobytes()) == 255  # type: ignore[arg-type]

    assert black(INSET, INSET, SQUARE, SQUARE)
    assert black(width - INSET - ARM, INSET, ARM, LINE)
    assert black(width - INSET - LINE, INSET, LINE, ARM)
    assert black(INSET, height - INSET - ARM, LINE, ARM)
    assert black(INSET, height - INSET - LINE, ARM, LINE)
    corner = page.crop((0, 0, round(10 * (INSET + SQUARE + 1)), round(10 * (INSET + SQUARE + 1))))
    around = corner.copy()
    around.paste(255, (98, 98, 152, 152))
    assert min(around.tobytes()) > 230


def test_what_a_plotter_cuts_lies_where_it_was_printed() -> None:
    made = drawn(PACKAGES[0], "tokens", "turns", cutting="plotter")
    found = dict(beside.files(made, pictures=False))
    assert found and all(re.fullmatch(r"cut-[\d,-]+\.svg", name) for name in found)
    text = found["cut-1.svg"].decode()
    width, height = made.sizes[0]
    assert f'width="{width:g}mm" height="{height:g}mm"' in text
    middles = [(float(x), float(y)) for x, y in re.findall(r'cx="([\d.]+)" cy="([\d.]+)"', text)]
    middles += [
        tuple(sum(axis) / len(axis) for axis in zip(*points, strict=True))
        for points in map(corners, re.findall(r'points="([^"]+)"', text))
    ]
    for (x, y), one in zip(middles, on_first(made), strict=True):
        assert (x, y) == pytest.approx(one.middle, abs=0.01)
    page = first_page(made)
    assert all(level(page, x, y) < 250 for x, y in middles)


def corners(text: str) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in re.findall(r"([\d.]+),([\d.]+)", text)]


def pictures(made: Drawn) -> Iterator[tuple[str, Image.Image]]:
    for name, data in beside.files(made, pictures=True):
        if name.endswith(".png"):
            yield name, Image.open(BytesIO(data))


@pytest.mark.parametrize(("cutting", "bleed"), [("touching", 0.0), ("apart", 3.0)])
def test_each_card_is_a_picture_with_its_code_and_one_back_is_for_all(
    cutting: Cutting, bleed: float
) -> None:
    made = drawn(PACKAGE, "slips", cutting=cutting, backs="duplex", only=frozenset({LOST.token}))
    found = dict(pictures(made))
    names = [f"slips-{one.short}.png" for one in LOST.each()]
    assert sorted(found) == [*sorted(names), "slips-back.png"]
    for name, one in zip(names, LOST.each(), strict=True):
        assert [seen.text for seen in codes(found[name].convert("L"))] == [one.code(KEY)]
    wanted = tuple((side + 2 * bleed) * 300 / 25.4 for side in CARD)
    assert all(one.size == pytest.approx(wanted, abs=1.5) for one in found.values())
    assert not codes(found["slips-back.png"].convert("L"))


@pytest.mark.parametrize("card", CARDS)
def test_slips_of_every_size_are_read_back(card: str) -> None:
    made = drawn(PACKAGE, "slips", card=card, only=frozenset({LOST.token}), dpis=(150, 200))
    assert made.proof.good and len(made.codes) == LOST.copies


def test_small_paper_holds_every_sheet_but_labels() -> None:
    sheets: tuple[SheetName, ...] = ("menu", "stickers", "turns", "aids", "mats", "calibration")
    made = drawn(PACKAGES[0], *sheets, paper="a5")
    assert made.proof.good and set(made.sizes) <= {(148.0, 210.0), (210.0, 148.0)}
    assert {job.stock for job in made.jobs} == {"plain", "card"}
    with pytest.raises(LookupError, match="a4"):
        assert order(PACKAGES[0], paper="a5").label_sheet

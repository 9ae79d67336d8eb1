"""Sheets look as they were approved, come out the same every time, and fit on their paper."""

from random import Random

import pytest
from PIL import Image, ImageChops, ImageStat

from companion.match import registry
from companion.match.registry import GamePackage
from companion.text import LANGUAGES
from printables.canvas import Canvas
from printables.document import SHEETS, Drawn, draw
from printables.order import SheetName
from printables.paper import BLEED, CARDS, LABELS, PAPERS, SIDE, grid
from printables.pictures import pages
from tests.printables import KEY, PACKAGES, WITH_CARDS, drawn, golden, order

FAR = 40
"""Difference of brightness from which a pixel counts as another."""

MOST = 0.02
"""Share of pixels that may be another: edges fall differently on other machines."""


def test_every_sheet_looks_as_it_was_approved(package: GamePackage) -> None:
    now = dict(golden.pictures(package))
    kept = {path.stem for path in golden.HERE.glob(f"{package.game.name}-*.png")}
    assert set(now) == kept, "sheets or pages were added: python -m tests.printables.golden"
    wrong = []
    for name, picture in now.items():
        with Image.open(golden.HERE / f"{name}.png") as image:
            old = image.convert("L")
        far = ImageChops.difference(picture, old).point(lambda level: 255 * (level > FAR))
        if picture.size != old.size or ImageStat.Stat(far).mean[0] / 255 > MOST:
            wrong.append(name)
    assert wrong == [], "look at them; if they are meant so: python -m tests.printables.golden"


def test_a_missing_picture_on_a_sheet_would_be_noticed() -> None:
    name, picture = next(iter(golden.pictures(PACKAGES[0])))
    spoilt = picture.copy()
    spoilt.paste(255, (0, 0, picture.width, picture.height // 4))
    far = ImageChops.difference(picture, spoilt).point(lambda level: 255 * (level > FAR))
    assert ImageStat.Stat(far).mean[0] / 255 > MOST, name


def test_the_same_order_gives_the_same_bytes(package: GamePackage) -> None:
    sheets: tuple[SheetName, ...] = ("aids", "mats", "seats", "calibration")
    if package in WITH_CARDS:
        sheets = ("slips", *sheets)
    one, again = (draw(order(package), sheets, (150,)) for _ in range(2))
    assert one.pdf == again.pdf
    assert b"/CreationDate" in one.pdf


def test_other_keys_give_other_codes_and_nothing_else(package: GamePackage) -> None:
    from printables.order import Order

    one = drawn(package, "menu")
    other = draw(Order(package=package, key=bytes(16)), ("menu",), (150,))
    assert [(code.x, code.y) for code in one.codes] == [(code.x, code.y) for code in other.codes]
    assert all(a.text[:10] == b.text[:10] for a, b in zip(one.codes, other.codes, strict=True))
    assert all(a.text != b.text for a, b in zip(one.codes, other.codes, strict=True))


def test_the_sheets_offered_are_those_that_were_proved(
    package: GamePackage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The pages of the file that is written are those that were read back."""
    proved: list[list[bytes]] = []
    real = Canvas.so_far

    def spy(canvas: Canvas) -> bytes:
        proved.append(canvas.contents())
        return real(canvas)

    finished: list[list[bytes]] = []
    end = Canvas.finish

    def last(canvas: Canvas) -> bytes:
        canvas.end_page()
        finished.append(canvas.contents())
        return end(canvas)

    monkeypatch.setattr(Canvas, "so_far", spy)
    monkeypatch.setattr(Canvas, "finish", last)
    draw(order(package), ("seats", "calibration"), (150,))
    assert finished[0][: len(proved[0])] == proved[0]
    assert len(finished[0]) == len(proved[0]) + 1


@pytest.mark.parametrize(("paper", "language"), [("a4", "de"), ("letter", "en")])
def test_every_page_has_the_size_of_its_paper(
    package: GamePackage, paper: str, language: str
) -> None:
    chosen = order(package, paper=paper, language=language, backs="duplex")
    drawn = draw(chosen, ("slips", "aids", "calibration"), (150,))
    sides = sorted(PAPERS[paper])  # type: ignore[index]
    for picture in pages(drawn.pdf, 127):
        assert [side / 5 for side in sorted(picture.size)] == pytest.approx(sides, abs=0.25)


def test_nothing_is_drawn_where_printers_cannot_print(full_set: Drawn) -> None:
    for picture in pages(full_set.pdf, 100):
        rim = round(4.0 / 25.4 * 100)
        inner = Image.new("L", (picture.width - 2 * rim, picture.height - 2 * rim), 255)
        picture.paste(inner, (rim, rim))
        assert min(picture.tobytes()) > 230


def test_every_page_has_a_ruler_of_exactly_50_mm(full_set: Drawn) -> None:
    dpi = 254
    drawn_on = {page for job in full_set.jobs for page in job.pages}
    for number, picture in enumerate(pages(full_set.pdf, dpi), 1):
        if number not in drawn_on:  # left empty, so that a front lies on the front of its sheet
            assert min(picture.tobytes()) == 255
            continue
        row = picture.height - round(6.0 * dpi / 25.4)
        strip = picture.crop((80, row - 1, 635, row + 2)).resize((555, 1), Image.Resampling.BOX)
        dark = [x for x, level in enumerate(strip.tobytes()) if level < 160]
        assert dark[-1] - dark[0] == pytest.approx(500, abs=5)


def test_one_lost_card_is_printed_alone(with_cards: GamePackage) -> None:
    lost = next(piece for piece in with_cards.catalogue.pieces if piece.group == "card")
    drawn = draw(order(with_cards, only=frozenset({lost.token})), ("slips",), (150,))
    assert [one.text for one in drawn.codes] == [one.code(KEY) for one in lost.each()]


def test_an_unknown_piece_is_named(package: GamePackage) -> None:
    with pytest.raises(LookupError, match="unicorn"):
        draw(order(package, only=frozenset({"unicorn"})), ("menu",), (150,))


def test_an_empty_order_is_refused_in_words(package: GamePackage) -> None:
    with pytest.raises(LookupError, match="nichts zu drucken"):
        draw(order(package, only=frozenset({package.catalogue.pieces[0].token})), ("aids",), (150,))


def test_the_back_of_a_cell_lies_behind_it() -> None:
    for paper in PAPERS:
        for size in CARDS.values():
            cells = grid(paper, *size)
            for number in range(cells.count):
                left, top = cells.cell(number)
                behind, below = cells.cell(cells.mirrored(number))
                width, height = PAPERS[paper]
                wide = height if cells.landscape else width
                assert left + behind + size[0] == pytest.approx(wide)
                assert top == below


def test_cells_leave_room_for_bleed_and_cut_marks() -> None:
    chance = Random(3)
    for _ in range(200):
        paper = chance.choice(list(PAPERS))
        width, height = chance.uniform(20, 90), chance.uniform(20, 90)
        cells = grid(paper, width, height)
        wide, high = PAPERS[paper][::-1] if cells.landscape else PAPERS[paper]
        right, bottom = cells.cell(cells.count - 1)
        assert cells.left >= SIDE > BLEED + 4 and cells.top >= 8
        assert right + width <= wide - SIDE + 1e-9 and bottom + height <= high - 13


def test_a_card_larger_than_the_paper_is_refused() -> None:
    with pytest.raises(ValueError, match="do not fit"):
        grid("a4", 400, 400)


def test_label_sheets_lie_on_their_paper() -> None:
    for paper, sheets in LABELS.items():
        for sheet in sheets.values():
            right = sheet.left + (sheet.columns - 1) * sheet.pitch + sheet.width
            assert right <= PAPERS[paper][0] and sheet.pitch >= sheet.width
            assert sheet.top + sheet.rows * sheet.height <= PAPERS[paper][1] - 10


def test_labels_of_the_other_paper_are_refused(package: GamePackage) -> None:
    with pytest.raises(LookupError, match="letter"):
        draw(order(package, paper="letter", labels="63.5x38.1"), ("stickers",), (150,))


def test_an_offset_moves_backs_and_no_fronts(with_cards: GamePackage) -> None:
    plain = drawn(with_cards, "slips", backs="duplex")
    moved = draw(order(with_cards, backs="duplex", offset=(2.0, 1.0)), ("slips",), (150,))
    before, after = list(pages(plain.pdf, 127)), list(pages(moved.pdf, 127))
    assert before[0].tobytes() == after[0].tobytes()
    shifted = ImageChops.offset(before[1], 10, 5)
    rim = (40, 40, before[1].width - 40, before[1].height - 90)
    apart = ImageChops.difference(shifted.crop(rim), after[1].crop(rim))
    assert ImageStat.Stat(apart).mean[0] < 1
    assert ImageStat.Stat(ImageChops.difference(before[1], after[1])).mean[0] > 1


def test_there_is_a_word_for_every_sheet_in_every_language() -> None:
    for language in LANGUAGES:
        words = order(language=language).words
        assert all(words.say("sheet", one) and words.say("sheet_detail", one) for one in SHEETS)


def test_names_told_by_the_owners_stand_on_the_sheets() -> None:
    package = registry.game_package("pyramidion")
    told = {"names": [{"of": "giza", "name": "Wüstentor"}], "told": ["giza"]}
    assert order(package, box=told).name("giza") == "Wüstentor" != order(package).name("giza")


def test_a_box_that_no_longer_fits_the_game_does_not_stop_the_printing() -> None:
    package = registry.game_package("pyramidion")
    tried: tuple[dict[str, object], ...] = ({"sites": 5}, {"sites": []})
    for broken in tried:
        assert order(package, box=broken).name("giza") == order(package).name("giza")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_player_aid_speaks_as_the_screen_does(
    language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[str] = []
    write = Canvas.text

    def spy(self: Canvas, x: float, y: float, text: str, *more: object, **how: object) -> None:
        written.append(text)
        write(self, x, y, text, *more, **how)  # type: ignore[arg-type]

    monkeypatch.setattr(Canvas, "text", spy)
    wanted = order(PACKAGES[0], language=language)
    draw(wanted, ("aids",), (150,))
    others = [wanted.words_in(one).say("sheet", "aids") for one in LANGUAGES]
    titles = [said for said in written for one in others if said.endswith(one)]
    assert titles[0].endswith(wanted.words.say("sheet", "aids"))
    assert len(titles) == len(LANGUAGES)

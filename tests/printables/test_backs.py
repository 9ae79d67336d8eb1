"""Backs lie behind their fronts: on a printer that shifts them, on its own duplex and by hand."""

from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from companion import cli
from printables.document import draw
from printables.jobs import Job
from printables.order import Backs, SheetName
from printables.paper import PaperName
from printables.pictures import pages
from printables.printer import kept
from tests.printables import ALL, LOST, WITH_CARDS, order

PACKAGE = WITH_CARDS[0]
DPI = 300
MM = DPI / 25.4


def cross(page: Image.Image) -> tuple[float, float]:
    """The middle of the cross of a back in pixels: its two lines are the longest."""
    dark = page.point(lambda level: 255 if level < 120 else 0).crop((0, 0, page.width, 2700))
    across = dark.resize((1, dark.height), Image.Resampling.BOX).tobytes()
    down = dark.resize((dark.width, 1), Image.Resampling.BOX).tobytes()

    def middle(levels: bytes) -> float:
        most = [at for at, level in enumerate(levels) if level >= 0.8 * max(levels)]
        return sum(most) / len(most) + 0.5

    return middle(down), middle(across)


def scale(pdf: bytes) -> dict[str, list[tuple[float, float]]]:
    """Where the numbers +5 and -5 stand on the front, in millimetres from the upper left."""
    page = pypdfium2.PdfDocument(pdf)[0]
    text, found = page.get_textpage(), dict[str, list[tuple[float, float]]]()
    for label in ("+5", "-5"):
        search = text.search(label)
        while (at := search.get_next()) is not None:
            left, bottom, _, top = text.get_charbox(at[0])
            right = text.get_charbox(at[0] + 1)[2]
            x, y = (left + right) / 2, page.get_height() - (bottom + top) / 2
            found.setdefault(label, []).append((x * 25.4 / 72, y * 25.4 / 72))
    return found


def read_off(pdf: bytes, shift: tuple[float, float]) -> tuple[float, float]:
    """What somebody reads who prints the sheet on both sides, on a printer that puts backs so many
    millimetres too far to the right and down, and holds it against the light."""
    back = list(pages(pdf, DPI))[1]
    x, y = cross(back)
    seen = back.width / MM - (x / MM + shift[0]), y / MM + shift[1]
    labels = scale(pdf)
    # Beside the scale across, and beside the one up and down: the two stand apart that far.
    row = {
        one: min(at, key=lambda p: abs(p[0] - back.width / MM / 2)) for one, at in labels.items()
    }
    column = {
        one: max(at, key=lambda p: abs(p[0] - back.width / MM / 2)) for one, at in labels.items()
    }
    (left, right), (up, low) = sorted(column.values()), sorted(p[1] for p in row.values())
    middle = (left[0] + right[0]) / 2, (up + low) / 2
    across = 1 if column["+5"][0] > column["-5"][0] else -1
    down = 1 if row["+5"][1] > row["-5"][1] else -1
    return across * (seen[0] - middle[0]), down * (seen[1] - middle[1])


@pytest.mark.parametrize(("paper", "shift"), [("a4", (1.0, -1.5)), ("letter", (-1.5, 2.0))])
def test_the_offset_read_off_the_sheet_corrects_the_printer(
    paper: PaperName, shift: tuple[float, float], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def printed(*more: str) -> tuple[float, float]:
        asked = ["print", PACKAGE.game.name, "--sheets", "calibration", "--data", "data", *more]
        assert cli.main([*asked, "--paper", paper, "--out", "page.pdf"]) == 0
        return read_off(Path("page.pdf").read_bytes(), shift)

    read = printed()
    assert max(map(abs, read)) > 0.8
    left = printed(f"--offset={read[0]:.1f},{read[1]:.1f}")
    assert max(map(abs, left)) < 0.2
    assert kept(Path("data")).right != 0 or kept(Path("data")).down != 0


def test_a_page_that_lies_is_moved_with_its_paper() -> None:
    """A printer turns it to the left: what is down on upright paper is right on the page."""
    chosen = {"paper": "letter", "backs": "duplex", "only": frozenset({LOST.token})}
    moved = []
    for offset in ((0.0, 0.0), (2.0, 1.0)):
        made = draw(order(PACKAGE, offset=offset, **chosen), ("slips",), (150,))
        assert made.jobs[0].sides == "two-sided-short-edge"
        back = list(pages(made.pdf, 254))[1].point(lambda level: 255 if level < 250 else 0)
        box = back.crop((0, 0, back.width, back.height - 100)).getbbox()
        assert box is not None
        moved.append(box)
    assert [b - a for a, b in zip(*moved, strict=True)] == pytest.approx([10, -20, 10, -20], abs=1)


def jobs(*sheets: SheetName, backs: Backs, **chosen: object) -> tuple[Job, ...]:
    made = draw(order(PACKAGE, backs=backs, **chosen), sheets, (150,))
    every = sorted(page for job in made.jobs for page in job.pages)
    assert len(every) == len(set(every)) <= made.pages
    return made.jobs


def test_each_paper_is_a_print_job_and_every_back_lies_behind_its_front() -> None:
    made = jobs(*ALL, backs="duplex")
    assert [(job.stock, job.sides) for job in made] == [
        ("plain", "one-sided"),
        ("card", "two-sided-long-edge"),
        ("card", "two-sided-short-edge"),
        ("labels", "one-sided"),
        ("card", "one-sided"),
        ("plain", "two-sided-long-edge"),
    ]
    for job in made:
        if job.sides != "one-sided":  # each leaf begins on a front, whatever is printed before it
            fronts, backs = job.pages[::2], job.pages[1::2]
            assert all(page % 2 == 1 for page in fronts)
            assert backs == tuple(page + 1 for page in fronts)


def test_the_sheet_for_the_printer_is_printed_on_both_sides() -> None:
    (only,) = jobs("calibration", backs="none")
    assert only.sides == "two-sided-long-edge" and only.pages == (1, 2)


@pytest.mark.parametrize(("sheet", "backs"), [("slips", "duplex"), ("calibration", "none")])
def test_a_back_is_behind_its_front_also_where_the_whole_file_is_printed_on_both_sides(
    sheet: SheetName, backs: Backs
) -> None:
    first, second, *_ = jobs("seats", sheet, backs=backs)
    assert first.pages == (1,) and second.pages[0] == 3  # behind the seats is an empty page
    assert "two-sided" in second.sides


def test_by_hand_all_fronts_come_first_and_all_backs_are_alike() -> None:
    made = draw(order(PACKAGE, backs="by_hand"), ("slips", "seats"), (150,))
    fronts, backs = made.jobs[:2]
    assert fronts.pages + backs.pages == tuple(range(1, 2 * len(fronts.pages) + 1))
    assert len(fronts.pages) > 1 and not fronts.turned and backs.turned
    assert {fronts.sides, backs.sides} == {"one-sided"}
    assert made.jobs[2].stock == "card" and made.jobs[2].pages == (backs.pages[-1] + 1,)
    shown = list(pages(made.pdf, 72))
    seen = {shown[at - 1].crop((0, 0, 590, 790)).tobytes() for at in backs.pages}
    assert len(seen) == 1

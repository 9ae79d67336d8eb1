"""Printing from the screen: choose, look, print or save; a missing printer is an ordinary event."""

import os
from pathlib import Path

import pytest
from kivy.uix.image import Image

from companion.store import drives
from companion.store.keys import read_key
from printables import printer
from printables.jobs import Job
from printables.printer import PrintError
from tests.ui.screens.table import GAME, Table
from tests.ui.stage import Stage
from ui.print_job import PrintJob
from ui.screens.service.printing import Printing
from ui.widgets.button import ActionButton

ASKS_CUPS = printer.printers

SIZES = pytest.mark.parametrize(
    "stage", [(1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)


@pytest.fixture(autouse=True)
def _no_printer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever this machine has must not be printed on."""
    monkeypatch.setattr(printer, "printers", lambda: ())
    monkeypatch.setattr(drives, "ROOTS", ())


def opened(table: Table) -> Printing:
    table.button("print")
    info = table.app.session.game_info(GAME)
    title = table.app.session.words(info).say("about", "title")
    table.press(table.reached(table.labelled(title)))
    page = table.page
    assert isinstance(page, Printing)
    return page


def made(table: Table, page: Printing, *sheets: str) -> None:
    page.job.choose(sheets=sheets)
    table.root.refresh()
    table.stage.frames(2)
    table.button("make_sheets")
    page.job.wait()
    table.root.refresh()
    table.stage.frames(3)


@SIZES
def test_sheets_are_chosen_seen_and_lie_in_a_file(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    page = opened(table)
    assert table.faults() == []
    assert table.say("notice", "print_choose") in table.words()
    made(table, page, "seats", "calibration")
    assert table.faults() == []
    assert len(table.all(Image)) == 1
    (file,) = (tmp_path / "print").iterdir()
    assert file.read_bytes().startswith(b"%PDF-") and file.name not in table.words()
    assert table.say("notice", "no_printer") in table.words()
    assert len(read_key(tmp_path)) == 16
    first = page.leaf
    table.press(table.labelled("▶"))
    table.stage.frames(3)
    assert page.leaf == first + 1
    table.close()


@SIZES
def test_every_page_is_large_enough_to_be_read_before_it_is_printed(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path)
    page = opened(table)
    made(table, page, "seats", "calibration")
    (small,) = table.all(Image)
    table.press(small)
    (large,) = table.all(Image, page.sheet)
    assert large.width > 0.9 * page.width > small.norm_image_size[0]
    assert large.texture.width == pytest.approx(large.width, rel=0.05)
    assert table.faults() == []
    shown = large.texture
    table.press(next(b for b in table.all(ActionButton, page.sheet) if b.label == "▶"))
    table.stage.frames(3)
    (turned,) = table.all(Image, page.sheet)
    assert page.leaf == 1 and turned.texture is not shown
    back = table.say("button", "back")
    table.press(next(b for b in table.all(ActionButton, page.sheet) if b.label == back))
    assert page.sheet is None and table.faults() == []
    table.button("larger")
    assert table.all(Image, page.sheet)
    table.close()


@SIZES
def test_a_single_lost_slip_can_be_chosen(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    page = opened(table)
    table.press(table.reached(table.labelled(table.say("button", "print_more"))))
    table.stage.frames(3)
    assert table.faults() == []
    table.press(table.reached(table.labelled("44 × 67")))
    assert page.job.choice.card == "44x67"
    table.stage.frames(3)
    table.press(table.reached(table.labelled(table.say("label", "print_only"))))
    order = page.job.order("de")
    table.press(table.reached(table.labelled(order.words.say("prints", "card"))))
    table.stage.frames(2)
    assert table.faults() == []
    piece = next(one for one in order.pieces if one.group == "card")
    second = [one for one in table.all(ActionButton) if one.label == order.name(piece.token)][1]
    table.press(table.reached(second))
    table.stage.frames(3)
    (short,) = page.job.choice.only
    assert short == list(piece.each())[1].short
    table.button("done")
    table.button("done")
    assert page.sheet is None and table.faults() == []
    table.close()


def test_the_offset_of_the_printer_and_the_table_are_set_by_touch(
    table: Table, tmp_path: Path
) -> None:
    page = opened(table)
    for number in range(3):
        table.press(table.reached(table.labelled(table.say("button", "print_more"))))
        table.stage.frames(3)
        keys = [one for one in table.all(ActionButton, page.sheet) if one.label == "+"]
        table.press(table.reached(keys[number]))
        page.close()
        table.stage.frames(2)
    assert page.job.choice.table == 2
    assert printer.kept(tmp_path) == printer.Printing(0.5, 0.5)
    assert PrintJob(tmp_path, page.job.package, lambda: None).offset == printer.Printing(0.5, 0.5)
    page.job.shift(99, -99)
    assert page.job.offset == printer.Printing(printer.FURTHEST, -printer.FURTHEST)


def test_an_offset_that_cannot_be_kept_is_reported(table: Table, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    job = PrintJob(tmp_path / "file", table.app.session.package(GAME), lambda: None)
    job.shift(0.5, 0.0)
    assert job.message and job.offset.right == 0.5


def test_sheets_that_are_seen_speak_as_the_screen_does(table: Table) -> None:
    page = opened(table)
    made(table, page, "aids")
    german = page.job.ready
    assert german is not None
    table.next_language()
    table.stage.until(lambda: page.job.ready is not None and page.job.ready is not german)
    english = page.job.ready
    assert english is not None
    assert english.pages[0].data != german.pages[0].data
    table.next_language()
    table.stage.until(lambda: page.job.ready is not None and page.job.ready is not english)
    assert page.job.ready is not None
    assert page.job.ready.pages[0].data == german.pages[0].data


def test_touching_a_sheet_takes_it_in_and_out(table: Table) -> None:
    page = opened(table)
    before = page.job.choice.sheets
    label = page._of_sheets("sheet", "mats")
    table.press(table.reached(table.labelled(label)))
    table.stage.frames(3)
    assert set(page.job.choice.sheets) == {*before, "mats"}
    table.press(table.reached(table.labelled(label)))
    table.stage.frames(3)
    assert page.job.choice.sheets == before


def test_cards_for_a_plotter_and_as_pictures_are_chosen_by_touch_and_lie_on_the_stick(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stick = tmp_path / "media" / "pi" / "STICK"
    stick.mkdir(parents=True)
    monkeypatch.setattr(drives, "ROOTS", (tmp_path / "media",))
    page = opened(table)
    table.press(table.reached(table.labelled(table.say("button", "print_more"))))
    table.stage.frames(3)
    for label in (
        "59 × 92",
        table.say("print_cutting", "plotter"),
        table.say("print_pictures", "yes"),
    ):
        table.press(table.reached(table.labelled(label)))
        table.stage.frames(3)
    page.close()
    table.stage.frames(2)
    made(table, page, "turns")
    table.stage.frames(4)
    table.press(table.reached(table.labelled(table.say("button", "save_to_stick"))))
    page.job.wait()
    (copy,) = stick.glob("*.pdf")
    beside = sorted(path.name for path in copy.with_suffix("").iterdir())
    colours = sorted(page.job.package.game.colours)
    assert beside == ["cut-1.svg", *(f"turns-{one}.png" for one in colours)]


def test_sheets_go_to_the_printer_or_a_stick(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[tuple[str, str]] = []
    stick = tmp_path / "media" / "pi" / "STICK"
    stick.mkdir(parents=True)
    monkeypatch.setattr(printer, "printers", lambda: ("hall",))
    monkeypatch.setattr(drives, "ROOTS", (tmp_path / "media",))
    monkeypatch.setattr(printer, "send", lambda path, name, paper, job: sent.append((name, paper)))
    page = opened(table)
    made(table, page, "calibration")
    assert table.say("notice", "no_printer") not in table.words()
    table.button("print_on")
    page.job.wait()
    assert sent == [("hall", "a4")] and "hall" in page.job.message
    table.stage.frames(4)  # what it tells has found its place
    table.press(table.reached(table.labelled(table.say("button", "save_to_stick"))))
    page.job.wait()
    (copy,) = stick.iterdir()
    assert copy.read_bytes() == next((tmp_path / "print").iterdir()).read_bytes()
    assert copy.name in page.job.message and str(stick) not in page.job.message


def test_a_printer_that_comes_later_appears_by_itself_and_goes_with_its_plug(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As ``lpstat`` tells it, which is asked again while sheets are ready."""
    there, log = tmp_path / "-e", tmp_path / "log"
    page = asking_cups(table, tmp_path, monkeypatch)
    assert table.say("notice", "no_printer") in table.words()
    there.write_text("Office_Printer\n")
    table.press(table.reached(table.offered(table.say("button", "print_on"))))
    table.stage.until(lambda: page.job.message != "")
    page.job.wait()
    assert "-d Office_Printer -o print-scaling=none" in log.read_text()
    there.unlink()
    table.stage.until(lambda: table.say("notice", "no_printer") in table.words())
    table.root.home()
    assert not page._looks.going


def asking_cups(table: Table, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Printing:
    """Sheets that are ready, and a CUPS that answers with the file that is called as it was asked,
    and writes down what it shall print."""
    lp = f'echo "$@" >> {folder / "log"}; echo "request id is Office_Printer-7 (1 file(s))"'
    for name, does in (("lpstat", f'cat "{folder}/$1" 2>/dev/null || true'), ("lp", lp)):
        (folder / name).write_text(f"#!/bin/sh\n{does}\n")
        (folder / name).chmod(0o755)
    monkeypatch.setattr(printer, "printers", ASKS_CUPS)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")
    page = opened(table)
    page._looks.seconds = 0.01
    made(table, page, "calibration")
    return page


def test_what_a_printer_took_and_did_not_print_is_told_and_can_be_sent_again(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "-e").write_text("Office_Printer\n")
    page = asking_cups(table, tmp_path, monkeypatch)
    table.press(table.reached(table.offered(table.say("button", "print_on"))))
    table.stage.until(lambda: page.job.sent == 1)
    for number, status, alert in (
        (6, "Printer cannot print with supplied options", "processing-to-stop-point"),
        (7, "Out of paper", "job-canceled-at-device"),
    ):
        with (tmp_path / "-W").open("a") as told:
            told.write(
                f"Office_Printer-{number}  pi  33792   Sat Nov 28 06:42:48 2026\n"
                f"\tStatus: {status}.\n\tAlerts: {alert}\n\tqueued for Office_Printer\n"
            )
    table.stage.until(lambda: "(Out of paper)" in table.words())
    assert "hat das nicht gedruckt" in page.job.message
    (tmp_path / "-W").unlink()
    table.press(table.reached(table.offered(table.say("button", "print_on"))))
    table.stage.until(lambda: page.job.sent == 1)
    first, again = (tmp_path / "log").read_text().splitlines()
    assert first == again


def test_a_printer_that_never_answers_is_said_and_sent_to_once_however_often_it_is_touched(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "-e").write_text("Office_Printer\n")
    page = asking_cups(table, tmp_path, monkeypatch)
    (tmp_path / "lp").write_text(f'#!/bin/sh\necho "$@" >> {tmp_path / "log"}\nexec sleep 600\n')
    monkeypatch.setattr(printer, "SECONDS", 1.0)
    for _ in range(3):
        table.press(table.reached(table.offered(table.say("button", "print_on"))))
        table.stage.until(lambda: "Geht an den Drucker Office_Printer" in table.words())
    table.stage.until(lambda: "antwortet nicht" in table.words())
    assert len((tmp_path / "log").read_text().splitlines()) == 1
    assert page.job.sent == 0


def test_each_touch_prints_the_pages_for_the_paper_it_asked_for(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent: list[Job] = []
    monkeypatch.setattr(printer, "send", lambda path, name, paper, job: sent.append(job))
    job = PrintJob(tmp_path, table.app.session.package(GAME), lambda: None)
    card = next(one for one in job.order("en").pieces if one.group == "card")
    job.choose(sheets=("slips",), backs="by_hand", only=frozenset({card.token}))
    job.start("en")
    job.wait()
    told = []
    for _ in range(3):
        job.send("hall", "en")
        job.wait()
        told.append(job.message)
    assert job.ready is not None and tuple(sent[:3]) == job.ready.drawn.jobs
    assert "turned over its long edge" in told[0] and "touch “Print” again" in told[0]
    assert "Now load: plain paper" in told[1] and "again" not in told[2]


def test_a_printer_that_refuses_and_a_full_stick_are_reported(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise PrintError("out of paper")

    blocked = tmp_path / "blocked"
    blocked.write_text("a file where a folder should be")
    job = PrintJob(tmp_path, table.app.session.package(GAME), lambda: None)
    job.choose(sheets=("calibration",))
    job.start("en")
    job.wait()
    assert job.stage == "ready"
    monkeypatch.setattr(printer, "send", refuse)
    job.send("hall", "en")
    job.wait()
    assert "out of paper" in job.message
    job.save(blocked, "en")
    job.wait()
    assert "Nothing can be written to blocked" in job.message


def test_a_folder_that_cannot_be_written_is_reported(table: Table, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    job = PrintJob(tmp_path / "file" / "folder", table.app.session.package(GAME), lambda: None)
    job.start("de")
    job.wait()
    assert job.stage == "failed" and job.message


def test_a_newer_choice_wins_over_a_finished_print_job(table: Table, tmp_path: Path) -> None:
    job = PrintJob(tmp_path, table.app.session.package(GAME), lambda: None)
    job.choose(sheets=("calibration",))
    job.start("de")
    job.choose(paper="letter")
    job.wait()
    assert job.stage == "choosing" and job.ready is None

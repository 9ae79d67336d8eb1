"""``companion print`` as people call it: files, reasons in words, checks, printers, sticks."""

import os
import shlex
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image, ImageFilter

from companion import cli
from companion.store import keys, write_box
from companion.store.keys import make_key, read_key
from companion.table.catalogue import Piece
from printables import command, document, printer
from printables.pictures import pages
from printables.printer import Printing
from printables.proof import Proof, prove
from tests.printables import LOST, WITH_CARDS, drawn, order

PACKAGE = WITH_CARDS[0]
GAME = PACKAGE.game.name


def first_page() -> int:
    """How many codes are on the first page of the menu sheet."""
    return sum(one.page == 0 for one in drawn(PACKAGE, "menu").codes)


def in_english(piece: Piece) -> str:
    return order(PACKAGE, language="en").name(piece.token)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(keys, "PROGRAM", tmp_path / "none")  # whatever this machine has


def call(*arguments: str) -> int:
    return cli.main(["print", "--data", "data", "--language", "de", *arguments])


def test_sheets_are_written_and_pass_their_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(GAME, "--sheets", "seats,slips", "--only", LOST.token, "--out", "lost.pdf") == 0
    said = capsys.readouterr().out
    assert "lost.pdf" in said and f"{LOST.copies} Codes" in said
    assert call("--check", "lost.pdf", "--language", "en") == 0
    said = capsys.readouterr().out
    assert f"{LOST.copies} codes read, {LOST.copies} of them valid" in said
    assert in_english(LOST) in said


def test_what_a_plotter_cuts_and_single_pictures_lie_beside_the_file(
    capsys: pytest.CaptureFixture[str],
) -> None:
    chosen = ("--sheets", "turns", "--cutting", "plotter", "--pictures", "--out", "cards.pdf")
    assert call(GAME, *chosen) == 0
    names = sorted(path.name for path in Path("cards").iterdir())
    assert names[0] == "cut-1.svg" and len(names) > 2
    assert all(Path("cards", name).read_bytes()[1:4] == b"PNG" for name in names[1:])
    assert f"cards: {len(names)}" in capsys.readouterr().out


def test_a_single_lost_copy_is_printed_alone(capsys: pytest.CaptureFixture[str]) -> None:
    lost = list(LOST.each())[-1]
    assert call(GAME, "--sheets", "slips", "--only", lost.short, "--out", "lost.pdf") == 0
    capsys.readouterr()
    assert call("--check", "lost.pdf", "--language", "en") == 0
    said = capsys.readouterr().out
    assert "1 code read" in said and lost.short in said


def test_a_file_about_the_box_is_read_and_any_other_is_refused(
    capsys: pytest.CaptureFixture[str],
) -> None:
    box = msgspec.to_builtins(PACKAGE.game.box())
    file = write_box(Path("."), "ours", GAME, box)
    sheets = ("--sheets", "seats", "--language", "en")
    assert call(GAME, *sheets, "--box", str(file)) == 0
    file.write_text("no box")
    assert call(GAME, *sheets, "--box", str(file)) == 2
    assert file.name in capsys.readouterr().err


def test_a_photograph_of_a_sheet_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(GAME, "--sheets", "menu", "--out", "menu.pdf") == 0
    sheet = next(iter(pages(Path("menu.pdf").read_bytes(), 200)))
    photo = sheet.rotate(4, Image.Resampling.BILINEAR, expand=True, fillcolor=90)
    photo = photo.filter(ImageFilter.GaussianBlur(1.0)).point(lambda level: 40 + level * 0.7)
    photo.convert("RGB").save("photo.jpg", quality=80)
    capsys.readouterr()
    assert call("--check", "photo.jpg") == 0
    count = first_page()
    assert f"{count} Codes gelesen, {count} davon gültig" in capsys.readouterr().out


def test_a_damaged_spot_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(GAME, "--sheets", "menu", "--out", "menu.pdf") == 0
    sheet = next(iter(pages(Path("menu.pdf").read_bytes(), 150)))
    sheet.paste(255, (80, 230, 230, 420))  # the first code on the sheet
    sheet.save("spot.png")
    capsys.readouterr()
    assert call("--check", "spot.png", "--language", "en") == 1
    said = capsys.readouterr().out
    assert f"{first_page() - 1} codes read" in said
    assert "Not read" in said and in_english(PACKAGE.catalogue.pieces[0]) in said


def test_sheets_of_another_box_fail_the_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert call(GAME, "--sheets", "slips", "--only", LOST.token, "--out", "lost.pdf") == 0
    make_key(Path("other"))
    assert cli.main(["print", "--data", "other", "--check", "lost.pdf"]) == 1
    assert "another box" in capsys.readouterr().out


def test_a_key_unknown_to_the_installed_screen_is_warned_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = (GAME, "--sheets", "seats", "--language", "en")
    assert call(*seats) == 0
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(keys, "PROGRAM", tmp_path)
    monkeypatch.setattr(keys, "INSTALLED", tmp_path / "installed")
    (tmp_path / "installed").mkdir()  # a screen that has not printed yet
    assert call(*seats) == 0
    assert "refuses codes with this key" in capsys.readouterr().err
    make_key(tmp_path / "installed")
    for asked in (seats, ("--check", f"{GAME}.pdf", "--language", "en")):
        assert call(*asked) == 0
        assert "sudo -u tabletop-companion companion print" in capsys.readouterr().err
    shutil.copy(Path("data", keys.KEY_FILE), tmp_path / "installed")
    assert call(*seats) == 0 and cli.main(["print", "--data", "installed", *seats]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7 but not really", b"words", b"\x89PNG\r\n"])
def test_a_file_that_is_no_sheet_is_refused_in_words(
    content: bytes, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("file").write_bytes(content)
    assert call("--check", "file") == 2
    assert capsys.readouterr().err.startswith("companion print: file is ")


def test_a_picture_without_codes_says_what_to_do(capsys: pytest.CaptureFixture[str]) -> None:
    Image.new("L", (300, 300), 200).save("gray.png")
    assert call("--check", "gray.png") == 1
    assert "schärfer" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("unicorn",), "There is no game 'unicorn'"),
        ((GAME, "--only", "unicorn"), "prints nothing for 'unicorn'"),
        ((GAME, "--paper", "letter", "--labels", "63.5x38.1"), "no labels '63.5x38.1' on letter"),
        (("--check", "nowhere.pdf"), "nowhere.pdf"),
        (("--offset", "99,0"), "mistake"),
        ((GAME, "--out", "/proc/none/x.pdf", "--sheets", "calibration"), "/proc/none"),
    ],
)
def test_a_malformed_call_is_explained(
    arguments: tuple[str, ...], reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(*arguments) == 2
    said = capsys.readouterr().err
    assert said.startswith("companion print: ") and reason in said


@pytest.mark.parametrize(
    "arguments", [(), (GAME, "--sheets", "poster"), (GAME, "--offset", "left"), (GAME, "--sheets=")]
)
def test_a_contradictory_call_is_explained(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        call(*arguments)
    assert ended.value.code == 2
    assert "error" in capsys.readouterr().err


def test_nothing_is_written_when_a_code_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def spoilt(*arguments: Any, **more: Any) -> Proof:
        proof = prove(*arguments, **more)
        proof.missed[200, "worn"] = [object()]  # type: ignore[list-item]
        proof.strange.add("ME000")
        return proof

    monkeypatch.setattr(document, "prove", spoilt)
    assert call(GAME, "--sheets", "slips", "--only", LOST.token) == 1
    said = capsys.readouterr().err
    assert "200 dpi" in said and f"{LOST.copies - 1} von {LOST.copies}" in said and "ME000" in said
    assert not list(Path().glob("*.pdf"))


def test_the_offset_is_entered_once_and_kept(capsys: pytest.CaptureFixture[str]) -> None:
    assert call("--offset", "0.5,-1") == 0
    assert "0.5" in capsys.readouterr().out
    assert printer.kept(Path("data")) == Printing(0.5, -1.0)
    assert printer.kept(Path("elsewhere")) == Printing()
    for wrong in ("right = 'far'\n", "x = " + "[" * 5000):
        (Path("data") / printer.FILE).write_text(wrong)
        assert printer.kept(Path("data")) == Printing()
    (Path("data") / printer.FILE).write_text("right = 50.0\n")
    assert printer.kept(Path("data")) == Printing()


def test_the_key_is_made_by_the_first_print() -> None:
    assert read_key(Path("data")) == b""
    assert call(GAME, "--sheets", "calibration") == 0
    assert len(read_key(Path("data"))) == 16


def cups(folder: Path, monkeypatch: pytest.MonkeyPatch, *, works: bool = True) -> Path:
    """A CUPS that writes down what it is asked to print."""
    folder.mkdir()
    log = folder / "log"
    scripts = {
        "lpstat": "printf 'study\\nhall\\n\\351t\\033[2J\\n'",
        "lp": f'echo "$@" >> {log}' if works else "echo 'lp: out of paper' >&2; exit 1",
    }
    for name, body in scripts.items():
        path = folder / name
        path.write_text(f"#!/bin/sh\n{body}\n")
        path.chmod(path.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")
    return log


CALL = (GAME, "--sheets", "calibration", "--out", "page.pdf", "--printer")


def test_a_missing_printer_is_no_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    assert call(*CALL) == 0
    assert "Kein Drucker" in capsys.readouterr().out
    assert Path("page.pdf").is_file()


def test_sheets_are_printed_in_their_true_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = cups(tmp_path / "cups", monkeypatch)
    assert call(*CALL) == 0
    said = capsys.readouterr().out
    assert "Der Drucker bekommt die Seiten 1-2: " in said and "study" in said
    assert call(*CALL, "hall", "--paper", "letter", "--backs", "duplex") == 0
    first, second = log.read_text().splitlines()
    assert first.startswith("-d study ") and "print-scaling=none" in first and "media=A4" in first
    assert second.startswith("-d hall ") and "two-sided-long-edge" in second
    assert "media=Letter" in second and second.endswith("page.pdf")
    slips = (GAME, "--sheets", "menu,slips", "--only", LOST.token, "--paper", "letter")
    assert call(*slips, "--backs", "duplex", "--printer", "hall") == 0
    plain, card = log.read_text().splitlines()[2:]
    assert "sides=one-sided -o page-ranges=1,5 " in plain and "media-type" not in plain
    assert "sides=two-sided-short-edge -o page-ranges=3-4 " in card
    assert "media-type=cardstock" in card


def test_backs_by_hand_wait_until_somebody_has_put_the_sheets_in_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = cups(tmp_path / "cups", monkeypatch)
    slips = (GAME, "--sheets", "slips", "--only", LOST.token, "--backs", "by_hand", "--printer")
    assert call(*slips) == 1  # nobody is there
    assert len(log.read_text().splitlines()) == 2
    told = next(line for line in capsys.readouterr().out.splitlines() if line.startswith("lp "))
    subprocess.run(shlex.split(told), check=True, capture_output=True)
    front, _, back = log.read_text().splitlines()
    assert back == front.replace("page-ranges=1", "page-ranges=2")  # as large, on the same paper
    log.write_text("")
    asked: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", asked.append)
    assert call(*slips) == 0
    assert len(asked) == 2 and "Kante gewendet" in capsys.readouterr().out
    assert [line.split("page-ranges=")[1][0] for line in log.read_text().splitlines()] == [
        "1",
        "2",
        "3",
    ]


def test_a_folder_is_answered_with_the_file_that_was_meant(
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("sheets").mkdir()
    assert call(GAME, "--out", "sheets", "--language", "en") == 2
    assert f"sheets is a folder. Is sheets/{GAME}.pdf meant?" in capsys.readouterr().err


def test_sheets_can_be_written_to_standard_output(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert call(GAME, "--sheets", "seats", "--out", "-") == 0
    assert capfdbinary.readouterr().out.startswith(b"%PDF-")
    assert not list(Path().glob("*.pdf")) and not Path("-").exists()


def test_an_unknown_printer_is_answered_with_those_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    log = cups(tmp_path / "cups", monkeypatch)
    assert call(*CALL, "cellar") == 2
    assert "study und hall" in capsys.readouterr().err and not log.exists()


def test_the_message_of_the_printer_is_passed_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cups(tmp_path / "cups", monkeypatch, works=False)
    assert call(*CALL) == 1
    assert "out of paper" in capsys.readouterr().err


def test_the_bar_is_drawn_for_people_only(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(GAME, "--sheets", "calibration") == 0
    assert "%" not in capsys.readouterr().err
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    show = command._progress()
    show(0.5)
    show(1.0)
    assert "50%" in capsys.readouterr().err

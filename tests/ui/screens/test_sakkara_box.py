"""What stands on Sakkara's tiles is told to the box, kept, and handed on to another table."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from companion.store import profile_folders
from companion.table import Scanned
from printables.pictures import codes, pages
from tests.ui.screens.table import Table
from tests.ui.screens.test_sakkara import BOTH, SMALL
from tests.ui.stage import Stage
from ui.screens.service.printing import Printing
from ui.screens.table.box_files import BoxFilesSheet
from ui.screens.table.fix import Fix
from ui.screens.table.play import Play
from ui.shell.keyboard import KeyboardSheet
from ui.widgets.button import ActionButton


def tell_box(table: Table, *tokens: str) -> None:
    """Choose among the buttons beside the board."""
    page = table.page
    assert isinstance(page, Fix)
    for token in tokens:
        if token.startswith("move:"):
            label = page.presenter.phrasebook.say("kind", token.removeprefix("move:"))
            table.press(table.reached(table.labelled(label)))
        else:
            buttons: list[Any] = table.all(ActionButton, page.side)
            table.press(table.reached(next(one for one in buttons if one.token == token)))


def type_in(table: Table, *letters: str) -> None:
    assert isinstance(table.page.sheet, KeyboardSheet)
    for letter in letters:
        table.press(table.labelled(letter))
    table.press(next(b for b in table.all(ActionButton, table.page.sheet) if b.label == "Fertig"))


@BOTH
def test_the_box_is_told_on_the_screen(table: Table) -> None:
    table.begin("sakkara")
    table.menu("box")
    page = table.page
    assert isinstance(page, Fix)
    tell_box(table, "move:count_tiles", "ship", "5")
    tell_box(table, "move:spell_tiles", "firestorm", "magic_1", "ox", "magic_1")
    tell_box(table, "move:level_needs", "3", "tip")
    tell_box(table, "move:name_motif", "block_a")
    table.button("type_text")
    type_in(table, "A", "p", "i", "s")
    box = table.open_match.match.public.box
    assert box.told == ("count:ship", "level:3", "spell:firestorm")
    assert box.combination("firestorm") == ("magic_1", "ox", "magic_1")
    assert box.name("block_a") == "Apis" and not box.confirmed
    tell_box(table, "move:confirm_box")
    assert "Wirbelwind" in table.page.toast_text()
    assert not table.faults()
    page.left()
    assert isinstance(table.page, Play)


def test_what_was_told_of_the_box_outlives_the_match(stage: Stage, tmp_path: Path) -> None:
    first = Table(stage, tmp_path)
    first.begin("sakkara")
    first.menu("box")
    tell_box(first, "move:count_tiles", "ox", "3")
    stage.until(lambda: first.open_match.saved)
    first.close()
    second = Table(stage, tmp_path)
    second.root.home()
    stage.frames(2)
    second.begin_seats("sakkara")
    second.button("start")
    assert second.open_match.match.public.box.count("ox") == 3
    second.close()


@BOTH
def test_a_box_goes_to_another_table_as_a_file(
    stage: Stage, table: Table, tmp_path_factory: pytest.TempPathFactory
) -> None:
    table.begin("sakkara")
    table.menu("box")
    tell_box(table, "move:count_tiles", "ox", "3")
    table.button("box_files")
    sheet = table.page.sheet
    assert isinstance(sheet, BoxFilesSheet)
    folder = profile_folders(table.app.session.folder)[0]
    there = table.offered(table.say("kept", "device"))
    assert not table.faults()
    table.press(there)
    type_in(table, "1")
    file = folder / "sakkara1.box.json"
    stage.until(lambda: f"{file.name}, auf diesem Gerät" in table.page.toast_text())

    away = tmp_path_factory.mktemp("away")
    lies = profile_folders(away)[0]
    lies.mkdir()
    (lies / file.name).write_bytes(file.read_bytes())
    other = json.loads(file.read_text("utf-8")) | {"game": "mesopotamien"}
    os.mkfifo(lies / "pipe.box.json")
    (lies / "other.box.json").write_text(json.dumps(other), "utf-8")
    odd = {"game": "sakkara", "box": {"told": 3}}
    (lies / "odd.box.json").write_text(json.dumps(odd), "utf-8")
    another = Table(stage, away)
    another.begin("sakkara")
    another.menu("box")
    another.button("box_files")
    another.press(another.reached(another.offered("other.box.json")))
    stage.until(lambda: "anderen Spiel" in another.page.toast_text())
    another.button("box_files")
    another.press(another.reached(another.offered("pipe.box.json")))
    stage.until(lambda: "keine gewöhnliche Datei" in another.page.toast_text())
    another.button("box_files")
    another.press(another.reached(another.offered("odd.box.json")))
    stage.until(lambda: "odd.box.json" in another.page.toast_text())
    another.button("box_files")
    another.press(another.reached(another.offered(file.name)))
    stage.until(lambda: file.name in another.page.toast_text())
    assert another.open_match.match.public.box.count("ox") == 3
    another.close()


def _printed_box(table: Table) -> list[str]:
    """The codes on the printed sheet of a box with three oxen."""
    table.begin("sakkara")
    table.menu("box")
    tell_box(table, "move:count_tiles", "ox", "3")
    table.button("box_files")
    table.press(table.reached(table.offered(table.say("button", "box_print"))))
    table.stage.settle()
    page = table.page
    assert isinstance(page, Printing) and page.job.choice.sheets == ("box",)
    table.button("make_sheets")
    table.stage.until(lambda: page.job.ready is not None)
    assert page.job.ready is not None and table.faults() == []
    read = [one for leaf in pages(page.job.ready.path.read_bytes(), 200) for one in codes(leaf)]
    printed = [one.text for one in read if one.text.startswith("BOX1.")]
    assert printed
    return printed


@SMALL
def test_a_box_goes_to_another_table_as_a_printed_code(
    stage: Stage, table: Table, tmp_path_factory: pytest.TempPathFactory
) -> None:
    printed = _printed_box(table)
    another = Table(stage, tmp_path_factory.mktemp("away"))

    def scan(*texts: str) -> None:
        for number, text in enumerate(texts):
            another.app.signals.put(Scanned(number, 0.0, "scanner", text))
        another.app._wake_up(0)
        stage.settle()

    scan(printed[0])
    title = another.app.session.words(another.app.session.game_info("sakkara")).say(
        "about", "title"
    )
    assert title in another.page.toast_text()  # where one scans it
    another.begin("sakkara")
    before = another.open_match.match.public.box
    another.menu("clock")
    over = another.page.sheet
    scan(printed[0])
    assert another.page.sheet is over
    assert another.page.toast_text() == another.say("notice", "box_code_later")
    another.page.close()
    scan(printed[0][:-3] + "AAA", *printed[1:])
    assert another.say("notice", "box_code_wrong") in another.words()
    assert another.faults() == []
    another.root.choose(voice="all")
    said = another.root.peripherals.said
    scan(*printed)
    assert another.root.peripherals.said > said, "what would change is read, too"
    another.root.choose(voice="off")
    assert "3" in another.words() and another.say("notice", "box_code_changes") in another.words()
    assert another.faults() == []
    assert another.open_match.match.public.box == before  # only shown so far
    another.button("box_take_over")
    assert another.open_match.match.public.box.count("ox") == 3
    assert another.page.toast_text() == another.say("notice", "box_taken_over")
    scan(*printed)
    assert another.say("notice", "box_code_same") in another.words()
    another.button("close")
    another.press(another.play.keys.undo)
    assert another.open_match.match.public.box == before
    another.close()

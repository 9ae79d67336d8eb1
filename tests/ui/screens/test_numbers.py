"""The number pad: a printed code typed by hand, and whatever else is asked for in digits."""

from pathlib import Path

import pytest

from companion.match.sentences import called
from companion.table import Scanned
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.screens.table.code import CodeSheet
from ui.shell.keyboard import KeyboardSheet
from ui.shell.numbers import NumbersSheet

SIZES = pytest.mark.parametrize("stage", [(800, 480), (720, 1280)], indirect=True, ids=str)
"""The narrowest; all are looked at in test_layout.py."""


def opened(table: Table) -> CodeSheet:
    table.begin()
    return again(table)


def again(table: Table) -> CodeSheet:
    table.button("menu")
    table.button("type_code")
    table.stage.frames(2)
    sheet = table.page.sheet
    assert isinstance(sheet, CodeSheet)
    return sheet


def typed(table: Table, digits: str) -> None:
    for digit in digits:
        table.press(table.labelled(digit))


@SIZES
def test_a_code_is_typed_on_keys_that_fit_and_stay_and_its_piece_is_offered(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path)
    sheet = opened(table)
    assert table.faults() == []
    presenter = table.open_match.presenter
    piece = next(one for one in presenter.package.catalogue.pieces if one.group == "move")
    short = piece.identity.short
    wrong = f"{short[:-1]}{(int(short[-1]) + 1) % 10}"
    places = [tuple(table.labelled(digit).pos) for digit in "0159"]
    typed(table, wrong)
    assert sheet.shown().replace(" ", "") == wrong
    table.stage.frames(2)
    assert table.faults() == []
    moved = [tuple(table.labelled(digit).pos) for digit in "0159"]
    assert moved == places, "a key moved below the finger"
    offered = table.reached(table.labelled(called(presenter.phrasebook, piece.token)))
    assert offered.look == piece.look and not any("move:" in one for one in table.words())
    table.press(offered)
    assert table.page.sheet is not sheet
    assert presenter.question is None and presenter.notice == ""
    table.close()


def test_typed_digits_do_what_the_scan_would(table: Table) -> None:
    opened(table)
    presenter = table.open_match.presenter
    piece = next(one for one in presenter.package.catalogue.pieces if one.token == "move:explore")
    table.button("done")
    assert table.say("notice", "no_digits") in table.words()
    typed(table, "9")
    table.press(table.labelled("⌫"))
    typed(table, piece.identity.short)
    table.button("done")
    by_hand = presenter.composer.drafts
    presenter.take_back()
    presenter.signal(Scanned(1, 0.0, "scanner", piece.identity.code(b"")))
    assert presenter.composer.begun and presenter.composer.drafts == by_hand


def test_a_wrong_code_is_asked_about_and_an_empty_one_does_nothing(table: Table) -> None:
    sheet = opened(table)
    table.button("done")
    assert table.page.sheet is sheet
    typed(table, "999999")
    table.button("done")
    assert table.page.sheet is sheet and sheet.digits == "999999", "one digit is mended, not six"
    assert sheet.message == table.say("notice", "code_misread") and table.faults() == []


def test_codes_of_others_are_typed_with_letters(table: Table) -> None:
    opened(table)
    table.button("letters")
    assert isinstance(table.page.sheet, KeyboardSheet)
    typed(table, "z")
    table.button("done")
    assert table.open_match.presenter.notice


@SIZES
def test_hidden_digits_stay_hidden_and_are_never_too_many(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    heard: list[str] = []

    def hear(digits: str) -> str:
        heard.append(digits)
        return "once more"

    secret = NumbersSheet(table.page, lambda _: "PIN", hear, most=4, hidden=True)
    table.page.open(secret)
    assert table.faults() == []
    typed(table, "12345")
    assert secret.shown() == "●●●●"
    table.button("done")
    assert heard == ["1234"] and secret.message == "once more" and secret.digits == ""
    secret.again(lambda _: "PIN, again")
    assert "PIN, again" in table.words() and secret.message == ""
    table.close()

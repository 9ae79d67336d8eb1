"""What ``companion print --check`` says of a page by itself: it is whole, or what is missing."""

from pathlib import Path

import pytest

from companion import cli
from companion.match.registry import GamePackage
from companion.store import keys
from companion.table.identity import Identity, unsigned
from printables import together
from printables.order import SheetName
from printables.pictures import pages
from printables.sheets import menu
from tests.printables import PACKAGES, WITH_CARDS, drawn, order

SHEETS: list[tuple[GamePackage, SheetName]] = [
    *((package, "menu") for package in PACKAGES),
    (WITH_CARDS[-1], "slips"),
    (PACKAGES[0], "stickers"),
]


def codes(package: GamePackage, sheet: SheetName) -> list[set[Identity]]:
    """What stands on each page of a sheet."""
    # The larger slips are nine on A4 and eight on Letter: the ninth may well not be wanted.
    made = drawn(package, sheet, card="44x67").codes
    every = sorted({one.page for one in made})
    return [{unsigned(one.text) for one in made if one.page == page} for page in every]


def alone(package: GamePackage) -> set[Identity]:
    """What has a row of a menu for itself: where that is at the end of a page, less may have been
    wanted."""
    rows = (
        [piece for _, pieces in row for piece in pieces] for row in menu.rows(order(package), 6)
    )
    return {row[0].identity for row in rows if len(row) == 1}


@pytest.mark.parametrize(
    ("package", "sheet"), SHEETS, ids=[f"{one.game.name} {sheet}" for one, sheet in SHEETS]
)
def test_a_page_is_whole_by_itself_and_every_code_that_is_gone_from_it_is_missed(
    package: GamePackage, sheet: SheetName
) -> None:
    for page in codes(package, sheet):
        assert list(together.lost(order(package), page)) == []
        if len(page) < 5:
            continue  # of so few, one may be all that was wanted
        for one in page - alone(package):
            (kind, missed), *more = together.lost(order(package), page - {one})
            assert (missed, more) == (one, [])
            assert kind in {piece.group for piece in order(package).pieces}


def test_what_was_printed_of_a_page_alone_is_not_missed_beside_it() -> None:
    package = WITH_CARDS[-1]
    (first, second, *_), *_ = (sorted(page) for page in codes(package, "slips"))
    assert list(together.lost(order(package), {first})) == []
    assert list(together.lost(order(package), {first, second})) == []


def test_each_page_of_a_sheet_passes_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One that begins in the middle of a kind of pieces, too."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(keys, "PROGRAM", tmp_path / "none")
    package = WITH_CARDS[0]
    call = ["print", "--data", "data"]
    assert cli.main([*call, package.game.name, "--sheets", "menu", "--out", "menu.pdf"]) == 0
    *shown, _proof = pages(Path("menu.pdf").read_bytes(), 150)
    for picture in shown:
        picture.save("page.png")
        assert cli.main([*call, "--check", "page.png"]) == 0, capsys.readouterr().out

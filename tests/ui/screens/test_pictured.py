"""Cards are chosen by what is printed on them."""

from pathlib import Path

import pytest

from tests.ui.screens.recorded import at_line
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui import theme
from ui.presenter import Presenter
from ui.screens.table.tray import FEWEST, Face
from ui.widgets.button import ActionButton
from ui.widgets.places import Tile

BOTH = pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True, ids=str)


def cards(table: Table) -> list[ActionButton]:
    return [one for one in table.play.middle.places.buttons if one.card]


@BOTH
def test_a_card_is_chosen_from_pictures_as_many_as_fit_the_rest_a_touch_away(table: Table) -> None:
    table.begin("pyramidion")
    match = table.open_match.match
    table.complete()
    shown = cards(table)
    assert len(shown) > FEWEST and table.faults() == []
    for one in shown:
        boat = match.position.box.boat(one.token)
        printed = [shape.look for shape in one.card if shape.form == "print"]
        assert boat is not None and set(printed) == set(boat.order)
        assert str(boat.points) in next(shape.text for shape in one.card if shape.text)
        assert min(one.size) >= theme.mm(theme.TOUCH) - 1
    first = {one.token for one in shown}
    turned = table.play.middle.places.buttons[-1]
    assert turned.label == f"+{len(match.position.box.boats) - len(shown)}"
    table.press(turned)
    later = cards(table)
    assert later and not first & {one.token for one in later}
    chosen, (x, y) = later[0].token, later[0].to_window(*later[0].center)
    stood = {one.token: one.pos for one in later[1:]}
    table.press(later[0])
    assert match.position.display == (chosen,)
    assert {one.token: one.pos for one in cards(table)} == stood, "none moves below a finger"
    table.tap(x, y)  # once too often
    assert match.position.display == (chosen,) and table.faults() == []
    assert table.play.last.text.text == "Hier geht gerade nichts."
    left = len(match.position.box.boats) - len(stood) - 1
    assert table.play.middle.places.buttons[-1].label == f"+{left}"


@BOTH
def test_what_was_turned_up_has_its_picture_its_name_and_how_many_are_left(table: Table) -> None:
    table.begin()
    table.touch("blue@-1,0", "-2,0")
    shown = table.play.middle.places.buttons
    assert [one.look for one in shown] == [
        "tile_plain",
        "tile_forest",
        "tile_quarry",
        "tile_volcano",
    ]
    assert all(one.label and any(map(str.isdigit, one.detail)) for one in shown)
    assert table.faults() == []


def test_which_of_two_things_is_meant_is_asked_with_their_pictures(
    stage: Stage, tmp_path: Path
) -> None:
    table = at_line(stage, tmp_path, "by-hand-2", 84)
    presenter = table.open_match.presenter
    field = next(one for one in presenter.offers.lit if _twice(presenter, one))
    presenter.touch(field)
    table.complete()
    shown = [one.thing for one in table.play.middle.places.buttons]
    assert [one[0].look for one in shown] == ["native", "native"] and shown[0] != shown[1]
    assert table.faults() == []
    table.close()


def _twice(presenter: Presenter, field: str) -> bool:
    """Whether two things on a field could be meant."""
    presenter.touch(field)
    found = len(presenter.composer.pick()) == 2
    presenter.take_back()
    return found


def test_cards_show_what_was_told_of_them(table: Table) -> None:
    table.begin("pyramidion")
    match = table.open_match.match
    boats = [{"move": "reveal_boat", "boat": f"B{number:02}"} for number in range(1, 6)]
    opening = [*boats, {"move": "distribute", "card": "D01"}, {"move": "deal"}]
    site = {"move": "activate", "site": "thebes"}
    laid = [{"move": "lay", "seat": seat, "count": 2} for seat in match.seats]
    for move in (*opening, site, *laid):
        assert match.submit(match.game.move(move)).done
    table.root.refresh()
    table.complete()
    table.press(table.play.main)
    table.press(next(one for one in cards(table) if one.token == "TB1"))
    assert [one.token for one in cards(table) if one.chosen] == ["TB1"]
    assert table.play.middle.note.text == "" and table.faults() == []


@BOTH
def test_what_somebody_has_won_makes_no_offer_of_others_narrower(table: Table) -> None:
    table.begin("maya")
    middle = table.play.middle
    wide = []
    for count in range(3, 7):
        tiles = tuple(Tile(f"move:{number}", "Stein", "", "sign-twice") for number in range(count))
        middle.show(Face("offers", tiles), "", lambda _: "+")
        wide.append(middle.places.buttons[0].width)
    assert wide[0] == wide[1] > 0 and wide[2] == wide[3] > 0

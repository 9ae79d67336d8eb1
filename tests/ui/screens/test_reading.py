"""Screens that everybody can read: the largest letters are not cut."""

from collections import Counter
from pathlib import Path

import pytest

from tests.ui.screens.table import GAME, Table
from tests.ui.stage import Stage
from ui import theme
from ui.canvas.art import common
from ui.presenter import Action, Picker
from ui.screens.table.picking import PickerArea
from ui.shell.controls import Scroll
from ui.shell.lights import Badge
from ui.widgets.text import Paragraph


@pytest.mark.parametrize("stage", [(800, 480), (720, 1280)], indirect=True, ids=str)
def test_the_largest_letters_are_whole_and_lie_over_nothing(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    table.root.choose(letters="largest")
    table.page.left()
    colours = table.app.session.package(GAME).game.colours
    table.app.session.set(names={seat: f"Maximiliana-Annabel{n}" for n, seat in enumerate(colours)})
    found = {}

    def look(name: str) -> None:
        if faults := table.faults():
            found[name] = faults

    table.stage.settle()
    look("home")
    table.page.left()
    table.stage.settle()
    table.begin_seats()
    look("seats")
    table.button("start")
    look("table")
    table.touch("blue@-1,0", "0,0", "blue@0,0", "0,-1")
    look("refusal")
    table.button("never_mind")
    table.button("menu")
    look("menu")
    table.close()
    assert not found
    assert theme.type_size("tiny") == pytest.approx(1.3 * theme.mm(theme.TYPE["tiny"][0]))


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_a_large_prompt_lies_over_the_table_at_one_side(stage: Stage, tmp_path: Path) -> None:
    """Turned to any of the four sides it is whole."""
    table = Table(stage, tmp_path)
    table.root.choose(letters="largest")
    table.page.left()
    table.stage.settle()
    table.begin()
    table.open_match.match.set_clock(600)
    seat = table.open_match.presenter.seat
    for side in ("front", "right", "back", "left"):
        table.app.session.set(sides={seat: side})
        table.root.refresh()
        table.stage.settle()
        now = table.play.now
        assert now.text.texture_size[1] <= now.card.height, side
        assert not table.faults(), side
    table.close()


@pytest.mark.parametrize("stage", [(720, 1280)], indirect=True, ids=str)
def test_a_step_lies_over_the_button_beside_a_long_word(table: Table) -> None:
    table.root.choose(letters="largest")
    table.page.left()
    table.stage.settle()
    table.begin()
    header = table.page.header
    for words in (1, 2, 3):
        header.badges.show([Badge(word, "bad") for word in ("Zwackelmann",) * words])
        assert table.faults() == []


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_a_list_without_choices_is_a_bare_button_for_being_done(stage: Stage) -> None:
    area = stage.put(PickerArea(common(), lambda _: None))
    asked = Picker("list", "Who takes a tile?", (), done=Action("done", "Done"))
    area.show(asked, "", prompt=False)
    assert "Who takes a tile?" in [one.text for one in area.walk() if isinstance(one, Paragraph)]


def test_what_is_scrolled_lies_on_whole_pixels(stage: Stage) -> None:
    scroll = Scroll(Paragraph(text="Worte in einer Liste"), size_hint=(None, None), size=(300, 90))
    stage.put(scroll)
    seen = set()
    for away in (0.0, 0.25, 0.5, 0.75):
        scroll.pos = (20 + away, 30 + away)
        seen.add(tuple(sorted(Counter(stage.pixels()[::4]).items())))
    assert len(seen) == 1

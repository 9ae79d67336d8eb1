"""A picture that is turned, for a screen that hangs otherwise."""

from kivy.core.window import Window

from tests.ui.screens.table import Table
from ui.screens.service.settings import SettingsPage
from ui.session import settings


def test_the_picture_can_be_turned(table: Table) -> None:
    table.button("settings")
    try:
        table.press(table.reached(table.labelled("180°")))
        assert Window.rotation == 180
        assert isinstance(table.page, SettingsPage)
        assert settings.read(table.app.session.folder).rotation == 180
    finally:
        Window.rotation = 0


def test_a_picture_on_its_head_is_the_same_picture(table: Table) -> None:
    table.begin()
    table.complete()
    table.stage.rest()
    upright = table.stage.pixels()
    try:
        Window.rotation = 180
        Window.update_viewport()  # it would come with some later frame
        Window.canvas.ask_update()
        table.root.play(table.open_match)
        table.complete()
        table.stage.rest()
        turned = table.stage.pixels()
    finally:
        Window.rotation = 0
    there = [upright[at : at + 3] for at in range(0, len(upright), 4 * 97)]
    again = [turned[at : at + 3] for at in range(len(turned) - 4, -1, -4 * 97)]
    other = sum(
        max(map(lambda a, b: abs(a - b), one, two)) > 40
        for one, two in zip(there, again, strict=True)
    )
    assert len(set(there)) > 20  # there is something to be seen
    assert other < len(there) / 20  # edges fall otherwise on the pixels

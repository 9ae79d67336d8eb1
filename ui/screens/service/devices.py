"""How the saving and the devices stand, in sentences."""

from __future__ import annotations

from functools import partial

from ui.screens.service.hardware import HardwareSheet
from ui.shell.badges import badges
from ui.shell.controls import Column, Scroll, button, row
from ui.shell.lights import Mood
from ui.shell.page import Page, Sheet
from ui.widgets.text import Paragraph, TextLine

_INK: dict[Mood, str] = {
    "good": "green_text",
    "busy": "gold_text",
    "live": "red_text",
    "bad": "red_text",
}


class DevicesSheet(Sheet):
    """Every badge with what there is to say about it, also when a plug is pulled just now."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._told: tuple[object, ...] = ()

    def news(self) -> None:
        """Build it anew where it has something else to say: a finger may be on a button."""
        if self._told != self._what():
            self.fill()
            self.pointer.show()

    def _what(self) -> tuple[object, ...]:
        navigation = self.navigation
        told = badges(navigation.session, navigation.peripherals)
        return (*told, *navigation.devices.states(), self.words.language)

    def fill(self) -> None:
        """Show them as they are now."""
        say, navigation = self.words, self.navigation
        self._told = self._what()
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "state"), role="title"))
        column = Column()
        told = badges(navigation.session, navigation.peripherals)
        for badge in sorted(told, key=lambda one: one.mood != "bad"):  # what is wrong led here
            column.add_widget(
                TextLine(text=f"● {badge.label}", role="strong", ink=_INK[badge.mood])
            )
            column.add_widget(Paragraph(text=badge.detail))
            off = [one for one in navigation.devices.states() if one.name == badge.device]
            if off and off[0].state == "off":
                again = partial(navigation.devices.again, badge.device)
                column.add_widget(row([button(say.say("button", "again"), again)]))
        near = say.say("button", "devices_near")
        about = "recording_ends" if navigation.devices.recording else "devices_near"
        about = say.say("button_detail", about)
        column.add_widget(row([button(near, self._near, detail=about)]))
        column.add_widget(Paragraph(text=say.say("notice", "touch_is_enough"), ink="ink2"))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def _near(self) -> None:
        self.navigation.in_charge(lambda: self.page.open(HardwareSheet(self.page)))

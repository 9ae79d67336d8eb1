"""How the saving and the devices stand, in sentences."""

from __future__ import annotations

from functools import partial

from ui.screens.badges import badges
from ui.screens.hardware import HardwareSheet
from ui.screens.page import Sheet
from ui.screens.parts import Column, Scroll, button, row
from ui.widgets.text import Paragraph, TextLine

_INK = {"good": "green_text", "busy": "gold_text", "bad": "red_text"}


class DevicesSheet(Sheet):
    """Every badge with what there is to say about it."""

    def fill(self) -> None:
        """Show them as they are now."""
        say, glass = self.words, self.page.glass
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "state"), role="title"))
        column = Column()
        for badge in badges(glass):
            column.add_widget(
                TextLine(text=f"● {badge.label}", role="strong", ink=_INK[badge.mood])
            )
            column.add_widget(Paragraph(text=badge.detail))
            off = [one for one in glass.devices.states() if one.name == badge.device]
            if off and off[0].state == "off":
                again = partial(glass.devices.again, badge.device)
                column.add_widget(row([button(say.say("button", "again"), again)]))
        near = say.say("button", "devices_near")
        column.add_widget(row([button(near, self._near)]))
        if glass.room.damage is not None:
            column.add_widget(Paragraph(text=say.say("notice", "damaged"), ink="red_text"))
        column.add_widget(Paragraph(text=say.say("notice", "touch_is_enough"), ink="ink2"))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def _near(self) -> None:
        self.page.glass.in_charge(lambda: self.page.open(HardwareSheet(self.page)))

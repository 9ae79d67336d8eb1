"""The wireless networks in reach, to be chosen, joined and forgotten."""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import partial

from companion.kernel import Verbatim
from companion.maintenance import wifi
from companion.maintenance.texts import phrasebook
from companion.maintenance.trouble import MaintenanceError
from ui.screens.service.work import Done, ToldSheet, WorkPage
from ui.shell.controls import Column, button, row
from ui.shell.keyboard import KeyboardSheet
from ui.shell.page import Sheet
from ui.texts import saying
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

FOUND_SECONDS = 4.0
"""How long it takes until networks are found that are looked for anew."""

FULL, HALF = 66, 33
"""From which strength on a network is near, and not far."""


class WifiSheet(ToldSheet[wifi.Wifi]):
    """anew: whether they are looked for now, which takes some seconds."""

    def __init__(self, page: WorkPage, *, anew: bool = False) -> None:
        super().__init__(page)
        self._anew = anew

    def ask(self) -> wifi.Wifi:
        """What there is. Raises MaintenanceError."""
        if self._anew:
            wifi.scan()
            time.sleep(FOUND_SECONDS)
        return wifi.look()

    def title(self) -> str:
        """What is chosen here."""
        return self.words.say("label", "wifi")

    def show_told(self, column: Column, told: wifi.Wifi) -> None:
        """A button for each."""
        key = "wifi_which" if told.networks else "wifi_none"
        column.add_widget(Paragraph(text=self.words.say("notice", key), ink="ink2"))
        for network in told.networks:
            column.add_widget(self._button(network))

    def ways(self) -> Sequence[ActionButton]:
        """To look for them anew."""
        return (button(self.words.say("button", "wifi_again"), self._again, height=10),)

    def _button(self, network: wifi.Network) -> ActionButton:
        say = self.words
        near = "near" if network.strength >= FULL else "mid" if network.strength >= HALF else "far"
        told = [say.say("wifi", "joined")] if network.joined else []
        told.append(say.say("wifi", near))
        kept = network.known and not network.joined
        told.append(say.say("wifi", "kept" if kept else network.lock))
        made = button(network.name, partial(self._choose, network), height=12)
        made.detail = ", ".join(told)
        made.chosen = network.joined
        return made

    def _again(self) -> None:
        self.page.open(WifiSheet(self.work_page, anew=True))

    def _choose(self, network: wifi.Network) -> None:
        panel = self.work_page
        if network.lock == "other":
            panel.say(phrasebook(self.session.language).say("trouble", "wifi_lock"))
        elif network.known or network.lock == "open":
            panel.open(NetworkSheet(panel, network))
        else:
            ask_password(panel, network)


def ask_password(panel: WorkPage, network: wifi.Network) -> None:
    """Have the password typed, and join with it; a wrong one is asked for once more."""
    heading = saying("wifi", "password_of", {"name": Verbatim(network.name)})

    def typed(password: str) -> None:
        join(panel, network, password)

    panel.open(KeyboardSheet(panel, heading, "", typed, what="password"))


def join(panel: WorkPage, network: wifi.Network, password: str = "") -> None:
    """Join it beside the screen, and say what came of it."""

    def act() -> Done:
        wifi.join(network, password)
        return Done("wifi_joined", {"name": Verbatim(network.name)})

    def done(what: Done) -> None:
        panel.tell(what)
        panel.kept_anew()

    def refused(error: MaintenanceError) -> None:
        panel.kept_anew()
        if error.reason in ("wifi_password", "wifi_short") and network.lock == "password":
            ask_password(panel, network)

    if network.lock == "password" and not password and not network.known:
        panel.say(phrasebook(panel.session.language).say("trouble", "wifi_short"))
        return
    panel.work(act, done, refused)


class NetworkSheet(Sheet):
    """What can be done with a network that is open, or whose password is kept."""

    def __init__(self, panel: WorkPage, network: wifi.Network) -> None:
        super().__init__(panel)
        self._panel, self._network = panel, network

    def fill(self) -> None:
        """The ways."""
        say, panel, network = self.words, self._panel, self._network
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=network.name, role="title"))
        if network.lock == "open":
            self.card.add_widget(Paragraph(text=say.say("notice", "wifi_open"), ink="ink2"))
        ways = [button(say.say("button", "close"), panel.close)]
        if network.known:
            name: dict[str, object] = {"name": Verbatim(network.name)}
            forget = partial(panel.do, partial(wifi.forget, network), "wifi_forgotten", name)
            ways.append(button(say.say("button", "wifi_forget"), forget, role="danger"))
        if not network.joined:
            way = partial(join, panel, network)
            ways.append(button(say.say("button", "wifi_join"), way, role="bright"))
        self.card.add_widget(row(ways))

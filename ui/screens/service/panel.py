"""What the machine around the screen needs: the wireless network, the clock, the panel."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec
from kivy.uix.boxlayout import BoxLayout

from companion.kernel import Verbatim
from companion.maintenance import clock, wifi
from companion.maintenance.texts import phrasebook, sentence
from companion.maintenance.trouble import MaintenanceError
from companion.text import day
from ui import theme
from ui.background import in_background
from ui.navigation import Navigation
from ui.screens.service.calibrate import Calibrate
from ui.screens.service.clock import DateSheet, TimeSheet, ZonesSheet, called
from ui.screens.service.wifi import WifiSheet
from ui.screens.service.work import WorkPage
from ui.session.open_match import now
from ui.shell.controls import Card, Column, Lines, Scroll, button, grid, set_inside


class Around(msgspec.Struct, frozen=True):
    """How it stands; in place of either why nobody knows."""

    wifi: wifi.Wifi | MaintenanceError
    clock: clock.Clock | MaintenanceError


def _asked() -> Around:
    found: list[object] = []
    for look in (wifi.look, clock.look):
        try:
            found.append(look())
        except MaintenanceError as error:
            found.append(error)
    return Around(*found)  # type: ignore[arg-type]


class PanelPage(WorkPage):
    """How it stands, and below it what can be done. at: how far up the settings were scrolled."""

    def __init__(self, navigation: Navigation, at: float = 1.0) -> None:
        super().__init__(navigation)
        self._at = at
        self.around: Around | None = None
        self._looking = False
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2.0))
        self.add_widget(self._body)

    def title(self) -> str:
        """The name of the page."""
        return self.words.say("button", "panel")

    def left(self) -> None:
        """Back to the settings."""
        self.navigation.go("settings", self._at)

    def kept_anew(self) -> None:
        """Ask how it stands; shown as soon as it is known."""
        if not self._looking:
            self._looking = True
            in_background(_asked, self._known)

    def _known(self, around: Around) -> None:
        self._looking, self.around = False, around
        if self.parent is not None:
            self.show()

    def fill(self) -> None:
        """Show what is known."""
        if self.around is None:
            self.kept_anew()
        say, column = self.words, Column(spacing=theme.mm(2.4))
        for heading, told in (
            ("wifi", self._about_wifi()),
            ("clock_of", self._about_clock()),
            ("touches", self._about_touches()),
        ):
            lines = Lines()
            lines.show(say.say("label", heading), told)
            column.add_widget(lines)
        self._body.clear_widgets()
        card = Card("panel")
        card.add_widget(Scroll(column))
        self._body.add_widget(card)
        high = 11 if theme.compact() else 16
        made = [self._way(key, act, high) for key, act in self._ways()]
        self._body.add_widget(grid(made, 2 if self.width < theme.mm(140) else 4, high))

    def _way(self, key: str, act: Callable[[], None], high: float) -> BoxLayout:
        return button(self.words.say("button", key), act, height=high)

    def _ways(self) -> list[tuple[str, Callable[[], None]]]:
        """None before everything is known: they would move away under a finger."""
        around = self.around
        ways: list[tuple[str, Callable[[], None]]] = []
        if around is None:
            return ways
        if isinstance(around.wifi, wifi.Wifi):
            if around.wifi.on:
                ways.append(("wifi_choose", lambda: self.open(WifiSheet(self))))
            key = "wifi_off" if around.wifi.on else "wifi_on"
            ways.append((key, partial(self.do, partial(wifi.switch, not around.wifi.on), key)))
        if isinstance(around.clock, clock.Clock):
            if around.clock.can:
                key = "clock_by_hand" if around.clock.by_itself else "clock_by_itself"
                change = partial(clock.by_itself, not around.clock.by_itself)
                ways.append((key, partial(self.do, change, key)))
            ways += [
                ("clock_date", lambda: self.open(DateSheet(self))),
                ("clock_time", lambda: self.open(TimeSheet(self))),
                ("clock_zone", lambda: self.open(ZonesSheet(self))),
            ]
        ways.append(("calibrate", self._calibrate))
        if self.session.settings.touch:
            ways.append(("calibrate_none", self._as_built))
        return ways

    # How it stands

    def _about_wifi(self) -> list[str]:
        say, around = self.words, self.around
        if around is None:
            return [say.say("notice", "one_moment")]
        if isinstance(around.wifi, MaintenanceError):
            return [sentence(around.wifi, phrasebook(self.session.language))]
        if not around.wifi.on:
            return [say.say("notice", "wifi_is_off")]
        joined = [one.name for one in around.wifi.networks if one.joined]
        if joined:
            return [say.say("notice", "wifi_joined", {"name": Verbatim(joined[0])})]
        return [say.say("notice", "wifi_not_joined"), say.say("notice", "wifi_for")]

    def _about_clock(self) -> list[str]:
        say, around, at = self.words, self.around, now()
        values = {"day": Verbatim(day(say, at)), "time": Verbatim(f"{at:%H:%M}")}
        told = [say.say("notice", "clock_now", values)]
        if around is None:
            return told
        if isinstance(around.clock, MaintenanceError):
            return [*told, sentence(around.clock, phrasebook(self.session.language))]
        key = "clock_hand"
        if around.clock.by_itself:
            key = "clock_network" if around.clock.right else "clock_waits"
        place = {"place": Verbatim(called(around.clock.zone))}
        return [*told, say.say("notice", key), say.say("notice", "clock_zone", place)]

    def _about_touches(self) -> list[str]:
        key = "touches_set" if self.session.settings.touch else "touches_built"
        return [self.words.say("notice", key)]

    # The panel

    def _calibrate(self) -> None:
        navigation, at = self.navigation, self._at
        page = Calibrate(navigation, lambda: navigation.go("panel", at))
        # Trusted like this page: on the crosses nobody could type a PIN to come back.
        navigation.in_charge(lambda: navigation.open(page))

    def _as_built(self) -> None:
        self.navigation.choose(touch=())
        self.say(self.words.say("notice", "touches_built"))
        self.show()

    def arrange(self) -> None:
        """Everything below the header, with room around."""
        set_inside(self._body, self.body, 3.0 if theme.compact() else 5.0)

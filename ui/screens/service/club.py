"""The club: joining it with an invitation, how the line to it stands, leaving it."""

from __future__ import annotations

import time

from kivy.uix.boxlayout import BoxLayout

from companion.kernel import Verbatim
from companion.table import Scanned, Signal, Typed
from ui import theme
from ui.beat import Beat
from ui.club import Club, has_everything
from ui.navigation import Navigation
from ui.screens.service.work import ReallySheet
from ui.shell.controls import Card, Column, Scroll, button, row, set_inside
from ui.shell.keyboard import KeyboardSheet
from ui.shell.page import Page
from ui.texts import saying
from ui.widgets.text import Paragraph

OFTEN = 0.5
"""Seconds between two looks while the page is open."""

PATIENCE = 40.0
"""Seconds after which somebody is told that nothing takes up what was wished."""


class ClubPage(Page):
    """What there is to know, and below it what can be done. at: how far up the settings were
    scrolled."""

    def __init__(self, navigation: Navigation, at: float = 1.0) -> None:
        super().__init__(navigation)
        self._at = at
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2.0))
        self.add_widget(self._body)
        self._since: float | None = None
        self._looks = Beat(self._look, OFTEN)
        self._looks.start()

    @property
    def club(self) -> Club:
        """What it is about."""
        return self.navigation.peripherals.club

    def title(self) -> str:
        """The name of the page."""
        return self.words.say("button", "club")

    def left_label(self) -> str:
        """The way back to the settings."""
        return self.words.say("label", "settings")

    def left(self) -> None:
        """Away from a sheet first, then back to the settings."""
        if self.sheet is not None:
            self.close()
        else:
            self.navigation.go("settings", self._at)

    def leave(self) -> None:
        """Nobody looks any more."""
        self._looks.stop()

    def signal(self, signal: Signal) -> None:
        """An invitation is scanned, or typed as a code."""
        if isinstance(signal, Scanned | Typed):
            self.close()
            self._join(signal.code if isinstance(signal, Scanned) else signal.text)
        else:
            super().signal(signal)

    def fill(self) -> None:
        """Show how it stands."""
        say, column = self.words, Column(spacing=theme.mm(2.4))
        for text, ink in self._told():
            column.add_widget(Paragraph(text=text, ink=ink))
        self._body.clear_widgets()
        card = Card("panel")
        card.add_widget(Scroll(column))
        self._body.add_widget(card)
        ways = [button(say.say("button", "invitation"), self._type, height=12)]
        if self.club.belongs:
            leave = button(say.say("button", "club_leave"), self._really, role="danger", height=12)
            ways.insert(0, leave)
        if self._since is None:
            self._body.add_widget(row(ways, 12))

    def _told(self) -> list[tuple[str, str]]:
        """What there is to say, each with its colour."""
        say, one = self.words, self.club.standing
        if self._since is not None:
            slow = time.monotonic() - self._since > PATIENCE
            return [(say.say("notice", "club_nobody" if slow else "one_moment"), "ink2")]
        german = self.session.language == "de"
        answer = "" if one is None else one.de if german else one.en
        told = [(answer, "red_text" if one is not None and one.name else "ink")] if answer else []
        if one is None or not one.name:
            return [*told, (say.say("notice", "club_how"), "ink2")]
        named = {"name": Verbatim(one.name), "host": Verbatim(one.host)}
        told.append((say.say("notice", "club_name", named), "ink"))
        told.append((has_everything(say, one.heard), "ink2"))
        if one.away:
            told.append((say.say("notice", "club_away"), "ink2"))
        return [*told, (say.say("notice", "club_leaves"), "ink2")]

    def _type(self) -> None:
        heading = saying("label", "invitation")
        self.open(KeyboardSheet(self, heading, "", self._join, what="invitation"))

    def _join(self, invitation: str) -> None:
        if invitation:
            self._wish(invitation[:400])

    def _really(self) -> None:
        self.open(ReallySheet(self, "club_leave", "club_leave", lambda: self._wish("")))

    def _wish(self, invitation: str) -> None:
        self.close()
        try:
            self.club.wish(invitation)
        except OSError:
            self.say(self.words.say("notice", "club_disk"))
            return
        self._since = time.monotonic()
        self.show()

    def _look(self) -> None:
        news = self.club.look()
        if self._since is not None:
            news = True
            if self.club.answered:
                self._since = None
        if news:
            self.show()

    def arrange(self) -> None:
        """One column."""
        set_inside(self._body, self.body, 2)

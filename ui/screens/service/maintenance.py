"""How the machine is, and what can be done for it: diagnostics, backup, update, its switch."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from kivy.uix.boxlayout import BoxLayout

from companion.files import Lying
from companion.kernel import Verbatim
from companion.languages import called
from companion.maintenance import update
from companion.maintenance.additions import Addition, installed
from companion.maintenance.health import Device, Finding
from companion.maintenance.texts import phrasebook, said
from companion.maintenance.trouble import MaintenanceError
from companion.store import to_take_along
from ui import maintenance, theme
from ui.background import in_background
from ui.navigation import Navigation
from ui.screens.service.backups import BackupsSheet
from ui.screens.service.work import Done, ReallySheet, WorkFiles, WorkPage
from ui.session.gone import title_of
from ui.shell.controls import Card, Column, Scroll, button, grid, set_inside
from ui.texts import kept_at
from ui.widgets.text import Paragraph

_INK = {"good": "green_text", "unknown": "ink2", "advice": "gold_text", "bad": "red_text"}
_GRAVEST = ("bad", "advice", "good", "unknown")


SWITCHES = {"poweroff": ("systemctl", "poweroff"), "reboot": ("systemctl", "reboot")}
"""What switches the computer off and starts it anew. No file says so: what a file could name, a
restored backup would start."""

PATIENCE = 10.0
"""Seconds for the computer to say whether it lets itself be switched off."""


class MaintenancePage(WorkPage):
    """What was found, the gravest first; below it what can be done. at: how far up the settings
    were scrolled, 1 for the top."""

    def __init__(self, navigation: Navigation, at: float = 1.0) -> None:
        super().__init__(navigation)
        self._at = at
        self.found: tuple[Finding, ...] | None = None
        self._looks = 0
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2.0))
        self.add_widget(self._body)

    def title(self) -> str:
        """The name of the page."""
        return self.words.say("label", "care")

    def left(self) -> None:
        """Back to the settings."""
        self.navigation.go("settings", self._at)

    def fill(self) -> None:
        """Show what was found in the language of the moment; looked at once."""
        if self.found is None and not self._looks:
            self._look()
        large = not theme.compact()
        say = phrasebook(self.session.language)
        column = Column(spacing=theme.mm(2.4 if large else 1.2))
        outcome = update.outcome()
        if outcome:
            text = say.say("update", outcome)
            column.add_widget(Paragraph(text=text, role="strong", ink="gold_text"))
        for finding in sorted(self.found or (), key=lambda one: _GRAVEST.index(one.mood)):
            found, advice = said(finding, say)
            role = "title" if large else "body"
            column.add_widget(Paragraph(text=f"● {found}", role=role, ink=_INK[finding.mood]))
            if advice:
                column.add_widget(Paragraph(text=advice, role="body" if large else "small"))
        self._body.clear_widgets()
        card = Card("panel")
        card.add_widget(Scroll(column))
        self._body.add_widget(card)
        columns = 2 if self.width < theme.mm(140) else 4
        ways = grid([self._way(key, act) for key, act in self._ways()], columns, self._high)
        self._body.add_widget(ways)

    def _ways(self) -> list[tuple[str, Callable[[], None]]]:
        ways: list[tuple[str, Callable[[], None]]] = [
            ("look_again", self._again),
            ("bundle", self._bundle),
            ("backups", partial(self.open, BackupsSheet(self))),
            ("update", partial(self.open, UpdateSheet(self))),
            ("restart_app", partial(self.navigation.close, again=True)),
            ("reboot", partial(self._really_switch, "reboot")),
            ("poweroff", partial(self._really_switch, "poweroff")),
        ]
        return ways

    def _way(self, key: str, act: Callable[[], None]) -> BoxLayout:
        say = self.words
        detail = say.say("button_detail", key) if say.has("button_detail", key) else ""
        return button(say.say("button", key), act, detail=detail, height=self._high)

    @property
    def _high(self) -> float:
        """Millimetres of a button."""
        return 11 if theme.compact() else 16

    def _devices(self) -> tuple[Device, ...]:
        return maintenance.devices(self.navigation.devices.states(), self.session.language)

    def _look(self) -> None:
        self._looks += 1
        in_background(partial(maintenance.look, self.folder, self._devices()), self._looked)

    def _looked(self, found: tuple[Finding, ...]) -> None:
        self._looks -= 1
        if not self._looks:  # else something was done meanwhile, and the next look will know it
            self.found = found
            if self.parent is not None:  # a sheet stays as it is: a finger may be on it
                self.fill()
                self.pointer.show()

    def tell(self, done: Done) -> None:
        """Say what was done; how things stand may be something else by it."""
        super().tell(done)
        self._look()

    def _again(self) -> None:
        self.found = None
        self.show()

    def _bundle(self) -> None:
        folder, devices, library = self.folder, self._devices(), self.session.library
        words = self.words

        def write() -> Done:
            where = to_take_along(folder / maintenance.DIAGNOSTICS)
            file = maintenance.write_bundle(folder, where, devices, library)
            return Done("bundle", {"file": kept_at(words, file, folder)})

        self.work(write)

    def _really_switch(self, what: str) -> None:
        self.open(ReallySheet(self, what, "poweroff", partial(self.switch, what)))

    def switch(self, what: str) -> None:
        """Have the computer switched off or started anew, and say so when it refuses."""
        self.close()

        def ask() -> bool:
            try:
                subprocess.run(SWITCHES[what], capture_output=True, timeout=PATIENCE, check=True)
            except (OSError, subprocess.SubprocessError):
                return False
            return True

        in_background(ask, self._asked)

    def _asked(self, heard: bool) -> None:
        if not heard:
            self.say(phrasebook(self.session.language).say("trouble", "not_allowed"))

    def arrange(self) -> None:
        """Everything below the header, with room around."""
        set_inside(self._body, self.body, 3.0 if theme.compact() else 5.0)


def _install(file: Path, *, older: bool = False) -> Done:
    update.ask(file, older=older)
    return Done("update")


class UpdateSheet(WorkFiles):
    """New versions, games and languages on the sticks, and what was added so far."""

    key = "update"

    def look(self) -> Lying:
        """On all sticks."""
        return Lying(maintenance.updates())

    def heading(self, some: bool) -> str:
        """What to do."""
        return super().heading(some) if some else self.words.say("notice", "no_updates")

    def more(self, column: Column, files: Sequence[Path]) -> None:
        """What was added, and the matches that are concerned."""
        self._added(column)
        say, running = self.words, self.session.running()
        if not running:
            return
        column.add_widget(Paragraph(text=say.say("changed_rules", "update"), role="strong"))
        for one in running:
            about = self.session.words(self.session.game_info(one.heading.game))
            players = one.heading.players
            names = [Verbatim(players.get(at) or say.name(at)) for at in one.heading.seats]
            told = {"title": Verbatim(about.say("about", "title")), "names": names}
            column.add_widget(Paragraph(text=say.say("changed_rules", "running", told)))
        column.add_widget(Paragraph(text=say.say("changed_rules", "then"), ink="ink2"))

    def _added(self, column: Column) -> None:
        say, there = self.words, installed()
        if there:
            column.add_widget(Paragraph(text=say.say("notice", "additions"), role="strong"))
        for one in there:
            title = called(one.name) if one.kind == "language" else title_of(self.session, one.name)
            label = say.say("button", "remove_addition", {"title": Verbatim(title)})
            column.add_widget(button(label, partial(self._remove, one), role="danger", height=12))

    def _remove(self, one: Addition) -> None:
        page = self.work_page

        def remove() -> Done:
            update.let_go(one)
            return Done("remove")

        page.open(ReallySheet(page, "remove", "remove", partial(page.work, remove)))

    def chosen(self, file: Path) -> None:
        """Ask for it; for an older one once more."""

        def refused(error: MaintenanceError) -> None:
            if error.reason == "older":
                again = partial(self.work_page.work, partial(_install, file, older=True))
                self.work_page.open(ReallySheet(self.work_page, "older", "older", again))

        self.work_page.work(partial(_install, file), otherwise=refused)

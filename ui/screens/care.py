"""How the machine is, and what can be done for it: diagnostics, backup, update, its switch."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout

from companion.care import backup, update
from companion.care.backup import BEFORE, FILE_ENDING, READY
from companion.care.health import Device, Finding
from companion.care.trouble import CareError
from companion.care.words import said, sentence, speaker
from companion.store import to_take_along
from ui import care, theme
from ui.aside import aside
from ui.screens.page import Page, Sheet
from ui.screens.parts import Card, Column, Scroll, button, grid, place, row
from ui.widgets.text import Paragraph, TextLine
from ui.words import day

if TYPE_CHECKING:
    from ui.screens.glass import Glass

_INK = {"good": "green_text", "unknown": "ink2", "advice": "gold_text", "bad": "red_text"}
_GRAVEST = ("bad", "advice", "good", "unknown")

Done = tuple[str, dict[str, str]]
"""What was done: a key of section ``done`` of the care's texts, with its values."""

RESTARTING, AFTER = ("restore", "back"), 3.0
"""What a restart follows upon, and the seconds in which one can read so."""

PATIENCE = 10.0
"""Seconds for the computer to say whether it lets itself be switched off."""


class CarePage(Page):
    """What was found, the gravest first; below it what can be done."""

    def __init__(self, glass: Glass) -> None:
        super().__init__(glass)
        self.found: tuple[Finding, ...] | None = None
        self.working = False
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2.0))
        self.add_widget(self._body)

    def title(self) -> str:
        """Where one is."""
        return self.words.say("label", "care")

    def left(self) -> None:
        """Back to the settings."""
        self.glass.settings()

    @property
    def folder(self) -> Path:
        """Where everything is kept."""
        return self.glass.room.folder

    def fill(self) -> None:
        """Show what was found in the language of the moment; looked at once."""
        if self.found is None and not self.working:
            self._look()
        large = not theme.compact()
        say = speaker(self.glass.room.language)
        column = Column(spacing=theme.mm(2.4 if large else 1.2))
        outcome = update.told(self.folder)
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
            ("backup", self._backup),
            ("restore", partial(self.open, RestoreSheet(self))),
            ("update", partial(self.open, UpdateSheet(self))),
            ("restart_app", self.glass.restart),
            ("reboot", partial(self.open, SwitchSheet(self, "reboot"))),
            ("poweroff", partial(self.open, SwitchSheet(self, "poweroff"))),
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
        return care.devices(self.glass.devices.states(), self.glass.room.language)

    # What is done. Disks are slow, and a screen that waits for one counts as hung: all of it
    # happens in a thread, one thing at a time.

    def work(self, act: Callable[[], Done]) -> None:
        """Do it, and say what was done, or in words why it cannot be."""
        if self.working:
            return
        self.working = True
        self.close()
        self.say(speaker(self.glass.room.language).say("done", "working"))

        def attempt() -> Done | CareError:
            try:
                return act()
            except CareError as error:
                return error

        aside(attempt, self._finished)

    def _finished(self, done: Done | CareError) -> None:
        self.working = False
        say = speaker(self.glass.room.language)
        if isinstance(done, CareError):
            self.say(sentence(done, say))
            return
        key, values = done
        self.say(say.say("done", key, values))
        if key in RESTARTING:
            Clock.schedule_once(lambda _: self.glass.restart(), AFTER)

    def _look(self) -> None:
        self.working = True
        aside(partial(care.look, self.folder, self._devices()), self._looked)

    def _looked(self, found: tuple[Finding, ...]) -> None:
        self.working, self.found = False, found
        if self.glass.page is self:
            self.show()

    def _again(self) -> None:
        self.found = None
        self.show()

    def _bundle(self) -> None:
        folder, devices, library = self.folder, self._devices(), self.glass.room.library

        def write() -> Done:
            where = to_take_along(folder / care.DIAGNOSTICS)
            return "bundle", {"file": str(care.write_bundle(folder, where, devices, library))}

        self.work(write)

    def _backup(self) -> None:
        folder, library = self.folder, self.glass.room.library

        def write() -> Done:
            where = to_take_along(folder / care.BACKUPS)
            return "backup", {"file": str(backup.write_backup(where, folder, library, care.now()))}

        self.work(write)

    def switch(self, what: str) -> None:
        """Have the computer switched off or started anew, and say so when it refuses."""
        self.close()
        command = getattr(self.glass.room.settings, what)

        def ask() -> bool:
            try:
                subprocess.run(command, capture_output=True, timeout=PATIENCE, check=True)
            except (OSError, subprocess.SubprocessError):
                return False
            return True

        aside(ask, self._asked)

    def _asked(self, heard: bool) -> None:
        if not heard:
            self.say(speaker(self.glass.room.language).say("trouble", "not_allowed"))

    def arrange(self) -> None:
        """Everything below the header, with room around."""
        left, bottom, wide, high = self.body
        edge = theme.mm(3.0 if theme.compact() else 5.0)
        place(self._body, left + edge, bottom + edge, wide - 2 * edge, high - 2 * edge)


class _FilesSheet(Sheet):
    """Files to choose from. key: of its button, which is the heading. take: what is done with the
    one that was chosen; raises CareError."""

    key = ""
    take: Callable[[Path], Done]

    def __init__(self, page: CarePage) -> None:
        super().__init__(page)
        self._care = page

    def fill(self) -> None:
        """A button for each file, and where they would lie when there is none."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", self.key), role="title"))
        column = Column()
        files = self.files()
        column.add_widget(Paragraph(text=self.heading(bool(files)), ink="ink2"))
        for file in files:
            act = partial(self._care.work, partial(self.take, file))
            column.add_widget(button(file.name, act, detail=str(file.parent), height=13))
        self.more(column)
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def files(self) -> Sequence[Path]:
        """Those that can be reached now."""
        return ()

    def heading(self, some: bool) -> str:
        """What stands above them."""
        return self.words.say("label", "choose_file")

    def more(self, column: Column) -> None:
        """What stands below them."""


class RestoreSheet(_FilesSheet):
    """Backups, and the way back from the last restore."""

    key = "restore"

    def files(self) -> Sequence[Path]:
        """The newest first."""
        return care.backups(self._care.folder)

    def heading(self, some: bool) -> str:
        """What to do."""
        if some:
            return super().heading(some)
        return self.words.say("notice", "no_backups", {"ending": FILE_ENDING})

    def take(self, file: Path) -> Done:
        """Lay it ready; the restart puts it in its place."""
        made = backup.restore(file, self._care.folder).made
        return "restore", {"day": day(self.words, made)}

    def more(self, column: Column) -> None:
        """The way back, if there is one."""
        folder = self._care.folder
        if any(folder.glob(f"{BEFORE}-*")) and not (folder / READY).is_dir():
            act = partial(self._care.work, self._back)
            column.add_widget(row([button(self.words.say("button", "way_back"), act)]))

    def _back(self) -> Done:
        backup.back(self._care.folder)
        return "back", {}


class UpdateSheet(_FilesSheet):
    """New versions on the sticks."""

    key = "update"

    def files(self) -> Sequence[Path]:
        """On all sticks."""
        return care.updates()

    def heading(self, some: bool) -> str:
        """What to do."""
        return super().heading(some) if some else self.words.say("notice", "no_updates")

    def take(self, file: Path) -> Done:
        """Ask for it."""
        update.stage(file, self._care.folder)
        return "update", {}


class SwitchSheet(Sheet):
    """Asks once more before the computer is switched off or started anew."""

    def __init__(self, page: CarePage, what: str) -> None:
        super().__init__(page, "panel", "gold")
        self._care, self._what = page, what

    def room(self, width: float, height: float) -> tuple[float, float]:
        """A small card in the middle."""
        return min(width, theme.mm(100)), min(height, theme.mm(46))

    def fill(self) -> None:
        """The question."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "really"), role="display"))
        self.card.add_widget(Paragraph(text=say.say("notice", "poweroff"), ink="ink2"))
        yes = partial(self._care.switch, self._what)
        ways = [
            button(say.say("button", "close"), self.page.close),
            button(say.say("button", f"really_{self._what}"), yes, role="bright"),
        ]
        self.card.add_widget(row(ways))

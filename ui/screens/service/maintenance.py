"""How the machine is, and what can be done for it: diagnostics, backup, update, its switch."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import msgspec
from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.boxlayout import BoxLayout

from companion.files import shown
from companion.kernel import Verbatim
from companion.maintenance import backup, update
from companion.maintenance.contents import FILE_ENDING, Left
from companion.maintenance.health import Device, Finding
from companion.maintenance.texts import left_out, phrasebook, said, sentence
from companion.maintenance.trouble import MaintenanceError
from companion.store import to_take_along
from ui import maintenance, theme
from ui.background import in_background
from ui.navigation import Navigation
from ui.shell.controls import Card, Column, Scroll, button, grid, row, set_inside
from ui.shell.files import FilesSheet
from ui.shell.page import Page, Sheet
from ui.texts import day, kept_at
from ui.widgets.text import Paragraph, TextLine

_INK = {"good": "green_text", "unknown": "ink2", "advice": "gold_text", "bad": "red_text"}
_GRAVEST = ("bad", "advice", "good", "unknown")


class Done(msgspec.Struct, frozen=True):
    """What was done. key: of section ``done`` of maintenance's texts. left: what was left out,
    which somebody must read before anything starts anew."""

    key: str
    values: dict[str, str] = {}
    left: tuple[Left, ...] = ()


RESTARTING, AFTER = ("restore", "back"), 3.0
"""What a restart follows upon, and the seconds in which one can read so."""

SWITCHES = {"poweroff": ("systemctl", "poweroff"), "reboot": ("systemctl", "reboot")}
"""What switches the computer off and starts it anew. No file says so: what a file could name, a
restored backup would start."""

PATIENCE = 10.0
"""Seconds for the computer to say whether it lets itself be switched off."""


class MaintenancePage(Page):
    """What was found, the gravest first; below it what can be done."""

    def __init__(self, navigation: Navigation, at: float = 1.0) -> None:
        super().__init__(navigation)
        self._at = at
        self.found: tuple[Finding, ...] | None = None
        self.working = False
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2.0))
        self.add_widget(self._body)

    def title(self) -> str:
        """The name of the page."""
        return self.words.say("label", "care")

    def left(self) -> None:
        """Back to the settings."""
        self.navigation.go("settings", self._at)

    @property
    def folder(self) -> Path:
        """Where everything is kept."""
        return self.session.folder

    def fill(self) -> None:
        """Show what was found in the language of the moment; looked at once."""
        if self.found is None and not self.working:
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
            ("backup", self._backup),
            ("restore", partial(self.open, RestoreSheet(self))),
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

    # What is done. Disks are slow, and a screen that waits for one counts as hung: all of it
    # happens in a thread, one thing at a time.

    def work(self, act: Callable[[], Done]) -> None:
        """Do it, and say what was done, or in words why it cannot be."""
        if self.working:
            return
        self.working = True
        self.close()
        self.say(phrasebook(self.session.language).say("done", "working"))

        def attempt() -> Done | MaintenanceError:
            try:
                return act()
            except MaintenanceError as error:
                return error

        in_background(attempt, self._finished)

    def _finished(self, done: Done | MaintenanceError) -> None:
        self.working = False
        say = phrasebook(self.session.language)
        if isinstance(done, MaintenanceError):
            self.say(sentence(done, say))
            if done.reason == "older":
                again = partial(self.work, partial(_install, done.file, older=True))
                self.open(ReallySheet(self, "older", "older", again))
            return
        if done.left:
            self.say("")
            self.open(LeftSheet(self, done))
            return
        self.say(say.say("done", done.key, done.values))
        if done.key in RESTARTING:
            Clock.schedule_once(lambda _: self.navigation.close(again=True), AFTER)

    def _look(self) -> None:
        self.working = True
        in_background(partial(maintenance.look, self.folder, self._devices()), self._looked)

    def _looked(self, found: tuple[Finding, ...]) -> None:
        self.working, self.found = False, found
        if self.parent is not None:
            self.show()

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

    def _backup(self) -> None:
        folder, library, words = self.folder, self.session.library, self.words

        def write() -> Done:
            where = to_take_along(folder / maintenance.BACKUPS)
            file = backup.write_backup(where, folder, library, maintenance.now())
            return Done("backup", {"file": kept_at(words, file, folder)})

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


class _FilesSheet(FilesSheet[Sequence[Path]]):
    """Files to choose from. key: of its button, which is the heading. take: what is done with the
    one that was chosen; raises MaintenanceError."""

    key = ""
    take: Callable[[Path], Done]

    def __init__(self, page: MaintenancePage) -> None:
        super().__init__(page)
        self._care = page

    def fill(self) -> None:
        """A button for each file, and where they would lie when there is none."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", self.key), role="title"))
        column = Column()
        files = self.found()
        heading = say.say("notice", "one_moment") if files is None else self.heading(bool(files))
        column.add_widget(Paragraph(text=heading, ink="ink2"))
        for file in files or ():
            act = partial(self._care.work, partial(self.take, file))
            detail = shown(file.parent)
            column.add_widget(button(shown(file.name), act, detail=detail, height=13))
        self.more(column)
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def heading(self, some: bool) -> str:
        """What stands above them."""
        return self.words.say("label", "choose_file")

    def more(self, column: Column) -> None:
        """What stands below them."""


class RestoreSheet(_FilesSheet):
    """Backups, and the way back from the last restore."""

    key = "restore"

    def look(self) -> Sequence[Path]:
        """The newest first."""
        return maintenance.backups(self._care.folder)

    def heading(self, some: bool) -> str:
        """What to do."""
        if some:
            return super().heading(some)
        return self.words.say("notice", "no_backups", {"ending": FILE_ENDING})

    def take(self, file: Path) -> Done:
        """Lay it ready; the restart puts it in its place."""
        restored = maintenance.restore(file, self._care.folder)
        return Done("restore", {"day": day(self.words, restored.made)}, restored.left)

    def more(self, column: Column) -> None:
        """The way back, if there is one."""
        if backup.ways_back(self._care.folder):
            act = partial(self._care.work, self._back)
            column.add_widget(row([button(self.words.say("button", "way_back"), act)]))

    def _back(self) -> Done:
        backup.back(self._care.folder)
        return Done("back")


class LeftSheet(Sheet):
    """What a restore left out, to be read before the companion starts anew; a touch beside it does
    not take it away."""

    def __init__(self, page: MaintenancePage, done: Done) -> None:
        super().__init__(page, "panel", "gold")
        self._done = done

    def fill(self) -> None:
        """What was done, what was not, and the way on."""
        own = phrasebook(self.page.session.language)
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=own.say("done", "left"), role="title"))
        column = Column()
        for one in left_out(self._done.left, own):
            column.add_widget(Paragraph(text=f"● {one}"))
        done = own.say("done", self._done.key, self._done.values)
        column.add_widget(Paragraph(text=done, ink="ink2"))
        self.card.add_widget(Scroll(column))
        again = self.words.say("button", "restart_app")
        restart = partial(self.navigation.close, again=True)
        self.card.add_widget(row([button(again, restart, role="bright")]))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Nothing but the way on."""
        inside = self.card.collide_point(*touch.pos)
        return (
            bool(super().on_touch_down(touch)) if inside else bool(self.collide_point(*touch.pos))
        )


class UpdateSheet(_FilesSheet):
    """New versions on the sticks."""

    key = "update"

    def look(self) -> Sequence[Path]:
        """On all sticks."""
        return maintenance.updates()

    def heading(self, some: bool) -> str:
        """What to do."""
        return super().heading(some) if some else self.words.say("notice", "no_updates")

    def more(self, column: Column) -> None:
        """The matches that are concerned."""
        say, running = self.words, self.session.running()
        if not running:
            return
        column.add_widget(Paragraph(text=say.say("changed_rules", "update"), role="strong"))
        for one in running:
            about = self.session.words(self.session.game_info(one.heading.game))
            names = [Verbatim(name) for name in one.heading.players.values()]
            told = {"title": Verbatim(about.say("about", "title")), "names": names}
            column.add_widget(Paragraph(text=say.say("changed_rules", "running", told)))
        column.add_widget(Paragraph(text=say.say("changed_rules", "then"), ink="ink2"))

    def take(self, file: Path) -> Done:
        """Ask for it."""
        return _install(file)


class ReallySheet(Sheet):
    """Asks once more. what: the key of the answer; notice: of what to know before; act: what is
    done then."""

    def __init__(
        self, page: MaintenancePage, what: str, notice: str, act: Callable[[], None]
    ) -> None:
        super().__init__(page, "panel", "gold")
        self._what, self._notice, self._act = what, notice, act

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """A small card in the middle."""
        return min(width, theme.mm(100)), min(height, theme.mm(46))

    def fill(self) -> None:
        """The question."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "really"), role="display"))
        self.card.add_widget(Paragraph(text=say.say("notice", self._notice), ink="ink2"))
        ways = [
            button(say.say("button", "close"), self.page.close),
            button(say.say("button", f"really_{self._what}"), self._act, role="bright"),
        ]
        self.card.add_widget(row(ways))

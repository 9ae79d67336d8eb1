"""Backups: made now or each night, locked with a passphrase, and brought back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from kivy.clock import Clock

from companion.files import Lying, shown
from companion.maintenance import backup, generations, nights, passphrase
from companion.maintenance.contents import FILE_ENDING
from companion.maintenance.texts import phrasebook
from companion.maintenance.trouble import MaintenanceError
from companion.store import sticks, to_take_along
from companion.text import day
from ui import maintenance, theme
from ui.screens.service.take_in import TakeInSheet
from ui.screens.service.work import Done, LeftSheet, WorkFiles, WorkPage
from ui.shell.controls import Column, Scroll, button, grid, row
from ui.shell.keyboard import KeyboardSheet
from ui.shell.page import Sheet
from ui.texts import kept_at, saying
from ui.widgets.text import Paragraph, TextLine

AFTER = 3.0
"""Seconds in which one can read what a restart follows upon."""


class BackupsSheet(Sheet):
    """How it stands with backups, and all that can be done about them."""

    def __init__(self, page: WorkPage) -> None:
        super().__init__(page)
        self._page = page

    def fill(self) -> None:
        """What is there, and below it the ways."""
        say, page = self.words, self._page
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "backups"), role="title"))
        column = Column()
        for text in self._state():
            column.add_widget(Paragraph(text=text, ink="ink2"))
        self.card.add_widget(Scroll(column))
        lock = passphrase.state(page.folder)
        ways: list[tuple[str, Callable[[], None]]] = [
            ("backup", self._backup),
            ("nights", partial(page.open, NightsSheet(page))),
            ("passphrase_other" if lock == "locked" else "passphrase", self._ask),
            ("restore", partial(page.open, RestoreSheet(page))),
            ("take_in", partial(page.open, TakeInSheet(page))),
        ]
        if lock != "open":
            ways.append(("passphrase_none", self._drop))
        ways.append(("close", page.close))
        high = 10 if theme.compact() else 12  # what stands above them must be read
        made = [button(say.say("button", key), act, height=high) for key, act in ways]
        self.card.add_widget(grid(made, 2, high))

    def _state(self) -> list[str]:
        say, known = self.words, generations.read(self._page.folder)
        last = "backup_last" if known.last else "backup_never"
        when = {"day": day(say, known.last.astimezone())} if known.last else {}
        return [
            say.say("notice", last, when),
            say.say("notice", "nights_on" if known.on else "nights_off"),
            say.say("notice", f"backups_{passphrase.state(self._page.folder)}"),
        ]

    def _backup(self) -> None:
        folder, library, words = self._page.folder, self.session.library, self.words

        def write() -> Done:
            where = to_take_along(folder / maintenance.BACKUPS)
            file = nights.by_hand(where, folder, library, maintenance.now())
            key = "backup" if file.name.endswith(FILE_ENDING) else "backup_locked"
            return Done(key, {"file": kept_at(words, file, folder)})

        self._page.work(write)

    def _ask(self) -> None:
        ask_passphrase(self._page, "passphrase_new", self._give)

    def _give(self, letters: str) -> None:
        page = self._page
        if len(letters) < passphrase.LEAST:
            page.say(phrasebook(self.session.language).say("trouble", "short_passphrase"))
            return
        page.work(_kept(page.folder, partial(passphrase.keep, page.folder, letters), "passphrase"))

    def _drop(self) -> None:
        page = self._page
        page.work(_kept(page.folder, partial(passphrase.drop, page.folder), "passphrase_none"))


def _kept(folder: Path, change: Callable[[], None], key: str) -> Callable[[], Done]:
    def act() -> Done:
        try:
            change()
        except OSError as error:
            raise MaintenanceError("no_room", folder) from error
        return Done(key)

    return act


def ask_passphrase(
    page: WorkPage, key: str, then: Callable[[str], None], file: Path | None = None
) -> None:
    """Have a passphrase typed. It is seen: only those in charge come here, and nobody types a
    sentence blindly with a finger. key: of what is asked. file: for which."""
    values = {"file": shown(file.name)} if file is not None else {}
    heading = saying("label", key, values)
    page.open(KeyboardSheet(page, heading, "", then, what="passphrase"))


class NightsSheet(WorkFiles):
    """The sticks, to choose the one that stays in."""

    key = "nights"

    def look(self) -> Lying:
        """Those that can be written."""
        return Lying(sticks(to_write=True))

    def heading(self, some: bool) -> str:
        """What to do."""
        return self.words.say("notice", "nights_stick" if some else "nights_no_stick")

    def chosen(self, file: Path) -> None:
        """Make the first one at once: so it is known to work."""
        folder, library, words = self.work_page.folder, self.session.library, self.words

        def begin() -> Done:
            now = maintenance.now()
            nights.begin(folder, file, now)
            made = nights.make(folder, library, now)
            return Done("nights", {"file": shown(made.name), "stick": kept_at(words, file, folder)})

        self.work_page.work(begin)

    def more(self, column: Column, files: Sequence[Path]) -> None:
        """Have none made any more."""
        if generations.read(self.work_page.folder).on:
            act = partial(self.work_page.work, self._end)
            column.add_widget(row([button(self.words.say("button", "nights_end"), act)]))

    def _end(self) -> Done:
        nights.end(self.work_page.folder)
        return Done("nights_off")


class RestoreSheet(WorkFiles):
    """Backups, and the way back from the last restore."""

    key = "restore"

    def look(self) -> Lying:
        """The newest first."""
        return maintenance.backups(self.work_page.folder)

    def heading(self, some: bool) -> str:
        """What to do."""
        if some:
            return super().heading(some)
        return self.words.say("notice", "no_backups", {"ending": FILE_ENDING})

    def chosen(self, file: Path) -> None:
        """Lay it ready; the restart puts it in its place."""
        self._bring(file, "")

    def _bring(self, file: Path, letters: str) -> None:
        page, words = self.work_page, self.words

        def bring() -> Done:
            restored = maintenance.restore(file, page.folder, letters)
            return Done("restore", {"day": day(words, restored.made)}, restored.left)

        def refused(error: MaintenanceError) -> None:
            if error.reason in ("locked", "wrong_passphrase"):
                ask_passphrase(page, "passphrase_of", partial(self._bring, file), file)

        page.work(bring, self._ready, refused)

    def more(self, column: Column, files: Sequence[Path]) -> None:
        """The way back, if there is one."""
        if backup.ways_back(self.work_page.folder):
            act = partial(self.work_page.work, self._back, self._ready)
            column.add_widget(row([button(self.words.say("button", "way_back"), act)]))

    def _back(self) -> Done:
        backup.back(self.work_page.folder)
        return Done("back")

    def _ready(self, done: Done) -> None:
        """Start anew; where something was left out, once that was read."""
        page, restart = self.work_page, partial(self.navigation.close, again=True)
        if done.left:
            page.say("")
            page.open(LeftSheet(page, done, "restart_app", restart))
            return
        page.tell(done)
        Clock.schedule_once(lambda _: restart(), AFTER)

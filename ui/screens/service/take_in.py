"""Matches and results from a stick, to be kept beside those that were played here."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from companion.files import Lying
from companion.maintenance.taking_in import offered, take_in
from companion.maintenance.trouble import MaintenanceError
from companion.store import DiskError
from ui.screens.service.work import Done, LeftSheet, WorkFiles
from ui.shell.controls import Column, button


class TakeInSheet(WorkFiles):
    """All of them with one touch, or one file."""

    key = "take_in"

    def look(self) -> Lying:
        """Records and lists of results."""
        return offered(self.work_page.folder)

    def heading(self, some: bool) -> str:
        """What to do."""
        return self.words.say("notice", "take_in" if some else "nothing_to_take_in")

    def more(self, column: Column, files: Sequence[Path]) -> None:
        """Everything that lies there."""
        if len(files) > 1:
            every = self.words.say("button", "take_in_all", {"count": len(files)})
            column.add_widget(button(every, partial(self._take, files), height=11))

    def chosen(self, file: Path) -> None:
        """Take in what is in it."""
        self._take((file,))

    def _take(self, files: Sequence[Path]) -> None:
        session = self.session
        library = session.library

        def take() -> Done:
            try:
                found = take_in(files, library, session.package)
            except DiskError as error:
                raise MaintenanceError("not_readable", session.folder) from error
            library.journal.flush()
            return Done(
                "taken_in", {"matches": found.matches, "results": found.results}, found.left
            )

        self.work_page.work(take, self._taken)

    def _taken(self, done: Done) -> None:
        page = self.work_page
        page.kept_anew()
        if done.left:
            page.say("")
            page.open(LeftSheet(page, done, "close", page.close))
        else:
            page.tell(done)

"""Box profiles as files: written where the people want them, read from wherever they lie."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from companion.files import shown
from companion.kernel import Verbatim
from companion.store import BoxFileError, box_files, profile_folders, read_box, text_key, write_box
from ui.background import in_background
from ui.presenter import Presenter
from ui.shell.controls import Column, button
from ui.shell.found import FoundSheet
from ui.shell.keyboard import KeyboardSheet
from ui.shell.page import Page
from ui.texts import kept_at, place, saying
from ui.widgets.text import Paragraph

Places = tuple[tuple[Path, ...], tuple[Path, ...]]
"""Folders to write to, and files to read."""


class BoxFilesSheet(FoundSheet[Places]):
    """The folders to write to, and the files to read."""

    gives_way = True

    def __init__(self, page: Page, presenter: Presenter) -> None:
        super().__init__(page)
        self.presenter = presenter

    def look(self) -> Places:
        """The folder of the data and the sticks."""
        folders = profile_folders(self.page.session.folder)
        return folders, box_files(folders)

    def title(self) -> str:
        """What lies here."""
        return self.words.say("label", "box_files")

    def show(self, column: Column, found: Places) -> None:
        """The folders to write to, and the files to read."""
        say, (folders, files) = self.words, found
        column.add_widget(Paragraph(text=say.say("notice", "box_write"), ink="ink2"))
        for folder in folders:
            where = place(say, folder, self.session.folder)
            column.add_widget(button(where, partial(self._name, folder), height=11))
        print_it = partial(self.navigation.go, "printing", self.presenter.game.name, "box")
        column.add_widget(button(say.say("button", "box_print"), print_it, height=11))
        column.add_widget(Paragraph(text=say.say("notice", "box_scan_here"), ink="ink2"))
        key = "box_read" if files else "box_none"
        column.add_widget(Paragraph(text=say.say("notice", key), ink="ink2"))
        for file in files:
            read = partial(self._read, file)
            column.add_widget(
                button(
                    shown(file.name),
                    read,
                    detail=place(say, file.parent, self.session.folder),
                    height=13,
                )
            )

    def _name(self, folder: Path) -> None:
        game = self.presenter.game.name
        heading = saying("label", "box_name")
        self.page.open(KeyboardSheet(self.page, heading, game, partial(self._write, folder)))

    def _write(self, folder: Path, name: str) -> None:
        box = msgspec.to_builtins(self.presenter.match.public.setup.box)
        say, game, data = self.words, self.presenter.game.name, self.session.folder

        def attempt() -> str:
            try:
                file = write_box(folder, name, game, box)
            except BoxFileError as error:
                return say.say(*text_key(error))
            return say.say("notice", "box_written", {"file": Verbatim(kept_at(say, file, data))})

        in_background(attempt, self.page.say)

    def _read(self, file: Path) -> None:
        game = self.presenter.game

        def attempt() -> dict[str, Any] | BoxFileError:
            try:
                told = msgspec.convert(read_box(file, game.name), game.box)
            except BoxFileError as error:
                return error
            except ValueError:
                return BoxFileError("no_profile", file)
            box: dict[str, Any] = msgspec.to_builtins(told)  # without what else stands in the file
            return box

        self.page.close()
        self.page.say(self.words.say("notice", "one_moment"))
        in_background(attempt, partial(self._take, file))

    def _take(self, file: Path, box: dict[str, Any] | BoxFileError) -> None:
        if self.page.parent is None:
            return  # whoever chose it has gone on to something else
        if isinstance(box, BoxFileError):
            told = self.words.say(*text_key(box))
        else:
            answer = self.presenter.match.correct({"box": box})
            told = " ".join(answer.said(self.presenter.language))
            if answer.done:
                told = self.words.say("notice", "box_was_read", {"file": shown(file.name)})
        self.navigation.refresh()
        self.page.say(told)

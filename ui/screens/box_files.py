"""Box profiles as files: written where the people want them, read from wherever they lie."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from companion.store import BoxFileError, box_files, places, read_box, words, write_box
from ui import theme
from ui.screens.keyboard import KeyboardSheet
from ui.screens.page import Sheet
from ui.screens.parts import Column, Scroll, button
from ui.widgets.text import Paragraph, TextLine

if TYPE_CHECKING:
    from ui.screens.fix import Fix


class BoxFilesSheet(Sheet):
    """The folders to write to, and the files to read."""

    def __init__(self, page: Fix) -> None:
        super().__init__(page)
        self.desk = page.desk
        self._places = places(page.glass.room.folder)

    def fill(self) -> None:
        """Show the folders and the files."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "box_files"), role="title"))
        column = Column(spacing=theme.mm(1.5))
        column.add_widget(Paragraph(text=say.say("notice", "box_write"), ink="ink2"))
        for place in self._places:
            column.add_widget(button(_shown(place), partial(self._name, place), height=11))
        files = box_files(self._places)
        key = "box_read" if files else "box_none"
        column.add_widget(Paragraph(text=say.say("notice", key), ink="ink2"))
        for file in files:
            made = button(file.name, partial(self._read, file), detail=str(file.parent), height=13)
            column.add_widget(made)
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def _name(self, place: Path) -> None:
        game = self.desk.game.name
        heading = self.words.say("label", "box_name")
        self.page.open(KeyboardSheet(self.page, heading, game, partial(self._write, place)))

    def _write(self, place: Path, name: str) -> None:
        box = msgspec.to_builtins(self.desk.match.public.setup.box)
        try:
            file = write_box(place, name, self.desk.game.name, box)
        except BoxFileError as error:
            self.page.say(self.words.say(*words(error)))
        else:
            self.page.say(self.words.say("notice", "box_written", {"file": str(file)}))

    def _read(self, file: Path) -> None:
        try:
            box = read_box(file, self.desk.game.name)
        except BoxFileError as error:
            told = self.words.say(*words(error))
        else:
            answer = self.desk.match.correct({"box": box})
            told = " ".join(answer.says.get(self.desk.language, ()))
            if answer.done:
                told = self.words.say("notice", "box_was_read", {"file": file.name})
        self.page.close()
        self.page.glass.refresh()
        self.page.say(told)


def _shown(place: Path) -> str:
    """A folder by its last two names: a drive by its own."""
    return "/".join(place.parts[-2:])

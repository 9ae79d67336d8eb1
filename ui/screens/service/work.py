"""A page on which things are done that take time, one after the other, and said in words.

Disks are slow, and a screen that waits for one counts as hung: all of it happens beside the screen.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

import msgspec
from kivy.input import MotionEvent

from companion.files import Lying, shown
from companion.maintenance.contents import Left
from companion.maintenance.texts import left_out, phrasebook, sentence
from companion.maintenance.trouble import MaintenanceError
from ui import theme
from ui.background import in_background
from ui.navigation import Navigation
from ui.shell.controls import Column, Scroll, button, row
from ui.shell.found import FoundSheet
from ui.shell.page import Page, Sheet
from ui.texts import place
from ui.widgets.text import Paragraph, TextLine

Told = TypeVar("Told")


class Done(msgspec.Struct, frozen=True):
    """What was done. key: of section ``done`` of maintenance's texts. left: what was left out,
    which somebody must read before anything starts anew."""

    key: str
    values: dict[str, object] = {}
    left: tuple[Left, ...] = ()


class WorkPage(Page):
    """working: whether something is being done."""

    def __init__(self, navigation: Navigation) -> None:
        super().__init__(navigation)
        self.working = False

    @property
    def folder(self) -> Path:
        """Where everything is kept."""
        return self.session.folder

    def work(
        self,
        act: Callable[[], Done],
        then: Callable[[Done], None] | None = None,
        otherwise: Callable[[MaintenanceError], None] | None = None,
    ) -> None:
        """Do it, and say what was done, or in words why it cannot be.

        then: gets what was done instead. otherwise: gets why it could not be, after it was said.
        """
        self.close()
        say = phrasebook(self.session.language)
        self.say(say.say("done", "working"))
        if self.working:
            return
        self.working = True

        def attempt() -> Done | MaintenanceError:
            try:
                return act()
            except MaintenanceError as error:
                return error

        def finished(done: Done | MaintenanceError) -> None:
            self.working = False
            if isinstance(done, Done):
                (then or self.tell)(done)
                return
            self.say(sentence(done, phrasebook(self.session.language)))
            if otherwise is not None:
                otherwise(done)

        in_background(attempt, finished)

    def do(
        self, change: Callable[[], object], key: str, values: dict[str, object] | None = None
    ) -> None:
        """Change something of the machine, and say what was done by its key; how it stands then is
        looked at anew, also where it could not be."""

        def act() -> Done:
            change()
            return Done(key, values or {})

        def done(what: Done) -> None:
            self.tell(what)
            self.kept_anew()

        self.work(act, done, lambda _: self.kept_anew())

    def kept_anew(self) -> None:
        """What is kept here is something else now."""

    def tell(self, done: Done) -> None:
        """Say what was done."""
        self.say(phrasebook(self.session.language).say("done", done.key, done.values))


class WorkFiles(FoundSheet[Lying]):
    """Files to choose from. key: of the button that led here, which is the heading."""

    key = ""

    def __init__(self, page: WorkPage) -> None:
        super().__init__(page)
        self.work_page = page

    def title(self) -> str:
        """What the button says."""
        return self.words.say("button", self.key)

    def show(self, column: Column, found: Lying) -> None:
        """A button for each file, whole ones first, and where they would lie when there is none."""
        files = found.listed
        column.add_widget(Paragraph(text=self.heading(bool(files)), ink="ink2"))
        if found.torn:
            torn = self.words.say("notice", "torn_files", {"count": len(found.torn)})
            column.add_widget(Paragraph(text=torn, ink="ink2"))
        for file in files:
            detail = place(self.words, file.parent, self.session.folder)
            if file in found.torn:
                detail = self.words.say("notice", "torn_file")
            act = partial(self.chosen, file)
            column.add_widget(button(shown(file.name), act, detail=detail, height=13))
        self.more(column, files)

    def heading(self, some: bool) -> str:
        """What stands above them."""
        return self.words.say("label", "choose_file")

    @abstractmethod
    def chosen(self, file: Path) -> None:
        """What is done with the one that was chosen."""

    def more(self, column: Column, files: Sequence[Path]) -> None:
        """What stands below them."""


class ToldSheet(FoundSheet["Told | MaintenanceError"], Generic[Told]):
    """Shows what the machine tells, or why it tells nothing."""

    def __init__(self, page: WorkPage) -> None:
        super().__init__(page)
        self.work_page = page

    @abstractmethod
    def ask(self) -> Told:
        """What it tells; called on another thread. Raises MaintenanceError."""

    def look(self) -> Told | MaintenanceError:
        """What it tells, or why it does not."""
        try:
            return self.ask()
        except MaintenanceError as error:
            return error

    @abstractmethod
    def show_told(self, column: Column, told: Told) -> None:
        """Put what it told into the column."""

    def show(self, column: Column, found: Told | MaintenanceError) -> None:
        """What it told, or the trouble."""
        if isinstance(found, MaintenanceError):
            why = sentence(found, phrasebook(self.session.language))
            column.add_widget(Paragraph(text=why, ink="red_text"))
        else:
            self.show_told(column, found)


class LeftSheet(Sheet):
    """What was left out, to be read before it goes on; a touch beside it does not take it away.
    way: the key of the button that leads on; act: what is done then."""

    def __init__(self, page: WorkPage, done: Done, way: str, act: Callable[[], None]) -> None:
        super().__init__(page, "panel", "gold")
        self._done, self._way, self._act = done, way, act

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
        way = button(self.words.say("button", self._way), self._act, role="bright")
        self.card.add_widget(row([way]))

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Nothing but the way on."""
        inside = self.card.collide_point(*touch.pos)
        return (
            bool(super().on_touch_down(touch)) if inside else bool(self.collide_point(*touch.pos))
        )


class ReallySheet(Sheet):
    """Asks once more. what: the key of the answer; notice: of what to know before; act: what is
    done then."""

    def __init__(self, page: Page, what: str, notice: str, act: Callable[[], None]) -> None:
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

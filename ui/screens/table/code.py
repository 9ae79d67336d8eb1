"""A printed code typed by hand: its six digits, and what they are likely to mean. Where there is a
camera it looks meanwhile."""

from __future__ import annotations

from functools import partial

from companion.match.sentences import called
from companion.table import Scanned, Signal, Typed
from companion.table.catalogue import SHORT, Unresolved
from firmware_bridge import wording
from ui import theme
from ui.screens.table.table_page import TablePage
from ui.shell.controls import button
from ui.shell.keyboard import KeyboardSheet
from ui.shell.numbers import NEAR, NumbersSheet
from ui.shell.page import Page
from ui.texts import saying
from ui.widgets.button import ActionButton

TOLD = ("camera.several", "camera.lost", "camera.blind", "camera.held", "camera.unusable")
"""What a camera says that helps whoever holds a code before it."""

GROUP = 3
"""Digits that stand together, as on the sheets."""


class CodeSheet(NumbersSheet):
    """The digits beside a code that could not be scanned; other codes are typed with letters."""

    gives_way = True
    most_near = 3

    def __init__(self, page: TablePage) -> None:
        self.presenter = page.presenter
        sees = sees_codes(page)
        heading = saying("notice", "code_or_camera" if sees else "code_digits")
        super().__init__(page, heading, self._take, most=SHORT)
        if sees:
            self.message = page.words.say("notice", "camera_looks")
            self.navigation.devices.look(wanted=True)

    def shown(self) -> str:
        """In two groups, with a place for every digit."""
        digits = self.digits.ljust(SHORT, "·")
        return f"{digits[:GROUP]} {digits[GROUP:]}"

    def news(self) -> None:
        """What the camera has to say: it sees several codes, or was pulled out."""
        for one in self.navigation.devices.states():
            if one.kind == "camera" and one.detail.key in TOLD:
                self.message = wording(one.detail, self.session.language)
                self._show()

    def signal(self, signal: Signal) -> bool:
        """A code was scanned while this was open: it counts, and nothing need be typed."""
        if isinstance(signal, Scanned):
            self.page.close()
            return False
        return super().signal(signal)

    def closed(self) -> None:
        """The camera looks no longer."""
        self.navigation.devices.look(wanted=False)

    def ways(self) -> list[ActionButton]:
        """Letters, for the codes of others."""
        letters = partial(_letters, self.page)
        return [button(self.words.say("button", "letters"), letters)]

    def near(self) -> list[ActionButton]:
        """The pieces that are most like it, as many as stand there without scrolling; one touch
        takes it."""
        say = self.presenter.phrasebook
        found = []
        for piece in self.presenter.like(self.digits)[: self.most_near]:
            take = partial(_mean, self.page, piece.identity.short)
            one = button(called(say, piece.token), take, height=NEAR)
            one.look, one.seat = piece.look, piece.token if piece.token in theme.SEATS else ""
            one.art = self.navigation.art(self.presenter.package)
            found.append(one)
        return found

    def _take(self, digits: str) -> str:
        """A code that no piece has is told here, where it is mended; else what comes of it is."""
        presenter = self.presenter
        if not digits:
            return self.words.say("notice", "no_digits")
        try:
            presenter.package.catalogue.meant(digits, presenter.key)
        except Unresolved as error:
            if not presenter.like(error.digits):
                self.digits = digits
                return presenter.why_unread(error)
        _mean(self.page, digits)
        return ""


def sees_codes(page: Page) -> bool:
    """Whether there is a camera that could read a code."""
    return any(
        one.kind == "camera" and one.state == "ready" for one in page.navigation.devices.states()
    )


def begin_code(page: TablePage, key: str) -> bool:
    """The first key of a code was struck on a keyboard: a digit of ours, or a letter of another.
    Whether it was: nothing is begun over a sheet."""
    if page.sheet is not None or key == "delete":
        return False
    if key.isdigit():
        sheet = CodeSheet(page)
        page.open(sheet)
        sheet.press(key)
    else:
        _letters(page, key)
    return True


class LettersSheet(KeyboardSheet):
    """A code in letters. It has many keys, and a device may open it as quickly as it likes: the
    table keeps it."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page, saying("label", "code"), "", partial(_mean, page), what="code")


def _letters(page: TablePage, begun: str = "") -> None:
    """Write it in letters. begun: what was written of it."""
    sheet = page.often(LettersSheet)
    assert isinstance(sheet, LettersSheet)
    sheet.begin(begun)
    page.open(sheet)


def _mean(page: TablePage, text: str) -> None:
    page.close()
    if not text:
        return
    number = page.session.touched("").number
    page.presenter.signal(Typed(number, 0.0, "screen", text))

"""A box as it was printed at another table: its codes are scanned, what would change is shown, and
only then it is taken over."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.kernel import Verbatim
from companion.store import told_box
from companion.table.box_code import NotWhole, Part, joined
from ui.presenter import Presenter
from ui.presenter.box_difference import differences
from ui.shell.controls import Column, Scroll, button, row
from ui.shell.page import Page, Sheet
from ui.widgets.text import Paragraph, TextLine

MOST = 40
"""Differences that are listed."""


class BoxScanSheet(Sheet):
    """Which codes were read, and once it is all of them, what they say."""

    def __init__(self, page: Page, presenter: Presenter, first: Part) -> None:
        super().__init__(page, "panel", "gold")
        self.presenter = presenter
        self._first = first
        self._parts = dict[int, Part]()
        self._box: dict[str, Any] | None = None
        self._wrong = ""
        self.take(first)

    def closed(self) -> None:
        """The camera looks no longer."""
        self.navigation.devices.look(wanted=False)

    def take(self, part: Part) -> None:
        """One more code; of another box, or after such as did not fit, it begins anew."""
        first = self._first
        if self._wrong or (part.profile, part.count) != (first.profile, first.count):
            self._first, self._box, self._wrong = part, None, ""
            self._parts.clear()
        self._parts[part.number] = part
        if len(self._parts) == part.count:
            self._read()

    def _read(self) -> None:
        game = self.presenter.game
        bare = msgspec.json.encode(msgspec.to_builtins(game.box()))
        try:
            plain = told_box(joined(self._parts, bare))
            self._box = msgspec.to_builtins(msgspec.convert(plain, game.box))
        except (NotWhole, ValueError, RecursionError):
            self._wrong = "box_code_wrong"

    def fill(self) -> None:
        """What is missing, or what would change; a camera looks for what is missing."""
        say = self.words
        missing = self._box is None and not self._wrong
        self.navigation.devices.look(wanted=missing)
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "box_scan"), role="title"))
        column = Column()
        ways = [button(say.say("button", "close"), self.page.close)]
        if self._wrong:
            column.add_widget(Paragraph(text=say.say("notice", self._wrong), ink="red_text"))
        elif self._box is None:
            counts = {"read": len(self._parts), "count": self._first.count}
            column.add_widget(Paragraph(text=say.say("notice", "box_code_more", counts)))
        else:
            ways += self._changes(column, self._box)
        self.card.add_widget(Scroll(column))
        self.card.add_widget(row(ways))

    def _changes(self, column: Column, box: dict[str, Any]) -> list[Any]:
        say = self.words
        now = msgspec.to_builtins(self.presenter.match.public.setup.box)
        found = differences(self.presenter.phrasebook, now, box)
        if now == box:
            column.add_widget(Paragraph(text=say.say("notice", "box_code_same")))
            return []
        key = "box_code_changes" if found else "box_code_unsaid"
        column.add_widget(Paragraph(text=say.say("notice", key), ink="ink2"))
        for one in found[:MOST]:
            column.add_widget(Paragraph(text=f"● {one}"))
        if len(found) > MOST:
            more = {"count": len(found) - MOST}
            column.add_widget(Paragraph(text=say.say("label", "more_lines", more), ink="ink2"))
        return [button(say.say("button", "box_take_over"), self._take_over, role="bright")]

    def _take_over(self) -> None:
        answer = self.presenter.match.correct({"box": self._box})
        told = " ".join(answer.said(self.presenter.language))
        if answer.done:
            told = self.words.say("notice", "box_taken_over")
        page = self.page
        page.close()
        page.navigation.refresh()
        page.say(told)


def scanned(page: Page, part: Part) -> None:
    """A code of a box was scanned while a page is shown: it is taken where a match of its game is
    open, else it is said where that would be."""
    open_match, session = page.session.open_match, page.session
    if part.game not in session.games():
        page.say(session.words().say("notice", "box_code_no_game"))
        return
    if open_match is None or not open_match.kept or open_match.presenter.game.name != part.game:
        title = session.words(session.game_info(part.game)).say("about", "title")
        page.say(session.words().say("notice", "box_code_where", {"title": Verbatim(title)}))
        return
    if isinstance(page.sheet, BoxScanSheet):
        page.sheet.take(part)
        page.sheet.fill()
        page.sheet.pointer.tell()
    elif page.sheet is None or page.sheet.gives_way:
        page.open(BoxScanSheet(page, open_match.presenter, part))
    else:
        page.say(session.words().say("notice", "box_code_later"))

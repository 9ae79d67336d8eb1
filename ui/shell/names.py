"""Names of people: chosen with a touch instead of typed, changed, and forgotten."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from companion.kernel import Verbatim
from companion.text import Phrasebook
from ui import theme
from ui.background import in_background
from ui.session.seating import Seating
from ui.shell.controls import Column, Scroll, button, grid, row
from ui.shell.keyboard import KeyboardSheet
from ui.shell.likes import LikesSheet
from ui.shell.page import Page, Sheet
from ui.texts import Saying
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

OFFERED = 60
"""Names at most; those who played last come first."""


def choose_name(
    page: Page,
    heading: Saying,
    text: str,
    done: Callable[[str], None],
    taken: Collection[str | None] = (),
) -> None:
    """Ask for a name: one of those known that is not taken, or another one, typed. heading: what
    is asked. text: the one so far. done: gets it, "" for none."""
    known = [name for name in page.session.people.names() if name not in taken]
    typing = KeyboardSheet(page, heading, text, done)
    names = NamesSheet(page, heading, known[:OFFERED], typing, done)
    names.now = text if text in known else ""
    page.open(names if known else typing)


def name_seat(page: Page, seating: Seating, seat: str) -> None:
    """Ask who sits there, and show the page anew with the answer."""

    def named(name: str) -> None:
        seating.name(seat, name)
        page.show()

    def heading(say: Phrasebook) -> str:
        return f"{say.say('label', 'name')}: {say.name(seat)}"

    taken = {name for one, name in seating.names.items() if one != seat}
    choose_name(page, heading, seating.named.get(seat, ""), named, taken)


class NamesSheet(Sheet):
    """The known names, each a button. typing: the keyboard for another one. now: the name so far,
    "" for one that is not known here."""

    now = ""

    def __init__(
        self,
        page: Page,
        heading: Saying,
        known: list[str],
        typing: KeyboardSheet,
        done: Callable[[str], None],
    ) -> None:
        super().__init__(page)
        self._heading, self._known, self._typing, self._done = heading, known, typing, done

    def fill(self) -> None:
        """Show them."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=self._heading(self.words), role="title"))
        names = [button(name, partial(self._take, name), height=11) for name in self._known]
        for made in names:
            made.chosen = made.label == self.now
        self.card.add_widget(Scroll(grid(names, 2 if self.page.width < theme.mm(120) else 3, 11)))
        other = button(
            say.say("button", "other_name"),
            lambda: self.page.open(self._typing),
            role="bright",
            height=11,
        )
        none = button(say.say("button", "no_name"), partial(self._take, ""), height=11)
        close = button(say.say("button", "cancel"), self.page.close, height=11)
        ways = [close, none, other]
        if self.now:
            ways.insert(2, likes_button(self.page, self.now, partial(self._done, self.now)))
        self.card.add_widget(row(ways, 11))

    def _take(self, name: str) -> None:
        self.page.close()
        self._done(name)


def likes_button(page: Page, name: str, back: Callable[[], None]) -> ActionButton:
    """The way to how somebody likes it, and back."""
    label = page.words.say("likes", "heading", {"name": Verbatim(name)})
    return button(label, lambda: page.open(LikesSheet(page, name, back)), height=11)


class KnownSheet(Sheet):
    """Everybody who has played here: how they like it, to be renamed or forgotten."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._asked, self._calls = "", False

    def fill(self) -> None:
        """A row for each; the question whether to forget one; or that one is called otherwise just
        now, which may take a while."""
        say, names = self.words, self.session.people.names()
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "known"), role="title"))
        if self._asked:
            text = say.say("notice", "forget", {"name": Verbatim(self._asked)})
            self.card.add_widget(Scroll(Paragraph(text=text, role="strong")))
            keep = button(say.say("button", "no"), partial(self._ask, ""))
            forget = button(
                say.say("button", "forget"), partial(self._call, self._asked, ""), role="danger"
            )
            self.card.add_widget(row([keep, forget]))
            return
        key = "one_moment" if self._calls else "known" if names else "none_known"
        self.card.add_widget(Paragraph(text=say.say("notice", key), role="small", ink="ink2"))
        column = Column()
        wide = 30.0 if theme.compact() else 36.0
        for name in () if self._calls else names:
            called = button(name, partial(self._likes, name), height=10)
            called.detail = say.say("likes", "known")
            ways = [
                button(say.say("button", "rename"), partial(self._rename, name)),
                button(say.say("button", "forget"), partial(self._ask, name), role="danger"),
            ]
            for way in ways:
                way.size_hint_x, way.width, way.height = None, theme.mm(wide), theme.mm(10)
            column.add_widget(row([called, *ways], 10))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def _likes(self, name: str) -> None:
        self.page.open(LikesSheet(self.page, name, lambda: self.page.open(self)))

    def _ask(self, name: str) -> None:
        self._asked = name
        self.fill()

    def _rename(self, old: str) -> None:
        def typed(new: str) -> None:
            if new and new != old:
                self._call(old, new)

        def heading(say: Phrasebook) -> str:
            return f"{say.say('button', 'rename')}: {old}"

        self.page.open(KeyboardSheet(self.page, heading, old, typed))

    def _call(self, old: str, new: str) -> None:
        key = "renamed" if new else "forgotten"
        self._asked, self._calls = "", True
        in_background(self.session.rename_player(old, new), partial(self._called, key))
        self.page.open(self)

    def _called(self, key: str, done: bool) -> None:
        self._calls = False
        if self.page.sheet is self:
            self.fill()
        self.page.say(self.words.say("notice", key if done else "not_renamed"))

"""Where a rule can be looked up: its source, the heading there, the page of the owners' own copy,
and last the number that only this companion gives it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from companion.kernel import Verbatim
from companion.match.headings import headings
from companion.text import Phrasebook
from ui.presenter import Presenter
from ui.session.session import Session
from ui.shell.controls import button
from ui.shell.numbers import NumbersSheet
from ui.shell.page import Page
from ui.widgets.button import ActionButton

MOST_DIGITS = 3
"""Of a page."""


@dataclass(frozen=True)
class Cited:
    """headings: by the numbers of rules. pages: of the owners' copy, by the headings. remarks: of
    the owners, by the clauses."""

    say: Phrasebook
    headings: Mapping[str, str]
    pages: Mapping[str, str]
    remarks: Mapping[str, str]

    def heading(self, number: str) -> str:
        """What the part of the rules is called; "" for none."""
        section, _, key = self.headings.get(number, "").partition(".")
        return self.say.say(section, key) if key else ""

    def page(self, number: str, key: str = "page") -> str:
        """The page of the owners' copy; "" where nobody noted it. key: in which words."""
        page = self.pages.get(self.headings.get(number, ""), "")
        return self.say.say("cited", key, {"page": Verbatim(page)}) if page else ""

    def remark(self, clause: str) -> str:
        """What the owners wrote beside it; "" where they wrote nothing."""
        text = self.remarks.get(clause, "")
        return self.say.say("cited", "remark", {"text": Verbatim(text)}) if text else ""

    def place(self, number: str) -> str:
        """Heading and page, as far as they are known."""
        heading = self.heading(number)
        named = self.say.say("cited", "heading", {"heading": heading}) if heading else ""
        return ", ".join(one for one in (named, self.page(number)) if one)

    def where(self, number: str, source: str) -> str:
        """All of it; number: "" for what has none."""
        told = self.say.say("label", "source", {"source": source}) if source else ""
        parts = (", ".join(one for one in (told, self.place(number)) if one), self.own(number))
        return " · ".join(one for one in parts if one)

    def own(self, number: str) -> str:
        """The companion's number; "" for a rule that goes by a word."""
        return self.say.say("cited", "number", {"number": number}) if number[-1:].isdigit() else ""


def cited(session: Session, presenter: Presenter) -> Cited:
    """For the game of a match."""
    package = presenter.package
    own, game = session.own_copy, package.game.name
    return Cited(presenter.phrasebook, headings(package), own.pages(game), own.remarks(game))


def page_button(page: Page, presenter: Presenter, numbers: Iterable[str]) -> ActionButton | None:
    """The way to note, once for all, where the part with these rules stands in the owners' copy;
    None where they have no heading."""
    where = cited(page.session, presenter)
    first = next((one for one in numbers if one in where.headings), "")
    if not first:
        return None
    label = where.say.say("cited", "note", {"heading": where.heading(first)})
    ask = partial(_ask, page, presenter, where.headings[first], first)
    return button(label, partial(page.navigation.in_charge, ask), height=10)


def _ask(page: Page, presenter: Presenter, key: str, number: str) -> None:
    def typed(digits: str) -> str:
        page.session.own_copy.note_page(presenter.game.name, key, digits.lstrip("0"))
        page.close()
        page.navigation.refresh()
        return ""

    def heading(_: Phrasebook) -> str:
        now = cited(page.session, presenter)
        return now.say.say("cited", "which", {"heading": now.heading(number)})

    page.open(NumbersSheet(page, heading, typed, most=MOST_DIGITS))

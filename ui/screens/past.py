"""What was played before: a list, one match of it, and the files for other programs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.club.export import ExportError, files, write
from companion.club.export import place as place_for_files
from companion.club.statistics import key
from companion.club.summary import Summary
from companion.kernel import Rulebook
from companion.match.shelf import Title
from companion.match.words import Verbatim
from companion.store import DiskError
from companion.text import Speaker
from ui import theme
from ui.aside import aside
from ui.desk import Desk
from ui.screens.outcome import course, result
from ui.screens.page import Page, Sheet
from ui.screens.parts import Card, Column, Scroll, button, grid, place, row
from ui.screens.replay import Replay
from ui.widgets.text import Paragraph, TextLine
from ui.words import day, words

if TYPE_CHECKING:
    from ui.screens.glass import Glass

AT_ONCE = 20
"""Matches that are listed at once; more of them at a touch."""


class Past(Page):
    """All finished matches, the newest first, or those of one game or one name."""

    def __init__(self, glass: Glass) -> None:
        super().__init__(glass)
        self._all = glass.room.past()
        self.game = self.name = ""
        self._count = AT_ONCE
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2))
        self.add_widget(self._body)

    def title(self) -> str:
        """Where one is."""
        return self.words.say("button", "past")

    @property
    def chosen(self) -> tuple[Summary, ...]:
        """The matches that are wanted."""
        return tuple(
            one
            for one in self._all
            if self.game in ("", _game(one))
            and (not self.name or self.name in {key(p.name) for p in one.players})
        )

    def fill(self) -> None:
        """The list, above it what narrows it down, below it the ways."""
        say = self.words
        self._body.clear_widgets()
        game = next((self.glass.room.title_of(x) for x in self._all if _game(x) == self.game), "")
        name = next((p.name for x in self._all for p in x.players if key(p.name) == self.name), "")
        every = say.say("label", "all")
        filters = [
            button(say.say("label", "game"), partial(self._filter, "game"), detail=game or every),
            button(say.say("label", "name"), partial(self._filter, "name"), detail=name or every),
        ]
        self._body.add_widget(row(filters, 12))
        column = Column()
        chosen = self.chosen
        for one in chosen[: self._count]:
            label, detail = self._described(one)
            column.add_widget(button(label, partial(self._open, one), detail=detail, height=15))
        if not chosen:
            column.add_widget(Paragraph(text=say.say("notice", "nothing_past"), ink="ink2"))
        if len(chosen) > self._count:
            column.add_widget(button(say.say("button", "more"), self._more, height=11))
        self._body.add_widget(Scroll(column))
        ways = [
            button(say.say("button", "statistics"), self._statistics, height=12),
            button(say.say("button", "export"), self._export, height=12),
        ]
        self._body.add_widget(row(ways, 12))

    def _described(self, one: Summary) -> tuple[str, str]:
        """A match in two lines: its game and day; who won, and who played."""
        told = _speaker(self.glass, one)
        ended = "" if one.ended is None else f"  {day(self.words, one.ended.astimezone())}"
        names = [told.name(player.seat) for player in one.players]
        best = one.places[0] if len(one.places) > 1 else ()
        detail = ", ".join(names)
        if best:
            won = told.say("label", "won_by", {"seats": list(best)})
            detail = f"{won} · {detail}"
        return f"{self.glass.room.title_of(one)}{ended}", detail

    def _more(self) -> None:
        self._count += AT_ONCE
        self.show()

    def _filter(self, what: str) -> None:
        found = {}
        for one in self._all:
            if what == "game":
                found[_game(one)] = self.glass.room.title_of(one)
            else:
                found |= {key(p.name): p.name for p in one.players if key(p.name)}
        self.open(FilterSheet(self, what, found))

    def narrow(self, what: str, wanted: str) -> None:
        """Show the matches of one game or name; of all with ""."""
        setattr(self, what, wanted)
        self._count = AT_ONCE
        self.close()
        self.show()

    def _open(self, one: Summary) -> None:
        self.glass.go(PastMatch(self.glass, one, self._again))

    def _again(self) -> None:
        self.glass.go(self)

    def _statistics(self) -> None:
        from ui.screens.statistics import Statistics

        self.glass.go(Statistics(self.glass, self._all))

    def _export(self) -> None:
        export(self, self.chosen)

    def arrange(self) -> None:
        """Everything below the header, with room around."""
        arranged(self, self._body)


class FilterSheet(Sheet):
    """Of which game, or of whom?"""

    def __init__(self, page: Past, what: str, found: dict[str, str]) -> None:
        super().__init__(page)
        self._past, self._what, self._found = page, what, found

    def fill(self) -> None:
        """All of them, and each."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", self._what), role="title"))
        every = button(say.say("label", "all"), partial(self._past.narrow, self._what, ""))
        each = [
            button(label, partial(self._past.narrow, self._what, wanted))
            for wanted, label in sorted(self._found.items(), key=lambda one: one[1].casefold())
        ]
        self.card.add_widget(Scroll(grid([every, *each], 2)))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))


class PastMatch(Page):
    """One finished match. back: where the button in the header leads."""

    def __init__(self, glass: Glass, summary: Summary, back: Callable[[], None]) -> None:
        super().__init__(glass)
        self.summary, self._back = summary, back
        self._desk: Desk | None = None
        if summary.how != "counted":
            try:
                self._desk = glass.room.look_back(summary.match)
            except (DiskError, LookupError, ValueError):
                self._desk = None
        self._body = BoxLayout(orientation="vertical", spacing=theme.mm(2.2))
        self.add_widget(self._body)

    def title(self) -> str:
        """The game."""
        return self.glass.room.title_of(self.summary)

    def left(self) -> None:
        """Back to where it was opened."""
        self._back()

    def fill(self) -> None:
        """How it ended beside how it came to that."""
        say = self.words
        self._body.clear_widgets()
        ended, came = Card("panel"), Card("panel")
        told = _speaker(self.glass, self.summary, None if self._desk is None else self._desk.title)
        book: Rulebook | None = None if self._desk is None else self._desk.game.rulebook
        ended.add_widget(Scroll(result(told, self.summary, book, self._how())))
        came.add_widget(Scroll(self._course()))
        cards = row([ended, came], None)
        cards.orientation = "vertical" if self.glass.height > self.glass.width else "horizontal"
        self._body.add_widget(cards)
        ways: list[Widget] = []
        if self._desk is not None:
            ways.append(button(say.say("button", "replay"), self._replay, height=12))
        elif self.summary.how == "counted":
            ways.append(button(say.say("button", "count_on"), self._count_on, height=12))
        ways += [
            button(say.say("button", "bg_stats"), self._link, height=12),
            button(say.say("button", "export"), self._export, height=12),
        ]
        self._body.add_widget(row(ways, 12))

    def _how(self) -> tuple[str, ...]:
        """How and when it ended."""
        one, say = self.summary, self.words
        if one.ended is None:
            return (say.say("how", one.how),)
        when = one.ended.astimezone()
        values = {"day": day(say, when), "time": f"{when:%H:%M}"}
        return (say.say("label", "ended_at", values), say.say("how", one.how))

    def _course(self) -> Column:
        if self._desk is not None and not self._desk.match.read_only:
            self._desk.language = self.glass.room.language
            return course(self._desk)
        column, say = Column(), self.words
        if self.summary.how != "counted":
            column.add_widget(Paragraph(text=say.say("notice", "no_course"), ink="ink2"))
            return column
        told = _speaker(self.glass, self.summary)
        for number, points in enumerate(self.glass.room.rounds(self.summary.match), 1):
            each = zip(self.summary.players, points, strict=True)
            text = ", ".join(
                f"{told.name(p.seat)} {'·' if n is None else signed(n)}" for p, n in each
            )
            label = say.say("label", "round", {"number": number})
            column.add_widget(Paragraph(text=label, role="small", ink="ink2"))
            column.add_widget(Paragraph(text=text))
        return column

    def _replay(self) -> None:
        assert self._desk is not None
        self.glass.go(Replay(self.glass, self._desk, "replay", self._again))

    def _link(self) -> None:
        from ui.screens.link import LinkPage

        self.glass.go(LinkPage(self.glass, self.summary, self._again))

    def _export(self) -> None:
        export(self, (self.summary,))

    def _count_on(self) -> None:
        from ui.screens.scorekeeper import Score

        try:
            counting = self.glass.room.count_on(self.summary.match)
        except (DiskError, LookupError, ValueError):
            self.say(self.words.say("notice", "cannot_resume"))
            return
        counting.undo()
        self.glass.go(Score(self.glass, counting))

    def _again(self) -> None:
        self.glass.go(self)

    def arrange(self) -> None:
        """Two cards and a row of buttons."""
        arranged(self, self._body)


def export(page: Page, summaries: tuple[Summary, ...]) -> None:
    """Write files with these matches, and say where they are."""
    room, say = page.glass.room, page.words

    def attempt() -> str:
        folder = place_for_files(room.folder)
        try:
            write(folder, files(room.library, summaries, ("csv", "json", "record"), room.language))
        except ExportError as error:
            why = {"folder": Verbatim(str(error.folder)), "why": Verbatim(error.why)}
            return say.say("export", "not_written", why)
        where = Verbatim(str(folder))
        return say.say("export", "written", {"count": len(summaries), "folder": where})

    aside(attempt, page.say)


def arranged(page: Page, body: BoxLayout) -> None:
    """Put the body below the header, with room around."""
    left, bottom, wide, high = page.body
    edge = theme.mm(2.4)
    place(body, left + edge, bottom + edge, wide - 2 * edge, high - 2 * edge)


def signed(points: int) -> str:
    """Points with a minus as wide as a digit."""
    return str(points).replace("-", "−")


def _speaker(glass: Glass, one: Summary, title: Title | None = None) -> Speaker:
    """Says things about a finished match with the names of those who played. title: of its game,
    where more is to be said than what stands on the lid."""
    there = one.how != "counted" and one.game in glass.room.games()
    lid = title or (glass.room.lid(one.game) if there else None)
    return words(glass.room.language, lid, one.names)


def _game(one: Summary) -> str:
    return f"{one.how == 'counted'}:{key(one.game)}"

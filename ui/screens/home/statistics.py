"""Figures over all finished matches: who won how often, how long games take, which rules the table
trips over, whether it helps to begin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from heapq import nlargest

from kivy.uix.widget import Widget

from companion.archive.statistics import STEP, OfGame, OfPlayer, of_games, of_players
from companion.archive.summary import Summary
from companion.kernel import Rulebook
from companion.match.registry import game_info
from companion.match.setting_up import rolled
from ui import theme
from ui.background import in_background
from ui.navigation import Navigation
from ui.session.past import past, played
from ui.shell.controls import Card, Column, Scroll, button, grid, row, set_bounds
from ui.shell.page import Page, Sheet
from ui.texts import decimal
from ui.widgets.bars import Bar, Columns
from ui.widgets.text import Paragraph, TextLine

MOST = 12
"""Bars of a kind that are shown."""


RULE = (12.0, 14.0)
"""Millimetres: height of a rule that was broken, in its words; on a small screen."""

COLUMNS, WAY = 3, 13.0
"""Choices side by side upright, and how high each is, in millimetres."""


def by_length(lengths: Mapping[int, int]) -> dict[str, int]:
    """How many matches took how long, step by step; of very many steps those that most took, for a
    result of a stranger may tell of years."""
    steps: Sequence[int] = range(min(lengths), max(lengths) + 1, STEP)
    if len(steps) > MOST:
        steps = sorted(nlargest(MOST, lengths, key=lambda step: lengths[step]))
    return {f"{step}–{step + STEP}": lengths.get(step, 0) for step in steps}


class Statistics(Page):
    """All players, or one game. shown: number of the game; -1 for the players."""

    def __init__(self, navigation: Navigation, summaries: Sequence[Summary]) -> None:
        super().__init__(navigation)
        self._use(summaries)
        self.shown = -1
        self._which, self._about = Card("panel"), Card("panel")
        for card in (self._which, self._about):
            self.add_widget(card)

    def _use(self, summaries: Sequence[Summary]) -> None:
        self.players, self.games = of_players(summaries), of_games(summaries)
        self._titles = {
            (one.how == "counted", one.game): played(self.session, one) for one in summaries
        }

    def title(self) -> str:
        """The name of the page."""
        return self.words.say("button", "statistics")

    def left(self) -> None:
        """Back to the list."""
        self.navigation.go("past")

    def fill(self) -> None:
        """The choice, and what is chosen."""
        say = self.words
        self._which.clear_widgets()
        ways = [button(say.say("label", "people"), partial(self._show, -1), height=WAY)]
        for number, one in enumerate(self.games):
            title = self._titles.get((one.counted, one.game), one.game)
            detail = say.say("figure", "matches", {"count": one.played})
            ways.append(button(title, partial(self._show, number), detail=detail, height=WAY))
        ways[self.shown + 1].chosen = True
        columns = COLUMNS if self.height > self.width else 1
        self._which.add_widget(Scroll(grid(ways, columns, WAY)))
        self._about.clear_widgets()
        column = self._people() if self.shown < 0 else self._game(self.games[self.shown])
        self._about.add_widget(Scroll(column))

    def _show(self, number: int) -> None:
        self.shown = number
        self.show()

    # Everybody

    def _people(self) -> Column:
        say, column = self.words, Column()
        heading = say.say("label", "wins_of_matches")
        column.add_widget(Paragraph(text=heading, role="strong"))
        if not self.players:
            column.add_widget(Paragraph(text=say.say("notice", "no_names"), ink="ink2"))
        most = max([1, *(one.played for one in self.players)])
        for one in self.players:
            name = button(one.name, partial(self._player, one), width=40, height=10)
            count = say.say("label", "of", {"count": one.won, "all": one.played})
            column.add_widget(row([name, Bar(one.won / most, count)], 10))
        return column

    def _player(self, one: OfPlayer) -> None:
        self.open(PlayerSheet(self, one))

    # One game

    def _game(self, one: OfGame) -> Column:
        say, column = self.words, Column()
        minutes = round(one.seconds / 60 / one.played)
        figures = [
            say.say("figure", "matches", {"count": one.played}),
            say.say("figure", "average", {"count": minutes}),
        ]
        column.add_widget(Paragraph(text=" · ".join(figures), role="strong"))
        if one.wins:
            self._heading(column, "wins")
            for name, count in list(one.wins.items())[:MOST]:
                self._bar(column, name, count, max(one.wins.values()))
        self._heading(column, "lengths")
        counts = by_length(one.lengths)
        column.add_widget(Columns(counts, size_hint_y=None, height=theme.mm(26)))
        if one.placed and not self._rolled(one.game):
            self._heading(column, "turn_order")
            first, expected = one.order[0], decimal(f"{one.expected:.2f}", say.language)
            values = {"won": first.won, "played": one.placed, "expected": expected}
            column.add_widget(Paragraph(text=say.say("notice", "first_player", values)))
            for number, seat in enumerate(one.order, 1):
                label = say.say("label", "nth", {"number": number})
                most = max(1, *(at.won for at in one.order)) if len(one.order) > 1 else 1
                self._bar(column, label, seat.won, most)
        if not one.counted:
            self._refusals(column, one)
        return column

    def _refusals(self, column: Column, one: OfGame) -> None:
        say = self.words
        self._heading(column, "trips_over")
        if not one.refusals:
            column.add_widget(Paragraph(text=say.say("notice", "no_refusals"), ink="ink2"))
            return
        book = self._rules(one.game)
        by_rule: dict[str, list[str]] = {}
        for clause in one.refusals:
            there = clause in book and book[clause].rule
            by_rule.setdefault(book[clause].number if there else "", []).append(clause)
        counts = {
            number: sum(one.refusals[clause] for clause in clauses)
            for number, clauses in by_rule.items()
        }
        order = sorted(counts, key=lambda number: -counts[number])[:MOST]
        for number in order:
            said = book[by_rule[number][0]].rule[say.language] if number else ""
            act = partial(self._rule, one.game, number, by_rule[number])
            high = RULE[theme.compact()]
            made = button(said or say.say("label", "not_possible"), act, width=None, height=high)
            bar = Bar(counts[number] / counts[order[0]], str(counts[number]), "red")
            column.add_widget(row([made, bar], high))

    def _rolled(self, game: str) -> bool:
        """Whether the order of the seats says nothing of who played first."""
        return game in self.session.games() and rolled(game_info(game))

    def _rules(self, game: str) -> Rulebook:
        if game not in self.session.games():
            return Rulebook(())
        return self.session.package(game).game.rulebook

    def _rule(self, game: str, number: str, clauses: Sequence[str]) -> None:
        self.open(RuleSheet(self, self._rules(game), number, clauses))

    def _heading(self, column: Column, key: str) -> None:
        column.add_widget(Widget(size_hint_y=None, height=theme.mm(0.6)))
        column.add_widget(Paragraph(text=self.words.say("label", key), role="strong"))

    def _bar(self, column: Column, label: str, count: int, most: int) -> None:
        text = Paragraph(text=label, size_hint_x=None, width=theme.mm(40))
        text.pos_hint = {"center_y": 0.5}
        column.add_widget(row([text, Bar(count / max(1, most), str(count))], 8.5))

    def forget(self, name: str) -> None:
        """Leave a name out of everything."""
        self.shown = -1
        self.close()
        self.say(self.words.say("notice", "one_moment"))
        in_background(self.session.rename_player(name, ""), self._forgotten)

    def _forgotten(self, done: bool) -> None:
        self._use(past(self.session))
        if self.parent is not None:
            self.show()
        self.say(self.words.say("notice", "forgotten" if done else "not_renamed"))

    def arrange(self) -> None:
        """Side by side, or one below the other on an upright screen."""
        left, bottom, wide, high = self.body
        edge = theme.mm(2.4)
        left, bottom, wide, high = left + edge, bottom + edge, wide - 2 * edge, high - 2 * edge
        if wide > high:
            part = theme.mm(40 if theme.compact() else 52)
            set_bounds(self._which, left, bottom, part, high)
            set_bounds(self._about, left + part + edge, bottom, wide - part - edge, high)
        else:
            rows = -(-(len(self.games) + 1) // COLUMNS)  # no higher than its buttons need
            part = min(theme.mm(48), theme.tall(WAY + theme.GAP) * rows + 2 * theme.mm(theme.PAD))
            set_bounds(self._which, left, bottom + high - part, wide, part)
            set_bounds(self._about, left, bottom, wide, high - part - edge)


class RuleSheet(Sheet):
    """A rule that the table trips over, in full."""

    def __init__(self, page: Page, book: Rulebook, number: str, clauses: Sequence[str]) -> None:
        super().__init__(page)
        self._book, self._number, self._clauses = book, number, clauses

    def fill(self) -> None:
        """The rule and where it stands."""
        say, language = self.words, self.session.language
        self.card.clear_widgets()
        label = say.say("label", "rule", {"number": self._number})
        if not self._number:
            label = say.say("label", "not_possible")
        self.card.add_widget(TextLine(text=label, role="title"))
        column = Column()
        told: list[str] = []
        for clause in self._clauses if self._number else ():
            rule = self._book[clause].rule.get(language, "")
            if rule not in told:
                told.append(rule)
                column.add_widget(Paragraph(text=rule))
                source = {"source": self._book[clause].source.get(language, "")}
                source_text = say.say("label", "source", source)
                column.add_widget(Paragraph(text=source_text, role="small", ink="ink2"))
        if not told:
            column.add_widget(Paragraph(text=say.say("notice", "not_possible")))
        self.card.add_widget(Scroll(column))
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))


class PlayerSheet(Sheet):
    """One name: what was played, and the wish to be forgotten, for those in charge to grant, and
    asked twice. sure: it was asked once."""

    def __init__(self, page: Statistics, one: OfPlayer, *, sure: bool = False) -> None:
        super().__init__(page)
        self._statistics, self._one, self._sure = page, one, sure

    def fill(self) -> None:
        """The games of this name."""
        say, one = self.words, self._one
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=one.name, role="title"))
        column, session = Column(), self.session
        hours = say.say("figure", "minutes", {"count": round(one.seconds / 60)})
        column.add_widget(Paragraph(text=hours, role="strong"))
        for game, count in one.games.items():
            there = game in session.games()
            title = session.words(session.game_info(game)).say("about", "title") if there else game
            times = say.say("figure", "matches", {"count": count})
            column.add_widget(Paragraph(text=f"{title}: {times}"))
        if self._sure:
            text = say.say("notice", "forget_player", {"name": one.name})
            column.add_widget(Paragraph(text=text, ink="red_text"))
        self.card.add_widget(Scroll(column))
        label = say.say("button", "forget_now" if self._sure else "forget_player")
        gone = button(label, self._forget, role="danger", height=11)
        close = button(say.say("button", "close"), self.page.close, height=11)
        self.card.add_widget(row([gone, close], 11))

    def _forget(self) -> None:
        if self._sure:
            self._statistics.forget(self._one.name)
        else:
            again = PlayerSheet(self._statistics, self._one, sure=True)
            self.navigation.in_charge(lambda: self._statistics.open(again))

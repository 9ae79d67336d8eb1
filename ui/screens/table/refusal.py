"""What a refusal looks like at the table: the card of now is red, the tray has the ways out of it,
and a sheet has every reason with its rule. What it says is worked out in ``ui/presenter``."""

from __future__ import annotations

from dataclasses import dataclass

from ui import theme
from ui.presenter import Presenter
from ui.screens.table.rules import named, stands
from ui.screens.table.table_page import TablePage
from ui.screens.table.tray import MainPlace
from ui.shell.controls import Column, Scroll, button
from ui.shell.page import Sheet
from ui.widgets.places import Tile
from ui.widgets.text import Paragraph, TextLine

PAPER, EDGE, INK = "red_quiet", "red", "red_text"
"""The card of now while something is refused: its paper, its edge and its small word."""

MOST_WAYS, FEW_WAYS = 3, 2
"""Ways out that are shown, and on a small screen."""

BEST, BEST_SMALL = 2.4, 1.6
"""How many times as wide as the others the best way out is, and on a small screen."""

WAY, ALLOW = "way:", "allow"
"""Tokens of the ways out."""


@dataclass(frozen=True)
class Rules:
    """The way to the rules behind a refusal. note: small; word: on the button, "" for none."""

    note: str = ""
    word: str = ""


NO_RULES = Rules()
"""Nothing was refused."""


def ways(presenter: Presenter, *, brief: bool) -> tuple[Tile, ...]:
    """The ways out, the best first; brief: with children, who are not led around a rule."""
    refusal, say = presenter.refusal, presenter.phrasebook
    if refusal is None:
        return ()
    most, best = (FEW_WAYS, BEST_SMALL) if theme.compact() else (MOST_WAYS, BEST)
    tiles = [
        Tile(
            f"{WAY}{number}",
            sentence,
            role="plain" if number else "bright",
            wide=1.0 if number else best,
        )
        for number, (sentence, _) in enumerate(refusal.alternatives[:most])
    ]
    if refusal.allowable and not brief:
        detail = say.say("button_detail", "allow_once")
        tiles.append(Tile(ALLOW, say.say("button", "allow_once"), detail, "sign-fix_table"))
    return tuple(tiles)


def touched(presenter: Presenter, token: str) -> None:
    """A way out was touched."""
    refusal = presenter.refusal
    if token == ALLOW:
        presenter.allow()
    elif refusal is not None:
        number = int(token.removeprefix(WAY))
        for _, way in refusal.alternatives[number : number + 1]:
            presenter.go(way)


def put_away(presenter: Presenter, *, brief: bool) -> MainPlace:
    """What stands at the main place: to leave it at that."""
    say = presenter.phrasebook
    label = say.say("button", "once_more" if brief else "never_mind")
    return MainPlace("never_mind", label, "" if brief else say.say("button_detail", "never_mind"))


def rules(presenter: Presenter, *, brief: bool, slim: bool) -> Rules:
    """What leads to the rules behind it. slim: the card has no room for a button."""
    refusal, say = presenter.refusal, presenter.phrasebook
    if refusal is None:
        return NO_RULES
    more = len(refusal.faults) - 1
    note = "" if brief else named(say, refusal.faults[0].number)
    if more and not brief:
        note = say.say("label", "more_reasons", {"count": more})
    return Rules(note, "" if slim else rule_word(presenter, brief=brief))


def rule_word(presenter: Presenter, *, brief: bool) -> str:
    """What stands on the way to the rules."""
    return presenter.phrasebook.say("button", "why" if brief else "show_rule")


class ReasonsSheet(Sheet):
    """All reasons of the refusal that is open; behind it the table stays as it is."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self._table = page

    def fill(self) -> None:
        """Each reason, its rule, and how strong that is."""
        presenter = self._table.presenter
        refusal, say = presenter.refusal, presenter.phrasebook
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "rules"), role="title"))
        column = Column()
        for fault in () if refusal is None else refusal.faults:
            column.add_widget(Paragraph(text=fault.sentence, role="strong"))
            if fault.rule:
                column.add_widget(Paragraph(text=fault.rule, role="body"))
                strength = say.say("strength", fault.strength)
                where = f"{stands(say, fault.number, fault.source)} · {strength}"
            else:
                parts = (named(say, fault.number), say.say("strength", fault.strength))
                where = " · ".join(part for part in parts if part)
            column.add_widget(Paragraph(text=where, role="small", ink="ink2"))
        self.card.add_widget(Scroll(column))
        if refusal is not None and refusal.allowable and self._table.session.settings.child:
            once, detail = say.say("button", "allow_once"), say.say("button_detail", "allow_once")
            self.card.add_widget(button(once, self._allow, detail=detail, height=12))
        self.card.add_widget(
            button(say.say("button", "close"), self.page.close, role="bright", height=10)
        )

    def _allow(self) -> None:
        """With children it stands here alone, away from the ways out."""
        self.page.close()
        self._table.presenter.allow()

"""What a refusal looks like at the table: the card of now is red, the tray has the ways out of it,
and a sheet has every reason with its rule. What it says is worked out in ``ui/presenter``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ui import theme
from ui.presenter import Presenter, WayOut
from ui.presenter.ways_out import cost
from ui.screens.table.cited import cited, page_button
from ui.screens.table.table_page import TablePage
from ui.screens.table.tray import MainPlace
from ui.session.session import Session
from ui.shell.controls import Column, Scroll, button, row
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


def ways(presenter: Presenter, sign: Callable[[str], str], *, brief: bool) -> tuple[Tile, ...]:
    """The ways out, the best first. sign: the picture for a kind of move; brief: with children, who
    are not led around a rule."""
    refusal, say = presenter.refusal, presenter.phrasebook
    if refusal is None:
        return ()
    most = FEW_WAYS if theme.compact() else MOST_WAYS
    shown = enumerate(refusal.alternatives[:most])
    tiles = [_way(presenter, sign, number, one, brief=brief) for number, one in shown]
    if refusal.allowable and not brief:
        detail = say.say("button_detail", "allow_once")
        tiles.append(Tile(ALLOW, say.say("button", "allow_once"), detail, "sign-fix_table"))
    return tuple(tiles)


def _way(
    presenter: Presenter, sign: Callable[[str], str], number: int, one: WayOut, *, brief: bool
) -> Tile:
    """One way out, with its picture and what it costs. What ends the step is never the bright one:
    few want to."""
    kind, view = presenter.game.kind(one.way[-1]), presenter.view
    look, best = sign(kind.name), not (number or kind.ends)
    leading = presenter.composer.outlook.leading
    places = 0 if one.choose is None else len(set(leading(view, one.choose)))
    refused = presenter.refusal.kind if presenter.refusal else ""
    detail = cost(presenter.package, view, presenter.phrasebook, one, refused, places)
    wide = BEST_SMALL if theme.compact() else BEST
    return Tile(
        f"{WAY}{number}",
        one.sentence,
        "" if brief else detail,
        look,
        "" if look.startswith("sign-") else presenter.seat,
        role="bright" if best else "plain",
        wide=wide if best else 1.0,
        large=best,
    )


def touched(presenter: Presenter, token: str) -> None:
    """A way out was touched."""
    refusal = presenter.refusal
    if token == ALLOW:
        presenter.allow()
    elif refusal is not None:
        number = int(token.removeprefix(WAY))
        for one in refusal.alternatives[number : number + 1]:
            presenter.leave_by(one)


def put_away(presenter: Presenter, *, brief: bool, alone: bool) -> MainPlace:
    """What stands at the main place: to leave it at that. alone: no way out is better."""
    say = presenter.phrasebook
    label = say.say("button", "once_more" if brief else "never_mind")
    detail = "" if brief else say.say("button_detail", "never_mind")
    return MainPlace("never_mind", label, detail, bright=alone)


def rules(presenter: Presenter, session: Session, brief: bool, slim: bool) -> Rules:
    """What leads to the rules behind it. slim: the card has no room for a button."""
    refusal, say = presenter.refusal, presenter.phrasebook
    if refusal is None:
        return NO_RULES
    where = cited(session, presenter)
    more, number = len(refusal.faults) - 1, refusal.faults[0].number
    place = (slim and where.page(number, "page_alone")) or where.place(number)
    note = "" if brief else place or where.own(number)
    if more and not brief:
        note = say.say("label", "more_reasons", {"count": more})
    return Rules(note, "" if slim else rule_word(presenter, brief=brief))


def rule_word(presenter: Presenter, *, brief: bool) -> str:
    """What stands on the way to the rules."""
    return presenter.phrasebook.say("button", "why" if brief else "show_rule")


class ReasonsSheet(Sheet):
    """All reasons of the refusal that is open; behind it the table stays as it is."""

    whole = True

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self._table = page

    def fill(self) -> None:
        """Each reason, its rule, and how strong that is."""
        presenter = self._table.presenter
        refusal, say = presenter.refusal, presenter.phrasebook
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("button", "rules"), role="title"))
        column, where = Column(), cited(self.session, presenter)
        for fault in () if refusal is None else refusal.faults:
            column.add_widget(Paragraph(text=fault.sentence, role="title"))
            if fault.rule:
                column.add_widget(Paragraph(text=fault.rule, role="body"))
                strength = say.say("strength", fault.strength)
                told = f"{where.where(fault.number, fault.source)} · {strength}"
            else:
                parts = (where.own(fault.number), say.say("strength", fault.strength))
                told = " · ".join(part for part in parts if part)
            if remark := where.remark(fault.clause):
                column.add_widget(Paragraph(text=remark, role="body", ink="gold_text"))
            column.add_widget(Paragraph(text=told, role="small", ink="ink2"))
        self.card.add_widget(Scroll(column))
        if refusal is not None and refusal.allowable and self._table.session.settings.child:
            once, detail = say.say("button", "allow_once"), say.say("button_detail", "allow_once")
            self.card.add_widget(button(once, self._allow, detail=detail, height=12))
        ways = [button(say.say("button", "close"), self.page.close, role="bright", height=10)]
        numbers = () if refusal is None else tuple(one.number for one in refusal.faults)
        note = page_button(self.page, presenter, numbers)
        self.card.add_widget(row(ways if note is None else [note, *ways], 10))

    def _allow(self) -> None:
        """With children it stands here alone, away from the ways out."""
        self.page.close()
        self._table.presenter.allow()

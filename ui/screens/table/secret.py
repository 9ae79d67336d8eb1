"""The private entry: one seat tells something that only it may know."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.kernel import (
    DONE,
    Draft,
    MoveKind,
    begin,
    candidates,
    fill,
    next_blank,
    offers,
    whole,
)
from companion.match import questions
from ui import theme
from ui.navigation import Navigation
from ui.presenter.offers import asks
from ui.screens.table.cover import Cover
from ui.session.open_match import OpenMatch
from ui.shell.controls import Scroll, button, grid, row
from ui.shell.page import Sheet
from ui.widgets.pickers import Choice, Palette
from ui.widgets.text import Paragraph

LONGEST = 10.0
"""Seconds after which the choices are covered again; what was entered stays."""

WIDE = 38.0
"""Millimetres: the least width of a choice, for the longest name stands on one line of it."""


class SecretPage(Cover):
    """A palette that shows nothing of the table, and is gone with the choice."""

    def __init__(
        self,
        navigation: Navigation,
        open_match: OpenMatch,
        seat: str = "",
        draft: Draft | None = None,
    ) -> None:
        super().__init__(navigation, open_match, seat)
        self.draft = draft
        self.uncovered = False
        self._again = False
        self._limit = Clock.create_trigger(lambda _: self.hide(), LONGEST)

    def kinds(self) -> list[MoveKind[Any, Any]]:
        """The kinds of move that hide something, as far as this seat is asked for them."""
        game, asked = self.presenter.game, self.presenter.asked
        return [
            kind
            for kind in game.kinds
            if kind.hidden
            and (
                kind.role == "fix"
                or any(kind.name in one.kinds and one.seat == self.seat for one in asked)
            )
        ]

    def uncover_way(self) -> None:
        """Cover, kinds, or choices."""
        say = self.presenter.phrasebook
        for widget in self.heading():
            self.card.add_widget(widget)
        if self.draft is None:
            self._kinds()
        elif not self._secret_now() or self.uncovered:
            self._choices()
        else:
            hand_over = say.say("notice", "hand_over", {"seat": self.seat})
            self.card.add_widget(Widget())
            self.card.add_widget(Paragraph(text=hand_over, role="title", halign="center"))
            text = say.say("notice", "private_entry", {"seat": self.seat})
            self.card.add_widget(Paragraph(text=text, ink="ink2", halign="center"))
            if self._again:
                again = say.say("notice", "private_covered")
                self.card.add_widget(Paragraph(text=again, ink="gold_text", halign="center"))
            self.card.add_widget(Widget())
            self.card.add_widget(
                button(say.say("button", "ready"), self._uncover, role="bright", height=16)
            )

    def _kinds(self) -> None:
        say, kinds = self.presenter.phrasebook, self.kinds()
        buttons = [
            button(say.say("kind", kind.name), partial(self._begin, kind.name)) for kind in kinds
        ]
        if not buttons:
            self.card.add_widget(Paragraph(text=say.say("notice", "nothing_secret"), role="title"))
        self.card.add_widget(Scroll(grid(buttons, 2)))

    def _begin(self, name: str) -> None:
        self.draft = self._fresh(name)
        self.navigation.refresh()

    def _fresh(self, name: str) -> Draft:
        return self._answered(begin(self.presenter.game, name, self.seat), self.presenter.view)

    def _seen(self) -> Any:
        """What the questions are worked out on: while the page is uncovered what the seat may know,
        and before what everybody does, for all see what is asked then."""
        match = self.presenter.match
        return match.game.seen_by(match.position, self.seat) if self.uncovered else match.public

    def _answered(self, draft: Draft, view: Any) -> Draft:
        """A draft without the questions that have one answer."""
        game = self.presenter.game
        return questions.answered(game, view, draft, lambda *at: iter(offers(game, *at)))

    def unfinished(self) -> bool:
        """Whether something is entered and not yet told."""
        fresh = self.draft and self._fresh(self.draft.kind)
        return self.draft != fresh or super().unfinished()

    def left(self) -> None:
        """Back to the table; if something would be lost, only after asking."""
        if not self.unfinished():
            super().left()
            return
        self.hide()
        self.open(DropSheet(self, super().left))

    def _secret_now(self) -> bool:
        assert self.draft is not None
        kind = self.presenter.game.kind_of(self.draft)
        blank = next_blank(kind.move, self.draft)
        return blank is not None and blank.name.partition(".")[0] in kind.hidden

    def _uncover(self) -> None:
        self.uncovered, self._again = True, False
        self._limit()
        self.navigation.refresh()

    def _choices(self) -> None:
        """All choices alike, whatever is already known: even a glance tells nothing."""
        assert self.draft is not None
        match = self.presenter.match
        say = self.presenter.phrasebook_of(self.presenter.view, self.seat if self.uncovered else "")
        found = candidates(match.game, match.public, self.draft)
        if not found:
            seen = match.game.seen_by(match.position, self.seat)
            found = candidates(match.game, seen, self.draft)
        asked = asks(match.game, say, self.draft, self.seat)
        art = self.navigation.art(self.presenter.package)
        values = {str(value): value for value in found}
        choices = [
            Choice(token, say.name(token), look=token if art.look(token) is not None else "")
            for token in values
        ]
        palette = Palette(prompt=asked, choices=choices, art=art, least=WIDE)
        palette.bind(on_token=lambda _, token: self._chosen(values[token]))
        self.card.add_widget(Scroll(palette))
        if not choices:
            self.card.add_widget(Paragraph(text=say.say("notice", "nothing_secret"), ink="ink2"))

    def _chosen(self, value: Any) -> None:
        assert self.draft is not None
        kind = self.presenter.game.kind_of(self.draft)
        draft = self._answered(fill(kind.move, self.draft, value), self._seen())
        move = whole(kind.move, draft)
        if move is None:
            self.draft = draft
            if value == DONE or not self._secret_now():
                self.uncovered = False
            self.navigation.refresh()
            return
        self.uncovered = False
        self._limit.cancel()
        self.draft = None
        self.presenter.make(move, self.seat)
        self.navigation.play(self.open_match)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A touch beside the choices is another input: it covers them, and does nothing else."""
        self._stay()
        if self.uncovered and not self.card.collide_point(*touch.pos):
            self.hide()
            return True
        return bool(super().on_touch_down(touch))

    def hide(self) -> None:
        """Cover the choices; what was entered so far waits for whoever uncovers them again."""
        self._limit.cancel()
        if self.uncovered:
            self.uncovered, self._again = False, True
            self.fill()


class DropSheet(Sheet):
    """Asks before what was entered in private is lost. drop: leads away."""

    def __init__(self, page: SecretPage, drop: Callable[[], None]) -> None:
        super().__init__(page, "panel", "red")
        self._drop = drop

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """A small card in the middle."""
        return min(width - theme.mm(3), theme.mm(110)), min(height - theme.mm(3), theme.mm(50))

    def fill(self) -> None:
        """What goes, and the two answers."""
        say = self.words
        self.card.clear_widgets()
        self.card.add_widget(Paragraph(text=say.say("notice", "drop"), role="title"))
        self.card.add_widget(Widget())
        keep = button(say.say("button", "keep_entering"), self.page.close)
        drop = button(say.say("button", "drop"), self._drop, role="danger")
        self.card.add_widget(row([keep, drop]))

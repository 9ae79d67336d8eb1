"""The private entry: one seat tells something that only it may know."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from kivy.clock import Clock
from kivy.input import MotionEvent
from kivy.uix.widget import Widget

from companion.kernel import (
    DONE,
    Draft,
    Move,
    MoveKind,
    begin,
    fill,
    fits,
    may_end,
    next_blank,
    offers,
    whole,
)
from companion.match import questions
from companion.sight.asking import asks
from companion.sight.drafting import hides, secret_choices, tells
from companion.sight.printed import borne, printed
from companion.table import Pressed, Signal
from companion.text import Phrasebook
from ui import theme
from ui.navigation import Navigation
from ui.screens.table.cover import Cover, Uncovering
from ui.screens.table.faces import sign_of
from ui.screens.table.laid_out import LaidOut
from ui.screens.table.secret_by_ear import ByEar, Way
from ui.session.open_match import OpenMatch
from ui.shell.controls import button, row
from ui.shell.page import Sheet
from ui.widgets.places import Tile
from ui.widgets.text import Paragraph

LONGEST = 10.0
"""Seconds after which the choices are covered again; what was entered stays."""

HIGH, LOW, MINE = 22.0, 15.0, 0.4
"""Millimetres of the button that uncovers, and on a small screen; its share of the width."""


class SecretPage(Cover):
    """A palette that shows nothing of the table, and is gone with the choice. together: begins what
    all tell together, for a seat."""

    def __init__(
        self,
        navigation: Navigation,
        open_match: OpenMatch,
        seat: str = "",
        draft: Draft | None = None,
        together: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(navigation, open_match, seat)
        self.draft = draft
        self._together = together
        self.uncovered = False
        self._again = False
        self._limit = Clock.create_trigger(lambda _: self.hide(), LONGEST)
        self._against = ""
        self._by_ear = ByEar(self._ways, self._asked, self.whisper)

    def kinds(self) -> list[MoveKind[Any, Any]]:
        """The kinds of move that hide something, as far as this seat is asked for them, and there
        is something to choose."""
        game = self.presenter.game
        found = (game.by_name[name] for name in tells(self.presenter.match, self.seat))
        return [kind for kind in found if self._leads_on(kind)]

    def _leads_on(self, kind: MoveKind[Any, Any]) -> bool:
        """Whether its first question has an answer, and nothing that all know stands against it."""
        draft = self._fresh(kind.name)
        if not fits(kind, self.presenter.view, draft):
            return False
        asks_none = next_blank(kind.move, draft) is None
        return asks_none or may_end(kind.move, draft) or bool(self._values(draft))

    def uncover_way(self) -> None:
        """Cover, kinds, or choices."""
        say = self.presenter.phrasebook
        if self.draft is not None and self.is_secret() and not self.uncovered:
            again = (say.say("notice", "private_covered"),) if self._again else ()
            text = say.say("notice", "private_entry", {"seat": self.seat})
            mine = Uncovering(label=say.say("button", "mine", {"seat": self.seat}))
            mine.detail = say.say("button_detail", "mine")
            mine.bind(on_press=lambda _: self._uncover())
            mine.role, mine.look, mine.large = "bright", "sign-look", True
            mine.size_hint, mine.height = (MINE, None), theme.mm(LOW if theme.compact() else HIGH)
            closes = Paragraph(text=say.say("notice", "private_closes"), role="small", ink="ink2")
            closes.pos_hint, closes.halign = {"center_y": 0.5}, "right"
            closes.size_hint_x = (1 - MINE) / 2
            beside = row([Widget(size_hint_x=(1 - MINE) / 2), mine, closes], None)
            beside.size_hint_y, beside.height = None, mine.height
            for widget in (*self.hand_over(text, *again), beside):
                self.card.add_widget(widget)
            return
        for widget in () if self.uncovered else self.heading():
            self.card.add_widget(widget)
        self._kinds() if self.draft is None else self._choices()

    def _kinds(self) -> None:
        say, kinds = self.presenter.phrasebook, self.kinds()
        if not kinds:
            nothing = say.say("notice", "nothing_private", {"seat": self.seat})
            for one in (Widget(), Paragraph(text=nothing, role="title", halign="center"), Widget()):
                self.card.add_widget(one)
            return
        presenter, art = self.presenter, self.navigation.art(self.presenter.package)
        tiles = [
            Tile(
                one.name,
                say.say("kind", one.name),
                look=sign_of(art, presenter, one.name),
                seat=self.seat,
            )
            for one in kinds
        ]
        laid = LaidOut("", tiles, art)
        laid.places.bind(on_token=lambda _, name: self._begin(name))
        self.card.add_widget(laid)

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

    def is_secret(self) -> bool:
        """Whether what is asked next is for this seat alone."""
        assert self.draft is not None
        return hides(self.presenter.match, self.draft)

    def _uncover(self) -> None:
        self.uncovered, self._again = True, False
        self._limit()
        self.navigation.refresh()

    @property
    def _speaker(self) -> Phrasebook:
        """Speaks to whoever reads what is there: while it is uncovered to its seat alone."""
        return self.presenter.phrasebook_of(
            self.presenter.view, self.seat if self.uncovered else ""
        )

    def _choices(self) -> None:
        """All choices alike, whatever is already known: even a glance tells nothing."""
        assert self.draft is not None
        match, say, draft = self.presenter.match, self._speaker, self.draft
        values = self._values(draft)
        art = self.navigation.art(self.presenter.package)
        asked = asks(match.game, match.public, say, draft, self.seat)
        names = say.apart([*values])
        choices = [
            self._choice(draft, value, name)
            for value, name in zip(values.values(), names, strict=True)
        ]
        laid = LaidOut(asked, choices, art)
        laid.places.bind(on_token=lambda _, token: self._chosen(values[token]))
        self.card.add_widget(laid)
        ends = may_end(match.game.kind_of(draft).move, draft)
        if ends or draft.parts:
            self.card.add_widget(self._end(draft, ends=ends))
        elif not choices:
            self.card.add_widget(Paragraph(text=say.say("notice", "nothing_secret"), ink="ink2"))

    def _values(self, draft: Draft) -> dict[str, Any]:
        """All that can be chosen next, by token."""
        return secret_choices(self.presenter.match, self.seat, draft)

    def _choice(self, draft: Draft, value: Any, name: str) -> Tile:
        presenter, token = self.presenter, str(value)
        art = self.navigation.art(presenter.package)
        blank = next_blank(presenter.game.kind_of(draft).move, draft)
        key = art.key(f"{draft.kind}.{blank.name}", token) if blank is not None else ""
        card = printed(presenter.package, presenter.view, token, presenter.words)
        count = draft.parts.count(value)
        if card and count:
            card = (msgspec.structs.replace(card[0], count=count), *card[1:])
        look = token if art.look(token) is not None else key
        seat = self.seat if look == key else ""
        fine = not self.against(draft, value)
        return Tile(
            token,
            name[:1].upper() + name[1:],
            look=look,
            seat=seat,
            offered=fine,
            card=card,
            thing=() if look or card else borne(presenter.scene, token, presenter.words),
            chosen=bool(count),
        )

    def against(self, draft: Draft, value: Any) -> str:
        """What is against a choice, in words that everybody may hear; "" for nothing."""
        return ""

    def _end(self, draft: Draft, *, ends: bool) -> Widget:
        """What ends a list, and takes back the last of it."""
        say = self.presenter.phrasebook
        back = button(say.say("button", "undo"), self._one_back, offered=bool(draft.parts))
        done = button(say.say("button", "done"), partial(self._chosen, DONE), offered=ends)
        done.role = "bright" if ends and draft.parts else "plain"
        done.detail = str(len(draft.parts))
        return row([back, done])

    def _one_back(self) -> None:
        assert self.draft is not None
        if self.draft.parts:
            self.draft = msgspec.structs.replace(self.draft, parts=self.draft.parts[:-1])
            self._limit()
            self.navigation.refresh()

    def _chosen(self, value: Any) -> None:
        assert self.draft is not None
        kind = self.presenter.game.kind_of(self.draft)
        if against := self.against(self.draft, value):
            self._against = against
            if self.uncovered:  # who chose by ear has it whispered: it may name what was chosen
                self.say(against)
            return
        draft = self._answered(fill(kind.move, self.draft, value), self._seen())
        move = whole(kind.move, draft)
        self._limit.cancel()
        if move is None:
            self.draft = draft
            if value == DONE or not self.is_secret():
                self.uncovered = False
            if self.uncovered:
                self._limit()
            self.navigation.refresh()
            return
        self.uncovered = False
        self.draft = None
        said = self.told(move)
        self.navigation.play(self.open_match)
        if said:
            self.navigation.say(said)

    def told(self, move: Move) -> str:
        """All of it was entered; what is said of it, where no line of the log says it."""
        self.presenter.make(move, self.seat)
        return ""

    # By ear

    def signal(self, signal: Signal) -> None:
        """The dial and confirm tell it by the earphone; undo takes back the last of a list, or
        leads back."""
        named = self.seat
        super().signal(signal)
        if not named or not self.navigation.peripherals.listens:
            return
        if not isinstance(signal, Pressed) or signal.role != "undo":
            self._by_ear.signal(signal)
        elif self.draft is not None and self.draft.parts:
            self._one_back()
        else:
            self.left()

    def by_ear(self) -> str:
        """What is asked, and that the dial steps through the answers."""
        say = self.presenter.phrasebook
        return f"{self._asked()} {say.say('notice', 'secret_by_ear')}"

    def _asked(self) -> str:
        """What is asked now, after what was against the last answer; "" once all is told."""
        against, self._against = self._against, ""
        return "" if self.parent is None else f"{against} {self._question()}".strip()

    def _question(self) -> str:
        if not self._ways():
            return self.presenter.phrasebook.say("notice", "nothing_secret")
        if self.draft is None:
            return self.presenter.phrasebook.say("notice", "what_secret", {"seat": self.seat})
        say = self.presenter.phrasebook_of(self.presenter.view, self.seat)
        return asks(self.presenter.game, self.presenter.view, say, self.draft, self.seat)

    def _ways(self) -> list[Way]:
        say, draft = self.presenter.phrasebook_of(self.presenter.view, self.seat), self.draft
        if draft is None:
            kinds = (one.name for one in self.kinds())
            named = ((say.say("kind", name), partial(self._begin, name)) for name in kinds)
            return [*self._ways_together(), *named]
        values = self._values(draft).items()
        ways: list[Way] = [(say.name(at), partial(self._chosen, value)) for at, value in values]
        if may_end(self.presenter.game.kind_of(draft).move, draft):
            ways.append((say.say("button", "done"), partial(self._chosen, DONE)))
        return ways

    def _ways_together(self) -> list[Way]:
        """What all tell together, which a finger begins at the lock in that person's row."""
        together, begins = self.open_match.together, self._together
        if not (begins and together.step and together.secretly and self.seat in together.open):
            return []
        return [
            (self.presenter.phrasebook.say("kind", together.secretly), partial(begins, self.seat))
        ]

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """A touch beside the choices is another input: it covers them, and does nothing else."""
        self._stay()
        if self.uncovered and not self.on_card(touch):
            self.hide()
            return True
        return bool(super().on_touch_down(touch))

    def hide(self) -> None:
        """Cover the choices, and what was said of them; what was entered so far waits for whoever
        uncovers them again."""
        self._limit.cancel()
        if self.uncovered:
            self.uncovered, self._again = False, True
            self.say("")
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

"""Telephones as hands: whose is there, how one sits down, and how it is sent away."""

from __future__ import annotations

from functools import partial

from kivy.clock import Clock
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from printables.qr import shown
from ui import theme
from ui.beat import Beat
from ui.guests.phones import Phones
from ui.guests.seated import Phone, Sitting
from ui.guests.television import Television
from ui.screens.table.table_page import TablePage
from ui.shell.controls import Card, Column, Scroll, button, grid, row, set_bounds
from ui.shell.page import Sheet
from ui.widgets.button import ActionButton
from ui.widgets.qr import QrCode
from ui.widgets.text import Paragraph, TextLine

LOOKED = 1.0
"""Seconds between two looks at whether the code still leads anywhere."""

SHARE = 0.5
"""Share of the width that the seats take; of the height on an upright screen."""


class PhonesSheet(Sheet):
    """Whoever may touch the table gives its seats away: touch a seat, and its code is there until
    somebody has come by it, or the sheet goes."""

    def __init__(self, page: TablePage) -> None:
        super().__init__(page)
        self.presenter = page.presenter
        self.code: QrCode | None = None
        self._built: tuple[object, ...] = ()
        self._scroll: Scroll | None = None
        self._anew = Clock.create_trigger(lambda _: self.fill(), 0)
        self.television.changed = self._anew
        self._looks = Beat(self._look, LOOKED)
        self._looks.start()

    @property
    def television(self) -> Television:
        """By whose line they come."""
        return self.navigation.peripherals.television

    @property
    def phones(self) -> Phones:
        """What it is about."""
        return self.television.phones

    def cover(self, x: float, y: float, width: float, height: float) -> None:
        """The whole page: a code wants room."""
        set_bounds(self, x, y, width, height)
        set_bounds(self.card, x, y, width, height)

    def news(self) -> None:
        """Somebody sat down, or has gone."""
        self.fill()

    def _look(self) -> None:
        """Whether the code still leads anywhere; where another page came, it does not."""
        if self.page.parent is None:
            self.page.close()
        else:
            self.fill()

    def closed(self) -> None:
        """A code that nobody sees leads nowhere."""
        self._looks.stop()
        self.television.changed = lambda: None
        self.phones.seats.withdraw()
        if (sat := self.phones.sat) is not None:
            self.page.say(self._sat_down(sat))

    def fill(self) -> None:
        """Show the seats, and the code of the one that was touched; anew only where something is
        otherwise."""
        at, seats = self.phones.at, self.phones.seats
        if at is None:
            return
        if seats.expired:
            seats.withdraw()
        standing, ticket = self.television.standing, seats.ticket
        built = (
            self.session.language,
            *(at, seats.of(at), standing, self.phones.sat, seats.as_before(at)),
            ticket and (ticket.secret, ticket.digits),
        )
        if built == self._built:
            return
        self._built = built
        scrolled = 1.0 if self._scroll is None else self._scroll.scroll_y
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=self.words.say("button", "phones"), role="title"))
        upright = self.page.height > self.page.width
        both = BoxLayout(
            orientation="vertical" if upright else "horizontal", spacing=theme.mm(theme.GAP)
        )
        left = self._scroll = Scroll(self._seats(at))
        left.stay(scrolled)  # a phone comes or goes: what somebody is about to touch stays there
        left.size_hint = (1, SHARE) if upright else (SHARE, 1)
        right = self._code()
        right.size_hint = (1, 1 - SHARE) if upright else (1 - SHARE, 1)
        both.add_widget(left)
        both.add_widget(right)
        self.card.add_widget(both)
        self.card.add_widget(button(self.words.say("button", "close"), self.page.close, height=10))

    def _seats(self, at: Sitting) -> Column:
        say, sit = self.presenter.phrasebook, self.phones.seats.of(at)
        column = Column()
        for seat in at.seats:
            if seat in at.absent:
                continue
            made = button(say.name(seat), partial(self._offer, seat))
            made.seat, made.look = seat, theme.seat(seat).mark
            ticket = self.phones.seats.ticket
            made.chosen = ticket is not None and ticket.seat == seat
            phone = sit.get(seat)
            if phone is None:
                column.add_widget(row([made]))
                continue
            made.detail = say.say("phones", self._how(phone))
            away = button("", partial(self._send_away, phone))
            away.spoken = say.say("button", "not_hers", {"seat": seat})  # it bears a sign alone
            away.look, away.size_hint_x, away.width = "sign-no", None, theme.mm(theme.TOUCH)
            column.add_widget(row([made, away]))
        if self.phones.seats.as_before(at):
            same = button(say.say("button", "same_phones"), self._as_before, role="bright")
            same.detail = say.say("button_detail", "same_phones")
            column.add_widget(grid([same], 1, 12))
        about = say.say("notice", "phones_open")
        column.add_widget(Paragraph(text=about, role="small", ink="ink2"))
        return column

    def _how(self, phone: Phone) -> str:
        return "awake" if phone.key in self.television.standing.phones else "asleep"

    def _code(self) -> Card:
        say, standing, right = self.words, self.television.standing, Card("panel2")
        self.code = None
        ticket = self.phones.seats.ticket
        if (sat := self.phones.sat) is not None:
            right.add_widget(Paragraph(text=self._sat_down(sat), role="title", halign="center"))
            right.add_widget(self._not_hers(sat))
            right.add_widget(Widget())
        elif standing.state != "on" or not standing.addresses:
            key = "nowhere" if standing.state == "on" else standing.state
            right.add_widget(Paragraph(text=say.say("notice", f"television_{key}")))
        elif ticket is None:
            right.add_widget(Paragraph(text=say.say("notice", "phones_touch"), role="body"))
        else:
            host = f"{standing.addresses[0]}:{standing.port}/p"
            self.code = QrCode(shown(f"http://{host}/#{ticket.secret}"))
            right.add_widget(self.code)
            texts = Column(spacing=theme.mm(1.0))
            about = {"seat": ticket.seat}
            told = self.presenter.phrasebook.say("notice", "phones_scan", about)
            texts.add_widget(Paragraph(text=told, role="small"))
            if ticket.digits:
                texts.add_widget(Paragraph(text=f"{host}  {ticket.digits}", ink="gold_text"))
            else:
                spent = say.say("notice", "phones_spent")
                texts.add_widget(Paragraph(text=spent, role="small", ink="red_text"))
            right.add_widget(texts)
        return right

    def _sat_down(self, phone: Phone) -> str:
        say = self.presenter.phrasebook
        return say.say("notice", "phone_sits", {"seat": phone.seat})

    def _not_hers(self, phone: Phone) -> ActionButton:
        label = self.presenter.phrasebook.say("button", "not_hers", {"seat": phone.seat})
        return button(label, partial(self._send_away, phone), role="danger", height=12)

    def _offer(self, seat: str) -> None:
        self.phones.seats.offer(seat)
        self.fill()

    def _send_away(self, phone: Phone) -> None:
        self.phones.send_away(phone)
        self.fill()

    def _as_before(self) -> None:
        self.phones.seat_as_before()
        self.navigation.peripherals.show_elsewhere()
        self.fill()

"""Telephones as players' hands: what they ask comes in here, and goes out answered.

It belongs to the thread of the screen, but for :meth:`Phones.take`. A telephone names no seat:
whose hand it is, stands in :mod:`ui.guests.seated`. Nothing waits for one, and none is ever needed.
"""

from collections import deque
from dataclasses import dataclass
from time import monotonic
from typing import Literal

from companion.languages import spoken
from companion.sight.hand import Said, Sorry, me
from companion.sight.wire import NOWHERE, Asked, Seated, hashed
from companion.sight.wishes import Act, Agree, Begin, End, Look, Sit, Speak, TakeBack, Wish
from companion.text import Language
from ui.guests.hand import Hand, Remembered
from ui.guests.line import Line
from ui.guests.seated import Phone, Seats, Sitting
from ui.session.session import Session
from ui.session.settings import Hands

WAITING = 256
"""Questions that wait at most: a service that asks more is not answered."""

AT_ONCE = 4
"""Questions that are answered between two frames: no telephone holds up the table."""

NOT_HERS = 10.0
"""Seconds for which the table asks whether it was the right one who sat down."""


@dataclass(frozen=True)
class Free:
    """What is so at the screen. still: no finger is on it. at_table: the match can go on there."""

    still: bool = True
    at_table: bool = True


class Phones:
    """seats: who sits where. line: to the service; None while there is none."""

    def __init__(self, session: Session) -> None:
        self.line: Line | None = None
        self.seats = Seats(session.folder)
        self._session = session
        self._waiting: deque[Asked] = deque(maxlen=WAITING)
        self._remembered = Remembered()
        self._sat: tuple[Phone, float] | None = None
        self._seated: Seated | None = None
        self._nudged: object = None
        self._acted = False

    # How it stands

    @property
    def may(self) -> Hands:
        """What telephones may do."""
        chosen = self._session.settings.television
        return chosen.phones if chosen.on else "none"

    @property
    def at(self) -> Sitting | None:
        """The match whose seats can be sat at; None for none."""
        one = self._session.open_match
        if one is None or not one.kept:
            return None
        match = one.match
        return Sitting(one.name, match.seats, dict(match.players), match.absent)

    @property
    def channels(self) -> tuple[Language, ...]:
        """The languages in which the table is told to them."""
        return tuple(one for one in dict.fromkeys(self._follow().values()) if one != NOWHERE)

    @property
    def awake(self) -> dict[str, bool]:
        """The seats that have a telephone, each with whether it is awake: everybody sees that, and
        nothing depends on it."""
        at, line = self.at, self.line
        if at is None or line is None or self.may == "none":
            return {}
        there = line.standing.phones
        return {seat: one.key in there for seat, one in self.seats.of(at).items()}

    @property
    def sat(self) -> Phone | None:
        """Who sat down just now."""
        if self._sat is None or monotonic() - self._sat[1] > NOT_HERS:
            return None
        return self._sat[0]

    def send_away(self, phone: Phone) -> None:
        """It is nobody's hand any more."""
        self.seats.send_away(phone)
        self._sat = None
        self.publish()

    def seat_as_before(self) -> None:
        """The telephones of the match before sit where they sat."""
        if (at := self.at) is not None:
            self.seats.seat_as_before(at)
            self.publish()

    def publish(self) -> None:
        """Tell the service who may come, where that is new, and telephones that there may be
        something else to ask for."""
        if self.line is None:
            return
        known = () if self.may == "none" else self.seats.known(self.at)
        told = Seated(self.may != "none", self._follow())
        if told != self._seated:
            self._seated = told
            self._remembered.forget(told.phones)
            self.line.seat(told)
        now = (self.may, self.at, known, self._asked())
        if now != self._nudged:
            self._nudged = now
            self.line.nudge()

    def _follow(self) -> dict[str, Language | Literal["-"]]:
        """The stream of each telephone that may come: whoever sits elsewhere sees nothing of this
        match."""
        at = self.at
        return {
            one.key: spoken(one.language) if at is not None and one.match == at.match else NOWHERE
            for one in (self.seats.known(at) if self.may != "none" else ())
        }

    def begin(self, line: Line) -> None:
        """Telephones come by this line from now on."""
        self.line, self._seated, self._nudged = line, None, None
        self.publish()

    def _asked(self) -> object:
        one = self._session.open_match
        return None if one is None else one.presenter.question

    # What comes in

    def take(self, asked: Asked) -> None:
        """A telephone asks something; from any thread."""
        self._waiting.append(asked)
        self._session.wake()

    @property
    def waits(self) -> bool:
        """Whether anything is still to be answered."""
        return bool(self._waiting)

    def work(self, free: Free) -> bool:
        """Answer what can be answered now; whether anything was done at the table. What would
        change it waits until no finger is on it: whoever touches it has seen it as it is."""
        self._acted = False
        for _ in range(min(AT_ONCE, len(self._waiting))):
            asked = self._waiting.popleft()
            if isinstance(asked.what, Act) and not free.still:
                self._waiting.append(asked)
                continue
            said = self._answered(asked, free)
            if self.line is not None:
                self.line.answer(asked.number, said)
        return self._acted

    def _answered(self, asked: Asked, free: Free) -> Said:
        what, at = asked.what, self.at
        if isinstance(what, Sit):
            return self._sit(hashed(asked.shown), what)
        phone = self.seats.by_key(hashed(asked.shown), at)
        one = self._session.open_match
        if phone is None or self.may == "none":
            return Sorry("")
        if isinstance(what, Speak):
            phone = self.seats.speak(phone, spoken(what.language))
            self.publish()
        if one is None or at is None or phone.match != at.match:
            return me(spoken(phone.language), self.may, "", "", "")
        hand = Hand(phone, one, self.may)
        if isinstance(what, Look):
            return hand.look()
        if isinstance(what, Begin):
            return hand.begin(what.tokens)
        if isinstance(what, Act):
            return self._done(phone, hand, what, free)
        return hand.me()

    def _sit(self, key: str, what: Sit) -> Said:
        at, one = self.at, self._session.open_match
        language = spoken(what.language)
        if self.may == "none" or at is None or one is None:
            return Sorry("")
        phone = self.seats.sit(what.ticket, key, language, at)
        if phone is None:
            return Sorry("")
        self._sat = phone, monotonic()
        self.publish()
        return Hand(phone, one, self.may).me()

    def _done(self, phone: Phone, hand: Hand, what: Act, free: Free) -> Said:
        """Do what is wished, once."""
        before = self._remembered.of(phone.key, what.once)
        if before is not None:
            return before
        if not free.at_table or hand.paused:
            return Sorry(hand.busy)
        self._acted = True
        match what:
            case Wish():
                said = hand.wish(what)
            case TakeBack():
                said = hand.take_back(what)
            case Agree():
                said = hand.agree(what)
            case End():
                said = hand.end(what)
        self._remembered.keep(phone.key, what.once, said)
        return said

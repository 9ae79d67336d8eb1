"""Which telephone is whose hand: tickets that lead to a seat, and who sits there.

Of a telephone nothing is kept but the hash of what it shows, with the match, so that a power cut
leads everybody back to their seats. Whoever may touch the table gives seats away.
"""

import secrets
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from hmac import compare_digest
from pathlib import Path
from time import monotonic, time

import msgspec
from msgspec.structs import replace

from companion.files import atomic_write, read_whole, remove
from companion.sight.wire import Phone as Key
from companion.sight.wishes import Spoken

FILE = "phones.json"

_MOST = 100_000  # bytes of the file

KEY, DIGITS, GUESSES = 16, 6, 5
"""Random bytes of a ticket, digits that stand for it, and wrong ones after which these lead
nowhere: the code of the ticket still does."""

TICKET = 180.0
"""Seconds for which a ticket leads to its seat."""

EVENING = 12 * 3600.0
"""Seconds for which a telephone is known."""

KNOWN = 32
"""Telephones that are known at most: the oldest is forgotten first."""


class Phone(msgspec.Struct, frozen=True):
    """A telephone that sits somewhere.

    key: hash of what it shows.
    match: in which it sits.
    seat: where.
    who: stands for the name of whoever plays there, "" for nobody named.
    language: in which it is spoken to.
    since: when it sat down, in seconds since 1970.
    """

    key: Key
    match: str
    seat: str
    who: str
    language: Spoken
    since: float


class Kept(msgspec.Struct, frozen=True):
    """What stands in the file."""

    phones: tuple[Phone, ...] = ()


@dataclass
class Ticket:
    """What leads to a seat, once.

    seat: to which.
    secret: stands in the code.
    digits: may be typed instead, "" once they were guessed at too often.
    until: when it ends, on the clock that never jumps.
    wrong: how often digits were guessed at.
    """

    seat: str
    secret: str
    digits: str
    until: float
    wrong: int = 0


@dataclass(frozen=True)
class Sitting:
    """A match whose seats are given away. match: its name. players: names by seat. absent: seats
    that nobody plays for."""

    match: str
    seats: tuple[str, ...]
    players: Mapping[str, str]
    absent: Collection[str] = frozenset()


class Seats:
    """folder: of all data. clock: seconds that never jump. today: seconds since 1970."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], float] = monotonic,
        today: Callable[[], float] = time,
    ) -> None:
        self._folder, self._clock, self._today = folder, clock, today
        self.phones = _read(folder)
        self.ticket: Ticket | None = None

    # Tickets

    def offer(self, seat: str) -> Ticket:
        """A new ticket for a seat; the one before it leads nowhere any more."""
        digits = f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
        until = self._clock() + TICKET
        self.ticket = Ticket(seat, secrets.token_urlsafe(KEY), digits, until)
        return self.ticket

    def withdraw(self) -> None:
        """No ticket leads anywhere any more."""
        self.ticket = None

    @property
    def expired(self) -> bool:
        """Whether the ticket has been there for too long."""
        return self.ticket is not None and self._clock() >= self.ticket.until

    def sit(self, told: str, key: str, language: str, at: Sitting) -> Phone | None:
        """Sit down by a ticket; None where it leads nowhere. Whoever sat there gets up."""
        one = self.ticket
        typed = len(told) == DIGITS
        wanted = "" if one is None or self.expired else one.digits if typed else one.secret
        fits = bool(wanted) and compare_digest(told.encode(), wanted.encode())
        if one is None or not fits or one.seat not in at.seats:
            if one is not None and typed:
                one.wrong += 1
                one.digits = one.digits if one.wrong < GUESSES else ""
            return None
        self.ticket = None
        who = _who(key, at.players.get(one.seat, ""))
        made = Phone(key, at.match, one.seat, who, language, self._today())
        gone = self.of(at).get(one.seat)
        self._keep((*(each for each in self.phones if each != gone), made))
        return made

    # Who sits

    def known(self, at: Sitting | None) -> tuple[Phone, ...]:
        """All telephones that may come, also those that sit in another match; not those of somebody
        who plays no more where they sit."""
        late = self._today() - EVENING
        fresh = (one for one in self.phones if one.since > late)
        return tuple(one for one in fresh if at is None or one.match != at.match or _plays(one, at))

    def of(self, at: Sitting) -> dict[str, Phone]:
        """The telephone of each seat that has one."""
        return {one.seat: one for one in self.known(at) if one.match == at.match}

    def by_key(self, key: str, at: Sitting | None) -> Phone | None:
        """A telephone that may come."""
        return next((one for one in self.known(at) if one.key == key), None)

    def send_away(self, phone: Phone) -> None:
        """It is nobody's hand any more."""
        self._keep(tuple(one for one in self.phones if one.key != phone.key))

    def speak(self, phone: Phone, language: str) -> Phone:
        """It is spoken to in another language."""
        now = replace(phone, language=language)
        self._keep(tuple(now if one.key == phone.key else one for one in self.phones))
        return now

    def as_before(self, at: Sitting) -> dict[str, Phone]:
        """Where telephones of the match before would sit now: with whoever has the same name, or
        the same colour where nobody was named; the latest first."""
        taken, found = self.of(at), dict[str, Phone]()
        for one in sorted(self.known(at), key=lambda one: -one.since):
            if one.match == at.match:
                continue
            for seat in at.seats:
                same = one.who == _who(one.key, at.players.get(seat, ""))
                same = same and bool(one.who or one.seat == seat)
                if same and seat not in taken and seat not in at.absent:
                    found.setdefault(seat, one)
        return found

    def seat_as_before(self, at: Sitting) -> None:
        """Let them sit there."""
        wanted = {one.key: seat for seat, one in self.as_before(at).items()}
        self._keep(
            tuple(
                replace(one, match=at.match, seat=wanted[one.key]) if one.key in wanted else one
                for one in self.phones
            )
        )

    def _keep(self, phones: tuple[Phone, ...]) -> None:
        """Remember them; a folder that cannot be written leads nobody back, not whoever sat there
        before either."""
        late = self._today() - EVENING
        self.phones = tuple(one for one in phones if one.since > late)[-KNOWN:]
        try:
            atomic_write(self._folder / FILE, msgspec.json.encode(Kept(self.phones)))
        except OSError:
            with suppress(OSError):
                remove(self._folder / FILE)


def _who(key: Key, name: str) -> str:
    """What stands for a name: it is only compared, and one that is forgotten stands nowhere."""
    return blake2b(name.encode(), key=key.encode(), digest_size=16).hexdigest() if name else ""


def _plays(one: Phone, at: Sitting) -> bool:
    known = one.seat in at.seats and one.seat not in at.absent
    return known and _who(one.key, at.players.get(one.seat, "")) == one.who


def _read(folder: Path) -> tuple[Phone, ...]:
    """The telephones in a folder; none where the file is not as it was written."""
    try:
        return msgspec.json.decode(read_whole(folder / FILE, _MOST), type=Kept).phones
    except OSError:
        return ()
    except (ValueError, RecursionError):
        with suppress(OSError):  # earlier versions kept names in it
            remove(folder / FILE)
        return ()

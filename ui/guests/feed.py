"""What is told to the service of other screens, and when: without a clock, a thread or a widget."""

from collections import deque
from dataclasses import dataclass

import msgspec
from msgspec import Raw

from companion.scene.palettes import Name
from companion.sight import wire
from companion.sight.look import Moment, seen
from companion.sight.page import page
from companion.sight.patch import patch
from companion.sight.seen import Seen
from companion.sight.wire import Dress, News
from companion.text import Language

_NOTHING = Raw(b"null")


@dataclass(frozen=True)
class Manner:
    """How it is told. names: whether people are called by their names. minutes: for which pictures
    are kept back."""

    language: Language
    theme: Name
    names: bool
    minutes: int


class Feed:
    """Moments go in, lines come out: each as soon as it may be seen.

    How it is told counts at once, also for what was kept back: whoever takes the names off means
    those, too. channel: of the stream, see ``companion.sight.wire``.
    """

    def __init__(self, channel: str = "") -> None:
        self._channel = channel
        self._manner: Manner | None = None
        self._now: Moment | None = None
        self._later: deque[tuple[float, Moment | None]] = deque()
        self._number = 0
        self.anew()

    def anew(self) -> None:
        """Nobody knows anything yet: all is told again."""
        self._dressed: tuple[Manner, str] | None = None
        self._sent: Seen | None = None
        self._told = False

    def take(self, one: Moment | None, manner: Manner, now: float) -> None:
        """How the match stands at that second; None while nothing is played."""
        if self._manner is not None and manner.minutes < self._manner.minutes:
            self._later.clear()
        self._manner = manner
        self._later.append((now + 60 * manner.minutes, one))

    @property
    def due(self) -> float | None:
        """The second at which there is something to tell; None while nothing waits."""
        return self._later[0][0] if self._later else None

    def lines(self, now: float) -> bytes:
        """All that may be told at that second."""
        while self._later and self._later[0][0] <= now:
            self._now, self._told = self._later.popleft()[1], False
        manner = self._manner
        if manner is None:
            return b""
        art = "" if self._now is None else self._now.package.art
        said = b""
        if self._dressed != (manner, art):
            self._dressed, self._sent, self._told = (manner, art), None, False
            told = page(manner.language, manner.theme, manner.minutes, art)
            said = wire.line(Dress(_raw(told), self._channel))
        return said if self._told else said + self._picture(manner)

    def _picture(self, manner: Manner) -> bytes:
        """The picture of the moment, unless it is the same as before."""
        moment = self._now
        now = None if moment is None else seen(moment, manner.language, names=manner.names)
        before, self._sent, self._told = self._sent, now, True
        if now is not None and now == before:
            return b""
        step = patch(before, now) if before is not None and now is not None else None
        self._number += 1
        led = _NOTHING if step is None else _raw(step)
        return wire.line(News(self._number, _raw(now), led, self._channel))


def _raw(told: msgspec.Struct | None) -> Raw:
    return Raw(msgspec.json.encode(told))

"""The box as a whole: contacts to events, commands to lamps and sounds.

A ``board`` is what it sits on. It has ``buttons``, ``lamps``, ``dials`` and ``buzzers`` (how many),
``closed()`` (contacts of the buttons as bits), ``levels(dial)`` (its two contacts as bits),
``light(bits)``, ``sound(buzzer, hertz, level)``, ``keep(settings)`` and ``leave()``.
"""

import json

from .contacts import Buttons, Dial
from .lights import PATTERNS, Lights, Sound
from .link import Link

DONE = 0
NO_SUCH_PART = 1
IMPOSSIBLE = 2
DARK_MS = 10000
"""Without a host for so long, the lamps go out: what they said is no longer known to be true."""


class Box:
    """Call :meth:`sample` every two milliseconds, and hand bytes to and from ``link``."""

    def __init__(self, board, boot: int, identity: "tuple[str, str, str]") -> None:
        """``identity``: serial number, firmware version and name."""
        self._board = board
        counts = (board.buttons, board.lamps, board.dials, board.buzzers, 0)
        self.link = Link((counts, "\n".join(identity)), boot, self._carry_out)
        self._buttons = Buttons(board.closed())
        self._dials = [Dial(board.levels(number)) for number in range(board.dials)]
        self._lights = Lights()
        self._sounds = [Sound() for _ in range(board.buzzers)]
        self._lit = -1
        self._pitches = [0] * board.buzzers
        self._now = 0
        self._heard = 0
        self.leaving = False

    def sample(self, now: int) -> None:
        """Look at all contacts and drive all lamps and buzzers."""
        self._now = now
        changed = self._buttons.sample(self._board.closed())
        number = 0
        while changed:
            if changed & 1:
                self.link.event("button", now, number, self._buttons.down >> number & 1)
            changed >>= 1
            number += 1
        for number, dial in enumerate(self._dials):
            steps = dial.sample(self._board.levels(number))
            if steps:
                self.link.event("dial", now, number, steps)
        if not self.link.alone(now):
            self._heard = now
        elif now - self._heard >= DARK_MS:
            self._lights.show(0, 0)
        lit = self._lights.lit(now)
        if lit != self._lit:
            self._lit = lit
            self._board.light(lit)
        for number, sound in enumerate(self._sounds):
            pitch = sound.pitch(now)
            if pitch != self._pitches[number]:
                self._pitches[number] = pitch
                self._board.sound(number, pitch, sound.level)

    def _carry_out(self, name: str, values) -> int:
        if name == "lamps":
            self._lights.show(*values)
        elif name == "flash":
            self._lights.flash(values[0], self._now)
        elif name == "buzz":
            buzzer, pattern, level = values
            if buzzer >= len(self._sounds):
                return NO_SUCH_PART
            if pattern >= len(PATTERNS) or not 1 <= level <= 3:
                return IMPOSSIBLE
            self._sounds[buzzer].begin(pattern, level, self._now)
        elif name == "show":
            return NO_SUCH_PART
        elif name == "set":
            return self._set(values[0])
        elif name == "leave":
            self.leaving = True
        return DONE

    def _set(self, text: str) -> int:
        try:
            settings = json.loads(text)
        except ValueError:
            return IMPOSSIBLE
        if not isinstance(settings, dict):
            return IMPOSSIBLE
        return DONE if self._board.keep(settings) else IMPOSSIBLE

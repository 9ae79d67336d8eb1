"""What comes out of a scanner: bytes into lines, lines into codes, and no code twice by accident.

Pure: bytes and times are handed in.
"""

from typing import Literal

import msgspec

LONGEST_LINE = 256  # bytes; our own codes have at most 20 characters

TORN_AFTER = 0.5
"""Seconds of silence after which a begun code has no end any more: a scanner sends one in a breath,
and no hand shows it the next as soon, so that half of one is never read with the next."""

Fault = Literal["unreadable", "too_long", "torn"]


class ScannedLine(msgspec.Struct, frozen=True):
    """A complete line with printable text, without its end and without spaces around it."""

    text: str


class Garbage(msgspec.Struct, frozen=True):
    """Bytes that are no code: not printable or no UTF-8, too long, or broken off. length: how many
    there were."""

    fault: Fault
    length: int


class LineCutter:
    """Cuts a stream of bytes, in whatever pieces it arrives, at each CR or LF."""

    def __init__(self, longest: int = LONGEST_LINE) -> None:
        """``longest``: bytes a line may have; a longer one is dropped up to its end."""
        self._longest = longest
        self._begun = bytearray()
        self._dropping = False

    @property
    def begun(self) -> bool:
        """Whether a line has begun that has no end yet."""
        return bool(self._begun) or self._dropping

    def feed(self, data: bytes) -> list[ScannedLine | Garbage]:
        """Take in some bytes; the lines that they complete, empty ones left out."""
        found: list[ScannedLine | Garbage] = []
        pieces = data.replace(b"\r", b"\n").split(b"\n")
        for number, piece in enumerate(pieces):
            if number:
                found += self._end()
            found += self._add(piece)
        return found

    def drop(self) -> list[Garbage]:
        """Give up the line that has begun: the device fell silent or went away in the middle."""
        length, dropping = len(self._begun), self._dropping
        self._begun.clear()
        self._dropping = False
        return [] if dropping or not length else [Garbage("torn", length)]

    def _add(self, piece: bytes) -> list[ScannedLine | Garbage]:
        # While dropping, each further stretch of the longest line counts as one more error: a
        # scanner at the wrong speed sends noise without a single line end.
        found: list[ScannedLine | Garbage] = []
        self._begun += piece
        while len(self._begun) > self._longest:
            found.append(Garbage("too_long", self._longest + 1))
            self._dropping = True
            del self._begun[: self._longest + 1]
        return found

    def _end(self) -> list[ScannedLine | Garbage]:
        raw = bytes(self._begun)
        dropping = self._dropping
        self._begun.clear()
        self._dropping = False
        if dropping:
            return []
        try:
            text = raw.decode().strip(" ")
        except UnicodeDecodeError:
            return [Garbage("unreadable", len(raw))]
        if not text:
            return []
        return [ScannedLine(text)] if text.isprintable() else [Garbage("unreadable", len(raw))]


class Repeats:
    """Tells a code that was read twice by accident: the same as the last within a while.

    Each repetition prolongs the while, so that a card left lying under a scanner that reads all the
    time counts once.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._last: tuple[str, float] | None = None

    def again(self, code: str, at: float) -> bool:
        """Whether ``code``, read at ``at`` seconds, is such a repetition."""
        last, self._last = self._last, (code, at)
        return last is not None and last[0] == code and at - last[1] < self._seconds

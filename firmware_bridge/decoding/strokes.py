"""What comes out of a keyboard: letters of a hand, and codes of a scanner that plays keyboard.

A scanner strikes its keys faster than any hand and ends each code with Enter or Tab. So letters
wait until it is certain who struck them: a pause tells a hand, the end of the line a scanner.

Pure: every time is handed in.
"""

from typing import Literal

import msgspec

from firmware_bridge.decoding.lines import LONGEST_LINE, TORN_AFTER

HAND = 0.05
"""Seconds between two keys that only a hand leaves. Scanners leave 1 to 20 ms, also by radio."""

FEWEST = 4
"""Letters that a hand never strikes with less than :data:`HAND` between all of them, and Enter."""

MOST_AT_ONCE = 12
"""Letters so fast that no hand struck them, whether their line has an end or not."""

Kind = Literal["auto", "scanner", "keyboard"]


class ByHand(msgspec.Struct, frozen=True):
    """A hand struck a key: a letter, or ``enter`` or ``delete``."""

    key: str


class Code(msgspec.Struct, frozen=True):
    """A scanner sent a code and its end."""

    text: str


class Torn(msgspec.Struct, frozen=True):
    """So many letters of a scanner that had no end, or were too many for a code."""

    length: int


Found = ByHand | Code | Torn


class Strokes:
    """Tells hands and scanners apart on one keyboard."""

    def __init__(self, kind: Kind = "auto") -> None:
        """``kind``: what it is, where that is known already."""
        self._kind = kind
        self._begun: list[tuple[str, str]] = []
        self._last = float("-inf")

    @property
    def due(self) -> float | None:
        """When :meth:`pause` wants to be called, in seconds; None while nothing waits."""
        if not self._begun:
            return None
        return self._last + (TORN_AFTER if self._kind == "scanner" else HAND)

    def letter(self, at: float, by_hand: str, in_code: str) -> list[Found]:
        """A letter at ``at`` seconds: what it is on the keyboard of a hand, and what on that which
        scanners play. They may differ."""
        found = self.pause(at)
        self._last = at
        if self._kind == "keyboard":
            return [ByHand(by_hand)]
        self._begun.append((by_hand, in_code))
        if len(self._begun) > LONGEST_LINE:
            found += self._torn()
        return found

    def end(self, at: float) -> list[Found]:
        """The end of a line."""
        found = self.pause(at)
        text = "".join(code for _, code in self._begun).strip(" ")
        if self._kind == "scanner" or len(self._begun) >= FEWEST:
            self._begun.clear()
            return [*found, Code(text)] if text else found
        return [*found, *self._hand(), ByHand("enter")]

    def delete(self, at: float) -> list[Found]:
        """The key that takes back a letter, which no scanner strikes."""
        return [*self.pause(at), *self._hand(), ByHand("delete")]

    def pause(self, now: float) -> list[Found]:
        """Nothing came until ``now``: what waits was a hand, or is a code without an end."""
        if self.due is None or now < self.due:
            return []
        if self._kind == "scanner" or len(self._begun) >= MOST_AT_ONCE:
            return self._torn()
        return self._hand()

    def drop(self) -> list[Found]:
        """The keyboard went away or lost keys: what waits is no code any more."""
        return self._torn() if self._begun else []

    def _hand(self) -> list[Found]:
        found: list[Found] = [ByHand(letter) for letter, _ in self._begun if letter]
        self._begun.clear()
        return found

    def _torn(self) -> list[Found]:
        length = len(self._begun)
        self._begun.clear()
        return [Torn(length)]

"""The guided test of all parts: asks for one after the other, notes what came, and judges.

Pure: signals come in, and what is asked, lit and found comes out.
"""

from typing import Literal

import msgspec

from companion.table import Lamp, Pressed, Scanned, Signal, Turned

Found = Literal["works", "failed"]


class Part(msgspec.Struct, frozen=True, order=True):
    """Something that can be tested. role and place as in its signals; "" and 0 for a scanner."""

    kind: Literal["button", "dial", "scanner"]
    role: str = ""
    place: int = 0


class SelfTest:
    """Goes through some parts. ``asked`` is the one to use now; None at the end."""

    def __init__(self, parts: tuple[Part, ...]) -> None:
        self._parts = tuple(dict.fromkeys(parts))
        self.found: dict[Part, Found] = {}
        self.heard: Signal | None = None
        """What came last, also when it was something else."""

    @property
    def asked(self) -> Part | None:
        """What to use now."""
        return next((part for part in self._parts if part not in self.found), None)

    @property
    def progress(self) -> tuple[int, int]:
        """How many are done, of how many."""
        return len(self.found), len(self._parts)

    @property
    def failed(self) -> tuple[Part, ...]:
        """Those that did not work."""
        return tuple(part for part in self._parts if self.found.get(part) == "failed")

    def lamps(self) -> tuple[Lamp, ...]:
        """The lamp of the button that is asked for blinks; those that worked are lit."""
        asked = self.asked
        lit = [
            Lamp(part.role, part.place, "on")
            for part, found in self.found.items()
            if part.kind == "button" and found == "works"
        ]
        if asked is not None and asked.kind == "button":
            lit.append(Lamp(asked.role, asked.place, "blink"))
        return tuple(lit)

    def take(self, signal: Signal) -> None:
        """Something was used: it works, whether it was asked for or not."""
        if isinstance(signal, Pressed):
            part = Part("button", signal.role, signal.place)
        elif isinstance(signal, Turned):
            part = Part("dial", "", signal.place)
        elif isinstance(signal, Scanned):
            part = Part("scanner")
        else:
            return
        self.heard = signal
        if part in self._parts:
            self.found[part] = "works"

    def skip(self) -> None:
        """Nothing came of it, or its lamp stayed dark."""
        if self.asked is not None:
            self.found[self.asked] = "failed"

"""Debounce for one contact: believes a level that holds, and tells when it began.

A spike on a long wire is an edge there and an edge back, within microseconds: no finger is that
quick. So a level is believed when it still holds after ``SURE``. A contact that closes or opens
bounces for a few milliseconds; what follows within the lock-out is bounce. When the lock-out ends
the level is looked at again, so that neither a very short press nor its release is lost.

Pure: every time is handed in. The result follows from the edges and their own times; how late
somebody gets round to calling :meth:`Debounce.recheck` does not change it. How long the lock-out
is, the table sets: ``debounce_ms`` in ``settings.py``.
"""

import msgspec

SURE = 0.002
"""Seconds that a level must hold to be believed. The button box waits as long."""

PATIENCE = 5
"""How many readings, a lock-out apart, may contradict the edges before they are believed. An edge
that is still on its way explains some; only a lost edge explains more. They are counted, for after
a time in which nothing ran all edges of that time are still on their way."""


class Change(msgspec.Struct, frozen=True):
    """The settled state changed: ``down`` is the new one, ``at`` when, in seconds."""

    at: float
    down: bool


class Debounce:
    """The settled state of one contact."""

    def __init__(self, lockout: float, *, down: bool = False, at: float = 0.0) -> None:
        """``lockout``: seconds in which edges after a reported one are taken for bounce.

        ``down``: the level found at ``at`` seconds, the beginning, which is nobody's press. It is
        looked at again at once, in case it changed before anybody listened for edges.
        """
        self.lockout = lockout
        self.down = down
        self.due: float | None = at
        """When :meth:`recheck` wants to be called, in seconds; ``None`` while all is settled."""
        self._seen = down
        self._since = at - SURE  # the level was seen to change
        self._first: float | None = None  # it left the settled state, and did not come to stay
        self._until = at
        self._doubts = 0

    def edge(self, at: float, down: bool) -> tuple[Change, ...]:
        """Take in an edge to level ``down`` at ``at`` seconds; the changes that follow from what
        was there before it."""
        changes = self._settle(at)
        self._see(at, down)
        return changes

    def recheck(self, now: float, down: bool) -> tuple[Change, ...]:
        """At ``now`` seconds the contact was read and is ``down``: what follows from that?"""
        if self.due is None or now < self.due:
            return ()
        if down == self._seen:
            self._doubts = 0
            return self._settle(now)
        self._doubts += 1
        if self._doubts <= PATIENCE:
            self.due = now + max(self.lockout, SURE)
        else:
            self._see(now, down)
        return ()

    @property
    def _certain(self) -> float:
        """From when on the level that was seen counts."""
        return max(self._until, self._since + SURE)

    def _see(self, at: float, down: bool) -> None:
        if down == self._seen:
            return
        self._seen, self._since, self._doubts = down, at, 0
        if down != self.down and self._first is None:
            self._first = at
        self.due = self._certain

    def _settle(self, now: float) -> tuple[Change, ...]:
        """Decide what is certain at ``now``."""
        if self.due is None or now < self._certain:
            return ()
        began, self._first, self.due = self._first, None, None
        if self._seen == self.down:
            return ()
        self.down = self._seen
        change = Change(max(self._until, self._since if began is None else began), self.down)
        self._until = change.at + self.lockout
        self.due = self._certain
        return (change,)

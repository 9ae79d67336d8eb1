"""Debounce for one contact: acts on the first edge, so it adds no latency.

A contact that closes or opens bounces for a few milliseconds. The first edge is the news and is
reported at once; what follows within the lock-out is bounce. When the lock-out ends the level is
looked at again, so that neither a very short press nor its release is lost.

Pure: every time is handed in. The result follows from the edges and their own times; how late
somebody gets round to calling :meth:`Debounce.recheck` does not change it. How long the lock-out
is, the table sets: ``debounce_ms`` in ``settings.py``.
"""

import msgspec

# How many lock-outs a reading may contradict the edges before the reading is believed. An edge that
# is still on its way explains a short contradiction; only a lost edge explains a long one.
PATIENCE = 5


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
        self._until = at

    def edge(self, at: float, down: bool) -> tuple[Change, ...]:
        """Take in an edge to level ``down`` at ``at`` seconds; the changes that follow from it."""
        changes = self._settle(at)
        self._seen = down
        if at < self._until:
            # All may be settled already: the edge was delivered late, or its time is a little too
            # early. Looking once more costs nothing and loses no release.
            self.due = self._until if self.due is None else self.due
        elif down != self.down:
            changes += (self._change(at, down),)
        return changes

    def recheck(self, now: float, down: bool) -> tuple[Change, ...]:
        """At ``now`` seconds the contact was read and is ``down``: what follows from that?"""
        if self.due is None or now < self.due:
            return ()
        if down != self._seen:
            if now < self._until + PATIENCE * self.lockout:
                self.due = now + self.lockout
                return ()
            self._seen = down
        return self._settle(now)

    def _settle(self, now: float) -> tuple[Change, ...]:
        """End every lock-out that is over at ``now``."""
        changes: tuple[Change, ...] = ()
        while self.due is not None and now >= self._until:
            if self._seen == self.down:
                self.due = None
            else:
                changes += (self._change(self._until, self._seen),)
        return changes

    def _change(self, at: float, down: bool) -> Change:
        self.down = down
        self._until = at + self.lockout
        self.due = self._until
        return Change(at, down)

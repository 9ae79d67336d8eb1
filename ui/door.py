"""The one door of the screen: what escapes from a touch, a signal, a page or a frame ends nothing.

It is logged, the screen is put right as gently as that can be done, and it is said that nothing is
lost. Only what fails again and again, however the screen is put right, ends the program.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from time import monotonic

from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock

from ui.root import Root

APART = 10.0
"""Seconds after which a fault has nothing to do with the one before."""

_log = logging.getLogger(__name__)


class Door(ExceptionHandler):
    """Hears from Kivy of every exception on the thread of the screen. now: seconds of a clock that
    never jumps."""

    def __init__(self, root: Root, now: Callable[[], float] = monotonic) -> None:
        self._root, self._now = root, now
        self._ways = (self._show, self._sit_down, self._leave)
        self._tried = 0
        self._last = float("-inf")
        self._soon = Clock.create_trigger(self._put_right, 0)
        self._given_up = False

    def shut(self) -> None:
        """Let nothing through from now on."""
        ExceptionManager.add_handler(self)

    def remove(self) -> None:
        """Let everything through again."""
        ExceptionManager.remove_handler(self)
        self._soon.cancel()

    def handle_exception(self, error: BaseException) -> int:
        """Kivy asks whether an exception ends the program."""
        if self._given_up or not isinstance(error, Exception):
            return int(ExceptionManager.RAISE)
        _log.error("the screen failed", exc_info=error)
        if self._soon.is_triggered:  # one more of the same
            return int(ExceptionManager.PASS)
        if self._now() - self._last > APART:
            self._tried = 0
        self._last = self._now()
        self._given_up = self._tried == len(self._ways)
        if self._given_up:
            return int(ExceptionManager.RAISE)
        self._soon()
        return int(ExceptionManager.PASS)

    def _put_right(self, _: float) -> None:
        """The next way; where that fails, too, Kivy tells of it as of anything else."""
        way = self._ways[self._tried]
        self._tried += 1
        way()
        self._root.say(self._root.session.words().say("notice", "stumbled"))

    def _show(self) -> None:
        """What is there, anew: nothing of what was begun is lost."""
        self._root.refresh()

    def _sit_down(self) -> None:
        """At the table, without what was begun."""
        open_match = self._root.session.open_match
        if open_match is not None:
            open_match.presenter.take_back()
        self._root.rebuild()

    def _leave(self) -> None:
        """Where matches are taken up again."""
        self._root.home()

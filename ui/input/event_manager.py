"""The way into the window: every touch passes the filter before any widget feels it."""

from collections.abc import Callable
from functools import partial
from time import time
from typing import Any

from kivy.base import EventLoop
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.eventmanager import EventManagerBase
from kivy.input import MotionEvent

from ui import theme
from ui.input import calibration
from ui.input.calibration import Place
from ui.input.touch_filter import SHORTEST, TouchFilter

STAMPED = ("mtdev", "hidinput")
"""The sources that say themselves when a touch came and went, in threads of their own. Of the
others it is known only when it was seen, so a busy moment makes a tap look like an instant: their
touches are never taken for too short."""


class EventManager(EventManagerBase):
    """To be registered with the window as a manager of its events.

    on_input: something was touched on purpose. asleep: whether the screen only wants to be
    woken. on_wake: it was touched while it slept. unseen: whether the table is otherwise than the
    screen shows it yet: nobody means to touch that."""

    type_ids = ("touch",)

    def __init__(
        self,
        on_input: Callable[[], None],
        asleep: Callable[[], bool],
        on_wake: Callable[[], None],
        unseen: Callable[[], bool] = lambda: False,
    ) -> None:
        super().__init__()
        self.touch_filter = TouchFilter()
        self._on_input, self._asleep, self._on_wake = on_input, asleep, on_wake
        self._unseen = unseen
        self._put: dict[int, Place] = {}  # where touches were put that the panel told otherwise
        self._known: dict[int, MotionEvent] = {}
        self._held: dict[int, Any] = {}  # touches that may yet turn out too short

    def stop(self) -> None:
        """The window wants no more of it."""
        for held in self._held.values():
            held.cancel()
        self._held.clear()

    def dispatch(self, etype: str, me: MotionEvent) -> bool:
        """Kivy asks whether this part of a touch ends here; otherwise the widgets feel it."""
        if me.is_mouse_scrolling:  # a wheel turns as fast as it likes
            self._on_input()
            return False
        self._put_right(etype, me)
        if etype == "begin":
            return self._begin(me)
        if me.uid in self._held:
            return self._still_held(etype, me)
        if etype == "update":
            if self.touch_filter.means(me.uid):
                self._on_input()
                return False
            return True
        self._known.pop(me.uid, None)
        counted = self.touch_filter.ended(me.uid, _ended(me))
        if counted:  # to lift a finger is an input, too: much is only done then
            self._on_input()
        return not counted

    def _put_right(self, etype: str, me: MotionEvent) -> None:
        if self._put.get(me.uid) != (me.sx, me.sy):  # else nothing was told since
            me.sx, me.sy = place = calibration.put_right((me.sx, me.sy))
            if etype == "begin":
                me.osx, me.osy = me.psx, me.psy = place
            self._put[me.uid] = place
        if etype == "end":
            self._put.pop(me.uid, None)

    def release(self) -> None:
        """End the touches that no finger makes any more."""
        for uid in self.touch_filter.stuck(time()):
            EventLoop.post_dispatch_input("end", self._known[uid])

    def _begin(self, me: MotionEvent) -> bool:
        self.release()
        Clock.tick_draw()  # what was built anew in this turn of the loop finds its place first
        if type(me).__module__.rpartition(".")[2] in STAMPED:
            if me.time_end >= me.time_start:  # it has ended before it was looked at
                return _too_short(me) or not self._passes(me)
            age = time() - me.time_start
            if 0 <= age < SHORTEST:
                self._hold(me, SHORTEST - age)
                return True
        return not self._passes(me)

    def _still_held(self, etype: str, me: MotionEvent) -> bool:
        if etype == "update":
            return True  # it is where it is when it is let in
        self._held.pop(me.uid).cancel()
        if _too_short(me):
            return True
        self._let_in(me)
        return self.dispatch("end", me)

    def _hold(self, me: MotionEvent, seconds: float) -> None:
        self._held[me.uid] = Clock.schedule_once(partial(self._held_long_enough, me), seconds)

    def _held_long_enough(self, me: MotionEvent, _: float) -> None:
        del self._held[me.uid]
        if Clock.get_before_frame_events():  # something was built anew and has no place yet
            self._hold(me, 0)
        else:
            self._let_in(me)

    def _let_in(self, me: MotionEvent) -> None:
        if self._passes(me):
            Window.transform_motion_event_2d(me)
            Window.dispatch("on_touch_down", me)

    def _passes(self, me: MotionEvent) -> bool:
        wide, high = Window.system_size
        millimetre = theme.mm(1.0)
        point = (me.sx * wide / millimetre, me.sy * high / millimetre)
        screen_size = (wide / millimetre, high / millimetre)
        if self._unseen():
            return False
        asleep = self._asleep()
        why = self.touch_filter.begun(me.uid, me.time_start, point, screen_size, asleep=asleep)
        if why == "asleep":
            self._on_wake()
        elif not why:
            self._known[me.uid] = me
            self._on_input()
        return not why


def _too_short(me: MotionEvent) -> bool:
    return _ended(me) - float(me.time_start) < SHORTEST


def _ended(me: MotionEvent) -> float:
    """When a touch ended, on the clock of its beginning."""
    ended = float(me.time_end)
    return ended if ended >= me.time_start else time()

"""What takes longer than a frame: done in a thread of its own, told on the screen's."""

from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import NoReturn, TypeVar

from kivy.clock import Clock

T = TypeVar("T")


def in_background(act: Callable[[], T], then: Callable[[T], None]) -> None:
    """Do it beside the screen, then call ``then`` with what came of it on the thread of the screen.

    ``act`` must touch no widget and answer its errors itself; what it does not expect is raised on
    the thread of the screen, where the door is. A screen that waits for a disk counts as hung.
    """

    def run() -> None:
        try:
            found = act()
        except Exception as error:
            Clock.schedule_once(partial(_raised, error), 0)
        else:
            Clock.schedule_once(lambda _: then(found), 0)

    Thread(target=run, name="background", daemon=True).start()


def _raised(fault: Exception, _: float) -> NoReturn:
    raise fault

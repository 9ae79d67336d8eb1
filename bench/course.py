"""What is done in a real window one thing after the other, and what each flipped frame is told.

Runs in a process of its own with a screen, after Kivy was configured.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

SETTLED = 1.0
"""Seconds until a window that was opened stands still."""


def run(
    app: Any, course: Iterator[float], flipped: Callable[[], None], *, tick: float = 0.0
) -> None:
    """Run an app and go through a course in it, which yields the seconds until it goes on; the
    app is over when the course stops it, or fails. Raises what that failed with.

    flipped: called whenever a frame has been flipped. tick: seconds between two looks whether the
    course goes on; 0: in every frame.
    """
    from kivy.clock import Clock
    from kivy.core.window import Window

    until, failed = [0.0], list[BaseException]()

    def look(_: float) -> None:
        if time.monotonic() < until[0]:
            return
        try:
            until[0] = time.monotonic() + next(course, float("inf"))
        except BaseException as error:  # the app would only show itself anew, and wait
            failed.append(error)
            app.stop()

    flip = Window.flip

    def flip_and_tell() -> None:  # what is bound to on_flip is called before it
        flip()
        flipped()

    Window.flip = flip_and_tell
    Clock.schedule_once(lambda _: Clock.schedule_interval(look, tick), SETTLED)
    app.run()
    if failed:
        raise failed[0]

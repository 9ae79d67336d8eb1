"""The one switch for how loud everything is: where the evening begins, and in a match's menu."""

from collections.abc import Callable
from functools import partial

from ui.navigation import Navigation

LOUDEST = 3
"""After which nothing sounds at all."""


def loudness_of(navigation: Navigation) -> tuple[str, str, Callable[[], None]]:
    """What stands on the switch, how loud it is, and what a touch does: a little louder, and after
    the loudest quiet."""
    say, quiet = navigation.session.words(), navigation.session.settings.quiet
    now = navigation.peripherals.loudness
    told = say.say("setting", "speaker-quiet" if quiet else f"speaker-{now}")
    louder = {"quiet": True} if now == LOUDEST else {"quiet": False, "speaker": now + 1}
    return say.say("setting", "speaker"), told, partial(navigation.choose, **louder)

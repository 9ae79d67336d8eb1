"""Earphones: the outputs of this machine through which one person alone can be told something."""

import re
from contextlib import suppress
from pathlib import Path

from companion.files import read_whole

CARDS = Path("/proc/asound/cards")
"""Where the kernel lists them."""

_CARD = re.compile(r"^\s*\d+ \[(\S+)\s*\]: .*? - (.+)$", re.MULTILINE)
_MOST = 10_000  # bytes of the list of cards


def ears() -> dict[str, str]:
    """What each output is called, by the short name that it keeps; nothing without a second one:
    what comes out of the only one everybody hears."""
    with suppress(OSError, ValueError):
        found = _CARD.findall(read_whole(CARDS, _MOST).decode("utf-8", "replace"))
        return {card: name.strip() for card, name in found} if len(found) > 1 else {}
    return {}


def device(ear: str) -> str:
    """The name by which it is played to. Raises OSError where it is not there, so that nothing is
    ever heard elsewhere instead."""
    if ear not in ears():
        raise OSError(f"no such output: {ear}")
    return f"plughw:CARD={ear}"

"""What a part of a device is called by what it is for."""

from companion.table import place_of
from companion.text import Phrasebook


def part_name(say: Phrasebook, role: str, place: int) -> str:
    """role: ``dial``, or of a button; ``at`` with a game and one of its places, too. place: at the
    table, 0 for everybody's."""
    at = place_of(role)
    if at is not None:
        return say.say("part", "at", dict(zip(("game", "place"), at, strict=True)))
    return say.say("part_at", role, {"place": place}) if place else say.say("part", role)

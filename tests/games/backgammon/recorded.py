"""Its recorded matches, see ``tests.records.play``."""

from random import Random
from typing import Any

from companion.match.match import Match
from tests.records.plan import Opening, Recorded

BY_HAND: tuple[dict[str, Any], ...] = (
    {"move": "opening", "white": "d4", "black": "d4"},  # once more
    {"move": "step", "source": "p8", "to": "p4"},  # nobody begins yet
    {"move": "opening", "white": "d3", "black": "d1"},
    {"move": "step", "source": "p8", "to": "p5"},
    {"move": "step", "source": "p6", "to": "p4"},  # not as far as the 1 says
    {"move": "step", "source": "p6", "to": "p5"},
    {"move": "roll", "first": "d6", "second": "d2"},
    {"move": "step", "source": "p1", "to": "p7"},
    {"move": "step", "source": "p12", "to": "p10"},  # backwards
    {"move": "step", "source": "p12", "to": "p14"},
    {"move": "step", "source": "p13", "to": "p7"},  # first the dice
    {"move": "roll", "first": "d6", "second": "d1"},
    {"move": "step", "source": "p13", "to": "p7"},  # hits
    {"move": "step", "source": "p8", "to": "p7"},
    {"move": "roll", "first": "d5", "second": "d3"},
    {"move": "step", "source": "p12", "to": "p15"},  # one waits on the bar
    {"move": "step", "source": "bar", "to": "p5"},  # blocked
    {"move": "step", "source": "bar", "to": "p3"},
    {"move": "step", "source": "p12", "to": "p17"},
    {"move": "double"},
    {"move": "roll", "first": "d5", "second": "d3"},  # first the answer
    {"move": "take"},
    {"move": "roll", "first": "d2", "second": "d2"},
)
"""From the opening dice to the first double taken."""

_OPENING = Opening(("white", "black"), BY_HAND, 7)

RECORDS = (
    Recorded("backgammon-by-hand", 2, 58, opening=_OPENING, late=30),
    Recorded("backgammon-evening", 2, 48, late=40),
)

MET: tuple[str, ...] = ()


def another(match: Match, rng: Random) -> dict[str, Any]:
    """Nobody had turned the cube, or put it where it belongs."""
    return {"cube": rng.choice((2, 4)), "owner": rng.choice(match.seats)}

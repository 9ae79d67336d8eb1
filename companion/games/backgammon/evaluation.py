"""Roughly how near a seat is to winning. Only for simulated games: no rule rests on it.

The weights are ours, set by trying: they make a greedy player run home, hit, and leave few single
checkers where they can be hit.
"""

from companion.games.backgammon.position import BAR, HOME, Position, Side
from companion.kernel import TABLE, Asked

POINT = 1000.0
"""A point of the match."""
SINGLE = 4.0
"""Lost for a checker alone while others may still come by."""
MADE = 3.0
"""A point of the home board with two or more."""
WAITING = 8.0
"""Lost for a checker on the bar, beside its way."""
RISK = 0.9
"""A double is taken up to this share of the rival's way, and half of the cube beyond it."""

EAGER, DARING = 2.0, 0.02
"""How likely somebody doubles, against rolling, who is that far ahead, and who is not."""


def evaluate(position: Position, seat: str) -> float:
    """The more, the nearer the seat is to winning."""
    own = position.side(seat)
    rival = next(side for side in position.sides if side.seat != seat)
    total = POINT * (position.points(seat) - position.points(rival.seat))
    total += _standing(own, rival) - _standing(rival, own)
    ahead = 1 if own.pips < RISK * rival.pips else -1
    return total + 0.5 * POINT * (position.cube - 1) * ahead


def eager(position: Position, asked: Asked) -> float:
    """The dice fall, and nobody doubles, unless whoever is to roll is well ahead."""
    if asked.seat == TABLE:
        return 1.0
    own, rival = (position.side(seat) for seat in (position.active, position.other))
    return EAGER if own.pips < RISK * rival.pips else DARING


def _standing(side: Side, rival: Side) -> float:
    lies = side.lies
    total = -float(side.pips) - WAITING * lies[BAR]
    total += MADE * sum(count > 1 for count in lies[1 : HOME + 1])
    last = max((spot for spot, count in enumerate(rival.lies) if count), default=0)
    return total - SINGLE * sum(lies[spot] == 1 for spot in range(BAR - last, BAR))

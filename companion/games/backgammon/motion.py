"""Which steps the dice allow: reckoned on the spots of one side and what stands against it.

Hits change nothing here: only two or more checkers block, and a hit takes a single one away.
"""

from collections.abc import Iterator
from functools import lru_cache

from companion.games.backgammon.position import BAR, HOME, OFF, Spots


def all_home(own: Spots) -> bool:
    """Whether every checker is in the home board or borne off (B20)."""
    return not any(own[HOME + 1 :])


def blocked(other: Spots, target: int) -> bool:
    """Whether two or more checkers of the other side stand on a spot (B9)."""
    return target != OFF and other[BAR - target] > 1


def bearing_off(own: Spots, source: int, dice: tuple[int, ...]) -> int:
    """The highest of the dice that bears off a checker from there, 0 for none (B7, B21)."""
    farthest = not any(own[source + 1 :])
    return max((die for die in dice if die == source or (die > source and farthest)), default=0)


def steps(own: Spots, other: Spots, die: int) -> Iterator[tuple[int, int]]:
    """All steps with one die: from which spot to which."""
    for source in (BAR,) if own[BAR] else range(BAR - 1, OFF, -1):
        if not own[source]:
            continue
        target = max(OFF, source - die)
        if target == OFF:
            if all_home(own) and bearing_off(own, source, (die,)):
                yield source, target
        elif not blocked(other, target):
            yield source, target


def moved(own: Spots, source: int, target: int) -> Spots:
    """With one checker on another spot."""
    lies = list(own)
    lies[source] -= 1
    lies[target] += 1
    return tuple(lies)


def without(dice: tuple[int, ...], die: int) -> tuple[int, ...]:
    """The dice that are left when one of them is played."""
    at = dice.index(die)
    return dice[:at] + dice[at + 1 :]


@lru_cache(maxsize=4096)
def most(own: Spots, other: Spots, left: tuple[int, ...]) -> int:
    """How many of the dice can be played at most, one after the other (B12)."""
    best = 0
    for die in dict.fromkeys(left):
        rest = without(left, die)
        for source, target in steps(own, other, die):
            best = max(best, 1 + most(moved(own, source, target), other, rest))
            if best == len(left):
                return best
    return best

"""From what simulated games start, see ``tests.games.starts``."""

from random import Random

from tests.games.starts import Start

SEATED: tuple[int, ...] = ()
OWED: tuple[str, ...] = ()


def start(seats: tuple[str, ...], rng: Random) -> Start:
    """What a game starts from: the beginning of a match."""
    return Start()

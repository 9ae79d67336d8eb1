"""From what simulated games start, see ``tests.games.starts``."""

from random import Random

from tests.games.starts import Said, Start

SEATED: tuple[int, ...] = ()
OWED: tuple[str, ...] = ("B34",)


def start(seats: tuple[str, ...], rng: Random) -> Start:
    options: Said = {"cube": rng.random() < 0.35, "jacoby": rng.random() < 0.5}
    options["length"] = rng.choice(("single", "single", "3", "5"))
    options |= {"automatic_doubles": rng.random() < 0.5, "crawford": rng.random() < 0.7}
    return Start(options=options, situation=rng.choice(_BOARDS) if rng.random() < 0.6 else None)


_BOARDS: tuple[Said, ...] = (
    # All at home, and the other side far behind.
    {"white": {"p6": 5, "p4": 5, "p2": 5}, "black": {"p1": 2, "p12": 6, "p17": 7}, "phase": "roll"},
    # Shut out.
    {
        "white": {**{f"p{point}": 2 for point in range(1, 7)}, "p8": 3},
        "black": {"bar": 1, "p19": 7, "p20": 7},
        "phase": "roll",
    },
    # Only one order plays both dice.
    {
        "white": {"p13": 1, "p7": 1},
        "black": {"p8": 2, "p1": 2, "p24": 11},
        "active": "white",
        "dice": (5, 1),
    },
    # Only one of both dice can be played.
    {
        "white": {"p20": 1, "p7": 1},
        "black": {"p12": 2, "p1": 2, "p5": 2, "p24": 9},
        "active": "white",
        "dice": (6, 2),
    },
)
"""Tables where rules come up that are seldom met otherwise."""

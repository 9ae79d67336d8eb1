"""Where the stones of a level are drawn."""

from collections.abc import Iterator, Mapping

from companion.games.maya.position import Position
from companion.scene import Shape

STONE = 0.84
"""Width of a stone, in spaces."""


def stones(
    view: Position, level: str, places: tuple[tuple[float, float], ...], space: float = 1.0
) -> Iterator[Shape]:
    """The stones of a level, each where it stays when others come; those beyond the last space lie
    on it. space: the width of one."""
    if not view.count(level):  # most levels of most matches
        return
    counts = {colour: view.count(level, colour) for colour in view.colours}
    beyond = max(0, sum(counts.values()) - len(places))
    for index, (colour, number) in sorted(lie(counts, len(places)).items()):
        x, y = places[index]
        last = index == len(places) - 1
        yield Shape(
            form="piece",
            x=x,
            y=y,
            size=STONE * space,
            token=level,
            key=f"stone:{colour}#{level}:{number}",
            look="cube",
            seat=colour,
            count=1 + beyond if last else 1,
        )


def lie(counts: Mapping[str, int], places: int) -> dict[int, tuple[str, int]]:
    """Which stone lies on which place of a level, by colour and number. Each colour has places of
    its own, from left to right, so that a stone stays where it is when another colour comes; what
    finds no room there lies in those of others, from the right."""
    found: dict[int, tuple[str, int]] = {}
    homeless = []
    for at, (colour, count) in enumerate(counts.items()):
        first, end = (number * places // len(counts) for number in (at, at + 1))
        found |= {first + number: (colour, number) for number in range(min(count, end - first))}
        homeless += [(colour, number) for number in range(end - first, count)]
    free = (at for at in reversed(range(places)) if at not in found)
    return found | dict(zip(list(free), homeless, strict=False))

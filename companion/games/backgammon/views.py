"""Where each piece lies. Nothing in Backgammon is hidden."""

from collections import Counter

from companion.games.backgammon.position import Position, place
from companion.kernel import Layout, memo_few


@memo_few(4)  # a touch asks some six times, of the position before and after it
def layout(view: Position) -> Layout:
    """Where all pieces lie.

    Places: a point, ``bar``, ``off`` and, for the cube, ``middle`` and ``side:white``. A checker is
    a ``checker:white``; the cube shows a face, ``cube=2``.
    """
    found: Counter[tuple[str, str]] = Counter()
    for side in view.sides:
        for spot, count in enumerate(side.lies):
            found[place(side.seat, spot), f"checker:{side.seat}"] += count
    if view.options.cube:
        found[f"side:{view.owner}" if view.owner else "middle", f"cube={view.cube}"] = 1
    return {key: count for key, count in found.items() if count}

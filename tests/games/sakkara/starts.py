"""From what simulated games start, see ``tests.games.starts``."""

from random import Random

from companion.games.sakkara.box_profile import LINES
from companion.games.sakkara.motifs import COUNTS
from companion.games.sakkara.position import FIELDS
from tests.games.starts import Said, Start, told

SEATED: tuple[int, ...] = ()
OWED: tuple[str, ...] = ()


def start(seats: tuple[str, ...], rng: Random) -> Start:
    white, black = seats
    # What leaves the game may leave nobody enough to build with: then it has no end.
    options: Said = {"destroyed_returns": rng.random() < 0.96}
    more = rng.random() < 0.05  # the counts add up to one tile too many
    counts = [{"motif": one.motif, "count": one.count} for one in COUNTS]
    counts[0] = {"motif": COUNTS[0].motif, "count": COUNTS[0].count + more}
    box = told(LINES, rng, counts=counts)
    workers = {white: ("b1", "a6"), black: ("g1", "g7")}
    what = rng.random()
    if what < 0.1:  # not a ship to be seen
        tiles = [one.motif for one in COUNTS for _ in range(one.count) if one.motif != "ship"]
        rng.shuffle(tiles)
        return Start(
            box, options, {"phase": "layout", "tops": dict(zip(FIELDS, tiles, strict=False))}
        )
    unknown = ("?",) * 13
    if what < 0.44:  # workers in pits; nothing to rob, or much that nobody was told of
        heights = dict.fromkeys(FIELDS, 1) | dict.fromkeys((*FIELDS[2::4], "d1", "d5", "f5"), 2)
        heights |= dict.fromkeys(("a1", "b2", "c1", "a5", "a7", "b6"), 3) | {"b1": 0, "a6": 0}
        if rng.random() < 0.1:
            workers |= {black: ("g1", "")}  # one that is not placed
        robbed = unknown if rng.random() < 0.76 else ()
        holders = {white: (*robbed, "snake", "stairs"), black: robbed}
        shown = {"phase": "turn", "active": white, "workers": workers, "heights": heights}
        options |= {"no_step": "owed", "stairs_extent": rng.choice(("any_height", "one_more"))}
        return Start(box, options, {**shown, "holders": holders})
    if what < 0.59:  # more to put back than one stack may be high
        heights = dict.fromkeys(FIELDS, 1) | dict.fromkeys(FIELDS[::4], 2)
        heights |= dict.fromkeys(("d3", "f5", "g2"), 0)
        used = tuple(one.motif for one in COUNTS)
        shown = {"phase": "putback", "active": white, "workers": workers, "heights": heights}
        holders = {white: unknown, black: unknown}
        return Start(box, options, {**shown, "used": used, "holders": holders})
    return Start(box, options)

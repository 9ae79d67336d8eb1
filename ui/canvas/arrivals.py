"""What is otherwise on a table than on the one before: what came from where, what shows another
face, what is new, and what somebody was given."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.scene import Shape
from ui.canvas.figures import Figure

FLAT = ("hex", "square", "card")


def came_from(before: Mapping[str, Shape], now: Iterable[Shape]) -> dict[str, Shape]:
    """What each piece of a table was on the table before, by key: itself, or where its key names
    its place behind a ``#``, one of its kind that there are fewer of now, if that is certain."""
    after = {one.key: one for one in now if one.key}
    found = {key: before[key] for key in after if key in before}
    fewer: dict[str, list[Shape]] = {}
    for key, old in before.items():
        if old.count > (after[key].count if key in after else 0):
            fewer.setdefault(key.partition("#")[0], []).append(old)
    for key in after.keys() - found.keys():
        kind, named, _ = key.partition("#")
        if named and len(fewer.get(kind, ())) == 1:
            found[key] = fewer[kind][0]
    return found


def turned(before: Sequence[Figure], new: Sequence[Figure]) -> list[tuple[Figure, Figure]]:
    """Of what is new, the tiles and cards that show a face where there was another or an empty
    place, with what was there."""
    flat = [one for one in new if one.shape.form in FLAT and one.shape.look]
    if not flat:
        return []
    there = {(one.shape.form, one.shape.x, one.shape.y): one for one in before}
    found: list[tuple[Figure, Figure]] = []
    for one in flat:
        shape = one.shape
        old = there.get((shape.form, shape.x, shape.y))
        if not shape.ghost and old is not None and old.shape.look != shape.look:
            found.append((one, old))
    return found


def arrived(
    before: Sequence[Figure], after: Sequence[Figure], new: Sequence[Figure]
) -> list[Figure]:
    """Of what is new, the pieces that came from nowhere: where there are more of a kind than
    before, those that lie where none of it lay."""
    come = [one for one in new if _piece(one)]
    if not come:
        return []
    many, now = (
        Counter((one.shape.look, one.shape.seat) for one in them if _piece(one))
        for them in (before, after)
    )
    lay = {(one.shape.look, one.shape.x, one.shape.y) for one in before}
    found = []
    for one in come:
        shape, kind = one.shape, (one.shape.look, one.shape.seat)
        if now[kind] > many[kind] and (shape.look, shape.x, shape.y) not in lay:
            found.append(one)
    return found


def full(shapes: Iterable[Shape]) -> set[str]:
    """The beams in all of whose niches something lies."""
    lie: Counter[str] = Counter()
    places: Counter[str] = Counter()
    for one in shapes:
        if one.form == "beam":
            places[one.token] += one.count
        elif one.form == "piece" and one.key:
            lie[one.token] += 1
    return {token for token, count in places.items() if lie[token] >= count}


def gifts(
    before: Sequence[Figure], after: Sequence[Figure], come: Sequence[Figure]
) -> frozenset[int]:
    """Of what came, by identity, what came to another beam than the one that it filled: somebody
    was given it."""
    if not come:
        return frozenset()
    filled = full(one.shape for one in after) - full(one.shape for one in before)
    beams = {one.shape.token for one in after if one.shape.form == "beam"} - filled
    return frozenset(id(one) for one in come if filled and one.shape.token in beams)


def _piece(one: Figure) -> bool:
    return one.shape.form in ("piece", "pile") and not one.shape.ghost

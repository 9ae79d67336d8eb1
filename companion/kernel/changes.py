"""Changes: what hands do on the table between two positions.

A game lays out a view as ``{(place, piece): count}``. Everything on a table is a piece that lies
somewhere, also in the supply or on a field of a scale; so every change is some pieces going from
one place to another, and pieces are conserved. A piece may show a face behind ``=``
(``"marker:red=7"``); the face may change, the piece before it may not. Without a face it is
covered: that it comes to light or is covered where it lies is nothing that hands do. A place
``"a/b"`` is a ride: on piece ``b`` that lies at ``a``.
"""

from collections import Counter
from collections.abc import Callable, Mapping

import msgspec

Layout = Mapping[tuple[str, str], int]


class Change(msgspec.Struct, frozen=True):
    """``count`` pieces go from ``source`` to ``target``; ``piece`` has the face it shows there, or,
    where it is covered, the one it showed before."""

    piece: str
    count: int
    source: str
    target: str


def body(piece: str) -> str:
    """The piece without the face it shows."""
    return piece.partition("=")[0]


def census(layout: Layout) -> Counter[str]:
    """How many there are of each piece, wherever they lie: what must stay the same."""
    total: Counter[str] = Counter()
    for (_, piece), count in layout.items():
        total[body(piece)] += count
    return total


_NEARER: tuple[Callable[[str, str, str, str], bool], ...] = (
    lambda source, face, place, piece: face == piece and "=" in piece,
    lambda source, face, place, piece: source == place,
    lambda source, face, place, piece: _whose(source) == _whose(place),
    lambda source, face, place, piece: face == piece,
    lambda source, face, place, piece: True,
)
"""Where a piece came from if several are gone: the one with the face it shows before one from the
same place, from the same player, one as covered, and any other."""


def _whose(place: str) -> str:
    """The last word of a place: mostly whose it is."""
    return place.rpartition(":")[2]


def changes(before: Layout, after: Layout) -> tuple[Change, ...]:
    """What goes from where to where. Pieces that merely ride along are left out.

    Raises ValueError when a piece was created or lost: that is a fault of the game's rules.
    """
    away: dict[str, list[tuple[str, str, int]]] = {}
    here: list[tuple[int, str, str, int]] = []
    for (place, piece), difference in _differences(before, after).items():
        if difference < 0:
            away.setdefault(body(piece), []).append((place, piece, -difference))
        elif difference > 0:
            here.append((len(here), place, piece, difference))
    found: list[tuple[int, Change, bool]] = []
    for near in _NEARER:
        rest = []
        for number, place, piece, count in here:
            for source in list(away.get(body(piece), ())):
                if not count:
                    break
                if not near(source[0], source[1], place, piece):
                    continue
                moved = min(count, source[2])
                face = piece if "=" in piece else source[1]
                change = Change(face, moved, source[0], place)
                found.append((number, change, source[1] == piece))
                count -= moved
                sources = away[body(piece)]
                sources.remove(source)
                if source[2] > moved:
                    sources.append((source[0], source[1], source[2] - moved))
            if count:
                rest.append((number, place, piece, count))
        here = rest
    if here or any(away.values()):
        raise ValueError(f"pieces not conserved: {here} came, {away} went")
    # In the order of what came; what shows another face than before last.
    found.sort(key=lambda one: (not one[2], one[0]))
    return _without_riders([(change, same_face) for _, change, same_face in found])


def _differences(before: Layout, after: Layout) -> dict[tuple[str, str], int]:
    """How many there are more of each piece at each place; what only came to light or was covered
    is left out."""
    found = {
        key: after.get(key, 0) - before.get(key, 0) for key in dict.fromkeys((*before, *after))
    }
    for key, count in list(found.items()):
        place, piece = key
        covered = (place, body(piece))
        other = found.get(covered, 0)
        if "=" in piece and count * other < 0:
            turned = min(abs(count), abs(other)) * (1 if count > 0 else -1)
            found[key] -= turned
            found[covered] += turned
    return found


def _without_riders(found: list[tuple[Change, bool]]) -> tuple[Change, ...]:
    """The changes without those of pieces that lie on a piece as before, with the same face."""
    steps = {(change.source, change.target, body(change.piece)) for change, _ in found}

    def rides(change: Change) -> bool:
        source, _, carrier = change.source.partition("/")
        target, _, carrier_after = change.target.partition("/")
        return bool(carrier) and carrier == carrier_after and (source, target, carrier) in steps

    return tuple(change for change, same_face in found if not (same_face and rides(change)))

"""What may be seen of a position, and where each tile and worker lies.

Memory is part of the game: what a player takes everybody sees, and keeps in mind or not. Until
the turn is over it is shown; then only the owner sees the holder, and everybody how many tiles
stand on it. Covered tiles nobody is shown, though they lay open once.
"""

from collections import Counter
from collections.abc import Iterable
from itertools import compress
from operator import is_not

from msgspec.structs import replace

from companion.games.sakkara.motifs import Tiles
from companion.games.sakkara.position import FIELDS, Player, Position
from companion.kernel import UNKNOWN, Layout

Stacks = tuple[Tiles, ...]


def public(position: Position) -> Position:
    """As everybody may see it."""
    return seen_by(position, "")


def seen_by(position: Position, seat: str) -> Position:
    """As one player may see it, or nobody in particular (""), from this position or any view.

    A position in which nothing is hidden is its own view.
    """
    stacks = position.stacks if position.phase == "layout" else _tops(position.stacks)
    active, fresh = position.active, position.fresh
    one, other = position.players
    first = one if one.seat == seat else _held(one, fresh if one.seat == active else ())
    second = other if other.seat == seat else _held(other, fresh if other.seat == active else ())
    if stacks is position.stacks and first is one and second is other:
        return position
    return replace(position, stacks=stacks, players=(first, second))


class _Tops:
    """The stacks as everybody sees them: each with only its top tile known.

    49 stacks are asked for with every move, and seldom more than one is another than the time
    before: only those are looked at. Where just one was changed since, not even the others are
    compared.
    """

    def __init__(self) -> None:
        bare: Stacks = ((),) * len(FIELDS)
        self._last: tuple[Stacks, Stacks] = bare, bare
        self._changed: tuple[Stacks, Stacks, int] = bare, bare, 0

    def changed(self, stacks: Stacks, at: int, tiles: Tiles) -> Stacks:
        """The stacks with other tiles on one of FIELDS."""
        found = list(stacks)
        found[at] = tiles
        after = tuple(found)
        self._changed = after, stacks, at
        return after

    def __call__(self, stacks: Stacks) -> Stacks:
        before, known = self._last
        if stacks is before:
            return known
        after, changed, one = self._changed
        others: Iterable[int] = (one,)
        if stacks is not after or before is not changed:
            others = compress(range(len(FIELDS)), map(is_not, stacks, before))
        tops = list(known)
        for at in others:
            tiles = stacks[at]
            tops[at] = (UNKNOWN,) * (len(tiles) - 1) + tiles[-1:]
        seen = tuple(tops)
        if seen == stacks:
            seen = stacks
        self._last = stacks, seen
        return seen


_tops = _Tops()
with_one_changed = _tops.changed


def _held(player: Player, shown: Tiles) -> Player:
    """What others see of a player: of the holder only what was taken openly in this turn."""
    holder = (UNKNOWN,) * (len(player.holder) - len(shown)) + shown
    return player if holder == player.holder else replace(player, holder=holder)


def layout(view: Position) -> Layout:
    """Where all pieces lie.

    Places: a field, ``holder:white``, ``laid:white``, ``pyramid:white:1``, ``used``, ``gone``,
    ``box`` for tiles not laid out and ``supply:white`` for workers not placed yet. A tile shows
    its motif as its face, ``tile=ship``; on a holder, or where nobody knows it, it is a ``tile``.
    """
    found: Counter[tuple[str, str]] = Counter()
    found["box", "tile"] = view.boxed
    for field, tiles in zip(FIELDS, view.stacks, strict=True):
        _lay_out(found, field, tiles)
    _lay_out(found, "used", view.used)
    _lay_out(found, "gone", view.gone)
    for player in view.players:
        seat = player.seat
        found[f"holder:{seat}", "tile"] += len(player.holder)
        _lay_out(found, f"laid:{seat}", ("ship",) * player.ship + ("grain",) * player.grain)
        for level, tiles in enumerate(player.pyramid, 1):
            _lay_out(found, f"pyramid:{seat}:{level}", tiles)
        for field in player.workers:
            found[field or f"supply:{seat}", f"worker:{seat}"] += 1
    return {key: count for key, count in found.items() if count}


def _lay_out(found: Counter[tuple[str, str]], place: str, tiles: Tiles) -> None:
    for tile in tiles:
        found[place, "tile" if tile == UNKNOWN else f"tile={tile}"] += 1

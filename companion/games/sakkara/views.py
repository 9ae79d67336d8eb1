"""What may be seen of a position, and where each tile and worker lies.

Memory is part of the game: what a player takes everybody sees, and keeps in mind or not. Until
the turn is over it is shown; then only the owner sees the holder, and everybody how many tiles
stand on it. Covered tiles nobody is shown, though they lay open once.
"""

from collections import Counter

from msgspec.structs import replace

from companion.games.sakkara.motifs import Tiles
from companion.games.sakkara.position import FIELDS, Player, Position
from companion.kernel import UNKNOWN, Layout, memo_last


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


class _Seen(tuple[Tiles, ...]):
    """Stacks that bring along how everybody sees them: each with only its top tile known.

    49 stacks are asked for with every move, and seldom more than one is another than before.
    """

    tops: tuple[Tiles, ...] | None
    """None where they hide nothing: they would hold on to themselves."""


def with_one_changed(stacks: tuple[Tiles, ...], at: int, tiles: Tiles) -> tuple[Tiles, ...]:
    """The stacks with other tiles on one of FIELDS."""
    changed, tops = [*stacks], [*_tops(stacks)]
    changed[at] = tiles
    tops[at] = _covered(tiles)
    after, seen = _Seen(changed), tuple(tops)
    after.tops = None if seen == after else seen
    return after


def _tops(stacks: tuple[Tiles, ...]) -> tuple[Tiles, ...]:
    """The stacks as everybody sees them: those very ones where they hide nothing."""
    if type(stacks) is _Seen:
        return stacks.tops or stacks
    return _all_covered(stacks)


@memo_last
def _all_covered(stacks: tuple[Tiles, ...]) -> tuple[Tiles, ...]:
    tops = tuple([_covered(tiles) if len(tiles) > 1 else tiles for tiles in stacks])
    return stacks if tops == stacks else tops


def _covered(tiles: Tiles) -> Tiles:
    return (UNKNOWN,) * (len(tiles) - 1) + tiles[-1:]


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

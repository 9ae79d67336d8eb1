"""What may be seen of a position, and where each tile and worker lies.

Memory is part of the game: what a player takes everybody sees, and keeps in mind or not. Until
the turn is over it is shown; then only the owner sees the holder, and everybody how many tiles
stand on it. Covered tiles nobody is shown, though they lay open once.
"""

from collections import Counter

from msgspec.structs import replace

from companion.games.sakkara.motifs import Tiles
from companion.games.sakkara.position import FIELDS, Player, Position
from companion.kernel import UNKNOWN, Layout, memo_few

NOTED = 10_000
"""How many different stacks are remembered at most; a match has some hundreds."""


def public(position: Position) -> Position:
    """As everybody may see it."""
    return seen_by(position, "")


def seen_by(position: Position, seat: str) -> Position:
    """As one player may see it, or nobody in particular (""), from this position or any view.

    A position in which nothing is hidden is its own view.
    """
    stacks = position.stacks if position.phase == "layout" else _tops(position.stacks)
    first, second = position.players
    players = (
        first if first.seat == seat else _held(first, _shown(position, first)),
        second if second.seat == seat else _held(second, _shown(position, second)),
    )
    if stacks is position.stacks and players[0] is first and players[1] is second:
        return position
    return replace(position, stacks=stacks, players=players)


class _Covered(dict[Tiles, Tiles]):
    """Stacks with only their top tiles known, by all their tiles: noted, for all 49 are looked at
    for each move, and to put them together anew takes four times as long."""

    def __missing__(self, tiles: Tiles) -> Tiles:
        if len(self) >= NOTED:
            self.clear()
        covered = self[tiles] = (*(UNKNOWN,) * (len(tiles) - 1), tiles[-1]) if tiles else ()
        return covered


_COVERED = _Covered()


@memo_few(2)
def _tops(stacks: tuple[Tiles, ...]) -> tuple[Tiles, ...]:
    """The stacks as everybody sees them."""
    tops = tuple(map(_COVERED.__getitem__, stacks))
    return stacks if tops == stacks else tops


def _shown(position: Position, player: Player) -> Tiles:
    """What everybody knows of a holder: what was taken openly in this turn."""
    return position.fresh if player.seat == position.active else ()


@memo_few(4)
def _held(player: Player, shown: Tiles) -> Player:
    """What others see of a player, of whose holder only so much is known."""
    holder = (*(UNKNOWN,) * (len(player.holder) - len(shown)), *shown)
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

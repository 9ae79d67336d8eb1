"""Pieces changing place: positions derived from positions, every piece accounted for."""

from typing import Any

from msgspec.structs import replace

from companion.games.mesopotamien.player import Player
from companion.games.mesopotamien.position import Card, Group, Hut, Position, Tile, in_order
from companion.games.mesopotamien.tokens import native_token
from companion.kernel import UNKNOWN


def with_tile(position: Position, tile: Tile) -> Position:
    """With a tile as given, laid if there was none on its hex."""
    if position.tile(tile.at) is not None:
        tiles = tuple([tile if old.at == tile.at else old for old in position.tiles])
    else:
        tiles = tuple(sorted((*position.tiles, tile), key=lambda tile: in_order(tile.at)))
    return replace(position, tiles=tiles)


def with_player(position: Position, seat: str, **changes: Any) -> Position:
    """With some fields of a player changed."""
    players = tuple(
        [replace(one, **changes) if one.seat == seat else one for one in position.players]
    )
    return replace(position, players=players)


def with_turn(position: Position, **changes: Any) -> Position:
    """With some fields of the turn changed."""
    return replace(position, turn=replace(position.turn, **changes))


def with_natives(position: Position, *more: Group) -> Position:
    """With that many natives more of each group; fewer where the count is negative."""
    groups = dict(position.groups)
    for group in more:
        _join(groups, group, group.count)
    return _holding(position, groups)


def changed(position: Position, group: Group, **changes: Any) -> tuple[Position, Group]:
    """With one native of a group moved, loaded or emptied, and the group it belongs to now."""
    groups = dict(position.groups)
    _join(groups, group, -1)
    now = _join(groups, replace(group, **changes), 1)
    return _holding(position, groups), now


def _join(groups: dict[str, Group], group: Group, more: int) -> Group:
    """Put that many more natives into a group like this one, and return it."""
    token = group.token
    had = groups.pop(token, None)
    now = replace(group, count=more + (had.count if had else 0))
    if now.count:
        groups[token] = now
    return now


def _holding(position: Position, groups: dict[str, Group]) -> Position:
    return replace(position, natives=tuple([groups[token] for token in sorted(groups)]))


def with_supply(position: Position, good: str, more: int) -> Position:
    """With so much more of a good in the general supply."""
    return replace(position, **{good: position.loose_supply(good) + more})


def with_loose(position: Position, at: str, good: str, more: int) -> Position:
    """With so much more of a good lying on a tile."""
    tile = position.laid(at)
    return with_tile(position, replace(tile, **{good: tile.loose(good) + more}))


def emptied(position: Position, group: Group) -> tuple[Position, Group]:
    """One native of a group puts the good it carries down on its tile."""
    if not group.good:
        return position, group
    lying = with_loose(position, group.at, group.good, 1)
    return changed(lying, group, load="")


def with_marker(position: Position, seat: str, number: int, **changes: Any) -> Position:
    """With a marker of a player changed; back with its owner, nobody knows it any more."""
    if changes.get("place") == "hand":
        changes["value"] = UNKNOWN
    markers = tuple(
        replace(marker, **changes) if marker.number == number else marker
        for marker in position.player(seat).markers
    )
    return with_player(position, seat, markers=markers)


def with_huts(position: Position, at: str, huts: tuple[Hut, ...]) -> Position:
    """With these huts on a tile."""
    tile = position.laid(at)
    return with_tile(position, replace(tile, huts=tuple(sorted(huts))))


def without(huts: tuple[Hut, ...], hut: Hut) -> tuple[Hut, ...]:
    """The huts without one of these."""
    index = huts.index(hut)
    return huts[:index] + huts[index + 1 :]


def note(player: Player, number: int, value: Any) -> Player:
    """The player's markers with a value noted for one of them.

    A value lies under one marker only: a note of the same value elsewhere was wrong and goes.
    """
    markers = tuple(
        replace(marker, value=value)
        if marker.number == number
        else replace(marker, value=UNKNOWN)
        if marker.value == value
        else marker
        for marker in player.markers
    )
    return replace(player, markers=markers)


def possible(position: Position, player: Player, card: Card) -> Player:
    """The player without notes of more copies of a card than can be in hands."""
    if player.hand.count(card) <= position.cards_unseen(card):
        return player
    hand = sorted(UNKNOWN if name == card else name for name in player.hand)
    return replace(player, hand=tuple(hand))


def token_at(group: Group, at: str) -> str:
    """What a native of the group is called on another hex."""
    return native_token(group.seat, at, group.load, group.robbed)

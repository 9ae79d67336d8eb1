"""What may be seen of a position, and where each piece of it lies."""

from collections import Counter
from operator import is_

from msgspec.structs import replace

from companion.games.mesopotamien.player import Player
from companion.games.mesopotamien.position import GOODS, Position, neutral_huts
from companion.games.mesopotamien.temple import TOP
from companion.games.mesopotamien.tokens import NEUTRAL
from companion.kernel import Layout, as_noted, memo_few

SUPPLY = "supply"

NOTED = ("active", "by_hex", "groups", "huts")
"""What is noted of a position and rests on nothing that a view hides."""


def public(position: Position) -> Position:
    """As everybody may see it: without the notes of hands and markers."""
    return seen_by(position, "")


def seen_by(position: Position, seat: str) -> Position:
    """As one player may see it, or nobody in particular (""), from this position or any view.

    A position in which nothing is hidden is its own view.
    """
    players = _seen(position.players, seat)
    if players is position.players:
        return position
    return as_noted(replace(position, players=players), position, *NOTED)


@memo_few(2)
def _seen(players: tuple[Player, ...], seat: str) -> tuple[Player, ...]:
    """The players as one of them sees them, or nobody in particular: noted, for most moves leave
    them as they are."""
    seen = tuple([one.inferred if one.seat == seat else one.covered for one in players])
    return players if all(map(is_, seen, players)) else seen


def layout(view: Position) -> Layout:
    """Where all pieces lie.

    Places: a hex, ``hex/native:red`` and ``hex/hut:red`` for what these carry and cover,
    ``supply``, ``supply:red``, ``hand:red`` for markers and cards, ``offered:red``,
    ``scale:red:5`` for a field of the scale, ``stack``, ``drawn`` for a volcano without a place,
    ``pile``, ``discard``, ``gone``.
    """
    found: Counter[tuple[str, str]] = Counter()
    for good in GOODS:
        found[SUPPLY, good] += view.loose_supply(good)
    for terrain in ("plain", "forest", "quarry", "volcano"):
        found["stack", f"tile:{terrain}"] += view.stack.of(terrain)
    if view.quest is not None and view.quest.stage == "volcano":
        found["drawn", "tile:volcano"] += 1
    for tile in view.tiles:
        found[tile.at, f"tile:{tile.terrain}"] += 1
        for good in GOODS:
            found[tile.at, good] += tile.loose(good)
        for hut in tile.huts:
            found[tile.at, f"hut:{hut.owner}"] += 1
            if hut.marker:
                found[f"{tile.at}/hut:{hut.owner}", f"marker:{hut.owner}"] += 1
        if tile.cult:
            found[tile.at, f"cult:{tile.cult}"] += 1
    for group in view.natives:
        found[group.at, f"native:{group.seat}"] += group.count
        if group.load:
            load = f"marker:{group.seat}" if group.marker else group.load
            found[f"{group.at}/native:{group.seat}", load] += group.count
    for player in view.players:
        _lay_out(player, found)
    board = sum(hut.owner == NEUTRAL for tile in view.tiles for hut in tile.huts)
    found[SUPPLY, f"hut:{NEUTRAL}"] += neutral_huts(len(view.players)) - board
    found["pile", "card"] += view.pile
    for place, cards in (("discard", view.discard), ("gone", view.gone)):
        for card in cards:
            found[place, f"card={card}"] += 1
    return {key: count for key, count in found.items() if count}


def _lay_out(player: Player, found: Counter[tuple[str, str]]) -> None:
    seat = player.seat
    for piece, count in (
        ("native", player.natives),
        ("hut", player.huts),
        ("cult", player.cults),
    ):
        found[f"supply:{seat}", f"{piece}:{seat}"] += count
    for marker in player.markers:
        if marker.place == "hand":
            found[f"hand:{seat}", f"marker:{seat}"] += 1
        elif marker.place == "offered":
            found[f"offered:{seat}", f"marker:{seat}={marker.value}"] += 1
    found[f"hand:{seat}", "card"] += len(player.hand)
    found[f"scale:{seat}:{player.mana}", f"mana:{seat}"] += 1
    found[f"scale:{seat}:{min(player.ceiling, TOP) + 1}", f"bar:{seat}"] += 1

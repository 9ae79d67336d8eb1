"""What is drawn at random, see ``tests.games.tried``: moves with every blank filled with any token,
word or number it takes, and what nobody sees."""

import re
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.games.mesopotamien.pieces import note
from companion.games.mesopotamien.player import Player
from companion.games.mesopotamien.position import CARDS, Position, neighbours
from companion.games.mesopotamien.rules import game
from companion.games.mesopotamien.tokens import marker_token
from companion.kernel import UNKNOWN, Move
from tests.games import by_chance

RAW = re.compile(r"@|_|\+m\d|:m\d|\d,-?\d|\b(supply|hand|scale|offered):\S")
"""What tokens look like, and people shall never read."""

UNSAID = {
    "note_disproved",
    "ceiling_set",
    "cult_removed",
    "mana_set",
    "marker_not_robbed",
    "marker_not_taken",
    "marker_noted",
    "marker_stays",
    "tile_removed",
    "way_blocked",
}
"""What neither the vectors nor some turns of play have said."""

NAMES: tuple[str, ...] = ()
"""Tokens that are names themselves."""

NOT_ON_OFFER: tuple[str, ...] = ()
"""Types of blanks that take more than can be on offer."""


def tokens(position: Position) -> dict[str, list[str]]:
    """Tokens by type: all that are on the table, and some that are not."""
    near = {at for tile in position.tiles for at in (tile.at, *neighbours(tile.at))}
    natives = [group.token for group in position.natives]
    huts = [hut.token(tile.at) for tile in position.tiles for hut in tile.huts]
    seats = list(position.setup.seats)
    return {
        "hex": [*sorted(near), "9,9"],
        "native": [*natives, "green@9,9", "blue@0,0+wood"],
        "hut": [*huts, "hut:red@9,9", "hut:neutral@-1,0"],
        "seat": [*seats, "blue"],
        "owner": [*seats, "neutral", "blue"],
        "marker": [marker_token(seat, number) for seat in (*seats, "blue") for number in (1, 2, 4)],
        "thing": [*seats, *natives, *sorted(near), "9,9"],
        "carrier": [*seats, *natives, *huts, "9,9"],
    }


def any_move(position: Position, rng: Random, kind: str = "") -> Move:
    """A well-formed move of that kind, or of any."""
    some, seat = tokens(position), rng.choice(position.setup.seats)
    return by_chance.any_move(
        game, rng, kind, seat, lambda _, blank: by_chance.any_value(blank, rng, some)
    )


def hiding(position: Position, rng: Random, knows: str = "") -> Position:
    """The position with other notes of what is hidden, but of the seat that ``knows``."""
    players = tuple(
        player if player.seat == knows else _noted(player, position, rng)
        for player in position.players
    )
    return replace(position, players=players)


def _noted(player: Player, position: Position, rng: Random) -> Player:
    for marker in player.markers:
        if marker.place in ("hut", "native"):
            player = note(player, marker.number, rng.choice([UNKNOWN, *player.open_values]))
    names = [UNKNOWN, *(card for card in CARDS if position.cards_unseen(card) > 0)]
    hand: list[str] = []
    for _ in player.hand:
        name = rng.choice(names)
        fits = name == UNKNOWN or hand.count(name) < position.cards_unseen(name)  # type: ignore[arg-type]
        hand.append(name if fits else UNKNOWN)
    return replace(player, hand=tuple(sorted(hand)))


def secretive(position: Position, rng: Random) -> Position:
    """The position with more that only its owner may know."""
    return position


def apart(rng: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two situations that differ in nothing but what is hidden."""

    def held() -> dict[str, Any]:
        return {"hands": {"blue": rng.sample(["priest", "land", "teleport", "expel"], 2)}}

    return held(), held()


def turns_up(move: Move, seen: Position, also: Position) -> bool:
    """Whether the table itself then shows what nobody saw."""
    return False


def tells(move: Move, seen: Position | None = None, also: Position | None = None) -> bool:
    """Whether a move may bring to light what nobody saw."""
    return False


def sound(position: Position) -> bool:
    """Whether what holds even after rules were overruled holds."""
    return game.violations(position) == ()

"""What is drawn at random, see ``tests.games.tried``: moves with every blank filled with any token,
word or number it takes, and what nobody sees."""

import re
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.games.sakkara.corrections import _places
from companion.games.sakkara.motifs import MOTIFS
from companion.games.sakkara.position import FIELDS, LINES, Position
from companion.games.sakkara.rules import game
from companion.games.sakkara.tokens import COLOURS
from companion.kernel import UNKNOWN, Blank, Draft, Move
from tests.games import by_chance

WORKERS = ["white:1", "white:2", "black:1", "black:2"]


RAW = re.compile(r"_|\b\w+:\w|[{}\[\]]")
"""What tokens look like, and people shall never read."""

UNSAID = {
    "note_disproved",
    "box_confirmed",
    "dealt",
    "held_noted",
    "left_lying",
    "nothing_destroyed",
    "nothing_to_rob",
    "still_to_put_back",
    "took_untold",
}
"""What neither the vectors nor some turns of play have said."""

NAMES: tuple[str, ...] = (*FIELDS, *MOTIFS)
"""Tokens that are names themselves."""

NOT_ON_OFFER: tuple[str, ...] = ("name", "seed")
"""Types of blanks that take more than can be on offer."""


def near(position: Position, rng: Random) -> str:
    """A field: often one with tiles or a worker, sometimes beside the board."""
    busy = [field for field in FIELDS if position.height(field) or position.worker_on(field)]
    return rng.choice([rng.choice(FIELDS), rng.choice(busy or FIELDS), rng.choice((*FIELDS, "h8"))])


def any_move(position: Position, rng: Random, kind: str = "") -> Move:
    """A well-formed move of that kind, or of any."""
    tokens = {
        "worker": WORKERS,
        "line": list(LINES),
        "seat": list(COLOURS),
        "place": list(_places(position, None)),
        "name": ["Apis", "Horus"],
    }

    def value(_: Draft, blank: Blank) -> Any:
        held = [tile for tile in position.mover.holder if tile in blank.choices]
        if held and rng.random() < 0.6:
            return rng.choice(held)
        if blank.type == "field":
            return near(position, rng)
        return by_chance.any_value(blank, rng, tokens)

    return by_chance.any_move(game, rng, kind, rng.choice(COLOURS), value)


def hiding(position: Position, rng: Random, knows: str = "") -> Position:
    """The position with other tiles wherever nobody sees them, nor the seat that ``knows``."""
    players = []
    for player in position.players:
        if player.seat == knows:
            players.append(player)
            continue
        fresh = position.fresh if player.seat == position.active else ()
        tiles = [rng.choice([*MOTIFS, UNKNOWN]) for _ in range(len(player.holder) - len(fresh))]
        players.append(replace(player, holder=tuple(sorted((*tiles, *fresh)))))
    stacks = position.stacks
    if position.phase != "layout":
        stacks = tuple(
            (*(rng.choice([*MOTIFS, UNKNOWN]) for _ in tiles[:-1]), *tiles[-1:]) for tiles in stacks
        )
    return replace(position, players=tuple(players), stacks=stacks)


def secretive(position: Position, rng: Random) -> Position:
    """The position with more that only its owner may know."""
    return position


def apart(rng: Random) -> tuple[dict[str, Any], dict[str, Any]]:
    """Two situations that differ in nothing but what is hidden."""

    def held() -> dict[str, Any]:
        return {
            "phase": "turn",
            "active": "white",
            "number": 3,
            "tops": {"c3": "ship", "d4": "tip"},
            "workers": {"white": ["c3", ""], "black": ["d4", ""]},
            "holders": {seat: rng.choices(MOTIFS, k=4) for seat in COLOURS},
        }

    return held(), held()


def turns_up(move: Move, seen: Position, also: Position) -> bool:
    """Whether the table itself then shows what nobody saw: a tile that was covered."""
    return seen.stacks != also.stacks


def tells(move: Move, seen: Position | None = None, also: Position | None = None) -> bool:
    """Whether a move may bring to light what nobody saw: a tile that was covered."""
    if seen is None or also is None or game.kind(move).role != "play":
        return True  # who asks for a tile is told when there is none
    return seen.stacks != also.stacks


def sound(position: Position) -> bool:
    """Whether what holds even after rules were overruled holds."""
    return position.boxed >= 0 and set(position.fresh) <= set(position.mover.holder)

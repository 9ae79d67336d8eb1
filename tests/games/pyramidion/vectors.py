"""Pyramidion's vectors.

A line may have the ``players`` in turn order (else red, blue, yellow), what is printed on some
parts (``box``: by id), seats whose stores are not known for ``unsure`` and how many cards the
``deck`` has; its situation lies over the start position.
"""

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games.pyramidion.box import Box
from companion.games.pyramidion.position import Position
from companion.games.pyramidion.rules import game
from tests.games.floors import Floors
from tests.games.vectors import Vector, Whispered, arranged, read

SEATS = ("red", "blue", "yellow")

VECTORS = read(__file__)

FLOORS = Floors(lessons=11, refused=3, strangers=27, codes=101)

FRAMES = {"P25"}
NEVER_ALONE: dict[str, set[str]] = {
    # Answers to what nobody asked: the frame says so first, and the fact after it.
    "no_cards_now": {"P2", "P25", "over"},
    "round_goes_on": {"P2", "P25", "over"},
    "no_tiles_to_take": {"P2", "P25", "over"},
    "nobody_activates": {"P2", "P25", "over"},
    "nobody_negotiates": {"P2", "P25", "over"},
    "nobody_loads": {"P2", "P25", "over"},
    "nothing_to_lay_at": {"P29", "P25", "over"},
    "nothing_to_turn_up": {"P29", "P25", "over"},
    "nothing_to_resolve": {"P30", "P25", "over"},
    "already_resolving": {"P25", "over"},
    "nobody_moves_over": {"P55", "P25", "over"},
    "P74": {"P5", "P25", "over"},
    # Frames of kinds that begin with such a fact.
    **{one: set[str]() for one in ("over", "P2", "P25", "P30", "P55")},
    # What only comes up with a box told in full, see ``test_box``.
    **{one: set[str]() for one in ("cards_full", "box_counts")},
}
NEVER_BROKEN = {
    ("confirm_box", "already_so"),
    ("tell_card", "cards_full"),
    ("confirm_box", "box_counts"),
}


def printed(**parts: dict[str, Any]) -> Box:
    """The shipped box with other things printed on some parts."""
    plain = msgspec.to_builtins(Box())
    for name in ("sites", "cards", "boats", "distribution"):
        plain[name] = [one | parts.get(one["id"], {}) for one in plain[name]]
    plain["supply"] = [one | parts.get(one["kind"], {}) for one in plain["supply"]]
    return msgspec.convert(plain, Box)


WHISPERED: Whispered = (
    2,
    {"boats": {}},
    (
        {"move": "fix_won", "seat": "red", "boat": "B20"},
        {"move": "fix_won", "seat": "blue", "boat": "B19"},
    ),
)


def at_start(
    players: tuple[str, ...] | list[str] = SEATS,
    box: dict[str, dict[str, Any]] | None = None,
    **options: Any,
) -> Position:
    chosen = msgspec.convert(options, game.options)
    return game.setup(tuple(players), chosen, printed(**(box or {})))


def situated(position: Position, situation: dict[str, Any]) -> Position:
    """The position with what is told of it."""
    return arranged(game, position, situation)


def start(vector: Vector) -> Position:
    """The position in which the first move is judged."""
    begun = at_start(vector.get("players", SEATS), vector.get("box"), **vector.get("options", {}))
    position = situated(begun, vector["situation"])
    for seat in vector.get("unsure", ()):
        position = position.with_player(seat, sure=False)
    if vector.get("deck") is not None:
        short = position.deck - vector["deck"]
        position = replace(position, deck=vector["deck"], discard=("?",) * short)
    return position

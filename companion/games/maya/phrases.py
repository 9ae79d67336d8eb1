"""What the things of a table of Maya are called.

Quarries are numbered from right to left, as they are awarded; levels from the bottom. Boards that
are made up are called so.
"""

import re
from dataclasses import dataclass
from typing import Any

from companion.games.maya.position import COLOURS, NEUTRAL, Position

_SEAT = "|".join(COLOURS)
_LEVEL = re.compile(r"P([1-4])\.L([1-5])")
_QUARRY = re.compile(r"Q([1-9])")
_OWNED = re.compile(rf"(?:stone|card):({_SEAT}|{NEUTRAL})")
_PLACE = re.compile(rf"(stock|awarded|hand|seat|gold):({_SEAT})")
_CARD = re.compile(rf"({_SEAT}):(low|high)")
_NEUTRAL = re.compile(rf"{NEUTRAL}:({_SEAT})")

Phrase = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Typed:
    """What somebody typed: said as it is, not taken for a token."""

    text: str

    def __str__(self) -> str:
        return self.text


def phrase(view: Position, token: str) -> Phrase:
    """The name of a token as a key in section ``name`` with its values; the token itself as key
    where it has none."""
    if found := _LEVEL.fullmatch(token):
        return "token.level", {"pyramid": f"P{found[1]}", "height": int(found[2])}
    if found := _QUARRY.fullmatch(token):
        key = "token.practice_quarry" if view.practice else "token.quarry"
        known = _covered_values(view, token)
        if known:
            return f"{key}_with", {"number": int(found[1]), "values": known}
        return key, {"number": int(found[1])}
    if re.fullmatch(r"P[1-4]", token):
        return _pyramid(view, int(token[1]))
    if found := _OWNED.fullmatch(token):
        return "token.owner", {"owner": found[1]}
    if found := _PLACE.fullmatch(token):
        return f"token.{found[1]}", {"owner": found[2]}
    if found := _CARD.fullmatch(token):
        return "token.card", {"owner": found[1], "back": found[2]}
    if found := _NEUTRAL.fullmatch(token):
        return "token.neutral_card", {"owner": found[1]}
    if token.startswith("marker:"):
        return token.removeprefix("marker:"), {}
    if token.startswith("note:"):
        marker = token.removeprefix("note:")
        return "token.note", {"marker": marker, "text": Typed(view.setup.box.text(marker))}
    return token, {}


def _covered_values(view: Position, quarry: str) -> list[int]:
    """What lies face down at a quarry, as far as this view knows it: its owner alone does."""
    return [
        card.value
        for one in view.quarries
        for card in one.cards
        if one.id == quarry and one.state == "covered" and isinstance(card.value, int)
    ]


def _pyramid(view: Position, number: int) -> Phrase:
    pyramids = view.board.pyramids
    if number > len(pyramids):
        return "token.pyramid", {"number": number}
    return pyramids[number - 1].name, {}

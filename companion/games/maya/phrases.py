"""What the things of a table of Maya are called.

Quarries are numbered from right to left, as they are awarded; levels from the bottom. Boards that
are made up are called so.
"""

from companion.games.maya.position import Position
from companion.games.maya.tokens import (
    A_CARD,
    A_LEVEL,
    A_NEUTRAL_CARD,
    A_PYRAMID,
    A_QUARRY,
    IN_FRONT,
    OWNED,
)
from companion.kernel import Phrase, Verbatim


def phrase(view: Position, token: str) -> Phrase:
    """The name of a token as a key in section ``name`` with its values; the token itself as key
    where it has none."""
    if found := A_LEVEL.fullmatch(token):
        return "token.level", {"pyramid": f"P{found[1]}", "height": int(found[2])}
    if found := A_QUARRY.fullmatch(token):
        key = "token.practice_quarry" if view.practice else "token.quarry"
        known = _covered_values(view, token)
        if known:
            return f"{key}_with", {"number": int(found[1]), "values": known}
        return key, {"number": int(found[1])}
    if found := A_PYRAMID.fullmatch(token):
        return _pyramid(view, int(found[1]))
    if found := OWNED.fullmatch(token):
        return "token.owner", {"owner": found[1]}
    if found := IN_FRONT.fullmatch(token):
        return f"token.{found[1]}", {"owner": found[2]}
    if found := A_CARD.fullmatch(token):
        return "token.card", {"owner": found[1], "back": found[2]}
    if found := A_NEUTRAL_CARD.fullmatch(token):
        return "token.neutral_card", {"owner": found[1]}
    if token.startswith("marker:"):
        return token.removeprefix("marker:"), {}
    if token.startswith("note:"):
        marker = token.removeprefix("note:")
        return "token.note", {"marker": marker, "text": Verbatim(view.setup.box.text(marker))}
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

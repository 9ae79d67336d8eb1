"""A hand that takes back what it did by doing the opposite."""

from typing import Any

from companion.kernel import Game, Move, Open, Way, carry_out
from companion.match.match import Match
from companion.match.steps import Step
from companion.match.undo import last_line
from companion.scene.moved import moved


def puts_back(match: Match, way: Way, by: str | None = None) -> bool:
    """Whether moves would only bring every piece back to where it lay before the last line of the
    same seat, as everybody can see: then it is meant to be taken back, and not to be paid for
    twice. What came to light stays so, and is never put back."""
    line, game, told = match.timeline, match.game, _told(match)
    if not told or not all(_by_hand(game, one) for one in way):
        return False
    before = game.layout(game.public(told[0].before))
    position = match.public
    if game.layout(position) == before:
        return False
    try:
        for move in way:
            who = by or line.who(position, move)
            if game.kind(move).hidden or who != told[-1].by:
                return False
            position = carry_out(game, position, move, who).position
        return bool(game.layout(game.public(position)) == before)
    except (Open, ValueError):  # it cannot be carried out, or depends on what is hidden
        return False


def leads_back(match: Match, piece: str, place: str) -> bool:
    """Whether a piece was touched that the last line moved, and then the place where it lay before:
    though no rule knows that move, a hand makes it to take the last one back."""
    told = _told(match)
    if not told or piece == place:
        return False
    before = match.game.public(told[0].before)
    lay, lies = (match.package.scene(view).shapes for view in (before, match.public))
    return any(piece in here and place in there - here for here, there in moved(lay, lies))


def _told(match: Match) -> list[Step]:
    """What somebody told with the last line, where a hand can put all of it back."""
    if match.read_only or match.over:
        return []
    line, game = match.timeline, match.game
    told = [one for one in line.by_hand(last_line(line)) if one.move is not None]
    moves = (one.move for one in told if one.move is not None)
    return told if all(_by_hand(game, one) for one in moves) else []


def _by_hand(game: Game[Any], move: Move) -> bool:
    """Whether a hand can put back what a move did: it turned up nothing, and was one of play."""
    return not game.reveals(move) and game.kind(move).role == "play"

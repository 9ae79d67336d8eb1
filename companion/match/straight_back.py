"""A hand that takes back what it did by doing the opposite."""

from companion.kernel import Open, Way, carry_out
from companion.match.match import Match
from companion.match.undo import last_line


def puts_back(match: Match, way: Way, by: str | None = None) -> bool:
    """Whether moves would only bring every piece back to where it lay before the last line of the
    same seat, as everybody can see: then it is meant to be taken back, and not to be paid for
    twice. What came to light stays so, and is never put back."""
    line, game = match.timeline, match.game
    if match.read_only or match.over:
        return False
    told = [one for one in line.by_hand(last_line(line)) if one.move is not None]
    moves = [*(one.move for one in told if one.move is not None), *way]
    if not told or any(game.reveals(one) or game.kind(one).role != "play" for one in moves):
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

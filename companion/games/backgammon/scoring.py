"""How a game is won, what it counts, and what comes after it (B22 to B24, B35, B36, B40, B41)."""

from typing import Literal

from msgspec.structs import replace

from companion.games.backgammon.position import BAR, CHECKERS, HOME, Crawford, Position, at_start
from companion.kernel import Effects, event

Victory = Literal["single", "gammon", "backgammon"]
COUNTS: dict[Victory, int] = {"single": 1, "gammon": 2, "backgammon": 3}
"""By how much the value on the cube counts."""


def victory(position: Position, winner: str) -> Victory:
    """What kind of win it is when the winner has just borne off the last checker."""
    loser = next(side for side in position.sides if side.seat != winner)
    if loser.off:
        return "single"
    return "backgammon" if any(loser.lies[BAR - HOME :]) else "gammon"


def won(position: Position, winner: str) -> Effects[Position]:
    """All checkers of a side are borne off: the game is over and counts."""
    how = victory(position, winner)
    points = position.cube * COUNTS[how]
    position = replace(position, dice=(), left=())
    yield event(position, "all_off", "B22", seat=winner)
    if position.options.jacoby and position.options.single and not position.owner:
        points = position.cube
        if how != "single":
            yield event(position, "counts_once", "B36", seat=winner)
    elif how == "gammon":
        yield event(position, "gammon", "B23", seat=winner)
    elif how == "backgammon":
        yield event(position, "backgammon", "B24", seat=winner)
    return (yield from scored(position, winner, points))


def scored(position: Position, winner: str, points: int) -> Effects[Position]:
    """The winner of a game gets its points; then the match is over or the next game begins."""
    seats = position.setup.seats
    at = seats.index(winner)
    total = position.score[at] + points
    score = (total, position.score[1]) if at == 0 else (position.score[0], total)
    position = replace(position, score=score)
    yield event(position, "scored", "B40", seat=winner, points=points, total=total)
    if position.decided:
        position = replace(position, phase="over")
        yield event(position, "match_won", "B40", seat=winner)
        return position
    position = set_up(replace(position, number=position.number + 1, crawford=_crawford(position)))
    yield event(position, "next_game", "B41", number=position.number)
    if position.crawford == "now":
        yield event(position, "without_cube", "B35")
    return position


def _crawford(position: Position) -> Crawford:
    """Whether the next game is the one without the cube."""
    if not position.options.crawford:
        return position.crawford
    if position.crawford == "before" and max(position.score) == position.options.goal - 1:
        return "now"
    return "before" if position.crawford == "before" else "past"


def set_up(position: Position) -> Position:
    """With all as it is when a game begins (B1)."""
    first, second = position.setup.seats
    return replace(
        position,
        sides=(at_start(first), at_start(second)),
        phase="opening",
        active=first,
        dice=(),
        left=(),
        cube=1,
        owner="",
    )


def complete(position: Position) -> str:
    """Who has borne off all checkers, "" for nobody."""
    return next((side.seat for side in position.sides if side.off >= CHECKERS), "")

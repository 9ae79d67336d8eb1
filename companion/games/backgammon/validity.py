"""What cannot be: all faults of a position, whatever way it came about."""

from collections.abc import Iterator

from companion.games.backgammon.position import BAR, CHECKERS, Position, place
from companion.games.backgammon.scoring import complete
from companion.kernel import Fault


def violations(position: Position) -> tuple[Fault, ...]:
    """Everything that no table could show, or an empty tuple."""
    return tuple(_faults(position))


def _faults(position: Position) -> Iterator[Fault]:
    for side in position.sides:
        if sum(side.lies) != CHECKERS or min(side.lies) < 0:
            lying = sum(side.lies[1:])
            yield Fault("checkers_wrong", {"seat": side.seat, "count": lying, "most": CHECKERS})
    if complete(position) and not position.decided:
        yield Fault("already_won", {"seat": complete(position)})
    if not cube_possible(position):
        yield Fault("cube_wrong", {"value": position.cube})


def shared(position: Position) -> set[str]:
    """The points on which checkers of both sides lie, as no move by the rules leaves them."""
    first, second = position.sides
    return {
        place(first.seat, spot)
        for spot in range(1, BAR)
        if first.lies[spot] > 0 and second.lies[BAR - spot] > 0
    }


def cube_possible(position: Position) -> bool:
    """Whether the cube can show this where it lies: after a double it is one player's, but for a
    tie of the opening dice (B37)."""
    return position.cube > 1 if position.owner else position.cube <= 2

"""Whether a line is judged as it was when it was recorded."""

from typing import Any

from companion.kernel import Game, Move
from companion.kernel.judge import outside
from companion.match.steps import rests_on_unknown


class Differs(ValueError):
    """A line is judged otherwise than it was recorded."""

    def __init__(self, number: int, recorded: tuple[str, ...], found: tuple[str, ...]) -> None:
        super().__init__(
            f"line {number}: recorded {','.join(recorded) or 'ok'}, found {','.join(found) or 'ok'}"
        )
        self.number = number
        self.recorded = recorded
        self.found = found


def compare(
    game: Game[Any],
    number: int,
    recorded: tuple[str, ...],
    found: tuple[str, ...],
    position: Any,
    move: Move,
    by: str,
) -> None:
    """Raises Differs when a verdict is not the recorded one.

    Where something hidden is not known, a need that rests on it may have been broken, and
    needs behind a failed fact may look broken now. What once was held against things hidden
    from the mover, or told of a move that nobody was asked for, is not any more.
    """
    if recorded == found:
        return
    kind = game.kind(move)
    if found == recorded[:1] and outside(game, position, kind, move, by) is not None:
        return
    open_needs = rests_on_unknown(game, position, move, by)
    seen = set(found)
    if recorded and recorded[-1] in open_needs:
        needs = [need.clause for need in kind.needs]
        seen -= set(needs[needs.index(recorded[-1]) + 1 :])
    if not seen <= set(recorded) <= seen | open_needs:
        raise Differs(number, recorded, found)

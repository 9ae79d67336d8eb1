"""Whether a line is judged as it was when it was recorded."""

from typing import Any

from companion.kernel import Game, Move
from companion.kernel.judge import outside
from companion.match.entries import RecordedMove
from companion.match.steps import Step, rests_on_unknown


class Differs(ValueError):
    """A line is judged otherwise than it was recorded."""

    def __init__(self, number: int, recorded: tuple[str, ...], found: tuple[str, ...]) -> None:
        super().__init__(
            f"line {number}: recorded {','.join(recorded) or 'ok'}, found {','.join(found) or 'ok'}"
        )
        self.number = number
        self.recorded = recorded
        self.found = found


class Recorded:
    """Holds lines against what was recorded of them.

    as_told: the entry before which lines count as they were told, whatever the rules say now.
    otherwise: the clauses by which such lines are judged otherwise now, in the order found.
    """

    def __init__(self) -> None:
        self.as_told = 0
        self.otherwise: dict[str, None] = {}

    def compare(
        self,
        game: Game[Any],
        number: int,
        recorded: tuple[str, ...],
        found: tuple[str, ...],
        position: Any,
        move: Move,
        by: str,
    ) -> None:
        """Raises Differs when a verdict is not the recorded one, and that counts."""
        if recorded == found or alike(game, recorded, found, position, move, by):
            return
        if number >= self.as_told:
            raise Differs(number, recorded, found)
        self.otherwise |= dict.fromkeys(one for one in found if one not in recorded)
        self.otherwise |= dict.fromkeys(one for one in recorded if one not in found)

    def stands(
        self, game: Game[Any], number: int, step: Step, recorded: RecordedMove, move: Move
    ) -> None:
        """Raises Differs when a move that stood would not stand now as it was told, and that
        counts; also where it can be carried out no more."""
        overruled = recorded.overruled
        self.compare(game, number, overruled, step.faults, step.before, move, step.by)
        if step.state == "left out" or (step.state == "illegal" and number >= self.as_told):
            raise Differs(number, overruled, step.faults)


def alike(
    game: Game[Any],
    recorded: tuple[str, ...],
    found: tuple[str, ...],
    position: Any,
    move: Move,
    by: str,
) -> bool:
    """Whether a verdict may stand for the recorded one.

    Where something hidden is not known, a need that rests on it may have been broken, and
    needs behind a failed fact may look broken now. What once was held against things hidden
    from the mover, or told of a move that nobody was asked for, is not any more.
    """
    kind = game.kind(move)
    if found == recorded[:1] and outside(game, position, kind, move, by) is not None:
        return True
    open_needs = rests_on_unknown(game, position, move, by)
    seen = set(found)
    if recorded and recorded[-1] in open_needs:
        needs = [need.clause for need in kind.needs]
        seen -= set(needs[needs.index(recorded[-1]) + 1 :])
    return seen <= set(recorded) <= seen | open_needs

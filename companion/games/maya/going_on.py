"""When nobody is left to decide in a step, but it has not come to its end by itself.

Steps end by themselves with the last decision in them. After a correction, or at a table set as it
stands, there may be none left: then the table says that it goes on.
"""

from companion.games.maya.awarding import onward, waiting
from companion.games.maya.laying import begin_awarding
from companion.games.maya.position import Position
from companion.games.maya.scoring import begun, scored
from companion.games.maya.transport import carried_on
from companion.kernel import Effects, Move, MoveKind, fact


class GoOn(Move, frozen=True, tag="go_on"):
    """Nobody has anything left to decide in this step; the next one follows."""


def stands(p: Position) -> bool:
    """Whether nobody is left to decide in the step that goes on."""
    if p.phase == "opening" or p.phase == "building":
        return not (p.turn and p.left(p.turn))
    if p.phase == "laying":
        return not p.turn
    if p.phase == "awarding":
        return not (p.winner or p.open_quarry() or p.to_reveal())
    return p.phase == "transport" and not p.turn


def _gone_on(p: Position, m: GoOn) -> Effects[Position]:
    if p.phase == "opening":
        return (yield from begun(p, 1))
    if p.phase == "laying":
        return (yield from begin_awarding(p))
    if p.phase == "awarding":
        return (yield from onward(p))
    if p.phase == "transport":
        return (yield from carried_on(p))
    return (yield from scored(p))


GO_ON: MoveKind[Position, GoOn] = MoveKind(
    GoOn,
    needs=(fact("not_over_yet", lambda p, m: stands(p) and not waiting(p)),),
    apply=_gone_on,
    ends=True,
)

"""Walking from tile to tile."""

from collections.abc import Iterator

from companion.games.mesopotamien.needs import (
    LEAVING,
    NO_WOOD_ONTO_TEMPLE,
    OWN_NATIVE,
    is_in,
    native_there,
    own,
    way_to,
)
from companion.games.mesopotamien.pieces import changed, token_at, with_turn
from companion.games.mesopotamien.position import Group, Position, neighbours
from companion.games.mesopotamien.temple import delivered
from companion.games.mesopotamien.tokens import TEMPLE, Hex, NativeToken, parse
from companion.games.mesopotamien.turns import allowance
from companion.kernel import Move, MoveKind, event, fact, rule
from companion.kernel.events import Effects, Transition
from companion.kernel.kinds import Values


class Step(Move, frozen=True, tag="step"):
    """One native walks to a neighbouring tile; 1 movement point."""

    native: NativeToken
    to: Hex


def _points(position: Position, move: Step) -> Values:
    return {"left": position.turn.movement, "most": allowance(position)}


def _reduced(position: Position) -> bool:
    return position.first_round and position.options.first_turn_points


def walked(position: Position, group: Group, to: str) -> Effects[Position]:
    """One native of a group goes to a tile and pays for it as far as there are points."""
    left = max(0, position.turn.movement - 1)
    brought = to == TEMPLE and bool(group.good)
    came_from = (*position.turn.came_from, group.at) if brought else position.turn.came_from
    after, there = changed(position, group, at=to)
    after = with_turn(after, movement=left, came_from=came_from)
    yield event(after, "stepped", "M10", native=group.token, to=to, left=left)
    if brought and group.load == "stone" and position.options.deliver_at_once:
        after = yield from delivered(after, there)
    return after


def _does(position: Position, move: Step) -> Iterator[Transition[Position]]:
    return walked(position, position.native(move.native), move.to)


STEP: MoveKind[Position, Step] = MoveKind(
    Step,
    needs=(
        native_there("native"),
        OWN_NATIVE,
        rule("M6", lambda p, m: p.turn.movement > 0 or _reduced(p), _points),
        rule("M7", lambda p, m: p.turn.movement > 0 or not _reduced(p), _points),
        rule(
            "M11",
            lambda p, m: m.to in neighbours(p.native(m.native).at),
            way_to,
        ),
        fact(
            "M48b",
            lambda p, m: p.tile(m.to) is not None,
            lambda p, m: {"native": m.native, "to": m.to},
        ),
        rule(
            "M13",
            lambda p, m: p.terrain(m.to) != "volcano",
            lambda p, m: {"native": m.native, "to": m.to},
        ),
        *LEAVING,
        NO_WOOD_ONTO_TEMPLE,
    ),
    apply=_does,
    candidates={
        "native": is_in(own),
        "to": lambda p, draft: neighbours(parse(draft.native)[1]),
    },
    mover="native",
    destination="to",
    onward=lambda p, m: token_at(p.native(m.native), m.to),
)

"""The snake: a tile of the other player's holder, drawn without looking.

What was drawn only the two players know. One of them may tell the companion in private; until
then it takes every tile of the robbed holder for one that might be gone.
"""

from companion.games.sakkara.motifs import Told
from companion.games.sakkara.needs import on_holder
from companion.games.sakkara.pieces import gained, lost, used, with_player
from companion.games.sakkara.position import Position
from companion.kernel import UNKNOWN, Effects, Move, MoveKind, aside, event, fact, rule
from companion.kernel.values import known


class Snake(Move, frozen=True, tag="snake"):
    """One tile goes from the other player's holder to the active player's.

    motif: which, told in private, or UNKNOWN.
    """

    motif: Told


def _snake(position: Position, move: Snake) -> Effects[Position]:
    position = yield from used(position, "snake")
    robber, victim = position.active, position.other
    values = {"seat": robber, "victim": victim}
    left = len(position.player(victim).holder) - 1
    if left < 0:
        yield event(position, "nothing_to_rob", "K62c", **values)
        return position
    after = None if move.motif == UNKNOWN else lost(position, victim, move.motif)
    doubtful = with_player(position, victim, holder=(UNKNOWN,) * left)
    position = gained(after or doubtful, robber, move.motif, seen=False)
    if after is None and move.motif != UNKNOWN:
        yield aside(position, victim, "note_disproved", "K33", seat=victim)
    key = "robbed_blind" if position.options.snake_mode == "blind" else "robbed_chosen"
    yield event(position, key, "K62b", left=left, **values)
    return position


SNAKE: MoveKind[Position, Snake] = MoveKind(
    Snake,
    needs=(
        on_holder("snake"),
        fact(
            "not_on_their_holder",
            lambda p, m: not p.player(p.other).holder or p.has(p.other, known(m.motif)),
            lambda p, m: {"seat": p.other, "motif": m.motif},
        ),
        rule("K62c", lambda p, m: p.player(p.other).holder, lambda p, m: {"seat": p.other}),
    ),
    apply=_snake,
    out_of_turn="K15",
    hidden=("motif",),
    reveals=True,
    explicit=True,
)

"""The dice, and whose turn it is (B3 to B8, B14)."""

from msgspec.structs import replace

from companion.games.backgammon.motion import most
from companion.games.backgammon.position import DICE, Die, Position, pips
from companion.kernel import Effects, Move, MoveKind, event


class Opening(Move, frozen=True, tag="opening"):
    """The opening dice: what White's die and what Black's die shows."""

    white: Die
    black: Die


class Roll(Move, frozen=True, tag="roll"):
    """The dice of a turn."""

    first: Die
    second: Die


def playable(position: Position) -> int:
    """How many of the dice that are left can be played at most."""
    return most(position.mover.lies, position.rival.lies, position.left)


def with_dice(position: Position, one: int, two: int) -> Position:
    """With these dice to be played: those of a double four times (B8)."""
    dice = (one,) * 4 if one == two else (max(one, two), min(one, two))
    return replace(position, phase="move", dice=dice, left=dice)


def next_turn(position: Position) -> Effects[Position]:
    """The other player is to roll (B5)."""
    position = replace(position, phase="roll", active=position.other, dice=(), left=())
    yield event(position, "next_turn", "B5", seat=position.active)
    return position


def go_on(position: Position) -> Effects[Position]:
    """What comes when dice were rolled or one was played: the turn ends where none is left, or
    where none that is left can be played (B14)."""
    if playable(position):
        return position
    if position.left:
        key = "no_step" if position.left == position.dice else "no_more_steps"
        dice = tuple(f"d{die}" for die in position.left)
        position = replace(position, left=())
        yield event(position, key, "B14", seat=position.active, dice=dice)
    return (yield from next_turn(position))


def settled(position: Position) -> Position:
    """Without dice that cannot be played: where no step is left, the other player is to roll."""
    if position.phase != "move" or playable(position):
        return position
    return replace(position, phase="roll", active=position.other, dice=(), left=())


def _opening(position: Position, move: Opening) -> Effects[Position]:
    white, black = pips(move.white), pips(move.black)
    if white == black:
        options = position.options
        yield event(position, "opening_tied", "B4", die=move.white)
        if options.automatic_doubles and options.single and options.cube and position.cube == 1:
            position = replace(position, cube=2)
            yield event(position, "doubled_by_tie", "B37", value=position.cube)
        return position
    position = replace(position, active="white" if white > black else "black")
    position = with_dice(position, white, black)
    dice = {"first": f"d{position.dice[0]}", "second": f"d{position.dice[1]}"}
    yield event(position, "begins", "B3", seat=position.active, **dice)
    return (yield from go_on(position))


def _roll(position: Position, move: Roll) -> Effects[Position]:
    position = with_dice(position, pips(move.first), pips(move.second))
    seat = position.active
    if move.first == move.second:
        yield event(position, "rolled_double", "B8", seat=seat, die=move.first)
    else:
        yield event(position, "rolled", "B6", seat=seat, first=move.first, second=move.second)
    return (yield from go_on(position))


OPENING: MoveKind[Position, Opening] = MoveKind(
    Opening,
    needs=(),
    apply=_opening,
    candidates={"white": lambda p, m: DICE, "black": lambda p, m: DICE},
    out_of_phase="B3",
    reveals=True,
)

ROLL: MoveKind[Position, Roll] = MoveKind(
    Roll,
    needs=(),
    apply=_roll,
    candidates={"first": lambda p, m: DICE, "second": lambda p, m: DICE},
    out_of_phase="B6",
    reveals=True,
)

"""The rules of Backgammon in one value."""

from typing import Any

from companion.games.backgammon import corrections, doubling, moving, turns
from companion.games.backgammon.arranging import Situation, arrange
from companion.games.backgammon.evaluation import eager, evaluate
from companion.games.backgammon.options import Options
from companion.games.backgammon.position import COLOURS, DICE, Box, Position, Setup, at_start
from companion.games.backgammon.validity import violations
from companion.games.backgammon.views import layout
from companion.kernel import (
    TABLE,
    Asked,
    Dice,
    Game,
    Level,
    Move,
    MoveKind,
    Outcome,
    Rulebook,
    asked_once,
)

KINDS: tuple[MoveKind[Position, Any], ...] = (
    turns.OPENING,
    turns.ROLL,
    moving.STEP,
    doubling.DOUBLE,
    doubling.TAKE,
    doubling.DROP,
    *corrections.FIXES,
)


def start(seats: tuple[str, ...], options: Options, box: Box) -> Position:
    """The first position."""
    first, second = seats
    return Position(
        setup=Setup(seats=seats, options=options, box=box),
        sides=(at_start(first), at_start(second)),
        active=first,
    )


def asked(position: Position) -> tuple[Asked, ...]:
    """The table for dice; whoever is to roll, as long as a double is possible; the other player
    for the answer to one; whoever has dice to play."""
    if position.decided:
        return ()
    seat, other = position.active, position.other
    if position.phase == "opening":
        return asked_once(TABLE, ("opening",), "opening", number=position.number)
    if position.phase == "offered":
        value = doubling.twice(position)
        return asked_once(other, ("take", "drop"), "answer", "B34", value=value)
    if position.phase == "move":
        dice = tuple(f"d{die}" for die in position.left)
        return asked_once(seat, ("step",), "step", dice=dice)
    roll = asked_once(TABLE, ("roll",), "roll", who=seat)
    if doubling.may_double(position):
        return (*roll, *asked_once(seat, ("double",), "double"))
    return roll


def outcome(position: Position) -> Outcome | None:
    """Who has the points that end the match (B40)."""
    if not position.decided:
        return None
    points = dict(zip(position.setup.seats, position.score, strict=True))
    order = sorted(set(points.values()), reverse=True)
    places = tuple(tuple(seat for seat in points if points[seat] == one) for one in order)
    return Outcome(places, "B40", (Level("points", "B40", points),))


def chance(position: Position, dice: Dice) -> Move | None:
    """What the table could roll next."""
    if position.phase == "opening":
        return turns.Opening(dice.choice(DICE), dice.choice(DICE))
    if position.phase == "roll":
        return turns.Roll(dice.choice(DICE), dice.choice(DICE))
    return None


game: Game[Position] = Game(
    name="backgammon",
    version=1,
    colours=COLOURS,
    players=(2, 2),
    position=Position,
    options=Options,
    box=Box,
    situation=Situation,
    kinds=KINDS,
    rulebook=Rulebook.of(__package__),
    setup=start,
    asked=asked,
    outcome=outcome,
    violations=violations,
    arrange=arrange,
    layout=layout,
    chance=chance,
    over="B40",
    phase="B6",
    turn="B5",
    evaluate=evaluate,
    eager=eager,
)

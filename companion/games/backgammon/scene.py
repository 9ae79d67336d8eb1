"""What a table of Backgammon looks like: the board as White sees it, dice, cube and panels.

The unit is the width of a point. White's home board is at the lower right, Black's at the upper
right; beside them lie the checkers borne off, and between these the cube.
"""

from collections.abc import Iterator

from companion.games.backgammon.position import (
    BAR,
    CHECKERS,
    COLOURS,
    DICE,
    OFF,
    POINTS,
    Position,
    Side,
    place,
)
from companion.scene import Counter, Form, Instrument, Listing, Panel, Scene, Shape, Stage

HIGH = 3.5
"""Height of a point: on the smallest screen the board is as wide as it can be at this height."""
GAP = 1.25
"""Between the points of the lower and the upper half: there lie the dice and the cube."""
TOP = 2 * HIGH + GAP
BOARD, BOARD_AT = 14.4, 6.62
"""Width of the board with its rim, and where its middle is."""
BOARD_HIGH = TOP + 0.5
BAR_AT, BAR_WIDE = 6.05, 1.1
TRAY_AT, TRAY_WIDE = 13.22, 1.05
"""Where the middles of the bar and of the tray are, and how wide both are."""

CHECKER, APART, SHOWN = 0.94, 0.63, 5
"""Width of a checker, how far those of a point are apart, and how many are drawn; with more, the
last one bears their number."""
WAITING = 3
"""How many are drawn on the bar."""
LETTER, NUMBERS = 0.4, 0.45
"""Height of the numbers of the points, and how far beyond them they stand: further out, and a point
would be less than 6 mm wide on a screen of 1024 by 600."""
DIE, DICE_APART = 1.12, 1.7
PLAYED_APART = 1.3
"""Width of a die; how far dice to choose from are apart, and those that were rolled."""
CUBE = 0.96
"""Width of the doubling cube."""


def scene(view: Position) -> Scene:
    """The table as everybody sees it."""
    shapes = [*_board(view.active), *_cube(view)]
    for side in view.sides:
        shapes += _checkers(side, view.active)
    shapes += _dice(view)
    panels = [_seat(view, side) for side in view.sides]
    return Scene(tuple(shapes), (*panels, _table(view)), _stages(view))


def column(number: int) -> float:
    """Where a point lies from left to right."""
    if number <= 12:
        return 12.0 - number + (BAR_WIDE if number <= 6 else 0.0)
    return number - 13.0 + (BAR_WIDE if number > 18 else 0.0)


def upper(number: int) -> bool:
    """Whether a point hangs from the upper edge."""
    return number > 12


# --- the board ------------------------------------------------------------------------------------


def _board(mover: str) -> Iterator[Shape]:
    """Everything but the pieces; a tray stands for bearing off while its player moves."""
    around = (BOARD, BOARD_HIGH)
    yield Shape(form="piece", x=BOARD_AT, y=TOP / 2, size=BOARD, look="board", touch=around)
    for number, token in enumerate(POINTS, 1):
        x, up = column(number), upper(number)
        look = f"point-{'down' if up else 'up'}-{'light' if number % 2 else 'dark'}"
        y = TOP - HIGH / 2 if up else HIGH / 2
        touch = (1.0, HIGH)
        yield Shape(form="piece", x=x, y=y, size=HIGH, look=look, token=token, touch=touch)
        y = TOP + NUMBERS if up else -NUMBERS
        yield Shape(form="label", x=x, y=y, size=LETTER, text=str(number), ink="ink2")
    touch = (BAR_WIDE, TOP)
    yield Shape(form="piece", x=BAR_AT, y=TOP / 2, size=TOP, look="bar", token="bar", touch=touch)
    for seat in COLOURS:
        y = HIGH / 2 if seat == COLOURS[0] else TOP - HIGH / 2
        token = "off" if seat == mover else ""
        touch = (TRAY_WIDE, HIGH)
        yield Shape(form="piece", x=TRAY_AT, y=y, size=HIGH, look="tray", token=token, touch=touch)


def _checkers(side: Side, mover: str) -> Iterator[Shape]:
    for spot, count in enumerate(side.lies):
        if not count:
            continue
        token = place(side.seat, spot)
        if spot == OFF:
            y = _from_edge(side.seat, 0.7)
            token = token if side.seat == mover else ""
            yield _checker(side, token, TRAY_AT, y, count, "pile")
        elif spot == BAR:
            for index in range(min(count, WAITING)):
                more = count if index == WAITING - 1 else 1
                y = _from_edge(side.seat, HIGH - 0.6 - index * CHECKER, far=True)
                yield _checker(side, token, BAR_AT, y, more)
        else:
            number = int(token[1:])
            for index in range(min(count, SHOWN)):
                more = count if index == SHOWN - 1 and count > SHOWN else 1
                y = 0.5 + index * APART
                yield _checker(side, token, column(number), TOP - y if upper(number) else y, more)


def _from_edge(seat: str, y: float, *, far: bool = False) -> float:
    """So far from the edge nearest to a player's home board, or from the other one."""
    return y if (seat == COLOURS[0]) != far else TOP - y


def _checker(side: Side, token: str, x: float, y: float, count: int, form: Form = "piece") -> Shape:
    return Shape(
        form=form,
        x=x,
        y=y,
        size=CHECKER,
        token=token,
        look="checker",
        seat=side.seat,
        count=count,
    )


def _cube(view: Position) -> Iterator[Shape]:
    if not view.options.cube:
        return
    y = _from_edge(view.owner, HIGH - 0.7) if view.owner else TOP / 2
    yield Shape(form="piece", x=TRAY_AT, y=y, size=CUBE, look=f"cube{view.cube}", key="cube")


def _dice(view: Position) -> Iterator[Shape]:
    """While dice are rolled, one of each number, to be touched; then those that were rolled."""
    if view.phase in ("opening", "roll"):
        for index, die in enumerate(DICE):
            x = BAR_AT + DICE_APART * (index - 2.5)
            touch = (DICE_APART - 0.1, GAP - 0.05)
            yield Shape(form="piece", x=x, y=TOP / 2, size=DIE, look=die, token=die, touch=touch)
    left = list(view.left)
    for index, number in enumerate(view.dice):
        played = number not in left
        if not played:
            left.remove(number)
        x = column(6) + 2.5 + PLAYED_APART * (index - (len(view.dice) - 1) / 2)
        yield Shape(form="piece", x=x, y=TOP / 2, size=DIE, look=f"d{number}", ghost=played)


# --- panels and header ----------------------------------------------------------------------------


def _seat(view: Position, side: Side) -> Panel:
    instruments: list[Instrument] = [
        Counter("panel.pip" if side.pips == 1 else "panel.pips", side.pips),
        Counter("panel.off", f"{side.off}/{CHECKERS}", "checker"),
    ]
    if side.lies[BAR]:
        instruments.append(Counter("panel.bar", side.lies[BAR], "checker"))
    if not view.options.single:
        instruments.insert(0, Counter("panel.points", view.points(side.seat)))
    return Panel(side.seat, tuple(instruments))


def _table(view: Position) -> Panel:
    instruments: list[Instrument] = []
    if view.left:
        instruments.append(Listing("panel.dice", tuple(f"d{die}" for die in view.left)))
    if view.options.cube:
        instruments.append(Counter("panel.cube", view.cube, f"cube{view.cube}"))
    if not view.options.single:
        instruments.append(Counter("panel.goal", view.options.goal))
        instruments.append(Counter("panel.game", view.number))
    return Panel("", tuple(instruments))


def _stages(view: Position) -> tuple[Stage, ...]:
    phase, move = view.phase, Stage("stage.move", False)
    if phase == "move":
        move = Stage("stage.move_now", True, {"count": len(view.left)})
    if phase == "opening":
        return (Stage("stage.opening", True), move)
    return (Stage("stage.double", phase == "offered"), Stage("stage.roll", phase == "roll"), move)

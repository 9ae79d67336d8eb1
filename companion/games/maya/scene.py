"""What a table of Maya looks like: four stepped pyramids, the quarries below them.

The unit is one space of a level. Wide levels are drawn in two or three rows, so that four pyramids
with up to ten spaces at the bottom still show stones of a good size; while they are built they
stand in two rows, see :mod:`building_scene`. Quarries lie from right to
left, as on the strip. When the match is over, the gold of every seat lies below the pyramid that
paid it, a column for each round.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.maya import building_scene, panels
from companion.games.maya.backs import HIGH, backs
from companion.games.maya.box import (
    MOST_LEVELS,
    MOST_QUARRIES,
    PYRAMIDS,
    Board,
    LevelBoard,
)
from companion.games.maya.position import ROUNDS, Position, Quarry
from companion.games.maya.stones_scene import stones
from companion.games.maya.tokens import level_token, numbers
from companion.kernel import UNKNOWN, memo_last
from companion.scene import Room, Scene, Shape, placed

WIDE = 5
"""Most spaces that are drawn in one row."""

GAP = 1.9
"""Between pyramids, for the gold printed at the side of levels."""

STEP = 0.22
"""Between the levels of a pyramid."""

LEAST_WIDTH = 3
"""Of a pyramid of which little was told."""

NAME, PRINT = 0.66, 0.62
"""Height of names and of printed numbers."""

NAME_ABOVE = 1.05
"""From the middle of the highest spaces to that of the name."""

TOLD_ABOVE, TOLD = 1.2, 1.3
"""The same while the boards are told, and how high a name is touched then: below it the next level
is."""

SHAPE = 1.5
"""How many times as wide as high the room is at least, as the board is on the screens."""

COIN, SECOND, COINS = 1.0, 0.85, 1.9
"""Widths of what the first and the second of a level get, and how far right of it both reach."""

QUARRY_AT, QUARRY = -1.9, 2.8
"""Where the middle of the quarries lies, and how wide each is."""

QUARRYING, LEAST_STRIP, LARGEST_STRIP = ("laying", "awarding", "transport"), 0.62, 0.96
"""Phases in which it is about quarries, and how large the pyramids are then, at least and at most:
they are a strip above them, as large as the room allows."""

STRIP_APART = 0.9
"""Between all pyramids of the strip together at least."""

ASKS_LEVEL = ("MOVE", "ADD")
"""Markers just won that are used on a level: a finger meets none in the strip."""

LINE = 6
"""How many times as wide as they are high the line is that words have."""

CARDS_AT, CARD, CARDS_HIGH = -3.45, 1.3, 2.2
"""Where the upper rim of the workers lies, how large each is at most, and how high those are to
which one more may be laid: with more lines than find room they lie over each other."""

BACKS_AT = CARDS_AT - CARDS_HIGH - 2 * HIGH
"""Where the lower edge of the backs lies that may be laid there."""

PER_ROW = 2
"""Workers beside each other at a quarry."""

TAKES_AT, TOLD_AT = -9.4, -3.95
"""Where it says how many of them lie there, and while the boards are told, without any."""

WIDEST = 4.6
"""Of the room for a quarry."""

PAID_AT, PAID_STEP = -1.5, 0.95
"""Where the gold of the first seat lies at the end, and how far the seats are apart."""


def scene(view: Position) -> Scene:
    """The table as that view shows it: after its boards were told, all of it in one room."""
    if view.phase == "profile":
        shapes = [*_pyramids(view), *_quarries(view)]
    elif view.phase == "over":
        shapes = [*_filling(room(view.board), [*_pyramids(view), *_ledger(view)])]
    elif view.phase in QUARRYING and view.won not in ASKS_LEVEL:
        shapes = [*_strip(view), *_quarries(view)]
    else:
        shapes = [*_filling(room(view.board), [*_building(view)])]
    seats = (panels.of_seat(view, player) for player in view.players)
    held: tuple[()] | Room = () if view.phase == "profile" else room(view.board)
    return Scene(tuple(shapes), (*seats, panels.of_table(view)), panels.stages(view), held)


@memo_last
def room(board: Board) -> Room:
    """What strip and quarries take up, however many workers lie there, in the shape that the board
    has on the screens. All of a match is drawn in it: nothing moves when pyramids and quarries
    take turns."""
    centre, half = (span(board) - width(board)) / 2, _half(board)
    top, low = strip(board) * _high(board), TAKES_AT - 1.5 * PRINT
    more = max(0.0, 2 * half / SHAPE - (top - low)) / 2
    return centre - half, low - more, centre + half, top + more


def _half(board: Board) -> float:
    """How far it is from the middle of strip and quarries to their sides."""
    of, centre = len(board.quarries), (span(board) - width(board)) / 2
    return max(
        middle(board, PYRAMIDS) + LEAST_STRIP * (width(board) + COINS) / 2 - centre,
        centre - quarry_place(board, of, of) + max(QUARRY, LINE * PRINT) / 2,
    )


@memo_last
def strip(board: Board) -> float:
    """How large the pyramids are above the quarries."""
    wide, high = 2 * _half(board), 2 * _half(board) / SHAPE + TAKES_AT - 1.5 * PRINT
    across = wide / (PYRAMIDS * (width(board) + COINS) + STRIP_APART)
    return max(LEAST_STRIP, min(LARGEST_STRIP, high / _high(board), across))


def _high(board: Board) -> float:
    """From the foot of the pyramids to above the name of the highest."""
    levels = max((len(one.levels) for one in board.pyramids), default=1)
    return foot(board, levels) + rows(board) - 1 + NAME_ABOVE + NAME / 2


def _building(view: Position) -> Iterator[Shape]:
    """The pyramids with all their levels apart, and the stones on them."""
    yield from building_scene.pyramids(view)
    for level in view.board.levels:
        places = building_scene.spaces(view.board, level)
        yield from stones(view, level, places, building_scene.space(view.board))


def _filling(held: Room, shapes: list[Shape]) -> tuple[Shape, ...]:
    """What is drawn, in the middle of that room, as large as it allows."""
    own = _extent(shapes)
    scale = min((held[at + 2] - held[at]) / (own[at + 2] - own[at]) for at in (0, 1))
    x, y = ((held[at] + held[at + 2] - scale * (own[at] + own[at + 2])) / 2 for at in (0, 1))
    return placed(shapes, x, y, scale)


def _extent(shapes: list[Shape]) -> Room:
    """Left, bottom, right and top of shapes."""
    across = [(one.x, one.size * _times_as_wide(one) / 2) for one in shapes]
    up = [(one.y, max((one.size, *one.touch[1:])) / 2) for one in shapes]
    return (
        min(x - half for x, half in across),
        min(y - half for y, half in up),
        max(x + half for x, half in across),
        max(y + half for y, half in up),
    )


def _times_as_wide(shape: Shape) -> float:
    """As high; of words, the line that they have."""
    return {"beam": shape.count, "label": LINE}.get(shape.form, 1)


# --- the pyramids ---------------------------------------------------------------------------------


@memo_last
def rows(board: Board) -> int:
    """In how many rows of spaces levels are drawn."""
    return max(1, -(-_widest(board) // WIDE))


def _widest(board: Board) -> int:
    return max((one.spaces for one in board.levels.values()), default=0)


@memo_last
def width(board: Board) -> int:
    """Of the place for a pyramid."""
    return max(LEAST_WIDTH, -(-_widest(board) // rows(board)))


def span(board: Board) -> float:
    """Of all pyramids together."""
    return PYRAMIDS * (width(board) + GAP) - GAP


def middle(board: Board, pyramid: int) -> float:
    """Where the middle of a pyramid lies, counted from 1."""
    return (pyramid - 1) * (width(board) + GAP)


def spaces(board: Board, level: str) -> tuple[tuple[float, float], ...]:
    """Where the middles of the spaces of a level lie, the lower row first."""
    return _all_spaces(board)[level]


@memo_last
def _all_spaces(board: Board) -> dict[str, tuple[tuple[float, float], ...]]:
    return {level: tuple(_spaces(board, level)) for level in board.levels}


def _spaces(board: Board, level: str) -> Iterator[tuple[float, float]]:
    pyramid, height = numbers(level)
    count, lines = board.pyramids[pyramid - 1].levels[height - 1].spaces, rows(board)
    x, y, lower = middle(board, pyramid), foot(board, height), -(-count // lines)
    for number in range(count):
        row, column = divmod(number, lower)
        yield (x + column - (min(lower, count - row * lower) - 1) / 2, y + row)


def foot(board: Board, height: int) -> float:
    """Where the lower row of a level lies."""
    return (height - 1) * (rows(board) + STEP) + 0.5


def _pyramids(view: Position) -> Iterator[Shape]:
    for number in range(1, len(view.board.pyramids) + 1):
        yield from _pyramid(view, number)


def _pyramid(view: Position, number: int) -> Iterator[Shape]:
    board = view.board
    pyramid, x = board.pyramids[number - 1], middle(board, number)
    highest = level_token(number, len(pyramid.levels))
    y = NAME_ABOVE + (spaces(board, highest)[-1][1] if pyramid.levels else 0.0)
    shape = Shape(form="label", x=x, y=y, size=NAME, text=pyramid.name, token=f"P{number}")
    if view.phase == "profile":
        high = foot(board, len(pyramid.levels) + 1) + TOLD_ABOVE
        shape = replace(shape, y=high, touch=(LEAST_WIDTH, TOLD))
    yield shape
    for height, level in enumerate(pyramid.levels, 1):
        yield from _level(view, level_token(number, height), level)
    if view.phase == "profile" and len(pyramid.levels) < MOST_LEVELS:
        height = len(pyramid.levels) + 1
        y, token = foot(board, height), level_token(number, height)
        for column in (-1, 0, 1):
            yield Shape(form="square", x=x + column, y=y, size=1, token=token, ghost=True)


def _strip(view: Position) -> Iterator[Shape]:
    """The pyramids with their coins, small: what was built there."""
    board, scale = view.board, strip(view.board)
    room = 2 * _half(board) - scale * (width(board) + COINS)
    pitch = min(width(board) + GAP, room / (PYRAMIDS - 1))
    for number in range(1, len(board.pyramids) + 1):
        at = (span(board) - width(board)) / 2 + pitch * (number - (PYRAMIDS + 1) / 2)
        x = at - scale * (middle(board, number) + COINS / 2)
        yield from placed(_pyramid(view, number), x, 0.0, scale)


def _level(view: Position, level: str, printed: LevelBoard) -> Iterator[Shape]:
    places = spaces(view.board, level)
    yield from building_scene.beams(level, places, 1, 1)
    right = max(x for x, _ in places) + 0.5
    for at, width, gold in ((0.55, COIN, printed.first), (1.475, SECOND, printed.second)):
        yield from building_scene.coin(right + at, places[0][1], width, gold)
    yield from stones(view, level, places)


# --- the quarries ---------------------------------------------------------------------------------


def quarry_place(board: Board, number: int, of: int) -> float:
    """Where the middle of a quarry lies, counted from 1 at the right. of: how many there are."""
    room = min(WIDEST, span(board) / max(1, of))
    centre = (span(board) - width(board)) / 2
    return centre + room * ((of + 1) / 2 - number)


def _quarries(view: Position) -> Iterator[Shape]:
    board = view.board
    growing = view.phase == "profile" and len(board.quarries) < MOST_QUARRIES
    of = len(board.quarries) + growing
    for number in range(1, len(board.quarries) + 1):
        yield from _quarry(view, f"Q{number}", quarry_place(board, number, of), of)
    if growing:
        x, token = quarry_place(board, of, of), f"Q{of}"
        yield Shape(form="square", x=x, y=QUARRY_AT, size=QUARRY, token=token, ghost=True)


def _quarry(view: Position, quarry: str, x: float, of: int) -> Iterator[Shape]:
    printed, found = view.printed(quarry), view.at(quarry)
    done = found.state == "done"
    yield Shape(
        form="square",
        x=x,
        y=QUARRY_AT,
        size=QUARRY,
        token=quarry,
        look="quarry_done" if done else "quarry",
        text="name.token.gives",
        values={"stones": "·".join(map(str, printed.stones)) or "none"},
    )
    if printed.marker != "NONE":
        here = view.phase == "profile" or view.marker_at(printed.marker) == quarry
        yield Shape(
            form="piece",
            x=x,
            y=QUARRY_AT + 0.04,
            size=1.3,
            token=quarry,
            key=f"marker:{printed.marker}" if here else "",
            look=printed.marker,
            ghost=not here,
        )
    if printed.stones:
        y = QUARRY_AT - 0.32 * QUARRY
        yield Shape(form="piece", x=x - 0.36 * QUARRY, y=y, size=0.6, token=quarry, look="stones")
    corner = QUARRY / 2 - 0.5
    yield Shape(
        form="label",
        x=x + 0.45,
        y=QUARRY_AT + 0.92,
        size=0.58,
        text="name.token.number",
        values={"number": quarry.removeprefix("Q")},
    )
    for number, seat in enumerate(found.shields):
        yield Shape(
            form="piece",
            x=x - corner + 0.8 * number,
            y=QUARRY_AT + corner,
            size=0.9,
            token=quarry,
            key="marker:SHIELD",
            look="shielded",
            seat=seat,
        )
    yield from _cards(view, found, x, of)


def _cards(view: Position, quarry: Quarry, x: float, of: int) -> Iterator[Shape]:
    limit = view.printed(quarry.id).limit
    columns = min(PER_ROW, limit)
    whole = min(WIDEST, span(view.board) / max(1, of))
    room = whole * 0.94
    size = min(CARD, room / columns * 1.12)
    lines = -(-max(limit - 1, 1) // columns)  # to which one more may be laid
    step = min(size, (CARDS_HIGH - size) / max(1, lines - 1))
    for number, card in enumerate(quarry.cards):
        line, column = divmod(number, columns)
        held = min(columns, len(quarry.cards) - line * columns)
        at = x + (column - (held - 1) / 2) * min(size, room / columns)
        top = CARDS_AT - step * line
        yield Shape(
            form="piece",
            x=at,
            y=top - size / 2,
            size=size,
            token=quarry.id,
            key=f"card:{card.owner}#{quarry.id}:{number}",
            look=f"worker_{card.back}" if card.value == UNKNOWN else "worker",
            seat=card.owner,
        )
        if card.value != UNKNOWN:
            text, values = "name.token.value", {"value": card.value}
            y, high = top - size * 0.25, size * 0.42
            left = at - size * 0.14
            yield Shape(form="label", x=left, y=y, size=high, text=text, values=values)
    yield from backs(view, quarry, (x, BACKS_AT), (whole, size))
    at = TOLD_AT if view.phase == "profile" else TAKES_AT
    yield Shape(
        form="label",
        x=x,
        y=at,
        size=PRINT,
        text="name.token.takes",
        values={"count": len(quarry.cards), "limit": limit},
    )
    yield Shape(form="label", x=x, y=at - PRINT, size=PRINT, text="name.token.cards")


# --- the end: every gold piece where it came from -------------------------------------------------


def _ledger(view: Position) -> Iterator[Shape]:
    """Below every pyramid what it paid: a line for each seat, a column for each round."""
    gold = panels.paid_by_pyramid(view)
    for line, seat in enumerate(view.setup.seats):
        y = PAID_AT - PAID_STEP * line
        left = middle(view.board, 1) - width(view.board) / 2 - 0.6
        yield Shape(form="piece", x=left, y=y, size=0.7, seat=seat)
        for pyramid in range(1, len(view.board.pyramids) + 1):
            for number in range(1, ROUNDS + 1):
                count = gold[seat, pyramid, number]
                x = middle(view.board, pyramid) + (number - 2) * 1.1
                if count:
                    yield Shape(form="piece", x=x, y=y, size=0.85, look="coin", count=count)

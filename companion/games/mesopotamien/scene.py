"""What a Mesopotamian table looks like: the tiles with all that stands on them, and the panels.

The unit is the outer radius of a tile; the temple lies at 0, 0. On a tile everything has a cell
of its own: huts and cult site first, then loose goods and offerings, then the natives; the more
there is, the smaller the cells, so that nothing ever covers anything else. What somebody carries
and what lies under a hut are small marks inside the cell of the carrier.

The key of a piece is ``kind#place``; markers, of which each is known by itself, have no place in
it. Pieces of one kind are all alike: whether one has walked or two have changed places nobody can
tell, so a new key has come from where one of its kind has gone.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import floor, sqrt

from companion.games.mesopotamien.phrases import map_code
from companion.games.mesopotamien.player import VALUES, Player
from companion.games.mesopotamien.position import GOODS, Group, Position, Tile, neighbours
from companion.games.mesopotamien.temple import TOP
from companion.games.mesopotamien.tokens import TEMPLE, coordinates, marker_token
from companion.games.mesopotamien.turns import allowance
from companion.kernel import UNKNOWN
from companion.scene import Counter, Dots, Listing, Panel, Scale, Scene, Shape, Stage

INNER = 0.9
"""Outer radius of what can be used of a tile; the rest is its rim and the gap to its neighbours."""

UPPER, LOWER = 0.76, -0.66
"""Between these heights lie the cells of a tile; below them its map code."""

CODE_AT, FREE_CODE_AT, CODE_SIZE = -0.75, 0.66, 0.17
"""How high a map code stands on a tile and where none lies yet, there away from the words and from
the rims of the tiles below; and its height."""

LARGEST = 0.67
"""Largest width of a cell."""

PIECE, MARK = 0.94, 0.42
"""Widths of a piece and of a mark on it, as shares of the cell."""


def scene(view: Position) -> Scene:
    """The table as that view shows it."""
    shapes = [shape for at in ghosts(view) for shape in _ghost(view, at)]
    for tile in view.tiles:
        shapes += _tile(tile)
    for tile in view.tiles:
        shapes += _things(view, tile)
    panels = [_seat(player) for player in view.players]
    return Scene(tuple(shapes), (*panels, _table(view)), _stages(view))


def place(at: str) -> tuple[float, float]:
    """Where the middle of a hex lies: columns 1.5 apart, each half a tile lower than the one to
    its west."""
    q, r = coordinates(at)
    return 1.5 * q, -sqrt(3) * (r + q / 2) + 0.0


def ghosts(view: Position) -> tuple[str, ...]:
    """The empty hexes where a tile may come to lie: all that touch the board, as long as tiles
    are left; one ring more for a volcano that need not touch it.

    They stay in every phase, so that the board keeps its size on the screen.
    """
    if not view.stack.size and view.quest is None:
        return ()
    laid = {tile.at for tile in view.tiles}
    around = {near for at in laid for near in neighbours(at)} - laid
    if view.options.volcano_anywhere and view.quest is not None and view.quest.stage == "volcano":
        around |= {near for at in around for near in neighbours(at)} - laid
    return tuple(sorted(around, key=coordinates))


def _ghost(view: Position, at: str) -> Iterator[Shape]:
    x, y = place(at)
    text = "name.token.explore" if view.quest is None else ""  # else a tile is to be laid there
    yield Shape(form="hex", x=x, y=y, size=1, token=at, look="tile", text=text, ghost=True)
    yield _code(at, FREE_CODE_AT)


def _tile(tile: Tile) -> Iterator[Shape]:
    x, y = place(tile.at)
    yield Shape(form="hex", x=x, y=y, size=1, token=tile.at, look=tile.terrain)
    yield _code(tile.at)


def _code(at: str, high: float = CODE_AT) -> Shape:
    x, y = place(at)
    return Shape(
        form="label",
        x=x,
        y=y + high,
        size=CODE_SIZE,
        text="name.token.code",
        values={"code": map_code(at)},
        code=True,
    )


# --- the cells of a tile --------------------------------------------------------------------------


@cache
def cells(count: int) -> tuple[tuple[float, float, float], ...]:
    """Where ``count`` things lie on a tile: (x, y, width of the cell) from the middle of it, in
    rows from the top, as large as fits."""
    size = LARGEST
    while True:
        for rows in range(1, floor((UPPER - LOWER) / size) + 1):
            highest = (UPPER + LOWER) / 2 + size * (rows - 1) / 2
            heights = [highest - size * row for row in range(rows)]
            room = [_room(y, size) for y in heights]
            if sum(room) >= count:
                return tuple(
                    (size * (column - (held - 1) / 2), y, size)
                    for y, held in zip(heights, _spread(count, room), strict=True)
                    for column in range(held)
                )
        size *= 0.98


def _room(y: float, size: float) -> int:
    """How many cells fit into a row of that height on a tile with its flat side up."""
    half = INNER - (abs(y) + size / 2) / sqrt(3)
    return max(0, floor(2 * half / size))


def _spread(count: int, room: list[int]) -> list[int]:
    """``count`` things over rows with that much room, as evenly as it allows."""
    held = []
    for row, places in enumerate(room):
        even = -(-count // (len(room) - row))
        taken = min(places, max(even, count - sum(room[row + 1 :])), count)
        held.append(taken)
        count -= taken
    return held


@dataclass(frozen=True)
class _Thing:
    """What stands in one cell: a shape without its place, and the marks it bears.

    load lies at the upper right: its look and the key it travels by. sign lies at the upper left.
    token, key, look, seat, count: as of a shape.
    load: at the upper right, its look and the key it travels by; None for nothing.
    sign: the look of a mark at the upper left, "" for none.
    """

    token: str
    key: str
    look: str
    seat: str = ""
    count: int = 1
    load: tuple[str, str] | None = None
    sign: str = ""


def _things(view: Position, tile: Tile) -> Iterator[Shape]:
    things = [*_fixed(view, tile), *_loose(tile)]
    if tile.at == TEMPLE:
        things += [thing for player in view.players for thing in _offerings(player)]
    things += [_natives(view, group) for group in view.groups_at(tile.at)]
    if not things:
        return
    x, y = place(tile.at)
    for thing, (dx, dy, size) in zip(things, cells(len(things)), strict=True):
        yield from _shapes(thing, x + dx, y + dy, size)


def _shapes(thing: _Thing, x: float, y: float, size: float) -> Iterator[Shape]:
    yield Shape(
        form="piece",
        x=x,
        y=y,
        size=PIECE * size,
        token=thing.token,
        key=thing.key,
        look=thing.look,
        seat=thing.seat,
        count=thing.count,
    )
    away = (1 - MARK) / 2 * size
    if thing.load is not None:
        look, key = thing.load
        yield Shape(
            form="piece",
            x=x + away,
            y=y + away,
            size=MARK * size,
            token=thing.token,
            key=key,
            look=look,
            seat="" if look in GOODS else thing.seat,
        )
    if thing.sign:
        yield Shape(
            form="piece",
            x=x - away,
            y=y + away,
            size=MARK * size,
            token=thing.token,
            look=thing.sign,
        )


def _fixed(view: Position, tile: Tile) -> Iterator[_Thing]:
    for number, hut in enumerate(tile.huts):
        load = _marker(view, hut.owner, hut.marker) if hut.marker else None
        key = f"hut:{hut.owner}#{tile.at}:{number}"
        yield _Thing(hut.token(tile.at), key, "hut", hut.owner, load=load)
    if tile.cult:
        yield _Thing(tile.at, f"cult:{tile.cult}#{tile.at}", "cult", tile.cult)


def _marker(view: Position, seat: str, number: int) -> tuple[str, str]:
    """The look of a marker, face up when the view knows its value, and its key."""
    value = view.player(seat).markers[number - 1].value
    return "marker" if value == UNKNOWN else f"offering_{value}", marker_token(seat, number)


def _loose(tile: Tile) -> Iterator[_Thing]:
    for good in GOODS:
        if count := tile.loose(good):
            yield _Thing(tile.at, f"{good}#{tile.at}", good, count=count)


def _offerings(player: Player) -> Iterator[_Thing]:
    for marker in player.markers:
        if marker.place == "offered":
            key = marker_token(player.seat, marker.number)
            yield _Thing(TEMPLE, key, f"offering_{marker.value}", player.seat)


def _natives(view: Position, group: Group) -> _Thing:
    load = None
    if group.marker:
        load = _marker(view, group.seat, group.marker)
    elif group.good:
        load = (group.good, f"{group.good}#{group.token}")
    return _Thing(
        group.token,
        f"native:{group.seat}#{group.token}",
        "native",
        group.seat,
        group.count,
        load,
        "robbed" if group.robbed else "",
    )


# --- panels and header ----------------------------------------------------------------------------


def _seat(player: Player) -> Panel:
    shown = tuple(map(str, player.offered))
    instruments = (
        Scale("panel.mana", player.mana, player.ceiling, TOP, "mana"),
        Dots("panel.offerings", len(shown), len(VALUES), shown),
        Counter("panel.natives", player.natives, "native"),
        Counter("panel.huts", player.huts, "hut"),
        Counter("panel.markers", player.markers_left, "marker"),
        Counter("panel.cults", player.cults, "cult"),
        Counter("panel.hand", len(player.hand), "card"),
    )
    if any(card != UNKNOWN for card in player.hand):  # only in the owner's own view
        return Panel(player.seat, (*instruments, Listing("panel.cards", player.hand)))
    return Panel(player.seat, instruments)


def _table(view: Position) -> Panel:
    kinds = ("plain", "forest", "quarry", "volcano")
    instruments = [
        Counter("panel.tiles", view.stack.size, "tile"),
        *(Counter(f"panel.{kind}", view.stack.of(kind), f"tile_{kind}") for kind in kinds),
        Counter("panel.wood", view.wood, "wood"),
        Counter("panel.stone", view.stone, "stone"),
        Counter("panel.pile", view.pile, "card"),
        Counter("panel.discard", len(view.discard), "card"),
    ]
    if view.discard:
        return Panel("", (*instruments, Listing("panel.discarded", view.discard)))
    return Panel("", tuple(instruments))


def _stages(view: Position) -> tuple[Stage, ...]:
    turn = view.turn
    moving = Stage("stage.move", False)
    acting = Stage("stage.act", False)
    income = Stage("stage.mana", False)
    if turn.phase == "move":
        values = {"left": turn.movement, "most": max(turn.movement, allowance(view))}
        moving = Stage("stage.move_now", True, values)
    elif turn.phase == "act" and turn.action:
        acting = Stage("stage.act_used", True, {"action": f"action.{turn.action}"})
    elif turn.phase == "act":
        acting = Stage("stage.act", True)
    elif turn.phase == "mana":
        income = Stage("stage.mana", True)
    return moving, acting, income

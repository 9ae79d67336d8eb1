"""What a table of Sakkara looks like: the board with its stacks, what lies beside it, the panels.

The unit is the width of a field; field a1 lies at 0, 0. At the right of the board lie the used
tiles, the first one lowest, until they are put back. While the box is not confirmed and nothing
is laid out yet for good, what was told of it lies there instead: a pile for each motif told, the
spells and levels as the rim of the board shows them.

A stack is drawn with its height and its top tile alone; only while the tiles are laid out, so
that hands can copy it, also with the tile below.
"""

from collections import Counter as Multiset
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from companion.games.sakkara import spells
from companion.games.sakkara.building import BUILD, LAY_SUPPLY
from companion.games.sakkara.motifs import MOTIFS, PLACES, SPELLS, Box, Count, Tiles
from companion.games.sakkara.position import FIELDS, HIGHEST_HOLDER, Player, Position, workers
from companion.games.sakkara.tokens import COLUMNS, ROWS, owner
from companion.games.sakkara.turns import surplus
from companion.kernel import UNKNOWN, Draft, MoveKind, fits
from companion.scene import Counter, Instrument, Listing, Panel, Pyramid, Room, Scene, Shape, Stage

STEP = 1.26
"""How far columns are apart: fields can be touched more easily than if they were square."""

STACK = 0.92
"""Width of a stack: with all its layers it stays within its field."""

WORKER, ALONE = 0.62, 0.8
"""Width of a worker on a stack, and of one on an empty field, which it fills."""

ASIDE = 0.15
"""How far a worker on a stack stands from its middle, to leave the height readable."""

LOWER, LOWER_ASIDE = 0.36, 0.29
"""The tile below the top one, while the tiles are laid out."""

LETTER, LETTERS_AT = 0.26, -0.64
"""The names of columns and rows along the board."""

USED_AT, USED = 8.7, 0.62
"""Where the used tiles lie, and how far apart at most."""

NUMBERED, NUMBER = 0.75, 0.4
"""How far right of them their numbers stand and how high these are, as shares of a tile."""

NUMBERS_AT = USED_AT + USED * NUMBERED

HIGH = 6.4
"""Height of what lies beside the board."""

ROOM = (
    LETTERS_AT - LETTER / 2,
    LETTERS_AT - LETTER / 2,
    NUMBERS_AT + USED * NUMBER / 2,
    len(ROWS) - 0.5,
)
"""What board and used tiles take up, also before a second one is used and they are numbered."""

PILES_AT, PILE = 8.75, 0.86
"""Where the piles of the motifs begin while the box is told, and how far they are apart."""

PILED = (*ROOM[:2], PILES_AT + PILE * 1.72, ROOM[3])
"""What board and piles take up with the numbers at the rim of the piles."""

RIM_AT, RIM, SMALL = 10.65, 0.94, 0.56
"""Where spells and levels begin, how far their lines are apart, and their tiles."""

LEVELS = range(1, len(PLACES) + 1)

LINE, COUNTED = 4 * SMALL, 0.8
"""Longest line of tiles there; share of its place that a counted tile takes."""


def scene(view: Position) -> Scene:
    """The table as that view shows it."""
    shapes = [*_letters(), *_fields(view)]
    telling = view.phase == "layout" and not view.box.confirmed
    shapes += _box(view.box) if telling else _used(view.used)
    shapes += _workers(view)
    panels = [_seat(view, player) for player in view.players]
    held = _room(view.box) if telling else ROOM
    return Scene(tuple(shapes), (*panels, _table(view)), _stages(view), held)


def place(field: str) -> tuple[float, int]:
    """Where the middle of a field lies: columns from left to right, rows from the bottom."""
    return STEP * COLUMNS.index(field[0]), ROWS.index(field[1])


def face(tile: str) -> str:
    """The look of a tile, also of one that nobody told."""
    return "tile" if tile == UNKNOWN else tile


# --- the board ------------------------------------------------------------------------------------


def _letters() -> Iterator[Shape]:
    for at, (column, row) in enumerate(zip(COLUMNS, ROWS, strict=True)):
        yield Shape(form="label", x=STEP * at, y=LETTERS_AT, size=LETTER, text=column, ink="ink2")
        yield Shape(form="label", x=LETTERS_AT, y=at, size=LETTER, text=row, ink="ink2")


def _fields(view: Position) -> Iterator[Shape]:
    for field, tiles in zip(FIELDS, view.stacks, strict=True):
        x, y = place(field)
        yield Shape(form="square", x=x, y=y, size=1, token=field, look="field", touch=(STEP, 1.0))
        if not tiles:
            continue
        look = face(tiles[-1])
        yield Shape(form="stack", x=x, y=y, size=STACK, token=field, look=look, count=len(tiles))
        if view.phase == "layout" and len(tiles) > 1:
            away = LOWER_ASIDE
            look = face(tiles[-2])
            yield Shape(form="square", x=x - away, y=y - away, size=LOWER, token=field, look=look)


def _workers(view: Position) -> Iterator[Shape]:
    for worker in workers(view):
        field = view.at(worker)
        (x, y), stands_on = place(field), view.stack(field)
        aside = ASIDE if stands_on else 0.0
        yield Shape(
            form="piece",
            x=x - aside,
            y=y + aside,
            size=WORKER if stands_on else ALONE,
            token=worker,
            key=worker,
            look="worker",
            seat=owner(worker),
        )


def _used(tiles: Tiles) -> Iterator[Shape]:
    """The used stack, tile by tile, several each with its number; its place is always kept free."""
    step = min(USED, HIGH / max(1, len(tiles)))
    bottom = USED / 2 - 0.5
    for number, tile in enumerate(tiles or ("",), 1):
        y, look = bottom + step * (number - 1), face(tile) if tile else "tile"
        yield Shape(form="square", x=USED_AT, y=y, size=step, look=look, ghost=not tile)
        if len(tiles) > 1:
            text = str(number)
            yield Shape(form="label", x=NUMBERS_AT, y=y, size=step * NUMBER, text=text)


# --- what was told of the box ---------------------------------------------------------------------


def _box(box: Box) -> Iterator[Shape]:
    for number, motif in enumerate(MOTIFS):
        if f"count:{motif}" not in box.told or not box.count(motif):
            continue
        column, row = divmod(number, len(MOTIFS) // 2)
        yield Shape(
            form="stack",
            x=PILES_AT + PILE * column,
            y=HIGH - 0.4 - PILE * row,
            size=PILE * STACK,
            token=motif,
            look=motif,
            count=box.count(motif),
        )
    lines = [*(f"spell:{spell}" for spell in SPELLS), *(f"level:{level}" for level in LEVELS)]
    if not set(box.told) & set(lines):
        return  # they would make the fields smaller than a finger on 7 inches
    for number, line in enumerate(lines):
        yield from _line(box, line, HIGH - 0.35 - RIM * number)


def _room(box: Box) -> tuple[()] | Room:
    """What the table takes up while only piles lie there, else () for what lies there."""
    return PILED if {line.partition(":")[0] for line in box.told} == {"count"} else ()


def _line(box: Box, line: str, y: float) -> Iterator[Shape]:
    """A spell or a level with its name above its tiles; those of a level are counted."""
    kind, _, token = line.partition(":")
    told = line in box.told
    tiles: tuple[Count, ...] = (Count(face(UNKNOWN), 1),) * 3
    if told and kind == "spell":
        tiles = tuple(Count(motif, 1) for motif in box.combination(token))
    elif told:
        tiles = box.needed[int(token) - 1]
    counted = told and kind == "level"
    middle, step = RIM_AT + LINE / 2, min(SMALL, LINE / max(1, len(tiles)))
    yield Shape(form="label", x=middle, y=y + 0.36, size=LETTER * 0.85, text=line)
    for number, one in enumerate(tiles):
        yield Shape(
            form="piece" if counted else "square",
            x=middle + step * (number - (len(tiles) - 1) / 2),
            y=y - 0.13,
            size=step * (COUNTED if counted else 0.96),
            token=token,
            look=one.motif,
            count=one.count,
            ghost=not told,
        )


# --- panels and header ----------------------------------------------------------------------------


def _seat(view: Position, player: Player) -> Panel:
    levels = zip(player.pyramid, PLACES, strict=True)
    instruments: list[Instrument] = [
        Pyramid("panel.pyramid", tuple((len(tiles), places) for tiles, places in levels)),
        Counter("panel.ships", player.ship, "ship"),
        Counter("panel.grains", player.grain, "grain"),
        Counter("panel.holder", f"{len(player.holder)}/{HIGHEST_HOLDER}", "holder"),
    ]
    if unplaced := player.workers.count(""):
        instruments.append(Counter("panel.workers", unplaced, "worker"))
    return Panel(player.seat, (*instruments, *_held(view, player)))


def _held(view: Position, player: Player) -> Iterator[Listing]:
    """What this view knows of a holder: what was taken openly in this turn; in the owner's own
    view all of it, and what could be done with it."""
    fresh = view.fresh if player.seat == view.active else ()
    known = tuple(motif for motif in MOTIFS for _ in range(player.holder.count(motif)))
    if len(known) == len(fresh):
        if fresh:
            yield Listing("panel.fresh", known)
        return
    yield Listing("panel.held", known + (face(UNKNOWN),) * player.holder.count(UNKNOWN))
    turn = view if player.seat == view.active else replace(view, active=player.seat, built=0)
    pieces = tuple(m for m in dict.fromkeys(known) if _possible(turn, BUILD, m))
    supply = tuple(m for m in ("ship", "grain") if m in known and _possible(turn, LAY_SUPPLY, m))
    if supply:
        yield Listing("panel.could_lay", supply)
    if pieces and view.box.confirmed:
        yield Listing("panel.could_build", pieces)
    if ready := tuple(_castable(turn, known)):
        yield Listing("panel.could_cast", ready)


def _possible(turn: Position, kind: MoveKind[Position, Any], value: Any) -> bool:
    """Whether no need of a move that begins so is broken."""
    return fits(kind, turn, Draft(kind.name, (value,)))


def _castable(turn: Position, known: Tiles) -> Iterator[str]:
    """The spells whose tiles are there; none as long as nobody told which these are."""
    casting = (spells.FIRESTORM, spells.WHIRLWIND, spells.SINK_SHIP, spells.RUIN_GRAIN)
    for kind, spell in zip(casting, SPELLS, strict=True):
        tiles = turn.box.combination(spell)
        there = turn.box.confirmed and Multiset(tiles) <= Multiset(known)
        if there and _possible(turn, kind, tiles):
            yield spell


def _table(view: Position) -> Panel:
    instruments: list[Instrument] = []
    if view.phase == "layout":
        instruments.append(Counter("panel.boxed", view.boxed, "tile"))
    else:
        instruments.append(Listing("panel.used", tuple(map(face, view.used))))
    if view.gone:
        instruments.append(Listing("panel.gone", tuple(map(face, view.gone))))
    if not view.box.confirmed:
        instruments.append(Listing("panel.box", ("unconfirmed",)))
    for spell in SPELLS:
        if f"spell:{spell}" in view.box.told:
            instruments.append(Listing(f"panel.{spell}", view.box.combination(spell)))
    return Panel("", tuple(instruments))


def _stages(view: Position) -> tuple[Stage, ...]:
    if view.phase in ("layout", "place"):
        return tuple(Stage(f"stage.{one}", view.phase == one) for one in ("layout", "place"))
    turn = view.phase == "turn"
    trim, back = Stage("stage.trim", False), Stage("stage.put_back", False)
    if view.phase == "trim":
        trim = Stage("stage.trim_now", True, {"count": surplus(view)})
    elif view.phase == "putback":
        back = Stage("stage.put_back_now", True, {"count": len(view.used)})
    return (
        Stage("stage.step", turn and not view.moved),
        Stage("stage.tiles", turn and view.moved),
        trim,
        back,
    )

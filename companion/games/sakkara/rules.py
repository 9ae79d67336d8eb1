"""The rules of Sakkara in one value."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from companion.games.sakkara import (
    box_profile,
    building,
    corrections,
    laying,
    placing,
    putting_back,
    riding,
    robbing,
    spells,
    turns,
    walking,
)
from companion.games.sakkara.arranging import Situation, arrange
from companion.games.sakkara.evaluation import evaluate
from companion.games.sakkara.motifs import Box
from companion.games.sakkara.options import Options
from companion.games.sakkara.position import (
    DOUBLES,
    FIELDS,
    INDEX,
    LINES,
    Player,
    Position,
    Setup,
    known_tiles,
    line,
    workers,
)
from companion.games.sakkara.tokens import COLOURS
from companion.games.sakkara.validity import violations
from companion.games.sakkara.views import layout, public, seen_by
from companion.kernel import (
    TABLE,
    UNKNOWN,
    Asked,
    Blank,
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
    laying.LAYOUT,
    laying.LAID,
    laying.LAY_TOPS,
    laying.LAY_ROW,
    laying.DEAL,
    placing.PLACE_WORKER,
    placing.TELL_TILE,
    walking.STEP,
    walking.STAIRS,
    building.LAY_SUPPLY,
    building.BUILD,
    robbing.SNAKE,
    riding.HORSE,
    riding.BIRD,
    riding.OX,
    spells.FIRESTORM,
    spells.WHIRLWIND,
    spells.SINK_SHIP,
    spells.RUIN_GRAIN,
    turns.END_TURN,
    turns.TRIM,
    putting_back.PUT_BACK,
    *box_profile.KINDS,
    *corrections.FIXES,
)

_BUILDING = ("build", "lay_supply")
_TILES = ("stairs", "horse", "bird", "ox", "snake")
_SPELLS = ("firestorm", "whirlwind", "sink_ship", "ruin_grain")
BEFORE_STEP = ("step", *_BUILDING, *_TILES, *_SPELLS, "end_turn")
AFTER_STEP = (*_BUILDING, "end_turn", *_TILES, *_SPELLS, "step")
"""What the active player may do, the likeliest first."""


def start(seats: tuple[str, ...], options: Options, box: Box) -> Position:
    """The first position: no tile lies on the board yet. Raises ValueError in words when something
    of the box is there twice or missing."""
    if box.parts != Box().parts:
        raise ValueError("the box has each motif and each spell once")
    return Position(
        setup=Setup(seats=seats, options=options, box=box),
        stacks=((),) * len(FIELDS),
        players=tuple(Player(seat) for seat in seats),
        active=seats[0],
    )


def asked(position: Position) -> tuple[Asked, ...]:
    """The table while it lays out tiles or has a tile to tell; else who places workers, the
    active player, or the other one to put back."""
    one, other = position.players
    if building.complete(one) or building.complete(other):
        return ()
    if position.untold:
        values = {"who": position.active, "at": position.untold[0], "left": len(position.untold)}
        return asked_once(TABLE, ("tell_tile",), "tell_tile", "untold_first", **values)
    phase, seat = position.phase, position.active
    if phase == "layout" and position.boxed == 0:
        return asked_once(TABLE, ("laid", "lay_tops", "lay_row", "deal", "layout"), "laid")
    if phase == "layout":
        return asked_once(TABLE, ("layout", "lay_tops", "lay_row", "deal", "laid"), "layout")
    if phase == "place":
        return asked_once(seat, ("place_worker",), "place_worker")
    if phase == "trim":
        return asked_once(seat, ("trim",), "trim", "K30b", surplus=turns.surplus(position))
    if phase == "putback":
        used = len(position.used)
        return asked_once(position.other, ("put_back",), "put_back", "K80", tiles=used)
    if position.moved:
        return asked_once(seat, AFTER_STEP, "turn_moved")
    return asked_once(seat, BEFORE_STEP, "turn")


def outcome(position: Position) -> Outcome | None:
    """Who has completed the pyramid (K95); there is no second place to fight for."""
    winner = next((one.seat for one in position.players if building.complete(one)), "")
    if not winner:
        return None
    others = tuple(seat for seat in position.setup.seats if seat != winner)
    built = {one.seat: sum(map(len, one.pyramid)) for one in position.players}
    return Outcome(((winner,), others), "K95", (Level("built", "K95", built),))


def meanings(position: Position, blank: Blank, token: str) -> Iterable[Any]:
    """What else a touched token may mean: the worker on a field, the field of a worker, the
    lines through either."""
    if token in INDEX:
        field, worker = token, position.worker_on(token)
    elif token in workers(position):
        field, worker = position.at(token), token
    else:
        return ()
    if blank.type == "line":
        return (one for one in LINES if field in line(one))
    other = {"field": field, "worker": worker}.get(blank.type, "")
    return (other,) if other != token and other else ()


def chance(position: Position, dice: Dice) -> Move | None:
    """What the table could tell next: how the tiles lie, or what a tile shows."""
    if position.untold:
        left = Counter({one.motif: one.count for one in position.box.counts})
        left -= known_tiles(position)
        return placing.TellTile(dice.choice([*left.elements()] or [UNKNOWN]))
    if position.phase != "layout":
        return None
    if position.boxed == 0:
        return laying.Laid()
    if dice.random() < 0.5:
        return laying.Deal(dice.choice(range(10_000)))
    fields = list(FIELDS)
    while len(fields) > DOUBLES:
        fields.remove(dice.choice(fields))
    return laying.Layout(tuple(fields))


game: Game[Position] = Game(
    name="sakkara",
    version=2,
    colours=COLOURS,
    players=(2, 2),
    position=Position,
    options=Options,
    box=Box,
    situation=Situation,
    kinds=KINDS,
    rulebook=Rulebook.of(__package__, "turn", "tiles", "end"),
    setup=start,
    asked=asked,
    outcome=outcome,
    public=public,
    seen_by=seen_by,
    violations=violations,
    arrange=arrange,
    layout=layout,
    chance=chance,
    over="K95",
    phase="K14",
    turn="K10",
    meanings=meanings,
    evaluate=evaluate,
)

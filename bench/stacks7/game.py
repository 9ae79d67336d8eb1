"""The rules of Stacks7 in one value, and what a match of it needs besides."""

from importlib.resources import files

import msgspec

from bench.stacks7.moves import STEP, WAIT
from bench.stacks7.position import (
    FIELDS,
    HOMES,
    SEATS,
    WORKERS,
    Box,
    Options,
    Position,
    Setup,
    dealt,
)
from companion.kernel import (
    Asked,
    Blank,
    Dice,
    Fault,
    Game,
    Layout,
    Level,
    Move,
    Outcome,
    Phrase,
    Rulebook,
)
from companion.match.registry import GamePackage
from companion.scene import Scene

_ASKED = tuple((Asked(seat, ("step", "wait"), "turn"),) for seat in SEATS)


class Situation(msgspec.Struct, frozen=True):
    """Fields with their stacks, as they are to be set."""

    stacks: dict[str, str]


def setup(seats: tuple[str, ...], options: Options, box: Box) -> Position:
    """The first position."""
    return Position(Setup(seats=seats, plies=options.plies), dealt(box.seed), HOMES)


def asked(position: Position) -> tuple[Asked, ...]:
    """Whose turn it is; nobody's after the last move."""
    return _ASKED[position.ply % 2] if position.ply < position.setup.plies else ()


def outcome(position: Position) -> Outcome | None:
    """Whose workers stand higher (S7)."""
    if position.ply < position.setup.plies:
        return None
    high = dict.fromkeys(SEATS, 0)
    for worker in WORKERS:
        high[worker.partition(":")[0]] += position.height(position.at(worker))
    best = sorted(SEATS, key=lambda seat: -high[seat])
    equal = len(set(high.values())) == 1
    places = (SEATS,) if equal else tuple((seat,) for seat in best)
    return Outcome(places, "S7", (Level("height", "S7", high),))


def arrange(position: Position, situation: Situation) -> Position:
    """The position with some stacks set."""
    told = situation.stacks
    stacks = zip(FIELDS, position.stacks, strict=True)
    return msgspec.structs.replace(
        position, stacks=tuple(told.get(field, stack) for field, stack in stacks)
    )


def layout(position: Position) -> Layout:
    """Where the tiles and workers lie."""
    stacks = zip(FIELDS, position.stacks, strict=True)
    lies = {(field, "tile"): len(stack) for field, stack in stacks}
    lies.update({(field, one): 1 for one, field in zip(WORKERS, position.workers, strict=True)})
    return lies


def violations(position: Position) -> tuple[Fault, ...]:
    """Whatever is told can be."""
    return ()


def chance(position: Position, dice: Dice) -> Move | None:
    """The table tells nothing."""
    return None


def meanings(position: Position, blank: Blank, token: str) -> tuple[str, ...]:
    """The worker on a touched field."""
    if blank.type == "worker" and token in position.workers:
        return (WORKERS[position.workers.index(token)],)
    return ()


def phrase(view: Position, token: str) -> Phrase:
    """What a worker is called."""
    return ("worker", {"at": view.at(token)}) if token in WORKERS else (token, {})


def _file(name: str) -> str:
    return files(__package__).joinpath(name).read_text("utf-8")


game: Game[Position] = Game(
    name="stacks7",
    version=1,
    colours=SEATS,
    players=(2, 2),
    position=Position,
    options=Options,
    box=Box,
    situation=Situation,
    kinds=(STEP, WAIT),
    rulebook=Rulebook.parse(_file("rulebook.toml")),
    setup=setup,
    asked=asked,
    outcome=outcome,
    violations=violations,
    arrange=arrange,
    layout=layout,
    chance=chance,
    over="S7",
    phase="S8",
    turn="S8",
    meanings=meanings,
)

PACKAGE = GamePackage(
    game=game,
    scene=lambda view: Scene((), ()),
    phrase=phrase,
    texts=_file("texts.toml"),
    art="",
)
"""The game as it stands on the shelf."""

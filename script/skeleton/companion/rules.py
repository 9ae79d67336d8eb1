"""The rules of Skeleton in one value."""

from typing import Annotated

import msgspec
from msgspec.structs import replace

from companion.games.skeleton.corrections import FIX_HEAP, FIX_TURN
from companion.games.skeleton.position import (
    BEGUN,
    COLOURS,
    HEAPS,
    Options,
    Position,
    Seat,
    Setup,
    Stones,
)
from companion.games.skeleton.taking import TAKE
from companion.kernel import Asked, Fault, Game, Layout, Level, NoBox, Outcome, Rulebook, asked_once


class Situation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table described partly: what is not named stays."""

    heaps: Annotated[tuple[Stones, ...], msgspec.Meta(min_length=3, max_length=3)] | None = None
    taken: dict[Seat, Stones] = {}
    active: Seat | None = None


def start(seats: tuple[str, ...], options: Options, box: NoBox) -> Position:
    """The first position, for seats that can play."""
    setup = Setup(seats=seats, options=options, box=box)
    return Position(setup, BEGUN, (0,) * len(seats), seats[0])


def asked(position: Position) -> tuple[Asked, ...]:
    """Whoever's turn it is, while a stone lies there."""
    return asked_once(position.active, ("take",), "turn") if position.left else ()


def outcome(position: Position) -> Outcome | None:
    """Whoever took the last stone has won (S4); there is no second place."""
    if position.left:
        return None
    seats, winner = position.setup.seats, position.active
    figures = dict(zip(seats, position.taken, strict=True))
    others = tuple(seat for seat in seats if seat != winner)
    return Outcome(((winner,), others), "S4", (Level("taken", "S4", figures),))


def violations(position: Position) -> tuple[Fault, ...]:
    """Everything that no table could show."""
    if position.aside >= 0:
        return ()
    return (Fault("too_many_stones", {"most": sum(BEGUN) - sum(position.taken)}),)


def arrange(position: Position, situation: Situation) -> Position:
    """The position with what the situation names."""
    had = zip(position.setup.seats, position.taken, strict=True)
    return replace(
        position,
        heaps=position.heaps if situation.heaps is None else situation.heaps,
        taken=tuple(situation.taken.get(seat, stones) for seat, stones in had),
        active=position.active if situation.active is None else situation.active,
    )


def layout(view: Position) -> Layout:
    """Where all stones lie: on the heaps, ``taken:red``, ``aside``."""
    found = {(heap, "stone"): view.stones(heap) for heap in HEAPS}
    for seat, stones in zip(view.setup.seats, view.taken, strict=True):
        found[f"taken:{seat}", "stone"] = stones
    found["aside", "stone"] = view.aside
    return {place: count for place, count in found.items() if count}


game: Game[Position] = Game(
    name="skeleton",
    version=1,
    colours=COLOURS,
    players=(2, 4),
    position=Position,
    options=Options,
    situation=Situation,
    kinds=(TAKE, FIX_HEAP, FIX_TURN),
    rulebook=Rulebook.of(__package__),
    setup=start,
    asked=asked,
    outcome=outcome,
    violations=violations,
    arrange=arrange,
    layout=layout,
    over="S4",
    phase="S2",
    turn="S2",
)

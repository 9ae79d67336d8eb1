"""The slice as one value: who is asked, what is seen, and where every piece lies."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.kernel import (
    UNKNOWN,
    Asked,
    Dice,
    Fault,
    Game,
    Layout,
    Move,
    Outcome,
    Rulebook,
    census,
)
from tests.slices.sakkara_slice.position import (
    FIELDS,
    Box,
    Field,
    Motif,
    Options,
    Player,
    Position,
    Seat,
    Setup,
    Tiles,
)
from tests.slices.sakkara_slice.put_back import PUT_BACK
from tests.slices.sakkara_slice.turn import END_TURN, SINK_SHIP, SNAKE

HOMES = {"white": ("a1", "a2"), "black": ("g1", "g2")}


class Situation(msgspec.Struct, frozen=True):
    """A table in few words; what is not named is as at the start.

    stacks: tiles from the bottom, by field. used: as in a position; the used stack is to be put
    back when it is not empty and ``put_back`` is set.
    """

    stacks: Mapping[Field, Tiles] = {}
    workers: Mapping[Seat, tuple[Field, ...]] = {}
    holders: Mapping[Seat, tuple[Motif, ...]] = {}
    ships: Mapping[Seat, int] = {}
    used: Tiles = ()
    moved: bool = False
    put_back: bool = False


def setup(seats: tuple[str, ...], options: Options, box: Box) -> Position:
    """Two unknown tiles on the first fields, one on the others, as far as the box goes."""
    doubles = box.tiles - len(FIELDS)
    return Position(
        setup=Setup(seats=seats, box=box),
        stacks=tuple((UNKNOWN,) * (1 + (index < doubles)) for index in range(len(FIELDS))),
        players=tuple(Player(seat, HOMES[seat]) for seat in seats),
        active=seats[0],
    )


def arrange(position: Position, situation: Situation) -> Position:
    s = situation
    players = tuple(
        replace(
            player,
            workers=s.workers.get(player.seat, player.workers),
            holder=tuple(sorted(s.holders.get(player.seat, player.holder))),
            ship=s.ships.get(player.seat, player.ship),
        )
        for player in position.players
    )
    stacks = zip(FIELDS, position.stacks, strict=True)
    return replace(
        position,
        stacks=tuple(s.stacks.get(field, tiles) for field, tiles in stacks),
        players=players,
        used=s.used,
        moved=s.moved or s.put_back,
        phase="put_back" if s.put_back else "turn",
    )


def asked(p: Position) -> tuple[Asked, ...]:
    if p.phase == "put_back":
        values = {"seat": p.other(), "tiles": len(p.used)}
        return (Asked(p.other(), ("put_back",), "put_back", values, owed=True, rule="K80"),)
    return (Asked(p.active, ("snake", "sink_ship", "end_turn"), "turn", {"seat": p.active}),)


def outcome(p: Position) -> Outcome | None:
    return None


def seen_by(p: Position, seat: Seat) -> Position:
    players = (
        one if one.seat == seat else replace(one, holder=(UNKNOWN,) * len(one.holder))
        for one in p.players
    )
    stacks = ((*(UNKNOWN for _ in tiles[:-1]), *tiles[-1:]) for tiles in p.stacks)
    return replace(p, players=tuple(players), stacks=tuple(stacks))


def public(p: Position) -> Position:
    return seen_by(p, "")


def impossible(p: Position) -> tuple[Fault, ...]:
    tiles = census(layout(p))["tile"]
    if tiles > p.setup.box.tiles:
        return (Fault("too_many_tiles", {"tiles": tiles, "most": p.setup.box.tiles}),)
    return ()


def layout(p: Position) -> Layout:
    lies: Counter[tuple[str, str]] = Counter()
    for field, tiles in zip(FIELDS, p.stacks, strict=True):
        lies.update((field, f"tile={tile}") for tile in tiles)
    for player in p.players:
        lies.update((f"holder:{player.seat}", f"tile={tile}") for tile in player.holder)
        lies[f"laid:{player.seat}", "tile=ship"] += player.ship
        lies[f"laid:{player.seat}", "tile=grain"] += player.grain
        lies.update((field, f"worker:{player.seat}") for field in player.workers)
    lies.update(("used", f"tile={tile}") for tile in p.used)
    return lies


def chance(p: Position, dice: Dice) -> Move | None:
    """The slice is not simulated."""
    return None


GAME = Game[Position](
    name="sakkara_slice",
    version=1,
    colours=("white", "black"),
    players=(2, 2),
    position=Position,
    options=Options,
    box=Box,
    situation=Situation,
    kinds=(SNAKE, SINK_SHIP, END_TURN, PUT_BACK),
    rulebook=Rulebook.parse((Path(__file__).parent / "rulebook.toml").read_text("utf-8")),
    setup=setup,
    asked=asked,
    outcome=outcome,
    public=public,
    seen_by=seen_by,
    impossible=impossible,
    arrange=arrange,
    layout=layout,
    chance=chance,
    over="over",
    phase="phase",
    turn="turn",
)

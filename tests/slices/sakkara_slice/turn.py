"""The active player's turn: a blind draw, a spell, and its end."""

from collections import Counter

from msgspec.structs import replace

from companion.kernel import UNKNOWN, Course, Kind, Move, fact, happening, known, rule
from tests.slices.sakkara_slice.position import Motif, Position


class Snake(Move, frozen=True, tag="snake"):
    """One tile is drawn blindly from the other player's holder."""


class SinkShip(Move, frozen=True, tag="sink_ship"):
    """Three tiles, in the order in which the caster wants them stacked, destroy a ship."""

    tiles: tuple[Motif, Motif, Motif]


class EndTurn(Move, frozen=True, tag="end_turn"):
    """The active player is done."""


def robbed(p: Position, m: Snake) -> Course[Position]:
    p = p.spent(("snake",))
    yield happening(p, "used", "K81", seat=p.active, tiles=("snake",))
    robber, victim = p.player(p.active), p.player(p.other())
    p = p.with_player(replace(victim, holder=(UNKNOWN,) * (len(victim.holder) - 1)))
    p = p.with_player(replace(robber, holder=tuple(sorted((*robber.holder, UNKNOWN)))))
    yield happening(p, "robbed", "K62", seat=robber.seat, victim=victim.seat)
    return p


SNAKE = Kind[Position, Snake](
    move=Snake,
    needs=(
        fact(
            "not_on_holder",
            lambda p, m: p.has(p.active, ("snake",)),
            lambda p, m: {"tiles": ("snake",)},
        ),
        fact(
            "holder_empty",
            lambda p, m: p.player(p.other()).holder,
            lambda p, m: {"seat": p.other()},
        ),
    ),
    does=robbed,
)


def sunk(p: Position, m: SinkShip) -> Course[Position]:
    p = p.spent(m.tiles)
    yield happening(p, "cast", "K75", seat=p.active, tiles=m.tiles)
    victim = p.player(p.other())
    if not victim.ship:
        yield happening(p, "nothing_to_sink", "K77", seat=victim.seat)
        return p
    p = p.with_player(replace(victim, ship=victim.ship - 1))
    p = replace(p, used=(*p.used, "ship"))
    yield happening(p, "ship_sunk", "K76", seat=victim.seat)
    return p


SINK_SHIP = Kind[Position, SinkShip](
    move=SinkShip,
    needs=(
        fact(
            "not_on_holder",
            lambda p, m: p.has(p.active, m.tiles),
            lambda p, m: {"tiles": m.tiles},
            early=True,
        ),
        rule(
            "K70",
            lambda p, m: Counter(m.tiles) == Counter(known(p.spell("sink_ship"))),
            lambda p, m: {"tiles": p.spell("sink_ship")},
            early=lambda p, m: not Counter(m.tiles) - Counter(known(p.spell("sink_ship"))),
        ),
        rule("K77", lambda p, m: p.player(p.other()).ship, lambda p, m: {"seat": p.other()}),
    ),
    does=sunk,
    candidates={
        "tiles": lambda p, m: (tile for spell in p.setup.box.spells for tile in spell.tiles)
    },
)


def ended(p: Position, m: EndTurn) -> Course[Position]:
    if p.used:
        p = replace(p, phase="put_back")
        yield happening(p, "to_put_back", "K80", seat=p.other(), tiles=len(p.used))
        return p
    yield happening(p, "nothing_to_put_back", "K91", seat=p.active)
    return (yield from next_turn(p))


def next_turn(p: Position) -> Course[Position]:
    p = replace(p, phase="turn", active=p.other(), moved=False)
    yield happening(p, "next_turn", "K14", seat=p.active)
    return p


END_TURN = Kind[Position, EndTurn](
    move=EndTurn,
    needs=(
        fact("turn_over", lambda p, m: p.phase == "turn"),
        rule("K11", lambda p, m: p.moved),
    ),
    does=ended,
)

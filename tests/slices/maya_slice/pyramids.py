"""Building: one stone at a time, and the bonus stones that follow from it."""

from msgspec.structs import replace

from companion.kernel import Course, Kind, Move, fact, happening, rule
from tests.slices.maya_slice.position import SUPPLY, LevelId, Position, Seat


class Build(Move, frozen=True, tag="build"):
    """A stone goes on a level."""

    level: LevelId


def laid(p: Position, seat: Seat, level: LevelId) -> Course[Position]:
    """What follows from a stone that has come to lie on a level."""
    if p.room(level) != 0:
        return p
    above, leaders = p.above(level), p.leaders(level)
    if above is None:
        yield happening(p, "no_bonus_top", "Y85", level=level)
    elif p.count(above):
        yield happening(p, "no_bonus_occupied", "Y84", level=level, above=above)
    elif len(leaders) > 1:
        most = p.count(level, leaders[0])
        yield happening(p, "no_bonus_tie", "Y82", level=level, seats=leaders, stones=most)
    elif not p.count(SUPPLY, leaders[0]):
        yield happening(p, "no_bonus_supply", "Y87", level=level, seat=leaders[0])
    else:
        p = p.moved(leaders[0], SUPPLY, above)
        yield happening(p, "bonus", "Y81", seat=leaders[0], level=level, above=above)
        return (yield from laid(p, leaders[0], above))
    return p


def built(p: Position, m: Build) -> Course[Position]:
    seat = p.turn
    after = p.moved(seat, stock(seat), m.level)
    yield happening(after, "built", "Y60", seat=seat, level=m.level)
    after = yield from laid(after, seat, m.level)
    for other in (*after.seats_from(seat)[1:], seat):
        if after.count(stock(other)):
            after = replace(after, turn=other)
            yield happening(after, "next_turn", "Y60", seat=other)
            return after
    after = replace(after, turn="")
    yield happening(after, "all_built", "Y89")
    return after


def stock(seat: Seat) -> str:
    """Where the stones in front of a player lie."""
    return f"stock:{seat}"


BUILD = Kind[Position, Build](
    move=Build,
    needs=(
        fact("nobody_builds", lambda p, m: p.turn and p.count(stock(p.turn))),
        fact("no_such_level", lambda p, m: m.level in p.levels()),
        rule("Y61", lambda p, m: p.room(m.level) > 0, lambda p, m: {"level": m.level}),
        rule(
            "Y62",
            lambda p, m: not p.unfilled_below(m.level),
            lambda p, m: {"level": m.level, "unfilled": p.unfilled_below(m.level)},
        ),
        rule(
            "Y63",
            lambda p, m: not p.absent_below(m.level, p.turn),
            lambda p, m: {"seat": p.turn, "absent": p.absent_below(m.level, p.turn)},
        ),
    ),
    does=built,
    candidates={"level": lambda p, m: p.levels()},
    out_of_turn="Y60",
)

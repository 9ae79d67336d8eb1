"""Phase B: stones are placed, or a turn is passed."""

from collections.abc import Callable
from typing import Any, Literal

from msgspec.structs import replace

from companion.games.maya.position import SPENT, SUPPLY, Position
from companion.games.maya.pyramids import AnyNeed, completed, level_there, placing
from companion.games.maya.scoring import scored
from companion.games.maya.tokens import NEUTRAL, LevelId
from companion.kernel import Effects, Move, MoveKind, Open, event, fact, memo_last, rule

Price = Literal["stone", "marker"]
Payment = Literal["stone", "marker", "nothing"]


class Build(Move, frozen=True, tag="build"):
    """An own stone goes on a level."""

    level: LevelId


class BuildNeutral(Move, frozen=True, tag="build_neutral"):
    """A neutral stone goes on a level (game for two)."""

    level: LevelId


class DoubleBuild(Move, frozen=True, tag="double_build"):
    """Two own stones are placed in one turn, paid with a third one or with the free double move."""

    first: LevelId
    second: LevelId
    pay: Price


class DoubleNeutral(Move, frozen=True, tag="double_neutral"):
    """Two neutral stones are placed in one turn, paid as an own double move (game for two)."""

    first: LevelId
    second: LevelId
    pay: Price


class TripleBuild(Move, frozen=True, tag="triple_build"):
    """Three own stones are placed in one turn, paid with a fourth one and the free double move."""

    first: LevelId
    second: LevelId
    third: LevelId


class Pass(Move, frozen=True, tag="pass"):
    """No stone is placed this turn; it costs one, or the free pass."""

    pay: Payment


class ForcedPass(Move, frozen=True, tag="forced_pass"):
    """No stone can be placed; one goes to the supply for 1 gold."""


FORCED_GOLD = 1
"""Gold for a forced pass (Y74)."""


def begin_building(p: Position) -> Effects[Position]:
    """The start player opens; without any stones the levels are scored at once (Y60)."""
    p = replace(p, phase="building")
    seat = next((one for one in p.seats_from(p.start) if p.left(one)), "")
    if not seat:
        yield event(p, "nothing_to_build", "Y89")
        return (yield from scored(p))
    p = replace(p, turn=seat)
    yield event(p, "building_begins", "Y60", seat=seat)
    return p


def ended(p: Position) -> Effects[Position]:
    """The turn of whoever builds is over: the next with stones, or the scoring (Y64, Y89)."""
    seat = p.next_with_stones(p.turn)
    p = replace(p, turn=seat)
    if not seat:
        return (yield from scored(p))
    yield event(p, "next_builder", "Y60", seat=seat)
    return p


def stock(p: Position) -> str:
    """Where the stones of whoever builds lie."""
    return f"stock:{p.turn}"


def own(p: Position) -> str:
    """The colour of whoever builds."""
    return p.turn


def neutral(p: Position) -> str:
    """The third colour of the game for two."""
    return NEUTRAL


def _placed(p: Position, colour: str, level: str) -> Effects[Position]:
    p = p.moved(colour, stock(p), level)
    yield event(p, "built", "Y60", colour=colour, level=level)
    return (yield from completed(p, level))


def _paid_marker(p: Position, marker: str) -> Effects[Position]:
    p = p.with_marker(marker, SPENT)
    yield event(p, "marker_used", "Y36", seat=p.turn, marker=marker)
    return p


def _paid_stone(p: Position, colour: str) -> Effects[Position]:
    p = p.moved(colour, stock(p), SUPPLY)
    yield event(p, "price_paid", "Y67", colour=colour)
    return p


def _paid(p: Position, colour: str, pay: str) -> Effects[Position]:
    """The price of a double move, before the stones are placed."""
    if pay == "marker":
        return (yield from _paid_marker(p, "FREEDOUBLE"))
    return (yield from _paid_stone(p, colour))


def _result(effects: Effects[Position]) -> Position:
    """The position that effects lead to."""
    return [after for _, after in effects][-1]


def _price(m: Any) -> str:
    """How a move is paid, as long as nobody said so with a stone."""
    try:
        return str(m.pay)
    except Open:
        return "stone"


@memo_last
def _after(p: Position, colour: str, pay: str, level: str) -> Position:
    """The position after the first stone of a double move, on which the second is judged (Y69)."""
    p = _result(_paid(p, colour, pay))
    return _result(_placed(p, colour, level))


def _builder(colour: Callable[[Position], str]) -> AnyNeed:
    """It is somebody's turn to build who has stones of that colour."""
    return fact(
        "nobody_builds",
        lambda p, m: p.phase == "building" and p.stock(p.turn, colour(p)),
    )


BUILDS: AnyNeed = fact("nobody_builds", lambda p, m: p.phase == "building" and p.left(p.turn))
"""It is somebody's turn to build who has stones."""


def _owns(marker: str, when: Callable[[Any], bool]) -> AnyNeed:
    """Whoever builds has a marker where it must be used."""
    return fact(
        "Y36b",
        lambda p, m: not when(m) or p.owns(p.turn, marker),
        lambda p, m: {"seat": p.turn, "marker": marker},
    )


def _still_there(
    clause: str,
    colour: Callable[[Position], str],
    where: Callable[[Position, Any], Position],
) -> AnyNeed:
    """A bonus stone from the builder's own ones leaves one for the next placement (Y87).

    where: the position after the placements before it.
    """

    def values(p: Position, m: Any) -> dict[str, Any]:
        stones = p.stock(p.turn, colour(p))
        return {"seat": p.turn, "colour": colour(p), "stones": stones, "least": stones + 1}

    return fact(clause, lambda p, m: where(p, m).stock(p.turn, colour(p)) > 0, values)


def _single(move: type[Move], colour: Callable[[Position], str]) -> MoveKind[Position, Any]:
    def does(p: Position, m: Any) -> Effects[Position]:
        p = yield from _placed(p, colour(p), m.level)
        return (yield from ended(p))

    return MoveKind(
        move,
        needs=(_builder(colour), level_there("level"), *placing("level", colour)),
        apply=does,
        candidates={"level": lambda p, m: p.levels()},
        out_of_turn="Y60",
    )


def _enough(clause: str, colour: Callable[[Position], str], least: int, pay: str = "") -> AnyNeed:
    """How many stones are in the stock, if it is paid like this; with "" however it is paid."""

    def stones(p: Position) -> int:
        return p.stock(p.turn, colour(p))

    return fact(
        clause,
        lambda p, m: (pay != "" and m.pay != pay) or stones(p) >= least,
        lambda p, m: {"colour": colour(p), "stones": stones(p), "least": least},
    )


def _double(move: type[Move], colour: Callable[[Position], str]) -> MoveKind[Position, Any]:
    def does(p: Position, m: Any) -> Effects[Position]:
        stones = colour(p)
        p = yield from _paid(p, stones, m.pay)
        p = yield from _placed(p, stones, m.first)
        p = yield from _placed(p, stones, m.second)
        return (yield from ended(p))

    def after(p: Position, m: Any) -> Position:
        return _after(p, colour(p), _price(m), m.first)

    def paid(p: Position, m: Any) -> Position:
        return _after(p, colour(p), m.pay, m.first)

    return MoveKind(
        move,
        needs=(
            _builder(colour),
            _enough("Y68", colour, 2),
            level_there("first"),
            level_there("second"),
            _owns("FREEDOUBLE", lambda m: m.pay == "marker"),
            _enough("Y67", colour, 3, "stone"),
            _still_there("Y68", colour, paid),
            *placing("first", colour),
            *placing("second", colour, after),
            rule(
                "Y71",
                lambda p, m: after(p, m).places(colour(p)),
                lambda p, m: {"colour": colour(p)},
            ),
        ),
        apply=does,
        candidates={"first": lambda p, m: p.levels(), "second": lambda p, m: p.levels()},
        out_of_turn="Y60",
        explicit=True,
    )


def _tripled(p: Position, m: TripleBuild) -> Effects[Position]:
    p = yield from _paid_stone(p, p.turn)
    p = yield from _paid_marker(p, "FREEDOUBLE")
    for level in (m.first, m.second, m.third):
        p = yield from _placed(p, p.turn, level)
    return (yield from ended(p))


def _second(p: Position, m: Any) -> Position:
    return _after(p, p.turn, "stone", m.first)


@memo_last
def _both(p: Position, first: str, second: str) -> Position:
    after = _after(p, p.turn, "stone", first)
    return _result(_placed(after, p.turn, second))


def _third(p: Position, m: Any) -> Position:
    return _both(p, m.first, m.second)


def _passed(p: Position, m: Pass) -> Effects[Position]:
    if m.pay == "marker":
        p = yield from _paid_marker(p, "FREEPASS")
        yield event(p, "passed_free", "Y73", seat=p.turn)
    elif m.pay == "nothing":
        yield event(p, "passed_for_nothing", "Y72", seat=p.turn)
    elif p.blocked(p.turn):
        p = yield from _forced(p)
    else:
        p = p.moved(p.turn, stock(p), SUPPLY)
        yield event(p, "passed", "Y72", seat=p.turn)
    return (yield from ended(p))


def _forced(p: Position) -> Effects[Position]:
    colour = next(one for one in (p.turn, *p.colours) if p.stock(p.turn, one))
    p = p.moved(colour, stock(p), SUPPLY).with_gold(p.turn, "", "forced", FORCED_GOLD)
    yield event(p, "passed_forced", "Y74", seat=p.turn, colour=colour, gold=FORCED_GOLD)
    return p


def _pass_forced(p: Position, m: ForcedPass) -> Effects[Position]:
    p = yield from _forced(p)
    return (yield from ended(p))


def _could(p: Position) -> tuple[str, ...]:
    """Where whoever builds could place a stone."""
    mine = [colour for colour in p.colours if p.stock(p.turn, colour)]
    return tuple(dict.fromkeys(level for colour in mine for level in p.places(colour)))


BUILD = _single(Build, own)
BUILD_NEUTRAL = _single(BuildNeutral, neutral)
DOUBLE_BUILD = _double(DoubleBuild, own)
DOUBLE_NEUTRAL = _double(DoubleNeutral, neutral)

TRIPLE_BUILD: MoveKind[Position, TripleBuild] = MoveKind(
    TripleBuild,
    needs=(
        BUILDS,
        fact(
            "Y70b",
            lambda p, m: p.stock(p.turn) >= 4,
            lambda p, m: {"seat": p.turn, "stones": p.stock(p.turn), "least": 4},
        ),
        level_there("first"),
        level_there("second"),
        level_there("third"),
        _owns("FREEDOUBLE", lambda m: True),
        _still_there("Y70b", own, _second),
        _still_there("Y70b", own, _third),
        rule("Y70", lambda p, m: p.options.triple),
        *placing("first", own),
        *placing("second", own, _second),
        *placing("third", own, _third),
    ),
    apply=_tripled,
    candidates={name: lambda p, m: p.levels() for name in ("first", "second", "third")},
    out_of_turn="Y60",
    explicit=True,
)

PASS: MoveKind[Position, Pass] = MoveKind(
    Pass,
    needs=(
        BUILDS,
        fact(
            "no_stone_to_pay",
            lambda p, m: m.pay != "stone" or p.stock(p.turn) or p.blocked(p.turn),
            lambda p, m: {"seat": p.turn},
        ),
        _owns("FREEPASS", lambda m: m.pay == "marker"),
        rule("Y72", lambda p, m: m.pay != "nothing"),
        rule(
            "Y77",
            lambda p, m: m.pay != "marker" or p.options.free_pass_blocked or not p.blocked(p.turn),
        ),
    ),
    apply=_passed,
    out_of_turn="Y60",
    ends=True,
    explicit=True,
)

FORCED_PASS: MoveKind[Position, ForcedPass] = MoveKind(
    ForcedPass,
    needs=(
        BUILDS,
        rule(
            "Y75",
            lambda p, m: p.blocked(p.turn),
            lambda p, m: {"seat": p.turn, "level": next(iter(_could(p)), ""), "could": _could(p)},
        ),
    ),
    apply=_pass_forced,
    out_of_turn="Y60",
    ends=True,
    explicit=True,
)

KINDS: tuple[MoveKind[Position, Any], ...] = (
    BUILD,
    BUILD_NEUTRAL,
    DOUBLE_BUILD,
    DOUBLE_NEUTRAL,
    TRIPLE_BUILD,
    PASS,
    FORCED_PASS,
)
"""All that can be done with a turn of building."""

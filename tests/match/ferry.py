"""A small real game for the tests of the match: boats on a river.

A seat rows its boat one or two fields, or fishes: the table tells what was drawn from the bag, a
boot is given to somebody else, and that ends the turn. Once in a while a seat lays one of its
three stones face down; a laid 3 is so heavy that its boat rows only one field. Showing the stone
brings coins. Whoever reaches the last field ends the match; most coins win.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from companion.kernel import (
    TABLE,
    UNKNOWN,
    Asked,
    Dice,
    Event,
    Fault,
    Game,
    Layout,
    Level,
    Move,
    MoveKind,
    Outcome,
    Rulebook,
    event,
    fact,
    known,
    rule,
)
from companion.match.registry import GamePackage
from companion.scene import Scene
from tests.match.river import (
    COINS,
    STONES,
    Boat,
    Box,
    Catch,
    Draw,
    Fish,
    Give,
    Lay,
    Options,
    Position,
    River,
    Row,
    Show,
    Situation,
    Wait,
)

_HERE = Path(__file__)

Steps = Iterator[tuple[Event, Position]]


def _rows(position: Position, move: Row) -> Steps:
    to = position.boat(position.turn).at + move.by
    after = position.put(position.turn, at=to)
    yield event(after, "rowed", "R1", seat=position.turn, to=to)
    if to == position.setup.options.last:
        yield event(after.now(phase="over"), "arrived", "R8", seat=position.turn)
    else:
        yield event(after.now(turn=position.after), "next", "R0", seat=position.after)


def _fishes(position: Position, move: Fish) -> Steps:
    yield event(position.now(phase="draw"), "fished", "R4", seat=position.turn)


def _draws(position: Position, move: Draw) -> Steps:
    seat = position.turn
    if move.catch == "trout":
        paid = position.paid(seat, 1).now(trouts=position.trouts - 1)
        yield event(paid, "drew_trout", "R4", seat=seat)
        after = paid.now(phase="turn", turn=position.after)
        yield event(after, "next", "R0", seat=position.after)
    else:
        after = position.now(boots=position.boots - 1, phase="give")
        after = after.put(seat, boots=after.boat(seat).boots + 1)
        yield event(after, "drew_boot", "R5", seat=seat)


def _gives(position: Position, move: Give) -> Steps:
    seat = position.turn
    given = position.put(seat, boots=position.boat(seat).boots - 1)
    given = given.put(move.to, boots=given.boat(move.to).boots + 1)
    after = given.now(phase="turn", turn=position.after)
    yield event(after, "gave", "R5", seat=seat, to=move.to)


def _lays(position: Position, move: Lay) -> Steps:
    yield event(position.put(position.turn, laid=move.stone), "laid", "R6", seat=position.turn)


def _shows(position: Position, move: Show) -> Steps:
    seat = position.turn
    boat = position.boat(seat)
    after = position.put(seat, laid="", shown=(*boat.shown, move.stone))
    yield event(after.paid(seat, int(move.stone)), "showed", "R7", seat=seat, stone=move.stone)


def _waits(position: Position, move: Wait) -> Steps:
    yield event(position.now(turn=position.after), "waited", "R0", seat=position.turn)


def _me(position: Position) -> Boat:
    return position.boat(position.turn)


def _light(position: Position, move: Row) -> bool:
    laid = _me(position).laid
    return move.by <= 1 or laid == "" or known(laid) != "3"


KINDS: tuple[MoveKind[Position, Any], ...] = (
    MoveKind(
        Row,
        (
            fact(
                "no_such_field",
                lambda p, m: 0 < _me(p).at + m.by <= p.setup.options.last,
                lambda p, m: {"last": p.setup.options.last},
            ),
            rule("R1", lambda p, m: 1 <= m.by <= 2, lambda p, m: {"by": m.by}),
            rule(
                "R2",
                lambda p, m: all(boat.at != _me(p).at + m.by for boat in p.boats),
                lambda p, m: {"to": _me(p).at + m.by},
            ),
            rule("R3", _light, lambda p, m: {"stone": known(_me(p).laid)}),
        ),
        _rows,
        {"by": lambda p, m: range(1, 5)},
    ),
    MoveKind(
        Fish,
        (
            fact("bag_empty", lambda p, m: p.trouts + p.boots > 0),
            rule("R4", lambda p, m: _me(p).at > 0),
        ),
        _fishes,
    ),
    MoveKind(
        Draw,
        (fact("not_in_bag", lambda p, m: (p.trouts if m.catch == "trout" else p.boots) > 0),),
        _draws,
        out_of_phase="R4",
        reveals=True,
    ),
    MoveKind(
        Give,
        (
            fact("no_such_seat", lambda p, m: m.to in p.setup.seats),
            fact("no_boot", lambda p, m: _me(p).boots > 0),
            rule("R5", lambda p, m: m.to != p.turn),
        ),
        _gives,
        {"to": lambda p, m: p.setup.seats},
        out_of_phase="R5",
    ),
    MoveKind(
        Lay,
        (
            fact("no_such_stone", lambda p, m: known(m.stone) in STONES),
            fact(
                "stone_shown",
                lambda p, m: known(m.stone) not in _me(p).shown,
                lambda p, m: {"stone": m.stone},
            ),
            rule("R6", lambda p, m: _me(p).laid == ""),
        ),
        _lays,
        {"stone": lambda p, m: STONES},
        hidden=("stone",),
    ),
    MoveKind(
        Show,
        (
            fact("nothing_laid", lambda p, m: _me(p).laid != ""),
            fact(
                "another_stone",
                lambda p, m: known(_me(p).laid) == m.stone,
                lambda p, m: {"stone": m.stone},
            ),
            fact(
                "stone_shown",
                lambda p, m: m.stone not in _me(p).shown,
                lambda p, m: {"stone": m.stone},
            ),
        ),
        _shows,
        {"stone": lambda p, m: STONES},
        reveals=True,
    ),
    MoveKind(Wait, (), _waits),
)


def _setup(seats: tuple[str, ...], options: Options, box: Box) -> Position:
    return Position(
        River(seats=seats, options=options),
        seats[0],
        tuple(Boat(seat) for seat in seats),
        options.trouts,
        options.boots,
    )


def _asked(position: Position) -> tuple[Asked, ...]:
    if position.phase == "over":
        return ()
    if position.phase == "draw":
        return (Asked(TABLE, ("draw",), "draw", owed=True, rule="R4"),)
    if position.phase == "give":
        return (Asked(position.turn, ("give",), "give", owed=True, rule="R5"),)
    return (Asked(position.turn, ("row", "fish", "lay", "show", "wait"), "turn"),)


def _outcome(position: Position) -> Outcome | None:
    if position.phase != "over":
        return None
    coins = {boat.seat: boat.coins for boat in position.boats}
    order = sorted(set(coins.values()), reverse=True)
    places = tuple(tuple(seat for seat in coins if coins[seat] == n) for n in order)
    return Outcome(places, "R8", (Level("coins", "R8", coins),))


def _public(position: Position) -> Position:
    if not any(boat.laid for boat in position.boats):
        return position
    boats = tuple(
        msgspec.structs.replace(boat, laid=UNKNOWN) if boat.laid else boat
        for boat in position.boats
    )
    return position.now(boats=boats)


def _seen_by(position: Position, seat: str) -> Position:
    return _public(position).put(seat, laid=position.boat(seat).laid)


def _violations(position: Position) -> tuple[Fault, ...]:
    found = [
        Fault("no_such_field", {"last": position.setup.options.last})
        for boat in position.boats
        if not 0 <= boat.at <= position.setup.options.last
    ]
    if position.supply < 0:
        found.append(Fault("too_many_coins", {"coins": COINS - position.supply}))
    return tuple(found)


def _arrange(position: Position, wanted: Situation) -> Position:
    for seat, at in wanted.at.items():
        position = position.put(seat, at=at)
    for seat, coins in wanted.coins.items():
        position = position.put(seat, coins=coins)
    return position if wanted.turn is None else position.now(turn=wanted.turn, phase="turn")


def _layout(view: Position) -> Layout:
    found = {
        ("supply", "coin"): view.supply,
        ("bag", "trout"): view.trouts,
        ("bag", "boot"): view.boots,
        ("shore", "trout"): view.setup.options.trouts - view.trouts,
    }
    for boat in view.boats:
        seat = boat.seat
        found[f"field:{boat.at}", f"boat:{seat}"] = 1
        found[f"purse:{seat}", "coin"] = boat.coins
        found[f"purse:{seat}", "boot"] = boat.boots
        laid = 1 if boat.laid else 0
        found[f"bank:{seat}", f"stone:{seat}"] = laid
        found[f"hand:{seat}", f"stone:{seat}"] = len(STONES) - laid - len(boat.shown)
        for stone in boat.shown:
            found[f"bank:{seat}", f"stone:{seat}={stone}"] = 1
    return {place: count for place, count in found.items() if count}


def _chance(position: Position, dice: Dice) -> Move | None:
    if position.phase != "draw":
        return None
    bag: list[Catch] = ["trout"] * position.trouts
    return Draw(dice.choice([*bag, *(["boot"] * position.boots)]))


FERRY: Game[Position] = Game(
    name="ferry",
    version=1,
    colours=("red", "blue", "green"),
    players=(2, 3),
    position=Position,
    options=Options,
    box=Box,
    situation=Situation,
    kinds=KINDS,
    rulebook=Rulebook.parse(_HERE.with_name("ferry_rules.toml").read_text("utf-8")),
    setup=_setup,
    asked=_asked,
    outcome=_outcome,
    public=_public,
    seen_by=_seen_by,
    violations=_violations,
    arrange=_arrange,
    layout=_layout,
    chance=_chance,
    over="R8",
    phase="R0",
    turn="R0",
)

PACKAGE = GamePackage(
    game=FERRY,
    scene=lambda view: Scene((), ()),
    phrase=lambda view, token: (token, {}),
    texts=_HERE.with_name("ferry_texts.toml").read_text("utf-8"),
    art="",
)

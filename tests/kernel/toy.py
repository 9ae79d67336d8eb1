"""A toy game with one of everything: fruit lies on two shelves, players put it into baskets.

Whose turn it is may take fruit, wrap a parcel of several things, stack three, or pass, and owes
a gift after taking a pear. Whether the left shelf is locked is a secret of red. In a
vote all may vote at once.
"""

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.kernel import (
    TABLE,
    UNKNOWN,
    Asked,
    Dice,
    Effects,
    Fault,
    Game,
    Layout,
    Move,
    MoveKind,
    Outcome,
    Pieces,
    Rulebook,
    Setup,
    Transition,
    event,
    every,
    fact,
    how_many,
    known,
    layout_of,
    lying_at,
    moved,
    pieces,
    rule,
)

Shelf = Annotated[str, Meta(title="shelf")]
Seat = Annotated[str, Meta(title="seat")]
Fruit = Literal["apple", "pear"]

SHELVES = ("left", "right")
ROOM = 4


class Empty(msgspec.Struct, frozen=True):
    """No options, no box, no situation."""


class Position(msgspec.Struct, frozen=True, dict=True):
    setup: Setup
    pieces: Pieces
    turn: Seat
    locked: Literal["yes", "no", "?"] = "no"
    owes: bool = False
    voting: bool = False
    votes: tuple[str, ...] = ()
    rounds: int = 0

    def there(self, shelf: Shelf, fruit: str) -> int:
        return how_many(self.pieces, shelf, fruit)

    def basket(self, seat: Seat) -> str:
        return f"basket:{seat}"

    def held(self, seat: Seat) -> int:
        return sum(lying_at(self.pieces, self.basket(seat)).values())


class Take(Move, frozen=True, tag="take"):
    """Fruit of one sort goes from a shelf into the basket."""

    shelf: Shelf
    fruit: Fruit
    count: Annotated[int, Meta(ge=1, le=5)]
    aloud: bool = False


class Smell(Move, frozen=True, tag="smell"):
    """Somebody smells at a shelf, for so long."""

    shelf: Shelf
    fruit: Literal["flower"]
    long: Annotated[int, Meta(ge=1)]


class Item(msgspec.Struct, frozen=True):
    fruit: Fruit
    shelf: Shelf


class Parcel(Move, frozen=True, tag="parcel"):
    """Several things are wrapped at once."""

    items: Annotated[tuple[Item, ...], Meta(min_length=1, max_length=4)]
    to: Seat


class Stack(Move, frozen=True, tag="stack"):
    """Three pieces of fruit are stacked in the given order."""

    fruits: tuple[Fruit, Fruit, Fruit]


class Gift(Move, frozen=True, tag="gift"):
    """The pear just taken is paid for with an apple to another player."""

    to: Seat


class Vote(Move, frozen=True, tag="vote"):
    """A secret vote."""

    seat: Seat
    ballot: Literal["more", "enough"]


class Pass(Move, frozen=True, tag="pass"):
    """Nothing this time."""


class Lock(Move, frozen=True, tag="lock"):
    """What the table really shows."""

    locked: Literal["yes", "no"]


def took(p: Position, m: Take) -> Effects[Position]:
    p = replace(p, pieces=moved(p.pieces, m.fruit, m.shelf, p.basket(p.turn), m.count))
    yield event(p, "took", "R2", fruit=m.fruit, count=m.count)
    if m.fruit == "pear":
        return replace(p, owes=True)
    return (yield from next_turn(p))


def next_turn(p: Position) -> Effects[Position]:
    seats = p.setup.seats
    after = seats[(seats.index(p.turn) + 1) % len(seats)]
    p = replace(p, turn=after, owes=False, rounds=p.rounds + (after == seats[0]))
    yield event(p, "next", "turn", seat=after)
    return p


def in_items(p: Position, m: Any, fruit: str, shelf: str) -> int:
    return sum(item.fruit == fruit and item.shelf == shelf for item in m.items)


def shelves_of(p: Position, m: Any) -> list[str]:
    """Where the fruit of the item being filled lies."""
    return [shelf for shelf in SHELVES if m.fruit in lying_at(p.pieces, shelf)]


def wrapped(p: Position, m: Parcel) -> Effects[Position]:
    for item in m.items:
        p = replace(p, pieces=moved(p.pieces, item.fruit, item.shelf, p.basket(m.to)))
        yield event(p, "wrapped", "R2", fruit=item.fruit)
    return (yield from next_turn(p))


def stacked(p: Position, m: Stack) -> Effects[Position]:
    yield event(p, "stacked", "R5", fruits=m.fruits)
    return (yield from next_turn(p))


def given(p: Position, m: Gift) -> Effects[Position]:
    source, target = p.basket(p.turn), p.basket(m.to)
    apples = min(1, how_many(p.pieces, source, "apple"))  # as far as it goes
    p = replace(p, pieces=moved(p.pieces, "apple", source, target, apples))
    yield event(p, "given", "R6", to=m.to, apples=apples)
    return (yield from next_turn(p))


def voted(p: Position, m: Vote) -> Effects[Position]:
    p = replace(p, votes=tuple(sorted((*p.votes, m.seat))))
    yield event(p, "voted", "turn", seat=m.seat)
    return p if len(p.votes) < len(p.setup.seats) else replace(p, voting=False)


def smelled(p: Position, m: Smell) -> list[Transition[Position]]:
    return [event(p, "smelled", "R1", shelf=m.shelf)]


TAKE = MoveKind[Position, Take](
    move=Take,
    needs=(
        fact("no_such_shelf", lambda p, m: m.shelf in SHELVES),
        fact(
            "not_so_many",
            lambda p, m: p.there(m.shelf, m.fruit) >= m.count,
            lambda p, m: {"there": p.there(m.shelf, m.fruit), "wanted": m.count},
        ),
        rule("R1", lambda p, m: m.shelf != "left" or known(p.locked) == "no"),
        rule(
            "R2",
            lambda p, m: p.held(p.turn) + m.count <= ROOM,
            lambda p, m: {"room": ROOM - p.held(p.turn), "wanted": m.count},
        ),
        rule("R3", lambda p, m: m.fruit != "pear" or m.count == 1),
    ),
    apply=took,
    candidates={"shelf": lambda p, m: SHELVES},
)

SMELL = MoveKind[Position, Smell](
    move=Smell,
    needs=(fact("no_such_shelf", lambda p, m: m.shelf in SHELVES),),
    apply=lambda p, m: iter(smelled(p, m)),
    candidates={"shelf": lambda p, m: SHELVES, "long": lambda p, m: (1, 2)},
)

PARCEL = MoveKind[Position, Parcel](
    move=Parcel,
    needs=(
        fact(
            "no_such_shelf", lambda p, m: every(lambda i: i.shelf in SHELVES, m.items), early=True
        ),
        fact(
            "not_so_many",
            lambda p, m: every(
                lambda i: in_items(p, m, i.fruit, i.shelf) <= p.there(i.shelf, i.fruit), m.items
            ),
            lambda p, m: {"there": 0, "wanted": len(m.items)},
            early=True,
        ),
        rule(
            "R4",
            lambda p, m: len(m.items) % 2 == 0,
            lambda p, m: {"items": len(m.items)},
            early=lambda p, m: len(m.items) + len(m.items) % 2 <= ROOM,
        ),
        rule(
            "R2",
            lambda p, m: p.held(m.to) + len(m.items) <= ROOM,
            lambda p, m: {"room": 0, "wanted": 0},
        ),
    ),
    apply=wrapped,
    candidates={
        "items.shelf": shelves_of,
        "to": lambda p, m: p.setup.seats,
    },
)

STACK = MoveKind[Position, Stack](
    move=Stack,
    needs=(
        rule(
            "R5",
            lambda p, m: "pear" not in m.fruits[:-1],
            early=True,
        ),
    ),
    apply=stacked,
)

GIFT = MoveKind[Position, Gift](
    move=Gift,
    needs=(
        fact("nothing_owed", lambda p, m: p.owes),
        rule("R6", lambda p, m: m.to != p.turn),
    ),
    apply=given,
    candidates={"to": lambda p, m: p.setup.seats},
    out_of_turn="R6",
)

VOTE = MoveKind[Position, Vote](
    move=Vote,
    needs=(fact("voted_already", lambda p, m: m.seat not in p.votes),),
    apply=voted,
    by="seat",
    hidden=("ballot",),
    candidates={"seat": lambda p, m: p.setup.seats},
    out_of_phase="R7",
)

PASS = MoveKind[Position, Pass](move=Pass, needs=(), apply=lambda p, m: next_turn(p))

LOCK = MoveKind[Position, Lock](
    move=Lock,
    needs=(),
    apply=lambda p, m: iter([event(replace(p, locked=m.locked), "told", "R1")]),
    role="fix",
)

KINDS: tuple[MoveKind[Position, Any], ...] = (TAKE, SMELL, PARCEL, STACK, GIFT, VOTE, PASS, LOCK)

RULES = """
[over]
strength = "frame"
fault = {de = "Schluss.", en = "It is over."}
[phase]
strength = "frame"
fault = {de = "Jetzt nicht; gefragt ist {asked}.", en = "Not now; asked is {asked}."}
[turn]
strength = "frame"
fault = {de = "Am Zug ist {asked}.", en = "It is the turn of {asked}."}
[no_such_shelf]
strength = "fact"
[not_so_many]
strength = "fact"
[nothing_owed]
strength = "fact"
[voted_already]
strength = "fact"
[R1]
strength = "hard"
[R2]
strength = "hard"
[R3]
strength = "soft"
[R4]
strength = "hard"
[R5]
strength = "hard"
[R6]
strength = "frame"
[R7]
strength = "frame"
""".replace('[R6]\nstrength = "frame"', '[R6]\nstrength = "hard"')


def asked(p: Position) -> tuple[Asked, ...]:
    if p.rounds >= 9:
        return ()
    if p.voting:
        left = (seat for seat in p.setup.seats if seat not in p.votes)
        return tuple(Asked(seat, ("vote",), "vote") for seat in left)
    if p.owes:
        return (Asked(p.turn, ("gift",), "gift", owed=True, rule="R6"),)
    return (
        Asked(p.turn, ("take", "parcel", "stack", "pass"), "turn"),
        Asked(TABLE, ("smell",), "smell"),
    )


def outcome(p: Position) -> Outcome | None:
    return Outcome((p.setup.seats,), "over") if p.rounds >= 9 else None


def setup(seats: tuple[str, ...], options: Empty, box: Empty) -> Position:
    fruit = {("left", "apple"): 3, ("left", "pear"): 2, ("right", "apple"): 5}
    return Position(Setup(seats=seats), pieces(fruit), seats[0])


def layout(p: Position) -> Layout:
    return layout_of(p.pieces)


def violations(p: Position) -> tuple[Fault, ...]:
    return ()


def chance(p: Position, dice: Dice) -> Move | None:
    return None


def toy(**changed: Any) -> Game[Position]:
    """The game, with some of its parts replaced."""
    parts: dict[str, Any] = {
        "name": "toy",
        "version": 1,
        "colours": ("red", "blue"),
        "players": (2, 2),
        "position": Position,
        "options": Empty,
        "box": Empty,
        "situation": Empty,
        "kinds": KINDS,
        "rulebook": Rulebook.parse(RULES),
        "setup": setup,
        "asked": asked,
        "outcome": outcome,
        "public": lambda p: replace(p, locked=UNKNOWN),
        "seen_by": lambda p, seat: p if seat == "red" else replace(p, locked=UNKNOWN),
        "violations": violations,
        "arrange": lambda p, situation: p,
        "layout": layout,
        "chance": chance,
        "over": "over",
        "phase": "phase",
        "turn": "turn",
    }
    return Game[Position](**(parts | changed))


GAME = toy()
START = GAME.setup(("red", "blue"), Empty(), Empty())

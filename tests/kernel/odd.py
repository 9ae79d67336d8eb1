"""Kinds of move put together at random from needs as odd as any can be."""

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from companion.kernel import Move, MoveKind, Need, Open, every, known, rule
from tests.kernel.toy import Position


class Thing(msgspec.Struct, frozen=True):
    sort: Literal["p", "q"]
    size: Annotated[int, Meta(ge=0, le=1)]


class Odd(Move, frozen=True, tag="odd"):
    """A word, some things, a number, some numbers."""

    word: Literal["x", "y", "z"]
    things: Annotated[tuple[Thing, ...], Meta(max_length=2)]
    number: Annotated[int, Meta(ge=0, le=2)]
    numbers: Annotated[tuple[int, ...], Meta(min_length=1, max_length=2)]
    loud: bool = False


Test = Callable[[Any, Any], object]


def _number_if_told(p: Position, m: Any) -> bool:
    try:
        return bool(m.number != 1)
    except Open:
        return True


def _few_if_told(p: Position, m: Any) -> bool:
    try:
        return len(m.things) < 2
    except Open:
        return True


def _sizes(p: Position, m: Any) -> int:
    return sum(thing.size for thing in m.things)


def _named(name: str) -> Test:
    return lambda p, m: getattr(m, name)


def _both(one: Test, other: Test) -> Test:
    return lambda p, m: one(p, m) and other(p, m)


WAYS: tuple[tuple[Test, bool | Test], ...] = (
    (lambda p, m: m.word != "y", False),
    (lambda p, m: m.number > 0 or m.word == "x", False),
    (lambda p, m: m.word == "x" or m.number > 0, False),
    (lambda p, m: m.number != len(m.things), False),
    (lambda p, m: known(p.locked) == "no" or m.word == "x", False),
    (lambda p, m: m.word == "x" or known(p.locked) == "no", False),
    (lambda p, m: {"x": 1, "y": 2}[m.word], False),
    (lambda p, m: 1 // m.number, False),
    (lambda p, m: not m.loud or m.number, False),
    (_number_if_told, False),
    (_few_if_told, False),
    (_both(_named("number"), _named("word")), False),
    (_both(_named("word"), _few_if_told), _few_if_told),
    (lambda p, m: every(lambda one: one.size or one.sort == "q", m.things), True),
    (lambda p, m: every(lambda one: one.sort == "p" or one.size, m.things), False),
    (lambda p, m: every(known, (p.locked, *m.things)), True),
    (lambda p, m: every(lambda at: m.things[at].size < m.number, range(len(m.things))), True),
    (lambda p, m: len(m.things) == 1, lambda p, m: len(m.things) <= 1),
    (lambda p, m: _sizes(p, m) == m.number, lambda p, m: _sizes(p, m) <= 1),
    (lambda p, m: _sizes(p, m) < m.number, True),
    (lambda p, m: m.numbers[-1:] != (m.number,), True),
    (lambda p, m: sum(m.numbers) == m.number, lambda p, m: sum(m.numbers) <= m.number),
    (lambda p, m: known(p.locked) == "no" and m.numbers, True),
    (lambda p, m: sum(m.numbers) - len(m.things), lambda p, m: known(p.locked) or m.things),
    (lambda p, m: not m.things or 1 // (2 - sum(m.numbers)), True),
)

CANDIDATES: dict[str, tuple[Callable[[Any, Any], Iterable[Any]], ...]] = {
    "word": (lambda p, m: "zyx", lambda p, m: ("x", "x", "z")),
    "things.size": (lambda p, m: (1, 0) if m.sort == "p" else (1,), lambda p, m: m.number),
    "things.sort": (
        lambda p, m: ("p", "q")[len(m.things) :],
        lambda p, m: {"x": "p", "y": ""}[m.word],
    ),
    "number": (lambda p, m: (len(m.things), 2), lambda p, m: range(known(p.locked) == "no", 3)),
    "numbers": (lambda p, m: range(m.number + 1), lambda p, m: (1, *m.numbers)),
}


def _nothing(p: Position, m: Any) -> Iterator[Any]:
    return iter(())


def odd(rng: Random) -> MoveKind[Position, Any]:
    """A kind with some of all that, in any order."""
    needs: tuple[Need[Position, Any], ...] = tuple(
        rule(f"R{1 + at % 5}", test, early=early)
        for at, (test, early) in enumerate(rng.sample(WAYS, rng.randrange(6)))
    )
    told = {"numbers": CANDIDATES["numbers"][0]}
    told |= {name: rng.choice(ways) for name, ways in CANDIDATES.items() if rng.random() < 0.5}
    return MoveKind(Odd, needs, _nothing, told)

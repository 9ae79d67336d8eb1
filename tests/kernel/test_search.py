"""What would go wrong without them: a search that is quicker and finds something else."""

from collections.abc import Callable, Iterable
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bench import stacks7
from companion.kernel import (
    TABLE,
    Accepted,
    Asked,
    Draft,
    Game,
    Move,
    MoveKind,
    Open,
    after,
    all_legal,
    begin,
    completions,
    drawn,
    judge,
    legal,
    offers,
    rule,
)
from companion.kernel.alternatives import near
from companion.kernel.drafts import filled
from companion.kernel.judge import all_faults
from companion.kernel.reads import reads
from companion.match import registry
from companion.referee.composing import Composing
from tests.kernel import search_by_the_book as book
from tests.kernel.odd import odd
from tests.kernel.toy import GAME, START, Take, toy
from tests.match.ferry import FERRY

GAMES = [
    *(registry.game_package(name).game for name in registry.names()),
    stacks7.game,
    GAME,
    FERRY,
]

MOST = 40
"""Moves of a list that are compared."""

COMPARED = 100
"""Searches of each game that are compared."""


def told(found: Callable[[], Iterable[Any]]) -> list[Any]:
    """What is found, and with which error it ends."""
    some: list[Any] = []
    try:
        some.extend(one for one in islice(found(), MOST))
    except Exception as error:
        some.append(repr(error))
    return some


def played(game: Game[Any], rng: Random) -> Iterable[Any]:
    """Positions of random play."""
    seats = game.colours[: rng.randint(*game.players)]
    position, composing = game.setup(seats, game.options(), game.box()), Composing(game, rng)
    for _ in range(200):
        yield position
        asked = game.asked(position)
        if not asked:
            return
        one = rng.choice(asked)
        move = game.chance(position, rng) if one.seat == TABLE else None
        move = move or next(composing.ways(position, one), None)
        verdict = None if move is None else judge(game, position, move)
        if not isinstance(verdict, Accepted):
            return
        position = verdict.position


def seen_as(game: Game[Any], position: Any, rng: Random) -> tuple[Any, ...]:
    """A position as it is, as everybody sees it, and as a seat does."""
    seat = rng.choice(position.setup.seats)
    return position, game.public(position), game.seen_by(position, seat)


def a_draft(game: Game[Any], view: Any, draft: Draft, rng: Random) -> Draft:
    """A draft with a few blanks more, filled with anything."""
    move = game.kind_of(draft).move
    for _ in range(rng.choice((0, 0, 1, 2, 3))):
        try:
            ways = book.candidates(game, view, draft)
        except Exception:
            return draft
        if not ways:
            return draft
        draft = filled(move, draft, rng.choice(ways))
    return draft


def compare(game: Game[Any], view: Any, draft: Draft, rng: Random) -> None:
    """Moves, offers and what is possible instead are those of the plain search, in its order."""
    found = told(lambda: completions(game, view, draft))
    assert found == told(lambda: book.completions(game, view, draft))
    assert told(lambda: offers(game, view, draft)) == told(lambda: book.offers(game, view, draft))
    moves = [one for one in found if isinstance(one, Move)]
    if moves and rng.random() < 0.3:
        move = rng.choice(moves)
        assert told(lambda: near(game, view, move)) == told(lambda: book.near(game, view, move))


def compare_lists(game: Game[Any], view: Any) -> None:
    """What is legal is what is legal by the plain search."""
    assert told(lambda: legal(game, view)) == told(lambda: book.legal(game, view))


def compare_draws(game: Game[Any], view: Any, seed: float) -> None:
    """With the same dice the same move is drawn as by the plain search."""
    found = told(lambda: [drawn(game, view, Random(seed))])
    assert found == told(lambda: [book.drawn(game, view, Random(seed))])


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_search_finds_what_the_plain_one_finds_in_its_order(game: Game[Any]) -> None:
    """On the whole position, as everybody and as a seat sees it; of whoever is asked and not."""
    rng, left = Random(7), COMPARED
    while left > 0:
        for position in played(game, rng):
            if rng.random() < 0.8:
                continue
            seat = rng.choice(position.setup.seats)
            view = rng.choice(seen_as(game, position, rng))
            names = [name for one in game.asked(position) for name in one.kinds]
            names.append(rng.choice(game.kinds).name)
            for name in rng.sample(names, min(4, len(names))):
                draft = a_draft(game, view, begin(game, name, seat), rng)
                compare(game, view, draft, rng)
                left -= 1
            compare_lists(game, view)
            if left <= 0:
                break


@pytest.mark.no_cover
@pytest.mark.parametrize("seed", range(8))
def test_even_odd_needs_are_asked_as_soon_as_they_can_be_answered(seed: int) -> None:
    """Needs that fail, that catch what is open, that look at lists while they grow."""
    rng = Random(seed)
    for _ in range(60):
        game = toy(kinds=(odd(rng),), asked=lambda p: (Asked("red", ("odd",), "turn"),))
        for locked in ("no", "yes", "?"):
            view = replace(START, locked=locked)
            compare(game, view, a_draft(game, view, Draft("odd"), rng), rng)
            compare_draws(game, view, rng.random())


def test_a_need_is_asked_once_for_what_it_reads() -> None:
    asked: list[str] = []

    def nothing(p: Any, m: Any) -> bool:
        asked.append("nothing")
        return True

    def shelf_is_open(p: Any, m: Any) -> bool:
        asked.append("shelf")
        return bool(m.shelf != "left")

    def not_so_many(p: Any, m: Any) -> bool:
        asked.append("count")
        return bool(m.count < 3 and m.shelf)

    kind = MoveKind[Any, Any](
        Take,
        tuple(rule("R1", test) for test in (nothing, shelf_is_open, not_so_many)),
        lambda p, m: iter(()),
        {"shelf": lambda p, m: ("left", "right")},
    )
    moves = list(completions(toy(kinds=(kind,), asked=lambda p: ()), START, Draft("take")))
    assert len(moves) == 1 * 2 * 2
    assert asked == ["nothing", "shelf", "shelf", *["count"] * 5 * 2]


def test_each_look_at_an_unfinished_move_sees_a_value_that_never_changes() -> None:
    seen: list[tuple[Any, str]] = []

    def shelf(p: Any, m: Any) -> bool:
        seen.append((m, m.shelf))
        return bool(m.shelf)

    kind = MoveKind[Any, Any](
        Take, (rule("R1", shelf),), lambda p, m: iter(()), {"shelf": lambda p, m: ("left", "right")}
    )
    list(completions(toy(kinds=(kind,), asked=lambda p: ()), START, Draft("take")))
    (left, _), (right, _) = seen
    assert left is not right
    assert [one.shelf for one, _ in seen] == [told for _, told in seen] == ["left", "right"]
    with pytest.raises(AttributeError):
        left.shelf = "right"
    with pytest.raises(Open):
        _ = left.fruit


def by_name(name: str) -> Callable[[Any, Any], object]:
    return lambda p, m: getattr(m, name)


def read_first(p: Any, m: Any) -> object:
    return m.one or m.two


def caught(p: Any, m: Any) -> object:
    try:
        return m.one
    except Open:
        return m.two


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        (lambda p, m: m.one in p.there, {"one"}),
        (lambda p, m: p.there and m.one, set()),
        (lambda p, m: m.one and m.two, {"one"}),
        (lambda p, m: p.gap(m.one, m.two), {"one", "two"}),
        (lambda p, m: [one for one in p.there if m.two], set()),
        (by_name("one"), {"one"}),
        (lambda p, m: getattr(m, "two"), {"two"}),  # noqa: B009
        (lambda p, m: not caught(p, m), set()),
        (lambda p, m: read_first(p, m) in p.there, {"one"}),
        (lambda m, p: caught(p, m), set()),
        (caught, set()),
        (lambda p, m: any(m.one == one for one in p.there), set()),
        (len, set()),
    ],
)
def test_only_what_every_path_reads_counts_as_read(
    asked: Callable[..., object], names: set[str]
) -> None:
    assert reads(asked) == names


@pytest.mark.no_cover
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_drawn_move_is_legal_and_done_as_if_it_had_been_judged(game: Game[Any]) -> None:
    rng, looked = Random(3), 0
    while looked < 20:
        for position in played(game, rng):
            listed = told(lambda position=position: legal(game, position))  # type: ignore[misc]
            dice = rng.random()
            one = drawn(game, position, Random(dice))
            assert (one is None) == (listed == [])
            looked += 1
            if one is None:
                continue
            if len(listed) < MOST:
                compare_draws(game, rng.choice(seen_as(game, position, rng)), dice)
                kind = game.kind(one)
                assert book.sorted_out(kind, one) in [
                    book.sorted_out(kind, move) for move in listed if game.kind(move) is kind
                ]
                assert all_legal(game, position) == listed
            verdict = judge(game, position, one)
            if isinstance(verdict, Accepted):
                assert after(game, position, one) == verdict.position
                assert all_faults(game, position, one) == ()


def test_every_legal_move_can_be_drawn() -> None:
    game = toy(asked=lambda p: (Asked("red", ("take", "stack", "pass"), "turn"),))
    rng = Random(5)
    assert {drawn(game, START, rng) for _ in range(600)} == set(legal(game, START))


def test_where_nothing_is_legal_nothing_is_drawn() -> None:
    assert drawn(toy(asked=lambda p: (Asked("red", ("gift",), "turn"),)), START, Random(1)) is None

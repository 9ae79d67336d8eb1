"""What owners tell of their box goes to another table whole, in every game that asks for any."""

import random

import msgspec
import pytest

from companion.games.pyramidion.box import Box
from companion.match.match import Match
from tests.games.tried import EACH_GAME, Tried


def begun(tried: Tried) -> Match:
    seats = tried.game.colours[: tried.game.players[1]]
    return Match.start(tried.package, seats, clock=lambda: 0.0, salt=lambda: b"0" * 16)


def told(tried: Tried) -> Match:
    """A match of which something was told of the box, with whatever each kind of telling takes."""
    match, rng = begun(tried), random.Random(5)
    for kind in tried.game.kinds:
        for _ in range(60 if kind.role == "box" else 0):
            if match.submit(tried.drawing.any_move(match.position, rng, kind.name)).done:
                break
    return match


@EACH_GAME
def test_a_box_that_was_told_is_taken_over_at_another_table(tried: Tried) -> None:
    if not any(kind.role == "box" for kind in tried.game.kinds):
        return
    here, there = told(tried), begun(tried)
    box, before = here.public.setup.box, there.public
    assert box != before.setup.box
    assert there.correct({"box": msgspec.to_builtins(box)}).done
    assert there.public.setup.box == box
    assert there.undo("table").done and there.public == before


@pytest.mark.parametrize(
    ("game", "box"),
    [
        ("pyramidion", {"sites": []}),
        ("pyramidion", {"boats": [msgspec.to_builtins(one) for one in Box().boats[:-1]]}),
        ("sakkara", {"spells": []}),  # the table could not be drawn any more
        ("sakkara", {"counts": [{"motif": "ox", "count": 3}, {"motif": "ox", "count": 4}]}),
    ],
    ids=["sites", "boats", "spells", "counts"],
)
def test_a_box_of_another_game_is_refused_in_words(game: str, box: dict[str, object]) -> None:
    match = begun(Tried(game))
    answer = match.correct({"box": box})
    assert not answer.done and "box of this game" in " ".join(answer.said("en"))


@pytest.mark.parametrize(
    ("game", "box"),
    [
        ("pyramidion", {"names": [{"of": "giza", "name": "x" * 25}]}),
        ("sakkara", {"names": [{"motif": "ox", "name": "x" * 25}]}),
        ("sakkara", {"counts": [{"motif": "ox", "count": 2**40}]}),
    ],
)
def test_no_name_and_no_number_of_a_box_is_longer_than_one_can_be_told(
    game: str, box: dict[str, object]
) -> None:
    assert not begun(Tried(game)).correct({"box": box}).done

"""What comes of every vector, whole: what is told, what hands do, who is asked and for what."""

from functools import cache

from tests.games import telling
from tests.games.test_vectors import EACH_VECTOR
from tests.games.tried import EACH_GAME, Tried


@cache
def written(tried: Tried) -> dict[str, list[str]]:
    return telling.read(tried)


@EACH_VECTOR
def test_nothing_else_comes_of_a_vector_than_is_written(tried: Tried, number: int) -> None:
    vector = tried.vectors.VECTORS[number]
    assert telling.course(tried, vector) == written(tried)[telling.headline(vector)]


@EACH_GAME
def test_a_game_begins_and_its_kinds_of_move_are_as_written(tried: Tried) -> None:
    for head, lines in telling.beginnings(tried).items():
        assert lines == written(tried)[head], head


@EACH_GAME
def test_everything_written_belongs_to_a_vector(tried: Tried) -> None:
    vectors = map(telling.headline, tried.vectors.VECTORS)
    assert list(written(tried)) == [*telling.beginnings(tried), *vectors]

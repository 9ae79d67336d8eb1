"""What comes of every vector, whole: what is told, what hands do, who is asked and for what."""

from tests.games import telling
from tests.games.tried import EACH_GAME, Tried


@EACH_GAME
def test_a_game_begins_and_its_kinds_of_move_are_as_written(tried: Tried) -> None:
    written = telling.read(tried)
    for head, lines in telling.beginnings(tried).items():
        assert lines == written[head], head


@EACH_GAME
def test_nothing_else_comes_of_a_vector_than_is_written(tried: Tried) -> None:
    written = telling.read(tried)
    for vector in tried.vectors.VECTORS:
        head = telling.headline(vector)
        assert telling.course(tried, vector) == written[head], head


@EACH_GAME
def test_everything_written_belongs_to_a_vector(tried: Tried) -> None:
    vectors = map(telling.headline, tried.vectors.VECTORS)
    assert list(telling.read(tried)) == [*telling.beginnings(tried), *vectors]

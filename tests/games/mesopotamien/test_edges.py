"""What only comes up at the edge of things: markers of nobody, and seats whose turn it is not."""

from companion.match.registry import game_package

PACKAGE = game_package("mesopotamien")
GAME = PACKAGE.game
START = GAME.setup(("blue", "green"), GAME.options(), GAME.box())


def test_a_marker_of_somebody_who_does_not_play_breaks_no_sentence() -> None:
    assert PACKAGE.phrase(START, "red:m1") == ("marker", {})


def test_the_player_to_move_stands_better_than_one_who_waits() -> None:
    assert GAME.evaluate(START, "blue") > GAME.evaluate(START, "green")

"""What only comes up at the edge of things: markers of nobody, and seats whose turn it is not."""

from companion.games.mesopotamien.options import Box, Printed
from companion.match.registry import game_package

PACKAGE = game_package("mesopotamien")
GAME = PACKAGE.game
START = GAME.setup(("blue", "green"), GAME.options(), GAME.box())


def test_a_marker_of_somebody_who_does_not_play_breaks_no_sentence() -> None:
    assert PACKAGE.phrase(START, "red:m1") == ("marker", {})


def test_the_player_to_move_stands_better_than_one_who_waits() -> None:
    assert GAME.evaluate(START, "blue") > GAME.evaluate(START, "green")


def test_what_was_read_from_a_card_is_said_of_it() -> None:
    box = Box(printed=(Printed("endurance", "movement", 3),))
    told = GAME.setup(("blue", "green"), GAME.options(), box)
    assert PACKAGE.phrase(START, "printed:endurance") == ("token.not_printed", {})
    key, values = PACKAGE.phrase(told, "printed:endurance")
    assert key == "token.printed" and str(values["numbers"]) == "3"

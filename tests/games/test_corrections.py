"""What the table or the box shows is told in the same way in every game."""

from tests.games.tried import EACH_GAME, GAMES, Tried


def test_the_right_to_correct_is_the_same_in_every_game() -> None:
    for clause in ("already_so", "no_such_seat", "correction", "box_profile"):
        assert len({repr(tried.game.rulebook[clause]) for tried in GAMES}) == 1, clause


@EACH_GAME
def test_what_everybody_knows_already_cannot_be_told_again(tried: Tried) -> None:
    for kind in tried.game.kinds:
        if kind.role == "box" or kind.name.startswith("fix_"):
            last = kind.needs[-1].clause if kind.needs else ""
            assert (last == "already_so") != bool(kind.hidden), kind.name

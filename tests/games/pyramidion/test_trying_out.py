"""Trying something out where stores are secret."""

from random import Random

from companion.kernel import Move, legal
from companion.match.branch import branch, tried
from companion.match.match import Match
from companion.match.registry import game_package
from companion.match.sentences import bare
from companion.referee.player import Player

SEED = 7
"""With which a boat can be loaded soon."""


def loading(match: Match) -> Move | None:
    """A boat that whoever is asked can load."""
    game = match.game
    if not any("load" in one.kinds for one in match.asked):
        return None
    own = game.seen_by(match.position, match.asked[0].seat)
    return next((one for one in legal(game, own) if game.kind(one).name == "load"), None)


def test_what_rests_on_something_hidden_cannot_be_tried_and_that_is_said() -> None:
    package = game_package("pyramidion")
    match = Match.start(
        package,
        ("red", "blue"),
        options={"hide_stores": True},
        clock=lambda: 0.0,
        salt=lambda: bytes(16),
    )
    player = Player(package.game, Random(SEED), 0.0)
    while (load := loading(match)) is None:
        _, move = player.turn(match.position)
        assert move is not None and match.submit(move).done
    trial = branch(match, clock=lambda: 0.0, salt=lambda: bytes(16))
    answer = trial.submit(load)
    assert not answer.done and answer.verdict is None and not tried(trial)
    assert answer.says == bare("rests_on_hidden")
    assert match.submit(load).done

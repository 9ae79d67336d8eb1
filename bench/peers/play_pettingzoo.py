"""PettingZoo's classic games as a peer: random moves through its environments as they come."""

import numpy
from answering import answer, rate
from pettingzoo.classic import chess_v6, connect_four_v3, tictactoe_v3

GAMES = {
    "tictactoe": tictactoe_v3.env(),
    "connect_four": connect_four_v3.env(),
    "chess": chess_v6.env(),
}


def once(environment, numbers=None):
    """One game at random; how many moves it had."""
    numbers = numpy.random.default_rng(1)
    environment.reset(seed=1)
    done = 0
    for _ in environment.agent_iter(max_iter=200):
        seen, _, over, cut, _ = environment.last()
        if over or cut:
            environment.step(None)
            continue
        environment.step(int(numbers.choice(numpy.flatnonzero(seen["action_mask"]))))
        done += 1
    return done


answer({"playouts": lambda seconds, game: rate(lambda: once(GAMES[game]), seconds)})

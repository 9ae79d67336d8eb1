"""OpenSpiel as a peer: Stacks7 as one of its Python games, and its own Python tic-tac-toe.

Inside its Stacks7 is the plain position of ``stacks7.py``; an action is worker * 49 + field, 196
for waiting.
"""

import pyspiel
from answering import answer, rate
from open_spiel.python.games import tic_tac_toe  # noqa: F401  registers the game
from stacks7 import WAIT, Numbers, Stacks7, played

WAITING = 196  # behind four workers times 49 fields
SEEDS = range(1, 9)

_TYPE = pyspiel.GameType(
    short_name="python_stacks7",
    long_name="Stacks7",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification={"seed": 1},
)
_INFO = pyspiel.GameInfo(
    num_distinct_actions=WAITING + 1,
    max_chance_outcomes=0,
    num_players=2,
    min_utility=-1.0,
    max_utility=1.0,
    utility_sum=0.0,
    max_game_length=200,
)


class Game(pyspiel.Game):
    """Stacks7 as OpenSpiel wants it."""

    def __init__(self, params=None):
        super().__init__(_TYPE, _INFO, params or {})
        self.seed = (params or {}).get("seed", 1)

    def new_initial_state(self):
        """The start."""
        return State(self)


class State(pyspiel.State):
    """A position."""

    def __init__(self, game):
        super().__init__(game)
        self.inner = Stacks7(game.seed)

    def current_player(self):
        """Who moves: both by turns, 200 times."""
        return pyspiel.PlayerId.TERMINAL if self.inner.ply >= 200 else self.inner.ply % 2

    def _legal_actions(self, player):
        found = self.inner.legal()
        return [WAITING] if found == [WAIT] else sorted(w * 49 + to for w, to in found)

    def _apply_action(self, action):
        self.inner.move(*(WAIT if action == WAITING else divmod(action, 49)))

    def _action_to_string(self, player, action):
        return str(action)

    def is_terminal(self):
        """Whether it is over."""
        return self.inner.ply >= 200

    def returns(self):
        """Nobody wins."""
        return [0.0, 0.0]

    def __str__(self):
        return str(self.inner.sum())


pyspiel.register_game(_TYPE, Game)


def _games():
    made = []
    for seed in SEEDS:
        _, moves = played(seed)
        actions = [WAITING if one == WAIT else one[0] * 49 + one[1] for one in moves]
        made.append((pyspiel.load_game("python_stacks7", {"seed": seed}), actions))
    return made


GAMES = _games()
TIC_TAC_TOE = pyspiel.load_game("python_tic_tac_toe")


def _playouts(games):
    numbers, done = Numbers(1), 0
    for game in games:
        state = game.new_initial_state()
        while not state.is_terminal():
            ways = state.legal_actions()
            state.apply_action(ways[numbers.below(len(ways))])
            done += 1
    return done


def _moves():
    for game, actions in GAMES:
        state = game.new_initial_state()
        for action in actions:
            assert action in state.legal_actions()
            state.apply_action(action)
        assert str(state) == str(played(game.seed)[0].sum()) if game.seed == 1 else True
    return 200 * len(GAMES)


answer(
    {
        "moves": lambda seconds: rate(_moves, seconds),
        "playouts": lambda seconds: rate(lambda: _playouts([one for one, _ in GAMES]), seconds),
        "tic_tac_toe": lambda seconds: rate(lambda: _playouts([TIC_TAC_TOE] * 20), seconds),
    }
)

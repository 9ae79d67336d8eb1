"""Walking in Sakkara: the referee's own game, with all its rules, beside boardgame.io.

``python -m bench.walking``: two workers a side walk by turns and take the top tiles, as
far as a holder reaches; each step and each end of a turn is a move. boardgame.io's game knows just
the rules that bear on this and says nothing; ours is Sakkara itself, and every move comes with
what happened and by which rule, or is refused with all faults.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from bench.peers import Missing, peer
from bench.rows import WHOLE, Row, Size, by_turns, rate, table
from companion.kernel import Accepted, Move, completions, judge
from companion.kernel.drafts import Draft
from companion.match.registry import game_package

TURNS = 16
"""Of both sides together: a holder takes ten tiles, and placing the workers brings two."""

NAME = "sakkara"
NOTE = (
    "boardgame.io's game has only the rules that walking needs and gives no reasons; ours is "
    "Sakkara with all its rules, and tells each move with its events."
)


class Walk:
    """One walk: where it starts, its moves, and how a peer is told."""

    def __init__(self, seed: int) -> None:
        game, rng = game_package(NAME).game, Random(seed)
        self.game = game
        position = game.setup(game.colours, game.options(), game.box())
        while game.asked(position)[0].kinds[0] != "step":
            asked = game.asked(position)[0]
            kind = "deal" if "deal" in asked.kinds and position.boxed else asked.kinds[0]
            fitting = completions(game, position, Draft(kind, (seed,) if kind == "deal" else ()))
            position = self._after(position, rng.choice(list(fitting)))
        self.start = position
        self.moves: list[Move] = []
        for _ in range(TURNS):
            ways = list(completions(game, position, Draft("step")))
            if ways:
                self.moves.append(rng.choice(ways))
                position = self._after(position, self.moves[-1])
            self.moves.append(game.move({"move": "end_turn"}))
            position = self._after(position, self.moves[-1])
        self.end = position

    def _after(self, position: Any, move: Move) -> Any:
        verdict = judge(self.game, position, move)
        assert isinstance(verdict, Accepted), verdict
        return verdict.position

    def walked(self) -> int:
        """Judge and apply all of it, keeping every position."""
        history = [self.start]
        for move in self.moves:
            history.append(self._after(history[-1], move))
        assert history[-1] == self.end
        return len(self.moves)

    def told(self) -> dict[str, Any]:
        """As plain data, workers and fields as numbers."""
        fields = {field: number for number, field in enumerate(_fields())}
        stood = [fields[at] for player in self.start.players for at in player.workers]
        moves = list(map(self.game.plain, self.moves))
        names = ("white:1", "white:2", "black:1", "black:2")
        return {
            "table": {"stacks": self.start.stacks, "workers": stood},
            "moves": [
                [names.index(one["worker"]), fields[one["to"]]] if one["move"] == "step" else []
                for one in moves
            ],
            "stacks": self.end.stacks,
        }


def _fields() -> list[str]:
    return [f"{column}{row}" for row in range(1, 8) for column in "abcdefg"]


def rows(size: Size) -> Iterator[Row]:
    """Moves a second, beside boardgame.io where it is there."""
    walks = [Walk(seed) for seed in range(1, 9 if size.seconds else 2)]

    def ours() -> int:
        return sum(walk.walked() for walk in walks)

    sides = {"ours": lambda: rate(ours, size.seconds)}
    what = "Sakkara's walking: judged and applied moves with reasons"
    if not size.seconds:
        yield Row(what=what, unit="/s", ours=by_turns(size.repeats, sides)["ours"])
        return
    try:
        with peer("boardgame") as boardgame:
            told = [walk.told() for walk in walks]
            boardgame.figure("walking", seconds=min(1.0, 10 * size.seconds), walks=told)
            sides["theirs"] = boardgame.sample("walking", seconds=size.seconds, walks=told)
            found = by_turns(size.repeats, sides)
    except Missing as why:
        yield Row(what=f"boardgame.io is not there: {why}", unit="", ours=())
        return
    yield Row(
        what=what,
        unit="/s",
        ours=found["ours"],
        peer="boardgame.io",
        theirs=found["theirs"],
        bar=10.0,
        note=NOTE,
    )


if __name__ == "__main__":
    print(table(rows(WHOLE)))

"""Stacks7 in plain Python: one position that is changed and changed back. No rule has a name here
and nothing is said; this is what OpenSpiel and python-chess would have inside, the yardstick of
what judging by needs costs, and the reference that the rules are tested against.

It imports nothing of the project's, for it also runs inside a peer.
"""

WAIT = (-1, -1)  # no worker and no field
NEAR = tuple(
    tuple(
        r * 7 + c
        for r, c in ((row + 1, column), (row, column + 1), (row - 1, column), (row, column - 1))
        if 0 <= r < 7 and 0 <= c < 7
    )
    for row in range(7)
    for column in range(7)
)


class Numbers:
    """The same numbers from the same seed in every language."""

    def __init__(self, seed: int) -> None:
        self.state = seed

    def below(self, bound: int) -> int:
        """The next number, from 0 and below ``bound``."""
        self.state = (1664525 * self.state + 1013904223) % 4294967296
        return (self.state >> 16) % bound


def dealt(seed: int) -> list[list[int]]:
    """The stacks at the start, tiles as numbers 0 to 7 from the bottom."""
    numbers = Numbers(seed)
    heights = [6 + numbers.below(3) for _ in range(49)]
    return [[numbers.below(8) for _ in range(height)] for height in heights]


class Stacks7:
    """A game; moves are (worker, field), workers 0 to 3 (two of white, two of black)."""

    __slots__ = ("done", "ply", "stacks", "workers")

    def __init__(self, seed: int) -> None:
        self.stacks = dealt(seed)
        self.workers = [2, 4, 44, 46]
        self.ply = 0
        self.done: list[tuple[int, int]] = []

    def can(self, worker: int, to: int) -> bool:
        """Whether a worker may step there."""
        if worker // 2 != self.ply % 2 or not 0 <= to < 49:
            return False
        at = self.workers[worker]
        stack = self.stacks[to]
        return (
            to in NEAR[at]
            and to not in self.workers
            and len(stack) > 0
            and -2 <= len(stack) - len(self.stacks[at]) <= 2
        )

    def legal(self) -> list[tuple[int, int]]:
        """All moves."""
        first = self.ply % 2 * 2
        found = [
            (worker, to)
            for worker in (first, first + 1)
            for to in NEAR[self.workers[worker]]
            if self.can(worker, to)
        ]
        return found or [WAIT]

    def move(self, worker: int, to: int) -> bool:
        """Make a move; False, and nothing done, when it is not allowed."""
        if worker < 0:
            if self.legal() != [WAIT]:
                return False
            self.done.append(WAIT)
        elif self.can(worker, to):
            at = self.workers[worker]
            self.stacks[at].append(self.stacks[to].pop())
            self.workers[worker] = to
            self.done.append((worker, at))
        else:
            return False
        self.ply += 1
        return True

    def undo(self) -> None:
        """Take back the last move."""
        worker, at = self.done.pop()
        self.ply -= 1
        if worker >= 0:
            self.stacks[self.workers[worker]].append(self.stacks[at].pop())
            self.workers[worker] = at

    def sum(self) -> int:
        """A number that tells positions apart."""
        found = 0
        for one in self.stacks:
            for tile in (*one, 8):
                found = (found * 31 + tile + 1) % 1000003
        for at in self.workers:
            found = (found * 31 + at) % 1000003
        return found


def played(seed: int, plies: int = 200) -> tuple[Stacks7, list[tuple[int, int]]]:
    """A whole game at random, and its moves."""
    game, numbers, moves = Stacks7(seed), Numbers(seed), []
    while game.ply < plies:
        ways = game.legal()
        moves.append(ways[numbers.below(len(ways))])
        game.move(*moves[-1])
    return game, moves

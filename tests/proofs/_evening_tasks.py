"""How many touches the design allows a task, as data: points 21 to 30 of its acceptance.

A task is told by the kinds of move in it. It is measured from the touch after the entry before it
to its last entry, and only where every touch was one that somebody makes who makes no mistake; the
fewest of the whole proof must not be more than allowed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Task:
    """kinds: of the moves that follow each other in it. most: touches allowed. seats: how many
    there must be, 0 for any."""

    point: int
    name: str
    game: str
    kinds: tuple[str, ...]
    most: int
    seats: int = 0


TASKS = (
    Task(21, "shortest turn", "mesopotamien", ("end_move", "end_action", "income"), 2),
    Task(21, "something picked up", "mesopotamien", ("pickup",), 2),
    Task(21, "walk one field", "mesopotamien", ("step",), 2),
    Task(21, "walk two fields", "mesopotamien", ("step", "step"), 2),
    Task(22, "a stone", "maya", ("build",), 1),
    Task(22, "a worker", "maya", ("lay_worker",), 1),
    Task(23, "cards drawn", "pyramidion", ("deal",), 1),
    Task(23, "four people lay cards", "pyramidion", ("lay",) * 4, 4, seats=4),
    Task(24, "a worker placed", "sakkara", ("place_worker",), 1),
)

DEAL = Task(24, "Sakkara dealt and started", "sakkara", ("deal", "laid"), 3)
"""From the part of the shelf on which its box stands: on a small screen that is the first one only
for whoever played it last."""

FIRST = Task(27, "home to first move", "", (), 2)

UNMET = {
    25: "ten counts of Sakkara's box in 24 touches: test_make_layout",
    26: "a whole layout told in 101 touches: test_make_layout",
    28: "a table set up in five touches: test_ways",
    29: "a private look with one touch and a hold: test_history",
    30: "back to here in three touches: test_history",
}
"""Points about touches that this robot hardly ever meets, and which tests count them."""


@dataclass
class Tally:
    """Touches and entries as they come. fewest: by task, of one match."""

    game: str
    seats: int
    fewest: dict[Task, int] = field(default_factory=dict)
    _kinds: list[str] = field(default_factory=list)
    _costs: list[int] = field(default_factory=list)
    _touches: int = 0
    _clean: bool = True

    def touched(self, clean: bool) -> None:
        """A finger touched something."""
        self._touches += 1
        self._clean &= clean

    def entries(self, kinds: Sequence[str]) -> None:
        """Entries came of the last touch; "" for one that is no accepted move."""
        for number, kind in enumerate(kinds):
            if not kind or not self._clean:
                self._kinds, self._costs = [], []
            else:
                self._kinds.append(kind)
                self._costs.append(self._touches if number == 0 else 0)
                self._compare()
        if kinds:
            self._touches, self._clean = 0, True

    def met(self, task: Task, touches: int) -> None:
        """A task was done in so many touches."""
        self.fewest[task] = min(touches, self.fewest.get(task, touches))

    def _compare(self) -> None:
        for task in TASKS:
            count = len(task.kinds)
            fits = task.game == self.game and task.seats in (0, self.seats)
            own = self._costs[-count:]
            if fits and tuple(self._kinds[-count:]) == task.kinds and own[0]:
                self.met(task, sum(own))  # what begins with a touch of its own

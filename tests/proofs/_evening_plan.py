"""What an evening of the robot is, and what came of it: plain data, without Kivy."""

import msgspec

CHECKS = {
    "leads_on": "11: something visible leads on, without Help",
    "answers": "18: whatever is touched does something or says something",
    "one_prompt": "15: no two questions at once",
    "touches": "21 to 30: no task takes more touches than the design allows",
    "targets": "4: no target under 9 mm (printed fields 9 by 6), none that cannot be meant",
    "inside": "1: nothing is drawn outside its zone or the screen",
    "zones": "1: no zone changes place or size",
    "board": "2: the board keeps scale and place between a question and its answer",
    "frame": "3: the board's frame changes only at hand-over or with a new tile",
    "one_bright": "12: at most one bright thing",
    "one_answer": "14: no question with one possible answer",
    "no_twice": "16: no offer twice",
    "ends": "11: every game comes to its end, from the start or from a late position",
}
"""The checks, with the points of the design's acceptance. That nothing falls over decides in every
run."""

HELD = frozenset(CHECKS)
"""The checks that hold today, and decide: all of them. One that is new is measured at first, and
every report names it."""


class Plan(msgspec.Struct, frozen=True):
    """An evening. late: 0 to begin on the shelf, else how many lines before its end a recorded
    match is taken up. touches: after which it is left."""

    game: str
    players: int
    size: tuple[int, int]
    language: str
    letters: str
    seed: int
    touches: int
    late: int = 0
    record: str = ""

    @property
    def name(self) -> str:
        """As a file name."""
        wide, high = self.size
        late = f"-late{self.late}" if self.late else ""
        way = f"{self.game}{late}-{self.players}-{wide}x{high}-{self.language}-{self.letters}"
        return f"{way}-{self.seed}"


class Found(msgspec.Struct):
    """A fault, after which touch, and its picture."""

    check: str
    what: str
    touch: int
    picture: str = ""
    times: int = 1


class Result(msgspec.Struct):
    """What came of a plan. fewest: touches by point and name of a task. kinds: how many moves of
    each were made."""

    plan: Plan
    touches: int = 0
    entries: int = 0
    ended: bool = False
    seconds: float = 0.0
    faults: list[Found] = []
    fewest: dict[str, int] = {}
    kinds: dict[str, int] = {}

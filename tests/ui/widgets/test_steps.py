"""The steps of a turn in the header."""

from tests.ui.stage import Stage
from ui.shell.steps import Stage as Step
from ui.shell.steps import Steps
from ui.theme import mm
from ui.widgets.moment import finish

TURN: tuple[Step, ...] = tuple((f"{n} Build", n == 4, (0, 0)) for n in range(1, 6))
SET_UP: tuple[Step, ...] = (("Boards", True, (0, 0)), ("Stones", False, (0, 0)))


def seen(stage: Stage, *phases: tuple[Step, ...]) -> bytes:
    steps = Steps()
    steps.size_hint, steps.size, steps.pos = (None, None), (mm(150), mm(8)), (40, 40)
    stage.put(steps)
    for phase in phases:
        steps.show(phase)
        finish()
        stage.frames(3)
    return stage.pixels()


def test_a_phase_with_fewer_steps_leaves_nothing_seen_of_those_before(stage: Stage) -> None:
    assert seen(stage, TURN, SET_UP) == seen(stage, SET_UP)

"""A little of the proof ``evening``: people who play only by what they see."""

from pathlib import Path

import pytest

from tests.proofs._evening_match import Robot
from tests.proofs._evening_plan import CHECKS, HELD, Plan, Result
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.shell.controls import set_bounds
from ui.widgets.button import ActionButton

EVENINGS = (
    Plan("mesopotamien", 3, (800, 480), "en", "normal", seed=2, touches=20),
    Plan("maya", 5, (1280, 720), "de", "largest", seed=3, touches=20),
    Plan("pyramidion", 4, (720, 1280), "en", "large", seed=4, touches=20),
    Plan("sakkara", 2, (1024, 600), "de", "normal", seed=5, touches=20),
)


def decides(result: Result) -> list[str]:
    """What was found of that which holds today."""
    return [one.what for one in result.faults if one.check in HELD or one.check == "falls"]


@pytest.mark.parametrize(
    ("stage", "plan"), [(one.size, one) for one in EVENINGS], indirect=["stage"], ids=str
)
def test_a_player_who_goes_by_the_screen_finds_a_way_on(
    stage: Stage, plan: Plan, tmp_path: Path
) -> None:
    result = Robot(stage, tmp_path, plan, None).play()
    assert not decides(result), (plan.seed, decides(result))
    assert result.touches == plan.touches and result.entries


def test_a_dead_button_beside_the_screen_is_noticed(stage: Stage, tmp_path: Path) -> None:
    plan = Plan("mesopotamien", 2, (1280, 720), "en", "normal", seed=9, touches=15)
    robot = Robot(stage, tmp_path, plan, None)
    robot.table.begin()
    _two_dead_buttons(robot.table)
    faults = {one.check for one in robot.play().faults}
    assert {"answers", "targets", "inside", "no_twice", "one_bright"} <= faults


def _two_dead_buttons(table: Table) -> None:
    """Bright, alike, too small, one of them half out of the screen, and good for nothing."""
    for left in (640, 1265):
        dead = ActionButton(label="Dead", role="bright", size_hint_min=(None, None))
        table.page.add_widget(dead)
        set_bounds(dead, left, 300, 22, 22)


def test_promises_not_yet_kept_are_not_named() -> None:
    assert set(CHECKS) >= HELD

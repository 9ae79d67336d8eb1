"""The process in which one evening of the robot is played: sets Kivy up, plays, tells."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

import msgspec


def main(told: str, keep: str, seconds: str) -> None:
    """Write what came of the plan to the standard output, as JSON."""
    home = Path(tempfile.mkdtemp(prefix="evening-"))
    os.environ |= {
        "KIVY_NO_ARGS": "1",
        "KIVY_LOG_MODE": "PYTHON",
        "KIVY_CLOCK": "interrupt",
        "KIVY_HOME": str(home / "kivy"),
        "SDL_VIDEODRIVER": "offscreen",
        "SDL_AUDIODRIVER": "dummy",
    }
    from tests.proofs._evening_match import Robot
    from tests.proofs._evening_plan import Plan
    from tests.ui.stage import Stage

    plan = msgspec.json.decode(told, type=Plan)
    try:
        robot = Robot(Stage(plan.size), home / "data", plan, Path(keep))
        print(msgspec.json.encode(robot.play(float(seconds))).decode())
    finally:
        shutil.rmtree(home, ignore_errors=True)


if __name__ == "__main__":
    main(*sys.argv[1:4])

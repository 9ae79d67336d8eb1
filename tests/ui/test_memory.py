"""What holds itself is let go of, in pauses."""

import gc
from collections.abc import Iterator
from weakref import ref

import pytest

from tests.ui.stage import Stage
from ui.memory import MANY, Memory, tidy


class Knot:
    """Something that holds itself, so that only looking for it ends it."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture(autouse=True)
def never_by_chance() -> Iterator[None]:
    """The search that Python begins by itself is switched off."""
    before = gc.get_threshold()
    gc.disable()
    yield
    gc.enable()
    gc.set_threshold(*before)
    gc.unfreeze()


def test_what_an_evening_leaves_behind_stays_until_its_end(stage: Stage) -> None:
    memory, knot = Memory(quiet=0.05), Knot()
    tidy()
    left = ref(knot)
    del knot
    stage.frames(5)
    assert left() is not None
    memory.input()
    stage.until(lambda: left() is None)


def test_it_is_looked_for_while_people_touch_the_screen(stage: Stage) -> None:
    memory, left = Memory(quiet=1000), ref(Knot())
    for _ in range(MANY - 1):
        memory.input()
    stage.frames(5)
    assert left() is not None
    memory.stop()


def test_it_waits_for_a_pause_that_never_comes(stage: Stage) -> None:
    memory, left = Memory(quiet=1000), ref(Knot())
    for _ in range(MANY):
        memory.input()
    stage.until(lambda: left() is None)
    memory.stop()

"""What holds itself is let go of, in pauses."""

import gc
import time
from collections.abc import Iterator
from weakref import ref

import pytest
from kivy.core.window import Window

from tests.ui.stage import Stage
from ui.memory import ENOUGH, Memory, part_with, set_aside, tidy
from ui.shell.controls import Column, Scroll


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


LONG = 1000.0
"""Seconds that no test lasts."""


def test_what_an_evening_leaves_behind_does_not_stay_until_its_end(stage: Stage) -> None:
    pauses, knot = Memory(LONG, 0.1), Knot()
    tidy()
    left = ref(knot)
    del knot
    gc.collect()
    assert left() is not None  # it is expected to last
    for _ in range(ENOUGH):
        pauses.input()
    stage.until(lambda: left() is None)


def test_what_a_touch_leaves_behind_goes_in_the_next_pause(stage: Stage) -> None:
    pauses, left = Memory(0.05, LONG), ref(Knot())
    stage.frames(5)
    assert left() is not None
    pauses.input()
    stage.until(lambda: left() is None)
    pauses.stop()


def test_python_does_not_look_by_itself_while_a_page_is_built_also_before_the_first_match(
    stage: Stage,
) -> None:
    pauses, looked = Memory(LONG, LONG), list[str]()
    gc.collect()
    gc.enable()

    def look(phase: str, _: dict[str, int]) -> None:
        looked.append(phase)

    gc.callbacks.append(look)
    page = [Knot() for _ in range(4_000)]
    gc.callbacks.remove(look)
    assert page and not looked
    pauses.stop()


def test_no_step_of_scrolling_leaves_something_behind(stage: Stage) -> None:
    scroll = stage.put(Scroll(Column(height=5000)))
    bound = len(scroll.get_property_observers("bar_color"))
    for step in range(5):
        scroll.scroll_y = step / 10
        scroll.update_from_scroll()
        stage.frames(1)
    assert len(scroll.get_property_observers("bar_color")) == bound


def touched_until(stage: Stage, pauses: Memory, left: ref[Knot]) -> None:
    """Do something ten times a second until that is gone."""
    last = 0.0

    def gone() -> bool:
        nonlocal last
        if time.monotonic() - last > 0.1:
            last = time.monotonic()
            pauses.input()
        return left() is None

    stage.until(gone)


def test_memory_is_tidied_without_waiting_for_a_pause_that_never_comes(stage: Stage) -> None:
    pauses, knot = Memory(0.05, LONG), Knot()
    gc.collect()  # it was still needed when what is new was looked through
    left = ref(knot)
    del knot
    touched_until(stage, pauses, left)
    pauses.stop()


def test_a_device_that_never_rests_does_not_put_off_for_long_what_it_leaves_behind(
    stage: Stage,
) -> None:
    pauses, knot = Memory(0.3, LONG), Knot()
    gc.collect()
    left = ref(knot)
    gc.collect(1)  # as Python does by itself
    del knot
    waited = False

    def gone() -> bool:
        nonlocal waited
        waited = waited or pauses.waits
        Window.canvas.ask_update()  # something is drawn in each frame
        pauses.input()  # before each frame
        return left() is None

    stage.until(gone)
    assert waited and not pauses.waits  # meanwhile the device had to wait
    pauses.stop()


def test_while_hands_are_busy_not_all_of_memory_is_looked_through(stage: Stage) -> None:
    old = Knot()
    tidy()
    pauses = Memory(0.05, LONG)
    new = Knot()
    lasting, passing = ref(old), ref(new)
    del old, new
    for _ in range(ENOUGH):
        pauses.input()
    touched_until(stage, pauses, passing)
    assert lasting() is not None
    pauses.stop()


def test_what_took_long_to_look_through_waits_for_the_next_long_pause(stage: Stage) -> None:
    pauses, lasting, passing = Memory(0.05, LONG, lasts=0.0), Knot(), Knot()
    gc.collect()
    kept, gone = ref(lasting), ref(passing)
    del passing
    touched_until(stage, pauses, gone)
    del lasting
    passing = Knot()
    gone = ref(passing)
    del passing
    touched_until(stage, pauses, gone)
    assert kept() is not None
    tidy()
    assert kept() is None
    pauses.stop()


def test_setting_memory_aside_looks_through_what_is_new(stage: Stage) -> None:
    old, new = Knot(), Knot()
    lasting, passing = ref(old), ref(new)
    gc.collect()
    gc.freeze()
    del old
    set_aside()
    assert lasting() is not None and passing() is not None
    del new
    gc.collect()
    assert passing() is not None  # it is set aside by now
    tidy()
    assert lasting() is None and passing() is None


def test_large_things_are_let_go_of_one_after_another(stage: Stage) -> None:
    things: list[object] = [Knot(), Knot()]
    first, last = ref(things[0]), ref(things[1])
    set_aside()
    part_with(things)
    assert last() is not None
    stage.until(lambda: last() is None)
    assert first() is not None
    stage.until(lambda: first() is None)

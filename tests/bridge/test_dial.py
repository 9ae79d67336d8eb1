import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.decoding.dial import Dial, Edges

CLOCKWISE = [(False, False), (True, False), (True, True), (False, True)]


def turn(dial: Dial, start: int, quarters: int) -> tuple[int, int]:
    """Turn by quarter steps; the detents reported and the phase reached."""
    phase, steps = start, 0
    for _ in range(abs(quarters)):
        phase = (phase + (1 if quarters > 0 else -1)) % 4
        steps += dial.feed(*CLOCKWISE[phase])
    return steps, phase


@pytest.mark.parametrize("edges", [2, 4])
@given(turns=st.lists(st.integers(-6, 6), max_size=20))
def test_detents_are_counted_both_ways(edges: Edges, turns: list[int]) -> None:
    dial, phase, total = Dial(edges), 0, 0
    for detents in turns:
        steps, phase = turn(dial, phase, detents * edges)
        assert steps == detents
        total += steps
    assert total == sum(turns)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 5)), min_size=4, max_size=4))
def test_bounce_on_either_contact_counts_nothing_extra(bounces: list[tuple[int, int]]) -> None:
    """Each quarter step of one detent bounces some times before it stays."""
    dial, phase, steps = Dial(), 0, 0
    for _, times in bounces:
        for _ in range(times):
            steps += dial.feed(*CLOCKWISE[(phase + 1) % 4]) + dial.feed(*CLOCKWISE[phase])
        phase = (phase + 1) % 4
        steps += dial.feed(*CLOCKWISE[phase])
    assert steps == 1


@given(st.lists(st.tuples(st.booleans(), st.booleans()), max_size=60))
def test_any_noise_reports_at_most_one_detent_at_each_rest(noise: list[tuple[bool, bool]]) -> None:
    dial = Dial()
    for levels in noise:
        steps = dial.feed(*levels)
        assert steps in (-1, 0, 1)
        assert steps == 0 or levels == (False, False)
    # And after any noise, once at rest, it counts right again.
    turn_back = dial.feed(False, False)
    assert turn_back in (-1, 0, 1)
    assert turn(dial, 0, 4)[0] == 1


def test_both_contacts_at_once_have_no_direction() -> None:
    dial = Dial()
    for _ in range(10):
        assert dial.feed(True, True) == 0
        assert dial.feed(False, False) == 0


@pytest.mark.parametrize("missed", [1, 2, 3])
def test_one_missed_edge_loses_no_detent(missed: int) -> None:
    dial = Dial()
    seen = [levels for number, levels in enumerate(CLOCKWISE) if number not in (0, missed)]
    assert sum(dial.feed(*levels) for levels in [*seen, CLOCKWISE[0]]) == 1


def test_half_a_turn_and_back_is_no_detent() -> None:
    dial = Dial()
    steps, phase = turn(dial, 0, 2)
    assert steps + turn(dial, phase, -2)[0] == 0

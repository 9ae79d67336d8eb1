import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge.debounce import PATIENCE, SURE, Change, Debounce

LOCKOUT = 0.02

# A contact's life on a fake clock: gaps in milliseconds between its edges, which alternate.
gaps = st.lists(st.integers(1, 60), max_size=40)


def edges_of(gaps: list[int], start: float = 1.0) -> list[tuple[float, bool]]:
    edges, at, down = [], start, False
    for gap in gaps:
        at, down = at + gap / 1000, not down
        edges.append((at, down))
    return edges


def settle(contact: Debounce, now: float, down: bool) -> list[Change]:
    """What happens until all is settled, the contact staying ``down``."""
    changes: list[Change] = []
    for _ in range(2 * PATIENCE + 4):
        if contact.due is None:
            return changes
        now = max(now, contact.due)
        changes += contact.recheck(now, down)
    raise AssertionError("never settles")


def test_a_press_that_holds_is_reported_with_the_time_of_its_first_edge() -> None:
    contact = Debounce(LOCKOUT)
    assert contact.edge(1.0, True) == () and contact.due == 1.0 + SURE
    assert contact.recheck(1.0 + SURE, True) == (Change(1.0, True),)


@given(gaps, st.lists(st.tuples(st.integers(0, 2500), st.floats(0, 0.9 * SURE)), max_size=20))
def test_a_spike_on_a_settled_contact_is_ignored(
    gaps: list[int], spikes: list[tuple[int, float]]
) -> None:
    contact = Debounce(LOCKOUT)
    changes = [change for at, down in edges_of(gaps) for change in contact.edge(at, down)]
    level = contact._seen
    settle(contact, 5.0, level)
    for number, (_, long) in enumerate(spikes):
        at = 6.0 + number
        assert contact.edge(at, not level) == contact.edge(at + long, level) == ()
        assert settle(contact, at + long, level) == []
    assert contact.down is level and (not changes or contact.due is None)


@given(st.integers(0, 12), st.lists(st.floats(0.0001, 0.0008), min_size=24, max_size=24))
def test_bounce_never_doubles_a_press_or_a_release(bounces: int, gaps: list[float]) -> None:
    contact = Debounce(LOCKOUT)
    for start, down in ((1.0, True), (2.0, False)):
        at, changes = start, list(contact.edge(start, down))
        for number in range(2 * bounces):
            at += gaps[number]
            changes += contact.edge(at, down ^ (number % 2 == 0))
        changes += settle(contact, at, down)
        assert changes == [Change(start, down)]


def test_a_press_shorter_than_the_lock_out_is_pressed_and_released() -> None:
    contact = Debounce(LOCKOUT)
    changes = [*contact.edge(1.0, True), *contact.edge(1.004, False)]
    assert changes == [Change(1.0, True)]
    assert contact.recheck(1.0199, False) == ()
    assert contact.recheck(1.021, False) == (Change(1.0 + LOCKOUT, False),)


@given(gaps)
def test_a_settled_contact_is_where_its_level_is(gaps: list[int]) -> None:
    contact, edges = Debounce(LOCKOUT), edges_of(gaps)
    changes: list[Change] = []
    for at, down in edges:
        changes += contact.edge(at, down)
    level = edges[-1][1] if edges else False
    changes += settle(contact, 10.0, level)
    assert contact.down is level
    assert contact.due is None
    # Presses and releases take turns, and are a lock-out apart.
    assert [change.down for change in changes] == [n % 2 == 0 for n in range(len(changes))]
    times = [change.at for change in changes]
    assert all(b - a >= LOCKOUT - 1e-9 for a, b in itertools.pairwise(times))


@given(gaps, st.lists(st.integers(0, 2500), max_size=60))
def test_the_result_does_not_depend_on_when_somebody_looks(
    gaps: list[int], looks: list[int]
) -> None:
    edges = edges_of(gaps)
    plain, watched = Debounce(LOCKOUT, at=0.5), Debounce(LOCKOUT, at=0.5)
    expected = [change for at, down in edges for change in plain.edge(at, down)]
    level = edges[-1][1] if edges else False
    expected += settle(plain, 10.0, level)
    # The same edges, with readings of the true level at any times in between.
    events = [(at, 0, down) for at, down in edges]
    for look in looks:
        at = 1.0 + look / 1000 + 0.0005
        now = [down for time, down in edges if time <= at]
        events.append((at, 1, now[-1] if now else False))
    changes: list[Change] = []
    for at, reading, down in sorted(events):
        changes += watched.recheck(at, down) if reading else watched.edge(at, down)
    changes += settle(watched, 10.0, level)
    assert changes == expected


@given(st.integers(1, 10), st.floats(0.021, 0.1))
def test_bounce_delivered_late_does_not_double_a_press(bounces: int, late: float) -> None:
    """The first edge comes at once, the bounce behind it only after the lock-out was over."""
    contact = Debounce(LOCKOUT)
    changes = [*contact.edge(1.0, True), *contact.recheck(1.0 + late, True)]
    assert len(changes) == 1
    for number in range(2 * bounces):
        changes += contact.edge(1.0 + (number + 1) * 0.0005, number % 2 == 1)
        changes += contact.recheck(1.0 + late + number * 1e-6, True)
    changes += settle(contact, 1.2, True)
    assert changes == [Change(1.0, True)]


def test_an_edge_that_reports_the_same_level_again_is_ignored() -> None:
    """Some pin libraries read the level only when they report an edge, and so report it twice."""
    contact = Debounce(LOCKOUT)
    assert contact.edge(1.0, False) == ()
    contact.edge(2.0, True)
    assert settle(contact, 2.1, True) == [Change(2.0, True)]
    assert contact.edge(3.0, True) == ()
    assert contact.down


def test_a_delayed_edge_counts_with_its_own_time() -> None:
    contact = Debounce(LOCKOUT)
    contact.edge(1.0, True)
    assert contact.recheck(1.002, True) == (Change(1.0, True),)
    assert contact.recheck(1.03, False) == ()  # released at 1.025, the edge comes only now
    assert contact.edge(1.025, False) == ()
    assert contact.recheck(1.0301, False) == (Change(1.025, False),)


def test_an_edge_with_a_time_a_little_too_early_is_not_lost() -> None:
    contact = Debounce(LOCKOUT)
    contact.edge(1.0, True)
    assert contact.recheck(1.002, True) == (Change(1.0, True),)
    assert contact.recheck(1.0201, True) == ()
    assert contact.due is None
    assert contact.edge(1.0199, False) == ()
    changes = settle(contact, 1.021, False)
    assert [change.down for change in changes] == [False]


def test_edges_during_a_standstill_count() -> None:
    contact = Debounce(LOCKOUT)
    assert contact.edge(1.0, True) == ()
    assert contact.recheck(3.0, False) == ()  # all edges since are still on their way
    assert contact.edge(1.1, False) == (Change(1.0, True),)
    assert contact.recheck(3.01, False) == (Change(1.1, False),)


def test_readings_make_good_a_lost_edge() -> None:
    contact = Debounce(LOCKOUT)
    contact.edge(1.0, True)  # the edge of the release never arrives
    assert len(contact.recheck(1.002, True)) == 1
    changes = settle(contact, 1.03, False)
    assert [change.down for change in changes] == [False]
    assert not contact.down


@pytest.mark.parametrize("found", [False, True])
def test_a_contact_closed_at_the_start_is_no_press(found: bool) -> None:
    contact = Debounce(LOCKOUT, down=found, at=1.0)
    assert contact.recheck(1.0, found) == ()
    assert contact.due is None
    contact.edge(2.0, not found)
    assert settle(contact, 2.0, not found) == [Change(2.0, not found)]


def test_a_change_before_anybody_listened_is_noticed() -> None:
    contact = Debounce(LOCKOUT, down=True, at=1.0)
    assert contact.due == 1.0
    changes = settle(contact, 1.0, False)
    assert [change.down for change in changes] == [False]


@given(st.lists(st.integers(3, 60), max_size=40))
def test_without_a_lock_out_every_edge_that_holds_counts(gaps: list[int]) -> None:
    contact = Debounce(0.0)
    edges = edges_of(gaps)
    changes = [change for at, down in edges for change in contact.edge(at, down)]
    changes += settle(contact, 10.0, bool(len(edges) % 2))
    assert changes == [Change(at, down) for at, down in edges]

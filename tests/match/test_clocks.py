"""The clocks of the seats: who is asked pays, and nobody else."""

from companion.match.match import Match
from tests.match.evening import Evening
from tests.match.river import Fish, Row, Wait


def left(match: Match) -> dict[str, float | None]:
    return {one.seat: one.left for one in match.clocks}


def used(match: Match) -> dict[str, float]:
    return {one.seat: one.used for one in match.clocks}


def running(match: Match) -> set[str]:
    return {one.seat for one in match.clocks if one.running}


def test_nobody_sees_a_clock_that_nobody_wanted() -> None:
    evening = Evening()
    assert evening.match.clocks == ()
    assert evening.match.set_clock().done
    assert running(evening.match) == {"red"}
    assert evening.match.set_clock(shown=False).done
    assert evening.match.clocks == ()


def test_time_is_taken_from_the_seat_that_is_asked_alone() -> None:
    evening = Evening()
    match = evening.match
    match.set_clock()
    evening.time += 5
    assert used(match) == {"red": 5, "blue": 0}
    match.submit(Row(1))
    evening.time += 3
    assert used(match) == {"red": 5, "blue": 3}
    assert running(match) == {"blue"}


def test_what_the_table_must_tell_costs_nobody_time() -> None:
    evening = Evening()
    match = evening.match
    match.set_clock()
    match.submit(Row(1))
    match.submit(Wait())
    evening.time += 2
    assert match.submit(Fish()).done
    assert match.asked[0].seat == "table"
    evening.time += 100
    assert used(match) == {"red": 2, "blue": 0}
    assert running(match) == set()


def test_a_budget_runs_out_and_the_match_goes_on() -> None:
    evening = Evening()
    match = evening.match
    match.set_clock(60, 10)
    evening.time += 61
    assert left(match) == {"red": -1, "blue": 60}
    assert match.submit(Row(1)).done and not match.over
    assert left(match) == {"red": 9, "blue": 60}  # ten seconds more for a turn that was made


def test_a_turn_taken_back_gains_no_time() -> None:
    evening = Evening()
    match = evening.match
    match.set_clock(60, 10)
    for _ in range(3):
        match.submit(Row(1))
        match.undo("red")
    assert left(match) == {"red": 60, "blue": 60}


def test_time_used_before_a_clock_was_set_is_not_taken_from_its_budget() -> None:
    evening = Evening()
    match = evening.match
    evening.time += 600
    match.set_clock(60)
    assert left(match) == {"red": 60, "blue": 60}
    assert used(match) == {"red": 600, "blue": 0}


def test_a_pause_costs_nobody_time_and_keeps_what_was_used() -> None:
    evening = Evening()
    match = evening.match
    match.set_clock(60)
    evening.time += 20
    match.pause()
    evening.time += 1000
    assert left(match) == {"red": 40, "blue": 60}
    match.resume()
    evening.time += 5
    assert left(match) == {"red": 35, "blue": 60}


def test_a_power_cut_costs_nobody_time_and_gives_none_back() -> None:
    evening = Evening()
    match = evening.match
    match.set_clock(60, 1)
    evening.time += 20
    match.submit(Wait())
    evening.time += 500  # blue thinks, and the plug is pulled; the next evening it goes on
    again = evening.reopened()
    assert left(again) == {"red": 41, "blue": 60}
    assert running(again) == {"blue"}
    evening.time += 7
    assert left(again) == {"red": 41, "blue": 53}


def test_the_log_tells_how_the_clocks_were_set() -> None:
    evening = Evening()
    says = evening.match.set_clock(600, 10).says
    assert says["en"] == (
        "From now on each player has 10 minutes to think.",
        "Each turn adds 10 seconds.",
    )
    assert "Minuten" in evening.match.set_clock(90).says["de"][0]

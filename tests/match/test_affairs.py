from companion.match.clock import Clock
from tests.match.evening import Evening
from tests.match.river import Row, Wait


def test_somebody_else_plays_on_for_a_seat_by_name() -> None:
    evening = Evening(players={"red": "Anna", "blue": "Ben"})
    assert evening.kept[0].sentences["de"] == ("Die Partie beginnt. Am Tisch: Anna und Ben.",)
    answer = evening.match.hand_over("red", "Carla")
    assert answer.says["en"] == ("From now on Carla plays instead of Anna.",)
    assert evening.match.submit(Row(1)).says["en"][0] == "Carla rows to field 1."
    assert evening.reopened().players == {"red": "Carla", "blue": "Ben"}
    assert not evening.match.hand_over("green", "Dora").done


def test_a_seat_that_left_can_be_taken_again() -> None:
    evening = Evening("red", "blue", "green")
    match = evening.match
    assert match.leave("green").done and match.absent == {"green"}
    assert not match.leave("green").done
    assert match.agree_end("red").consent == ("blue",)
    assert match.hand_over("green", "Dora").says["en"] == ("From now on Dora plays here.",)
    assert match.absent == frozenset()
    assert evening.reopened().timeline == match.timeline


def test_an_end_needs_all_who_play() -> None:
    evening = Evening("red", "blue", "green")
    match = evening.match
    answer = match.agree_end("red", {"blue"})
    assert (answer.done, answer.consent) == (False, ("green",))
    assert not match.over
    answer = match.agree_end("red", {"blue", "green"}, [["blue"], ["red", "green"]])
    assert answer.done and match.over and match.asked == () and match.outcome is None
    assert match.ended is not None and match.ended.places == (("blue",), ("red", "green"))
    assert not match.submit(Row(1)).done and not match.allow(Row(1)).done
    for again in (match.draw("red", {"blue", "green"}), match.resign("red")):
        assert not again.done and again.says["de"] == ("Die Partie ist schon zu Ende.",)
    assert evening.reopened().timeline == match.timeline


def test_after_an_agreed_end_the_table_can_still_be_set_right() -> None:
    evening = Evening()
    evening.match.agree_end("red", {"blue"})
    assert evening.match.correct({"coins": {"red": 2}}).done
    assert evening.match.over and not evening.match.submit(Row(1)).done


def test_a_draw_places_all_together() -> None:
    evening = Evening()
    assert evening.match.draw("red", {"blue"}).done
    assert evening.match.ended is not None
    assert evening.match.ended.places == (("red", "blue"),)


def test_resigning_ends_the_match_only_when_one_is_left() -> None:
    evening = Evening("red", "blue", "green")
    match = evening.match
    assert match.resign("blue").says["en"] == ("Blue resigns. The others play on.",)
    assert not match.over and not match.resign("blue").done
    assert match.resign("red").done and match.over
    assert match.ended is not None
    assert match.ended.places == (("green",), ("red",), ("blue",))
    assert match.undo("red").done and not match.over


def test_pauses_are_no_play_time() -> None:
    evening = Evening()
    match = evening.match
    evening.time += 10
    match.submit(Wait())
    evening.time += 5
    assert match.pause().done and match.paused
    assert not match.pause().done
    evening.time += 1000
    assert match.resume().done
    assert not match.resume().done
    evening.time += 7
    match.submit(Wait())
    assert match.timeline.play_time == 22
    assert match.timeline.thinking == {"red": 10, "blue": 12}
    assert match.entries[-1].at == 1022


def test_whatever_is_done_ends_a_pause() -> None:
    evening = Evening()
    evening.match.pause()
    evening.time += 60
    assert evening.match.submit(Row(1)).done
    assert not evening.match.paused
    assert evening.match.timeline.play_time == 0
    assert [type(entry).__name__ for entry in evening.kept] == [
        "Started", "Paused", "Resumed", "Played",
    ]  # fmt: skip


def test_a_clock_that_jumps_back_makes_no_time_negative() -> None:
    evening = Evening()
    times = []
    for jump in (10, -5000, 3, -1, 2):
        evening.time += jump
        evening.match.submit(Wait())
        times.append(evening.match.entries[-1].at)
    assert times == [10, 10, 13, 13, 15]
    assert evening.match.timeline.play_time == 15


def test_the_time_goes_on_where_the_match_was_left() -> None:
    evening = Evening()
    evening.time += 30
    evening.match.submit(Wait())
    evening.time = 0.5
    match = evening.reopened()
    evening.time = 2.5
    match.submit(Wait())
    assert match.entries[-1].at == 32


def test_the_clock_counts_milliseconds() -> None:
    now = 0.0
    clock = Clock(lambda: now)
    now = 0.1234567
    assert clock.read() == 0.123

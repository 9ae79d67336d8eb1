"""What the table really shows: corrections, catching up, and a match that begins in the middle."""

import dataclasses

from companion.kernel import UNKNOWN, Change, Fault, Outcome
from tests.match.evening import AGREED, Evening
from tests.match.ferry import FERRY, PACKAGE
from tests.match.river import Draw, Fish, Lay, Position, Row, Show, Situation, Wait


def test_a_correction_sets_what_the_table_shows() -> None:
    evening = Evening()
    match = evening.match
    match.submit(Row(1))
    answer = match.correct(Situation(coins={"red": 4}, turn="red"))
    assert answer.done
    assert answer.changes == ((Change("coin", 4, "supply", "purse:red"),),)
    assert match.position.boat("red").coins == 4 and match.position.turn == "red"
    assert match.correct({"at": {"blue": 5}}).done
    assert evening.reopened().timeline == match.timeline
    assert match.undo("red").done and match.undo("red").done
    assert match.position.boat("red").coins == 0


def test_nobody_alone_sets_the_table_right_so_that_what_was_told_in_secret_is_opened() -> None:
    won = Outcome((("red",), ("blue",)), "R8", ())
    game = dataclasses.replace(FERRY, outcome=lambda p: won if p.boat("red").at >= 2 else None)
    for secret in (False, True):
        match = Evening(package=dataclasses.replace(PACKAGE, game=game)).match
        if secret:
            match.submit(Lay("2"))
        match.submit(Row(1))
        line, there, back = match.steps[-1].line, {"at": {"red": 2}}, {"at": {"red": 1}}
        if secret:
            answer = match.correct(there, "red")
            assert answer.consent == ("blue",) and answer.says["en"][0].startswith("This ends")
            assert match.catch_up("blue", there).consent == ("red",)
            assert match.amend(line, Row(2), by="red").consent == ("blue",)
        assert not match.over and match.correct(there, "red", {"blue"} if secret else ()).done
        assert match.over and match.correct(back, "red").done == (not secret)
        if secret:
            assert match.correct(back, "red").says["en"][0].startswith("At the end everything")
            assert match.correct(back, "red", {"blue"}).done and not match.over
            assert match.correct({"at": {"red": 1, "blue": 2}, "turn": "red"}, "red").done
            assert match.allow(Row(1)).consent == ("blue",) and not match.over, "against R2"
            assert match.allow(Row(1), consent={"blue"}).done and match.over


def test_an_impossible_correction_is_answered_with_its_faults() -> None:
    evening = Evening()
    answer = evening.match.correct({"coins": {"red": 10, "blue": 3}, "at": {"red": 44}})
    assert not answer.done
    assert answer.says["en"] == ("The river ends at 9.", "There are no 13 coins.")
    answer = evening.match.correct({"moon": "full"})
    assert not answer.done and "moon" in answer.says["de"][0]
    assert len(evening.kept) == 1


def test_catching_up_is_kept_unjudged_and_belongs_to_its_seat() -> None:
    evening = Evening()
    match = evening.match
    answer = match.catch_up("red", {"at": {"red": 5}, "turn": "blue"})
    assert answer.done
    assert match.lines()[-1].status == "unjudged"
    assert match.undo("blue").consent == ("red",)
    assert match.undo("red").done


def test_corrections_are_set_again_after_an_amendment() -> None:
    evening = Evening()
    match = evening.match
    match.submit(Row(1))
    match.correct({"coins": {"red": 4}})
    match.catch_up("blue", {"coins": {"blue": 3}})
    match.allow(Fish())
    match.submit(Draw("trout"))
    assert match.position.boat("blue").coins + match.position.boat("red").coins == 8
    assert match.amend(2, Row(2), **AGREED).done
    assert match.position.boat("red").at == 2
    assert match.position.boat("blue").coins == 4


def test_an_impossible_correction_is_left_out_until_it_is_possible_again() -> None:
    evening = Evening()
    match = evening.match
    match.submit(Lay("1"))
    match.submit(Show("1"))
    match.correct({"coins": {"blue": 10}})
    match.agree_end("red", {"blue"})
    assert match.amend(2, Lay("3"), **AGREED).marked == (), "what red laid, others do not know"
    answer = match.amend(3, Show("3"), **AGREED)
    assert answer.done and answer.marked == (4,)
    assert match.lines()[3].status == "left out" and match.over
    assert match.position.boat("blue").coins == 0
    assert match.amend(3, Show("3"), Wait(), **AGREED).marked == (4,)
    assert match.amend(3, **AGREED).marked == ()
    assert match.lines()[3].status == "standing"
    assert match.position.boat("blue").coins == 10


def test_what_was_told_in_private_is_still_known_after_a_correction_that_is_set_again() -> None:
    evening = Evening()
    match = evening.match
    for move in (Lay("1"), Row(1)):
        assert match.submit(move).done
    assert match.correct({"coins": {"blue": 3}}).done
    assert match.amend(3, Row(2), **AGREED).done
    assert match.position.boat("red").laid == "1"
    assert evening.reopened().position == match.position


def test_a_correction_counts_for_more_than_what_is_told_in_private_of_an_earlier_line() -> None:
    """What only its teller knows must not show in whether the correction stands."""

    def sinks(position: Position) -> tuple[Fault, ...]:
        heavy = any(boat.laid == "3" and boat.at > 4 for boat in position.boats)
        return (*FERRY.violations(position), *((Fault("R3", {"stone": "3"}),) if heavy else ()))

    game = dataclasses.replace(FERRY, violations=sinks)
    evening = Evening(package=dataclasses.replace(PACKAGE, game=game))
    match = evening.match
    for move in (Lay("1"), Row(1)):
        assert match.submit(move).done
    assert match.correct({"at": {"red": 6}}).done
    assert match.amend(2, Lay("3"), **AGREED).marked == ()
    assert match.lines()[3].status == "standing"
    assert (match.position.boat("red").at, match.position.boat("red").laid) == (6, UNKNOWN)
    assert evening.reopened().position == match.position


def test_a_match_starts_from_the_table_as_it_stands() -> None:
    evening = Evening(situation=Situation(at={"red": 4}, coins={"blue": 2}, turn="blue"))
    assert evening.match.position.boat("red").at == 4
    assert evening.match.asked[0].seat == "blue"
    assert evening.kept[0].sentences["en"][0].startswith("The game begins with the table")
    assert evening.reopened().timeline == evening.match.timeline

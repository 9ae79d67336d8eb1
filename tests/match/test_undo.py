import pytest

from companion.kernel import Change
from companion.match import entries
from tests.match.evening import AGREED, Evening, statuses
from tests.match.river import Draw, Fish, Give, Lay, Row, Show, Wait


def test_taking_back_ones_own_last_move_is_free_and_hands_are_told_how() -> None:
    evening = Evening()
    evening.match.submit(Row(2))
    answer = evening.match.undo("red")
    assert answer.done
    assert answer.changes == ((Change("boat:red", 1, "field:2", "field:0"),),)
    assert answer.says["de"] == ("Rot nimmt den Zug zurück.",)
    assert evening.match.position == evening.match.timeline.start
    assert statuses(evening.match) == ["noted", "struck", "noted"]
    assert evening.match.lines()[1].entry.sentences["en"][0] == "Red rows to field 2."


def test_taking_back_the_move_of_another_needs_that_seats_consent() -> None:
    evening = Evening("red", "blue", "green")
    evening.match.submit(Row(2))
    evening.match.submit(Row(1))
    answer = evening.match.undo("red")
    assert (answer.done, answer.consent, answer.entry) == (False, ("blue",), None)
    assert answer.says["en"] == ("Blue, may we take back “Row”?",)
    assert len(evening.kept) == 3
    assert evening.match.undo("red", {"green"}).consent == ("blue",)
    answer = evening.match.undo("red", {"blue", "green"})
    assert answer.done
    kept = evening.kept[-1]
    assert isinstance(kept, entries.Undone)
    assert (kept.by, kept.lines, kept.consent) == ("red", (3,), ("blue",))
    assert "Agreed by: Blue." in answer.says["en"]


def test_a_player_who_left_is_not_asked() -> None:
    evening = Evening("red", "blue", "green")
    evening.match.submit(Row(2))
    evening.match.leave("red")
    assert evening.match.undo("blue").done


def test_a_reveal_asks_why_before_anything_is_struck() -> None:
    evening = Evening("red", "blue", "green")
    evening.match.submit(Lay("2"))
    evening.match.submit(Show("2"))
    answer = evening.match.undo("red")
    assert (answer.done, answer.why, answer.revealed) == (False, True, (3,))
    assert "turned something up" in answer.says["en"][0]
    answer = evening.match.undo("red", reason="taken back")
    assert (answer.done, answer.consent) == (False, ("blue", "green"))
    assert evening.match.undo("red", {"blue", "green"}, "taken back").done
    assert evening.match.position.boat("red").laid == "2"


def test_a_chain_is_taken_back_as_one() -> None:
    evening = Evening()
    match = evening.match
    match.submit(Row(1))
    match.submit(Row(2))
    before = match.position
    match.submit(Fish())
    match.submit(Draw("boot"))
    match.submit(Give("blue"))
    answer = match.undo("red", {"blue"}, "taken back")
    assert answer.done and match.position == before
    assert answer.changes[0] == (Change("boot", 1, "purse:blue", "purse:red"),)
    assert answer.changes[1] == (Change("boot", 1, "purse:red", "bag"),)
    assert statuses(match)[3:6] == ["struck"] * 3
    again = match.redo("red")
    assert match.position.boat("blue").boots == 1
    assert again.changes[-1] == (Change("boot", 1, "purse:red", "purse:blue"),)
    assert match.pause().changes == ()


def test_a_correction_within_a_chain_is_not_taken_back_with_it() -> None:
    evening = Evening()
    evening.match.allow(Fish())
    evening.match.correct({"coins": {"red": 2}})
    evening.match.submit(Draw("trout"))
    assert evening.match.undo("red", {"blue"}, "taken back").done
    assert statuses(evening.match) == ["noted", "overruled", "standing", "struck", "noted"]


def test_the_first_line_of_an_unfinished_chain_goes_alone() -> None:
    evening = Evening()
    evening.match.submit(Wait())
    evening.match.allow(Fish())
    assert evening.match.undo("blue").done
    assert statuses(evening.match) == ["noted", "standing", "struck", "noted"]


def test_what_was_entered_wrongly_is_told_again_without_undoing_the_chain() -> None:
    evening = Evening()
    evening.match.allow(Fish())
    evening.match.submit(Draw("trout"))
    answer = evening.match.undo("red", reason="entered wrongly")
    assert answer.done
    assert answer.says["en"][0] == "Wrong tap, corrected."
    assert [asked.kinds for asked in evening.match.asked] == [("draw",)]
    assert evening.match.submit(Draw("boot")).done


def test_calling_it_a_wrong_entry_needs_the_consent_of_others_too() -> None:
    evening = Evening()
    evening.match.submit(Row(1))
    assert evening.match.undo("blue", reason="entered wrongly").consent == ("red",)


def test_back_to_a_line_strikes_all_that_came_after_it() -> None:
    evening = Evening()
    match = evening.match
    match.submit(Row(1))
    chosen = match.position
    match.submit(Row(5))
    match.submit(Row(2))
    match.submit(Fish())
    match.submit(Draw("trout"))
    answer = match.back_to(2, "red")
    assert (answer.done, answer.consent, answer.revealed) == (False, ("blue",), (6,))
    answer = match.back_to(2, "red", {"blue"})
    assert answer.done and match.position == chosen
    assert statuses(match) == [
        "noted", "standing", "refused", "struck", "struck", "struck", "noted",
    ]  # fmt: skip
    assert match.redo("red").done
    assert statuses(match)[3:6] == ["standing", "struck", "struck"]
    assert match.redo("red").done
    assert statuses(match)[3:6] == ["standing"] * 3
    assert not match.redo("red").done


def test_a_line_within_a_chain_can_be_gone_back_to() -> None:
    evening = Evening()
    evening.match.allow(Fish())
    evening.match.submit(Draw("boot"))
    evening.match.submit(Give("blue"))
    assert evening.match.back_to(3, "red").done
    assert [asked.kinds for asked in evening.match.asked] == [("give",)]
    evening.match.redo("red")
    assert evening.match.position.boat("blue").boots == 1


def test_nothing_is_lost_by_undoing_too_often() -> None:
    evening = Evening()
    answer = evening.match.undo("red")
    assert not answer.done and answer.says["de"] == ("Hier gibt es nichts zurückzunehmen.",)
    answer = evening.match.redo("red")
    assert not answer.done and answer.says["en"] == ("There is nothing to redo.",)
    assert evening.match.back_to(1, "red").done is False
    assert len(evening.kept) == 1


def test_something_new_ends_redoing_but_a_refusal_does_not() -> None:
    evening = Evening()
    evening.match.submit(Row(1))
    evening.match.undo("red")
    evening.match.submit(Row(7))
    assert evening.match.redo("red").done
    evening.match.undo("red")
    evening.match.submit(Row(2))
    assert not evening.match.redo("red").done


def test_an_amendment_ends_redoing_for_what_was_struck_stood_on_something_else() -> None:
    evening = Evening()
    evening.match.submit(Row(1))
    evening.match.submit(Row(2))
    evening.match.undo("blue")
    evening.match.amend(2, Row(2), **AGREED)
    assert not evening.match.redo("blue").done


@pytest.mark.parametrize("how", ["agreed", "draw"])
def test_an_agreed_end_is_taken_back_by_all(how: str) -> None:
    evening = Evening("red", "blue", "green")
    all_agree = {"red", "blue", "green"}
    if how == "draw":
        evening.match.draw("red", all_agree)
    else:
        evening.match.agree_end("red", all_agree)
    assert evening.match.over
    assert evening.match.undo("red").consent == ("blue", "green")
    assert evening.match.undo("red", all_agree).done
    assert not evening.match.over and evening.match.submit(Row(1)).done


def test_going_on_after_the_secrets_were_opened_needs_everybody() -> None:
    for secret in (False, True):
        evening = Evening()
        match = evening.match
        if secret:
            match.submit(Lay("2"))
        match.resign("red")
        assert match.over
        answer = match.undo("red")
        assert answer.done == (not secret)
        if secret:
            assert answer.consent == ("blue",)
            assert answer.says["en"][0].startswith("At the end everything told in secret")
            assert match.amend(2, by="red").consent == ("blue",)
            assert match.undo("red", {"blue"}).done and not match.over
            assert match.undo("red").done


def test_the_rest_of_a_way_whose_beginning_never_happened_takes_no_move_of_others_along() -> None:
    match = Evening().match
    match.submit(Row(2))
    match.submit(Lay("2"))
    match.submit(Row(1), goes_on=True)
    assert match.amend(3, by="blue").done
    assert match.undo("blue").done
    kept = match.entries[-1]
    assert isinstance(kept, entries.Undone)
    assert kept.lines == (4,)
    assert match.undo("blue").consent == ("red",)

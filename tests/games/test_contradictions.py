"""What is told in private and cannot be so: nobody hears of it but its owner."""

from typing import Any

import msgspec
import pytest

from companion.kernel import UNKNOWN, Accepted, Refused, judge
from companion.match import registry
from companion.match.match import Match


def begun(name: str, seats: int, situation: Any, **options: Any) -> Match:
    package = registry.game_package(name)
    return Match.start(
        package,
        package.game.colours[:seats],
        options=options,
        situation=situation,
        clock=lambda: 0.0,
        salt=lambda: bytes(16),
    )


def told(match: Match, by: str | None = None, **move: Any) -> Any:
    """Tell something that must be taken."""
    answer = match.submit(match.game.move(move), by)
    assert answer.done, answer.says
    return answer


def keys(match: Match, seat: str) -> list[str]:
    """What that seat alone may hear."""
    return [one.key for one in match.contradictions(seat)]


def own(match: Match, seat: str) -> Any:
    return match.game.seen_by(match.position, seat)


MAYA: dict[str, Any] = {"practice": True, "phase": "laying", "turn": "red"}


def test_a_card_told_too_often_gives_nothing_away_and_is_not_believed() -> None:
    match = begun("maya", 3, MAYA | {"laid": {"Q1": ["red:3"], "Q2": ["red:low"]}})
    twin = begun("maya", 3, MAYA | {"laid": {"Q1": ["red:5"], "Q2": ["red:low"]}})
    answers = [
        told(one, move="lay_card", seat="red", quarry="Q2", card="low", value=3)
        for one in (match, twin)
    ]
    assert answers[0].says == answers[1].says and match.public == twin.public
    assert keys(match, "red") == ["note_disproved"] and not keys(match, "blue")
    assert not keys(twin, "red")
    assert [card.value for card in own(match, "red").laid("red")] == [UNKNOWN, UNKNOWN, 3]


def turned(match: Match, quarry: str, *values: int) -> list[str]:
    answer = told(match, move="reveal", quarry=quarry, values=values)
    if "use_shield" in match.asked[0].kinds:
        told(match, move="use_shield", quarry="Q2")
    return [one.key for one in answer.happened.events]


def test_a_card_that_cannot_be_what_was_noted_is_turned_up_as_that() -> None:
    laid = {"Q1": ["red:low"], "Q2": ["red:3", "red:low", "blue:low"]}
    match = begun("maya", 3, MAYA | {"phase": "awarding", "turn": "", "laid": laid})
    assert "note_disproved" not in turned(match, "Q1", 3)
    assert keys(match, "red") == ["note_disproved"]
    assert turned(match, "Q2", 4, 5) == ["note_disproved"], "here all may know"
    assert "revealed" in turned(match, "Q2", 5)


def test_a_fault_among_the_notes_asks_for_no_more_cards_than_needed() -> None:
    laid = {"Q1": ["red:low"], "Q2": ["red:3", "red:low", "red:6", "blue:low"]}
    match = begun("maya", 3, MAYA | {"phase": "awarding", "turn": "", "laid": laid})
    turned(match, "Q1", 3)
    assert "revealed" in turned(match, "Q2", 4, 5, 4), "with the one that was noted wrongly"
    match = begun("maya", 3, MAYA | {"phase": "awarding", "turn": "", "laid": laid})
    turned(match, "Q1", 4)
    assert turned(match, "Q2", 3, 4, 5) == ["note_disproved"] * 2, "which of them nobody knows"
    assert "revealed" in turned(match, "Q2", 3, 4, 6, 5)


def test_a_wrong_note_beside_a_card_that_is_told_holds_up_a_quarry() -> None:
    laid = {"Q1": ["red:3", "red:low"]}
    match = begun("maya", 3, MAYA | {"phase": "awarding", "turn": "", "laid": laid})
    assert turned(match, "Q1", 3) == ["note_disproved"]
    assert "revealed" in turned(match, "Q1", 4)


BOATS: dict[str, Any] = {"display": ["B01"], "boats": {"red": ["B05", "B06"], "blue": ["B07"]}}


def test_the_fleet_tells_nobody_which_boats_were_won() -> None:
    match = begun("pyramidion", 2, BOATS)
    assert set(match.public.fleet) == {UNKNOWN}


@pytest.mark.parametrize("boat", ["B05", "B07", "B08"])
def test_a_guess_tells_nobody_which_boats_somebody_won(boat: str) -> None:
    twins = [
        begun("pyramidion", 2, BOATS),
        begun("pyramidion", 2, BOATS | {"boats": {"red": ["B08", "B09"], "blue": ["B10"]}}),
    ]
    for move in (
        {"move": "fix_lost", "seat": "red", "boat": boat},
        {"move": "fix_display", "boat": boat, "lies": "yes"},
        {"move": "fix_won", "seat": "blue", "boat": "B06"},
    ):
        said = [told(match, **move).says for match in twins]
        assert said[0] == said[1] and twins[0].public == twins[1].public
    for match in twins:
        assert match.game.violations(match.position) == ()


def test_a_boat_that_one_gives_back_and_another_noted_lies_in_one_place() -> None:
    boats = {"red": ["B05", "B06", "B10"], "blue": ["B07"]}
    match = begun("pyramidion", 2, {"display": ["B01"], "boats": boats, "phase": "end"})
    for boat in ("B08", "B07", "B01"):  # none is among those that red noted
        told(match, move="fix_lost", seat="red", boat=boat)
        assert match.game.violations(match.position) == () and not keys(match, "blue")
    assert own(match, "blue").player("blue").boats == ("B07",)


def test_a_false_note_of_a_boat_is_not_answered_with_where_it_lies() -> None:
    match = begun("pyramidion", 2, BOATS)
    told(match, move="fix_lost", seat="red", boat="B09")
    assert keys(match, "red") == ["note_disproved"]
    assert own(match, "red").player("red").boats == (UNKNOWN,)
    told(match, move="fix_won", seat="red", boat="B05")
    assert not keys(match, "red"), "told anew"
    told(match, move="fix_lost", seat="red", boat="B05")
    assert not keys(match, "red"), "that was no contradiction"
    told(match, move="reveal_boat", boat="B07")
    assert keys(match, "blue") == ["note_disproved"] and not keys(match, "red")
    assert match.correct({"display": ["B01", "B07", "B06"]}).done


def test_what_one_tells_of_own_boats_stands_beside_what_another_told_until_all_are_shown() -> None:
    boats = {"red": ["B05", "B18", "B19", "B20"], "blue": ["B07"]}
    match = begun("pyramidion", 2, {"display": ["B01"], "boats": boats, "phase": "end"})
    told(match, move="fix_won", seat="blue", boat="B05")
    assert not keys(match, "red") and not keys(match, "blue")
    assert own(match, "red").player("red").boats == tuple(boats["red"])
    assert own(match, "blue").player("blue").boats == ("B07", "B05")
    told(match, move="fix_lost", seat="blue", boat="B05")
    assert own(match, "red").player("red").boats == tuple(boats["red"]), "whoever takes it back"
    told(match, move="fix_won", seat="blue", boat="B05")
    assert match.correct({"round": 3}).done, "nobody hears of it while boats are face down"
    end = told(match, move="end_round")
    assert "boats_told_twice" in [one.key for one in end.verdict.events] and not match.over
    assert match.public.player("red").boats[0] == match.public.player("blue").boats[1] == UNKNOWN
    told(match, move="fix_lost", seat="blue", boat="B05")
    told(match, move="fix_lost", seat="red", boat="B05")
    told(match, move="fix_won", seat="red", boat="B05")
    assert match.over


def test_a_marker_or_a_card_told_twice_stays_believed() -> None:
    situation = {"hands": {"blue": ["priest", "land"]}}
    match = begun("mesopotamien", 2, situation)
    told(match, move="tell_card", seat="blue", card="expel")
    assert keys(match, "blue") == ["note_disproved"] and not keys(match, "yellow")
    match = begun("mesopotamien", 2, situation)
    game = match.game
    copies = game.seen_by(match.position, "blue").cards_unseen("land")
    assert match.correct({"discard": ["land"] * copies}).done, "nobody hears that one was noted"
    assert "land" not in own(match, "blue").player("blue").hand


def test_a_value_told_of_two_markers_stays_believed_of_both() -> None:
    huts = [{"at": at, "owner": "blue", "marker": True} for at in ("-1,0", "1,0")]
    match = begun("mesopotamien", 2, None)
    game = match.game
    plain = [tile.at for tile in match.position.tiles if tile.terrain == "plain"][:2]
    for hut, at in zip(huts, plain, strict=True):
        hut["at"] = at
    position = game.arrange(match.position, msgspec.convert({"huts": huts}, game.situation))
    for number in (1, 2):
        move = {"move": "tell_marker", "seat": "blue", "marker": f"blue:m{number}", "value": 6}
        verdict = judge(game, position, game.move(move))
        assert isinstance(verdict, Accepted)
        position, heard = verdict.position, [one.key for one in verdict.events]
    assert heard == ["marker_noted", "note_disproved"]
    assert [one.value for one in position.player("blue").markers][:2] == [UNKNOWN, 6]


def test_a_tile_told_of_a_holder_that_is_all_known_tells_that_it_is() -> None:
    holders = {"white": ["ox", "ship"], "black": 2}
    match = begun("sakkara", 2, {"phase": "turn", "number": 3, "holders": holders})
    told(match, move="tell_held", seat="white", motif="tip")
    assert keys(match, "white") == ["note_disproved"] and not keys(match, "black")
    assert own(match, "white").player("white").holder == (UNKNOWN, "tip")
    assert not match.submit(match.game.move({"move": "build", "motif": "ox"}), "black").allowable


def test_a_seat_that_is_not_asked_learns_nothing_of_a_holder() -> None:
    for held in (["ox", "ox"], ["ship", "grain"]):
        match = begun("sakkara", 2, {"phase": "turn", "number": 3, "holders": {"white": held}})
        for move in ({"move": "build", "motif": "ox"}, {"move": "ox", "source": "a1", "to": "b1"}):
            answer = match.submit(match.game.move(move), "black")
            assert isinstance(answer.verdict, Refused)
            assert [fault.clause for fault in answer.verdict.faults] == ["K15"]


def test_amending_an_earlier_line_tells_nothing_of_what_was_told_in_private_later() -> None:
    heard = []
    for boat in ("B06", "B07"):
        match = begun("pyramidion", 2, {"phase": "boats"})
        told(match, move="reveal_boat", boat="B01")
        told(match, "blue", move="fix_won", seat="blue", boat=boat)
        meant = match.game.move({"move": "reveal_boat", "boat": "B06"})
        answer = match.amend(2, meant, by="red", reason="entered wrongly")
        assert answer.done, "nobody need agree that it was another boat"
        states = [(one.status, one.faults) for one in match.lines()]
        heard.append((answer.says, answer.marked, answer.changes, match.public, states))
        assert own(match, "blue").player("blue").boats == (UNKNOWN if boat == "B06" else boat,)
        assert keys(match, "blue") == (["untold"] if boat == "B06" else [])
        assert not keys(match, "red")
    assert heard[0] == heard[1]


@pytest.mark.parametrize("meant", [(), ("confirm", "note"), ("note",)])
def test_a_match_that_all_saw_go_on_is_not_ended_by_what_is_hidden(meant: tuple[str, ...]) -> None:
    """With the boat that red said to have lost, it may have had the points that end the match."""
    heard, untold = [], []
    for lost in ("B20", "B10"):
        match = begun("pyramidion", 2, {"phase": "end", "boats": {"red": ["B19", "B01", lost]}})
        told(match, "red", move="fix_lost", seat="red", boat=lost)
        told(match, move="end_round")
        told(match, move="reveal_boat", boat="B02")
        moves = {
            "confirm": {"move": "end_round"},
            "note": {"move": "note", "text": "after"},
        }
        way = [match.game.move(moves[name]) for name in meant]
        answers = [
            match.amend(2, *way, by="blue", consent=consent, reason=reason)
            for reason in (None, "entered wrongly", "taken back")
            for consent in ((), ("red",), ("red", "blue"))
        ]
        assert any(one.done for one in answers)
        states = [(one.status, one.faults) for one in match.lines()]
        heard.append(([(a.done, a.why, a.says, a.marked) for a in answers], match.public, states))
        untold.append(keys(match, "red"))
    assert heard[0] == heard[1]
    assert untold == [["all_untold"], []]


@pytest.mark.parametrize(
    ("name", "start", "private", "shown"),
    [
        (
            "pyramidion",
            {"phase": "boats"},
            {"move": "fix_won", "seat": "blue", "boat": "B06"},
            {"phase": "over"},
        ),
        (
            "maya",
            MAYA,
            {"move": "lay_card", "seat": "red", "quarry": "Q1", "card": "low", "value": 3},
            {"open": "Q1"},
        ),
    ],
)
def test_setting_the_table_right_shows_nothing_hidden_without_asking(
    name: str, start: Any, private: dict[str, Any], shown: Any
) -> None:
    match = begun(name, 3, start)
    told(match, private["seat"], **private)
    before, others = match.public, tuple(one for one in match.seats if one != "yellow")
    answer = match.correct(shown, "yellow")
    assert not answer.done and answer.consent == others and match.public == before
    assert answer.says["en"][0].startswith("This would show what was told in secret.")
    answer = match.correct(shown, "yellow", others)
    assert answer.done and answer.says["en"][1].startswith("Agreed by")


def test_a_last_round_with_a_boat_that_nobody_knows_ends_once_it_is_told() -> None:
    begin = begun("pyramidion", 2, {"phase": "end"}, round_limit=1)
    told(begin, "red", move="fix_won", seat="red", boat="B03")
    lost = Match.reopen(begin.package, begin.entries, clock=lambda: 0.0, salt=lambda: bytes(16))
    told(lost, move="end_round")
    assert not lost.over and lost.outcome is None
    told(lost, "red", move="fix_lost", seat="red", boat="B04")
    told(lost, "red", move="fix_won", seat="red", boat="B03")
    assert lost.outcome and lost.outcome.places == (("red",), ("blue",))


def test_striking_a_line_tells_nobody_what_stands_on_a_holder() -> None:
    heard = []
    for motif in ("ox", "horse"):
        situation = {
            "phase": "turn",
            "number": 3,
            "tops": {"c3": "tip"},
            "workers": {"white": ["a1", ""], "black": ["g7", ""]},
            "holders": {"white": [motif, "ox"], "black": 2},
        }
        match = begun("sakkara", 2, situation)
        told(match, move="fix_tile", source="box", to="holder:white", motif="horse")
        told(match, move="horse", worker="white:1", path=["a2", "a3"])
        answer = match.amend(2, by="white", consent=match.seats, reason="entered wrongly")
        assert answer.done
        states = [(one.status, one.faults) for one in match.lines()]
        heard.append((answer.says, answer.marked, answer.changes, match.public, states))
    assert heard[0] == heard[1]


def test_a_quarry_that_is_set_open_tells_no_wrong_note_before_everybody_agreed() -> None:
    heard = []
    for value in (3, 4):
        match = begun("maya", 3, MAYA | {"laid": {"Q2": [f"red:{value}", "red:low"]}})
        shown = {"laid": {"Q1": ["red:3"]}, "done": ["Q1", "Q2"]}
        heard.append(match.correct(shown, "red"))
        assert not heard[-1].done and heard[-1].consent == ("blue", "yellow")
        assert match.correct(shown, "red", match.seats).done == (value == 4)
    assert heard[0] == heard[1]


def noted_and_set_right(value: int, *, consent: bool = False, forgotten: bool = True) -> Match:
    """Red notes a card at Q2, blue says that nobody knows it, and that Q1 and Q2 are turned up."""
    match = begun("maya", 3, MAYA | {"laid": {"Q2": ["red:low"]}})
    told(match, "yellow", move="fix_gold", seat="yellow", gold=7)
    told(match, "red", move="lay_card", seat="red", quarry="Q2", card="low", value=value)
    if forgotten:
        told(match, "blue", move="fix_cards", quarry="Q2", cards=["red:low", "red:low"])
    shown = {"laid": {"Q1": ["red:3"]}, "done": ["Q1", "Q2"]}
    assert match.correct(shown, "blue", match.seats if consent else ()).done
    return match


def test_striking_a_line_before_the_table_was_set_right_shows_nothing_that_is_hidden() -> None:
    heard = []
    for value in (3, 4, 5):
        match = noted_and_set_right(value)
        answer = match.amend(4, by="blue", reason="entered wrongly")
        assert answer.done, "red need not agree, for nothing of red's is shown"
        states = [(one.status, one.faults) for one in match.lines()]
        heard.append((answer.says, answer.marked, answer.changes, match.public, states))
        assert match.public.quarry("Q1").cards[0].value == 3, "what all were told stands"
        assert [one.value for one in own(match, "red").quarry("Q2").cards] == [UNKNOWN] * 2
        assert keys(match, "red") == ["all_untold"] and not keys(match, "blue")
    assert heard[0] == heard[1] == heard[2]


def test_a_table_set_right_keeps_what_was_told_in_private_when_an_earlier_line_is_struck() -> None:
    match = begun("maya", 3, MAYA)
    told(match, "yellow", move="fix_gold", seat="yellow", gold=7)
    told(match, "red", move="lay_card", seat="red", quarry="Q2", card="low", value=4)
    assert match.correct({"gold": {"blue": 9}}, "blue").done
    assert match.amend(2, by="yellow", reason="entered wrongly").done
    assert match.public.gold("blue") == 9 and not keys(match, "red")
    assert [one.value for one in own(match, "red").quarry("Q2").cards] == [4]
    assert [one.value for one in match.public.quarry("Q2").cards] == [UNKNOWN]


def test_what_a_table_agreed_to_see_stays_seen_when_an_earlier_line_is_struck() -> None:
    match = noted_and_set_right(4, consent=True, forgotten=False)
    gold = match.game.move({"move": "fix_gold", "seat": "yellow", "gold": 8})
    for meant in ((gold,), ()):
        assert [one.value for one in match.public.quarry("Q2").cards] == [UNKNOWN, 4]
        assert match.amend(2, *meant, by="yellow", reason="entered wrongly").done
    assert [one.value for one in match.public.quarry("Q2").cards] == [UNKNOWN, 4]


@pytest.mark.parametrize("hands", [{}, {"blue": ["priest", "land"]}], ids=["nothing", "cards"])
def test_what_was_told_in_private_names_no_other_native_in_a_refusal(hands: Any) -> None:
    match = begun("mesopotamien", 2, {"hands": hands})
    rob = {"move": "rob", "robber": "blue@-1,0", "victim": "yellow@3,3"}
    answer = match.submit(match.game.move(rob), "blue")
    assert isinstance(answer.verdict, Refused)
    assert [one.values for one in answer.verdict.faults] == [{"native": "yellow@3,3"}]

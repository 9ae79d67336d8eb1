"""The main place is bright where its game says so, and says what it costs where it is not."""

from typing import Any

from companion.kernel import MOVE
from companion.match.match import Match
from companion.match.registry import game_package
from tests.games.test_stuck import played
from tests.games.tried import EACH_GAME, Tried
from tests.records.reading import taken_up
from ui.canvas.art import Art
from ui.presenter import Presenter
from ui.presenter.now import NowCard, now_card
from ui.screens.table.faces import Faces
from ui.screens.table.tray import MainPlace
from ui.texts import of_screens


def main_place(presenter: Presenter) -> MainPlace:
    faces = Faces(presenter, Art(presenter.package.art))
    faces.middle()
    faces.think()
    return faces.main()


def card(presenter: Presenter) -> NowCard:
    main = main_place(presenter)
    return now_card(presenter, ending=main.bright and main.ends)


def begun(game: str, *seats: str, **situation: Any) -> Presenter:
    package = game_package(game)
    clock, salt = (lambda: 0.0), (lambda: b"0" * 16)
    match = Match.start(package, seats, situation=situation or None, clock=clock, salt=salt)
    return Presenter(package, match, of_screens(), "en")


@EACH_GAME
def test_only_what_can_be_done_and_is_not_called_quiet_is_bright(tried: Tried) -> None:
    told = tried.package.bright
    for number, match in enumerate(played(tried, 5)):
        if number % 8 or match.over:
            continue
        main = main_place(Presenter(tried.package, match, of_screens(), "en"))
        if main.bright:
            assert main.offered
            assert main.token.removeprefix(MOVE) not in told.never


def test_done_moving_is_quiet_while_points_are_left_and_says_what_would_be_lost() -> None:
    one = begun("mesopotamien", "green", "yellow")
    main = main_place(one)
    assert main.label == "Done moving" and not main.bright
    assert main.detail.endswith("points would be lost")
    one.touch("green@-1,0")
    one.touch("1,-1")
    assert main_place(one).detail == "next: the action", "no point is left, wood may be picked up"


def test_moving_does_not_seem_over_while_an_offering_could_be_made() -> None:
    match = taken_up("by-hand-2", 829)  # no point is left, the marker stands at the temple
    one = Presenter(match.package, match, of_screens(), "en")
    main = main_place(one)
    assert main.label == "Done moving" and main.offered and not main.bright
    assert card(one).sentence == "Ada, move your natives."


def test_what_is_turned_up_is_asked_with_what_is_left_of_the_stack() -> None:
    for match in played(Tried("mesopotamien"), 5):
        asked = Presenter(match.package, match, of_screens(), "en")
        picker = asked.offers.picker
        if picker is not None and "volcano" in {one.token for one in picker.choices}:
            break
    face = Faces(asked, Art(match.package.art)).middle()
    left = sum(int(one.detail.removesuffix(" left")) for one in face.tiles)
    assert face.supply == f"{left} tiles in the stack"


def test_the_main_place_says_what_comes_of_it() -> None:
    """What would be done without while it is quiet, and how much it brings while it is bright."""
    site = {"natives": [{"at": "-1,1", "seat": "green"}], "cults": {"-1,1": "green"}}
    mana = begun("mesopotamien", "green", "yellow", phase="mana", turn=5, **site)
    assert (main_place(mana).label, main_place(mana).bright) == ("Take 1 mana", True)
    act = begun("mesopotamien", "green", "yellow", phase="act", turn=5, **site)
    assert (main_place(act).label, main_place(act).bright) == ("No action", False)
    matches = (m for m in played(Tried("pyramidion"), 5) if m.asked)
    dealt = next(match for match in matches if match.asked[0].prompt == "cards")
    cards = main_place(Presenter(game_package("pyramidion"), dealt, of_screens(), "en"))
    assert (cards.label, cards.bright) == ("Everyone has 9 cards", True)


def test_an_action_stays_done_whatever_somebody_else_tells_meanwhile() -> None:
    """Somebody has drawn a card; another player has noted a marker in private since."""
    match = taken_up("evening-4", 960)
    assert [step.by for step in match.steps[-2:]] == ["blue", "red"]
    act = Presenter(match.package, match, of_screens(), "en")
    assert act.seat == "blue" and main_place(act).label == "Done acting"


def test_ending_a_turn_is_bright_only_after_its_step() -> None:
    seen = set()
    for match in played(Tried("sakkara"), 4):
        presenter = Presenter(game_package("sakkara"), match, of_screens(), "en")
        if presenter.asked and "end_turn" in presenter.asked[0].kinds:
            main = main_place(presenter)
            assert main.token == MOVE + "end_turn" and main.bright == main.offered
            assert main.bright or main.detail == "first one step"
            seen.add(main.bright)
    assert seen == {True, False}


def test_the_card_above_the_tray_asks_for_what_the_bright_button_does() -> None:
    one = begun("mesopotamien", "green", "yellow")
    assert card(one).sentence == "Green, move your natives."
    one.touch("green@-1,0")
    one.touch("1,-1")
    assert main_place(one).label == "Done moving" and main_place(one).bright
    assert card(one).sentence == "Green, finish moving."
    assert card(one).picture is not None, "what was done last is still in the hands"


def test_a_game_that_ends_undecided_says_what_is_still_to_be_told() -> None:
    boats = {"red": ["B05", "B18", "B19", "B20"], "blue": ["B07"]}
    one = begun("pyramidion", "red", "blue", display=["B01"], boats=boats, phase="end")

    def told(**move: str) -> str:
        assert one.match.submit(one.match.game.move(move)).done
        return now_card(one).sentence

    told(move="fix_won", seat="blue", boat="B05")
    assert told(move="end_round") == one.phrasebook.say("notice", "over_unclear")
    for move, seat in (("fix_lost", "blue"), ("fix_lost", "red"), ("fix_won", "red")):
        said = told(move=move, seat=seat, boat="B05")
    assert said == one.phrasebook.say("notice", "over")

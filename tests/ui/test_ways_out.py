"""The ways out of a refusal: each reads otherwise, has a picture and says what it costs."""

import pytest

from companion.kernel import MOVE, begin, completions
from companion.match.match import Match
from companion.match.registry import game_package
from companion.table import Scanned
from companion.text import LANGUAGES, Language
from tests.records.reading import taken_up
from ui.canvas.art import Art
from ui.presenter import Presenter
from ui.presenter.narration import Narrator
from ui.screens.table.faces import Faces
from ui.texts import of_screens
from ui.widgets.places import Tile

EACH_LANGUAGE = pytest.mark.parametrize("language", LANGUAGES)


def at_a_table(language: Language = "en", *seats: str) -> Presenter:
    package = game_package("mesopotamien")
    match = Match.start(
        package, seats or ("blue", "red"), clock=lambda: 0.0, salt=lambda: b"0" * 16
    )
    return Presenter(package, match, of_screens(), language)


def shown(presenter: Presenter) -> tuple[Tile, ...]:
    return Faces(presenter, Art(presenter.package.art)).middle().tiles


def refused_far_away(language: Language = "en") -> Presenter:
    one = at_a_table(language)
    one.touch("blue@-1,0")
    one.touch(MOVE + "explore")
    one.touch("1,-2")
    assert one.refusal is not None
    return one


@EACH_LANGUAGE
def test_no_two_ways_out_read_alike_and_each_has_a_picture(language: Language) -> None:
    tiles = shown(refused_far_away(language))
    assert len({(one.label, one.detail) for one in tiles}) == len(tiles) > 1
    assert all(one.look and one.detail for one in tiles)


def test_what_fits_several_places_goes_on_with_what_was_chosen_and_lights_them() -> None:
    one = refused_far_away()
    best = shown(one)[0]
    assert best.role == "bright" and best.detail == "elsewhere, 3 possible"
    assert one.refusal is not None
    one.leave_by(one.refusal.alternatives[0])
    assert one.refusal is None and one.offers.lit == {"-1,-1", "-2,0", "-2,1"}
    one.touch("-2,0")
    assert one.asked[0].prompt == "draw"


def test_only_for_the_refused_kind_of_move_another_place_is_one_elsewhere() -> None:
    match = taken_up("sakkara-evening", 21)
    one = Presenter(match.package, match, of_screens(), "en")
    one.make(one.game.move({"move": "end_turn"}))
    best = shown(one)[0]
    assert (best.label, best.detail) == ("Take a step", "2 possible")


def test_to_end_the_step_is_never_the_bright_way_out() -> None:
    tiles = shown(refused_far_away())
    (ends,) = (one for one in tiles if one.label == "Finish moving")
    assert ends.role == "plain" and tiles.index(ends) > 0


@pytest.mark.parametrize(
    ("language", "said", "cost"),
    [
        ("en", "Walk into the quarry, then explore an empty space", "uses 2 of 3 points"),
        ("de", "In den Steinbruch gehen, dann ein leeres Feld entdecken", "kostet 2 von 3 Punkten"),
    ],
)
def test_a_way_of_several_moves_is_one_sentence_and_says_what_it_uses(
    language: Language, said: str, cost: str
) -> None:
    one = at_a_table(language)
    native = {"at": "0,0", "seat": "blue"}
    assert one.match.correct({"natives": [native], "movement": 3}).done
    one.touch("blue@0,0")
    one.touch(MOVE + "explore")
    one.touch("2,0")
    best = shown(one)[0]
    assert (best.label, best.detail) == (said, cost)


def test_how_far_it_is_stands_on_the_board_and_where_a_tile_lies_is_a_cross() -> None:
    one = refused_far_away()
    assert one.why is not None and one.why.lines == ("2 spaces away",)
    one.take_back()
    one.touch("blue@-1,0")
    one.touch(MOVE + "explore")
    one.touch("0,0")
    assert one.why is not None and (one.why.look, one.why.at) == ("cross", ("0,0",))
    assert one.refusal is not None
    assert one.refusal.faults[0].sentence == "A tile lies here already."


def test_a_code_that_nobody_can_read_leaves_a_refusal_and_a_question_as_they_are() -> None:
    one = refused_far_away()
    before = one.refusal
    one.code("0000 0000 0000")
    assert one.refusal == before and one.notice
    one.settle("no")
    assert one.refusal == before


def test_a_code_of_which_nothing_can_be_made_is_named_and_what_goes_is_said() -> None:
    one = at_a_table()
    for piece in one.package.catalogue.pieces:
        one.code(next(piece.each()).short)
        assert one.notice != "Nothing can be done here now.", piece.token
        one.take_back()
    one.code("plain")
    assert one.notice == "The plain is not what is asked for here, but a native."
    for foreign in ("4006381333931", "https://example.org"):
        one.signal(Scanned(1, 0.0, "scanner", foreign))
        assert one.notice == "This code does not belong to this game."
    one.signal(Scanned(1, 0.0, "scanner", "7"))
    assert one.notice == "7 is not what is asked for here, but a native."


def test_what_is_heard_first_after_a_refusal_is_the_best_way_out() -> None:
    one, narrator = at_a_table(), Narrator()
    narrator.lines(one, "all")
    for token in ("blue@-1,0", MOVE + "explore", "1,-2"):
        one.touch(token)
    assert narrator.lines(one, "all")[-1] == "Explore an empty space"


def test_no_way_out_reads_like_the_refused_move_but_for_another_place() -> None:
    """Who sees the holder knows that the tip lacks its helping hands, whatever level is named."""
    match = taken_up("sakkara-evening", 340)
    one = Presenter(match.package, match, of_screens(), "en")
    for kind in ("end_turn", "put_back", "step", "end_turn", "step"):
        while kind in one.asked[0].kinds:
            draft = begin(one.game, kind, one.seat)
            one.make(next(completions(one.game, one.match.position, draft)))
            if kind != "put_back":
                break
    one.make(one.game.move({"move": "build", "motif": "tip", "level": 0}))
    assert one.refusal is not None
    assert [fault.clause for fault in one.refusal.faults] == ["K52"]
    assert [way.sentence for way in one.refusal.alternatives] == ["End the turn"]

"""What stands beside the board: one sentence for now, the picture of hands, one line for last."""

from pathlib import Path
from random import Random

import pytest
from kivy.uix.widget import Widget

from companion.kernel import Change
from companion.match.last_answer import last_answer
from companion.match.match import Match
from companion.referee.player import Player
from companion.scene.hands import Hand, HandsPicture, Look, Spot
from companion.scene.pictures import hands
from tests.games.heard import heard
from tests.games.tried import EACH_GAME, SECRETIVE, Tried, tried
from tests.match.evening import Evening
from tests.records.reading import taken_up
from tests.ui.stage import Finger, Stage, pixel
from ui import theme
from ui.canvas.art import Art
from ui.presenter import Presenter
from ui.presenter.hands import Sight
from ui.presenter.now import last, now_card
from ui.presenter.steps_back import one_back
from ui.screens.table.faces import Faces
from ui.screens.table.now import Last
from ui.screens.table.zones import placed
from ui.texts import of_screens
from ui.widgets.hands import HandsView, row

RECORDS = Path(__file__).parents[1] / "records"

TURNS = 12
"""Turns of play that a card is looked at in."""

FEW = 2
"""Changes of each kind that are drawn."""


def presenter(match: Match) -> Presenter:
    return Presenter(match.package, match, of_screens(), "en")


def at_a_table(game: str, *seats: str) -> Presenter:
    return presenter(Evening(*seats, package=tried(game).package).match)


def pictured(one: Tried) -> dict[tuple[str, ...], list[Hand]]:
    """Some pictures of each kind of change that is heard of in a game."""
    found: dict[tuple[str, ...], list[Hand]] = {}
    text = hands(one.package.art)
    for view, change in heard(one).hands:
        sight = Sight(text, one.package.scene(view), view.setup.seats)
        hand = sight.hand(change, one.phrasebook("en", view).change(change))
        word = change.piece.partition(":")[0].partition("=")[0]
        alike = found.setdefault((word, hand.template, hand.source.stand, hand.target.stand), [])
        if len(alike) < FEW:
            alike.append(hand)
    return found


@EACH_GAME
def test_every_change_of_every_game_has_a_picture_of_hands(tried: Tried, stage: Stage) -> None:
    art = Art(tried.package.art)
    view = stage.put(HandsView(art, size_hint=(None, None), size=(240, 200)))
    for about, alike in pictured(tried).items():
        for hand in alike:
            looks = [hand.piece, hand.back, hand.source.look, hand.target.look]
            assert art.missing(look.look for look in looks) == (), about
            assert hand.piece.look and hand.sentence, about
            stacked = "stack" in (hand.source.stand, hand.target.stand)
            assert hand.back.look or not stacked, about  # a stack is one of cards, tiles or boats
            view.picture = None
            view.picture = HandsPicture((hand,))
            assert len(view._easel.figure.triangles) > 500, about


def test_the_five_templates_show_what_happens_at_the_tables() -> None:
    shown = {
        name: {hand.template for alike in pictured(tried(name)).values() for hand in alike}
        for name in ("mesopotamien", "sakkara")
    }
    assert shown["mesopotamien"] == {"lift", "turn_up", "give", "return", "slide"}
    assert shown["sakkara"] == {"lift", "turn_up", "give", "return"}


def test_a_face_and_an_owner_are_seen_on_the_piece() -> None:
    one = tried("mesopotamien")
    view = heard(one).views[0]
    sight = Sight(hands(one.package.art), one.package.scene(view), view.setup.seats)
    offered = sight.hand(Change("marker:red=4", 1, "hand:red", "offered:red"), "")
    assert offered.piece == Look("offering_4", seat="red")
    assert offered.target == Spot("seat", seat="red")
    found = sight.hand(Change("tile:forest", 1, "stack", "0,0"), "")
    assert (found.piece, found.back) == (Look("forest", "hex"), Look("tile"))
    slid = sight.hand(Change("mana:red", 1, "scale:red:3", "scale:red:4"), "")
    assert (slid.source.field, slid.target.field, slid.template) == (3, 4, "slide")


def test_a_slide_over_many_fields_shows_both_ends() -> None:
    assert row(3, 4) == [2, 3, 4, 5]
    assert (row(0, 1), row(1, 2)) == ([0, 1, 2], [1, 2, 3])
    assert row(12, 2) == [2, 3, -1, 11, 12]


def test_several_hands_are_one_picture_with_their_number_and_a_touch_leafs(stage: Stage) -> None:
    alike = pictured(tried("mesopotamien"))
    four = tuple(hands[0] for hands in alike.values())[:4]
    view = stage.put(HandsView(size_hint=(None, None), size=(240, 200)))
    view.picture, view.heading = HandsPicture(four), "To do on the table"
    assert {"1/4 ›", "To do on the table"} <= {word.text for word in view._easel.figure.words}
    seen = [view.words]
    for _ in range(4):
        Finger(120, 100).up()
        seen.append(view.words)
    sentences = [hand.sentence for hand in four]
    assert seen == [*sentences, sentences[0]]
    view.picture = HandsPicture(four[:1])
    assert not view.next() and view.words == sentences[0]


@pytest.mark.parametrize("size", [(112, 96), (236, 228), (20, 300)])
def test_a_picture_stays_inside_its_room(stage: Stage, size: tuple[int, int]) -> None:
    for alike in pictured(tried("maya")).values():
        view = HandsView(size_hint=(None, None), size=size, captioned=False)
        view.picture = HandsPicture((alike[0],))
        assert view._easel.figure is not None
        corners = view._easel.figure.triangles.corners
        assert min(corners[0::8]) > -6 and max(corners[0::8]) < size[0] + 6
        assert min(corners[1::8]) > -6 and max(corners[1::8]) < size[1] + 6
    assert isinstance(view, Widget)


@EACH_GAME
def test_in_every_turn_there_is_a_sentence_and_what_happened_last(tried: Tried) -> None:
    one, rng = at_a_table(tried.name, *tried.game.colours[: tried.game.players[0]]), Random(3)
    player = Player(tried.game, rng, share=0.0)
    for _ in range(TURNS):
        card = now_card(one)
        assert card.sentence and card.eyebrow == "NOW" and card.face != "refusal"
        _, made = player.turn(one.match.position)
        if made is None:
            break
        one.make(made)
        assert last(one).sentence


def test_a_begun_move_shows_its_piece_in_the_hand() -> None:
    one = at_a_table("mesopotamien", "red", "blue")
    one.touch("red@-1,0")
    card = now_card(one)
    assert card.picture is not None
    hand = card.picture.hands[0]
    assert (hand.template, hand.piece) == ("lift", Look("native", seat="red"))
    assert hand.source.look == Look("plain", "hex") and hand.sentence == ""
    assert card.caption == "Do it on the table, then touch it here."
    assert (card.face, card.seat) == ("move", "red")


def test_the_next_piece_is_not_told_before_it_is_turned_up() -> None:
    one = at_a_table("mesopotamien", "red", "blue")
    one.make(
        tried("mesopotamien").game.move({"move": "explore", "native": "red@-1,0", "to": "-2,0"})
    )
    for _ in range(2):
        card = now_card(one)
        assert (card.face, card.seat, card.note) == ("question", "red", "") and card.picture
        assert [(hand.template, hand.piece) for hand in card.picture.hands] == [
            ("turn_up", Look("", "hex", ghost=True))
        ]
        assert card.caption == "Turn it up, then touch below what it is."
        one.touch("volcano")
        one.touch("-1,-1")  # where it lies; then another tile is turned up


def test_what_was_turned_up_is_not_shown_again_but_what_is_turned_up_next() -> None:
    """Hands have done it before they told what it is."""
    one = at_a_table("pyramidion", "red", "blue")
    for number in range(1, 6):
        one.make(one.game.move({"move": "reveal_boat", "boat": f"B{number:02}"}))
    card = now_card(one)
    assert one.asked[0].kinds == ("distribute",) and card.face == "question"
    assert card.picture is not None and card.note == ""
    assert [(hand.template, hand.piece) for hand in card.picture.hands] == [
        ("turn_up", Look("", "card", ghost=True))
    ]
    one.make(one.game.move({"move": "distribute", "card": "D01"}))
    then = now_card(one)
    assert then.picture is not None and then.note == "To do on the table" and not then.done
    assert {hand.piece.look for hand in then.picture.hands} & {"stone", "wood", "urn", "camel"}


def test_it_is_not_shown_who_gets_something_before_it_is_turned_up() -> None:
    one = presenter(taken_up("maya-3", 138))
    assert one.asked[0].kinds == ("reveal",)
    assert now_card(one).picture is None


def test_one_step_back_leads_on_to_every_place_lit_then() -> None:
    """Two ways to the temple, after which a stone may leave it by different sides."""
    one = at_a_table("mesopotamien", "red", "blue")
    carrier = {"at": "-2,1", "seat": "red", "load": "stone"}
    tiles = {"-2,1": "quarry"}
    assert one.match.correct({"tiles": tiles, "natives": [carrier], "movement": 5}).done
    one.touch("red@-2,1+stone")
    one.touch("0,0")
    assert one.offers.picker is not None, "which way?"
    one_back(one)
    assert "-1,0" in one.offers.lit
    one.touch("-1,0")
    assert one.match.public.native("red@-1,0+stone").count == 1


def test_equal_pieces_in_a_row_are_shown_at_once_with_each_place() -> None:
    one = at_a_table("mesopotamien", "red", "green", "blue")
    one.touch("red@-1,0")
    one.touch("-2,0")
    one.touch("forest")
    picture = now_card(one).picture
    assert picture is not None
    wood = [hand for hand in picture.hands if hand.piece.look == "wood"]
    assert [hand.count for hand in wood] == [1, 2]
    assert {hand.at for hand in wood} == {"1,-1", "-2,0"}


def test_a_move_taken_back_stands_beside_the_player_who_took_it_back() -> None:
    one = at_a_table("mesopotamien", "red", "blue")
    one.passing()
    one.undo("blue")
    one.settle("red")
    assert (last(one).seat, last(one).sentence) == ("blue", "Blue takes the move back.")


def test_what_hands_did_is_told_apart_from_what_they_still_do_after_a_step_back() -> None:
    one = at_a_table("mesopotamien", "red", "blue")
    one.make(one.game.move({"move": "step", "native": "red@-1,0", "to": "0,0"}), "red")
    card = now_card(one)
    assert card.picture is not None and card.done and card.note == "✓ Red’s move"
    one.undo("red")
    card = now_card(one)
    assert card.picture is not None and not card.done and card.note == "Put it back on the table"


def test_below_a_sentence_to_one_person_stands_no_picture_of_what_another_has_done() -> None:
    one = presenter(taken_up("maya-3", 19))
    asked, other = now_card(one), last(one).seat
    assert (asked.seat, other) == ("green", "blue") and asked.picture is not None
    assert not asked.note and {hand.piece.seat for hand in asked.picture.hands} == {"green"}
    one = presenter(taken_up("pyramidion-3", 159))
    one.work = tuple(filter(None, [last_answer(one.match)]))
    rest = now_card(one)
    assert rest.picture is not None and len(rest.picture.hands) == 4, "hands do that first"
    assert rest.note == "On the table: Bruno’s move"


def test_a_torturer_who_helped_to_load_is_told_for_nobody_may_have_chosen_that() -> None:
    said = last(presenter(taken_up("pyramidion-3", 160))).sentence
    assert said == "Ada’s torturer at Alexandria helps with wood, once this round."


def test_the_last_of_several_who_are_asked_the_same_is_waited_for() -> None:
    table = at_a_table("pyramidion", "red", "blue", "green")
    player, waits = Player(table.game, Random(5), share=0.0), []
    for _ in range(60):
        _, made = player.turn(table.match.position)
        assert made is not None
        before = [one.seat for one in table.asked if one.prompt == "reveal"]
        table.make(made)
        after = [one.seat for one in table.asked if one.prompt == "reveal"]
        assert (now_card(table).face == "waiting") == (len(after) == 1 < len(before))
        waits += after if len(after) == 1 < len(before) else []
        assert now_card(table).seat == ("" if len(after) > 1 else now_card(table).seat)
    assert waits


TOLD_IN_PLAY = [
    one.name
    for one in SECRETIVE
    if any(kind.hidden and kind.role == "play" for kind in one.game.kinds)
]
"""Games in which something is told in private that may be refused."""


def test_what_waits_for_one_more_touch_is_asked_for_by_its_name() -> None:
    """A stone at a quarry that nobody can go on from: what is begun there has one answer."""
    one = at_a_table("mesopotamien", "green", "yellow")
    for token in ("green@-1,0", "1,0"):
        one.touch(token)
    one.touch("green@1,0")
    assert one.composer.begun and one.composer.settled(one.view)
    assert now_card(one).sentence == "Green, touch “Pick up”."


def test_where_the_first_kind_of_move_cannot_be_made_hands_show_another() -> None:
    one = at_a_table("mesopotamien", "green", "yellow")
    one.make(one.game.move({"move": "end_move"}))
    one.work, one.done = (), None
    assert one.asked[0].prompt == "act"
    shown = now_card(one).picture
    assert shown is not None and shown.hands


@pytest.mark.parametrize("stage", [(1024, 600), (800, 480)], indirect=True, ids=str)
def test_what_happened_last_stays_in_its_place_in_the_largest_letters(stage: Stage) -> None:
    theme.use(stage.size, letters="largest")
    line = Last(lambda: None)
    line.size_hint = (None, None)
    stage.put(line)
    line.size = placed(0, 0, *stage.size).last[2:]
    for said in (
        "Die Partie beginnt. Am Tisch: Maximiliana-Annabel0 und Maximiliana-Annabel1.",
        "The boat still lacks: 1 wood, 1 camel and 2 stonecutters, and 1 stone more.",
    ):
        line.show("", said, ("Last", "History"), inside=True)
        stage.settle()
        assert line.text.height <= line.height and line.text.text == said
    for answers, again in ((0, 0), (7, 1), (7, 1), (8, 2)):  # a touch, and what is shown after it
        line.show("", said, ("Last", "History"), inside=True, answers=answers)
        assert line.again == again
    assert line.surface, "it lights up"
    stage.until(lambda: not line.surface)
    line.show("", said, ("Not this one", "History"), inside=True, denied=True)
    assert (line.surface, line.text.text) == ("red_quiet", said), "as red as a refusal"


def test_in_strong_contrast_what_happened_last_has_an_outline_like_everything_else(
    stage: Stage,
) -> None:
    theme.use(stage.size, name="contrast")
    line = Last(lambda: None)
    line.size_hint, line.size = (None, None), (300, 100)
    stage.put(line)
    line.show("", "The match begins.", ("Last", "History"), inside=False)
    stage.settle()
    x, y = line.to_window(line.center_x, line.top)
    edge = [pixel(stage.pixels(), stage.size[0], x, y - down) for down in range(1, 4)]
    assert any(min(colour) > 200 for colour in edge)


def test_where_a_place_may_be_for_two_things_the_tray_shows_which_and_no_hand_does_one() -> None:
    shown = at_a_table("maya", "red", "blue")
    shown.make(shown.game.move({"move": "practice_board"}))
    shown.touch("P1.L1")
    assert {one.kind for one in shown.composer.drafts} == {"opening_stone", "opening_neutral"}
    card = now_card(shown)
    assert card.sentence == "Choose below what is meant." and card.picture is None
    tiles = Faces(shown, Art(shown.package.art)).middle().tiles
    assert [one.token for one in tiles if one.waiting] == [
        "move:opening_stone",
        "move:opening_neutral",
    ]


def test_a_pass_that_is_forced_shows_the_stone_that_goes_back() -> None:
    blocked = next(
        one
        for one in tried("maya").positions
        if one.phase == "building" and one.blocked(one.turn) and one.stock(one.turn)
    )
    match = Evening(*blocked.setup.seats, package=tried("maya").package).match
    match.timeline.start = match.timeline.position = blocked
    shown = now_card(presenter(match), ending=True).picture
    assert shown is not None
    (hand,) = shown.hands
    assert (hand.template, hand.target.stand) == ("return", "box")
    assert (hand.piece.look, hand.piece.seat) == ("cube", blocked.turn)


def test_what_is_to_be_touched_next_is_shown_where_hands_do_nothing_yet() -> None:
    one = at_a_table("mesopotamien", "red", "blue")
    one.touch("move:explore")
    card = now_card(one)
    assert card.sentence == "Red, which space do you explore?" and card.picture is None
    assert [(shape.form, shape.text) for shape in card.place] == [("hex", "explore")]
    one = presenter(taken_up("evening-3", 36))
    one.touch("move:explore")
    card = now_card(one)
    assert "which native" in card.sentence and {shape.look for shape in card.place} == {"native"}
    one = at_a_table("backgammon", "white", "black")
    one.touch("d3")
    assert "White has 3" in now_card(one).sentence
    assert now_card(one).place == (), "a die that shows 1 would seem to be Black's"

"""What stands beside the board while something is refused, or a touch did nothing."""

from random import Random

import pytest
from msgspec import structs

from companion.scene.hands import Hand, Look, Spot
from companion.sight.printed import FIELDS
from tests.games.tried import tried
from tests.records.reading import taken_up
from tests.ui.test_now import TOLD_IN_PLAY, at_a_table, presenter
from ui.presenter.misses import owner
from ui.presenter.now import last, now_card


def test_a_refusal_says_what_is_the_case_and_shows_both_things_apart() -> None:
    one = at_a_table("mesopotamien", "red", "blue")
    one.touch("red@-1,0")
    one.touch("0,-1")
    card = now_card(one)
    assert (card.face, card.eyebrow) == ("refusal", "NOT THIS ONE")
    assert one.refusal is not None and card.sentence == one.refusal.faults[0].sentence
    assert card.picture is not None and card.picture.hands[0].template == "apart"
    assert card.picture.hands[0].target.look == Look("volcano", "hex")
    assert now_card(one, child=True).eyebrow == "NOT YET"


def test_a_reason_that_has_no_place_shows_what_was_wanted_crossed_out() -> None:
    one = at_a_table("mesopotamien", "red", "blue")
    one.touch("move:draw_card")
    assert one.refusal is not None
    card = now_card(one)
    assert card.picture is not None
    wanted = Hand("crossed", Look("card", seat="red"), Spot("board"), Spot("board"))
    assert card.picture.hands == (wanted,)


def test_what_hands_still_have_to_do_stays_there_after_a_refusal_is_put_away() -> None:
    one = at_a_table("mesopotamien", "red", "green", "blue")
    one.passing()
    one.touch("move:breed")
    before = now_card(one).picture
    assert before is not None
    one.touch("green@-1,1")
    one.touch("0,1")
    assert one.refusal is not None
    one.take_back()
    assert now_card(one).picture == before


def test_no_alternative_reads_like_the_refused_move() -> None:
    """Another native could walk onto the temple; nobody would know that it is another one."""
    one = at_a_table("mesopotamien", "red", "blue")
    natives = [{"at": "1,-1", "seat": "red", "load": "wood"}, {"at": "-1,0", "seat": "red"}]
    assert one.match.correct({"natives": natives, "movement": 5}).done
    one.touch("red@1,-1+wood")
    one.touch("0,0")
    assert one.refusal is not None and one.refusal.alternatives
    assert one.refusal.move not in [
        way.sentence for way in one.refusal.alternatives if way.choose is None
    ]


def test_a_touch_without_effect_is_answered_where_the_last_move_stands() -> None:
    one = at_a_table("mesopotamien", "red", "blue")
    before = now_card(one)
    one.touch("nowhere")
    assert one.notice and last(one).sentence == one.notice
    assert now_card(one) == before


@pytest.mark.parametrize("name", TOLD_IN_PLAY)
def test_a_refused_private_entry_shows_nobody_what_was_told(name: str) -> None:
    one, told = tried(name), "told in private"
    shown = at_a_table(name, *one.game.colours[: one.game.players[0]])
    kind = next(kind for kind in one.game.kinds if kind.hidden and kind.role == "play")
    move = one.drawing.any_move(shown.match.position, Random(1), kind.name)
    shown.make(structs.replace(move, **dict.fromkeys(kind.hidden, told)))
    assert shown.refusal is not None
    assert told not in str((shown.why, shown.refusal, now_card(shown)))


@pytest.mark.parametrize("name", ["evening-3", "pyramidion-3", "sakkara-evening"])
def test_a_touch_on_what_belongs_to_another_names_that_person(name: str) -> None:
    shown = presenter(taken_up(name, 150))
    others = {shape.token for shape in shown.scene.shapes if owner(shown, shape.token)}
    fields = {shape.token for shape in shown.scene.shapes if shape.form in FIELDS}
    assert others and not others & fields
    for token in others:
        shown.take_back()
        shown.touch(token)
        whose = shown.phrasebook.name(owner(shown, token))
        assert shown.composer.begun or whose in shown.notice, (token, shown.notice)
        assert shown.question is None


def test_a_card_that_is_out_already_is_shown_as_it_is_and_no_other_is_proposed() -> None:
    one = at_a_table("pyramidion", "red", "blue")
    cards = [card.id for card in one.view.box.distribution]
    assert one.match.correct({"dealt": cards[:1], "phase": "distribution"}).done
    one.touch(cards[0])
    card = now_card(one)
    assert card.sentence == "This card is already face up."
    assert card.place and card.picture is None
    assert one.refusal is not None and not one.refusal.alternatives


def test_mana_of_several_sites_is_told_as_one() -> None:
    one = presenter(taken_up("by-hand-2", 801))
    assert last(one).sentence == "Bruno collects 2 mana and has 2 now."
    one.undo("green")
    while one.question is not None:
        one.settle(one.question.answers[0].token)
    one.agreeing.redo()
    assert last(one).sentence.startswith("Bruno does this again: ")

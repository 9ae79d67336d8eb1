"""Signals become moves: on a real game, as fingers, scans and dials meet it."""

from itertools import islice
from typing import Any

import msgspec
import pytest

from companion.kernel import Accepted, Move, faults, fields, judge
from companion.kernel.drafts import steps
from companion.match.composer import Choice, Composer, Composing, Fruitless, Misfit, Submit
from companion.match.registry import game_package
from companion.match.timeline import Timeline
from tests.games.test_stuck import played
from tests.games.tried import Tried
from tests.records.reading import opened

GAME = game_package("mesopotamien").game
START = GAME.setup(("green", "yellow", "red", "blue"), GAME.options(), GAME.box())


def position(**situation: Any) -> Any:
    return GAME.arrange(START, msgspec.convert(situation, GAME.situation))


def move(**data: Any) -> Move:
    return GAME.move(data)


@pytest.fixture
def composer() -> Composer:
    return Composer(GAME)


def test_a_touch_on_a_native_and_one_beside_it_is_a_step(composer: Composer) -> None:
    assert composer.take(START, "-1,0") == Composing()
    made = composer.take(START, "0,0")
    assert made == Submit((move(move="step", native="green@-1,0", to="0,0"),))
    assert not composer.begun


def test_a_touch_further_away_plays_the_shortest_way(composer: Composer) -> None:
    composer.take(START, "-1,0")
    made = composer.take(START, "1,-1")
    assert isinstance(made, Submit)
    assert [GAME.plain(one)["to"] for one in made.moves] == ["0,0", "1,-1"]


def test_an_illegal_choice_is_a_whole_move_that_can_be_answered(composer: Composer) -> None:
    composer.take(START, "-1,0")
    made = composer.take(START, "0,-1")  # a volcano
    assert made == Submit((move(move="step", native="green@-1,0", to="0,-1"),))
    assert not isinstance(judge(GAME, START, made.moves[0]), Accepted)


def test_a_field_out_of_reach_is_answered_not_ignored(composer: Composer) -> None:
    view = position(movement=1)
    composer.take(view, "-1,0")
    made = composer.take(view, "1,-1")
    assert isinstance(made, Submit)
    assert len(made.moves) == 1


def test_a_token_that_fits_nothing_is_answered_with_what_would(composer: Composer) -> None:
    made = composer.take(START, "unheard-of")
    assert isinstance(made, Misfit)
    assert "native" in made.expected


def test_two_loads_on_a_field_are_told_apart_by_a_second_touch(composer: Composer) -> None:
    view = position(
        natives=[
            {"at": "1,0", "seat": "green", "load": "stone"},
            {"at": "1,0", "seat": "green"},
        ]
    )
    assert composer.take(view, "1,0") == Composing()
    assert set(composer.pick()) == {"green@1,0", "green@1,0+stone"}
    assert composer.take(view, "green@1,0+stone") == Composing()
    assert composer.pick() == ()
    made = composer.take(view, "0,0")
    assert made == Submit((move(move="step", native="green@1,0+stone", to="0,0"),))


def test_a_place_is_walked_to_though_what_could_be_picked_up_here_lies_there_too(
    composer: Composer,
) -> None:
    view = position(
        natives=[{"at": "1,0", "seat": "green"}],
        goods={"1,0": {"stone": 1}, "-1,0": {"stone": 1}},
        movement=5,
    )
    composer.take(view, "1,0")
    made = composer.take(view, "-1,0")
    assert isinstance(made, Submit)
    assert [GAME.plain(one)["to"] for one in made.moves] == ["0,0", "-1,0"]
    composer.take(view, "1,0")
    assert composer.take(view, "stone") == Submit(
        (move(move="pickup", native="green@1,0", good="stone"),)
    )


def test_a_button_takes_what_is_chosen_along(composer: Composer) -> None:
    view = position(natives=[{"at": "0,0", "seat": "green", "load": "stone"}])
    composer.take(view, "0,0")
    assert Choice("move:deliver", ("deliver",)) in composer.choices(view)
    made = composer.take(view, "move:deliver")
    assert made == Submit((move(move="deliver", native="green@0,0+stone"),))


def test_one_touch_alone_never_makes_a_move_where_others_could_be_meant(
    composer: Composer,
) -> None:
    view = position(natives=[{"at": "0,0", "seat": "green", "load": "stone"}], movement=0)
    assert composer.take(view, "0,0") == Composing()


def test_the_table_tells_what_was_drawn_with_one_touch(composer: Composer) -> None:
    made = judge(GAME, START, move(move="explore", native="green@-1,0", to="-2,0"))
    assert isinstance(made, Accepted)
    view = GAME.public(made.position)
    assert composer.take(view, "plain") == Submit((move(move="draw", terrain="plain"),))


def test_a_list_ends_by_itself_when_nothing_else_can_follow(composer: Composer) -> None:
    now = position(
        turn=5,
        natives=[{"at": "1,-1", "seat": "green"}],
        tiles={"2,-1": "forest", "2,-2": "forest", "2,-3": "forest"},
    )
    for step in (
        move(move="explore", native="green@1,-1", to="1,-2"),
        move(move="draw", terrain="forest"),
    ):
        made = judge(GAME, now, step)
        assert isinstance(made, Accepted)
        now = made.position
    view = GAME.public(now)
    old = ("1,-1", "2,-1", "2,-2")
    assert [composer.take(view, token) for token in old] == [Composing()] * 3
    assert composer.take(view, "2,-3") == Submit((move(move="spread", goods=[*old, "2,-3"]),))


def test_a_dial_and_one_button_can_do_a_whole_turn(composer: Composer) -> None:
    view = START
    composer.turn(view, 1)
    assert composer.cursor is not None
    for _ in range(30):
        made = composer.confirm(view)
        if isinstance(made, Submit):
            break
        composer.turn(view, 1)
    assert isinstance(made, Submit)
    assert isinstance(judge(GAME, view, made.moves[0]), Accepted)
    assert composer.passing(view) == Submit((move(move="end_move"),))


def test_turning_back_steps_back(composer: Composer) -> None:
    first = composer.turn(START, 1)
    second = composer.turn(START, 1)
    assert first != second
    assert composer.turn(START, -1) == first


def test_a_kind_that_nobody_asked_for_is_answered_with_the_reason(composer: Composer) -> None:
    made = composer.take(START, "move:draw_card")
    assert made == Submit((move(move="draw_card"),))


def test_nothing_is_kept_of_an_abandoned_draft(composer: Composer) -> None:
    composer.take(START, "-1,0")
    composer.clear()
    assert not composer.begun
    assert composer.ticks(START) == ()


def test_every_choice_leads_on_without_breaking_a_rule(composer: Composer) -> None:
    for choice in composer.choices(START):
        composer.clear()
        made = composer.take(START, choice.token)
        assert not isinstance(made, Misfit)
        if isinstance(made, Submit):
            assert isinstance(judge(GAME, START, made.moves[0]), Accepted)


def test_no_choice_leads_nowhere(composer: Composer) -> None:
    view = position(natives=[{"at": "0,0", "seat": "green"}], movement=0)
    for choice in composer.values(view):
        composer.clear()
        composer.take(view, choice.token)
        assert composer.choices(view), choice


def test_a_way_is_not_offered_where_more_is_wrong_than_the_distance(composer: Composer) -> None:
    view = position(natives=[{"at": "0,0", "seat": "green"}], movement=0)
    wanted = move(move="step", native="green@0,0", to="-3,3")
    composer.take(view, "move:step")
    composer.take(view, "green@0,0")
    assert composer.take(view, "-3,3") == Submit((wanted,))


def test_a_question_with_one_answer_is_not_asked(composer: Composer) -> None:
    """In a quarry there is nothing but stone."""
    view = position(natives=[{"at": "1,0", "seat": "green"}])
    composer.take(view, "1,0")
    made = composer.take(view, "move:pickup")
    assert made == Submit((move(move="pickup", native="green@1,0", good="stone"),))


def test_a_count_with_one_answer_is_not_asked_before_a_place_is_touched() -> None:
    game = game_package("sakkara").game
    told = opened("sakkara-evening")
    timeline = Timeline(game, told.secrets)
    for entry in told.entries:
        timeline.add(entry)
        asked = game.asked(timeline.position)
        if asked and "put_back" in asked[0].kinds:
            break
    view, composer = game.public(timeline.position), Composer(game)
    (to, *_) = composer.choices(view)
    made = composer.take(view, to.token)
    assert isinstance(made, Submit) and game.plain(made.moves[0])["move"] == "put_back"


def test_one_touch_with_one_way_on_asks_for_its_name_and_nothing_else(composer: Composer) -> None:
    """A native at the temple with the only marker that it can pay."""
    natives = [{"at": "0,0", "seat": "green", "load": "marker"}, {"at": "1,0", "seat": "green"}]
    view = position(natives=natives, mana={"green": 3}, movement=0)
    composer.take(view, "0,0")
    assert [draft.kind for draft in composer.drafts] == ["sacrifice"]
    assert composer.settled(view)
    made = composer.take(view, "move:sacrifice")
    assert isinstance(made, Submit) and GAME.plain(made.moves[0])["value"] == 2


def test_a_dead_end_counts_as_no_answer_but_two_answers_are_asked(composer: Composer) -> None:
    composer.take(START, "-1,0")
    assert composer.take(START, "move:step") == Composing()


BACKGAMMON = game_package("backgammon").game


def checkers(**black: int) -> Any:
    """White has a five to play with two and three, from 13."""
    start = BACKGAMMON.setup(("white", "black"), BACKGAMMON.options(), BACKGAMMON.box())
    told = {"active": "white", "dice": (2, 3), "white": {"p13": 15}, "black": black}
    return BACKGAMMON.arrange(start, msgspec.convert(told, BACKGAMMON.situation))


def test_two_ways_that_come_to_something_different_are_asked_and_never_guessed() -> None:
    composer = Composer(BACKGAMMON)
    view = checkers(p11=1, p24=14)
    assert composer.take(view, "p13") == Composing()
    assert composer.take(view, "p8") == Composing()
    assert set(composer.pick()) == {"p10", "p11"}
    made = composer.take(view, "p10")
    assert isinstance(made, Submit)
    assert [BACKGAMMON.plain(one)["to"] for one in made.moves] == ["p10", "p8"]


def test_two_ways_that_come_to_the_same_are_not_asked() -> None:
    composer = Composer(BACKGAMMON)
    view = checkers(p24=15)
    composer.take(view, "p13")
    made = composer.take(view, "p8")
    assert isinstance(made, Submit) and len(made.moves) == 2


def test_a_touch_of_which_nothing_can_come_begins_nothing_and_says_why(composer: Composer) -> None:
    made = composer.take(START, "-1,1")  # only a native of somebody else stands there
    assert isinstance(made, Fruitless) and [one.clause for one in made.faults] == ["M9"]
    assert not composer.begun


def test_only_possible_meanings_are_asked_about(composer: Composer) -> None:
    view = position(
        natives=[
            {"at": "1,0", "seat": "yellow"},
            {"at": "1,0", "seat": "red"},
        ]
    )
    assert isinstance(composer.take(view, "1,0"), Fruitless)
    assert composer.pick() == ()


MAYA = game_package("maya").game


def quarries(**told: Any) -> Any:
    start = MAYA.setup(("purple", "blue", "green"), MAYA.options(), MAYA.box())
    return MAYA.arrange(start, msgspec.convert({"practice": True, **told}, MAYA.situation))


def test_where_a_scan_may_answer_too_the_one_answer_is_asked() -> None:
    """Purple has only low workers left, and a card that lies face down could be scanned."""
    high = {f"Q{number}": ("purple:high",) for number in (1, 2, 3, 4)}
    view, composer = quarries(phase="laying", turn="purple", laid=high), Composer(MAYA)
    composer.scans = True
    assert composer.take(view, "Q5") == Composing()
    assert not composer.settled(view)
    assert [one.token for one in composer.values(view)] == ["low"]
    made = composer.take(view, "low")
    assert isinstance(made, Submit) and MAYA.plain(made.moves[0])["card"] == "low"


def test_a_touch_on_the_place_of_a_stone_lays_it_where_nothing_else_can_be_meant() -> None:
    """Also where two stones could be laid at once, but not there."""
    laid = 0
    for match in islice(played(Tried("maya"), 4), 0, 90, 3):
        if not match.asked or match.asked[0].prompt != "building":
            continue
        composer = Composer(match.game)
        for choice in composer.values(match.public):
            made = composer.take(match.public, choice.token)
            assert choice.kinds != ("build",) or isinstance(made, Submit), choice
            laid += isinstance(made, Submit)
            composer.clear()
    assert laid


def test_a_scanner_asks_nothing_that_has_one_answer_where_no_scan_could_tell_it() -> None:
    """In Sakkara the snake hides a tile, and has nothing to do with how a worker walks."""
    skipped = 0
    for match in islice(played(Tried("sakkara"), 4), 0, 60, 3):
        plain, scanning = Composer(match.game), Composer(match.game)
        scanning.scans = True
        for choice in plain.values(match.public):
            made = plain.take(match.public, choice.token)
            assert type(scanning.take(match.public, choice.token)) is type(made), choice
            skipped += isinstance(made, Submit)
            plain.clear()
            scanning.clear()
    assert skipped


def test_a_wrong_value_in_a_list_is_answered_and_not_collected() -> None:
    """A low worker that is said to be a 7."""
    laid = {"Q1": ("purple:low", "blue:high")}
    view, composer = quarries(phase="awarding", turn="", laid=laid), Composer(MAYA)
    composer.take(view, "Q1")
    begun = composer.drafts
    made = composer.take(view, "7")
    assert isinstance(made, Fruitless) and composer.drafts == begun
    assert [one.values for one in made.faults] == [{"seat": "purple", "card": "low", "value": 7}]


@pytest.mark.parametrize(
    ("game", "vector"),
    [("pyramidion", "P59a"), ("pyramidion", "P59b"), ("sakkara", "V85"), ("sakkara", "horse-d")],
)
def test_the_last_of_a_list_against_a_soft_rule_makes_a_move_that_the_table_may_allow(
    game: str, vector: str
) -> None:
    tried = Tried(game)
    ((at, move),) = ((at, last) for one, at, last in tried.lasts if one["id"] == vector)
    view, composer, made = tried.game.public(at), Composer(tried.game), None
    before = [field.listed for field in fields(type(move))].index(True)
    for draft, value in (one for one in steps(move) if len(one[0].values) == before):
        if made is None:
            composer.start(draft)
        if not isinstance(made, Submit):
            made = composer.take(view, str(value))
    assert made == Submit((move,))
    against = faults(tried.game, view, move)
    assert {tried.game.rulebook[one.clause].strength for one in against} == {"soft"}

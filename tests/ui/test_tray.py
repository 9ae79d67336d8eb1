"""The tray: what a step knows stands there always, and says whether it can be done."""

import pytest
from msgspec import structs

from companion.kernel import MOVE, Draft, Fault, broken, fields
from companion.match.beginnings import closing_kind
from companion.match.composer import Fruitless
from companion.match.match import Match
from companion.match.registry import game_package
from companion.text import LANGUAGES
from tests.games.test_stuck import played
from tests.games.tried import EACH_GAME, Tried
from ui.presenter import Presenter
from ui.presenter.answers import nothing_begun
from ui.presenter.view_models import Offer
from ui.presenter.why import why_nothing
from ui.texts import of_screens

MESOPOTAMIEN = game_package("mesopotamien")


@pytest.fixture
def presenter() -> Presenter:
    match = Match.start(
        MESOPOTAMIEN, ("green", "yellow"), clock=lambda: 0.0, salt=lambda: b"0" * 16
    )
    return Presenter(MESOPOTAMIEN, match, of_screens(), "en")


def offer(presenter: Presenter, kind: str) -> Offer:
    return next(one for one in presenter.offers.tray if one.kind == kind)


@EACH_GAME
def test_no_offer_changes_its_place_and_each_says_something_of_itself(tried: Tried) -> None:
    """At a step and with the same asked for, in one language or the other."""
    order: dict[tuple[object, ...], list[str]] = {}
    for number, match in enumerate(played(tried, 8)):
        if number % 6:
            continue
        asked = tuple((one.prompt, one.kinds) for one in match.asked)
        for language in LANGUAGES:
            there = Presenter(tried.package, match, of_screens(), language).offers.tray
            kinds = [one.kind for one in there]
            assert order.setdefault(asked, kinds) == kinds and len(set(kinds)) == len(kinds)
            for one in there:
                assert one.token == MOVE + one.kind and one.label
                assert one.line or one.state in ("open", "waits")
                assert len(one.line.split()) <= 4


def test_what_wins_the_match_stands_on_the_first_page(presenter: Presenter) -> None:
    """Four places and the way to the next page, on small screens one more."""
    assert "sacrifice" in [one.kind for one in presenter.offers.tray][:5]


@EACH_GAME
def test_a_blocked_offer_says_why_in_few_words_and_in_a_sentence(tried: Tried) -> None:
    for match in list(played(tried, 8))[::9]:
        for language in LANGUAGES:
            presenter = Presenter(tried.package, match, of_screens(), language)
            say = presenter.phrasebook
            for one in presenter.offers.tray:
                if one.state in ("blocked", "spent"):
                    assert one.line != say.say("tray", "blocked"), one
                    presenter.deny(presenter.offers.begun(one.kind))
                    assert presenter.notice not in ("", say.say("notice", "nothing_fits")), one


def test_a_native_without_points_says_so(presenter: Presenter) -> None:
    turn = structs.replace(presenter.view.turn, movement=0)
    view = structs.replace(presenter.view, turn=turn)
    native = next(one.token for one in view.natives if one.seat == "green")
    found = presenter.composer.take(view, native)
    assert isinstance(found, Fruitless)
    assert "points" in nothing_begun(found, presenter.phrasebook, "")


@EACH_GAME
def test_what_is_called_open_can_be_continued(tried: Tried) -> None:
    for number, match in enumerate(played(tried, 9)):
        if number % 6 or match.over:
            continue
        presenter = Presenter(tried.package, match, of_screens(), "en")
        help_ = {one.token: one.offered for one in presenter.offers.menu()}
        for one in presenter.offers.tray:
            presenter.composer.clear()
            assert help_[one.token] == (one.state == "open"), "Help knows no better than the tray"
            if one.state == "open":
                made = presenter.composer.take(match.public, one.token)
                leads = presenter.composer.begun or hasattr(made, "moves")
                assert leads, (one, made)


def test_an_offer_waits_while_it_is_begun_and_says_why_it_is_blocked(presenter: Presenter) -> None:
    tray = presenter.offers.tray
    assert [one.kind for one in tray][:3] == ["step", "explore", "pickup"]
    assert offer(presenter, "step").state == "open"
    assert offer(presenter, "deliver").state == "blocked"
    native = next(one.token for one in presenter.view.natives if one.seat == "green")
    presenter.touch(native)
    assert offer(presenter, "pickup").line == "nothing here"
    presenter.touch("move:step")
    assert offer(presenter, "step").state == "waits"


@EACH_GAME
def test_closing_a_step_is_offered_only_where_it_may_be_closed(tried: Tried) -> None:
    for match in list(played(tried, 8))[::9]:
        presenter = Presenter(tried.package, match, of_screens(), "en")
        closing = closing_kind(tried.game, match.public)
        if closing is not None:
            move = tried.game.by_name[closing].move
            may = not fields(move) and not broken(tried.game, match.public, Draft(closing))
            assert (offer(presenter, closing).state == "open") == may


def test_two_touches_walk_two_fields_and_one_undo_takes_both(presenter: Presenter) -> None:
    native = next(one.token for one in presenter.view.natives if one.seat == "green")
    before = presenter.view
    presenter.touch(native)
    far = next(token for token, cost in presenter.offers.reach.items() if cost == 2)
    presenter.touch(far)
    assert presenter.refusal is None and presenter.view != before
    made = [step.move for step in presenter.match.timeline.steps[:2]]
    assert len(made) == 2
    presenter.undo("green")
    assert presenter.view == before


def test_a_mistake_in_an_unfinished_choice_is_named_by_its_rule(presenter: Presenter) -> None:
    """The sentence names the native and its points, and no native is chosen yet."""
    found, say = Fruitless("", (Fault("M49", {}),), Draft("explore")), presenter.phrasebook
    assert nothing_begun(found, say, "") == say.rule("M49") != ""
    shown = why_nothing(found, presenter.game, say)
    assert shown is not None and shown.lines == ()

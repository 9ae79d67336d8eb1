"""What belongs to a person comes with the name: chosen once, by touch, and there in every match."""

from pathlib import Path

import pytest

from companion.kernel import Verbatim
from tests.ui.screens.table import GAME, Table
from tests.ui.speech import Speech
from tests.ui.stage import Stage
from ui import theme
from ui.screens.home.score_start import ScoreStart
from ui.session import laid_by
from ui.shell.likes import LikesSheet
from ui.voice import plain
from ui.widgets.button import ActionButton

SIZES = pytest.mark.parametrize("stage", [(1280, 720), (800, 480)], indirect=True, ids=str)


def known(table: Table, *names: str) -> None:
    """These have played here before."""
    table.app.session.library.met(*names)
    assert table.app.session.library.journal.flush()


def seat(table: Table, colour: str, name: str) -> None:
    """Touch the name on a card, and choose one that is known."""
    table.press(table.labelled(table.app.session.words().name(colour)))
    table.press(table.labelled(name))


def choose(table: Table, *labels: str) -> None:
    """In a list of what somebody likes."""
    assert isinstance(table.page.sheet, LikesSheet)
    for label in labels:
        ways = [one for one in table.all(ActionButton, table.page.sheet) if one.label == label]
        table.press(table.reached(ways[0]))


def with_ada(table: Table, **liked: object) -> None:
    """A match in which Ada, who likes something, and Ben play. Ada begins, in blue."""
    known(table, "Ada", "Ben")
    table.app.session.people.choose("Ada", **liked)
    table.begin_seats()
    seat(table, "blue", "Ada")
    seat(table, "red", "Ben")
    table.button("start")


def bens_turn(table: Table) -> None:
    """Close the steps of a turn with the main place, until Ben is asked."""
    for _ in range(12):
        if table.open_match.presenter.seat == "red":
            return
        table.press(table.play.main)
    raise AssertionError("nobody else's turn came")


@SIZES
def test_what_a_person_likes_is_chosen_by_touch_and_comes_with_the_name(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path)
    known(table, "Ada", "Ben")
    table.button("settings")
    table.press(table.reached(table.labelled(table.say("button", "known"))))
    assert not table.faults()
    table.press(table.labelled("Ada"))
    assert not table.faults()
    choose(table, "English", "Groß", "hinten", "Gelb")
    for _ in range(2):
        assert not table.faults()
        table.next_language()
    table.button("done")
    table.button("close")
    table.page.left()
    table.stage.settle()
    table.begin_seats()
    first = table.app.session.words().name("blue")
    table.press(table.labelled(first))
    table.press(table.labelled("Ada"))
    cards = {one.seat: one.name.label for one in table.page.cards}
    assert cards["yellow"] == "Ada", "the colour comes with the name"
    table.press(table.labelled("Ada"))
    assert not table.faults()
    heading = table.app.session.words().say("likes", "heading", {"name": Verbatim("Ada")})
    table.press(table.labelled(heading))
    choose(table, "Sehr groß")
    table.button("done")
    table.button("start")
    assert table.app.session.in_force.letters == "largest"
    assert table.app.session.settings.letters == "normal", "the table keeps its own"
    assert not table.faults()
    table.root.home()
    assert str(table.app.session.in_force.letters) == "normal"
    table.close()


def test_everybody_is_asked_in_a_language_of_their_own(table: Table) -> None:
    with_ada(table, language="en")
    session = table.app.session
    assert session.language == "en" and table.say("button", "help") in table.words()
    bens_turn(table)
    assert str(session.language) == "de"
    table.press(table.play.header.language)
    assert str(session.language) == "en" and session.people.likes("Ben").language is None
    table.press(table.play.header.language)
    assert str(session.language) == "de" and session.people.likes("Ada").language == "en"


def test_a_child_is_told_less_and_others_are_told_all(table: Table) -> None:
    with_ada(table, child=True)
    roomy = theme.mm(theme.TOUCH * theme.ROOMY)
    assert table.play.keys.undo.height >= roomy
    assert table.play.faces.brief
    bens_turn(table)
    assert not table.play.faces.brief and table.play.keys.undo.height >= roomy


def test_who_sits_elsewhere_is_turned_to_in_whatever_colour(table: Table) -> None:
    with_ada(table, side="back")
    assert table.play.degrees == 180
    table.menu("sides")
    table.press(table.labelled(table.say("side", "front")))
    table.button("done")
    assert table.play.degrees == 0
    assert table.app.session.people.likes("Ada").side == "front"


def test_who_listens_hears_the_others_too_in_a_language_of_their_own(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speech = Speech(tmp_path, monkeypatch)
    table.root.peripherals.voice.again()
    with_ada(table, voice="all", language="en")
    presenter = table.open_match.presenter
    table.stage.until(lambda: plain(presenter.offers.prompt) in speech.said)
    bens_turn(table)
    table.press(table.play.main)
    line = presenter.match.timeline.entries[-1].sentences["en"][-1]
    table.stage.until(lambda: plain(line) in speech.said)
    assert all("-v en" in one for one in speech.orders)


def test_the_scorekeeper_knows_people_and_their_colours(table: Table) -> None:
    known(table, "Ada", "Ben")
    table.app.session.people.choose("Ben", colour="green", letters="large")
    table.root.go("scorekeeper")
    table.stage.settle()
    page = table.page
    assert isinstance(page, ScoreStart)
    table.press(table.labelled(table.app.session.words().name(page.who.seats[0])))
    assert not table.faults()
    table.press(table.labelled("Ben"))
    assert page.who.names["green"] == "Ben"
    table.button("start")
    assert "Ben" in table.words() and table.app.session.in_force.letters == "large"
    table.root.home()
    assert table.app.session.people.names()[0] == "Ben"


def test_the_screen_goes_on_while_a_name_is_taken_out_of_everything(table: Table) -> None:
    known(table, "Ada")
    table.button("settings")
    table.press(table.reached(table.labelled(table.say("button", "known"))))
    table.press(table.labelled(table.say("button", "forget")))
    with laid_by._TURN:  # as on a slow card: it lasts
        table.press(table.labelled(table.say("button", "forget")))
        assert table.say("notice", "one_moment") in table.words()
        assert "Ada" not in table.words() and table.faults() == []
        table.button("close")
        assert table.page.sheet is None
    table.stage.until(lambda: table.say("notice", "forgotten") in table.words())
    assert table.app.session.people.names() == ()


def test_a_new_name_keeps_what_is_liked_and_who_is_forgotten_leaves_nothing(table: Table) -> None:
    known(table, "Ada")
    session = table.app.session
    session.people.choose("Ada", colour="turquoise", side="left")
    session.library.met("Ada")
    session.own_copy.remark(GAME, "Y1", "Ada lays first")
    assert session.library.journal.flush()
    assert session.rename_player("Ada", "Zoe")()
    assert session.own_copy.remarks(GAME) == {"Y1": "Zoe lays first"}
    assert session.people.likes("Zoe").side == "left"
    assert not session.people.likes("Ada").side
    assert session.rename_player("Zoe", "")()
    assert not session.people.likes("Zoe").side
    session.own_copy.remark(GAME, "Y2", "and then all others")  # beside what was written before
    files = [one.read_bytes() for one in session.folder.rglob("*") if one.is_file()]
    assert not [one for one in files if b"turquoise" in one or b"Zoe" in one]


def test_the_next_start_knows_what_somebody_likes(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    known(table, "Ada")
    table.app.session.people.choose("Ada", side="right", child=False)
    table.close()
    again = Table(stage, tmp_path)
    likes = again.app.session.people.likes("Ada")
    assert (likes.side, likes.child, likes.letters) == ("right", False, None)
    assert GAME in again.app.session.games()
    again.close()


@pytest.mark.parametrize("pin", ["", "87654321"], ids=["at home", "in public"])
def test_the_language_is_changed_at_the_table_also_when_somebody_has_just_wished_large_letters(
    table: Table, pin: str
) -> None:
    with_ada(table)
    if pin:
        table.root.pin_lock.set(pin)
    table.menu("players")
    table.press(table.labelled("Ada"))
    liked = table.app.session.words().say("likes", "heading", {"name": Verbatim("Ada")})
    table.press(table.labelled(liked))
    choose(table, "Groß")
    table.press(table.page.header.language)
    assert table.app.session.language == "en" and isinstance(table.page.sheet, LikesSheet)
    table.button("done")
    table.complete()
    assert table.page is table.play

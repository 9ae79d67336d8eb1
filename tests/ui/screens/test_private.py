"""What one seat enters or looks at in private."""

from pathlib import Path
from typing import Any

import pytest
from kivy.core.window import Window

from companion.table import Pressed, Scanned, Typed
from tests.ui.screens.table import Table
from tests.ui.screens.test_together import at_a_site, locks
from tests.ui.stage import Stage
from ui.screens.table.known import ThingPicture
from ui.screens.table.play import Play
from ui.screens.table.private import LookPage
from ui.screens.table.secret import SecretPage
from ui.widgets.button import ActionButton

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)


def seen(table: Table) -> tuple[Any, ...]:
    """All that the shared screen shows of the table."""
    play = table.play
    panels = [(one.name, one.instruments) for one in play.people.cards.values()]
    return table.words(), play.board.scene, panels, play.board.lit


def test_a_private_note_is_told_looked_at_and_kept_and_nobody_else_sees_it(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path)
    table.begin()
    match = table.open_match.match
    natives = [{"at": "0,0", "seat": "blue", "load": "marker"}]
    assert match.correct({"natives": natives}).done
    table.root.refresh()
    before = seen(table)
    table.menu("enter_secretly")
    assert isinstance(table.page, SecretPage)
    table.press(table.labelled("Blau"))
    table.press(table.labelled(table.say_game("kind", "tell_marker")))
    own = [one.label for one in table.all(ActionButton, table.page.card)]
    assert own == ["Opfer-Marker beim Eingeborenen"]  # and nobody else's; no name of a field
    assert table.labelled(own[0]).thing, "it is seen with what bears it"
    table.press(table.labelled(own[0]))
    assert "6" not in [one.label for one in table.all(ActionButton)]  # covered till handed over
    table.uncover()
    table.press(table.labelled("6"))
    after = seen(table)
    assert after[1:] == before[1:] and "6" not in " ".join(
        table.open_match.match.timeline.entries[-1].sentences["de"]
    )
    assert match.position.player("blue").markers[0].value == 6
    looked(table)
    stage.until(lambda: table.open_match.saved)
    # No farewell: as if the plug had been pulled.
    again = Table(stage, tmp_path)
    assert seen(again)[1:] == before[1:]
    looked(again)
    again.close()
    table.close()


def test_nothing_is_offered_in_private_while_there_is_nothing_to_choose(table: Table) -> None:
    table.begin()
    table.menu("enter_secretly")
    table.press(table.labelled("Blau"))
    labels = [one.label for one in table.all(ActionButton)]
    assert table.say_game("kind", "tell_marker") not in labels  # nobody carries one
    assert table.say_game("kind", "tell_card") not in labels  # and nobody holds a card
    nothing = table.open_match.presenter.phrasebook.say(
        "notice", "nothing_private", {"seat": "blue"}
    )
    assert nothing in table.words() and not table.faults()


@pytest.mark.parametrize("asked", [False, True], ids=["at an empty quarry", "beside a card"])
def test_a_private_entry_asks_where_and_then_nothing_that_has_one_answer(
    table: Table, asked: bool
) -> None:
    """Only a low card begins a quarry, as everybody knows; behind it there may be any."""
    table.begin("maya")
    match = table.open_match.match
    laying = {"practice": True, "bare": True, "round": 1, "phase": "laying", "turn": "blue"}
    lies = {"laid": {"Q3": ("red:low",)}} if asked else {}
    assert match.correct({**laying, **lies}).done
    table.root.refresh()
    table.menu("enter_secretly")
    table.press(table.labelled("Blau"))
    say = table.open_match.presenter.phrasebook
    table.press(table.labelled(say.say("kind", "lay_card")))
    table.press(table.reached(table.labelled(say.name("Q3"))))
    back = say.say("blank", "lay_card.card", {"seat": "blue", "quarry": "Q3"})
    assert (back in table.words()) == asked
    if asked:
        table.press(table.reached(table.labelled(say.name("low").capitalize())))
    table.uncover()
    assert "Welche Karte ist es?" in table.words(), "only Blue reads it"
    table.press(table.reached(table.labelled("4")))
    card = match.position.at("Q3").cards[-1]
    assert (card.owner, card.value) == ("blue", 4)


def test_a_private_entry_hides_with_any_other_input_and_after_a_while(table: Table) -> None:
    table.begin()
    match = table.open_match.match
    assert match.correct({"hands": {"blue": 1}}).done
    table.root.refresh()
    page = SecretPage(table.root, table.open_match, "blue")
    table.root.open(page)
    table.stage.frames(2)

    def uncovered() -> None:
        table.uncover()
        assert page.uncovered

    table.press(table.labelled(table.say_game("kind", "tell_card")))
    uncovered()
    table.app.signals.put(Scanned(1, 0.0, "scanner", "land"))
    table.stage.frames(3)
    assert not page.uncovered
    uncovered()
    table.press(table.page.header.language)
    assert not page.uncovered and table.app.session.language == "de"
    uncovered()
    page._limit.cancel()
    page._limit.timeout = 0.05
    page._limit()
    table.stage.until(lambda: not page.uncovered)
    assert table.say_game("notice", "private_covered") in table.words()
    assert not table.faults()
    assert table.told == ["Started", "Corrected"]


def test_a_private_look_ends_with_a_scan_a_key_and_before_the_screen_rests(table: Table) -> None:
    """A key of a keyboard shows nothing, and whoever comes later finds the table."""
    table.begin()
    match = table.open_match.match
    assert match.correct({"natives": [{"at": "0,0", "seat": "blue", "load": "marker"}]}).done
    page = LookPage(table.root, table.open_match, "blue")
    table.root.open(page)
    table.stage.until(lambda: table.say("label", "saved") in table.words().splitlines())
    covered = table.words()
    for number, role in enumerate(("confirm", "undo", "help", "cancel")):
        table.app.signals.put(Pressed(number, 0.0, "pins", role, 0))
        for key in (9, 13, 27, 32, 282):
            Window.dispatch("on_key_down", key, 0, "", [])
            Window.dispatch("on_key_up", key, 0)
        table.stage.frames(3)
        assert table.page is page and table.words() == covered
    for after in (Scanned(9, 0.0, "scanner", "6"), Typed(10, 0.0, "keys", "6")):
        finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
        assert page.uncovered and table.words() != covered
        table.app.signals.put(after)
        table.stage.frames(3)
        assert not page.uncovered and table.words() == covered, "under a finger that stays"
        finger.up()
    finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
    assert page.uncovered
    table.tap(*page.card.to_window(page.card.center_x, page.card.top - 1))
    assert not page.uncovered and table.words() == covered, "a second finger is another input"
    finger.up()
    assert max(page._limit.timeout, page._still.timeout) < 60, "the least of minutes to a rest"
    page._still.cancel()
    page._still.timeout = 0.05
    finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
    table.stage.until(lambda: table.page is table.root._table)
    assert not page.uncovered and table.told == ["Started", "Corrected"]
    finger.up()


@SMALL
def test_a_private_entry_is_never_lost_silently(table: Table) -> None:
    table.begin("maya")
    match = table.open_match.match
    laying = {"practice": True, "bare": True, "round": 1, "phase": "laying", "turn": "blue"}
    assert match.correct(laying).done
    table.root.refresh()
    table.menu("enter_secretly")
    table.press(table.labelled("Blau"))
    page, say = table.page, table.open_match.presenter.phrasebook
    assert isinstance(page, SecretPage)
    table.press(table.labelled(say.say("kind", "lay_card")))
    table.press(table.reached(table.labelled(say.name("Q3"))))
    for answer in ("keep_entering", "drop"):
        table.press(page.header.left)
        assert page.sheet is not None and not table.faults()
        table.button(answer)
    assert table.page is table.play
    for begun, key in ((False, "private_closed"), (True, "private_lost")):
        page = SecretPage(table.root, table.open_match, "blue")
        table.root.open(page)
        page.say(say.say("notice", key))
        table.stage.settle()
        across = page.card.width - 2 * page.card.padding[0]
        assert abs(page._toast.width - across) < 1, "nothing looks out beside what is told"
        if begun:
            table.press(table.labelled(say.say("kind", "lay_card")))
            table.press(table.reached(table.labelled(say.name("Q3"))))
        page._still.cancel()
        page._still.timeout = 0.05
        page._still()
        table.stage.until(lambda: isinstance(table.root.page, Play))
        assert table.page.toast_text() == say.say("notice", key)
    assert table.told == ["Started", "Corrected"]


def test_a_card_that_nobody_can_have_is_answered_behind_the_cover_and_not_taken(
    table: Table,
) -> None:
    at_a_site(table)
    table.press(locks(table)[0])
    table.uncover()
    for _ in range(2):
        table.press(next(one for one in table.all(ActionButton) if one.token == "TB1"))
    assert table.page.notice and len(table.page.draft.parts) == 1
    against, name = table.page.notice, table.open_match.presenter.phrasebook.name("TB1")
    assert name in against and against in table.words()
    table.root.signal(Scanned(1, 0.0, "scanner", "6"))
    table.complete()
    assert not table.page.uncovered and name not in table.words(), "it names what was chosen"
    table.uncover()
    table.press(table.labelled(table.say("button", "undo")))
    assert table.page.draft.parts == ()


def test_a_private_page_turns_to_its_owner_and_touches_follow(
    table: Table,
) -> None:
    table.begin()
    match = table.open_match.match
    assert match.correct({"hands": {"blue": 1}}).done
    table.app.session.set(sides={"blue": "back"})
    table.root.open(SecretPage(table.root, table.open_match, "blue"))
    table.press(table.labelled(table.say_game("kind", "tell_card")))
    assert table.faults() == []
    x, y = table.page.card.to_window(*table.page.card.pos)
    assert (x, y) > table.page.card.to_window(table.page.card.right, table.page.card.top)
    table.uncover()
    chosen = table.labelled(table.say_game("name", "priest"))
    assert chosen.card and table.faults() == []
    table.press(chosen)
    assert match.position.player("blue").hand == ("priest",)
    table.root.open(LookPage(table.root, table.open_match, "blue"))
    finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
    assert table.page.uncovered and table.faults() == []
    (picture,) = table.all(ThingPicture, table.page)
    assert [one.text for one in picture.card if one.text] == ["Priester"]
    finger.up()
    assert not table.page.uncovered and not table.all(ThingPicture, table.page)


def looked(table: Table) -> None:
    """Only the look of the owner shows the value."""
    for seat, shown in (("Blau", True), ("Rot", False)):
        table.menu("look")
        table.press(table.labelled(seat))
        finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
        words = [text for text in table.words().splitlines() if "6" in text]
        assert bool(words) == shown, (seat, words)
        finger.up()
        table.page.left()
        table.stage.frames(2)

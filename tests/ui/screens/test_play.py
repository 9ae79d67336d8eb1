"""A match by touch: begun, played, refused, allowed, taken back, said in another language."""

import threading
from pathlib import Path
from typing import Any

import pytest

from companion import kernel
from companion.kernel import TABLE, Game, Move, Verdict, candidates
from companion.match import checkpoint
from companion.match.entries import Played
from companion.store import DiskError, Library, RealDisk
from companion.store.disk import Connection
from companion.table import Pressed, Scanned
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.presenter.now import last
from ui.screens.table.play import Play
from ui.screens.table.private import LookPage
from ui.screens.table.turn_row import TurnRow
from ui.shell.page import Sheet
from ui.widgets.button import ActionButton

MINE = "blue@-1,0"
TERRAINS = ("plain", "forest", "quarry", "volcano")


def test_the_first_legal_move_takes_at_most_eight_touches(table: Table) -> None:
    table.begin()
    table.touch(MINE, "0,0")
    assert table.told == ["Started", "Played"]
    assert table.touches <= 8


def test_the_buttons_of_what_can_be_done_now_are_made_once_and_say_what_is_so_now(
    table: Table,
) -> None:
    table.begin()
    presenter, step = table.open_match.presenter, table.say_game("kind", "step")
    table.button("help")
    made = table.labelled(step)
    begin, rules = made.parent.children[::-1]
    assert begin is made
    table.press(rules)
    table.button("back")
    table.press(rules)
    table.page.close()
    table.touch(MINE, "0,0")
    table.next_language()
    table.button("help")
    assert table.labelled(table.say_game("kind", "step")) is made
    for action in presenter.offers.menu():
        shown = table.labelled(action.label)
        assert (shown.detail, shown.offered) == (action.detail, action.offered)


def test_a_legal_step_is_told_and_the_hands_know_what_to_do(table: Table) -> None:
    table.begin()
    table.touch(MINE, "0,0")
    presenter = table.open_match.presenter
    assert presenter.refusal is None
    (shown,), (heard,) = table.play.now.hands.hands, presenter.hands
    assert heard == f"{shown.sentence.removesuffix('.')}, M8.", "what is heard says where, too"
    assert last(presenter).sentence in table.words()
    assert table.play.board.scene is presenter.scene


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_a_picture_without_words_says_that_it_is_of_the_last_move_and_a_touch_what_it_is(
    table: Table,
) -> None:
    table.begin()
    table.touch(MINE)
    table.complete()
    now = table.play.now
    assert now.hands.picture and now.hands.heading == "", "what is asked"
    table.touch("0,0")
    table.complete()
    assert now.hands.heading == "✓ Blaus Zug"
    (hand,) = now.hands.hands
    table.tap(*now.hands.to_window(*now.hands.center))
    assert hand.sentence and table.page.toast_text() == hand.sentence in table.words()
    assert not table.faults()


def test_a_piece_without_a_field_takes_no_room_in_what_is_told(table: Table) -> None:
    table.begin()
    presenter = table.open_match.presenter
    assert presenter.match.correct(
        {"stack": dict.fromkeys(TERRAINS, 0)}
    ).done  # no tile left to explore
    table.root.refresh()
    table.touch(MINE)
    table.root.signal(table.app.session.touched("move:step"))
    table.stage.frames(3)
    assert [draft.kind for draft in presenter.composer.drafts] == ["step"]
    shapes = {shape.token for shape in presenter.scene.shapes}
    beside = candidates(presenter.game, presenter.match.public, presenter.composer.drafts[0])
    assert not {str(field) for field in beside} <= shapes  # nothing lies there
    assert presenter.offers.picker is None and table.asked() == "offers"


def test_an_illegal_step_is_answered_with_every_reason_and_a_way_on(table: Table) -> None:
    table.begin()
    table.touch(MINE, "0,0", "blue@0,0", "0,-1")
    assert table.asked() == "ways"
    refusal = table.open_match.presenter.refusal
    assert refusal is not None
    assert refusal.faults[0].sentence in table.words()
    bright = table.play.bright
    assert bright is not None and bright.label == refusal.alternatives[0].sentence
    table.button("show_rule")
    words = table.words()
    assert all(fault.sentence in words and fault.number in words for fault in refusal.faults)
    assert all(fault.rule in words for fault in refusal.faults)
    table.button("close")
    assert table.asked() == "ways"
    table.press(bright)
    assert table.asked() == "offers"
    assert table.told == ["Started", "Played", "Refused", "Played"]


def test_the_table_may_allow_what_a_rule_forbids_and_it_is_recorded(table: Table) -> None:
    table.begin()
    table.touch(MINE, "0,0", "blue@0,0", "0,-1")
    table.button("allow_once")
    *_, last = (x for x in table.open_match.match.entries if not getattr(x, "joins", ""))
    assert isinstance(last, Played) and last.overruled == ("M13",)
    assert table.asked() == "offers"
    table.press(table.play.last)
    table.button("only_exceptions")
    (row,) = table.all(TurnRow)
    assert row.turn.exceptions == 1


def test_whoever_plays_has_the_golden_rim_also_while_the_table_tells_what_was_drawn(
    table: Table,
) -> None:
    table.begin()
    seat = table.open_match.presenter.seat
    table.touch(f"{seat}@-1,0", "-2,0")
    assert table.open_match.presenter.seat == TABLE
    assert [one for one, card in table.play.people.cards.items() if card.asked] == [seat]


def test_a_refused_move_can_be_put_away(table: Table) -> None:
    table.begin()
    table.touch(MINE, "0,0", "blue@0,0", "0,-1")
    table.button("never_mind")
    assert table.asked() == "offers" and table.open_match.presenter.refusal is None
    assert not table.play.board.wrong


def test_undo_abandons_a_draft_first_and_then_takes_back_the_move(table: Table) -> None:
    table.begin()
    table.touch(MINE, "0,0", MINE)
    table.press(table.play.keys.undo)
    assert table.told == ["Started", "Played"]
    assert not table.play.board.chosen
    table.button("undo_move")
    assert table.told == ["Started", "Played", "Undone"]


def test_taking_back_what_was_revealed_asks_how_it_was_meant(table: Table) -> None:
    table.begin()
    table.touch(MINE, "-2,0")
    table.answer("volcano")
    table.stage.frames(2)
    table.button("undo_move")
    assert table.asked() == "question"
    table.button("entered_wrongly")
    assert table.asked() == "picker"
    assert table.told[-1] == "Undone"


def test_the_language_changes_every_word_and_nothing_else(table: Table) -> None:
    table.begin()
    table.touch(MINE)
    built, lit = table.play.board, table.play.board.lit
    german = table.words()
    table.press(table.page.header.language)
    table.stage.frames(10)
    english = table.words()
    assert table.play.board is built and table.play.board.lit == lit
    assert table.open_match.presenter.offers.prompt in english
    for key in ("menu", "help", "undo"):
        assert table.say("button", key) in english and table.say("button", key) not in german
    assert table.told == ["Started"]


def test_a_private_look_hides_on_release_on_another_input_and_after_a_while(table: Table) -> None:
    table.begin()
    table.button("menu")
    table.button("look")
    page = table.page
    assert isinstance(page, LookPage)
    table.press(table.labelled("Blau"))
    pad = table.labelled(table.say("button", "hold_to_look"))

    finger = table.hold(pad)
    assert page.uncovered
    finger.up()
    assert not page.uncovered

    finger = table.hold(pad)
    table.app.signals.put(Pressed(1, 0.0, "gpio", "confirm", 1))
    table.stage.frames(3)
    assert not page.uncovered
    finger.up()

    finger = table.hold(pad)
    second = table.hold(page.header.language)
    assert not page.uncovered and table.app.session.language == "de"
    second.up()
    finger.up()

    finger = table.hold(pad)
    page._limit.cancel()
    page._limit.timeout = 0.05
    page._limit()
    table.stage.until(lambda: not page.uncovered)
    finger.up()


def test_a_scan_comes_through_the_queue_from_another_thread(table: Table) -> None:
    table.begin()
    codes = [MINE, "0,0"]

    def scanner() -> None:
        for number, code in enumerate(codes):
            table.app.signals.put(Scanned(number, 0.0, "scanner", code))

    thread = threading.Thread(target=scanner)
    thread.start()
    table.stage.until(lambda: table.told == ["Started", "Played"])
    thread.join()
    table.app.signals.put(Scanned(9, 0.0, "scanner", "nonsense"))
    table.stage.until(lambda: "Dieser Code" in table.page.toast_text())


def test_what_is_scanned_at_a_side_of_the_table_is_moved_by_whoever_sits_there(
    table: Table,
) -> None:
    """Each side may have a scanner of its own: somebody else's turn is not taken from there."""
    table.begin()
    match = table.open_match.match
    seats = list(match.position.setup.seats)
    mine = seats.index(table.open_match.presenter.seat) + 1
    other = mine % len(seats) + 1
    for place, told in ((other, ["Started"]), (mine, ["Started", "Played"])):
        for number, code in enumerate((MINE, "0,0")):
            table.app.signals.put(Scanned(number, 0.0, "scanner", code, place))
            table.stage.settle()
        assert table.told == told
    last = match.entries[-1]
    assert isinstance(last, Played) and last.by == seats[mine - 1]


def test_a_match_is_taken_up_again_with_one_touch(stage: Stage, tmp_path: Path) -> None:
    first = Table(stage, tmp_path)
    first.begin()
    first.touch(MINE, "0,0")
    stage.until(lambda: first.open_match.saved)
    position = first.open_match.match.position
    # No farewell: as if the plug had been pulled.
    second = Table(stage, tmp_path)
    assert isinstance(second.page, Play)  # without any touch
    assert second.open_match.match.position == position
    second.root.home()
    stage.frames(2)
    second.button("continue")
    assert isinstance(second.page, Play)
    assert second.open_match.match.position == position
    assert second.touches == 1
    second.close()
    first.close()


def test_all_of_a_long_match_is_judged_again_before_it_goes_on(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checkpoint, "EVERY", 20)
    monkeypatch.setattr(checkpoint, "BEHIND", 25)
    judged: list[Move] = []

    def judge(game: Game[Any], position: Any, move: Move, *asked: Any, **how: Any) -> Verdict:
        judged.append(move)
        return real(game, position, move, *asked, **how)

    real = kernel.judge
    first = Table(stage, tmp_path)
    first.begin()
    match = first.open_match.match
    while len(match.entries) < 60:
        assert match.submit(next(iter(kernel.legal(match.game, match.position)))).done
    stage.until(lambda: first.open_match.saved)
    # No farewell: as if the plug had been pulled.
    monkeypatch.setattr(kernel, "judge", judge)
    second = Table(stage, tmp_path)
    again = second.open_match.match
    assert again.position == match.position
    assert len(judged) == 40, "those after the checkpoint"
    second.button("undo_move")
    assert second.told[-1] == "Undone" and len(judged) == 40
    second.menu("log")
    assert len(judged) == 59, "whoever reads all of it looks back"
    assert again.lines()[:58] == match.lines()[:58]
    second.close()
    first.close()


class _Full(RealDisk):
    """A disk that is full while ``full``."""

    def __init__(self) -> None:
        self.full = False

    def connect(self, path: Path) -> Connection:
        return _Held(self, super().connect(path))


class _Held:
    def __init__(self, disk: _Full, real: Connection) -> None:
        self._disk, self._real = disk, real

    def execute(self, sql: str, values: Any = ()) -> list[tuple[Any, ...]]:
        if self._disk.full and sql.startswith("INSERT"):
            raise DiskError("full", 13)
        return self._real.execute(sql, values)

    def close(self) -> None:
        self._real.close()


def test_the_header_says_when_nothing_is_being_saved_and_when_it_is_again(
    stage: Stage, tmp_path: Path
) -> None:
    from datetime import datetime

    disk = _Full()
    library = Library(tmp_path, lambda: datetime.now().astimezone(), disk=disk, pauses=(0.01,))
    table = Table(stage, tmp_path, library=library)
    table.begin()
    stage.until(lambda: table.open_match.saved)
    disk.full = True
    table.touch(MINE, "0,0")
    stage.until(lambda: table.app.session.saving.reason == "full")
    table.root.news()
    stage.frames(2)
    assert table.say("label", "not_saved") in table.words()
    assert table.told == ["Started", "Played"]
    disk.full = False
    stage.until(lambda: table.open_match.saved)
    table.root.news()
    stage.frames(2)
    assert table.say("label", "saved") in table.words()
    table.close()


def test_nothing_on_the_screen_is_ever_ignored_without_a_word(table: Table) -> None:
    table.begin()
    board = table.play.board
    table.tap(board.x + 3, board.y + 3)
    assert table.page.toast_text()
    table.app.signals.put(Pressed(1, 0.0, "gpio", "undo", 1))
    table.stage.frames(3)
    assert table.page.toast_text()


def test_a_sheet_goes_away_with_a_touch_beside_it(table: Table) -> None:
    table.begin()
    table.menu("players")
    assert isinstance(table.page.sheet, Sheet)
    table.tap(table.page.x + 3, table.page.y + 3)
    assert table.page.sheet is None


def test_a_number_that_stands_for_a_piece_has_the_picture_of_that_piece(table: Table) -> None:
    table.begin()
    offering = {"at": "0,0", "seat": "blue", "load": "marker"}
    told = {"natives": [offering], "mana": {"blue": 4}, "ceiling": {"blue": 5}, "active": "blue"}
    assert table.open_match.match.correct(told, consent=table.open_match.match.seats).done
    table.root.refresh()
    table.touch("blue@0,0+m1")
    assert table.answer("move:sacrifice")
    table.complete()
    shown = {one.label: one.look for one in table.all(ActionButton) if one.label in "2467"}
    assert shown["2"] == "offering_2" and shown["7"] == "offering_7"


def test_one_of_several_natives_is_seen_to_walk(table: Table) -> None:
    table.begin()
    board, start = table.play.board, table.play.presenter.scene.shapes
    board.travel = 30
    (home,) = {(one.x, one.y) for one in start if one.token == "blue@-1,0" and one.key}
    table.touch(MINE, "0,0")
    board.refresh()
    (walks,) = board.travelling().values()
    assert walks == pytest.approx(home, abs=0.5)

"""After whatever ended it, the companion is back at the match that was open."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Event

import pytest

from tests.ui.screens.table import Table, reopened
from tests.ui.stage import Stage
from ui.screens.home.home import Home
from ui.screens.table.play import Play
from ui.screens.table.private import LookPage
from ui.screens.table.secret import SecretPage
from ui.screens.table.set_up import SetUp
from ui.session import resume_point
from ui.session.resume_point import MOST_TRIES, ResumePoint

STEP = ("blue@-1,0", "0,0")
REFUSED = ("blue@0,0", "0,-1")

GOES_A_WAY = """
import os, signal, sys
from pathlib import Path
from ui.session.resume_point import ResumePoint, write
from ui.session.session import Session

session = Session(Path(sys.argv[1]))
seats = ("green", "yellow", "red", "blue")
opened = session.start(session.package("mesopotamien"), seats, {})
match, presenter = opened.match, opened.presenter
match.correct({"active": "blue"})
write(session.folder, ResumePoint(opened.name))
submit, made = match.submit, []

def killed(*asked, **how):
    answer = submit(*asked, **how)
    made.append(answer.done)
    if len(made) == int(sys.argv[2]):
        session.library.journal.flush()
        os.kill(os.getpid(), signal.SIGKILL)
    return answer

match.submit = killed
for token in ("blue@-1,0", "1,0"):
    presenter.signal(session.touched(token))
"""
"""Somebody sends natives two fields on with one touch, and the companion is killed on the way."""


BEGINS = """
import os, signal, sys
from pathlib import Path
from ui.session.session import Session

session = Session(Path(sys.argv[1]))
package = session.package("mesopotamien")
presenter = session.start(package, package.game.colours[:2], {}).presenter
presenter.touch(sorted(presenter.offers.lit)[0])
offers = presenter.offers
print(offers.prompt, sorted(offers.lit), sorted(offers.chosen), sorted(offers.reach), flush=True)
session.note("play")
session.library.journal.flush()
session.where.flush()
os.kill(os.getpid(), signal.SIGKILL)
"""
"""Somebody has chosen a native, and the companion is killed."""


def test_the_next_start_shows_the_match_again(table: Table, tmp_path: Path) -> None:
    assert isinstance(table.page, Home)
    table.begin()
    table.touch(*STEP)
    entries = table.told
    again = reopened(table, tmp_path)
    assert isinstance(again.page, Play)
    assert again.told == entries
    again.root.home()
    third = reopened(again, tmp_path)
    assert isinstance(third.page, Home)
    third.close()
    again.close()


def test_an_end_that_was_taken_back_as_the_plug_was_pulled_counts_no_more(table: Table) -> None:
    table.begin()
    session, one = table.app.session, table.open_match
    by = one.match.seats[0]
    assert one.match.agree_end(by, frozenset(one.match.seats)).done
    table.root.refresh()
    assert one.match.undo(by, frozenset(one.match.seats)).done
    session.library.journal.flush()
    assert session.library.ended(one.name) and not session.running()
    session.resume(one.name)
    session.library.journal.flush()
    assert not session.library.ended(one.name) and len(session.running()) == 1


def test_what_was_begun_is_there_after_the_companion_was_killed(
    stage: Stage, tmp_path: Path
) -> None:
    begins = [sys.executable, "-c", BEGINS, str(tmp_path)]
    killed = subprocess.run(begins, check=False, capture_output=True, text=True)
    assert killed.returncode == -signal.SIGKILL
    table = Table(stage, tmp_path, "en")
    table.complete()
    offers = table.open_match.presenter.offers
    stood = offers.prompt, sorted(offers.lit), sorted(offers.chosen), sorted(offers.reach)
    assert " ".join(map(str, stood)) == killed.stdout.strip()
    assert table.play.board.chosen == offers.chosen != frozenset()
    assert table.play.now.text.text == offers.prompt
    table.close()


def test_a_table_that_was_being_laid_out_is_gone_on_with(table: Table, tmp_path: Path) -> None:
    table.begin_seats()
    table.button("lay_out")
    again = reopened(table, tmp_path)
    assert isinstance(again.page, SetUp)
    again.close()


def now(table: Table) -> tuple[str, str, str, str]:
    """What stands on the cards of now and last, and in the tray."""
    play = table.play
    return play.now.text.text, play.now.hands.heading, play.last.text.text, table.asked()


def test_a_refusal_stands_again_until_somebody_puts_it_away(table: Table, tmp_path: Path) -> None:
    table.begin()
    table.touch(*STEP, *REFUSED)
    table.complete()
    stood, wrong = now(table), table.play.board.wrong
    assert stood[-1] == "ways" and wrong
    assert [one.template for one in table.play.now.hands.hands] == ["apart"]
    table.stage.frames(2)  # it is written down after the frame that shows it
    again = reopened(table, tmp_path)
    assert now(again) == stood and again.play.board.wrong == wrong
    told = again.told
    again.button("never_mind")
    again.stage.frames(2)
    third = reopened(again, tmp_path)
    assert third.asked() == "offers" and third.told == told
    third.close()
    again.close()


def test_a_refusal_that_was_taken_up_again_can_be_allowed(table: Table, tmp_path: Path) -> None:
    table.begin()
    table.touch(*STEP, *REFUSED)
    table.stage.frames(2)
    again = reopened(table, tmp_path)
    again.button("allow_once")
    assert again.told[-1] == "Played" and again.asked() == "offers"
    again.close()


def test_the_last_move_reads_as_it_did_before_the_restart(table: Table, tmp_path: Path) -> None:
    table.begin()
    table.touch(*STEP)
    table.complete()
    shown = now(table)
    table.open_match.match.pause()
    again = reopened(table, tmp_path)
    again.open_match.match.resume()
    again.complete()
    assert now(again) == shown, "and no pause is told instead"
    assert again.play.now.hands.hands == table.play.now.hands.hands
    again.touch(*REFUSED)
    assert again.play.last.text.text == shown[2]
    again.close()


def test_nothing_private_is_open_or_kept_after_a_power_cut(table: Table, tmp_path: Path) -> None:
    """Neither a look under a finger nor an entry."""
    table.begin()
    assert table.open_match.match.correct({"hands": {"blue": 2}}).done
    look = LookPage(table.root, table.open_match, "blue")
    table.root.open(look)
    finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
    assert look.uncovered
    again = reopened(table, tmp_path)
    assert isinstance(again.page, Play)
    finger.up()
    entry = SecretPage(again.root, again.open_match, "blue")
    again.root.open(entry)
    again.press(again.labelled(again.say_game("kind", "tell_card")))
    again.uncover()
    assert entry.uncovered
    third = reopened(again, tmp_path)
    assert isinstance(third.page, Play)
    assert resume_point.read(tmp_path) == ResumePoint(third.open_match.name, seen=0)
    third.close()
    again.close()


def test_a_match_that_crashes_the_companion_is_not_opened_for_ever(
    table: Table, tmp_path: Path
) -> None:
    table.begin()
    assert table.app.session.library.journal.flush()
    for _ in range(MOST_TRIES):
        again = reopened(table, tmp_path)
        assert isinstance(again.page, Play)
        again.close()
        resume_point.count_crash(tmp_path)
    again = reopened(table, tmp_path)
    assert isinstance(again.page, Home)
    again.button("continue")  # by hand it can still be tried
    assert isinstance(again.page, Play)
    again.close()


def test_one_crash_does_not_count_for_ever(table: Table, tmp_path: Path) -> None:
    table.begin()
    table.app.session.where.flush()
    resume_point.count_crash(tmp_path)
    again = reopened(table, tmp_path)
    assert resume_point.read(tmp_path).tries == 1
    again.app.session.lasted()
    again.app.session.where.flush()
    assert resume_point.read(tmp_path).tries == 0
    assert resume_point.read(tmp_path).match == again.open_match.name
    again.close()


def test_a_disk_that_does_not_answer_holds_up_no_touch_and_gets_the_newest(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.begin()
    assert table.app.session.library.journal.flush()
    table.app.session.where.flush()
    answers, sync = Event(), os.fsync
    monkeypatch.setattr(os, "fsync", lambda handle: (answers.wait(30), sync(handle))[1])
    stood = resume_point.read(tmp_path)
    table.touch(STEP[0])
    table.stage.frames(2)
    assert table.open_match.presenter.composer.begun
    assert resume_point.read(tmp_path) == stood, "half of it is nowhere"
    table.open_match.presenter.take_back()
    table.stage.frames(2)
    answers.set()
    table.app.session.where.flush()
    assert resume_point.read(tmp_path) == table.app.session.where.point


@pytest.mark.parametrize("content", [b"", b"{", b'{"match": 7}', b'{"match": "never heard of"}'])
def test_a_damaged_note_does_not_keep_the_companion_from_opening(
    stage: Stage, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / resume_point.FILE).write_bytes(content)
    table = Table(stage, tmp_path)
    assert isinstance(table.page, Home)
    table.close()


def test_a_folder_that_cannot_be_written_does_not_stop_the_start(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    resume_point.write(tmp_path / "file", ResumePoint("a match"))
    resume_point.count_crash(tmp_path / "file")
    assert resume_point.read(tmp_path / "file") == ResumePoint()


def test_a_file_that_no_companion_wrote_does_not_stop_the_start(tmp_path: Path) -> None:
    (tmp_path / resume_point.FILE).write_text('{"x": ' + "[" * 50_000)
    assert resume_point.read(tmp_path) == ResumePoint()


@pytest.mark.parametrize("made", [1, 2])
def test_a_way_cut_short_says_what_is_missing(stage: Stage, tmp_path: Path, made: int) -> None:
    goes = [sys.executable, "-c", GOES_A_WAY, str(tmp_path), str(made)]
    assert subprocess.run(goes, check=False).returncode == -signal.SIGKILL
    table = Table(stage, tmp_path)
    assert isinstance(table.page, Play)
    asked = "brach ab, 1 Zug fehlt. Zieht bitte weiter, oder nehmt ihn zurück: „"
    assert (asked in table.words()) == (made == 1)
    table.button("undo_move")
    again = reopened(table, tmp_path)
    assert "brach ab" not in again.words()
    again.close()
    table.close()

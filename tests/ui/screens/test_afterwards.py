"""After a match: past matches, figures, files, the link for a phone, and points for other games."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image

from companion.archive.history import sheets
from companion.archive.score import MOST_PLAYERS
from companion.archive.summary import Player, Summary
from companion.store import drives
from tests.store.table import now
from tests.ui.screens.table import GAME, Table
from tests.ui.screens.test_club import PIN, type_pin
from tests.ui.stage import Stage
from ui import theme
from ui.screens.home.home import Home
from ui.screens.home.past import Past
from ui.screens.home.past_match import PastMatch
from ui.screens.home.score_start import ScoreStart
from ui.screens.home.scorekeeper import Score
from ui.screens.home.statistics import PlayerSheet, RuleSheet, Statistics
from ui.screens.table.end import End
from ui.screens.table.link import LinkPage
from ui.screens.table.play import Play
from ui.screens.table.podium import Podium
from ui.screens.table.replay import Replay
from ui.session.past import past, past_count
from ui.shell.controls import Scroll
from ui.shell.keyboard import KeyboardSheet
from ui.shell.numbers import NumbersSheet
from ui.widgets.bars import Bar
from ui.widgets.button import ActionButton
from ui.widgets.qr import LEAST
from ui.widgets.text import Paragraph

SIZES = [(1280, 720), (1024, 600), (800, 480), (720, 1280)]
LONGEST = "Maximiliana-Annabel"


def finished(table: Table, **names: str) -> None:
    """A match with a refusal that ends when all but one have resigned."""
    session = table.app.session
    package = session.package(GAME)
    open_match = session.start(package, tuple(package.game.colours), names)
    presenter = open_match.presenter
    presenter.touch("blue@-1,0")
    for token in ("0,0", "blue@0,0", "0,-1"):
        presenter.touch(token)
    presenter.take_back()
    for seat in presenter.match.seats[:-1]:
        presenter.match.resign(seat)
    table.root.play(open_match)
    table.stage.settle()
    session.library.journal.flush()


def finished_by_agreement(table: Table) -> None:
    session = table.app.session
    package = session.package(GAME)
    open_match = session.start(package, tuple(package.game.colours), {})
    match = open_match.presenter.match
    match.agree_end(match.seats[0], frozenset(match.seats))
    table.root.play(open_match)
    table.stage.settle()


def longest(table: Table) -> dict[str, str]:
    colours = table.app.session.package(GAME).game.colours
    return {seat: f"{LONGEST}{number}" for number, seat in enumerate(colours)}


def read_code(table: Table, folder: Path) -> str:
    """What a phone reads off the screen."""
    picture = folder / "screen.png"
    table.stage.picture(str(picture))
    width, height = table.stage.size
    seen = Image.open(picture).convert("L")
    found = zxingcpp.read_barcodes(seen.crop((0, seen.height - height, width, seen.height)))
    return found[0].text if found else ""


@pytest.mark.parametrize("stage", SIZES, indirect=True, ids=str)
def test_a_phone_can_read_the_longest_code_off_the_screen(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    players = tuple(
        Player(seat, f"{'Ü' * 19}{number}", number + 1, 100)
        for number, seat in enumerate([*theme.SEATS, *theme.MORE_SEATS])
    )
    one = Summary(match="f" * 32, game="x", how="counted", players=players, begun=now())
    table.root.open(LinkPage(table.root, one, table.root.home))
    assert table.faults() == []
    page = table.page
    assert isinstance(page, LinkPage)
    assert page.code.millimetres >= LEAST
    assert read_code(table, tmp_path) == page.url
    table.close()


def _score(table: Table, look: Callable[[str], None]) -> None:
    """The points of another game, with as many people and rounds as there can be."""
    table.button("another_game")
    start = table.page
    assert isinstance(start, ScoreStart)
    start._count(MOST_PLAYERS)
    start.who.named.update((seat, f"{LONGEST}{at}") for at, seat in enumerate(start.who.seats))
    start._set("zero_sum", True)
    look("who plays")
    table.button("start")
    score = table.page
    assert isinstance(score, Score)
    for points in range(2 * MOST_PLAYERS - 1):
        score.counting.enter(*score.counting.sheet.next, 99990 + points % 10)
    score._go()
    look("points")
    table.button("finish")
    look("points at the end")


def _past(table: Table, look: Callable[[str], None]) -> None:
    """What was played, one match of it, and the figures."""
    table.button("past")
    look("past")
    page = table.page
    assert isinstance(page, Past)
    table.press(table.labelled(table.say("label", "name")))
    look("filter")
    page.close()
    page._open(page.chosen[0])
    look("past match")
    table.button("back")
    table.button("statistics")
    look("figures of players")
    statistics = table.page
    assert isinstance(statistics, Statistics)
    statistics._show(0)
    look("figures of a game")


@pytest.mark.parametrize("stage", [(800, 480), (720, 1280)], indirect=True, ids=str)
def test_a_screen_about_past_matches_is_whole_and_its_code_can_be_read(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path, "en" if stage.size == (720, 1280) else "de")
    if stage.size == (720, 1280):
        table.app.session.set(theme="light")
        theme.use(stage.size, name="light")
    wrong: dict[str, list[str]] = {}

    def look(name: str) -> None:
        if faults := table.faults():
            wrong[name] = faults

    finished(table, **longest(table))
    assert isinstance(table.page, End)
    look("end")
    (podium,) = table.all(Podium)
    assert [one.place for one in podium.steps] == [2, 1, 3, 3]  # the winner beside the middle
    written = [one.text for one in podium._easel.figure.words]
    told = "".join(written).replace(" ", "")
    assert all(name in told for name in longest(table).values()), written
    assert table.all(Scroll) == []
    table.button("course")
    look("how it went")
    table.button("bg_stats")
    look("link")
    assert isinstance(table.page, LinkPage)
    assert table.page.code.millimetres >= LEAST
    assert read_code(table, tmp_path) == table.page.url
    table.button("back")
    table.button("back")
    table.button("home")
    look("home")
    _past(table, look)
    table.root.home()
    table.stage.frames(2)
    _score(table, look)
    table.close()
    assert wrong == {}


def test_how_it_went_tells_what_was_allowed_by_what_happened_and_by_no_code(table: Table) -> None:
    session = table.app.session
    package = session.package(GAME)
    open_match = session.start(package, tuple(package.game.colours), {})
    presenter = open_match.presenter
    for token in ("blue@-1,0", "0,0", "blue@0,0", "0,-1"):
        presenter.touch(token)
    assert presenter.refusal is not None and presenter.refusal.allowable
    presenter.allow()
    for seat in presenter.match.seats[:-1]:
        presenter.match.resign(seat)
    table.root.play(open_match)
    table.stage.settle()
    table.stage.until(lambda: not table.page.fresh)
    table.button("course")
    (said,) = (one.text for one in table.all(Paragraph) if "Erlaubt trotz" in one.text)
    assert said[0].isalpha() and not re.search(r"\b[A-Z]\d|0,", said.partition("Erlaubt")[0])
    assert not table.faults()


def test_a_past_match_can_be_looked_at_and_written_to_a_drive(
    table: Table,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    media = tmp_path_factory.mktemp("media")
    drive = media / "pi" / "STICK"
    drive.mkdir(parents=True)
    finished(table, blue="Ada", yellow="Ben")
    table.button("home")
    table.button("past")
    page = table.page
    assert isinstance(page, Past)
    table.press(table.all(ActionButton, page._body)[2])
    assert isinstance(table.page, PastMatch)
    assert table.say("how", "resigned") in table.words()
    table.button("replay")
    assert isinstance(table.page, Replay)
    assert len(table.page.lines) > 2
    table.button("back")
    table.button("export")
    table.stage.until(lambda: table.page.notice.endswith("exports, auf diesem Gerät"))
    written = sorted(path.name for path in (tmp_path / "exports").iterdir())
    assert written[:2] == ["matches.csv", "matches.json"]
    assert "Ada" in (tmp_path / "exports" / "matches.csv").read_text("utf-8-sig")

    monkeypatch.setattr(drives, "ROOTS", (media,))
    table.button("export")
    table.stage.until(lambda: table.page.notice.endswith("geschrieben nach STICK"))
    assert (drive / "matches.json").is_file()
    for path in drive.iterdir():
        path.unlink()
    (drive / "matches.csv").mkdir()  # nothing can be written over that
    table.button("export")
    table.stage.until(lambda: table.page.notice.startswith("In STICK lässt"))


def test_the_winners_page_is_saved_as_a_picture_of_itself_without_its_buttons(
    table: Table, tmp_path: Path
) -> None:
    finished(table, yellow="Ada")
    end = table.page
    assert isinstance(end, End)
    assert end.photo is not None
    table.button("save_picture")
    table.stage.until(lambda: end.notice)
    (file,) = (tmp_path / "exports").glob("*.png")
    assert file.name in end.notice
    saved = Image.open(file)
    assert saved.size == (int(end.photo.width), int(end.photo.height))
    seen = saved.convert("RGB").resize((80, 45)).tobytes()
    assert len({seen[at : at + 3] for at in range(0, len(seen), 3)}) > 100  # not one empty patch


def test_nobody_is_on_a_higher_step_where_nobody_was_placed(table: Table) -> None:
    finished_by_agreement(table)
    (podium,) = table.all(Podium)
    assert {one.place for one in podium.steps} == {0}
    said = [one.text for one in podium._easel.figure.words]
    assert table.say_game("how", "agreed").rstrip(".") in said


def test_the_list_can_be_narrowed_down(table: Table) -> None:
    finished(table, blue="Ada")
    table.button("home")
    finished(table, blue="Ben")
    table.button("home")
    table.button("past")
    page = table.page
    assert isinstance(page, Past)
    assert len(page.chosen) == 2
    table.press(table.labelled(table.say("label", "name")))
    table.press(table.labelled("Ben"))
    assert [one.names for one in page.chosen] == [{"blue": "Ben"}]
    table.press(table.labelled(table.say("label", "game")))
    table.press(table.all(ActionButton, page.sheet)[1])
    assert len(page.chosen) == 1
    table.press(table.labelled(table.say("label", "name")))
    table.press(table.labelled(table.say("label", "all")))
    assert len(page.chosen) == 2


def test_an_end_taken_back_stays_among_the_past_matches(table: Table) -> None:
    finished(table)
    assert past_count(table.app.session) == 1
    end = table.page
    assert isinstance(end, End)
    table.open_match.match.undo(table.open_match.match.seats[-2], table.open_match.match.seats)
    table.root.play(table.open_match)
    assert isinstance(table.page, Play)
    table.app.session.library.journal.flush()
    assert past_count(table.app.session) == 0
    assert len(table.app.session.running()) == 1


def test_the_rule_the_table_trips_over_is_a_touch_away_and_a_name_can_be_forgotten(
    table: Table,
) -> None:
    finished(table, blue="Ada", yellow="Ben")
    table.button("home")
    table.button("past")
    table.button("statistics")
    page = table.page
    assert isinstance(page, Statistics)
    assert {one.name for one in page.players} == {"Ada", "Ben"}
    table.press(table.all(ActionButton, page._which)[1])
    (game,) = page.games
    assert sum(game.refusals.values()) >= 1
    assert table.all(Bar, page._about)
    (clause, *_) = game.refusals
    rule = table.app.session.package(GAME).game.rulebook[clause]
    table.press(table.reached(table.labelled(rule.rule["de"])))
    assert isinstance(page.sheet, RuleSheet)
    assert f"Regel {rule.number}" in table.words()
    table.button("close")

    table.press(table.all(ActionButton, page._which)[0])
    table.press(table.labelled("Ada"))
    assert isinstance(page.sheet, PlayerSheet)
    table.root.pin_lock.set(PIN)
    table.button("forget_player")
    assert isinstance(page.sheet, NumbersSheet), "it is for those in charge, as in the settings"
    type_pin(table, PIN)
    assert {one.name for one in page.players} == {"Ada", "Ben"}  # it is asked once more
    table.button("forget_now")
    table.stage.until(lambda: {one.name for one in page.players} == {"Ben"})
    assert all("Ada" not in one.names.values() for one in past(table.app.session))


def test_points_of_another_game_are_kept_and_added_up(table: Table, tmp_path: Path) -> None:
    table.button("another_game")
    start = table.page
    assert isinstance(start, ScoreStart)
    table.press(table.labelled("2"))
    table.press(table.labelled(table.say("label", "which_game")))
    assert isinstance(table.page.sheet, KeyboardSheet)
    for letter in "Uno":
        table.press(table.labelled(letter))
    table.button("done")
    table.button("zero_sum")
    table.button("start")
    score = table.page
    assert isinstance(score, Score)
    assert score.title() == "Uno"
    keys = [one for one in table.all(ActionButton) if one.label in set("0123456789")]
    assert all(min(one.size) >= theme.mm(9) - 1 for one in keys)
    for key in "12":
        table.press(table.labelled(key))
    table.button("enter")
    table.press(table.labelled("Rest: −12"))
    assert score.counting.sheet.rounds == ((12, -12),)
    for key in ("5", "±"):
        table.press(table.labelled(key))
    table.button("enter")
    table.press(table.labelled("◀"))  # an earlier entry was wrong
    table.press(table.labelled(table.say("name", "red")))
    for key in ("7", "⌫", "9"):
        table.press(table.labelled(key))
    table.button("enter")
    assert list(score.counting.sheet.rounds) == [(9, -12), (-5, None)]
    assert "Runde 1 ergibt zusammen −3" in table.words()
    table.button("undo")
    assert list(score.counting.sheet.rounds) == [(12, -12), (-5, None)]
    table.button("enter")
    assert score.notice == table.say("notice", "type_points")

    table.stage.until(lambda: table.app.session.saved)
    table.button("home")  # as after a power cut: it is there to be gone on with
    assert isinstance(table.page, Home)
    table.button("another_game")
    table.press(
        table.labelled(table.app.session.words().say("label", "continue", {"title": "Uno"}))
    )
    again = table.page
    assert isinstance(again, Score)
    assert again.counting.sheet == score.counting.sheet
    _finish(table)


def _finish(table: Table) -> None:
    """End it, go on counting, end it again, and take the link."""
    table.button("finish")
    assert isinstance(table.page, PastMatch)
    assert table.say("how", "counted") in table.words()
    table.button("count_on")
    table.button("finish")
    assert isinstance(table.page, PastMatch)
    table.button("bg_stats")
    assert isinstance(table.page, LinkPage)
    assert "Uno" in table.page.url
    library = table.app.session.library
    library.journal.flush()
    (one,) = past(table.app.session)
    assert [player.score for player in one.players] == [7, -12]
    assert len(sheets(library)) == 1

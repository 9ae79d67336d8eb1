"""Games and languages that come from a stick and go again, at the screen."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import companion.games
from companion.home import ADDED_BY
from companion.maintenance import installer
from companion.maintenance.additions import Addition
from companion.maintenance.texts import phrasebook
from script.new_game import write
from tests import fifth_game
from tests.maintenance.machine import Kiosk, installed_kiosk
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.screens.home.game_card import GameCard
from ui.screens.home.past_match import PastMatch
from ui.session.gone import left_behind, title_of
from ui.widgets.button import ActionButton

GAME = Addition("game", fifth_game.NAME)
OPENS = "import sys; assert '--check' in sys.argv"
ROOT = Path(__file__).parents[3]


@pytest.fixture
def kiosk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Kiosk]:
    """Version 2 is installed, its additions are found, and new ones are taken."""
    shelves = list(companion.games.__path__)
    with installed_kiosk(tmp_path / "kiosk", monkeypatch, OPENS) as made:
        monkeypatch.setenv(ADDED_BY, str(made.machine.program / "added"))
        yield made
    companion.games.__path__[:] = shelves
    fifth_game.forget()


def opened(table: Table) -> None:
    table.button("settings")
    table.press(table.reached(table.labelled(table.say("button", "care"))))
    table.stage.until(lambda: table.page.found is not None)


def told(table: Table, text: str) -> None:
    table.stage.until(lambda: text in table.words())
    assert table.faults() == []


def put_on(stick: Path, kiosk: Kiosk) -> Path:
    """The package of a new game, signed, on the stick."""
    write(GAME.name, kiosk.folder / "new")
    folder = kiosk.folder / "new/companion/games" / GAME.name
    files = {one.name: one.read_text() for one in folder.iterdir() if one.is_file()}
    deb = kiosk.addition(GAME, "1", files)
    for one in (deb, deb.with_name(f"{deb.name}.sig")):
        shutil.copy(one, stick)
    return deb


def games(table: Table) -> list[str]:
    table.root.home()
    table.complete()
    return [one.game for one in table.all(GameCard)]


def test_a_game_from_a_stick_is_played_removed_and_its_match_waits(
    stage: Stage, tmp_path: Path, stick: Path, kiosk: Kiosk
) -> None:
    deb = put_on(stick, kiosk)
    table = Table(stage, tmp_path / "data")
    try:
        assert GAME.name not in games(table)
        opened(table)
        table.button("update")
        table.press(table.offered(deb.name))
        told(table, phrasebook("de").say("done", "update"))
        assert installer.install(kiosk.machine) == "added"
        table.button("look_again")
        told(table, phrasebook("de").say("update", "added"))
        assert GAME.name in games(table)
        table.begin(GAME.name)
        match = table.open_match.match
        title = title_of(table.app.session, GAME.name)

        table.root.home()
        opened(table)
        table.button("update")
        values = {"title": title}
        label = table.app.session.words().say("button", "remove_addition", values)
        for answer in ("close", "really_remove"):
            if answer == "really_remove":
                table.button("update")
            table.press(table.reached(table.offered(label)))
            told(table, table.say("notice", "remove"))
            table.button(answer)
        told(table, phrasebook("de").say("done", "remove"))
        assert installer.install(kiosk.machine) == "removed"
    finally:
        table.close()
    fifth_game.forget()
    waits(Table(stage, tmp_path / "data"), len(match.entries))


def waits(table: Table, entries: int) -> None:
    """After the next start the match is there, says why it does not go on, and nothing fails."""
    try:
        assert GAME.name not in games(table)
        assert table.faults() == []
        (one,) = left_behind(table.app.session)
        table.press(table.labelled(table.say("button", "parked")))
        title = title_of(table.app.session, GAME.name)
        table.press(table.labelled(title))
        gone = table.app.session.words().say("notice", "game_gone", {"game": title})
        told(table, gone)
        assert len(table.app.session.library.resume(one.match).reading.lines) == entries
        table.next_language()
        assert table.faults() == []
    finally:
        table.close()


def test_a_finished_match_of_a_game_that_is_gone_keeps_its_result(
    stage: Stage, tmp_path: Path
) -> None:
    table = Table(stage, tmp_path / "data")
    try:
        with fifth_game.shelved(tmp_path / "shelf"):
            table.root.home()
            table.begin(GAME.name)
            match = table.open_match.match
            for seat in match.seats[1:]:
                table.menu("players")
                table.press(table.labelled(table.open_match.presenter.phrasebook.name(seat)))
                table.button("resign")
                table.answer(seat)
            assert match.over
        table.root.home()
        table.complete()
        table.button("past")
        table.complete()
        table.press(table.all(ActionButton, table.page)[4])  # the only row
        assert isinstance(table.page, PastMatch)
        game = {"game": title_of(table.app.session, GAME.name)}
        assert table.app.session.words().say("notice", "no_course_game_gone", game) in table.words()
        assert table.faults() == []
    finally:
        table.close()


def test_a_language_of_its_own_package_is_spoken_and_what_it_lacks_is_english(
    tmp_path: Path,
) -> None:
    folder = tmp_path / "added/languages/fr"
    folder.mkdir(parents=True)
    (folder / "about.toml").write_text('name = "Français"\nand = " et "\nwhose = "de {name}"\n')
    (folder / "ui.toml").write_text('"Settings" = "Réglages"\n"Print" = "{nobody} imprime"\n')
    asks = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*asks, str(Path(__file__).with_name("another_language.py"))],
        cwd=ROOT,
        env={**os.environ, ADDED_BY: str(tmp_path / "added")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-2000:]
    assert " passed" in done.stdout

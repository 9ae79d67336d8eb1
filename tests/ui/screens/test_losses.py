"""What is missing of what was saved is said on the screen, with the match and the numbers."""

from pathlib import Path

from companion.store import Damage
from tests.store.test_foreign import smuggle
from tests.ui.screens.table import Table
from ui.screens.home.home import Home
from ui.session import unread
from ui.session.losses import MOST_TOLD, missing
from ui.session.session import Session
from ui.widgets.text import TextLine


def test_the_home_screen_tells_of_missing_entries(table: Table, tmp_path: Path) -> None:
    table.begin()
    session = table.app.session
    assert session.library.journal.flush()
    match, saved = session.open_match.name if session.open_match else "", len(table.told)
    session.library.copy(tmp_path / "older")
    table.touch("blue@-1,0", "0,0")
    assert len(table.told) == saved + 1
    table.root.home()
    assert session.close()
    smuggle(tmp_path, "match", "foreign", b"[]")
    smuggle(tmp_path, "entry", "foreign", b'{"game":"ferry"}')
    assert table.say("button", "missing") not in table.words()

    (tmp_path / "older").replace(tmp_path / "matches.db")
    again = Table(table.stage, tmp_path)
    assert isinstance(again.page, Home)
    again.button("missing")
    words = again.words()
    assert f": Eintrag {saved + 1} fehlt." in words
    assert "Mesopotamien, begonnen am" in words
    assert "matches-damaged-" in words
    header = [one.text for one in again.all(TextLine, again.page.header)]
    assert again.say("label", "missing") in header
    again.app.session.set(language="en")
    again.root.home()
    again.button("missing")
    assert f": entry {saved + 1} is missing." in again.words()
    assert again.app.session.running()[0].match == match
    again.button("close")
    again.close()

    again = Table(table.stage, tmp_path, "en")  # nobody has said to have read it
    again.button("missing")
    assert f": entry {saved + 1} is missing." in again.words()
    again.button("have_read")
    assert isinstance(again.page, Home)
    for _ in range(2):
        assert again.say("button", "missing") not in again.words()
        again.close()
        again = Table(table.stage, tmp_path)
    again.close()


def test_a_match_that_no_list_can_show_is_mentioned(table: Table, tmp_path: Path) -> None:
    table.app.session.library.met("Ada")
    table.close()
    game = table.app.session.games()[-1]
    title = table.app.session.words(table.app.session.game_info(game)).say("about", "title")
    for key, first in (("known", b'{"game":"%s","begun":1}' % game.encode()), ("unknown", b"[]")):
        smuggle(tmp_path, "match", key, b"[]")
        smuggle(tmp_path, "entry", key, first)
    smuggle(tmp_path, "match", "later", b"7")
    smuggle(
        tmp_path, "entry", "later", b'{"game":"%s","begun":"2026-11-20T20:15:00Z"}' % game.encode()
    )
    again = Table(table.stage, tmp_path)
    again.button("missing")
    words = again.words()
    assert f"{title}, begonnen am 20.11.2026 um " in words
    assert words.count("Sie lässt sich nicht lesen") == 3
    assert "Eine Partie, von der mehr nicht bekannt ist" in words
    again.close()


def test_a_note_of_thousands_of_damages_is_told_in_part_and_can_be_read(tmp_path: Path) -> None:
    most = 3_000
    unread.write(tmp_path, tuple(Damage("old", number, 0, ()) for number in range(most)))
    session = Session(tmp_path, language="en")
    *told, rest = missing(session)
    assert len(told) == MOST_TOLD
    assert rest == f"And {most - MOST_TOLD} more messages like these."
    session.have_read(session.damages)
    assert missing(session) == ()

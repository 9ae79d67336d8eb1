"""A match that the rules of today judge otherwise than it was told."""

import dataclasses
from pathlib import Path

import msgspec

from companion.kernel import all_legal
from companion.match import registry
from companion.match.match import Match
from companion.store import Library
from tests.store.table import now
from tests.ui.screens.table import GAME, Table
from tests.ui.stage import Stage
from ui.screens.home.as_told import AsTold
from ui.screens.home.home import Home
from ui.screens.table.play import Play
from ui.session import resume_point
from ui.session.resume_point import ResumePoint


def kept(folder: Path) -> str:
    """A match by an earlier version, in which a rule was overruled that nothing breaks today."""
    package = registry.game_package(GAME)
    earlier = dataclasses.replace(package.game, version=0)
    match = Match.start(
        dataclasses.replace(package, game=earlier),
        earlier.colours[:2],
        clock=lambda: 0.0,
        salt=lambda: bytes(16),
    )
    assert match.submit(next(iter(all_legal(earlier, match.public)))).done
    library = Library(folder, now)
    doors = library.begin()
    for entry in match.entries:
        if entry.number == 2:
            entry = msgspec.structs.replace(entry, overruled=("M1",))
        doors.keep(entry)
    assert library.close()
    return doors.match


def test_the_table_says_whether_a_match_that_is_judged_otherwise_now_goes_on_as_it_was_told(
    stage: Stage, tmp_path: Path
) -> None:
    resume_point.write(tmp_path, ResumePoint(match=kept(tmp_path)))
    table = Table(stage, tmp_path)
    assert isinstance(table.page, Home), "it opens by itself only where it simply goes on"
    for way, page in (("home", Home), ("as_told", Play)):
        table.button("continue")
        assert isinstance(table.page, AsTold)
        assert "Die Regeln haben sich seither geändert." in table.words()
        table.button(way)
        assert isinstance(table.page, page)
    assert table.told[-1] == "Kept" and not table.open_match.match.read_only
    table.close()

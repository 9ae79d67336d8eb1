"""Names made to break screens are shown on every one of them; those of twenty letters, the longest
that can be typed, leave nothing cut and nothing over anything else.

Every change tries the first screens of one game; `script/prove names` tries all of all games.
"""

import os
from itertools import islice
from pathlib import Path

import pytest

from companion.match import registry
from demo import around, at_table
from demo.gallery import tour
from tests.ui.screens.table import GAME, Table
from tests.ui.stage import Stage
from ui.session import settings

EVERYWHERE = "EVERYWHERE"
"""Name of the environment variable that asks for all screens of all games."""

FIRST = 30
"""Screens that every change tries: up to the players of a match."""

HOSTILE = {
    "markup": "evil[b]x[/b][ref=x]",
    "formula": "=1+evil;{seat}{0}%s",
    "controls": "\u202eevil\u2066\u200f\x00\x1b[2J\n\t\u2028\u0301",
}
KINDS = HOSTILE if EVERYWHERE in os.environ else {"markup": HOSTILE["markup"]}
GAMES = registry.names() if EVERYWHERE in os.environ else (GAME,)


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("game", GAMES)
def test_no_name_breaks_a_screen(
    game: str, kind: str, stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (at_table, around):
        monkeypatch.setattr(module, "LONGEST", f"{KINDS[kind]}.")  # its end becomes a number
    table = Table(stage, tmp_path)
    faults: dict[str, list[str]] = {}
    called: set[str] = set()
    screens = tour(table.root, game)
    for name in screens if EVERYWHERE in os.environ else islice(screens, FIRST):
        stage.frames()
        if found := table.faults():
            faults[name] = found
        open_match = table.app.session.open_match
        if open_match is not None:
            called |= set(open_match.match.players.values())
    table.close()
    assert faults == {}
    assert any("evil" in one for one in called), called


def test_a_name_without_end_in_a_file_changed_by_hand_does_not_stop_the_screen(
    tmp_path: Path,
) -> None:
    kept = settings.Settings(theme="light", names={"blue": "W" * 10_000})
    settings.write(tmp_path, kept)
    found = settings.read(tmp_path)
    assert (found.names, found.theme) == ({}, "light")

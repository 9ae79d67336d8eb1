"""Two matches that differ in nothing but what is hidden look and sound the same everywhere.

Every change tries one pair of each game on the table and where secrets are told; `script/prove
twins` tries many, on every screen.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random
from zipfile import ZipFile

import pytest
from kivy.animation import Animation
from kivy.uix.scrollview import ScrollView
from PIL import Image, ImageChops

from companion.archive import export
from companion.kernel import Accepted, answer
from companion.maintenance.diagnostics import Facts, write_bundle
from companion.match import record
from companion.match.composer import Composer, Submit
from companion.store import Library
from tests.games.tried import EACH_SECRETIVE_GAME, Tried
from tests.store.table import now
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from tests.ui.twins import NAME, Twin, Twins
from ui.screens.home.home import Home
from ui.screens.table.private import LookPage
from ui.screens.table.secret import SecretPage
from ui.screens.table.try_out import TryOut

PAIRS = "PAIRS"
"""Name of the environment variable that says how many pairs of each game are tried, on every
screen."""

ENTRIES, FIRST, TOUCHES = 40, 3, 3
"""Entries of each match, the first seed, and places on the board that are touched."""

SHARP, LIKE = 4, 40
"""Pixels across what is compared of a picture, and the difference, of 255, that is none: that of
single pixels along an edge, which the same screen shows when it is drawn twice; a word that begins
on half a pixel may lose its first column. Words are compared by themselves, too."""

SEALED = re.compile(r"\b(?:[0-9a-f]{32}){1,2}\b")
"""Hashes of what is hidden, under salt, and seals: they tell nobody anything."""

Screen = tuple[str, str, Image.Image]

EACH_PAIR = pytest.mark.parametrize("seed", range(FIRST, FIRST + int(os.environ.get(PAIRS, "1"))))


@pytest.fixture
def twins(tried: Tried, seed: int, tmp_path: Path) -> Twins:
    """A pair in the end of which somebody knows another thing than in the other."""
    for attempt in range(100):
        found = Twins(tried, tmp_path / f"attempt {attempt}", 100 * seed + attempt)
        found.play(ENTRIES)
        assert found.differ == []
        if found.apart:
            return found
        found.close()
    raise AssertionError("nothing was hidden")


@EACH_PAIR
@EACH_SECRETIVE_GAME
@pytest.mark.parametrize("stage", [(800, 480)], indirect=True)
def test_no_screen_lamp_or_file_tells_what_is_hidden(
    tried: Tried, seed: int, twins: Twins, stage: Stage, tmp_path: Path
) -> None:
    twins.close()
    files = [dict(_files(twin, tmp_path)) for twin in twins.both]
    screens = [list(_screens(stage, twin, tried, seed)) for twin in twins.both]
    assert [name for name in files[0] if files[0][name] != files[1][name]] == []
    assert [one[0] for one in screens[0]] == [one[0] for one in screens[1]]
    pairs = zip(*screens, strict=True)
    tellers = [
        name for (name, *one), (_, *two) in pairs if one[0] != two[0] or _unlike(one[1], two[1])
    ]
    own = [name for name in tellers if name.startswith("uncovered")]
    assert tellers == own
    assert own, "not even those see a difference who may"


def _files(twin: Twin, folder: Path) -> Iterator[tuple[str, str]]:
    """All that is written for others, without the seals."""
    library = Library(twin.folder, now)
    for language in ("de", "en"):
        yield f"record {language}", _unsealed(record.write(twin.match, language))
        yield f"exported {language}", _unsealed(export.as_record(library, NAME, language))
    yield "journal", _unsealed("\n".join(map(bytes.decode, library.read(NAME).lines)))
    yield "list", repr((library.matches(), library.players(), library.results()))
    facts = Facts(twin.folder, now(), (), {}, library=library)
    with ZipFile(write_bundle(folder, facts)) as bundle:
        for name in bundle.namelist():
            yield f"bundle {name}", bundle.read(name).decode()
    library.close()


def _unlike(one: Image.Image, two: Image.Image) -> bool:
    return ImageChops.difference(one, two).convert("L").point(_far).getbbox() is not None


def _far(level: float) -> int:
    return 255 * (level > LIKE)


def _unsealed(text: str) -> str:
    return SEALED.sub("sealed", text)


def _screens(stage: Stage, twin: Twin, tried: Tried, seed: int) -> Iterator[Screen]:
    """Every screen of the match: its name, its words, its picture."""
    table = Table(stage, twin.folder, library=Library(twin.folder, now))

    def look(name: str) -> Screen:
        table.complete()
        stage.until(lambda: table.app.session.saved is not False)
        table.root.news()
        table.complete()
        for bars in table.all(ScrollView):  # they fade away with time
            Animation.cancel_all(bars)
            bars.bar_color = bars.bar_inactive_color = bars._bar_color = (0, 0, 0, 0)
        picture = Image.frombytes("RGBA", stage.size, stage.pixels()).convert("RGB").reduce(SHARP)
        return name, table.words(), picture

    home = table.root.page
    assert isinstance(home, Home)
    stage.until(lambda: home._seen is not None)  # where the last game stands is found out beside
    yield look("home")
    table.button("continue")
    yield look("table")
    yield from map(look, _drafts(table, tried, Random(seed)))
    yield from map(look, _private(table))
    if PAIRS in os.environ:
        yield from map(look, _sheets(table))
        yield from map(look, _around(table))
    table.close()
    stage.clear()


def _drafts(table: Table, tried: Tried, rng: Random) -> Iterator[str]:
    """Moves begun, and one that is not allowed; none that brings to light what was hidden, and
    none that is made, for those were compared while the match was played."""
    presenter = table.open_match.presenter
    shapes = [shape.token for shape in presenter.scene.shapes if shape.token]
    lit = sorted(presenter.offers.lit)
    for token in (*rng.sample(lit, min(TOUCHES, len(lit))), *rng.sample(shapes, TOUCHES)):
        done = Composer(presenter.game).take(presenter.view, token)
        if isinstance(done, Submit) and any(
            tried.drawing.tells(move)
            or isinstance(answer(tried.game, presenter.match.position, move), Accepted)
            for move in done.moves
        ):
            continue
        table.root.signal(table.app.session.touched(token))
        yield f"{token} touched"
        if presenter.refusal is not None:
            table.button("show_rule")
            yield f"{token} refused, with the rule"
        presenter.take_back()
    table.complete()
    table.button("help")
    yield "what now"
    table.page.close()


def _sheets(table: Table) -> Iterator[str]:
    for name in ("strictness", "players", "sides", "type_code", "clock", "rules"):
        table.button("menu")
        table.button(name)
        yield name
        table.page.close()
    pages = (
        "log",
        "fix_table",
        "catch_up",
        "check_table",
        "lay_out",
        "pack_away",
        "rules",
        "try_out",
    )
    for name in pages:
        table.button("menu")
        table.button(name)
        yield name
        if isinstance(table.page, TryOut):  # what everybody may do there, and what comes of it
            yield from _tried_out(table)
        table.root.play(table.open_match)
        table.stage.settle()
    table.root.go("explain", table.open_match)
    yield "explained"
    table.page.left()
    table.stage.settle()


def _tried_out(table: Table) -> Iterator[str]:
    for number in range(TOUCHES):
        lit = sorted(table.page.presenter.offers.lit)
        if lit:
            table.root.signal(table.app.session.touched(lit[number % len(lit)]))
        yield f"{number + 1} touches tried out"


def _private(table: Table) -> Iterator[str]:
    """What stands between a seat and its secrets; and, for those who may see them, the secrets."""
    for seat in table.open_match.match.seats:
        for kind in (LookPage, SecretPage):
            table.root.open(kind(table.root, table.open_match, seat))
            yield f"{kind.__name__} of {seat}"
        table.root.open(LookPage(table.root, table.open_match, seat))
        finger = table.hold(table.labelled(table.say("button", "hold_to_look")))
        page = table.page
        assert isinstance(page, LookPage) and page.uncovered
        yield f"uncovered for {seat}"
        finger.up()
    table.root.play(table.open_match)


def _around(table: Table) -> Iterator[str]:
    """The screens beside the match."""
    table.root.home()
    yield "home"
    for way in ("settings", "past", "scorekeeper"):
        table.root.go(way)
        yield way

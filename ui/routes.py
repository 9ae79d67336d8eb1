"""Every page that is reached by its name. Only here and in :mod:`ui.root` all screens are known.

Each is imported when it is first wanted: the first frame need not wait for those that are not.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from companion.kernel import Verbatim
from companion.store import DiskError
from ui.navigation import Navigation, Route
from ui.session.entered import Count, Entered, Fixing, Laying, Reading, Setting
from ui.session.gone import left_behind, title_of
from ui.session.open_match import OpenLesson, OpenMatch
from ui.shell.page import Page

if TYPE_CHECKING:
    from companion.archive.counting import Counting
    from companion.lessons import Lesson
    from companion.table.box_code import Part
    from printables.order import SheetName


def seats(to: Navigation, game: str, *, helped: bool = False) -> None:
    """Who plays? helped: the match begins with what can be done now."""
    from ui.screens.home.seats import Seats

    to.open(Seats(to, to.session.package(game), helped=helped))


def begin(to: Navigation, open_match: OpenMatch, way: str) -> None:
    """A match was begun: at once, with setting up the table as it is now, or with the table as it
    stands; or it was taken up where somebody was entering something."""
    from companion.match import lying, telling_layout
    from ui.screens.table.compare import Compare
    from ui.screens.table.fix import Fix
    from ui.screens.table.set_up import SetUp

    open_match.presenter.on_change = to.soon
    package = open_match.presenter.package
    if open_match.entered is not None:
        _go_on_with(to, open_match, open_match.entered)
    elif way == "lay_out":
        going_on = lying.moved_on(open_match.match)
        to.open(Compare(to, open_match, "lay_out") if going_on else SetUp(to, open_match))
    elif way == "as_it_stands":
        to.open(Fix(to, open_match, "as_it_stands"))
    elif package.guide(open_match.match.public).now:
        from ui.screens.table.read_boards import ReadBoards

        to.open(ReadBoards(to, open_match))
    elif telling_layout.wanted(package, open_match.match.public):
        from ui.screens.table.make_layout import MakeLayout

        to.open(MakeLayout(to, open_match))
    else:
        to.play(open_match)


def _go_on_with(to: Navigation, open_match: OpenMatch, entered: Entered) -> None:
    """The page on which that was entered; the table where its game has no such page now."""
    from companion.match.telling_layout import layout_of
    from ui.screens.table.compare import Compare
    from ui.screens.table.count_box import CountBox
    from ui.screens.table.fix import Fix
    from ui.screens.table.make_layout import MakeLayout
    from ui.screens.table.read_boards import ReadBoards
    from ui.screens.table.set_up import SetUp

    open_match.entered = None
    package, match = open_match.presenter.package, open_match.match
    guide = package.guide(match.public)
    match entered:
        case Fixing():
            to.open(Fix(to, open_match, entered.purpose, entered))
        case Reading() if guide.boards:
            to.open(ReadBoards(to, open_match, entered))
        case Laying() if layout_of(package) is not None:
            to.open(MakeLayout(to, open_match, entered))
        case Count() if guide.counts is not None:
            to.open(CountBox(to, open_match, entered))
        case Setting():
            page = Compare(to, open_match, entered.purpose) if entered.purpose else None
            page = page or SetUp(to, open_match)
            page.go_on_with(entered)
            to.open(page)
        case _:
            to.play(open_match)


def box(to: Navigation, open_match: OpenMatch) -> None:
    """What is told of the box: with pictures where its game has some, or question by question."""
    from ui.screens.table.count_box import CountBox
    from ui.screens.table.fix import Fix
    from ui.screens.table.read_boards import ReadBoards

    guide = open_match.presenter.package.guide(open_match.match.public)
    if guide.counts is not None:
        to.open(CountBox(to, open_match))
    elif guide.boards:
        to.open(ReadBoards(to, open_match))
    else:
        to.open(Fix(to, open_match, "box"))


def box_scanned(to: Navigation, page: Page, part: Part) -> None:
    """A code of a box, over the page that is shown."""
    from ui.screens.table.box_scan import scanned

    scanned(page, part)


def resume(to: Navigation, name: str) -> None:
    """Take up a match again; where that is impossible, say so, and why where its game is gone."""
    say = to.session.words()
    for one in left_behind(to.session):
        if one.match == name:
            title = Verbatim(title_of(to.session, one.heading.game))
            to.say(say.say("notice", "game_gone", {"game": title}))
            return
    try:
        open_match = to.session.resume(name)
    except (DiskError, LookupError, ValueError):
        to.say(say.say("notice", "cannot_resume"))
        return
    begin(to, open_match, "")


def learn(to: Navigation, game: str) -> None:
    """The lessons of a game."""
    from ui.screens.home.learn import Learn

    to.session.leave()
    to.open(Learn(to, game))


def lesson(to: Navigation, game: str, lesson: Lesson) -> None:
    """Lay out the table for a lesson: anew, or from where the one before it left it."""
    from ui.screens.home.learn import LessonTable

    last = to.session.open_match
    before = last.presenter.match if isinstance(last, OpenLesson) else None
    open_lesson = to.session.learn(game, lesson)
    open_lesson.presenter.on_change = to.soon
    table = LessonTable(to, open_lesson, before)
    if table.pieces:
        to.open(table)
    else:
        to.play(open_lesson)


def explain(to: Navigation, open_match: OpenMatch) -> None:
    """What happened last, one thing at a time, each with its rule."""
    from ui.screens.table.replay import Replay
    from ui.screens.table.replay_model import last_turn

    back = partial(to.play, open_match)
    at = last_turn(open_match.match)
    to.open(Replay(to, open_match.presenter, "explained", back, at))


def end(to: Navigation, open_match: OpenMatch) -> None:
    """How a match ended."""
    from ui.screens.table.end import End

    to.open(End(to, open_match))


def past(to: Navigation) -> None:
    """What was played before."""
    from ui.screens.home.past import Past

    to.session.leave()
    to.open(Past(to))


def score(to: Navigation, counting: Counting) -> None:
    """The points of a game that is not on the shelf, as they are counted."""
    from ui.screens.home.scorekeeper import Score

    to.open(Score(to, counting))


def scorekeeper(to: Navigation) -> None:
    """Points for a game that is not on the shelf."""
    from ui.screens.home.score_start import ScoreStart

    to.open(ScoreStart(to))


def printing(to: Navigation, game: str, *sheets: SheetName) -> None:
    """What can be printed for a game. sheets: those that are wanted, where that is known."""
    from ui.screens.service.printing import Printing

    to.in_charge(lambda: to.open(Printing(to, to.session.package(game), sheets)))


def settings(to: Navigation, at: float = 1.0) -> None:
    """What is chosen for good, and the ways to what only those in charge want. at: how far up it
    is scrolled, 1 for the top."""
    from ui.screens.service.settings import SettingsPage

    to.in_charge(lambda: to.open(SettingsPage(to, at)))


def television(to: Navigation, at: float = 1.0) -> None:
    """What other screens of the house show. at: where the settings were left, as there."""
    from ui.screens.service.television import TelevisionPage

    to.in_charge(lambda: to.open(TelevisionPage(to, at)))


def club(to: Navigation, at: float = 1.0) -> None:
    """The club that the table belongs to. at: where the settings were left, as there."""
    from ui.screens.service.club import ClubPage

    to.in_charge(lambda: to.open(ClubPage(to, at)))


def maintenance(to: Navigation, at: float = 1.0) -> None:
    """How the machine is, and what can be done for it. at: where the
    settings were left, as there."""
    from ui.screens.service.maintenance import MaintenancePage

    to.in_charge(lambda: to.open(MaintenancePage(to, at)))


def panel(to: Navigation, at: float = 1.0) -> None:
    """Network, clock and touches of this machine. at: where the settings were left, as there."""
    from ui.screens.service.panel import PanelPage

    to.in_charge(lambda: to.open(PanelPage(to, at)))


def devices(to: Navigation, page: Page) -> None:
    """How everything stands, over a page."""
    from ui.screens.service.devices import DevicesSheet

    page.open(DevicesSheet(page))


ROUTES: dict[Route, Callable[..., None]] = {
    "begin": begin,
    "box": box,
    "box_scanned": box_scanned,
    "club": club,
    "devices": devices,
    "end": end,
    "explain": explain,
    "learn": learn,
    "lesson": lesson,
    "maintenance": maintenance,
    "panel": panel,
    "past": past,
    "printing": printing,
    "resume": resume,
    "score": score,
    "scorekeeper": scorekeeper,
    "seats": seats,
    "settings": settings,
    "television": television,
}
"""The ways by the names of their pages."""

"""The whole companion on the window of the tests, and a finger that is counted."""

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from kivy.uix.widget import Widget

from companion.kernel import MOVE
from companion.match.entries import Played
from companion.match.registry import names
from companion.store import Library
from firmware_bridge import NOTHING
from tests.ui.stage import Finger, Stage
from ui import memory, theme
from ui.app import Choices, Companion
from ui.memory import Memory
from ui.screens.home.game_card import GameCard
from ui.screens.home.past import Past
from ui.screens.table.end import End
from ui.screens.table.play import Play
from ui.screens.table.replay import Replay
from ui.session.open_match import OpenMatch
from ui.session.past import past_count
from ui.shell.controls import Card
from ui.shell.lights import Badges
from ui.shell.page import Page
from ui.shell.steps import Chip
from ui.shell.toast import Toast
from ui.widgets import moment
from ui.widgets.board import Board
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

GAME = "mesopotamien"

NEVER = 1e6
"""Seconds that no test lasts. To look for what each touch and each match leaves behind, as
tests/ui/test_memory.py does, would be a sixth of all these tests do."""

APART = memory.APART


class Table:
    """touches: how often the finger came down. now: the clock of how long nobody was there."""

    def __init__(
        self,
        stage: Stage,
        folder: Path,
        language: str = "de",
        library: Library | None = None,
        now: Callable[[], float] = monotonic,
    ) -> None:
        self.stage = stage
        self.app = Companion(Choices(folder, language, hardware=NOTHING), library, now)
        self.app.memory = Memory(shown=NEVER, quiet=NEVER)
        memory.APART = NEVER  # nor let go of each table that is built anew: a third of some tests
        self.root = stage.put(self.app.build())
        self.root._lasting.timeout = NEVER
        self.touches = 0

    def close(self) -> None:
        """Switch off as it should be."""
        memory.APART = APART
        self.app.on_stop()

    # What is seen

    @property
    def page(self) -> Page:
        page = self.root.page
        assert isinstance(page, Page)
        return page

    @property
    def play(self) -> Play:
        assert isinstance(self.page, Play), self.page
        return self.page

    @property
    def open_match(self) -> OpenMatch:
        assert self.app.session.open_match is not None
        return self.app.session.open_match

    @property
    def told(self) -> list[str]:
        """The kinds of the entries so far."""
        return [type(one).__name__ for one in self.open_match.match.timeline.entries]

    def moves(self) -> list[str]:
        """The kinds of move that were made, in order."""
        entries = self.open_match.match.entries
        return [str(one.move["move"]) for one in entries if isinstance(one, Played)]

    def next_language(self) -> None:
        """As the button in the header does."""
        self.root.choose(language=self.app.session.next_language)

    def say(self, section: str, key: str) -> str:
        return self.app.session.words().say(section, key)

    def say_game(self, section: str, key: str) -> str:
        return self.open_match.presenter.phrasebook.say(section, key)

    def all(self, kind: type[Any], root: Widget | None = None) -> list[Any]:
        return [one for one in (root or self.root).walk() if isinstance(one, kind)]

    def words(self) -> str:
        """Every word on the screen that is not on the board."""
        lines = [one.label for one in self.all(ActionButton)]
        texts = [getattr(one, "text", "") for one in self.root.walk()]
        return "\n".join((*lines, *(one for one in texts if isinstance(one, str))))

    def under_toast(self) -> list[str]:
        """The buttons that the strip covers in which things are told."""
        (toast,) = self.all(Toast)
        covered = []
        for one in self.all(ActionButton):
            x, y = one.to_window(one.x, one.y)
            apart = x >= toast.right or x + one.width <= toast.x
            if not (apart or y >= toast.top or y + one.height <= toast.y):
                covered.append(one.label)
        return covered

    def labelled(self, label: str) -> ActionButton:
        """On the sheet, if one is open and has it."""
        sheet = self.root.page.sheet if self.root.page is not None else None
        for one in [*(self.all(ActionButton, sheet) if sheet else ()), *self.all(ActionButton)]:
            if one.label == label:
                assert isinstance(one, ActionButton)
                return one
        raise LookupError(f"no {label!r} among {[one.label for one in self.all(ActionButton)]}")

    def offered(self, label: str) -> ActionButton:
        """A button that comes once what is beside the screen is done: a file on a stick."""
        with suppress(AssertionError):
            self.stage.until(lambda: any(one.label == label for one in self.all(ActionButton)), 20)
        return self.labelled(label)

    # What is done

    def tap(self, x: float, y: float) -> None:
        self.touches += 1
        self.stage.tap(x, y)
        self.stage.settle()

    def press(self, widget: Widget) -> None:
        self.stage.settle()  # nobody touches what is not drawn yet, nor what came just now
        self.stage.until(lambda: not (isinstance(self.root.page, End) and self.root.page.fresh))
        widget = self._there(widget)
        self.tap(*widget.to_window(*widget.center))

    def _there(self, widget: Any) -> Any:
        """The widget, or the button in its place: what was asked for beside the screen came
        meanwhile, and it was built anew with that."""
        gone = isinstance(widget, ActionButton) and widget.get_parent_window() is None
        return self.labelled(widget.label) if gone else widget

    def menu(self, *keys: str) -> None:
        """Touch the menu, and what stands in it."""
        for key in ("menu", *keys):
            self.press(self.reached(self.labelled(self.say("button", key))))

    def reached(self, widget: Any) -> Any:
        """The widget, after its list was moved so far that a finger reaches it."""
        self.stage.settle()
        widget = self._there(widget)
        above = widget.parent
        while above is not self.root:
            if hasattr(above, "scroll_to"):
                above.scroll_to(widget, animate=False)
                self.stage.settle()
            above = above.parent
        return widget

    def button(self, key: str) -> None:
        """A button that is there, or comes once what is beside the screen is done."""
        self.stage.settle()
        self.press(self.offered(self.say("button", key)))

    def uncover(self) -> None:
        """Touch the one bright button of a cover."""
        self.stage.settle()
        self.press(next(one for one in self.all(ActionButton, self.page) if one.role == "bright"))

    def asked(self) -> str:
        """What stands in the middle of the tray: offers, picker, question or ways."""
        face = self.play.middle.face
        assert face is not None
        return face.form

    def turn_to(self, token: str) -> None:
        """Turn the pages of the tray until a token stands there, if it is on one of them."""
        places = self.play.middle.places
        if any(one.token == token for one in places.tiles):
            while all(one.token != token for one in places.buttons):
                self.press(places.buttons[-1])

    def touch(self, *tokens: str) -> None:
        board = self.play.board
        for token in tokens:
            self.stage.until(lambda: not board.gliding)  # what is out of sight is not touched
            self.tap(*board.where(token))

    def answer(self, token: str) -> bool:
        """Touch a button where there is one for a token, else the thing on the table; False for
        neither."""
        if isinstance(self.page, Play) and self.page.sheet is None:
            self.turn_to(token)
        shown = [one for one in self.all(ActionButton) if one.token == token]
        if shown:
            self.press(self.reached(shown[0]))
        elif token.startswith(MOVE):
            self.button("help")
            kind = self.labelled(self.say_game("kind", token.removeprefix(MOVE)))
            self.press(self.reached(kind))
        else:
            try:
                self.touch(token)
            except LookupError:
                return False
        return True

    def touch_board(self, board: Board, token: str) -> None:
        self.tap(*board.where(token))

    def hold(self, widget: Widget) -> Finger:
        self.stage.settle()  # as before a press
        finger = Finger(*widget.to_window(*widget.center))
        self.stage.settle()
        return finger

    def card_of(self, game: str = GAME) -> GameCard:
        """The card of a game on the home screen; it may stand on a later page of it."""
        for _ in names():
            if any(card.game == game for card in self.all(GameCard)):
                break
            self.button("more_games")
        found: GameCard = next(card for card in self.all(GameCard) if card.game == game)
        return found

    def begin_seats(self, game: str = GAME) -> None:
        """From the home screen to who plays."""
        self.press(self.card_of(game))

    def begin(self, game: str = GAME) -> None:
        """From the home screen to the table with what is there."""
        self.begin_seats(game)
        self.button("start")
        if not isinstance(self.page, Play):  # what comes before the first move is done otherwise
            self.page.left()
            self.stage.settle()
        assert self.all(Board)

    # What every screen must be

    def look_back(self) -> Replay:
        """From the end of a match to its replay among the past ones."""
        self.button("home")
        self.stage.until(lambda: past_count(self.app.session))
        self.root.home()
        self.stage.frames(2)
        self.button("past")
        assert isinstance(self.page, Past)
        self.press(self.all(ActionButton, self.page._body)[2])
        self.button("replay")
        page = self.page
        assert isinstance(page, Replay)
        return page

    def complete(self) -> None:
        """Let come what is worked out only after an answer is on the screen, and stand what moves
        once."""
        self.stage.settle()
        while isinstance(self.root.page, Play) and self.root.page.thinking:
            self.stage.settle()
        moment.finish()
        self.stage.settle()

    def saved(self) -> None:
        """Wait until all is written down, and the screen says so. That it is saved is known a
        moment before the screen is told: a whole flush ends after both."""
        assert self.app.session.library.journal.flush()
        self.stage.until(lambda: not self.root.due)
        self.complete()

    def faults(self) -> list[str]:
        """Whatever on the screen is cut, too small, or lies over something else."""
        self.complete()
        found = []
        root = self.page.sheet if self.page.sheet and self.page.sheet.modal else self.page
        root = self.root.attract or root
        seen = [one for one in root.walk() if self.sees(one)]
        targets = [one for one in seen if isinstance(one, ActionButton | GameCard | Badges)]
        chips = [one for one in seen if isinstance(one, Chip)]
        least = theme.mm(theme.TOUCH) - 1
        for one in targets:
            name = getattr(one, "label", type(one).__name__)
            if min(one.width, one.height) < least:
                found.append(f"{name} is {one.width:.0f} by {one.height:.0f} pixels")
            if isinstance(one, ActionButton) and one.cut:
                found.append(f"{name!r} is cut")
        for one in seen:
            if isinstance(one, TextLine) and one.text and one.cut:
                found.append(f"{one.text!r} is cut")
        for one in seen:
            drawn = getattr(one, "figure", None)
            for said in drawn.words if drawn is not None else ():
                if said.text.endswith("…"):
                    found.append(f"{said.text!r} is drawn cut")
        for one in (*targets, *(one for one in seen if isinstance(one, TextLine | Paragraph))):
            card = _card(one)
            if card is not None and _out_of(_clipped(one), _box(card)):
                found.append(f"{_name(one)} sticks out of its card")
        sheet = self.page.sheet
        on_sheet = set() if sheet is None else {id(one) for one in sheet.walk(restrict=True)}
        places = [(_clipped(one), id(one) in on_sheet, one) for one in (*targets, *chips)]
        for number, (box, above, one) in enumerate(places):
            for other_box, other_above, other in places[number + 1 :]:
                if above == other_above and not _holds(one, other) and _overlap(box, other_box):
                    found.append(f"{_name(one)} lies over {_name(other)}")
        return found

    def sees(self, widget: Widget) -> bool:
        """Whether it can be touched where it lies: shown, and inside what it scrolls in."""
        if not widget.opacity or widget.width < 1 or not widget.get_parent_window():
            return False
        x, y = (float(one) for one in widget.to_window(*widget.center))
        left, bottom, right, top = _clipped(widget)
        return left <= x <= right and bottom <= y <= top


def _name(widget: Any) -> str:
    words = getattr(widget, "label", "") or getattr(widget, "text", "")
    return str(words or type(widget).__name__)


def _card(widget: Widget) -> Card | None:
    """The card that it stands on."""
    above = widget.parent
    while above is not None and above is not above.parent:
        if isinstance(above, Card):
            return above
        above = above.parent
    return None


def _out_of(box: tuple[float, ...], card: tuple[float, ...]) -> bool:
    below = box[0] < card[0] - 1.5 or box[1] < card[1] - 1.5
    return below or box[2] > card[2] + 1.5 or box[3] > card[3] + 1.5


def _box(widget: Widget) -> tuple[float, float, float, float]:
    corners = (widget.to_window(widget.x, widget.y), widget.to_window(widget.right, widget.top))
    (left, right), (low, top) = (sorted(map(float, both)) for both in zip(*corners, strict=True))
    return left, low, right, top


def _clipped(widget: Widget) -> tuple[float, float, float, float]:
    """As much of a widget as the things leave that it is scrolled in."""
    left, bottom, right, top = _box(widget)
    parent = widget.parent
    while parent is not None and parent is not parent.parent:
        if hasattr(parent, "do_scroll_y"):
            room = _box(parent)
            left, bottom = max(left, room[0]), max(bottom, room[1])
            right, top = min(right, room[2]), min(top, room[3])
        parent = parent.parent
    return left, bottom, right, top


def _holds(one: Widget, other: Widget) -> bool:
    """Whether it is a card that the other, which answers before it, stands on."""
    return isinstance(one, GameCard) and any(other is inner for inner in one.walk(restrict=True))


def _overlap(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    wide = min(one[2], other[2]) - max(one[0], other[0])
    high = min(one[3], other[3]) - max(one[1], other[1])
    return wide > 1.5 and high > 1.5


def reopened(table: Table, folder: Path) -> Table:
    """What the next start shows: the disk is all that is left of this one."""
    assert table.app.session.library.journal.flush()
    table.app.session.where.flush()
    return Table(table.stage, folder)

"""Every page that takes moves, with every kind of move: chance presses what can be seen."""

import traceback
from collections import Counter
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, get_args

from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.referee.player import Player
from tests.games.tried import tried
from tests.proofs._match import SALT
from tests.ui.screens.table import Table
from ui.presenter import Presenter
from ui.screens.table.compare import Compare
from ui.screens.table.cover import Cover
from ui.screens.table.fix import Fix
from ui.screens.table.history import History
from ui.screens.table.lay_out import LayOut
from ui.screens.table.play import Play
from ui.screens.table.private import LookPage
from ui.screens.table.secret import SecretPage
from ui.screens.table.set_up import SetUp
from ui.session.entered import Purpose
from ui.session.open_match import OpenMatch
from ui.texts import of_screens
from ui.widgets.button import ActionButton

OF_A_MATCH = (Play, Fix, Cover, LayOut, SetUp, Compare, History)

PRESSED = 9
"""Buttons and fields pressed after each kind of move: more than most moves have blanks."""


class Pages:
    """wrong: what failed, by where. kinds: how often each kind of move was begun."""

    def __init__(self, table: Table, game: str, rng: Random) -> None:
        self.table, self.game, self.rng = table, game, rng
        self.wrong: dict[str, str] = {}
        self.kinds: Counter[str] = Counter()
        self.pressed = 0
        self._done: list[str] = []

    def evening(self, moves: int, share: float = 1.0) -> None:
        """A match that has come so far, and every page of it with a share of the kinds of move."""
        self._open = self._begun(moves)
        root, seats = self.table.root, self._open.presenter.match.seats
        game = self._open.presenter.game
        for purpose in get_args(Purpose):
            for kind in game.kinds:
                if kind.role == ("box" if purpose == "box" else "fix"):
                    self._try(share, lambda p=purpose: Fix(root, self._open, p), kind.name)
        for kind in game.kinds:
            if kind.role == "play":
                self._try(share, None, kind.name)
            if kind.hidden:
                for seat in seats:
                    self._try(share, lambda s=seat: SecretPage(root, self._open, s), kind.name)
        for page in (LookPage, LayOut, SetUp, Compare):
            self._try(share, lambda page=page: page(root, self._open), "")
        for _ in range(3):
            self._try(share, None, "log")

    def lessons(self, share: float = 1.0) -> None:
        """Every lesson of the game."""
        session, root = self.table.app.session, self.table.root
        course = session.course(self.game)
        for lesson in course.lessons if course is not None else ():
            if self.rng.random() < share:
                self._guarded("a lesson", lambda one=lesson: self._lesson(one))
        root.home()

    def _lesson(self, lesson: Any) -> None:
        self.table.root.go("lesson", self.game, lesson)
        self.table.stage.settle()
        for _ in range(2 * PRESSED):
            self._press_something()

    def _begun(self, moves: int) -> OpenMatch:
        """A match from its beginning, or, every other time, somewhere in the middle."""
        session, rng = self.table.app.session, self.rng
        package = session.package(self.game)
        if rng.random() < 0.5:
            open_match = self._somewhere(package)
        else:
            least, most = package.game.players
            seats = tuple(rng.sample(package.game.colours[:most], rng.randint(least, most)))
            open_match = session.start(package, seats, {})
        match, player = open_match.presenter.match, Player(package.game, rng, 0.3)
        while len(match.entries) < moves and not match.over:
            made = player.turn(match.position)[1]
            if made is None or not match.submit(made).done:
                break
        return open_match

    def _somewhere(self, package: GamePackage) -> OpenMatch:
        """A match that is kept nowhere and begins as one of the situations of its tests."""
        game, positions = package.game, tried(self.game).positions
        secret = {kind.name for kind in game.kinds if kind.hidden}
        private = [p for p in positions if any(secret & {*one.kinds} for one in game.asked(p))]
        position = self.rng.choice(private if private and self.rng.random() < 0.5 else positions)
        session, setup = self.table.app.session, position.setup
        match = Match.start(
            package, setup.seats, options=setup.options, clock=monotonic, salt=lambda: SALT
        )
        match.timeline.start = match.timeline.position = position
        session.open_match = OpenMatch(
            "", Presenter(package, match, of_screens(), session.language), None
        )
        return session.open_match

    def _try(self, share: float, page: Any, kind: str) -> None:
        if self.rng.random() < share:
            self._guarded(kind, lambda: self._tell(page, kind))

    def _guarded(self, what: str, act: Any) -> None:
        self._done = []
        try:
            act()
        except Exception as error:
            frames = traceback.extract_tb(error.__traceback__)
            own = [one for one in frames if ".venv" not in one.filename]
            where = f"{type(error).__name__} in {Path(own[-1].filename).name}:{own[-1].lineno}"
            told = f"{self.game}, {what}: {error}; after {' > '.join(self._done)}"
            self.wrong.setdefault(where, told)
            self._open.presenter.take_back()
            self.table.root.home()
            self._open = self._begun(self.rng.choice((1, 6, 20)))

    def _tell(self, page: Any, kind: str) -> None:
        """One kind of move on one page, filled with whatever can be pressed there."""
        table, root = self.table, self.table.root
        if table.app.session.open_match is not self._open:
            self._open = self._begun(self.rng.choice((1, 6, 20)))
        if page is None:
            root.play(self._open)
        else:
            root.open(page())
        table.stage.settle()
        if kind == "log" and isinstance(root.page, Play):
            root.open(History(root, self._open))
        elif kind and isinstance(root.page, Play):
            root.page.what_now()
        if isinstance(root.page, Fix) and root.page.purpose == "catch_up":
            self._press_something()
        table.stage.settle()
        if kind not in ("", "log"):
            self._press_labelled(self._open.presenter.phrasebook.say("kind", kind))
        self.kinds[kind] += 1
        for _ in range(self.rng.randint(1, PRESSED)):
            self._press_something()

    # What is pressed

    def _buttons(self) -> list[ActionButton]:
        page = self.table.page
        root = page.sheet if page.sheet is not None and page.sheet.modal else page
        found = [
            one
            for one in root.walk(restrict=True)
            if isinstance(one, ActionButton) and one.width > 1
        ]
        found = [one for one in found if one.label not in self._not_these()]
        header = set(page.header.walk(restrict=True)) if self.rng.random() < 0.9 else set()
        return [one for one in found if one not in header]

    def _not_these(self) -> set[str]:
        return {self.table.say("button", key) for key in ("home", "settings", "box_files")}

    def _press_labelled(self, label: str) -> None:
        for one in self._buttons():
            if one.label == label:
                self._press(one)
                return

    def _press(self, one: ActionButton) -> None:
        self._done.append(one.token or one.label)
        self.pressed += 1
        self.table.press(self.table.reached(one))

    def _press_something(self) -> None:
        page = self.table.page
        if not isinstance(page, OF_A_MATCH):
            return
        told = [one for one in self._buttons() if one.token]
        board: Any = getattr(page, "board", None)
        tokens = [shape.token for shape in board.scene.shapes if shape.token] if board else []
        what = self.rng.random()
        if tokens and page.sheet is None and what < 0.3:
            token = self.rng.choice(sorted(board.lit) if board.lit and what < 0.15 else tokens)
            self._done.append(f"board {token}")
            board.dispatch("on_token", token)
            self.table.stage.settle()
        elif told and what < 0.8:
            self._press(self.rng.choice(told))
        elif buttons := self._buttons():
            self._press(self.rng.choice(buttons))

"""Tireless people at the running app: which touch comes next. Import it after Kivy is set up."""

from collections import Counter
from collections.abc import Iterator
from math import dist
from random import Random
from typing import Any

from kivy.core.window import Window
from kivy.core.window.window_sdl2 import SDL2MotionEventProvider
from kivy.uix.widget import Widget

from companion.kernel import DONE, MOVE, Move, tag_of
from companion.kernel.drafts import steps
from companion.match import registry
from companion.referee.player import Player
from ui import theme
from ui.app import Companion
from ui.input.touch_filter import AGAIN, NEAR
from ui.screens.home.game_card import GameCard
from ui.screens.home.home import Home
from ui.screens.table.play import Play
from ui.shell.page import Page
from ui.widgets.button import ActionButton

TAP = 0.06
"""Seconds a finger stays where something scrolls: so long is waited to tell a tap from a scroll."""

LOST = 40
"""Touches on a screen beside the table after which the way back is taken."""

Pause = float


class People:
    """game: which they play. counts: what they did, by name. doing: the screen and what was touched
    on it last."""

    def __init__(self, app: Companion, rng: Random, game: str) -> None:
        self.app = app
        self._game = game
        self.rng = rng
        self.counts: Counter[str] = Counter()
        self.doing = self._touched = ""
        self._at = (0.0, 0.0)
        self._player = Player(registry.game_package(game).game, rng, 0.15)

    def play(self) -> Iterator[Pause]:
        """Touch for ever; each time, how long to wait before it goes on (0: for a frame)."""
        on_this_page, page = 0, None
        while True:
            if self.page is not page:
                page, on_this_page = self.page, 0
            on_this_page += 1
            if isinstance(page, Home):
                yield from self._at_home()
            elif isinstance(page, Play):
                yield from self._at_the_table(page)
            elif on_this_page > LOST:
                yield from self._tap(page.header.left)
            else:
                yield from self._elsewhere(page)
            yield 0.0

    @property
    def page(self) -> Page:
        """The screen that is shown."""
        assert self.app.root is not None and self.app.root.page is not None
        return self.app.root.page

    def _at_home(self) -> Iterator[Pause]:
        """Go on with the match, if there is one; else begin one."""
        say = self.page.words
        wanted = [say.say("button", "continue")] * 8
        if self.rng.random() < 0.05:
            wanted = [say.say("button", "settings")]
        for one in self._buttons():
            if one.label in wanted:
                self.counts["matches taken up again"] += one.label == wanted[-1]
                yield from self._tap(one)
                return
        cards = {one.game: one for one in self.page.walk() if isinstance(one, GameCard)}
        if self._game not in cards:  # of a full shelf only a part is seen
            (more,) = (
                one for one in self._buttons() if one.label == say.say("button", "more_games")
            )
            yield from self._tap(more)
            return
        self.counts["matches begun"] += 1
        yield from self._tap(cards[self._game])

    def _elsewhere(self, page: Page) -> Iterator[Pause]:
        """Any button; mostly the one that leads on."""
        buttons = self._buttons()
        if page.bright is not None and (self.rng.random() < 0.5 or not buttons):
            yield from self._tap(page.bright)
        elif buttons and self.rng.random() < 0.9:
            yield from self._tap(self.rng.choice(buttons))
        else:
            yield from self._tap(page.header.left)

    def _at_the_table(self, page: Play) -> Iterator[Pause]:
        presenter, rng = page.presenter, self.rng
        if page.sheet is not None:
            yield from self._on_a_sheet(page)
            return
        if presenter.refusal is not None:
            self.counts["refusals read"] += 1
        what = rng.random()
        if what < 0.02:
            self.counts["undo touched"] += 1
            yield from self._tap(page.keys.undo)
        elif what < 0.03:
            self.counts["language changed"] += 1
            yield from self._tap(page.header.language)
        elif what < 0.04:
            yield from self._tap(page.header.left)
        elif what < 0.06:
            yield from self._tap(page.keys.help)
        elif what < 0.2 or presenter.match.read_only:
            yield from self._anything(page)
        else:
            yield from self._sensible(page)

    def _on_a_sheet(self, page: Play) -> Iterator[Pause]:
        sheet = page.sheet
        assert sheet is not None
        if self.rng.random() < 0.2:
            x, y = page.x + 3, page.y + 3  # beside it
            yield from self._finger(x, y)
            return
        buttons = [one for one in self._buttons() if sheet in _above(one)]
        if buttons:
            yield from self._tap(self.rng.choice(buttons))
        else:
            yield from self._finger(page.x + 3, page.y + 3)

    def _anything(self, page: Play) -> Iterator[Pause]:
        """Something lit, some button, or any place at all."""
        rng = self.rng
        lit = [one for one in page.presenter.offers.lit if self._on_board(page, one)]
        buttons = self._buttons()
        what = rng.random()
        if lit and what < 0.5:
            yield from self._touch(page, rng.choice(sorted(lit)))
        elif buttons and what < 0.8:
            yield from self._tap(rng.choice([one for one in buttons if one.token] or buttons))
        else:
            tokens = [shape.token for shape in page.presenter.scene.shapes if shape.token]
            yield from self._touch(page, rng.choice(tokens))

    def _sensible(self, page: Play) -> Iterator[Pause]:
        """What a player who wants to win does next, now and then with one thing wrong."""
        presenter = page.presenter
        tried, made = self._player.turn(presenter.match.position)
        played = (one for one, _ in tried if presenter.game.kind(one).role == "play")
        move = next(played, made)
        if move is None:
            yield from self._anything(page)
            return
        before = len(presenter.match.timeline.entries)
        if presenter.composer.begun:
            yield from self._tap(page.keys.undo)
        for token in self._tokens(page, move):
            if self.page is not page or page.sheet is not None:
                break
            if len(presenter.match.timeline.entries) > before:
                break
            yield from self._choose(page, token)
        if len(presenter.match.timeline.entries) == before:
            self.counts["moves given up before they were whole"] += 1

    def _tokens(self, page: Play, move: Move) -> Iterator[str]:
        """What is touched for a move: its first token; its kind where another could be meant; the
        rest. A list that ends by itself needs no touch for that."""
        kind = page.presenter.game.by_name[tag_of(move)]
        values = [str(value) for _, value in steps(move)][1 if kind.by else 0 :]
        name = MOVE + kind.name
        if not values or kind.explicit:
            yield name
        else:
            yield values.pop(0)
            drafts = page.presenter.composer.drafts
            if drafts and (not values or {draft.kind for draft in drafts} != {kind.name}):
                yield name
        for value in values:
            if value != DONE or self._button_for(DONE) is not None:
                yield value

    def _choose(self, page: Play, token: str) -> Iterator[Pause]:
        places = page.middle.places
        for _ in places.tiles if any(one.token == token for one in places.tiles) else ():
            if any(one.token == token for one in places.buttons):
                break
            yield from self._tap(places.buttons[-1])  # turns the page
        button = self._button_for(token)
        if button is None and token.startswith(MOVE):
            yield from self._ask_what_now(page, token.removeprefix(MOVE))
        elif button is not None:
            yield from self._scroll_to(button)
            yield from self._tap(button)
        elif self._on_board(page, token):
            yield from self._touch(page, token)
        else:
            at = token.partition("@")[2].partition("+")[0]
            if at and self._on_board(page, at):
                yield from self._touch(page, at)

    def _ask_what_now(self, page: Play, kind: str) -> Iterator[Pause]:
        """The list of everything that could be done, and the kind on it."""
        yield from self._tap(page.keys.help)
        label = page.presenter.phrasebook.say("kind", kind)
        for button in self._buttons(seen=False):
            if button.label == label:
                yield from self._scroll_to(button)
                yield from self._tap(button)
                break
        if page.sheet is not None and page.sheet.modal:
            yield from self._finger(page.x + 3, page.y + 3)  # beside it

    # Fingers

    def _buttons(self, *, seen: bool = True) -> list[ActionButton]:
        """Every button that can be touched where it lies, or, not ``seen``, once it is scrolled
        to."""
        modal = self.page.sheet if self.page.sheet and self.page.sheet.modal else self.page
        return [
            one
            for one in modal.walk()
            if isinstance(one, ActionButton)
            and one.opacity
            and one.width > 1
            and (not seen or _inside(one))
        ]

    def _button_for(self, token: str) -> ActionButton | None:
        buttons = self._buttons(seen=False)
        return next((one for one in buttons if one.token == token), None)

    def _on_board(self, page: Play, token: str) -> bool:
        try:
            x, y = page.board.where(token)
        except LookupError:
            return False
        return bool(page.board.collide_point(x, y))

    def _touch(self, page: Play, token: str) -> Iterator[Pause]:
        self._touched = token
        yield from self._finger(*page.board.where(token))

    def _scroll_to(self, widget: Widget) -> Iterator[Pause]:
        for one in _above(widget):
            if hasattr(one, "scroll_to"):
                one.scroll_to(widget, animate=False)
                yield 0.0

    def _tap(self, widget: Widget) -> Iterator[Pause]:
        x, y = widget.to_window(*widget.center)
        self._touched = str(getattr(widget, "label", type(widget).__name__))
        scrolled = any(hasattr(one, "do_scroll_y") for one in _above(widget))
        yield from self._finger(float(x), float(y), TAP if scrolled else 0.0)

    def _finger(self, x: float, y: float, stays: float = 0.0) -> Iterator[Pause]:
        """Down and up, as SDL tells it: shares of the window, from the top left."""
        self.counts["touches"] += 1
        self.doing = f"{type(self.page).__name__}, {self._touched}"
        at = (7, x / Window.width, 1 - y / Window.height, 1.0)
        if dist(self._at, (x, y)) < theme.mm(NEAR):
            yield AGAIN  # sooner it would be a trembling hand
        self._at = (x, y)
        SDL2MotionEventProvider.q.appendleft(("fingerdown", *at))
        if stays:
            yield stays
        SDL2MotionEventProvider.q.appendleft(("fingerup", *at))
        yield 0.0
        yield 0.0  # what is new on the screen has found its place


def _above(widget: Widget) -> Iterator[Any]:
    """Everything that a widget lies in."""
    one = widget.parent
    while one is not None and one is not one.parent:
        yield one
        one = one.parent


def _inside(widget: Widget) -> bool:
    """Whether its middle is not scrolled away."""
    x, y = widget.to_window(*widget.center)
    for one in _above(widget):
        if hasattr(one, "do_scroll_y"):
            left, bottom = one.to_window(one.x, one.y)
            return bool(left <= x <= left + one.width and bottom <= y <= bottom + one.height)
    return True

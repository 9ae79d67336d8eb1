"""Choices side by side in a zone that never grows: what finds no place is a page further."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from kivy.uix.widget import Widget

from companion.scene import Shape
from ui import theme
from ui.canvas.art import Art
from ui.widgets.button import ActionButton


def pages(count: int, fit: int) -> int:
    """On how many pages that many choices stand, if ``fit`` of them fit where none leads on."""
    return 1 if count <= fit else -(-count // (fit - 1))


@dataclass(frozen=True)
class Tile:
    """One choice.

    token: what a touch stands for; "" for the gap that a choice has left.
    label: what it is called.
    detail: what is left, what it costs or what blocks it.
    look: outline of its picture, "" for none.
    seat: whose it is, "" for nobody's.
    role: how bright it is.
    offered: whether it leads on.
    waiting: it is begun, and something on the board ends it.
    named: what is to be done now names it, so that it is in sight.
    wide: as many times as wide as the others.
    card: what is printed on it, instead of all words, as :class:`ActionButton` has it.
    thing: it as it stands on the table, instead of its outline.
    chosen: it is part of what is told already.
    large: its words are as large as what is to be done now.
    """

    token: str
    label: str
    detail: str = ""
    look: str = ""
    seat: str = ""
    role: str = "plain"
    offered: bool = True
    waiting: bool = False
    named: bool = False
    wide: float = 1.0
    card: tuple[Shape, ...] = ()
    thing: tuple[Shape, ...] = ()
    chosen: bool = False
    large: bool = False


class Places(Widget):
    """Places in rows; with more choices the last place says how many are a page further,
    and turns it. more: the words below their number, given how many of them lead on where not all
    do, else None.

    Event: ``on_token(token)``.
    """

    __events__ = ("on_token",)

    def __init__(self, art: Art) -> None:
        super().__init__()
        self.page = 0
        self._turned = False  # by hand
        self.more: Callable[[int | None], str] = lambda on: ""
        self._art = art
        self._tiles: tuple[Tile, ...] = ()
        self._columns, self._rows, self._apart = 1, 1, 0.0
        self._cursor = ""
        self._buttons: list[ActionButton] = []
        self._turn = ActionButton(label="", art=art)
        self._turn.bind(on_press=lambda *_: self._next())
        self._shown: list[ActionButton] = []
        self.bind(pos=lambda *_: self._lay(), size=lambda *_: self._lay())

    def on_token(self, token: str) -> None:
        """A choice was made."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All choices, on whatever page."""
        return self._tiles

    @property
    def buttons(self) -> list[ActionButton]:
        """What is shown, from left to right."""
        return [one for one in self._shown if one.parent is not None]

    def show(
        self, tiles: Sequence[Tile], columns: int, rows: int = 1, cursor: str = "", apart: float = 0
    ) -> None:
        """Show these in rows and columns. The page stays while the choices are the same, or some
        have left gaps. cursor: the token the dial stands on. apart: pixels between two places."""
        tokens, before = [one.token for one in tiles], [one.token for one in self._tiles]
        same = (
            one == other or "" in (one, other) for one, other in zip(tokens, before, strict=False)
        )
        new = len(tokens) != len(before) or not all(same)
        turned = self.page if not new else 0
        self._turned = self._turned and not new
        stood = self._tiles
        self._tiles, self._columns, self._rows = tuple(tiles), max(1, columns), max(1, rows)
        self._cursor, self._apart = cursor, apart or theme.mm(1.4)
        self.page = turned if self._tiles == stood else self._first(turned, stood)
        if cursor in tokens and len(tiles) > self._fit:
            self.page = tokens.index(cursor) // (self._fit - 1)
        self._fill()

    @property
    def _fit(self) -> int:
        return self._columns * self._rows

    def _page(self) -> tuple[Tile, ...]:
        if len(self._tiles) <= self._fit:
            return self._tiles
        each = self._fit - 1
        return self._tiles[self.page * each : (self.page + 1) * each]

    def _first(self, page: int, stood: Sequence[Tile]) -> int:
        """That of what is to be touched now, unless somebody has turned away from just that; else
        that page, or where nobody has turned to it that of what is begun; where nothing on it
        leads on, the first on which something does. A page that was turned to leads nowhere only
        if something did on it before: else whoever reads there would lose it. stood: what stood
        there before."""
        each = self._fit - 1
        if len(self._tiles) <= self._fit or each < 1:
            return 0
        led = any(one.offered for one in stood[page * each : (page + 1) * each])
        named = [number // each for number, one in enumerate(self._tiles) if one.named]
        begun = [number // each for number, one in enumerate(self._tiles) if one.waiting]
        on = [number // each for number, one in enumerate(self._tiles) if one.offered]
        away = self._turned and _named(self._tiles) == _named(stood)
        if not away and (named or (begun and not self._turned)):
            return (named or begun)[0]
        stays = page in on or not on or (self._turned and not led)
        return page if stays else on[0]

    def anew(self) -> None:
        """Begin with the first page again; nobody has turned to another."""
        self.page, self._turned = 0, False

    def _next(self) -> None:
        self._turned = True
        self.page = (self.page + 1) % pages(len(self._tiles), self._fit)
        self._fill()

    def _button(self) -> ActionButton:
        made = ActionButton(label="", art=self._art, terse=True)
        made.bind(on_token=lambda _, token: self.dispatch("on_token", token))
        return made

    def _fill(self) -> None:
        shown = self._page()
        while len(self._buttons) < len(shown):
            self._buttons.append(self._button())
        for button, tile in zip(self._buttons, shown, strict=False):
            for name, value in _told(tile):
                setattr(button, name, value)
            button.cursor = bool(self._cursor) and tile.token == self._cursor
        wanted = self._buttons[: len(shown)]
        if len(self._tiles) > self._fit:
            there = [one for one in self._tiles if one.token]
            elsewhere = [one.offered for one in there if one not in shown]
            self._turn.label = f"+{len(elsewhere)}"
            self._turn.detail = self.more(None if all(elsewhere) else sum(elsewhere))
            wanted = [*wanted, self._turn]
        seen = [one for one in wanted if one.token or one is self._turn]
        for gone in self.buttons:
            if gone not in seen:
                self.remove_widget(gone)
        for come in seen:
            if come.parent is None:
                self.add_widget(come)
        self._shown = wanted
        self._lay()

    def _lay(self) -> None:
        gap = self._apart
        high = (self.height - gap * (self._rows - 1)) / self._rows
        wides = [tile.wide for tile in self._page()]
        whole = max(self._columns, sum(wides)) if self._rows == 1 else self._columns
        each = (self.width - gap * (self._columns - 1)) / whole
        if high < 1 or each < 1:
            return
        x, y = self.x, self.top - high
        for number, button in enumerate(self._shown):
            last = button is self._turn
            wide = each * (wides[number] if not last else 1.0)
            if number and number % self._columns == 0:
                x, y = self.x, y - high - gap
            if last:  # at the same place on each page
                x = self.right - wide
                y = self.y
            button.size_hint = (None, None)
            button.pos, button.size = (round(x), round(y)), (round(wide), round(high))
            x += wide + gap
        self._alike()

    def _alike(self) -> None:
        """What is only told there is told in letters of one size, and so are large words side by
        side."""
        for one in self._shown:
            one.most = 1.0
        told = [one for one in self._shown if one.role == "bare" or one.large]
        for one in told:
            one.refresh()
        least = min((one.letters for one in told), default=1.0)
        for one in told:
            one.most = least


def _named(tiles: Sequence[Tile]) -> list[str]:
    return [one.token for one in tiles if one.named]


def _told(tile: Tile) -> tuple[tuple[str, Any], ...]:
    return (
        ("token", tile.token),
        ("label", tile.label),
        ("detail", tile.detail),
        ("look", tile.look),
        ("seat", tile.seat),
        ("role", tile.role),
        ("offered", tile.offered),
        ("waiting", tile.waiting),
        ("card", tile.card),
        ("thing", tile.thing),
        ("chosen", tile.chosen),
        ("large", tile.large),
    )

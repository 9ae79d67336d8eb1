"""Making the layout before the first move: shuffled and shown, to be copied onto the board, or told
as it lies there, a touch for each tile."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from itertools import chain
from random import SystemRandom

from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.kernel import UNKNOWN, Move, begin, ticks
from companion.match.telling_layout import (
    NOTHING,
    Pile,
    layout_of,
    left,
    only,
    preview,
    row_told,
    shuffled,
    words,
)
from ui import theme
from ui.navigation import Navigation
from ui.screens.table.layout_tiles import bare, pile, ticked, tiles_left
from ui.screens.table.set_up import shown
from ui.screens.table.strip_page import StripPage
from ui.session.entered import Laying
from ui.session.open_match import OpenMatch
from ui.shell.controls import Card, button, row
from ui.shell.tray_page import BETWEEN, note
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

SEEDS = 1_000_000
"""The number that a shuffled layout follows from is below this one; the log tells it."""

ACROSS, SPREAD = 4, 8
"""Tiles to choose from in a row, beside the board and where they stand in the tray."""

COPIED, TOLD = (0.739, 0.65), (0.55, 0.52)
"""Shares of the width, and upright of the height, that the board takes while it is copied from, and
while it is told and the tiles to choose from stand beside it."""


class MakeLayout(StripPage):
    """Shuffled at once, for that is what most tables want. Nothing of it stands before the way on
    is touched: that makes the layout and says that it lies there."""

    strip_high, (hero, hero_upright) = (11.5, 9.2), TOLD
    strip_beside = True

    def __init__(
        self, navigation: Navigation, open_match: OpenMatch, entered: Laying | None = None
    ) -> None:
        super().__init__(navigation, open_match)
        self.match, self.package = open_match.match, self.presenter.package
        layout = layout_of(self.package)
        assert layout is not None, "only a game that has one leads here"
        self.layout = layout
        self.told: list[list[Pile]] = []
        self.shuffling = not self._lying()
        self.seed = SystemRandom().randrange(SEEDS)
        self.row = self.looked = 0
        self.two, self.upper, self.at = False, "", ""
        self.board.bind(on_token=lambda _, token: self._look_at(token))
        if entered is not None:
            self._go_on_with(entered)

    def title(self) -> str:
        """What is being done."""
        return self.words.say("layout", "title" if self.shuffling else "tell_title")

    def left_label(self) -> str:
        """The way to the table, where it can be done otherwise, and later."""
        return self.words.say("button", "to_table")

    def left(self) -> None:
        """To the table."""
        self.navigation.play(self.open_match)

    @property
    def entered(self) -> Laying:
        """How far it was copied or told."""
        told = tuple(map(tuple, self.told))
        way = self.shuffling, self.seed, self.row
        return Laying(self.open_match.place, *way, told, self.two, self.upper)

    def _go_on_with(self, entered: Laying) -> None:
        """The same shuffled layout, so far as it was copied; the rows as they were told."""
        rows, told, at = self.layout.rows, entered.told, self._lying()
        if not (0 <= entered.seed < SEEDS and 0 <= entered.row < len(rows)):
            return
        self.shuffling, self.seed, self.row = entered.shuffling, entered.seed, entered.row
        begun = bool(told) and at < len(rows) and len(told[-1]) < len(rows[at][1])
        may_be = {NOTHING, UNKNOWN, *words(self.package, self.layout)}
        if len(told) - begun <= at and may_be >= {entered.upper or NOTHING, *chain(*chain(*told))}:
            self.told = [[*row] for row in told]
            self.two, self.upper = entered.two, entered.upper

    def unfinished(self) -> bool:
        """Whether a row is begun."""
        return bool(self._piles) or super().unfinished()

    # How far it is

    def _lying(self) -> int:
        """How many rows lie there, from the first one on."""
        lying = {at for at, _ in self.package.game.layout(self.match.public)}
        rows = [names for _, names in self.layout.rows]
        return next((n for n, names in enumerate(rows) if not lying >= {*names}), len(rows))

    @property
    def _piles(self) -> list[Pile]:
        """Of the row that is being told."""
        at = self._lying()
        begun = self.told and at < len(self.layout.rows)
        return self.told[-1] if begun and len(self.told[-1]) < len(self.layout.rows[at][1]) else []

    @property
    def field(self) -> str:
        """The field that is told now; "" when all are."""
        at = self._lying()
        return self.layout.rows[at][1][len(self._piles)] if at < len(self.layout.rows) else ""

    @property
    def _still_to_tell(self) -> int:
        """How many fields are."""
        rows = self.layout.rows[self._lying() :]
        return sum(len(names) for _, names in rows) - len(self._piles)

    # What is shown

    @property
    def _spread(self) -> bool:
        """Whether the tiles to choose from find room in the tray."""
        return not (theme.compact() or self.upright)

    def fill(self) -> None:
        """The way that was chosen, in the language of the moment."""
        self.presenter.language = self.session.language
        copied = not theme.compact() and (self.shuffling or self._spread)
        self.hero, self.hero_upright = COPIED if copied else TOLD
        self.board.asked_about = frozenset()
        self.board.speak(self.presenter.words, self.session.language)
        say = self.words
        self.strip.clear_widgets()
        for key, look in (("shuffle", "sign-chance"), ("lies", "sign-place")):
            how, spaces = say.say("layout", f"{key}_how"), self._still_to_tell
            if key == "lies" and spaces < sum(len(names) for _, names in self.layout.rows):
                how = say.say("layout", "lies_left", {"count": spaces})
            way = self._way(say.say("layout", key), partial(self._choose, key == "shuffle"), look)
            way.cursor, way.detail = self.shuffling == (key == "shuffle"), how
        if any(kind.role == "box" for kind in self.package.game.kinds):
            self._way(say.say("button", "box"), self._box, "sign-box")
        self.side.clear_widgets()
        if self.shuffling:
            self._fill_shuffled()
        else:
            self._fill_told()

    def _way(self, label: str, act: Callable[[], None], look: str) -> ActionButton:
        """One of the ways in the strip, pictured where there is room."""
        made = button(label, act)
        made.size_hint_y, made.terse = 1, True
        made.look = "" if theme.compact() or self.upright else look
        self.strip.add_widget(made)
        return made

    def _show(self, move: Move | None, lit: tuple[str, ...]) -> None:
        view = self.match.public
        self.view = view if move is None else preview(self.package, view, move)
        self.board.scene = shown(self.package, self.view)
        self.board.lit = frozenset(lit)
        self.board.chosen = frozenset((self.at,) if self.at else ())

    def _fill_shuffled(self) -> None:
        say = self.words
        self._show(shuffled(self.package, self.layout, self.seed), self.layout.rows[self.row][1])
        told = self._now(say.say("layout", "copy"))
        if not self.at:
            told.add_widget(Paragraph(text=say.say("layout", "touch_tile"), ink="ink2"))
        told.add_widget(Widget())
        for one in [*(self._pile(self.at) if self.at else ()), *self._kept()]:
            told.add_widget(one)
        self.side.add_widget(told)
        again = button(say.say("layout", "again"), self._again)
        again.look = "sign-chance"
        rows = []
        for at, (number, _) in enumerate(self.layout.rows):
            rows.append(self._row_button(at, number))
        self.lay_tray(again, row(rows, None), self._lies_like_this())

    def _now(self, said: str) -> BoxLayout:
        """What is to be done now, above whatever else stands beside the board."""
        told = BoxLayout(orientation="vertical") if theme.compact() else Card("panel")
        if not theme.compact():
            now = self.words.say("label", "now").upper()
            told.add_widget(TextLine(text=now, role="eyebrow", ink="gold_text"))
        told.add_widget(Paragraph(text=said, role="title" if theme.compact() else "now"))
        return told

    def _row_button(self, at: int, number: int) -> ActionButton:
        """A row to be copied: ticked once it lies there, with a hand while it is laid."""
        done, now = at < self.row, at == self.row
        small = theme.compact() or self.upright
        label = f"{'✓ ' * done}{number}"
        made = button(
            label if small else self.words.say("layout", "row", {"row": number}),
            partial(self._to_row, at),
            width=None,
        )
        made.size_hint_y, made.size_hint_min_x = 1, theme.mm(theme.TOUCH)
        made.cursor, made.offered = now, at <= self.row
        if not small:
            made.look = "sign-yes" if done else "lifting-hand" if now else ""
        return made

    def _pile(self, at: str) -> list[Widget]:
        called, high = self.presenter.phrasebook_of(self.view).name, 14 if self.upright else 18
        return pile(self.board.scene, at, called, self.words, self._art, high)

    def _kept(self) -> list[Widget]:
        """What the layout must look like, ticked once this one does: the last of its needs, for
        those before only count it."""
        say, game = self.presenter.phrasebook, self.package.game
        found = ticks(game, self.view, begin(game, self.layout.done, ""))
        if not found or found[-1].state != "met":
            return []
        return [ticked(say.rule(found[-1].clause))]

    def _lies_like_this(self) -> ActionButton:
        say, then = self.words, self.presenter.phrasebook.say("kind_detail", self.layout.done)
        return button(say.say("layout", "done"), self._done, role="bright", detail=then)

    def _fill_told(self) -> None:
        say, at = self.words, self._lying()
        piles = [*self._piles, *([(NOTHING, self.upper)] if self.upper else [])]
        self.at = ""
        number = self.layout.rows[at][0] if piles else 0
        self._show(row_told(self.package, self.layout, number, piles) if piles else None, ())
        if self.field:
            self.board.scene = bare(self.board.scene, self.layout.rows[at][1][len(piles) :])
            self.board.asked_about = frozenset((self.field,))
        key = "all_told" if not self.field else "below" if self.upper else "on_top"
        said = say.say("layout", key, {"at": self.field})
        more = say.say("layout", "moves_on") if self.field and not self.upper else ""
        nobody = button(say.say("layout", "nobody"), partial(self._tile, UNKNOWN), width=30)
        nobody.pos_hint = {"center_y": 0.5}
        back = button(say.say("layout", "back"), self._back)
        back.offered = bool(self.told) or self.upper != ""
        back.look = "sign-back"
        free = left(self.package, self.layout, self.view)
        main = self._two_here(free) if self.field else self._lies_like_this()
        choices = self._choices(free) if self.field else [note(said, more)]
        if self._spread:
            middle = row(choices, None, orientation="vertical", spacing=theme.mm(BETWEEN))
            self.side.add_widget(self._beside(said, more, nobody))
        else:
            middle = note(said, more)
            for one in (nobody,) if self.upper else ():
                middle.add_widget(one)
            for one in choices if self.field else ():
                self.side.add_widget(one)
        self.lay_tray(back, middle, main)

    def _beside(self, said: str, more: str, nobody: ActionButton) -> Widget:
        """What is asked, and what was told last or that nobody knows."""
        asked = self._now(said)
        if more:
            asked.add_widget(Paragraph(text=more, ink="ink2"))
        nobody.size_hint_x = 1
        last = self._told_last() if self.told else []
        for one in (Widget(), *((nobody,) if self.upper else last)):
            asked.add_widget(one)
        return asked

    def _two_here(self, free: Mapping[str, int]) -> ActionButton:
        doubles = {"count": max(0, sum(free.values()) - self._still_to_tell)}
        how = "two_left" if free and not self.two else "two_how"
        said = self.words.say("layout", how, doubles)
        two = button(self.words.say("layout", "two"), self._two, detail=said)
        two.cursor = self.two
        return two

    def _choices(self, free: Mapping[str, int]) -> list[Widget]:
        """All tiles there may be."""
        say = self.presenter.phrasebook_of(self.match.public)
        names = {word: say.name(word) for word in words(self.package, self.layout)}
        across = SPREAD if self._spread else ACROSS
        named = not (self._spread or theme.compact())
        return tiles_left(names, free, self._tile, self._art, across, named)

    def _told_last(self) -> list[Widget]:
        """What was told of the field before."""
        fields = [name for _, names in self.layout.rows for name in names]
        at = fields[fields.index(self.field) - 1 if self.field else -1]
        eyebrow = TextLine(text=self.words.say("label", "last").upper(), role="eyebrow", ink="ink2")
        return [eyebrow, *self._pile(at)]

    # What is done

    def _choose(self, shuffling: bool) -> None:
        self.shuffling, self.at = shuffling, ""
        self.show()

    def _box(self) -> None:
        self.navigation.go("box", self.open_match)

    def _again(self) -> None:
        self.seed, self.row, self.at = SystemRandom().randrange(SEEDS), 0, ""
        self.show()

    def _to_row(self, at: int) -> None:
        self.row, self.at = at, ""
        self.show()

    def _look_at(self, token: str) -> None:
        if self.shuffling:
            self.at = token
            self.show()

    def _two(self) -> None:
        self.two, self.upper = not self.two, ""
        self.show()

    def _tile(self, word: str) -> None:
        """A tile was touched: the upper one of two, or the last one of a field."""
        if self.two and not self.upper:
            self.upper = word
            below = only(left(self.package, self.layout, self.view), word)
            if not below:
                self.show()
                return
            word = below
        told = self.field
        self._add((word, self.upper) if self.upper else (NOTHING, word))
        self.show()
        if self.field not in ("", told):
            self._go_on()

    def _go_on(self) -> None:
        """What can be known of the next field by what is left is not asked."""
        free = left(self.package, self.layout, self.view)
        fields = self._still_to_tell
        last = only(free)
        if last and free[last] == fields:
            self._tile(last)
        elif free and sum(free.values()) == 2 * fields:
            self._two()

    def _add(self, pile: Pile) -> None:
        """What lies on a field was told; after the last one of its row that stands."""
        at = self._lying()
        if not self._piles:
            self.told.append([])
        self.told[-1].append(pile)
        self.two, self.upper = False, ""
        number, names = self.layout.rows[at]
        whole = len(self.told[-1]) == len(names)
        if whole and not self._make(row_told(self.package, self.layout, number, self.told[-1])):
            self.told[-1].pop()

    def _back(self) -> None:
        """One field back, also into the row before."""
        if self.upper or self.two:
            self.two, self.upper = False, ""
        elif self.told:
            if not self._piles:
                self.presenter.undo()
                self.presenter.work = ()  # the tiles stay where they lie
            self.told[-1].pop()
            if not self.told[-1]:
                self.told.pop()
        self.show()

    def _make(self, move: Move) -> bool:
        answer = self.match.submit(move)
        if not answer.done:
            self.say(" ".join(answer.said(self.session.language)))
        return answer.done

    def _done(self) -> None:
        """The layout stands, with the number it followed from; next comes the table."""
        game = self.package.game
        if self.shuffling and not self._make(shuffled(self.package, self.layout, self.seed)):
            return
        if self._make(game.move({"move": self.layout.done})):
            self.navigation.play(self.open_match)
        else:
            self.shuffling = False
            self.fill()
            self.arrange()

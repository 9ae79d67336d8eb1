"""Printing: choose sheets at the left, see them at the right, send them on."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import get_args

from kivy.clock import Clock
from kivy.graphics.texture import Texture
from kivy.input import MotionEvent
from kivy.uix.image import Image

from companion.files import shown
from companion.match.registry import GamePackage
from printables.order import Backs, Ink, SheetName, own_texts
from printables.paper import PAPERS
from ui import theme
from ui.beat import Beat
from ui.navigation import Navigation
from ui.print_job import Picture, PrintJob
from ui.screens.service.print_more import PrintMoreSheet
from ui.shell.controls import LOW, Card, Column, Scroll, button, grid, row, set_bounds
from ui.shell.page import Page, Sheet
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

LOOK = 4.0
"""Seconds from one look for printers and sticks to the next, while sheets are ready."""

LEFT = 0.46
"""Share of the width that the choices take; of the height on an upright screen."""


class Printing(Page):
    """One game's sheets. wanted: those that are chosen at first, where that is known."""

    def __init__(
        self, navigation: Navigation, package: GamePackage, wanted: Sequence[SheetName] = ()
    ) -> None:
        super().__init__(navigation)
        self.job = PrintJob(
            navigation.session.folder,
            package,
            navigation.soon,
            navigation.session.box(package.game.name),
        )
        if wanted:
            self.job.choose(sheets=tuple(wanted))
        self.leaf = 0
        self._scroll: Scroll | None = None
        self._looks = Beat(self.job.look, LOOK)
        self._side, self._shown = Card("panel"), Card("panel")
        for card in (self._side, self._shown):
            self.add_widget(card)

    def title(self) -> str:
        """Which game is printed for."""
        say = self.session.words(self.job.package)
        return f"{say.say('button', 'print')}: {say.say('about', 'title')}"

    def _of_sheets(self, section: str, key: str) -> str:
        found = own_texts().get(section, key, self.session.language)
        assert found is not None, key
        return found

    def fill(self) -> None:
        """Show the choices, and what has come of them."""
        self.job.take()
        if self.job.ready is not None and self.job.language != self.session.language:
            self.job.start(self.session.language)  # sheets are seen as the screen speaks
        self._choices()
        self._outcome()
        if self.job.ready is not None:
            self._looks.start()
        else:
            self._looks.stop()

    def leave(self) -> None:
        """Nobody looks for printers any more."""
        self._looks.stop()

    def rests(self) -> None:
        """Nor while nobody is there."""
        self._looks.stop()

    def woken(self) -> None:
        """Somebody may have plugged one in."""
        self.navigation.soon()

    def _choices(self) -> None:
        say, job = self.words, self.job
        self._side.clear_widgets()
        sheets = []
        for name in get_args(SheetName):
            made = button(
                self._of_sheets("sheet", name),
                partial(self._toggle, name),
                detail=self._of_sheets("sheet_detail", name),
            )
            made.chosen = name in job.choice.sheets
            sheets.append(made)
        column = Column()
        column.add_widget(grid(sheets, 1))
        for field, values in (
            ("paper", tuple(PAPERS)),
            ("ink", get_args(Ink)),
            ("backs", get_args(Backs)),
        ):
            column.add_widget(
                TextLine(text=say.say("label", f"print_{field}"), role="small", ink="ink2")
            )
            ways = []
            for value in values:
                way = button(
                    say.say(f"print_{field}", value),
                    partial(self._choose, field, value),
                    height=LOW,
                )
                way.chosen = getattr(job.choice, field) == value
                ways.append(way)
            column.add_widget(grid(ways, 1 if theme.compact() else len(ways), LOW))
        column.add_widget(
            button(say.say("button", "print_more"), self._more, detail=self._only_some())
        )
        came_for = next((one for one in sheets if one.chosen), None)
        at = 1.0 if self._scroll is None else self._scroll.scroll_y
        first, self._scroll = self._scroll is None, Scroll(column)
        self._side.add_widget(self._scroll)
        self._scroll.scroll_y = at
        if first and came_for is not None:  # whoever came for one sheet sees which
            Clock.schedule_once(lambda _: self._scroll_to(came_for))
        make = button(say.say("button", "make_sheets"), self._make, role="bright", height=11)
        make.offered = job.stage != "working" and bool(job.choice.sheets)
        self.bright = make
        self._side.add_widget(make)

    def _scroll_to(self, made: ActionButton) -> None:
        if self._scroll is not None and made.parent is not None:
            self._scroll.scroll_to(made, animate=False)

    def _only_some(self) -> str:
        """What of the further choices changes what is printed most."""
        only = self.job.choice.only
        return self.words.say("notice", "print_only", {"count": len(only)}) if only else ""

    def _more(self) -> None:
        self.open(PrintMoreSheet(self, self.job))

    def _outcome(self) -> None:
        say, job = self.words, self.job
        self._shown.clear_widgets()
        if job.stage == "working":
            percent = say.say("label", "print_working", {"percent": round(100 * job.done)})
            self._shown.add_widget(Paragraph(text=percent, role="title"))
        ready = job.ready
        if ready is not None:
            self.leaf = min(self.leaf, len(ready.pages) - 1)
            leaf = Leaf(ready.pages[self.leaf])
            leaf.bind(on_press=lambda *_: self._enlarge())
            self._shown.add_widget(leaf)
            larger = button(say.say("button", "larger"), self._enlarge, detail=self.counted())
            larger.look = "sign-larger"
            self._shown.add_widget(row(self.turning(larger)))
        text = job.message or (say.say("notice", "print_choose") if job.stage == "choosing" else "")
        if text:
            self._shown.add_widget(Scroll(Paragraph(text=text, role="small"), size_hint_y=0.2))
        if ready is not None:
            self._shown.add_widget(Scroll(self._ways(), size_hint_y=0.24))

    def _ways(self) -> Column:
        """Where it can go; with neither printer nor stick it is said where it lies."""
        say, ready = self.words, self.job.ready
        assert ready is not None
        language = self.session.language
        column = Column()
        for name in ready.printers:
            label = say.say("button", "print_on")
            column.add_widget(
                button(label, partial(self.job.send, name, language), detail=name, height=11)
            )
        for stick in ready.sticks:
            label = say.say("button", "save_to_stick")
            save = partial(self.job.save, stick, language)
            column.add_widget(button(label, save, detail=shown(stick.name), height=11))
        if not ready.printers:
            column.add_widget(
                Paragraph(text=say.say("notice", "no_printer"), role="small", ink="ink2")
            )
        return column

    def _toggle(self, name: str) -> None:
        self.job.toggle(name)  # type: ignore[arg-type]
        self.navigation.soon()

    def _choose(self, field: str, value: str) -> None:
        self.job.choose(**{field: value})
        self.navigation.soon()

    def _make(self) -> None:
        self.leaf = 0
        self.job.start(self.session.language)
        self.navigation.soon()

    def counted(self) -> str:
        """Which of how many pages is shown."""
        ready = self.job.ready
        values = {"page": self.leaf + 1, "pages": len(ready.pages) if ready else 0}
        return self.words.say("label", "print_page", values)

    def turning(self, between: ActionButton) -> list[ActionButton]:
        """Buttons that turn the pages over, and one between them."""
        back = button("◀", partial(self._turn, -1), width=14)
        return [back, between, button("▶", partial(self._turn, 1), width=14)]

    def _turn(self, step: int) -> None:
        ready = self.job.ready
        if ready is not None:
            self.leaf = (self.leaf + step) % len(ready.pages)
            self.navigation.soon()

    def _enlarge(self) -> None:
        self.open(PageSheet(self))

    def arrange(self) -> None:
        """Side by side, or one below the other on an upright screen."""
        left, bottom, wide, high = self.body
        edge = theme.mm(3.0)
        left, bottom, wide, high = left + edge, bottom + edge, wide - 2 * edge, high - 2 * edge
        if wide > high:
            part = LEFT * wide
            set_bounds(self._side, left, bottom, part, high)
            set_bounds(self._shown, left + part + edge, bottom, wide - part - edge, high)
        else:
            part = LEFT * high
            set_bounds(self._side, left, bottom + high - part, wide, part)
            set_bounds(self._shown, left, bottom, wide, high - part - edge)


class Leaf(Image):
    """A page as a picture; ``on_press`` tells that it was touched."""

    __events__ = ("on_press",)

    def __init__(self, picture: Picture) -> None:
        texture = Texture.create(size=(picture.width, picture.height), colorfmt="rgb")
        texture.blit_buffer(picture.data, colorfmt="rgb", bufferfmt="ubyte")
        texture.flip_vertical()
        super().__init__(texture=texture, fit_mode="contain")

    def on_touch_down(self, touch: MotionEvent) -> bool:
        """Tell of the touch."""
        if not self.collide_point(*touch.pos) or touch.is_mouse_scrolling:
            return False
        self.dispatch("on_press")
        return True

    def on_press(self) -> None:
        """It was touched."""


class PageSheet(Sheet):
    """A page over the whole screen, to be moved up and down and to be turned over."""

    def __init__(self, page: Printing) -> None:
        super().__init__(page)
        self._printing = page
        self._drawn = -1

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """All there is."""
        return width - theme.mm(2), height - theme.mm(2)

    def fill(self) -> None:
        """Show the page that is turned up, from its upper edge."""
        printing = self._printing
        if printing.leaf == self._drawn or printing.job.ready is None:
            return
        self._drawn = printing.leaf
        wide = self.card_size(*self.page.body[2:])[0]
        leaf = Leaf(printing.job.large(self._drawn, round(wide)))
        leaf.size_hint_y = None
        leaf.bind(width=lambda leaf, width: setattr(leaf, "height", width / leaf.image_ratio))
        back = button(printing.words.say("button", "back"), self.page.close, role="bright")
        back.detail = printing.counted()
        self.card.clear_widgets()
        self.card.add_widget(Scroll(leaf))
        self.card.add_widget(row(printing.turning(back)))

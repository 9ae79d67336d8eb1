"""Setting up the table in a few pictured steps: the table as it will be, what is new in a step lit,
and its pieces counted out beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby
from math import hypot
from string import digits
from typing import Any, NamedTuple

from kivy.uix.boxlayout import BoxLayout
from msgspec.structs import replace

from companion.match import telling_layout
from companion.match.registry import GamePackage
from companion.match.setting_up import BOX, Lying, Step, read, rolled, steps
from companion.scene import Scene, Shape
from companion.text import Phrasebook
from ui import theme
from ui.navigation import Navigation
from ui.screens.table.pointing import PointingHand
from ui.screens.table.strip_page import StripPage
from ui.session.entered import Setting
from ui.session.open_match import OpenMatch
from ui.session.resume_point import Screen
from ui.shell.controls import Card, Column, Scroll, button
from ui.shell.tray_page import note
from ui.theme import TextRole
from ui.widgets.button import ActionButton
from ui.widgets.pieces import Picture, PieceRow, Pieces
from ui.widgets.text import Paragraph, TextLine, width_of

ROW, HIGHEST, APART = (9.0, 4.2), 17.0, (1.4, 0.8)
"""Millimetres: height of a line of pieces at least, on a small screen, and at most; how far lines
are apart, on a small screen."""

NAMES = 0.6
"""Share of a line that names may take at most."""

SAID = 14.0
"""Millimetres that the sentence above them takes."""

BEGINS, ROLLED = Step("begins", "", ()), Step("rolled", "", ())
"""The last step of every game: who plays first; where the game itself says that, only who sits
where."""


SHAPE, MORE = 6.0, 12.0
"""Millimetres: the shape of a seat before its name, and what is said after it."""


class _Line(NamedTuple):
    """Some pieces and whose they are, or where they lie. more: what else is said of that."""

    name: str
    pieces: tuple[Pieces, ...] = ()
    seat: str = ""
    more: str = ""


class SetUp(StripPage):
    """Step by step from the box to the table. can_skip: whether a button of its own leads past what
    is left."""

    can_skip = True
    kept_as: Screen = "lay_out"
    strip_high, hero, hero_upright = (13.2, 10.5), 0.56, 0.5

    def __init__(self, navigation: Navigation, open_match: OpenMatch) -> None:
        super().__init__(navigation, open_match)
        self.at = 0
        self._start = self.beginning()
        self.parts = self.found()
        self.board.disabled = True
        self.hand = PointingHand(self.board)
        self.add_widget(self.hand)

    def beginning(self) -> Any:
        """The table that is set up, as everybody sees it."""
        match = self.presenter.match
        return match.game.public(match.beginning)

    def found(self) -> tuple[Step, ...]:
        """The steps that it takes."""
        package = self.presenter.package
        return (*steps(package, self._start), ROLLED if rolled(package) else BEGINS)

    @property
    def step(self) -> Step:
        """The step that is shown."""
        return self.parts[self.at]

    def title(self) -> str:
        """What is being done."""
        return self.words.say("button", "lay_out")

    def left(self) -> None:
        """A step back; before the first one lies the table."""
        if self.at:
            self._go(self.at - 1)
        else:
            self._play()

    @property
    def entered(self) -> Setting:
        """How far it is."""
        return Setting(self.open_match.place, "", self.at)

    def go_on_with(self, entered: Setting) -> None:
        """Go on where the companion ended."""
        if 0 <= entered.step < len(self.parts):
            self.at = entered.step

    def _go(self, at: int) -> None:
        self.at = at
        self.show()

    def _play(self) -> None:
        self.navigation.play(self.open_match)

    def _next(self) -> None:
        if self.at + 1 < len(self.parts):
            self._go(self.at + 1)
        else:
            self.navigation.go("begin", self.open_match, "")

    def _every_piece(self) -> None:
        from ui.screens.table.lay_out import LayOut

        self.navigation.open(LayOut(self.navigation, self.open_match))

    # What is shown

    def fill(self) -> None:
        """The step in the language of the moment."""
        self.presenter.language = self.session.language
        self.board.speak(self.presenter.words, self.session.language)
        say = self.presenter.phrasebook_of(self._start)
        scene, new = marked(shown(self.presenter.package, self._start), self.step.lying)
        self.board.scene, self.board.lit = scene, frozenset(new)
        self.hand.point(next(iter(new), ""))
        self.strip.clear_widgets()
        for number, one in enumerate(self.parts if len(self.parts) > 1 else ()):
            self.strip.add_widget(self._chip(say, number, one))
        if self.comes:
            last = len(self.parts) - 1
            called = f"{last + 2}  {say.say('button', self.comes)}"
            chip = button(called, partial(self._go, last), offered=False)
            chip.size_hint_y = 1
            self.strip.add_widget(chip)
        self.side.clear_widgets()
        self.side.add_widget(Paragraph(text=self._said(say, "say"), role="title"))
        self._fill_side(say)
        self._fill_tray(say)

    def _fill_side(self, say: Phrasebook) -> None:
        """The pieces of the step, below what is said of it."""
        lines, found = Column(spacing=theme.mm(APART[theme.compact()])), [*self._lines(say)]
        wide, high = self._wide(found), self._high(len(found))
        for line in found:
            lines.add_widget(self._line(line, wide, high))
        self.side.add_widget(Scroll(lines))

    @property
    def comes(self) -> str:
        """The page on which the table is told after the pictures; "" where the table comes."""
        package, view = self.presenter.package, self.presenter.match.public
        if package.guide(view).now:
            return "read_boards"
        return "make_layout" if telling_layout.wanted(package, view) else ""

    def next_label(self, say: Phrasebook) -> tuple[str, str]:
        """What the way on says, and what comes there."""
        after = self.parts[self.at + 1 : self.at + 2]
        if not after and self.comes:
            return say.say("set_up", "next"), say.say("button", self.comes)
        detail = "".join(self._titled(say, one) for one in after)
        return say.say("set_up", "next" if after else "play"), detail

    def _fill_tray(self, say: Phrasebook) -> None:
        told = note(self._said(say, "note"), look=self.step.look, art=self._art)
        every = button(say.say("set_up", "every_piece"), self._every_piece, width=24, height=11)
        every.pos_hint = {"center_y": 0.5}
        aside = every
        if self.can_skip:
            detail = say.say("set_up", "skip")
            aside = button(say.say("set_up", "already"), self._play, detail=detail, role="ghost")
            told.add_widget(every)
        label, detail = self.next_label(say)
        self.lay_tray(aside, told, button(label, self._next, detail=detail, role="bright"))

    def _said(self, say: Phrasebook, part: str) -> str:
        key, first = f"{self.step.key}.{part}", self.presenter.match.seats[0]
        return say.say("setup", key, {"seat": first}) if say.has("setup", key) else ""

    def _titled(self, say: Phrasebook, step: Step) -> str:
        return say.say("setup", f"{step.key}.title")

    def is_done(self, number: int) -> bool:
        """Whether a step has a tick."""
        return number < self.at

    def _chip(self, say: Phrasebook, number: int, step: Step) -> ActionButton:
        sign = "✓" if self.is_done(number) else str(number + 1)
        chip = button(f"{sign}  {self._titled(say, step)}", partial(self._go, number))
        chip.size_hint_y = 1
        chip.cursor = number == self.at
        chip.offered = number <= self.at
        if not (theme.compact() or self.upright):
            chip.look, chip.art = step.look, self._art
        return chip

    # The pieces

    def goes_back(self, one: Lying) -> bool:
        """Whether it is put where all comes from, whosesoever it is."""
        return one.at == BOX

    def _lines(self, say: Phrasebook) -> Iterator[_Line]:
        """Everybody's pieces, person by person; what all keep in front alike, once; and the rest,
        place by place."""
        seats, step = self.presenter.match.seats, self.step
        if step in (BEGINS, ROLLED):
            for number, seat in enumerate(seats, 1):
                nth = say.say("set_up", "nth", {"number": number})
                yield _Line(say.name(seat), seat=seat, more=nth if step is BEGINS else "")
            return
        kept = [one for one in step.lying if not self.goes_back(one)]
        own = {seat: [one for one in kept if one.seat == seat] for seat in seats}
        each = [Counter(_alike(one) for one in own[seat] if not one.drawn) for seat in seats]
        on_table = any(one.drawn and one.seat for one in step.lying)
        alike = on_table and each[0] and all(one == each[0] for one in each)
        for seat in seats:
            here = [one for one in own[seat] if one.drawn or not alike]
            if here:
                yield _Line(say.name(seat), pieces_of(here), seat)
        if alike:
            first = [one for one in own[seats[0]] if not one.drawn]
            yield _Line(say.say("set_up", "in_front"), pieces_of(first))
        others = [one for one in step.lying if one.seat not in seats or one not in kept]
        drawn = [one for one in others if one.drawn]
        if drawn:
            yield _Line(say.say("set_up", "on_table"), pieces_of(drawn))
        aside = sorted((one for one in others if not one.drawn), key=lambda one: one.at)
        for called, there in groupby(aside, key=lambda one: _place(say, one.at)):
            yield _Line(called, pieces_of([*there]))

    def _line(self, line: _Line, wide: float, high: float) -> Card:
        """A name, after the shape of its seat, and the pieces."""
        card = Card("panel", size_hint_y=None, height=high, padding=(theme.mm(1.8), 0))
        parts = BoxLayout(spacing=theme.mm(1.8))
        if line.seat:
            mark = theme.seat(line.seat).mark
            shape = Picture(look=mark, seat=line.seat, size_hint_x=None, width=theme.mm(SHAPE))
            parts.add_widget(shape)
        called = TextLine(text=line.name, role=_role(), size_hint_y=1)
        if line.pieces:
            called.size_hint_x, called.width = None, wide + (0 if line.seat else theme.mm(SHAPE))
        parts.add_widget(called)
        if line.pieces:
            parts.add_widget(PieceRow(art=self._art, pieces=line.pieces))
        if line.more:
            more = TextLine(text=line.more, role="small", ink="ink2", halign="right", size_hint_y=1)
            more.size_hint_x, more.width = None, theme.mm(MORE)
            parts.add_widget(more)
        card.add_widget(parts)
        return card

    def _wide(self, lines: Sequence[_Line]) -> float:
        """Of the names: as wide as the longest one, within limits."""
        size, face = theme.type_size(_role()), theme.TYPE[_role()][1]
        each = [width_of(one.name, size, face) for one in lines if one.seat]
        each += [width_of(one.name, size, face) - theme.mm(SHAPE) for one in lines if not one.seat]
        room = self.above[2] * (1 if self.upright else 1 - self.hero)
        return min(max(each, default=0.0) + theme.mm(1), room * NAMES)

    # Where things are

    def _high(self, lines: int) -> float:
        """Of each line, with that many of them: they fill the room, within limits."""
        room = self.above[3] * (1 - self.hero_upright if self.upright else 1)
        room -= theme.mm(self.strip_high[theme.compact()] + SAID)
        each = room / max(1, lines) - theme.mm(APART[theme.compact()])
        return max(theme.mm(ROW[theme.compact()]), min(theme.mm(HIGHEST), each))


def shown(package: GamePackage, view: Any) -> Scene:
    """A table without the empty places where something may come to lie and what is written there,
    unless it has only such, and without what nobody sets up."""
    scene, aside = package.scene(view), read(package.setup).aside
    empty = [shape for shape in scene.shapes if shape.ghost]
    shapes = tuple(
        shape
        for shape in scene.shapes
        if not shape.ghost
        and shape.token not in aside
        and not (shape.form == "label" and any(_in(one, shape) for one in empty))
    )
    solid = any(shape.form != "label" for shape in shapes)
    return Scene(shapes if solid else scene.shapes, ())


def marked(scene: Scene, lying: Sequence[Lying]) -> tuple[Scene, list[str]]:
    """A table, and the tokens for what is new on it: a place, or where some of the same lay there
    before, those alone that lie uppermost."""
    shapes, new = list(scene.shapes), list[str]()
    for one in lying:
        what = (one.at, one.look, one.seat)
        alike = [at for at, s in enumerate(shapes) if (s.token, s.look, s.seat) == what]
        there = max((len(alike), *(shapes[at].count for at in alike)))
        token = f"{one.at} {one.piece}" if one.count < there else one.at
        for at in alike[-one.count :] if token != one.at else ():
            shapes[at] = replace(shapes[at], token=token)
        new += [token] if one.drawn else []
    return replace(scene, shapes=tuple(shapes)), new


def _in(place: Shape, label: Shape) -> bool:
    return hypot(place.x - label.x, place.y - label.y) < 0.8 * place.size


def _place(say: Phrasebook, at: str) -> str:
    """A place beside the table; all that differ by numbers as one, where that is named."""
    if at == BOX:
        return say.say("set_up", "back")
    named = next((one for one in (at, at.rstrip(digits)) if say.has("place", one)), "")
    called = say.say("place", named) if named else say.name(at)
    return called[:1].upper() + called[1:]


def _alike(one: Lying) -> tuple[Any, ...]:
    return one.look, one.count


def _role() -> TextRole:
    """In which letters names stand."""
    return "body" if theme.compact() else "number"


def pieces_of(lying: Sequence[Lying]) -> tuple[Pieces, ...]:
    """What lies there, alike ones together."""
    found: Counter[tuple[str, str]] = Counter()
    for one in lying:
        if one.look:
            found[one.look, one.seat] += one.count
    return tuple(Pieces(look, count, seat) for (look, seat), count in found.items())

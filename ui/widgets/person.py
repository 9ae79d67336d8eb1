"""The card of one person at the table: as large as it is given, whatever stands on it."""

from collections.abc import Iterator

from companion.scene import Counter, Dots, Instrument, Listing, Pyramid, Scale
from ui import theme
from ui.theme import Face, TextRole, mm
from ui.widgets.instrument_rows import Rows
from ui.widgets.instruments import SeatPanel
from ui.widgets.sketch import Measuring, Sketch, filled, smallest, wrapped
from ui.widgets.text import width_of

ROWS = (5.0, 4.4, 3.9, 3.4, 3.0)
"""Millimetres: heights of a row that are tried until all fits."""

LOW = 16.0
"""Millimetres: a lower card has its scale beside the name."""

BLOCK, BLOCKS = 3.6, 0.42
"""Millimetres of a block of a pyramid beside the rows at most; the share of the card for it."""

LINE = 1.05
"""How high a line of a name in two lines is, in ems."""

NAMED = 11.0
"""Millimetres that a name has at least beside the time."""

PHONE, AROUND = 1.9, 0.35
"""Millimetres of the dot that stands for a telephone, and of the ground round it."""

BROAD = 40.0
"""Millimetres: on a broader card dots stand beside the name."""


class PersonCard(SeatPanel):
    """A mark, a name, and as many instruments as find room, the first ones first.

    The card keeps its size: what it bears becomes smaller, and what finds no room then is left
    to the page of that person. Once rows are lower they stay so, and without words, too: what
    counts does not come and go from its place with a row below it.

    beside: the cards of all at the table. Where words give way on one they do on each: what is
    counted is found again by its picture on all of them.
    """

    drawn_by = (*SeatPanel.drawn_by, "height")

    _held: tuple[tuple[float, float], float, bool] = ((0.0, 0.0), ROWS[0], False)
    """How high a row was at most when the card had that size, and whether words had given way."""

    beside: "tuple[PersonCard, ...]" = ()

    def refresh(self) -> None:
        """Draw it. Happens by itself before the next frame."""
        self._soon.cancel()
        if self.width < 2 or self.height < 2:
            return
        pad = mm(1.4 if self.height < mm(LOW) else 2.0)
        size = (self.width, self.height)
        most, mute = self._held[1:] if self._held[0] == size else (ROWS[0], theme.compact())
        for compact, high, instruments in self._ways(mute):
            self.compact, self._row = compact, mm(min(high, most))
            low = self._on_card(Measuring(self.art), instruments, pad)
            if low >= -self.height + pad * 0.4 - 1:
                break
        self._held = size, min(high, most), compact
        for other in self.beside if compact else ():
            other.without_words(size)
        sketch = Sketch(self.art)
        self._frame(sketch, self.height)
        self._on_card(sketch, instruments, pad)
        self._easel.show(sketch)
        self._move()
        self._soon.cancel()  # what was tried is no change

    def without_words(self, size: tuple[float, float]) -> None:
        """Words gave way on a card of that size: they do on this one, where it is as large."""
        if self._held[0] == size and not self._held[2]:
            self._held = size, self._held[1], True
            self._soon()

    def _ways(self, mute: bool) -> Iterator[tuple[bool, float, tuple[Instrument, ...]]]:
        """With words or without, the height of a row, and what is shown: the best first. mute:
        without."""
        shown = tuple(self.instruments)
        least = ROWS[-1]
        for high in () if mute else ROWS[:2]:
            yield False, high, shown
        pictured = self._pictured(shown)
        bare = tuple(one for one in pictured if not isinstance(one, Listing))
        for some in dict.fromkeys((shown, pictured, bare)):  # words are the first to give way
            for high in ROWS if some == bare else ROWS[:2]:
                yield True, high, some
        for count in range(len(bare) - 1, -1, -1):
            yield True, least, bare[:count]

    def _pictured(self, shown: tuple[Instrument, ...]) -> tuple[Instrument, ...]:
        """With what is listed and has outlines as these alone, beside what is counted."""
        listed = [one for one in shown if isinstance(one, Listing)]
        looks = [one for one in listed if one.lines and not self.art.missing(one.lines)]
        alone = [Counter(look, "", look) for one in looks for look in one.lines]
        left = [one for one in shown if one not in looks]
        after = next((at for at, one in enumerate(left) if isinstance(one, Listing)), len(left))
        return (*left[:after], *alone, *left[after:])

    def _on_card(self, sketch: Sketch, shown: tuple[Instrument, ...], pad: float) -> float:
        """Draw all of it from the top down; where it ends."""
        x, y, width = pad, -pad, self.width - 2 * pad
        rows = Rows(sketch, self.names, self.seat, self.compact, self._row)
        low = self.height < mm(LOW)
        tower = next((one for one in shown if isinstance(one, Pyramid)), None)
        if tower is not None:
            shown = tuple(one for one in shown if one is not tower)
        head = mm(4.8 if low else 7.0)
        middle = y - head / 2
        if low:  # a figure would be too small there to be made out
            sketch.look(theme.seat(self.seat).mark, x + head / 2, middle, head * 0.9, self.seat)
        else:
            sketch.medal(x + head / 2, middle, head, self.seat)
        if self.phone:
            self._telephone(sketch, x + head, middle - head / 2)
        role: TextRole = "number" if low or self.width < mm(28) else "title"
        left, right = x + head + mm(1.2), x + width
        taken = 0.0
        if self.time:
            taken = self._clock(sketch, left, right, middle, head, role)
            right -= taken
        else:
            shown, right = self._beside(rows, shown, left, right, middle)
        y -= self._called(sketch, left, max(mm(4), right - left), y, head, role)
        y -= mm(0.4 if low else 0.6)
        if tower is not None:
            width -= self._tower(rows, tower, x + width, pad - self.height, y) + mm(1.5)
        y = self._below(rows, shown, x, y, width, low)
        return self._clock_below(rows, x + width, y) if self.time and not taken else y

    def _telephone(self, sketch: Sketch, right: float, low: float) -> None:
        """A quiet dot at the foot of the mark: full while the telephone is awake, else a ring."""
        at = right - mm(PHONE) / 2, low + mm(PHONE) / 2
        sketch.dot(*at, mm(PHONE + 2 * AROUND), theme.colour("panel2" if self.asked else "panel"))
        line = 0.0 if self.phone == "awake" else mm(PHONE) * 0.24
        sketch.dot(*at, mm(PHONE), theme.colour("ink2"), line)

    def _below(
        self, rows: Rows, shown: tuple[Instrument, ...], x: float, y: float, width: float, low: bool
    ) -> float:
        """Draw what stands below the name; where it ends. On a low or compact card dots stand
        before the counters of the same row."""
        dots = next((one for one in shown if isinstance(one, Dots)), None)
        if dots is None or not (low or self.compact):
            return rows.draw(shown, x, y, width)
        others = tuple(one for one in shown if one is not dots)
        if not low:  # before the counters of the same row, and below what comes before those
            above = next((at for at, one in enumerate(others) if isinstance(one, Counter)), 0)
            y, others = rows.draw(others[:above], x, y, width), others[above:]
        used = rows.dots_wide(dots, mm(11))
        rows.dot_row(dots, x + used, y - self._row / 2, used)
        if not isinstance(others[0] if others else None, Counter):
            rows.ends.append((y - self._row / 2, x + used))
            return rows.draw(others, x, y - self._row, width)
        return rows.draw(others, x, y, width, used + mm(1.5))

    def _clock(
        self, sketch: Sketch, left: float, right: float, middle: float, high: float, role: TextRole
    ) -> float:
        """The time beside the name, where that stays whole; how much of the line it takes."""
        taken = width_of(self.time, round(theme.type_size("number")), "display") + mm(1)
        room = right - left - taken
        if room < mm(NAMED) or not _whole(self.name, self._lines(room, high, role)[0]):
            return 0.0
        return sketch.text(self.time, right, middle, "number", self._hurry, align=1) + mm(1)

    def _clock_below(self, rows: Rows, right: float, low: float) -> float:
        """The time beside the last row that leaves room for it, else below them all; where that
        ends."""
        size = min(theme.type_size("number"), theme.mm(theme.TYPE["small"][0]))
        taken = width_of(self.time, round(size), "display") + mm(1)
        beside = [middle for middle, end in rows.ends if right - end >= taken]
        at = beside[-1] if beside else low - size / 2
        rows.sketch.text(self.time, right, at, "number", self._hurry, align=1, size=size)
        return low if beside else low - size * LINE

    @property
    def _hurry(self) -> theme.Colour:
        """Of the time: red once it has run out."""
        return theme.colour("red_text" if self.late else "ink")

    def _called(
        self, sketch: Sketch, left: float, width: float, top: float, high: float, role: TextRole
    ) -> float:
        """The name; its height, which is more than that of the head of the card only on the
        narrowest one."""
        lines, size = self._lines(width, high, role)
        high = max(high, len(lines) * size * LINE)
        for number, line in enumerate(lines):
            at = top - high / 2 + ((len(lines) - 1) / 2 - number) * size * LINE
            ink = theme.colour("ink")
            sketch.text(line, left, at, role, ink, width=width, size=size)
        return high

    def _lines(self, width: float, high: float, role: TextRole) -> tuple[list[str], float]:
        """The name in one line, else in two that are as large as the head of the card allows, and
        on the narrowest card in three; their size."""
        size, face = theme.type_size(role), theme.TYPE[role][1]
        if width_of(self.name, int(size * smallest()), face) <= width + 1:
            return [self.name], size
        least = mm(theme.TYPE["tiny"][0])
        return _broken(self.name, width, max(least, min(size, high / 2 / LINE)), least, face)

    def _tower(self, rows: Rows, one: Pyramid, right: float, bottom: float, top: float) -> float:
        """A pyramid in the lower right corner, as high as there is room; its width."""
        widest = max((places for _, places in one.levels), default=1)
        high = (top - bottom) / max(1, len(one.levels))
        step = min(mm(BLOCK + 0.4), high, self.width * BLOCKS / widest)
        side = step * 0.9
        for level, (full, places) in enumerate(one.levels):
            left = right - widest * step / 2 - places * step / 2
            for place in range(places):
                at = (left + place * step, bottom + level * step)
                rows.sketch.block(*at, side, (rows.fill, rows.rim) if place < full else None)
        return float(widest * step)

    def _beside(
        self, rows: Rows, shown: tuple[Instrument, ...], left: float, right: float, middle: float
    ) -> tuple[tuple[Instrument, ...], float]:
        """Draw dots, or on a low card the scale, beside the name, where there is room; what is
        still to be shown, and where the name ends."""
        low = self.height < mm(LOW)
        needed = width_of(self.name, int(theme.type_size("title") * smallest()), "display")
        for one in shown:
            wide = 0.0
            if low and isinstance(one, Scale) and self.width > mm(26):
                named = width_of(self.name, int(theme.type_size("strong")), "display") + mm(1)
                wide = rows.small_scale(one, right, middle, right - left - named)
            elif (
                not low
                and isinstance(one, Dots)
                and self.width > mm(BROAD)
                and one.total * mm(3) < right - left - needed
            ):
                wide = rows.dot_row(one, right, middle, self.width * 0.45)
            if wide:
                return tuple(other for other in shown if other is not one), right - wide - mm(1)
        return shown, right


def _whole(name: str, lines: list[str]) -> bool:
    """Whether a name is broken nowhere but at a space or hyphen of its own."""
    return "".join(lines) == name.replace(" ", "")


def _broken(
    name: str, width: float, size: float, least: float, face: Face
) -> tuple[list[str], float]:
    """A name in two lines and their size: as large as it may be where a space or hyphen breaks it,
    else where that has no room as large as it may be broken anywhere; else in three, at last
    filled with letters."""
    sizes = range(int(size), int(least) - 1, -1)
    ways = [(wrapped(name, width, one, face, hard=True), one) for one in sizes]
    two = [way for way in ways if len(way[0]) == 2]
    whole = [way for way in two if _whole(name, way[0])]
    three = [way for way in ways if len(way[0]) == 3]
    return next(iter((*whole, *two, *three)), (filled(name, width, least, face), least))

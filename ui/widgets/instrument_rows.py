"""Instruments drawn one below the other: what somebody has, as a picture first."""

from itertools import accumulate

from companion.scene import Counter, Dots, Instrument, Listing, Pyramid, Scale
from ui import theme
from ui.canvas.figures import Names
from ui.theme import mm
from ui.widgets.sketch import Sketch
from ui.widgets.text import width_of

ICON = 0.82
"""Share of a row that its pictures take: their rims stand out beyond that."""

DOT = 1.25
"""From dot to dot, in their widths."""

BELOW = {"scale": 0.16, "dots": 0.12, "row": 0.08}
"""What stays free below a row, as shares of its height."""

BETWEEN = 2.4
"""Millimetres between two counters."""


class Rows:
    """Draws instruments one below the other, from the top down; y is where the next begins.

    high: of a row, in pixels; 0 for that of a panel. ends: the middle of each row that was drawn,
    and where the last thing in it ends.
    """

    def __init__(
        self, sketch: Sketch, names: Names, seat: str, compact: bool, high: float = 0.0
    ) -> None:
        self.sketch, self.names, self.seat, self.compact = sketch, names, seat, compact
        self._high = high
        self.ends: list[tuple[float, float]] = []
        self.look = theme.seat(seat)
        self.fill = theme.hexed(self.look.fill) if seat else theme.colour("gold")
        self.ink = theme.hexed(self.look.ink) if seat else theme.colour("gold_ink")
        stands_out = theme.contrast(self.fill, theme.colour("panel")) >= theme.SHAPE
        half = theme.mix(self.fill, theme.rim(self.look), 0.5)
        self.rim = self.fill if stands_out or not seat else half

    def height(self) -> float:
        """Of a plain row, in pixels."""
        return self._high or mm(4.4 if self.compact else 5.0)

    def _figures(self) -> float:
        """How large numbers are: no higher than their row."""
        return min(theme.type_size("number"), self.height())

    def say(self, text: str) -> str:
        """The words of a key."""
        return self.names(text, {})

    def draw(
        self,
        instruments: tuple[Instrument, ...],
        x: float,
        y: float,
        width: float,
        inset: float = 0.0,
    ) -> float:
        """All of them; the y below the last. inset: so much of the first row is taken, where that
        is one of counters."""
        left = list(instruments)
        while left:
            one = left.pop(0)
            match one:
                case Scale():
                    y = self.scale(one, x, y, width)
                case Dots():
                    y = self.dots(one, x, y, width)
                case Pyramid():
                    y = self.pyramid(one, x, y, width)
                case Listing():
                    y = self.listing(one, x, y, width)
                case Counter():
                    group = [one]
                    while left and isinstance(left[0], Counter):
                        following = left.pop(0)
                        assert isinstance(following, Counter)
                        group.append(following)
                    y = self.counters(group, x, y, width, inset)
            inset = 0.0
        return y

    def label(self, text: str, x: float, middle: float, width: float) -> float:
        """The name of a row; its width."""
        return self.sketch.text(
            self.say(text), x, middle, "small", theme.colour("ink2"), width=width
        )

    def scale(self, one: Scale, x: float, y: float, width: float) -> float:
        """Fields, filled up to the value, which stands in the last of them; the bar between. In
        few words the value stands before them instead of the name."""
        row = self.height()
        if self.compact:
            return self._fields_after_value(one, x, y, width)
        middle = y - row / 2
        self.ends.append((middle, x + width))
        side = 0.3 * width
        self.label(one.text, x, middle, side - mm(0.8))
        start, field = self._fields(one, x + side, middle, width - side)
        value = one.value if isinstance(one.value, int) else None
        number = max(1, value) if value is not None else max(1, (one.top + 1) // 2)
        at = start + (min(number, one.top) - 1) * (field + mm(0.5)) + field / 2
        inside = self.ink if value else theme.colour("ink")
        size = row * 0.82 * 0.8
        self.sketch.text(str(one.value), at, middle, "number", inside, align=0.5, size=size)
        return y - row * (1 + 1.25 * BELOW["scale"])

    def _fields_after_value(self, one: Scale, x: float, y: float, width: float) -> float:
        row, ink = self.height(), theme.colour("ink")
        sign = self._sign(one, x, y - row / 2)
        size = self._figures()
        number = self.sketch.text(str(one.value), x + sign, y - row / 2, "number", ink, size=size)
        left = max(mm(5.0), sign + number + mm(1.0))
        self._fields(one, x + left, y - row / 2, width - left)
        self.ends.append((y - row / 2, x + width))
        return y - row * (1 + BELOW["scale"])

    def _sign(self, one: Scale, x: float, middle: float) -> float:
        """What is counted on a scale, before its value; how wide that is."""
        row = self.height()
        if not one.look or self.sketch.art.missing((one.look,)):
            return 0.0
        self.sketch.look(one.look, x + row * 0.42, middle, row * ICON, self.seat)
        return row * 0.95

    def small_scale(self, one: Scale, right: float, middle: float, room: float) -> float:
        """The value, and the fields up to the bar, ending at ``right``; their width. room: that
        they may take; without it for the fields the value stands alone."""
        up_to = Scale(one.text, one.value, -1, max(1, one.bar))
        value = str(one.value)
        number = width_of(value, round(theme.type_size("number")), "display") + mm(0.8)
        signed = self.height() * 0.95 if one.look else 0.0
        number += signed
        wide = min(mm(1.3) * up_to.top, room - number)
        wide = wide if wide >= mm(0.7) * up_to.top else 0.0
        ink, left = theme.colour("ink"), right - wide - number
        self.sketch.text(value, left + self._sign(one, left, middle), middle, "number", ink)
        if wide:
            self._fields(up_to, right - wide, middle, wide)
        return wide + number

    def _fields(self, one: Scale, x: float, middle: float, width: float) -> tuple[float, float]:
        """The fields of a scale with its bar; where they begin, and how wide one is."""
        row = self.height()
        gap = mm(0.5) if width > mm(25) else mm(0.2)
        field = (width - gap * (one.top - 1)) / max(1, one.top)
        high = row * 0.82
        value = one.value if isinstance(one.value, int) else None
        for number in range(1, one.top + 1):
            at = x + (number - 1) * (field + gap)
            filled = value is not None and number <= value
            beyond = number > one.bar >= 0
            colour = self.fill if filled else theme.colour("well" if beyond else "panel3")
            edge = theme.mix(self.rim, theme.colour("edge"), 0.4) if filled else None
            radius = min(mm(0.7), field / 3)
            self.sketch.box(at, middle - high / 2, field, high, colour, radius, edge, mm(0.25))
        if 0 <= one.bar <= one.top:
            at = x + one.bar * (field + gap) - gap / 2
            wide = mm(0.9 if width > mm(25) else 0.6)
            tall = row * 1.08
            self.sketch.box(
                at - wide / 2, middle - tall / 2, wide, tall, theme.colour("ink"), wide / 2
            )
        return x, field

    def dots(self, one: Dots, x: float, y: float, width: float) -> float:
        """The name at the left, dots at the right."""
        row = self.height()
        if self.compact:
            most = min(width, row * 1.1 * one.total)
            right = x + min(most, mm(3.8) * DOT * one.total)
            self.dot_row(one, right, y - row / 2, most)
            self.ends.append((y - row / 2, right))
            return y - row * (1 + BELOW["dots"])
        self.ends.append((y - row / 2, x + width))
        used = self.dot_row(one, x + width, y - row / 2, width * 0.6)
        self.label(one.text, x, y - row / 2, width - used - mm(1))
        return y - row * (1 + BELOW["dots"])

    def dots_wide(self, one: Dots, most: float) -> float:
        """How wide a row of dots is; most: at most."""
        return min(min(mm(3.8), self.height() * 0.92) * DOT * one.total, most)

    def dot_row(self, one: Dots, right: float, middle: float, most: float) -> float:
        """Dots that end at ``right``, no higher than their row; their width."""
        step = self.dots_wide(one, most) / max(1, one.total)
        size = step / DOT
        for number in range(one.total):
            at = right - size / 2 - (one.total - 1 - number) * step
            if number >= one.filled:
                self.sketch.dashed(at, middle, size, theme.colour("ink2"), mm(0.25))
                continue
            self.sketch.dot(at, middle, size, self.fill)
            if self.rim != self.fill:
                self.sketch.dot(at, middle, size, self.rim, line=mm(0.3))
            if number < len(one.marks):
                self.sketch.text(
                    self.say(one.marks[number]),
                    at,
                    middle,
                    "number",
                    self.ink,
                    width=size * 0.95,
                    align=0.5,
                    size=size * 0.72,
                )
        return step * one.total

    def counters(
        self, group: list[Counter], x: float, y: float, width: float, inset: float = 0.0
    ) -> float:
        """Outline, number and name, as many in a row as fit, and in all rows about as many. inset:
        so much of the first row is taken."""
        row, at, size = self.height(), x + inset, self._figures()
        needs = [self._needs(one, size) for one in group]
        begins = set(accumulate(_in_rows(needs, width, inset)))
        for number, one in enumerate(group):
            icon, name = self._pictured(one)
            if number in begins:
                self.ends.append((y - row / 2, at))
                at, y = x, y - row
            middle = y - row / 2
            if icon:
                self.sketch.look(one.look, at + row * 0.42, middle, row * ICON, self.seat)
                at += row * 0.95
            ink = theme.colour("ink")
            at += self.sketch.text(str(one.count), at, middle, "number", ink, size=size)
            if name:
                at += mm(0.9)
                room = max(mm(6), x + width - at)
                at += self.sketch.text(name, at, middle, "small", theme.colour("ink2"), width=room)
            at += mm(BETWEEN)
        self.ends.append((y - row / 2, at))
        return y - row * (1 + BELOW["row"])

    def _pictured(self, one: Counter) -> tuple[bool, str]:
        """Whether a counter has an outline, and the name that stands behind its number."""
        icon = bool(one.look) and not self.sketch.art.missing((one.look,))
        return icon, "" if icon and self.compact else self.say(one.text)

    def _needs(self, one: Counter, size: float) -> float:
        """How wide a counter is."""
        icon, name = self._pictured(one)
        need = self.height() * 0.95 if icon else 0.0
        need += width_of(str(one.count), round(size), "display")
        return need + (mm(0.9) + width_of(name, round(theme.type_size("small"))) if name else 0.0)

    def pyramid(self, one: Pyramid, x: float, y: float, width: float) -> float:
        """Levels of blocks, the lowest below; the name beside the top."""
        widest = max((places for _, places in one.levels), default=1)
        side = min(mm(3.6 if self.compact else 4.4), width / max(1, widest) - mm(0.4))
        step = side + mm(0.4)
        top = y
        for filled, places in reversed(one.levels):
            start = x + width / 2 - places * step / 2
            for place in range(places):
                owner = (self.fill, self.rim) if place < filled else None
                self.sketch.block(start + place * step, y - side, side, owner)
            y -= step
        self.label(one.text, x, top - self.height() / 2, width * 0.36)
        return y - mm(0.8)

    def listing(self, one: Listing, x: float, y: float, width: float) -> float:
        """The name, then the lines: outlines with their names, or words."""
        row = self.height()
        at = x + self.label(one.text, x, y - row / 2, width * 0.85) + mm(1.6)
        lines = [(line, self.say(line)) for line in one.lines]
        if not lines:
            self.sketch.text("–", at, y - row / 2, "small", theme.colour("ink2"))
        for line, name in lines:
            icon = not self.sketch.art.missing((line,))
            need = (row if icon else 0.0) + width_of(name, round(theme.type_size("small")))
            if at > x and at + need > x + width:
                self.ends.append((y - row / 2, at))
                at, y = x, y - row
            if icon:
                self.sketch.look(line, at + row * 0.45, y - row / 2, row * 0.8, self.seat)
                at += row
            room = x + width - at
            ink = theme.colour("ink")
            at += self.sketch.text(name, at, y - row / 2, "small", ink, width=room) + mm(2)
        self.ends.append((y - row / 2, at))
        return y - row * (1 + BELOW["row"])


def _in_rows(needs: list[float], width: float, inset: float) -> list[int]:
    """How many things stand in each row: as few rows as there can be, and none much emptier than
    the others. needs: how wide each is; inset: what is taken of the first row."""
    fewest = _broken(needs, width, inset, len(needs))
    even = _broken(needs, width, inset, -(-len(needs) // max(1, len(fewest))))
    return even if len(even) == len(fewest) else fewest


def _broken(needs: list[float], width: float, inset: float, most: int) -> list[int]:
    rows, at = [0], inset
    for need in needs:
        if at > 0 and (at + need > width or rows[-1] == most):
            rows.append(0)
            at = 0.0
        rows[-1] += 1
        at += need + mm(BETWEEN)
    return rows

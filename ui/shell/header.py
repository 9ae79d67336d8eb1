"""The header: where we are, which step of the turn it is, how the devices and the saving stand."""

from collections.abc import Sequence

from ui import theme
from ui.shell.controls import Ground
from ui.shell.lights import Badge, Badges
from ui.shell.steps import Stage, Steps
from ui.widgets.button import BARE, ActionButton
from ui.widgets.text import TextLine, width_of

HEIGHT = 10.5
"""Millimetres."""

TITLES: tuple[theme.TextRole, ...] = ("now", "title", "number")
"""In which sizes the name of the page is tried."""


class Header(Ground):
    """A row at the top of a screen: a button, a title, steps, how far it is, badges, the language.

    Events: ``on_left``, ``on_badges``, ``on_language``.
    """

    __events__ = ("on_left", "on_badges", "on_language")

    def __init__(self) -> None:
        super().__init__()
        self.left = ActionButton(label="", role="bare")
        self.title = TextLine(role="now", size_hint_x=None, size_hint_y=1)
        self.progress = TextLine(role="small", ink="ink2", size_hint_x=None, size_hint_y=1)
        self.badges = Badges()
        self.language = _Language(label="", role="bare")
        self.steps = Steps()
        self._put = False
        self._shown: tuple[object, ...] = ()
        for widget in (
            *(self.left, self.title, self.progress),
            self.badges,
            self.language,
            self.steps,
        ):
            self.add_widget(widget)
        self.left.bind(on_press=lambda *_: self.dispatch("on_left"))
        self.language.bind(on_press=lambda *_: self.dispatch("on_language"))
        self.badges.bind(on_press=lambda *_: self.dispatch("on_badges"))
        self.bind(pos=self._arrange, size=self._arrange)
        self.badges.bind(width=self._arrange)

    def show(
        self,
        left: str,
        title: str,
        stages: Sequence[Stage],
        badges: Sequence[Badge],
        language: str,
        progress: str = "",
        left_look: str = "",
        code: str = "",
    ) -> None:
        """Show all of it; ``left`` is the label of the button, none with "". progress: how far it
        is. left_look: the sign before the label. code: of the language, shown instead of its name
        where steps leave little room."""
        wanted = (left, title, tuple(stages), tuple(badges), language, progress, left_look)
        if wanted == self._shown:
            return
        self._shown = wanted
        self.left.label, self.title.text = left, title
        short = bool(code and stages) and theme.compact()
        self.language.label = code.upper() if short else language
        self.language.spoken = language
        self.left.look = left_look if left else ""
        self.progress.text = progress
        self.badges.show(badges)
        self.steps.show(stages)
        self._arrange()

    @property
    def plain(self) -> theme.Colour:
        """What is laid over the ground of a screen at its top."""
        return theme.head()

    @property
    def between(self) -> tuple[float, float]:
        """Left and width of what lies between the buttons."""
        gap = theme.mm(theme.GAP)
        left = self.left.right + gap if self.left.label else self.x + gap
        return left, max(theme.mm(30), self.language.x - gap - left)

    def put_steps(self, x: float, y: float, width: float, height: float) -> None:
        """Keep the steps in this box from now on, whatever stands beside it."""
        self._put = True
        if y >= self.y:  # beside the button at the left, however long its word is
            left = self.x + theme.mm(1.6) + self._wide(self.left) + theme.mm(theme.GAP)
            x, width = max(x, left), width - max(0.0, left - x)
        self.steps.pos, self.steps.size = (x, y), (width, height)
        self._arrange()

    def _arrange(self, *_: object) -> None:
        gap, edge = theme.mm(theme.GAP), theme.mm(1.6)
        high = min(theme.mm(theme.TOUCH), self.height)
        low = self.y + (self.height - high) / 2
        x, right = self.x + edge, self.right - edge
        width = self._wide(self.left) if self.left.label else 0.0
        self.left.pos, self.left.size = (x, low), (width, high)
        self.left.opacity = 1.0 if width else 0.0
        x += width + (gap if width else theme.mm(theme.PAD))
        self.language.size = (self._wide(self.language), high)
        self.language.pos = (right - self.language.width, low)
        right = self.language.x - gap
        self.badges.fit(right - x)
        self.badges.pos = (right - self.badges.width, low)
        self.badges.height = high
        self._put_progress(self.badges.x - gap, low, high)
        right = (self.progress.x if self.progress.opacity else self.badges.x) - gap
        below = self._put and self.steps.top <= self.y + 1
        room = (right if below or not self._put else min(right, self.steps.x - gap)) - x
        for self.title.role in TITLES:
            size, face = theme.type_size(self.title.role), theme.TYPE[self.title.role][1]
            wanted = width_of(self.title.text, size, face) + theme.mm(2)
            if wanted <= room:
                break
        self.title.width = min(wanted, max(0.0, room)) if room > theme.mm(18) else 0.0
        if wanted > room:
            self.title.texture_update()
        if self.title.width and (self.title.cut or self.title.is_shortened):  # it would say nothing
            self.title.width = 0.0
        self.title.opacity = 1.0 if self.title.width else 0.0
        self.title.height = high
        self.title.pos = (x, low)

    def _put_progress(self, right: float, low: float, high: float) -> None:
        """Beside the badges, where that leaves room for the steps."""
        wide = width_of(self.progress.text, theme.type_size("small")) + theme.mm(0.3)
        below = self.steps.top <= self.y + 1
        begins = self.left.right if below or not self._put else self.steps.used
        if not self._put:  # the name of the page comes before how far it is
            role = TITLES[-1]
            size, face = theme.type_size(role), theme.TYPE[role][1]
            begins += width_of(self.title.text, size, face) + theme.mm(2 + theme.GAP)
        there = bool(self.progress.text) and right - wide > begins + theme.mm(theme.GAP)
        self.progress.opacity = 1.0 if there else 0.0
        self.progress.size, self.progress.pos = (wide, high), (right - wide, low)

    def _wide(self, one: ActionButton) -> float:
        wide = width_of(one.label, round(theme.type_size("strong")), "bold") + theme.mm(5)
        return max(theme.mm(theme.TOUCH), wide + theme.mm(BARE if one.look else 0))

    def on_left(self) -> None:
        """The button at the left was pressed."""

    def on_badges(self) -> None:
        """The badges were touched."""

    def on_language(self) -> None:
        """The language was touched."""


class _Language(ActionButton):
    """A quiet word: hardly anybody needs it during a match."""

    def _role(self) -> theme.TextRole:
        return "body"

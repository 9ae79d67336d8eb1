"""The bar at the bottom: undo, what could be done, and the one bright next step."""

from collections.abc import Callable, Sequence

from kivy.uix.widget import Widget

from ui import theme
from ui.presenter import Action
from ui.shell.controls import set_bounds
from ui.widgets.button import ActionButton

SIDE, ACTION, BRIGHT = 21.0, 27.0, 42.0
"""Least widths in millimetres: of undo and its neighbour, of an action, of the bright one."""


class Bar(Widget):
    """Buttons in a row. More actions than there is room for stand behind ``more``.

    act: gets the token of a pressed action. bright: the button of the one next step, if any.
    """

    def __init__(
        self,
        undo: Callable[[], None],
        more: Callable[[], None],
        act: Callable[[str], None],
    ) -> None:
        super().__init__()
        self._act = act
        self.undo = ActionButton(label="")
        self.undo.bind(on_press=lambda *_: undo())
        self.more = ActionButton(label="")
        self.more.bind(on_press=lambda *_: more())
        self._buttons: list[ActionButton] = []
        self._spare: list[ActionButton] = []
        self.bright: ActionButton | None = None
        self._shown: tuple[Action, ...] = ()
        self.bind(pos=self._lay, size=self._lay)
        self.add_widget(self.undo)
        self.add_widget(self.more)

    def _button(self) -> ActionButton:
        made = ActionButton(label="")
        made.bind(on_token=lambda _, token: self._act(token))
        return made

    def show(
        self, undo: tuple[str, str], more: tuple[str, str], actions: Sequence[Action], *, dim: bool
    ) -> None:
        """Show these. dim: something else on the screen is the next step."""
        self.undo.label, self.undo.detail = undo
        self.more.label, self.more.detail = more
        plain = [action for action in actions if action.role != "bright"]
        bright = [action for action in actions if action.role == "bright"]
        wanted = (*plain, *bright)
        for spare in self._buttons[len(wanted) :]:
            if spare.parent is not None:
                self.remove_widget(spare)
        self._spare += self._buttons[len(wanted) :]
        del self._buttons[len(wanted) :]
        while len(self._buttons) < len(wanted):
            self._buttons.append(self._spare.pop() if self._spare else self._button())
        for button, action in zip(self._buttons, wanted, strict=True):
            button.token, button.label, button.detail = action.token, action.label, action.detail
            button.role = "plain" if dim else action.role
            button.offered = action.offered
        self.bright = self._buttons[-1] if bright and not dim else None
        self._shown = wanted
        self._lay()

    def _lay(self, *_: object) -> None:
        if self.width < 10:
            return
        gap = theme.mm(theme.GAP)
        has_bright = bool(self._shown) and self._shown[-1].role == "bright"
        plain = self._buttons[:-1] if has_bright else self._buttons
        side, least = theme.mm(SIDE), theme.mm(ACTION)
        last = theme.mm(BRIGHT) if has_bright else 0.0
        room = self.width - 2 * (side + gap) - (last + gap if has_bright else 0)
        fits = max(0, int((room + gap) // (least + gap)))
        set_bounds(self.undo, self.x, self.y, side, self.height)
        set_bounds(self.more, self.x + side + gap, self.y, side, self.height)
        x = self.x + 2 * (side + gap)
        wide = least if not plain else min(theme.mm(40), (room + gap) / min(fits, len(plain)) - gap)
        for number, button in enumerate(plain):
            if number < fits:
                self._keep(button)
                set_bounds(button, x, self.y, wide, self.height)
                x += wide + gap
            elif button.parent is not None:
                self.remove_widget(button)
        if has_bright:
            self._keep(self._buttons[-1])
            set_bounds(self._buttons[-1], self.right - last, self.y, last, self.height)

    def _keep(self, button: ActionButton) -> None:
        if button.parent is None:
            self.add_widget(button)

"""Letters to touch: for names, and for codes that could not be scanned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Literal

from ui import theme
from ui.shell.controls import button, row
from ui.shell.page import Page
from ui.shell.typed import TypedSheet
from ui.texts import Saying
from ui.widgets.button import ActionButton
from ui.widgets.text import TextLine

What = Literal["name", "code", "remark", "passphrase", "password", "invitation"]

MOST: dict[What, int] = {
    "name": 32,
    "code": 64,
    "remark": 240,
    "passphrase": 64,
    "password": 63,
    "invitation": 300,
}
"""Letters of each; a password is that of a wireless network, with all signs that one can have; an
invitation that of a club, with its address."""

SIGNED = ("password", "invitation")
"""What is written with other signs than names."""


SIGNS = ("!\"#$%&'()*+", ",./:;<=>?@_", "[\\]^`{|}~-")
"""What stands on the other keys for a password, in every language."""


class KeyboardSheet(TypedSheet):
    """A line and the keys below it.

    heading: what is asked. done: gets what was written when it is finished; nothing is called when
    it is put away.
    """

    def __init__(
        self,
        page: Page,
        heading: Saying,
        text: str,
        done: Callable[[str], None],
        *,
        what: What = "name",
    ) -> None:
        super().__init__(page)
        self._heading, self._text, self._done = heading, text, done
        self._given = text
        self._what = what
        self.silent = what in ("passphrase", "password")  # a room would hear it, as it would a PIN
        self._shift = what in ("name", "remark") and not text
        self._others = False
        self._built: tuple[bool, str] | None = None
        self._keys: list[tuple[ActionButton, str]] = []
        self._line = TextLine(
            role="display" if what != "remark" else "body",
            ink="gold_text",
            size_hint_y=None,
            shorten_from="left",  # what is written last is seen
        )

    def begin(self, text: str) -> None:
        """Begin anew, with this."""
        self._text = self._given = text

    def unfinished(self) -> bool:
        """Whether anything was typed."""
        return self._text != self._given

    def card_size(self, width: float, height: float) -> tuple[float, float]:
        """As wide as it can be, as high as it must."""
        return min(width - theme.mm(3), theme.mm(170)), min(height - theme.mm(3), theme.mm(76))

    def fill(self) -> None:
        """Build the keys, where they are other ones than before: there are many."""
        say = self.words
        if self._built == (built := (self._others, self.session.language)):
            self._show()
            return
        self._built = built
        self.card.clear_widgets()
        self._keys = []
        self.card.spacing = theme.mm(1.0)
        self.card.add_widget(TextLine(text=self._heading(self.words), role="small", ink="ink2"))
        self.card.add_widget(self._line)
        rows = self._rows()
        for letters in rows:
            keys = []
            for letter in letters:
                key = button(letter, partial(self._write, letter), height=theme.TOUCH)
                key.size_hint_min = (None, None)
                self._keys.append((key, letter))
                keys.append(key)
            if self._what != "code" and letters is rows[-1]:
                turned = "signs" if self._what in SIGNED else "other"
                other = say.say("keyboard", "usual" if self._others else turned)
                keys.append(button(other, self._turn_over, height=theme.TOUCH))
                keys[-1].spoken = say.say("keyboard", "more")
                keys[-1].size_hint_min = (None, None)
            self.card.add_widget(row(keys, theme.TOUCH, spacing=theme.mm(0.8)))
        shift = button("⇧", self._turn, height=10)
        space = button(say.say("button", "space"), partial(self._write, " "), height=10)
        back = button("⌫", self.delete, height=10)
        done = button(say.say("button", "done"), self.finish, role="bright", height=10)
        cancel = button(say.say("button", "cancel"), self.page.close, height=10)
        self.card.add_widget(row([shift, space, back, cancel, done], 10))
        self._show()

    def _rows(self) -> Sequence[str]:
        if self._others and self._what in SIGNED:
            return SIGNS
        return self.words.say("keyboard", "others" if self._others else "rows").split()

    def _show(self) -> None:
        self._line.text = f"{self._text}|"
        for key, letter in self._keys:
            key.label = letter.upper() if self._shift and letter != "ß" else letter

    def _turn(self) -> None:
        self._shift = not self._shift
        self._show()

    def _turn_over(self) -> None:
        self._others = not self._others
        self.fill()

    def _write(self, letter: str) -> None:
        if self._shift and letter != "ß":
            letter = letter.upper()
        if len(self._text) < MOST[self._what]:
            self._text += letter
        self._shift = self._begins()
        if self._others:  # one of them is seldom followed by another
            self._turn_over()
        else:
            self._show()

    def delete(self) -> None:
        """Take the last letter away."""
        self._text = self._text[:-1]
        self._shift = self._begins()
        self._show()

    def _begins(self) -> bool:
        """Whether a capital comes next: in a name with each word, else with each sentence."""
        if self._what == "name":
            return self._text[-1:] in ("", " ", "-")
        return self._what == "remark" and (not self._text or self._text.endswith((". ", ": ")))

    def strike(self, key: str) -> None:
        """A keyboard has a Shift of its own."""
        self._shift = False
        self._write(key)

    def finish(self) -> None:
        """Hand the words over, without the spaces around them, but a password as it stands."""
        text = self._text if self._what == "password" else self._text.strip()
        self.page.close()
        self._done(text)

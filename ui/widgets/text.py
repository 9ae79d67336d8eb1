"""Text: a line, a paragraph, and how wide words are."""

import math
import re
from functools import lru_cache
from typing import Any

from kivy.core.text import Label as Words
from kivy.properties import OptionProperty, StringProperty
from kivy.uix.label import Label
from kivy.utils import escape_markup

from ui import theme
from ui.theme import Face, TextRole
from ui.widgets.settled import when_settled

SHORT = 3
"""Letters of a last word that stays on the line of the one before, with its full stop."""

LEAST = 0.8
"""How small a line may become, as a share of its size when letters are not large."""


def width_of(text: str, pixels: float, face: Face = "plain") -> float:
    """How wide a line of text is, in pixels. pixels: its size, of which only whole ones count."""
    return _width_of(text, int(pixels), face)


@lru_cache(maxsize=1024)
def _width_of(text: str, pixels: int, face: Face) -> float:
    label = Words(font_size=pixels, font_name=theme.FONTS[face])
    return float(label.get_extents(text)[0])


def fitting(text: str, width: float, size: float, least: float, *, face: Face) -> float:
    """The largest size up to that one at which a line is no wider than ``width``, in whole pixels
    once it has to be smaller; the least one if it is wider still.

    Letters shrink nearly in proportion, and each size that is tried is a font that is opened.
    """
    while size > least and (wide := width_of(text, size, face)) > width:
        size = max(least, min(math.ceil(size) - 1, math.ceil(size * width / wide)))
    return size


def safe(text: str) -> str:
    """Text of people, so that nothing in it is taken for markup."""
    return str(escape_markup(text))


def unmarked(text: str) -> str:
    """What is read of text with markup: its words alone."""
    words = re.sub(r"\[[^\]]*\]", "", text)
    return words.replace("&bl;", "[").replace("&br;", "]").replace("&amp;", "&")


class _Text(Label):
    """A label in the type scale, as high as its text."""

    role = OptionProperty("body", options=list(theme.TYPE))
    ink = StringProperty("ink")
    _drawn: tuple[object, ...] = ()
    _trigger_texture: Any

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("size_hint_y", None)
        super().__init__(**kwargs)
        self._trigger_texture.cancel()
        self._trigger_texture = when_settled(self, self.texture_update)
        self._trigger_texture()
        self.bind(role=self._restyle, ink=self._restyle, texture_size=self._grow)
        self._restyle()
        self._grow()

    def texture_update(self, *args: object) -> None:
        """Draw the text, unless it is drawn as it should be already: drawing letters is costly."""
        drawn = (
            self.text,
            tuple(self.text_size),
            self.font_name,
            self.font_size,
            tuple(self.color),
            self.halign,
            self.max_lines,
        )
        if drawn != self._drawn:
            self._drawn = drawn
            super().texture_update(*args)

    def _restyle(self, *_: object) -> None:
        role: TextRole = self.role
        self.font_name = theme.font(role)
        self.font_size = int(theme.type_size(role))
        self.color = theme.colour(self.ink)

    def _grow(self, *_: object) -> None:
        if self.size_hint_y is None:
            self.height = self.texture_size[1]


class TextLine(_Text):
    """One line, shortened with dots where there is no room. role: of the type scale. ink: a
    colour role."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("shorten", True)
        kwargs.setdefault("shorten_from", "right")
        kwargs.setdefault("halign", "left")
        kwargs.setdefault("valign", "middle")
        kwargs.setdefault("max_lines", 1)
        super().__init__(**kwargs)
        self.bind(width=self._fit)
        if theme.enlarged() != 1:
            self.bind(text=self._fit)
        self._fit()

    def _fit(self, *_: object) -> None:
        self.text_size = (round(self.width), None)
        if theme.enlarged() != 1:
            self._restyle()
            self._shrink()

    def _shrink(self) -> None:
        """A large line that finds no room is made smaller before it is shortened."""
        whole = theme.type_size(self.role)
        wide = width_of(self.text, whole, theme.TYPE[self.role][1])
        if wide > self.width > 1:
            least = whole / theme.enlarged() * LEAST
            self.font_size = int(max(whole * self.width / wide, least))

    @property
    def cut(self) -> bool:
        """Whether the text had to be shortened."""
        face = theme.TYPE[self.role][1]
        return width_of(self.text, float(self.font_size), face) > float(self.width) + 1


class Paragraph(_Text):
    """As many lines as the text needs at its width. A word that is wider than that is set smaller,
    as small as anything is, before it is broken: behind a hyphen of its own, where it has one. A
    last word of a letter or two has no line alone where there is room for it.

    scale: of the letters, to those of its role."""

    scale = 1.0
    _label: Any

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("halign", "left")
        kwargs.setdefault("valign", "top")
        super().__init__(**kwargs)
        self.fbind("width", self._trigger_texture)

    def texture_update(self, *args: object) -> None:
        """Draw the text, in lines of the present width."""
        self._fit()
        super().texture_update(*args)

    def _fit(self) -> None:
        self.text_size = (round(self.width), None)
        whole, face = theme.type_size(self.role) * self.scale, theme.TYPE[self.role][1]
        room = self.width - 2  # what the lines are broken at is not measured to the last pixel
        size, shown = whole, _joined(self.text)
        if len(_longest(shown)) * whole > room > 0:  # else it fits: no letter is wider than an em
            least = theme.mm(theme.TYPE["tiny"][0])
            if width_of(_longest(shown), round(whole), face) > room:
                shown = self.text  # else the two words would be one that is broken anywhere
            shown = _parted(shown, room, least, face)
            size = fitting(_longest(shown), room, whole, least, face=face)
        self.font_size = int(size)
        if not self.markup:
            self._label.text = shown


def _joined(text: str) -> str:
    """The text with a last word as short as a number kept to the word before."""
    before, space, last = text.rpartition(" ")
    return f"{before}\N{NO-BREAK SPACE}{last}" if space and len(last) <= SHORT else text


def _longest(text: str) -> str:
    return max(re.split(r"[ \n]+", text), key=len, default="")


def _parted(text: str, room: float, size: float, face: Face) -> str:
    """The text with a place for a new line behind each hyphen of a word that is wider than the
    room: lines are broken at spaces alone."""
    for word in dict.fromkeys(text.split()):
        if "-" in word.strip("-") and width_of(word, size, face) > room:
            text = text.replace(word, word.replace("-", "- ").rstrip())
    return text

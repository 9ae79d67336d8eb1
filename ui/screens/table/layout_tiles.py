"""Tiles of a layout: what lies on a field, what may lie there, and how many are left of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion.scene import Scene, Shape
from companion.text import Phrasebook
from ui import theme
from ui.canvas.art import Art
from ui.shell.controls import row
from ui.shell.tray_page import BETWEEN
from ui.widgets.button import ActionButton
from ui.widgets.pieces import Picture, PictureButton, PieceRow, Pieces
from ui.widgets.text import Paragraph


def pile(
    scene: Scene, at: str, called: Callable[[str], str], say: Phrasebook, art: Art, high: float
) -> list[Widget]:
    """What lies on a field, the top one first, and in words. called: the name of a tile. high:
    millimetres of the pictures."""
    shapes = [one for one in scene.shapes if one.token == at and _tile(one)]
    names = [called(one.look) for one in shapes]
    values = {"at": at, "top": "".join(names[:1]), "below": "".join(names[1:2])}
    pieces = tuple(Pieces(one.look, 1) for one in shapes)
    seen = PieceRow(art=art, pieces=pieces, size_hint_y=None, height=theme.mm(high))
    key = "on_top_of" if names[1:] else "alone"
    return [seen, Paragraph(text=say.say("layout", key, values))]


def ticked(text: str) -> Widget:
    """A sentence that holds, behind a tick."""
    seen = Picture(look="sign-yes", ink="green_text", size_hint=(None, None))
    seen.size, seen.pos_hint = (theme.mm(5), theme.mm(5)), {"center_y": 0.5}
    line = row([seen, Paragraph(text=text, pos_hint={"center_y": 0.5})], None)
    line.size_hint_y = None
    line.bind(minimum_height=line.setter("height"))
    return line


def bare(scene: Scene, fields: Iterable[str]) -> Scene:
    """The table with nothing on these fields."""
    without = {*fields}
    kept = (one for one in scene.shapes if one.token not in without or not _tile(one))
    return replace(scene, shapes=tuple(kept))


def _tile(shape: Shape) -> bool:
    """Whether a shape is a tile and not the field it lies on."""
    return shape.form == "stack" or (shape.form == "square" and shape.size < 0.5)


def tiles_left(
    names: Mapping[str, str],
    free: Mapping[str, int],
    act: Callable[[str], None],
    art: Art,
    across: int,
    named: bool,
) -> list[Widget]:
    """The rows of them. names: of each tile that there may be. free: how many are left of what is
    counted. act: one was touched. across: tiles in a row. named: whether there is room for names
    below pictures; what has no picture is always named."""
    made: list[Widget] = []
    for word, name in names.items():
        shown = named or art.look(word) is None
        one = _button(art, word, name if shown else "", free.get(word))
        one.bind(on_press=lambda _, word=word: act(word))
        made.append(one)
    rows: list[Widget] = []
    for start in range(0, len(made), across):
        part = [*made[start : start + across]]
        part += [Widget() for _ in range(across - len(part))]
        rows.append(row(part, None, spacing=theme.mm(BETWEEN)))
    return rows


def _button(art: Art, word: str, name: str, count: int | None) -> ActionButton:
    kind = ActionButton if name else PictureButton
    look = word if art.look(word) is not None else ""
    one = kind(label=name[:1].upper() + name[1:], look=look, art=art)
    one.size_hint_min_x = theme.mm(theme.TOUCH)
    if count is not None:
        one.detail, one.offered = str(count), count > 0
    return one

"""No picture from outside is ever opened: what Kivy brings along for that is years old."""

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]

OPENERS = (
    "kivy.core.image",
    "kivy.uix.image",
    "kivy.loader",
    "kivy.atlas",
    "kivy.uix.video",
    "PIL",
)
"""Modules that open pictures."""

ALLOWED = {
    "firmware_bridge/picture.py": "PIL",  # what a camera sends, as JPEG alone, and of no great size
    "printables/bars.py": "PIL",  # what it has just made itself
    "printables/pictures.py": "PIL",  # what somebody names at a terminal, and with another library
    "printables/proof.py": "PIL",  # the pages that it has just drawn
    "ui/print_job.py": "PIL",  # likewise
    "ui/screens/table/photo.py": "PIL",  # writes what is on the screen, and opens nothing
    "ui/screens/service/printing.py": "kivy.uix.image",  # shows a texture, and is given no file
}
"""Who imports one of them nevertheless."""


def _modules() -> Iterator[tuple[str, ast.Module]]:
    for package in ("companion", "firmware_bridge", "printables", "ui"):
        for file in sorted((ROOT / package).rglob("*.py")):
            yield file.relative_to(ROOT).as_posix(), ast.parse(file.read_text("utf-8"))


def _imported(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{one.name}" for one in node.names)


def _given(file: str, tree: ast.Module) -> Iterator[tuple[str, int]]:
    """``Rectangle(source=…)``, ``widget.background_normal = …`` and their like open a file."""
    takes = {"background_normal", "background_down", "border_image", "icon", "source"}
    kivy = ("Rectangle", "Ellipse", "Mesh", "Line", "BorderImage", "Image", "AsyncImage", "Button")
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in kivy:
            given = takes & {one.arg for one in node.keywords}
        elif isinstance(node, ast.Assign) and file.startswith("ui/"):
            given = takes & {getattr(one, "attr", "") for one in node.targets}
        else:
            continue
        if given:
            yield file, node.lineno


def test_only_listed_modules_open_pictures_and_nothing_drawn_is_given_a_file() -> None:
    opening, given = set[tuple[str, str]](), list[tuple[str, int]]()
    for file, tree in _modules():
        given += _given(file, tree)
        opening |= {
            (file, opener)
            for name in _imported(tree)
            for opener in OPENERS
            if name == opener or name.startswith(f"{opener}.")
        }
    assert opening == set(ALLOWED.items())
    assert given == []

"""What is printed on the things that are chosen by it."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from companion.match.registry import GamePackage
from companion.scene import Shape

Words = Callable[[str, dict[str, Any]], str]
"""The words of a key with values."""


def printed(package: GamePackage, view: Any, token: str, words: Words) -> tuple[Shape, ...]:
    """A thing with all that is printed on it, each word as it is said; nothing where its name or
    its look says enough."""
    return tuple(
        replace(one, text=words(one.text, one.values) if one.text else "", values={})
        for one in package.picture(view, token)
    )

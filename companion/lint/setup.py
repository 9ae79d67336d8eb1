"""What is wrong with how the table of a game is set up."""

from collections.abc import Iterator

from companion.match.registry import GamePackage
from companion.match.setting_up import mistakes


def setup(package: GamePackage) -> Iterator[str]:
    """A sentence for each piece that no step puts out, or two, and for each picture that is not
    there."""
    yield from mistakes(package)

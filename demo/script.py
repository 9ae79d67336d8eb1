"""The evening as data: named steps, one a line.

``evening.toml`` names the game and the seats and holds the steps::

    touch 0,0            a finger taps a token on the board
    button undo          … a button, called by its key in the texts, or by a kind of move
    token move:end_move  … a button that stands for a token
    card mesopotamien    … the picture of a game on the home screen
    hold hold_to_look    … a button and stays there; ``let_go`` lifts it
    press confirm 1      the button of a role at a place goes down and up
    turn 2               the dial is turned by that many detents
    scan 1,0             the scanner reads a code
    unplug, replug       the scanner is pulled out and put in again
    picture board        a screenshot of that name
    wait CLAIM …         the evening goes on when the claim holds, and fails when it never does
    all other lines      are claims, too
"""

from dataclasses import dataclass
from importlib.resources import files

import tomli


@dataclass(frozen=True)
class Step:
    """One line: what is done or claimed, and with what."""

    verb: str
    words: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((self.verb, *self.words))


@dataclass(frozen=True)
class Script:
    """A whole evening. seats: names by seat, in turn order."""

    game: str
    seats: dict[str, str]
    steps: tuple[Step, ...]


def parse(text: str) -> Script:
    """An evening from TOML. Raises KeyError or ValueError when something is missing."""
    found = tomli.loads(text)
    lines = (line.split() for line in found["steps"].splitlines())
    steps = tuple(Step(words[0], tuple(words[1:])) for words in lines if words)
    return Script(found["game"], dict(found["seats"]), steps)


def script() -> Script:
    """The evening that comes with the companion."""
    return parse(files(__package__).joinpath("evening.toml").read_text("utf-8"))

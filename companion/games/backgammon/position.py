"""The twin of a table of Backgammon: checkers, dice, the cube, the score, and the tokens for them.

Tokens are short ASCII strings and are the values of moves:

* a seat is its colour, ``white`` or ``black``;
* a point is ``p1`` to ``p24``, counted as White counts: White moves from 24 to 1, Black from 1 to
  24; ``bar`` is where hit checkers wait, ``off`` where those lie that are borne off;
* what a die shows is ``d1`` to ``d6``.

Inside, each side counts its own way, so that every rule is stated once: its *spots* are 24 to 1 for
the points it still has to pass, BAR before them and OFF behind them. What is spot 6 for one side is
spot 19 for the other.
"""

from typing import Annotated, Literal

import msgspec

from companion import kernel
from companion.games.backgammon.options import Options

COLOURS = ("white", "black")
CHECKERS = 15
"""How many checkers each side has."""
OFF, BAR = 0, 25
"""The spots behind and before the 24 points."""
HOME = 6
"""The last spot of the home board, counted from its end."""
FACES = (1, 2, 4, 8, 16, 32, 64)
"""What the cube may show; 1 while nobody has doubled."""
DICE = tuple(f"d{number}" for number in range(1, 7))
POINTS = tuple(f"p{number}" for number in range(1, 25))

_POINT = "p([1-9]|1[0-9]|2[0-4])"

Seat = Annotated[str, msgspec.Meta(title="seat", pattern=r"^(white|black)\Z")]
Die = Annotated[str, msgspec.Meta(title="die", pattern=r"^d[1-6]\Z")]
Source = Annotated[str, msgspec.Meta(title="source", pattern=rf"^({_POINT}|bar)\Z")]
"""Where a checker may come from."""
Target = Annotated[str, msgspec.Meta(title="target", pattern=rf"^({_POINT}|off)\Z")]
"""Where a checker may go to."""
Place = Annotated[str, msgspec.Meta(title="place", pattern=rf"^({_POINT}|bar|off)\Z")]
Pips = Annotated[int, msgspec.Meta(ge=1, le=6)]
Number = Annotated[int, msgspec.Meta(ge=0, le=1000)]
Phase = Literal["opening", "roll", "offered", "move", "over"]
Crawford = Literal["before", "now", "past"]

Spots = tuple[int, ...]
"""How many checkers of a side lie on each spot, from OFF to BAR."""


class Box(msgspec.Struct, frozen=True):
    """A set for Backgammon: all are alike."""


class Setup(kernel.Setup, frozen=True, kw_only=True):
    """What a match starts from."""

    options: Options
    box: Box


class Side(msgspec.Struct, frozen=True):
    """The checkers of one player."""

    seat: Seat
    lies: Spots

    @property
    def pips(self) -> int:
        """How many points all its checkers together still have to go."""
        return sum(spot * count for spot, count in enumerate(self.lies))

    @property
    def off(self) -> int:
        """How many of its checkers are borne off."""
        return self.lies[OFF]


class Position(msgspec.Struct, frozen=True):
    """All that is known of a match.

    setup: seats, options and box.
    sides: as the seats sit, as are the points of the ``score``.
    active: whose turn it is; who has doubled, while that is not answered.
    phase: what comes next: the opening dice, a turn's dice, the answer to a double, a step.
    dice: what was rolled in this turn, in points, the higher first; four of a double.
    left: those of the dice that are still to be played.
    cube: what the cube shows.
    owner: who has it, "" while it lies in the middle.
    score: points of both sides in the match so far, as they sit.
    number: of the game within the match, from 1.
    crawford: whether the game without the cube is still to come, is now, or was (B35).
    """

    setup: Setup
    sides: tuple[Side, Side]
    active: Seat
    phase: Phase = "opening"
    dice: tuple[Pips, ...] = ()
    left: tuple[Pips, ...] = ()
    cube: Literal[1, 2, 4, 8, 16, 32, 64] = 1
    owner: Literal["", "white", "black"] = ""
    score: tuple[Number, Number] = (0, 0)
    number: Number = 1
    crawford: Crawford = "before"

    @property
    def options(self) -> Options:
        """What the players agreed on."""
        return self.setup.options

    def side(self, seat: str) -> Side:
        """The side of that colour."""
        return self.sides[self.setup.seats.index(seat)]

    @property
    def mover(self) -> Side:
        """The side whose turn it is."""
        return self.side(self.active)

    @property
    def rival(self) -> Side:
        """The other side."""
        return self.side(self.other)

    @property
    def other(self) -> Seat:
        """Who is not active."""
        return opponent(self.active)

    def points(self, seat: str) -> int:
        """The points of a seat in this match."""
        return self.score[self.setup.seats.index(seat)]

    @property
    def decided(self) -> bool:
        """Whether somebody has all the points that end the match (B40)."""
        return max(self.score) >= self.options.goal


def opponent(seat: str) -> Seat:
    """The other colour."""
    return COLOURS[1 - COLOURS.index(seat)]


def spot(seat: str, place: str) -> int:
    """How that side counts a place."""
    if place in ("bar", "off"):
        return BAR if place == "bar" else OFF
    number = int(place[1:])
    return number if seat == COLOURS[0] else BAR - number


def place(seat: str, spot: int) -> Place:
    """The token of a spot of that side."""
    if spot in (OFF, BAR):
        return "off" if spot == OFF else "bar"
    return f"p{spot if seat == COLOURS[0] else BAR - spot}"


def pips(die: str) -> int:
    """The points of a die."""
    return int(die[1:])


def at_start(seat: str) -> Side:
    """How the checkers of a side lie when a game begins (B1)."""
    lies = [0] * (BAR + 1)
    lies[24], lies[13], lies[8], lies[HOME] = 2, 5, 3, 5
    return Side(seat, tuple(lies))

"""The entries of a journal: all that ever happens in a match, and all that a match knows.

An entry is appended and never changed. What is hidden stands in it as ``"?"``; see
:mod:`companion.match.commitments`.
"""

from typing import Annotated, Any, Literal

import msgspec

from companion.kernel import TABLE, Fault
from companion.languages import of

Strictness = Literal["advise", "confirm", "enforce"]
"""*advise*: a move against the rules stands and is marked; *confirm*: it stands when the table
says so with one more touch; *enforce*: hard rules cannot be overruled."""

Reason = Literal["taken back", "entered wrongly"]

Joins = Literal["", "way", "itself"]
"""*way*: both were wanted at once, with one touch; *itself*: it was all that could be done then, so
that nobody had to do it."""

Sentences = dict[str, tuple[str, ...]]
"""What is said about something, by language."""


class Numbered(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="entry",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    """What all entries share.

    number: 1, 2, 3 … in the journal, without gaps.
    at: seconds since the match began.
    sentences: what everybody may read about it, by language.
    snapshot: now and then the public view after it, as plain data, so that a match can still be
        looked at when today's rules cannot replay it.
    """

    number: int
    at: float
    sentences: Sentences = {}
    snapshot: dict[str, Any] | None = None

    def said(self, language: str) -> tuple[str, ...]:
        """What everybody may read about it in one language, sentence by sentence."""
        return of(self.sentences, language, ())


class RecordedMove(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A move as it was told.

    by: the seat that made it, or TABLE.
    move: plain data, hidden parameters as ``"?"``.
    overruled: the clauses it broke and stood nevertheless.
    marked: whether it stood by itself, because the companion only advised; otherwise the table
        allowed it.
    """

    by: str
    move: dict[str, Any]
    overruled: tuple[str, ...] = ()
    marked: bool = False


class Started(Numbered, frozen=True, kw_only=True, tag="started"):
    """The match begins; always the first entry.

    game: the folder of its rules.
    version: of the game's rules.
    seats: in turn order.
    players: names by seat.
    options: of the game's own type, as plain data with every default written out.
    box: what was known of this copy of the game, likewise.
    strictness: how the table watches the rules.
    situation: what the table showed when the match was taken up in the middle; None for an ordinary
        beginning.
    by_itself: whether a step in which nothing can be done ends by itself.
    """

    game: str
    version: int
    seats: tuple[str, ...]
    players: dict[str, str] = {}
    options: dict[str, Any] = {}
    box: dict[str, Any] = {}
    strictness: Strictness = "confirm"
    situation: dict[str, Any] | None = None
    by_itself: bool = True


class Played(Numbered, frozen=True, kw_only=True, tag="played"):
    """A move that stands.

    by: the seat that made it, or TABLE.
    move: plain data, hidden parameters as ``"?"``.
    overruled: the clauses it broke and stood nevertheless.
    marked: whether it stood by itself, because the companion only advised.
    commitment: to its hidden parameters, "" when it has none.
    joins: how it belongs to the move before it, with which it is taken back.
    ahead: how many more moves were wanted with it, to be made after it.
    """

    by: str
    move: dict[str, Any]
    overruled: tuple[str, ...] = ()
    marked: bool = False
    commitment: str = ""
    joins: Joins = ""
    ahead: Annotated[int, msgspec.Meta(ge=0)] = 0

    @property
    def recorded(self) -> RecordedMove:
        """The move as an amendment would tell it."""
        return RecordedMove(self.by, self.move, self.overruled, self.marked)


class Refused(Numbered, frozen=True, kw_only=True, tag="refused"):
    """A move that was not carried out. faults: with the values that everybody may know."""

    by: str
    move: dict[str, Any]
    faults: tuple[Fault, ...]
    commitment: str = ""


class Undone(Numbered, frozen=True, kw_only=True, tag="undone"):
    """The last ``lines`` were struck. consent: the seats that agreed because they had to."""

    by: str
    lines: tuple[int, ...]
    consent: tuple[str, ...] = ()
    reason: Reason = "taken back"


class Redone(Numbered, frozen=True, kw_only=True, tag="redone"):
    """The ``lines`` struck last stand again."""

    by: str
    lines: tuple[int, ...]


class Amended(Numbered, frozen=True, kw_only=True, tag="amended"):
    """What ``line`` told was entered wrongly; these moves were meant.

    None of them: the line never happened. Several: something had been forgotten.

    line: the number of the line that was wrong.
    moves: what was meant, in order.
    commitment: to the hidden parameters of these moves, "" when they have none.
    by: who said so, "" in older journals.
    consent: the seats that agreed because they had to.
    """

    line: int
    moves: tuple[RecordedMove, ...]
    commitment: str = ""
    by: str = ""
    consent: tuple[str, ...] = ()


class Corrected(Numbered, frozen=True, kw_only=True, tag="corrected"):
    """The table shows something else than the companion believed."""

    situation: dict[str, Any]
    by: str = TABLE


class CaughtUp(Numbered, frozen=True, kw_only=True, tag="caught_up"):
    """A seat played on without telling; only what came of it is known, and it is not judged."""

    by: str
    situation: dict[str, Any]


class HandedOver(Numbered, frozen=True, kw_only=True, tag="handed_over"):
    """Somebody else plays for this seat from now on."""

    seat: str
    name: str


class Left(Numbered, frozen=True, kw_only=True, tag="left"):
    """Nobody plays for this seat any more; the others go on."""

    seat: str
    resigned: bool = False


class Ended(Numbered, frozen=True, kw_only=True, tag="ended"):
    """The match ends before its rules end it.

    places: seats, best first, equals together; empty when nobody was placed.
    """

    how: Literal["agreed", "draw", "resigned"]
    by: str
    places: tuple[tuple[str, ...], ...] = ()
    consent: tuple[str, ...] = ()


class Paused(Numbered, frozen=True, kw_only=True, tag="paused"):
    """The play time stands still."""


class Resumed(Numbered, frozen=True, kw_only=True, tag="resumed"):
    """The play time goes on."""


class StrictnessSet(Numbered, frozen=True, kw_only=True, tag="strictness_set"):
    """From now on the rules are watched in this way."""

    strictness: Strictness


class ByItselfSet(Numbered, frozen=True, kw_only=True, tag="by_itself_set"):
    """From now on a step in which nothing can be done ends by itself, or is closed by hand."""

    on: bool = True


class ClockSet(Numbered, frozen=True, kw_only=True, tag="clock_set"):
    """From now on everybody sees how long each seat thinks.

    shown: False to see it no more. budget: seconds that each seat has from here on, 0 for no
    limit; running out of them ends nothing. increment: seconds that a seat gains whenever its
    turn goes on to others.
    """

    shown: bool = True
    budget: float = 0.0
    increment: float = 0.0


class Bookmarked(Numbered, frozen=True, kw_only=True, tag="bookmarked"):
    """The table wants to find its way back to ``line``, under a name."""

    line: int
    name: str


class Kept(Numbered, frozen=True, kw_only=True, tag="kept"):
    """The rules have changed since, and the table goes on with the match: all lines before this one
    count as they were told.

    version: of the game's rules from here on.
    clauses: those by which lines before it are judged otherwise now.
    """

    version: int
    clauses: tuple[str, ...] = ()


Entry = (
    Started
    | Played
    | Refused
    | Undone
    | Redone
    | Amended
    | Corrected
    | CaughtUp
    | HandedOver
    | Left
    | Ended
    | Paused
    | Resumed
    | StrictnessSet
    | ClockSet
    | ByItselfSet
    | Bookmarked
    | Kept
)

_decoder: msgspec.json.Decoder[Entry] = msgspec.json.Decoder(Entry)
_encoder = msgspec.json.Encoder()


def encode(entry: Entry) -> bytes:
    """An entry as JSON."""
    return _encoder.encode(entry)


def decode(data: bytes | str) -> Entry:
    """An entry from JSON. Raises ValueError that says what is wrong."""
    try:
        return _decoder.decode(data)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error

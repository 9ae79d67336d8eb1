"""Which pieces of a game have printed codes, and what each stands for.

Read from the game's ``prints.toml``::

    code = "ME"        # two capitals, another for each game
    edition = "1"      # counts up whenever a number comes to mean something else

    [pieces.card]
    letter = "C"       # of the kind of piece
    first = 101        # number of the first token; the others count on
    tokens = ["endurance", "priest"]
    copies = [3, 3]    # how many the box holds; one of each where this is missing
    hidden = true      # they lie or are held face down: their backs must never tell them apart
    begins = true      # scanned where nothing else fits, it begins the move of its name
    looks = ["card", "card"]    # of the game's art; "" and what is missing for none

What else stands in the file belongs to the sheets and is read by whoever prints.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property

import msgspec
import tomli

from companion.table.identity import Identity, Unreadable, looks_like_one, signed, unsigned

SHORT = 6
"""Digits of the code that people type."""

_SHORT = re.compile(rf"\d{{{SHORT}}}", re.ASCII)
_GAPS = re.compile(r"[\s-]+")
_TYPED_BADLY = re.compile(r"\d{4,8}", re.ASCII)
FURTHEST = 2
"""Most wrong, missing, needless or swapped digits that a typed code is still understood with."""

NEAREST = 4
"""Most pieces offered for a code that was not understood."""


class GroupText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces of one kind, as written.

    letter: of the kind, in the code.
    first: number of the first piece.
    tokens: of the pieces, in the order of their numbers.
    copies: how many of each piece, one where it is left out.
    hidden: whether they lie face down.
    begins: whether each also stands for the kind of move of its name.
    looks: outlines of the pieces in the art, none where it is left out.
    """

    letter: str
    first: int
    tokens: tuple[str, ...]
    copies: tuple[int, ...] = ()
    hidden: bool = False
    begins: bool = False
    looks: tuple[str, ...] = ()


class _Text(msgspec.Struct, frozen=True):
    code: str
    edition: str
    pieces: dict[str, GroupText]


@dataclass(frozen=True)
class Piece:
    """What one number stands for.

    group: the name of its kind.
    identity: what its code says, without the copy.
    tokens: what it may mean, the likeliest first.
    look: its outline in the game's art, "" for none.
    copies: how many the box holds.
    hidden: whether it lies face down, so that its code may only tell its owner.
    """

    group: str
    identity: Identity
    tokens: tuple[str, ...]
    look: str
    copies: int
    hidden: bool

    @property
    def token(self) -> str:
        """What it is called by."""
        return self.tokens[0]

    def each(self) -> Iterator[Identity]:
        """The identities of all copies."""
        for copy in range(1, self.copies + 1):
            yield msgspec.structs.replace(self.identity, copy=copy)


class Unresolved(LookupError):
    """A code names no piece of this game.

    why: ``misread``, ``other_box``, ``other_game``, ``other_edition`` or ``unknown``. digits: what
    was read of the short code when it was misread, for :meth:`Catalogue.nearest`.
    """

    def __init__(self, why: str, digits: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.digits = digits


class Catalogue:
    """All pieces of a game that have codes. Raises ValueError that says what is wrong with the
    text; an empty text is a game without codes."""

    def __init__(self, text: str) -> None:
        self.code, self.edition = "", ""
        self.pieces: tuple[Piece, ...] = ()
        if not text:
            return
        try:
            read = msgspec.convert(tomli.loads(text), _Text)
        except msgspec.ValidationError as error:
            raise ValueError(f"prints: {error}") from error
        self.code, self.edition = read.code, read.edition
        pieces = (self._pieces(name, group) for name, group in read.pieces.items())
        self.pieces = tuple(piece for group in pieces for piece in group)
        numbers = [piece.identity.number for piece in self.pieces]
        twice = sorted({number for number in numbers if numbers.count(number) > 1})
        if twice:
            raise ValueError(f"prints: two pieces have the number {twice[0]}")

    def _pieces(self, name: str, group: GroupText) -> Iterator[Piece]:
        for number, token in enumerate(group.tokens):
            yield Piece(
                name,
                Identity(self.code, self.edition, group.letter, group.first + number),
                (token, f"move:{token}") if group.begins else (token,),
                group.looks[number] if number < len(group.looks) else "",
                group.copies[number] if number < len(group.copies) else 1,
                group.hidden,
            )

    @cached_property
    def _by_number(self) -> dict[int, Piece]:
        return {piece.identity.number: piece for piece in self.pieces}

    @cached_property
    def _by_short(self) -> dict[str, Piece]:
        return {one.short: piece for piece in self.pieces for one in piece.each()}

    @cached_property
    def face_down(self) -> dict[str, Piece]:
        """The pieces that lie face down, by token."""
        return {piece.token: piece for piece in self.pieces if piece.hidden}

    def meant(self, text: str, key: bytes) -> Piece | None:
        """The piece that a scanned or typed text names; None when the text is no code but a plain
        token.

        key: of the box; while nothing was printed for it there is none (empty), and the codes of
        any box are good. Raises Unresolved.
        """
        if not self.pieces:
            return None
        squeezed = _GAPS.sub("", text).upper()
        if _SHORT.fullmatch(squeezed) and squeezed in self._by_short:
            return self._by_short[squeezed]
        if _TYPED_BADLY.fullmatch(squeezed):
            raise Unresolved("misread", squeezed)
        if not looks_like_one(squeezed):
            return None
        try:
            identity = signed(squeezed, key) if key else unsigned(squeezed)
        except Unreadable as error:
            ours = error.why == "misread" and squeezed.startswith(self.code)
            digits = squeezed[4:10] if ours else ""  # of another game's card nothing here is meant
            raise Unresolved(error.why, digits) from error
        return self._piece(identity)

    def _piece(self, identity: Identity) -> Piece:
        if identity.game != self.code:
            raise Unresolved("other_game")
        if identity.edition != self.edition:
            raise Unresolved("other_edition")
        piece = self._by_number.get(identity.number)
        if piece is None or identity not in piece.each():
            raise Unresolved("unknown")
        return piece

    def nearest(self, digits: str, likely: Collection[str] = ()) -> tuple[Piece, ...]:
        """The pieces whose short codes are most like the digits, the likely ones first among
        equals; none that is further than :data:`FURTHEST`."""
        best: dict[int, tuple[int, bool, int]] = {}
        for short, piece in self._by_short.items():
            far = distance(digits, short)
            if far <= FURTHEST:
                number = piece.identity.number
                rank = (far, likely_not(piece, likely), number)
                best[number] = min(best.get(number, rank), rank)
        return tuple(self._by_number[number] for _, _, number in sorted(best.values())[:NEAREST])


def likely_not(piece: Piece, likely: Collection[str]) -> bool:
    """Whether nothing that the piece may mean is likely."""
    return not any(token in likely for token in piece.tokens)


def distance(one: str, other: str) -> int:
    """How many characters are wrong, missing, needless or swapped with their neighbour (optimal
    string alignment)."""
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(one, 1):
        row = [i]
        for j, b in enumerate(other, 1):
            least = min(rows[-1][j] + 1, row[j - 1] + 1, rows[-1][j - 1] + (a != b))
            if i > 1 and j > 1 and (a, b) == (other[j - 2], one[i - 2]):
                least = min(least, rows[-2][j - 2] + 1)
            row.append(least)
        rows.append(row)
    return rows[-1][-1]

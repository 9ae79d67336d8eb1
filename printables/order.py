"""What to print, and what every sheet needs to know for it.

Nothing that draws is needed for it: that takes a third of a second to load, and much memory.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec
import tomli

from companion.match.registry import GamePackage
from companion.match.sentences import called
from companion.table.catalogue import Catalogue, Piece
from companion.table.identity import Identity
from companion.text import Language, Phrasebook, Texts, read_texts, shared
from printables.paper import LABELS, Cutting, Labels, PaperName

SheetName = Literal[
    "menu",
    "slips",
    "tokens",
    "turns",
    "stickers",
    "aids",
    "mats",
    "seats",
    "box",
    "scanners",
    "calibration",
]
"""What can be printed, in the order it is bound in."""

Ink = Literal["colour", "saving", "gray"]
"""*saving*: outlines instead of surfaces; *gray*: as a printer without colours shows it."""

Backs = Literal["none", "fold", "duplex", "by_hand"]
"""What cards get on the other side: nothing, a back to fold over, or one printed behind, by the
printer itself or by somebody who puts the sheets in once more."""


class Section(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A part of the player aid, ``[[aid]]`` in the game's ``prints.toml``, or a step of a turn at a
    glance, ``[[turn]]`` there.

    text: its heading, a name of the game's texts. rules: clauses of the rulebook. look: of the
    game's art.
    """

    text: str
    rules: tuple[str, ...]
    look: str = ""

    @property
    def heading(self) -> tuple[str, str]:
        """Section and key of the heading among the texts."""
        section, _, key = self.text.partition(".")
        return section, key


class Place(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A place on mats beside what the panels show when a match begins: ``[[mat]]`` in the game's
    ``prints.toml``.

    text: its name, a name of the game's texts. look: of the game's art. table: whether it is on
    the mat of the table; else on that of each seat.
    """

    text: str
    look: str = ""
    table: bool = False


class Cut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Pieces that can be cut out of a sheet: ``[[cut]]`` in the game's ``prints.toml``.

    group: the kind of pieces; those without a look are left out.
    form: their outline; a hexagon stands on a corner.
    across: millimetres from side to side.
    each: how many there are of each piece.
    """

    group: str
    form: Literal["hexagon", "round", "square"]
    across: Annotated[float, msgspec.Meta(ge=12, le=90)]
    each: Annotated[int, msgspec.Meta(ge=1, le=30)] = 1


NAME = "name:"
"""Begins what is no clause but a token, whose name says more of a card."""


class _Declared(msgspec.Struct, frozen=True):
    """What a game's ``prints.toml`` says beside its pieces.

    cut: pieces that can be cut out.
    aid: sections of the player aid.
    turn: steps of a turn at a glance.
    slip: what a lost card is played by, by its token or look.
    mat: further places on mats.
    """

    cut: tuple[Cut, ...] = ()
    aid: tuple[Section, ...] = ()
    turn: tuple[Section, ...] = ()
    slip: dict[str, tuple[str, ...]] = {}
    mat: tuple[Place, ...] = ()


def own_texts() -> Texts:
    """What stands on sheets whatever the game."""
    return Texts.of("printables")


@dataclass(frozen=True, kw_only=True, eq=False)
class Order:
    """What somebody wants printed.

    package: the game.
    key: of the box; signs the codes.
    language: of all words.
    paper: name of its size.
    ink: colours, or black alone.
    backs: what the other side of the sheets shows.
    cutting: how cards are cut out.
    card: name of a card size.
    labels: name of a label sheet, "" for the usual one.
    offset: millimetres that the printer puts a back too far to the left and up, so that backs are
        moved right and down: of an upright page, as one sees its back.
    table: number of the table, for the cards to stand up.
    only: the pieces wanted by their tokens, or single copies of them by their short codes; all when
        empty.
    box: what is known of this table's copy of the game, as plain data; nothing when it is empty.
    """

    package: GamePackage
    key: bytes
    language: Language = "de"
    paper: PaperName = "a4"
    ink: Ink = "colour"
    backs: Backs = "none"
    cutting: Cutting = "touching"
    card: str = "63x88"
    labels: str = ""
    offset: tuple[float, float] = (0.0, 0.0)
    table: int = 1
    only: frozenset[str] = frozenset()
    box: Mapping[str, Any] = field(default_factory=dict)

    @property
    def catalogue(self) -> Catalogue:
        """The pieces of the game that have codes."""
        return self.package.catalogue

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Those of them that are wanted.

        Raises LookupError for a token or short code that no piece has.
        """
        pieces = self.catalogue.pieces
        known = {token for piece in pieces for token in piece.tokens}
        known |= {one.short for piece in pieces for one in piece.each()}
        for wanted in sorted(self.only - known):
            raise LookupError(
                f"{self.package.game.name} prints nothing for {wanted!r}; "
                f"there are: {', '.join(piece.token for piece in pieces)}"
            )
        return tuple(piece for piece in pieces if self.copies(piece))

    def copies(self, piece: Piece) -> tuple[Identity, ...]:
        """Those of a piece's copies that are wanted."""
        if not self.only or self.only & {*piece.tokens}:
            return tuple(piece.each())
        return tuple(one for one in piece.each() if one.short in self.only)

    def groups(self, pieces: tuple[Piece, ...]) -> dict[str, tuple[Piece, ...]]:
        """Pieces by their kind, in the order of the catalogue."""
        names = dict.fromkeys(piece.group for piece in pieces)
        return {name: tuple(p for p in pieces if p.group == name) for name in names}

    @property
    def aid(self) -> tuple[Section, ...]:
        """The sections of the player aid. Raises ValueError when they are malformed."""
        return self._declared.aid

    @property
    def turn(self) -> tuple[Section, ...]:
        """The steps of a turn at a glance. Raises ValueError when they are malformed."""
        return self._declared.turn

    def rules_of(self, card: Piece) -> tuple[str, ...]:
        """What a card is played by when it is lost: ``[slip]`` in the game's ``prints.toml``, by
        its token or else by its look: clauses of the rulebook, and what names of tokens say of
        this table's copy, where ``{card}`` is its token."""
        known = self._declared.slip
        said = known.get(card.token, known.get(card.look, ()))
        return tuple(
            self.words.name(one.removeprefix(NAME).replace("{card}", card.token))
            if one.startswith(NAME)
            else self.words.rule(one)
            for one in said
        )

    @property
    def mat(self) -> tuple[Place, ...]:
        """The further places on mats. Raises ValueError when they are malformed."""
        return self._declared.mat

    @property
    def cut(self) -> tuple[Cut, ...]:
        """The pieces to cut out. Raises ValueError when they are malformed."""
        return self._declared.cut

    @cached_property
    def _declared(self) -> _Declared:
        try:
            return msgspec.convert(tomli.loads(self.package.prints), _Declared)
        except msgspec.ValidationError as error:
            raise ValueError(f"prints: {error}") from error

    def view(self, first: int = 0) -> Any:
        """What everybody sees when a match of as many as can play begins with this table's copy
        of the game.

        first: number of the colour that is seated first.
        """
        game = self.package.game
        seats = (*game.colours[first:], *game.colours[:first])[: game.players[1]]
        return game.public(game.start(seats, game.options(), self.told))

    @cached_property
    def told(self) -> Any:
        """What the box shows. Where it does not fit the game any more it is as if nothing had been
        told: sheets can be printed all the same."""
        game = self.package.game
        try:
            box = msgspec.convert(dict(self.box), game.box)
            game.start(game.colours[: game.players[1]], game.options(), box)
        except ValueError:
            return game.box()
        return box

    @cached_property
    def words(self) -> Phrasebook:
        """Says things in the language of the sheets."""
        return self.words_in(self.language, self.view())

    def words_in(self, language: Language, view: Any = None) -> Phrasebook:
        """Says things in another language, or about a view."""
        package = self.package
        texts = (read_texts(package.texts), own_texts(), shared(), Texts.of("companion.store"))
        return Phrasebook(language, texts, package.game.rulebook, package.phrase, view)

    def say(self, key: str, **values: Any) -> str:
        """A sentence of section ``print``."""
        return self.words.say("print", key, values)

    def name(self, token: str) -> str:
        """What a piece is called: on sheets as the game's section ``prints.token`` says, if it
        does, else as on the screen."""
        own = read_texts(self.package.texts).get("prints", f"token.{token}", self.language)
        return called(self.words, token) if own is None else own

    @property
    def game_name(self) -> str:
        """The name of the game."""
        return self.words.say("about", "title")

    @property
    def label_sheet(self) -> Labels:
        """The label sheet that is wanted. Raises LookupError when the paper has no such one."""
        known = LABELS.get(self.paper, {})
        name = self.labels or next(iter(known), "")
        if name not in known:
            there = ", ".join(known) or f"none; label sheets are {' or '.join(LABELS)}"
            raise LookupError(f"no labels {name!r} on {self.paper}; there are: {there}")
        return known[name]

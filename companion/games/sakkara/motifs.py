"""The sixteen motifs of the tiles, and what is printed about them on the board's rim."""

from typing import Annotated, Literal, get_args

import msgspec

from companion.kernel import memo_last

_Word = Literal[
    "ship",
    "grain",
    "blue_block",
    "stairs",
    "block_a",
    "block_b",
    "magic_1",
    "magic_2",
    "magic_3",
    "magic_4",
    "tip",
    "hand",
    "snake",
    "horse",
    "bird",
    "ox",
]

Motif = Annotated[_Word, msgspec.Meta(title="motif")]
"""``block_a``, ``block_b`` and ``magic_1`` to ``magic_4`` are placeholders: no source names what
these tiles show."""

Told = Annotated[Literal[_Word, "?"], msgspec.Meta(title="motif")]
"""A motif, or UNKNOWN for one that nobody told."""

Take = Annotated[Literal[_Word, "none", "?"], msgspec.Meta(title="motif")]
"""What is told of a tile: its motif, that there is none, or nothing (UNKNOWN)."""

Supply = Annotated[Literal["ship", "grain"], msgspec.Meta(title="supply")]
"""What lies in front of a player before building."""

SpellName = Annotated[
    Literal["firestorm", "whirlwind", "sink_ship", "ruin_grain"], msgspec.Meta(title="spell")
]
"""The two destructive spells have no name in any source; they are called after what they do."""

Level = Annotated[int, msgspec.Meta(ge=1, le=3)]

MOTIFS: tuple[Motif, ...] = get_args(_Word)
SPELLS: tuple[SpellName, ...] = get_args(get_args(SpellName)[0])

Tile = Annotated[str, msgspec.Meta(pattern=rf"^({'|'.join(MOTIFS)}|\?)\Z")]
"""A tile as it is kept: its motif, or UNKNOWN."""
Tiles = tuple[Tile, ...]
"""Tiles: sorted where their order means nothing, else from the bottom."""

TILES = 75
"""How many tiles the box holds (Keirat's game test, reich-der-spiele.de)."""

PLACES = (9, 4, 1)
"""How many tiles the levels of a pyramid have (poeppelkiste.de, knobelritter.at)."""


LEVEL_SIZES = ("K48a", "K49a", "K50")
"""The clauses that say so."""


Copies = Annotated[int, msgspec.Meta(ge=0, le=20)]
Called = Annotated[str, msgspec.Meta(title="name", min_length=1, max_length=24)]
Line = Annotated[str, msgspec.Meta(max_length=24)]


class Count(msgspec.Struct, frozen=True, order=True):
    """A number of tiles of a motif."""

    motif: Tile
    count: Copies


class Spell(msgspec.Struct, frozen=True):
    """The three tiles that a spell costs."""

    name: SpellName
    tiles: tuple[Tile, Tile, Tile]


class Name(msgspec.Struct, frozen=True):
    """What the owners call a motif."""

    motif: Tile
    name: Called


COUNTS = tuple(
    Count(motif, count)
    for motif, count in zip(MOTIFS, (5, 8, 8, 6, 4, 2, 4, 4, 4, 4, 2, 8, 4, 4, 4, 4), strict=True)
)
"""Placeholder: no source tells the count of any motif; these add up to the 75 tiles."""

Needed = Annotated[tuple[Count, ...], msgspec.Meta(max_length=len(MOTIFS))]
"""What a level is built of: each motif once."""

MOST_LINES = 40
"""More than there is to tell of a box."""

NEEDED: tuple[Needed, Needed, Needed] = (
    (Count("blue_block", 4), Count("stairs", 2), Count("block_a", 2), Count("block_b", 1)),
    (Count("magic_1", 1), Count("magic_2", 1), Count("magic_3", 1), Count("magic_4", 1)),
    (Count("tip", 1),),
)
"""What the levels need. Sourced: four blue blocks, two stairs, the tip and the sums, see
PIECES; the rest are placeholders."""

COMBINATIONS = (
    Spell("firestorm", ("magic_1", "magic_2", "magic_3")),
    Spell("whirlwind", ("magic_1", "magic_2", "magic_4")),
    Spell("sink_ship", ("magic_1", "magic_3", "magic_4")),
    Spell("ruin_grain", ("magic_2", "magic_3", "magic_4")),
)
"""Placeholders: which three tiles make which spell stands only on the board's rim."""

PIECES: tuple[dict[str, int], ...] = ({"blue_block": 4, "stairs": 2}, {}, {"tip": 1})
"""What sources tell of the pieces of each level, and how many of them (poeppelkiste.de,
kinderspielmagazin.de, rule sheet)."""

NO_PIECES = ("ship", "grain", "hand", "snake", "ox")
"""What is laid out or used and no source calls a piece of a pyramid; the owners' board has the last
word."""

NO_MAGIC = (*NO_PIECES, "horse", "bird")
"""Supply and special tiles, which are no magic symbols and so no pieces of level 2."""


@memo_last
def _by_motif(needed: tuple[Needed, ...]) -> tuple[dict[str, int], ...]:
    """How many tiles of each motif the levels are built of; a motif is told once a level."""
    return tuple({one.motif: one.count for one in reversed(level)} for level in needed)


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """What the owners told of their copy.

    counts: of all motifs.
    needed: what each level of a pyramid is built of.
    spells: their tiles.
    names: what the owners call the motifs.
    told: what has been told so far: ``count:ship`` for a count, ``level:1`` for a level,
        ``spell:firestorm`` for a spell; the rest are placeholders.
    confirmed: whether all of it was told and read back.
    """

    counts: tuple[Count, ...] = COUNTS
    needed: tuple[Needed, Needed, Needed] = NEEDED
    spells: tuple[Spell, ...] = COMBINATIONS
    names: Annotated[tuple[Name, ...], msgspec.Meta(max_length=len(MOTIFS))] = ()
    told: Annotated[tuple[Line, ...], msgspec.Meta(max_length=MOST_LINES)] = ()
    confirmed: bool = False

    @property
    def parts(self) -> tuple[tuple[str, ...], ...]:
        """What every copy has, whatever is printed on it."""
        return tuple(one.motif for one in self.counts), tuple(one.name for one in self.spells)

    @property
    def tiles(self) -> int:
        """How many tiles the counts add up to."""
        return sum(one.count for one in self.counts)

    def count(self, motif: str) -> int:
        """How many tiles of a motif the box holds."""
        return next((one.count for one in self.counts if one.motif == motif), 0)

    def need(self, level: int, motif: str) -> int:
        """How many tiles of a motif a level is built of."""
        return _by_motif(self.needed)[level - 1].get(motif, 0)

    def combination(self, spell: str) -> tuple[Tile, Tile, Tile]:
        """The three tiles of a spell. Raises StopIteration when there is no such spell."""
        return next(one.tiles for one in self.spells if one.name == spell)

    def name(self, motif: str) -> str:
        """What the owners call a motif, "" when they did not say."""
        return next((one.name for one in self.names if one.motif == motif), "")

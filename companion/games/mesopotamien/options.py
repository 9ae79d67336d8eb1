"""What a group may agree on before a match, and what its own box says.

Every option stands for a place where the rule sheet is silent or can be read in two ways; its
default is the reading this companion recommends. ``docs/games/mesopotamien.md`` tells why.
"""

from typing import Annotated, Literal

import msgspec

Plain = Literal["default", "A", "B"]
Copies = Annotated[int, msgspec.Meta(ge=0, le=3)]
FirstPoints = Annotated[int, msgspec.Meta(ge=0, le=9)]
Supply = Annotated[int, msgspec.Meta(ge=4, le=60)]

TextCard = Literal["endurance", "land", "mana_robbery", "holy_stone"]
Gain = Literal["movement", "mana", "ceiling", "wood", "stone", "look"]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a match.

    The start.
    forest_north: the start forest lies north of the start quarry.
    first_turn_points: the first turn has fewer movement points (M7).
    first_turn_1, first_turn_2, first_turn_3, first_turn_4: replace the points of that seat, 0
        leaves those of M7.
    plain_1, plain_2, plain_3, plain_4: on which start plain that seat begins.
    neutral_huts: below four players, neutral huts fill each start plain to two huts.
    start_cards: everybody starts with one card.
    wood, stone: how many pieces the box has, at least one for each player.
    out_endurance, out_priest, out_fertility, out_holy_stone: how many copies of that card were
        taken out of the game.
    out_land, out_mana_robbery, out_teleport, out_expel: likewise.

    The temple.
    wood_onto_temple: natives with wood may enter the temple tile (M15).
    deliver_at_once: a stone brought onto the temple tile is delivered on arrival (M16).
    marker_leaves_temple: a native with a marker may leave the temple tile again (M17).

    Robbing.
    rob_again: a native that put its booty down may rob again in the same turn (M32).
    loaded_count: loaded natives count for the majority (M30).

    Exploring.
    new_goods: how new wood and stone is laid out: by the rule sheet; with the new tile always
        served first; or all on the new tile (M54 to M56).
    short_supply: what is left is laid out when the supply holds less than needed; otherwise nothing
        is (M57).
    volcano_anywhere: a volcano may lie one field off the board (M59).
    movement_back: the movement point is given back when the stack runs out in mid-exploration
        (M62).

    Actions.
    tiles_again: a tile may be used more than once in a turn (M65).
    foreign_markers_block: a marker under another's hut prevents offspring too (M83).

    Cards.
    played_cards_leave: played cards leave the game.
    cards_any_phase: cards may be played in every phase of the own turn (M91).
    teleport_free: teleporting may carry goods onto and off the temple tile (M96).
    expel_neutral: neutral huts can be expelled (M97).
    expelled_keeps_marker: a marker moves along with the expelled hut; otherwise it goes back to its
        owner (M99).

    Mana.
    mana_per_site: own and foreign sites count one by one; otherwise at most one of each (M108).
    """

    forest_north: bool = True
    first_turn_points: bool = True
    first_turn_1: FirstPoints = 0
    first_turn_2: FirstPoints = 0
    first_turn_3: FirstPoints = 0
    first_turn_4: FirstPoints = 0
    plain_1: Plain = "default"
    plain_2: Plain = "default"
    plain_3: Plain = "default"
    plain_4: Plain = "default"
    neutral_huts: bool = True
    start_cards: bool = False
    wood: Supply = 20
    stone: Supply = 20
    out_endurance: Copies = 0
    out_priest: Copies = 0
    out_fertility: Copies = 0
    out_holy_stone: Copies = 0
    out_land: Copies = 0
    out_mana_robbery: Copies = 0
    out_teleport: Copies = 0
    out_expel: Copies = 0

    wood_onto_temple: bool = False
    deliver_at_once: bool = False
    marker_leaves_temple: bool = True

    rob_again: bool = False
    loaded_count: bool = True

    new_goods: Literal["rule_sheet", "new_tile_first", "all_on_new_tile"] = "rule_sheet"
    short_supply: bool = True
    volcano_anywhere: bool = False
    movement_back: bool = True

    tiles_again: bool = False
    foreign_markers_block: bool = True

    played_cards_leave: bool = False
    cards_any_phase: bool = False
    teleport_free: bool = False
    expel_neutral: bool = True
    expelled_keeps_marker: bool = True

    mana_per_site: bool = True


class Printed(msgspec.Struct, frozen=True, order=True):
    """One number printed on a card: ``endurance`` gives so much ``movement``."""

    card: TextCard
    what: Gain
    number: Annotated[int, msgspec.Meta(ge=-99, le=99)]


class Box(msgspec.Struct, frozen=True, kw_only=True):
    """What the owners told of their copy. printed: numbers on cards whose text no source tells."""

    printed: Annotated[tuple[Printed, ...], msgspec.Meta(max_length=99)] = ()

    def numbers(self, card: str) -> tuple[Printed, ...]:
        """The lines told for a card, empty when it was never told."""
        return tuple(line for line in self.printed if line.card == card)

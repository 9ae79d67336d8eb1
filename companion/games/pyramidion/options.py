"""What a group may agree on before a match.

Every option stands for a place where the sources are silent or differ; its default is the reading
this companion recommends. ``docs/games/pyramidion.md`` tells why.
"""

from typing import Annotated, Literal

import msgspec

MostCards = Annotated[int, msgspec.Meta(ge=0, le=9)]
Rounds = Annotated[int, msgspec.Meta(ge=0, le=20)]


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a match.

    Cards.
    lay_hidden: cards are laid face down and turned up together; otherwise open at once (P28).
    lay_in_order: laying goes round once; otherwise all lay as they like (P29).
    max_cards_per_site: how many cards a player may lay at a site, 0 for any number (P27).
    keep_cards: cards of the deck that were not played are kept for the next round (P18).
    powers: the powers of special cards work (P31).

    Sites.
    second_pass: the second pass of activations goes in the same or in the reversed order (P21).
    order_tile_rule: who takes which tile at Giza: from the active player on, by influence, or
        freely (P59).
    no_token: a winner without a troop in stock places none, or moves one over from another site
        (P55).
    phase3_optional: nobody need take the token of a negotiator (P14).

    Boats.
    pass_binds: whoever has passed loads no boat any more this round (P73).
    torturer_needs_supply: a torturer only brings what the supply still holds (P69).

    The end.
    end_mode: with 10 points the game ends with the round, or at once (P77).
    tie_break: tied leaders share the win, or more resources or the earlier place in the order
        decides (P79).
    round_limit: the game ends after that many rounds, 0 for never (P82).

    hide_stores: resources of the players are secret (P15).
    phase8_torturer: a reminder of the advantage that torturers have at the end of a round (P75).
    revolts: revolt markers are noted (P83).
    """

    lay_hidden: bool = True
    lay_in_order: bool = True
    max_cards_per_site: MostCards = 0
    keep_cards: bool = False
    powers: bool = True

    second_pass: Literal["same", "reversed"] = "same"
    order_tile_rule: Literal["reveal", "by_influence", "free_choice"] = "reveal"
    no_token: Literal["skip", "relocate"] = "skip"
    phase3_optional: bool = True

    pass_binds: bool = False
    torturer_needs_supply: bool = False

    end_mode: Literal["round_end", "at_once"] = "round_end"
    tie_break: Literal["shared", "most_resources", "earlier_in_order"] = "shared"
    round_limit: Rounds = 0

    hide_stores: bool = False
    phase8_torturer: bool = True
    revolts: bool = True

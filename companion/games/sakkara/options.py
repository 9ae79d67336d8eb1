"""What a group may agree on before a match.

Every option stands for a place where the rule sheet and all sources are silent or differ; its
default is the reading this companion recommends. ``docs/games/sakkara.md`` tells why.
"""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a match.

    place_mode: workers are placed alternately, or each player places both at once (K5).
    stairs_extent: with stairs a step may climb any height, or one tile more than without (K61).
    snake_mode: the robber draws blindly, or looks and chooses (K62).
    horse_pickup: the horse brings a tile from its last field only, or from each (K63).
    horse_height: the climb is measured for each step of the horse, or from its first to its last
        field (K63).
    bird_replaces_step: the bird is the step of the turn, not besides it (K64).
    ox_range: the ox shifts a stack that is too high for a worker beside it, or any (K65).
    firestorm_line: through an own worker, or any (K71).
    grain_destroyed: ruined grain is one tile, or all of it (K74).
    destroyed_returns: a destroyed tile comes back with the used ones; otherwise it leaves the game
        (K76).
    supply_cap: no more than one ship and three grain may lie in front of a player (K56).
    empty_means_no_worker: tiles are not put back on a field with a worker (K82, K83).
    split_9_plus_rest: a stack of more than nine may be cut into nines and what is left, however few
        (K86).
    no_step: whoever cannot step need not, or owes the step until it can be made (K28).
    """

    place_mode: Literal["alternate", "both"] = "alternate"

    stairs_extent: Literal["any_height", "one_more"] = "any_height"
    snake_mode: Literal["blind", "chosen"] = "blind"
    horse_pickup: Literal["last", "each"] = "last"
    horse_height: Literal["per_step", "whole_way"] = "per_step"
    bird_replaces_step: bool = False
    ox_range: Literal["too_high", "any"] = "too_high"

    firestorm_line: Literal["own_worker", "any"] = "own_worker"
    grain_destroyed: Literal["one", "all"] = "one"
    destroyed_returns: bool = True

    supply_cap: bool = True

    empty_means_no_worker: bool = True
    split_9_plus_rest: bool = False
    no_step: Literal["waived", "owed"] = "waived"

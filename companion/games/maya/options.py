"""What a group may agree on before a match.

Every option stands for a place where the rule sheet is silent or can be read in two ways; its
default is the reading this companion recommends. ``docs/games/maya.md`` tells why.
"""

from typing import Literal

import msgspec


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """The options of a match.

    start_at_once: a start player named by the marker takes over at once, not with the next round
        (Y48).

    The −3.
    minus3: its owner must name somebody as long as another player can be named, or must always name
        somebody, himself too, or is free to let it lapse (Y23).
    minus3_counts: it counts as the earlier card in a tie (Y26).

    Stones.
    markers_bonus: a level filled by a marker brings a bonus stone (Y44).
    move_support: what becomes of own stones above a place that the marker empties: they stay, such
        a place may not be emptied, or they fall to the supply (Y41).
    bonus_from: where the bonus stone comes from (Y87).

    Building.
    triple: paid and free double move together make three placements (Y70).
    free_pass_blocked: a blocked player may use the free pass (Y77).

    last_wear: stones wear after the third scoring, too, before a tie is broken (Y103).

    For two players.
    carry_two: two stones a point, or two stones a worker (V7).

    What the screen shows of open things.
    show_gold: everybody's gold before the end.
    show_stones: how many stones everybody has left while building; otherwise only whether.
    """

    start_at_once: bool = False

    minus3: Literal["others", "must", "free"] = "others"
    minus3_counts: bool = True

    markers_bonus: bool = True
    move_support: Literal["stay", "forbid", "fall"] = "stay"
    bonus_from: Literal["supply", "stock"] = "supply"

    triple: bool = False
    free_pass_blocked: bool = True

    last_wear: bool = False

    carry_two: Literal["point", "worker"] = "point"

    show_gold: bool = True
    show_stones: bool = False

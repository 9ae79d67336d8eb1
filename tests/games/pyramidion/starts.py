"""From what simulated games start, see ``tests.games.starts``."""

from random import Random

import msgspec

from companion.games.pyramidion.box import Box
from companion.games.pyramidion.tokens import SITES
from tests.games.starts import Said, Start, told

SEATED: tuple[int, ...] = ()
OWED: tuple[str, ...] = ()


def start(seats: tuple[str, ...], rng: Random) -> Start:
    box = msgspec.to_builtins(Box())
    scarce = rng.random() < 0.2
    if scarce:  # few tokens and cards, low minimums, a card that removes others
        box["supply"] = [{**one, "count": 12} for one in box["supply"]]
        box["sites"] = [{**one, "influence": 2, "negotiation": 2} for one in box["sites"]]
        box["cards"] = [{**one, "copies": 1} for one in box["cards"]]
        box["cards"] = [
            {**one, "power": "remove_card"} if one["id"] == "SB1" else one for one in box["cards"]
        ]
    box |= told(Box().lines(), rng) if not scarce else {}
    first, second, *_ = seats
    shown: Said = {"notes": ("a",), "philosopher": SITES[0], "revolts": SITES[-1:]}
    five = dict.fromkeys(SITES[:5], first) | dict.fromkeys(SITES[5:], second)
    what = rng.random()
    if what < 0.4:  # no troop of the first is left in stock
        shown |= {"torturers": five, "negotiators": five, "phase": "activation"}
        return Start(box, {"no_token": "relocate"}, shown)
    if what < 0.55:  # what torturers bring lies on the sites
        shown |= {"torturers": five, "phase": "loading", "display": ("B01", "B02", "B03", "B04")}
        tokens = {
            site["id"]: {
                one["kind"]: one["count"] for one in box["supply"] if one["kind"] == site["product"]
            }
            for site in box["sites"][:5]
        }
        return Start(box, {"torturer_needs_supply": True}, {**shown, "tokens": tokens})
    few: Said = {"max_cards_per_site": rng.choice((1, 2, 3)), "round_limit": rng.choice((0, 9))}
    return Start(box, few if what < 0.8 else {}, shown if what < 0.9 else None)

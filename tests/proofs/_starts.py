"""From what simulated games start beside the beginning of a match with a box nobody told about.

Boxes that were told, and tables as they stand, where rules come up that are seldom met otherwise.
"""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from companion.games.maya.box import IN_PLAY, practice
from companion.games.pyramidion.box import Box
from companion.games.pyramidion.tokens import SITES
from companion.games.sakkara.box_profile import LINES
from companion.games.sakkara.motifs import COUNTS
from companion.games.sakkara.position import FIELDS

Said = dict[str, Any]


class Start(msgspec.Struct, frozen=True):
    """What is told of the box, what else was agreed on, and how the table stands, in plain words;
    None for the beginning of a match."""

    box: Said = {}
    options: Said = {}
    situation: Said | None = None


SEATED = {"maya": (2, 3, 2, 2, 2, 4, 2, 2, 2, 5)}
"""How many play, by turns, where two have kinds of moves of their own."""


def start(name: str, seats: tuple[str, ...], rng: Random) -> Start:
    """What a game starts from."""
    found = _STARTS.get(name)
    return found(seats, rng) if found else Start()


def _told(lines: tuple[str, ...], rng: Random, **printed: Any) -> Said:
    """A box: mostly told and not confirmed yet, else confirmed, or not told at all."""
    how = rng.random()
    if how < 0.15:
        return printed
    return {**printed, "told": lines, "confirmed": how > 0.8}


def _sakkara(seats: tuple[str, ...], rng: Random) -> Start:
    white, black = seats
    # What leaves the game may leave nobody enough to build with: then it has no end.
    options: Said = {"destroyed_returns": rng.random() < 0.96}
    more = rng.random() < 0.05  # the counts add up to one tile too many
    counts = [{"motif": one.motif, "count": one.count} for one in COUNTS]
    counts[0] = {"motif": COUNTS[0].motif, "count": COUNTS[0].count + more}
    box = _told(LINES, rng, counts=counts)
    workers = {white: ("b1", "a6"), black: ("g1", "g7")}
    what = rng.random()
    if what < 0.1:  # not a ship to be seen
        tiles = [one.motif for one in COUNTS for _ in range(one.count) if one.motif != "ship"]
        rng.shuffle(tiles)
        return Start(
            box, options, {"phase": "layout", "tops": dict(zip(FIELDS, tiles, strict=False))}
        )
    unknown = ("?",) * 13
    if what < 0.44:  # workers in pits; nothing to rob, or much that nobody was told of
        heights = dict.fromkeys(FIELDS, 1) | dict.fromkeys((*FIELDS[2::4], "d1", "d5", "f5"), 2)
        heights |= dict.fromkeys(("a1", "b2", "c1", "a5", "a7", "b6"), 3) | {"b1": 0, "a6": 0}
        if rng.random() < 0.1:
            workers |= {black: ("g1", "")}  # one that is not placed
        robbed = unknown if rng.random() < 0.76 else ()
        holders = {white: (*robbed, "snake", "stairs"), black: robbed}
        told = {"phase": "turn", "active": white, "workers": workers, "heights": heights}
        options |= {"no_step": "owed", "stairs_extent": rng.choice(("any_height", "one_more"))}
        return Start(box, options, {**told, "holders": holders})
    if what < 0.59:  # more to put back than one stack may be high
        heights = dict.fromkeys(FIELDS, 1) | dict.fromkeys(FIELDS[::4], 2)
        heights |= dict.fromkeys(("d3", "f5", "g2"), 0)
        used = tuple(one.motif for one in COUNTS)
        told = {"phase": "putback", "active": white, "workers": workers, "heights": heights}
        holders = {white: unknown, black: unknown}
        return Start(box, options, {**told, "used": used, "holders": holders})
    return Start(box, options)


def _maya(seats: tuple[str, ...], rng: Random) -> Start:
    players = len(seats)
    markers = ("SHIELD", "MOVE", "ADD", "START", "PLUS2", "FREEPASS", "FREEDOUBLE")
    quarries = [{"limit": 5, "stones": (4, 3, 1), "marker": marker} for marker in markers]
    levels = [
        {"spaces": spaces, "first": 2 * height + 1, "second": height}
        for height, spaces in enumerate((7, 4, 2), 1)
    ]
    pyramids = [{"name": name, "levels": levels} for name in IN_PLAY[players]]
    board = {"players": players, "quarries": quarries, "pyramids": pyramids}
    how = rng.random()
    boards = [] if how < 0.15 else [{**board, "confirmed": how > 0.9}]
    options, situation = _maya_table(seats, rng)
    if situation is not None and boards:
        boards[0]["confirmed"] = False  # for it stands on the practice board
    return Start({"boards": boards}, options, situation)


def _maya_table(seats: tuple[str, ...], rng: Random) -> tuple[Said, Said | None]:
    first, second, *_ = seats
    two = len(seats) == 2
    colours = (first, "neutral") if two else (first,)
    emptied: Said = {f"stock:{seat}": {} for seat in seats}
    held = {"FREEDOUBLE": f"seat:{first}", "FREEPASS": f"seat:{first}"}
    awarding: Said = {"round": 2, "phase": "awarding", "done": ("Q1", "Q2", "Q3", "Q4")}
    awarding |= {"laid": {"Q6": (f"{first}:low",)}}
    building: Said = {"round": 2, "phase": "building", "turn": first, "markers": held}
    options: Said = {}
    stones: Said = {}
    told: Said = {}
    what = rng.uniform(0.2 if two else 0.0, 1.0)  # what only two can do is done seldom
    if what < 0.56:
        return {}, None
    if what < 0.6 and two:  # all opening stones but those of the second lie
        told = {"phase": "opening", "turn": second}
        stones = {"P1.L1": {first: 1, second: 1, "neutral": 1}, "P2.L1": {first: 1}}
        stones[f"stock:{second}"] = {second: 1, "neutral": 1}
    elif what < 0.6:  # all opening stones lie
        told = {"phase": "opening"}
        stones = {f"P{at % 4 + 1}.L1": {seat: 1} for at, seat in enumerate(seats[:4])}
    elif what < 0.74:  # everybody has laid; the first is safe from the -3 of the second
        laid = {"Q1": (f"{first}:7", f"{second}:-3"), "Q2": (f"{first}:low", f"{second}:high")}
        told = {"round": 1, "phase": "laying", "turn": "", "passed": seats}
        told |= {"laid": laid | {"Q3": (f"{first}:-3",)}, "shields": {"Q1": (first,)}}
    elif what < 0.83:  # a stone to move on which others rest
        options, told = {"move_support": "forbid"}, awarding | {"won": "MOVE"}
        told["markers"] = {"MOVE": f"seat:{first}"}
        stones = {"P1.L1": {first: 1}, "P1.L2": {first: 1}, "P2.L1": {second: 1}}
    elif what < 0.84:  # a stone to add, and none is left
        told = awarding | {"won": "ADD", "markers": {"ADD": f"seat:{first}"}}
        stones = {f"awarded:{first}": {first: 28}}
    elif what < 0.97:  # more than workers carry, then much to build, and both markers for it
        options, told = {"carry_two": "worker", "triple": True}, building | {"phase": "transport"}
        stones = {
            f"awarded:{first}": dict(
                zip(colours, (rng.choice((2, 6)) if two else 28, 24), strict=False)
            )
        }
    else:  # nothing to build on: the lowest levels are another's
        options, told = {"free_pass_blocked": False}, building
        spaces = [pyramid.levels[0].spaces for pyramid in practice(len(seats)).pyramids]
        stones = {f"P{number}.L1": {second: count} for number, count in enumerate(spaces, 1)}
        stones[f"stock:{first}"] = dict.fromkeys(colours, 5)
    return options, {"practice": True, **told, "stones": emptied | stones}


def _pyramidion(seats: tuple[str, ...], rng: Random) -> Start:
    box = msgspec.to_builtins(Box())
    scarce = rng.random() < 0.2
    if scarce:  # few tokens and cards, low minimums, a card that removes others
        box["supply"] = [{**one, "count": 12} for one in box["supply"]]
        box["sites"] = [{**one, "influence": 2, "negotiation": 2} for one in box["sites"]]
        box["cards"] = [{**one, "copies": 1} for one in box["cards"]]
        box["cards"] = [
            {**one, "power": "remove_card"} if one["id"] == "SB1" else one for one in box["cards"]
        ]
    box |= _told(Box().lines(), rng) if not scarce else {}
    first, second, *_ = seats
    told: Said = {"notes": ("a",), "philosopher": SITES[0], "revolts": SITES[-1:]}
    five = dict.fromkeys(SITES[:5], first) | dict.fromkeys(SITES[5:], second)
    what = rng.random()
    if what < 0.4:  # no troop of the first is left in stock
        told |= {"torturers": five, "negotiators": five, "phase": "activation"}
        return Start(box, {"no_token": "relocate"}, told)
    if what < 0.55:  # what torturers bring lies on the sites
        told |= {"torturers": five, "phase": "loading", "display": ("B01", "B02", "B03", "B04")}
        tokens = {
            site["id"]: {
                one["kind"]: one["count"] for one in box["supply"] if one["kind"] == site["product"]
            }
            for site in box["sites"][:5]
        }
        return Start(box, {"torturer_needs_supply": True}, {**told, "tokens": tokens})
    few: Said = {"max_cards_per_site": rng.choice((1, 2, 3)), "round_limit": rng.choice((0, 9))}
    return Start(box, few if what < 0.8 else {}, told if what < 0.9 else None)


def _backgammon(seats: tuple[str, ...], rng: Random) -> Start:
    options: Said = {"cube": rng.random() < 0.35, "jacoby": rng.random() < 0.5}
    options["length"] = rng.choice(("single", "single", "3", "5"))
    options |= {"automatic_doubles": rng.random() < 0.5, "crawford": rng.random() < 0.7}
    return Start(options=options, situation=rng.choice(_BOARDS) if rng.random() < 0.6 else None)


_BOARDS: tuple[Said, ...] = (
    # All at home, and the other side far behind.
    {"white": {"p6": 5, "p4": 5, "p2": 5}, "black": {"p1": 2, "p12": 6, "p17": 7}, "phase": "roll"},
    # Shut out.
    {
        "white": {**{f"p{point}": 2 for point in range(1, 7)}, "p8": 3},
        "black": {"bar": 1, "p19": 7, "p20": 7},
        "phase": "roll",
    },
    # Only one order plays both dice.
    {
        "white": {"p13": 1, "p7": 1},
        "black": {"p8": 2, "p1": 2, "p24": 11},
        "active": "white",
        "dice": (5, 1),
    },
    # Only one of both dice can be played.
    {
        "white": {"p20": 1, "p7": 1},
        "black": {"p12": 2, "p1": 2, "p5": 2, "p24": 9},
        "active": "white",
        "dice": (6, 2),
    },
)
"""Tables where rules come up that are seldom met otherwise."""


_STARTS: dict[str, Callable[[tuple[str, ...], Random], Start]] = {
    "backgammon": _backgammon,
    "sakkara": _sakkara,
    "maya": _maya,
    "pyramidion": _pyramidion,
}

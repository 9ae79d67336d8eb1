"""From what simulated games start, see ``tests.games.starts``."""

from random import Random

from companion.games.maya.box import IN_PLAY, practice
from tests.games.starts import Said, Start

SEATED: tuple[int, ...] = (2, 3, 2, 2, 2, 4, 2, 2, 2, 5)
"""Two have kinds of moves of their own."""

OWED: tuple[str, ...] = ()


def start(seats: tuple[str, ...], rng: Random) -> Start:
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
    options, situation = _table(seats, rng)
    if situation is not None and boards:
        boards[0]["confirmed"] = False  # for it stands on the practice board
    return Start({"boards": boards}, options, situation)


def _table(seats: tuple[str, ...], rng: Random) -> tuple[Said, Said | None]:
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

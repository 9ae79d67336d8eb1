"""The rules of Pyramidion in one value."""

from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any

from companion.games.pyramidion import (
    activating,
    contests,
    fixing,
    loading,
    negotiating,
    notes,
    powers,
    printed,
    rounds,
)
from companion.games.pyramidion.arranging import Situation, arrange
from companion.games.pyramidion.box import SITES, Box
from companion.games.pyramidion.chance import chance
from companion.games.pyramidion.checking import impossible
from companion.games.pyramidion.options import Options
from companion.games.pyramidion.position import COLOURS, Position
from companion.games.pyramidion.start import start
from companion.games.pyramidion.views import layout, public, seen_by
from companion.games.pyramidion.worth import worth
from companion.kernel import (
    TABLE,
    Asked,
    Blank,
    Game,
    Kind,
    Level,
    Outcome,
    Rulebook,
)

KINDS: tuple[Kind[Position, Any], ...] = (
    rounds.REVEAL_BOAT,
    rounds.DISTRIBUTE,
    negotiating.NEGOTIATE,
    negotiating.NEGOTIATE_DONE,
    rounds.DEAL,
    activating.ACTIVATE,
    activating.LAY,
    activating.REVEAL,
    activating.REVEAL_TOTALS,
    activating.RESULTS,
    powers.TAKE_TILES,
    powers.SPECIAL,
    contests.RELOCATE,
    loading.LOAD,
    loading.PASS_LOAD,
    rounds.END_ROUND,
    notes.NOTE_REVOLT,
    notes.NOTE_PHILOSOPHER,
    notes.NOTE,
    notes.STRIKE_NOTE,
    *printed.KINDS,
    *fixing.FIXES,
)


@cache
def _asked(
    seat: str, kinds: tuple[str, ...], prompt: str, rule: str = "", **values: Any
) -> tuple[Asked, ...]:
    """Kept, for a position is asked again and again."""
    said = values if seat == TABLE else {"seat": seat, **values}
    return (Asked(seat, kinds, prompt, said, owed=bool(rule), rule=rule),)


def asked(position: Position) -> tuple[Asked, ...]:
    """The table while it tells what came up; else whoever is up, and at an active site everybody
    whose cards are not known yet."""
    if position.contest is not None:
        return _at_site(position)
    round_, phase = position.round, position.phase
    if phase == "boats":
        return _asked(TABLE, ("reveal_boat",), "boats", round=round_, count=len(position.display))
    if phase == "distribution":
        return _asked(TABLE, ("distribute",), "distribution", round=round_)
    if phase == "negotiation":
        return _asked(position.turn, ("negotiate", "negotiate_done"), "negotiation")
    if phase == "cards":
        return _asked(TABLE, ("deal",), "cards", round=round_)
    if phase == "activation":
        return _asked(position.active(), ("activate",), "activation")
    if phase == "loading":
        return _asked(position.turn, ("load", "pass_load"), "loading")
    if phase == "end":
        reminds = position.options.phase8_torturer
        return _asked(TABLE, ("end_round",), "end_reminding" if reminds else "end", round=round_)
    return ()


def _at_site(position: Position) -> tuple[Asked, ...]:
    contest = position.resolving()
    site = contest.site
    if contest.moving:
        return _asked(contest.moving, ("relocate",), "relocate", "P25", site=site)
    if powers.owes_tiles(position):
        return _asked(TABLE, ("take_tiles",), "take_tiles", "P25")
    told = () if contest.winners else _asked(TABLE, ("results",), "results", "P25", site=site)
    if waiting := powers.pending(position):
        seat, card = waiting[0]
        return (*_asked(seat, ("special",), "special", "P25", card=card), *told)
    if laying := position.to_lay():
        hidden = position.options.lay_hidden
        kinds = ("lay", "reveal_totals") if hidden else ("reveal", "reveal_totals")
        seats = laying[:1] if position.options.lay_in_order else laying
        prompt = "lay" if hidden else "reveal"
    else:
        kinds, seats, prompt = ("reveal", "reveal_totals"), position.to_reveal(), "reveal"
    each = (_asked(seat, kinds, prompt, "P25", site=site) for seat in seats)
    return (*(one for some in each for one in some), *told)


def outcome(position: Position) -> Outcome | None:
    """Who has won, once the last round is over (P78, P79)."""
    if position.phase != "over":
        return None
    order = position.order
    points = Level("points", "P78", {seat: position.points(seat) for seat in order})
    levels = [points]
    if position.options.tie_break == "most_resources":
        figures = {seat: position.store(seat).total() for seat in order}
        levels.append(Level("resources", "P79", figures))
    elif position.options.tie_break == "earlier_in_order":
        figures = {seat: len(order) - order.index(seat) for seat in order}
        levels.append(Level("place", "P79", figures))

    def rank(seat: str) -> tuple[int, ...]:
        return tuple(-level.figures[seat] for level in levels)

    places: dict[tuple[int, ...], tuple[str, ...]] = {}
    for seat in sorted(order, key=rank):
        places[rank(seat)] = (*places.get(rank(seat), ()), seat)
    return Outcome(tuple(places.values()), rounds.ending(position) or "P78", tuple(levels))


def read(position: Position, blank: Blank, token: str) -> Iterable[Any]:
    """What else a touched token may mean: cards on the table, or what a site has to give."""
    seat, _, card = token.partition(":")
    if blank.type == "card" and card:
        return (card,)
    if token in SITES:
        if blank.type == "kind":
            return tuple(position.tokens(token))
        if blank.type == "target":
            return tuple(position.tokens(token))
    if blank.type == "seat":
        return (seat,)
    return ()


def _rulebook() -> Rulebook:
    folder = files(__package__)
    parts = ("round", "sites", "boats", "facts")
    texts = (folder.joinpath(f"rulebook_{part}.toml").read_text("utf-8") for part in parts)
    return Rulebook.parse("\n".join(texts))


game: Game[Position] = Game(
    name="pyramidion",
    version=1,
    colours=COLOURS,
    players=(2, 4),
    position=Position,
    options=Options,
    box=Box,
    situation=Situation,
    kinds=KINDS,
    rulebook=_rulebook(),
    setup=start,
    asked=asked,
    outcome=outcome,
    public=public,
    seen_by=seen_by,
    impossible=impossible,
    arrange=arrange,
    layout=layout,
    chance=chance,
    over="over",
    phase="P2",
    turn="P20",
    read=read,
    worth=worth,
)
"""The game."""

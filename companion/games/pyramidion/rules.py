"""The rules of Pyramidion in one value."""

from collections.abc import Iterable
from typing import Any

from companion.games.pyramidion import (
    activating,
    box_profile,
    contests,
    corrections,
    corrections_board,
    loading,
    negotiating,
    notes,
    powers,
    rounds,
)
from companion.games.pyramidion.arranging import Situation, arrange
from companion.games.pyramidion.box import Box
from companion.games.pyramidion.chance import chance
from companion.games.pyramidion.evaluation import evaluate
from companion.games.pyramidion.options import Options
from companion.games.pyramidion.position import Position
from companion.games.pyramidion.start import start
from companion.games.pyramidion.tokens import COLOURS, SITES
from companion.games.pyramidion.validity import violations
from companion.games.pyramidion.views import layout, public, seen_by
from companion.games.pyramidion.winning import outcome
from companion.kernel import (
    TABLE,
    Asked,
    Blank,
    Game,
    MoveKind,
    Rulebook,
    asked_once,
)

KINDS: tuple[MoveKind[Position, Any], ...] = (
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
    *box_profile.KINDS,
    *corrections_board.FIXES,
    *corrections.FIXES,
)


def asked(position: Position) -> tuple[Asked, ...]:
    """The table while it tells what came up; else whoever is up, and at an active site everybody
    whose cards are not known yet."""
    if position.contest is not None:
        return _at_site(position)
    round_, phase = position.round, position.phase
    if phase == "boats":
        return asked_once(
            TABLE, ("reveal_boat",), "boats", round=round_, count=len(position.display)
        )
    if phase == "distribution":
        return asked_once(TABLE, ("distribute",), "distribution", round=round_)
    if phase == "negotiation":
        return asked_once(position.turn, ("negotiate", "negotiate_done"), "negotiation")
    if phase == "cards":
        return asked_once(TABLE, ("deal",), "cards", round=round_)
    if phase == "activation":
        return asked_once(position.active(), ("activate",), "activation")
    if phase == "loading":
        return asked_once(position.turn, ("load", "pass_load"), "loading")
    if phase == "end":
        reminds = position.options.phase8_torturer
        return asked_once(
            TABLE, ("end_round",), "end_reminding" if reminds else "end", round=round_
        )
    return ()


def _at_site(position: Position) -> tuple[Asked, ...]:
    contest = position.resolving()
    site = contest.site
    if contest.moving:
        return asked_once(contest.moving, ("relocate",), "relocate", "P25", site=site)
    if powers.owes_tiles(position):
        return asked_once(TABLE, ("take_tiles",), "take_tiles", "P25")
    asked = () if contest.winners else asked_once(TABLE, ("results",), "results", "P25", site=site)
    if waiting := powers.pending(position):
        seat, card = waiting[0]
        return (*asked_once(seat, ("special",), "special", "P25", card=card), *asked)
    if laying := position.to_lay():
        hidden = position.options.lay_hidden
        kinds = ("lay", "reveal_totals") if hidden else ("reveal", "reveal_totals")
        seats = laying[:1] if position.options.lay_in_order else laying
        prompt = "lay" if hidden else "reveal"
    else:
        kinds, seats, prompt = ("reveal", "reveal_totals"), position.to_reveal(), "reveal"
    each = (asked_once(seat, kinds, prompt, "P25", site=site) for seat in seats)
    return (*(one for some in each for one in some), *asked)


def meanings(position: Position, blank: Blank, token: str) -> Iterable[Any]:
    """What else a touched token may mean: cards on the table, or what a site has to give. While
    cards are turned up, one that lies there says nothing of those that others have."""
    seat, _, card = token.partition(":")
    if blank.type == "card" and card:
        return () if position.contest is not None and position.to_tell() else (card,)
    if token in SITES:
        if blank.type == "kind":
            return tuple(position.tokens(token))
        if blank.type == "target":
            return tuple(position.tokens(token))
    if blank.type == "seat":
        return (seat,)
    return ()


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
    rulebook=Rulebook.of(__package__, "round", "sites", "boats", "facts"),
    setup=start,
    asked=asked,
    outcome=outcome,
    public=public,
    seen_by=seen_by,
    violations=violations,
    arrange=arrange,
    layout=layout,
    chance=chance,
    over="over",
    phase="P2",
    turn="P20",
    meanings=meanings,
    evaluate=evaluate,
)
"""The game."""

"""Telephones that ask at a table without a window: in what words a move is chosen there, and the
same move made at the table."""

from typing import Any

import msgspec

from companion.kernel import MOVE, Move
from companion.kernel.drafts import steps
from companion.match.match import Match
from companion.sight.wishes import Wish
from ui.guests.hand import Hand
from ui.guests.seated import Phone
from ui.presenter import Presenter
from ui.session.open_match import OpenMatch
from ui.texts import of_screens


def at_table(match: Match) -> OpenMatch:
    return OpenMatch("match", Presenter(match.package, match, of_screens(), "de"), None)


def hand(at: OpenMatch, seat: str, may: Any = "all", language: str = "en") -> Hand:
    return Hand(Phone("0" * 64, "match", seat, "", language, 0.0), at, may)


def wish(at: OpenMatch, tokens: tuple[str, ...], lines: int | None = None) -> Wish:
    return Wish("a" * 20, len(at.match.entries) if lines is None else lines, tokens)


def tokens_of(at: OpenMatch, seat: str, move: Move) -> tuple[str, ...] | None:
    """What somebody chooses for a move; None where it cannot be."""
    fills = {draft: str(value) for draft, value in steps(move)}
    chosen: tuple[str, ...] = (MOVE + at.match.game.kind(move).name,)
    while True:
        drafting = hand(at, seat)._drafting(chosen)
        if drafting.way:
            return chosen if drafting.way == (move,) and not drafting.wrong else None
        more = None if drafting.draft is None else fills.get(drafting.draft)
        if more is None or drafting.kept != chosen:
            return None
        options = drafting.offered().options
        if more not in [one.token for one in options]:
            return None
        chosen += (more,)


def as_at_table(at: OpenMatch, move: Move, by: str) -> None:
    """Make a move as the table does, also where all tell theirs together."""
    kind, together = at.match.game.kind(move), at.together
    if together.step and kind.name == together.way and together.form == "number":
        (_, value) = msgspec.structs.astuple(move)
        together.tell(by, 0, value)
    else:
        at.presenter.go((move,), by)

"""What the match answered, as it is shown: a refusal with its reasons, or what it asks back."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from companion.kernel import (
    UNKNOWN,
    Fault,
    Game,
    Move,
    Refused,
    Rulebook,
    Verbatim,
    masked,
)
from companion.match.answer import Answer
from companion.match.composer import Fruitless, Misfit
from companion.match.sentences import called
from companion.table.catalogue import Piece
from companion.text import Language, Phrasebook
from ui.presenter.view_models import Action, FaultLine, Question

MOST_LOST = 2
"""Lines that are told of those that can no longer happen; the others are counted."""

DIGITS = 3
"""Digits of a number that somebody may have meant; what has more is the code of something else."""


def fault_lines(refused: Refused, say: Phrasebook, book: Rulebook) -> tuple[FaultLine, ...]:
    """Every reason of a refusal."""
    return tuple(
        FaultLine(
            say.fault(fault),
            fault.clause,
            book[fault.clause].number if book[fault.clause].strength != "fact" else "",
            book[fault.clause].strength,
            say.rule(fault.clause),
            say.source(fault.clause),
        )
        for fault in refused.faults
    )


class Refusing(NamedTuple):
    """A move that was refused, who made it, and what was answered."""

    move: Move
    by: str | None
    answer: Answer


def tokens(move: Move, game: Game[Any]) -> tuple[str, ...]:
    """What a move names, in its order, but what it hides."""
    plain = game.plain(masked(game.kind(move), move))
    return tuple(str(one) for name, one in plain.items() if name != "move" and one != UNKNOWN)


def wrong(fault: Fault, say: Phrasebook) -> str:
    """What is wrong; the rule itself, where a draft lacks what the sentence names."""
    try:
        return say.fault(fault)
    except KeyError:
        return say.rule(fault.clause)


def nothing_begun(misfit: Misfit | Fruitless, say: Phrasebook, owner: str) -> str:
    """That a token means nothing now, and what would; or why nothing can be made of it. owner: of
    the piece that was touched, who is told where the reason does not name that person; "" for none.
    """
    told = _nothing_begun(misfit, say)
    if owner and say.name(owner) not in why_not_begun(misfit, say):
        return say.say("notice", "belongs_to", {"owner": owner})
    return told


def why_not_begun(misfit: Misfit | Fruitless, say: Phrasebook) -> str:
    """The reason why nothing can be made of it, "" where none is known."""
    if isinstance(misfit, Misfit):
        return ""
    said = ((misfit.general and say.rule(one.clause)) or wrong(one, say) for one in misfit.faults)
    return next(said, "")


def _nothing_begun(misfit: Misfit | Fruitless, say: Phrasebook) -> str:
    if isinstance(misfit, Fruitless):
        why = why_not_begun(misfit, say)
        if not misfit.token:
            return why or say.say("notice", "nothing_fits")
        return why or say.say("notice", "nothing_here")
    if _nameless(misfit.token, say):
        return say.say("notice", "code_foreign")
    wanted = [say.say("expected", one) for one in misfit.expected]
    key = "misfit" if wanted else "nothing_expected"
    if not misfit.token:
        key = "face_down_misfit"
    return say.say("notice", key, {"token": misfit.token, "expected": wanted})


def _nameless(token: str, say: Phrasebook) -> bool:
    """Whether nothing of this game is called so; numbers are called as they are written."""
    number = token.isdecimal() and len(token) <= DIGITS
    return bool(token) and not number and not say.knows(token)


def which_piece(pieces: Sequence[Piece], say: Phrasebook) -> Question:
    """A code could be read as one of several."""
    answers = tuple(Action(piece.token, called(say, piece.token)) for piece in pieces)
    none = Action("no", say.say("button", "none_of_these"))
    return Question("nearest", say.say("notice", "code_nearest"), (*answers, none))


def asked_back(
    answer: Answer,
    agreed: Collection[str],
    say: Phrasebook,
    language: Language,
    told: Callable[[int], str],
) -> Question:
    """Why something is taken back, or who of those who have not agreed yet does. told: what a line
    of the journal says."""
    text = " ".join(answer.said(language))
    no = Action("no", say.say("button", "no"))
    if answer.why:
        reasons = tuple(
            Action(token, say.say("button", key), say.say("button_detail", key))
            for token, key in (("entered wrongly", "entered_wrongly"), ("taken back", "taken_back"))
        )
        keep = Action("no", say.say("button", "cancel"))
        return Question("why", text, (*reasons, keep))
    if answer.lost:
        strike = (
            Action(one, say.say("button", "strike_too"), role="danger") for one in answer.consent
        )
        some = Verbatim(" ".join(map(told, answer.lost[:MOST_LOST])))
        more = len(answer.lost) - MOST_LOST
        key = "lost_and_more" if more > 0 else "lost"
        text = say.say("notice", key, {"what": some, "count": more})
        return Question("lost", text, (*strike, no))
    agree = [
        Action(seat, say.say("button", "agree", {"seat": seat}), role="bright")
        for seat in answer.consent
        if seat not in agreed
    ]
    return Question("consent", text, (*agree, no), agreed=frozenset(agreed))

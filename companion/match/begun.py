"""What was begun at the table and is no move yet: kept for the next start, and gone on with."""

from msgspec import Struct

from companion.kernel import Draft, fields, fill, whole
from companion.kernel.drafts import answers
from companion.match.composer import Composer
from companion.match.match import Match

MOST = 200
"""Answers that are kept at most; what has more is short enough to be begun again."""


class Filled(Struct, frozen=True):
    """A draft as the answers that its blanks were filled with, one after the other."""

    kind: str
    answers: tuple[str | int, ...] = ()


class Begun(Struct, frozen=True):
    """What was begun on a screen that all see.

    line: of the journal before it.
    drafts: what it may mean.
    parted: whether it was asked which of several ways is meant.
    """

    line: int
    drafts: tuple[Filled, ...]
    parted: bool = False


def kept(match: Match, composer: Composer) -> Begun | None:
    """What is begun now; None for nothing, and where any of it is for one person alone."""
    if not composer.begun or any(_hides(composer, one) for one in composer.drafts):
        return None
    moves = ((one, composer.game.kind_of(one).move) for one in composer.drafts)
    filled = tuple(Filled(one.kind, tuple(answers(move, one))) for one, move in moves)
    if sum(len(one.answers) + 1 for one in filled) > MOST:
        return None
    return Begun(line_of(match), filled, bool(composer.detours))


def take_up(match: Match, composer: Composer, begun: Begun) -> None:
    """Go on with what was begun; with nothing where the match stands elsewhere now, or what was
    kept is no draft of its rules."""
    if begun.line != line_of(match):
        return
    try:
        composer.start(*(_draft(composer, one) for one in begun.drafts))
    except (LookupError, ValueError):
        return
    if begun.parted and composer.begun:
        draft = composer.drafts[0]
        move = whole(composer.game.kind_of(draft).move, draft)
        composer.detours = () if move is None else composer.outlook.ways(match.public, move)


def line_of(match: Match) -> int:
    """The line of the journal after which something is begun."""
    return match.timeline.steps[-1].line if match.timeline.steps else 0


def _hides(composer: Composer, draft: Draft) -> bool:
    """Whether anything is filled in that only its owner may know."""
    kind = composer.game.kind_of(draft)
    filled = len(draft.values) + bool(draft.parts or draft.item)
    return any(one.name in kind.hidden for one in fields(kind.move)[:filled])


def _draft(composer: Composer, told: Filled) -> Draft:
    kind = composer.game.by_name[told.kind]
    draft = Draft(kind.name)
    for one in told.answers:
        draft = fill(kind.move, draft, one)
    return draft

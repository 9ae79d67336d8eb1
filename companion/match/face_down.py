"""A card scanned face down: it makes a whole move at once, and nothing of it is shown.

Only its owner may know what the card is. So it never becomes a draft, which all would see: either
the rest of a move that hides something is what the card says, or nothing is done.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from companion.kernel import Draft, Game, Move, MoveKind, asked_for, fields, fill, next_blank, whole
from companion.match.beginnings import fresh
from companion.match.composer import Composed, Composer, Misfit, Submit


def face_down(composer: Composer, view: Any, token: str) -> Composed | None:
    """What comes of a token that only its owner may know; None when it is meant for all: nothing is
    told in secret now, or what was begun asks for it in the open. A :class:`Misfit` names no
    token."""
    kinds = [
        kind
        for kind in composer.game.kinds
        if kind.hidden
        and kind.role == composer.role
        and asked_for(composer.game, view, kind.name) is not None
        and _may_hide(kind, token)
    ]
    meant = [
        draft
        for kind in kinds
        for draft in composer.carried_over(view, kind)
        if _begun(composer, view, draft)
    ]
    for draft in meant:
        for move in _said(composer, view, draft, token):
            return Submit((move,))
    if not kinds or (not meant and _asked_openly(composer, view, token)):
        return None
    return Misfit("", composer.expected(view))


def can_hide(game: Game[Any], token: str) -> bool:
    """Whether some kind of move tells a token to its owner alone."""
    return any(kind.hidden and _may_hide(kind, token) for kind in game.kinds)


def only_counts(composer: Composer, view: Any, token: str) -> bool:
    """Whether what is asked for is a number or a text that a piece would be taken for: the 3 on a
    card is no amount, and all would read it."""
    hidden = {
        field.blanks[0].type
        for kind in composer.game.kinds
        for field in fields(kind.move)
        if field.name in kind.hidden
    }
    asked = composer.drafts or fresh(composer.game, composer.role, view, composer.outlook)
    blanks = [next_blank(composer.game.kind_of(one).move, one) for one in asked]
    taking = [one for one in blanks if one and any(composer.meanings(view, one, token))]
    return bool(taking) and all(
        one.picker in ("number", "text") and one.type not in hidden for one in taking
    )


def _begun(composer: Composer, view: Any, draft: Draft) -> bool:
    """Whether somebody began it, or told something of it: another move that was begun and has
    nothing in common with it is not meant to become it."""
    if any(one.kind == draft.kind for one in composer.drafts):
        return True
    return draft != composer.outlook.opened(view, draft.kind)


def _asked_openly(composer: Composer, view: Any, token: str) -> bool:
    """Whether what was begun asks for a token that all may see."""
    for draft in composer.drafts:
        kind = composer.game.kind_of(draft)
        blank = next_blank(kind.move, draft)
        if blank is None or blank.name.partition(".")[0] in kind.hidden:
            continue
        if any(True for _ in composer.meanings(view, blank, token)):
            return True
    return False


def _may_hide(kind: MoveKind[Any, Any], token: str) -> bool:
    for field in fields(kind.move):
        if field.name in kind.hidden:
            with suppress(ValueError):
                field.blanks[0].value(token)
                return True
    return False


def _said(composer: Composer, view: Any, draft: Draft, token: str) -> Iterator[Move]:
    """The moves that a draft becomes when the token says all that it lacks."""
    kind = composer.game.kind_of(draft).move
    move = whole(kind, draft)
    if move is not None:
        yield move
        return
    blank = next_blank(kind, draft)
    if blank is None:
        return
    for value in composer.meanings(view, blank, token):
        yield from _said(composer, view, fill(kind, draft, value), token)

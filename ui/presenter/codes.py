"""Codes that were scanned or typed: printed ones of this box, or plain tokens."""

from dataclasses import replace
from typing import Any

from companion.kernel import MOVE, asked_for
from companion.match.composer import Composed, Composer, Composing, Fruitless, Misfit
from companion.match.face_down import can_hide, face_down, only_counts
from companion.match.questions import goes_on
from companion.match.registry import GamePackage
from companion.table.catalogue import Piece, Unresolved


def read_code(
    text: str, package: GamePackage, key: bytes, composer: Composer, view: Any
) -> Composed:
    """What comes of a code. key: of the box, which its printed codes are signed with.

    Raises Unresolved for a printed code that no piece has.
    """
    piece = package.catalogue.meant(text, key)
    if piece is None or not piece.hidden:
        return _taken(text, piece, composer, view)
    secret = face_down(composer, view, piece.token)
    if secret is not None and not (isinstance(secret, Misfit) and _begins(composer, view, piece)):
        return secret
    if only_counts(composer, view, piece.token):
        return Misfit("", composer.expected(view))
    found = _taken(text, piece, composer, view)
    if isinstance(found, Misfit) and can_hide(composer.game, piece.token):
        return Misfit("", found.expected)  # what it is, everybody would read
    return found


def _taken(text: str, piece: Piece | None, composer: Composer, view: Any) -> Composed:
    """What comes of a code in the open."""
    begun = composer.begun
    meanings = (text,) if piece is None else piece.tokens
    taken = [composer.take(view, meanings[0])]
    for other in meanings[1:]:
        if isinstance(taken[-1], Misfit | Fruitless):
            taken.append(composer.take(view, other))
    understood = [one for one in taken if not isinstance(one, Misfit)]
    led = [one for one in understood if not isinstance(one, Fruitless)]
    found = (led or understood or taken)[0]
    if isinstance(found, Fruitless) and not found.faults:  # a code is nowhere: it is named
        return Misfit(found.token, composer.expected(view))
    if begun or composer.role != "play" or not isinstance(found, Composing):
        return found
    return _in_vain(composer, view) or found


def _begins(composer: Composer, view: Any, piece: Piece) -> bool:
    """Whether nothing is begun, and a piece begins by its name what may be done now."""
    named = (token.removeprefix(MOVE) for token in piece.tokens[1:])
    return not composer.begun and any(asked_for(composer.game, view, one) for one in named)


def _in_vain(composer: Composer, view: Any) -> Composed | None:
    """Why nothing can come of what was just begun; None where something can."""
    outlook, drafts = composer.outlook, composer.drafts
    if any(goes_on(composer.game, view, one, outlook.leading) for one in drafts):
        return None
    composer.clear()
    return replace(outlook.fruitless(view, drafts[0]), token="")


def of_a_card(text: str, package: GamePackage, key: bytes) -> bool:
    """Whether a code is printed on a card, of which there is one, and not on an aid with words and
    numbers that are scanned over and over."""
    try:
        piece = package.catalogue.meant(text, key)
    except Unresolved:
        return False
    return piece is not None and (piece.hidden or len(piece.tokens) > 1)


def codes_like(
    digits: str, package: GamePackage, composer: Composer, view: Any
) -> tuple[Piece, ...]:
    """The pieces that digits typed so far are most like, what can be chosen now first; none
    that would be told in secret now, for all see what is offered."""
    if not digits:
        return ()
    likely = {one.token for one in composer.choices(view)}
    return tuple(
        piece
        for piece in package.catalogue.nearest(digits, likely)
        if not piece.hidden or face_down(composer, view, piece.token) is None
    )

"""Codes that were scanned or typed: printed ones of this box, or plain tokens."""

from typing import Any

from companion.match.composer import Composed, Composer, Misfit
from companion.match.face_down import face_down
from companion.match.registry import GamePackage
from companion.table.catalogue import Piece


def read_code(
    text: str, package: GamePackage, key: bytes, composer: Composer, view: Any
) -> Composed:
    """What comes of a code. key: of the box, which its printed codes are signed with.

    Raises Unresolved for a printed code that no piece has.
    """
    piece = package.catalogue.meant(text, key)
    if piece is not None and piece.hidden:
        secret = face_down(composer, view, piece.token)
        if secret is not None:
            return secret
    meanings = (text,) if piece is None else piece.tokens
    taken = [composer.take(view, meanings[0])]
    for other in meanings[1:]:
        if isinstance(taken[-1], Misfit):
            taken.append(composer.take(view, other))
    understood = [one for one in taken if not isinstance(one, Misfit)]
    return (understood or taken)[0]


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

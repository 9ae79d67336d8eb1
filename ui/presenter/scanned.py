"""What a printed code comes to that was scanned or typed, whole or in part."""

from typing import Any

from companion.match.composer import Composed, Composer, Misfit
from companion.match.face_down import face_down
from companion.table.catalogue import Catalogue, Piece


def taken(composer: Composer, view: Any, piece: Piece | None, text: str) -> Composed:
    """What the composer makes of a piece, by the first of its meanings that fits; without a piece
    the text is a token itself. What lies face down goes past the draft, which all see."""
    if piece is not None and piece.hidden:
        secret = face_down(composer, view, piece.token)
        if secret is not None:
            return secret
    meanings = (text,) if piece is None else piece.tokens
    first = made = composer.take(view, meanings[0])
    for other in meanings[1:]:
        if isinstance(made, Misfit):
            made = composer.take(view, other)
    return first if isinstance(made, Misfit) else made


def like(composer: Composer, view: Any, catalogue: Catalogue, digits: str) -> tuple[Piece, ...]:
    """The pieces that digits are most like, what can be chosen now first; none that would be told
    in secret now, for all see what is offered."""
    if not digits:
        return ()
    likely = {one.token for one in composer.choices(view)}
    return tuple(
        piece
        for piece in catalogue.nearest(digits, likely)
        if not piece.hidden or face_down(composer, view, piece.token) is None
    )

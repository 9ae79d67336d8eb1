"""What the things of a table of Sakkara are called.

Fields have the names that stand along the board. The motifs are called as the owners call them,
as soon as they have told; a worker is called by its owner and its field, for the two of a player
are alike.
"""

from companion.games.sakkara.motifs import MOTIFS
from companion.games.sakkara.position import Position
from companion.games.sakkara.tokens import A_LEVEL, A_PIECE, A_WORKER, IN_FRONT, NUMBERED, owner
from companion.kernel import Phrase, Verbatim


def phrase(view: Position, token: str) -> Phrase:
    """The name of a token as a key in section ``name`` with its values; the token itself as key
    where it has none."""
    if token in MOTIFS:
        named = view.box.name(token)
        return ("token.motif", {"name": Verbatim(named)}) if named else (f"motif.{token}", {})
    if A_WORKER.fullmatch(token):
        at = view.at(token)
        values = {"owner": owner(token), "at": at}
        return ("token.worker" if at else "token.worker_waiting"), values
    if token.startswith("tile="):
        return phrase(view, token.removeprefix("tile="))
    return _place(token) or (token, {})


def _place(token: str) -> Phrase | None:
    """What a place of the layout, a line, or a part of the box profile is called."""
    if found := A_PIECE.fullmatch(token):
        return "token.owner", {"owner": found[1]}
    if found := IN_FRONT.fullmatch(token):
        return f"token.{found[1]}", {"owner": found[2]}
    if found := A_LEVEL.fullmatch(token):
        return "token.pyramid", {"owner": found[1], "level": int(found[2])}
    if found := NUMBERED.fullmatch(token):
        return f"token.{found[1]}", {"name": found[2]}
    return None

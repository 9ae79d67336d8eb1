"""What the things of a table of Backgammon are called."""

import re

from companion.games.backgammon.position import Position
from companion.kernel import Phrase

_POINT = re.compile(r"p(\d+)")
_DIE = re.compile(r"d([1-6])")
_CHECKER = re.compile(r"checker:(white|black)")
_SIDE = re.compile(r"side:(white|black)")
_CUBE = re.compile(r"cube=?(\d+)")


def phrase(view: Position, token: str) -> Phrase:
    """The name of a token as a key in section ``name`` with its values; the token itself as key
    where it has none."""
    if found := _POINT.fullmatch(token):
        return "token.point", {"number": int(found[1])}
    if found := _DIE.fullmatch(token):
        return "token.die", {"number": int(found[1])}
    if found := _CUBE.fullmatch(token):
        number = int(found[1])
        return ("token.cube", {"number": number}) if number > 1 else ("token.cube_unturned", {})
    if found := _CHECKER.fullmatch(token):
        return "token.owner", {"owner": found[1]}
    if found := _SIDE.fullmatch(token):
        return "token.side", {"owner": found[1]}
    return token, {}

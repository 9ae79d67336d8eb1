"""What the things of a table of Skeleton are called: names that texts alone cannot give."""

from companion.games.skeleton.position import Position
from companion.kernel import Phrase


def phrase(view: Position, token: str) -> Phrase:
    """The name of a token as a key in section ``name`` with its values; the token itself as key
    where it has none."""
    kind, _, rest = token.partition(":")
    if kind == "heap" and rest:
        return "token.heap", {"number": int(rest)}
    if kind == "taken" and rest:
        return "token.taken", {"owner": rest}
    return token, {}

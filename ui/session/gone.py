"""Games that are not here any more, and what waits for them."""

from companion.store import DiskError, Listed
from ui.session.session import Session


def left_behind(session: Session) -> tuple[Listed, ...]:
    """The matches that could go on if their game were still here; none while the disk does not
    answer."""
    try:
        found = session.library.matches()
    except DiskError:
        return ()
    games = session.games()
    return tuple(one for one in found if not one.ended and one.heading.game not in games)


def title_of(session: Session, game: str) -> str:
    """What a game is called; one that is not here by the name of its folder."""
    if game not in session.games():
        return game.replace("_", " ").capitalize()
    return session.words(session.game_info(game)).say("about", "title")

"""What a part of a device is called by what it is for."""

from companion.kernel import Blank, Verbatim, fields
from companion.match import registry
from companion.table import place_of
from companion.text import Phrasebook
from ui.session.gone import title_of
from ui.session.session import Session

NO_NAME = "?!"
"""What nothing is called in any game."""


def part_name(session: Session, role: str, place: int) -> str:
    """role: ``dial``, or of a button; ``at`` with a game and one of its places, too. place: at the
    table, 0 for everybody's."""
    say, at = session.words(), place_of(role)
    if at is not None:
        game, where = at
        values = {"game": Verbatim(title_of(session, game)), "place": where}
        return say.say("part", "at", values)
    return say.say("part_at", role, {"place": place}) if place else say.say("part", role)


def misspelt(say: Phrasebook, at: tuple[str, str]) -> str:
    """Why nothing will ever light up at a place of a game, "" for one that there is."""
    game, place = at
    if game not in registry.names():
        return say.say("notice", "no_such_game", {"game": Verbatim(game)})
    try:
        known = _known(game, place)
    except LookupError:
        return ""  # the start tells of a game that cannot be loaded
    values = {"game": Verbatim(game), "place": Verbatim(place)}
    return "" if known else say.say("notice", "no_such_place", values)


def _known(game: str, place: str) -> bool:
    """Whether something in a move of a game can be called so. What takes any word says nothing."""
    kinds = registry.game_package(game).game.kinds
    blanks = [blank for kind in kinds for field in fields(kind.move) for blank in field.blanks]
    return any(_takes(one, place) and not _takes(one, NO_NAME) for one in blanks)


def _takes(blank: Blank, text: str) -> bool:
    try:
        blank.value(text)
    except ValueError:
        return False
    return True

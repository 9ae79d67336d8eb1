"""What the board shows of a match: what is lit, chosen or refused, and how far a piece gets."""

from companion.kernel import TABLE
from companion.match.entries import Redone, Undone
from companion.scene import THEN, Scene
from companion.sight.printed import FIELDS
from ui.presenter import Presenter
from ui.presenter.lamps import NOWHERE, Pointed
from ui.widgets.board import Board

MOST_LIT, OTHERS = 12, 0.1
"""Of a table with more places, of which all but this share are lit, the rim is lit instead: what
is taken there already is seen."""


def show(board: Board, presenter: Presenter, *, codes: bool) -> frozenset[str]:
    """Show a match as it stands; the tokens that are lit, on the board and beside it. codes:
    whether the short names of places are written on them."""
    offers = presenter.offers
    waits = presenter.refusal is not None or presenter.question is not None  # for an answer first
    costs = {} if waits else offers.reach
    lit = (frozenset() if waits else offers.lit) | costs.keys()
    lit |= {one.token for one in presenter.scene.shapes if _first(one.token) in lit}
    seats = (one.seat for one in presenter.asked)
    board.turn_of = next((seat for seat in seats if seat != TABLE), board.turn_of)
    board.codes = codes
    lay(board, presenter)
    board.lit, board.costs = lit, costs
    board.rim = len(lit) > MOST_LIT and _is_all(presenter.scene, lit)
    board.chosen = offers.chosen
    why = presenter.why
    board.wrong, board.why = frozenset(() if why is None else why.at), why
    board.cursor = presenter.composer.cursor or ""
    return lit


def _first(token: str) -> str:
    """The first part of a token that answers two things, which then leads on as that does; "" for
    any other."""
    first, then, _ = token.partition(THEN)
    return first if then else ""


def about(presenter: Presenter) -> frozenset[str]:
    """What on the table whoever is asked is asked about."""
    values = {str(value) for one in presenter.asked[:1] for value in one.values.values()}
    return frozenset(values - {one.seat for one in presenter.asked})


def pointed(board: Board) -> Pointed:
    """What stands out on it; nothing while something else is in its place."""
    meant = board.chosen | board.wrong | board.asked_about
    return NOWHERE if board.disabled else Pointed(frozenset(board.lit), frozenset(meant))


def lay(board: Board, presenter: Presenter) -> None:
    """Lay the table as it is; what is taken back goes twice as fast as it came."""
    board.back = isinstance(presenter.match.timeline.entries[-1], Undone | Redone)
    board.scene = presenter.scene


def _is_all(scene: Scene, lit: frozenset[str]) -> bool:
    """Whether that is nearly every place of one look: then the board itself is the place."""
    by_form: dict[str, set[str]] = {}
    for one in scene.shapes:
        if one.form in FIELDS and one.token and not one.ghost:
            by_form.setdefault(one.form, set()).add(one.token)
    return any(
        len(all_of) > MOST_LIT and len(all_of - lit) <= OTHERS * len(all_of)
        for all_of in by_form.values()
    )

"""What a touch at the table comes to: on the board, in the tray, at the main place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from companion.kernel import MOVE
from companion.table import Pressed, Signal, Turned, place_of
from ui.navigation import Navigation
from ui.presenter import Presenter
from ui.presenter.steps_back import one_back
from ui.presenter.view_models import Question
from ui.screens.table import refusal
from ui.screens.table.table_page import TablePage
from ui.screens.table.tray import Form, MainPlace, Middle
from ui.session.open_match import OpenMatch
from ui.shell.pointer import Pointer

if TYPE_CHECKING:
    from ui.screens.table.what_now import WhatNowSheet


class Table(Protocol):
    """What of a table takes touches. notice: told in the line of what was done last.
    tries: what leads nowhere stays begun, so that it comes to a refusal, as lessons want it."""

    middle: Middle
    notice: str
    tries: bool

    @property
    def presenter(self) -> Presenter:
        """The match."""

    def touched(self, token: str) -> None:
        """A token was touched."""

    def say(self, text: str) -> None:
        """Tell something in that line at once."""


class SeatedTable(Table, Protocol):
    """One that other pages are reached from. pointer: over the keys of the table. answers: over
    what is answered with, and the ways out of a refusal."""

    navigation: Navigation
    open_match: OpenMatch
    pointer: Pointer
    answers: Pointer


def on_board(page: Table, token: str) -> None:
    """Something on the board was touched. Where that begins nothing that could be ended, it is
    answered, and nothing else changes."""
    presenter = page.presenter
    if presenter.question is not None:
        _instead_of_an_answer(page, presenter.question, token)
        return
    first = not presenter.composer.begun  # a later one may still come to a refusal with its reason
    page.touched(token)
    if first and _dead_end(presenter):
        if not page.tries:
            presenter.take_back()
        page.notice = presenter.phrasebook.say("notice", "nothing_now")


def _instead_of_an_answer(page: Table, question: Question, token: str) -> None:
    """Something on the board was touched while an answer is awaited: it may be the answer."""
    if any(one.token == token for one in question.answers):
        page.presenter.settle(token)
        return
    page.notice = page.presenter.phrasebook.say("notice", "answer_first")
    page.presenter.on_change()


def on_the_table(page: Table, signal: Signal) -> bool:
    """A button that lies at a place on the table is pressed: that touches the place; whether it was
    one."""
    found = place_of(signal.role) if isinstance(signal, Pressed) else None
    if found is None:
        return False
    game, token = found
    if game == page.presenter.game.name:
        on_board(page, token)
    else:
        page.notice = page.presenter.phrasebook.say("notice", "of_another_game")
        page.presenter.on_change()
    return True


def _dead_end(presenter: Presenter) -> bool:
    """Whether something is begun, and nothing that is seen leads it on."""
    offers, begun = presenter.offers, {one.kind for one in presenter.composer.drafts}
    if presenter.refusal is not None or not begun:
        return False
    if offers.lit or offers.typed or offers.secret is not None:
        return False
    picker = offers.picker
    if picker is not None:
        done = () if picker.done is None else (picker.done,)
        return not any(one.offered for one in (*picker.choices, *done))
    return not any(one.offered and one.token.removeprefix(MOVE) in begun for one in offers.actions)


def in_tray(page: Table, form: Form, token: str) -> None:
    """Something in the middle of the tray was touched."""
    presenter = page.presenter
    if not token:
        page.say(presenter.phrasebook.say("notice", "nothing_there"))
    elif form == "question":
        presenter.settle(token)
    elif form == "ways":
        refusal.touched(presenter, token)
    elif form == "offers" and _waits(page, token):
        presenter.take_back()
    elif form == "offers" and not (page.tries or _open(page, token)):
        presenter.deny(presenter.offers.begun(token.removeprefix(MOVE)))
    elif form == "offers":
        _begin(page, token)
    elif not page.tries and (more := presenter.offers.too_much(token)) is not None:
        presenter.deny(more)
    else:
        page.touched(token)


def _begin(page: Table, token: str) -> None:
    """A kind of move is begun; where nothing comes of it, all stays as it was, and that is said."""
    presenter = page.presenter
    before = presenter.composer.drafts
    page.touched(token)
    if _dead_end(presenter) and not page.tries:
        presenter.composer.drafts = before
        presenter.deny(presenter.offers.begun(token.removeprefix(MOVE)))


def _open(page: Table, token: str) -> bool:
    begun = any(MOVE + one.kind == token for one in page.presenter.composer.drafts)
    return begun or any(one.token == token and one.offered for one in page.middle.places.tiles)


def _waits(page: Table, token: str) -> bool:
    """Whether it alone is begun and goes on at the board: then a touch ends it."""
    composer = page.presenter.composer
    if composer.blank() is None or {one.kind for one in composer.drafts} != {token[len(MOVE) :]}:
        return False
    if composer.settled(page.presenter.view):
        return False
    return any(one.token == token and one.waiting for one in page.middle.places.tiles)


def at_main(page: SeatedTable, now: MainPlace) -> None:
    """The main place was touched."""
    presenter = page.presenter
    if now.act == "token" and now.token.startswith(MOVE):
        _begin(page, now.token)
    elif now.act == "token":
        page.touched(now.token)
    elif now.act == "settle":
        presenter.settle(now.token)
    elif now.act == "never_mind":
        presenter.take_back()
    elif now.act == "page" and presenter.match.over:
        page.navigation.go("end", page.open_match)
    elif now.act == "page":
        page.navigation.go("begin", page.open_match, "")
    elif now.act in ("back", "undo"):
        one_back(presenter)


def once_more(page: Table) -> None:
    """The main place was touched where something else stood just now: say what one touch more
    does."""
    page.say(page.presenter.phrasebook.say("notice", "once_more"))


def with_the_dial(page: SeatedTable, signal: Signal) -> bool:
    """The dial goes beyond all that can be chosen to the keys of the table, and back, and confirm
    presses them; while an answer is asked for or a move is refused, it goes through the answers or
    ways out instead. Whether the signal was meant for that."""
    presenter, pointer = page.presenter, page.pointer
    if presenter.question is not None or presenter.refusal is not None:
        pointer.leave()
        return page.answers.signal(signal)
    page.answers.leave()
    if pointer.stands and isinstance(signal, Turned) and pointer.turn(signal.steps, ends=True):
        return True
    if isinstance(signal, Turned) and not pointer.stands and _ends(presenter, signal):
        presenter.composer.cursor = None
        presenter.on_change()
        return pointer.turn(signal.steps)
    if pointer.stands and pointer.signal(signal):
        return True
    pointer.leave()
    return False


def _ends(presenter: Presenter, signal: Turned) -> bool:
    return presenter.composer.ends(presenter.view, signal.steps)


def on_a_card(page: TablePage, touched: Callable[[str], None], seat: str) -> None:
    """A card was touched: that means its seat where one is to be chosen, else what only that person
    may see."""
    from ui.screens.table.private import LookPage

    chosen = page.presenter.composer.begun or seat in page.presenter.offers.lit
    if chosen or not page.presenter.game.conceals:
        touched(seat)
    else:
        page.navigation.open(LookPage(page.navigation, page.open_match, seat))


def what_now(page: TablePage) -> WhatNowSheet:
    """What can be done now."""
    from ui.screens.table.what_now import WhatNowSheet

    sheet = page.often(WhatNowSheet)
    assert isinstance(sheet, WhatNowSheet)
    return sheet

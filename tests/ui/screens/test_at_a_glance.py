"""What is seen at a glance, by everybody at the table: signs, reasons, sides, what is enlarged."""

from itertools import product

import pytest
from kivy.uix.widget import Widget

from companion.match import registry
from companion.match.likes import Letters, Side
from companion.text import LANGUAGES
from demo.walk import Walk
from tests.ui.screens.table import GAME, Table, _overlap
from tests.ui.stage import Stage
from ui import theme
from ui.canvas.art import common
from ui.screens.table.replay import Replay
from ui.shell.header import Header
from ui.shell.steps import Chip
from ui.widgets.button import ActionButton
from ui.widgets.loupe import Loupe

SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)


@SMALL
def test_each_entry_of_the_menu_has_a_sign_of_its_own_and_its_key_closes_it(table: Table) -> None:
    table.begin()
    table.menu()
    ways: list[ActionButton] = table.all(ActionButton, table.page.sheet)
    signs = [one.look for one in ways if one.role != "bright"]
    assert len({*signs}) == len(signs) > 14
    assert common().missing(signs) == () and "" not in signs
    assert not table.faults()
    table.menu()
    assert table.page.sheet is None


@SMALL
@pytest.mark.parametrize("game", registry.names())
def test_the_kinds_of_move_are_told_apart_by_reading_alone(table: Table, game: str) -> None:
    table.begin(game)
    table.button("help")
    kinds = {one.label: one.look for one in table.all(ActionButton, table.page.sheet) if one.look}
    presenter = table.open_match.presenter
    labels = [one.label for one in presenter.offers.menu()]
    assert list(kinds) == labels
    assert table.play.board.art.missing(kinds.values()) == ()
    assert not table.faults()


@pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
def test_every_arrow_has_words_that_say_what_it_does(table: Table) -> None:
    table.begin()
    each: tuple[Letters, ...] = ("normal", "largest")
    for language, letters in product(LANGUAGES, each):
        table.root.choose(language=language, letters=letters)
        presenter = table.open_match.presenter
        table.root.open(Replay(table.root, presenter, "explained", table.root.home))
        table.stage.settle()
        ways = [one for one in table.all(ActionButton, table.page) if one.label in tuple("◀▶«‹›»")]
        assert len(ways) == 6 and all(one.detail for one in ways)
        assert not table.faults()


def test_the_prompt_turns_to_the_side_of_the_one_who_is_asked(table: Table) -> None:
    table.begin_seats()
    table.press(table.labelled(table.say("label", "sides")))
    table.press(next(b for b in table.all(ActionButton) if b.label == table.say("side", "back")))
    table.button("done")
    table.stage.frames(3)
    said = table.app.session.words().say("before", "sides_turned", {"count": 1})
    assert table.labelled(table.say("label", "sides")).detail == said
    table.button("start")
    assert table.play.now._turned.rotation == pytest.approx(180)
    assert table.play.main.opposite and table.play.keys.help.opposite
    assert not table.faults()
    table.button("help")
    sheet = table.page.sheet
    assert sheet is not None and not table.faults()
    assert sheet.card.to_window(*sheet.card.pos) > sheet.card.to_window(
        sheet.card.right, sheet.card.top
    )
    table.button("close")
    assert table.page.sheet is None
    table.app.session.set(sides={"blue": "left"})
    table.root.refresh()
    assert table.play.now._turned.rotation % 360 == pytest.approx(270)
    assert not table.faults()


def _box(widget: Widget) -> tuple[float, ...]:
    """Where it is seen, however it is turned: left, bottom, right, top."""
    ends = (widget.to_window(*widget.pos), widget.to_window(widget.right, widget.top))
    (left, right), (bottom, top) = (sorted(one) for one in zip(*ends, strict=True))
    return left, bottom, right, top


SIDES: tuple[tuple[Side, tuple[int, int]], ...] = (
    ("right", (0, 1)),
    ("back", (-1, 0)),
    ("left", (0, -1)),
    ("front", (1, 0)),
)
"""Where somebody sits, and in which direction lines run on the screen that are read from there."""


@pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
def test_a_refusal_can_be_read_and_answered_from_any_side(table: Table) -> None:
    table.begin()
    table.touch("blue@-1,0", "0,0")
    for side, (right, up) in SIDES:
        table.app.session.set(sides={"blue": side})
        table.root.refresh()
        table.stage.settle()
        table.touch("blue@0,0", "0,-1")
        table.complete()
        assert table.asked() == "ways"
        card = table.play.now.card
        x, y = card.to_window(*card.pos)
        along = card.to_window(card.right, card.y)
        assert along[0] - x == pytest.approx(right * card.width, abs=1), side
        assert along[1] - y == pytest.approx(up * card.width, abs=1), side
        assert not table.faults(), side
        for one in (table.play.now.text, table.play.now._eyebrow):
            assert not _overlap(_box(one), _box(table.play.last.text)), side
        table.button("show_rule")
        assert not table.faults(), side
        table.button("close")
        table.button("never_mind")
        assert table.asked() == "offers", side


@SMALL
def test_the_first_of_many_reasons_is_shown_and_the_others_are_counted(table: Table) -> None:
    table.begin()
    table.root.choose(letters="largest")
    table.root.play(table.open_match)
    walk = Walk(table.root, GAME)
    worst = walk.worst()
    assert worst is not None
    table.open_match.presenter.make(*worst)
    table.complete()
    refusal = table.open_match.presenter.refusal
    assert refusal is not None and len(refusal.faults) > 2 and table.asked() == "ways"
    assert refusal.faults[0].sentence in table.words()
    assert str(len(refusal.faults) - 1) in table.play.now.note.text
    assert not table.faults()
    table.button("show_rule")
    assert all(fault.sentence in table.words() for fault in refusal.faults)
    assert all(fault.number in table.words() for fault in refusal.faults if fault.rule)


@pytest.mark.parametrize(
    ("game", "stage"),
    [
        *((game, (800, 480)) for game in registry.names()),
        *((GAME, size) for size in ((1280, 720), (720, 1280))),
    ],
    indirect=["stage"],
    ids=str,
)
def test_one_finger_alone_makes_nothing_on_the_board_larger(table: Table, game: str) -> None:
    table.begin(game)
    table.complete()
    board = table.play.board
    (loupe,) = table.all(Loupe, table.play)
    if loupe.disabled:  # the table takes all the room
        assert board.spot(loupe.width, (0, 0)) is None
        assert not table.faults()
        return
    clear = theme.mm(1) if board.right >= table.stage.size[0] - 1 else 0.0
    assert loupe.right + clear <= board.right, "it does not touch the rim of the screen"
    left, bottom = board.viewport.to_table(*loupe.pos)
    right, top = board.viewport.to_table(loupe.right, loupe.top)
    for one in board._order:
        a, b, c, d = one.bounds
        assert c <= left or right <= a or d <= bottom or top <= b, one.shape
    whole = board.viewport
    narrow = board.narrowest()
    table.press(loupe)
    assert board.narrowest() == pytest.approx(2 * narrow)
    assert loupe.look == "sign-smaller"
    table.press(loupe)
    assert board.viewport == whole and loupe.look == "sign-larger"
    assert not table.faults()


def test_a_board_is_enlarged_beside_what_is_asked(table: Table) -> None:
    table.begin()
    table.complete()
    board = table.play.board
    lit = min(board.lit)
    board.lit = frozenset({lit})
    (loupe,) = table.all(Loupe, table.play)
    table.press(loupe)
    x, y = board.where(lit)
    assert board.x <= x <= board.right and board.y <= y <= board.top
    assert abs(x - board.center_x) < board.width / 4 and abs(y - board.center_y) < board.height / 4


def test_a_phase_with_other_steps_makes_all_of_them_anew(stage: Stage) -> None:
    """A move that leads to it would be shown later."""
    header = stage.put(Header())
    header.put_steps(0, header.y, 900, 40)
    few = [("Ziehen", True, (2, 5))]
    many = [("Ziehen", False, (0, 0)), ("Handeln", True, (0, 0)), ("Mana", False, (0, 0))]

    def steps() -> list[Chip]:
        stage.frames(1)
        return [one for one in header.walk() if isinstance(one, Chip) and one.opacity]

    header.show("", "", many, (), "English")
    made = set(steps())
    for wanted in (few, many, [], many):
        header.show("", "", wanted, (), "English")
        assert sorted(one.text for one in steps()) == sorted(text for text, *_ in wanted)
        assert made.issuperset(steps())


def test_all_keys_of_the_tray_change_their_language_together(table: Table) -> None:
    table.begin()
    table.stage.until(lambda: not table.play.thinking)
    table.next_language()
    table.stage.settle()
    said = {one.label: one.detail for one in table.play.middle.places.buttons}
    blocked = [one for one in table.open_match.presenter.offers.tray if one.line]
    assert blocked and all(said.get(one.label, one.line) == one.line for one in blocked)
    assert any(one.label in said for one in blocked)

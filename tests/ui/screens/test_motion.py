"""What moves at the table: once, short, finished by the next touch, and nothing at all at rest."""

import gc
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from companion.scene import Counter, Dots, Instrument, Pyramid, Scale, Scene, Shape
from tests.ui.screens.recorded import at_line
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui import theme
from ui.canvas.animation import APART, SHAKES, TURNS, Breather, Dropper, Grower, Traveller, Turner
from ui.canvas.arrivals import full
from ui.screens.service.settings import SettingsPage
from ui.screens.table.end import End
from ui.screens.table.gestures import left, steps_between
from ui.screens.table.play import Play
from ui.screens.table.podium import Podium, Step
from ui.screens.table.secret import SecretPage
from ui.widgets import board, loupe, moment, tabletop
from ui.widgets.board import Board
from ui.widgets.button import ActionButton
from ui.widgets.gliding import Gliding
from ui.widgets.glowing import Glowing


def drawn_at_rest(table: Table) -> int:
    """Frames that are drawn while nothing happens: all is saved, and the loupe has its place."""
    table.saved()
    _pass(table, loupe.AFTER + 0.1)
    before = table.stage.flips
    _pass(table, 0.3)
    return table.stage.flips - before


def _pass(table: Table, seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        time.sleep(0.01)
        table.stage.frames()


def test_nothing_is_drawn_while_nothing_happens(table: Table) -> None:
    table.begin()
    table.touch("blue@-1,0", "0,0")
    assert drawn_at_rest(table) == 0


def test_the_end_is_celebrated_once_and_a_touch_has_it_there_at_once(table: Table) -> None:
    table.begin()
    for seat in table.open_match.match.seats[:-1]:
        table.open_match.match.resign(seat)
    table.root.refresh()
    end = table.page
    assert isinstance(end, End) and end.photo is not None
    winner = end.photo.winner
    began = winner.risen
    table.tap(*end.header.center)
    assert began < 1 and winner.risen == 2.0
    table.next_language()
    assert end.photo.winner.risen == 2.0, "once"
    assert drawn_at_rest(table) == 0


def test_steps_rise_from_nothing_whatever_stands_on_them(stage: Stage) -> None:
    dots, coins, built = Dots("", 3, 4), Counter("", 2), Pyramid("", ((2, 3), (1, 2)))
    bears: dict[str, tuple[Instrument, ...]] = {
        "red": (dots,),
        "blue": (coins, coins),
        "green": (built,),
    }
    steps = [Step(seat, seat, at, "7", made) for at, (seat, made) in enumerate(bears.items(), 1)]
    podium = stage.put(Podium(steps, size_hint=(None, None), size=(500, 300)))
    full = 0
    for part in range(41):
        podium.risen = part / 20
        stage.settle()
        full = max(full, len(podium._easel.figure.words))
    assert full == len(podium._easel.figure.words) > len(bears)


def test_a_turn_that_goes_on_to_somebody_else_crosses_the_head_in_their_colour(
    table: Table,
) -> None:
    table.begin()
    crossing = table.play.gestures._crossing
    crossing._seconds = 30.0
    table.open_match.presenter.passing()
    while table.open_match.presenter.seat == "blue":
        table.open_match.presenter.passing()
    table.stage.settle()
    colour = tuple(crossing._ink.rgba)
    card = table.play.people.cards[str(table.open_match.presenter.seat)]
    breathes = [one for one in moment._going if isinstance(one, moment.Breathing)]
    assert card in [one._widget for one in breathes]
    assert crossing.going and colour == theme.hexed(
        theme.seat(table.open_match.presenter.seat).fill
    )
    table.tap(*table.play.board.center)
    assert not crossing.going and crossing._ink.a == 0


def test_the_next_touch_finishes_what_moves_and_is_not_kept_waiting(table: Table) -> None:
    table.begin()
    board = table.play.board
    board.travel = 30
    table.touch("blue@-1,0", "0,0")
    before = len(table.told)
    walks = board.travelling()
    table.touch("blue@0,0", "1,0")
    assert walks and len(table.told) > before and not board.travelling().keys() & walks.keys()


def test_a_key_looks_pressed_before_what_it_does(table: Table) -> None:
    table.begin()
    faces: list[tuple[int, bool]] = []
    key: ActionButton = table.play.keys.help
    drawn = key.drawn
    key.bind(on_press=lambda one: faces.append((one.drawn, one._down)))
    begun = time.perf_counter()
    x, y = key.to_window(*key.center)
    table.stage.tap(x, y)
    assert faces[0] == (drawn + 1, True)
    assert time.perf_counter() - begun < 1


def test_a_cover_closes_from_its_rim_and_shows_nothing_meanwhile(table: Table) -> None:
    table.begin("sakkara")
    draft = table.open_match.presenter.offers.begun("tell_tile")
    page = SecretPage(table.root, table.open_match, "white", draft)
    table.root.open(page)
    assert page._closing.going
    table.tap(*page.header.title.center)
    assert not page._closing.going


def test_the_gold_goes_from_one_step_to_the_next_and_a_touch_has_it_there(table: Table) -> None:
    table.begin()
    table.complete()
    steps = table.play.header.steps
    steps._slides._seconds = 30.0
    table.open_match.presenter.passing()
    table.stage.settle()
    assert steps.now is not None and steps.now.shift < 0
    table.tap(*table.play.board.center)
    assert steps.now.shift == 0


def test_what_leaves_the_table_goes_to_whose_it_is_or_to_the_only_one_who_has_something_new() -> (
    None
):
    def piece(key: str, seat: str = "") -> Shape:
        return Shape(form="piece", x=1, y=2, size=1, key=key, look=key[:5], seat=seat)

    stone, native, other = piece("stone:1"), piece("native:a", "red"), piece("native:b", "blue")
    before, blue = (stone, native, other), {"blue": ()}
    assert left(before, (native, other), blue) == [(stone, "blue")]
    assert left(before, (stone, native), blue) == [(other, "blue")]
    assert left(before, (stone, other), blue) == [], "nothing of it is red's"
    assert left(before, (native, other), {"blue": (), "red": ()}) == [], "nobody knows whose"
    assert left((stone,), (piece("stone:2"),), blue) == [], "it lies elsewhere now"


def test_what_counts_goes_field_by_field_and_to_a_full_beam_comes_its_line() -> None:
    before, now = (Dots("", 1, 4), Scale("", 1, 3, 8)), (Dots("", 2, 4), Scale("", 4, 4, 8))
    seen = [one[1] for one in steps_between(before, now)]
    assert seen == [Scale("", value, 4, 8) for value in (1, 2, 3, 4)]
    beam = Shape(form="beam", x=0, y=0, size=1, count=2, token="P1.L1")
    stones = [
        Shape(form="piece", x=x, y=0, size=1, token="P1.L1", key=f"stone:{x}") for x in (0, 1)
    ]
    assert not full((beam, stones[0])) and full((beam, *stones)) == {"P1.L1"}


def test_a_stone_that_was_given_for_a_full_beam_drops_onto_another(stage: Stage) -> None:
    board = stage.put(Board(size_hint=(None, None), size=(300, 300)))
    beams = [
        Shape(form="beam", x=0.5, y=y, size=1, count=2, token=token)
        for y, token in ((0, "low"), (1, "high"))
    ]

    def stone(x: int, y: int, token: str) -> Shape:
        return Shape(form="piece", x=x, y=y, size=0.8, token=token, key=f"s:{x}{y}", look="ring")

    board.scene = Scene((*beams, stone(0, 0, "low")), ())
    stage.settle()
    board.scene = Scene((*beams, stone(0, 0, "low"), stone(1, 0, "low"), stone(0, 1, "high")), ())
    stage.settle()
    came = {one.figure.shape.token: one for one in board._travels._movers}
    given = came["high"]
    assert isinstance(given, Dropper) and isinstance(came["low"], Grower)
    given.move(given.began)
    above = given._shift.y
    assert given.move(given.began + given.seconds + 0.01) and above > 0.8 > abs(given._shift.y)


def test_pieces_that_can_be_moved_breathe_once_when_the_turn_goes_on(table: Table) -> None:
    table.begin()
    table.complete()
    board = table.play.board
    board.travel = 30.0
    while table.open_match.presenter.seat == "blue":
        table.open_match.presenter.passing()
    table.stage.settle()
    breathe = [one for one in board._travels._movers if isinstance(one, Breather)]
    assert breathe and {one.figure.shape.token for one in breathe} <= board.lit
    table.tap(*table.play.header.title.center)
    assert not len(board._travels)


def test_a_tile_that_is_restless_shakes_when_it_lies_and_cards_turn_one_after_the_other(
    stage: Stage,
) -> None:
    board = stage.put(Board(size_hint=(None, None), size=(300, 300), travel=0.25))
    tiles = tuple(
        Shape(form="card", x=x, y=0, size=1, look="back" if not x else "other") for x in (0, 2)
    )
    board.scene = Scene(tiles, ())
    stage.settle()
    board._travels.restless = frozenset({"ember"})
    after = [board._figure(replace(one, look="ember")) for one in tiles]
    board._travels.depart(board._order, after, 0.0, 0.25, 40.0)
    first, last = sorted(board._travels._movers, key=lambda one: one.began)
    assert (first.began, last.began) == (0.0, APART) and first.began + first.seconds == TURNS
    assert last.began + last.seconds == TURNS
    assert isinstance(first, Turner) and first.restless
    first.move(TURNS * 0.5)
    lies = first._shift.x
    first.move(TURNS * (1 - SHAKES * 0.9))
    glows = [ink.a for ink in first._embers]
    assert lies == 0 != first._shift.x and min(glows) > 0
    assert first.move(TURNS) and abs(first._shift.x) < 1e-9
    assert max(ink.a for ink in first._embers) < 1e-9


def test_what_moves_sees_its_end_though_nobody_keeps_it(stage: Stage) -> None:
    board = stage.put(Board(size_hint=(None, None), size=(300, 300)))
    before = len(board.canvas.after.children)
    moment.Running(board)
    gc.collect()
    moment.finish()
    assert len(board.canvas.after.children) == before


def test_what_leads_on_is_lit_one_after_the_other_the_nearest_first(table: Table) -> None:
    table.begin()
    table.complete()
    table.touch("blue@-1,0")
    table.stage.settle()
    (glowing,) = (one for one in moment._going if isinstance(one, Glowing))
    glowing._lay(0.15)
    shares = [ink.a for ink in glowing._inks]
    assert len(shares) > 2 and shares == sorted(shares, reverse=True) and shares[0] > shares[-1]
    assert glowing._seconds < 0.4
    table.tap(*table.play.header.title.center)
    assert not [one for one in moment._going if isinstance(one, Glowing)]
    assert all(ink.a <= shares[0] for ink in glowing._inks)


LONGEST = 0.4
"""Seconds of each; the win has three parts."""


class Clock:
    """Stands until it is set on."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


class Ceremony(NamedTuple):
    """record, line: where a recorded match comes to it. touched: what a finger does then. seen:
    whether it is under way."""

    record: str
    line: int
    touched: tuple[str, ...]
    seen: Callable[[Table], bool]


def moving(table: Table) -> list[object]:
    """Whatever moves on the screen."""
    travels = table.play.board._travels._movers if at_play(table) else []
    return [*travels, *(one for one in moment._under_way if one.going)]


def at_play(table: Table) -> bool:
    return isinstance(table.page, Play)


def of(kind: type) -> Callable[[Table], bool]:
    return lambda table: any(isinstance(one, kind) for one in moving(table))


def turns_below_whoever_comes(table: Table) -> bool:
    return [type(one) for one in table.play.board._travels._movers] == [Turner, Traveller]


def walks_with_a_stone(table: Table) -> bool:
    at = "#blue@0,0+stone"
    return {f"native:blue{at}", f"stone{at}"} <= table.play.board.travelling().keys()


def crosses_in_their_colour(table: Table) -> bool:
    band = table.play.gestures._crossing
    return band.going and tuple(band._ink.rgba) == theme.hexed(theme.seat("green").fill)


def rises(table: Table) -> bool:
    page = table.page
    assert isinstance(page, End) and page.photo is not None
    return page.photo.winner.risen < 2 and page.photo._celebration.going


CEREMONIES = {
    "tile turned": Ceremony("by-hand-2", 16, ("plain",), turns_below_whoever_comes),
    "stone carried": Ceremony("by-hand-2", 23, ("blue@1,0+stone", "0,0"), walks_with_a_stone),
    "offering": Ceremony("evening-2", 104, ("blue@0,0+m1", "move:sacrifice"), of(Gliding)),
    "level done": Ceremony("maya-2", 53, ("P4.L2",), of(moment.Running)),
    "hand-over": Ceremony("maya-2", 46, ("P4.L1", "move:build"), crosses_in_their_colour),
    "win": Ceremony("sakkara-night", 222, ("move:build",), rises),
}


@pytest.fixture(params=CEREMONIES)
def come_to(
    request: pytest.FixtureRequest, stage: Stage, tmp_path: Path
) -> Iterator[tuple[Ceremony, Table]]:
    one = CEREMONIES[request.param]
    table = at_line(stage, tmp_path, one.record, one.line)
    yield one, table
    table.close()


def want_less_motion(table: Table) -> None:
    """As people do it: in the settings, by the one switch."""
    table.menu("settings")
    page = table.page
    assert isinstance(page, SettingsPage)
    (switch,) = [made for name, on, made in page._values if (name, on) == ("less_motion", True)]
    table.press(table.reached(switch))
    table.button("to_table")


def touch_beneath(table: Table) -> bool:
    """Touch what leads on; whether that was heard. On the page of the winner nothing is heard at
    first, whatever moves there, for that finger was meant for the table."""
    if not at_play(table):
        table.tap(*table.labelled(table.say("button", "home")).center)
        return isinstance(table.page, End)
    play = table.play
    before = len(table.told), play.board.chosen
    token = next(one.shape.token for one in play.board.figures if one.shape.token in play.board.lit)
    table.touch(token)
    return (len(table.told), play.board.chosen) != before


@pytest.mark.parametrize("stage", [(1280, 720)], indirect=True, ids=str)
def test_a_ceremony_is_short_lets_a_finger_through_and_is_off_for_whoever_wants_less_motion(
    come_to: tuple[Ceremony, Table], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, table = come_to
    clock, match = Clock(), table.open_match.match
    for module in (board, moment, tabletop):
        monkeypatch.setattr(module, "monotonic", clock)
    steps = len(match.timeline.steps)

    def comes() -> bool:
        for token in one.touched:
            assert table.answer(token), token
        return one.seen(table)

    def taken_back() -> None:
        if not at_play(table):
            table.root.play(table.open_match)
        presenter = table.open_match.presenter
        presenter.take_back()
        while len(match.timeline.steps) > steps:
            assert match.undo(match.seats[0], match.seats, "entered wrongly").done
        presenter.on_change()
        table.complete()

    assert comes()
    clock.now += LONGEST if at_play(table) else 3 * LONGEST
    table.stage.frames(2)
    assert not moving(table)
    taken_back()
    assert comes()
    assert touch_beneath(table) and not one.seen(table)
    taken_back()
    want_less_motion(table)
    assert not comes() and not moving(table)

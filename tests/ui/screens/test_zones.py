"""Where everything stands at the table, and that nothing that happens there moves it."""

from pathlib import Path

import pytest

from tests.ui.screens.table import Table
from tests.ui.stage import Stage, pixel
from ui import theme
from ui.canvas.frame import drawn
from ui.screens.table.zones import SCREENS, Box, Screen, Zones, cards, placed
from ui.shell.steps import Chip

SIZES = [screen.size for screen in SCREENS]
ALL_SIZES = pytest.mark.parametrize("stage", SIZES, indirect=True, ids=str)


@pytest.mark.parametrize("screen", SCREENS, ids=lambda one: f"{one.size[0]}x{one.size[1]}")
def test_each_zone_is_where_it_was_designed(screen: Screen, sized: None) -> None:
    theme.use(screen.size)
    wide, high = screen.size
    for name, (left, bottom, width, height) in _boxes(placed(0, 0, wide, high)):
        drawn = getattr(screen.zones, name)
        found = (left, high - bottom - height, width, height)
        assert found == pytest.approx(drawn, abs=0.01), name


@pytest.mark.parametrize("size", [(1920, 1080), (1366, 768), (1024, 768), (600, 1024)], ids=str)
def test_zones_of_any_screen_lie_in_it_and_not_over_one_another(
    size: tuple[int, int], sized: None
) -> None:
    theme.use(size)
    found = dict(_boxes(placed(0, 0, *size)))
    apart = [box for name, box in found.items() if name not in ("steps", "last")]
    for number, one in enumerate(apart):
        assert one[0] >= 0 and one[1] >= 0
        assert one[0] + one[2] <= size[0] + 0.1 and one[1] + one[3] <= size[1] + 0.1
        assert not any(_over(one, other) for other in apart[number + 1 :])


@pytest.mark.parametrize("screen", SCREENS, ids=lambda one: f"{one.size[0]}x{one.size[1]}")
@pytest.mark.parametrize("count", range(2, 6))
def test_every_player_has_a_card_in_the_zone_of_people(
    screen: Screen, count: int, sized: None
) -> None:
    theme.use(screen.size)
    zone = placed(0, 0, *screen.size).people
    found = cards(zone, count, *screen.size)
    drawn = screen.crowd if count > 4 else screen.card
    for number, box in enumerate(found):
        assert box[2:] == pytest.approx(found[0][2:])
        assert box[2] >= drawn[0] - 0.01 and box[3] >= drawn[1] - 0.01
        assert min(box[2:]) >= theme.mm(theme.TOUCH)
        assert box[0] >= zone[0] - 0.1 and box[1] >= zone[1] - 0.1
        assert box[0] + box[2] <= zone[0] + zone[2] + 0.1
        assert not any(_over(box, other) for other in found[number + 1 :])
    if 1 < count <= screen.columns:  # then one row has all of the zone
        assert found[0][3] == pytest.approx(zone[3])
        assert found[-1][0] + found[-1][2] == pytest.approx(zone[0] + zone[2])


@ALL_SIZES
def test_a_question_and_a_refusal_move_nothing(table: Table) -> None:
    table.begin()
    before = _where(table)
    table.touch("blue@-1,0")
    assert _where(table) == before
    table.touch("-2,0")
    assert table.play.middle.face and table.play.middle.face.form == "picker"
    assert _where(table) == before
    table.answer("plain")
    table.touch("blue@-1,0", "1,0")
    table.complete()
    assert table.open_match.presenter.refusal is not None
    assert _where(table)[1:] == before[1:]
    assert not table.faults()


def test_the_board_keeps_its_scale_between_a_question_and_its_answer(table: Table) -> None:
    table.begin()
    board = table.play.board
    board.travel = 0.0
    table.touch("blue@-1,0")
    scale, origin = board.viewport.scale, board.viewport.origin
    table.touch("-2,0")
    assert (board.viewport.scale, board.viewport.origin) == (scale, origin)
    assert "-2,0" in board.asked_about
    table.answer("plain")
    shown = board.viewport
    assert shown.to_screen(*_middle(table, "-2,0"))[0] > board.x


@ALL_SIZES
def test_after_a_volcano_was_laid_the_space_that_is_explored_is_whole_in_sight(
    table: Table,
) -> None:
    table.begin()
    board = table.play.board
    board.travel = 0.0
    table.touch("blue@-1,0", "-2,0")
    table.answer("volcano")
    table.touch("2,0")
    table.complete()
    assert "-2,0" in board.asked_about and table.asked() == "picker"
    place = next(one for one in board.figures if one.shape.token == "-2,0")
    left, bottom, right, top = board.viewport.box(place.bounds)
    assert left >= board.x and bottom >= board.y and right <= board.right and top <= board.top
    shown = board.viewport
    table.answer("plain")
    table.complete()
    assert (board.viewport.scale, board.viewport.origin) == (shown.scale, shown.origin)


def test_empty_spaces_are_drawn_only_while_they_are_legal(table: Table) -> None:
    table.begin()
    board = table.play.board
    assert not _empties(table)
    table.touch("blue@-1,0")
    empties = _empties(table)
    assert empties and empties <= board.lit


@pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)
def test_a_lit_space_at_the_rim_is_lit_as_deep_as_it_answers(table: Table) -> None:
    table.begin()
    table.touch("blue@-1,0", "-2,0")
    table.answer("volcano")
    table.complete()
    board, cut = table.play.board, 0
    seen, deep = table.stage.pixels(), theme.mm(theme.TOUCH)
    for token in board.lit:
        left, low, right, high = board.box_of(token)
        wide, tall = 0.3 * (right - left), 0.3 * (high - low)
        across, up = (left + wide, right - wide), (low + tall, high - tall)
        rims = {
            "left": (right - board.x, (board.x + deep - 12, up[0], board.x + deep + 2, up[1])),
            "right": (
                board.right - left,
                (board.right - deep - 2, up[0], board.right - deep + 12, up[1]),
            ),
            "low": (
                high - board.y,
                (across[0], board.y + deep - 12, across[1], board.y + deep + 2),
            ),
            "high": (
                board.top - low,
                (across[0], board.top - deep - 2, across[1], board.top - deep + 12),
            ),
        }
        for rim, (in_sight, strip) in rims.items():
            if in_sight < deep:
                cut += 1
                assert _shines(table, seen, strip), (token, rim)
    assert cut


def _shines(table: Table, seen: bytes, box: Box) -> bool:
    """Whether the light of what is offered is seen in a box that lies on the board."""
    board, lit = table.play.board, [round(255 * one) for one in theme.colour("lit")[:3]]
    left, low = max(board.x, box[0]), max(board.y, box[1])
    right, high = min(board.right, box[2]), min(board.top, box[3])
    return any(
        pixel(seen, table.stage.size[0], x, y) == pytest.approx(lit, abs=12)
        for x in range(round(left), round(right))
        for y in range(round(low), round(high))
    )


def _empties(table: Table) -> set[str]:
    board = table.play.board
    seen = drawn(board.figures, board._meant().tokens)
    return {one.shape.token for one in seen if one.shape.ghost and one.shape.token}


def _middle(table: Table, token: str) -> tuple[float, float]:
    shape = next(one for one in table.play.board.scene.shapes if one.token == token)
    return shape.x, shape.y


def _where(table: Table) -> list[object]:
    """The frame of the board, and where each part of the table stands."""
    table.complete()
    play = table.play
    parts = (play.board, play.people, play.now, play.last, play.middle, play.main, play.header)
    people = [(*one.pos, *one.size) for one in play.people.cards.values()]
    return [play.board.viewport, *((*one.pos, *one.size) for one in parts), people]


def _boxes(zones: Zones) -> list[tuple[str, Box]]:
    return [(name, getattr(zones, name)) for name in Zones.__dataclass_fields__]


def _over(one: Box, other: Box) -> bool:
    wide = min(one[0] + one[2], other[0] + other[2]) - max(one[0], other[0])
    high = min(one[1] + one[3], other[1] + other[3]) - max(one[1], other[1])
    return wide > 1 and high > 1


@pytest.mark.parametrize(
    ("stage", "language"),
    [
        ((1280, 720), "en"),
        ((1024, 600), "de"),
        ((800, 480), "de"),
        ((800, 480), "en"),
        ((720, 1280), "de"),
    ],
    indirect=["stage"],
    ids=str,
)
def test_the_header_shows_the_round_and_the_time(
    stage: Stage, tmp_path: Path, language: str
) -> None:
    table = Table(stage, tmp_path, language)
    table.begin()
    table.touch("blue@-1,0", "0,0")
    table.complete()
    progress, steps = table.play.header.progress, table.play.header.steps
    assert (
        progress.opacity
        and progress.text == {"de": "Runde 1 · 0:00", "en": "Round 1 · 0:00"}[language]
    )
    assert (
        not progress.cut
        and progress.height > progress.texture_size[1]
        and progress.right <= table.play.header.badges.x
    )
    assert progress.x > steps.used or steps.top <= table.play.header.y + 1
    assert all(not chip.cut for chip in table.all(Chip)) and not table.faults()
    table.close()


@pytest.mark.parametrize("stage", [(1280, 720), (720, 1280)], indirect=True, ids=str)
def test_rules_and_help_are_the_whole_screen_and_cover_no_part_of_the_board(table: Table) -> None:
    table.begin()
    table.touch("blue@-1,0", "0,-1")
    _whole(table, "show_rule")
    assert table.open_match.presenter.refusal is not None
    table.button("never_mind")
    _whole(table, "help")


def _whole(table: Table, way: str) -> None:
    table.button(way)
    sheet = table.page.sheet
    assert sheet is not None and not table.faults()
    assert (*sheet.card.pos, *sheet.card.size) == pytest.approx(table.page.body)
    table.button("close")

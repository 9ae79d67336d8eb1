"""A layout before the first move, shuffled or told; and a box that is counted for it."""

from pathlib import Path
from typing import Any

import pytest

from companion.match.entries import Played
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.screens.table.count_box import CountBox
from ui.screens.table.fix import Fix
from ui.screens.table.make_layout import MakeLayout
from ui.screens.table.play import Play
from ui.widgets.button import ActionButton

GAME = "sakkara"
SIZES = pytest.mark.parametrize(
    "stage", [(1280, 720), (1024, 600), (800, 480), (720, 1280)], indirect=True, ids=str
)
SMALL = pytest.mark.parametrize("stage", [(800, 480)], indirect=True, ids=str)


def begun(table: Table) -> MakeLayout:
    table.begin_seats(GAME)
    table.button("start")
    page = table.page
    assert isinstance(page, MakeLayout)
    return page


def played(table: Table) -> list[dict[str, Any]]:
    entries = table.open_match.match.timeline.entries
    return [one.move for one in entries if isinstance(one, Played)]


@SMALL
def test_three_touches_from_home_shuffle_the_layout_and_the_log_tells_its_number(
    table: Table,
) -> None:
    table.card_of("sakkara")  # a full shelf is turned to it first
    before = table.touches
    page = begun(table)
    assert page.bright is not None and played(table) == []
    shown = page.board.scene.shapes
    table.press(page.bright)
    assert isinstance(table.page, Play) and table.touches - before == 3
    assert [one["move"] for one in played(table)] == ["deal", "laid"]
    assert played(table)[0]["seed"] == page.seed
    lines = [s for e in table.open_match.match.timeline.entries for s in e.sentences["de"]]
    assert any(str(page.seed) in line for line in lines)
    stacks = {one.token: one.look for one in shown if one.form == "stack"}
    now = table.play.board.scene.shapes
    assert stacks == {one.token: one.look for one in now if one.form == "stack"}


@SMALL
def test_from_the_table_one_touch_leads_back_to_the_layout_that_is_still_to_be_made(
    table: Table,
) -> None:
    begun(table).left()
    table.complete()
    assert table.play.bright is table.play.main and not table.faults()
    assert table.say_game("kind", "laid") in table.words()
    table.press(table.play.main)
    assert isinstance(table.page, MakeLayout)


@SIZES
def test_the_pages_before_the_first_move_are_whole(stage: Stage, tmp_path: Path) -> None:
    table = Table(stage, tmp_path)
    page = begun(table)
    found = [*table.faults()]
    table.press(table.labelled(table.say("layout", "again")))
    table.touch_board(page.board, "d4")
    found += table.faults()
    table.press(table.labelled(table.say("layout", "lies")))
    table.press(table.labelled(table.say("layout", "two")))
    page._tile("ox")
    found += table.faults()
    table.press(table.labelled(table.say("button", "box")))
    assert isinstance(table.page, CountBox)
    table.next_language()
    found += table.faults()
    assert not found
    table.close()


@SMALL
@pytest.mark.parametrize("doubles", ["first", "last"])
def test_a_whole_layout_is_told_with_at_most_101_touches(table: Table, doubles: str) -> None:
    """From the way that is chosen to the table; what only one answer is left for is not asked."""
    page, before = begun(table), table.touches
    table.press(table.labelled(table.say("layout", "lies")))
    box = table.open_match.match.public.box
    tiles = [one.motif for one in box.counts for _ in range(one.count)]
    fields, touches = [at for _, names in page.layout.rows for at in names], 0
    while page.field:
        at = fields.index(page.field)
        if at < 26 if doubles == "first" else at >= 49 - 26:
            if not page.two:
                page._two()
                touches += 1
            page._tile(tiles.pop(0))
            touches += 1
            if page.field != fields[at]:  # what lies below was clear
                tiles.pop(0)
                continue
        page._tile(tiles.pop(0))
        touches += 1
    assert page.bright is not None
    table.press(page.bright)
    assert isinstance(table.page, Play)
    assert touches + table.touches - before <= 101
    assert sum(map(len, table.open_match.match.public.stacks)) == 75


@SMALL
def test_motifs_told_in_full_are_grey_and_the_others_say_how_many_are_left(table: Table) -> None:
    page = begun(table)
    table.press(table.labelled(table.say("layout", "lies")))
    two = table.labelled(table.say("layout", "two"))
    assert "26" in two.detail, "of 75 tiles on 49 spaces"
    page._tile("tip")
    page._tile("tip")
    ways = [one.detail for one in table.all(ActionButton, page.strip)]
    assert any("47" in one for one in ways), "spaces that are left"
    tiles = {one.look: one for one in table.all(ActionButton, page.side) if one.detail}
    assert (tiles["tip"].detail, tiles["tip"].offered) == ("0", False)
    assert (tiles["ox"].detail, tiles["ox"].offered) == ("4", True)


@pytest.mark.parametrize("stage", [(1280, 720)], indirect=True, ids=str)
def test_what_is_told_lies_on_its_field_at_once_and_nothing_on_those_not_told(table: Table) -> None:
    page = begun(table)
    table.press(table.labelled(table.say("layout", "lies")))
    first, second, *_ = page.layout.rows[0][1]
    choices = {one.look: one for one in table.all(ActionButton) if one.detail.isdigit()}
    table.press(choices["tip"])
    table.press(table.labelled(table.say("layout", "two")))
    table.press(next(one for one in table.all(ActionButton) if one.look == "ox"))
    lying = {one.token: one.look for one in page.board.scene.shapes if one.form == "stack"}
    assert lying == {first: "tip", second: "ox"}
    assert page.board.asked_about == {page.field} == {second}, "what lies below is still asked"
    assert not table.faults()


@SMALL
def test_one_touch_goes_back_a_field_even_to_the_row_before(table: Table) -> None:
    page = begun(table)
    table.press(table.labelled(table.say("layout", "lies")))
    first, second = page.layout.rows[0][1], page.layout.rows[1][1]
    for word in ("ox", "bird", "hand", "tip", "ship", "grain", "horse", "snake"):
        page._tile(word)
    assert page.field == second[1]
    for field in (second[0], first[6]):
        table.press(table.labelled(table.say("layout", "back")))
        assert page.field == field
    assert table.open_match.match.public.stack(first[0]) == ()
    page._tile("bird")
    assert table.open_match.match.public.stack(first[6]) == ("bird",)
    assert table.open_match.match.public.stack(first[0]) == ("ox",)
    table.press(table.labelled(table.say("layout", "shuffle")))
    assert page.bright is not None
    table.press(page.bright)
    assert table.play.now.hands.heading == "", "what was told otherwise is nothing for hands"


@SMALL
def test_ten_counts_that_differ_are_told_with_at_most_24_touches(table: Table) -> None:
    begun(table)
    before = table.touches
    table.press(table.labelled(table.say("button", "box")))
    page = table.page
    assert isinstance(page, CountBox)
    steps = table.all(ActionButton, page._cells)
    for number in range(10):
        table.press(steps[2 * number + number % 2])
    assert sum(page.counts.values()) == 75 and page.bright is not None
    table.press(page.bright)
    assert isinstance(table.page, Fix) and table.touches - before <= 24
    box = table.open_match.match.public.box
    assert {one.motif: one.count for one in box.counts} == page.counts
    assert len([one for one in box.told if one.startswith("count:")]) == 16


def test_a_sum_that_is_wrong_is_told_and_the_practice_numbers_come_back(table: Table) -> None:
    begun(table)
    table.press(table.labelled(table.say("button", "box")))
    page = table.page
    assert isinstance(page, CountBox)
    page._count("ox", -1)
    assert page.bright is None and page.unfinished()
    table.press(table.labelled(table.say("count", "practice")))
    assert page.bright is not None and not page.unfinished()

"""Points that are counted for any other game."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.archive import score
from companion.archive.categories import categories
from companion.archive.counting import Counting, take_up
from companion.archive.history import history, sheets
from companion.archive.score import AnyScoreEvent, Begun, Ended, Entered, ScoreSheet, Undone, fold
from companion.store import Library
from tests.store import table

PLAYERS = (("red", "Ada"), ("blue", "Ben"), ("green", ""))
START = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def times() -> Iterator[datetime]:
    return (START + timedelta(seconds=60 * number) for number in count())


def sheet(*points: int, lowest: bool = False, zero_sum: bool = False) -> ScoreSheet:
    """A sheet with points entered where they come next."""
    events: list[AnyScoreEvent] = [
        Begun(at=START, game="Skat", players=PLAYERS, lowest=lowest, zero_sum=zero_sum)
    ]
    for one in points:
        number, player = fold(events).next
        events.append(Entered(at=START, round=number, player=player, points=one))
    return fold(events)


def test_totals_and_places_of_negative_points_are_right() -> None:
    made = sheet(10, -5, 3, -20, 5, -3)
    assert made.rounds == ((10, -5, 3), (-20, 5, -3))
    assert made.totals == (-10, 0, 0)
    assert made.places == (3, 1, 1)
    assert made.next == (2, 0)


def test_the_fewest_points_win_where_they_should() -> None:
    assert sheet(10, -5, 3, lowest=True).places == (3, 1, 2)


def test_a_round_that_should_add_up_to_nothing_is_checked() -> None:
    assert sheet(10, -5, -5, 1, 1, 1, zero_sum=True).uneven == (1,)
    assert sheet(10, -5, zero_sum=True).rest == -5
    assert sheet(10, zero_sum=True).rest is None
    assert sheet(10, -5).rest is None
    assert sheet(1, 1, 1).uneven == ()


def test_categories_are_filled_in_any_order_and_no_others(tmp_path: Path) -> None:
    begun = Begun(at=START, game="Catan", players=PLAYERS, categories=("Cities", "Roads"))
    late = Entered(at=START, round=1, player=2, points=7)
    made = fold([begun, late])
    assert made.rounds == ((None, None, None), (None, None, 7))
    assert made.totals == (0, 0, 7) and made.next == (0, 0) and not made.full and not made.empty
    with pytest.raises(ValueError, match="no such place"):
        fold([begun, Entered(at=START, round=2, player=0, points=1)])
    every = [Entered(at=START, round=at, player=one, points=1) for at in (0, 1) for one in range(3)]
    assert fold([begun, *every]).full and fold([begun]).empty
    assert categories("CATAN", "en", {})[1] == "Cities"
    assert categories("catan", "en", {"a": made}) == ("Cities", "Roads")
    assert categories("Skat", "de", {}) == ()


def test_a_team_has_the_points_of_all_in_it_and_one_place() -> None:
    begun = Begun(at=START, game="Doppelkopf", players=PLAYERS, teams=(0, 1, 0))
    points = [Entered(at=START, round=0, player=at, points=one) for at, one in enumerate((3, 4, 2))]
    made = fold([begun, *points])
    assert made.totals == (5, 4, 5) and made.places == (1, 2, 1)
    with pytest.raises(ValueError, match="teams"):
        fold([Begun(at=START, game="Doppelkopf", players=PLAYERS, teams=(0, 1))])


def test_a_corrected_entry_counts_and_one_taken_back_does_not() -> None:
    begun = Begun(at=START, game="Skat", players=PLAYERS)
    events: list[AnyScoreEvent] = [
        begun,
        *(Entered(at=START, round=0, player=player, points=5) for player in range(3)),
        Entered(at=START, round=0, player=1, points=50),
    ]
    assert fold(events).totals == (5, 50, 5)
    assert fold([*events, Undone(at=START)]).totals == (5, 5, 5)
    assert fold([*events, Undone(at=START), Undone(at=START)]).next == (0, 2)
    over = [*events, Ended(at=START)]
    assert fold(over).ended == START
    assert fold([*over, Undone(at=START)]).ended is None
    assert fold([begun, Undone(at=START)]).undoable is False


@settings(max_examples=30)
@given(st.lists(st.one_of(st.none(), st.integers(-99, 99)), max_size=25))
def test_taking_an_entry_back_restores_what_was_before_it(told: list[int | None]) -> None:
    events: list[AnyScoreEvent] = [Begun(at=START, game="Skat", players=PLAYERS)]
    before: list[tuple[tuple[int | None, ...], ...]] = []
    for points in told:
        now = fold(events)
        if points is None:
            events.append(Undone(at=START))
            assert fold(events).rounds == (before.pop() if before else now.rounds)
        else:
            before.append(now.rounds)
            number, player = now.next
            events.append(Entered(at=START, round=number, player=player, points=points))


@pytest.mark.parametrize(
    "events",
    [
        [],
        [Ended(at=START)],
        [Begun(at=START, game="", players=PLAYERS)] * 2,
        [
            Begun(at=START, game="", players=PLAYERS),
            Entered(at=START, round=1, player=0, points=1),
        ],
        [
            Begun(at=START, game="", players=PLAYERS),
            Entered(at=START, round=0, player=3, points=1),
        ],
    ],
)
def test_impossible_events_make_no_sheet(events: list[AnyScoreEvent]) -> None:
    with pytest.raises(ValueError, match=r"beginning|no such place"):
        fold(events)


def test_a_sheet_is_not_lost_when_the_plug_is_pulled(tmp_path: Path) -> None:
    clock = times()
    library = Library(tmp_path / "now", table.now)
    counting = Counting.begin(library, "Skat", PLAYERS, lambda: next(clock))
    for points in (18, -36, 0, 24):
        counting.enter(*counting.sheet.next, points)
    assert library.journal.flush()
    assert counting.saved
    later = Library(table.copy(tmp_path / "now", tmp_path / "later"), table.now)
    ((name, found),) = sheets(later).items()
    assert found == counting.sheet
    again = take_up(later, name, lambda: next(clock))
    assert again.saved
    again.enter(*again.sheet.next, 20)
    again.end()
    assert later.journal.flush()
    (summary,) = history(later)
    assert (summary.game, summary.how, summary.moves) == ("Skat", "counted", 2)
    assert [(p.name, p.score, p.place) for p in summary.players] == [
        ("Ada", 42, 1),
        ("Ben", -16, 3),
        ("", 0, 2),
    ]
    assert summary.seconds == 60 * 6
    later.close()
    library.close()


def test_a_night_in_between_does_not_count_as_play() -> None:
    begun = Begun(at=START, game="Skat", players=PLAYERS)
    first = Entered(at=START + timedelta(minutes=5), round=0, player=0, points=1)
    morning = Entered(at=START + timedelta(hours=12), round=0, player=1, points=1)
    assert fold([begun, first, morning]).seconds == 300


def test_a_sheet_that_cannot_be_read_does_not_hide_the_others(tmp_path: Path) -> None:
    library = Library(tmp_path, table.now)
    library.keep_score("broken", 1, {"event": "nothing"})
    Counting.begin(library, "Skat", PLAYERS, lambda: START)
    assert library.journal.flush()
    assert [one.begun.game for one in sheets(library).values()] == ["Skat"]
    library.close()


def test_no_event_changes_on_its_way_to_the_disk() -> None:
    for event in (
        Begun(at=START, game="Skat", players=PLAYERS, zero_sum=True),
        Entered(at=START, round=0, player=2, points=-7),
        Undone(at=START),
        Ended(at=START),
    ):
        assert score.decode(score.encode(event)) == event

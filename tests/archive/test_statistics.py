"""Figures over finished matches."""

from datetime import UTC, datetime, timedelta

from companion.archive.statistics import OfSeat, of_games, of_players
from companion.archive.summary import Player, Summary

BEGIN = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)


def ended(
    number: int, *players: tuple[str, int], game: str = "river", minutes: int = 20, **more: object
) -> Summary:
    """A match; of each player name and place, in turn order."""
    colours = ("red", "blue", "green")
    told = tuple(
        Player(colour, name, place) for colour, (name, place) in zip(colours, players, strict=False)
    )
    return Summary(
        match=f"m{number}",
        game=game,
        how=str(more.pop("how", "rules")),  # type: ignore[arg-type]
        players=told,
        ended=BEGIN + timedelta(days=number),
        seconds=60.0 * minutes,
        **more,  # type: ignore[arg-type]
    )


def test_one_person_who_typed_a_name_in_two_ways_is_never_counted_as_two() -> None:
    matches = [ended(1, ("ada ", 1), ("Ben", 2)), ended(2, ("Ben", 2), ("Ada", 1))]
    ada, ben = of_players(matches)
    assert (ada.name, ada.played, ada.won, ada.placed) == ("Ada", 2, 2, 2)
    assert (ben.name, ben.won, ben.games) == ("Ben", 0, {"river": 2})


def test_a_shared_first_place_is_nobodys_win() -> None:
    ada, ben = of_players([ended(1, ("Ada", 1), ("Ben", 1))])
    assert ada.won == ben.won == 1


def test_nobody_without_a_name_appears_among_the_players() -> None:
    assert of_players([ended(1, ("", 1), (" ", 2))]) == ()


def test_how_often_each_seat_wins_is_counted_rightly() -> None:
    matches = [
        ended(1, ("Ada", 1), ("Ben", 2)),
        ended(2, ("Ben", 2), ("Ada", 1)),
        ended(3, ("Ben", 1), ("Ada", 2), ("Cem", 3)),
        ended(4, ("Ben", 0), ("Ada", 0), how="agreed"),  # nobody was placed: says nothing
    ]
    (game,) = of_games(matches)
    assert (game.played, game.placed) == (4, 3)
    assert game.order == (OfSeat(3, 2), OfSeat(3, 1), OfSeat(1, 0))
    assert game.expected == 1 / 2 + 1 / 2 + 1 / 3
    assert game.wins == {"Ada": 2, "Ben": 1}
    assert game.players == {2: 3, 3: 1}


def test_the_lengths_and_refusals_of_a_game_are_added_up() -> None:
    matches = [
        ended(1, ("Ada", 1), minutes=14, refusals={"R1": 2}),
        ended(2, ("Ada", 1), minutes=15, refusals={"R1": 1, "R2": 4}, overrides={"R2": 1}),
        ended(3, ("Ada", 1), minutes=44),
    ]
    (game,) = of_games(matches)
    assert game.lengths == {0: 1, 15: 1, 30: 1}
    assert list(game.refusals.items()) == [("R2", 4), ("R1", 3)]
    assert game.overrides == {"R2": 1}


def test_a_counted_game_is_never_taken_for_the_refereed_one_of_its_name() -> None:
    matches = [ended(1, ("Ada", 1)), ended(2, ("Ada", 1), game="River", how="counted")]
    assert [(one.game, one.counted, one.played) for one in of_games(matches)] == [
        ("River", True, 1),
        ("river", False, 1),
    ]


def test_no_matches_at_all_still_have_statistics() -> None:
    assert of_games([]) == ()
    assert of_players([]) == ()

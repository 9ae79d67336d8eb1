"""The link that hands a match on to BG Stats."""

import json
from datetime import UTC, datetime, timedelta, timezone
from urllib.parse import parse_qs, urlsplit

from companion.archive.bgstats import LINK, MOST, link, play
from companion.archive.summary import Player, Summary

NAMES = {"red": "Rot", "blue": "Blau", "green": "Grün", "yellow": "Gelb", "white": "Weiß"}
MATCH = Summary(
    match="0123456789abcdef0123456789abcdef",
    game="river",
    how="rules",
    players=(Player("red", "Ada & Eva", 2, 7), Player("blue", "Ännchen", 1, 12), Player("green")),
    ended=datetime(2026, 11, 20, 23, 30, tzinfo=timezone(timedelta(hours=1))),
    seconds=3540,
)


def decoded(url: str) -> dict[str, object]:
    """As a phone takes it apart."""
    (data,) = parse_qs(urlsplit(url).query, strict_parsing=True)["data"]
    found: dict[str, object] = json.loads(data)
    return found


def test_the_app_can_take_the_play_out_of_the_link() -> None:
    url = link(MATCH, "Der Fluß", NAMES)
    assert url.startswith(LINK)
    assert url.isascii()
    assert decoded(url) == play(MATCH, "Der Fluß", NAMES)


def test_the_play_says_what_was_played() -> None:
    told = play(MATCH, "Der Fluß", NAMES)
    assert told["playDate"] == "2026-11-20 22:30:00"  # UTC
    assert told["durationMin"] == 59
    assert told["game"] == {
        "name": "Der Fluß",
        "sourceGameId": "river",
        "highestWins": True,
        "noPoints": True,  # one of them has no score
    }
    ada, anna, _ = told["players"]
    assert (ada["name"], ada["winner"], ada["startPlayer"]) == ("Ada & Eva", False, True)
    assert (anna["winner"], anna["role"]) == (True, "Blau")


def test_the_same_person_has_the_same_id_the_next_time() -> None:
    other = Summary(match="m2", game="river", how="rules", players=(Player("white", "ännchen "),))
    (again,) = play(other, "Der Fluß", NAMES)["players"]
    assert again["sourcePlayerId"] == play(MATCH, "", NAMES)["players"][1]["sourcePlayerId"]
    assert link(MATCH, "Der Fluß", NAMES) == link(MATCH, "Der Fluß", NAMES)


def test_no_score_gets_lost_and_a_match_without_a_time_breaks_nothing() -> None:
    two = Summary(
        match="m3",
        game="Golf",
        how="counted",
        highest=False,
        begun=datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC),
        players=(Player("red", "Ada", 1, -3), Player("blue", "Ben", 2, 5)),
    )
    told = decoded(link(two, "Golf", NAMES))
    assert told["playDate"] == "2026-01-02 03:04:05"
    assert told["game"]["highestWins"] is False  # type: ignore[index]
    assert [one["score"] for one in told["players"]] == [-3, 5]  # type: ignore[attr-defined]


def test_five_people_with_the_longest_names_are_too_much_for_a_code() -> None:
    for letter, whole in (("M", True), ("Ü", False)):
        players = tuple(
            Player(seat, letter * 19 + str(number), number + 1, 100)
            for number, seat in enumerate(NAMES)
        )
        longest = Summary(match="f" * 32, game="g" * 12, how="rules", players=players)
        url = link(longest, "Maximilian spielt gegen", NAMES)
        assert len(url) <= MOST
        told = decoded(url)["players"]
        assert [one["winner"] for one in told] == [True, *[False] * 4]  # type: ignore[attr-defined]
        assert [one["score"] for one in told] == [100] * 5  # type: ignore[attr-defined]
        names = [one["name"] for one in told]  # type: ignore[attr-defined]
        assert (names == [one.name for one in players]) == whole
        assert len(set(names)) == (5 if whole else len(set(names)))

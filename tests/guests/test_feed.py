"""What the table tells the service, and when."""

from typing import Any

import msgspec

from companion.sight import wire
from companion.sight.wire import Dress, News
from tests.games.tried import GAMES
from tests.sight.evenings import NAMES, moments
from ui.guests.feed import Feed, Manner

PLAIN = Manner("en", "dark", True, 0)
FIRST, SECOND, THIRD = list(moments(GAMES[0], 3, 2))[:3]


def told(feed: Feed, now: float) -> list[Any]:
    """What is told at that second: of a page what it is worn with, of pictures their lines."""
    found: list[Any] = []
    for line in feed.lines(now).splitlines():
        match wire.from_table.decode(line):
            case Dress(page):
                found.append(msgspec.json.decode(page)["theme"])
            case News(_, whole, change):
                whole, change = (msgspec.json.decode(one) for one in (whole, change))
                found.append((whole and whole["lines"], change is not None))
    return found


def test_a_picture_is_told_once_and_as_a_change_where_it_can_be() -> None:
    feed = Feed()
    assert told(feed, 0) == []
    feed.take(FIRST, PLAIN, 0)
    assert told(feed, 0) == ["dark", (FIRST.lines, False)]
    assert told(feed, 1) == []
    feed.take(SECOND, PLAIN, 2)
    feed.take(SECOND, PLAIN, 2)
    assert told(feed, 2) == [(SECOND.lines, True)]
    feed.anew()  # the service has begun again
    assert told(feed, 3) == ["dark", (SECOND.lines, False)]
    feed.take(None, PLAIN, 4)
    assert told(feed, 4) == ["dark", (None, False)]


def test_pictures_that_are_kept_back_come_in_order_and_none_too_soon() -> None:
    feed, late = Feed(), Manner("en", "dark", True, 5)
    feed.take(FIRST, late, 0)
    feed.take(SECOND, late, 100)
    assert told(feed, 299) == ["dark", (None, False)] and feed.due == 300
    assert told(feed, 300) == ["dark", (FIRST.lines, False)] and feed.due == 400
    feed.take(THIRD, late, 350)
    assert told(feed, 399) == []
    assert told(feed, 400) == [(SECOND.lines, True)]
    feed.take(THIRD, PLAIN, 401)  # it shall be seen at once from now on
    assert told(feed, 401) == ["dark", (THIRD.lines, False)] and feed.due is None


def test_whoever_takes_the_names_off_means_what_was_kept_back_too() -> None:
    feed, named, bare = Feed(), Manner("en", "dark", True, 1), Manner("en", "dark", False, 1)
    feed.take(FIRST, named, 0)
    assert NAMES[0].encode() in feed.lines(60)
    feed.take(SECOND, named, 61)
    feed.take(SECOND, bare, 62)
    for now in (62, 121, 200):
        said = feed.lines(now)
        assert said == b"" or not any(name.encode() in said for name in NAMES)
    assert told(feed, 300) == []

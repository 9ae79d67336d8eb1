"""What a viewer sees, as data: whole, in words, small, and in changes that lead to the same."""

import re

import msgspec
import pytest

from companion.sight.look import moment, seen
from companion.sight.patch import Patch, patch
from companion.sight.seen import Seen
from companion.text import LANGUAGES
from tests.games.tried import EACH_GAME, GAMES, Tried
from tests.sight.evenings import NAMES, moments, patched, played

WHOLE, ONE_CHANGE = 25_000, 3_000
"""Bytes that a whole picture may have, and a change in nineteen of twenty."""

MOVES = 40


def said(one: Seen) -> list[str]:
    """Every word of a picture that somebody reads."""
    rows = [row for each in (*(person.rows for person in one.people), one.table) for row in each]
    lines = [name for row in rows for _, name in getattr(row, "lines", ())]
    marks = [mark for row in rows for mark in getattr(row, "marks", ())]
    texts = [each.text for each in (*one.shapes, *one.stages, *rows)]
    names = [*(each.name for each in one.people), *(each.name for each in one.places)]
    told = [one.title, one.board, one.asked, one.last.sentence]
    return [word for word in (*lines, *marks, *texts, *names, *told) if word]


@EACH_GAME
def test_a_picture_and_what_changes_come_to_the_next_picture_and_are_small(tried: Tried) -> None:
    encode, sizes = msgspec.json.encode, []
    for language in LANGUAGES[:2]:
        before: Seen | None = None
        for one in moments(tried, 7, MOVES):
            now = seen(one, language, names=True)
            whole = encode(now)
            assert len(whole) <= WHOLE
            assert msgspec.json.decode(whole, type=Seen) == now
            if before is not None:
                step = patch(before, now)
                assert step is not None
                told = encode(step)
                assert patched(before, msgspec.json.decode(told, type=Patch)) == now
                sizes.append(len(told))
            before = now
    assert sorted(sizes)[int(0.95 * len(sizes))] <= ONE_CHANGE


@EACH_GAME
def test_everything_that_is_seen_is_said_in_words(tried: Tried) -> None:
    for language in LANGUAGES[:2]:
        for one in moments(tried, 3, MOVES):
            for word in said(seen(one, language, names=True)):
                assert not tried.drawing.RAW.search(word) or word in NAMES, word
                assert not re.search(r"\w\.\w{3}", word), word


@EACH_GAME
def test_without_names_nobody_is_named_and_otherwise_everybody_is(tried: Tried) -> None:
    named = re.compile("|".join(NAMES))
    met: set[str] = set()
    for match in played(tried, 5, MOVES):
        if len(match.entries) == 9:
            match.hand_over(match.seats[0], "Emil")
        one = moment(match)
        assert one is not None
        shown = msgspec.json.encode(seen(one, "en", names=False)).decode()
        assert not named.search(shown)
        met |= set(named.findall(msgspec.json.encode(seen(one, "en", names=True)).decode()))
    assert {*NAMES[1 : len(match.seats)], "Emil"} <= met


@pytest.mark.parametrize("tried", GAMES[:1], ids=lambda one: one.name)
def test_another_game_or_language_is_a_whole_new_picture(tried: Tried) -> None:
    one = next(moments(tried, 1, 0))
    german, english = (seen(one, language, names=True) for language in ("de", "en"))
    assert patch(german, english) is None and patch(german, german) == Patch(lines=german.lines)

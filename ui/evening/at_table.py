"""A way through all screens of a match: each step yields its name when it is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ui.evening.walk import LONGEST, Walk

SOME, FULL, LAST = 40, 400, 1500
"""Moves after which a match is well under way, after which a table counts as full, and after
which those who play agree to stop, for some matches never end by themselves."""

OTHER_LOOKS: dict[str, dict[str, Any]] = {
    "light": {"theme": "light"},
    "contrast": {"theme": "contrast"},
    "largest": {"letters": "largest"},
    "child": {"child": True},
    "child-largest": {"child": True, "letters": "largest"},
}
"""How else people want it, as settings."""

SIDES = ("right", "back", "left")


def at_table(walk: Walk) -> Iterator[str]:
    """From who plays to the end of the match."""
    yield from _usual(walk)
    yield from _begun(walk)
    yield from _sheets(walk)
    yield from _told(walk)
    yield from _refused(walk)
    yield from _full(walk)
    yield from _private(walk)
    yield from _over(walk)


def _usual(walk: Walk) -> Iterator[str]:
    """As most evenings look: no names, nothing extreme."""
    walk.glass.seats(walk.game)
    yield "seats"
    walk.press("options")
    yield "options"
    walk.close()
    walk.press("start")
    yield "table-first"
    desk = walk.desk
    for _ in range(SOME):
        walk.play_on(desk.match)
    walk.glass.refresh()
    yield "table-usual"
    worst = walk.worst()
    if worst is not None:
        desk.make(*worst)
        yield "refused-usual"


def _begun(walk: Walk) -> Iterator[str]:
    """With the longest names, in every way in which a match can begin."""
    glass, room = walk.glass, walk.glass.room
    title = room.title(walk.game)
    seats = title.game.colours[: title.game.players[1]]
    room.set(names={seat: f"{LONGEST[:-1]}{number}" for number, seat in enumerate(seats)})
    glass.seats(walk.game)
    yield "seats-longest"
    walk.press("sides")
    yield "sides"
    walk.close()
    walk.press("as_it_stands")
    yield "as-it-stands"
    glass.home()
    glass.seats(walk.game)
    walk.press("lay_out")
    yield "lay-out"
    walk.page.left()
    yield "table"


def _sheets(walk: Walk) -> Iterator[str]:
    walk.press("what_now")
    yield "what-now"
    walk.press("rules")
    yield "what-now-rules"
    walk.close()
    walk.press("menu")
    yield "menu"
    for name in ("log", "rules", "strictness", "players", "sides", "type_code", "clock", "pause"):
        walk.menu(name)
        yield name
        if name == "type_code":
            walk.press("letters")
            yield "letters"
        if name == "players":
            walk.page.sheet._choose(walk.desk.match.seats[0])
            yield "players-one"
            walk.press("end_agreed")
            yield "players-agree"
        walk.close()
    walk.menu("settings")
    yield "settings-in-match"
    walk.page.left()


def _told(walk: Walk) -> Iterator[str]:
    """What is told of the table and of the box."""
    for name in ("fix_table", "catch_up", "box"):
        walk.press("menu")
        if not walk.offers(name):
            walk.close()
            continue
        walk.press(name)
        yield name
        page = walk.page
        if name == "catch_up":
            page._named(page.desk.match.seats[0])
            yield "catching-up"
        else:
            role = page.desk.composer.role
            kind = next(k for k in page.desk.game.kinds if k.role == role and not k.hidden)
            page.desk.touch(f"move:{kind.name}")
            yield f"{name}-telling"
            page.desk.take_back()
        walk.glass.refresh()
        if walk.offers("box_files"):
            walk.press("box_files")
            yield "box-files"
            walk.close()
        page.left()


def _refused(walk: Walk) -> Iterator[str]:
    """The slip with the most faults, also from other sides, and for those who see or know less."""
    glass, desk, worst = walk.glass, walk.desk, walk.worst()
    sitting = glass.room.sitting
    if worst is None or sitting is None:
        return
    desk.make(*worst)
    yield "refused"
    if walk.offers("show_rule"):
        walk.press("show_rule")
        yield "rule"
    desk.take_back()
    walk.glass.refresh()  # the next one begins with its reasons again
    for side in SIDES:
        glass.room.set(sides=dict.fromkeys(desk.match.seats, side))
        desk.make(*worst)
        yield f"refused-{side}"
        desk.take_back()
    glass.room.set(sides={})
    plain = glass.room.settings
    desk.match.set_clock(600, 10)
    for name, chosen in OTHER_LOOKS.items():
        glass.choose(**chosen)
        glass.settings()
        yield f"settings-{name}"
        glass.play(sitting)
        yield f"table-{name}"
        desk.make(*worst)
        yield f"refused-{name}"
        desk.take_back()
        glass.choose(**{field: getattr(plain, field) for field in chosen})
    desk.match.set_clock(shown=False)
    glass.play(sitting)


def _full(walk: Walk) -> Iterator[str]:
    """The fullest table of a game played on, its pickers, questions and explained steps."""
    desk, picked = walk.desk, False
    for number in range(FULL):
        if not walk.play_on(desk.match):
            break
        if not picked and number > 30 and desk.offered.picker is not None:
            picked = True
            walk.glass.refresh()
            yield "picker"
    walk.glass.refresh()
    yield "table-full"
    desk.undo()
    if desk.question is not None:
        yield "question"
    desk.take_back()
    walk.glass.refresh()
    if walk.offers("explain"):
        walk.press("explain")
        yield "explained"
        walk.page.left()
    walk.menu("log")
    yield "log-full"
    walk.close()
    for side in SIDES:
        walk.glass.room.set(sides=dict.fromkeys(desk.match.seats, side))
        walk.glass.refresh()
        yield f"table-{side}"
    walk.glass.room.set(sides={})
    walk.glass.refresh()


def _private(walk: Walk) -> Iterator[str]:
    from ui.screens.private import LookPage
    from ui.screens.secret import SecretPage

    glass, sitting = walk.glass, walk.glass.room.sitting
    assert sitting is not None
    seat = walk.desk.match.seats[0]
    for name, page in (("look", LookPage), ("entry", SecretPage)):
        glass.go(page(glass, sitting))
        yield f"{name}-whose"
        walk.page.choose(seat)
        yield f"{name}-covered"
        if name == "look":
            walk.page._uncover()
            yield "look-open"
        elif walk.page.kinds():
            walk.page._begin(walk.page.kinds()[0].name)
            yield "entry-handed"
            walk.page._uncover()
            yield "entry-open"
        walk.page.left()


def _over(walk: Walk) -> Iterator[str]:
    match = walk.desk.match
    for _ in range(LAST):
        if match.over or not walk.play_on(match, over=True):
            break
    if not match.over:
        match.agree_end(match.seats[0], frozenset(match.seats))
    walk.glass.refresh()
    yield "end"
    if walk.offers("replay"):
        walk.press("replay")
        yield "replay"

"""A way through all screens of a match: each step yields its name when it is there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from demo.walk import LONGEST, Walk

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
    walk.root.go("seats", walk.game)
    yield "seats"
    walk.press("options")
    yield "options"
    walk.close()
    walk.press("start")
    if not walk.offers("menu"):
        yield "before-the-first-move"
        walk.page.left()
    yield "table-first"
    presenter = walk.presenter
    for _ in range(SOME):
        walk.play_on(presenter.match)
    walk.root.refresh()
    yield "table-usual"
    worst = walk.worst()
    if worst is not None:
        presenter.make(*worst)
        yield "refused-usual"


def _begun(walk: Walk) -> Iterator[str]:
    """With the longest names, in every way in which a match can begin."""
    root, session = walk.root, walk.root.session
    package = session.package(walk.game)
    seats = package.game.colours[: package.game.players[1]]
    session.set(names={seat: f"{LONGEST[:-1]}{number}" for number, seat in enumerate(seats)})
    root.go("seats", walk.game)
    yield "seats-longest"
    walk.press("as_it_stands")
    yield "as-it-stands"
    root.home()
    root.go("seats", walk.game)
    walk.press("lay_out")
    yield "lay-out"
    walk.page.left()
    yield "table"


SHEETS = ("rules", "strictness", "players", "ending", "sides", "type_code", "clock", "pause")
"""What the menu opens over a part of the table."""


def _sheets(walk: Walk) -> Iterator[str]:
    walk.press("help")
    yield "what-now"
    walk.press("rules")
    yield "what-now-rules"
    walk.close()
    walk.press("menu")
    yield "menu"
    walk.press("log")
    yield "log"
    walk.page.left()
    for name in SHEETS:
        walk.menu(name)
        yield name
        if name == "type_code":
            walk.press("letters")
            yield "letters"
        if name == "players":
            walk.page.sheet._choose(walk.presenter.match.seats[0])
            yield "players-one"
        if name == "ending":
            walk.press("end_agreed")
            yield "ending-agree"
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
            page._named(page.presenter.match.seats[0])
            yield "catching-up"
        else:
            role = page.presenter.composer.role
            kind = next(k for k in page.presenter.game.kinds if k.role == role and not k.hidden)
            page.presenter.touch(f"move:{kind.name}")
            yield f"{name}-telling"
            page.presenter.take_back()
        walk.root.refresh()
        if walk.offers("box_files"):
            walk.press("box_files")
            yield "box-files"
            walk.close()
        page.left()


def _refused(walk: Walk) -> Iterator[str]:
    """The slip with the most faults, also from other sides, and for those who see or know less."""
    root, presenter, worst = walk.root, walk.presenter, walk.worst()
    open_match = root.session.open_match
    if worst is None or open_match is None:
        return
    presenter.make(*worst)
    yield "refused"
    if walk.offers("show_rule"):
        walk.press("show_rule")
        yield "rule"
        walk.close()
    presenter.take_back()
    walk.root.refresh()  # the next one begins with its reasons again
    for side in SIDES:
        root.session.set(sides=dict.fromkeys(presenter.match.seats, side))
        presenter.make(*worst)
        yield f"refused-{side}"
        presenter.take_back()
    root.session.set(sides={})
    plain = root.session.settings
    presenter.match.set_clock(600, 10)
    for name, chosen in OTHER_LOOKS.items():
        root.choose(**chosen)
        root.go("settings")
        yield f"settings-{name}"
        root.play(open_match)
        yield f"table-{name}"
        presenter.make(*worst)
        yield f"refused-{name}"
        presenter.take_back()
        root.choose(**{field: getattr(plain, field) for field in chosen})
    presenter.match.set_clock(shown=False)
    root.play(open_match)


def _full(walk: Walk) -> Iterator[str]:
    """The fullest table of a game played on, its pickers, questions and explained steps."""
    presenter, picked = walk.presenter, False
    for number in range(FULL):
        if not walk.play_on(presenter.match):
            break
        if not picked and number > 30 and presenter.offers.picker is not None:
            picked = True
            walk.root.refresh()
            yield "picker"
    walk.root.refresh()
    yield "table-full"
    presenter.undo()
    if presenter.question is not None:
        yield "question"
    presenter.take_back()
    walk.root.refresh()
    walk.press("help")
    if walk.offers("explain"):
        walk.press("explain")
        yield "explained"
        walk.page.left()
    walk.menu("log")
    yield "log-full"
    walk.page.left()
    for side in SIDES:
        walk.root.session.set(sides=dict.fromkeys(presenter.match.seats, side))
        walk.root.refresh()
        yield f"table-{side}"
    walk.root.session.set(sides={})
    walk.root.refresh()


def _private(walk: Walk) -> Iterator[str]:
    from ui.screens.table.private import LookPage
    from ui.screens.table.secret import SecretPage

    root, open_match = walk.root, walk.root.session.open_match
    assert open_match is not None
    seat = walk.presenter.match.seats[0]
    for name, page in (("look", LookPage), ("entry", SecretPage)):
        root.open(page(root, open_match))
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
    match = walk.presenter.match
    for _ in range(LAST):
        if match.over or not walk.play_on(match, over=True):
            break
    if not match.over:
        match.agree_end(match.seats[0], frozenset(match.seats))
    walk.root.refresh()
    yield "end"
    if walk.offers("replay"):
        walk.press("replay")
        yield "replay"

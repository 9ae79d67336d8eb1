"""Whole matches of any game: what they show to everybody, and as they come back from the disk."""

from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

from companion.kernel import Draft, legal, offers
from companion.match.entries import decode
from companion.match.match import Match
from companion.store import Library
from companion.text import LANGUAGES


def reopened(folder: Path, name: str, match: Match) -> Match:
    """The match as it comes back from its library, with all that everybody saw of it and nothing
    wrong with it."""
    library = Library(folder, lambda: datetime(2026, 11, 21, tzinfo=UTC))
    reading, secrets, _, _ = library.resume(name)
    again = Match.reopen(
        match.package,
        [decode(line) for line in reading.lines],
        clock=lambda: 0.0,
        salt=lambda: bytes(16),
        secrets=secrets,
    )
    assert reading.damage is None
    assert not again.read_only
    assert again.position == match.position
    assert again.public == match.public
    assert again.entries == match.entries
    assert again.lines() == match.lines()
    assert library.close()
    return again


def everything_shared(match: Match) -> list[Any]:
    """All that a shared surface may show, say or hand out."""
    package, view = match.package, match.public
    return [
        view,
        package.scene(view),
        match.asked,
        [offers(package.game, view, Draft(kind)) for one in match.asked for kind in one.kinds],
        list(islice(legal(package.game, view), 200)),
        [line.entry.sentences for line in match.lines()],
        [
            match.phrasebook(language).say("ask", one.prompt, {"seat": one.seat, **one.values})
            for language in LANGUAGES
            for one in match.asked
        ],
    ]

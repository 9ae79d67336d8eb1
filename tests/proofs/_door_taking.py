"""Doors for matches and results of another table: records and lists of results on a stick."""

import json
import tempfile
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from companion.archive.export import files
from companion.archive.history import finish, history
from companion.maintenance.taking_in import RECORD, RESULTS, TakenIn, take_in
from companion.maintenance.texts import left_out, phrasebook
from companion.match import registry
from companion.match.match import Match
from companion.store import Library
from companion.text import LANGUAGES
from tests.proofs._door import Door, Parts, salt
from tests.proofs._door_files import now
from tests.proofs._noise import nearly, noise, torn_bytes, torn_lines

NAME = "Ada"


@cache
def exported(name: str = NAME) -> dict[str, bytes]:
    """What a table wrote onto a stick that played one match to its end; name: who played."""
    with tempfile.TemporaryDirectory() as place:
        library = Library(Path(place), now)
        package = registry.game_package(registry.names()[0])
        seats = package.game.colours[: package.game.players[0]]
        sink = library.begin()
        match = Match.start(
            package, seats, {seats[0]: name}, clock=lambda: 0.0, salt=salt, sink=sink
        )
        for seat in seats[1:]:
            assert match.resign(seat).done
        finish(library, sink.match, match, now())
        assert library.journal.flush()
        found = files(library, history(library), ("json", "record"), "en")
        library.close()
    return dict(found)


def _text(ending: str) -> str:
    (text,) = [data for name, data in exported().items() if name.endswith(ending)]
    return text.decode()


def _make_record(rng: Random) -> Parts:
    what, lines = rng.random(), _text(RECORD).split("\n")
    if what < 0.1:
        return (noise(rng),)
    if what < 0.25:
        return tuple(line.encode() for line in lines)
    return tuple(torn_bytes(rng, line) for line in torn_lines(rng, lines))


def _make_results(rng: Random) -> Parts:
    what, told = rng.random(), json.loads(_text(RESULTS))
    if what < 0.1:
        return (noise(rng),)
    if what < 0.7:
        told = nearly(rng, told)
    text = json.dumps(told)
    return (torn_bytes(rng, text) if rng.random() < 0.4 else text.encode(),)


def _bring(parts: Parts, file: str, between: bytes) -> None:
    with tempfile.TemporaryDirectory() as place:
        brought = Path(place, file)
        brought.write_bytes(between.join(map(_bytes, parts)))
        library = Library(Path(place, "data"), now)
        try:
            came = take_in((brought,), library)
            _told(came)
            assert library.journal.flush()
            again = take_in((brought,), library)
            assert (again.matches, again.results) == (0, 0), "it came twice"
            past = history(library)
            assert len(past) == came.matches + came.results
            assert all(one.foreign for one in past), "it counts as played here"
            assert library.players() == () and library.journal.flush()
        finally:
            library.close()


def _bytes(part: Any) -> bytes:
    return part if isinstance(part, bytes) else str(part).encode("utf-8", "replace")


def _told(came: TakenIn) -> None:
    for language in LANGUAGES:
        said = left_out(came.left, phrasebook(language))
        assert all(said) and len(said) == len(came.left)


DOORS = (
    Door("records from a stick", _make_record, lambda parts: _bring(parts, f"a{RECORD}", b"\n")),
    Door("results from a stick", _make_results, lambda parts: _bring(parts, RESULTS, b"")),
)

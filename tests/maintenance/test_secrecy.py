"""What somebody told in secret lies in one file, and nothing that is taken along has it."""

from pathlib import Path
from zipfile import ZipFile

import msgspec

from companion.archive.export import as_record
from companion.archive.history import finish
from companion.maintenance.backup import write_backup
from companion.match import record
from companion.match.match import Match
from companion.match.sink import Sink
from companion.store import SECRETS, Library
from tests.games.tried import EACH_SECRETIVE_GAME, Tried
from tests.store import table


def whispered(tried: Tried, sink: Sink) -> Match:
    """A match in which something is told in private, amended, and kept with the position."""
    package, (many, situation, moves) = tried.package, tried.vectors.WHISPERED
    match = Match.start(
        package,
        package.game.colours[:many],
        {},
        clock=lambda: 0.0,
        salt=lambda: bytes(range(16)),
        situation=situation,
        sink=sink,
    )
    for told in moves:
        answer = match.submit(package.game.move(told))
        assert answer.done, answer
    other = match.timeline.steps[-1]
    assert match.amend(other.line, package.game.move(moves[-1]), by=other.by).done
    for _ in range(20):  # with snapshots of the position
        match.pause()
        match.resume()
    return match


@EACH_SECRETIVE_GAME
def test_what_was_told_in_secret_lies_neither_among_the_matches_nor_in_what_is_taken_along(
    tried: Tried, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    library = Library(folder, table.now)
    sink = library.begin()
    match = whispered(tried, sink)
    seats = match.seats
    assert library.journal.flush()
    backup = write_backup(tmp_path / "stick", folder, library, table.now())
    taken = {file.name: file.read_bytes() for file in folder.rglob("*") if file.is_file()}
    with ZipFile(backup) as archive:
        taken |= {f"backup/{name}": archive.read(name) for name in archive.namelist()}
    hidden = [values for one in match.secrets().values() for values in one.values]
    begun = library.read(sink.match).lines[0]
    needles = {msgspec.json.encode(one)[1:-1] for one in hidden}
    needles = {one + b"}" if one in begun else one for one in needles}  # the box tells of all
    needles.add(bytes(range(16)).hex().encode())
    assert len(needles) == 3
    vault = b"".join(data for name, data in taken.items() if name.startswith(SECRETS))
    assert all(needle in vault for needle in needles)
    assert [
        (name, needle)
        for name, data in taken.items()
        for needle in needles
        if needle in data and not name.startswith(SECRETS)
    ] == []
    told_openly = as_record(library, sink.match, "en")
    named = [f"{name}={value}" for one in hidden for name, value in one.items()]
    assert not any(one in told_openly for one in (*named, "opened=", "salt="))
    assert {"matches.db", "matches.db-wal", "backup/matches.db"} <= {*taken}
    assert match.draw(seats[0], seats).done
    finish(library, sink.match, match, table.now())
    assert library.journal.flush()
    opened = record.read(as_record(library, sink.match, "en")).secrets
    assert opened == match.secrets()
    library.close()

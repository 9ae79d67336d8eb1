"""A recorded match, taken up where one of its lines was told."""

from pathlib import Path

from companion.match import record
from companion.store import Library
from tests.ui.screens.table import Table
from tests.ui.stage import Stage
from ui.session import resume_point
from ui.session.open_match import now
from ui.session.resume_point import ResumePoint

RECORDS = Path(__file__).parents[2] / "records"


def at_line(stage: Stage, folder: Path, name: str, line: int) -> Table:
    """A recorded match as it stood before one of its lines."""
    told = record.read((RECORDS / f"{name}.record").read_text("utf-8"))
    library = Library(folder, now)
    sink = library.begin()
    for entry in told.entries[: line - 1]:
        if entry.number in told.secrets:
            secret = told.secrets[entry.number]
            sink.keep_secret(entry.number, secret.values, bytes.fromhex(secret.salt))
        sink.keep(entry)
    assert library.close()
    resume_point.write(folder, ResumePoint(sink.match))
    table = Table(stage, folder, "en")
    table.complete()
    return table

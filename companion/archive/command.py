"""``companion archive export``: what was played here, as files for other programs."""

import argparse
import sqlite3
import sys
from collections.abc import Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from companion.archive.export import FORMATS, ExportError, Format, files, write
from companion.archive.history import history
from companion.archive.texts import say
from companion.home import data_folder
from companion.kernel import Verbatim
from companion.store import MATCHES, SECRETS, DiskError, Library
from companion.text import LANGUAGES, Language


def command(argv: Sequence[str] | None = None) -> int:
    """0 when the files are there, 1 when they could not be made, 2 for a wrong call."""
    parser = argparse.ArgumentParser(
        prog="companion archive", description="What was played here, written for other programs."
    )
    ways = parser.add_subparsers(dest="what", required=True)
    export = ways.add_parser("export", help="write all finished games into a folder")
    export.add_argument("--format", choices=FORMATS, action="append", help="default: all of them")
    export.add_argument("--to", type=Path, default=Path(), metavar="FOLDER", help="default: here")
    export.add_argument("--data", type=Path, metavar="FOLDER", help="default: the usual place")
    export.add_argument("--language", choices=LANGUAGES, default="en")
    asked = parser.parse_args(argv)
    folder, language = data_folder(asked.data), asked.language
    if not (folder / MATCHES).is_file():
        print(say(language, "nothing_here", folder=Verbatim(str(folder))), file=sys.stderr)
        return 1
    try:
        with TemporaryDirectory() as place:
            _copy(folder / MATCHES, Path(place, MATCHES))
            with suppress(sqlite3.Error):  # records are written without it, too: not opened
                _copy(folder / SECRETS, Path(place, SECRETS))
            count, found = _made(Path(place), asked.format or FORMATS, language)
        written = write(asked.to.resolve(), found)
    except (DiskError, sqlite3.Error) as error:
        why = Verbatim(str(error))
        print(say(language, "not_read", folder=Verbatim(str(folder)), why=why), file=sys.stderr)
        return 1
    except ExportError as error:
        why = Verbatim(error.why)
        said = say(language, "not_written", folder=Verbatim(str(error.folder)), why=why)
        print(said, file=sys.stderr)
        return 1
    for path in written:
        print(path)
    where = Verbatim(str(asked.to.resolve()))
    print(say(language, "written", count=count, folder=where), file=sys.stderr)
    return 0


def _copy(source: Path, target: Path) -> None:
    """The companion may be playing on the same file: nothing is done to it."""
    with (
        closing(sqlite3.connect(f"{source.as_uri()}?mode=ro", uri=True)) as original,
        closing(sqlite3.connect(target)) as copy,
    ):
        original.backup(copy)


def _made(
    folder: Path, formats: Sequence[Format], language: Language
) -> tuple[int, dict[str, bytes]]:
    library = Library(folder, lambda: datetime.now().astimezone())
    try:
        summaries = history(library)
        return len(summaries), files(library, summaries, formats, language)
    finally:
        library.close()

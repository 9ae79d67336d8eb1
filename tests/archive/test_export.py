"""Finished matches as files, and the summaries they are made of."""

import csv
import json
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from io import StringIO
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.archive import command, export
from companion.archive.export import COLUMNS, Exported, ExportError, as_csv, as_json, as_record
from companion.archive.history import finish, history
from companion.archive.summary import Player, Summary, plain, result_of, summary_of
from companion.kernel import begin, completions
from companion.match import record, registry
from companion.match.check import check, check_command
from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.store import Library
from tests.match.ferry import PACKAGE
from tests.match.river import Lay, Row
from tests.store import table

DOCUMENT = Path(__file__).parents[2] / "docs" / "exports.md"


def find(name: str) -> GamePackage:
    return PACKAGE if name == "ferry" else registry.game_package(name)


def begun(library: Library, package: GamePackage = PACKAGE, **more: Any) -> tuple[str, Match]:
    sink = library.begin()
    seats = package.game.colours[: package.game.players[0]]
    seconds = iter(range(0, 100000, 60))
    match = Match.start(
        package,
        seats,
        more.pop("players", {"red": "Ada", "blue": "Ben"}),
        clock=lambda: float(next(seconds)),
        salt=lambda: b"0" * 16,
        sink=sink,
        **more,
    )
    return sink.match, match


def rowed(library: Library, name: str = "Ada") -> tuple[str, Match]:
    """Ada rows to the end; on the way something is refused, allowed and taken back."""
    called, match = begun(library, options={"last": 4}, players={"red": name, "blue": "Ben"})
    match.submit(Row(2))
    match.submit(Row(2))  # refused: a boat lies there
    match.submit(Row(1))
    match.undo("blue")
    match.submit(Row(1))
    match.allow(Row(2))
    assert match.over
    return called, match


def test_a_finished_match_is_summed_up_rightly(tmp_path: Path) -> None:
    library = Library(tmp_path, table.now)
    name, match = rowed(library)
    summary = finish(library, name, match, table.now())
    assert (summary.how, summary.rule, summary.highest) == ("rules", "R8", True)
    assert (summary.moves, summary.undone) == (3, 1)
    assert summary.refusals == {"R2": 1}
    assert [(p.seat, p.name, p.place, p.score) for p in summary.players] == [
        ("red", "Ada", 1, 0),
        ("blue", "Ben", 1, 0),
    ]
    assert summary.seconds == match.timeline.play_time > 0
    assert library.journal.flush()
    (found,) = history(library, find)
    assert found == msgspec.structs.replace(summary, begun=table.now())
    library.close()


@pytest.mark.parametrize("spoilt", [None, {"version": 0}, {"players": 7}], ids=str)
def test_a_summary_that_is_missing_or_old_is_made_anew(
    tmp_path: Path, spoilt: dict[str, Any] | None
) -> None:
    library = Library(tmp_path, table.now)
    name, match = rowed(library)
    result = result_of(match)
    summary = summary_of(match, name, result, ended=table.now())
    library.end(name, plain(result))
    if spoilt is not None:
        library.keep_summary(name, {**plain(summary), **spoilt})
    assert library.journal.flush()
    (again,) = history(library, find)
    assert library.journal.flush()
    assert msgspec.structs.replace(again, begun=None, ended=summary.ended) == summary
    kept = msgspec.convert(library.summaries()[name], Summary)
    assert kept == msgspec.structs.replace(again, begun=None)
    library.close()


def test_a_match_whose_game_is_gone_is_still_listed(tmp_path: Path) -> None:
    library = Library(tmp_path, table.now)
    name, _ = rowed(library)
    library.end(name, {"how": "rules", "places": [["blue"], ["red"]]})
    assert library.journal.flush()

    def nothing(name: str) -> GamePackage:
        raise LookupError(name)

    (found,) = history(library, nothing)
    assert [(p.name, p.place) for p in found.players] == [("Ada", 2), ("Ben", 1)]
    library.end(name, {"how": "as nobody knows"})
    library.keep_summary(name, {})
    assert library.journal.flush()
    (found,) = history(library, nothing)
    assert found.places == ()
    library.close()


def test_an_end_that_was_taken_back_does_not_count(tmp_path: Path) -> None:
    library = Library(tmp_path, table.now)
    name, match = rowed(library)
    finish(library, name, match, table.now())
    library.go_on(name)
    assert library.journal.flush()
    assert history(library, find) == ()
    assert not library.matches()[0].ended
    assert library.look_back(name)[1] == {}
    library.close()


SEALED = re.compile(r"(sealed|seal)=\w+")


def _exports(folder: Path, package: GamePackage, hidden: Sequence[Any]) -> tuple[bytes, ...]:
    """All files of a match in which these moves were made and that was then ended; its record as it
    was before, without seals."""
    library = Library(folder, table.now, name=lambda: "match")
    name, match = begun(library, package)
    for move in hidden:
        assert match.submit(move).done
    assert library.journal.flush()
    running = as_record(library, name, "en")
    assert "opened=" not in running and "salt=" not in running
    match.draw(match.seats[0], match.seats)
    finish(library, name, match, table.now())
    assert library.journal.flush()
    summaries = history(library, find)
    opened = record.read(as_record(library, name, "en"))
    assert {one.number for one in match.proofs() if one.holds} == {*opened.secrets}
    library.close()
    return as_csv(summaries), as_json(summaries), SEALED.sub("", running).encode()


def test_no_export_tells_what_a_match_hides_or_a_record_before_its_end(tmp_path: Path) -> None:
    one = _exports(tmp_path / "1", PACKAGE, [Lay("1"), Row(1)])
    other = _exports(tmp_path / "2", PACKAGE, [Lay("2"), Row(1)])
    assert one == other
    pyramidion = registry.game_package("pyramidion")
    rounds = 0
    for kind in pyramidion.game.kinds:
        if kind.hidden:
            start = begun(Library(tmp_path / kind.name, table.now), pyramidion)[1]
            draft = begin(pyramidion.game, kind.name, start.seats[0])
            found = islice(completions(pyramidion.game, start.position, draft), 400)
            moves = [
                move
                for move in found
                if start.submit(move).done
                and start.undo(start.seats[0], start.seats, "taken back").done
            ][:9]
            same = [
                move
                for move in moves[1:]
                if all(
                    getattr(move, name) == getattr(moves[0], name)
                    for name in move.__struct_fields__
                    if name not in kind.hidden
                )
            ]
            if same:
                rounds += 1
                pair = (moves[0], same[0])
                told = [
                    _exports(tmp_path / f"{kind.name}{n}", pyramidion, [move])
                    for n, move in enumerate(pair)
                ]
                assert told[0] == told[1]
    assert rounds >= 1


NASTY = '=HYPERLINK("x"), "A"\nb'


def test_no_name_breaks_a_row_or_is_run_by_a_spreadsheet() -> None:
    names = (NASTY, "+1", "-1", "@x", "Ännchen; Eva")
    one = Summary(
        match="m",
        game="=game",
        how="counted",
        players=tuple(Player(f"s{n}", name, n + 1, -n) for n, name in enumerate(names)),
    )
    data = as_csv([one])
    rows = list(csv.DictReader(StringIO(data.decode("utf-8-sig"), newline="")))
    assert tuple(rows[0]) == COLUMNS
    assert [row["name"] for row in rows] == [f"'{NASTY}", "'+1", "'-1", "'@x", "Ännchen; Eva"]
    assert {row["game"] for row in rows} == {"'=game"}
    assert [row["score"] for row in rows] == ["0", "-1", "-2", "-3", "-4"]
    assert [row["winner"] for row in rows] == ["1", "0", "0", "0", "0"]
    assert data.count(b"\r\n") == 6


def test_what_was_written_can_be_read_back(tmp_path: Path) -> None:
    library = Library(tmp_path, table.now)
    name, match = rowed(library)
    finish(library, name, match, table.now())
    assert library.journal.flush()
    summaries = history(library, find)
    again = msgspec.json.decode(as_json(summaries), type=Exported)
    assert again.matches == summaries
    text = as_record(library, name, "de")
    assert check(text, find) is None
    assert len(record.read(text).entries) == len(match.entries)
    found = export.files(library, summaries, ("record",), "de")
    assert list(found.values()) == [text.encode()]
    library.close()


def test_a_full_or_missing_drive_ends_in_words_that_people_understand(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ExportError) as told:
        export.write(tmp_path / "file", {"a": b""})
    assert told.value.why
    assert export.write(tmp_path / "new", {"a": b"1"}) == (tmp_path / "new" / "a",)


def _at_home(folder: Path) -> None:
    """A data folder with a match of a real game and one of a game that is only counted."""
    library = Library(folder, table.now)
    package = registry.game_package(registry.names()[0])
    seats = package.game.colours[:2]
    name, match = begun(library, package, players=dict(zip(seats, ("Ada", "=Ben"), strict=True)))
    match.resign(seats[0])
    finish(library, name, match, table.now())
    library.close()


def test_each_command_of_the_document_does_what_it_says(tmp_path: Path) -> None:
    _at_home(tmp_path / "data" / "tabletop-companion")
    document = DOCUMENT.read_text("utf-8")
    commands = re.findall(r"^    (companion archive .+)$", document, re.MULTILINE)
    assert len(commands) >= 2
    for number, line in enumerate(commands):
        here = tmp_path / str(number)
        here.mkdir()
        done = subprocess.run(
            [sys.executable, "-m", "companion.cli", *shlex.split(line)[1:]],
            cwd=here,
            env={"XDG_DATA_HOME": str(tmp_path / "data"), "PYTHONPATH": str(DOCUMENT.parents[1])},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        written = done.stdout.splitlines()
        assert written and all((here / path).is_file() for path in written)
        kinds = {path.suffix for path in here.rglob("*") if path.is_file()}
        assert kinds == ({".csv"} if "csv" in line else {".csv", ".json", ".record"})


@pytest.mark.parametrize("game", ["../../x", "/tmp/x", "ü" * 80, "Die Siedler", ".x"])
@pytest.mark.parametrize("match", ["/../../x", "..", "0123456789ab"])
def test_what_a_row_calls_a_game_or_match_leads_to_no_other_folder(
    game: str, match: str, tmp_path: Path
) -> None:
    one = Summary(match=match, game=game, how="rules", players=())
    name = export.file_name(one, "record")
    (file,) = export.write(tmp_path, {name: b"x"})
    assert [file] == list(tmp_path.iterdir()) and not name.startswith(".")


def test_a_record_that_was_tampered_with_does_not_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = Library(tmp_path / "data", table.now)
    package = registry.game_package("pyramidion")
    name, match = begun(library, package)
    _, going_on = begun(library, package)
    for one in (match, going_on):
        assert one.submit(package.game.move({"move": "fix_won", "seat": "red", "boat": "B07"})).done
    match.draw(match.seats[0], match.seats)
    finish(library, name, match, table.now())
    library.close()
    out = tmp_path / "out"
    export_ = ["export", "--data", str(tmp_path / "data"), "--to", str(out), "--format", "record"]
    assert command.command(export_) == 0
    (file,) = out.iterdir()  # the other match goes on
    text = file.read_text("utf-8")
    told = '"boat":"B07"'
    assert text.count(told) == 1
    for tampered, code in ((text, 0), (text.replace(told, '"boat":"B08"'), 1)):
        file.write_text(tampered, "utf-8")
        capsys.readouterr()
        assert check_command([str(file)]) == code
        assert f"proven unchanged: {1 - code} of 1." in capsys.readouterr().out
    (tmp_path / "data" / "secrets.db").write_bytes(b"torn")
    assert command.command(export_) == 0
    assert check_command([str(file)]) == 0 and "opened" not in file.read_text("utf-8")


def test_the_document_names_the_columns_and_fields_that_there_are() -> None:
    document = DOCUMENT.read_text("utf-8")
    fields = {*Summary.__struct_fields__, *Player.__struct_fields__, *Exported.__struct_fields__}
    for name in (*COLUMNS, *fields):
        assert f"`{name}`" in document, name
    (example,) = re.findall(r"```json\n(.+?)```", document, re.DOTALL)
    assert msgspec.convert(json.loads(example), Exported)


def test_a_wrong_call_is_answered_without_a_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    empty = ["export", "--data", str(tmp_path)]
    assert command.command(empty) == 1
    assert "no games" in capsys.readouterr().err
    _at_home(tmp_path)
    (tmp_path / "file").write_text("")
    to = ["--to", str(tmp_path / "file"), "--format", "csv"]
    assert command.command([*empty, *to, "--language", "de"]) == 1
    assert "nichts schreiben" in capsys.readouterr().err
    before = (tmp_path / "matches.db").read_bytes()
    assert command.command([*empty, "--to", str(tmp_path / "out")]) == 0
    assert (tmp_path / "matches.db").read_bytes() == before
    assert {path.suffix for path in (tmp_path / "out").iterdir()} == {".csv", ".json", ".record"}
    for file in tmp_path.glob("matches.db*"):
        file.write_bytes(b"no database" * 100)
    assert command.command([*empty, "--to", str(tmp_path / "out")]) == 1
    assert "cannot be read" in capsys.readouterr().err

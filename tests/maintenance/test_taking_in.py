"""What comes on a stick from another table: judged, told, never twice, and marked for good."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.archive.export import as_json, as_record, files, write
from companion.archive.history import finish, history
from companion.archive.statistics import of_players
from companion.archive.summary import Player, Summary
from companion.maintenance.backup import finish as finish_restore
from companion.maintenance.backup import restore, write_backup
from companion.maintenance.taking_in import TakenIn, offered, take_in
from companion.maintenance.texts import left_out, phrasebook
from companion.match import record
from companion.match.entries import decode
from companion.match.match import Match
from companion.store import Library
from companion.text import LANGUAGES
from tests.archive.test_export import begun, find, rowed
from tests.match.river import Lay, Row
from tests.store.table import now


class Tables:
    """Two machines, a match that was played at the first, and a stick with what it exported."""

    def __init__(self, place: Path) -> None:
        self.stick = place / "stick"
        self.there = Library(place / "there", now)
        self.here = Library(place / "here", now)
        self.name, match = rowed(self.there)
        finish(self.there, self.name, match, now())
        assert self.there.journal.flush()
        found = files(self.there, history(self.there, find), ("json", "record"), "de")
        self.files = write(self.stick, found)
        (self.record,) = self.stick.glob("*.record")
        self.results = self.stick / "matches.json"

    def take(self, *taken: Path) -> TakenIn:
        came = take_in(taken, self.here, find)
        for language in LANGUAGES:
            assert len(left_out(came.left, phrasebook(language))) == len(came.left)
        assert self.here.journal.flush()
        return came

    def refusal(self, text: str) -> str:
        """The key of why a record with this text is left out, and nothing came of it."""
        file = self.stick / "other.record"
        file.write_text(text)
        came = self.take(file)
        (left,) = came.left
        assert (came.matches, history(self.here, find)) == (0, ())
        return left.key

    @property
    def past(self) -> tuple[Summary, ...]:
        return history(self.here, find)


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[Tables]:
    made = Tables(tmp_path)
    yield made
    made.there.close()
    made.here.close()


def test_a_match_comes_whole_is_told_in_both_languages_and_marked(tables: Tables) -> None:
    assert tables.take(*tables.files) == TakenIn(1, 0, ())
    (one,) = tables.past
    (theirs,) = history(tables.there, find)
    assert one.foreign and not theirs.foreign
    assert (one.begun, one.ended, one.names) == (theirs.begun, theirs.ended, theirs.names)
    assert [p.place for p in one.players] == [p.place for p in theirs.players]
    lines = [decode(line) for line in tables.here.read(one.match).lines]
    moves = [one for one in lines if hasattr(one, "move")]
    assert moves and all(one.sentences["de"] and one.sentences["en"] for one in moves)
    assert record.last_seal(lines) == record.read(tables.record.read_text()).seals[-1]


def test_what_is_here_already_does_not_come_twice(tables: Tables) -> None:
    for _ in range(2):
        tables.take(*tables.files)
        tables.take(tables.record, tables.record)
    assert len(tables.past) == 1
    tables.here.rename_player("Ada", "Cleo")  # whatever people are called meanwhile
    assert {one.key for one in tables.take(*tables.files).left} == {"record_known", "result_known"}
    assert len(tables.past) == 1 and tables.past[0].names["red"] == "Cleo"
    came = take_in(tables.files, tables.there, find)  # at the table where it was played
    assert (came.matches, came.results) == (0, 0)


def test_a_result_comes_alone_and_gives_way_to_its_match(tables: Tables) -> None:
    assert tables.take(tables.results) == TakenIn(0, 1, ())
    (alone,) = tables.past
    assert alone.foreign and alone.match == tables.name
    assert {one.name for one in of_players(tables.past)} == {"Ada", "Ben"}
    assert tables.take(tables.record).matches == 1
    (whole,) = tables.past
    assert whole.match != tables.name and tables.here.read(whole.match).lines


def test_nothing_but_matches_comes_along(tables: Tables) -> None:
    tables.take(*tables.files)
    assert tables.here.players() == () and tables.here.boxes("ferry") == {}
    assert not {"settings.toml", "staff.json", "box.key"} & {
        one.name for one in (tables.stick.parent / "here").iterdir()
    }


def hiding(tables: Tables) -> tuple[str, Match]:
    """A match that is over, in which something was hidden."""
    name, match = begun(tables.there, options={"last": 4})
    match.submit(Row(1))
    match.submit(Lay("2"), by="blue")
    match.agree_end("red", match.seats)
    assert match.over and match.secrets()
    finish(tables.there, name, match, now())
    assert tables.there.journal.flush()
    return name, match


def test_what_was_hidden_comes_with_a_match_and_is_held_against_its_commitments(
    tables: Tables,
) -> None:
    name, match = hiding(tables)
    text = as_record(tables.there, name, "en")
    assert tables.refusal(text.replace('"stone":"2"', '"stone":"3"')) == "record_opened"
    file = tables.stick / "hidden.record"
    file.write_text(text)
    assert tables.take(file).matches == 1
    _, secrets = tables.here.look_back(tables.past[0].match)
    assert secrets == match.secrets()


def sealed_anew(text: str) -> str:
    """Whoever changes a line can seal all lines after it anew."""
    found = record.read(text)
    return record.of_entries(found.entries, "en", found.secrets)


def test_a_record_that_somebody_changed_is_left_out_with_a_sentence(tables: Tables) -> None:
    text = tables.record.read_text()
    assert tables.refusal(text.replace("by=2", "by=1", 1)) == "record_changed"
    assert tables.refusal(sealed_anew(text.replace("by=2", "by=3", 1))) == "record_differs"
    assert tables.refusal("\n".join(text.splitlines()[:-2])) == "record_stops"
    assert tables.refusal(text.replace("game=ferry", "game=nowhere")) == "record_changed"
    other = sealed_anew(text.replace("game=ferry", "game=nowhere"))
    assert tables.refusal(other) == "record_no_game"
    assert tables.refusal("tabletop companion record 2\n") == "record_unread"
    assert tables.refusal("") == "record_unread"
    assert tables.refusal(text.replace("0:01:00", "9:99:99", 1)) == "record_unread"
    long = sealed_anew(text.replace('"red":"Ada"', f'"red":"{"Zwackel" * 99}"'))
    assert tables.refusal(long) == "record_unread"


@pytest.mark.parametrize("seed", range(60))
def test_no_noise_in_a_record_or_a_list_breaks_anything(tables: Tables, seed: int) -> None:
    rng = Random(seed)
    for file in tables.files:
        data = bytearray(file.read_bytes())
        for _ in range(rng.randint(1, 4)):
            at = rng.randrange(len(data))
            data[at : at + rng.choice((0, 1, 1, 9))] = rng.randbytes(rng.choice((0, 1, 3)))
        file.write_bytes(data[: rng.choice((len(data), rng.randrange(len(data))))])
    tables.take(*tables.files)
    for one in tables.past:  # and what came in, every list shows
        assert one.foreign and len(one.players) == 2


def test_links_and_huge_files_are_left_out(tables: Tables, tmp_path: Path) -> None:
    link, huge = tables.stick / "link.record", tables.stick / "huge.record"
    link.symlink_to(tables.record)
    with huge.open("wb") as out:
        out.truncate(1 << 27)
    came = tables.take(link, huge, tables.stick / "gone.record")
    assert [one.key for one in came.left] == ["not_plain", "too_large", "not_read"]
    exports = tmp_path / "exports"
    exports.mkdir()
    text = tables.record.read_bytes()
    for name, length in {"a": len(text), "b": len(text) - 1, "c": 0}.items():
        (exports / f"{name}.record").write_bytes(text[:length])
    listed = offered(tmp_path).listed
    assert [one.name[0] for one in listed] == ["a", "c", "b"]  # a whole one first


ROW: dict[str, Any] = {
    "match": "0f3c",
    "game": "ferry",
    "how": "rules",
    "players": [{"seat": "red", "name": "Ada", "place": 1, "score": 3}, {"seat": "blue"}],
}


@pytest.mark.parametrize(
    "wrong",
    [
        {"match": "../../x"},
        {"match": ""},
        {"players": []},
        {"players": [{"seat": "red"}] * 2},
        {"players": [{"seat": "red", "name": "Zwackelmann" * 99}]},
        {"seconds": -1},
        {"seconds": 1e300},
        {"ended": "0001-01-01T00:00:00Z"},
        {"moves": 10**18},
        {"refusals": {"R1": -1}},
        {"how": "won"},
        {"levels": [{"key": "x" * 999, "rule": "R1", "figures": {}}]},
    ],
    ids=str,
)
def test_of_a_list_each_result_is_judged_by_itself(tables: Tables, wrong: dict[str, Any]) -> None:
    told = {"format": "tabletop companion matches 1", "matches": [ROW | wrong, ROW]}
    tables.results.write_text(json.dumps(told))
    came = tables.take(tables.results)
    assert (came.results, [one.key for one in came.left]) == (1, ["result_unread"])
    assert [one.match for one in tables.past] == ["0f3c"]


def test_a_list_of_another_kind_is_left_out(tables: Tables) -> None:
    for text in ("{", "[]", '{"format": "x", "matches": []}', "[" * 9999):
        tables.results.write_text(text)
        (left,) = tables.take(tables.results).left
        assert left.key == "results_unread"


def test_a_name_is_changed_and_forgotten_also_in_results_that_came_alone(tables: Tables) -> None:
    tables.take(tables.results)
    assert tables.here.rename_player("Ada", "Cleo")
    (one,) = tables.past
    assert set(one.names.values()) == {"Cleo", "Ben"}
    assert tables.here.forget_player("Cleo")
    (one,) = tables.past
    assert set(one.names.values()) == {"Ben"}
    found = b"".join(one.read_bytes() for one in (tables.stick.parent / "here").glob("matches*"))
    assert b"Cleo" not in found and b"Ada" not in found


def test_what_came_in_comes_back_with_a_backup_still_marked(tables: Tables, tmp_path: Path) -> None:
    players = (Player("red", "Ada", 1, 7), Player("blue", "Ben", 2, 5))
    counted = Summary(match="5c0", game="some other", how="counted", players=players)
    tables.results.write_bytes(as_json([counted]))
    assert tables.take(tables.record, tables.results) == TakenIn(1, 1, ())
    file = write_backup(tables.stick, tmp_path / "here", tables.here, now())
    other = tmp_path / "other"
    assert restore(file, other).left == ()
    finish_restore(other, now())
    library = Library(other, now)
    assert len(history(library, find)) == 2
    assert all(one.foreign for one in history(library, find))
    library.close()

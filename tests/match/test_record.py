from pathlib import Path

import msgspec
import pytest

from companion.kernel import TABLE
from companion.match import entries, record
from companion.match.check import check
from companion.match.match import Match
from companion.match.record import Malformed
from companion.text import LANGUAGES
from tests.match.evening import SEAL, Evening, find, played
from tests.match.ferry import PACKAGE
from tests.match.river import Row, Wait

DOCUMENT = Path(__file__).parents[2] / "docs" / "record-format.md"


def _bare(journal: tuple[entries.Entry, ...]) -> list[bytes]:
    """What a record keeps of a journal: not sentences, snapshots and the values of faults."""
    found = []
    for entry in journal:
        data = msgspec.to_builtins(entry)
        data.pop("sentences", None)
        data.pop("snapshot", None)
        for fault in data.get("faults", ()):
            fault.pop("values", None)
        found.append(msgspec.json.encode(data))
    return found


def test_a_record_tells_every_entry_and_nothing_hidden() -> None:
    evening = played()
    text = record.write(evening.match)
    read = record.read(text)
    assert _bare(read.entries) == _bare(evening.match.entries)
    assert read.secrets == {}
    assert "opened" not in text and "salt" not in text
    assert {type(entry).__name__ for entry in read.entries} >= {
        "Started", "Played", "Refused", "Undone", "Redone", "Amended", "Corrected", "CaughtUp",
        "HandedOver", "Left", "Paused", "Resumed", "StrictnessSet",
        "ClockSet", "Bookmarked",
    }  # fmt: skip
    assert check(text, find) is None


def test_once_the_match_is_over_hidden_values_are_in_the_record() -> None:
    evening = played()
    owner = record.read(record.write(evening.match, opened=True))
    assert owner.secrets == evening.secrets
    evening.match.hand_over("blue", "Ben")
    evening.match.agree_end("red", {"blue"})
    text = record.write(evening.match, "de")
    read = record.read(text)
    assert read.secrets == evening.secrets
    assert "Alle" not in text and "Die Partie endet" in text
    assert check(text, find) is None
    again = Match.reopen(
        PACKAGE, read.entries, clock=lambda: 0.0, salt=evening.salt, secrets=read.secrets
    )
    assert again.position == evening.match.position
    assert "opened" not in record.write(evening.match, opened=False)


def test_a_line_of_a_record_reads_as_documented() -> None:
    evening = Evening()
    evening.time += 221.25
    evening.match.submit(Row(4))
    evening.match.allow(Row(4))
    evening.match.undo("red")
    lines = record.write(evening.match).splitlines()
    assert lines[0] == "tabletop companion record 2"
    assert [SEAL.sub("", line) for line in lines[2:]] == [
        "2 0:03:41.250 red row by=4 -> refused R1 # Red, row (4): refused. 4 fields are too far.",
        "3 0:03:41.250 red row by=4 -> allowed R1 # Red rows to field 4. Next: Blue. "
        "The table allows it in spite of R1. 4 fields are too far.",
        "4 0:03:41.250 * undone by=red lines=[3] # Red takes the move back.",
    ]


def test_a_match_has_the_same_seals_in_another_language_and_when_it_is_opened() -> None:
    match = played().match
    texts = [record.write(match, one, opened) for one in LANGUAGES for opened in (False, True)]
    assert len({record.read(text).seals for text in texts}) == 1
    assert all(record.read(text).unfit == () for text in texts)


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("companion record 2", "companion record 3", "does not begin"),
        (" seal=", " seal=blue", "not a seal"),
        ("2 0:00:00 red", "zwei 0:00:00 red", "not a number"),
        ("2 0:00:00 red", "2 0:61:00 red", "not a time"),
        ("2 0:00:00 red", f"2 {'9' * 400}:00:00 red", "not a time"),
        ("by=4 -> refused", f"by={'[' * 20_000} -> refused", "nested too deeply"),
        ("by=4 -> refused R1", 'by=4 -> refused R1 salt=blue opened=[{"a":1}]', "salt"),
        (
            "by=4 -> refused R1",
            f'by=4 -> refused R1 salt="{"ab" * 33}" opened=[{{"a":1}}]',
            "salt",
        ),
        ("by=4 -> refused", "by= -> refused", "a value is missing"),
        ("by=4 -> refused", "4 -> refused", "name=value"),
        ("-> refused R1", "", "what, ->, verdict"),
        ("-> refused R1", "-> refused", "a verdict is"),
        ("-> refused R1", "-> perhaps R1", "a verdict is"),
        ('seats=["red","blue"]', 'seats=["red","blue"', "Expecting"),
        ("* started", "* begun", "begun"),
        ("version=1", "version=one", "int"),
        ("3 0:00:00 * paused", "3 0:00:00", "number, time, who"),
    ],
)
def test_a_line_that_cannot_be_read_is_named(old: str, new: str, why: str) -> None:
    evening = Evening()
    evening.match.submit(Row(4))
    evening.match.pause()
    text = record.write(evening.match)
    assert old in text
    with pytest.raises(Malformed, match=why):
        check(text.replace(old, new), find)


@pytest.mark.parametrize("text", ["", record.HEAD, f"{record.HEAD}\n1 0:00:00 * paused"])
def test_a_record_without_a_beginning_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        check(text, find)


def test_a_record_of_the_format_before_is_still_read() -> None:
    text = record.write(played().match, opened=True)
    earlier = SEAL.sub("", text).replace(record.HEAD, record.EARLIER)
    assert check(earlier, find) is None
    assert record.read(earlier).entries == record.read(text).entries


def test_people_may_add_remarks_and_empty_lines() -> None:
    evening = Evening()
    evening.match.submit(Wait())
    head, rest = record.write(evening.match).split("\n", 1)
    assert check(f"{head}\n\n# An evening by the river.\n{rest}", find) is None


@pytest.mark.parametrize(
    "value", ["", "3", "null", "a b", '"', "[1]", "{", "# x", "x=y", "ä\u2028"]
)
def test_any_text_survives_a_record(value: str) -> None:
    evening = Evening()
    evening.match.hand_over("red", value)
    last = record.read(record.write(evening.match)).entries[-1]
    assert isinstance(last, entries.HandedOver)
    assert last.name == value


def test_the_document_shows_a_valid_record() -> None:
    text = DOCUMENT.read_text("utf-8").split("```text\n")[1].split("```")[0]
    assert check(text, find) is None
    read = record.read(text)
    assert {entry.by for entry in read.entries if isinstance(entry, entries.Played)} >= {TABLE}
    match = Match.reopen(
        PACKAGE, read.entries, clock=lambda: 0.0, salt=lambda: b"", secrets=read.secrets
    )
    assert match.over and not match.read_only
    written = record.write(match, opened=True)
    assert written.split("\n") == [line.split(" # ")[0].rstrip() for line in text.split("\n")]

import os
import re
from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

from companion.kernel import TABLE
from companion.match import entries, record
from companion.match.check import Difference, check, check_command
from companion.match.match import Match
from companion.match.record import Malformed
from companion.match.registry import GamePackage
from companion.text import LANGUAGES
from tests.match.evening import AGREED, Evening
from tests.match.ferry import PACKAGE
from tests.match.river import Draw, Fish, Give, Lay, Row, Show, Wait

SEAL = re.compile(r" seal=\S+")
FIXED = "Told in secret and proven unchanged"
INTACT = "No line was changed: all"
CHANGED = "The seal does not fit on line"

DOCUMENT = Path(__file__).parents[2] / "docs" / "record-format.md"


def _find(name: str) -> GamePackage:
    assert name == "ferry"
    return PACKAGE


def _played() -> Evening:
    """A match in which everything happens that a record can tell."""
    evening = Evening(
        players={"red": 'Anna "Ännchen" #1', "blue": "true"},
        situation={"coins": {"red": 1}},
    )
    match = evening.match
    match.submit(Lay("3"))
    evening.time += 221.25
    match.submit(Row(2))
    match.submit(Row(1))
    match.allow(Row(3))
    match.undo("red", {"blue"})
    match.redo("red")
    match.pause()
    evening.time += 4000
    match.submit(Fish())
    match.submit(Draw("trout"))
    match.amend(11, Draw("boot"), Give("blue"), **AGREED)
    match.set_strictness("advise")
    match.set_clock(600, 5)
    match.submit(Fish())
    match.submit(Draw("trout"))
    match.undo("blue", reason="entered wrongly")
    match.submit(Draw("boot"))
    match.submit(Give("blue"))
    match.back_to(15, "blue")
    match.submit(Draw("trout"))
    match.correct({"at": {"red": 2}})
    match.catch_up("red", {"coins": {"red": 2}})
    match.submit(Wait(), ahead=1)
    match.submit(Wait(), goes_on=True)
    match.hand_over("blue", "Ben")
    match.bookmark(match.steps[-1].line, "The long wait")
    match.leave("blue")
    return evening


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
    evening = _played()
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
    assert check(text, _find) is None


def test_once_the_match_is_over_hidden_values_are_in_the_record() -> None:
    evening = _played()
    owner = record.read(record.write(evening.match, opened=True))
    assert owner.secrets == evening.secrets
    evening.match.hand_over("blue", "Ben")
    evening.match.agree_end("red", {"blue"})
    text = record.write(evening.match, "de")
    read = record.read(text)
    assert read.secrets == evening.secrets
    assert "Alle" not in text and "Die Partie endet" in text
    assert check(text, _find) is None
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


@pytest.mark.parametrize(
    ("line", "found", "difference"),
    [
        (3, ("-> ok", "-> refused R6"), (2, "R6", "ok")),
        (4, ("-> refused R3", "-> ok"), (3, "ok", "R3")),
        (4, ("by=2", "by=1"), (3, "R3", "ok")),
        (6, ("-> allowed R1", "-> ok"), (5, "ok", "R1")),
        (6, ("-> allowed R1", "-> allowed R2"), (5, "R2", "R1")),
        (13, ("catch=boot -> ok", "catch=boot -> allowed R4"), (12, "R4", "ok")),
    ],
)
def test_the_first_line_that_is_judged_otherwise_is_named(
    line: int, found: tuple[str, str], difference: tuple[int, str, str]
) -> None:
    lines = record.write(_played().match, opened=True).split("\n")
    assert found[0] in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(*found)
    if difference[0] == 2:  # a refused move seals nothing else
        assert "sealed=" in lines[line - 1]
    assert check("\n".join(lines), _find) == Difference(line, *difference)


def test_a_line_that_cannot_follow_the_others_is_named() -> None:
    lines = record.write(_played().match, opened=True).split("\n")
    lines[6] = lines[6].replace("lines=[5]", "lines=[4]")
    found = check("\n".join(lines), _find)
    assert found is not None and (found.row, found.number) == (7, 6)
    assert "not the last lines" in found.found


def _told(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """What the command says of a record, after its verdicts, and with which code."""
    file = tmp_path / "evening.record"
    file.write_text(text, "utf-8")
    code = check_command([str(file)], _find)
    return code, capsys.readouterr().out.splitlines()[1:]


def _closed(text: str) -> str:
    return re.sub(r" salt=\S+ opened=\S+", "", text)


@pytest.mark.parametrize(
    ("tampered", "code", "said"),
    [
        (str, 0, [f"{FIXED}: 1 of 1.", f"{INTACT} 27"]),
        (
            lambda text: text.replace('[{"stone":"3"}]', '[{"stone":"1"}]'),
            1,
            [f"{FIXED}: 0 of 1.", "Line 2: what is opened is not what was", f"{INTACT} 27"],
        ),
        (
            lambda text: text.replace("salt=0000", "salt=0001"),
            1,
            [f"{FIXED}: 0 of 1.", "Line 2: what is opened", f"{INTACT} 27"],
        ),
        (_closed, 0, ["Told in secret and not opened: 1.", f"{INTACT} 27"]),
        (
            lambda text: _closed(text).replace("sealed=", "sealed=0", 1),
            1,
            ["Told in secret and not opened: 1.", f"{CHANGED} 2:"],
        ),
        (
            lambda text: text.replace("0:03:41.250 red", "0:03:41.251 red", 1),
            1,
            [f"{FIXED}: 1 of 1.", f"{CHANGED} 3:"],
        ),
        (
            lambda text: re.sub(" seal=[0-9a-f]+", "", text, count=1),
            1,
            [f"{FIXED}: 1 of 1.", f"{CHANGED} 1 and 2:"],
        ),
        (
            lambda text: SEAL.sub("", text),
            0,
            [f"{FIXED}: 1 of 1.", "The record has no seals"],
        ),
    ],
)
def test_what_was_told_in_secret_and_sealed_is_proved_or_the_line_is_named(
    tampered: Callable[[str], str],
    code: int,
    said: list[str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    text = tampered(record.write(_played().match, opened=True))
    found, sentences = _told(text, tmp_path, capsys)
    assert found == code
    assert len(sentences) == len(said)
    for sentence, begun in zip(sentences, said, strict=True):
        assert sentence.startswith(begun)


def test_a_record_that_ends_before_the_match_is_over_says_that_lines_may_be_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = Evening().match
    assert match.submit(Lay("1")).done and match.draw("red", frozenset(match.seats)).done
    text, missing = record.write(match), "whether lines behind it are missing cannot be told"
    _, (*_, whole) = _told(text, tmp_path, capsys)
    assert whole.startswith(INTACT) and missing not in whole
    assert record.last_seal(match.entries) in whole
    assert missing in _told("\n".join(text.splitlines()[:-1]), tmp_path, capsys)[1][-1]


def test_lines_are_never_put_in_taken_away_and_changed_places_without_a_word(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    evening = Evening()
    for move in (Lay("1"), Row(2), Wait(), Row(1), Wait()):
        evening.match.submit(move)
    lines = record.write(evening.match).split("\n")
    unlike = [[*lines[:3], lines[2], *lines[3:]], [*lines[:3], *lines[4:]]]
    unlike.append([*lines[:3], lines[4], lines[3], *lines[5:]])
    for one in unlike:
        code, sentences = _told("\n".join(one), tmp_path, capsys)
        assert code == 1 and sentences[-1].startswith(CHANGED)
    lengths = {_told("\n".join(lines[:n]), tmp_path, capsys)[1][-1] for n in range(4, len(lines))}
    assert len(lengths) == len(lines) - 4  # what is cut off at the end has another last seal


def test_a_match_has_the_same_seals_in_another_language_and_when_it_is_opened() -> None:
    match = _played().match
    texts = [record.write(match, one, opened) for one in LANGUAGES for opened in (False, True)]
    assert len({record.read(text).seals for text in texts}) == 1
    assert all(record.read(text).unfit == () for text in texts)


def test_a_refusal_is_only_doubted_where_nothing_is_hidden() -> None:
    """Red's stone forbids two fields; a record that hides the stone cannot tell."""
    evening = Evening()
    evening.match.submit(Lay("3"))
    evening.match.submit(Row(2))
    hidden, opened = (record.write(evening.match, opened=x) for x in (False, True))
    assert check(hidden, _find) is None
    assert check(opened, _find) is None
    assert check(hidden.replace("refused R3", "refused R1"), _find) is not None
    evening = Evening()
    evening.match.submit(Lay("2"))
    evening.match.submit(Show("2"))
    evening.match.submit(Lay("2"))  # no longer in the hand: a fact that rests on what is hidden
    evening.match.submit(Lay("1"))
    evening.match.submit(Lay("2"))
    evening.match.submit(Lay("3"))
    assert check(record.write(evening.match, opened=False), _find) is None


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
        check(text.replace(old, new), _find)


@pytest.mark.parametrize("text", ["", record.HEAD, f"{record.HEAD}\n1 0:00:00 * paused"])
def test_a_record_without_a_beginning_is_malformed(text: str) -> None:
    with pytest.raises(Malformed):
        check(text, _find)


def test_a_record_of_the_format_before_is_still_read() -> None:
    text = record.write(_played().match, opened=True)
    earlier = SEAL.sub("", text).replace(record.HEAD, record.EARLIER)
    assert check(earlier, _find) is None
    assert record.read(earlier).entries == record.read(text).entries


def test_people_may_add_remarks_and_empty_lines() -> None:
    evening = Evening()
    evening.match.submit(Wait())
    head, rest = record.write(evening.match).split("\n", 1)
    assert check(f"{head}\n\n# An evening by the river.\n{rest}", _find) is None


@pytest.mark.parametrize(
    "value", ["", "3", "null", "a b", '"', "[1]", "{", "# x", "x=y", "ä\u2028"]
)
def test_any_text_survives_a_record(value: str) -> None:
    evening = Evening()
    evening.match.hand_over("red", value)
    last = record.read(record.write(evening.match)).entries[-1]
    assert isinstance(last, entries.HandedOver)
    assert last.name == value


def test_the_command_tells_what_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("hello", "utf-8")
    assert check_command([str(bad)]) == 2
    assert "line 1: does not begin" in capsys.readouterr().err
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "endless.txt").symlink_to("/dev/zero")
    for name in ("none.txt", "pipe.txt", "endless.txt", os.fsdecode(b"no\xfftext.txt")):
        assert check_command(["--language", "de", str(tmp_path / name)]) == 2
        assert capsys.readouterr().err.encode()
    strange = tmp_path / "strange.txt"
    strange.write_text(record.write(Evening().match), "utf-8")
    assert check_command([str(strange)]) == 2
    assert "ferry" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("old", "new", "code", "said"),
    [
        ("", "", 0, "3 Zeilen, alle Urteile stimmen"),
        ("-> ok", "-> allowed R1", 1, "Zeile 3: aufgezeichnet R1, jetzt ok"),
    ],
)
def test_the_exit_code_of_the_command_tells_what_it_found(
    old: str,
    new: str,
    code: int,
    said: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    evening = Evening()
    evening.match.submit(Wait())
    evening.match.submit(Row(1))
    file = tmp_path / "evening.txt"
    file.write_text(record.write(evening.match).replace(old, new), "utf-8")
    assert check_command([str(file), "--language", "de"], _find) == code
    assert said in capsys.readouterr().out


def test_the_document_shows_a_valid_record() -> None:
    text = DOCUMENT.read_text("utf-8").split("```text\n")[1].split("```")[0]
    assert check(text, _find) is None
    read = record.read(text)
    assert {entry.by for entry in read.entries if isinstance(entry, entries.Played)} >= {TABLE}
    match = Match.reopen(
        PACKAGE, read.entries, clock=lambda: 0.0, salt=lambda: b"", secrets=read.secrets
    )
    assert match.over and not match.read_only
    written = record.write(match, opened=True)
    assert written.split("\n") == [line.split(" # ")[0].rstrip() for line in text.split("\n")]

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.match import record
from companion.match.check import Difference, check, check_command
from tests.match.evening import SEAL, Evening, find, played
from tests.match.river import Lay, Row, Show, Wait

FIXED = "Told in secret and proven unchanged"
INTACT = "No line was changed: all"
CHANGED = "The seal does not fit on line"


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
    lines = record.write(played().match, opened=True).split("\n")
    assert found[0] in lines[line - 1]
    lines[line - 1] = lines[line - 1].replace(*found)
    if difference[0] == 2:  # a refused move seals nothing else
        assert "sealed=" in lines[line - 1]
    assert check("\n".join(lines), find) == Difference(line, *difference)


def test_a_line_that_cannot_follow_the_others_is_named() -> None:
    lines = record.write(played().match, opened=True).split("\n")
    lines[6] = lines[6].replace("lines=[5]", "lines=[4]")
    found = check("\n".join(lines), find)
    assert found is not None and (found.row, found.number) == (7, 6)
    assert "not the last lines" in found.found


def _told(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, list[str]]:
    """What the command says of a record, after its verdicts, and with which code."""
    file = tmp_path / "evening.record"
    file.write_text(text, "utf-8")
    code = check_command([str(file)], find)
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
    text = tampered(record.write(played().match, opened=True))
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
    text, missing = record.write(match), "nobody can say whether lines after it are missing"
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


def test_a_refusal_is_only_doubted_where_nothing_is_hidden() -> None:
    """Red's stone forbids two fields; a record that hides the stone cannot tell."""
    evening = Evening()
    evening.match.submit(Lay("3"))
    evening.match.submit(Row(2))
    hidden, opened = (record.write(evening.match, opened=x) for x in (False, True))
    assert check(hidden, find) is None
    assert check(opened, find) is None
    assert check(hidden.replace("refused R3", "refused R1"), find) is not None
    evening = Evening()
    evening.match.submit(Lay("2"))
    evening.match.submit(Show("2"))
    evening.match.submit(Lay("2"))  # no longer in the hand: a fact that rests on what is hidden
    evening.match.submit(Lay("1"))
    evening.match.submit(Lay("2"))
    evening.match.submit(Lay("3"))
    assert check(record.write(evening.match, opened=False), find) is None


def test_the_command_tells_what_it_found(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("hello", "utf-8")
    assert check_command([str(bad)]) == 2
    assert "line 1: does not begin" in capsys.readouterr().err
    os.mkfifo(tmp_path / "pipe.txt")
    (tmp_path / "endless.txt").symlink_to("/dev/zero")
    (tmp_path / "noise.txt").write_bytes(b"\xf7\x00")
    for name, why in (
        ("none.txt", "ließ sich nicht lesen"),
        ("pipe.txt", "keine gewöhnliche Datei"),
        ("endless.txt", "keine gewöhnliche Datei"),
        ("noise.txt", "steht kein Text"),
        (os.fsdecode(b"no\xfftext.txt"), "ließ sich nicht lesen"),
    ):
        assert check_command(["--language", "de", str(tmp_path / name)]) == 2
        assert why in capsys.readouterr().err
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
    assert check_command([str(file), "--language", "de"], find) == code
    assert said in capsys.readouterr().out

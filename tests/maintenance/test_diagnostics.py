"""What leaves the machine in a bundle, and what must not."""

import ast
import base64
import json
import logging
import zipfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import quote

import pytest

import companion
from companion.maintenance.diagnostics import Facts, write_bundle
from companion.maintenance.health import Device, Finding
from companion.maintenance.log import (
    FILE,
    FOLDER,
    MOST_BYTES,
    OURS,
    STUCK,
    keep_log,
    last_lines,
    note_crash,
)
from companion.maintenance.trouble import MaintenanceError
from companion.store import Library
from companion.store.keys import make_key
from tests.maintenance.conftest import now
from tests.store.table import hide, played, secret, started

NAME, OTHER, HIDDEN, BOX = "Zwackelmännin", "Ben", "purple-heron-7", "Schachtel der Zwackelmanns"


def spellings(word: str) -> Iterator[bytes]:
    """A word as it may stand in a file: every usual encoding."""
    for coding in ("utf-8", "utf-16-le", "utf-16-be", "utf-32-le", "latin-1"):
        raw = word.encode(coding)
        yield raw
        yield raw.hex().encode()
        yield raw.hex().upper().encode()
        for shift in range(3):  # where it begins among the groups of three bytes
            encoded = base64.b64encode(b"\0" * shift + raw + b"\0\0")
            middle = encoded[4 if shift else 0 : -8]
            if len(middle) >= 6:
                yield middle
                yield middle.replace(b"+", b"-").replace(b"/", b"_")
    yield json.dumps(word)[1:-1].encode()
    yield quote(word).encode()
    yield word[::-1].encode()


def everything(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


def facts(library: Library, folder: Path) -> Facts:
    return Facts(
        folder,
        now(),
        (
            Finding("heat_hot", "bad", {"degrees": 90}),
            Finding("device_missing", "advice", {"name": "box", "detail": f"by {NAME}"}),
        ),
        {"language": "de", "sound": 2},
        (Device("box", "box", "ready", f"built by {NAME}"),),
        library,
    )


def fail_in_the_log() -> None:
    """Something went wrong, and what names people and secrets was written down of it."""
    log = logging.getLogger("ui.somewhere")
    log.warning("%s pressed a button", NAME)
    try:
        try:
            raise LookupError(f"no {HIDDEN} in the hand of {NAME}")
        except LookupError as error:
            raise ValueError(HIDDEN) from error
    except ValueError as error:
        log.exception("a move of %s failed", NAME)
        note_crash(error)


def test_no_name_secret_or_key_gets_into_the_bundle(library: Library, tmp_path: Path) -> None:
    data = tmp_path / "data"
    key = make_key(data)
    handler = keep_log(data)
    sink = library.begin()
    sealed = secret(HIDDEN)
    sink.keep(started(NAME))
    hide(library, sink.match, 2, sealed)
    sink.keep(played(2, f"{NAME} walks.", sealed))
    library.keep_box("some game", BOX, {"told": NAME})
    library.met(NAME)
    library.journal.flush()
    (data / "settings.toml").write_text(f'language = "de"\n[names]\nred = "{NAME}"\n')
    (data / "boxes").mkdir()
    (data / "boxes" / f"{BOX}.box.json").write_text("{}")
    fail_in_the_log()
    handler.close()
    found = everything(write_bundle(tmp_path, facts(library, data)))

    # What is looked for does stand in the data, and the search does find it there.
    assert any(HIDDEN.encode() in one.read_bytes() for one in data.glob("secrets.db*"))
    assert any(NAME.encode() in one.read_bytes() for one in data.glob("matches.db*"))
    sought = [NAME, OTHER + '"', HIDDEN, BOX, sealed.salt, key.hex(), sink.match, str(tmp_path)]
    for word in sought:
        for spelt in spellings(word):
            for name, content in found.items():
                assert spelt not in content, (word, spelt, name)
    assert key not in b"".join(found.values())
    assert base64.b64encode(key)[:-4] not in b"".join(found.values())

    told = json.loads(found["journal.json"])
    assert told["matches"] == {
        "known": True,
        "games": {"some game": 1},
        "ended": 0,
        "not_saved_because": "",
        "waiting": 0,
    }
    assert told["bytes"]["matches.db"] > 0
    assert "msgspec" in json.loads(found["versions.json"])["packages"]
    assert json.loads(found["versions.json"])["companion"] == companion.__version__
    assert json.loads(found["settings.json"]) == {"language": "de", "sound": 2}
    assert json.loads(found["devices.json"]) == [{"name": "box", "kind": "box", "state": "ready"}]
    assert "90 °C" in found["health.json"].decode()
    last = found["log.txt"].decode()
    assert "%s pressed a button" in last and "the program ended by an exception" in last
    assert "LookupError" in last and "ValueError" in last and "test_diagnostics:" in last


@pytest.mark.parametrize("spelt", sorted(set(spellings(NAME))), ids=repr)
def test_the_search_finds_every_spelling(spelt: bytes) -> None:
    """The test above would notice each of them."""
    assert any(one in b"\0\0\0" + spelt + b"\0" for one in spellings(NAME))


def test_there_is_no_bundle_when_the_matches_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where the folder should be")
    library = Library(tmp_path / "data", now, pauses=(60.0,))
    try:
        found = everything(write_bundle(tmp_path, facts(library, tmp_path / "data")))
    finally:
        library.close()
    assert json.loads(found["journal.json"])["matches"]["known"] is False
    alone = Facts(tmp_path / "data", now(), (), {})
    found = everything(write_bundle(tmp_path, alone))
    assert json.loads(found["journal.json"])["matches"] == {"known": False}


def test_a_stick_without_room_does_not_bring_it_down(library: Library, tmp_path: Path) -> None:
    (tmp_path / "stick").write_text("no folder")
    with pytest.raises(MaintenanceError) as caught:
        write_bundle(tmp_path / "stick", facts(library, tmp_path / "data"))
    assert caught.value.reason == "not_written"


def test_the_log_does_not_grow_for_ever(tmp_path: Path) -> None:
    handler = keep_log(tmp_path)
    log = logging.getLogger("companion.somewhere")
    for number in range(3000):
        log.warning("the same trouble, again and again and again, %d", number)
    handler.close()
    files = list((tmp_path / FOLDER).glob(f"{FILE}*"))
    assert len(files) == 2
    assert sum(one.stat().st_size for one in files) <= 2 * MOST_BYTES
    assert len(last_lines(tmp_path).splitlines()) == 400


def test_a_log_that_cannot_be_written_stops_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / FOLDER).write_text("in the way")
    handler = keep_log(tmp_path)
    logging.getLogger("companion").warning("lost")
    handler.close()
    assert last_lines(tmp_path) == ""
    assert capsys.readouterr().err == ""


def test_no_odd_message_or_ring_of_causes_breaks_the_log(tmp_path: Path) -> None:
    handler = keep_log(tmp_path)
    one, other = KeyError(NAME), ValueError(NAME)
    one.__cause__, other.__cause__ = other, one
    logging.getLogger("ui").error(one, exc_info=other)
    handler.close()
    assert NAME not in last_lines(tmp_path)
    assert last_lines(tmp_path).splitlines()[0].endswith("ERROR ui: KeyError")


def test_a_death_by_signal_leaves_a_trace(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / STUCK).write_text(
        'Fatal Python error: Aborted\n\n  File "/home/zwackelmann/ui/app.py", line 7 in build\n'
    )
    keep_log(tmp_path).close()
    assert last_lines(tmp_path).splitlines() == [
        "the program was ended by a signal",
        "  Fatal Python error: Aborted",
        "  app.py, line 7 in build",
    ]
    keep_log(tmp_path).close()
    assert last_lines(tmp_path).count("signal") == 1


def test_a_message_is_put_together_before_the_log_sees_it() -> None:
    """What is logged must be words of the program: a value put in earlier would stay in."""
    root = Path(companion.__file__).parent.parent
    calls = 0
    for package in OURS:
        for file in (root / package).rglob("*.py"):
            if "buttonbox" in file.parts or "_log." not in file.read_text("utf-8"):
                continue
            for node in ast.walk(ast.parse(file.read_text("utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Attribute)
                    and isinstance(node.func.value, ast.Name)
                    and node.func.value.id == "_log"
                ):
                    calls += 1
                    assert isinstance(node.args[0], ast.Constant), (file, node.lineno)
    assert calls > 10

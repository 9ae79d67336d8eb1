"""The frames, and both ends of the link on a clock of their own."""

import asyncio
import importlib.util
import itertools
import sys
from pathlib import Path
from types import ModuleType
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from firmware_bridge import doc_tables
from firmware_bridge.buttonbox.box import Box
from firmware_bridge.buttonbox.contacts import SAMPLE_MS, Buttons, Dial
from firmware_bridge.buttonbox.frames import (
    FRAMES,
    LONGEST,
    Cutter,
    Damaged,
    crc16,
    decode,
    encode,
    stuff,
    unstuff,
)
from firmware_bridge.buttonbox.lights import Lights
from firmware_bridge.protocol.events import Logged, Missing, Moved, Stranger
from firmware_bridge.protocol.frames import CLASSES, Hello
from firmware_bridge.protocol.link import CUES, Link
from firmware_bridge.simulator.box import FakeBoard

_VALUES: dict[str, st.SearchStrategy[Any]] = {
    "u8": st.integers(0, 255),
    "u16": st.integers(0, 65535),
    "u32": st.integers(0, 2**32 - 1),
    "i16": st.integers(-32768, 32767),
    "text": st.text(max_size=20),
}


@st.composite
def some_frame(draw: st.DrawFn) -> tuple[str, tuple[int | str, ...]]:
    name, _, _, _, fields = draw(st.sampled_from(FRAMES))
    return name, tuple(draw(_VALUES[kind]) for _, kind, _ in fields)


def test_the_crc_is_the_documented_one() -> None:
    assert crc16(b"123456789") == 0x29B1


@pytest.mark.parametrize(
    ("plain", "stuffed"),
    [("", "01"), ("00", "0101"), ("1122", "031122"), ("110022", "02110222"), ("0000", "010101")],
)
def test_bytes_are_stuffed_as_in_the_paper(plain: str, stuffed: str) -> None:
    assert stuff(bytes.fromhex(plain)).hex() == stuffed
    assert unstuff(bytes.fromhex(stuffed)).hex() == plain


@given(some_frame())
def test_a_frame_comes_back_as_the_same(frame: tuple[str, tuple[int | str, ...]]) -> None:
    coded = encode(frame[0], *frame[1])
    assert coded.count(0) == 1 and coded.endswith(b"\0") and len(coded) <= LONGEST + 4
    if frame[1] and frame[1][-1] == "":
        return  # a text has at least one character
    assert decode(coded[:-1]) == frame


@given(st.lists(some_frame(), max_size=4), st.data())
def test_frames_do_not_depend_on_how_their_bytes_arrive(
    frames: list[tuple[str, tuple[int | str, ...]]], data: st.DataObject
) -> None:
    whole = b"".join(encode(name, *values) for name, values in frames)
    cut = data.draw(st.integers(0, len(whole)))
    one, other = Cutter(), Cutter()
    assert one.feed(whole) == other.feed(whole[:cut]) + other.feed(whole[cut:])
    assert (one.frames, one.damaged) == (other.frames, other.damaged)


@given(st.binary(max_size=300))
def test_noise_is_never_taken_for_a_frame_or_raises_something_else(noise: bytes) -> None:
    try:
        name, values = decode(noise)
    except Damaged:
        return
    assert encode(name, *values)[:-1] == noise


@given(some_frame(), st.integers(0, 200), st.integers(1, 255))
def test_no_damaged_byte_passes(
    frame: tuple[str, tuple[int | str, ...]], at: int, change: int
) -> None:
    coded = bytearray(encode(frame[0], *frame[1]))
    coded[at % len(coded)] ^= change
    assert frame not in Cutter().feed(bytes(coded))


def test_an_endless_frame_does_not_fill_the_memory() -> None:
    cutter = Cutter()
    for _ in range(1000):
        cutter.feed(b"x" * 1000)
    assert len(cutter._begun) < 200
    assert cutter.feed(b"\0" + encode("who", 1)) == [("who", (1,))]
    assert cutter.damaged == 1


def test_the_pages_say_what_the_code_does() -> None:
    for path, text in doc_tables.files().items():
        assert path.read_text("utf-8") == text, f"{path.name} is out of date: script/draw"


def test_every_frame_is_in_the_documentation_and_sent_by_one_side() -> None:
    page = (doc_tables.DOCS / "link-protocol.md").read_text("utf-8")
    assert len({code for _, code, *_ in FRAMES}) == len({name for name, *_ in FRAMES})
    for name, code, who, _, _ in FRAMES:
        assert f"**`{name}`** (0x{code:02X})" in page
        assert (code >= 0x80) == (who == "device")


def test_frames_as_values_have_the_fields_of_the_description() -> None:
    assert list(CLASSES) == [name for name, *_ in FRAMES]
    for name, _, _, _, fields in FRAMES:
        types = {field: str if kind == "text" else int for field, kind, _ in fields}
        assert get_type_hints(CLASSES[name]) == types


@given(st.lists(st.integers(0, 3), max_size=60))
def test_a_contact_counts_only_with_two_equal_samples(samples: list[int]) -> None:
    buttons, last = Buttons(), 0
    for closed in samples:
        before = buttons.down
        changed = buttons.sample(closed)
        assert buttons.down == before ^ changed
        assert changed & (closed ^ last) == 0 and changed & ~(closed ^ before) == 0
        last = closed


class Clockwork:
    """A board, its port and the two modules of MicroPython that wait, on one clock."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("machine", "micropython"):
            monkeypatch.setitem(sys.modules, name, ModuleType(name))
        self.time = 0.0  # milliseconds
        self.samples: list[float] = []
        self.link = self.port = self
        self.leaving = False
        main = importlib.import_module("firmware_bridge.buttonbox.main")
        monkeypatch.setattr(main.asyncio, "sleep_ms", self.sleep_ms, raising=False)
        monkeypatch.setattr(main, "time", self)
        self.serve = main.serve

    def now(self) -> int:
        return int(self.time)

    def ticks_us(self) -> int:
        return int(self.time * 1000)

    def ticks_diff(self, one: int, other: int) -> int:
        return one - other

    def read(self) -> bytes:
        return b"much"

    def feed(self, data: bytes, now: int) -> None:
        self.time += len(self.samples) % 8 / 2  # sometimes it is quick, and sometimes slow

    def sample(self, now: int) -> None:
        self.samples.append(self.time)
        self.leaving = len(self.samples) > 20

    def outgoing(self, now: int, room: int) -> bytes:
        return b""

    def room(self, spent: int) -> int:
        return 64

    def alive(self) -> None:
        pass

    async def sleep_ms(self, milliseconds: int) -> None:
        self.time += milliseconds


def test_samples_are_never_taken_at_once_however_long_listening_takes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Or both of two that must agree would see a spike."""
    board = Clockwork(monkeypatch)
    asyncio.run(board.serve(board, board))
    gaps = [later - one for one, later in itertools.pairwise(board.samples)]
    assert len(gaps) > 20 and min(gaps) >= SAMPLE_MS


def test_a_dial_that_bounces_counts_no_more_than_it_turned() -> None:
    dial = Dial()
    assert sum(dial.sample(levels) for levels in (1, 0, 1, 3, 1, 3, 2, 3, 2, 0, 2, 0)) == 1
    assert sum(dial.sample(levels) for levels in (2, 3, 1, 0)) == -1
    assert dial.sample(3) + dial.sample(0) == 0


def test_a_lamp_that_flashed_is_as_before() -> None:
    lights = Lights()
    lights.show(0b101, 0b100)
    assert lights.lit(0) == 0b101 and lights.lit(400) == 0b001
    lights.flash(0b11, 1000)
    assert [lights.lit(1000 + 80 * n) & 0b11 for n in range(7)] == [3, 0, 3, 0, 3, 0, 1]


class Ends:
    """Box and companion, joined."""

    def __init__(self) -> None:
        self.board = FakeBoard()
        self.box = Box(self.board, 7, ("serial", "1.0.0", "name"))
        self.link = Link(100)
        self.now = 0
        self.link.connect(0)
        self.happened: list[object] = []
        self.run(20)

    def run(self, milliseconds: int) -> None:
        for _ in range(milliseconds // 2):
            self.now += 2
            self.box.sample(self.now)
            self.happened += self.link.feed(self.box.link.outgoing(self.now, 64), self.now / 1000)
            self.box.link.feed(self.link.outgoing(self.now / 1000), self.now)


def test_when_it_happened_is_never_lost_with_a_cut() -> None:
    ends = Ends()
    ends.board.contacts = 1
    for _ in range(50):
        ends.now += 2
        ends.box.sample(ends.now)
    pressed = ends.now - 98
    ends.run(200)
    (moved,) = [one for one in ends.happened if isinstance(one, Moved)]
    assert moved.down and abs(moved.at * 1000 - pressed) <= 4


def test_cues_do_not_pile_up_while_the_box_is_away() -> None:
    ends = Ends()
    for _ in range(CUES + 3):
        ends.link.buzz(1, 2)
    assert ends.link.counters.cues_dropped == 3
    ends.run(200)
    assert ends.link.idle
    away = Link(1)
    away.buzz(1, 2)
    away.flash(1)
    away.connect(0.0)
    assert not away._waiting


def test_a_stranger_is_reported_once() -> None:
    link = Link(1)
    link.connect(0.0)
    hello = encode("hello", 9, 1, 1, 0, 0, 0, 16, 5, "a\nb\nc")
    first = link.feed(hello, 0.1)
    assert first == [Stranger(9)]
    assert link.feed(hello, 0.2) == []
    assert b"\x02" not in link.outgoing(1.0)[:2] or link.state == "asking"


def test_a_log_line_and_odd_names_are_taken_as_they_are() -> None:
    ends = Ends()
    ends.box.link.log(2, "hot")
    ends.run(10)
    assert Logged(2, "hot") in ends.happened
    hello = Hello(1, 1, 1, 0, 0, 0, 16, 5, "\x1b[2J\n1.0.0")
    assert hello.serial == r"'\x1b[2J'" and hello.name == ""


def test_missing_events_are_reported_where_they_are_missing() -> None:
    ends = Ends()
    for _ in range(100):
        ends.board.contacts ^= 1
        for _ in range(2):
            ends.now += 2
            ends.box.sample(ends.now)
    ends.run(600)
    kinds = [type(one) for one in ends.happened if isinstance(one, Moved | Missing)]
    assert kinds == [Moved] * 64 + [Missing]
    assert [one.count for one in ends.happened if isinstance(one, Missing)] == [36]
    ends.board.contacts ^= 1
    ends.run(40)
    assert isinstance(ends.happened[-1], Moved)


def test_flash_that_is_spoilt_or_full_does_not_stop_the_box(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from firmware_bridge.buttonbox import flash

    monkeypatch.chdir(tmp_path)
    first = flash.next_boot(5)
    assert first != 0 and flash.next_boot(5) == first + 1
    Path(flash.BOOTS).write_text("nonsense")
    assert flash.next_boot(600) not in (0, first, first + 1)
    Path(flash.SETTINGS).write_text("{")
    assert flash.settings() == flash.DEFAULTS
    assert flash.keep({"name": "A"}) and flash.settings()["name"] == "A"
    assert not flash.keep({"colour": 1})
    flash.stay()
    assert flash.staying() and not flash.staying()
    monkeypatch.setattr("os.rename", _full)
    assert not flash.keep({"name": "B"})
    assert flash.next_boot(7) >= 0x80000000
    assert flash.settings()["name"] == "A"


def _full(*_: object) -> None:
    raise OSError(28, "no space")


def test_the_firmware_needs_nothing_that_a_pico_has_not() -> None:
    """But for MicroPython's own modules it imports only itself."""
    allowed = {"json", "os", "struct", "select", "sys", "time", "asyncio", "machine", "micropython"}
    spec = importlib.util.find_spec("firmware_bridge.buttonbox")
    assert spec is not None and spec.origin is not None
    for path in Path(spec.origin).parent.glob("*.py"):
        for line in path.read_text().splitlines():
            words = line.split()
            if words[:1] == ["import"]:
                assert set(words[1].split(",")) <= allowed, (path.name, line)
            elif words[:1] == ["from"] and "import" in words:
                assert words[1].startswith((".", "buttonbox")), (path.name, line)

"""Doors for serial lines: from a box, to a box, from a scan module, and recordings of them."""

from random import Random

from firmware_bridge.buttonbox.box import Box
from firmware_bridge.buttonbox.frames import FRAMES, LONGEST, encode
from firmware_bridge.buttonbox.link import BACKLOG, QUEUE
from firmware_bridge.command import replay
from firmware_bridge.decoding import gm65
from firmware_bridge.protocol.events import Moved
from firmware_bridge.protocol.link import Link
from firmware_bridge.simulator.box import FakeBoard
from firmware_bridge.traffic import read_recording
from tests.proofs._door import Door, Parts
from tests.proofs._line import BadLine
from tests.proofs._noise import noise, torn_bytes, torn_lines

_SIZES = {"u8": 8, "u16": 16, "u32": 32}


def _number(rng: Random, kind: str) -> int | str:
    if kind == "text":
        return rng.choice(("", "\n\n", "{}", '{"name": "x"}', "[" * 50, "ä\x00\x1b"))
    if kind == "i16":
        return rng.randrange(-32768, 32768)
    most = 1 << _SIZES[kind]
    return rng.choice((0, 1, 2, 7, 100, 101, most - 1, rng.randrange(most)))


def _frame(rng: Random) -> bytes:
    name, _, _, _, fields = rng.choice(FRAMES)
    return encode(name, *(_number(rng, kind) for _, kind, _ in fields))


def _make_frames(rng: Random) -> Parts:
    line = BadLine(rng, rng.choice((0.0, 0.0, 0.01, 0.2)))
    parts = [noise(rng) if rng.random() < 0.2 else _frame(rng) for _ in range(rng.randint(1, 20))]
    return tuple(line.damage(part) for part in parts)


def _from_box(parts: Parts) -> None:
    link = Link(100)
    link.connect(0.0)
    for number, part in enumerate(parts):
        now = number / 10
        link.feed(part, now)
        out = link.outgoing(now)
        assert len(out) <= 20 * (LONGEST + 4) and link.due() > now - 10
        assert len(link._early) <= 16 and len(link._waiting) <= 8
    assert len(link._cutter._begun) <= LONGEST + 3


def _to_box(parts: Parts) -> None:
    board = FakeBoard()
    box = Box(board, 7, ("serial", "1", "name"))
    for number, part in enumerate(parts):
        now = 50 * number
        board.contacts ^= number
        box.link.feed(part, now)
        box.sample(now)
        box.sample(now + 2)
        assert len(box.link.outgoing(now + 2, 64)) <= 64
        assert box.link.waiting <= QUEUE and len(box.link._out) <= BACKLOG + 21 * (LONGEST + 4)
    # Whatever came before: a host that comes now can be served.
    link = Link(40000)
    link.connect(1000.0)
    came = []
    for step in range(3000):
        now = 1_000_000 + 2 * step
        box.sample(now)
        came += link.feed(box.link.outgoing(now, 64), now / 1000)
        box.link.feed(link.outgoing(now / 1000), now)
        if link.state == "joined":
            break
    assert link.state == "joined", "the box cannot be joined any more"
    board.contacts ^= 1 << 20
    for _ in range(200):
        now += 2
        box.sample(now)
        came += link.feed(box.link.outgoing(now, 64), now / 1000)
        box.link.feed(link.outgoing(now / 1000), now)
    pressed = [one for one in came if isinstance(one, Moved) and one.button == 20]
    assert pressed, "its presses do not arrive any more"


def _make_module(rng: Random) -> Parts:
    replies = (
        gm65.DONE,
        gm65.reply(b"\xd6"),
        gm65.reply(noise(rng)[:200]),
        b"MES-7\r",
        b"\x02\x00",
    )
    return tuple(
        noise(rng)
        if rng.random() < 0.3
        else torn_bytes(rng, "MES-1")
        if rng.random() < 0.1
        else rng.choice(replies)
        for _ in range(rng.randint(1, 15))
    )


def _from_module(parts: Parts) -> None:
    whole, pieces = gm65.Splitter(), gm65.Splitter()
    replies: list[bytes] = []
    text = b""
    for part in parts:
        more, rest = pieces.feed(part)
        replies += more
        text += rest
        assert len(pieces._begun) <= 6 + 255
    assert (replies, text) == whole.feed(b"".join(parts)), "it depends on how the bytes arrive"


def _make_recording(rng: Random) -> Parts:
    lines = []
    for _ in range(rng.randint(1, 8)):
        device = rng.choice(("scanner", "box-1"))
        way = rng.choice(("in", "out"))
        data = rng.choice((_frame(rng), noise(rng), b"MES-7\r"))
        lines.append(f'{{"at": 0.5, "device": "{device}", "way": "{way}", "hex": "{data.hex()}"}}')
    return tuple(lines if rng.random() < 0.5 else torn_lines(rng, lines))


def _read_recording(parts: Parts) -> None:
    try:
        said = list(replay(read_recording("\n".join(map(str, parts)))))
    except ValueError as error:
        assert str(error).startswith("line ")
        return
    assert all(said)


DOORS = (
    Door("frames from a box", _make_frames, _from_box),
    Door("frames to a box", _make_frames, _to_box),
    Door("scan modules", _make_module, _from_module),
    Door("recorded bytes", _make_recording, _read_recording),
)

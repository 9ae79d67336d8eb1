"""Every press of a button arrives once and in order, over a bad line and a plug that is pulled.

Two ways, on the same claim. First both ends of the link in this process, on a clock of its own, so
that no time is lost: the firmware's box and the companion's link, with bytes dropped, doubled,
flipped, delayed, split and reordered, with the line cut while the box has power, and with its power
cut, after which nothing may be doubled, what can be missing is exactly what the box had not yet
told, and the gap must be said. Then the real firmware in MicroPython on Node, over pseudo-terminals
to the whole bridge, on the real clock. A press is two events: down and up.
"""

import argparse
import os
import platform
import sys
import time
from dataclasses import dataclass, field
from random import Random

import msgspec

from companion.table import Pressed, Released, Signal
from firmware_bridge import Bridge
from firmware_bridge.buttonbox.box import Box
from firmware_bridge.buttonbox.contacts import SAMPLE_MS
from firmware_bridge.protocol.events import Joined, Missing, Moved
from firmware_bridge.protocol.link import Link
from firmware_bridge.settings import NOTHING, Boxes
from firmware_bridge.simulator import NodeBox, Plug
from firmware_bridge.simulator.box import BUTTONS, FakeBoard
from tests.proofs._line import BadLine, told

Seen = tuple[int, bool]

WAITING = 40
"""Events that may be on their way before the next press: the box keeps 64."""

PATIENCE = 60.0
"""Seconds until an event that never comes has failed the proof."""

USES = tuple(
    f"{role} {place}".removesuffix(" 0")
    for role in ("confirm", "undo", "pass")
    for place in range(8)
)


@dataclass
class Tally:
    """What was made and what came."""

    made: list[Seen] = field(default_factory=list)
    came: list[Seen] = field(default_factory=list)
    lost: int = 0
    cuts: int = 0
    outages: int = 0
    gaps_said: int = 0

    def wrong(self) -> str:
        """What went wrong, if anything."""
        for number, (made, came) in enumerate(zip(self.made, self.came, strict=False)):
            if made != came:
                return f"event {number} was {made} and came as {came}"
        if len(self.made) != len(self.came):
            return f"{len(self.made)} events were made and {len(self.came)} came"
        if self.gaps_said != self.outages:
            return f"{self.outages} losses of power, and {self.gaps_said} gaps said"
        return ""


class Simulated:
    """Both ends on a clock of their own."""

    def __init__(self, seed: int, rate: float) -> None:
        self.rng = Random(seed)
        self.lines = BadLine(self.rng, rate), BadLine(self.rng, rate)
        self.board = FakeBoard()
        self.tally = Tally()
        self.now = 0
        self._boot = 0
        self._boots()
        self.link = Link(self.rng.randrange(0x10000))
        self.link.connect(0)
        self._cut_until = 0

    def _boots(self) -> None:
        self._boot += 1
        self.box = Box(self.board, self._boot, ("1", "1", "box"))

    def play(self, presses: int, cuts: int, outages: int) -> None:
        """Make the presses, with so many cuts and losses of power anywhere among them."""
        tally, rng = self.tally, self.rng
        troubles = ["cut"] * cuts + ["outage"] * outages
        when = sorted((rng.randrange(2 * presses), rng.choice(troubles)) for _ in troubles)
        when = sorted(zip((at for at, _ in when), rng.sample(troubles, len(troubles)), strict=True))
        total, made, idle = 2 * presses, 0, 0
        while made < total or len(tally.came) < len(tally.made):
            if when and made >= when[0][0]:
                self._trouble(when.pop(0)[1])
            if (
                made < total
                and self.link.state == "joined"
                and len(tally.made) - len(tally.came) < WAITING
                and rng.random() < 0.4
            ):
                made += 1
                self._move()
            before = len(tally.came)
            self._step()
            idle = 0 if len(tally.came) > before or made < total else idle + SAMPLE_MS
            if idle > 1000 * PATIENCE:
                return

    def _move(self) -> None:
        button = self.rng.randrange(BUTTONS)
        self.board.contacts ^= 1 << button
        self.tally.made.append((button, bool(self.board.contacts >> button & 1)))
        self._step()  # two samples, so that the box has seen it

    def _step(self) -> None:
        self.now += SAMPLE_MS
        to_host, to_box = self.lines
        self.box.sample(self.now)
        out = self.box.link.outgoing(self.now, 64)
        back = self.link.outgoing(self.now / 1000)
        if self.now < self._cut_until:
            return
        for piece in to_host.pieces(out):
            self._take(piece)
        for piece in to_box.pieces(back):
            self.box.link.feed(piece, self.now)
        if self.link.silent(self.now / 1000):
            self.link.connect(self.now / 1000)

    def _take(self, data: bytes) -> None:
        for one in self.link.feed(data, self.now / 1000):
            if isinstance(one, Moved):
                self.tally.came.append((one.button, one.down))
            elif isinstance(one, Joined):
                self.tally.gaps_said += one.restarted
                assert not one.lost, "events were lost without a loss of power"
            assert not isinstance(one, Missing), "the queue was full"

    def _trouble(self, kind: str) -> None:
        for line in self.lines:
            line.cut()
        if kind == "outage":
            tally = self.tally
            tally.outages += 1
            unheard = len(tally.made) - len(tally.came)
            assert unheard <= self.box.link.waiting, "it forgot what nobody had heard"
            tally.lost += unheard
            del tally.made[len(tally.came) :]
            self._boots()
            while tally.gaps_said < tally.outages:  # the next comes when this one was noticed
                self._step()
        else:
            self.tally.cuts += 1
            self._cut_until = self.now + self.rng.randrange(2, 600)
            self.link.connect(self._cut_until / 1000)


def simulated(seed: int, rate: float, presses: int, cuts: int, outages: int) -> bool:
    """The first way; whether it held."""
    began = time.process_time()
    ends = Simulated(seed, rate)
    ends.play(presses, cuts, outages)
    tally, counters = ends.tally, ends.link.counters
    wrong = tally.wrong()
    print(f"\nBoth ends in this process, {ends.now / 1000:.0f} s on their own clock")
    print(f"  {presses} presses; {len(tally.came)} events came; {wrong or 'all once and in order'}")
    print(f"  {tally.cuts} cuts with the box powered, {counters.sessions} sessions")
    print(f"  {tally.outages} losses of power: {tally.lost} events lost with it, each gap said")
    print(f"  line: {told(*ends.lines)}")
    print(
        f"  companion: {counters.frames} frames, {counters.damaged} bad, {counters.doubled} came"
        f" again, {counters.early} came early, {counters.unfit} unfit"
    )
    link = ends.box.link
    print(f"  box, since its last start: {link.resent} re-sent, {link.dropped} dropped")
    print(f"  {time.process_time() - began:.0f} s of the processor", flush=True)
    return not wrong


class Firmware:
    """The real firmware, the whole bridge, and the real clock."""

    def __init__(self, seed: int, rate: float) -> None:
        self.rng = Random(seed)
        self.tally = Tally()
        self.lines = BadLine(self.rng, rate), BadLine(self.rng, rate)
        self.box = NodeBox()
        self.plug = Plug(self.box.port, *(line.damage for line in self.lines))
        boxes = Boxes(ports=(str(self.plug.path),), buttons=USES)
        settings = msgspec.structs.replace(NOTHING, boxes=boxes)
        self._button = {(role, place): n for n, (role, place) in enumerate(boxes.uses("", 99))}
        self.bridge = Bridge(settings, self._signal)
        self.numbers: list[int] = []
        self.bridge.start()

    def _signal(self, signal: Signal) -> None:
        if isinstance(signal, Pressed | Released):
            button = self._button[signal.role, signal.place]
            self.tally.came.append((button, isinstance(signal, Pressed)))
            self.numbers.append(signal.number)

    def play(self, presses: int, cuts: int) -> str:
        """Make the presses, all buttons at a time, and pull the plug between or in them."""
        tally, rng = self.tally, self.rng
        rounds = -(-2 * presses // BUTTONS)
        when = set(rng.sample(range(rounds), min(cuts, rounds)))
        self._await_session()
        for number in range(rounds):
            down = not self.box.closed
            moves = [(button, down) for button in range(BUTTONS)]
            if number in when and rng.random() < 0.5:
                self._pull()
                self._make(moves)
            elif number in when:
                self._make(moves)
                time.sleep(rng.random() * 0.05)
                self._pull()
            else:
                self._make(moves)
            end = time.monotonic() + PATIENCE
            self.plug.plug()
            while len(tally.came) < len(tally.made):
                if time.monotonic() > end:
                    return tally.wrong()
                time.sleep(0.002)
            if tally.came[-BUTTONS:] != moves:
                return tally.wrong() or "they came in another order"
        if self.numbers != list(range(1, len(self.numbers) + 1)):
            return "the signals' numbers have gaps"
        if self.box.starts != 1 or self.box.failures:
            return f"the firmware stumbled: {self.box.failures}"
        return tally.wrong()

    def _await_session(self) -> None:
        end = time.monotonic() + PATIENCE
        while not any(one.sessions for _, one in self.bridge.counters().values()):
            assert time.monotonic() < end, "the box was never found"
            time.sleep(0.01)

    def _make(self, moves: list[Seen]) -> None:
        self.tally.made += moves
        self.box.contacts((1 << BUTTONS) - 1 if moves[0][1] else 0)

    def _pull(self) -> None:
        self.tally.cuts += 1
        self.plug.pull()
        for line in self.lines:
            line.cut()

    def close(self) -> None:
        """Take all away."""
        self.bridge.stop()
        self.plug.close()
        self.box.close()


def with_firmware(seed: int, rate: float, presses: int, cuts: int) -> bool:
    """The second way; whether it held."""
    began = time.monotonic()
    ends = Firmware(seed, rate)
    try:
        wrong = ends.play(presses, cuts)
        took = time.monotonic() - began
        ((hello, counters),) = ends.bridge.counters().values()
    finally:
        ends.close()
    print(f"\nThe real firmware ({hello.firmware}) in MicroPython on Node, {took:.0f} s")
    print(
        f"  {len(ends.tally.made) // 2} presses; {len(ends.tally.came)} events came;"
        f" {wrong or 'all once and in order'}"
    )
    print(f"  {ends.tally.cuts} cuts with the box powered, {counters.sessions} sessions")
    print(f"  line: {told(*ends.lines)}")
    print(
        f"  companion: {counters.frames} frames, {counters.damaged} bad, {counters.doubled} came"
        f" again, {counters.early} came early, {counters.unfit} unfit"
    )
    print(
        f"  box: {counters.box_frames} frames, {counters.box_damaged} bad,"
        f" {counters.box_resent} re-sent, {counters.box_dropped} dropped",
        flush=True,
    )
    return not wrong


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="presses", description=__doc__)
    parser.add_argument("--presses", type=int, default=100_000)
    parser.add_argument("--cuts", type=int, default=1000)
    parser.add_argument("--outages", type=int, default=100, help="of the box's power")
    parser.add_argument("--firmware-presses", type=int, default=100_000)
    parser.add_argument("--firmware-cuts", type=int, default=1000)
    parser.add_argument("--rate", type=float, default=0.01, help="share of bytes damaged")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(argv)
    print(f"{time.strftime('%F %R')}, {os.cpu_count()} cores, Python {platform.python_version()};")
    print(f"seed {asked.seed}, {100 * asked.rate:g} % of the bytes damaged", flush=True)
    held = True
    if asked.presses:
        held = simulated(asked.seed, asked.rate, asked.presses, asked.cuts, asked.outages)
    if asked.firmware_presses:
        held &= with_firmware(asked.seed, asked.rate, asked.firmware_presses, asked.firmware_cuts)
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

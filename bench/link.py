"""The link to a button box: press to signal, events a second, and what an idle bridge costs.

``python -m bench.link``: the real firmware in MicroPython on Node, over a pseudo-terminal on which
the simulated box speaks as slowly as 115200 baud are. The figures are this machine's and Node's,
not a Pico's.
"""

import argparse
import os
import select
import statistics
import time
from collections.abc import Iterator, Sequence

import msgspec
import serial

from bench.rows import WHOLE, Row, Size
from companion.table import Pressed, Signal
from firmware_bridge import Bridge
from firmware_bridge.buttonbox.contacts import SAMPLE_MS
from firmware_bridge.buttonbox.frames import encode
from firmware_bridge.protocol.events import Moved
from firmware_bridge.protocol.link import Link
from firmware_bridge.settings import NOTHING, Boxes
from firmware_bridge.simulator import NodeBox
from firmware_bridge.simulator.box import BUTTONS

BAUD = 115200
DEBOUNCE_MS = 2 * SAMPLE_MS
"""Two samples that agree, and as long as the first may have to be waited for."""

HALVES = ((1 << BUTTONS // 2) - 1, (1 << BUTTONS) - (1 << BUTTONS // 2))
"""Of the buttons, as bits."""

LATENCY_BAR_MS = 20.0
RATE_BAR = 0.8
IDLE_BAR = 0.5
"""Most delay, least share of what the line can carry, and most per cent of a core at rest."""


def latency(repeats: int) -> list[float]:
    """Milliseconds from each press to its signal."""
    came: list[float] = []
    let_go: list[Signal] = []

    def deliver(signal: Signal) -> None:
        if isinstance(signal, Pressed):
            came.append(time.perf_counter())
        else:
            let_go.append(signal)

    found: list[float] = []
    with NodeBox() as box:
        bridge = _bridge(box, deliver)
        for number in range(repeats):
            time.sleep(0.03 + number % 7 / 1000)  # not in step with the sampling
            made = time.perf_counter()
            box.press(2)
            while len(came) <= number:
                time.sleep(0.0002)
            found.append(1000 * (came[number] - made))
            box.release(2)
            while len(let_go) <= number:  # a box that is kept waiting would not see it otherwise
                time.sleep(0.0002)
        bridge.stop()
    return found


def _bridge(box: NodeBox, deliver: object) -> Bridge:
    settings = msgspec.structs.replace(NOTHING, boxes=Boxes(ports=(box.port,)))
    bridge = Bridge(settings, deliver)  # type: ignore[arg-type]
    bridge.start()
    while not bridge.parts():
        time.sleep(0.01)
    time.sleep(0.3)
    return bridge


def rate(seconds: float) -> float:
    """Events a second while the box always has some."""
    with NodeBox() as box, serial.Serial(box.port, BAUD, timeout=0) as port:
        link, came = Link(1), 0
        link.connect(time.monotonic())
        state = wanted = 0
        began, counted = 0.0, 0
        while not began or time.monotonic() - began < seconds:
            now = time.monotonic()
            out = link.outgoing(now)
            if out:
                port.write(out)
            ready, _, _ = select.select([port.fileno()], [], [], 0.005)
            if ready:
                data = os.read(port.fileno(), 4096)
                for one in link.feed(data, time.monotonic()):
                    if isinstance(one, Moved):
                        came += 1
                        state ^= 1 << one.button
            # A half is moved again when all of it has arrived: never before the box has seen it.
            moved = sum(half for half in HALVES if (state ^ wanted) & half == 0)
            if moved and link.state == "joined":
                wanted ^= moved
                box.contacts(wanted)
            if not began and came >= 5 * BUTTONS:
                began, counted = time.monotonic(), came
        return (came - counted) / (time.monotonic() - began)


def idle(seconds: float) -> float:
    """Per cent of a core that a bridge takes with a box that nobody touches."""
    with NodeBox() as box:
        bridge = _bridge(box, lambda _: None)
        time.sleep(1.0)
        began, spent = time.monotonic(), time.process_time()
        time.sleep(seconds)
        spent, took = time.process_time() - spent, time.monotonic() - began
        bridge.stop()
    return 100 * spent / took


def rows(size: Size) -> Iterator[Row]:
    """Press to signal, events beside what the wire can carry, an idle bridge."""
    found = sorted(latency(50 if size is WHOLE else 20))
    beyond = found[int(len(found) * 0.99)] - DEBOUNCE_MS
    seconds = 4.0 if size is WHOLE else 2.0
    wire = BAUD / 10 / len(encode("button", 1000, 1000, 1000, 23, 1))
    what = "a press to its signal, p99, without the debounce"
    yield Row(what=what, unit="ms", ours=(beyond,), better="less", bar=LATENCY_BAR_MS, noisy=True)
    yield Row(
        what="events of a button box",
        unit="/s",
        ours=(rate(seconds),),
        peer="the wire's limit",
        theirs=(wire,),
        bar=RATE_BAR,
        noisy=True,
    )
    what = "an idle bridge with a box, of a core"
    yield Row(what=what, unit="%", ours=(idle(seconds),), better="less", bar=IDLE_BAR, noisy=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; 0 when every bar is held."""
    parser = argparse.ArgumentParser(prog="bench.link", description=__doc__)
    parser.add_argument("--repeats", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=10.0)
    asked = parser.parse_args(arguments)
    found = sorted(latency(asked.repeats))
    p50, p95, p99 = (found[int(len(found) * share)] for share in (0.5, 0.95, 0.99))
    beyond = p99 - DEBOUNCE_MS
    print(f"press to signal, {len(found)} presses: p50 {p50:.1f}, p95 {p95:.1f}, p99 {p99:.1f} ms,")
    print(f"  mean {statistics.mean(found):.1f} ms; of these {DEBOUNCE_MS} ms are debounce;")
    print(f"  p99 beyond it {beyond:.1f} ms (bar {LATENCY_BAR_MS:.0f})")
    size = len(encode("button", 1000, 1000, 1000, 23, 1))
    limit = BAUD / 10 / size
    reached = rate(asked.seconds)
    print(f"events: {reached:.0f} a second; an event has {size} bytes, so the wire ends at")
    print(f"  {limit:.0f}: {100 * reached / limit:.0f} % of it (bar {100 * RATE_BAR:.0f} %)")
    rest = idle(asked.seconds)
    print(f"idle bridge with a box: {rest:.2f} % of a core (bar {IDLE_BAR} %)")
    held = beyond < LATENCY_BAR_MS and reached >= RATE_BAR * limit and rest < IDLE_BAR
    print("every bar is held" if held else "a bar is not held")
    return 0 if held else 1


if __name__ == "__main__":
    raise SystemExit(main())

"""The page of one run: where it was measured, every bench's table, and the check of ratios."""

import argparse
import json
import os
import platform
import re
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

from bench.games import YARDSTICK, yardstick
from bench.peers import HERE as PEERS
from bench.rows import QUICK, WHOLE, Row, Size, table

MEASURED = Path(__file__).resolve().parent.parent / "docs" / "measured"
RATIOS = MEASURED / "ratios.json"

SLACK = 0.2
"""How much worse a ratio may be than the kept one."""

BENCHES = {
    "stacks7.lines": "The same game as the peers: Stacks7, lines G1 to G8",
    "walking": "Walking in Sakkara",
    "games": "Every game on recorded play",
    "scaling": "Long matches",
    "appends": "Entries to the disk",
    "reopen": "A match of three hours",
    "judging": "Steps of a move, on recorded play",
    "touches": "Touches",
    "latency": "From an input to the frame",
    "panning": "Moving the board",
    "canvas": "The renderer",
    "link": "Button boxes",
    "television": "Other screens",
    "watched": "A table that others look at",
    "phones": "Telephones as hands",
    "camera": "A camera as scanner",
    "start": "Starting",
}
"""Module of each bench, and its title."""

CHECKED = ("stacks7.lines", "walking", "games", "start")
"""The benches whose ratios are compared with the kept ones."""


HOW = """\
One run, side by side on this machine: samples are taken by turns, ours, theirs, ours, theirs; the
median is given and how far at most a sample was from it. *Times better* is the median of the ratios
of all turns, above 1 where ours is better. Time is that of the processor in the thread that works,
but where a row says *by the clock*. What is told without a peer is as slow as the machine is just
then: beside each table stands how many moves a second plain Stacks7 makes before and after it. A
Raspberry Pi 4 is about eleven times slower. Made with `bench/run --keep`."""


def heading() -> str:
    """On what this was measured, and when."""
    said = Path("/proc/cpuinfo").read_text("utf-8") if Path("/proc/cpuinfo").exists() else ""
    chip = next((x.partition(":")[2].strip() for x in said.splitlines() if "model name" in x), "?")
    load = ", ".join(f"{one:.1f}" for one in os.getloadavg())
    ours = ", ".join(f"{one} {_version(one)}" for one in ("tabletop-companion", "msgspec", "kivy"))
    where = f"{chip}, {os.cpu_count()} cores, {platform.system()} {platform.release()}"
    made = f"Python {platform.python_version()}, SQLite {sqlite3.sqlite_version}, Node {_node()}"
    return (
        f"# Measured, {datetime.now(UTC).date().isoformat()}\n\n"
        f"{where}, load before {load}; {made}; {ours}; beside them {', '.join(pinned())}.\n\n"
        f"{HOW}"
    )


def pinned() -> list[str]:
    """The peers with their versions."""
    found = json.loads((PEERS / "package.json").read_text("utf-8"))["dependencies"]
    told = [f"{name} {number}" for name, number in found.items()]
    for file in sorted(PEERS.glob("*.in")):
        said = file.read_text("utf-8")
        told += [" ".join(one) for one in re.findall(r"^([\w.-]+)==(\S+)", said, re.MULTILINE)]
    return list(dict.fromkeys(told))


def _version(name: str) -> str:
    try:
        return version(name)
    except LookupError:
        return "not installed"


def _node() -> str:
    node = shutil.which("node")
    if node is None:
        return "is not there"
    return subprocess.run([node, "-v"], capture_output=True, text=True).stdout.strip()


def ratios(rows: Iterable[Row]) -> dict[str, float]:
    """The ratios that are compared, by row and peer."""
    found = {f"{row.what} / {row.peer}": row.ratio for row in rows if not row.noisy}
    return {name: float(f"{ratio:.4g}") for name, ratio in found.items() if ratio is not None}


def worse(now: dict[str, float], kept: dict[str, float]) -> list[str]:
    """What is more than SLACK worse than what was kept, in words."""
    return [
        f"{name}: {now[name]:.3g} times better, kept is {kept[name]:.3g}"
        for name in kept
        if name in now and now[name] < kept[name] * (1 - SLACK)
    ]


def measure(names: Sequence[str], size: Size) -> tuple[str, list[Row], list[str]]:
    """The page, all rows, and which benches could not be run."""
    parts, every, failed = [heading()], [], []
    print(parts[0], flush=True)
    for name in names:
        begun, before = time.monotonic(), yardstick(size.seconds)
        try:
            found = list(import_module(f"bench.{name}").rows(size))
            said = table(found)
        except Exception as error:  # one bench that cannot run here must not take the others along
            found, said = [], f"Not measured: {type(error).__name__}: {error}"
            failed.append(name)
        took = f"`python -m bench.{name}`, {time.monotonic() - begun:.0f} s"
        took += (
            f"; {YARDSTICK} before and after: {before:,.0f} and {yardstick(size.seconds):,.0f} /s"
        )
        parts.append(f"## {BENCHES[name]}\n\n{took}\n\n{said}")
        print(f"\n{parts[-1]}", flush=True)
        every += found
    return "\n\n".join(parts) + "\n", every, failed


def check(size: Size) -> int:
    """Compare the ratios with those that are kept; 1 when any is worse."""
    if not RATIOS.exists():
        print("There is nothing to compare with yet: bench/run --keep writes it.")
        return 1
    kept: dict[str, float] = json.loads(RATIOS.read_text("utf-8"))
    _, rows, failed = measure(CHECKED, size)
    now = ratios(rows)
    left_out = sorted({row.what for row in rows if row.noisy and row.unit})
    print("\n## Compared with docs/measured/ratios.json\n")
    print("Left out, for they say too little from one run to the next (by the clock, flushed to")
    print(f"the disk, or without a peer): {'; '.join(left_out)}.")
    missing = sorted(set(kept) - set(now))
    for name in missing:
        print(f"not measured: {name}")
    found = worse(now, kept)
    for line in found:
        print(f"WORSE {line}")
    print(f"{len(now)} ratios, {len(found)} of them more than {100 * SLACK:.0f} % worse")
    return 1 if found or failed else 0


def main(about: str, arguments: Sequence[str]) -> int:
    """Measure; 0 when everything could be measured, whatever it came to."""
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(prog="bench/run", description=about, formatter_class=raw)
    parser.add_argument("--quick", action="store_true", help="fewer and shorter samples")
    parser.add_argument("--only", nargs="+", choices=BENCHES, default=tuple(BENCHES))
    parser.add_argument("--keep", action="store_true", help="write the page and the ratios")
    parser.add_argument("--check", action="store_true", help="compare with the kept ratios")
    asked = parser.parse_args(arguments)
    size = QUICK if asked.quick else WHOLE
    if asked.check:
        return check(size)
    page, rows, failed = measure(asked.only, size)
    if asked.keep:
        MEASURED.mkdir(parents=True, exist_ok=True)
        (MEASURED / f"{datetime.now(UTC).date().isoformat()}.md").write_text(page, "utf-8")
        told = json.dumps(ratios(rows), indent=1, ensure_ascii=False)
        RATIOS.write_text(told + "\n", "utf-8")
    if failed:
        print("\nnot measured:", ", ".join(failed))
    return 1 if failed else 0

"""A robot that plays only by what is seen never gets stuck, and every screen keeps its promises.

It sees visible words, buttons, pickers and the lit shapes of the board with where they lie, and
touches points of the screen; it knows no list of moves and opens neither the menu nor the help. A
seeded taste chooses among what is seen: mostly what is lit or bright, now and then something else,
an undo, a redo; in every second match it deals and tells numbers like somebody who knows what it is
about, for the tasks of the design that nobody does by chance. Matches are spread pairwise over
game, number of players, size of the screen, language and size of letters; where random play does
not end a game, recorded matches are taken up shortly before their end. Each fault is told with its
seed and touch; its picture and all touches up to it are kept.
"""

import argparse
import os
import subprocess
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import msgspec

from companion.match import registry
from tests.games.tried import tried
from tests.proofs._evening_pairs import Row, pairwise
from tests.proofs._evening_plan import CHECKS, HELD, Found, Plan, Result
from tests.proofs._evening_tasks import DEAL, FIRST, TASKS, UNMET

ROOT = Path(__file__).parents[2]
KEEP = ROOT / ".cache" / "evening"
SIZES = ((1280, 720), (1024, 600), (800, 480), (720, 1280))

ENDLESS = ("mesopotamien", "sakkara")
"""Games that random play does not end."""

FEW, MANY, LAST = 200, 1500, 150
"""Touches of a match that does not end, at most of one that does, and from its last lines on."""

AGAIN, LONGER = 5, 2
"""How often the last lines of an endless game are tried, with another taste each time; and how many
times as long, for those it is the touches that decide."""

EXAMPLES = 8
"""Faults of each check that a report tells one by one."""


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="evening", description=__doc__)
    parser.add_argument("--game", choices=registry.names(), help="this one alone")
    parser.add_argument("--matches", type=int, default=40, help="at least; all pairs in any case")
    parser.add_argument("--touches", type=int, default=MANY, help="of a match at most")
    parser.add_argument("--seconds", type=float, default=150.0, help="of a match at most")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="matches at a time")
    parser.add_argument("--keep", type=Path, default=KEEP, help="folder of pictures and touches")
    parser.add_argument(
        "--checks",
        default=",".join(name for name in CHECKS if name in HELD),
        help=f"that decide, or all: {', '.join(CHECKS)}",
    )
    asked = parser.parse_args(argv)
    every = asked.checks == "all"
    checks = set(CHECKS) if every else set(filter(None, asked.checks.split(",")))
    if unknown := checks - set(CHECKS):
        parser.error(f"no such checks: {', '.join(sorted(unknown))}")
    plans = list(planned(asked))
    begun = time.monotonic()
    with ThreadPoolExecutor(asked.jobs) as pool:
        results = []
        for result in pool.map(lambda plan: _played(plan, asked), plans):
            results.append(result)
            _tell(result, checks)
    seconds = time.monotonic() - begun
    return report(results, checks, asked.seed, seconds)


def planned(asked: argparse.Namespace) -> Iterable[Plan]:
    """The evenings: every pair, late positions of every game, and more until there are enough."""
    rng = Random(asked.seed)
    games = [asked.game] if asked.game else list(registry.names())
    players = {name: registry.game_package(name).game.players for name in games}
    factors = {
        "game": games,
        "players": range(2, 6),
        "size": SIZES,
        "language": ("de", "en"),
        "letters": ("normal", "large", "largest"),
    }

    def fits(row: Row) -> bool:
        least, most = players[row["game"]]
        return bool(least <= row["players"] <= most)

    rows = list(pairwise(factors, fits, rng))
    every = [_plan(row, rng, asked.touches) for row in rows]
    ending = [one for one in every if one.game not in ENDLESS]
    late = [_late(one, asked.touches) for one in ending]
    for game in (one for one in games if one in ENDLESS):
        some = [one for one in every if one.game == game]
        late += [_late(some[n % len(some)], LAST, n) for n in range(AGAIN)]
    both = [*every, *late]
    while len(both) < asked.matches:
        both.append(_plan(rng.choice(rows), rng, asked.touches))
    yield from both


def _plan(row: Row, rng: Random, touches: int) -> Plan:
    most = FEW if row["game"] in ENDLESS else touches
    return Plan(**row, seed=rng.randrange(1_000_000), touches=min(most, touches))


def _late(plan: Plan, touches: int, more: int = 0) -> Plan:
    """A recorded match of the same game, taken up before its end."""
    records = [one for one in tried(plan.game).recorded.RECORDS if one.late]
    seed = plan.seed + more
    if not records:
        return msgspec.structs.replace(plan, touches=touches, seed=seed)
    one = records[seed % len(records)]
    file = f"{one.file}.record"
    return msgspec.structs.replace(plan, record=file, late=one.late, touches=touches, seed=seed)


def _played(plan: Plan, asked: argparse.Namespace) -> Result:
    told = msgspec.json.encode(plan).decode()
    command = [sys.executable, "-m", "tests.proofs._evening_playing", told, str(asked.keep)]
    seconds = asked.seconds * (LONGER if plan.late and plan.game in ENDLESS else 1)
    patience = 2 * seconds + 60
    try:
        done = subprocess.run(
            [*command, str(seconds)],
            capture_output=True,
            text=True,
            cwd=ROOT,
            timeout=patience,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Result(plan, faults=[Found("falls", "it stands still", 0)])
    try:
        return msgspec.json.decode(done.stdout.splitlines()[-1], type=Result)
    except (IndexError, msgspec.DecodeError):
        return Result(plan, faults=[Found("falls", done.stderr[-1500:], 0)])


def _tell(result: Result, checks: set[str]) -> None:
    plan, wrong = result.plan, [one for one in result.faults if _counts(one, checks)]
    end = "to its end" if result.ended else f"{result.entries} lines"
    print(f"{plan.name}: {result.touches} touches, {end}, {len(wrong)} faults", flush=True)


def _counts(fault: Found, checks: set[str]) -> bool:
    return fault.check in checks or fault.check == "falls"


def report(results: Sequence[Result], checks: set[str], seed: int, seconds: float) -> int:
    """Say what was found; 0 when the checks that decide hold."""
    touches = sum(one.touches for one in results)
    ended = Counter(one.plan.game for one in results if one.ended)
    played = Counter(one.plan.game for one in results)
    print(f"\nseed {seed}: {len(results)} matches, {touches} touches, {seconds:.0f} s")
    for game, count in sorted(played.items()):
        print(f"{count:6} of {game}, {ended[game]} of them to the end")
    apart = {"touches": _fewest(results), "ends": [game for game in played if not ended[game]]}
    _unmade(results)
    wrong = 0
    for name in ("falls", *CHECKS):
        found = [(one, fault) for one in results for fault in one.faults if fault.check == name]
        count = len(apart[name]) if name in apart else len(found)
        wrong += count if name == "falls" or name in checks else 0
        about = CHECKS.get(name, "nothing falls over")
        how = "" if name in checks or name == "falls" else " (does not yet decide)"
        print(f"\n{count:6} things wrong: {name}, {about}{how}")
        for line in apart.get(name, ()):
            print(f"       {line}")
        _examples(found)
    print(f"\n{wrong} things went wrong")
    return 1 if wrong else 0


def _unmade(results: Sequence[Result]) -> None:
    """The kinds of move that nobody made: seldom asked for, or never to be seen."""
    print("\nkinds of move that were never made:")
    for game in sorted({one.plan.game for one in results}):
        made = {kind for one in results if one.plan.game == game for kind in one.kinds}
        kinds = [one.name for one in registry.game_package(game).game.kinds if one.role == "play"]
        print(f"       {game}: {', '.join(kind for kind in kinds if kind not in made) or 'none'}")


def _examples(found: Sequence[tuple[Result, Found]]) -> None:
    """Each different thing once, the most frequent first, where it was met first."""
    alike = defaultdict(list)
    for result, fault in found:
        alike[fault.what].append((result, fault))
    for what, met in sorted(alike.items(), key=lambda one: -len(one[1]))[:EXAMPLES]:
        result, fault = met[0]
        where = fault.picture or f"{result.plan.name}, touch {fault.touch}"
        print(f"       {len(met)} x {what}\n           {where}")
    if len(alike) > EXAMPLES:
        print(f"       and {len(alike) - EXAMPLES} others")


def _fewest(results: Sequence[Result]) -> list[str]:
    """The fewest touches that each task took; what takes more than the design allows."""
    print("\nfewest touches of each task, and how many the design allows:")
    slow = []
    for task in (*TASKS, DEAL, FIRST):
        name = f"{task.point} {task.name}"
        met = [one.fewest[name] for one in results if name in one.fewest]
        line = f"{name}: {min(met) if met else 'not met'} ({task.most})"
        print(f"       {line}")
        if met and min(met) > task.most:
            slow.append(line)
    for point, why in sorted(UNMET.items()):
        print(f"       {point} counted by a test: {why}")
    return slow


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

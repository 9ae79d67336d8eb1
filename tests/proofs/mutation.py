"""Of the small mistakes that could be made in a game's rules, its tests notice nine in ten.

Each mutant is a game with one mistake: a comparison turned round, a number one too high, ``and``
for ``or``, a need left out, a change of the position forgotten. All tests of the rules are run on
it, what comes of the vectors first, until one fails; a mutant that passes them all has survived.
What is only said or drawn is left out, code and tests.

The mutants are made here and not by a tool: most rules are lambdas in tables at the top of a
module, which mutmut does not touch, and cosmic-ray starts the tests anew for every mutant. Here
each is tried in a process forked from one that has all but the game in memory.
"""

import argparse
import importlib
import importlib.abc
import importlib.util
import inspect
import itertools
import multiprocessing
import os
import platform
import resource
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from random import Random
from types import CodeType, ModuleType
from typing import Any

from companion.match import registry
from tests.proofs._mutants import Mutant, mutants, mutated

GAMES = "companion.games"
NO_RULES = ("__init__", "phrases", "scene", "worth", "chance")
"""What only says, draws, or guesses for the simulation."""

TESTS = "tests.games"
FIRST, LAST = ("test_told", "test_vectors"), "test_properties"
"""Tests of all games; of these what is tried with another is left out."""

NO_TESTS_OF_RULES = ("test_said", "test_scene")

BAR = 90.0
"""Per cent of the mutants that the tests must notice."""

MEMORY = 2 << 30
"""Bytes a mutant may take: some ask for more and more."""

PRELOAD = ("hypothesis", "pytest", "companion.match.match", "companion.referee.player")
SURVIVED, NO_GAME, LATE = 0, 100, -9
"""Exit codes; the others count the tests up to the one that failed."""


def root() -> Path:
    """The folder of the project."""
    return Path(__file__).parents[2]


def folder_of(game: str) -> Path:
    """Where the rules of a game lie, below the folder of the project."""
    return Path(*GAMES.split("."), game)


def sources(game: str) -> dict[str, str]:
    """The modules of the rules."""
    folder = root() / folder_of(game)
    files = sorted(file for file in folder.glob("*.py") if file.stem not in NO_RULES)
    return {file.stem: file.read_text("utf-8") for file in files}


def suites(game: str) -> list[str]:
    """The tests of the rules: the fastest first, the slowest last."""
    files = root().joinpath(*TESTS.split("."), game).glob("test_*.py")
    names = sorted({file.stem for file in files} - set(NO_TESTS_OF_RULES))
    return [*FIRST, *(f"{game}.{name}" for name in names), LAST]


class Wrong(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports one module with the mistake in it."""

    def __init__(self, name: str, source: str, mutant: Mutant) -> None:
        self._name, self._source, self._mutant = name, source, mutant

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        return importlib.util.spec_from_loader(name, self) if name == self._name else None

    def get_source(self, fullname: str) -> str:
        return self._source

    def get_code(self, fullname: str) -> CodeType:
        return compile(mutated(self._source, self._mutant), fullname, "exec")


def cases(test: Callable[..., None], game: str) -> Iterator[dict[str, Any]]:
    """The arguments that a test is called with, as its parametrize marks say; of those with a game
    only those with this one."""
    groups: list[list[dict[str, Any]]] = []
    for mark in getattr(test, "pytestmark", ()):
        names, values = mark.args
        if isinstance(names, str):
            names = [name.strip() for name in names.split(",")]
        single = len(names) == 1
        groups.append([dict(zip(names, (v,) if single else v, strict=True)) for v in values])
    for chosen in itertools.product(*groups):
        arguments = {name: value for one in chosen for name, value in one.items()}
        if getattr(arguments.get("tried"), "name", game) == game:
            yield arguments


def run(module: ModuleType, game: str) -> None:
    """Call all tests of a module that are about a game, as pytest would, which takes much longer;
    of its fixtures they may want a folder. Raises whatever the first raises that fails."""
    for name, test in vars(module).items():
        if name.startswith("test_"):
            for arguments in cases(test, game):
                with tempfile.TemporaryDirectory() as folder:
                    if "tmp_path" in inspect.signature(test).parameters:
                        arguments["tmp_path"] = Path(folder)
                    test(**arguments)


def try_out(game: str, mutant: Mutant | None, source: str, names: Sequence[str]) -> None:
    """Runs in a process of its own: ends it with the number of the first tests that fail."""
    from hypothesis import Phase, settings

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    # The same examples every time, and no search for a smaller one.
    only = (Phase.explicit, Phase.generate)
    settings.register_profile("mutants", derandomize=True, database=None, phases=only)
    settings.load_profile("mutants")
    if mutant is not None:
        sys.meta_path.insert(0, Wrong(f"{GAMES}.{game}.{mutant.module}", source, mutant))
    try:
        importlib.import_module(f"{GAMES}.{game}")
    except Exception:
        sys.exit(NO_GAME)
    for number, name in enumerate(names, 1):
        try:
            run(importlib.import_module(f"{TESTS}.{name}"), game)
        except Exception:
            sys.exit(number)


class Nursery:
    """Tries mutants, each in a process forked from a clean one."""

    def __init__(self, game: str, names: Sequence[str]) -> None:
        self._game, self._names = game, names
        others = [f"{GAMES}.{name}" for name in registry.names() if name != game]
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload([*PRELOAD, *others])
        self.seconds = 60.0

    def verdict(self, mutant: Mutant | None, source: str = "") -> int:
        """The exit code of the process."""
        child = self._context.Process(
            target=try_out, args=(self._game, mutant, source, self._names)
        )
        child.start()
        child.join(self.seconds)
        if child.is_alive():
            child.kill()
            child.join()
        assert child.exitcode is not None
        return child.exitcode

    def by(self, code: int) -> str:
        """What noticed it."""
        if code == NO_GAME:
            return "the game itself, which does not start"
        if 0 < code <= len(self._names):
            return self._names[code - 1]
        return "the limits of time and memory"


def chosen(found: Sequence[Mutant], count: int, rng: Random) -> list[Mutant]:
    """So many of them, from every module its share; in the order of the source."""
    if not count or count >= len(found):
        return list(found)
    by_module: dict[str, list[Mutant]] = {}
    for one in found:
        by_module.setdefault(one.module, []).append(one)
    some: list[Mutant] = []
    for all_of_it in by_module.values():
        share = max(1, round(count * len(all_of_it) / len(found)))
        some += rng.sample(all_of_it, min(share, len(all_of_it)))
    return sorted(some, key=lambda one: (one.module, one.line, one.node, one.number))


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="mutation", description=__doc__)
    parser.add_argument("--game", choices=registry.names(), default="mesopotamien")
    parser.add_argument("--mutants", type=int, default=400, help="how many are tried; 0 for all")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--module", nargs="+", help="only of these")
    parser.add_argument("--bar", type=float, default=BAR, help="per cent that must be noticed")
    parser.add_argument(
        "--tests",
        nargs="+",
        help="only these tests, for instance to see that this proof would notice",
    )
    asked = parser.parse_args(argv)
    code = sources(asked.game)
    names = asked.module or list(code)
    found = [one for name in names for one in mutants(name, code[name])]
    some = chosen(found, asked.mutants, Random(asked.seed))
    print(f"{time.strftime('%F %R')}, {os.cpu_count()} cores, {platform.python_version()} Python")
    print(f"mutation {' '.join(argv)}".strip(), flush=True)
    nursery = Nursery(asked.game, asked.tests or suites(asked.game))
    begun = time.monotonic()
    if nursery.verdict(None) != SURVIVED:
        print("The tests fail without any mistake: nothing is proved.", flush=True)
        return 1
    whole = time.monotonic() - begun
    nursery.seconds = 10 + 5 * whole
    print(f"{len(some)} of {len(found)} mutants, seed {asked.seed}; all tests on the right rules")
    print(f"take {whole:.1f} s; a mutant has {nursery.seconds:.0f} s", flush=True)
    print("Survivors:", flush=True)
    by: Counter[str] = Counter()
    survivors: list[Mutant] = []
    tried: Counter[str] = Counter()
    for mutant in some:
        tried[mutant.module] += 1
        verdict = nursery.verdict(mutant, code[mutant.module])
        if verdict == SURVIVED:
            survivors.append(mutant)
            where = folder_of(asked.game) / f"{mutant.module}.py"
            print(f"{where}:{mutant.line}: {mutant.what}", flush=True)
        else:
            by[nursery.by(verdict)] += 1
    report(some, tried, by, survivors, time.monotonic() - begun)
    return 0 if _share(len(some), len(survivors)) >= asked.bar else 1


def _share(tried: int, survived: int) -> float:
    return 100 * (tried - survived) / tried


def report(
    some: Sequence[Mutant],
    tried: Counter[str],
    by: Counter[str],
    survivors: Sequence[Mutant],
    seconds: float,
) -> None:
    """What came of it, for people."""
    share = _share(len(some), len(survivors))
    print(f"\n{seconds:.0f} s, {seconds / len(some):.2f} s each\n")
    print(f"{len(some) - len(survivors):5} noticed, {len(survivors)} survived: {share:.1f} %")
    for name, count in by.most_common():
        print(f"{count:5} by {name}")
    print()
    lived = Counter(mutant.module for mutant in survivors)
    for module, count in tried.items():
        share = _share(count, lived[module])
        print(f"{module:<16} {count - lived[module]:>4} of {count:>4} {share:>6.1f} %")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

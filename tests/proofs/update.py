"""Whatever is handed in as a new version, only what was signed is installed, and no link helps.

A machine in a folder, with dpkg's own files and small packages. They are handed to the installing
programs as the units do it: a connection as standard input. Beside them a user who was taken over
swaps everything in the data folder for links, pipes and folders, and tries root's folders. As root
that user is "nobody"; otherwise root and user are one, and root's folders are not tried.

Looked at after each package: files outside, who owns them and may read them, the trusted keys, what
is installed, and whether it was signed with the right key. Consent to an older version is given
through the same door, so a user who was taken over can give it, too; what is signed it stays.
"""

import argparse
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from pwd import getpwnam
from random import Random

from companion.maintenance.update import ANY, NEWER, NEXT
from tests.maintenance.machine import Kiosk, new_key
from tests.proofs import _update_attacker

FALLS = "raise SystemExit(1)"
ON_TRIAL_ONLY = "raise SystemExit('unpacked' not in __file__)"


@dataclass
class Attack:
    """One machine under attack; careless: what it fails to look after."""

    kiosk: Kiosk
    rng: Random
    careless: str
    version: int = 1
    good: list[tuple[bytes, bytes]] = field(default_factory=list)
    installed: int = 0
    tally: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)

    def built(self, of: str = "", **also: str) -> tuple[bytes, bytes]:
        """A new version as (package, signature); of: the stem of the key that signs it."""
        deb = self.kiosk.package(
            f"{self.version + 1}.{self.rng.randrange(99)}", to="one.deb", **also
        )
        self.kiosk.sign(deb, self.kiosk.folder / f"{of or 'key'}.pem")
        return deb.read_bytes(), deb.with_name("one.deb.sig").read_bytes()

    def hand_in(self, package: bytes, signature: bytes, wanted: bytes = NEWER) -> str:
        """The answer to a package, as the socket unit would have it given."""
        here, there = socket.socketpair()
        with here:
            with there:
                taking = self._start("take", there.fileno())
            with suppress(BrokenPipeError, ConnectionResetError):
                here.sendall(wanted + signature + package)
                here.shutdown(socket.SHUT_WR)
            answer = here.makefile("rb").readline().decode().strip()
        taking.wait(60)
        return answer

    def install(self) -> str:
        """What the path unit would start, until it is done; its word."""
        if not (self.kiosk.machine.kept / NEXT).exists():
            return ""
        self._start("install", subprocess.DEVNULL).wait(300)
        return (self.kiosk.machine.kept / "told").read_text().strip()

    def _start(self, order: str, stdin: int) -> "subprocess.Popen[bytes]":
        machine = self.kiosk.machine
        command = [sys.executable, "-m", "companion.maintenance.installer", order]
        return subprocess.Popen(
            [*command, f"--root={machine.root}", f"--user={machine.user}"],
            stdin=stdin,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )


# What is handed in: each returns the answers, or words after installing, that are right.


def good(attack: Attack) -> tuple[str, set[str]]:
    """A newer one, signed. Whoever swaps the data can spoil its trial; then once more."""
    made, word = attack.built(), ""
    for _ in range(20):
        answer = attack.hand_in(*made)
        word = attack.install()
        if word not in ("trial", "went_back"):
            break
    attack.version += 1
    attack.installed += 1
    attack.good.append(made)
    return f"{answer} {word}", {"taken installed"}


def falls(attack: Attack) -> tuple[str, set[str]]:
    """Signed, and does not open, at once or in its place only."""
    made = attack.built(opens=attack.rng.choice((FALLS, ON_TRIAL_ONLY)))
    return f"{attack.hand_in(*made)} {attack.install()}", {"taken trial", "taken went_back"}


def unsigned(attack: Attack) -> tuple[str, set[str]]:
    """Without a signature, with another's, with junk."""
    package, signature = attack.built()
    other = attack.good[-1][1] if attack.good else b"\1" * 64
    junk = attack.rng.choice((b"\0" * 64, other, attack.rng.randbytes(64), signature[::-1]))
    return attack.hand_in(package, junk), {"unsigned"}


def stranger(attack: Attack) -> tuple[str, set[str]]:
    """Signed by somebody else."""
    return attack.hand_in(*attack.built("stranger")), {"unsigned"}


def damaged(attack: Attack) -> tuple[str, set[str]]:
    """Cut, lengthened, or changed in one bit."""
    package, signature = attack.built()
    at = attack.rng.randrange(len(package))
    flipped = package[:at] + bytes([package[at] ^ 1 << attack.rng.randrange(8)]) + package[at + 1 :]
    changed = attack.rng.choice((package[:at], package + b"\n", flipped, b""))
    return attack.hand_in(changed, signature), {"unsigned"}


def replayed(attack: Attack) -> tuple[str, set[str]]:
    """One from before, signed as it was then."""
    return attack.hand_in(*attack.rng.choice(attack.good[:-1])), {"older"}


def another(attack: Attack) -> tuple[str, set[str]]:
    """Signed, but another program, or for another machine."""
    also = attack.rng.choice(({"name": "sudo"}, {"machine": "hurd-i386"}))
    return attack.hand_in(*attack.built(**also)), {"unfit"}


def nonsense(attack: Attack) -> tuple[str, set[str]]:
    """Not what the door expects, or hung up in the middle."""
    said = attack.rng.choice((b"", b"root!\n", NEWER[:3], ANY * 9, b"\n" * 99, b"\xff" * 4096))
    return attack.hand_in(b"", said, b""), {"unsigned"}


def second(attack: Attack) -> tuple[str, set[str]]:
    """Another one while the first waits; the first is what is then installed."""
    first = attack.hand_in(*attack.built(opens=FALLS))
    answer = attack.hand_in(*attack.built())
    return f"{first} {answer} {attack.install()}", {"taken busy trial"}


KINDS: tuple[Callable[[Attack], tuple[str, set[str]]], ...] = (
    good,
    falls,
    unsigned,
    stranger,
    damaged,
    replayed,
    another,
    nonsense,
    second,
)


def state(folder: Path) -> dict[str, tuple[object, ...]]:
    """What lies in a folder, with owners and rights."""
    found: dict[str, tuple[object, ...]] = {}
    for path in [folder, *folder.rglob("*")]:
        told = path.lstat()
        rights = (told.st_mode, told.st_uid, told.st_gid)
        content = (told.st_nlink, path.read_bytes()) if path.is_file() else ()
        found[str(path)] = (*rights, *content)
    return found


@contextmanager
def attacked(kiosk: Kiosk) -> Iterator[None]:
    """Somebody swaps and tries for as long as this lasts."""
    machine, outside = kiosk.machine, kiosk.machine.root / "outside"
    is_root = os.geteuid() == 0
    roots = (machine.kept, machine.keys, machine.program) if is_root else ()
    who = getpwnam(machine.user)
    program = Path(__file__).with_name("_update_attacker.py").read_text("utf-8")
    running = subprocess.Popen(  # by a Python that anybody may start
        ["/usr/bin/python3", "-c", program, kiosk.data, outside, *roots],
        user=who.pw_uid if is_root else None,
        group=who.pw_gid if is_root else None,
        extra_groups=() if is_root else None,
    )
    try:
        yield
    finally:
        (kiosk.data / "stop").touch()
        running.wait(60)


def prepared(folder: Path) -> Kiosk:
    """A machine with something outside that nobody may change or learn."""
    folder.chmod(0o755)
    is_root = os.geteuid() == 0
    kiosk = Kiosk(folder, "nobody" if is_root else "")
    outside = kiosk.machine.root / "outside"
    for name, mode in (("open", 0o644), ("shut", 0o600), ("folder", 0o755)):
        path = outside / name
        path.mkdir() if name == "folder" else path.write_text(name)
        path.chmod(mode)
    if is_root:
        shutil.chown(kiosk.data, "nobody")
    new_key(folder / "stranger.pem")
    kiosk.by_hand(kiosk.package("1"))
    return kiosk


def one_round(attack: Attack, kind: Callable[[Attack], tuple[str, set[str]]]) -> None:
    """Hand one in, and look at everything."""
    kiosk, watched = (
        attack.kiosk,
        (attack.kiosk.machine.root / "outside", attack.kiosk.machine.keys),
    )
    before, version = [state(one) for one in watched], kiosk.version
    answer, right = kind(attack)
    attack.tally[kind.__name__] += 1
    if attack.careless == "links":  # as it once was, in the worst moment
        _update_attacker.remove(kiosk.data / "told")
        (kiosk.data / "told").symlink_to(watched[0] / "open")
        (kiosk.data / "told").write_text("installed")
    if answer not in right:
        attack.wrong.append(f"{kind.__name__}: answered {answer!r}")
    if [state(one) for one in watched] != before:
        attack.wrong.append(f"{kind.__name__}: something outside changed")
    if kiosk.version != version and (kind is not good or not answer.endswith("installed")):
        attack.wrong.append(f"{kind.__name__}: {kiosk.version} was installed")
    if (kiosk.machine.kept / NEXT).exists():
        attack.wrong.append(f"{kind.__name__}: something waits to be installed")
        attack.install()


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="update", description=__doc__)
    parser.add_argument("--rounds", type=int, default=20, help="of each kind of package")
    names = [kind.__name__ for kind in KINDS]
    parser.add_argument("--kinds", nargs="+", choices=names, default=names, help="default: all")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--careless", choices=("keys", "links"), default="", help="is it noticed?")
    asked = parser.parse_args(argv)
    print(
        f"seed {asked.seed}, as {'root, attacked by nobody' if os.geteuid() == 0 else 'one user'}"
    )
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as place:
        kiosk = prepared(Path(place))
        if asked.careless == "keys":
            kiosk.trust(kiosk.folder / "stranger.pem")
        attack = Attack(kiosk, Random(asked.seed), asked.careless)
        past = kiosk.signed("0.9")
        attack.good = [(past.read_bytes(), past.with_name(f"{past.name}.sig").read_bytes())] * 2
        with attacked(kiosk):
            kinds = [kind for kind in KINDS if kind.__name__ in asked.kinds]
            for _ in range(asked.rounds):
                for kind in attack.rng.sample(kinds, len(kinds)):
                    one_round(attack, kind)
        swaps = (kiosk.data / "swaps").read_text()
    for kind in KINDS:
        print(f"{kind.__name__:10} {attack.tally[kind.__name__]:5}  {(kind.__doc__ or '').strip()}")
    print(f"{sum(attack.tally.values())} handed in, {attack.installed} installed")
    print(f"{swaps} swaps in the data folder meanwhile, and as many tries at root's folders")
    for one, times in Counter(attack.wrong).most_common(20):
        print(f"  {times} times {one}")
    print(f"{len(attack.wrong)} things went wrong; {time.monotonic() - began:.0f} s")
    return 1 if attack.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Telephones and the table that want something at the same time: the real service, real requests.

Each race begins with a table that everybody has seen. Then a telephone wishes a move, often twice
with the same name as after a lost answer, or as two wishes, while the table is touched a moment
sooner or later. Whatever comes first is done; what comes after it must not be.
"""

import json
import threading
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic, sleep
from typing import Any

from msgspec.structs import replace

from companion.kernel import TABLE, Move
from companion.referee.player import Player
from tests.guests.service import ask
from tests.ui.hands import tokens_of
from ui.guests.phones import Free
from ui.guests.television import Television
from ui.session.open_match import OpenMatch
from ui.session.session import Session

HOLDS, TOUCHES = 0.3, 0.7
"""How often a finger is on the table at first, and how often it is touched at all."""

LATE = 0.006
"""Seconds in which the touch comes at most."""

AGAIN = 0.05
"""Seconds until somebody asks again who asked too often."""

PATIENCE = 30.0
"""Seconds after which an answer is taken never to come."""


@dataclass
class Raced:
    """races: how many there were. won: by whom. said: answers, by their kind. wrong: in words."""

    races: int = 0
    won: Counter[str] = field(default_factory=Counter)
    said: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)


class Racing:
    """A table with a telephone at each seat. folder: of its data."""

    def __init__(self, game: str, folder: Path, rng: Random, beside: ThreadPoolExecutor) -> None:
        self._woken = threading.Event()
        self._rng, self._game, self._beside = rng, game, beside
        self.session = Session(folder, self._woken.set, language="en")
        television = replace(self.session.settings.television, on=True, phones="all")
        self.session.set(television=television)
        self.television = Television(self.session)
        self.found = Raced()
        self._cookies: dict[str, str] = {}
        self._begin()
        self._until(lambda: self.television.standing.state == "on")
        self._sit()

    @property
    def at(self) -> OpenMatch:
        assert self.session.open_match is not None
        return self.session.open_match

    def _begin(self) -> None:
        package = self.session.package(self._game)
        seats = package.game.colours[: package.game.players[1]]
        self.session.start(package, seats, {}, package.game.options())
        self._player = Player(package.game, self._rng, 0.0)
        self.television.publish()
        self.television.phones.seat_as_before()

    def _sit(self) -> None:
        for number, seat in enumerate(self.at.match.seats):
            ticket = self.television.phones.seats.offer(seat)
            sit = {"type": "sit", "ticket": ticket.secret, "language": "en"}
            answer = self._beside.submit(self._ask, number, "", sit)
            self._until(answer.done)
            self._cookies[seat] = answer.result()[1]

    def _ask(self, number: int, cookie: str, what: dict[str, Any]) -> tuple[dict[str, Any], str]:
        """What a telephone is answered, and the cookie that it is given. number: of the telephone,
        each of which has an address of its own."""
        port, body = self.television.standing.port, json.dumps(what).encode()
        more = f"Origin: http://127.0.0.1:{port}\r\nContent-Type: application/json\r\n"
        more += f"Content-Length: {len(body)}\r\n" + (
            f"Cookie: hand={cookie}\r\n" if cookie else ""
        )
        address = f"127.0.2.{number + 1}"
        while True:
            answer = ask(port, "/p/ask", method="POST", more=more, body=body, address=address)
            if answer.status != 429:
                return (json.loads(answer.body) if answer.status == 200 else {}), answer.cookie
            sleep(AGAIN)

    def _until(self, true: Any) -> None:
        end = monotonic() + PATIENCE
        while not true():
            assert monotonic() < end, "nobody answered"
            self._woken.wait(0.01)
            self._woken.clear()
            self.television.phones.work(Free())
            self.television.publish()

    # One race

    def race(self) -> None:
        """Let them race once, and say what came of it."""
        match = self.at.match
        if match.over:
            self._begin()
            return
        _, move = self._player.turn(match.position)
        seat = next((one.seat for one in match.asked if one.seat != TABLE), "")
        if move is None:
            match.agree_end(match.seats[0], match.seats)
            return
        chosen = None if not seat else tokens_of(self.at, seat, move)
        if chosen is None or self.at.together.step:
            self._touch(move)
            return
        before = len(match.entries)
        wishes = self._wishes(seat, before, chosen)
        added = self._raced(move, wishes)
        self._judge(before, added, [one.result()[0] for one in wishes.values()], [*wishes])
        if len(match.entries) == before:
            self._touch(move)

    def _touch(self, move: Move) -> None:
        self.at.presenter.go((move,), self.at.match.asked[0].seat)
        if self.at.presenter.question is not None:  # it looked like a taking back
            self.at.presenter.settle("anew")
        self.at.presenter.take_back()
        self.television.publish()

    def _wishes(
        self, seat: str, lines: int, chosen: tuple[str, ...]
    ) -> dict[tuple[str, int], Future[tuple[dict[str, Any], str]]]:
        """One to three wishes on their way, by their names and numbers: the same one again, as
        after a lost answer, or another one as well."""
        rng, number = self._rng, self.at.match.seats.index(seat)
        names = [f"{rng.getrandbits(96):024x}" for _ in range(2)]
        wanted = rng.choice((names[:1], names[:1] * 2, names, [*names, names[0]]))
        return {
            (once, turn): self._beside.submit(
                self._ask,
                number,
                self._cookies[seat],
                {"type": "wish", "once": once, "lines": lines, "tokens": chosen},
            )
            for turn, once in enumerate(wanted)
        }

    def _raced(self, move: Move, wishes: dict[Any, Future[Any]]) -> list[tuple[str, int, int]]:
        """Who added lines, with how many there were before and after."""
        rng, match = self._rng, self.at.match
        touch = monotonic() + rng.random() * LATE if rng.random() < TOUCHES else 0.0
        still, end = rng.random() > HOLDS, monotonic() + PATIENCE
        added: list[tuple[str, int, int]] = []
        while not all(one.done() for one in wishes.values()):
            assert monotonic() < end, "nobody answered"
            self._woken.wait(0.001)
            self._woken.clear()
            now = len(match.entries)
            if touch and monotonic() >= touch:
                if not added:  # a table that is another one than was seen is not touched
                    self._touch(move)
                    added.append(("table", now, len(match.entries)))
                touch, still = 0.0, True
            elif self.television.phones.work(Free(still or not touch)):
                if len(match.entries) > now:
                    added.append(("telephone", now, len(match.entries)))
                self.television.publish()
        return added

    def _judge(
        self,
        before: int,
        added: list[tuple[str, int, int]],
        said: list[dict[str, Any]],
        names: list[tuple[str, int]],
    ) -> None:
        found = self.found
        found.races += 1
        found.won[added[0][0] if added else "nobody"] += 1
        found.said.update(str(one.get("type", "none")) for one in said)
        by_phone = [one for one in added if one[0] == "telephone"]
        answers: dict[str, list[dict[str, Any]]] = {}
        for (once, _), one in zip(names, said, strict=True):
            answers.setdefault(once, []).append(one)
        done = [once for once, told in answers.items() if told[0].get("type") == "done"]
        if any(start != before for _, start, _ in by_phone):
            found.wrong.append(f"done on a table that nobody saw: {by_phone}, seen {before}")
        if len(by_phone) > 1 or len(done) > 1 or len(done) != len(by_phone):
            found.wrong.append(f"done twice, or told so: {by_phone}, {said}")
        if any(one != told[0] for told in answers.values() for one in told):
            found.wrong.append(f"one wish, two answers: {answers}")

    def close(self) -> None:
        """Everything ends."""
        self.television.leave()
        self.session.close()


@contextmanager
def racing(game: str, folder: Path, seed: int) -> Iterator[Racing]:
    """A table at which telephones race."""
    with ThreadPoolExecutor(8) as beside:
        table = Racing(game, folder, Random(seed), beside)
        try:
            yield table
        finally:
            table.close()

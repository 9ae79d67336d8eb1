"""One match played by what is seen, from the shelf on. Import it after Kivy is set up."""

import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from companion.match import record, registry, telling_layout
from companion.match.entries import Played
from companion.match.match import Match
from companion.sight.printed import FIELDS
from companion.store import Library
from tests.doors import wide_open
from tests.proofs._evening_checks import Eye, Fault, Moment
from tests.proofs._evening_plan import Found, Plan, Result
from tests.proofs._evening_seen import Look
from tests.proofs._evening_tasks import DEAL, FIRST, Tally
from tests.proofs._evening_taste import ON, Taste, Touch
from tests.proofs._evening_widgets import Box, box_of, is_told_over, is_zone
from tests.ui.screens.table import Table
from tests.ui.stage import Finger, Stage
from ui.screens.home.home import Home
from ui.screens.home.seats import Seats
from ui.screens.table.play import Play
from ui.session import settings
from ui.session.open_match import now

STALE = 12
"""Touches without a move after which only what leads on is tried."""

LONGEST = 160
"""Touches without a move after which nothing leads on, whatever else was touched."""

AWAY = 8
"""Touches on screens beside the table after which the way back is taken."""

PAGES = 5
"""Pages of the tray at most."""

GLIDE = 0.6
"""Seconds in which a board that moves has come to its place."""

REST = 2.0
"""Seconds in which a list that was moved has come to rest."""

PICTURES = 3
"""Pictures of each check that are kept of one match."""

CALLED = "Maximiliana-Annabel"
"""With a number behind it twenty letters: what people are called in every second match."""

RECORDS = Path(__file__).parents[1] / "records"


@dataclass
class _Tries:
    """What was tried since the last move, by what was asked. left: from where something led on."""

    tried: dict[Any, Counter[str]] = field(default_factory=dict)
    left: set[Any] = field(default_factory=set)
    since: int = 0


def prepare(plan: Plan, folder: Path) -> None:
    """What the last evening left in the folder: who sat there, and the match to be taken up."""
    game = registry.game_package(plan.game).game
    names = {seat: f"{CALLED}{number}" for number, seat in enumerate(game.colours)}
    chosen = settings.Settings(
        language=plan.language,
        letters=plan.letters,  # type: ignore[arg-type]
        seats={plan.game: game.colours[: plan.players]},
        names=names if plan.seed % 2 else {},
        met=("scanner",) if plan.seed % 3 == 0 else (),
        idle=0,
    )
    settings.write(folder, chosen)
    if plan.late:
        told = record.read((RECORDS / plan.record).read_text("utf-8"))
        library = Library(folder, now)
        sink = library.begin()
        for entry in told.entries[: -plan.late]:
            if entry.number in told.secrets:
                secret = told.secrets[entry.number]
                sink.keep_secret(entry.number, secret.values, bytes.fromhex(secret.salt))
            sink.keep(entry)
        assert library.close()


class Robot:
    """Somebody at the table. keep: where pictures and touches are kept; None for nowhere."""

    def __init__(self, stage: Stage, folder: Path, plan: Plan, keep: Path | None) -> None:
        prepare(plan, folder)
        self._stage, self._plan, self._keep = stage, plan, keep
        self._rng = Random(plan.seed)
        self._taste, self._eye = Taste(self._rng), Eye()
        self._tally = Tally(plan.game, plan.players)
        self._tries = _Tries()
        self._away = self._turned = 0
        self._begun = time.monotonic()
        self._opening, self._spotless, self._said_again = True, True, False
        self.trail: list[str] = []
        self.result = Result(plan)
        self._known: dict[Fault, Found] = {}
        self.table = Table(stage, folder, plan.language)

    def play(self, seconds: float = 1e9) -> Result:
        """Touch until the match is over, nothing leads on, or the plan is done."""
        until = time.monotonic() + seconds
        try:
            with wide_open():
                self._stage.settle()
                while self._goes_on() and time.monotonic() < until:
                    self._one()
        except Exception:
            self._blame(Fault("falls", traceback.format_exc(limit=-3)))
        self._finish()
        return self.result

    def _goes_on(self) -> bool:
        match = self._match
        self.result.ended = match is not None and match.over
        return self.result.touches < self._plan.touches and not self.result.ended

    @property
    def _match(self) -> Any:
        open_match = self.table.app.session.open_match
        return None if open_match is None else open_match.match

    # One touch

    def _one(self) -> None:
        before = self._moment()
        for fault in self._eye.screen(before) if self._at_table else ():
            self._blame(fault)
        touch = self._chosen(before)
        if touch is None:
            self._blame(Fault("leads_on", self._where(before)))
            self.result.touches = self._plan.touches
            return
        self._touch(touch)
        after = self._settled(before)
        self._judge(before, touch, after)

    def _chosen(self, before: Moment) -> Touch | None:
        page = self.table.root.page
        say = self.table.app.session.words()
        ways = self._taste.ways(before.look, say, at_table=self._at_table)
        if isinstance(page, Home):
            return self._at_home(before.look, ways)
        if isinstance(page, Seats) and "bright" in ways:
            return ways["bright"][0]
        if self._plan.seed % 2 == 0 and (self._at_table or self._spotless):
            aimed = self._taste.aimed(ways, at_table=self._at_table)
            if aimed is not None:
                return aimed
        if not self._at_table:
            self._away += 1
            if self._away % AWAY == 0:
                header = page.header.left
                return Touch("other", header.to_window(*header.center))
            return self._taste.choose(ways, Counter(), stale=False) or Touch(
                "other", page.header.left.to_window(*page.header.left.center)
            )
        return self._at_the_table(before, ways)

    def _at_home(self, look: Look, ways: dict[str, list[Touch]]) -> Touch | None:
        """Go on with the match, else the box of the game."""
        say = self.table.app.session.words
        title = say(self.table.app.session.game_info(self._plan.game)).say("about", "title")
        every = [one for of in ways.values() for one in of if one.target is not None]
        box = look.box_with(title)

        def called(key: str) -> list[Touch]:
            name = say().say("button", key)
            return [one for one in every if one.target and one.target.label == name]

        if self._match_begun:
            found = called("continue")
        elif box is None:
            found = called("more_games")
            self._turned += 1
        else:
            found = sorted(called("play"), key=lambda one: _apart(one.at, box))
        return found[0] if found else None

    @property
    def _match_begun(self) -> bool:
        return bool(self._plan.late) or self.result.entries > 0

    def _at_the_table(self, before: Moment, ways: dict[str, list[Touch]]) -> Touch | None:
        tries = self._tries
        state = before.look.question
        tried = tries.tried.setdefault(state, Counter())
        on = [one for sort in ON if sort != "scroll" for one in ways.get(sort, [])]
        if state not in tries.left and all(_done_with(one, tried) for one in on):
            only = "only the way back: " if "backwards" in ways else ""
            self._blame(Fault("leads_on", only + self._where(before)))
        tries.since += 1
        stale = tries.since > STALE
        if tries.since > LONGEST:
            return None
        touch = self._taste.choose(ways, tried, stale=stale)
        if touch is not None:
            tried[touch.key] += 1
        return touch

    def _touch(self, touch: Touch) -> None:
        self.result.touches += 1
        self.trail.append(f"{self.result.touches:4} {type(self.table.page).__name__}: {touch}")
        self._tally.touched(touch.clean)
        self._spotless &= touch.clean
        self._stage.settle()
        said = is_told_over(self.table.root.page)
        finger = Finger(*touch.at)
        self._said_again = said and not is_told_over(self.table.root.page)
        if touch.to is not None:
            for share in (0.3, 0.6, 1.0):
                ends = zip(touch.at, touch.to, strict=True)
                x, y = (a + (b - a) * share for a, b in ends)
                finger.to(x, y)
                self._stage.settle()
        finger.up()
        self._stage.settle()
        if touch.to is not None:
            self._rest()

    def _rest(self) -> None:
        """A list that was moved runs out, and springs back when it was moved too far."""
        end, still, last = time.monotonic() + REST, 0, self._moment().look.state
        while still < 3 and time.monotonic() < end:
            time.sleep(0.05)
            self._stage.settle()
            state = self._moment().look.state
            still = still + 1 if state == last else 0
            last = state

    # What is seen

    @property
    def _at_table(self) -> bool:
        return isinstance(self.table.root.page, Play)

    def _moment(self) -> Moment:
        root, match = self.table.root, self._match
        look, page = Look(root.attract or root), root.page
        entries = 0 if match is None else len(match.timeline.entries)
        seat = match.asked[0].seat if match is not None and match.asked else ""
        scene = None if look.board is None else look.board.scene
        fields = scene.shapes if scene is not None else ()
        zones = [*page.children, page.header.steps] if self._at_table else []
        return Moment(
            look,
            entries,
            seat,
            type(page).__name__,
            frozenset(one.token for one in fields if one.form in FIELDS and not one.ghost),
            tuple(
                (type(one).__name__, box_of(one), one)
                for one in zones
                if one.opacity and is_zone(one)
            ),
            self._awaits_scan,
        )

    @property
    def _awaits_scan(self) -> bool:
        open_match = self.table.app.session.open_match
        presenter = None if open_match is None else open_match.presenter
        return presenter is not None and presenter.composer.awaits_scan(presenter.view)

    def _settled(self, before: Moment) -> Moment:
        """What there is after a touch, once a board that moves has come to its place."""
        after = self._moment()
        begins = before.entries != after.entries  # a board that glides has hardly moved yet
        if begins or before.look.frame != after.look.frame or before.look.state == after.look.state:
            end = time.monotonic() + GLIDE
            still = 0
            while still < 3 and time.monotonic() < end:
                time.sleep(0.02)
                self._stage.settle()
                last, after = after, self._moment()
                still = 0 if last.look.frame != after.look.frame else still + 1
        return after

    def _judge(self, before: Moment, touch: Touch, after: Moment) -> None:
        self._count(before, after)  # a match that is taken up has told its lines before
        if before.page == Play.__name__ != after.page and touch.sort in ON:
            self._tries.left.add(before.look.question)  # such as to a private entry
        if not self._at_table or before.page != after.page:
            return
        self._away = 0
        for fault in self._eye.change(before, after):
            self._blame(fault)
        led = after.entries != before.entries or after.look.question != before.look.question
        if led and touch.sort in ON:
            self._tries.left.add(before.look.question)
        same = before.look.state == after.look.state and before.entries == after.entries
        same &= not (self._said_again and is_told_over(self.table.root.page))
        target = touch.target
        if same and target is not None and not target.chosen:
            what = f"a {target.kind}" if target.kind == "shape" else str(target)
            self._blame(Fault("answers", f"{what} says nothing"))

    def _count(self, before: Moment, after: Moment) -> None:
        match = self._match
        if match is None:
            return
        self.result.entries = after.entries
        if self._opening and self._at_table:
            self._opening = False
            if not (self._plan.late or _told_first(match)):
                self._tally.met(FIRST, self.result.touches - self._turned)
        new = match.timeline.entries[before.entries :] if before.entries else ()
        kinds = [one.move["move"] if isinstance(one, Played) else "" for one in new]
        kinds = [kind for kind, one in zip(kinds, new, strict=True) if _is_move(one)]
        self._tally.entries(kinds)
        for kind in filter(None, kinds):
            self.result.kinds[kind] = self.result.kinds.get(kind, 0) + 1
        if DEAL.kinds[-1] in kinds and self._spotless:
            self._tally.met(DEAL, self.result.touches - self._turned)
        if any(kinds):
            self._tries = _Tries()

    # What is kept

    def _where(self, now: Moment) -> str:
        asks = " | ".join(now.look.asks) or self._prompt(now)
        seen = [str(one) for one in now.look.targets if one.lit or one.bright or one.asked]
        return f"{now.page}: {asks!r}; seen: {', '.join(seen[:6]) or 'nothing lit or bright'}"

    def _prompt(self, now: Moment) -> str:
        said = getattr(getattr(self.table.root.page, "prompt", None), "text", None)
        return str(getattr(said, "text", "")) or " / ".join(now.look.words[:3])

    def _blame(self, fault: Fault) -> None:
        known = self._known.get(fault)
        if known is not None:
            known.times += 1
            return
        found = Found(fault.check, fault.what, self.result.touches)
        self._known[fault] = found
        alike = [one for one in self._known.values() if one.check == fault.check]
        if self._keep is not None and len(alike) <= PICTURES:
            name = f"{self._plan.name}-{fault.check}-{found.touch}.png"
            self._picture(self._keep / name)
            found.picture = name

    def _picture(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._stage.picture(str(path))

    def _finish(self) -> None:
        if not self.result.entries and self.result.touches >= self._plan.touches:
            self._blame(Fault("leads_on", "nobody ever came to the table"))
        self._goes_on_for(self.table.close)
        self.result.seconds = time.monotonic() - self._begun
        self.result.faults = list(self._known.values())
        fewest = self._tally.fewest.items()
        self.result.fewest = {f"{one.point} {one.name}": least for one, least in fewest}
        if self._keep is not None and self._known:
            self._keep.mkdir(parents=True, exist_ok=True)
            (self._keep / f"{self._plan.name}.txt").write_text("\n".join(self.trail), "utf-8")

    def _goes_on_for(self, close: Callable[[], None]) -> None:
        try:
            close()
        except Exception:
            self._blame(Fault("falls", traceback.format_exc(limit=-3)))


def _apart(at: tuple[float, float], box: Box) -> float:
    """How far a point is from the middle of a box, which is taken for below it."""
    left, low, right, _ = box
    beside, below = abs(at[0] - (left + right) / 2), low - at[1]
    return beside + (below if below > 0 else 1e4)


def _done_with(way: Touch, tried: Counter[str]) -> bool:
    """Whether it was tried: what turns a page, until each page was seen, and what is bright once
    more, for that may be asked of what ends a step."""
    if way.target is None:
        return tried[way.key] >= 1
    return tried[way.key] >= (PAGES if way.target.turns else 2 if way.target.bright else 1)


def _told_first(match: Match) -> bool:
    """Whether its table is told, or was, before the first move is made."""
    package, view = match.package, match.public
    told = any(isinstance(one, Played) for one in match.timeline.entries)
    return told or package.guide(view).now or telling_layout.wanted(package, view)


def _is_move(entry: Any) -> bool:
    """Whether a line tells of a move or of what became of one; clocks and the like do not."""
    return type(entry).__name__ in ("Played", "Undone", "Redone", "Amended")

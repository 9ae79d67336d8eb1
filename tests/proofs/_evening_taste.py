"""What a person touches next, by what is seen alone. A seed decides."""

from collections import Counter
from dataclasses import dataclass
from random import Random

from companion.text import Phrasebook
from tests.proofs._evening_seen import Look, Target

NEVER = ("menu", "what_now", "help")
"""Buttons that nobody needs to play; their words, as the screens call them."""

SELDOM = ("explain", "look_closer", "devices", "allow_once", "show_rule", "why", "reasons")

BACKWARDS = ("undo", "undo_move", "cancel", "not_yet", "redo_move")
"""What goes back instead of on. To let be what was refused leads on: to what was asked before."""

WEIGHTS = {
    "answer": 6.0,
    "bright": 5.0,
    "lit": 6.0,
    "new": 8.0,
    "button": 3.0,
    "other": 0.25,
    "grey": 0.25,
    "unlit": 0.3,
    "backwards": 0.3,
    "scroll": 0.3,
    "beside": 0.1,
}
"""How often each sort of thing is touched: mostly what leads on, now and then a mistake."""

ON = ("answer", "bright", "lit", "new", "button", "scroll")
"""What leads on, for whoever gets nowhere."""

CLEAN = ("answer", "bright", "lit", "new", "button")
"""What somebody touches who makes no mistake, whether it is known already or not."""

NEW = 3
"""So many touches of a button, in the whole match, do away with wondering what it is good for."""


BACK = 0.6
"""How often somebody for whom nothing leads on goes back."""

PLAIN = ("answer", "bright", "lit")
"""What leads on at first sight."""


@dataclass(frozen=True)
class Touch:
    """One touch: of a target, or a list that is moved, or beside a sheet. sort: as in WEIGHTS."""

    sort: str
    at: tuple[float, float]
    target: Target | None = None
    to: tuple[float, float] | None = None

    @property
    def key(self) -> str:
        """What tells it from the others on the same screen."""
        return self.sort if self.target is None else self.target.key

    @property
    def clean(self) -> bool:
        """Whether it is what somebody does who makes no mistake."""
        return self.sort in CLEAN

    def __str__(self) -> str:
        what = self.sort if self.target is None else str(self.target)
        return f"{what} at {self.at[0]:.0f}, {self.at[1]:.0f}"


class Taste:
    """Somebody who looks and touches: one in haste, with an eye for the bright button, or one who
    tries what is lit as long as anything is. A button that can be touched at last draws them."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._met: Counter[str] = Counter()
        self._weights = WEIGHTS | {"bright": rng.choice((0.5, 0.5, 2.0, 5.0))}

    def ways(self, look: Look, say: Phrasebook, *, at_table: bool) -> dict[str, list[Touch]]:
        """All that can be touched, by sort. at_table: whether the screen is that of the match; on
        others what leads back is one way of many."""
        known = {
            key: {say.say("button", one) for one in keys if say.has("button", one)}
            for key, keys in (("never", NEVER), ("seldom", SELDOM), ("backwards", BACKWARDS))
        }
        found: dict[str, list[Touch]] = {}
        for one in look.targets:
            sort = _sort(one, known, look)
            if sort == "button" and at_table and self._is_new(one):
                sort = "new"
            if sort:
                found.setdefault(sort, []).append(Touch(sort, one.at, one))
        for (left, low, right, top), above, below in look.scrolls:
            x, upper, lower = (left + right) / 2, 0.75 * top + 0.25 * low, 0.25 * top + 0.75 * low
            moves = [Touch("scroll", (x, upper), to=(x, lower))] if above else []
            moves += [Touch("scroll", (x, lower), to=(x, upper))] if below else []
            found.setdefault("scroll", []).extend(moves)
        if look.beside is not None:
            found["beside"] = [Touch("beside", look.beside)]
        if not at_table:
            found["button"] = [*found.get("button", []), *found.pop("other", [])]
        return {sort: ways for sort, ways in found.items() if ways}

    def aimed(self, ways: dict[str, list[Touch]], *, at_table: bool) -> Touch | None:
        """What somebody does next who knows what it is about: where everybody tells a number, one
        for whoever has told none; before the table the bright button. None for anything else."""
        if not at_table:
            return ways["bright"][0] if "bright" in ways else None
        every = [one for of in ways.values() for one in of if one.target is not None]
        keys = [one for one in every if one.target and one.target.line and _number(one.target)]
        told = {one.target.line for one in keys if one.target and one.target.chosen}
        missing = [one for one in keys if one.target and one.target.line not in told]
        offered = [one for one in missing if one.target and one.target.offered]
        return self._rng.choice(offered) if offered else None

    def _is_new(self, one: Target) -> bool:
        """Whether it makes whoever sees it curious: it says in words what it is good for, and was
        hardly touched yet."""
        return " / " in one.words and self._met[_called(one)] < NEW

    def choose(
        self, ways: dict[str, list[Touch]], tried: Counter[str], *, stale: bool
    ) -> Touch | None:
        """One of them; what was not tried here yet rather than what was. stale: nothing has come
        of it for long; then, and where nothing leads on at first sight, all is tried once."""
        found = self._found(ways, tried, stale=stale)
        if found is not None and found.target is not None:
            self._met[_called(found.target)] += 1
        return found

    def _found(
        self, ways: dict[str, list[Touch]], tried: Counter[str], *, stale: bool
    ) -> Touch | None:
        rng = self._rng
        if stale or not any(ways.get(sort) for sort in PLAIN):
            fresh = [one for sort in ON for one in ways.get(sort, []) if not tried[one.key]]
            if fresh:
                return rng.choice(fresh)
            if ways.get("backwards") and rng.random() < BACK:
                return rng.choice(ways["backwards"])
        sorts = sorted(ways)
        if not sorts:
            return None
        ways_of = ways[rng.choices(sorts, [self._weights[sort] for sort in sorts])[0]]
        return rng.choices(ways_of, [1 / (1 + 2 * tried[one.key]) for one in ways_of])[0]


def _number(one: Target) -> bool:
    return one.words.isdigit()


def _called(one: Target) -> str:
    """What stands on it, without what is said below that; but for what turns a page, which says
    there what is to be found."""
    return one.words if one.turns else one.words.partition(" / ")[0]


def _sort(one: Target, known: dict[str, set[str]], look: Look) -> str:
    """What sort of thing a target is for somebody who reads it; "" for what is left alone."""
    label = _called(one)
    if label in known["never"]:
        return ""
    if label in known["backwards"]:
        return "backwards"
    if one.kind != "button":
        return "lit" if one.lit else "unlit"
    if not one.offered:
        return "grey"
    if label in known["seldom"] or (one.at[1] > look.room[3] * 0.9 and not one.bright):
        return "other"
    if one.bright:
        return "bright"
    return "answer" if one.asked else "button"

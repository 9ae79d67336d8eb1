"""The Composer: from signals to moves, for all games and all inputs.

It holds drafts, moves with blanks. Each token fills the next blank of every draft it fits; of
the drafts that result, those with the fewest broken needs are meant. A blank takes any token of
its type, legal or not, so that an illegal choice is a whole move, judged and answered. What can
be touched can be scanned, typed, or stepped to with a dial: all come in as tokens.

Everything is worked out on the public view, for what is lit and offered is seen by all. A question
that has one answer there is not asked; where two ways on differ in what happens, it always is.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any

from companion.kernel import (
    DONE,
    MOVE,
    Blank,
    Draft,
    Fault,
    Game,
    Move,
    MoveKind,
    Stop,
    Tick,
    Way,
    asked_for,
    broken,
    draft_of,
    fields,
    fill,
    frame,
    may_end,
    next_blank,
    ticks,
    whole,
)
from companion.kernel.drafts import steps
from companion.match import beginnings, questions
from companion.match.composed import Choice, Composed, Composing, Fruitless, Misfit, Submit
from companion.match.outlook import Outlook

__all__ = ["Choice", "Composed", "Composer", "Composing", "Fruitless", "Misfit", "Submit"]

NOT_ASKED = 100
"""Added to the broken needs of a kind nobody is asked for, so that it is only meant when no
other kind can take the token."""


class Composer:
    """Drafts being filled at one screen. role: which kinds of move are composed: ``play``, ``fix``
    or ``box``. scans: whether a card lying face down may be scanned into a move that hides it.
    outlook: what is possible in the view of the moment. over: see :class:`Outlook`."""

    def __init__(
        self, game: Game[Any], role: str = "play", over: Callable[[], bool] = lambda: False
    ) -> None:
        self.game, self.role = game, role
        self.scans = False
        self.drafts: tuple[Draft, ...] = ()
        self.cursor: str | None = None
        self.detours: tuple[Way, ...] = ()
        self._taken = 0
        self._alone = False  # whether the last token can mean one kind of move only
        self.outlook = Outlook(game, over)

    def clear(self) -> None:
        """Abandon the draft; nothing is kept of it."""
        self.drafts, self.detours, self.cursor, self._taken = (), (), None, 0

    def start(self, *drafts: Draft) -> None:
        """Go on with drafts that were begun elsewhere or before."""
        self.clear()
        self.drafts, self._taken = drafts, 1

    def elsewhere(self, view: Any, move: Move, token: str) -> None:
        """Go on with what was chosen for a move that was refused, where a token would do instead
        of what was chosen last."""
        kind = self.game.kind(move)
        if kind.hidden or self.begun:
            return
        for draft, had in reversed(tuple(steps(move))):
            blank = next_blank(kind.move, draft)
            if blank is None or draft == Draft(kind.name):
                continue
            meant = set(self.meanings(view, blank, token)) - {had}
            if not meant.isdisjoint(self.outlook.leading(view, draft)):
                self.start(draft)
                return

    @property
    def begun(self) -> bool:
        """Whether there is a draft to abandon."""
        return bool(self.drafts)

    def take(self, view: Any, token: str) -> Composed:
        """Fill in a token: touched, scanned, typed or chosen with the dial."""
        self.cursor = None
        if token.startswith(MOVE):
            return self._choose_kind(view, token.removeprefix(MOVE))
        if self.detours and (way := self._detour(token)) is not None:
            return way
        picked = tuple(one for one in self.drafts if token in questions.strings(one))
        if self.pick() and picked and len(picked) < len(self.drafts):
            return self._settle(view, picked)
        found = [new for draft in self.drafts for new in self._read(view, draft, token)]
        if why := self._spoils(view, found):
            last = questions.ends_with_next(self.game, view, self.drafts, self.outlook.leading)
            move = questions.overruled(self.game, view, found[0], why) if last else None
            return Fruitless(token, why, found[0]) if move is None else Submit((move,))
        if not found:
            return self._anew(view, token)
        meant = self._meant(view, found)  # a place itself before what lies on it
        itself = tuple(one for one in meant if token in questions.strings(one))
        if why := self._dooms(view, itself or meant):
            return Fruitless(token, why, (itself or meant)[0])
        return self._settle(view, itself or meant)

    def _dooms(self, view: Any, drafts: Sequence[Draft]) -> tuple[Fault, ...]:
        """What a draft breaks already, if others would lead on, and none of the answers in the tray
        that are left to be given could stand on any table: then nothing is asked."""
        draft, leads = drafts[0], self.outlook.leads
        if self.role != "play" or len(drafts) > 1 or not questions.in_tray(self.game, draft):
            return ()
        if leads(view, draft) or not any(leads(view, one) for one in self.drafts):
            return ()
        return questions.breaks(self.game, view, draft)

    def _spoils(self, view: Any, found: Sequence[Draft]) -> tuple[Fault, ...]:
        """What a list goes against with one value more, if others would lead on: what was told
        before stays, and that one is answered."""
        listed = [one for one in found if one.parts and may_end(self.game.kind_of(one).move, one)]
        if self.role != "play" or not found or listed != found:
            return ()
        leads = any(self.outlook.leads(view, one) for one in self.drafts)
        return questions.breaks(self.game, view, found[0]) if leads else ()

    def _anew(self, view: Any, token: str) -> Composed:
        """Begin with a token, if it leads to anything."""
        found: Sequence[Draft] = [
            new
            for kind in beginnings.composable(self.game, self.role)
            for new in self._read(view, self.outlook.opened(view, kind.name), token)
            if self._wanted(view, kind, new)
        ]
        if not found:
            return Misfit(token, self.expected(view))
        self._alone = len({draft.kind for draft in found}) == 1
        if self.role == "play":
            goes_on = partial(questions.goes_on, self.game, view)
            fruitful = [draft for draft in found if goes_on(draft, self.outlook.leading)]
            meant = self._meant(view, found)
            if not (fruitful or self._judged(view, meant[0])):
                return self._fruitless(view, token, (*meant, *found))
            found = fruitful or meant
            self._alone |= len(fruitful) == 1 and questions.lands(self.game, view, *fruitful)
        self._taken = 0
        return self._settle(view, self._meant(view, found))

    def _fruitless(self, view: Any, token: str, drafts: Sequence[Draft]) -> Fruitless:
        """Why nothing can be made of a token: what the first of its drafts breaks that breaks
        anything, else what stops the likeliest."""
        told = [self.outlook.fruitless(view, one) for one in drafts]
        return replace(next((one for one in told if not one.general), told[0]), token=token)

    def fits(self, view: Any, token: str) -> bool:
        """Whether a token leads on what was begun."""
        return any(new for draft in self.drafts for new in self._read(view, draft, token))

    def _judged(self, view: Any, draft: Draft) -> bool:
        """Whether one token alone makes a whole move, which is answered."""
        return whole(self.game.kind_of(draft).move, draft) is not None and questions.alone(
            self.game, view, draft, only=self._alone
        )

    def _wanted(self, view: Any, kind: MoveKind[Any, Any], draft: Draft) -> bool:
        """A kind nobody is asked for is only begun by a token that makes it whole at once:
        that is answered with the reason, and any other with what is wanted now."""
        if self.role != "play" or asked_for(self.game, view, kind.name) is not None:
            return True
        return whole(kind.move, draft) is not None

    def _choose_kind(self, view: Any, name: str) -> Composed:
        mine = tuple(draft for draft in self.drafts if draft.kind == name)
        kind = beginnings.by_name(self.game, self.role, view, name)
        if kind is None and not mine:
            return Misfit(MOVE + name, self.expected(view))
        if kind is not None and not mine:
            carried = tuple(dict.fromkeys(self.carried_over(view, kind)))
            mine = carried or (self.outlook.opened(view, name),)
        self._taken, self._alone = 1, False
        return self._settle(view, self._meant(view, list(mine)))

    def carried_over(self, view: Any, kind: MoveKind[Any, Any]) -> Iterator[Draft]:
        """Drafts of a kind with what the present drafts hold for blanks of the same types."""
        for draft in self.drafts:
            todo = fields(self.game.kind_of(draft).move)
            had = {
                field.blanks[0].type: value
                for field, value in zip(todo, draft.values, strict=False)
                if not field.listed
            }
            new = self.outlook.opened(view, kind.name)
            while (blank := next_blank(kind.move, new)) is not None and blank.type in had:
                with suppress(ValueError):
                    new = fill(kind.move, new, had[blank.type])
                del had[blank.type]
            yield new

    def _read(self, view: Any, draft: Draft, token: str) -> Iterator[Draft]:
        move = self.game.kind_of(draft).move
        blank = next_blank(move, draft)
        if blank is None:
            return
        if token == DONE:
            if (rest := self.outlook.only_way(view, draft)) is not None:
                yield rest
            elif may_end(move, draft):
                yield fill(move, draft, DONE)
            return
        for value in self.meanings(view, blank, token):
            new = fill(move, draft, value)
            if may_end(move, new) and self.outlook.offers(view, new) == (DONE,):
                new = fill(move, new, DONE)
            yield new

    def meanings(self, view: Any, blank: Blank, token: str) -> tuple[Any, ...]:
        """What a token may mean for a blank."""
        values: dict[Any, None] = {}
        for meant in (*self.game.meanings(view, blank, token), token):
            with suppress(ValueError):
                values[blank.value(meant)] = None
        return tuple(values)

    def _meant(self, view: Any, drafts: Sequence[Draft]) -> tuple[Draft, ...]:
        ranks = [self._rank(view, draft) for draft in drafts]
        least = min(ranks)
        return tuple(d for d, rank in zip(drafts, ranks, strict=True) if rank == least)

    def _rank(self, view: Any, draft: Draft) -> int:
        kind = self.game.kind_of(draft)
        move = whole(kind.move, draft)
        if move is not None and self.outlook.ways(view, move):
            return 0
        outside = frame(self.game, view, kind, None) is not None
        return broken(self.game, view, draft) + (NOT_ASKED if outside else 0)

    def _settle(self, view: Any, drafts: tuple[Draft, ...]) -> Composed:
        if self._all_wrong(view, drafts):
            drafts = drafts[:1]
        self.drafts = drafts = questions.different(self.game, view, drafts)
        self._taken += 1
        if len(drafts) > 1 or not self._sure(view, drafts[0]):
            return Composing()
        self.drafts = (self._answered(view, drafts[0]),)
        move = whole(self.game.kind_of(drafts[0]).move, self.drafts[0])
        return self._made(self.outlook.ways(view, move) or ((move,),)) if move else Composing()

    def _made(self, ways: tuple[Way, ...]) -> Composed:
        """What is to be made; where several ways come to something different, it is asked."""
        if len(ways) > 1:
            self.detours = ways
            return Composing()
        self.clear()
        return Submit(ways[0])

    def _detour(self, token: str) -> Composed | None:
        """The way over a place, where it was asked which one is meant."""
        at = questions.parting(self.detours)
        over = tuple(way for way in self.detours if token in questions.strings(draft_of(way[at])))
        if over and len(over) < len(self.detours):
            return self._made(over)
        self.clear()
        return None

    def _all_wrong(self, view: Any, drafts: tuple[Draft, ...]) -> bool:
        """Whether none is possible: then the first, the likeliest, is the one to be answered."""
        return self._rank(view, drafts[0]) > 0

    def _sure(self, view: Any, draft: Draft) -> bool:
        """One token alone does not make a move when others could have been meant."""
        return self._taken > 1 or questions.alone(self.game, view, draft, only=self._alone)

    def reach(self, view: Any) -> tuple[Stop, ...]:
        """Everywhere that the piece that is chosen gets to with one touch, each place once."""
        return () if self.pick() else self.outlook.reach(view, self.drafts)

    def settled(self, view: Any) -> bool:
        """Whether what was begun asks nothing more that has two answers."""
        made = (self._answered(view, one) for one in self.drafts)
        return [whole(self.game.kind_of(one).move, one) is None for one in made] == [False]

    def _answered(self, view: Any, draft: Draft) -> Draft:
        """With what has one answer; where a scan may answer, too, that stays to be asked."""
        if self.awaits_scan(view):
            return draft
        return questions.answered(self.game, view, draft, self.outlook.leading)

    def awaits_scan(self, view: Any) -> bool:
        """Whether what is chosen is a part of a move that hides something, too, so that a card
        scanned face down may complete it."""
        if not self.scans:
            return False
        hiding = (one for one in self.game.kinds if one.hidden and one.role == self.role)
        return any(
            carried != self.outlook.opened(view, kind.name)
            for kind in hiding
            if asked_for(self.game, view, kind.name) is not None
            for carried in self.carried_over(view, kind)
        )

    def pick(self) -> tuple[str, ...]:
        """The values between which a second touch decides: where drafts of one kind differ."""
        if not self.detours:
            return questions.differing(self.drafts)
        at = questions.parting(self.detours)
        return tuple(
            dict.fromkeys(questions.strings(draft_of(way[at]))[-1] for way in self.detours)
        )

    def blank(self) -> Blank | None:
        """The next blank of the first draft that has one; tells which picker to show."""
        for draft in self.drafts:
            blank = next_blank(self.game.kind_of(draft).move, draft)
            if blank is not None:
                return blank
        return None

    def expected(self, view: Any) -> tuple[str, ...]:
        """The types of token that would fit now."""
        drafts = self.drafts or beginnings.fresh(self.game, self.role, view, self.outlook)
        blanks = (next_blank(self.game.kind_of(draft).move, draft) for draft in drafts)
        return tuple(dict.fromkeys(blank.type for blank in blanks if blank is not None))

    def choices(self, view: Any) -> tuple[Choice, ...]:
        """All tokens that lead on without breaking a need, in the order a dial steps through:
        values of the next blanks first, then kinds of move that could be made as they stand."""
        if self.pick():
            return self.values(view)
        kinds = dict.fromkeys(self._as_they_stand(view))
        return (*self.values(view), *(Choice(MOVE + kind, (kind,)) for kind in kinds))

    def values(self, view: Any) -> tuple[Choice, ...]:
        """Those of the choices that fill a blank: what lights up."""
        if picks := self.pick():
            return tuple(Choice(token, (self.drafts[0].kind,)) for token in picks)
        serves: dict[str, list[str]] = {}
        for draft in self.drafts or beginnings.fresh(self.game, self.role, view, self.outlook):
            for value in self.outlook.choices(view, draft):
                serves.setdefault(str(value), []).append(draft.kind)
        return tuple(Choice(token, tuple(dict.fromkeys(names))) for token, names in serves.items())

    def _as_they_stand(self, view: Any) -> Iterator[str]:
        """Kinds of move that could be made with nothing more, or begun by their names."""
        for draft in self.drafts or beginnings.fresh(self.game, self.role, view, self.outlook):
            move = self.game.kind_of(draft).move
            if next_blank(move, draft) is None and not broken(self.game, view, draft):
                yield draft.kind
        if not self.drafts:
            yield from beginnings.named_only(self.game, view, self.outlook)

    def turn(self, view: Any, steps: int) -> str | None:
        """Move the cursor through the choices; the token it stands on, None without choices."""
        tokens = [choice.token for choice in self.choices(view)]
        if self.cursor in tokens:
            self.cursor = tokens[(tokens.index(self.cursor) + steps) % len(tokens)]
        else:
            self.cursor = tokens[0 if steps > 0 else -1] if tokens else None
        return self.cursor

    def ends(self, view: Any, steps: int) -> bool:
        """Whether the cursor would leave the choices, at their end or with none."""
        tokens = [choice.token for choice in self.choices(view)]
        if self.cursor not in tokens:
            return not tokens
        return not 0 <= tokens.index(self.cursor) + steps < len(tokens)

    def confirm(self, view: Any) -> Composed | None:
        """Take what the cursor stands on, or a draft that is whole; None when there is neither."""
        if self.cursor is not None:
            return self.take(view, self.cursor)
        if len(self.drafts) != 1 or self.detours:
            return None
        move = whole(self.game.kind_of(self.drafts[0]).move, self.drafts[0])
        return None if move is None else self._made(((move,),))

    def passing(self, view: Any) -> Submit | None:
        """The move that closes the present step of the turn, if one is asked for."""
        name = beginnings.closing_kind(self.game, view)
        if name is None:
            return None
        self.clear()
        return Submit((self.game.by_name[name].move(),))

    def ticks(self, view: Any) -> tuple[Tick, ...]:
        """How the needs of the first draft stand."""
        return ticks(self.game, view, self.drafts[0]) if self.drafts else ()

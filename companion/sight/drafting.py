"""What one seat can choose, on what it may know: tokens go in, what leads on and words come out.

Nothing is kept between two questions, and nothing is done: whoever asks says each time what was
chosen, and what comes of it is a way of moves that the match judges like any other.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from companion.kernel import (
    DONE,
    MOVE,
    Draft,
    Fault,
    Move,
    Way,
    begin,
    broken,
    candidates,
    faults,
    hides_next,
    next_blank,
)
from companion.match.composer import Composed, Composer, Composing, Fruitless, Misfit, Submit
from companion.match.match import Match
from companion.sight.asking import asks, one_sentence, request, takes_all
from companion.sight.hand import Offered, Option
from companion.sight.sight import Sight

MOST = 400
"""Things that can be chosen which are told at once."""


def tells(match: Match, seat: str) -> tuple[str, ...]:
    """The kinds of move by which a seat can tell now what it alone may know."""
    asked = {name for one in match.asked if one.seat == seat for name in one.kinds}
    return tuple(
        kind.name
        for kind in match.game.kinds
        if kind.hidden and (kind.role == "fix" or kind.name in asked)
    )


def asked_of(match: Match, seat: str) -> tuple[str, ...]:
    """The kinds of move that a seat is asked for."""
    return tuple(name for one in match.asked if one.seat == seat for name in one.kinds)


def hides(match: Match, draft: Draft) -> bool:
    """Whether what is asked next is for its seat alone."""
    return hides_next(match.game.kind_of(draft), draft)


def secret_choices(match: Match, seat: str, draft: Draft) -> dict[str, Any]:
    """All that can be told next in private, by token: the same whatever is known already, so that
    even a glance tells nothing; only where everybody knows of nothing, what the seat knows of."""
    found = candidates(match.game, match.public, draft)
    if not found:
        found = candidates(match.game, match.game.seen_by(match.position, seat), draft)
    return {str(value): value for value in found if value != DONE}


class Drafting:
    """What a seat has chosen so far.

    sight: in the language of whoever chooses.
    kinds: of move, that may be made.
    tokens: what was chosen, one after the other; what fits no more is left out, with all that came
        after it.
    later: those of the kinds that nobody is asked for yet: they are told before, and made later.
    against: what is against such a move, but that.
    """

    def __init__(
        self,
        sight: Sight,
        seat: str,
        kinds: tuple[str, ...],
        tokens: tuple[str, ...],
        later: tuple[str, ...] = (),
        against: Callable[[Move], tuple[Fault, ...]] = lambda _: (),
    ) -> None:
        self._later, self._against = later, against
        self._sight, self._seat, self._kinds = sight, seat, kinds
        self._match, self._game = sight.match, sight.game
        self._view = self._game.seen_by(self._match.position, seat)
        self._say = sight.phrasebook_of(self._view, seat)
        self._composer = Composer(self._game)
        self.kept: tuple[str, ...] = ()
        self.way: Way = ()
        self.wrong: tuple[str, ...] = ()
        for token in tokens:
            if self.way or not self._take(token):
                break
            self.kept += (token,)
        self._judge()

    def _take(self, token: str) -> bool:
        """Choose one thing more; whether it leads on."""
        before = self._composer.drafts
        if not before and not self._start(token):
            return False
        composed = self._composer.take(self._view, token)
        if isinstance(composed, Submit) and all(map(self._mine, composed.moves)):
            self.way = composed.moves
            return True
        kinds = {one.kind for one in self._composer.drafts}
        if isinstance(composed, Composing) and kinds <= set(self._kinds):
            return True
        self._composer.clear()
        if before:
            self._composer.start(*before)
        self.wrong = tuple(self._why(composed))
        return False

    def _start(self, token: str) -> bool:
        named = token.removeprefix(MOVE) if token.startswith(MOVE) else ""
        if named and named not in self._kinds:
            return False
        open_ones = [one for one in self._kinds if self._touched(one)]
        kinds = [named] if named else open_ones
        self._composer.start(*(begin(self._game, one, self._seat) for one in kinds))
        return bool(kinds)

    def _touched(self, name: str) -> bool:
        """Whether a kind of move may be begun by what lies on the table."""
        kind = self._game.by_name[name]
        return kind.role == "play" and not kind.explicit and name not in self._later

    def _mine(self, move: Move) -> bool:
        kind = self._game.kind(move)
        whose = getattr(move, kind.by) if kind.by else self._seat
        return kind.name in self._kinds and whose == self._seat

    def _judge(self) -> None:
        """What its own seat may know is against it is told to it alone, and then it is not done."""
        if not self.way:
            return
        move = self.way[0]
        later = self._game.kind(move).name in self._later
        position = self._match.position
        against = self._against(move) if later else faults(self._game, position, move, self._seat)
        if against:
            self.wrong = tuple(map(self._told, against))

    def _why(self, composed: Composed) -> Iterator[str]:
        if isinstance(composed, Fruitless) and composed.faults:
            yield from dict.fromkeys(map(self._told, composed.faults))
        elif isinstance(composed, Fruitless | Misfit | Submit):
            yield self._say.say("phone", "fits_not")

    def _told(self, fault: Fault) -> str:
        """What is wrong; the rule itself, where a draft lacks what the sentence names."""
        try:
            return self._say.fault(fault)
        except KeyError:
            return self._say.rule(fault.clause)

    @property
    def draft(self) -> Draft | None:
        """What is being chosen, None for nothing yet, or for several things at once."""
        drafts = self._composer.drafts
        return drafts[0] if len(drafts) == 1 else None

    def offered(self, **more: Any) -> Offered:
        """All of it in words. more: see :class:`companion.sight.hand.Offered`."""
        deed = ""
        if self.way and not self.wrong:
            deed = one_sentence((self._game.plain(move) for move in self.way), self._say)
        options = () if self.way else tuple(self._options())[:MOST]
        return Offered(
            prompt=self._prompt(),
            chosen=tuple(map(self._name, self.kept)),
            kept=len(self.kept),
            options=options,
            typed=self._typed(),
            deed=deed,
            wrong=self.wrong,
            **more,
        )

    def _typed(self) -> bool:
        blank = self._composer.blank()
        return not self.way and blank is not None and blank.picker == "text"

    def _name(self, token: str) -> str:
        if token.startswith(MOVE):
            return self._say.say("kind", token.removeprefix(MOVE))
        return self._say.say("button", "done") if token == DONE else self._say.name(token)

    def _prompt(self) -> str:
        if self.way:
            return ""
        if self._composer.pick():
            return self._say.say("notice", "which")
        for draft in self._composer.drafts[:1]:
            if text := asks(self._game, self._view, self._say, draft, self._seat):
                return text
        mine = [one for one in self._match.asked if one.seat == self._seat]
        asked = mine or self._match.asked
        return request(asked, self._say) if asked else self._say.say("notice", "over")

    def _options(self) -> Iterator[Option]:
        draft = self.draft
        if draft is not None and self._hides(draft):
            tokens = [*secret_choices(self._match, self._seat, draft)]
            tokens += [DONE] * (DONE in map(str, candidates(self._game, self._view, draft)))
            yield from self._tokens(tokens)
        elif self._composer.begun:
            choices = self._composer.choices(self._view)
            yield from self._tokens([one.token for one in choices])
        else:
            yield from self._beginnings()

    def _beginnings(self) -> Iterator[Option]:
        """Kinds of move by their names, and what can be touched."""
        for name in self._kinds:
            draft = begin(self._game, name, self._seat)
            if self._leads(draft):
                yield Option(MOVE + name, self._say.say("kind", name), kind=True)
        drafts = [begin(self._game, one, self._seat) for one in self._kinds if self._touched(one)]
        if drafts:
            self._composer.start(*drafts)
            tokens = [one.token for one in self._composer.values(self._view)]
            self._composer.clear()
            yield from self._tokens(tokens)

    def _leads(self, draft: Draft) -> bool:
        kind = self._game.kind_of(draft)
        blank = next_blank(kind.move, draft)
        if kind.name in self._later:
            return True
        if kind.role == "play" and broken(self._game, self._view, draft):
            return False
        if blank is None or blank.picker == "text" or self._hides(draft):
            return True
        if kind.role != "play":
            return bool(candidates(self._game, self._view, draft))
        return self._composer.outlook.leads(self._view, draft)

    def _hides(self, draft: Draft) -> bool:
        return draft.kind in self._later or hides(self._match, draft)

    def _tokens(self, tokens: list[str]) -> Iterator[Option]:
        plain = [one for one in tokens if one != DONE and not one.startswith(MOVE)]
        names: Mapping[str, str] = dict(zip(plain, self._say.apart(plain), strict=True))
        lies = {one.token: one for one in self._sight.package.scene(self._view).shapes}
        for token in tokens:
            shape = lies.get(token)
            at = None if shape is None else (shape.x, shape.y, shape.size)
            label = names.get(token) or self._all_that_is_left(token, lies) or self._name(token)
            yield Option(token, label, at, kind=token.startswith(MOVE) or token == DONE)

    def _all_that_is_left(self, token: str, there: Collection[str]) -> str:
        """What takes all that is left of a list, in words, "" for any other token."""
        draft = self.draft if token == DONE else None
        rest = None if draft is None else self._composer.outlook.only_way(self._view, draft)
        if draft is None or rest is None:
            return ""
        return ": ".join(takes_all(draft, rest, there, self._say))

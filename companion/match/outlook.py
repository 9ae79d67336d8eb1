"""What is possible in one view: worked out once, and kept until the view changes."""

from collections.abc import Callable, Iterator
from typing import Any

from companion.kernel import (
    DONE,
    Draft,
    Game,
    Move,
    Stop,
    Way,
    faults,
    fill,
    next_blank,
    offers,
    ways_to,
)
from companion.match import questions
from companion.match.composed import Fruitless


class Outlook:
    """What leads drafts on in the view that is looked at, and where moves could go instead.

    over: whether the match is; then nothing is begun any more, though a view that it ended at by
    agreement asks for more.
    """

    def __init__(self, game: Game[Any], over: Callable[[], bool] = lambda: False) -> None:
        self._game, self.over = game, over
        self._view: Any = None
        self._offers: dict[Draft, tuple[Any, ...]] = {}
        self._ways: dict[Move, tuple[Way, ...]] = {}
        self._reach: dict[tuple[Draft, ...], tuple[Stop, ...]] = {}
        self._opened: dict[str, Draft] = {}
        self._forced: dict[str, Move | None] = {}
        self._fruitless: dict[Draft, Fruitless] = {}
        self._only_ways: dict[Draft, Draft | None] = {}

    def offers(self, view: Any, draft: Draft) -> tuple[Any, ...]:
        """What leads a draft on without breaking a need; worked out once for a view."""
        self._look_at(view)
        if draft not in self._offers:
            self._offers[draft] = offers(self._game, view, draft)
        return self._offers[draft]

    def _look_at(self, view: Any) -> None:
        if view is not self._view:
            self._view, self._offers, self._ways, self._reach = view, {}, {}, {}
            self._opened, self._forced, self._fruitless, self._only_ways = {}, {}, {}, {}

    def opened(self, view: Any, name: str) -> Draft:
        """A draft of a kind of move that nobody has begun."""
        self._look_at(view)
        if name not in self._opened:
            self._opened[name] = questions.opened(self._game, view, name, self.leading)
        return self._opened[name]

    def forced(self, view: Any, name: str) -> Move | None:
        """The one move that can be made, where there is but one."""
        self._look_at(view)
        if name not in self._forced:
            self._forced[name] = questions.forced(self._game, view, name, self.leading)
        return self._forced[name]

    def only_way(self, view: Any, draft: Draft) -> Draft | None:
        """All of what is begun, where what is left of a list can be told in one way alone."""
        self._look_at(view)
        if draft not in self._only_ways:
            self._only_ways[draft] = questions.only_way(self._game, view, draft, self.offers)
        return self._only_ways[draft]

    def fruitless(self, view: Any, draft: Draft) -> Fruitless:
        """Why nothing can be made of a draft, see :func:`questions.fruitless`."""
        self._look_at(view)
        if draft not in self._fruitless:
            self._fruitless[draft] = questions.fruitless(self._game, view, draft)
        return self._fruitless[draft]

    def leads(self, view: Any, draft: Draft) -> bool:
        """Whether anything leads a draft on."""
        return next(self.leading(view, draft), None) is not None

    def leading(self, view: Any, draft: Draft) -> Iterator[Any]:
        """Values of the next blank that break no need and leave something to fill the one after
        it with, as there always is for what is typed; of what breaks rules already, answers that
        break nothing more."""
        move, offered = self._game.kind_of(draft).move, self.offers(view, draft)
        for value in offered:
            new = fill(move, draft, value)
            blank = next_blank(move, new)
            if blank is None or blank.picker == "text" or self.offers(view, new):
                yield value
        if not offered:
            yield from questions.no_worse(self._game, view, draft)

    def choices(self, view: Any, draft: Draft) -> Iterator[Any]:
        """What leads a draft on; first DONE, where that takes all that is left of a list."""
        if self.only_way(view, draft) is not None:
            yield DONE
        yield from self.leading(view, draft)

    def ways(self, view: Any, move: Move) -> tuple[Way, ...]:
        """The shortest ways to where ``move`` goes, one for all that comes to the same; none if it
        is possible as it is, or there is no way."""
        if self._game.kind(move).onward is None:
            return ()
        self._look_at(view)
        ways = self._ways.get(move)
        if ways is None:
            refused = faults(self._game, view, move, openly=True)
            ways = self._ways[move] = ways_to(self._game, view, move) if refused else ()
        return ways

    def reach(self, view: Any, drafts: tuple[Draft, ...]) -> tuple[Stop, ...]:
        """Everywhere that the piece chosen in drafts gets to with one touch, each place once."""
        self._look_at(view)
        if drafts not in self._reach:
            self._reach[drafts] = tuple(questions.reach(self._game, view, drafts))
        return self._reach[drafts]

"""A sheet of points that somebody writes on: every touch is kept before the next one comes."""

from collections.abc import Callable, Sequence
from datetime import datetime

from companion.archive import score
from companion.archive.score import AnyScoreEvent, Begun, Ended, Entered, ScoreSheet, Undone
from companion.archive.summary import Summary
from companion.store import Library


class Counting:
    """One sheet and its only writer. name: in the store. now: the time of day."""

    def __init__(
        self,
        library: Library,
        name: str,
        events: Sequence[AnyScoreEvent],
        now: Callable[[], datetime],
    ) -> None:
        self.name = name
        self._library, self._now = library, now
        self._events = list(events)
        self._written = 0
        self.sheet: ScoreSheet = score.fold(self._events)

    @classmethod
    def begin(
        cls,
        library: Library,
        game: str,
        players: Sequence[tuple[str, str]],
        now: Callable[[], datetime],
        *,
        lowest: bool = False,
        zero_sum: bool = False,
        categories: Sequence[str] = (),
        teams: Sequence[int] = (),
    ) -> "Counting":
        """A new sheet, kept at once. players: seat and name, in the order of play."""
        begun = Begun(
            at=now(),
            game=game,
            players=tuple(players),
            lowest=lowest,
            zero_sum=zero_sum,
            categories=tuple(categories),
            teams=tuple(teams),
        )
        name = library.begin_score()
        library.keep_score(name, 1, score.encode(begun))
        made = cls(library, name, [begun], now)
        made._written = 1
        return made

    def enter(self, round: int, player: int, points: int) -> None:
        """Write points, also over others. Raises ValueError where there is no such place."""
        self._tell(Entered(at=self._now(), round=round, player=player, points=points))

    def undo(self) -> None:
        """Take back what was done last, the end too."""
        self._tell(Undone(at=self._now()))

    def end(self) -> None:
        """No more points come."""
        self._tell(Ended(at=self._now()))

    @property
    def summary(self) -> Summary:
        """As it stands now."""
        return score.summary_of(self.sheet, self.name)

    @property
    def saved(self) -> bool:
        """Whether all of it is durable."""
        return self._library.journal.saved(self.name) >= self._written

    def _tell(self, event: AnyScoreEvent) -> None:
        self.sheet = score.fold([*self._events, event])
        self._events.append(event)
        self._written = len(self._events)
        self._library.keep_score(self.name, self._written, score.encode(event))


def take_up(library: Library, name: str, now: Callable[[], datetime]) -> Counting:
    """Go on with a sheet. Raises LookupError when there is none of that name, ValueError when it
    cannot be read, DiskError when the disk does not answer."""
    events = library.scores()[name]
    return Counting(library, name, [score.decode(one) for one in events], now)

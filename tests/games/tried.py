"""The games on the shelf, each with what its folder of tests gives for trying it.

A folder has four modules beside its tests. ``starts`` is described in ``tests.games.starts``, and
``recorded`` in ``tests.records.play``. ``vectors``: situations with moves and verdicts, see
``tests.games.vectors``; and which clauses are not broken alone, and why:

* ``FRAMES``: clauses beside those of the game and its kinds that say a move is not asked for;
* ``FLOORS``: how much there is of it at least, see ``tests.games.floors``;
* ``NEVER_ALONE``: clauses that are never broken alone, with those of which one is broken with
  them; with none, they say more of what another clause says, too;
* ``WHISPERED``: where something is told in secret, see ``tests.games.vectors``;
* ``NEVER_BROKEN``: needs (kind and clause) that only come up elsewhere in the tests of the game.

``drawing``: what is drawn at random, and what people shall never read:

* ``any_move(position, rng, kind="")``: a well-formed move of that kind, or of any;
* ``hiding(position, rng, knows="")``: the position with other things where nobody sees them, nor
  the seat that ``knows``;
* ``secretive(position, rng)``: the position with more that only its owner may know;
* ``apart(rng)``: two situations that differ in that alone;
* ``turns_up(move, seen, also)``: whether the table itself then shows what nobody saw;
* ``tells(move, seen, also)``: whether a move may bring to light what nobody saw, so that of two
  positions that differed in that alone these are seen then; without them whether its refusal may;
* ``sound(position)``: whether what holds even after rules were overruled holds;
* ``RAW``: what tokens look like, ``NAMES``: tokens that are names themselves; ``UNSAID``: what the
  vectors and a few turns of play do not bring about.
"""

from collections.abc import Iterator
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from typing import Any

import pytest

from companion.kernel import Accepted, Game, Move, Way, judge
from companion.match import registry
from companion.text import Language, Phrasebook, Texts
from tests.games.vectors import Vector, played

SHARED = Texts(files("companion.text").joinpath("shared.toml").read_text("utf-8"))


class Tried:
    """A game that is tried."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.package = registry.game_package(name)
        self.game = self.package.game
        self.texts = Texts(self.package.texts)
        self.vectors = import_module(f"tests.games.{name}.vectors")

    # What is not needed to list the tests: a game that is half changed shall stop only its own.

    @cached_property
    def drawing(self) -> Any:
        """See above, like the other two."""
        return import_module(f"tests.games.{self.name}.drawing")

    @cached_property
    def starts(self) -> Any:
        """See tests.games.starts."""
        return import_module(f"tests.games.{self.name}.starts")

    @cached_property
    def recorded(self) -> Any:
        """See tests.records.play."""
        return import_module(f"tests.games.{self.name}.recorded")

    @cached_property
    def lasts(self) -> list[tuple[Vector, Any, Move]]:
        """Every vector with the position in which its last move is judged, and that move."""
        return [(vector, *self.before_last(vector)) for vector in self.vectors.VECTORS]

    def before_last(self, vector: Vector) -> tuple[Any, Move]:
        """The position in which the last move of a vector is judged, and that move."""
        return played(self.game, self.vectors.start(vector), vector)

    @cached_property
    def positions(self) -> list[Any]:
        """Positions from everywhere in the game."""
        return [position for _, position, _ in self.lasts]

    @cached_property
    def sources(self) -> dict[str, str]:
        """The modules of the game by the names of their files."""
        folder = files(f"companion.games.{self.name}")
        found = sorted(folder.iterdir(), key=lambda path: path.name)
        return {one.name: one.read_text("utf-8") for one in found if one.name.endswith(".py")}

    def phrasebook(
        self,
        language: Language,
        view: Any,
        players: dict[str, str] | None = None,
        *,
        exact: bool = False,
    ) -> Phrasebook:
        """Who says what is seen so, in that language. exact: as in a history."""
        book, phrase = self.game.rulebook, self.package.phrase
        texts = self.texts, SHARED
        return Phrasebook(language, texts, book, phrase, view, players, exact=exact)

    def refusals(self) -> Iterator[tuple[Vector, Any, Move]]:
        """The vectors whose last move is refused."""
        return (one for one in self.lasts if one[0]["verdict"] == "X")


@cache
def tried(name: str) -> Tried:
    """The game of that name."""
    return Tried(name)


def possible(game: Game[Any], view: Any, way: Way) -> Any:
    """Go a way; the position at its end. Fails where it cannot be gone as far as all know."""
    for move in way:
        verdict = judge(game, view, move)
        assert isinstance(verdict, Accepted), (way, move, verdict)
        view = verdict.position
    return view


GAMES = [tried(name) for name in registry.names()]

EACH_GAME = pytest.mark.parametrize("tried", GAMES, ids=[one.name for one in GAMES])

SECRETIVE = [one for one in GAMES if any(kind.hidden for kind in one.game.kinds)]

EACH_SECRETIVE_GAME = pytest.mark.parametrize(
    "tried", SECRETIVE, ids=[one.name for one in SECRETIVE]
)
"""Those in which somebody tells something in private."""

"""A match as everybody may see it, and the words for it in a language."""

from typing import Any

from companion.kernel import Asked, Move
from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.scene import Scene
from companion.sight.asking import one_sentence, words
from companion.text import Language, Phrasebook, Texts, read_texts


class Sight:
    """What there is to see of one match. shared: what is said beside the game's own texts."""

    def __init__(
        self,
        package: GamePackage,
        match: Match,
        shared: Texts | tuple[Texts, ...],
        language: Language,
    ) -> None:
        self.package, self.game, self.match = package, package.game, match
        self.language: Language = language
        self.shared = shared if isinstance(shared, tuple) else (shared,)
        self._texts = (read_texts(package.texts), *self.shared)
        self._scene: tuple[Any, Scene] | None = None
        self._phrasebook: tuple[tuple[Any, Language, dict[str, str]], Phrasebook] | None = None

    @property
    def view(self) -> Any:
        """The position as everybody may see it."""
        return self.match.public

    @property
    def scene(self) -> Scene:
        """What the table looks like; the same value until the view changes."""
        view = self.view
        if self._scene is None or self._scene[0] is not view:
            self._scene = (view, self.package.scene(view))
        return self._scene[1]

    @property
    def phrasebook(self) -> Phrasebook:
        """Says things about the present view in the language of the screen."""
        about = (self.view, self.language, dict(self.match.players))
        kept = self._phrasebook
        if kept is None or kept[0][0] is not about[0] or kept[0][1:] != about[1:]:
            kept = self._phrasebook = about, self.phrasebook_of(self.view)
        return kept[1]

    def phrasebook_of(self, view: Any, reader: str = "") -> Phrasebook:
        """Says things about a view. reader: the seat that alone reads them, "" for everybody."""
        game, seats = (self.game.rulebook, self.package.phrase), self.match.players
        return Phrasebook(self.language, self._texts, *game, view, seats, reader=reader)

    def words(self, text: str, values: dict[str, Any], phrasebook: Phrasebook | None = None) -> str:
        """The words of a scene: those of a key of the texts, or the name of a token."""
        return words(text, values, phrasebook or self.phrasebook)

    @property
    def asked(self) -> tuple[Asked, ...]:
        """Who is asked, as everybody may know."""
        return self.match.asked

    @property
    def seat(self) -> str:
        """The seat that acts now; TABLE when the table must tell something, "" at the end."""
        return self.asked[0].seat if self.asked else ""

    def move_sentence(self, *way: Move) -> str:
        """A move as a sentence; a way of several as one, too."""
        return one_sentence((self.game.plain(move) for move in way), self.phrasebook)

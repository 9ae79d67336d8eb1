"""What is said about a match, in every language: the sentences of entries and answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from companion.kernel import MOVE, Fault, Happening
from companion.match.entries import Sentences
from companion.match.hands import Hands
from companion.match.shelf import Title
from companion.text import LANGUAGES, Language, Speaker, Texts, read_texts, shared


@dataclass(frozen=True, slots=True)
class Verbatim:
    """A value that is said as it is, not taken for a token."""

    text: str

    def __str__(self) -> str:
        return self.text


@cache
def own() -> Texts:
    """What is said about any match."""
    return Texts(files("companion.match").joinpath("texts.toml").read_text("utf-8"))


Tell = Callable[[Speaker], Iterable[str]]


class Words:
    """The sentence builder of one match."""

    def __init__(self, title: Title) -> None:
        self._title = title
        self._texts = (read_texts(title.texts), own(), shared())

    def speaker(self, language: Language, view: Any, players: Mapping[str, str]) -> Speaker:
        """Says things of this match in one language about a view."""
        title = self._title
        return Speaker(language, self._texts, title.game.rulebook, title.phrase, view, players)

    def each(self, view: Any, players: Mapping[str, str], *tell: Tell) -> Sentences:
        """The same told in every language."""
        speakers = [self.speaker(language, view, players) for language in LANGUAGES]
        return {
            speaker.language: tuple(sentence for one in tell for sentence in one(speaker))
            for speaker in speakers
        }


def called(speaker: Speaker, token: str) -> str:
    """What a token is called, also one that names a kind of move."""
    kind = token.removeprefix(MOVE)
    return speaker.say("kind", kind) if kind != token else speaker.name(token)


def text(key: str, **values: Any) -> Tell:
    """One sentence of the section ``match``."""
    return lambda speaker: (speaker.say("match", key, values),)


def happened(happenings: Sequence[Happening]) -> Tell:
    """What happened, in order."""
    return lambda speaker: (speaker.happening(one) for one in happenings)


def broken(faults: Sequence[Fault]) -> Tell:
    """Why something is refused."""
    return lambda speaker: (speaker.fault(one) for one in faults)


def refused(who: str, move: Mapping[str, Any]) -> Tell:
    """That a move is refused, without the reasons."""

    def tell(speaker: Speaker) -> Iterable[str]:
        said = speaker.say("move", str(move["move"]), move)
        return (speaker.say("match", "refused", {"who": who, "move": Verbatim(said)}),)

    return tell


def hand_work(hands: Hands) -> Tell:
    """What hands do, change by change."""
    return lambda speaker: (speaker.change(change) for step in hands for change in step)


def clauses(found: Iterable[str]) -> list[Verbatim]:
    """Clause ids for a sentence."""
    return [Verbatim(one) for one in found]


def lines(numbers: Sequence[int]) -> dict[str, Any]:
    """Numbers of lines for a sentence that counts them."""
    return {"count": len(numbers), "lines": list(numbers)}

"""What is said about a match, in every language: the sentences of entries and answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from companion.kernel import MOVE, UNKNOWN, Event, Fault, Verbatim, number_of
from companion.match.commitments import Proof
from companion.match.entries import Amended, Entry, Played, Refused, Sentences
from companion.match.registry import GamePackage
from companion.text import (
    LANGUAGES,
    Language,
    Phrasebook,
    Texts,
    plain_phrasebook,
    read_texts,
    shared,
)


def own() -> Texts:
    """What is said about any match."""
    return Texts.of("companion.match")


Tell = Callable[[Phrasebook], Iterable[str]]


class MatchTexts:
    """The texts of one match, in every language."""

    def __init__(self, package: GamePackage) -> None:
        self._package = package
        self._texts = (read_texts(package.texts), own(), shared())

    def phrasebook(self, language: Language, view: Any, players: Mapping[str, str]) -> Phrasebook:
        """Says things of this match in one language about a view."""
        package = self._package
        rules = package.game.rulebook
        return Phrasebook(language, self._texts, rules, package.phrase, view, players, exact=True)

    def each(self, view: Any, players: Mapping[str, str], *tell: Tell) -> Sentences:
        """The same told in every language."""
        speakers = [self.phrasebook(language, view, players) for language in LANGUAGES]
        return {
            phrasebook.language: tuple(sentence for one in tell for sentence in one(phrasebook))
            for phrasebook in speakers
        }


def called(phrasebook: Phrasebook, token: str) -> str:
    """What a token is called, also one that names a kind of move."""
    kind = token.removeprefix(MOVE)
    return phrasebook.say("kind", kind) if kind != token else phrasebook.name(token)


def text(key: str, **values: Any) -> Tell:
    """One sentence of the section ``match``."""
    return lambda phrasebook: (phrasebook.say("match", key, values),)


def bare(key: str) -> Sentences:
    """A sentence of the section ``match`` in every language, for which nothing of any match is
    needed: also one that cannot be read can be told about."""
    return {one: (plain_phrasebook(one, own()).say("match", key),) for one in LANGUAGES}


def happened(events: Sequence[Event]) -> Tell:
    """What happened, in order."""
    return lambda phrasebook: (phrasebook.event(one) for one in events)


def broken(faults: Sequence[Fault]) -> Tell:
    """Why something is refused."""
    return lambda phrasebook: (phrasebook.fault(one) for one in faults)


def refused(who: str, move: Mapping[str, Any]) -> Tell:
    """That a move is refused, without the reasons."""

    def tell(phrasebook: Phrasebook) -> Iterable[str]:
        said = phrasebook.say("move", str(move["move"]), move)
        return (phrasebook.say("match", "refused", {"who": who, "move": Verbatim(said)}),)

    return tell


def clauses(found: Iterable[str]) -> list[Verbatim]:
    """Clauses for a sentence, by the numbers that people know them by."""
    return [Verbatim(one) for one in dict.fromkeys(map(number_of, found))]


def lines(numbers: Sequence[int]) -> dict[str, Any]:
    """Numbers of lines for a sentence that counts them."""
    return {"count": len(numbers), "lines": list(numbers)}


def cited(key: str, entries: Sequence[Entry], *numbers: int, **values: Any) -> Tell:
    """A sentence of the section ``match`` about lines, each by what it told: its number stands on
    no screen."""

    def tell(phrasebook: Phrasebook) -> Iterable[str]:
        quoted = (
            phrasebook.say("match", "quoted", {"told": _told(entries, one, phrasebook.language)})
            for one in numbers
        )
        return (phrasebook.say("match", key, {**values, "told": [*map(Verbatim, quoted)]}),)

    return tell


def _told(entries: Sequence[Entry], number: int, language: Language) -> Verbatim:
    """What a line told was done, or what was last said to have been meant by it."""
    told: Sequence[str] = ()
    for one in entries:  # by its number, for of a damaged journal some are missing
        if one.number == number and not told:
            told = one.said(language)[:1]
        elif isinstance(one, Amended) and one.line == number:
            told = one.said(language)[1:2] or told
    return Verbatim(" ".join(told))


def proved(proofs: Sequence[Proof]) -> Tell:
    """What the commitments of a match prove; nothing where nothing was told in secret."""
    held = sum(one.holds for one in proofs)
    false = [one.number for one in proofs if one.values and not one.holds]
    closed = sum(not one.values for one in proofs)

    def tell(phrasebook: Phrasebook) -> Iterable[str]:
        if closed < len(proofs):
            yield phrasebook.say("proof", "held", {"held": held, "count": len(proofs)})
        if false:
            yield phrasebook.say("proof", "false", lines(false))
        if closed:
            yield phrasebook.say("proof", "closed", {"count": closed})

    return tell


def opened(entry: Entry, proof: Proof) -> Tell:
    """What an entry hid: who told what in secret, one sentence for each of its moves."""

    def tell(phrasebook: Phrasebook) -> Iterable[str]:
        assert isinstance(entry, Played | Refused | Amended)
        moves = entry.moves if isinstance(entry, Amended) else (entry,)
        for move, values in zip(moves, proof.values, strict=False):
            whole = {**move.move, **values}
            kind = whole.pop("move")
            said = [one for one in whole.values() if one not in (move.by, UNKNOWN)]
            if values:
                called = Verbatim(phrasebook.say("kind", str(kind)))
                about = {"line": proof.number, "who": move.by, "kind": called, "values": said}
                yield phrasebook.say("proof", "opened", about)

    return tell

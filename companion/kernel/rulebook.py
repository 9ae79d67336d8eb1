"""Rules as data: ids, sources, strength, and the sentences in every language."""

import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from typing import Literal

import msgspec
import tomli

_CLAUSE = re.compile(r"([A-Z]+\d+)[a-z]")

Strength = Literal["fact", "frame", "hard", "soft"]


Look = Literal["apart", "cross", "numbers", "below", "higher", "full"]
"""Pictures of why not, see ``companion.scene.why``."""


class Shows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a table shows where a clause is broken.

    look: which picture.
    at: names of the values of the fault, or of the parameters of the move, that it is about; all
        that the move names if none are given.
    heights: names of the values that are the heights of two stacks.
    lines: what stands over it, by language, with ``{values}``.
    """

    look: Look = "apart"
    at: tuple[str, ...] = ()
    heights: tuple[str, ...] = ()
    lines: Mapping[str, tuple[str, ...]] = {}


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of one rule, the thing a need points at.

    id: ``"M13"``, or ``"M32a"`` where a rule mixes sources of different strength. Facts have a
        word of their own, e.g. ``"no_such_native"``.
    strength: *fact*: what a move cannot do without on any table; *frame*: being asked; *hard*:
        the user's rule sheets or a named source, or what follows from them; *soft*: our own
        default or a mere reading.
    source: where the rule stands, by language (``"rule sheet"``).
    rule: the rule in one sentence, by language. Empty for facts.
    fault: what is said when the need is broken, by language, with ``{values}``.
    short: the same in one to three words, by language, for a button that is blocked by it.
    example: one that its source gives, by language.
    shows: what the table shows where it is broken.
    formerly: other ids that older matches cite it by.
    """

    id: str
    strength: Strength
    source: Mapping[str, str] = {}
    rule: Mapping[str, str] = {}
    fault: Mapping[str, str] = {}
    short: Mapping[str, str] = {}
    example: Mapping[str, str] = {}
    shows: Shows = Shows()
    formerly: tuple[str, ...] = ()

    @property
    def number(self) -> str:
        """The id of the rule this clause belongs to: ``"M32"`` for ``"M32a"``."""
        return number_of(self.id)


def number_of(clause: str) -> str:
    """What people call a clause by its id: a rule that mixes both strengths is split into clauses
    with letters of their own, and has one number."""
    numbered = _CLAUSE.fullmatch(clause)
    return numbered[1] if numbered else clause


class Rulebook(Mapping[str, Clause]):
    """The clauses of one game, in the order of its rules. One that was called otherwise is found
    by its former ids, too, but counted once."""

    def __init__(self, clauses: tuple[Clause, ...]) -> None:
        self._clauses = {clause.id: clause for clause in clauses}
        self._former = {old: clause for clause in clauses for old in clause.formerly}

    @classmethod
    def of(cls, package: str, *parts: str) -> "Rulebook":
        """The rulebook of a game's package: its ``rulebook_<part>.toml`` one after the other, or
        ``rulebook.toml`` where it has no parts, and under them the clauses that belong to no game.

        Raises ValueError as :meth:`parse` does, also when a game states one of those again.
        """
        names = [f"rulebook_{part}.toml" for part in parts] or ["rulebook.toml"]
        texts = [files(package).joinpath(name).read_text("utf-8") for name in names]
        common = files(__package__).joinpath("common.toml").read_text("utf-8")
        return cls.parse("\n".join((*texts, common)))

    @classmethod
    def parse(cls, text: str) -> "Rulebook":
        """Read a rulebook from TOML, one table a clause.

        Raises ValueError that names the clause when an entry is malformed.
        """
        clauses = []
        for name, entry in tomli.loads(text).items():
            if not isinstance(entry, dict):
                raise ValueError(f"rulebook, clause {name}: a table is wanted, not {entry!r}")
            try:
                clauses.append(msgspec.convert({"id": name, **entry}, Clause))
            except msgspec.ValidationError as error:
                raise ValueError(f"rulebook, clause {name}: {error}") from error
        return cls(tuple(clauses))

    def __getitem__(self, clause: str) -> Clause:
        return self._former[clause] if clause in self._former else self._clauses[clause]

    def __iter__(self) -> Iterator[str]:
        return iter(self._clauses)

    def __len__(self) -> int:
        return len(self._clauses)

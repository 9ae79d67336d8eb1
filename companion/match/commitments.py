"""Hidden parameters of moves: masked in the journal, kept apart, opened and checked at the end.

The journal holds a commitment: a hash of the hidden values under a random salt. Whoever has only
the journal learns nothing from it; whoever has the values and the salt can prove at the end that
they are those that were entered.
"""

from collections.abc import Iterable, Mapping
from hashlib import blake2s
from typing import Annotated, Any, TypeVar

import msgspec

from companion.kernel import UNKNOWN, Game, Move, MoveKind
from companion.match.entries import Entry

M = TypeVar("M", bound=Move)

SALT_BYTES = 16
"""As many as make guessing hopeless even for one hidden value out of two."""


class Secret(msgspec.Struct, frozen=True):
    """What an entry hides: for each of its moves the hidden parameters, and the salt in hex."""

    values: tuple[dict[str, Any], ...]
    salt: Annotated[str, msgspec.Meta(pattern=rf"^([0-9a-f]{{2}}){{0,{blake2s.MAX_KEY_SIZE}}}\Z")]


def commitment(secret: Secret) -> str:
    """The commitment to a secret, in hex."""
    data = msgspec.json.encode(secret.values, order="sorted")
    return blake2s(data, key=bytes.fromhex(secret.salt)).hexdigest()


def hidden(kind: MoveKind[Any, Any], move: Move) -> dict[str, Any]:
    """The hidden parameters of a move that the companion was told, as plain data."""
    values = {name: getattr(move, name) for name in kind.hidden}
    told = {name: value for name, value in values.items() if value != UNKNOWN}
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(told))
    return plain


def with_hidden(game: Game[Any], data: dict[str, Any], values: dict[str, Any]) -> Move:
    """The move of an entry, its hidden parameters filled in as far as they are known.

    A hidden parameter may be UNKNOWN whatever its type says. Raises ValueError in words when
    the data are no move of this game.
    """
    whole = {**data, **values} if values else data
    kind = game.by_name.get(str(data.get("move"))) if UNKNOWN in whole.values() else None
    if kind is None or UNKNOWN not in [whole.get(name) for name in kind.hidden]:
        return game.move(whole)
    own: type[Move] = kind.move
    types = {field.name: field.type for field in msgspec.structs.fields(own)}
    try:
        found = {
            name: value
            if name in kind.hidden and value == UNKNOWN
            else msgspec.convert(value, types[name])
            for name, value in whole.items()
            if name != "move"
        }
        return own(**found)
    except (msgspec.ValidationError, KeyError, TypeError) as error:
        raise ValueError(f"{kind.name}: {error}") from error


class Proof(msgspec.Struct, frozen=True):
    """One commitment opened.

    values: what was hidden, for each move of the entry; empty when it is not opened. holds:
    whether these are the values that were entered.
    """

    number: int
    values: tuple[dict[str, Any], ...]
    holds: bool


def proofs(journal: Iterable[Entry], secrets: Mapping[int, Secret]) -> tuple[Proof, ...]:
    """All commitments of a journal, opened and checked."""
    found = []
    for entry in journal:
        committed = getattr(entry, "commitment", "")
        secret = secrets.get(entry.number)
        if committed or secret is not None:
            holds = secret is not None and commitment(secret) == committed
            found.append(Proof(entry.number, secret.values if secret else (), holds))
    return tuple(found)

"""All that comes of the vectors, written down: what a table is told, sees and may do next.

``python -m tests.games.telling [GAME...]`` writes ``told.txt`` in the folder of each game anew. It
is written anew only when vectors are added or rules change on purpose; then what changed in it is
read before it is kept, line by line: it is what a match would show. Its lines:

* ``game``: the version of its rules, as it is recorded with a match, and how many may play;
* ``start``: where all pieces lie at first, for every number of players;
* ``options`` as long as nobody chooses; ``kinds`` of move: whose they are and what else holds for
  every move of a kind; ``limits`` of numbers, texts and lists;
* ``#`` a vector, and below it each of its moves after ``>``, with
* what happens, by its key, the rule behind it and the values its sentence is about;
* ``/`` what hands do: pieces from one place to another, as everybody sees them;
* ``:`` what else is another than before;
* ``!`` why it is refused, by clause and values, and ``=`` what would be possible instead;
* ``?`` who is asked then, for what, with which words; ``*`` who has won;
* ``-`` what was on offer for each blank of the last move, and what is amiss already.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec

from companion.kernel import Accepted, Game, Move, MoveKind, answer, changes, offers, ticks
from companion.kernel.drafts import steps
from tests.games.tried import GAMES, Tried
from tests.games.vectors import Vector

HERE = Path(__file__).parent

BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems")
FLAGS = ("hidden", "reveals", "ends", "explicit")


def told_of(tried: Tried) -> dict[str, list[str]]:
    """What is told, by headline: how the game begins, then every vector."""
    vectors = tried.vectors.VECTORS
    return beginnings(tried) | {headline(vector): course(tried, vector) for vector in vectors}


def beginnings(tried: Tried) -> dict[str, list[str]]:
    """What is so before any move, by headline."""
    game, (fewest, most) = tried.game, tried.game.players
    tables = [game.colours[:count] for count in range(fewest, most + 1)]
    found = {"game": [f"version {game.version}", f"players {fewest} to {most}"]}
    found |= {f"start {' '.join(seats)}": list(_start(game, seats)) for seats in tables}
    found["options"] = [f"{name}={_word(v)}" for name, v in _plain(game.options()).items()]
    found["kinds"] = [_kind(kind) for kind in game.kinds]
    found["limits"] = list(_limits(game))
    return found


def headline(vector: Vector) -> str:
    """What stands above all that comes of a vector."""
    return f"# {vector['id']}: {vector['title']}"


def course(tried: Tried, vector: Vector) -> list[str]:
    """All that comes of the moves of a vector, one after the other."""
    game, position = tried.game, tried.vectors.start(vector)
    *before, last = [game.move(data) for data in vector["moves"]]
    found = [*_asked(game, position)]
    for move in before:
        lines, position = _made(game, position, move, None)
        found += lines
    found += _offered(game, position, last)
    lines, _ = _made(game, position, last, vector.get("by"))
    return found + lines


def file_of(tried: Tried) -> Path:
    """Where it is written."""
    return HERE / tried.name / "told.txt"


def read(tried: Tried) -> dict[str, list[str]]:
    """What was written, by headline."""
    found: dict[str, list[str]] = {}
    for block in file_of(tried).read_text("utf-8").strip().split("\n\n"):
        head, *lines = block.split("\n")
        found[head] = lines
    return found


def _start(game: Game[Any], seats: tuple[str, ...]) -> Iterator[str]:
    position = game.setup(seats, game.options(), game.box())
    by_place: dict[str, list[str]] = {}
    for (place, piece), count in sorted(game.layout(game.public(position)).items()):
        by_place.setdefault(place, []).append(f"{count} {piece}")
    yield from (f"/ {place}: {', '.join(lying)}" for place, lying in by_place.items())
    yield from _asked(game, position)


def _kind(kind: MoveKind[Any, Any]) -> str:
    said = [kind.name, kind.role, *(flag for flag in FLAGS if getattr(kind, flag))]
    for name in ("by", "out_of_phase", "out_of_turn"):
        if value := getattr(kind, name):
            said.append(f"{name}={value}")
    return " ".join(said)


def _limits(game: Game[Any]) -> Iterator[str]:
    """Every number, text and list that cannot be as small or large, or long, as one likes."""
    kinds = [kind.move for kind in game.kinds]
    types = (*kinds, game.situation, game.options, game.box, game.position)
    _, parts = msgspec.json.schema_components(types)
    for name, part in sorted(parts.items()):
        for field, schema in part.get("properties", {}).items():
            if found := list(_bounds(schema)):
                yield f"{name}.{field}: {', '.join(found)}"


def _bounds(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        yield from (f"{word} {schema[word]}" for word in BOUNDS if word in schema)
        for inner in schema.values():
            yield from _bounds(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _bounds(inner)


def _made(game: Game[Any], before: Any, move: Move, by: str | None) -> tuple[list[str], Any]:
    """What comes of a move, and the position after it."""
    verdict = answer(game, before, move, by)
    lines = [f"> {_words(game.plain(move))}" + (f" by {by}" if by else "")]
    if not isinstance(verdict, Accepted):
        lines += [f"! {fault.clause} {_words(fault.values)}".rstrip() for fault in verdict.faults]
        for way in verdict.alternatives:
            lines.append("= " + ", then ".join(_words(game.plain(one)) for one in way))
        return lines, before
    after = verdict.position
    for one in verdict.events:
        lines.append(f"{one.key} {one.rule} {_words(one.values)}".rstrip())
    for change in changes(game.layout(game.public(before)), game.layout(game.public(after))):
        lines.append(f"/ {change.count} {change.piece}: {change.source} -> {change.target}")
    plain = (_plain(position) for position in (before, after))
    lines += [f": {line}" for line in _different("", *plain)]
    lines += _asked(game, after)
    return lines, after


def _asked(game: Game[Any], position: Any) -> Iterator[str]:
    for one in game.asked(position):
        owed = f" owed by {one.rule}" if one.owed else ""
        words = _words(one.values)
        yield f"? {one.seat}: {', '.join(one.kinds)}; {one.prompt} {words}".rstrip() + owed
    if (outcome := game.outcome(position)) is not None:
        yield f"* {_words(_plain(outcome))}"


def _offered(game: Game[Any], position: Any, move: Move) -> Iterator[str]:
    view = game.public(position)
    for draft, _ in steps(move):
        values = _short(offers(game, view, draft))
        broken = [tick.clause for tick in ticks(game, view, draft) if tick.state == "broken"]
        amiss = f" amiss: {' '.join(broken)}" if broken else ""
        filled = (*draft.values, *draft.parts, *draft.item)
        yield f"- {' '.join((draft.kind, *map(_word, filled)))} ... {values}{amiss}"


def _short(values: Sequence[Any]) -> str:
    """The values, numbers that follow each other as from and to."""
    numbers = [value for value in values if isinstance(value, int)]
    if len(numbers) > 2 and numbers == list(range(numbers[0], numbers[-1] + 1)):
        rest = [_word(value) for value in values if not isinstance(value, int)]
        return " ".join((f"{numbers[0]} to {numbers[-1]}", *rest))
    return " ".join(map(_word, values)) or "nothing"


def _words(values: dict[str, Any]) -> str:
    return " ".join(f"{name}={_word(value)}" for name, value in values.items())


def _word(value: Any) -> str:
    if isinstance(value, str):
        return value
    return json.dumps(_plain(value), separators=(",", ":"), ensure_ascii=False)


def _plain(value: Any) -> Any:
    return msgspec.to_builtins(value)


def _different(path: str, before: Any, after: Any) -> Iterator[str]:
    """What is another than before. Of a list of things, those that are gone and those that came;
    where as many came, each beside the one in whose place it stands. Of fields, the field."""
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict):
        for name in dict.fromkeys((*before, *after)):
            if name == "pieces":
                continue  # hands do that
            yield from _different(f"{path}.{name}", before.get(name), after.get(name))
    elif _things(before) and _things(after):
        gone, came = _beside(before, after), _beside(after, before)
        if len(gone) == len(came):
            for one, other in zip(gone, came, strict=True):
                yield from _different(f"{path} {next(iter(one.values()))}", one, other)
        else:
            for sign, some in (("without", gone), ("with", came)):
                yield from (f"{path.lstrip('.')} {sign} {_word(one)}" for one in some)
    elif _fields(before) and _fields(after) and len(before) == len(after):
        for number, (one, other) in enumerate(zip(before, after, strict=True)):
            yield from _different(f"{path} {number}", one, other)
    else:
        said = "gone" if after is None else f"{_word(before)} -> {_word(after)}"
        yield f"{path.lstrip('.')}: {said}"


def _fields(value: Any) -> bool:
    return _list_of(list | tuple, value)


def _things(value: Any) -> bool:
    return _list_of(dict, value)


def _list_of(sort: Any, value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, sort) for one in value)


def _beside(some: Sequence[Any], others: Sequence[Any]) -> list[Any]:
    """Those that are not among the others."""
    left = Counter(map(_word, others))
    found = []
    for one in some:
        if left[_word(one)]:
            left[_word(one)] -= 1
        else:
            found.append(one)
    return found


def main(names: Sequence[str]) -> int:
    """Write what is told of these games, or of all."""
    for tried in GAMES:
        if not names or tried.name in names:
            told = told_of(tried)
            blocks = ("\n".join((head, *lines)) for head, lines in told.items())
            file_of(tried).write_text("\n\n".join(blocks) + "\n", "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

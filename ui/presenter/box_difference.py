"""What would be another fact of the box if it were told as another table has it."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.text import Phrasebook

Path = tuple[str, ...]
Fact = tuple[str, ...]
"""What is told of something: one word or number, or several in a row."""


def differences(say: Phrasebook, now: Mapping[str, Any], then: Mapping[str, Any]) -> list[str]:
    """A sentence for each fact that would be another one and has words in its game: in the section
    ``box_fact``, or as a name. now, then: boxes as plain data."""
    before, after = dict(_facts(now, ())), dict(_facts(then, ()))
    found = []
    for path in dict.fromkeys((*before, *after)):
        what = _called(say, path)
        if what and before.get(path, ()) != after.get(path, ()):
            values = {
                "what": what,
                "now": _value(say, before.get(path, ())),
                "then": _value(say, after.get(path, ())),
            }
            key = (
                "same" if values["now"] and values["then"] else "new" if values["then"] else "gone"
            )
            found.append(say.say("box_difference", key, values))
    return found


def _facts(value: Any, path: Path) -> Iterator[tuple[Path, Fact]]:
    """Each fact by what it is about. What stands in a list is known by its first text, else by its
    number; numbers and texts in a row are one fact."""
    if isinstance(value, Mapping):
        for key, one in value.items():
            yield from _facts(one, (*path, str(key)))
    elif isinstance(value, list | tuple) and any(isinstance(x, Mapping | list) for x in value):
        for number, one in enumerate(value, 1):
            words = one.values() if isinstance(one, Mapping) else ()
            known = next((word for word in words if isinstance(word, str)), str(number))
            yield from _facts(one, (*path, known))
    elif isinstance(value, list | tuple):
        yield path, tuple(map(str, value))
    elif value is not None and str(value) not in path:  # else it says what the others are about
        yield path, (str(value),)


def _called(say: Phrasebook, path: Path) -> str:
    """What it is about, in words as far as the game has some."""
    found = []
    for one in path:
        section = next((key for key in ("box_fact", "name") if say.has(key, one)), "")
        told = say.say(section, one) if section else say.name(one)
        if section or told != one or one.isdigit():
            found.append(told)
    return ", ".join(dict.fromkeys(found))


def _value(say: Phrasebook, fact: Fact) -> str:
    return ", ".join(map(say.name, fact))

"""How a match ended, as far as a hub reads what its table told of that."""

import msgspec

LONGEST = 16
"""Letters of a colour: of a longer one nobody here knows how it is called."""


class Level(msgspec.Struct, frozen=True):
    """A step by which players were told apart."""

    figures: dict[str, float] = {}


class Result(msgspec.Struct, frozen=True):
    """See companion.archive.summary."""

    how: str = ""
    places: tuple[tuple[str, ...], ...] = ()
    levels: tuple[Level, ...] = ()

    @property
    def winner(self) -> str:
        """The colour that won alone; "" for none."""
        first = self.places[0] if self.places else ()
        return first[0] if len(first) == 1 and len(first[0]) <= LONGEST else ""


def read(told: bytes | None) -> Result:
    """What is known of it; nothing where it cannot be read."""
    try:
        return msgspec.json.decode(told or b"{}", type=Result)
    except (ValueError, RecursionError):
        return Result()

"""What is asked of whom, and several moves, in one sentence."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from typing import Any

from companion.kernel import TABLE, Asked, Draft, Game, Verbatim, fields, next_blank, partial
from companion.text import Phrasebook, Texts


def own() -> Texts:
    """What is said about what somebody sees."""
    return Texts.of("companion.sight")


def request(asked: Sequence[Asked], say: Phrasebook, *, ending: bool = False) -> str:
    """What is asked of a seat or, where the same is asked of several at once, of all of them; a
    game says that with ``_all`` behind the key, if it does. ending: the step is best ended now; a
    game that asks for more says that with ``_ends`` behind it."""
    first = asked[0]
    if ending and say.has("ask", f"{first.prompt}_ends"):
        return say.say("ask", f"{first.prompt}_ends", {"seat": first.seat, **first.values})
    alike = [one.seat for one in asked if one.prompt == first.prompt]
    everyone = f"{first.prompt}_all"
    if len(alike) > 1 and say.has("ask", everyone):
        return say.say("ask", everyone, {**first.values, "seat": alike})
    return say.say("ask", first.prompt, {"seat": first.seat, **first.values})


def spoken_to(asked: Sequence[Asked], seats: Collection[str]) -> str:
    """The seat that a question is put to: the one asked, or where the table tells something the
    one it tells it for; "" where that is nobody or all."""
    if not asked:
        return ""
    if asked[0].seat != TABLE:
        return asked[0].seat
    named = [str(asked[0].values.get(name, "")) for name in ("seat", "who")]
    return next((seat for seat in named if seat in seats), "")


def acting(asked: Sequence[Asked], seats: Collection[str]) -> tuple[str, ...]:
    """The seats that do something now: those asked, and those the table tells something for; none
    where all of them do it together."""
    return tuple(dict.fromkeys(filter(None, (spoken_to((one,), seats) for one in asked))))


def one_sentence(way: Iterable[dict[str, Any]], say: Phrasebook, *, short: bool = False) -> str:
    """Moves that are made one after the other, in one sentence. short: as on a button, where the
    game has fewer words for that."""
    sentence = ""
    for move in way:
        kind = str(move["move"])
        section = "way" if short and say.has("way", kind) else "move"
        if not sentence:
            sentence = say.say(section, kind, move)
            continue
        then = say.going_on(section, kind, move)
        both = {"first": Verbatim(sentence), "then": Verbatim(then)}
        sentence = say.say("label", "first_then", both)
    return sentence


def words(text: str, values: dict[str, Any], say: Phrasebook) -> str:
    """The words of a scene: those of a key of the texts, or the name of a token."""
    section, dot, key = text.partition(".")
    if dot and say.has(section, key):
        return say.say(section, key, values)
    return say.name(text)


def asks(game: Game[Any], view: Any, phrasebook: Phrasebook, draft: Draft, seat: str) -> str:
    """What is asked of a seat for the next blank of a draft, "" when it has none left. view: what
    everybody sees."""
    kind = game.kind_of(draft)
    blank = next_blank(kind.move, draft)
    if blank is None:
        return ""
    names = [field.name for field in fields(kind.move)]
    values = {"seat": seat, **dict(zip(names, draft.values, strict=False))}
    if wording := kind.wording.get(blank.name):
        values |= wording(view, partial(kind.move, draft, early=True))
    return phrasebook.say("blank", f"{draft.kind}.{blank.name}", values)


def takes_all(
    draft: Draft, whole: Draft, there: Collection[str], say: Phrasebook
) -> tuple[str, str]:
    """What takes all that is left of a list is called, and what that is: things on the table by
    their look, of all else how many. whole: the draft with it; there: what is on the table."""
    named = say.has("only_way", draft.kind)
    left = Counter(map(str, whole.values[len(draft.values)]))
    left.subtract(map(str, draft.parts))
    said = [
        say.by_sight(one)
        if one in there
        else say.say("label", "so_many", {"count": n, "what": one})
        for one, n in left.items()
        if n > 0
    ]
    label = say.say("only_way", draft.kind) if named else say.say("button", "done")
    return label, say.value(list(map(Verbatim, said)))

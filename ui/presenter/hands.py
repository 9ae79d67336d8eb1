"""From changes of a layout to the picture of what hands do.

How pieces and places look is taken from the scene and from ``[hands]`` in the game's pictures.
"""

from collections.abc import Callable, Collection, Iterable
from typing import Any, get_args

from msgspec import structs

from companion.kernel import Change, MoveKind
from companion.kernel.changes import body
from companion.match.answer import Answer
from companion.scene import Form, Scene
from companion.scene.hands import Hand, HandsPicture, Look, Spot, Stand, Template
from companion.scene.pictures import HandsText, longest

LIES = ("stack", "card", "square", "beam", "hex", "piece", "pile")
"""Forms of a shape that a place may look like; of several shapes the lowest of the first form."""

EMPTY = {"hex": Look("", "hex", ghost=True)}
"""How a place looks that the scene does not show, by the form of the board; else as a square."""


class Sight:
    """How the pieces and places of one view look."""

    def __init__(self, text: HandsText, scene: Scene, seats: Collection[str]) -> None:
        self._text, self._scene, self._seats = text, scene, seats

    def piece(self, piece: str) -> Look:
        """How a piece of the layout looks, with the face it shows."""
        whole, _, face = piece.partition("=")
        word, _, owner = whole.partition(":")
        known = self._text.piece
        start, token = longest(known, piece), piece
        if face and (shown := longest(known, f"{word}={face}")) and "=" in shown:
            start, token = shown, f"{word}={face}"
        if start is None:
            return Look(word, seat=owner)
        words = known[start].replace("{}", token[len(start) :]).split()
        form: Form = "piece"
        if len(words) > 1 and words[0] in get_args(Form):
            form = words[0]  # type: ignore[assignment]
        return Look(words[-1], form, owner if token[len(start) :] != owner else "")

    def place(self, place: str) -> Spot:
        """What a place of the layout is, and how it looks."""
        at, _, carrier = place.partition("/")
        if carrier:
            return Spot("piece", self.piece(carrier))
        start = longest(self._text.place, at)
        if start is None:
            return Spot("board", self._field(at))
        stand: Stand = self._text.place[start]
        words = at.split(":")[1:]
        seat = next((word for word in words if word in self._seats), "")
        if stand == "row":
            return Spot(stand, seat=seat, field=int(words[-1]))
        return Spot(stand, seat=seat)

    def _field(self, token: str) -> Look:
        shapes = [shape for shape in self._scene.shapes if shape.token == token]
        for form in LIES:
            for shape in shapes:
                if shape.form == form:
                    return Look(shape.look, form, shape.seat, shape.ghost)
        forms = {shape.form for shape in self._scene.shapes}
        return EMPTY["hex"] if "hex" in forms else Look("", "square", ghost=True)

    def thing(self, token: str) -> Spot | None:
        """What a token of the scene looks like, None where nothing in the scene is it."""
        known = any(shape.token == token for shape in self._scene.shapes)
        return Spot("board", self._field(token)) if known else None

    def upon(self, token: str, seat: str) -> Look | None:
        """The piece of a seat that lies at a place, None where there is none."""
        for shape in reversed(self._scene.shapes):
            if (shape.token, shape.seat) == (token, seat) and shape.form in ("piece", "pile"):
                return Look(shape.look, seat=seat)
        return None

    def hand(self, change: Change, sentence: str) -> Hand:
        """One change as a picture."""
        source, target = self.place(change.source), self.place(change.target)
        piece = self.piece(change.piece)
        template = _template(change, source, target)
        covered = template == "turn_up" or "stack" in (source.stand, target.stand)
        back = self.piece(body(change.piece).partition(":")[0]) if covered else Look("")
        at = change.target.partition("/")[0] if target.stand in ("board", "piece") else ""
        return Hand(template, piece, source, target, change.count, back, sentence, at)


def plain_sign(kind: MoveKind[Any, Any]) -> str:
    """The picture for a kind of move of which its game has none: what it does."""
    if kind.role == "box":
        return "sign-tell"
    return "sign-pass" if kind.ends else "sign-turn_up" if kind.reveals else "sign-place"


def _template(change: Change, source: Spot, target: Spot) -> Template:
    if change.source == change.target:
        return "turn_up"
    if source.stand == target.stand == "row":
        return "slide"
    if target.stand in ("box", "stack"):
        return "return"
    if target.stand in ("seat", "piece"):
        return "give"
    return "turn_up" if source.stand == "stack" else "lift"


def work(answers: Iterable[Answer]) -> list[Change]:
    """What hands do because of answers, in order; what is done twice in a row is done at once."""
    found: list[Change] = []
    steps = (step for one in answers if one.done for step in one.changes)
    for change in (change for step in steps for change in step):
        last = found[-1] if found else None
        if last is not None and structs.replace(last, count=change.count) == change:
            found[-1] = structs.replace(last, count=last.count + change.count)
        else:
            found.append(change)
    return found


def counted(changes: Iterable[Change], say: Callable[[Change], str]) -> list[Change]:
    """The same with what is said alike in a row taken together, wherever it comes from. say: a
    change in words."""
    found: list[Change] = []
    for one in changes:
        last = found[-1] if found else None
        if last is not None and _one(last, say) == _one(one, say):
            found[-1] = structs.replace(last, count=last.count + one.count)
        else:
            found.append(one)
    return found


def _one(change: Change, say: Callable[[Change], str]) -> str:
    return say(structs.replace(change, count=1))


def net(changes: Iterable[Change], sight: Sight) -> tuple[Change, ...]:
    """The same with what goes on from place to place on the board taken together: hands lift it
    once, from the first place to the last, and not at all where it comes back. Where they do
    something else in between, it lay there for that."""
    found: list[Change] = []
    for one in changes:
        if not (found and _goes_on(found[-1], one, sight)):
            found.append(one)
            continue
        before = found.pop()
        if before.source != one.target:
            found.append(structs.replace(before, target=one.target))
    return tuple(found)


def _goes_on(first: Change, then: Change, sight: Sight) -> bool:
    if (first.piece, first.count, first.target) != (then.piece, then.count, then.source):
        return False
    moved = first.source != first.target and then.source != then.target
    return moved and sight.place(then.source).stand in ("board", "piece")


def picture(
    changes: Iterable[Change], sight: Sight, say: Callable[[Change], str]
) -> HandsPicture | None:
    """The picture of changes, None where hands do nothing. say: a change in words, "" for none."""
    hands = tuple(sight.hand(change, say(change)) for change in changes)
    return HandsPicture(hands) if hands else None

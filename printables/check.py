"""Checking a sheet that was printed, scanned or photographed."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.files import read_whole
from companion.kernel import Verbatim
from companion.match.registry import GamePackage
from companion.table.catalogue import Piece, Unresolved
from companion.table.identity import unsigned
from companion.text import Language
from printables.canvas import Placed
from printables.order import Order
from printables.pictures import LARGEST_FILE, codes, opened
from printables.proof import DPIS, MM, Proof, bar, prove

DPI = 300
"""At which a PDF is looked at."""


@dataclass(frozen=True)
class Found:
    """A code that was read. why: what is wrong with it, "" if nothing is; else its piece."""

    text: str
    why: str
    order: Order
    piece: Piece | None = None


@dataclass(frozen=True)
class Checked:
    """What a file shows. proof: for a PDF, how well its codes can be read; None for a picture."""

    found: tuple[Found, ...]
    proof: Proof | None

    @property
    def good(self) -> bool:
        """Whether there are codes, all of them are valid, none is missing between others, and a PDF
        passes its proof."""
        valid = bool(self.found) and not any(one.why for one in self.found)
        whole = not any(self.missing())
        return valid and whole and (self.proof is None or self.proof.good)

    def missing(self) -> Iterator[tuple[Order, str, list[Piece]]]:
        """Pieces of a game and a kind that were not read although most of their kind were: a
        damaged spot, probably."""
        good = [one for one in self.found if not one.why]
        for order in dict.fromkeys(one.order for one in good):
            read = {one.piece for one in good if one.order is order}
            for kind, pieces in order.groups(order.pieces).items():
                missing = [piece for piece in pieces if piece not in read]
                if missing and len(missing) < len(pieces) / 2:
                    yield order, kind, missing


def check(path: Path, packages: tuple[GamePackage, ...], key: bytes, language: Language) -> Checked:
    """Look at every page of a file. key: of the box; without one any box's codes are good.

    Raises OSError when the file cannot be read and ValueError in words when it is no sheet.
    """
    orders = tuple(Order(package=package, key=key, language=language) for package in packages)
    placed: list[Placed] = []
    for number, picture in enumerate(opened(path, DPI)):
        for one in codes(picture, None):
            size = one.size * MM / DPI
            x, y = one.x * MM / DPI - size / 2, one.y * MM / DPI - size / 2
            placed.append(Placed(number, one.text, x, y, size))
    texts = tuple(dict.fromkeys(one.text for one in placed))
    data = read_whole(path.resolve(), LARGEST_FILE)
    pdf = data.startswith(b"%PDF-") and placed
    proof = prove(data, placed, DPIS) if pdf else None
    return Checked(tuple(_found(text, orders) for text in texts), proof)


def _found(text: str, orders: tuple[Order, ...]) -> Found:
    why = "misread"
    for order in orders:
        try:
            piece = order.catalogue.meant(text, order.key)
        except Unresolved as error:
            if error.why != "other_game":
                return Found(text, error.why, order)
            why = error.why
        else:
            if piece is not None:
                return Found(text, "", order, piece)
    return Found(text, why, orders[0])


def report(path: Path, checked: Checked, words: Order) -> Iterator[str]:
    """What was found, as lines for people."""
    say = words.words.say
    name = Verbatim(path.name)
    if not checked.found:
        yield say("check", "none", {"file": name})
        return
    good = [one for one in checked.found if not one.why]
    yield say("check", "read", {"file": name, "count": len(checked.found), "good": len(good)})
    for one in checked.found:
        if one.piece is None:
            yield say("check", one.why, {"code": Verbatim(one.text)})
        else:
            values = {
                "short": Verbatim(unsigned(one.text).short),
                "game": Verbatim(one.order.game_name),
                "piece": Verbatim(one.order.name(one.piece.token)),
            }
            yield say("check", "good", values)
    for order, kind, pieces in checked.missing():
        names = [Verbatim(order.name(piece.token)) for piece in pieces]
        named = Verbatim(order.words.say("prints", kind))
        yield say("check", "missing", {"kind": named, "pieces": names})
    if checked.proof is not None:
        yield from faults(checked.proof, words)


def faults(proof: Proof, words: Order) -> Iterator[str]:
    """What a proof found wanting, as lines for people."""
    for dpi, way in proof.faults:
        values = {
            "dpi": dpi,
            "way": Verbatim(words.say(f"proof_{way}")),
            "read": proof.read(dpi, way),
            "total": proof.total,
            "wanted": round(100 * bar(way, dpi)),
        }
        yield words.words.say("command", "unread", values)
    for code in sorted(proof.strange):
        yield words.words.say("command", "strange", {"code": Verbatim(code)})

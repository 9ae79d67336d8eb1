"""Checking a sheet that was printed, scanned or photographed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.files import read_whole
from companion.kernel import Verbatim
from companion.match.registry import GamePackage
from companion.table.catalogue import Piece, Unresolved
from companion.table.identity import Identity, unsigned
from companion.text import Language
from printables import together
from printables.order import Order
from printables.pictures import LARGEST_FILE, codes, opened
from printables.placed import Placed
from printables.proof import DPIS, MM, Proof, bar, prove

DPI = 300
"""At which a PDF is looked at."""


@dataclass(frozen=True)
class Found:
    """A code that was read.

    text: what it says.
    why: what is wrong with it, "" if nothing is.
    order: of the game that it is of.
    pages: on which it is, counted from 0.
    piece: that it names; None where something is wrong.
    """

    text: str
    why: str
    order: Order
    pages: tuple[int, ...]
    piece: Piece | None = None


@dataclass(frozen=True)
class Checked:
    """What a file shows. proof: for a PDF, how well its codes can be read; None for a picture.
    widest: of each page, how many codes are beside each other at most."""

    found: tuple[Found, ...]
    proof: Proof | None
    widest: Mapping[int, int]

    @property
    def good(self) -> bool:
        """Whether there are codes, all of them are valid, none is missing between others, and a PDF
        passes its proof."""
        valid = bool(self.found) and not any(one.why for one in self.found)
        whole = not any(self.missing())
        return valid and whole and (self.proof is None or self.proof.good)

    def missing(self) -> Iterator[tuple[Order, str, list[Identity]]]:
        """Pieces of a game and a kind that were not read although most of their page were: a
        damaged spot, probably."""
        good = [one for one in self.found if not one.why]
        for order in dict.fromkeys(one.order for one in good):
            theirs = [one for one in good if one.order is order]
            lost: dict[str, list[Identity]] = {}
            for page in sorted({page for one in theirs for page in one.pages}):
                read = {unsigned(one.text) for one in theirs if page in one.pages}
                for kind, identity in together.lost(order, read, self.widest[page]):
                    lost.setdefault(kind, []).append(identity)
            for kind, identities in lost.items():
                yield order, kind, identities


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
    pages: dict[str, tuple[int, ...]] = {}
    for code in placed:
        pages[code.text] = (*pages.get(code.text, ()), code.page)
    data = read_whole(path.resolve(), LARGEST_FILE)
    pdf = data.startswith(b"%PDF-") and placed
    proof = prove(data, placed, DPIS) if pdf else None
    widest = {one.page: _widest(placed, one.page) for one in placed}
    return Checked(tuple(_found(text, on, orders) for text, on in pages.items()), proof, widest)


def _widest(placed: list[Placed], page: int) -> int:
    """How many codes of a page are beside each other at most."""
    there = [one for one in placed if one.page == page]
    return max(sum(abs(one.y - other.y) < one.size / 2 for other in there) for one in there)


def _found(text: str, pages: tuple[int, ...], orders: tuple[Order, ...]) -> Found:
    why = "misread"
    for order in orders:
        try:
            piece = order.catalogue.meant(text, order.key)
        except Unresolved as error:
            if error.why != "other_game":
                return Found(text, error.why, order, pages)
            why = error.why
        else:
            if piece is not None:
                return Found(text, "", order, pages, piece)
    return Found(text, why, orders[0], pages)


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
    for order, kind, identities in checked.missing():
        names = [Verbatim(f"{_called(one, order)} {one.short}") for one in identities]
        named = Verbatim(order.words.say("prints", kind))
        yield say("check", "missing", {"kind": named, "pieces": names})
    if checked.proof is not None:
        yield from faults(checked.proof, words)


def _called(identity: Identity, order: Order) -> str:
    piece = order.catalogue.meant(identity.short, b"")
    return "" if piece is None else order.name(piece.token)


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

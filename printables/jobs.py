"""What a printer gets: one job for each kind of paper and each way of turning it over."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.kernel import Verbatim
from companion.text import Phrasebook
from printables.order import Backs, SheetName
from printables.paper import Stock

Side = Literal["single", "front", "back", "empty"]
"""Of a page: with nothing behind it, with a back that follows, that back, or left empty so that
the next page is a front."""

Sides = Literal["one-sided", "two-sided-long-edge", "two-sided-short-edge"]
"""Which edge of a page a leaf is turned over, as RFC 8011 says it: of a page that lies, the short
one is at the left and the right."""

_Way = tuple[Stock, Sides, bool, bool, str]
"""What the pages of one job have in common; the last part keeps leaves apart whose backs come by
hand, as they must be put in again without others among them."""

_ON: dict[SheetName, Stock] = {
    "slips": "card",
    "tokens": "card",
    "turns": "card",
    "seats": "card",
    "stickers": "labels",
}


@dataclass(frozen=True)
class Leaf:
    """A page as a printer must know it: of which sheet, which side, and whether it lies."""

    sheet: str
    side: Side
    landscape: bool


@dataclass(frozen=True)
class Job:
    """Pages that are printed in one go.

    stock: what they are printed on.
    sides: of the paper that are printed, and how the printer turns it.
    landscape: whether the pages lie.
    turned: whether they go onto the backs of those of the job before, by hand.
    pages: their numbers, counted from 1.
    """

    stock: Stock
    sides: Sides
    landscape: bool
    turned: bool
    pages: tuple[int, ...]


def jobs(leaves: Iterable[Leaf], backs: Backs) -> tuple[Job, ...]:
    """All jobs of a document, in the order of their first pages; empty pages are in none. backs: as
    they were ordered."""
    found: dict[_Way, tuple[int, ...]] = {}
    for number, leaf in enumerate(leaves, 1):
        if leaf.side == "empty":
            continue
        key = _way(leaf, backs)
        if leaf.sheet == "proof" and key not in found:  # alone it is not worth a job
            plain = [one for one in found if one[0] == "plain" and "two-sided" in one[1]]
            key = plain[-1] if plain else key
        found[key] = (*found.get(key, ()), number)
    return tuple(Job(*way[:4], pages) for way, pages in found.items())


def _way(leaf: Leaf, backs: Backs) -> _Way:
    stock = _ON.get(leaf.sheet, "plain")  # type: ignore[call-overload]
    if leaf.side == "single":
        return stock, "one-sided", False, False, ""
    if backs == "by_hand":
        return stock, "one-sided", leaf.landscape, leaf.side == "back", leaf.sheet
    sides: Sides = "two-sided-short-edge" if leaf.landscape else "two-sided-long-edge"
    return stock, sides, leaf.landscape, False, ""


def ranges(pages: Iterable[int]) -> str:
    """Numbers of pages as CUPS takes them: ``1-4,7``."""
    runs: list[list[int]] = []
    for page in pages:
        if runs and page == runs[-1][-1] + 1:
            runs[-1][1:] = [page]
        else:
            runs.append([page])
    return ",".join("-".join(map(str, run)) for run in runs)


def described(job: Job, words: Phrasebook) -> Mapping[str, Any]:
    """A job as sentences name it: its pages, its paper, how it is turned."""
    many = "one" if len(job.pages) == 1 else "many"
    return {
        "pages": Verbatim(words.say("pages", many, {"pages": Verbatim(ranges(job.pages))})),
        "stock": Verbatim(words.say("stock", job.stock)),
        "edge": Verbatim(words.say("edge", "short" if job.landscape else "long")),
        "sides": Verbatim(words.say("sides", "turned" if job.turned else job.sides)),
    }

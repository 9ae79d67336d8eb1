"""Who is known here, how they like a table to be, and what comes of it when they sit at one."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from typing import get_args

import msgspec

from companion.kernel import TABLE, Asked
from companion.languages import spoken
from companion.match.likes import Letters, Likes, Side, Spoken
from companion.store import DiskError, Library
from companion.text import Language
from ui.session.settings import Settings

NOTHING = Likes()
"""Of somebody who has chosen nothing."""


class InForce(Settings, frozen=True):
    """The settings as those who sit at the table like them; without anybody as they are kept.

    roomy: whether a child plays, for which buttons are larger. listens: the language in which
    is spoken: that of whoever wants to hear something. ear: the output that only whoever reads
    hears, "" for none.
    """

    roomy: bool = False
    ear: str = ""
    listens: Language = "de"


class People:
    """library: opened when it is first asked for."""

    def __init__(self, library: Callable[[], Library]) -> None:
        self._library = library
        self._likes: dict[str, Likes] | None = None

    def names(self) -> tuple[str, ...]:
        """Of all who have played, the latest first; none while the disk does not answer."""
        with suppress(DiskError):
            return self._library().players()
        return ()

    def likes(self, name: str) -> Likes:
        """How somebody likes a table to be; nothing is known of it while the disk does not
        answer."""
        if not name:
            return NOTHING
        if self._likes is None:
            with suppress(DiskError):
                self._likes = self._library().likes()
        return (self._likes or {}).get(name, NOTHING)

    def choose(self, name: str, **liked: object) -> None:
        """Somebody likes something else, None for as the table has it."""
        likes = msgspec.structs.replace(self.likes(name), **liked)
        self._likes = {**(self._likes or {}), name: likes}
        self._library().keep_likes(name, likes)
        self._library().journal.flush()

    def rename(self, old: str, new: str) -> bool:
        """See :meth:`companion.store.Library.rename_player`."""
        done = self._library().rename_player(old, new)
        self._likes = None
        return done

    def sides(self, settings: Settings, names: Mapping[str, str]) -> dict[str, Side]:
        """At which side everybody sits, by seat. names: of those who sit there."""
        own = {seat: self.likes(name).side for seat, name in names.items()}
        return {**settings.sides, **{seat: side for seat, side in own.items() if side}}

    def in_force(self, settings: Settings, names: Mapping[str, str], seat: str) -> InForce:
        """What holds while these people sit at a table. names: of them, by seat. seat: the one
        that is asked or reads, "" where it is none or several."""
        everybody = {one: self.likes(name) for one, name in names.items()}
        own = everybody.get(seat, NOTHING)
        sizes = get_args(Letters)
        letters = (settings.letters, *(one.letters for one in everybody.values() if one.letters))
        told = everybody.values()
        child = settings.child if own.child is None else own.child
        listens = own if own.voice else next((one for one in told if _hears(one)), own)
        language = spoken(own.language or settings.language)
        return InForce(
            **{name: getattr(settings, name) for name in Settings.__struct_fields__}
            | {
                "language": language,
                "letters": max(letters, key=sizes.index),
                "voice": _voice(settings.voice, own.voice, others=any(map(_hears, told))),
                "child": child,
                "sides": self.sides(settings, names),
            },
            ear=own.ear or "",
            roomy=settings.child or any(one.child for one in told),
            listens=spoken(listens.language or settings.language) if _hears(listens) else language,
        )


def spoken_to(asked: Iterable[Asked], before: str) -> str:
    """The one seat that is asked, "" for several. before: to which one was spoken last; it still is
    while the table is to tell something."""
    seats = {one.seat for one in asked}
    if TABLE in seats:
        return before
    return seats.pop() if len(seats) == 1 else ""


def _hears(one: Likes) -> bool:
    return one.voice not in (None, "off")


def _voice(table: Spoken, own: Spoken | None, *, others: bool) -> Spoken:
    """What is said: what whoever is asked wants, else what the table has; where another one at it
    wants to hear something, at least what happens."""
    said = own or table
    return "lines" if said == "off" and others else said

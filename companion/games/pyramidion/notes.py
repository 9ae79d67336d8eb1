"""Modules of the manual of which only the parts are known: written down, with nothing enforced
but their number (P83 to P85)."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import replace

from companion.games.pyramidion.box import SITES, SiteId
from companion.games.pyramidion.position import COLOURS, SUPPLY, Position
from companion.games.pyramidion.views import REVOLTS
from companion.kernel import Course, Kind, Move, fact, happening, rule

NOTES = 12
"""As many notes as there are category markers (gioconauta.it)."""

Where = Annotated[
    str,
    Meta(title="where", pattern=rf"^({'|'.join((*SITES, *COLOURS, SUPPLY))})$"),
]
Text = Annotated[str, Meta(title="text", min_length=1, max_length=60)]


class NoteRevolt(Move, frozen=True, tag="note_revolt"):
    """A revolt marker is put on a site or taken away."""

    change: Literal["put", "take"]
    site: SiteId


class NotePhilosopher(Move, frozen=True, tag="note_philosopher"):
    """The philosopher is at a site, with a player, or beside the board."""

    where: Where


class Note(Move, frozen=True, tag="note"):
    """Something is written down, e.g. about the category markers."""

    text: Text


class StrikeNote(Move, frozen=True, tag="strike_note"):
    """A note is struck."""

    text: Text


def _note_revolt(p: Position, m: NoteRevolt) -> Course[Position]:
    revolts = tuple(site for site in p.revolts if site != m.site)
    if m.change == "put":
        revolts = tuple(sorted((*p.revolts, m.site)))
    p = replace(p, revolts=revolts)
    key = "revolt_put" if m.change == "put" else "revolt_taken"
    yield happening(p, key, "P83a", site=m.site, count=len(revolts))
    return p


def _note_philosopher(p: Position, m: NotePhilosopher) -> Course[Position]:
    p = replace(p, philosopher="" if m.where == SUPPLY else m.where)
    yield happening(p, "philosopher_moved", "P84", where=m.where)
    return p


def _note(p: Position, m: Note) -> Course[Position]:
    p = replace(p, notes=(*p.notes, m.text))
    yield happening(p, "noted", "P85", count=len(p.notes))
    return p


def _strike(p: Position, m: StrikeNote) -> Course[Position]:
    notes = list(p.notes)
    notes.remove(m.text)
    p = replace(p, notes=tuple(notes))
    yield happening(p, "note_struck", "P85", count=len(p.notes))
    return p


NOTE_REVOLT: Kind[Position, NoteRevolt] = Kind(
    NoteRevolt,
    needs=(
        fact("revolts_not_noted", lambda p, m: p.options.revolts),
        fact(
            "no_revolt_marker",
            lambda p, m: m.change == "take" or len(p.revolts) < REVOLTS,
            lambda p, m: {"most": REVOLTS},
        ),
        fact(
            "no_revolt_there",
            lambda p, m: m.change == "put" or m.site in p.revolts,
            lambda p, m: {"site": m.site},
        ),
        rule(
            "P83b",
            lambda p, m: m.change == "take" or m.site not in p.revolts,
            lambda p, m: {"site": m.site},
        ),
    ),
    does=_note_revolt,
    candidates={"site": lambda p, m: SITES},
    role="fix",
    explicit=True,
)

NOTE_PHILOSOPHER: Kind[Position, NotePhilosopher] = Kind(
    NotePhilosopher,
    needs=(
        fact(
            "no_such_seat",
            lambda p, m: m.where not in COLOURS or m.where in p.order,
            lambda p, m: {"seat": m.where},
        ),
        fact("already_so", lambda p, m: m.where != (p.philosopher or SUPPLY)),
    ),
    does=_note_philosopher,
    candidates={"where": lambda p, m: (*SITES, *p.order, SUPPLY)},
    role="fix",
    explicit=True,
)

NOTE: Kind[Position, Note] = Kind(
    Note,
    needs=(fact("notes_full", lambda p, m: len(p.notes) < NOTES, lambda p, m: {"most": NOTES}),),
    does=_note,
    role="fix",
    explicit=True,
)

STRIKE_NOTE: Kind[Position, StrikeNote] = Kind(
    StrikeNote,
    needs=(fact("no_such_note", lambda p, m: m.text in p.notes),),
    does=_strike,
    candidates={"text": lambda p, m: p.notes},
    role="fix",
    explicit=True,
)

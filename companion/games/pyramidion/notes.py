"""Modules of the manual of which only the parts are known: written down, with nothing enforced
but their number (P83 to P85)."""

from typing import Annotated, Any, Literal

from msgspec import Meta
from msgspec.structs import replace

from companion.games.pyramidion.position import Position
from companion.games.pyramidion.tokens import SITES, SUPPLY, SiteId, Where
from companion.games.pyramidion.views import REVOLTS
from companion.kernel import Effects, Move, MoveKind, correction, event, fact, plays, rule

NOTES = 12
"""As many notes as there are category markers (gioconauta.it)."""

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


def _note_revolt(p: Position, m: NoteRevolt) -> Effects[Position]:
    revolts = tuple(site for site in p.revolts if site != m.site)
    if m.change == "put":
        revolts = tuple(sorted((*p.revolts, m.site)))
    p = replace(p, revolts=revolts)
    key = "revolt_put" if m.change == "put" else "revolt_taken"
    yield event(p, key, "P83a", site=m.site, count=len(revolts))
    return p


def _note_philosopher(p: Position, m: NotePhilosopher) -> Effects[Position]:
    p = replace(p, philosopher="" if m.where == SUPPLY else m.where)
    yield event(p, "philosopher_moved", "P84", where=m.where)
    return p


def _note(p: Position, m: Note) -> Effects[Position]:
    p = replace(p, notes=(*p.notes, m.text))
    yield event(p, "noted", "P85", count=len(p.notes))
    return p


def _strike(p: Position, m: StrikeNote) -> Effects[Position]:
    notes = list(p.notes)
    notes.remove(m.text)
    p = replace(p, notes=tuple(notes))
    yield event(p, "note_struck", "P85", count=len(p.notes))
    return p


NOTE_REVOLT: MoveKind[Position, NoteRevolt] = MoveKind(
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
    apply=_note_revolt,
    candidates={"site": lambda p, m: SITES},
    role="fix",
    explicit=True,
)

NOTE_PHILOSOPHER: MoveKind[Position, Any] = correction(
    NotePhilosopher,
    _note_philosopher,
    plays("where", *SITES, SUPPLY),
    candidates={"where": lambda p, m: (*SITES, *p.order, SUPPLY)},
    explicit=True,
)

NOTE: MoveKind[Position, Note] = MoveKind(
    Note,
    needs=(fact("notes_full", lambda p, m: len(p.notes) < NOTES, lambda p, m: {"most": NOTES}),),
    apply=_note,
    role="fix",
    explicit=True,
)

STRIKE_NOTE: MoveKind[Position, StrikeNote] = MoveKind(
    StrikeNote,
    needs=(fact("no_such_note", lambda p, m: m.text in p.notes),),
    apply=_strike,
    candidates={"text": lambda p, m: p.notes},
    role="fix",
    explicit=True,
)

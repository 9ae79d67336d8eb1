"""Somebody is called otherwise in all that is kept, also in the states before a restore, and in one
that waits: else a way back would lead to a name that was forgotten."""

from pathlib import Path
from threading import Lock

import msgspec

from companion.maintenance.backup import laid_by
from companion.match.renaming import rename
from companion.store import MATCHES, DiskError, renamed_by_itself
from ui.session import settings
from ui.session.agreed import renamed_sets
from ui.session.open_match import now
from ui.session.own_copy import OwnCopy
from ui.session.people import People

_TURN = Lock()
"""Two at once would find each other's files in use."""


def everywhere(people: People, own_copy: OwnCopy, folder: Path, old: str, new: str) -> bool:
    """Call somebody something else on the whole disk, and nothing any more with ""; whether that is
    done. In a thread of its own: three hundred long matches take ten seconds."""
    with _TURN:
        done = people.rename(old, new) & rename_laid_by(folder, old, new)
    own_copy.renamed()
    return done


def rename_laid_by(folder: Path, old: str, new: str) -> bool:
    """Call somebody something else in all of them, and nothing any more with ""; whether that is
    done."""
    done = True
    for place in laid_by(folder):
        if (place / settings.FILE).is_file():
            kept = settings.read(place)
            names, sets = rename(kept.names, old, new), renamed_sets(kept.sets, old, new)
            settings.write(place, msgspec.structs.replace(kept, names=names, sets=sets))
        if (place / MATCHES).is_file():
            try:
                renamed_by_itself(place / MATCHES, old, new, now)
            except (DiskError, OSError):
                done = False
    return done

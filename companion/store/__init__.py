"""Matches, players, boxes and results on the disk, so that nothing is lost with the power."""

from companion.store.anchors import ANCHORS, vouch_for_nothing
from companion.store.boxes import (
    BoxFileError,
    box_files,
    profile_folders,
    read_box,
    told_box,
    write_box,
)
from companion.store.damage import Damage, Gap
from companion.store.disk import Connection, Disk, DiskError, RealDisk
from companion.store.drives import sticks, to_take_along
from companion.store.foreign import (
    examine,
    hiding,
    renamed_by_itself,
    sifted,
    sifted_secrets,
)
from companion.store.headings import Heading, Origin
from companion.store.journal import Journal
from companion.store.library import Library, Listed, MatchSink, Reading, Resumed
from companion.store.sift import Chain
from companion.store.state import State
from companion.store.tables import (
    BOX,
    ENTRY,
    MATCH,
    MATCHES,
    PAGES,
    PLAYER,
    REMARKS,
    RESULT,
    SCORE,
    SUMMARY,
)
from companion.store.text_keys import text_key
from companion.store.vault import SECRET, SECRETS, secret_of

__all__ = [
    "ANCHORS",
    "BOX",
    "ENTRY",
    "MATCH",
    "MATCHES",
    "PAGES",
    "PLAYER",
    "REMARKS",
    "RESULT",
    "SCORE",
    "SECRET",
    "SECRETS",
    "SUMMARY",
    "BoxFileError",
    "Chain",
    "Connection",
    "Damage",
    "Disk",
    "DiskError",
    "Gap",
    "Heading",
    "Journal",
    "Library",
    "Listed",
    "MatchSink",
    "Origin",
    "Reading",
    "RealDisk",
    "Resumed",
    "State",
    "box_files",
    "examine",
    "hiding",
    "profile_folders",
    "read_box",
    "renamed_by_itself",
    "secret_of",
    "sifted",
    "sifted_secrets",
    "sticks",
    "text_key",
    "to_take_along",
    "told_box",
    "vouch_for_nothing",
    "write_box",
]

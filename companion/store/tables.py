"""What lies in the file of all matches: its tables, and how it became what it is."""

from companion.store.schema import table

MATCHES = "matches.db"
"""The file with all that is kept but what is hidden."""

MATCH, ENTRY, PLAYER, RESULT, BOX = "match", "entry", "player", "result", "box"
SUMMARY, SCORE = "summary", "score"
TABLES = (MATCH, ENTRY, BOX, PLAYER, RESULT, SUMMARY, SCORE)
MIGRATIONS = (
    tuple(table(name) for name in (MATCH, ENTRY, BOX, PLAYER, RESULT)),
    tuple(table(name) for name in (SUMMARY, SCORE)),
    (),  # from here on anchors lie beside it
)
FIRST_TABLES = len(MIGRATIONS[0])
"""Tables that the first version of the file had."""

PAGES, REMARKS = "pages", "remarks"
"""Rows of a box that say on which pages of the owners' copy its rules stand, and what the owners
wrote beside them, by their clauses."""

GOES_ON = b"{}"
"""The result of a match whose end was taken back."""

"""Whose each scanner is: a place at the table for every one that is there."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from kivy.uix.widget import Widget

from companion.table import PLACES
from ui.shell.controls import LOW, button, grid
from ui.shell.page import Sheet
from ui.widgets.text import Paragraph, TextLine

if TYPE_CHECKING:
    from firmware_bridge import ScannerAtPort

COLUMNS = 5
"""Places side by side, also on an upright screen."""


def scanner_places(sheet: Sheet) -> Iterator[Widget]:
    """For each scanner where it is, whose scans its are, and all places to be touched."""
    say, found = sheet.words, sheet.navigation.devices.scanners()
    if len(found) > 1:
        yield Paragraph(text=say.say("hardware", "which_scanner"), role="small", ink="ink2")
    for one in found:
        called = say.say("hardware", "scanner", {"source": one.name})
        yield TextLine(text=called, role="strong")
        yield Paragraph(text=one.port, role="small", ink="ink2")
        yield Paragraph(text=_whose(sheet, one.place))
        ways = []
        for place in range(PLACES + 1):
            label = say.say("button", "place" if place else "place_of_all", {"place": place})
            way = button(label, partial(_choose, sheet, one, place), height=LOW)
            way.chosen = place == one.place
            ways.append(way)
        yield grid(ways, COLUMNS, LOW)


def _whose(sheet: Sheet, place: int) -> str:
    """What a scan there means; in a match with the name of whoever sits there."""
    open_match = sheet.navigation.session.open_match
    if place and open_match is not None:
        presenter = open_match.presenter
        seats = presenter.match.seats
        if place <= len(seats):
            values = {"place": place, "seat": seats[place - 1]}
            return presenter.phrasebook.say("hardware", "scans_of_seat", values)
    return sheet.words.say("hardware", "scans_of" if place else "scans_of_all", {"place": place})


def _choose(sheet: Sheet, scanner: ScannerAtPort, place: int) -> None:
    chosen = sheet.navigation.session.settings.scanners
    sheet.navigation.choose(scanners={**chosen, scanner.port: place})

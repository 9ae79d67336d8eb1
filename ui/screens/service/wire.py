"""Press a part and say what it is: what else would be written into ``hardware.toml`` by hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.uix.widget import Widget

from companion.files import shown
from companion.store import to_take_along
from companion.table import PLACES, Scanned, Signal
from companion.text import Phrasebook
from firmware_bridge.settings import meaning
from firmware_bridge.traffic import Contact
from firmware_bridge.wired import NOTHING, Unlearnable, WiredFile, listening, use_of, wired
from ui.screens.service.parts import part_name
from ui.screens.service.scanners import COLUMNS
from ui.shell.controls import LOW, Column, Lines, Scroll, button, grid, row
from ui.shell.page import Page, Sheet
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

ROLES = {
    "pin": ("confirm", "undo", "pass", NOTHING),
    "box": ("confirm", "undo", "pass", NOTHING),
    "key": ("confirm", "undo", "pass", "left", "right", NOTHING),
    "dial": ("dial",),
}
"""What a part of each kind can be."""

EXPORTS = "exports"


class Uses(Column):
    """What a part of one kind is for now, all that it can be for, and whose. It stays for further
    parts of that kind: of those a device may use hundreds in a second, and to build the buttons
    anew for each would hold up frames."""

    def __init__(
        self, say: Phrasebook, kind: str, be: Callable[[str], None], at: Callable[[int], None]
    ) -> None:
        super().__init__()
        self.kind = kind
        self._told, self._now = Paragraph(ink="green_text"), Paragraph(role="strong")
        self._roles = {
            role: button(say.say("wire_role", role), partial(be, role), height=LOW)
            for role in ROLES[kind]
        }
        self._places = dict[int, ActionButton]()
        for place in range(PLACES + 1):
            label = say.say("button", "place" if place else "place_of_all", {"place": place})
            self._places[place] = button(label, partial(at, place), height=LOW)
        wide = 3 if len(self._roles) > 4 else len(self._roles)
        self._where = grid(list(self._places.values()), COLUMNS, LOW)
        for part in (self._now, grid(list(self._roles.values()), wide, LOW)):
            self.add_widget(part)

    def mark(self, told: str, now: str, role: str, place: int) -> None:
        """Show what a part is for now, in a sentence, and what is chosen for it. told: before all
        that, "" for nothing."""
        self._told.text, self._now.text = told, now
        for one, way in self._roles.items():
            way.chosen = one == role
        for number, way in self._places.items():
            way.chosen = number == place
        self._let(self._told, len(self.children), there=told != "")
        self._let(self._where, 0, there=role != NOTHING)

    def _let(self, part: Widget, at: int, *, there: bool) -> None:
        if there != (part.parent is self):
            self.add_widget(part, at) if there else self.remove_widget(part)


class WireSheet(Sheet):
    """While it is open every part is heard, also one that is for nothing yet, and none does
    anything but show itself here."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._file = WiredFile(self.session.folder)
        self.contact: Contact | None = None
        self.role, self.place = "", 0
        self._told = ""
        self._uses: Uses | None = None  # there while a part is asked about
        self._listen()
        self._seen = self.navigation.devices.contact()
        page.fbind("parent", self._left)

    def _listen(self) -> None:
        self._settings = self._file.settings
        self.navigation.devices.rewire(listening(self._settings))

    def _left(self, page: Page, parent: Widget | None) -> None:
        """The whole page went away, and this with it."""
        if parent is None and page.sheet is self:
            self.closed()

    def closed(self) -> None:
        """The parts do again what they are for."""
        self.page.funbind("parent", self._left)
        self.navigation.devices.rewire(self._file.settings)
        self.navigation.peripherals.relight()

    def news(self) -> None:
        """A part was used."""
        seen = self.navigation.devices.contact()
        if seen is None or seen == self._seen:
            return
        self._seen = seen
        self.contact, self._told = seen[1], ""
        self.role, self.place = meaning(use_of(self._settings, self.contact))
        self._tell()

    def signal(self, signal: Signal) -> bool:
        """Nothing that is used here does what it else does. A code is shown."""
        if isinstance(signal, Scanned):
            values = {"code": signal.code, "source": signal.source, "place": signal.place}
            key = "scanned_at" if signal.place else "scanned"
            self._told = self.words.say("hardware", key, values)
            self._tell()
        return True

    def _tell(self) -> None:
        """Show what was used just now."""
        uses, contact = self._uses, self.contact
        if uses is not None and contact is not None and uses.kind == contact.kind:
            self._mark(contact, uses)
        else:
            self.fill()
            self.pointer.show()

    def fill(self) -> None:
        """Ask for a part, or what the one is that was used."""
        say, column = self.words, Column()
        self.card.clear_widgets()
        asked = self.contact is not None
        title = say.say("hardware", "wire_ask") if asked else say.say("button", "wire")
        self.card.add_widget(TextLine(text=title, role="title"))
        if self.contact is None:
            self._uses = None
            if self._told:
                column.add_widget(Paragraph(text=self._told, ink="green_text"))
            self._overview(column)
        else:
            self._uses = Uses(say, self.contact.kind, self._be, self._at)
            self._mark(self.contact, self._uses)
            column.add_widget(self._uses)
        self.card.add_widget(Scroll(column))
        ways = [button(say.say("button", "close"), self.page.close, height=10)]
        if asked:
            other = button(say.say("button", "wire_other"), self._other, height=10)
            keep = button(say.say("button", "wire_keep"), self._keep, role="bright", height=10)
            ways = [other, keep]
        self.card.add_widget(row(ways, 10))

    def _overview(self, column: Column) -> None:
        say = self.words
        column.add_widget(Paragraph(text=say.say("hardware", "wire_use")))
        ways = [button(say.say("button", "wire_export"), self._export, height=LOW)]
        if self._file.changed:
            ways.insert(0, button(say.say("button", "wire_undo"), self._undo, height=LOW))
        column.add_widget(row(ways, LOW))
        lines = Lines(ink="ink2")
        told = [self._told_of(one, meant) for one, meant in wired(self._settings)]
        lines.show(say.say("hardware", "wire_list"), told)
        column.add_widget(lines)

    def _mark(self, contact: Contact, uses: Uses) -> None:
        now = self._told_of(contact, use_of(self._settings, contact))
        uses.mark(self._told, now, self.role, self.place)

    def _told_of(self, contact: Contact, meant: str) -> str:
        say = self.words
        device = shown(contact.device.rpartition("/")[2])
        what = say.say("hardware", f"wire_{contact.kind}", {"device": device, "part": contact.part})
        told = part_name(self.session, *meaning(meant))
        return say.say("hardware", "wire_line", {"what": what, "use": told})

    # What is chosen

    def _be(self, role: str) -> None:
        self.role = role
        self.fill()

    def _at(self, place: int) -> None:
        self.place = place
        self.fill()

    def _other(self) -> None:
        self.contact, self._told = None, ""
        self.fill()

    def _keep(self) -> None:
        contact = self.contact
        if contact is None:
            return
        meant = f"{self.role} {self.place}" if self.place and self.role != NOTHING else self.role
        say = self.words
        try:
            self._file.learn(contact, meant)
        except Unlearnable:
            self._told = say.say("hardware", "wire_by_hand")
        except OSError:
            self._told = say.say("hardware", "wire_not_kept")
        else:
            self._told = say.say("hardware", "wire_kept", {"what": self._told_of(contact, meant)})
            self._listen()
        self.contact = None
        self.fill()

    def _undo(self) -> None:
        try:
            self._file.undo()
        except OSError:
            self._told = self.words.say("hardware", "wire_not_kept")
        else:
            self._told = self.words.say("hardware", "wire_undone")
            self._listen()
        self.fill()

    def _export(self) -> None:
        place = to_take_along(self.session.folder / EXPORTS)
        try:
            file = self._file.export(place)
        except OSError:
            self._told = self.words.say("hardware", "wire_not_kept")
        else:
            self._told = self.words.say("hardware", "wire_exported", {"file": shown(file)})
        self.fill()

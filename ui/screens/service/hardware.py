"""The devices from near: how the lines do, what comes in, and a test of every part."""

from __future__ import annotations

from pathlib import Path

from companion.kernel import Verbatim
from companion.table import Pressed, Released, Scanned, Signal, Struck, Turned
from firmware_bridge import Counters, Hello, SelfTest
from firmware_bridge.selftest import Part
from ui.devices import RECORDING
from ui.screens.service.parts import misspelt, part_name
from ui.screens.service.scanners import scanner_places
from ui.shell.controls import Column, Lines, Scroll, button, row
from ui.shell.page import Page, Sheet
from ui.widgets.button import ActionButton
from ui.widgets.text import Paragraph, TextLine

SHOWN = 8
"""Events in the list, the latest on top."""


WRITTEN = 24
"""Letters in the line that shows what a keyboard writes."""


def _letter(key: str) -> str:
    return {"enter": "↵", "delete": "⌫"}.get(key, key)


class HardwareSheet(Sheet):
    """Tells of every signal in the lines that stand there, so that a press is seen as it is made:
    to be built anew for each of hundreds in a second would hold up frames, and so would all that
    this leaves behind. What was scanned before it was opened may have lain face down: of that, no
    code is shown."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.test: SelfTest | None = None
        self._before = self.navigation.devices.latest()
        self._stood = self.navigation.devices.states()
        self._scroll: Scroll | None = None
        self._written = ""
        # The lines that tell what came: on the overview, and in the test.
        self._events, self._boxes = Lines(), dict[str, Lines]()
        self._struck: Paragraph | None = None
        self._tells: list[Paragraph] = []

    def news(self) -> None:
        """A device came, went or has another fault."""
        if self.test is None and self._stood != self.navigation.devices.states():
            self._stood = self.navigation.devices.states()
            self.fill()
            self.pointer.show()

    def signal(self, signal: Signal) -> bool:
        """Show what came. It goes no further than this sheet: through it the dial steps, but not
        while a part is asked for. All else is only tried here."""
        if isinstance(signal, Struck):
            self._written = (self._written + _letter(signal.key))[-WRITTEN:]
        asked = self._asks
        if self.test is not None and asked:
            self.test.take(signal)
            self._light()
        stepped = not asked and super().signal(signal)  # through what stands where it is seen
        if not self._show_what_came() or asked != self._asks:
            self.fill()
            self.pointer.show()
        if not stepped:
            self.navigation.peripherals.read(self._heard(signal))
        return True

    @property
    def _asks(self) -> bool:
        """Whether a part is to be used now."""
        return self.test is not None and self.test.asked is not None

    def _show_what_came(self) -> bool:
        """In the lines that stand there; False where others must stand there now."""
        if self.test is not None:
            tested = self._tested(self.test)
            for line, told in zip(self._tells, tested, strict=False):
                line.text, line.ink = told
            return len(tested) == len(self._tells)
        say, devices = self.words, self.navigation.devices
        latest = [self._event(one) for one in devices.latest()][::-1][:SHOWN]
        self._events.show(say.say("label", "events"), latest or [say.say("notice", "no_events")])
        counted = devices.counters()
        for name in counted.keys() & self._boxes.keys():
            hello, counters = counted[name]
            called = hello.name or say.say("label", "box")
            self._boxes[name].show(f"{called} ({name})", self._counted(hello, counters))
        if self._struck is not None:
            self._struck.text = say.say("hardware", "struck", {"text": self._written})
        return (self._struck is not None) == bool(self._written)

    def _heard(self, signal: Signal) -> tuple[str, ...]:
        """What is read aloud of it: what came, and what to do now."""
        if self.test is None:
            return (self._event(signal),)
        return tuple(text for text, _ in self._tested(self.test))

    def closed(self) -> None:
        """The lamps show the match again, and no camera looks."""
        self.test = None
        self.navigation.devices.look(wanted=False)
        self.navigation.peripherals.relight()

    def fill(self) -> None:
        """Show everything as it is now."""
        say, column = self.words, Column()
        at = 1.0 if self._scroll is None else self._scroll.scroll_y
        self.card.clear_widgets()
        self.card.add_widget(TextLine(text=say.say("label", "devices_near"), role="title"))
        if self.test is None:
            self._overview(column)
        else:
            self._testing(column, self.test)
        self._scroll = Scroll(column)
        self._scroll.stay(at)
        self.card.add_widget(self._scroll)
        self.card.add_widget(button(say.say("button", "close"), self.page.close, height=10))

    def _overview(self, column: Column) -> None:
        say, navigation = self.words, self.navigation
        if navigation.devices.parts():
            test = say.say("button", "test_devices")
            column.add_widget(row([button(test, self._begin, height=10)], 10))
        if navigation.devices.states():
            wire = say.say("button", "wire")
            column.add_widget(row([button(wire, self._wire, height=10)], 10))
        for told in filter(None, (misspelt(say, one) for one in navigation.devices.places())):
            column.add_widget(Paragraph(text=told, ink="red_text"))
        if navigation.devices.states():
            column.add_widget(row(self._recorded(), 13))
        self._struck = Paragraph() if self._written else None
        self._events = Lines()
        self._boxes = {name: Lines(ink="ink2") for name in navigation.devices.counters()}
        if self._struck is not None:
            column.add_widget(self._struck)
        for part in (self._events, *scanner_places(self), *self._boxes.values()):
            column.add_widget(part)
        self._show_what_came()

    def _counted(self, hello: Hello, counters: Counters) -> list[str]:
        values = {
            "serial": hello.serial,
            "firmware": hello.firmware,
            "events": counters.events,
            "frames": counters.frames + counters.box_frames,
            "damaged": counters.damaged + counters.box_damaged,
            "resent": counters.box_resent + counters.resent,
            "doubled": counters.doubled,
            "dropped": counters.box_dropped,
        }
        return [self.words.say("hardware", key, values) for key in ("box", "line", "lost")]

    def _event(self, signal: Signal) -> str:
        say, source = self.words, signal.source
        if isinstance(signal, Struck):
            return say.say("hardware", "struck", {"text": self._written})
        if isinstance(signal, Pressed | Released):
            key = "pressed" if isinstance(signal, Pressed) else "released"
            part = self._part(Part("button", signal.role, signal.place))
            return say.say("hardware", key, {"part": part, "source": source})
        if isinstance(signal, Turned):
            values = {"part": self._part(Part("dial", "", signal.place)), "source": source}
            return say.say("hardware", "turned", values | {"steps": signal.steps})
        scan: dict[str, object] = {"source": source}
        if isinstance(signal, Scanned):
            scan |= {"code": signal.code, "place": signal.place}
        key = "scanned_before" if any(one is signal for one in self._before) else "scanned"
        at_place = isinstance(signal, Scanned) and signal.place
        return say.say("hardware", f"{key}_at" if at_place else key, scan)

    def _part(self, part: Part) -> str:
        return part_name(self.session, part.role or part.kind, part.place)

    # The recording

    @property
    def _file(self) -> Path:
        return self.session.folder / RECORDING

    def _recorded(self) -> list[ActionButton]:
        """Ways to record what comes and goes, and to let it come again."""
        say, devices = self.words, self.navigation.devices
        key = "end_recording" if devices.recording else "record"
        begin = button(say.say("button", key), self._record)
        begin.detail = say.say("button_detail", key)
        again = button(say.say("button", "play_recording"), self._play)
        again.detail = say.say("button_detail", "play_recording")
        again.offered = self._file.is_file() and not devices.recording
        return [begin, again]

    def _record(self) -> None:
        devices = self.navigation.devices
        ends = devices.recording
        try:
            devices.record(None if ends else self._file)
            key = "recorded" if ends else "records"
        except OSError:
            key = "cannot_record"
        self.page.say(self.words.say("notice", key, {"file": Verbatim(RECORDING)}))
        self.page.show_header()
        self.fill()

    def _play(self) -> None:
        """It comes to the page below, as what real devices send would."""
        page, say, devices = self.page, self.words, self.navigation.devices
        if devices.recording or not self._file.is_file():
            key = "records" if devices.recording else "nothing_recorded"
            return page.say(say.say("notice", key))
        try:
            devices.replay(self._file)
        except (OSError, ValueError):
            return page.say(say.say("notice", "no_recording"))
        page.close()
        page.say(self.words.say("notice", "plays_recording"))

    # The test

    def _wire(self) -> None:
        from ui.screens.service.wire import WireSheet

        # Trusted of itself: it closes, too, when nobody is there any more.
        self.navigation.in_charge(lambda: self.page.open(WireSheet(self.page)))

    def _begin(self) -> None:
        self.test = SelfTest(self.navigation.devices.parts())
        self._light()
        self.fill()

    def _light(self) -> None:
        if self.test is not None:
            self.navigation.devices.show(self.test.lamps())
            asked = self.test.asked
            self.navigation.devices.look(wanted=asked is not None and asked.kind == "scanner")

    def _skip(self) -> None:
        if self.test is not None:
            self.test.skip()
            self._light()
            self.fill()

    def _testing(self, column: Column, test: SelfTest) -> None:
        say = self.words
        self._tells = [Paragraph(text=text, ink=ink) for text, ink in self._tested(test)]
        for line in self._tells:
            column.add_widget(line)
        if test.asked is not None:
            column.add_widget(row([button(say.say("button", "does_not_work"), self._skip)]))
        else:
            column.add_widget(row([button(say.say("button", "again"), self._begin)]))

    def _tested(self, test: SelfTest) -> list[tuple[str, str]]:
        """What came last, and what to do now or how it went; each with its colour."""
        say = self.words
        done, count = test.progress
        told = [] if test.heard is None else [(self._event(test.heard), "ink2")]
        if test.asked is not None:
            values = {"part": self._part(test.asked), "number": done + 1, "count": count}
            return [*told, (say.say("hardware", f"ask_{test.asked.kind}", values), "ink")]
        failed = [self._part(part) for part in test.failed]
        key = "verdict_bad" if failed else "verdict_good"
        values = {"parts": ", ".join(failed), "count": count}
        return [*told, (say.say("hardware", key, values), "red_text" if failed else "green_text")]

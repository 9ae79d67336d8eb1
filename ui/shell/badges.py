"""The marks in the header: how the saving and the devices stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from companion.maintenance.health import Finding
from companion.store import text_key
from ui.peripherals import Peripherals
from ui.session.losses import missing
from ui.session.session import Session
from ui.shell.lights import Badge, Mood

if TYPE_CHECKING:
    from firmware_bridge import Sentence

_NOT_SET_UP = ("gpio.none", "scanner.none", "input.none", "camera.none")
"""What a device says that nobody wants: it gets no badge."""

_GARBLED = ("scanner.unreadable", "scanner.too_long", "scanner.torn")
"""What a scanner that is there says until its next code comes whole: somebody waits for it."""

MOST = 2
"""Faults that are named in the header; more of them would push the title away."""


Called = Literal["buttons", "scanner", "box", "input", "camera"]


def called(kind: str) -> Called:
    """What a device is called by its kind."""
    own: tuple[Called, ...] = ("scanner", "box", "input", "camera")
    return next((one for one in own if one == kind), "buttons")


def meet(session: Session, peripherals: Peripherals) -> None:
    """Remember which devices were there: from now on they are missed."""
    met = session.settings.met
    there = (called(one.kind) for one in peripherals.devices.states() if one.state == "ready")
    new = [one for one in dict.fromkeys(there) if one not in met]
    if new:
        session.set(met=(*met, *new))


def badges(session: Session, peripherals: Peripherals) -> tuple[Badge, ...]:
    """How the saving and the devices stand."""
    say = session.words()
    found = []
    state = session.saving
    saved = session.saved
    if state.reason:
        detail = say.say(*text_key(state))
        found.append(Badge(say.say("label", "not_saved"), "bad", detail))
    elif saved is not None:
        key = "saved" if saved else "saving"
        mood: Mood = "good" if saved else "busy"
        found.append(Badge(say.say("label", key), mood, say.say("notice", "saved_detail")))
    lost = missing(session)
    if lost:
        found.append(Badge(say.say("label", "missing"), "bad", "\n".join(lost)))
    for device in peripherals.devices.states():
        name: str = called(device.kind)
        if device.state == "off" and device.detail.key in _NOT_SET_UP:
            continue
        if device.state == "searching" and name not in session.settings.met:
            continue
        moods: dict[str, Mood] = {"ready": "good", "searching": "busy", "missing": "bad"}
        mood = "bad" if device.detail.key in _GARBLED else moods.get(device.state, "bad")
        if device.kind == "camera" and mood == "good" and peripherals.devices.looking:
            mood, name = "live", "camera_looks"
        detail = _worded(session, device.detail)
        found.append(Badge(say.say("label", name), mood, detail, device.name))
    if peripherals.devices.recording:  # also what somebody scans face down: all are to know
        detail = say.say("notice", "records")
        found.append(Badge(say.say("label", "recording"), "live", detail))
    if session.in_force.voice != "off" and peripherals.voice.trouble:
        detail = say.say("notice", f"voice_{peripherals.voice.trouble}")
        found.append(Badge(say.say("setting", "voice"), "bad", detail))
    if peripherals.mistakes:
        detail = "\n".join(_worded(session, one) for one in peripherals.mistakes)
        found.append(Badge(say.say("label", "settings_file"), "bad", detail))
    if peripherals.strain:
        detail = "\n".join(_strained(session, one) for one in peripherals.strain)
        found.append(Badge(say.say("label", "machine"), "bad", detail))
    if peripherals.club_late:
        found.append(Badge(say.say("label", "club"), "busy", peripherals.club_late))
    if peripherals.dropped:
        detail = say.say("notice", "dropped", {"count": peripherals.dropped})
        found.append(Badge(say.say("label", "dropped"), "bad", detail))
    return tuple(found)


def brief(session: Session, badges: tuple[Badge, ...]) -> tuple[Badge, ...]:
    """What of them the header says: no device that is well, and more faults than it has room for
    are counted."""
    badges = tuple(badge for badge in badges if not (badge.device and badge.mood == "good"))
    faults = sum(badge.mood == "bad" for badge in badges)
    if faults <= MOST:
        return badges
    count = Badge(session.words().say("label", "faults", {"count": faults}), "bad")
    return (*(badge for badge in badges if badge.mood != "bad"), count)


def _strained(session: Session, one: Finding) -> str:
    from companion.maintenance.texts import phrasebook, said  # only for a machine that suffers

    return " ".join(said(one, phrasebook(session.language))).strip()


def _worded(session: Session, sentence: Sentence) -> str:
    from firmware_bridge import wording  # only once there are devices; see App.on_start

    return wording(sentence, session.language)

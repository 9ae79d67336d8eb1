"""The marks in the header: how the saving and the devices stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.store import text_key
from ui.peripherals import Peripherals
from ui.session.losses import missing
from ui.session.session import Session
from ui.shell.header import Badge, Mood

if TYPE_CHECKING:
    from firmware_bridge import Sentence

_NOT_SET_UP = ("gpio.none", "scanner.none")
"""What a device says that nobody wants: it gets no badge."""

MOST = 2
"""Faults that are named in the header; more of them would push the title away."""


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
        if device.state == "off" and device.detail.key in _NOT_SET_UP:
            continue
        name = device.kind if device.kind in ("scanner", "box") else "buttons"
        moods: dict[str, Mood] = {"ready": "good", "searching": "busy", "missing": "bad"}
        mood = moods.get(device.state, "bad")
        detail = _worded(session, device.detail)
        found.append(Badge(say.say("label", name), mood, detail, device.name))
    if session.settings.voice != "off" and peripherals.voice.trouble:
        detail = say.say("notice", f"voice_{peripherals.voice.trouble}")
        found.append(Badge(say.say("setting", "voice"), "bad", detail))
    if peripherals.mistakes:
        detail = "\n".join(_worded(session, one) for one in peripherals.mistakes)
        found.append(Badge(say.say("label", "settings_file"), "bad", detail))
    if peripherals.dropped:
        detail = say.say("notice", "dropped", {"count": peripherals.dropped})
        found.append(Badge(say.say("label", "dropped"), "bad", detail))
    return tuple(found)


def brief(session: Session, badges: tuple[Badge, ...]) -> tuple[Badge, ...]:
    """What of them the header says: more faults than it has room for are counted."""
    faults = sum(badge.mood == "bad" for badge in badges)
    if faults <= MOST:
        return badges
    count = Badge(session.words().say("label", "faults", {"count": faults}), "bad")
    return (*(badge for badge in badges if badge.mood != "bad"), count)


def _worded(session: Session, sentence: Sentence) -> str:
    from firmware_bridge import wording  # only once there are devices; see App.on_start

    return wording(sentence, session.language)

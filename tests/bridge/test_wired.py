"""The settings file, changed part by part as the screen does when a part is learned."""

from itertools import combinations

import pytest

from firmware_bridge import plate
from firmware_bridge.settings import (
    DEFAULT_BUTTONS,
    DEFAULT_DIALS,
    Button,
    Input,
    Settings,
)
from firmware_bridge.settings_file import parse_settings
from firmware_bridge.traffic import Contact
from firmware_bridge.wired import Unlearnable, learned, listening, use_of

BY_HAND = """# Our table in the library.
debounce_ms = 30            # old arcade buttons

# The red one.
[[button]]
pin = 17
role = "confirm"
place = 1

# Of another program.
[espresso]
cups = [
    [1, 2],
]

[boxes]
ports = ["/dev/serial/by-id/*"]

# The end.
"""
PEDAL = Contact("key", "/dev/input/by-id/usb-Pedal-event-kbd", "KEY_A")


def test_a_button_gets_another_use_and_everything_else_stays_as_it_was_written() -> None:
    text = learned(BY_HAND, Contact("pin", "", "17"), "undo 2")
    assert text == BY_HAND.replace('role = "confirm"\nplace = 1', 'role = "undo"\nplace = 2')
    again = learned(text, Contact("pin", "", "17"), "confirm 1")
    assert again == BY_HAND


@pytest.mark.parametrize(
    ("contact", "use"),
    [
        (Contact("pin", "", "4"), "pass 3"),
        (Contact("pin", "", "17"), "nothing"),
        (Contact("dial", "", "5+6"), "dial 2"),
        (Contact("box", "e66118604b3a2c21", "5"), "confirm 4"),
        (PEDAL, "confirm 8"),
        (Contact("key", "AB [Shutter] 3", "REL_DIAL+"), "left"),
    ],
    ids=lambda one: one if isinstance(one, str) else one.kind,
)
@pytest.mark.parametrize("text", ["", BY_HAND, "button = []\n"], ids=["new", "by hand", "no pins"])
def test_every_kind_of_part_can_be_learned_into_every_file(
    text: str, contact: Contact, use: str
) -> None:
    after = learned(text, contact, use)
    settings, faults = parse_settings(after)
    assert use_of(settings, contact) == use
    assert [one.key for one in faults] == [one.key for one in parse_settings(text)[1]]
    assert learned(after, contact, use) == after, "once more changes nothing"
    assert "espresso" not in text or "[espresso]\ncups = [\n    [1, 2],\n]\n" in after


def test_a_first_pin_writes_out_the_map_that_held_so_far() -> None:
    settings, faults = parse_settings(learned("", Contact("pin", "", "4"), "pass 3"))
    assert faults == () and settings.dial == DEFAULT_DIALS
    assert settings.button == (*DEFAULT_BUTTONS, Button(4, "pass", 3))


def test_keys_of_one_device_stand_together_and_before_what_fits_many() -> None:
    text = '[[input]]\nports = ["/dev/input/by-id/*"]\nplace = 2\n'
    text = learned(text, PEDAL, "confirm 8")
    text = learned(text, Contact("key", PEDAL.device, "KEY_B"), "undo")
    settings, faults = parse_settings(text)
    assert faults == ()
    assert settings.input == (
        Input(ports=(PEDAL.device,), keys={"KEY_A": "confirm 8", "KEY_B": "undo"}),
        Input(ports=("/dev/input/by-id/*",), place=2),
    )


@pytest.mark.parametrize(
    "text", ["button = [{ pin = 17, role = 'undo' }]\n", "[[button]\n", "boxes = { own = {} }\n"]
)
def test_what_only_its_owner_can_change_is_left_alone(text: str) -> None:
    with pytest.raises(Unlearnable):
        learned(text, Contact("pin", "", "4"), "undo")
        learned(text, Contact("box", "1", "0"), "undo")


def test_while_a_part_is_looked_for_every_free_pin_is_heard_and_no_other() -> None:
    settings = Settings()
    more = listening(settings)
    pins = [one.pin for one in more.button]
    assert len(pins) == len(set(pins)) and {2, 3, 14, 15, 5, 6}.isdisjoint(pins)
    assert {one.pin for one in more.button if one.role == "nothing"} == {4, 10, 11, 13, 18}


def test_the_plate_has_a_hole_for_each_part_with_wood_between_all_of_them() -> None:
    settings = Settings()
    found = plate.holes(settings)
    assert [(one.kind, one.place) for one in found] == [
        *((one.role, one.place) for one in settings.button),
        *(("dial", one.place) for one in settings.dial),
    ]
    drawn = plate.drawing(settings)
    assert all(f">{one.kind} {one.place or ''}".strip() in drawn for one in found)
    for one, other in combinations(found, 2):
        assert plate.room(one, other) >= 3, (one, other)
    for one in found:
        assert plate.beside_screen(one) >= 5, one
        near = min(one.x, plate.WIDTH - one.x, one.y, plate.HEIGHT - one.y)
        assert near - one.nut / 2 >= 10, one

import re
from pathlib import Path

import msgspec
import pytest
import tomli
from hypothesis import given
from hypothesis import strategies as st

from companion.languages import LANGUAGES, Language
from firmware_bridge.restored import judged
from firmware_bridge.settings import (
    NOTHING,
    Button,
    Dial,
    LampPin,
    Scanner,
    Settings,
)
from firmware_bridge.settings_file import parse_settings, read_settings
from firmware_bridge.texts import texts, wording

DOCS = Path(__file__).parents[2] / "docs" / "hardware-settings.md"


def keys(text: str) -> list[str]:
    return [sentence.key for sentence in parse_settings(text)[1]]


def test_every_setting_in_a_file_is_read() -> None:
    settings, faults = parse_settings(
        """
        debounce_ms = 30
        [scanner]
        ports = ["/dev/ttyUSB*", "/dev/serial0"]
        baud = 115200
        repeat_ms = 0
        [[button]]
        pin = 17
        role = "confirm"
        place = 1
        [[button]]
        pin = 18
        role = "undo"
        [[dial]]
        a = 5
        b = 6
        place = 2
        edges = 2
        [[lamp]]
        pin = 4
        role = "confirm"
        place = 1
        """
    )
    assert faults == ()
    assert settings == Settings(
        button=(Button(17, "confirm", 1), Button(18, "undo", 0)),
        dial=(Dial(5, 6, 2, 2),),
        lamp=(LampPin(4, "confirm", 1),),
        scanner=Scanner(("/dev/ttyUSB*", "/dev/serial0"), 115200, 0),
        debounce_ms=30,
    )


def test_what_lies_at_a_place_is_named_by_its_game_and_the_place() -> None:
    settings, faults = parse_settings(
        """
        [[lamp]]
        pin = 4
        role = "at sakkara d4"
        [boxes]
        buttons = ["undo", "at mesopotamien 0,0", "confirm 2"]
        """
    )
    assert faults == () and settings.lamp == (LampPin(4, "at sakkara d4"),)
    uses = (("undo", 0), ("at mesopotamien 0,0", 0), ("confirm", 2))
    assert settings.boxes.uses("", 9) == uses
    for wrong in ("at sakkara", "at", "at Sakkara d4", "at sakkara d4 e5"):
        text = f'[[lamp]]\npin = 4\nrole = "{wrong}"\n'
        assert keys(text) == ["settings.wrong.role"], wrong


def test_the_default_map_serves_five_places_and_is_itself_valid() -> None:
    settings = Settings()
    for place in range(1, 6):
        roles = [button.role for button in settings.button if button.place == place]
        assert sorted(roles) == ["confirm", "pass", "undo"]
    as_data = msgspec.to_builtins(settings)
    as_text = "\n".join(
        f"[[{name}]]\n" + "\n".join(f"{key} = {value!r}" for key, value in table.items())
        for name in ("button", "dial")
        for table in as_data[name]
    )
    assert parse_settings(as_text) == (settings, ())


def test_each_scanner_has_settings_of_its_own() -> None:
    two = '[[scanner]]\nports = ["/dev/ttyUSB0"]\nplace = 1\n[[scanner]]\nports = ["/dev/a"]\n'
    settings, faults = parse_settings(two + "baud = 1\n")
    assert settings.scanners == (Scanner(("/dev/ttyUSB0",), place=1), Scanner(("/dev/a",)))
    assert [(one.key, dict(one.values)["where"]) for one in faults] == [
        ("settings.wrong.baud", "[[scanner]] 2")
    ]
    with pytest.raises(ValueError, match="serial port"):
        judged(two.encode())  # also the second may name serial ports only


def test_an_empty_file_is_the_default_map() -> None:
    assert parse_settings("") == (Settings(), ())


def test_a_file_with_any_pin_has_only_its_own_pins() -> None:
    settings, faults = parse_settings('[[lamp]]\npin = 17\nrole = "undo"')
    assert faults == ()
    assert (settings.button, settings.dial) == ((), ())
    assert parse_settings("button = []")[0].dial == ()


@pytest.mark.parametrize(
    ("text", "key", "values"),
    [
        ("debounce = 5", "settings.unknown_key_near", {"key": "debounce", "near": "debounce_ms"}),
        ("colour = 5", "settings.unknown_key", {"key": "colour", "where": "hardware.toml"}),
        ("debounce_ms = true", "settings.wrong.debounce_ms", {"value": "True"}),
        ("debounce_ms = 900", "settings.wrong.debounce_ms", {"value": "900"}),
        ("scanner = 5", "settings.not_a_table", {"table": "[scanner]"}),
        ("[scanner]\nbaud = 9601", "settings.wrong.baud", {"value": "9601"}),
        ("[scanner]\nports = '/dev/ttyS0'", "settings.wrong.ports", {"value": "/dev/ttyS0"}),
        ("[scanner]\nrepeat_ms = -1", "settings.wrong.repeat_ms", {"value": "-1"}),
        ("[scanner]\nmodule = 'gm99'", "settings.wrong.module", {"value": "gm99"}),
        ("[scanner]\nlight = 'on'", "settings.wrong.shine", {"key": "light", "value": "on"}),
        ("[scanner]\nbeep = 1", "settings.wrong.beep", {"value": "1"}),
        ("boxes = 5", "settings.not_a_table", {"table": "[boxes]"}),
        ("[boxes]\nports = 5", "settings.wrong.ports", {"where": "[boxes]"}),
        ("[boxes]\nbuttons = ['jump']", "settings.wrong.buttons", {"where": "[boxes]"}),
        ("[boxes]\nbuttons = ['undo 9']", "settings.wrong.buttons", {"where": "[boxes]"}),
        ("[boxes]\nown = ['undo']", "settings.wrong.own", {"where": "[boxes]"}),
        ("[boxes]\ndials = [9]", "settings.wrong.dials", {"value": "[9]"}),
        ("[scanner]\nspeed = 1", "settings.unknown_key", {"where": "[scanner]"}),
        ("button = 3", "settings.not_a_table", {"table": "[[button]]"}),
        ("button = [3]", "settings.not_a_table", {"table": "[[button]] 1"}),
        ("[[button]]\npin = 1\nrole = 'undo'", "settings.wrong.pin", {"value": "1"}),
        ("[[button]]\npin = 28\nrole = 'undo'", "settings.wrong.pin", {"value": "28"}),
        ("[[button]]\npin = '17'\nrole = 'undo'", "settings.wrong.pin", {"value": "17"}),
        ("[[button]]\npin = 17\nrole = 'jump'", "settings.wrong.role", {"value": "jump"}),
        ("[[button]]\npin = 17\nrole = 'undo'\nplace = 9", "settings.wrong.place", {"value": "9"}),
        ("[[button]]\nrole = 'undo'", "settings.absent", {"key": "pin"}),
        ("[[button]]\npin = 17", "settings.absent", {"key": "role"}),
        ("[[dial]]\na = 5\nb = 40", "settings.wrong.pin", {"key": "b", "where": "[[dial]] 1"}),
        ("[[dial]]\na = 5\nb = 6\nedges = 3", "settings.wrong.edges", {"value": "3"}),
        ("[[dial]]\na = 5\nb = 5", "settings.pin_twice", {"pin": 5, "other": "[[dial]] 1"}),
        (
            "[[scanner]]\nports = ['/dev/a']\n[[scanner]]\nports = ['/dev/b', '/dev/a']",
            "settings.port_twice",
            {"port": "/dev/a", "where": "[[scanner]] 2", "other": "[[scanner]] 1"},
        ),
        ("[[scanner]]\n[[scanner]]\nplace = 3", "settings.port_twice", {"other": "[[scanner]] 1"}),
        ("a = [", "settings.syntax_end", {}),
        ("x = 1\ny == 2", "settings.syntax", {"line": 2, "column": 4}),
        ("x = " + "[" * 5000, "settings.syntax_end", {}),
        ("x = " + "9" * 5000, "settings.syntax_end", {}),
    ],
)
def test_each_mistake_has_its_sentence(text: str, key: str, values: dict[str, object]) -> None:
    settings, faults = parse_settings(text)
    assert isinstance(settings, Settings)
    assert [fault.key for fault in faults] == [key]
    assert values.items() <= dict(faults[0].values).items()
    german, english = wording(faults[0], "de"), wording(faults[0], "en")
    assert german != english
    for value in values.values():
        assert str(value) in german and str(value) in english


def test_a_pin_used_twice_stays_with_the_first() -> None:
    settings, faults = parse_settings(
        "[[button]]\npin = 17\nrole = 'undo'\n[[lamp]]\npin = 17\nrole = 'undo'\n"
        "[[lamp]]\npin = 18\nrole = 'undo'"
    )
    assert [fault.key for fault in faults] == ["settings.pin_twice"]
    assert dict(faults[0].values) == {"where": "[[lamp]] 1", "pin": 17, "other": "[[button]] 1"}
    assert len(settings.button) == 1
    assert [lamp.pin for lamp in settings.lamp] == [18]


def test_all_mistakes_are_said_and_what_is_right_is_used() -> None:
    settings, faults = parse_settings(
        "debounce_ms = 'x'\n[[button]]\npin = 99\nrole = 'no'\n"
        "[[button]]\npin = 4\nrole = 'pass'\n[[button]]\npin = 5\nrole = 'undo'\nplaec = 3"
    )
    assert [fault.key for fault in faults] == [
        "settings.wrong.pin",
        "settings.wrong.role",
        "settings.unknown_key_near",
        "settings.wrong.debounce_ms",
    ]
    assert settings.button == (Button(4, "pass", 0),)
    assert settings.debounce_ms == 20


def test_wrong_ports_look_for_no_scanner() -> None:
    settings, _ = parse_settings("[scanner]\nports = [1]")
    assert settings.scanner.ports == ()


def test_a_huge_value_is_not_repeated_whole() -> None:
    _, faults = parse_settings(f"debounce_ms = 0x{'f' * 5000}\n[scanner]\nbaud = '{'x' * 999}'")
    assert [fault.key for fault in faults] == [
        "settings.wrong.debounce_ms",
        "settings.wrong.baud",
    ]
    assert all(len(wording(fault, "en")) < 200 for fault in faults)


@given(st.text(alphabet=st.sampled_from("[]abpinrole =\"'\n0123456789.{},#"), max_size=80))
def test_no_text_whatever_raises(text: str) -> None:
    settings, faults = parse_settings(text)
    assert isinstance(settings, Settings)
    for fault in faults:
        assert wording(fault, "de") and wording(fault, "en")


def test_a_file_that_cannot_be_read_is_told_as_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "hardware.toml"
    assert read_settings(path) == (Settings(), ())
    path.write_text("debounce_ms = 5", "utf-8")
    assert read_settings(path)[0].debounce_ms == 5
    path.write_bytes(b"\xff\xfe")
    settings, faults = read_settings(path)
    assert settings == NOTHING and faults[0].key == "settings.encoding"
    settings, faults = read_settings(path / "below a file")
    assert settings == NOTHING and faults[0].key == "settings.unreadable"
    settings, faults = read_settings(tmp_path)
    assert settings == NOTHING and faults[0].key == "settings.not_plain"


def test_both_languages_say_the_same_with_the_same_values() -> None:
    german, english = texts("de"), texts("en")
    assert list(german) == list(english)
    for key, sentence in english.items():
        named = set(re.findall(r"{(\w+)}", sentence))
        assert named == set(re.findall(r"{(\w+)}", german[key])), key
        assert german[key] != sentence


def test_every_sentence_that_the_code_says_exists_and_is_said() -> None:
    folder = Path(str(__import__("firmware_bridge").__file__)).parent
    code = "".join(path.read_text("utf-8") for path in folder.rglob("*.py"))
    said = set(
        re.findall(r'"((?:settings|device|gpio|line|scanner|box|input|camera)\.[a-z_]+)"', code)
    )
    said -= {"box.json"}
    said |= {f"scanner.{fault}" for fault in ("unreadable", "too_long", "torn")}
    said |= {f"scanner.{why}" for why in ("held", "refused", "unusable")} | {"box.refused"}
    rules = ["pin", "role", "place", "edges", "ports", "baud", "repeat_ms", "debounce_ms"]
    rules += [
        "module",
        "shine",
        "beep",
        "buttons",
        "own",
        "dials",
        "name",
        "kind",
        "layout",
        "keys",
    ]
    said |= {f"camera.{why}" for why in ("held", "refused", "unusable")}
    said |= {f"input.{why}" for why in ("held", "refused", "unusable")}
    said |= {f"settings.wrong.{rule}" for rule in rules}
    assert said == set(texts("en"))


def test_the_examples_in_the_documentation_are_right() -> None:
    blocks = re.findall(r"```toml\n(.*?)```", DOCS.read_text("utf-8"), re.DOTALL)
    assert len(blocks) >= 2
    for block in blocks:
        assert tomli.loads(block)
        assert keys(block) == []


def test_the_default_map_in_the_documentation_is_the_real_one() -> None:
    rows = re.findall(
        r"^\| (\d) \| (\d+) \| (\d+) \| (\d+) \|", DOCS.read_text("utf-8"), re.MULTILINE
    )
    documented = {
        (int(place), role): int(pin)
        for place, *pins in rows
        for role, pin in zip(("confirm", "undo", "pass"), pins, strict=True)
    }
    assert documented == {(b.place, b.role): b.pin for b in Settings().button}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_that_names_a_file_names_the_one_in_which_devices_are_set(
    language: Language,
) -> None:
    said = texts(language)
    for key in ("settings.syntax", "settings.syntax_end", "box.twin", "line.storm"):
        assert "hardware.toml" in said[key]
    assert not any("settings.toml" in text for text in said.values())
    assert "debounce_ms" in said["line.storm"]  # what to turn where a button is too noisy


def test_each_mistake_about_an_input_device_is_said_and_the_rest_is_used() -> None:
    settings, faults = parse_settings(
        """
        [[input]]
        name = "Pedal*"
        kind = "mouse"
        layout = "de; rm"
        keys = { KEY_A = "confirm 9" }
        place = 2
        grab = true
        [[input]]
        name = 7
        """
    )
    assert [one.key for one in faults] == [
        "settings.unknown_key",
        "settings.wrong.kind",
        "settings.wrong.layout",
        "settings.wrong.keys",
        "settings.wrong.name",
    ]
    first, second = settings.input
    assert (first.name, first.kind, first.place, first.keys) == ("Pedal*", "auto", 2, {})
    assert second.ports == (), "a name that cannot be read is not any name"


def test_a_file_from_elsewhere_may_name_input_devices_and_no_other_files() -> None:
    good = b'[[input]]\nports = ["/dev/input/by-id/usb-Pedal-event-kbd"]\nname = "Pedal"\n'
    assert judged(good) == (good, ())
    assert judged(b'[[input]]\nname = "Pedal"\n')
    with pytest.raises(ValueError, match="not an input device"):
        judged(b'[[input]]\nports = ["/home/somebody/secrets"]\n')

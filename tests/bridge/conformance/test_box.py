import json

import pytest

from firmware_bridge.buttonbox.frames import EVENTS, VERSION, WINDOW, encode
from firmware_bridge.simulator import SimulatedBox
from tests.bridge.conformance.talk import Talk
from tests.bridge.rig import until


def test_a_box_stays_silent_until_somebody_joins_it(talk: Talk) -> None:
    talk.say("who", VERSION)
    version, buttons, lamps, *_, queue, boot = talk.wait_for("hello")
    assert version == VERSION
    assert 1 <= buttons <= 32 and lamps <= 32
    assert queue >= WINDOW
    assert boot != 0


def test_a_host_of_another_version_gets_no_answer(talk: Talk) -> None:
    talk.say("who", 99)
    assert talk.wait_for("hello")[0] == VERSION


def test_a_press_and_a_release_arrive_in_order(box: SimulatedBox, talk: Talk) -> None:
    first = talk.join()
    box.contacts(1)
    number, age, button, down = talk.event()
    assert (number, button, down) == (first, 0, 1)
    assert age < 1000 * talk.patience
    box.contacts(0)
    number, _, button, down = talk.event()
    assert (number, button, down) == ((first + 1) & 0xFFFF, 0, 0)


def test_an_event_is_sent_once_and_forgotten_when_acknowledged(
    box: SimulatedBox, talk: Talk
) -> None:
    """Without an acknowledgement it comes again, with the same number and a greater age."""
    talk.join()
    box.contacts(1)
    said = [talk.wait_for("button") for _ in range(3)]
    assert len({one[1] for one in said}) == 1
    assert said[0][2] < said[1][2] < said[2][2]
    talk.event()


def test_an_acknowledged_event_never_comes_again(box: SimulatedBox, talk: Talk) -> None:
    talk.join()
    box.contacts(1)
    talk.event()
    talk.listen(0.15)  # what was already on its way
    assert [one for one in talk.listen(0.4) if one[0] in EVENTS] == []


def test_a_cut_neither_loses_nor_doubles_a_press(box: SimulatedBox, talk: Talk) -> None:
    """What happens while nobody listens waits, and what was acknowledged does not come again."""
    talk.join()
    boot = talk.boot
    box.contacts(1)
    talk.event()
    box.contacts(0)
    waiting = talk.wait_for("button")
    wanted = talk.next
    talk.seen.clear()
    assert talk.join(boot, wanted) == wanted
    assert talk.boot == boot
    number, _, button, down = talk.event()
    assert (number, button, down) == (wanted, 0, 0) and waiting[1] == wanted


def test_a_new_host_gets_no_presses_from_before_it_came(box: SimulatedBox, talk: Talk) -> None:
    talk.join()
    box.contacts(1)
    number = talk.wait_for("button")[1]
    talk.seen.clear()
    first = talk.join()
    assert first == (number + 1) & 0xFFFF
    box.contacts(0)
    assert talk.event()[0] == first


def test_a_repeated_join_forgets_no_events(box: SimulatedBox, talk: Talk) -> None:
    """A host whose join was answered, but which never heard it, asks again."""
    first = talk.join()
    box.contacts(1)
    talk.wait_for("button")
    talk.say("join", talk.session, 0, 0)
    assert talk.wait_for("joined")[2] == first
    assert talk.event()[0] == first


def test_a_late_join_takes_nothing_over(box: SimulatedBox, talk: Talk) -> None:
    talk.join()
    old = talk.session
    talk.join()
    talk.say("join", old, 0, 0)
    box.contacts(1)
    assert talk.wait_for("button")[0] == talk.session
    talk.event()


def test_no_more_events_than_the_window_are_under_way(box: SimulatedBox, talk: Talk) -> None:
    if talk.patience > 10:
        pytest.skip("nobody presses so many at once")
    first = talk.join()
    box.contacts(0xFFFFFF)
    said = talk.listen(0.5)
    numbers = {(int(v[1]) - first) & 0xFFFF for name, v in said if name in EVENTS}
    assert numbers == set(range(WINDOW))
    talk.ack()
    buttons = [talk.event()[2] for _ in range(24)]
    assert buttons == list(range(24))


def test_a_full_queue_reports_the_presses_it_loses(box: SimulatedBox, talk: Talk) -> None:
    if talk.patience > 10:
        pytest.skip("nobody presses so many at once")
    talk.say("who", VERSION)
    queue = talk.wait_for("hello")[6]
    talk.join()
    made = 0
    while made < queue + 24:
        box.contacts(0xFFFFFF if not box.closed else 0)
        made += 24
        until(lambda: box.noticed, "the box has seen it")
        talk.listen(0.02)
    talk.seen.clear()
    for _ in range(queue):
        assert len(talk.event()) == 4  # number, age, button, down: what came first stays
    _, _, count = talk.event()
    assert count == made - queue


def test_a_command_is_carried_out_exactly_once(box: SimulatedBox, talk: Talk) -> None:
    talk.join()
    for _ in range(3):
        talk.say("lamps", talk.session, 1, 5, 0)
        assert talk.wait_for("done") == (talk.session, 1, 0)
    until(lambda: box.lit == 5, "lamps 0 and 2 are lit")
    talk.say("lamps", talk.session, 2, 0, 0)
    assert talk.wait_for("done") == (talk.session, 2, 0)
    # One that was long on its way: answered no more, and not carried out.
    talk.say("lamps", talk.session, 1, 5, 0)
    talk.say("buzz", talk.session, 3, 0, 2, 1)
    assert talk.wait_for("done") == (talk.session, 3, 0)
    until(lambda: box.lit == 0, "no lamp is lit")


def test_a_command_for_a_missing_part_is_never_reported_as_done(talk: Talk) -> None:
    talk.join()
    talk.say("show", talk.session, 1, 0, "hello")
    assert talk.wait_for("done") == (talk.session, 1, 1)
    talk.say("buzz", talk.session, 2, 0, 200, 1)
    assert talk.wait_for("done") == (talk.session, 2, 2)
    for number, text in enumerate(("{", "[]", '{"colour": 1}'), start=3):
        talk.say("set", talk.session, number, text)
        assert talk.wait_for("done") == (talk.session, number, 2)


def test_a_flash_ends(box: SimulatedBox, talk: Talk) -> None:
    talk.join()
    talk.say("lamps", talk.session, 1, 2, 0)
    talk.wait_for("done")
    talk.say("flash", talk.session, 2, 1)
    talk.wait_for("done")
    until(lambda: box.lit == 3, "lamp 0 flashes")
    until(lambda: box.lit == 2, "it is as before")


def test_commands_of_an_earlier_session_are_never_obeyed(box: SimulatedBox, talk: Talk) -> None:
    talk.join()
    old = talk.session
    talk.join()
    talk.say("lamps", old, 1, 7, 0)
    talk.say("lamps", talk.session, 1, 2, 0)
    assert talk.wait_for("done") == (talk.session, 1, 0)
    until(lambda: box.lit == 2, "only what the new session wanted")


def test_the_heartbeat_goes_on_and_counts_right(talk: Talk) -> None:
    talk.join()
    boot, uptime, frames, damaged, *_ = talk.wait_for("pulse")
    assert boot == talk.boot
    talk.port.write(b"\x05nonsense\0" + b"\xff" * 400 + b"\0")
    talk.ack()
    while True:
        later = talk.wait_for("pulse")
        if later[3] > damaged:
            break
        talk.ack()
    assert later[1] > uptime and later[2] > frames
    assert later[3] == damaged + 2


def test_noise_on_the_line_does_not_stop_the_box(box: SimulatedBox, talk: Talk) -> None:
    talk.join()
    before = box.lit
    whole = encode("lamps", talk.session, 1, 0xFFFFFF, 0)
    talk.port.write(bytes(range(256)) + whole[:-3] + b"\0" + bytes([whole[0] ^ 1]) + whole[1:])
    box.contacts(1)
    assert talk.event()[2:] == (0, 1)
    assert box.lit == before


def test_the_dial_turns_the_right_way(box: SimulatedBox, talk: Talk) -> None:
    talk.say("who", VERSION)
    if not talk.wait_for("hello")[3]:
        pytest.skip("this box has no dial")
    talk.join()
    for steps in (2, -1):
        box.turn(steps)
        turned = 0
        while turned != steps:
            _, _, dial, step = talk.event()
            assert dial == 0 and (step > 0) == (steps > 0)
            turned += step


def test_a_loss_of_power_is_noticed(box: SimulatedBox, talk: Talk) -> None:
    """After it the boot number is another, and what is pressed then is told, once."""
    talk.join()
    boot, wanted = talk.boot, talk.next
    box.power_off()
    box.power_on()
    talk.listen(0.5)
    box.contacts(1)
    talk.listen(0.3)
    talk.join(boot, wanted)
    assert talk.boot not in (0, boot)
    assert talk.event()[2:] == (0, 1)


def test_settings_survive_a_loss_of_power(box: SimulatedBox, talk: Talk) -> None:
    talk.join()
    talk.say("set", talk.session, 1, json.dumps({"name": "Möwe"}))
    assert talk.wait_for("done") == (talk.session, 1, 0)
    box.power_off()
    box.power_on()
    until(lambda: _name(talk) == "Möwe", "its name is the new one")


def _name(talk: Talk) -> str:
    talk.say("who", VERSION)
    for name, values in talk.listen(0.3):
        if name == "hello":
            return str(values[-1]).split("\n")[2]
    return ""

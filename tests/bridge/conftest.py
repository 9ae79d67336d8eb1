"""Simulated pins, and a bridge on them."""

from collections.abc import Iterator

import pytest

from firmware_bridge.simulate import SimulatedPins
from tests.bridge.rig import SETTINGS, Rig


@pytest.fixture
def pins() -> SimulatedPins:
    return SimulatedPins(SETTINGS)


@pytest.fixture
def rig(pins: SimulatedPins) -> Iterator[Rig]:
    with Rig(SETTINGS, pins.factory) as rig:
        rig.await_state("gpio", "ready", "gpio.ready")
        yield rig

"""A button box to try the bridge on without any: the real firmware, on a real pseudo-terminal."""

from firmware_bridge.simulator.box import FakeBox, NodeBox, SimulatedBox
from firmware_bridge.simulator.plug import Plug

__all__ = ["FakeBox", "NodeBox", "Plug", "SimulatedBox"]

"""Button boxes and scan modules to try the bridge on without any, on real pseudo-terminals."""

from firmware_bridge.simulator.box import FakeBox, NodeBox, SimulatedBox
from firmware_bridge.simulator.module import SimulatedModule
from firmware_bridge.simulator.plug import Plug

__all__ = ["FakeBox", "NodeBox", "Plug", "SimulatedBox", "SimulatedModule"]

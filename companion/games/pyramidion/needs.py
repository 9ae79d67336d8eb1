"""What needs of several kinds of move are written with."""

from typing import Any

from companion.games.pyramidion.position import Position
from companion.kernel import Need

AnyNeed = Need[Position, Any]

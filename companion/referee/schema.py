"""JSON Schema of a game's positions, moves and situations, and of the referee's lines.

``companion schema GAME``
"""

import argparse
import json
import sys
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.match.registry import game_package
from companion.referee import requests


def schema(name: str) -> dict[str, Any]:
    """The schema; raises LookupError when there is no such game."""
    game = game_package(name).game
    types = {
        "position": game.position,
        "move": game.any_move,
        "options": game.options,
        "box": game.box,
        "situation": game.situation,
        "request": requests.AnyRequest,
        "reply": requests.Reply,
        "verdict": requests.VerdictAnswer,
        "blank": requests.BlankAnswer,
        "tick": requests.TickAnswer,
    }
    found, components = msgspec.json.schema_components(
        types.values(), ref_template="#/$defs/{name}"
    )
    # Where a text ends, JSON Schema writes otherwise than Python.
    told = msgspec.json.encode((found, components)).replace(rb'\\Z"', b'$"')
    found, components = msgspec.json.decode(told)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{name}, version {game.version}",
        "properties": dict(zip(types, found, strict=True)),
        "$defs": components,
    }


def command(arguments: Sequence[str]) -> int:
    """``companion schema``."""
    parser = argparse.ArgumentParser(prog="companion schema", description=__doc__)
    parser.add_argument("game")
    asked = parser.parse_args(arguments)
    json.dump(schema(asked.game), sys.stdout, indent=2, ensure_ascii=False)
    print()
    return 0

"""What shows when a game is played a little: prompts, names and pictures that are not there."""

from collections.abc import Iterator
from random import Random
from typing import Any

from fontTools.pens.boundsPen import BoundsPen
from fontTools.svgLib.path import parse_path

from companion.kernel import Accepted
from companion.kernel.drafts import fields
from companion.match.registry import GamePackage
from companion.referee.player import Player
from companion.scene import Counter, Scene
from companion.scene.pictures import (
    HORIZON_BOX,
    PATTERN_BOX,
    every_game,
    ground,
    keys,
    pictures,
    signs,
)
from companion.scene.sounds import described, of_game, rendered
from companion.text import Phrasebook, Texts, shared

TURNS = 60
"""Turns of play, with the most seats: enough for what comes up all the time."""

EMBLEM = "emblem"


def scenes(package: GamePackage) -> Iterator[str]:
    """A sentence for each prompt, name or picture that is missing at a table of the game."""
    own, common = ({name for name, _ in pictures(one)} for one in (package.art, every_game()))
    looks = own | common
    for name in sorted(own & common):
        yield f"Pictures: every game has a picture {name}, and this one would take its place."
    if EMBLEM not in looks:
        yield "Pictures: [look.emblem] is missing, the picture on the shelf."
    yield from _ground(package)
    yield from _signs(package, looks)
    yield from _keys(package, looks)
    yield from _sounds(package)
    for view in _views(package):
        scene = package.scene(view)
        yield from _looks(scene, looks)
        yield from _said(package, view, scene)


def _ground(package: GamePackage) -> Iterator[str]:
    """A ground that is malformed."""
    try:
        written = ground(package.art)
    except ValueError as error:
        yield f"Pictures: {error}."
        return
    for name, path, box in (
        ("pattern", written.pattern, PATTERN_BOX),
        ("horizon", written.horizon, HORIZON_BOX),
    ):
        yield from _outline(f"Pictures, [ground] {name}", path, box)


def _outline(where: str, path: str, box: tuple[int, int]) -> Iterator[str]:
    """An outline that cannot be drawn, or leaves its box."""
    pen = BoundsPen(None)
    try:
        parse_path(path, pen)
    except (IndexError, TypeError, ValueError):
        yield f"{where}: this is no SVG path."
        return
    left, top, right, bottom = pen.bounds or (0, 0, 0, 0)
    if left < 0 or top < 0 or right > box[0] or bottom > box[1]:
        yield f"{where}: the outline leaves its box, {box[0]} wide and {box[1]} high."


def _keys(package: GamePackage, looks: set[str]) -> Iterator[str]:
    """Pictures on the numbers of a blank that is none, or of which no look is there."""
    for name, look in keys(package.art).items():
        kind, _, blank = name.partition(".")
        there = package.game.by_name.get(kind)
        if there is None or blank not in {one.name for one in fields(there.move)}:
            yield f"Pictures, [key]: there is no blank {name}."
        if not any(one.startswith(look.partition("{}")[0]) for one in looks):
            yield f"Pictures, [key] {name}: there is no picture {look}."


def _sounds(package: GamePackage) -> Iterator[str]:
    """Sounds that are not there, or belong to nothing."""
    try:
        own = of_game(package.art)
    except ValueError as error:
        yield f"Pictures: {error}."
        return
    for name in own.instead.keys() - described().keys():
        yield f"Pictures, [sound]: there is no sound {name}."
    for name in own.move.keys() - package.game.by_name.keys():
        yield f"Pictures, [sound.move]: there is no kind of move {name}."
    for name, sound in (*own.instead.items(), *own.piece.items(), *own.move.items()):
        if sound not in rendered():
            yield f"Pictures, [sound] {name}: there is no sound {sound}."


def _signs(package: GamePackage, looks: set[str]) -> Iterator[str]:
    kinds, drawn = package.game.by_name, signs(package.art)
    for name, kind in kinds.items():
        if kind.role == "play" and not kind.ends and name not in drawn:
            yield f"Pictures, [sign]: {name} has none; where moves are chosen it is hard to find."
    for name, look in drawn.items():
        if name not in kinds:
            yield f"Pictures, [sign]: there is no kind of move {name}."
        if look not in looks:
            yield f"Pictures, [sign] {name}: there is no picture {look}."


def _views(package: GamePackage) -> Iterator[Any]:
    """What everybody sees of a game that plays itself, from the beginning."""
    game = package.game
    player = Player(game, Random(1), share=0.0)
    seats = game.colours[: game.players[1]]
    position = game.start(seats, game.options(), game.box())
    yield game.public(position)
    for _ in range(TURNS):
        if not game.asked(position):
            return
        tries, made = player.turn(position)
        if made is not None:
            verdict = tries[-1][1]
            assert isinstance(verdict, Accepted)
            position = verdict.position
            yield game.public(position)


def _looks(scene: Scene, looks: set[str]) -> Iterator[str]:
    instruments = [one for panel in scene.panels for one in panel.instruments]
    shown = [shape.look for shape in scene.shapes]
    shown += [one.look for one in instruments if isinstance(one, Counter)]
    for look in sorted(set(shown) - looks - {""}):
        yield f"Pictures: the table shows {look}, and there is no such look or surface."


def _said(package: GamePackage, view: Any, scene: Scene) -> Iterator[str]:
    spoken = (Texts(package.texts), shared())
    say = Phrasebook("en", spoken, package.game.rulebook, package.phrase, view)
    for one in package.game.asked(view):
        yield from _sentence(say, "ask", one.prompt, {"seat": one.seat, **one.values})
    texts = [(stage.text, stage.values) for stage in scene.stages]
    texts += [(one.text, {}) for panel in scene.panels for one in panel.instruments]
    texts += [(shape.text, shape.values) for shape in scene.shapes if "." in shape.text]
    for text, values in texts:
        section, _, key = text.partition(".")
        if key:
            yield from _sentence(say, section, key, values)
    tokens = {token for lies in package.game.layout(view) for token in lies}
    for token in sorted(tokens | {shape.token for shape in scene.shapes} - {""}):
        if ":" in say.name(token) or "_" in say.name(token):
            yield f"Texts, [name]: {token} has no name; `phrase` or a text gives it one."


def _sentence(say: Phrasebook, section: str, key: str, values: dict[str, Any]) -> Iterator[str]:
    try:
        say.say(section, key, values)
    except KeyError as error:
        if say.has(section, key):
            yield f"Texts, [{section}] {key}: the game gives no value {error}."
        else:
            yield f"Texts, [{section}]: {key} is missing."
    except LookupError:
        yield f"Texts, [{section}]: {key} is missing."

"""Every printed code goes the whole way: from the sheet over the scanner to a verdict."""

import time
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from companion.kernel import (
    Draft,
    Game,
    MoveKind,
    asked_for,
    begin,
    candidates,
    fill,
    fits,
    next_blank,
)
from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.referee.player import Player
from companion.table import Scanned
from companion.table.catalogue import Piece
from firmware_bridge.devices.scanner import STORM_CODES
from firmware_bridge.settings import Settings
from firmware_bridge.simulate import SimulatedScanner
from printables.document import draw
from printables.order import SheetName
from printables.pictures import codes, pages
from tests.bridge.rig import Rig
from tests.games.tried import tried
from tests.printables import KEY, WITH_CARDS, order
from ui.presenter import Presenter
from ui.texts import of_screens

LONGEST = 1500
"""Moves after which a code that nobody could use is given up."""

EVERY = 24
"""Moves after which is tried anew what the codes that are left mean now."""

MOST_TOUCHES = 80
"""That fill a move after a scan: the longest tells how a whole board is laid out."""

DEEPEST = 4
"""Blanks that are filled before a scan, with the first and the last value that fits."""

Path = tuple[str, ...]


def printed(package: GamePackage) -> list[str]:
    """The codes as a camera sees them on the menu sheet and the sleeve slips."""
    slips: tuple[SheetName, ...] = ("slips",) if package in WITH_CARDS else ()
    drawn = draw(order(package), ("menu", *slips), dpis=(150,))
    read = {one.text for page in pages(drawn.pdf, 150) for one in codes(page)}
    assert read == {one.text for one in drawn.codes}
    return sorted(read)


def scanned(texts: list[str]) -> list[Scanned]:
    """What the bridge makes of them when a scanner on a serial port sends them, by no more in a
    stack than it takes from hands."""
    found: list[Scanned] = []
    for first in range(0, len(texts), STORM_CODES):
        stack = texts[first : first + STORM_CODES]
        with SimulatedScanner() as scanner, Rig(Settings(scanner=scanner.settings())) as rig:
            rig.await_state("scanner", "ready")
            for number, text in enumerate(stack, 1):
                scanner.scan(text)
                rig.await_signals(number)
            found += [one for one in rig.signals if isinstance(one, Scanned)]
    return found


def test_every_code_leads_to_a_verdict(package: GamePackage) -> None:
    signals = scanned(printed(package))
    todo: dict[int, tuple[Piece, Scanned]] = {}
    for number, signal in enumerate(signals):
        piece = package.catalogue.meant(signal.code, KEY)
        assert piece is not None
        todo[number] = piece, signal
    assert {piece for piece, _ in todo.values()} == set(package.catalogue.pieces)
    every = dict(todo)
    least, most = package.game.players
    for seed, players in enumerate((most, least, most, least), 1):
        _evening(package, todo, package.game.options(), players, seed)
    for options in other_options(package.game):  # what only some tables play with
        for seed, players in enumerate((most, least), 5):
            _evening(package, todo, options, players, seed)
    for match in rare(package):  # and what hardly ever comes up
        if todo and len(match.entries) == 1:  # a box that is told from its first thing to its last
            left = dict(every)
            _scan_all(package, left, match, "box")
            todo = {number: one for number, one in todo.items() if number in left}
        _scan_all(package, todo, match, "play", "fix", "box")
    assert sorted(piece.token for piece, _ in todo.values()) == []


def other_options(game: Game[Any]) -> Iterator[Any]:
    """What is usual, with one option at another of its values."""
    usual = game.options()
    for name, hint in get_type_hints(game.options).items():
        few = get_args(hint) if get_origin(hint) is Literal else (False, True)
        for value in few if get_origin(hint) is Literal or hint is bool else ():
            if value != getattr(usual, name):
                yield msgspec.structs.replace(usual, **{name: value})


def rare(package: GamePackage) -> Iterator[Match]:
    """Matches as the vectors of the game have them before their last move."""
    game, vectors = package.game, tried(package.game.name).vectors
    told = getattr(vectors, "told", lambda vector: [vector["situation"]])
    for vector in vectors.VECTORS:
        seats = vector.get("players", vector.get("seats", game.players[0]))
        seats = game.colours[:seats] if isinstance(seats, int) else tuple(seats)
        match = Match.start(
            package,
            seats,
            {seat: seat.title() for seat in seats},
            options=msgspec.convert(vector.get("options", {}), game.options),
            box=msgspec.convert(vector.get("box", {}), game.box),
            clock=time.monotonic,
            salt=lambda: bytes(16),
        )
        begun = all(match.correct(situation).done for situation in told(vector))
        if begun and all(match.submit(game.move(one)).done for one in vector["moves"][:-1]):
            yield match


def _scan_all(
    package: GamePackage, todo: dict[int, tuple[Piece, Scanned]], match: Match, *roles: str
) -> None:
    for role in roles if todo else ():
        presenter = Presenter(package, match, of_screens(), "de", role=role, key=KEY)
        while _one(package, presenter, role, todo, deep=True):
            pass


def _evening(
    package: GamePackage,
    todo: dict[int, tuple[Piece, Scanned]],
    options: Any,
    players: int,
    seed: int,
) -> None:
    """Play, and scan whatever means something now."""
    if not todo:
        return
    rng = Random(seed)
    colours = package.game.colours[:players]
    names = {seat: seat.title() for seat in colours}
    match = Match.start(
        package, colours, names, options=options, clock=time.monotonic, salt=lambda: bytes(16)
    )
    player = Player(package.game, rng, 0.0)
    desks = {
        role: Presenter(package, match, of_screens(), "de", role=role, key=KEY)
        for role in ("play", "fix", "box")
    }
    met: set[frozenset[str]] = set()
    for count in range(LONGEST):
        if not todo or match.over:
            return
        asked = frozenset(kind for one in package.game.asked(match.public) for kind in one.kinds)
        deep = asked not in met or count % EVERY == 5
        met.add(asked)
        for role in ("play", "fix", "box") if deep else ("play",):
            while _one(package, desks[role], role, todo, deep):
                if match.over:
                    return
        _, made = player.turn(match.position)
        if made is None:
            return
        match.submit(made)


def _one(
    package: GamePackage,
    presenter: Presenter,
    role: str,
    todo: dict[int, tuple[Piece, Scanned]],
    deep: bool,
) -> bool:
    """Scan one code that means something now; whether there was one."""
    wanted = {token for piece, _ in todo.values() for token in piece.tokens}
    for token, path in _ways(package, presenter.match.public, role, wanted, deep):
        hits = [number for number, (piece, _) in todo.items() if token in piece.tokens]
        if hits and _scan(presenter, path, todo[hits[0]][1]):
            del todo[hits[0]]
            return True
    return False


def _ways(
    package: GamePackage, view: Any, role: str, wanted: set[str], deep: bool
) -> Iterator[tuple[str, Path]]:
    """What would be filled in first, for tokens that can be told then, rightly or wrongly; unless
    deep, only what names a kind of move."""
    for kind in package.game.kinds:
        asked = asked_for(package.game, view, kind.name)
        name = f"move:{kind.name}"
        if kind.role != role or (role == "play" and asked is None):
            continue
        if not deep and name not in wanted:
            continue
        start = Draft(kind.name) if asked is None else begin(package.game, kind.name, asked.seat)
        todo: list[tuple[Draft, Path]] = [(start, (name,))]
        while todo:
            draft, path = todo.pop()
            if next_blank(kind.move, draft) is None:
                if name in wanted:
                    yield name, ()
                continue
            values = candidates(package.game, view, draft)
            fitting = _fitting(kind, view, draft, values)
            if fitting and name in wanted:
                yield name, ()
            for value in values:
                if str(value) in wanted:
                    yield str(value), path
            if deep and len(path) <= DEEPEST:
                todo += [(fill(kind.move, draft, one), (*path, str(one))) for one in fitting]


def _fitting(kind: MoveKind[Any, Any], view: Any, draft: Draft, values: Sequence[Any]) -> list[Any]:
    """The first and the last of the values that break no need."""
    found = []
    for way in (values, values[::-1]):
        fit = (one for one in way if fits(kind, view, fill(kind.move, draft, one)))
        found += [one for one in islice(fit, 1) if one not in found]
    return found


def _scan(presenter: Presenter, path: Path, signal: Scanned) -> bool:
    """Whether touching the way, scanning and touching the rest leads to a verdict."""
    match = presenter.match
    presenter.take_back()
    for token in path:
        presenter.touch(token)
    before = len(match.entries)
    presenter.signal(signal)
    for _ in range(MOST_TOUCHES):
        if presenter.refusal is not None or len(match.entries) > before:
            break
        choices = presenter.composer.choices(presenter.view)
        if not presenter.composer.begun or not choices:
            return False
        presenter.touch(choices[0].token)
    if presenter.refusal is not None:
        assert isinstance(presenter.refusal.faults[0].sentence, str)
        return True
    return len(match.entries) > before and all(answer.done for answer in presenter.answers)


def test_a_refused_scan_says_why(package: GamePackage) -> None:
    """What is scanned when it is not asked for gets an answer in words, and nothing happens."""
    colours = package.game.colours[: package.game.players[0]]
    names = {seat: seat.title() for seat in colours}
    match = Match.start(package, colours, names, clock=time.monotonic, salt=lambda: bytes(16))
    for piece in package.catalogue.pieces:
        presenter = Presenter(package, match, of_screens(), "de", key=KEY)
        before = match.public
        presenter.signal(Scanned(1, 0.0, "scanner", piece.identity.code(KEY)))
        told = (
            presenter.notice or presenter.refusal or presenter.composer.begun or presenter.answers
        )
        assert told, piece.token
        if presenter.answers:
            match.undo(colours[0], colours, "taken back")
        elif presenter.refusal is None:
            assert match.public is before

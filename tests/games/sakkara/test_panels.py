"""The panels beside the board: what a seat has, as everybody and as its owner sees it."""

from msgspec.structs import replace

from companion.games.sakkara.motifs import COMBINATIONS
from companion.games.sakkara.pieces import with_player
from companion.games.sakkara.position import Position
from companion.games.sakkara.rules import game
from companion.games.sakkara.scene import scene
from companion.kernel import UNKNOWN, Accepted, judge
from companion.scene import Counter, Instrument, Listing
from tests.games.sakkara.tables import played


def instruments(view: Position, seat: str) -> tuple[Instrument, ...]:
    return next(panel.instruments for panel in scene(view).panels if panel.seat == seat)


def listed(view: Position, seat: str) -> dict[str, tuple[str, ...]]:
    return {one.text: one.lines for one in instruments(view, seat) if isinstance(one, Listing)}


def test_everybody_sees_how_many_tiles_a_holder_has_and_what_was_just_taken() -> None:
    view = game.public(played())
    assert Counter("panel.holder", "2/10", "holder") in instruments(view, "white")
    assert Counter("panel.holder", "4/10", "holder") in instruments(view, "black")
    assert listed(view, "white") == {"panel.fresh": ("ship",)}
    assert listed(view, "black") == {}


def test_what_was_taken_is_gone_from_the_panel_when_the_turn_is_over() -> None:
    done = replace(played(), moved=True, used=())
    ended = judge(game, done, game.move({"move": "end_turn"}))
    assert isinstance(ended, Accepted)
    assert listed(game.public(ended.position), "white") == {}


def test_in_a_private_look_the_owner_sees_the_own_holder_alone() -> None:
    own = game.seen_by(played(), "black")
    assert listed(own, "black") == {"panel.held": ("ox",) * 4}
    assert listed(own, "white") == {"panel.fresh": ("ship",)}
    noted = with_player(played(), "black", holder=("ox", UNKNOWN))
    assert listed(game.seen_by(noted, "black"), "black") == {"panel.held": ("ox", "tile")}


def could(view: Position, seat: str) -> dict[str, tuple[str, ...]]:
    return {text: lines for text, lines in listed(view, seat).items() if "could" in text}


def test_in_a_private_look_the_owner_sees_what_the_own_tiles_could_do() -> None:
    firestorm = COMBINATIONS[0].tiles
    holder = ("blue_block", "grain", "hand", "ship", "tip", *firestorm)
    position = with_player(played(), "black", holder=holder, ship=1, grain=1)
    assert could(game.seen_by(position, "black"), "black") == {
        "panel.could_lay": ("grain",),
        "panel.could_build": ("blue_block",),
        "panel.could_cast": ("firestorm",),
    }
    handless = with_player(position, "black", holder=tuple(t for t in holder if t != "hand"))
    assert "panel.could_build" not in could(game.seen_by(handless, "black"), "black")
    assert could(game.public(position), "black") == {}


def test_a_spell_that_has_no_target_is_not_called_ready() -> None:
    sink = COMBINATIONS[2].tiles
    position = with_player(played(), "black", holder=sink)
    assert could(game.seen_by(position, "black"), "black") == {"panel.could_cast": ("sink_ship",)}
    spared = with_player(position, "white", ship=0)
    assert could(game.seen_by(spared, "black"), "black") == {}

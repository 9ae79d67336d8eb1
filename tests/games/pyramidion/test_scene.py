"""What the table of Pyramidion looks like."""

from itertools import combinations

from msgspec.structs import replace

from companion.games.pyramidion.cards import picture
from companion.games.pyramidion.contest import Laid
from companion.games.pyramidion.rules import game
from companion.games.pyramidion.scene import TOUCHED, scene
from companion.games.pyramidion.tokens import HELD
from companion.match.registry import game_package
from companion.referee.simulate import Table
from companion.scene import Shape
from companion.scene.pictures import pictures
from companion.sight.printed import lying
from tests.games.tried import tried

ROOM = 1.15
"""What a unit takes with the number at its lower right corner, in its widths."""


def _apart(one: Shape, other: Shape) -> bool:
    """Whether neither covers the other."""
    return max(abs(one.x - other.x), abs(one.y - other.y)) >= ROOM * one.size


def test_the_goods_of_a_boat_lie_beside_each_other_within_its_rim() -> None:
    start = Table(seed=1, seats=4).start(game)
    for boat in start.box.boats:
        shapes = scene(game.public(replace(start, display=(boat.id,)))).shapes
        (card,) = (one for one in shapes if one.token == boat.id)
        goods = [one for one in shapes if one.form == "print"]
        assert card.form == "card" and len(goods) == len(set(boat.order))
        assert all(_apart(*pair) for pair in combinations(goods, 2)), boat.id
        for one in goods:
            far = (ROOM - 0.5) * one.size
            assert abs(one.x - card.x) + far < card.size / 2, boat.id
            assert abs(one.y - card.y) + far < card.size * 0.7, boat.id


def test_a_card_to_choose_from_looks_like_the_card_on_the_table() -> None:
    start = Table(seed=1, seats=4).start(game)
    view = game.public(replace(start, display=("B19",)))
    there = [one for one in scene(view).shapes if one.token == "B19" or one.form == "print"]
    chosen = [one for one in picture(view, "B19") if one.form != "label"]
    assert [(one.look, one.count) for one in there] == [(one.look, one.count) for one in chosen]
    tokens = [*(one.id for one in view.box.cards), *(one.id for one in view.box.distribution)]
    known = {name for name, _ in pictures(game_package("pyramidion").art)}
    for token in (*tokens, *(one.id for one in view.box.boats)):
        looks = {one.look for one in picture(view, token) if one.look}
        assert looks and looks <= known, token
    assert picture(view, "thebes") == ()


def test_the_picture_of_the_active_site_alone_has_no_rim_for_there_is_no_other() -> None:
    views = [one for one in tried("pyramidion").positions if one.contest is not None]
    assert views
    for view in views:
        active = [one for one in scene(view).shapes if one.look == "active"]
        alone = lying(scene(view), view.contest.site, lambda text, values: text)
        assert active and alone and "active" not in {one.look for one in alone}
        assert not {one.key for one in active} & {one.key for one in alone}


def test_a_turn_order_tile_lies_over_no_boat_and_no_card() -> None:
    seen = 0
    for position in tried("pyramidion").positions:
        shapes = scene(position).shapes
        tiles = [one for one in shapes if one.key.startswith("tile_")]
        others = [one for one in shapes if one.form == "card" and one.y < -1.5]
        seen += len(tiles)
        for tile in tiles:
            assert not any(_overlap(tile, other) for other in others), (tile, others)
    assert seen


def _overlap(tile: Shape, card: Shape) -> bool:
    high = card.size * 88 / 63
    wide = abs(tile.x - card.x) < (tile.size + card.size) / 2
    return wide and abs(tile.y - card.y) < (tile.size + high) / 2


def test_laid_cards_are_touched_where_a_finger_tells_them_apart_and_else_chosen_by_pictures() -> (
    None
):
    cards = ("TB1", "NB1", "MB1", "TD1")
    view = next(one for one in tried("pyramidion").positions if one.contest is not None)
    for count in (TOUCHED, TOUCHED + 1):
        laid = (Laid("red", count, cards[:count]),)
        shown = scene(replace(view, contest=replace(view.contest, laid=laid)))
        touched = [one for one in shown.shapes if HELD.fullmatch(one.token)]
        assert len(touched) == (count if count == TOUCHED else 0)
    (pawn,) = (one for one in picture(view, "red:TD1") if one.seat)
    assert (pawn.look, pawn.seat) == ("pawn", "red")
    deck, basic = ({one.look for one in picture(view, card)} for card in ("TD1", "TB1"))
    assert basic - deck == {"pawn"}, "with the same points"

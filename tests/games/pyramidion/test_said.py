"""What is said over whole evenings, what things are called, and what is seen of them."""

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.pyramidion.scene import scene
from companion.games.pyramidion.tokens import RESOURCES, SITES
from companion.scene import Counter, Listing, Scene
from companion.text import LANGUAGES, Language
from tests.games.heard import heard
from tests.games.pyramidion.drawing import RAW
from tests.games.pyramidion.tables import after, table
from tests.games.tried import tried
from ui.canvas.art import Art

PYRAMIDION = tried("pyramidion")
GAME, phrasebook = PYRAMIDION.game, PYRAMIDION.phrasebook


def test_the_log_tells_who_has_loaded_which_boat() -> None:
    loaded = [one for one in heard(PYRAMIDION).met if one[1].key == "loaded"]
    assert loaded
    for view, happened in loaded:
        assert set(happened.values) == {"seat", "count"}
        assert "Boot " in phrasebook("de", view).event(happened)


@pytest.mark.parametrize(
    ("token", "german", "english"),
    [
        ("thebes", "Theben", "Thebes"),
        ("MB1", "Kaufmann, Basis (E 0 · V 0 · F 3)", "merchant, basic (I 0 · N 0 · H 3)"),
        ("red:ND4", "Unterhändler (E 0 · V 5 · F 0) (Rot)", "negotiator (I 0 · N 5 · H 0) (Red)"),
        ("MD9", "Kaufmann, neue Karte", "merchant, new card"),
        (
            "B03",
            "Boot 3 (2 Steine und 1 Kamel · 1 Punkt)",
            "Boat 3 (2 stones and 1 camel · 1 point)",
        ),
        ("D04", "Verteilung 4", "Distribution 4"),
        ("red=7", "Rot 7", "Red 7"),
        ("torturer:red", "Rot", "Red"),
        ("store:red", "Vorrat (Rot)", "store (Red)"),
        ("track:2", "Platz 2", "place 2"),
        ("tile:1", "Plättchen 1", "tile 1"),
        ("token=urn", "Urne", "urn"),
        ("token=?", "unbekannt", "unknown"),
        ("B99", "B99", "B99"),
        ("no such thing", "no such thing", "no such thing"),
    ],
)
def test_things_are_called_what_people_call_them(token: str, german: str, english: str) -> None:
    view = table()
    assert phrasebook("de", view).name(token) == german
    assert phrasebook("en", view).name(token) == english


# --- the scene ------------------------------------------------------------------------------------


def fullest() -> list[Any]:
    """Tables with everything on them: loading, an active site, the end, other people's secrets."""
    troops = dict(zip(SITES, ("red", "blue", "yellow") * 3, strict=False))
    full: dict[str, Any] = {
        "tokens": {site: {"wood": 1, "statue": 1, "urn": 1} for site in SITES},
        "torturers": troops,
        "negotiators": troops,
        "stores": {"red": dict.fromkeys(RESOURCES, 1)},
        "display": ["B01", "B18", "B19", "B20", "B14"],
        "boats": {"red": ["B02", "B03"]},
        "revolts": ["giza", "karnak"],
        "philosopher": "giza",
        "notes": ["x"],
    }
    loading = table(**full, phase="loading", turn="red", tired=["giza"], activated=list(SITES)[:6])
    laying = table(
        phase="activation",
        site="giza",
        tiles=["blue", "red"],
        laid={"red": 9, "blue": 2, "yellow": 1},
        **full,
    )
    shown = after(laying, move="reveal", seat="blue", cards=["MB1", "SD5"])
    sums = {"influence": 1, "negotiation": 2, "haggling": 3}
    shown = after(shown, move="reveal_totals", seat="yellow", **sums)
    removing = table(phase="activation", site="karnak", laid={"red": 2, "blue": 2, "yellow": 0})
    for seat, cards in (("red", ["SD5", "SD5"]), ("blue", ["MD4", "MB1"])):
        removing = after(removing, move="reveal", seat=seat, cards=cards)
    removed = after(removing, move="special", seat="red", card="SD5", target="blue:MD4")
    negotiating = table(**full, phase="negotiation", turn="red", paid=["giza"])
    return [table(), loading, laying, shown, removing, removed, negotiating]


def seen() -> Iterator[tuple[Any, Scene]]:
    for position in fullest():
        for view in (GAME.public(position), GAME.seen_by(position, "red")):
            yield view, scene(view)


def test_everything_that_is_drawn_has_its_picture() -> None:
    looks = {shape.look for _, one in seen() for shape in one.shapes if shape.look}
    panels = [panel for _, one in seen() for panel in one.panels]
    looks |= {
        instrument.look
        for panel in panels
        for instrument in panel.instruments
        if isinstance(instrument, Counter) and instrument.look
    }
    assert Art(PYRAMIDION.package.art).missing(sorted(looks | {"tile_3", "tile_4", "sack"})) == ()


def test_no_two_pieces_share_a_key() -> None:
    for _, one in seen():
        keys = [shape.key for shape in one.shapes if shape.key]
        assert len(keys) == len(set(keys))


def test_everything_touched_means_something() -> None:
    types = {"site", "boat", "seat", "card"}
    for view, one in seen():
        for shape in one.shapes:
            if not shape.token:
                continue
            kind = (
                "site" if shape.token in SITES else "seat" if shape.token in view.order else "boat"
            )
            assert kind in types
            assert (
                shape.token in (*SITES, *view.order, *view.display)
                or shape.token.partition(":")[0] in view.order
            )


def test_no_piece_covers_another() -> None:
    for _, one in seen():
        pieces = [
            shape
            for shape in one.shapes
            if shape.form == "piece" and shape.look not in ("active", "used", "tile_1", "tile_2")
        ]
        for number, first in enumerate(pieces):
            for second in pieces[number + 1 :]:
                apart = max(abs(first.x - second.x), abs(first.y - second.y))
                assert apart >= 0.45 * (first.size + second.size) - 0.06, (first, second)


def test_a_scene_of_a_public_view_shows_no_points_or_boats_won() -> None:
    for position in fullest():
        public = scene(GAME.public(position))
        for panel in public.panels:
            texts = [one.text for one in panel.instruments]
            assert "panel.points" not in texts and "panel.won" not in texts
    own = scene(GAME.seen_by(fullest()[1], "red"))
    shown = {one.text: one for panel in own.panels for one in panel.instruments}
    assert shown["panel.points"] == Counter("panel.points", 2, "points")
    assert shown["panel.won"] == Listing("panel.won", ("B02", "B03"))
    assert shown["panel.could_load"] == Listing("panel.could_load", ("B01", "B14"))


def test_secret_stores_are_never_drawn() -> None:
    position = GAME.setup(("red", "blue"), GAME.options(hide_stores=True), GAME.box())
    position = position.moved("wood", "supply", "store:red", 3)
    shown = scene(GAME.public(position)).panels[0].instruments
    assert Counter("panel.tokens", 3, "sack") in shown
    assert Counter("panel.wood", 3, "wood") in scene(position).panels[0].instruments


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_part_of_the_screen_has_words(language: Language) -> None:
    for view, one in seen():
        say = phrasebook(language, view)
        texts = [(stage.text, stage.values) for stage in one.stages]
        texts += [(shape.text, shape.values) for shape in one.shapes if shape.text]
        texts += [(part.text, {}) for panel in one.panels for part in panel.instruments]
        for text, values in texts:
            section, _, key = text.partition(".")
            assert not RAW.search(say.say(section, key, values)), text
        for place, piece in GAME.layout(view):
            for token in (place, piece):
                assert say.name(token) != token or say.has("name", token), token

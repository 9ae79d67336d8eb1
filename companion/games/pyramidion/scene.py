"""What a table of Pyramidion looks like: eight sites, boats below, cards of the active site.

The unit is the width of a site; Giza lies at 0, 0, the other sites in two rows of four beside it.
Below them lie the open boats, and below these stands the player order, with what everybody has
laid at the active site. What is printed and was not told yet bears a question mark.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from companion.games.pyramidion.box import Site
from companion.games.pyramidion.cards import picture
from companion.games.pyramidion.loading import (
    LOAD,
)
from companion.games.pyramidion.position import ACTIVATIONS, DISPLAY, TROOP_KINDS, Player, Position
from companion.games.pyramidion.powers import (
    pending,
)
from companion.games.pyramidion.tokens import RESOURCES, card_token
from companion.kernel import UNKNOWN, Draft, Open, fits
from companion.scene import (
    Counter,
    Dots,
    Instrument,
    Listing,
    Panel,
    Room,
    Scene,
    Shape,
    Stage,
    placed,
)

COLUMNS, STEP = 4, 1.06
"""Sites in a row, and how far they are apart."""

NAME_AT, NAME = 0.37, 0.13
MINIMUM_AT, MINIMUM = -0.355, 0.12
FIGURE, LEAST_AT = 0.13, {"torturer": -0.32, "negotiator": 0.1}
"""Height of the name of a site and of what it takes to win there, and their sizes."""

TOKEN, TOKEN_AT = 0.24, (-0.33, 0.17)
TROOP, TROOP_AT = 0.3, {"torturer": (-0.3, -0.17), "negotiator": (0.03, -0.17)}
SUNDIAL, SUNDIAL_AT = 0.24, (0.34, 0.17)
NOTED, NOTED_AT = 0.2, {"revolt": (0.35, -0.08), "philosopher": (0.35, -0.29)}
"""What stands on a site: widths, and where from its middle."""

USED, USED_AT = 0.14, (0.11, 0.14)
"""The sign of a troop that has done its work, and where from the middle of the troop."""

BOATS_AT, BOAT, BOAT_STEP = -2.2, 0.78, 0.845
"""Height, width and distance of the open boats."""

ORDER_AT, FIRST_AT, PAWN = -3.03, -0.33, 0.34
"""Height of the player order, where its first token stands, and width of a token."""

TILE, TILE_AT = 0.2, (-0.15, 0.1)
"""A turn-order tile, and where from the player token."""

CARDS_AT, CARDS, CARD = 0.26, 0.7, 0.28
"""Where the laid cards of a player begin, the width for all of them, and that of one at most."""

LOW = 0.23
"""How far that reaches below the middle of the player order."""

TOUCHED = 3
"""Cards of a player that are wide enough for a finger; where somebody has laid more, cards are
chosen by their pictures instead."""


def scene(view: Position) -> Scene:
    """The table as that view shows it."""
    shapes: list[Shape] = []
    for number, site in enumerate(view.box.sites):
        shapes += _site(view, site, number)
    shapes += _boats(view)
    shapes += _order(view)
    panels = [_seat(view, view.player(seat)) for seat in view.setup.seats]
    return Scene(tuple(shapes), (*panels, _table(view)), _stages(view), _room(view))


def _room(view: Position) -> Room:
    """What sites and player order take up, with the cards or sums of whoever is last in it: nothing
    moves when they come, nor with the words of a language."""
    (left, top), (right, _) = place(0), place(COLUMNS - 1)
    last = STEP * (len(view.order) - 1) + FIRST_AT + CARDS_AT + CARDS
    return left - 0.5, ORDER_AT - LOW, max(right + 0.5, last), top + 0.5


# --- the sites ------------------------------------------------------------------------------------


def place(number: int) -> tuple[float, float]:
    """Where the middle of a site lies, by its number in the box."""
    row, column = divmod(number, COLUMNS)
    return STEP * column, -STEP * row


def _site(view: Position, site: Site, number: int) -> Iterator[Shape]:
    x, y = place(number)
    active = view.contest is not None and view.contest.site == site.id
    yield Shape(form="square", x=x, y=y, size=1, token=site.id, look=site.id)
    if active:
        yield Shape(form="piece", x=x, y=y, size=1, token=site.id, look="active", key="active")
    yield Shape(
        form="label", x=x, y=y + NAME_AT, size=NAME, text="name.token.site", values={"at": site.id}
    )
    yield from _least(site, x, y, told=site.id in view.box.told)
    yield from _tokens(view, site, x, y)
    for kind in TROOP_KINDS:
        if seat := view.troop(kind, site.id):
            dx, dy = TROOP_AT[kind]
            yield _piece(x + dx, y + dy, TROOP, site.id, kind, seat, f"{kind}:{seat}#{site.id}")
            if site.id in view.used_at(kind):
                yield _piece(x + dx + USED_AT[0], y + dy + USED_AT[1], USED, site.id, "used")
    if site.id in view.activated:
        dx, dy = SUNDIAL_AT
        yield _piece(x + dx, y + dy, SUNDIAL, site.id, "sundial", key=f"sundial#{site.id}")
    for noted, there in (
        ("revolt", site.id in view.revolts),
        ("philosopher", view.philosopher == site.id),
    ):
        if there:
            dx, dy = NOTED_AT[noted]
            yield _piece(x + dx, y + dy, NOTED, site.id, noted, key=f"{noted}#{site.id}")


def _tokens(view: Position, site: Site, x: float, y: float) -> Iterator[Shape]:
    """The resources on a site; what it produces stays there as a shadow when none is left."""
    tokens = view.tokens(site.id)
    dx, dy = TOKEN_AT
    if not tokens:
        yield Shape(
            form="piece",
            x=x + dx,
            y=y + dy,
            size=TOKEN,
            token=site.id,
            look=site.product,
            ghost=True,
        )
    step = min(TOKEN, 0.44 / max(1, len(tokens) - 1))
    for number, (kind, count) in enumerate(tokens.items()):
        key = f"{kind}#{site.id}"
        yield _piece(x + dx + step * number, y + dy, TOKEN, site.id, kind, key=key, count=count)


def _least(site: Site, x: float, y: float, *, told: bool) -> Iterator[Shape]:
    """What is needed for each troop at least, beside its figure. told: it was read off the box."""
    for (kind, dx), points in zip(
        LEAST_AT.items(), (site.influence, site.negotiation), strict=True
    ):
        yield _piece(x + dx, y + MINIMUM_AT, FIGURE, "", kind)
        text = "name.token.least" if told else "name.token.least_guessed"
        yield Shape(
            form="label",
            x=x + dx + FIGURE * 1.1,
            y=y + MINIMUM_AT,
            size=MINIMUM,
            text=text,
            values={"points": points},
        )


def _piece(
    x: float,
    y: float,
    size: float,
    token: str,
    look: str,
    seat: str = "",
    key: str = "",
    count: int = 1,
) -> Shape:
    return Shape(
        form="piece", x=x, y=y, size=size, token=token, look=look, seat=seat, key=key, count=count
    )


# --- boats ----------------------------------------------------------------------------------------


def _boats(view: Position) -> Iterator[Shape]:
    for number in range(max(DISPLAY, len(view.display))):
        x = -0.1 + BOAT_STEP * number
        if number >= len(view.display):
            yield Shape(form="card", x=x, y=BOATS_AT, size=BOAT, ghost=True)
            continue
        yield from _boat(view, view.display[number], x, BOATS_AT)


def _boat(view: Position, token: str, x: float, y: float) -> Iterator[Shape]:
    card, *printed = placed(picture(view, token), x, y, BOAT)
    yield replace(card, token=token, key=token)
    yield from printed


# --- the player order and the cards of the active site --------------------------------------------


def _order(view: Position) -> Iterator[Shape]:
    for number, seat in enumerate(view.order):
        x = STEP * number + FIRST_AT
        yield _piece(x, ORDER_AT, PAWN, seat, "pawn", seat, key=f"player:{seat}")
        if seat in view.tiles:
            look = f"tile_{view.tiles.index(seat) + 1}"
            yield _piece(x + TILE_AT[0], ORDER_AT + TILE_AT[1], TILE, seat, look, key=look)
        yield from _laid(view, seat, x + CARDS_AT)


def _laid(view: Position, seat: str, x: float) -> Iterator[Shape]:
    """What a player has laid at the active site, face down or open, or as sums."""
    laid = view.laid_by(seat)
    if laid is None:
        return
    if laid.totals is not None:
        sums = {
            "influence": laid.totals.influence,
            "negotiation": laid.totals.negotiation,
            "haggling": laid.totals.haggling,
        }
        for row, (symbol, count) in enumerate(sums.items()):
            yield Shape(
                form="label",
                x=x + CARDS / 3,
                y=ORDER_AT + 0.16 * (1 - row),
                size=0.12,
                text=f"name.token.sum_{symbol}",
                values={"points": count},
            )
        return
    step = min(CARD, CARDS / max(1, laid.count))
    every = (view.laid_by(other) for other in view.order)
    wide = all(one is None or one.count <= TOUCHED for one in every)
    for number in range(laid.count):
        at, size = x + step * number, step * 0.94
        if not laid.cards:
            yield Shape(form="card", x=at, y=ORDER_AT, size=size, look="card_back", seat=seat)
            continue
        token = card_token(seat, laid.cards[number])
        face = view.box.card(laid.cards[number])
        yield Shape(
            form="card",
            x=at,
            y=ORDER_AT,
            size=size,
            token=token if wide else "",
            look=face.type if face else "card_back",
            ghost=view.contest is not None and token in view.contest.out,
        )


# --- panels and header ----------------------------------------------------------------------------


def _seat(view: Position, player: Player) -> Panel:
    seat = player.seat
    done = view.activations()[: len(view.activated) + bool(view.contest)].count(seat)
    instruments: list[Instrument] = [
        Counter("panel.boats", len(player.boats), "boat_piece"),
        *_points(view, seat),
        *_store(view, seat),
        Counter("panel.torturers", view.stock(seat, "torturer"), "torturer"),
        Counter("panel.negotiators", view.stock(seat, "negotiator"), "negotiator"),
        Counter("panel.hand", player.hand if player.sure else UNKNOWN, "card"),
    ]
    if view.phase == "activation":
        instruments.append(Dots("panel.activations", done, ACTIVATIONS))
    return Panel(seat, tuple(instruments))


def _points(view: Position, seat: str) -> Iterator[Instrument]:
    """The points and boats of a player, where the viewer may know them."""
    boats = view.player(seat).boats
    if not boats or UNKNOWN in boats:
        return
    yield Counter("panel.points", view.points(seat), "points")
    yield Listing("panel.won", boats)
    if view.phase == "loading" and view.turn == seat:
        able = tuple(boat for boat in view.display if fits(LOAD, view, Draft("load", (boat,))))
        yield Listing("panel.could_load", able or ("nothing",))


def _store(view: Position, seat: str) -> Iterator[Instrument]:
    try:
        store = view.store(seat)
    except Open:
        count = sum(one.count for one in view.pieces if one.at == f"store:{seat}")
        yield Counter("panel.tokens", count, "sack")
        return
    for kind in RESOURCES:
        if store[kind]:
            yield Counter(f"panel.{kind}", store[kind], kind)


def _table(view: Position) -> Panel:
    instruments: list[Instrument] = [
        Listing("panel.order", view.order),
        Counter("panel.fleet", len(view.fleet), "boat_piece"),
        *(Counter(f"panel.{kind}", view.lying("supply", kind), kind) for kind in RESOURCES),
        Counter("panel.deck", view.deck, "card"),
        Counter("panel.discard", len(view.discard), "card"),
    ]
    if waiting := pending(view):
        instruments.insert(0, Listing("panel.waiting", tuple(card_token(s, c) for s, c in waiting)))
    if view.notes:
        instruments.append(Listing("panel.notes", view.notes))
    if view.box.untold():
        instruments.append(Listing("panel.question_mark", ("guessed",)))
    return Panel("", tuple(instruments))


def _stages(view: Position) -> tuple[Stage, ...]:
    phases = (
        *("boats", "distribution", "negotiation", "cards", "activation"),
        "order",  # runs by itself: it is never now, but it has its number
        *("loading", "end"),
    )
    stages = []
    for phase in phases:
        now = view.phase == phase
        if now and phase == "activation":
            done, most = len(view.activated), len(view.activations())
            values = {"done": done, "most": most}
            stages.append(Stage("stage.activation_now", True, values))
        elif phase == "negotiation" and not now and _nobody_negotiates(view):
            stages.append(Stage("stage.negotiation_skipped", False))
        else:
            stages.append(Stage(f"stage.{phase}", now))
    return tuple(stages)


def _nobody_negotiates(view: Position) -> bool:
    """Whether phase 3 comes to nothing in this round, as everybody sees: no negotiator stands."""
    before = view.phase in ("boats", "distribution", "cards")
    return before and not any(view.standing(one.seat, "negotiator") for one in view.players)

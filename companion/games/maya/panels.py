"""What stands beside the board of Maya: what everybody has, where gold came from, the steps of a
round."""

from collections import Counter as Multiset
from collections.abc import Iterator

from companion.games.maya.position import ROUNDS, Player, Position
from companion.games.maya.tokens import NEUTRAL, numbers
from companion.games.maya.views import gold_shown, stones_shown
from companion.kernel import UNKNOWN, known
from companion.scene import Counter, Instrument, Listing, Panel, Stage


def paid_by_pyramid(view: Position) -> Multiset[tuple[str, int, int]]:
    """Gold by seat, pyramid and round."""
    found: Multiset[tuple[str, int, int]] = Multiset()
    for paid in view.ledger:
        if paid.level:
            found[paid.seat, numbers(paid.level)[0], paid.round] += known(paid.gold)
    return found


def of_seat(view: Position, player: Player) -> Panel:
    """What a player has."""
    return Panel(player.seat, tuple(_instruments(view, player)))


def _instruments(view: Position, player: Player) -> Iterator[Instrument]:
    seat = player.seat
    if gold_shown(view):
        yield Counter("panel.gold", view.gold(seat), "coin")
    if view.phase == "over":
        yield from _came_from(view, seat)
        return
    if view.phase in ("laying", "awarding", "transport"):
        yield Counter("panel.low", view.in_hand(seat, "low"), "hand_low")
        yield Counter("panel.high", view.in_hand(seat, "high"), "hand_high")
        if view.for_two:
            yield Counter("panel.neutral", view.in_hand(seat, NEUTRAL), "hand_low")
        if player.passed and view.phase == "laying":
            yield Listing("panel.laid", ("passed",))
    if won := view.count(f"awarded:{seat}"):
        yield Counter("panel.awarded", won, "cube")
    if view.phase in ("opening", "building") and stones_shown(view):
        yield Counter("panel.stones", view.left(seat), "cube")
    elif view.phase == "building":
        if view.left(seat):  # how many is their owner's to know
            yield Counter("panel.stones_left", UNKNOWN, "cube")
        else:
            yield Counter("panel.stones", 0, "cube")
        if seat == view.turn and view.blocked(seat):
            yield Listing("panel.building", ("blocked",))
    if mine := tuple(one.name for one in view.markers if one.at == f"seat:{seat}"):
        yield Listing("panel.markers", mine)


def _came_from(view: Position, seat: str) -> Iterator[Instrument]:
    """Where the gold of a seat came from, by round and by pyramid."""
    for number in range(1, ROUNDS + 1):
        gold = sum(
            known(one.gold) for one in view.ledger if one.seat == seat and one.round == number
        )
        yield Counter(f"panel.round_{number}", gold)
    paid = paid_by_pyramid(view)
    for pyramid in range(1, len(view.board.pyramids) + 1):
        gold = sum(paid[seat, pyramid, number] for number in range(1, ROUNDS + 1))
        yield Counter(f"panel.pyramid_{pyramid}", gold)
    other = sum(known(one.gold) for one in view.ledger if one.seat == seat and not one.level)
    if other:
        yield Counter("panel.other", other)


def of_table(view: Position) -> Panel:
    """What is so for all: boards that nobody has confirmed, notes on markers."""
    instruments: list[Instrument] = []
    if view.practice:
        instruments.append(Listing("panel.board", ("made_up",)))
    elif not view.board.confirmed:
        instruments.append(Listing("panel.board", ("unconfirmed",)))
    if notes := tuple(f"note:{one.marker}" for one in view.setup.box.texts):
        instruments.append(Listing("panel.notes", notes))
    return Panel("", tuple(instruments))


def stages(view: Position) -> tuple[Stage, ...]:
    """The steps of a round, or of what comes before the first."""
    if view.phase in ("profile", "opening"):
        return (
            Stage("stage.boards", view.phase == "profile"),
            Stage("stage.opening", view.phase == "opening"),
        )
    steps = ("laying", "awarding", "transport", "building", "over")
    return tuple(Stage(f"stage.{one}", view.phase == one) for one in steps)

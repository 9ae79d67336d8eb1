"""What the table might tell next. Only for simulated games: no rule rests on it."""

from companion.games.pyramidion import activating, powers, rounds
from companion.games.pyramidion.position import Position
from companion.games.pyramidion.tokens import NOBODY
from companion.kernel import Dice, Move

RESULTS, SUMS = 0.06, 0.2
"""How often only the results are told of a site, and only the sums of a player."""


def chance(position: Position, dice: Dice) -> Move | None:
    """What the table could tell next; at a site, also what people lay and turn up there."""
    if position.contest is not None:
        settled = not powers.owes_tiles(position) and not position.contest.moving
        return _at_site_by_chance(position, dice) if settled else None
    if position.phase == "boats":
        won = {boat for player in position.players for boat in player.boats}
        return rounds.RevealBoat(dice.choice([one for one in position.covered() if one not in won]))
    if position.phase == "distribution":
        left = [card.id for card in position.box.distribution if card.id not in position.dealt]
        return rounds.Distribute(dice.choice(left or position.dealt))
    return None


def _at_site_by_chance(position: Position, dice: Dice) -> Move:
    waiting = position.to_tell()
    if not waiting or dice.random() < RESULTS:
        winners = (*position.order, NOBODY)
        return activating.Results(*(dice.choice(winners) for _ in range(3)))
    seat = dice.choice(waiting) if position.to_reveal() else waiting[0]
    player = position.player(seat)
    most = min(player.hand, position.options.max_cards_per_site or 4)
    if position.to_lay() and position.options.lay_hidden:
        return activating.Lay(seat, dice.choice(range(most + 1)))
    if dice.random() < SUMS:
        return activating.RevealTotals(seat, *(dice.choice(range(8)) for _ in range(3)))
    laid = position.laid_by(seat)
    count = laid.count if laid else dice.choice(range(most + 1))
    cards = _some_cards(position, seat, count, dice)
    if len(cards) < count:  # then nobody knows which
        return activating.RevealTotals(seat, *(dice.choice(range(8)) for _ in range(3)))
    return activating.Reveal(seat, cards)


def _some_cards(position: Position, seat: str, count: int, dice: Dice) -> tuple[str, ...]:
    """Cards that a player may have laid, or fewer when no more can be found."""
    cards: tuple[str, ...] = ()
    faces = [card.id for card in position.box.cards]
    for _ in range(4 * count):
        more = activating.Reveal(seat, (*cards, dice.choice(faces)))
        if len(cards) < count and activating.could_be(position, more):
            cards = more.cards
    return cards

"""How a site is resolved: three contests, then the cards go (steps C2 to D)."""

import msgspec
from msgspec.structs import replace

from companion.games.pyramidion.box import SYMBOLS, Symbol
from companion.games.pyramidion.position import Position, TroopKind
from companion.games.pyramidion.rounds import site_done
from companion.games.pyramidion.tokens import NOBODY, SiteId
from companion.kernel import Effects, Move, MoveKind, event, fact
from companion.kernel.events import Transition

MERCHANTS = 2
"""The number of the contest for the tokens; the two before it are for troops."""


class Rules(msgspec.Struct, frozen=True):
    """A contest for a troop on the site, and the clauses behind its ends.

    troop: what is won.
    symbol: what counts for it.
    leader: clause: whoever has most wins.
    minimum: clause: it takes at least what is printed on the site.
    tie: clause: a tie wins nothing.
    back: clause: the troop that stood there goes back.
    stays: clause: where nobody wins, the troop there stays.
    """

    troop: TroopKind
    symbol: Symbol
    leader: str
    minimum: str
    tie: str
    back: str
    stays: str


CONTESTS = (
    Rules("torturer", "influence", "P34", "P35", "P36", "P37", "P39"),
    Rules("negotiator", "negotiation", "P40", "P41", "P42", "P43", "P45"),
)


class Relocate(Move, frozen=True, tag="relocate"):
    """A winner without a troop in stock moves one over from another site (an option of P55)."""

    site: SiteId


def resolved(p: Position) -> Effects[Position]:
    """The contests that are not over yet, as far as nobody has to choose; then what follows."""
    while (step := p.resolving().step) < MERCHANTS:
        p = yield from _troop(p, CONTESTS[step])
        if p.resolving().moving:
            return p
        p = p.with_contest(step=step + 1)
    p = yield from _tokens(p)
    p = yield from _discarded(p)
    return (yield from site_done(p))


def counted(p: Position, symbol: Symbol) -> Transition[Position]:
    """Who has how much beside a symbol."""
    sums = tuple(f"{seat}={total}" for seat, total in p.totals(symbol).items())
    return event(p, "counted", "P33", symbol=symbol, sums=sums)


def _troop(p: Position, rules: Rules) -> Effects[Position]:
    """The contest for one kind of troop on the active site."""
    contest = p.resolving()
    site, there = contest.site, p.troop(rules.troop, contest.site)
    values = {"troop": str(rules.troop), "site": site}
    if contest.winners:
        winner = contest.winners[contest.step]
        if winner == NOBODY:
            yield event(p, "nobody_places", rules.stays, **values)
            return p
    else:
        totals, minimum = p.totals(rules.symbol), getattr(p.board(site), rules.symbol)
        most = max(totals.values())
        leaders = tuple(seat for seat in totals if totals[seat] == most)
        winner = leaders[0]
        yield counted(p, rules.symbol)
        if not most:
            yield event(p, "no_points", "P50", **values)
            return p
        if len(leaders) > 1:
            yield event(p, "tie", rules.tie, seats=leaders, points=most, **values)
            return p
        key = "leads" if most >= minimum else "below_minimum"
        clause = rules.leader if most >= minimum else rules.minimum
        yield event(p, key, clause, seat=winner, points=most, minimum=minimum, **values)
        if most < minimum:
            return p
    if there == winner:
        yield event(p, "stays", "P56", seat=winner, troop=rules.troop, site=site)
        return p
    if p.stock(winner, rules.troop):
        return (yield from _placed(p, rules, f"stock:{winner}", winner))
    if p.options.no_token == "relocate" and p.standing(winner, rules.troop):
        p = p.with_contest(moving=winner)
        yield event(p, "must_move_over", "P55", seat=winner, troop=rules.troop, site=site)
        return p
    yield event(p, "no_troop_left", "P55", seat=winner, troop=rules.troop, site=site)
    return p


def _placed(p: Position, rules: Rules, source: str, winner: str) -> Effects[Position]:
    site = p.resolving().site
    there = p.troop(rules.troop, site)
    values = {"troop": rules.troop, "site": site}
    if there:
        p = p.moved(f"{rules.troop}:{there}", site, f"stock:{there}")
        yield event(p, "sent_back", rules.back, seat=there, **values)
    p = p.moved(f"{rules.troop}:{winner}", source, site)
    yield event(p, "placed", rules.leader, seat=winner, **values)
    return p


def _tokens(p: Position) -> Effects[Position]:
    """The contest for the resources on the active site."""
    contest = p.resolving()
    site, tokens = contest.site, p.tokens(contest.site)
    values = {"site": site, "count": tokens.total()}
    if contest.winners:
        winner = contest.winners[MERCHANTS]
        if winner == NOBODY:
            yield event(p, "nobody_takes", "P49", **values)
            return p
    else:
        totals = p.totals(SYMBOLS[MERCHANTS])
        most = max(totals.values())
        leaders = tuple(seat for seat in totals if totals[seat] == most)
        winner = leaders[0]
        yield counted(p, SYMBOLS[MERCHANTS])
        if not most:
            yield event(p, "nobody_haggles", "P50", **values)
            return p
        if len(leaders) > 1:
            yield event(p, "haggling_tie", "P48", seats=leaders, points=most, **values)
            return p
        yield event(p, "haggles_best", "P46", seat=winner, points=most, site=site)
    if not tokens:
        yield event(p, "nothing_to_take", "P46", seat=winner, site=site)
        return p
    for kind, count in tokens.items():
        p = p.moved(kind, site, f"store:{winner}", count)
    yield event(p, "takes_all", "P46", seat=winner, **values)
    return p


def _discarded(p: Position) -> Effects[Position]:
    """All cards laid here are out of play for this round, and the sundial lies (step D)."""
    contest = p.resolving()
    for one in contest.laid:
        player = p.player(one.seat)
        if one.blind:
            p = p.with_player(one.seat, sure=False)
        elif one.totals is not None or not one.open:
            p = p.with_player(one.seat, played=player.played + one.count)
        else:
            basic = tuple(card for card in one.cards if card[1] == "B")
            others = tuple(card for card in one.cards if card[1] != "B")
            spent = player.spent + len(others)
            p = p.with_player(one.seat, used=(*player.used, *basic), spent=spent)
            p = replace(p, discard=(*p.discard, *others))
    if contest.winners:
        for seat in p.order:
            if p.laid_by(seat) is None:
                p = p.with_player(seat, sure=False)
    p = replace(p, contest=None, activated=(*p.activated, contest.site))
    yield event(p, "cleared", "P53", site=contest.site)
    yield event(p, "sundial_laid", "P54", site=contest.site)
    return p


def _movers(p: Position) -> tuple[SiteId, ...]:
    """The sites from which the winner can move a troop over."""
    contest = p.resolving()
    return p.standing(contest.moving, CONTESTS[contest.step].troop)


def relocating(p: Position) -> bool:
    """Whether a winner is to move a troop over."""
    return p.contest is not None and bool(p.contest.moving)


def _relocate(p: Position, m: Relocate) -> Effects[Position]:
    contest = p.resolving()
    p = yield from _placed(p, CONTESTS[contest.step], m.site, contest.moving)
    p = p.with_contest(moving="", step=contest.step + 1)
    return (yield from resolved(p))


RELOCATE: MoveKind[Position, Relocate] = MoveKind(
    Relocate,
    needs=(
        fact("nobody_moves_over", lambda p, m: relocating(p)),
        fact(
            "no_troop_there",
            lambda p, m: m.site in _movers(p),
            lambda p, m: {"site": m.site, "seat": p.resolving().moving},
        ),
    ),
    apply=_relocate,
    candidates={"site": lambda p, m: _movers(p) if relocating(p) else ()},
    out_of_phase="P55",
)

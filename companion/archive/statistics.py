"""Figures over all finished matches: of everybody who played, and of every game."""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from companion.archive.summary import Player, Summary

STEP = 15
"""Minutes that a bar of the lengths stands for."""


class OfPlayer(msgspec.Struct, frozen=True):
    """What came of all matches of one name.

    name: as it was typed last.
    played: matches.
    won: first places, shared ones too.
    placed: matches in which anybody was placed.
    games: how many matches, by game, the most frequent first.
    seconds: of play, all together.
    """

    name: str
    played: int
    won: int
    placed: int
    games: dict[str, int]
    seconds: float


class OfSeat(msgspec.Struct, frozen=True):
    """A place in the turn order: matches with somebody there and places, and how many were won."""

    played: int
    won: int


class OfGame(msgspec.Struct, frozen=True):
    """What came of all matches of one game.

    game: the folder of its rules, or the name that was typed.
    played: matches.
    placed: matches in which anybody was placed.
    counted: whether only points were kept of it.
    wins: by name, the most first; whoever has no name is left out.
    lengths: matches by minutes, in steps of :data:`STEP`; the key is where the step begins.
    players: matches by how many played.
    order: by place in the turn order, the start player first.
    expected: how many matches the start player would have won if the order did not matter.
    refusals: by clause, the most first.
    overrides: likewise.
    seconds: of play, all together.
    """

    game: str
    played: int
    placed: int
    counted: bool
    wins: dict[str, int]
    lengths: dict[int, int]
    players: dict[int, int]
    order: tuple[OfSeat, ...]
    expected: float
    refusals: dict[str, int]
    overrides: dict[str, int]
    seconds: float


def of_players(summaries: Iterable[Summary]) -> tuple[OfPlayer, ...]:
    """Everybody with a name, who won most first. Names are the same that differ only in capitals
    and spaces around them; they are written as they were last."""
    by_name: dict[str, list[tuple[Summary, Player]]] = {}
    for one in sorted(summaries, key=lambda one: one.when):
        for player in one.players:
            if key(player.name):
                by_name.setdefault(key(player.name), []).append((one, player))
    found = [_of_player(same) for same in by_name.values()]
    return tuple(sorted(found, key=lambda one: (-one.won, -one.played, key(one.name))))


def key(name: str) -> str:
    """What two ways of typing a name have in common."""
    return " ".join(name.split()).casefold()


def _of_player(same: Sequence[tuple[Summary, Player]]) -> OfPlayer:
    return OfPlayer(
        name=same[-1][1].name.strip(),
        played=len(same),
        won=sum(player.place == 1 for _, player in same),
        placed=sum(bool(one.places) for one, _ in same),
        games=dict(Counter(one.game for one, _ in same).most_common()),
        seconds=sum(one.seconds for one, _ in same),
    )


def of_games(summaries: Iterable[Summary]) -> tuple[OfGame, ...]:
    """Every game that was played to an end, the most played first. A game that was only counted is
    another one than a refereed game of the same name."""
    by_game: dict[tuple[bool, str], list[Summary]] = {}
    for one in sorted(summaries, key=lambda one: one.when):
        counted = one.how == "counted"
        by_game.setdefault((counted, key(one.game) if counted else one.game), []).append(one)
    found = [_of_game(same) for same in by_game.values()]
    return tuple(sorted(found, key=lambda one: (-one.played, one.game)))


def _of_game(same: Sequence[Summary]) -> OfGame:
    placed = [one for one in same if one.places]
    written = {key(p.name): p.name.strip() for one in same for p in one.players if key(p.name)}
    wins = Counter(
        key(p.name) for one in placed for p in one.players if p.place == 1 and key(p.name)
    )
    most = max((len(one.players) for one in placed), default=0)
    seats = [[one.players[at] for one in placed if at < len(one.players)] for at in range(most)]
    return OfGame(
        game=same[-1].game,
        played=len(same),
        placed=len(placed),
        counted=same[-1].how == "counted",
        wins={written[name]: count for name, count in wins.most_common()},
        lengths=dict(sorted(Counter(int(one.seconds / 60) // STEP * STEP for one in same).items())),
        players=dict(sorted(Counter(len(one.players) for one in same).items())),
        order=tuple(OfSeat(len(at), sum(p.place == 1 for p in at)) for at in seats),
        expected=sum(len(one.places[0]) / len(one.players) for one in placed),
        refusals=_sum(one.refusals for one in same),
        overrides=_sum(one.overrides for one in same),
        seconds=sum(one.seconds for one in same),
    )


def _sum(counts: Iterable[dict[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for one in counts:
        total.update(one)
    return dict(sorted(total.items(), key=lambda one: (-one[1], one[0])))

"""The finished matches of a library, without judging them again each time."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

import msgspec

from companion.archive import score
from companion.archive.summary import (
    VERSION,
    Player,
    Result,
    Summary,
    place_of,
    plain,
    result_of,
    summary_of,
)
from companion.match import registry
from companion.match.entries import decode
from companion.match.match import Match
from companion.match.registry import GamePackage
from companion.store import Heading, Library, Listed

Find = Callable[[str], GamePackage]


def finish(library: Library, name: str, match: Match, now: datetime) -> Summary:
    """Keep how a match ended and its summary, as soon as it is over."""
    result = result_of(match)
    library.end(name, plain(result))
    summary = summary_of(match, name, result, ended=now)
    library.keep_summary(name, plain(summary))
    return summary


def history(library: Library, find: Find = registry.game_package) -> tuple[Summary, ...]:
    """All finished matches and sheets of points, the newest first. Summaries that are missing or
    of another version are made anew from the journal, and kept. Raises DiskError."""
    kept, results = library.summaries(), library.results()
    found = []
    for one in library.matches():
        if one.ended:
            summary = _kept(kept.get(one.match))
            if summary is None:
                summary = _again(library, one, results.get(one.match, {}), find)
                library.keep_summary(one.match, plain(summary))
            head = one.heading
            found.append(msgspec.structs.replace(summary, begun=head.begun, foreign=head.foreign))
    found += results_from_elsewhere(kept)
    for name, sheet in sheets(library).items():
        if sheet.ended is not None:
            found.append(score.summary_of(sheet, name))
    return tuple(sorted(found, key=lambda one: (one.when, one.match), reverse=True))


def count(library: Library) -> int:
    """How many there are, without looking at any. Raises DiskError."""
    matches = sum(one.ended for one in library.matches())
    matches += len(results_from_elsewhere(library.summaries()))
    return matches + sum(one.ended is not None for one in sheets(library).values())


def results_from_elsewhere(summaries: Mapping[str, dict[str, Any]]) -> tuple[Summary, ...]:
    """Of what was kept of matches, that which came without them."""
    found = (_kept(one) for one in summaries.values())
    return tuple(one for one in found if one is not None and one.foreign)


def sheets(library: Library) -> dict[str, score.ScoreSheet]:
    """The sheets of points, by their names; one that cannot be read is left out. Raises
    DiskError."""
    found = {}
    for name, events in library.scores().items():
        try:
            found[name] = score.fold([score.decode(one) for one in events])
        except ValueError:
            continue
    return found


def _kept(data: dict[str, Any] | None) -> Summary | None:
    try:
        found = msgspec.convert(data, Summary)
    except msgspec.ValidationError:
        return None
    return found if found.version == VERSION else None


def _again(library: Library, one: Listed, kept: dict[str, Any], find: Find) -> Summary:
    """A summary from the journal. What the match hid is not asked for."""
    heading = one.heading
    try:
        result = msgspec.convert(kept, Result)
    except msgspec.ValidationError:
        result = Result("agreed")
    try:
        journal = [decode(line) for line in library.read(one.match).lines]
        match = Match.reopen(
            find(heading.game), journal, clock=lambda: 0.0, salt=lambda: b"", secrets={}
        )
        return summary_of(match, one.match, result, ended=_ended(heading, journal[-1].at))
    except (LookupError, ValueError):  # a game that is not here any more, a broken journal
        return _bare(one, result)


def _ended(heading: Heading, seconds: float) -> datetime | None:
    """Roughly when a match ended that was last taken up at a known time."""
    if heading.begun is None or heading.last is None:
        return heading.last
    return max(heading.last, heading.begun + timedelta(seconds=seconds))


def _bare(one: Listed, result: Result) -> Summary:
    """What the heading and the result tell."""
    heading = one.heading
    return Summary(
        match=one.match,
        game=heading.game,
        how=result.how,
        players=tuple(
            Player(seat, heading.players.get(seat, ""), place_of(result.places, seat))
            for seat in heading.seats
        ),
        ended=heading.last,
        rule=result.rule,
        levels=result.levels,
    )

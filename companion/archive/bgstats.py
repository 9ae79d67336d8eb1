"""A finished match as a link that the app BG Stats takes plays from.

The form is the one published for other programs ("Push plays to BG Stats from other apps or
websites", bgstatsapp.com/support). ``winner`` is always there: the app stumbles where it is not.
"""

import json
from datetime import UTC
from hashlib import blake2s
from typing import Any
from urllib.parse import quote

from companion.archive.statistics import key
from companion.archive.summary import Summary

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "tabletop companion"

MOST = 1367
"""Bytes of the longest link: a QR code of version 26 (121 modules), level L, holds as many
(ISO/IEC 18004, table 7)."""

READABLE = 8
"""Letters by which most names are still known."""

_SAFE = "-._~!*'(),:@/?;="
"""What may stand in a query as it is (RFC 3986, section 3.4), so that the code stays small; but
``&``, ``+`` and ``$``, which programs take for something else."""


def play(summary: Summary, game: str, names: dict[str, str]) -> dict[str, Any]:
    """The play, as the app reads it. game: what it is called. names: by seat, for those who typed
    none. Ids are the same every time, so that nothing is counted twice, and who was matched to
    somebody in the app once stays so."""
    best = summary.places[0] if summary.places else ()
    scored = all(player.score is not None for player in summary.players)
    found: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": summary.match,
        "game": {
            "name": game,
            "sourceGameId": key(summary.game) if summary.how == "counted" else summary.game,
            "highestWins": summary.highest,
            "noPoints": not scored,
        },
        "players": [
            {
                "name": player.name or names.get(player.seat, player.seat),
                "sourcePlayerId": _id(key(player.name) or player.seat),
                **({"score": player.score} if scored else {}),
                "winner": player.seat in best,
                "startPlayer": number == 0,
                "role": names.get(player.seat, player.seat),
            }
            for number, player in enumerate(summary.players)
        ],
        "durationMin": max(1, round(summary.seconds / 60)),
    }
    when = summary.ended or summary.begun
    if when is not None:
        found["playDate"] = f"{when.astimezone(UTC):%Y-%m-%d %H:%M:%S}"
    return found


def link(summary: Summary, game: str, names: dict[str, str], most: int = MOST) -> str:
    """The link. Where it would be longer than ``most`` bytes, what the app can do without is left
    out: first the colours, then who began; then names are shortened. Where there are so
    many people that no names would be left, their ids are left out instead."""
    full = play(summary, game, names)
    for without in (set[str](), {"role"}, {"role", "startPlayer"}):
        made = _link(_lean(full, without))
        if len(made) <= most:
            return made
    without, letters = {"role", "startPlayer"}, _longest(full)
    while len(made) > most and letters > 1:
        letters -= 1
        if letters < READABLE and "sourcePlayerId" not in without:
            without, letters = {*without, "sourcePlayerId"}, _longest(full)
        made = _link(_lean(full, without, letters))
    return made


def _longest(data: dict[str, Any]) -> int:
    return max((len(one["name"]) for one in data["players"]), default=0)


def _lean(data: dict[str, Any], without: set[str], letters: int | None = None) -> dict[str, Any]:
    """A play without something of each player, and with names of at most that many letters."""
    game = data["game"]
    if letters is not None:
        game = {**game, "name": game["name"][: max(letters, READABLE)]}
    players = [
        {name: value for name, value in one.items() if name not in without}
        | {"name": one["name"][:letters]}
        for one in data["players"]
    ]
    return {**data, "game": game, "players": players}


def _link(data: dict[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return LINK + quote(text, safe=_SAFE)


def _id(text: str) -> str:
    return blake2s(text.encode(), digest_size=4).hexdigest()

"""What nobody would type: noise from a seed, and things that are nearly right."""

import json
import re
from random import Random
from typing import Any

HUGE = 10_000
"""Letters of the longest words."""

PIECES = (
    *("", " ", "\t", "\n", "\r", "\x00", "\x1b[2J", "\x7f", "\x85", "\u2028"),
    *("\u202eevil", "\u2066", "\u200f", "\ufeff", "\ud7ff", "\U0001f9ff", "e\u0301" * 40, "ß", "ﬁ"),
    *("{", "}", "{0}", "{seat}", "{count:a|b}", "%s", "[b]", "[/color]", "[ref=x]", "&amp;", "<b>"),
    *('"', "'", "\\", "#", "# ", "|", "*", "->", "=", "==", ";", ",", ":", "@", "+", "-", "?"),
    *("done", "move:", "move:step", "table", "red", "neutral", "hut:red@0,0", "red:m1", "m9"),
    *("0,0", "9,9", "-1,0", "1,-1,0", "0,", ",", "red@", "@0,0", "red@0,0+", "red@0,0+m9+wood"),
    *("nan", "NaN", "Infinity", "1e999", "-1", "0", "1", "9" * 40, "0x10", "true", "[" * 60),
)
"""What has broken some program before."""

HEAVY = ("9" * 5000, "[" * 20_000, "{" * 20_000, '{"a":' * 20_000, "x" * HUGE, "ü" * HUGE)
"""What has broken programs by its size."""

NUMBERS = ("", "0", "-1", "007", "1.5", "1e999", "9" * 19, "9" * 40, "9" * 400, "9" * 5000, "٣")
"""What could stand for a number. The last is a digit, elsewhere."""

_NUMBER = re.compile(r"\d+")

KEYS = ("id", "do", "move", "seats", "by", "at", "entry", "number", "", "x", "__class__", "ümlaut")


def word(rng: Random) -> str:
    """A word of any letters at all."""
    what = rng.random()
    if what < 0.5:
        return rng.choice(PIECES)
    if what < 0.55:
        return rng.choice(HEAVY)
    if what < 0.65:
        return "".join(rng.choice(PIECES) for _ in range(rng.randint(2, 5)))
    ranges = (
        (32, 126),
        (0, 31),
        (0x80, 0x24F),
        (0x590, 0x6FF),
        (0x2000, 0x206F),
        (0xE000, 0x1FFFF),
    )
    low, high = rng.choice(ranges)
    return "".join(chr(rng.randint(low, high)) for _ in range(rng.randint(0, 30)))


def noise(rng: Random) -> bytes:
    """Bytes of any kind."""
    if rng.random() < 0.5:
        return rng.randbytes(rng.choice((1, 3, 20, 300)))
    return word(rng).encode("utf-8", "surrogatepass")


def value(rng: Random, depth: int = 3) -> Any:
    """A value that JSON can say."""
    what = rng.randrange(9 if depth else 7)
    if what < 3:
        return word(rng)
    if what < 5:
        return rng.choice((0, 1, -1, 2, 7, 2**31, 2**63, -(2**63) - 1, 10**30, 0.5, 1e300, -0.0))
    if what < 7:
        return rng.choice((None, True, False))
    if what == 7:
        return [value(rng, depth - 1) for _ in range(rng.randint(0, 4))]
    return {some_key(rng): value(rng, depth - 1) for _ in range(rng.randint(0, 4))}


def some_key(rng: Random) -> str:
    """The name of a member of an object."""
    return rng.choice(KEYS) if rng.random() < 0.8 else word(rng)


def nearly(rng: Random, right: Any) -> Any:
    """A value with one or two places in it changed."""
    wrong = json.loads(json.dumps(right))
    for _ in range(rng.choice((1, 1, 1, 2))):
        wrong = _changed(rng, wrong)
    return wrong


def _changed(rng: Random, whole: Any) -> Any:
    if isinstance(whole, dict) and whole and rng.random() < 0.85:
        key = rng.choice(list(whole))
        what = rng.random()
        if what < 0.75:
            whole[key] = _changed(rng, whole[key])
        elif what < 0.85:
            del whole[key]
        elif what < 0.95:
            whole[some_key(rng)] = value(rng, 2)
        else:
            whole[some_key(rng)] = whole.pop(key)
        return whole
    if isinstance(whole, list) and whole and rng.random() < 0.85:
        at = rng.randrange(len(whole))
        what = rng.random()
        if what < 0.7:
            whole[at] = _changed(rng, whole[at])
        elif what < 0.8:
            del whole[at]
        else:
            whole.insert(at, rng.choice(whole))
        return whole
    if isinstance(whole, int) and not isinstance(whole, bool) and rng.random() < 0.6:
        return whole + rng.choice((-1, 1, 10))
    if isinstance(whole, str) and whole and rng.random() < 0.6:
        return torn(rng, whole)
    return value(rng, 2)


def torn(rng: Random, text: str) -> str:
    """A text with a few places in it changed."""
    numbers = list(_NUMBER.finditer(text))
    if numbers and rng.random() < 0.3:
        one = rng.choice(numbers)
        return text[: one.start()] + rng.choice(NUMBERS) + text[one.end() :]
    for _ in range(rng.choice((1, 1, 2, 4))):
        at, end = sorted(rng.randint(0, len(text)) for _ in range(2))
        end = min(end, at + rng.choice((0, 1, 5, 80)))
        what = rng.randrange(6)
        if what == 0:
            text = text[:at]
        elif what == 1:
            text = text[:at] + text[end:]
        elif what == 2:
            text = text[:end] + text[at:]
        elif what == 3:
            text = text[:at] + rng.choice(HEAVY if rng.random() < 0.1 else PIECES) + text[end:]
        elif what == 4:
            text = text[:at] + chr(rng.randrange(0x180)) + text[at + 1 :]
        else:
            other = rng.randint(0, len(text))
            text = text[:at] + text[other : other + 20] + text[end:]
    return text


def torn_lines(rng: Random, lines: list[str]) -> list[str]:
    """A text in lines with a line lost, doubled, moved, or a word taken from elsewhere."""
    lines = list(lines)
    for _ in range(rng.choice((1, 1, 2))):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        what = rng.randrange(6)
        if what == 0:
            lines.insert(other, lines[at])
        elif what == 1 and len(lines) > 1:
            del lines[at]
        elif what == 2:
            lines[at], lines[other] = lines[other], lines[at]
        elif what == 3:
            words, more = lines[at].split(" "), lines[other].split(" ")
            words[rng.randrange(len(words))] = rng.choice(more)
            lines[at] = " ".join(words)
        elif what == 4:
            words = lines[at].split(" ")
            key, equals, _ = words[place := rng.randrange(len(words))].partition("=")
            said = json.dumps(value(rng), ensure_ascii=False) if rng.random() < 0.7 else word(rng)
            words[place] = f"{key}{equals}{said}"
            lines[at] = " ".join(words)
        else:
            lines[at] = torn(rng, lines[at])
    return lines


def torn_bytes(rng: Random, text: str) -> bytes:
    """A text as bytes, now and then with a byte that no text has."""
    data = text.encode("utf-8", "surrogatepass")
    if data and rng.random() < 0.1:
        at = rng.randrange(len(data))
        data = data[:at] + bytes([rng.randrange(256)]) + data[at + rng.randrange(2) :]
    return data

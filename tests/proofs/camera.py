"""A code held still before a camera is read within half a second, and what is no code never is.

Codes of real printed sheets, held at any angle, tilted, blurred, in the shade, with the noise of a
cheap sensor: pictures as a webcam of 640 by 480 sends them, read by what reads those of a real one,
as many as there are in half a second. Then pictures in which there is no whole code: noise, edges,
drawings, sheets whose codes are covered in part, patterns that look like codes.
"""

import argparse
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import cos, pi, sin
from random import Random

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from companion.match.registry import names
from firmware_bridge.devices.camera import LOOK_SECONDS, seen_in
from firmware_bridge.picture import Picture, codes, turned
from firmware_bridge.video import SIZE
from printables.pictures import Seen
from tests.proofs._camera import DPIS, blank, cut_out, deck

STILL = 0.5
"""Seconds for which a code is held still."""

PROMISED = 0.99

PARTS, WORKERS = 10, 2

Gray = NDArray[np.uint8]


def held(page: Image.Image, code: Seen, rng: Random) -> Iterator[Picture]:
    """A code before a camera, as many pictures of it as are read while it is still."""
    turn, tilt, lean = rng.uniform(0, 2 * pi), rng.uniform(0, 0.55), rng.uniform(0, 2 * pi)
    scale = rng.uniform(0.85, 1.0)
    at = [side / 2 + rng.uniform(-0.12, 0.12) * side for side in SIZE]
    blur, noise = rng.uniform(0, 0.4) * code.size / 25 * scale, rng.uniform(1, 8)
    bright, shade, across = rng.uniform(0.5, 1.0), rng.uniform(0.35, 1.0), rng.uniform(0, 2 * pi)
    grid = np.random.default_rng(rng.getrandbits(32))
    x, y = np.meshgrid(np.linspace(-1, 1, SIZE[0]), np.linspace(-1, 1, SIZE[1]))
    slope = (x * cos(across) + y * sin(across)) / 2 * 0.7 + 0.5
    light = bright * (shade + (1 - shade) * slope.clip(0, 1))
    for _ in range(int(STILL / LOOK_SECONDS)):
        dx, dy = rng.gauss(0, 0.7), rng.gauss(0, 0.7)  # no hand is quite still
        back = _seen_from(code, (at[0] + dx, at[1] + dy), scale, turn, tilt, lean)
        seen = page.transform(
            SIZE, Image.Transform.PERSPECTIVE, back, Image.Resampling.BICUBIC, fillcolor=90
        ).filter(ImageFilter.GaussianBlur(blur))
        gray = np.asarray(seen, np.float32) * light + grid.normal(0, noise, SIZE[::-1])
        yield picture(gray.clip(0, 255).astype(np.uint8))


def _seen_from(
    code: Seen,
    at: tuple[float, float],
    scale: float,
    turn: float,
    tilt: float,
    lean: float,
) -> tuple[float, ...]:
    """What Pillow wants of a picture of a tilted page: for each point of the picture the one of the
    page, as eight numbers. tilt: radians; the camera is as far as the picture is wide."""
    far = float(SIZE[0])
    c, s = cos(turn), sin(turn)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    a, b = cos(lean), sin(lean)
    about = np.array([[a, -b, 0], [b, a, 0], [0, 0, 1]])
    leans = np.array([[1, 0, 0], [0, cos(tilt), -sin(tilt)], [0, sin(tilt), cos(tilt)]])
    turned = about @ leans @ about.T @ spin
    to_middle = np.array([[scale, 0, -code.x * scale], [0, scale, -code.y * scale], [0, 0, 1]])
    plane = np.array([turned[0, :2], turned[1, :2], turned[2, :2] / far])
    forth = np.array([[*plane[0], 0], [*plane[1], 0], [*plane[2], 1]]) @ to_middle
    forth = np.array([[1, 0, at[0]], [0, 1, at[1]], [0, 0, 1]]) @ forth
    back = np.linalg.inv(forth)
    back /= back[2, 2]
    return tuple(float(one) for one in back.ravel()[:8])


def picture(gray: Gray) -> Picture:
    """As a webcam sends it: how bright a point is, and its colour, by turns."""
    both = np.full((*gray.shape, 2), 128, np.uint8)
    both[..., 0] = gray
    return Picture(both.tobytes(), gray.shape[1], gray.shape[0], gray.shape[1] * 2, 2)


def read(count: int, rng: Random, games: Sequence[str]) -> tuple[int, int, float]:
    """How many of so many held codes were read, how many were read as another, and the longest time
    that reading one picture took, in seconds of the processor."""
    good = wrong = 0
    longest = 0.0
    for _ in range(count):
        page, found = rng.choice(deck(rng.choice(games), rng.choice(DPIS)))
        slip, code = cut_out(page, rng.choice(found), found)
        right = False
        first = rng.randrange(2)
        for look, seen in enumerate(held(slip, code, rng), start=first):
            began = time.thread_time()
            text = seen_in(seen, look)
            longest = max(longest, time.thread_time() - began)
            if text:
                right = text == code.text
                wrong += not right
                break
        good += right
    return good, wrong, longest


def blind(count: int, rng: Random, games: Sequence[str]) -> list[str]:
    """All that was read in so many pictures without a whole code."""
    found = []
    for look, gray in enumerate(blank(count, rng, games)):
        seen = Picture(gray.tobytes(), *SIZE, SIZE[0], 1)
        found += [one.text for one in codes(turned(seen) if look % 2 else seen)]
    return found


def _part(games: Sequence[str], what: tuple[int, int, int]) -> tuple[int, int, float, list[str]]:
    """A part of both, in a process of its own."""
    holds, blanks, seed = what
    rng = Random(seed)
    return (*read(holds, rng, games), blind(blanks, rng, games))


def main(argv: list[str]) -> int:
    """The proof; see the package."""
    parser = argparse.ArgumentParser(prog="camera", description=__doc__)
    parser.add_argument("--held", type=int, default=2000)
    parser.add_argument("--blank", type=int, default=100_000)
    parser.add_argument("--games", nargs="+", default=list(names()))
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(argv)
    rng = Random(asked.seed)
    print(f"seed {asked.seed}", flush=True)
    sizes = asked.held // PARTS, asked.blank // PARTS
    parts = [(*sizes, rng.getrandbits(32)) for _ in range(PARTS)]
    with ProcessPoolExecutor(WORKERS) as pool:
        done = list(pool.map(partial(_part, asked.games), parts))
    good, wrong = sum(one[0] for one in done), sum(one[1] for one in done)
    longest = max(one[2] for one in done)
    texts = [text for one in done for text in one[3]]
    print(
        f"{asked.held} codes held still for {STILL} s, a picture each {LOOK_SECONDS} s: "
        f"{good} read ({100 * good / asked.held:.2f} %), {wrong} read as another; "
        f"the longest look {1000 * longest:.1f} ms of a processor",
        flush=True,
    )
    print(
        f"{asked.blank} pictures without a whole code: {len(texts)} texts {texts[:5]}", flush=True
    )
    held_good = good >= PROMISED * asked.held and not (wrong or texts)
    print("held" if held_good else "NOT HELD", flush=True)
    return 0 if held_good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

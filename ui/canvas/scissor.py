"""A clip on a picture that may be turned.

OpenGL clips in pixels of the glass itself and knows nothing of the quarters by which the window
turns what is drawn on it.
"""

Box = tuple[int, int, int, int]


def on_glass(
    x: float, y: float, width: float, height: float, window: tuple[int, int], degrees: int
) -> Box:
    """Where a box of a turned window lies on the glass: left, bottom, width, height in pixels.

    window: its width and height as they are for whoever looks at it. degrees: by which it is
    turned, against the clock.
    """
    wide, high = window
    left, bottom, across, up = int(x), int(y), int(width), int(height)
    if degrees == 90:
        return high - bottom - up, left, up, across
    if degrees == 180:
        return wide - left - across, high - bottom - up, across, up
    if degrees == 270:
        return bottom, wide - left - across, up, across
    return left, bottom, across, up

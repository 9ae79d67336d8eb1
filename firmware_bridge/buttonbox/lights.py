"""What lamps show and buzzers sound at a moment. Times are in milliseconds."""

BLINK_MS = 400  # lit, and as long dark
FLASH_MS = 80  # likewise
FLASHES = 3  # in a row

# Pairs of a pitch in hertz (0: silence) and milliseconds, by the pattern's number in ``buzz``.
PATTERNS: "tuple[tuple[tuple[int, int], ...], ...]" = (
    (),
    ((1760, 40),),
    ((220, 120), (0, 60), (220, 120)),
    ((880, 80), (1320, 80)),
    ((880, 120), (1100, 120), (1320, 240)),
)


class Lights:
    """The lamps, as bits."""

    def __init__(self) -> None:
        self.on = 0
        self.blink = 0
        self._flashing = 0
        self._since = 0

    def show(self, on: int, blink: int) -> None:
        """Show exactly these from now on."""
        self.on = on
        self.blink = blink

    def flash(self, lamps: int, now: int) -> None:
        """Flash these."""
        self._flashing = lamps
        self._since = now

    def lit(self, now: int) -> int:
        """The lamps that are lit at this moment."""
        lit = self.on & ~self.blink
        if now // BLINK_MS % 2 == 0:
            lit |= self.blink
        if self._flashing:
            spell = (now - self._since) // FLASH_MS
            if spell >= 2 * FLASHES:
                self._flashing = 0
            elif spell % 2:
                lit &= ~self._flashing
            else:
                lit |= self._flashing
        return lit


class Sound:
    """One buzzer."""

    def __init__(self) -> None:
        self._notes: tuple[tuple[int, int], ...] = ()
        self._since = 0
        self.level = 0

    def begin(self, pattern: int, level: int, now: int) -> None:
        """Sound a pattern, instead of what sounds already."""
        self._notes = PATTERNS[pattern]
        self._since = now
        self.level = level

    def pitch(self, now: int) -> int:
        """In hertz; 0: silence."""
        at = now - self._since
        for pitch, length in self._notes:
            if at < length:
                return pitch
            at -= length
        self._notes = ()
        return 0

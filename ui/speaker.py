"""The loudspeaker of the machine: short sounds through SDL, which Kivy brings for its window.

Kivy's own audio hands over 4096 frames at a time: a sound is then heard a tenth of a second late.
Here SDL takes what is to be heard from a queue, in pieces that are an eighth as long. Where there
is no loudspeaker nothing is heard, nothing is said about it, and nobody waits.
"""

import ctypes
import os
from array import array
from pathlib import Path
from threading import Lock, Thread
from time import monotonic

from companion.scene.sounds import RATE, samples

FRAMES = 256
"""Samples that SDL hands over at a time: 12 milliseconds."""

VOLUME = {1: 20, 2: 64, 3: 128}
"""SDL's volume by the level of sound, of 128: 10 dB below the middle, that, and 6 dB above it."""

FADE = RATE * 20 // 1000
"""Samples in which a sound goes that another one cuts short."""

LATE = 0.1
"""Seconds after which what was to be heard while the loudspeaker was opened is heard no more."""

_AUDIO = 0x10  # SDL_INIT_AUDIO, of SDL.h
_S16 = 0x8010  # AUDIO_S16LSB, of SDL_audio.h


class _Spec(ctypes.Structure):
    _fields_ = (
        ("freq", ctypes.c_int),
        ("format", ctypes.c_uint16),
        ("channels", ctypes.c_uint8),
        ("silence", ctypes.c_uint8),
        ("samples", ctypes.c_uint16),
        ("padding", ctypes.c_uint16),
        ("size", ctypes.c_uint32),
        ("callback", ctypes.c_void_p),
        ("userdata", ctypes.c_void_p),
    )


def _sdl() -> "ctypes.CDLL | None":
    """The SDL that the window is drawn with; another copy of it would not get along with that."""
    maps = Path("/proc/self/maps").read_text("utf-8", "replace")
    paths = {line.partition("/")[2] for line in maps.splitlines() if "/libSDL2-2" in line}
    return ctypes.CDLL(f"/{paths.pop()}") if paths else None


def _there() -> bool:
    """Whether there may be a loudspeaker. Where there is none, ALSA would say so at length."""
    driver = os.environ.get("SDL_AUDIODRIVER")
    if driver or os.environ.get("PULSE_SERVER"):
        return driver != "dummy"  # which nobody hears
    served = Path(os.environ.get("XDG_RUNTIME_DIR", "/nowhere"), "pulse", "native")
    return served.exists() or any(Path("/dev/snd").glob("pcm*p"))


class Speaker:
    """Plays one sound at a time, a later one instead of an earlier one. All but the opening, which
    happens in a thread of its own with the first sound, belongs to the thread of the screen.

    level: how loud, 1 to 3, and 0 for silence.
    """

    def __init__(self) -> None:
        self.level = 0
        self._sdl: ctypes.CDLL | None = None
        self._device = 0
        self._opening: Thread | None = None
        self._lock = Lock()
        self._early: tuple[tuple[str, ...], float] = ((), 0.0)
        self._closed = False
        self._playing = b""
        self._ready: dict[tuple[str, int], bytes] = {}

    def play(self, *names: str) -> None:
        """Let these be heard one after the other, instead of what is still heard. Returns at
        once."""
        if self.level not in VOLUME or self._closed or not names:
            return
        with self._lock:
            if not self._device:
                self._early = (names, monotonic())
                if self._opening is None:
                    self._opening = Thread(target=self._open, name="speaker", daemon=True)
                    self._opening.start()
                return
        self._hear(names)

    def hush(self) -> None:
        """Let nothing be heard any more."""
        self._early = ((), 0.0)
        if self._device:
            self._hear(())

    def again(self) -> None:
        """Look for a loudspeaker once more where there was none."""
        if not self._device and self._opening is not None and not self._opening.is_alive():
            self._opening = None

    def close(self) -> None:
        """Give the loudspeaker back."""
        self._closed = True
        if self._opening is not None:
            self._opening.join(1.0)
        with self._lock:
            device, self._device = self._device, 0
        if device and self._sdl is not None:
            self._sdl.SDL_CloseAudioDevice(device)
            self._sdl.SDL_QuitSubSystem(_AUDIO)

    @property
    def left(self) -> int:
        """Bytes that are still to be heard."""
        return (
            int(self._sdl.SDL_GetQueuedAudioSize(self._device)) if self._sdl and self._device else 0
        )

    def _open(self) -> None:
        sdl = _sdl() if _there() else None
        if sdl is None or sdl.SDL_InitSubSystem(_AUDIO) < 0:
            return
        wanted = _Spec(freq=RATE, format=_S16, channels=1, samples=FRAMES)
        device = sdl.SDL_OpenAudioDevice(None, 0, ctypes.byref(wanted), None, 0)
        if not device:
            return
        sdl.SDL_PauseAudioDevice(device, 0)
        with self._lock:
            self._sdl, self._device = sdl, device
            names, since = self._early
        if self._closed:
            sdl.SDL_CloseAudioDevice(device)
        elif names and monotonic() - since < LATE:
            self._hear(names)

    def _hear(self, names: tuple[str, ...]) -> None:
        sdl, device = self._sdl, self._device
        assert sdl is not None
        new = b"".join(self._loud(name) for name in names)
        sdl.SDL_LockAudioDevice(device)
        left = self.left
        sdl.SDL_ClearQueuedAudio(device)
        heard = _onto(sdl, new, _faded(self._playing[-left:])) if left else new
        if heard:
            sdl.SDL_QueueAudio(device, heard, len(heard))
        self._playing = heard
        sdl.SDL_UnlockAudioDevice(device)

    def _loud(self, name: str) -> bytes:
        """A sound as loud as it is to be heard."""
        key = (name, self.level)
        if key not in self._ready:
            whole = samples(name)
            assert self._sdl is not None
            self._ready[key] = _mixed(self._sdl, bytes(len(whole)), whole, VOLUME[self.level])
        return self._ready[key]


def _mixed(sdl: ctypes.CDLL, below: bytes, above: bytes, volume: int) -> bytes:
    """Two of the same length at once, the second one at a volume."""
    whole = ctypes.create_string_buffer(below, len(below))
    sdl.SDL_MixAudioFormat(whole, above, _S16, len(above), volume)
    return whole.raw


def _faded(left: bytes) -> bytes:
    """What is heard of a sound that is cut short."""
    part = array("h", left[: 2 * FADE])
    count = len(part)
    return array("h", (one * (count - at) // count for at, one in enumerate(part))).tobytes()


def _onto(sdl: ctypes.CDLL, new: bytes, going: bytes) -> bytes:
    """A sound while another one goes."""
    size = max(len(new), len(going))
    return _mixed(sdl, new.ljust(size, b"\0"), going.ljust(size, b"\0"), 128)

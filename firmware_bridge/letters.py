"""Which letter a key gives, by the keyboard layouts of the system (libxkbcommon).

Called through ctypes: of the bindings in the package index none comes as a wheel, and the functions
needed are these few, which have not changed since the library's first release.
"""

import re
from ctypes import CDLL, Structure, byref, c_char_p, c_int, c_uint32, c_void_p, create_string_buffer
from functools import cache
from pathlib import Path
from typing import Any
from weakref import finalize

SYSTEM = "system"
"""The layout that the owner of the machine has chosen for it."""

_CHOSEN = Path("/etc/default/keyboard")  # of Debian and Raspberry Pi OS
_LINE = re.compile(r'^XKB(LAYOUT|VARIANT)="?([a-z0-9_,-]*)"?\s*$', re.MULTILINE)
_NUM_LOCK = 69  # by the kernel's numbers
_OFFSET = 8  # what the X protocol adds to the kernel's number of a key
_CRITICAL = 10  # level of the library's own log: a wrong layout is told by us


class NoLetters(LookupError):
    """The library is not there, or does not know the layout."""


class _Names(Structure):
    _fields_ = tuple(
        (name, c_char_p) for name in ("rules", "model", "layout", "variant", "options")
    )


@cache
def _library() -> Any:
    try:
        library = CDLL("libxkbcommon.so.0")
    except OSError as error:
        raise NoLetters(str(error)) from error
    for name in ("xkb_context_new", "xkb_keymap_new_from_names", "xkb_state_new"):
        getattr(library, name).restype = c_void_p
    library.xkb_context_new.argtypes = [c_int]
    library.xkb_context_set_log_level.argtypes = [c_void_p, c_int]
    library.xkb_keymap_new_from_names.argtypes = [c_void_p, c_void_p, c_int]
    library.xkb_state_new.argtypes = [c_void_p]
    library.xkb_state_update_key.argtypes = [c_void_p, c_uint32, c_int]
    library.xkb_state_key_get_utf8.argtypes = [c_void_p, c_uint32, c_char_p, c_int]
    for name in ("xkb_context_unref", "xkb_keymap_unref", "xkb_state_unref"):
        getattr(library, name).argtypes = [c_void_p]
    return library


def _names(layout: str) -> tuple[str, str]:
    """Layout and variant, as the library wants them."""
    if layout != SYSTEM:
        name, _, variant = layout.partition("(")
        return name, variant.rstrip(")")
    try:
        found = dict(_LINE.findall(_CHOSEN.read_text("utf-8", "replace")))
    except OSError:
        found = {}
    return found.get("LAYOUT", "") or "us", found.get("VARIANT", "")


class Letters:
    """A keyboard of some layout, with Shift, AltGr and Caps Lock as they are held now."""

    def __init__(self, layout: str = SYSTEM) -> None:
        """``layout``: as ``de`` or ``de(nodeadkeys)``. Raises NoLetters."""
        library = self._library = _library()
        name, variant = _names(layout)
        names = _Names(layout=name.encode(), variant=variant.encode())
        context = library.xkb_context_new(0)
        if not context:
            raise NoLetters("no context")
        library.xkb_context_set_log_level(context, _CRITICAL)
        keymap = library.xkb_keymap_new_from_names(context, byref(names), 0)
        library.xkb_context_unref(context)
        if not keymap:
            raise NoLetters(layout)
        self._state = library.xkb_state_new(keymap)
        library.xkb_keymap_unref(keymap)
        finalize(self, library.xkb_state_unref, self._state)
        for down in (True, False):  # a number pad writes numbers
            self.struck(_NUM_LOCK, down)

    def struck(self, key: int, down: bool) -> str:
        """A key by the kernel's number went down or up; the letter that it gives, "" for none."""
        buffer = create_string_buffer(16)
        number = key + _OFFSET
        if down:
            self._library.xkb_state_key_get_utf8(self._state, number, buffer, len(buffer))
        self._library.xkb_state_update_key(self._state, number, int(down))
        text = buffer.value.decode("utf-8", "replace")
        return text if text.isprintable() else ""

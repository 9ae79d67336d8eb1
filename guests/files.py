"""The few files of the pages: a table of them, and nothing else is ever opened."""

from collections.abc import Mapping
from importlib.resources import files

from starlette.exceptions import HTTPException
from starlette.responses import Response


class Files:
    """told: by what is asked for, the file, and its kind."""

    def __init__(self, told: Mapping[str, tuple[str, str]]) -> None:
        self._files = {asked: (_read(name), kind) for asked, (name, kind) in told.items()}

    def answer(self, name: str) -> Response:
        """One of them. Raises HTTPException where there is none."""
        found = self._files.get(name)
        if found is None:
            raise HTTPException(404)
        return Response(found[0], media_type=found[1])


def _read(name: str) -> bytes:
    """One of the page's own, or of those with which every page draws."""
    own = files("guests.page").joinpath(name)
    return (own if own.is_file() else files("companion.sight.browser").joinpath(name)).read_bytes()

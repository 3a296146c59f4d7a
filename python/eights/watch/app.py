"""The server of `eights watch`: it reads the folder anew for each answer, and changes nothing."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from eights._base import extras

for _module in ("starlette", "uvicorn", "websockets", "markdown_it"):
    extras.require("eights.watch", _module, _module.replace("_it", "-it-py"), "web")

from starlette.applications import Starlette  # noqa: E402 - after the check that they are there
from starlette.concurrency import run_in_threadpool  # noqa: E402
from starlette.requests import Request  # noqa: E402
from starlette.responses import JSONResponse, Response  # noqa: E402
from starlette.routing import Route  # noqa: E402

from eights.runs import RunError  # noqa: E402
from eights.runs.lines import GAME, GAMES  # noqa: E402
from eights.serve.headers import REPLAY, SAFE  # noqa: E402
from eights.watch.games import game_page  # noqa: E402
from eights.watch.page import asset  # noqa: E402
from eights.watch.told import places, stamp, told  # noqa: E402

__all__ = ["watching"]

PAGE = SAFE | {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "connect-src 'self'; frame-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
}
ASSETS = {
    "/": ("page.html", "text/html"),
    "/page.css": ("page.css", "text/css"),
    "/curves.js": ("curves.js", "text/javascript"),
    "/page.js": ("page.js", "text/javascript"),
}


def watching(top: Path) -> Starlette:
    """The application that shows the runs below a folder."""

    async def data(request: Request) -> Response:
        """All runs; nothing, if they are as the client has them."""
        try:
            found = await run_in_threadpool(_found, top, request.query_params.get("have", ""))
        except (RunError, OSError) as error:
            return _refused(error)
        return Response(status_code=204, headers=SAFE) if found is None else _json(found)

    async def game(request: Request) -> Response:
        """A sample game of a run that there is."""
        given = request.query_params
        try:
            page = await run_in_threadpool(_game, top, given.get("run", ""), given.get("file", ""))
        except (RunError, OSError) as error:
            return _refused(error)
        return Response(page, media_type="text/html", headers=REPLAY)

    routes = [Route("/data", data), Route("/game", game)]
    routes += [Route(path, _asset(name, kind)) for path, (name, kind) in ASSETS.items()]
    return Starlette(routes=routes)


def _found(top: Path, have: str) -> dict[str, Any] | None:
    """All runs; `None` if they are what the client has.

    Raises:
        RunError: there is no such folder.
    """
    now = stamp(top)
    return None if now == have else told(top) | {"stamp": now}


def _game(top: Path, place: str, file: str) -> str:
    """The page of a sample game; only folders of runs are looked into.

    Raises:
        RunError: there is no such run or game, or it cannot be shown.
    """
    folder = places(top).get(place)
    if folder is None or not GAME.fullmatch(file):
        raise RunError(f"there is no game {file[:60]!r} of a run {place[:60]!r}")
    return game_page(folder / GAMES / file)


def _json(data: dict[str, Any], status: int = 200) -> Response:
    return JSONResponse(data, status_code=status, headers=SAFE)


def _refused(error: Exception) -> Response:
    return _json({"message": str(error)}, status=404)


def _asset(name: str, kind: str) -> Any:
    """A handler that answers with a file of the page."""
    text = asset(name)

    async def answer(request: Request) -> Response:
        del request
        return Response(text, media_type=kind, headers=PAGE)

    return answer
